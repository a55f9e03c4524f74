"""Layouts: what a file says, with every name resolved against the catalogue and every value knowing its place."""
