"""No test asserts a time, not even of one of Hypothesis' examples."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
