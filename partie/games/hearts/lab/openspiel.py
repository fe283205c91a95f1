"""The speed of OpenSpiel's Hearts, where it is installed, for comparison.

It runs in a process of its own, because some of its configurations abort the process: `python openspiel.py`
prints three rates as JSON, by processor time.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
import subprocess
import sys
import time
from typing import Any

HANDS = 300
ITERATIONS = 2000
SEARCHES = 5
_TIMEOUT_S = 300.0


def is_installed() -> bool:
    """Whether OpenSpiel is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def measure_rates() -> dict[str, float] | None:
    """Measure the rates in a process of its own; None if it failed."""
    try:
        answer = subprocess.run(
            [sys.executable, __file__], capture_output=True, text=True, timeout=_TIMEOUT_S, check=True
        )
        rates: dict[str, float] = json.loads(answer.stdout)
    except (subprocess.SubprocessError, json.JSONDecodeError):
        return None
    return rates


def _hands_by_outcomes(game: Any) -> float:
    """Random deals per second stepped from Python as documented, chance drawn by its probabilities."""
    source = random.Random(1)
    began = time.process_time()
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(actions, weights)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
    return HANDS / (time.process_time() - began)


def _hands_by_actions(game: Any) -> float:
    """Random deals per second in the fastest way: chance, which is uniform here, is drawn like a move."""
    source = random.Random(1)
    began = time.process_time()
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
    return HANDS / (time.process_time() - began)


def _iterations(pyspiel: Any, game: Any) -> float:
    """Iterations per second of its information-set MCTS in C++, at the first card with a choice."""
    took = 0.0
    for seed in range(SEARCHES):
        source = random.Random(seed)
        state = game.new_initial_state()
        while state.is_chance_node() or len(state.legal_actions()) < 2:
            state.apply_action(source.choice(state.legal_actions()))
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(
            seed, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, ITERATIONS, -1, policy, False, False
        )
        began = time.process_time()
        bot.step(state)
        took += time.process_time() - began
    return SEARCHES * ITERATIONS / took


def main() -> None:
    """Measure the rates and print them."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game("hearts(pass_cards=False)")
    rates = {
        "iterations": _iterations(pyspiel, game),
        "hands": _hands_by_outcomes(game),
        "fast_hands": _hands_by_actions(game),
    }
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
