"""Axis & Allies: five powers, two sides, one world map."""

from partie.core.capabilities import Capabilities, Ref
from partie.core.compiled.records import prepare
from partie.core.compiled.verbs import register
from partie.core.game import Game, SeatsBy
from partie.core.words import read_words
from partie.games.axisallies import rules
from partie.games.axisallies.options import (
    OPTIONS,
    PRESETS,
)
from partie.games.axisallies.players.roster import (
    FAMILIES,
    LEVELS,
)
from partie.games.axisallies.rules.board import ALL_BOARDS, POWER_NAMES
from partie.games.axisallies.text.display import (
    SIDE_TITLES,
    display,
    draw,
    final,
    outcome,
    resignation,
)
from partie.games.axisallies.text.notation import AxisAlliesNotation

register(rules.State, rules=rules)
prepare(rules.State)

GAME = Game(
    name="axisallies",
    version=1,
    title={"en": "Axis & Allies", "fr": "Axis & Allies"},
    blurb={
        "en": "Spring 1942: five powers, one world, and dice.",
        "fr": "Printemps 1942 : cinq puissances, un monde, et des dés.",
    },
    rules=rules,
    notation=AxisAlliesNotation(),
    display=display,
    draw=draw,
    seats=(min(board.powers for board in ALL_BOARDS), max(board.powers for board in ALL_BOARDS)),
    usual_seats=len(POWER_NAMES),
    seats_by=SeatsBy("board", {board.id: board.powers for board in ALL_BOARDS}),
    teams=((0, 2, 4), (1, 3)),
    seat_titles=POWER_NAMES,
    team_titles=SIDE_TITLES,
    chance=True,
    longest=rules.LONGEST,
    options=OPTIONS,
    presets=PRESETS,
    families=FAMILIES,
    levels=LEVELS,
    hinter=LEVELS["expert"].spec,
    phrases=read_words("partie.search", __name__),
    outcome=outcome,
    rounds=lambda state: int(state.record.round_number),
    resignation=resignation,
    final=final,
    can=Capabilities(
        trainings={
            "doctrine": Ref("partie.games.axisallies.lab.tune:train_doctrine"),
            "judgement": Ref("partie.games.axisallies.lab.train_judgement:train_judgement"),
        },
        reproduce=Ref("partie.games.axisallies.lab.reproduce:reproduce"),
        commands={
            "odds": Ref("partie.games.axisallies.odds.command:odds"),
            "wars": Ref("partie.games.axisallies.lab.wars:wars"),
            "conduct": Ref("partie.games.axisallies.lab.conduct:conduct"),
        },
        bench=Ref("partie.games.axisallies.lab.bench:bench_rows"),
        routes=Ref("partie.games.axisallies.routes:ROUTES"),
        commentary=Ref("partie.games.axisallies.story"),
        rehearsal=Ref("partie.games.axisallies.companion.rehearsal:rehearse"),
        offline=("strategist", "hybrid:playouts=8"),
    ),
)
