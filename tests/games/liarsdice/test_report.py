from __future__ import annotations

import json

import numpy as np

from partie.games.liarsdice.lab.experiment import Course
from partie.games.liarsdice.lab.report import as_json, from_json, tell

DICE = np.array([[5.0, 5.0], [4.5, 4.75], [4.0, 4.5], [3.0, 4.0], [0.0, 3.0]])
COURSES = [
    Course(name, 10, share, (0.1, 0.4), DICE, (DICE[:, 0] > 0).astype(float), 2.5, 4.0)
    for name, share in (("naive", 0.2), ("odds", 0.3))
]


def test_the_report_is_told_from_what_is_kept() -> None:
    kept = from_json(json.loads(json.dumps(as_json(COURSES))))
    assert (kept[0].dice == DICE).all()
    wins, dice, playing = tell(kept, "weighted", "fr").findings
    assert wins.rows[1] == [
        "odds",
        "10",
        "30,0\u202f%",
        "[10,0\u202f%; 40,0\u202f%]",
        "2,50",
        "0\u202f%",
        "4,0",
    ]
    assert dice.curves == ["naive", "odds", "un programme"]
    assert dice.rows[0] == ["naive", "3,0 / 4,0"], "after the third round"
    assert playing.curves == ["naive", "odds"]
    assert "weighted" in tell(kept, "weighted", "en").summary
