"""Advice on a scored game: what cards are worth, what would help, what looks like a slip, what changed."""
