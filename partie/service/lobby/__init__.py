"""Tables that wait for people: short codes that lead to them, and a list for those who look for a game."""
