"""A finished deal in words: the points made, the contract, what each side marks and why."""

from __future__ import annotations

from collections.abc import Sequence

from partie.games.coinche import rules
from partie.games.coinche.rules import calls
from partie.games.coinche.text.notation import call_sign

Words = dict[str, str]


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
    return {language: " ".join(part[language] for part in sentences) for language in ("en", "fr")}


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
        ours, theirs = (self._total(i) for i in range(2))
        return {
            "en": f"The declarers made {ours['en']}, the defenders {theirs['en']}.",
            "fr": f"L’attaque a fait {ours['fr']}, la défense {theirs['fr']}.",
        }

    def _total(self, i: int) -> Words:
        if not self.extras[i]:
            return {"en": f"{self.totals[i]} points", "fr": f"{self.totals[i]} points"}
        return {
            "en": f"{self.totals[i]} points ({self.points[i]} and {self.extras[i]} for belote and annonces)",
            "fr": f"{self.totals[i]} points ({self.points[i]} et {self.extras[i]} de belote et d’annonces)",
        }

    def verdict(self) -> Words:
        sign = call_sign(self.bid)
        doubled = (("", ""), (", coinched,", ", contré,"), (", surcoinched,", ", surcontré,"))[self.doubled]
        why = self._why()
        result = ("is made", "est réussi") if self.made else ("fails", "est chuté")
        return {
            "en": f"The contract {sign}{doubled[0]} {result[0]}{why['en']}.",
            "fr": f"Le contrat {sign}{doubled[1]} {result[1]}{why['fr']}.",
        }

    def _why(self) -> Words:
        """The reason, if the numbers alone do not show it."""
        step = int(calls.step_of(self.bid))
        if step == calls.GENERALE:
            return {
                "en": ": the bidder alone "
                + ("took every trick" if self.made else "did not take every trick"),
                "fr": " : le preneur seul "
                + ("a fait tous les plis" if self.made else "n’a pas fait tous les plis"),
            }
        if step == calls.CAPOT:
            return {
                "en": ": they took every trick" if self.made else ": they did not take every trick",
                "fr": " : elle a fait tous les plis" if self.made else " : elle n’a pas fait tous les plis",
            }
        if not self.made and self.totals[0] >= self.value:
            return {
                "en": ": the declarers need more points than the defenders",
                "fr": " : l’attaque doit faire plus de points que la défense",
            }
        return {"en": "", "fr": ""}

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
        return {
            "en": f"The declarers mark {ours}, the defenders {theirs}.",
            "fr": f"L’attaque marque {ours}, la défense {theirs}.",
        }

    def was_rounded(self) -> bool:
        return self._rounded and self._exact != self.marked

    def rounding(self) -> Words:
        return {
            "en": f"Rounded to tens: {self.marked[0]} and {self.marked[1]}.",
            "fr": f"Arrondi à la dizaine : {self.marked[0]} et {self.marked[1]}.",
        }


def _sum(parts: list[str], so_far: int, more: int) -> str:
    """A sum in words: `160 + 90 + 20 = 270`."""
    words = [*parts, *([str(more)] if more else [])]
    return f"{' + '.join(words)} = {so_far + more}" if words != [str(so_far)] else str(so_far)
