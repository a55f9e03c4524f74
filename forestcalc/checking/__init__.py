"""Checking: many games compared with what they expect, in order and on several processors; and what comes of it."""
