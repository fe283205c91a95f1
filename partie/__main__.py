"""`python -m partie`: the command line without its script."""

from partie.cli import main

main()
