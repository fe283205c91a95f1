"""The local best response: never better than the exact one, and good where a policy is bad."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from partie.games.liarsdice.lab.solve import local_text
from partie.games.liarsdice.players.equilibrium.duel import measure
from partie.games.liarsdice.players.equilibrium.local import local_exploitability
from partie.games.liarsdice.players.equilibrium.rounds import Setting
from partie.games.liarsdice.players.equilibrium.store import find


@pytest.mark.parametrize("setting", [Setting(1, 1), Setting(2, 1)])
def test_it_gains_no_more_than_the_exact_best_response(setting: Setting) -> None:
    solved = find(setting)
    gain, error = local_exploitability(solved, 2000)
    assert gain <= solved.exploitability + 1.5 * error


def test_it_gains_much_from_a_policy_that_acts_at_random() -> None:
    solved = find(Setting(1, 1))
    random = measure(replace(solved, policy=np.zeros(len(solved.policy), np.uint16)))
    gain, error = local_exploitability(random, 2000)
    assert random.exploitability > 0.3
    assert 0.6 * random.exploitability < gain <= random.exploitability + 1.5 * error


def test_the_command_says_what_it_gains() -> None:
    lines = local_text("1,1", {}, 50)
    assert "50 rounds in each seat" in lines[0]
    assert "per round" in lines[1]
