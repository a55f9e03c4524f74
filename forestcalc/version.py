"""The version of forestcalc, and nothing else: `--version` must not import the engine."""

__version__ = "0.1.0"
