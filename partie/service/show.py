"""Renders what clients see.

Everything the service sends about a table is made here, from the view of one seat."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from partie.core.agent import Decision
from partie.core.game import Game, SeatsBy, View, sides
from partie.core.match import Match
from partie.core.parameters import Parameter, Text
from partie.core.phrases import Names, filled, numbered, seat_word, seats_word
from partie.core.record import Ending, EndKind
from partie.service import models
from partie.service.boards import board_url
from partie.service.errors import NotFound
from partie.service.presence import Presence
from partie.service.requests import Asked
from partie.service.storage import ASIDE, Event
from partie.service.table import Hint, Seen, StandIn, Table

_RESIGNED = {"en": "{name} resigned.", "fr": "{name} abandonne."}
_ENDED = {
    "abandoned": {"en": "{names} left the game.", "fr": "{names} a quitté la partie."},
    "out-of-time": {"en": "{names} ran out of time.", "fr": "{names} a dépassé le temps."},
    "drawn": {"en": "The players agreed on a draw.", "fr": "Les joueurs se sont accordés sur la nulle."},
}
_LEFT_TOGETHER = {"en": "{names} left the game.", "fr": "{names} ont quitté la partie."}
_FAILED = {
    "en": "{name} cannot continue: the program failed. Take back a move, take over its seat, or resign.",
    "fr": "{name} ne peut pas continuer : le programme a échoué. Reprenez un coup, prenez sa place ou abandonnez.",
}


def _words(text: Text) -> models.Words:
    return models.Words(en=text["en"], fr=text.get("fr", text["en"]))


def _setting(parameter: Parameter) -> models.Setting:
    return models.Setting(
        name=parameter.name,
        kind=parameter.kind,
        default=parameter.default,
        choices=[models.Choice(name=name, title=_words(title)) for name, title in parameter.choices.items()]
        if parameter.choices is not None
        else None,
        low=parameter.low,
        high=parameter.most_shared,
        title=_words(parameter.title),
        help=_words(parameter.help),
        group=_words(parameter.group) if parameter.group else None,
    )


def _seats_by(declared: SeatsBy | None) -> models.SeatsBy | None:
    if declared is None:
        return None
    return models.SeatsBy(
        option=declared.option, seats={str(value): n for value, n in declared.seats.items()}
    )


def render_game(game: Game, ready: bool) -> models.Game:
    """Render the declaration of a game."""
    return models.Game(
        name=game.name,
        version=game.version,
        title=_words(game.title),
        blurb=_words(game.blurb),
        seats=models.SeatRange(
            min=game.seats[0], max=game.seats[1], usual=game.table_size, by=_seats_by(game.seats_by)
        ),
        teams=[list(team) for team in game.teams] if game.teams is not None else None,
        hidden=game.hidden,
        chance=game.chance,
        out_of_time=game.out_of_time,
        ready=ready,
        options=[_setting(option) for option in game.options],
        presets=[
            models.Preset(
                name=preset.name,
                title=_words(preset.title),
                help=_words(preset.help),
                options=game.preset_options(preset.name),
                usual_in=list(preset.usual_in),
            )
            for preset in game.presets
        ],
        levels=[
            models.Level(
                name=level.name,
                spec=level.spec,
                title=_words(level.title),
                character=_words(level.character),
                help=_words(level.help),
            )
            for level in game.levels.values()
        ],
        agents=[
            models.AgentFamily(
                name=family.name,
                title=_words(family.title),
                help=_words(family.help),
                params=[_setting(param) for param in family.params],
                seats=list(family.seats) if family.seats is not None else None,
            )
            for family in game.families.values()
        ],
        board=board_url(game),
    )


def render_rules(game: Game, lang: str) -> models.Rules:
    """Render the rules page in this language, or in English if there is none."""
    for language in (lang, "en"):
        page = game.folder / f"rules.{language}.md"
        if page.is_file():
            return models.Rules(lang=language, markdown=page.read_text(encoding="utf-8"))
    raise NotFound(f"There is no rules page for {game.name}.", game=game.name)


def render_reason(game: Game, key: str, data: Mapping[str, Any], names: Names = numbered) -> models.Reason:
    """Render a reason as text.

    An agent from another package may use a key without a phrase: then the key is the text."""
    text = game.phrase(key, data, names) if key in game.phrases else {"en": key}
    return models.Reason(key=key, data=dict(data), text=_words(text))


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def render_decision(
    view: View, agent: str, decision: Decision, seconds: float, names: Names = numbered
) -> models.Decision:
    """Render a decision about this view, with moves as text."""
    why = decision.why
    return models.Decision(
        move=view.text(decision.move),
        data=_data(view, decision.move),
        value=_finite(decision.value),
        agent=agent,
        seconds=round(seconds, 3),
        candidates=[
            models.Candidate(
                move=view.text(c.move),
                data=_data(view, c.move),
                value=_finite(c.value),
                visits=c.visits,
                exact=c.exact,
            )
            for c in decision.candidates
        ],
        why=render_reason(view.game, why.key, why.data, names) if why else None,
    )


def _data(view: View, move: int) -> dict[str, Any] | None:
    """Return a move as data, where its text does not say everything."""
    data = view.game.notation.move_data(view.record, move)
    return None if data is None else dict(data)


@dataclass(frozen=True)
class Sight:
    """What a seat sees of a table: the view, as data and as text."""

    view: View
    shown: dict[str, Any]
    text: str


class Scene:
    """A table as it is now, with what is the same for several who see it: that is rendered once.

    Use with the table locked, and only until it changes."""

    def __init__(self, table: Table, thinking: bool) -> None:
        self.table, self.thinking = table, thinking
        self._sights: dict[int | None, Sight] = {}
        self._public: dict[str, Any] | None = None

    def sight(self, seat: int | None) -> Sight:
        """Return what a seat sees, or a spectator. Where nothing is hidden, all see the same."""
        key = seat if self.table.game.hidden else None
        if key not in self._sights:
            view = self.table.view(key)
            self._sights[key] = Sight(view, view.display(), str(view))
        return self._sights[key]

    @property
    def public(self) -> dict[str, Any]:
        """The part of the state that everybody sees."""
        if self._public is None:
            self._public = _render_public(self.table, self.thinking)
        return self._public


def render_table(scene: Scene, own_seats: frozenset[int]) -> models.Table:
    """Render a table with all its moves, as these seats or a spectator may see it."""
    table, state = scene.table, _render_state(scene, own_seats)
    return models.Table(
        **vars(state),
        id=table.id,
        game=table.game.name,
        version=table.version,
        origin=table.origin,
        options=dict(table.match.options),
        created=table.created,
        moves=_render_moves(table, state.seat),
        seed_hash=table.seed_hash,
        hints=table.hints,
        clock=_clock(table),
        previous=table.previous,
        delay=table.delay,
    )


def render_update(scene: Scene, own_seats: frozenset[int], before: Seen) -> models.Update | None:
    """Render what happened since a client last saw the table; None if that is too long ago."""
    table = scene.table
    events = table.events_since(before.seq)
    if events is None:
        return None
    state = _render_state(scene, own_seats)
    was_over = state.status == "over" and all(event.kind in ASIDE for event in events)
    return models.Update(
        since=before.seq,
        events=[_render_event(table, event, state.seat) for event in events],
        revised=_revised(table, state.seat, before, was_over),
        now=state,
    )


def _revised(table: Table, seat: int | None, before: Seen, was_over: bool) -> list[models.PlayedMove]:
    """Return the earlier moves that are now rendered differently than they were for `before`."""
    over = table.status == "over"
    if (seat, over) == (before.seat, was_over):
        return []
    return [
        models.PlayedMove(**move)
        for ply in range(bisect_right(table.move_seqs, before.seq))
        if (move := _played(table, ply, seat, over)) != _played(table, ply, before.seat, was_over)
    ]


def _render_event(table: Table, event: Event, seat: int | None) -> models.TableEvent:
    seq, actor, data = event.seq, event.seat, event.data
    if event.kind == "move":
        ply = bisect_left(table.move_seqs, seq)
        if table.move_seqs[ply : ply + 1] != [seq]:
            return models.MoveEvent(seq=seq, seat=actor, move=None)  # taken back since
        return models.MoveEvent(**_played(table, ply, seat, table.status == "over"))
    if event.kind == "takeback":
        return models.TakebackEvent(seq=seq, seat=actor, count=data["count"])
    if event.kind == "sit":
        return models.SitEvent(seq=seq, seat=actor, name=data["name"])
    if event.kind == "next":
        return models.NextEvent(seq=seq, seat=actor, table=data["table"])
    return _render_change(event)


def _render_change(event: Event) -> models.TableEvent:
    """Render an event that players have agreed on, or that is about somebody who is away or out of time."""
    seq, actor, data = event.seq, event.seat, event.data
    if event.kind == "stand_in":
        return models.StandInEvent(seq=seq, seat=actor, away=data["for"], agent=data["agent"])
    if event.kind == "return":
        return models.ReturnEvent(seq=seq, seat=actor)
    if event.kind == "claim":
        return models.ClaimEvent(seq=seq, seat=actor, away=data["away"])
    if event.kind == "ask":
        known = {key: data[key] for key in ("what", "needed", "program", "agent") if key in data}
        return models.AskEvent(seq=seq, seat=actor, **known)
    if event.kind == "answer":
        return models.AnswerEvent(seq=seq, seat=actor, yes=data["yes"])
    if event.kind == "level":
        return models.LevelEvent(seq=seq, seat=actor, program=data["program"], agent=data["agent"])
    if event.kind == "timeout":
        return models.TimeoutEvent(seq=seq, seat=actor, agent=data["agent"])
    if event.kind == "part":
        return models.PartEvent(seq=seq, seat=actor)
    if event.kind == "fill":
        return models.FillEvent(seq=seq, seat=actor, agent=data["agent"], name=data["name"])
    if event.kind == "doors":
        return models.DoorsEvent(seq=seq, seat=actor, open=data["open"])
    if event.kind in ("draw", "pause", "resume"):
        return models.TableChangeEvent(kind=event.kind, seq=seq, seat=actor)
    return models.ResignEvent(seq=seq, seat=actor)


def _render_state(scene: Scene, own_seats: frozenset[int]) -> models.TableState:
    table = scene.table
    seat = table.seat_of(own_seats)
    sight = scene.sight(seat)
    view = sight.view
    is_own_turn = table.may_move(own_seats)
    moves = view.moves if is_own_turn else []
    return models.TableState(
        **scene.public,
        seat=seat,
        seats=[
            models.Seat(
                seat=number,
                kind=who.kind,
                name=who.name,
                agent=who.agent,
                you=number in own_seats,
                kept_for=who.kept_for,
                stand_in=_stand_in(table.stand_ins.get(number)),
                colour=who.colour,
                title=_words(table.game.seat_titles[number]) if table.game.seat_titles else None,
            )
            for number, who in enumerate(table.seats)
        ],
        legal=view.texts(moves),
        legal_data=view.game.notation.legal_data(view.record, moves) if moves else None,
        view=sight.shown,
        position=sight.text,
        can=models.Can(
            move=is_own_turn,
            takeback=table.can_take_back(own_seats),
            hint=is_own_turn and table.hints != "off",
            resign=table.status == "playing" and bool(own_seats),
            ask=table.can_ask(own_seats),
            doors=table.status != "over" and bool(own_seats & table.creators),
        ),
    )


def _render_public(table: Table, thinking: bool) -> dict[str, Any]:
    over = table.status == "over"
    return {
        "seq": table.seq,
        "turn": table.turn_seq,
        "status": table.status,
        "to_move": table.to_move,
        "thinking": thinking,
        "paused": table.paused,
        "turn_since": table.turn_since,
        "time_left": _time_left(table),
        "asked": _asked(table.asked),
        "plies": len(table.match.moves),
        "scores": table.match.state.scores if over and table.ending is None else None,
        "result": _result(table) if over else None,
        "seed": table.seed if over else None,
        "awaited": sorted(table.awaited),
        "seed_parts": _seed_parts(table, over),
        "closed": table.closed,
        "hint": render_hint(table.hint, names_at(table)) if table.hint else None,
        "next": table.next,
        "trouble": _trouble(table),
    }


def _seed_parts(table: Table, over: bool) -> list[models.SeedPart]:
    parts = [models.SeedPart(seat=seat, part=part) for seat, part in sorted(table.parts.items())]
    return [models.SeedPart(seat=None, part=table.server_part), *parts] if over and parts else parts


def _stand_in(stand_in: StandIn | None) -> models.StandIn | None:
    return None if stand_in is None else models.StandIn(agent=stand_in.agent, until=stand_in.until)


def _asked(asked: Asked | None) -> models.Asked | None:
    if asked is None:
        return None
    return models.Asked(
        seq=asked.seq,
        seat=asked.seat,
        what=asked.what,
        needed=sorted(asked.needed),
        program=asked.data.get("program"),
        agent=asked.data.get("agent"),
    )


def _clock(table: Table) -> models.Clock | None:
    if table.times is None:
        return None
    return models.Clock(**vars(table.times.clock), out_of_time=table.game.out_of_time)


def _time_left(table: Table) -> models.TimeLeft | None:
    if table.times is None:
        return None
    people = [seat.kind != "program" for seat in table.seats]
    seconds = [
        round(left, 1) if person else None for left, person in zip(table.times.left, people, strict=True)
    ]
    return models.TimeLeft(seconds=seconds, running=table.times.running)


def render_presence(table: Table, presence: Presence) -> models.Presence:
    """Render who is at a table now."""
    return models.Presence(
        seats=[
            models.SeatPresence(
                seat=number,
                here=presence.is_here(table.id, number),
                away_since=presence.away_since(table.id, number),
                seconds=math.floor(10 * presence.seconds_away(table.id, number)) / 10,
            )
            for number, seat in enumerate(table.seats)
            if seat.kind == "person"
        ],
        watchers=presence.watchers(table.id),
        grace=presence.grace,
        now=datetime.now(UTC),
    )


def render_hint(hint: Hint, names: Names) -> models.TableHint:
    """Render a hint that everybody at the table sees."""
    decision = render_decision(hint.view, hint.agent, hint.decision, hint.seconds, names)
    return models.TableHint(seat=hint.seat, decision=decision)


def names_at(table: Table) -> Names:
    """Return a function that names the players of a table in sentences: by the seat's title if there is one.

    A program named after its level, as in records, gets the name of the level's character."""
    seats, levels, titles = list(table.seats), table.game.levels, table.game.seat_titles

    def named(seat: int) -> Text:
        if titles:
            return titles[seat]
        name, agent = seats[seat].name, seats[seat].agent
        if name and name == agent and name in levels:
            return levels[name].character
        return {language: name or number for language, number in numbered(seat).items()}

    return named


def _render_moves(table: Table, seat: int | None) -> list[models.PlayedMove]:
    """Render the moves so far, as this seat may see them."""
    over = table.status == "over"
    return [models.PlayedMove(**_played(table, ply, seat, over)) for ply in range(len(table.move_seqs))]


def _played(table: Table, ply: int, seat: int | None, over: bool) -> dict[str, Any]:
    """Return a move; without its text while it is hidden from this seat and the game is not over."""
    match, agent = table.match, table.move_agents[ply]
    facts = {"seq": table.move_seqs[ply], "seat": match.movers[ply], "move": None, "agent": agent}
    if match.hidden[ply] and match.movers[ply] != seat and not over:
        return facts
    return {**facts, "move": match.moves[ply], "data": match.data[ply]}


def _trouble(table: Table) -> models.Trouble | None:
    if table.trouble is None:
        return None
    seat = table.trouble.seat
    text = filled(_FAILED, {"name": seat_word(seat)}, names_at(table))
    return models.Trouble(seat=seat, text=_words(text))


def _result(table: Table) -> models.Result:
    winners = table.winners()
    side = _side(table.game, winners, len(table.seats))
    if table.ending is not None:
        kind = _KINDS[table.ending.kind]
        return models.Result(kind=kind, winners=winners, reason=_broken_off(table, table.ending), side=side)
    why = table.game.outcome(table.match.state)
    return models.Result(
        kind="win" if winners else "draw",
        winners=winners,
        reason=render_reason(table.game, *why, names_at(table)) if why else None,
        side=side,
    )


_KINDS: Mapping[EndKind, Literal["resigned", "abandoned", "out_of_time", "draw"]] = {
    "resigned": "resigned",
    "abandoned": "abandoned",
    "out-of-time": "out_of_time",
    "drawn": "draw",
}


def _broken_off(table: Table, ending: Ending) -> models.Reason:
    """Say how a game was broken off."""
    if ending.kind == "resigned":
        return _resignation(table, ending.seats[0])
    phrase = _ENDED[ending.kind] if len(ending.seats) <= 1 else _LEFT_TOGETHER
    who = {"names": seats_word(ending.seats)} if ending.seats else {}
    text = filled(phrase, who, names_at(table))
    return models.Reason(key=_KINDS[ending.kind], data={"seats": list(ending.seats)}, text=_words(text))


def _resignation(table: Table, seat: int) -> models.Reason:
    names = names_at(table)
    phrase = table.game.resignation
    text = (
        table.game.phrase(*phrase(table.match.state, seat), names)
        if phrase
        else filled(_RESIGNED, {"name": seat_word(seat)}, names)
    )
    return models.Reason(key="resigned", data={"seat": seat}, text=_words(text))


def _side(game: Game, winners: list[int], seats: int) -> models.Words | None:
    """Return the name of the winning team, if it has one."""
    for team, title in zip(sides(game, seats) if game.teams else (), game.team_titles, strict=False):
        if sorted(team) == sorted(winners):
            return _words(title)
    return None


def render_step(match: Match, move: str | None, seat: int | None, seen_by: int | None) -> models.Step:
    """Render a position after this move: with nothing hidden, or as the seat `seen_by` saw it.

    The position text is complete, so that an agent can be asked about it."""
    state, mover = match.state, match.movers[-1] if match.movers else None
    view = state.open_view(-1 if seat is None else seat) if seen_by is None else state.view(seen_by)
    return models.Step(ply=len(match.moves), seat=mover, move=move, position=str(state), view=view.display())
