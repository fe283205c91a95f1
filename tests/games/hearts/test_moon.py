from __future__ import annotations

from partie.games.hearts.lab.moon import Moons, moons, share, tell


def test_programs_meet_the_same_strong_hands() -> None:
    first, again = (moons(["beginner"], 2)[0] for _ in range(2))
    assert first == again
    assert len(first.shot) == len(first.stopped) == 2


def test_the_report_has_shares_with_intervals() -> None:
    found = [Moons("net", [True, False, False, False], [True] * 4)]
    assert share(found[0].shot)[0] == 0.25
    shoots, stops = tell(found, "en").findings
    assert shoots.rows[0][:2] == ["net", "25%"]
    assert stops.rows[0] == ["net", "100%", "[51%, 100%]"]
