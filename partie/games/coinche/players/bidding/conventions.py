"""What the calls of the network show: trumps, per cent with jack and nine, aces outside.

Written by benchmarks/coinche_conventions.py."""

SHOWN: dict[str, tuple[float, int, int, float]] = {'again': (2.8, 64, 44, 0.9),
 'change': (2.8, 75, 49, 0.7),
 'coinche': (2.5, 24, 39, 0.9),
 'opening 100 suit': (3.8, 87, 75, 0.2),
 'opening 100 ta': (0.0, 98, 28, 0.2),
 'opening 110 suit': (4.4, 97, 73, 0.3),
 'opening 80 sa': (0.0, 6, 18, 1.9),
 'opening 80 suit': (3.0, 68, 36, 0.9),
 'opening 80 ta': (0.0, 72, 37, 0.6),
 'opening 90 sa': (0.0, 0, 18, 2.1),
 'opening 90 suit': (3.5, 70, 46, 0.6),
 'opening 90 ta': (0.0, 95, 23, 0.3),
 'overcall': (2.9, 74, 44, 0.8),
 'raise 10': (1.9, 18, 32, 0.8),
 'raise 20': (2.4, 35, 40, 0.8),
 'raise 30': (2.9, 51, 37, 1.0),
 'surcoinche': (2.5, 52, 41, 1.0)}
