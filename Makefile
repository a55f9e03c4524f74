# `make demo` scores an example, `make test` runs the tests; both set up a virtual environment of the project first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint types bench fuzz wheel clean

demo: $(READY)
	$(BIN)/forestcalc score examples/two-players.yaml --explain

test: $(READY)
	$(BIN)/python -m pytest -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python -m tests.benchmarks

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz --count 100000

wheel: $(READY)
	$(BIN)/python -m build --wheel --outdir dist

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "forestcalc needs Python 3.11 or newer: call make with PYTHON=python3.12, say"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,tally]'
	$(BIN)/python -m compileall -q forestcalc
	@touch $(READY)

clean:
	rm -rf $(VENV) dist forestcalc/data
