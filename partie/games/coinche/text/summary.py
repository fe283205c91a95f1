"""A finished deal in words: the points made, the contract, what each side marks and why."""

from __future__ import annotations

from collections.abc import Sequence

from partie.core.parameters import Text, both
from partie.core.phrases import filled
from partie.core.words import LANGUAGES, read_words, section
from partie.games.coinche import rules
from partie.games.coinche.rules import calls
from partie.games.coinche.text.notation import call_sign

Words = dict[str, str]
_SENTENCES = section(read_words("partie.games.coinche"), "summary")
_NOTHING = both("", "")


def explained(row: Sequence[int], marking: str, rounded: bool) -> Words:
    """A row of the score sheet in two or three sentences."""
    deal = _Deal(row, rounded)
    if marking == "trick_points":
        parts = [deal.made_points(), deal.raw_marks()]
    elif marking == "bid_only":
        parts = [deal.made_points(), deal.verdict(), deal.bid_marks()]
    else:
        parts = [deal.made_points(), deal.verdict(), deal.marks()]
    sentences = [*parts, *([deal.rounding()] if deal.was_rounded() else [])]
    return {language: " ".join(part[language] for part in sentences) for language in LANGUAGES}


class _Deal:
    """The numbers of a row, from the declarers' side."""

    def __init__(self, row: Sequence[int], rounded: bool) -> None:
        side = row[rules.ROW_BIDDER] & 1
        sides = (side, 1 - side)
        self.bid = row[rules.ROW_BID]
        self.value = int(calls.value_of(self.bid))
        self.doubled = row[rules.ROW_DOUBLED]
        self.made = bool(row[rules.ROW_MADE])
        self.points = [row[rules.ROW_POINTS + s] for s in sides]
        self.extras = [row[rules.ROW_EXTRAS + s] for s in sides]
        self.marked = [row[rules.ROW_MARKS + s] for s in sides]
        self.totals = [self.points[i] + self.extras[i] for i in range(2)]
        self._rounded = rounded
        self._exact = list(self.marked)

    def made_points(self) -> Words:
        return filled(_SENTENCES["made"], {"ours": self._total(0), "theirs": self._total(1)})

    def _total(self, i: int) -> Words:
        data = {"total": self.totals[i], "points": self.points[i], "extras": self.extras[i]}
        return filled(_SENTENCES["points_and_extras" if self.extras[i] else "points"], data)

    def verdict(self) -> Words:
        data = {
            "sign": call_sign(self.bid),
            "doubled": (_NOTHING, _SENTENCES["coinched"], _SENTENCES["surcoinched"])[self.doubled],
            "result": _SENTENCES[self._result()],
            "why": self._why(),
        }
        return filled(_SENTENCES["contract"], data)

    def _result(self) -> str:
        return "kept" if self.made else "failed"

    def _why(self) -> Text:
        """The reason, if the numbers alone do not show it."""
        step = int(calls.step_of(self.bid))
        if step == calls.GENERALE:
            return _SENTENCES[f"{self._result()}.generale"]
        if step == calls.CAPOT:
            return _SENTENCES[f"{self._result()}.capot"]
        if not self.made and self.totals[0] >= self.value:
            return _SENTENCES["failed.majority"]
        return _NOTHING

    def marks(self) -> Words:
        """What both sides mark when points made and the contract count: the declarers, then the defenders."""
        if self.doubled:
            won = _sum([f"{1 << self.doubled} × (160 + {self.value})"], (160 + self.value) << self.doubled, self.extras[0 if self.made else 1])  # fmt: skip
            lost = self.extras[1 if self.made else 0]
            return self._sides(won, str(lost)) if self.made else self._sides(str(lost), won)
        if self.made:
            ours = _sum([str(self.totals[0])], self.totals[0], self.value)
            return self._sides(ours, str(self.totals[1]))
        theirs = _sum(["160", str(self.value)], 160 + self.value, self.extras[1])
        return self._sides(str(self.extras[0]), theirs)

    def bid_marks(self) -> Words:
        won = self.value << self.doubled
        text = f"{1 << self.doubled} × {self.value} = {won}" if self.doubled else str(won)
        return self._sides(text, "0") if self.made else self._sides("0", text)

    def raw_marks(self) -> Words:
        return self._sides(str(self.totals[0]), str(self.totals[1]))

    def _sides(self, ours: str, theirs: str) -> Words:
        self._exact = [int(text.rpartition(" ")[2]) for text in (ours, theirs)]
        return filled(_SENTENCES["marks"], {"ours": ours, "theirs": theirs})

    def was_rounded(self) -> bool:
        return self._rounded and self._exact != self.marked

    def rounding(self) -> Words:
        return filled(_SENTENCES["rounded"], {"ours": self.marked[0], "theirs": self.marked[1]})


def _sum(parts: list[str], so_far: int, more: int) -> str:
    """A sum in words: `160 + 90 + 20 = 270`."""
    words = [*parts, *([str(more)] if more else [])]
    return f"{' + '.join(words)} = {so_far + more}" if words != [str(so_far)] else str(so_far)
