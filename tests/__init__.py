"""The tests of forestcalc."""
