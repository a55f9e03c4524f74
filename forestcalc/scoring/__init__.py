"""Scoring: one pass over a forest makes a tally, the tally makes a score sheet, the sheet explains itself."""
