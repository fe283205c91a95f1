"""Hypothesis must not fail an example because it is slow: no test asserts a time."""

from hypothesis import settings

settings.register_profile("partie", deadline=None)
settings.load_profile("partie")
