"""Coverage-guided fuzzing: inputs that reach new branches of forestcalc are kept and damaged further.

    pip install atheris
    python -m tests.fuzz_coverage FOLDER [-max_total_time=600]

FOLDER keeps the inputs that reach something new; it is filled with the valid games at first. Options with one hyphen
are those of libFuzzer. A failing input is written to `crash-...` in the current folder; a test should be made of it.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

_MOST_SECONDS = 5.0
"""Of the processor; what is watched for coverage takes a multiple of its time."""


def main() -> None:
    """Run until libFuzzer ends."""
    atheris: Any = import_module("atheris")  # not among the dependencies: few machines have a wheel of it
    with atheris.instrument_imports(include=["forestcalc"]):
        from tests import fuzz
    corpus = Path(sys.argv[1])
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(fuzz.seeds()):
        (corpus / f"seed-{number}.yaml").write_bytes(data)
    dictionary = Path(tempfile.mkdtemp()) / "words.dict"
    words = dict.fromkeys((*(word.encode() for word in fuzz._KEYS), *fuzz._TOKENS))
    dictionary.write_text("".join(f'"{_escaped(word)}"\n' for word in words if 0 < len(word) < 60), encoding="ascii")
    path = Path(tempfile.mkdtemp()) / "game.yaml"
    number = 0

    def one_input(data: bytes) -> None:
        nonlocal number
        number += 1
        # What the commands print is checked now and then; it costs more than all else.
        began = time.process_time()
        fuzz.examine(data, path, thorough=number % 200 == 0)
        assert time.process_time() - began < _MOST_SECONDS  # libFuzzer's own clock goes on while others are busy

    options = [f"-dict={dictionary}", "-timeout=60", f"-rss_limit_mb={2 * fuzz.MOST_MEGABYTES}", "-max_len=20000"]
    atheris.Setup([sys.argv[0], str(corpus), *options, *sys.argv[2:]], one_input)
    with contextlib.suppress(KeyboardInterrupt):
        atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


if __name__ == "__main__":
    main()
