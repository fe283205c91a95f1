"""How fast OpenSpiel plays its own Hearts, where it is installed: the peer of our benchmark.

Run as a program of its own, because some of its configurations end the process: `python peers.py` prints three rates as JSON, by processor time."""

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
_PATIENCE = 300.0


def installed() -> bool:
    """Whether there is anything to measure."""
    return importlib.util.find_spec("pyspiel") is not None


def measured() -> dict[str, float] | None:
    """The rates, from a process of their own; None if it failed."""
    try:
        answer = subprocess.run(
            [sys.executable, __file__], capture_output=True, text=True, timeout=_PATIENCE, check=True
        )
        rates: dict[str, float] = json.loads(answer.stdout)
    except (subprocess.SubprocessError, json.JSONDecodeError):
        return None
    return rates


def _hands_by_outcomes(game: Any) -> float:
    """Random hands per second stepped from Python as its documentation does it, chance drawn by its probabilities."""
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
    """The same in the fastest way there is: chance, which is uniform here, drawn like a move."""
    source = random.Random(1)
    began = time.process_time()
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
    return HANDS / (time.process_time() - began)


def _iterations(pyspiel: Any, game: Any) -> float:
    """Iterations per second of its information-set search in C++, at the first card with a choice."""
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
    """Measure, and print."""
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
