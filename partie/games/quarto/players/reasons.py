"""Why a move of Quarto is good, in words."""

from __future__ import annotations

from partie.core.agent import Why
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import State, View
from partie.games.quarto.rules import NONE, dangerous
from partie.games.quarto.text.display import describe, trait_words
from partie.games.quarto.text.notation import completed_lines, square_text


def explain(view: View, move: int, proof: Why | None = None) -> Why:
    """Why a move is good: it wins, it is proven (`proof` says so), or the piece it gives is safe."""
    square, gift = move >> 5, move & 31
    after = State(view.game, view.game.blank())
    verbs.copy(view.record, after.record)
    verbs.play(after.record, move, new_chance("none"))
    if after.record.winner >= 0:
        _, ones, zeros = completed_lines(after.record)[0]
        piece = _piece_words(int(view.record.hand))
        return Why(
            "quarto.wins",
            {"square": square_text(square), "piece": piece, "traits": _joined(trait_words(ones, zeros))},
        )
    if proof is not None:
        return proof
    return Why("quarto.last_piece") if gift == NONE else _explain_gift(after, gift)


def _explain_gift(after: State, gift: int) -> Why:
    threats = int(dangerous(after.record))
    if not threats:
        return Why("quarto.calm")
    safe = int(after.record.left & ~threats).bit_count()
    if threats >> gift & 1:
        return Why("quarto.careless" if safe else "quarto.forced", {"gift": _piece_words(gift)})
    if safe == 0:
        return Why("quarto.last_safe", {"gift": _piece_words(gift)})
    return Why("quarto.safe", {"gift": _piece_words(gift), "safe": safe})


def _piece_words(piece: int) -> dict[str, str]:
    return {language: describe(piece, language) for language in ("en", "fr")}


def _joined(words: list[dict[str, str]]) -> dict[str, str]:
    return {language: ", ".join(word[language] for word in words) for language in ("en", "fr")}
