"""The command line: it parses options, calls the library and presents what comes back."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `forestcalc`; the entry point of the installed command."""
    if sys.stdout is None or sys.stderr is None:
        _open_streams()
    if sys.argv[1:] == ["--version"]:  # answered before anything else is imported
        from forestcalc.version import __version__

        print(f"forestcalc {__version__}")
        return
    import gc

    # A call is short and makes little garbage: collecting it early only delays the answer.
    gc.set_threshold(50_000, 20, 20)
    from forestcalc.cli.app import run

    run()


def _open_streams() -> None:
    """Put nowhere what goes to streams that were closed before the start, which Python then leaves out."""
    import os

    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - for the whole call
