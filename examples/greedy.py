"""A complete agent: it looks one move ahead and takes a win.

Try it: partie match quarto examples/greedy.py:Greedy random --games 100
"""

from partie.core.compiled.chance import new_chance


class Greedy:
    def decide(self, view, budget):
        def worth(move):
            state = view.sample(new_chance(move))
            state.play(move)
            return state.scores[view.seat]

        return max(view.moves, key=worth)
