"""What the calls of the network show: trumps, per cent with jack and nine, aces outside.

Written by benchmarks/coinche_conventions.py."""

SHOWN: dict[str, tuple[float, int, int, float]] = {}
