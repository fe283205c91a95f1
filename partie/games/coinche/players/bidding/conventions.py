"""What the calls of the network show: trumps, per cent with jack and nine, aces outside.

Written by benchmarks/coinche_conventions.py."""

SHOWN: dict[str, tuple[float, int, int, float]] = {'again': (2.8, 64, 43, 0.9),
 'change': (2.8, 75, 47, 0.7),
 'coinche': (2.6, 24, 42, 0.9),
 'opening 100 sa': (0.0, 0, 0, 3.1),
 'opening 100 suit': (3.8, 86, 77, 0.2),
 'opening 100 ta': (0.0, 98, 30, 0.2),
 'opening 110 suit': (4.4, 95, 74, 0.2),
 'opening 110 ta': (0.0, 100, 39, 0.1),
 'opening 120 suit': (4.8, 100, 84, 0.3),
 'opening 120 ta': (0.0, 100, 28, 0.3),
 'opening 130 suit': (4.6, 98, 81, 0.5),
 'opening 130 ta': (0.0, 100, 53, 0.8),
 'opening 140 suit': (5.2, 100, 83, 0.4),
 'opening 80 sa': (0.0, 5, 17, 1.9),
 'opening 80 suit': (3.0, 68, 36, 0.9),
 'opening 80 ta': (0.0, 73, 34, 0.6),
 'opening 90 sa': (0.0, 0, 16, 2.0),
 'opening 90 suit': (3.5, 70, 46, 0.5),
 'opening 90 ta': (0.0, 94, 22, 0.3),
 'overcall': (2.9, 74, 44, 0.8),
 'raise 10': (1.9, 17, 31, 0.8),
 'raise 20': (2.3, 38, 37, 0.7),
 'raise 30': (2.7, 55, 40, 0.9),
 'surcoinche': (2.5, 52, 36, 1.0)}
