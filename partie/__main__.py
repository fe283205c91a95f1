"""`python -m partie` runs the command line."""

from partie.cli import main

main()
