"""Diagnostics: what is wrong, where, and how to mend it."""
