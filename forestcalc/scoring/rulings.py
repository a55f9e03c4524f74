"""Rulings."""

from __future__ import annotations


def matter(sheet):
    return sheet
