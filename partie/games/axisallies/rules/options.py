"""The options of the game, in the order the compiled rules read them (`state.O_…`), and the sets of them that are editions."""

from __future__ import annotations

from dataclasses import replace

from partie.core.game import Preset
from partie.core.parameters import Parameter, both, titled
from partie.games.axisallies.rules.board import (
    POWER_IDS,
    POWER_NAMES,
)
from partie.games.axisallies.rules.state import LAST_ROUND


def _switch(name: str, default: bool, title: tuple[str, str], help: tuple[str, str]) -> Parameter:
    return Parameter(name, "switch", default, both(*title), both(*help))


def _whole(name: str, default: int, high: int, title: tuple[str, str], help: tuple[str, str]) -> Parameter:
    return Parameter(name, "integer", default, both(*title), both(*help), 0, high)


def _choice(
    name: str, choices: dict[str, tuple[str, str]], title: tuple[str, str], help: tuple[str, str]
) -> Parameter:
    return Parameter(name, "choice", next(iter(choices)), both(*title), both(*help), choices=titled(choices))


_GROUPS: tuple[tuple[dict[str, str], tuple[str, ...]], ...] = (
    (
        both("Length and victory", "Durée et victoire"),
        ("rounds", "victory_check", "axis_economic_goal", "allied_economic_goal", "total_victory"),
    ),
    (both("The start", "Le début"), ("first_turn_peace", "axis_start_tech", *(f"bid_{power}" for power in POWER_IDS))),
    (
        both("Purchases and placing", "Achats et placement"),
        ("research", "unplaced", "place_in_hostile_zones", "new_complexes", "aa_per_space", "fighters_on_new_carriers", "piece_limits", "iron_blitz_units"),
    ),
    (
        both("Movement and neutrals", "Mouvements et neutres"),
        ("suez_since_turn_start", "ships_reposition_early", "kamikaze", "neutral_charge", "neutrals_closed", "paratroops"),
    ),
    (
        both("Combat", "Combats"),
        ("low_luck", "aa_casualties", "aa_overflight", "column_losses", "subs_submerge", "air_leaves_landing", "raid_cap", "two_hit_battleship", "scorched_earth"),
    ),
    (
        both("The map", "La carte"),
        ("hudson_bay_touches_western_canada", "one_panama_sea_zone", "no_separate_gulf_of_mexico"),
    ),
)  # fmt: skip
"""Options by what they are about, as pages fold them."""
_GROUP_OF = {name: title for title, names in _GROUPS for name in names}

_OPTIONS: tuple[Parameter, ...] = (
    _whole(
        "rounds",
        0,
        LAST_ROUND,
        ("Rounds", "Tours complets"),
        (
            f"Stop after this many rounds: the side whose production has grown wins; 0: until somebody wins (at most {LAST_ROUND}).",
            f"S’arrêter après ce nombre de tours complets : le camp dont la production a augmenté gagne ; 0 : jusqu’à la victoire (au plus {LAST_ROUND}).",
        ),
    ),
    _choice(
        "victory_check",
        {
            "turn": ("after every turn", "à chaque tour de jeu"),
            "round": ("after every round", "à chaque tour complet"),
        },
        ("When capitals count", "Quand comptent les capitales"),
        (
            "Military victory is looked for at the end of every turn, or of every round.",
            "La victoire militaire se constate à la fin de chaque tour de jeu, ou de chaque tour complet.",
        ),
    ),
    _whole(
        "axis_economic_goal",
        84,
        147,
        ("Economic goal of the Axis", "But économique de l’Axe"),
        (
            "The production of Germany and Japan together that wins at the end of a round; 0: none does.",
            "La production de l’Allemagne et du Japon réunis qui gagne à la fin d’un tour complet ; 0 : aucune.",
        ),
    ),
    _whole(
        "allied_economic_goal",
        0,
        147,
        ("Economic goal of the Allies", "But économique des Alliés"),
        (
            "The same for the Allies; the third edition offers 110.",
            "La même chose pour les Alliés ; la troisième édition propose 110.",
        ),
    ),
    _switch(
        "total_victory",
        False,
        ("Total victory", "Victoire totale"),
        (
            "Capitals taken count only while no capital of one’s own side is in enemy hands.",
            "Les capitales prises ne comptent que si aucune capitale de son camp n’est à l’ennemi.",
        ),
    ),
    _choice(
        "unplaced",
        {"lost": ("are lost", "sont perdues"), "kept": ("are kept", "sont gardées")},
        ("Units not placed", "Unités non placées"),
        (
            "What was bought and is not placed is lost, or kept for the next turn.",
            "Ce qui est acheté et n’est pas placé est perdu, ou gardé pour le tour suivant.",
        ),
    ),
    _switch(
        "research",
        True,
        ("Weapons development", "Développement d’armes"),
        (
            "Powers may pay for dice and hope for a breakthrough.",
            "Les puissances peuvent payer des dés et espérer une découverte.",
        ),
    ),
    _switch(
        "suez_since_turn_start",
        True,
        ("Suez since the start of the turn", "Suez depuis le début du tour"),
        (
            "The Suez Canal must have been controlled when the turn began.",
            "Le canal de Suez doit être contrôlé depuis le début du tour.",
        ),
    ),
    _switch(
        "ships_reposition_early",
        False,
        ("Ships move early", "Navires libres d’avance"),
        (
            "Ships may go anywhere in combat movement, not only to fights and landings.",
            "Les navires vont où ils veulent dès les mouvements de combat, pas seulement au combat et aux débarquements.",
        ),
    ),
    _switch(
        "kamikaze",
        False,
        ("Kamikaze", "Kamikazes"),
        (
            "Aircraft may attack without a place to land afterwards.",
            "Les avions peuvent attaquer sans endroit où se poser ensuite.",
        ),
    ),
    _choice(
        "aa_casualties",
        {
            "owner": ("the owner chooses", "le propriétaire choisit"),
            "each_die_its_plane": ("each die its aircraft", "chaque dé son avion"),
        },
        ("Whom AA fire hits", "Qui la DCA abat"),
        (
            "The owner chooses the aircraft lost, or each die is for its own aircraft.",
            "Le propriétaire choisit les avions perdus, ou chaque dé vise son avion.",
        ),
    ),
    _switch(
        "aa_overflight",
        True,
        ("AA fire on overflight", "DCA contre les survols"),
        (
            "Guns fire at aircraft that only cross their space, too.",
            "Les canons tirent aussi sur les avions qui ne font que passer.",
        ),
    ),
    _whole(
        "neutral_charge",
        3,
        12,
        ("Price of a neutral", "Prix d’un neutre"),
        (
            "What it costs to enter or fly over a neutral country.",
            "Ce que coûte d’entrer dans un pays neutre ou de le survoler.",
        ),
    ),
    _switch(
        "neutrals_closed",
        False,
        ("Neutrals closed", "Neutres fermés"),
        (
            "Nobody may enter or cross a neutral country.",
            "Personne n’entre dans un pays neutre ni ne le survole.",
        ),
    ),
    _switch(
        "column_losses",
        True,
        ("Losses after each column", "Pertes après chaque colonne"),
        (
            "Dice are thrown by column, losses chosen after each; off: after the whole volley.",
            "Les dés se lancent par colonne, les pertes se choisissent après chacune ; sans : après toute la salve.",
        ),
    ),
    _switch(
        "subs_submerge",
        False,
        ("Submarines submerge", "Les sous-marins plongent"),
        (
            "A defending submarine may dive, staying in the zone out of the battle.",
            "Un sous-marin du défenseur peut plonger et rester dans la zone, hors du combat.",
        ),
    ),
    _switch(
        "air_leaves_landing",
        False,
        ("Aircraft may leave a landing", "Les avions quittent un débarquement"),
        (
            "Aircraft may break off an amphibious battle.",
            "Les avions peuvent se retirer d’un combat de débarquement.",
        ),
    ),
    _choice(
        "raid_cap",
        {"off": ("none", "aucune"), "territory": ("value of the space", "valeur du territoire")},
        ("Limit of a raid", "Limite d’un raid"),
        (
            "A raid costs what the dice say, or at most the value of the space.",
            "Un raid coûte ce que disent les dés, ou au plus la valeur du territoire.",
        ),
    ),
    _switch(
        "two_hit_battleship",
        False,
        ("Battleships take two hits", "Cuirassés résistants"),
        (
            "It takes two hits in one battle to sink a battleship.",
            "Il faut deux coups dans un même combat pour couler un cuirassé.",
        ),
    ),
    _switch(
        "scorched_earth",
        False,
        ("Scorched earth", "Terre brûlée"),
        (
            "Who loses a space may destroy its AA gun and complex.",
            "Qui perd un territoire peut y détruire canon antiaérien et complexe.",
        ),
    ),
    _switch(
        "place_in_hostile_zones",
        False,
        ("New ships in hostile zones", "Nouveaux navires face à l’ennemi"),
        (
            "New ships may be placed in a zone with enemy ships.",
            "De nouveaux navires peuvent être placés dans une zone où sont des navires ennemis.",
        ),
    ),
    _choice(
        "new_complexes",
        {"4": ("4", "4"), "0": ("none", "aucun"), "unlimited": ("no limit", "sans limite")},
        ("New complexes", "Nouveaux complexes"),
        ("How many may be built in the whole game.", "Le nombre qu’on peut en bâtir dans toute la partie."),
    ),
    _choice(
        "aa_per_space",
        {"1": ("one", "un seul"), "any": ("no limit", "sans limite")},
        ("AA guns in a space", "Canons antiaériens par territoire"),
        (
            "How many guns placing may bring to a space.",
            "Le nombre de canons que le placement peut réunir dans un territoire.",
        ),
    ),
    _switch(
        "fighters_on_new_carriers",
        False,
        ("New fighters on carriers", "Nouveaux chasseurs sur porte-avions"),
        (
            "New fighters may be placed on carriers next to the complex.",
            "Les nouveaux chasseurs peuvent être placés sur des porte-avions près du complexe.",
        ),
    ),
    _switch(
        "first_turn_peace",
        False,
        ("Peaceful first turn", "Premier tour de paix"),
        ("The U.S.S.R. may not attack in the first round.", "L’URSS n’attaque pas au premier tour complet."),
    ),
    _switch(
        "axis_start_tech",
        False,
        ("Axis technologies", "Technologies de l’Axe"),
        (
            "Germany starts with jet power, Japan with super submarines.",
            "L’Allemagne commence avec les avions à réaction, le Japon avec les super sous-marins.",
        ),
    ),
    *(
        _whole(
            f"bid_{power}",
            0,
            60,
            (f"Bid: {name['en']}", f"Mise : {name['fr']}"),
            ("Cash this power gets before the game.", "Argent que reçoit cette puissance avant la partie."),
        )
        for power, name in zip(POWER_IDS, POWER_NAMES, strict=True)
    ),
    _switch(
        "piece_limits",
        False,
        ("Limited pieces", "Pièces limitées"),
        (
            "A power may have no more separate groups of a unit than there are pieces of it.",
            "Une puissance n’a pas plus de groupes séparés d’une unité qu’il n’y en a de pièces.",
        ),
    ),
    _switch(
        "low_luck",
        False,
        ("Low luck", "Peu de hasard"),
        (
            "Numbers are added up, every full 6 is a hit, one die for the rest.",
            "Les forces s’additionnent, chaque 6 complet touche, un dé pour le reste.",
        ),
    ),
    _switch(
        "iron_blitz_units",
        False,
        ("Marines and destroyers", "Fusiliers marins et destroyers"),
        ("Two more units can be bought.", "On peut acheter deux unités de plus."),
    ),
    _switch(
        "paratroops",
        False,
        ("Paratroops", "Parachutistes"),
        (
            "A bomber that does not fight may carry one infantry and drop it.",
            "Un bombardier qui ne combat pas peut emporter une infanterie et la larguer.",
        ),
    ),
    _switch(
        "hudson_bay_touches_western_canada",
        True,
        ("Hudson Bay reaches Western Canada", "La baie d’Hudson baigne l’Ouest canadien"),
        ("As on the second edition’s board.", "Comme sur le plateau de la deuxième édition."),
    ),
    _switch(
        "one_panama_sea_zone",
        False,
        ("One sea zone at Panama", "Une seule zone à Panama"),
        (
            "The waters on both sides of Panama are one zone.",
            "Les eaux des deux côtés de Panama sont une seule zone.",
        ),
    ),
    _switch(
        "no_separate_gulf_of_mexico",
        False,
        ("No Gulf of Mexico", "Sans golfe du Mexique"),
        (
            "The Gulf of Mexico is no zone of its own.",
            "Le golfe du Mexique n’est pas une zone à part.",
        ),
    ),
)

OPTIONS: tuple[Parameter, ...] = tuple(replace(option, group=_GROUP_OF[option.name]) for option in _OPTIONS)

PRESETS: tuple[Preset, ...] = (
    Preset(
        "second",
        both("Second edition", "Deuxième édition"),
        both("The rule book of the board game.", "Le livret du jeu de plateau."),
    ),
    Preset(
        "iron_blitz",
        both("Iron Blitz", "Iron Blitz"),
        both(
            "The third-edition rules of the PC game: submarines dive, guns ignore what only flies over, aircraft may leave a landing.",
            "Les règles de troisième édition du jeu sur PC : les sous-marins plongent, la DCA ignore les survols, les avions quittent un débarquement.",
        ),
        {
            "hudson_bay_touches_western_canada": False,
            "aa_overflight": False,
            "subs_submerge": True,
            "air_leaves_landing": True,
            "place_in_hostile_zones": True,
            "aa_per_space": "any",
        },
    ),
)
"""Editions."""
