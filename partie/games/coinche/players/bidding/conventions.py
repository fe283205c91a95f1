"""What the calls of the network show: trumps, per cent with jack and nine, aces outside.

Written by benchmarks/coinche_conventions.py."""

SHOWN: dict[str, tuple[float, int, int, float]] = {
    "again": (2.3, 65, 41, 0.9),
    "change": (2.7, 75, 48, 0.7),
    "coinche": (2.0, 28, 35, 1.0),
    "opening 100 suit": (4.5, 69, 74, 1.0),
    "opening 100 ta": (0.0, 92, 19, 0.6),
    "opening 110 suit": (4.1, 92, 79, 0.4),
    "opening 110 ta": (0.0, 100, 35, 0.3),
    "opening 120 suit": (4.2, 100, 83, 0.7),
    "opening 120 ta": (0.0, 100, 39, 0.5),
    "opening 80 sa": (0.0, 17, 22, 1.7),
    "opening 80 suit": (2.5, 75, 45, 1.5),
    "opening 80 ta": (0.0, 52, 27, 1.2),
    "opening 90 sa": (0.0, 1, 15, 2.3),
    "opening 90 suit": (3.2, 65, 43, 0.7),
    "opening 90 ta": (0.0, 88, 28, 0.5),
    "overcall": (2.9, 76, 46, 0.8),
    "raise 10": (1.5, 15, 27, 0.9),
    "raise 20": (1.9, 30, 35, 0.8),
    "raise 30": (2.1, 53, 35, 0.7),
    "surcoinche": (3.4, 67, 48, 1.0),
}
