"""Matches by the thousand, and what they prove."""
