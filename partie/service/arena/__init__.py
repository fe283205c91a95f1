"""The arena over HTTP: ratings, people against programs, tournaments and training runs."""
