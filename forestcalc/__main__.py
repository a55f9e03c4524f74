"""`python -m forestcalc` is the command."""

from forestcalc.cli import main

main()
