"""The same as the command line, without it: load, validate, score, catalogue and ask."""
