"""Battles on land and at sea, round by round. Dice are thrown until a player has to choose losses, a
withdrawal or a retreat; `deciding` is that player.
"""

from partie.core.compiled.chance import below
from partie.core.compiled.types import Chance, Record, int64
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    BOARD_ATTACK,
    BOARD_DEFENCE,
    BOARD_HUNTERS,
    BOARD_ISLAND,
    CLASS,
    DEGREE,
    HEAVY_BOMBERS,
    JETS,
    LANDS,
    NEIGHBOURS,
    POWERS,
    SUPER_SUBS,
)
from partie.games.axisallies.rules.casualties import (
    attackers,
    choices,
    chooser,
    defenders,
    fighting_units,
    force_left,
    lose_as_usual,
    on_side,
    remove_doomed,
    ships_left,
    total_capacity,
)
from partie.games.axisallies.rules.control import (
    aircraft,
    capture,
    defended,
    enemy,
    friendly,
    friends,
    gun_fires,
    hostile,
    land_force,
    ships,
    side_of,
    strait_open,
)
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.movement import (
    shoot,
    take_guests,
)
from partie.games.axisallies.rules.state import (
    AFTER_BOMBARDMENT,
    AFTER_GUN,
    AFTER_STRIKE,
    AIR,
    ANY,
    ATTACK_FIRE,
    ATTACKER_SUBS,
    ATTACKERS,
    ATTACKERS_THREW,
    CLEARED,
    DEFENCE_FIRE,
    DEFENDER_SUBS,
    DEFENDERS,
    DEFENDERS_THREW,
    FOUGHT,
    GUN_THREW,
    LAND_BATTLE,
    NO_BATTLE,
    NOT_AIR,
    NOT_CLEARED,
    NOT_FOUGHT,
    O_AA_CASUALTIES,
    O_AIR_LEAVES_LANDING,
    O_COLUMN_LOSSES,
    O_LOW_LUCK,
    O_SUBMERGE,
    OPENING,
    PRESS,
    RETREATED,
    ROUND_BEGINS,
    ROUND_ENDS,
    SEA_BATTLE,
    SHIPS,
    SHIPS_BOMBARDED,
)
from partie.games.axisallies.rules.transports import (
    call_off_landings,
    go_ashore,
)
from partie.games.axisallies.rules.units import (
    ARTILLERY,
    BATTLESHIP,
    BOMBARD,
    BOMBER,
    CARRIER,
    DESTROYER,
    FIGHTER,
    HEAVY_BOMBER_DICE,
    INFANTRY,
    JET_DEFENCE,
    KINDS,
    LANDING_ATTACK,
    MARINE,
    SUBMARINE,
    SUPER_SUBMARINE_ATTACK,
    SUPPORT,
)

COLUMNS = 5
"""Columns of the battle board: one for each strength. Jets defend at five."""


@lean_jit
def attack_of(state: Record, kind: int) -> int:
    """The attack strength of a kind of unit."""
    if kind == SUBMARINE and state.techs[state.power] >> SUPER_SUBS & 1:
        return int64(SUPER_SUBMARINE_ATTACK)
    return BOARD_ATTACK[state.board, kind]


@lean_jit
def defence_of(state: Record, power: int, kind: int) -> int:
    """The defence strength of a kind of unit of a power."""
    if kind == FIGHTER and state.techs[power] >> JETS & 1:
        return int64(JET_DEFENCE)
    return BOARD_DEFENCE[state.board, kind]


@lean_jit
def dice_of(state: Record, power: int, kind: int) -> int:
    """The number of dice a unit throws."""
    return HEAVY_BOMBER_DICE if kind == BOMBER and state.techs[power] >> HEAVY_BOMBERS & 1 else 1


@lean_jit
def throw(state: Record, n: int, strength: int, chance: Chance) -> int:
    """Throw n dice of a column and return the number of hits."""
    hits = int64(0)
    for _ in range(n):
        face = below(chance, 6) + 1
        state.dice[strength, face] += 1
        if face <= strength:
            hits += 1
    state.thrown += n
    return hits


@lean_jit
def throw_low(state: Record, total: int, chance: Chance) -> int:
    """Throw by low luck: every six points of strength are a hit, and one die decides on the remainder."""
    rest = total % 6
    return total // 6 + (throw(state, 1, rest, chance) if rest > 0 else 0)


@lean_jit
def fire(state: Record, side: int, kinds: int, column: int, chance: Chance) -> None:
    """Fire one column of a side, or all columns at once for column 0. `kinds`: submarines only (1), all
    others (2), all units (3). The hits are then taken.
    """
    low, hits, total = state.options[O_LOW_LUCK], int64(0), int64(0)
    for power in range(POWERS):
        if (
            (power != state.power)
            if side == ATTACKERS
            else (side_of(state, power) == side_of(state, state.power))
        ):
            continue
        for kind in range(KINDS):
            if not kinds >> (0 if kind == SUBMARINE else 1) & 1:
                continue
            n = attackers(state, kind) if side == ATTACKERS else defenders(state, power, kind)
            strength = attack_of(state, kind) if side == ATTACKERS else defence_of(state, power, kind)
            n *= dice_of(state, power, kind)
            if side == ATTACKERS and kind in (INFANTRY, MARINE):
                better = LANDING_ATTACK if kind == MARINE else strength + SUPPORT
                helped = _helped(state, kind, n)
                n -= helped
                if low:
                    total += helped * better
                elif column == 0 or column == better:
                    hits += throw(state, helped, better, chance)
            if low:
                total += n * strength
            elif strength > 0 and (column == 0 or column == strength):
                hits += throw(state, n, strength, chance)
    if low:
        hits = throw_low(state, total, chance)
    state.hits = hits
    state.victim = DEFENDERS if side == ATTACKERS else ATTACKERS


@lean_jit
def _helped(state: Record, kind: int, n: int) -> int:
    """How many of n attackers have a better number: marines that landed, infantry with an artillery each."""
    if kind == MARINE:
        return int64(state.landed_marines)
    return min(n, attackers(state, ARTILLERY))


@lean_jit
def hunted(state: Record, side: int) -> bool:
    """Whether the enemies of a side have destroyers in the battle that hunt its submarines."""
    if BOARD_HUNTERS[state.board] == 0:
        return False
    for power in range(POWERS):
        if not on_side(state, power, side) and fighting_units(state, power, DESTROYER) > 0:
            return True
    return False


@lean_jit
def needs_answer(state: Record) -> bool:
    """Whether a player has to choose losses now. Hits that leave no choice are taken at once."""
    if state.hits <= 0:
        return False
    able = total_capacity(state)
    if able <= state.hits or choices(state) == 1:
        lose_as_usual(state)
        return False
    state.deciding = chooser(state)
    return True


@lean_jit
def open_battle(state: Record, space: int) -> None:
    """Begin the battle in a space; units on their way to it go ashore."""
    state.battle = space
    state.battle_kind = LAND_BATTLE if space < LANDS else SEA_BATTLE
    state.battle_round = 0
    state.stage = OPENING
    state.volley = 0
    state.hits = 0
    state.target = ANY
    state.asked = -1
    state.doomed[:, :] = 0
    state.hurt[:] = 0
    state.submerged[:] = 0
    state.amphibious = 0
    state.landed_marines = 0
    state.bombarding = 0
    if space < LANDS:
        state.bombarding = assign_bombardment(state, space)
        marines = go_ashore(state, space)
        if marines >= 0:
            state.amphibious = 1
            state.landed_marines = marines


@lean_jit
def assign_bombardment(state: Record, beach: int) -> int:
    """Choose the battleships that bombard a beach and return their number: those in zones from which units
    land without a sea battle. Each bombards once per turn and may not move afterwards.
    """
    total = int64(0)
    for row in range(SHIPS):
        zone = state.ship_zone[row]
        if zone < 0 or (state.landing[row, 0] != beach and state.landing[row, 1] != beach):
            continue
        if state.site[zone] == NOT_FOUGHT and state.bombarded[zone] == 0 and not hostile(state, zone):
            total += state.units[zone, state.power, BATTLESHIP]
            state.bombarded[zone] = 1
            state.fresh[zone, BATTLESHIP] = 0
    return total


@lean_jit
def run_battle(state: Record, chance: Chance) -> None:
    """Continue the battle until a player has to decide or it is over."""
    while state.battle >= 0:
        if needs_answer(state):
            return
        step(state, chance)
        if state.deciding >= 0:
            return


@lean_jit
def step(state: Record, chance: Chance) -> None:
    """Carry out the next stage of a battle. Sets `deciding` if a player has to choose."""
    state.deciding = -1
    state.target = ANY
    stage = state.stage
    if stage == OPENING:
        _fire_gun(state, chance)
    elif stage == AFTER_GUN:
        remove_doomed(state, ATTACKERS)
        state.stage = AFTER_BOMBARDMENT
        if force_left(state, ATTACKERS) == 0:
            finish(state)
        elif state.bombarding > 0:
            _bombard(state, chance)
    elif stage == AFTER_BOMBARDMENT:
        state.stage = ROUND_BEGINS
    elif stage == ROUND_BEGINS:
        _begin_round(state, chance)
    elif stage == AFTER_STRIKE:
        if not hunted(state, ATTACKERS):
            remove_doomed(state, DEFENDERS)
        state.stage = ATTACK_FIRE
        state.volley = 0
        clear_dice(state, ATTACKERS_THREW)
    elif stage == ATTACK_FIRE:
        _attack_column(state, chance)
    elif stage == DEFENCE_FIRE:
        _defence_column(state, chance)
    elif stage == ROUND_ENDS:
        _end_round(state)
    elif stage == ATTACKER_SUBS:
        _ask_attacker_subs(state)
    elif stage == DEFENDER_SUBS:
        _ask_defender_subs(state)
    else:
        _ask_to_press(state)


@lean_jit
def clear_dice(state: Record, who: int) -> None:
    """Clear the dice before a new throw. The attackers' throw stays visible in `struck` while the defenders
    throw.
    """
    for column in range(7):
        for face in range(7):
            state.struck[column, face] = state.dice[column, face] if who == DEFENDERS_THREW else 0
    state.dice[:, :] = 0
    state.threw = who


@lean_jit
def _fire_gun(state: Record, chance: Chance) -> None:
    state.stage = AFTER_GUN
    fighters, bombers = attackers(state, FIGHTER), attackers(state, BOMBER)
    if state.battle >= LANDS or not gun_fires(state, state.battle) or fighters + bombers == 0:
        return
    state.victim = ATTACKERS
    state.target = AIR
    if state.options[O_AA_CASUALTIES] == 0:
        state.hits = shoot(state, fighters + bombers, chance)
        return
    clear_dice(state, GUN_THREW)
    state.doomed[state.power, FIGHTER] = throw(state, fighters, 1, chance)
    state.doomed[state.power, BOMBER] = throw(state, bombers, 1, chance)


@lean_jit
def _bombard(state: Record, chance: Chance) -> None:
    clear_dice(state, SHIPS_BOMBARDED)
    state.victim = DEFENDERS
    n = int64(state.bombarding)
    state.hits = (
        throw_low(state, n * BOMBARD, chance)
        if state.options[O_LOW_LUCK]
        else throw(state, n, BOMBARD, chance)
    )


@lean_jit
def _begin_round(state: Record, chance: Chance) -> None:
    state.battle_round += 1
    state.volley = 0
    clear_dice(state, ATTACKERS_THREW)
    if state.battle_kind == LAND_BATTLE:
        state.stage = ATTACK_FIRE
        return
    state.stage = AFTER_STRIKE
    if attackers(state, SUBMARINE) > 0 and ships_left(state, DEFENDERS) > 0:
        state.target = NOT_AIR
        fire(state, ATTACKERS, 1, 0, chance)


@lean_jit
def _by_column(state: Record) -> bool:
    return state.options[O_COLUMN_LOSSES] == 1 and state.options[O_LOW_LUCK] == 0


@lean_jit
def _attack_column(state: Record, chance: Chance) -> None:
    """Fire the attackers' next column; at sea without submarines, which have already fired."""
    if state.volley == COLUMNS:
        state.stage = DEFENCE_FIRE
        state.volley = 0
        clear_dice(state, DEFENDERS_THREW)
        return
    state.volley += 1
    if _by_column(state):
        fire(state, ATTACKERS, 2, state.volley, chance)
    else:
        state.volley = COLUMNS
        fire(state, ATTACKERS, 2, 0, chance)


@lean_jit
def _defence_column(state: Record, chance: Chance) -> None:
    """Fire the defenders' next column: first its submarines, whose hits fall on ships only, then the
    others.
    """
    if state.volley == 2 * COLUMNS:
        state.stage = ROUND_ENDS
        return
    state.volley += 1
    subs = state.volley % 2 == 1
    column = (state.volley + 1) // 2 if _by_column(state) else 0
    if not _by_column(state) and not subs:
        state.volley = 2 * COLUMNS
    if subs:
        if state.battle_kind == SEA_BATTLE and ships_left(state, ATTACKERS) > 0:
            state.target = NOT_AIR
            fire(state, DEFENDERS, 1, column, chance)
    else:
        fire(state, DEFENDERS, 2, column, chance)


@lean_jit
def _end_round(state: Record) -> None:
    remove_doomed(state, ATTACKERS)
    remove_doomed(state, DEFENDERS)
    if force_left(state, ATTACKERS) == 0 or force_left(state, DEFENDERS) == 0:
        finish(state)
    else:
        state.stage = ATTACKER_SUBS if state.battle_kind == SEA_BATTLE else PRESS


@lean_jit
def came_from(state: Record, space: int, origin: int) -> bool:
    """Whether attackers came to a space from this neighbour."""
    for i in range(DEGREE[state.graph, space]):
        if NEIGHBOURS[state.graph, space, i] == origin:
            return state.came[space] >> i & 1 == 1
    return False


@lean_jit
def retreat_space(state: Record, goal: int) -> bool:
    """Whether the attackers may retreat to this space."""
    if not came_from(state, state.battle, goal):
        return False
    return not hostile(state, goal) if goal >= LANDS else friendly(state, goal)


@lean_jit
def sub_refuge(state: Record, power: int, goal: int) -> bool:
    """Whether a submarine of a power in the battle may withdraw to this zone."""
    if goal < LANDS:
        return False
    if power == state.power:
        return retreat_space(state, goal)
    if state.site[goal] != NOT_FOUGHT or not strait_open(state, power, state.battle, goal):
        return False
    for other in range(POWERS):
        if (
            side_of(state, other) != side_of(state, power)
            and ships(state, goal, other) + aircraft(state, goal, other) > 0
        ):
            return False
    return True


@lean_jit
def any_refuge(state: Record, power: int) -> bool:
    for i in range(DEGREE[state.graph, state.battle]):
        if sub_refuge(state, power, NEIGHBOURS[state.graph, state.battle, i]):
            return True
    return False


@lean_jit
def _ask_attacker_subs(state: Record) -> None:
    if (
        attackers(state, SUBMARINE) > 0
        and force_left(state, DEFENDERS) > 0
        and not hunted(state, ATTACKERS)
        and any_refuge(state, state.power)
    ):
        state.deciding = state.power
        state.asked = state.power
        return
    state.stage = DEFENDER_SUBS
    state.asked = -1


@lean_jit
def _ask_defender_subs(state: Record) -> None:
    """Ask each enemy power with submarines in turn. `asked` is the one that answered last."""
    if force_left(state, ATTACKERS) > 0 and not hunted(state, DEFENDERS):
        for power in range(state.asked, POWERS) if state.asked >= 0 else range(POWERS):
            if (
                side_of(state, power) == side_of(state, state.power)
                or defenders(state, power, SUBMARINE) == 0
            ):
                continue
            if state.options[O_SUBMERGE] or any_refuge(state, power):
                state.deciding = power
                state.asked = power
                return
    state.stage = PRESS
    state.asked = -1


@lean_jit
def stands_ground(state: Record) -> bool:
    """Whether the attacker has land units or ships in the battle; aircraft retreat only with them."""
    if state.battle < LANDS:
        return land_force(state, state.battle, state.power) > 0
    return ships(state, state.battle, state.power) > 0


@lean_jit
def may_retreat(state: Record) -> bool:
    """Whether the attacker may retreat in any way."""
    if state.amphibious:
        return air_may_leave(state)
    if not stands_ground(state):
        return True
    for i in range(DEGREE[state.graph, state.battle]):
        if retreat_space(state, NEIGHBOURS[state.graph, state.battle, i]):
            return True
    return False


@lean_jit
def air_may_leave(state: Record) -> bool:
    """Whether the option lets aircraft leave a landing, and there are any."""
    return (
        state.options[O_AIR_LEAVES_LANDING] == 1 and attackers(state, FIGHTER) + attackers(state, BOMBER) > 0
    )


@lean_jit
def _ask_to_press(state: Record) -> None:
    if force_left(state, ATTACKERS) == 0 or force_left(state, DEFENDERS) == 0:
        finish(state)
    elif may_retreat(state):
        state.deciding = state.power
    else:
        state.stage = ROUND_BEGINS


@lean_jit
def go_on(state: Record) -> None:
    """Continue the battle: the power that was asked stays."""
    if state.stage == ATTACKER_SUBS:
        state.stage = DEFENDER_SUBS
        state.asked = -1
    elif state.stage == DEFENDER_SUBS:
        state.asked += 1
        if state.asked == POWERS:
            state.stage = PRESS
            state.asked = -1
    else:
        state.stage = ROUND_BEGINS


@lean_jit
def withdraw(state: Record, power: int, n: int, goal: int) -> None:
    """Withdraw submarines from the battle to a neighbouring zone."""
    state.units[state.battle, power, SUBMARINE] -= n
    state.units[goal, power, SUBMARINE] += n
    if power == state.power:
        state.fresh[state.battle, SUBMARINE] = 0


@lean_jit
def air_leaves(state: Record) -> None:
    """Take the attacker's aircraft out of the battle."""
    space = state.battle
    for kind in range(2):
        for flown in range(state.flown.shape[2]):
            raiders = state.raiding[space, flown] if kind == 1 else 0
            state.idle[space, kind, flown] = state.flown[space, kind, flown] - raiders


@lean_jit
def retreat(state: Record, goal: int) -> None:
    """Retreat: land units or ships go to one space, aircraft stay in the air until they land."""
    space = state.battle
    if state.amphibious:
        air_leaves(state)
        return
    if goal >= 0:
        if space >= LANDS:
            _retreat_ships(state, space, goal)
        else:
            for kind in range(KINDS):
                if CLASS[kind] != AIR_KIND:
                    state.units[goal, state.power, kind] += state.units[space, state.power, kind]
                    state.units[space, state.power, kind] = 0
    finish(state)


@lean_jit
def _retreat_ships(state: Record, space: int, goal: int) -> None:
    take_guests(state, int64(state.units[space, state.power, CARRIER]), space, goal)
    call_off_landings(state, space)
    for kind in range(KINDS):
        if CLASS[kind] != AIR_KIND:
            state.units[goal, state.power, kind] += state.units[space, state.power, kind]
            state.units[space, state.power, kind] = 0
            state.fresh[space, kind] = 0
    for row in range(SHIPS):
        if state.ship_zone[row] == space and state.ship_owner[row] == state.power:
            state.ship_zone[row] = goal
            state.ship_did[row] |= FOUGHT | RETREATED
            state.left[row] = 0


@lean_jit
def finish(state: Record) -> None:
    """End the battle: capture the space if it was won, note that ships have fought, land fighters without a
    deck.
    """
    space = state.battle
    remove_doomed(state, ATTACKERS)
    remove_doomed(state, DEFENDERS)
    won = force_left(state, ATTACKERS) > 0 and force_left(state, DEFENDERS) == 0
    state.site[space] = CLEARED if won else NOT_CLEARED
    if state.battle_kind == SEA_BATTLE:
        _after_sea_battle(state, space, won)
    elif won and enemy(state, space) and land_force(state, space, state.power) > 0:
        capture(state, space)
    close_battle(state)


@lean_jit
def close_battle(state: Record) -> None:
    """Clear the fields of a battle."""
    state.battle = -1
    state.battle_kind = NO_BATTLE
    state.battle_round = 0
    state.stage = OPENING
    state.volley = 0
    state.hits = 0
    state.target = ANY
    state.victim = ATTACKERS
    state.asked = -1
    state.amphibious = 0
    state.landed_marines = 0
    state.bombarding = 0
    state.doomed[:, :] = 0
    state.hurt[:] = 0
    state.submerged[:] = 0
    state.deciding = state.power


@lean_jit
def _after_sea_battle(state: Record, zone: int, won: bool) -> None:
    if not won:
        call_off_landings(state, zone)
    for kind in range(KINDS):
        if CLASS[kind] != AIR_KIND:
            state.fresh[zone, kind] = 0
    for row in range(SHIPS):
        if state.ship_zone[row] == zone and state.ship_owner[row] == state.power:
            state.ship_did[row] |= FOUGHT
            state.left[row] = 0
    for side in range(2):
        settle_decks(state, zone, side)


@lean_jit
def settle_decks(state: Record, zone: int, side: int) -> None:
    """Land fighters of a side that have no deck in a zone on a friendly island there, or remove them. Those
    of the power to play land later.
    """
    room = int64(0)
    for power in range(POWERS):
        if side_of(state, power) == side:
            room += 2 * int64(state.units[zone, power, CARRIER])
    for power in range(POWERS):
        if side_of(state, power) != side or power == state.power:
            continue
        over = max(int64(state.units[zone, power, FIGHTER]) - room, int64(0))
        room -= state.units[zone, power, FIGHTER] - over
        if over == 0:
            continue
        state.units[zone, power, FIGHTER] -= over
        for land in range(LANDS):
            if BOARD_ISLAND[state.board, land] == zone and friends(state, power, state.owner[land]):
                state.units[land, power, FIGHTER] += over
                break


@jit
def take_open_beaches(state: Record) -> None:
    """Capture undefended beaches as soon as the sea in front of them is clear."""
    for row in range(SHIPS):
        for slot in range(2):
            beach = state.landing[row, slot]
            if beach < 0 or state.ship_zone[row] < 0:
                continue
            if defended(state, beach) or _waits_at_sea(state, row):
                continue
            if go_ashore(state, beach) >= 0 and enemy(state, beach):
                capture(state, beach)


@lean_jit
def _waits_at_sea(state: Record, row: int) -> bool:
    zone = state.ship_zone[row]
    return hostile(state, zone) and state.site[zone] != CLEARED


@lean_jit
def sea_pending(state: Record, zone: int) -> bool:
    """Whether a battle in a sea zone is still to be fought: own ships or aircraft sent there meet enemy
    ships.
    """
    if state.site[zone] != NOT_FOUGHT or not hostile(state, zone):
        return False
    if ships(state, zone, state.power) > 0:
        return True
    for flown in range(1, state.flown.shape[2]):
        if state.flown[zone, 0, flown] + state.flown[zone, 1, flown] > 0:
            return True
    return False


@lean_jit
def land_pending(state: Record, space: int) -> bool:
    """Whether a battle on land is still to be fought, landings included."""
    if state.site[space] != NOT_FOUGHT or not enemy(state, space):
        return False
    if land_force(state, space, state.power) > 0:
        return True
    for kind in range(2):
        for flown in range(state.flown.shape[2]):
            there = state.flown[space, kind, flown] - state.idle[space, kind, flown]
            if kind == 1:
                there -= state.raiding[space, flown]
            if there > 0:
                return True
    for row in range(SHIPS):
        if state.ship_zone[row] >= 0 and (state.landing[row, 0] == space or state.landing[row, 1] == space):
            return True
    return False
