"""Studies: one agent with its parameters varied over a grid or a design, against one opponent; how the result
responds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

from partie.arena import pages, plots
from partie.arena.files import check_keys, read_toml
from partie.arena.pages import Stint
from partie.arena.statistics import Interval, mean_interval, share_interval
from partie.arena.tournament import Played, Tournament
from partie.core.errors import BadOption
from partie.core.registry import game as game_named
from partie.core.words import LANGUAGES, read_words

Setting = tuple[tuple[str, Any], ...]
"""Values of the varied parameters, by name."""


@dataclass(frozen=True)
class Study:
    """What is varied: `vary` gives the values of each parameter, and every combination of them is a point; or
    `points` lists the points themselves, each with a value for the same parameters.

    >>> study = Study("a game", "mcts", "beginner", {"iterations": [10, 20], "c": [0.5, 1.0]})
    >>> study.agents[0], len(study.agents)
    ('mcts:iterations=10,c=0.5', 4)
    """

    game: str
    agent: str
    opponent: str
    vary: Mapping[str, list[Any]] = field(default_factory=dict)
    games: int = 100
    seed: int = 0
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    points: Sequence[Mapping[str, Any]] = ()

    @classmethod
    def read(cls, path: Path) -> Study:
        """The study described in a TOML file."""
        return cls.of(read_toml(path))

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Study:
        """The study with these keys; `BadOption` names the key that is wrong."""
        check_keys("A study", data, cls)
        for key in ("game", "agent", "opponent"):
            if key not in data:
                raise BadOption(f"A study needs {key}.")
        if ("vary" in data) == ("points" in data):
            raise BadOption("A study needs either [vary], a grid, or [[points]], a list of points.")
        if "vary" in data:
            _check_grid(data["vary"])
        else:
            _check_points(data["points"])
        study = cls(**data)
        study.tournament.check()
        return study

    @property
    def parameters(self) -> list[str]:
        """The parameters that are varied."""
        return list(self.points[0] if self.points else self.vary)

    @property
    def settings(self) -> list[Setting]:
        """Every point: all combinations of values, or those that are listed."""
        if self.points:
            return [tuple((name, point[name]) for name in self.parameters) for point in self.points]
        return [tuple(zip(self.vary, values, strict=True)) for values in product(*self.vary.values())]

    def values(self, parameter: str) -> list[Any]:
        """The values of a parameter, each once, in the order of the points."""
        return list(dict.fromkeys(dict(setting)[parameter] for setting in self.settings))

    @property
    def agents(self) -> tuple[str, ...]:
        """The spec of every point."""
        joint = "," if ":" in self.agent else ":"
        return tuple(
            self.agent + joint + ",".join(f"{name}={value}" for name, value in setting)
            for setting in self.settings
        )

    @property
    def tournament(self) -> Tournament:
        """The games to play: every point against the opponent, all on the same deals."""
        return Tournament(
            self.game,
            (self.opponent, *self.agents),
            "gauntlet",
            self.games,
            self.seed,
            self.seats,
            self.options,
        )

    def run(
        self,
        out: Path | None = None,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> list[Response]:
        """Play what is not played yet; the response at every point."""
        return self.responses(self.tournament.run(out, jobs=jobs, cluster=cluster, progress=progress))

    def responses(self, played: Played) -> list[Response]:
        """The response at every point, from games that were played."""
        return [_response(self, played, number) for number in range(len(self.settings))]


def _check_grid(vary: object) -> None:
    if not isinstance(vary, dict) or not vary:
        raise BadOption(
            "[vary] gives a list of values for each parameter, for example iterations = [10, 100]."
        )
    for name, values in vary.items():
        if not isinstance(values, list) or not values:
            raise BadOption(f"{name} in [vary] must be a list of values, not {values!r}.")


def _check_points(points: object) -> None:
    if not isinstance(points, list) or not points or not all(isinstance(one, dict) and one for one in points):
        raise BadOption("Each of [[points]] gives a value for each parameter, for example iterations = 10.")
    for point in points:
        if set(point) != set(points[0]):
            raise BadOption("All of [[points]] must have the same parameters.")


@dataclass(frozen=True)
class Response:
    """What one point gave against the opponent."""

    setting: dict[str, Any]
    agent: str
    games: int
    difference: float
    difference_ci95: Interval
    win_share: float
    win_share_ci95: Interval
    ms_per_move: float


def _response(study: Study, played: Played, number: int) -> Response:
    """The point of that number: pairing `number` is the opponent (agent 0) against it (agent 1)."""
    blocks = [block for unit, block in played.blocks.items() if unit.pairing == number]
    differences = [block.scores[1] - block.scores[0] for block in blocks]
    wins = [block.wins[1] for block in blocks]
    decisions = sum(block.decisions[1] for block in blocks)
    return Response(
        setting=dict(study.settings[number]),
        agent=study.agents[number],
        games=sum(len(games) for unit, games in played.units.items() if unit.pairing == number),
        difference=fmean(differences),
        difference_ci95=mean_interval(differences),
        win_share=fmean(wins),
        win_share_ci95=share_interval(wins),
        ms_per_move=1000 * sum(block.seconds[1] for block in blocks) / max(1, decisions),
    )


def write_study(folder: Path, study: Study, responses: list[Response], stints: Sequence[Stint] = ()) -> None:
    """Write `responses.json`, the plot and `report.html`, which says where it was played if `stints` does."""
    data = json.dumps([asdict(one) for one in responses], ensure_ascii=False, indent=1)
    (folder / "responses.json").write_text(data + "\n", encoding="utf-8")
    (folder / "plots").mkdir(exist_ok=True)
    bodies = []
    for language in LANGUAGES:
        words = {key: text[language] for key, text in read_words("partie.arena").items()}
        plot = _plot(study, responses, words["study.difference"], language)
        if language == LANGUAGES[0]:
            (folder / "plots" / "response.svg").write_text(plots.standalone(plot), encoding="utf-8")
        bodies.append(_body(study, responses, words, language, plot, stints))
    title = study.title or study.game
    (folder / "report.html").write_text(pages.page(title, bodies), encoding="utf-8")


def _curves(study: Study, responses: list[Response]) -> tuple[str, dict[str, list[plots.Point]]]:
    """The parameter with most values runs along the axis; every combination of the others is a curve."""
    along = max(study.parameters, key=lambda name: len(study.values(name)))
    curves: dict[str, list[plots.Point]] = {}
    for one in responses:
        rest = ", ".join(f"{name}={value}" for name, value in one.setting.items() if name != along)
        at = one.setting[along]
        x = float(at) if isinstance(at, int | float) else float(study.values(along).index(at))
        point = plots.Point(x, one.difference, "", one.difference_ci95)
        curves.setdefault(rest, []).append(point)
    return along, curves


def _plot(study: Study, responses: list[Response], y_title: str, language: str) -> str:
    along, curves = _curves(study, responses)
    xs = [point.x for row in curves.values() for point in row]
    logarithmic = min(xs) > 0 and max(xs) / min(xs) >= 20
    return plots.curves(curves, study.title or study.agent, along, y_title, logarithmic, language)


def _body(
    study: Study,
    responses: list[Response],
    words: Mapping[str, str],
    language: str,
    plot: str,
    stints: Sequence[Stint],
) -> str:
    game = game_named(study.game)
    _, curves = _curves(study, responses)
    title = study.title or words["study.title"].format(game=game.title[language])
    summary = words["study.summary"].format(
        agent=study.agent, opponent=study.opponent, games=responses[0].games
    )
    head = [
        words[key]
        for key in (
            "study.point",
            "study.difference",
            "report.interval",
            "study.wins",
            "report.interval",
            "report.time",
        )
    ]
    rows = [
        [
            escape(", ".join(f"{name}={value}" for name, value in one.setting.items())),
            plots.numeral(f"{one.difference:.3f}", language),
            pages.numbers(one.difference_ci95, ".2f", language),
            plots.numeral(f"{one.win_share:.1%}", language),
            pages.numbers(one.win_share_ci95, ".1%", language),
            plots.numeral(f"{one.ms_per_move:.2f}", language),
        ]
        for one in responses
    ]
    return pages.main(
        language,
        title,
        [
            f"<p>{escape(summary)}</p><h2>{escape(words['study.response'])}</h2>",
            f'<p class="muted">{escape(words["study.response.help"])}</p>',
            pages.legend([name for name in curves if name]),
            pages.scrolled(plot),
            pages.table([escape(one) for one in head], rows),
            pages.played_where(language, stints),
            f'<p class="muted">{pages.say(language, "raw")} <a href="responses.json">responses.json</a>.</p>',
        ],
    )
