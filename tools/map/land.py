"""Which land belongs to which space: countries where their borders fit, hand-set borders elsewhere.

All points are (longitude, latitude).
"""

from __future__ import annotations

Point = tuple[float, float]

COUNTRIES: dict[str, str] = {
    "afghanistan": "Afghanistan",
    "algeria": "Algeria, Morocco",
    "anglo-egypt-sudan": "Egypt, Sudan, S. Sudan",
    "angola": "Angola",
    "argentina-chile": "Argentina, Chile, Uruguay, Paraguay, Falkland Is.",
    "australia": "Australia",
    "belgian-congo": "Dem. Rep. Congo, Rwanda, Burundi",
    "borneo-celebes": "Brunei",
    "brazil": "Brazil, Guyana, Suriname",
    "caucasus": "Georgia, Armenia, Azerbaijan",
    "china": "China",
    "east-indies": "Indonesia, Timor-Leste",
    "eastern-europe": "Poland, Slovakia, Hungary, Romania, Bulgaria",
    "eire": "Ireland",
    "finland-norway": "Finland, Norway, Åland",
    "french-equatorial-africa": "Niger, Nigeria, Chad, Cameroon, Central African Rep., Gabon, Congo, Eq. Guinea",
    "french-indochina-burma": "Myanmar, Thailand, Laos, Vietnam, Cambodia, Malaysia, Singapore",
    "french-madagascar": "Madagascar",
    "french-west-africa": "Mauritania, Senegal, Gambia, Guinea, Guinea-Bissau, Sierra Leone, Liberia, Côte d'Ivoire, Ghana, Togo, Benin, Burkina Faso, Mali",
    "germany": "Germany, Austria, Czechia, Denmark, Liechtenstein",
    "india": "India, Pakistan, Nepal, Bhutan, Bangladesh, Sri Lanka, Siachen Glacier",
    "italian-east-africa": "Ethiopia, Eritrea, Djibouti, Somalia, Somaliland",
    "japan": "Japan",
    "karelia": "Estonia, Latvia, Lithuania, Belarus",
    "kazakh": "Kazakhstan, Uzbekistan, Turkmenistan, Kyrgyzstan, Tajikistan",
    "kenya-rhodesia": "Kenya, Uganda, Tanzania, Zambia, Zimbabwe, Malawi",
    "kwangtung": "Hong Kong, Macao, Taiwan",
    # Tunisia belongs to Libya, so that the western basin ends at Algeria, as on the board.
    "libya": "Libya, Tunisia",
    "manchuria": "North Korea, South Korea",
    "mexico": "Mexico",
    "mongolia": "Mongolia",
    "mozambique": "Mozambique",
    "new-guinea": "Papua New Guinea",
    "new-zealand": "New Zealand",
    "panama": "Guatemala, Belize, Honduras, El Salvador, Nicaragua, Costa Rica, Panama",
    "persia": "Iran",
    "peru": "Peru, Bolivia",
    "philippines": "Philippines",
    "rio-de-oro": "W. Sahara",
    "saudi-arabia": "Saudi Arabia, Yemen, Oman, United Arab Emirates, Qatar, Bahrain, Kuwait",
    "solomon-islands": "Solomon Is.",
    "south-africa": "South Africa, Namibia, Botswana, Lesotho, eSwatini",
    "southern-europe": "Italy, San Marino, Vatican, Slovenia, Croatia, Bosnia and Herz., Serbia, Kosovo, Montenegro, Albania, Macedonia, Greece",
    "soviet-far-east": "Russia",
    "spain": "Spain, Portugal, Andorra",
    "sweden": "Sweden",
    "switzerland": "Switzerland",
    "syria-iraq": "Syria, Iraq, Lebanon, Israel, Palestine, Jordan",
    "turkey": "Turkey",
    "ukraine": "Ukraine, Moldova",
    "united-kingdom": "United Kingdom",
    "venezuela-colombia": "Venezuela, Colombia, Ecuador, Trinidad and Tobago",
    "west-indies": "Cuba, Haiti, Dominican Rep., Jamaica, Puerto Rico",
    "western-canada": "Canada",
    "western-europe": "France, Belgium, Netherlands, Luxembourg, Monaco",
    "western-usa": "United States of America",
    # Land that is not a space: drawn, but impassable.
    "rest": "Greenland, Iceland, Cyprus, N. Cyprus",
}


def _box(west: float, south: float, east: float, north: float) -> list[Point]:
    return [(west, south), (east, south), (east, north), (west, north)]


# Islands (whole parts of countries, by their centre) that belong elsewhere or are left out: (box, from, to).
PARTS: list[tuple[list[Point], str, str | None]] = [
    (_box(-180, 15, -150, 30), "western-usa", "hawaiian-islands"),
    (_box(-169.8, 51, -129, 73), "western-usa", "alaska"),
    (_box(170, 50, 190.2, 73), "western-usa", None),
    (_box(-90, 60, -60, 84), "western-canada", "eastern-canada"),
    (_box(-82, 43, -50, 60), "western-canada", "eastern-canada"),
    (_box(-9, 53.5, -5, 56), "united-kingdom", "eire"),
    (_box(8, 41, 10, 43.2), "western-europe", "southern-europe"),
    (_box(-62, 2, -51, 17), "western-europe", "brazil"),
    (_box(-30, 27, -9.6, 41), "spain", None),
    (_box(5, 76, 40, 82), "finland-norway", None),
    (_box(-12, 70, -6, 72), "finland-norway", None),
    (_box(44, 70, 70, 82), "soviet-far-east", None),
    (_box(70, 72.6, 160, 82), "soviet-far-east", None),
    (_box(145, 43, 157, 51), "soviet-far-east", None),
    (_box(177, 70, 183, 73), "soviet-far-east", None),
    (_box(108, -4.6, 119.6, 7.5), "east-indies", "borneo-celebes"),
    (_box(118.6, -6, 125.9, 5), "east-indies", "borneo-celebes"),
    (_box(125.9, -6, 131.2, 3), "east-indies", None),
    (_box(108.5, -4.6, 119.6, 7.5), "french-indochina-burma", "borneo-celebes"),
    (_box(131.2, -9.2, 141.1, 1), "east-indies", "new-guinea"),
    (_box(154.3, -7.5, 156.3, -4.8), "new-guinea", None),
    (_box(160, -54, 172, -48), "new-zealand", None),
    (_box(180, -46, 186, -42), "new-zealand", None),
    (_box(-96, -2, -88, 2), "venezuela-colombia", None),
    (_box(25.2, 34.5, 30, 41), "southern-europe", None),
    (_box(123, 24, 132, 29.5), "japan", None),
    (_box(139, 22, 145, 34), "japan", None),
]

_WEST_OF_YAKUT_END: list[Point] = [
    (150, 75),
    (147, 68),
    (143, 64.5),
    (138, 61.3),
    (133, 57.5),
    (131.5, 54.5),
    (129.5, 51.5),
    (127.5, 48),
]
_YENISEY: list[Point] = [(108, 60.3), (107, 57), (103, 53.4), (100.5, 51), (100, 49)]
_AMERICA: list[Point] = [
    (-84.5, 57.8),
    (-90, 56.3),
    (-93.6, 53.6),
    (-96.2, 51.3),
    (-96.4, 49.2),
    (-96, 46),
    (-94.5, 42),
    (-94.2, 36),
    (-93.6, 31),
    (-93.8, 28.5),
]
_VOLGA: list[Point] = [
    (38, 52.4),
    (42, 51.8),
    (45.2, 50.2),
    (45.8, 48.6),
    (46.6, 46.9),
    (46.9, 45.3),
    (48.5, 44.4),
]

# Borders that no country has: everything inside the line and in the spaces named goes to the first. In this
# order.
GRANTS: list[tuple[str, str, list[Point]]] = [
    ("eastern-europe", "soviet-far-east", _box(19, 54, 23, 55.4)),
    ("ukraine", "soviet-far-east", _box(32, 43.5, 36.55, 46.2)),
    ("yakut", "soviet-far-east", [*_WEST_OF_YAKUT_END, (127, 40), (20, 40), (20, 80), (150, 80)]),
    (
        "evenki",
        "yakut",
        [
            (108, 80),
            (107, 70),
            (105.5, 65),
            (108, 60.3),
            (100, 60),
            (88, 61.6),
            (78, 60.8),
            (69, 61.4),
            (66, 66),
            (66.8, 70),
            (70, 80),
        ],
    ),
    ("novosibirsk", "yakut", [*_YENISEY, (66, 49), (66, 57.5), (69, 61.4), (78, 64), (95, 64), (108, 62)]),
    ("russia", "yakut", [(70, 80), (80, 66), (80, 58), (72, 52), (66, 40), (20, 40), (20, 80)]),
    (
        "karelia",
        "russia",
        [
            (53.6, 72),
            (53, 68),
            (48.5, 65.8),
            (44, 63),
            (39.6, 60.6),
            (36.2, 58.3),
            (34.3, 56.2),
            (34.6, 54),
            (38, 52.4),
            (36.4, 50.9),
            (35, 49.6),
            (20, 49),
            (20, 72),
        ],
    ),
    ("caucasus", "russia", [*_VOLGA, (48.5, 40), (30, 40), (30, 50), (34, 53)]),
    ("russia", "kazakh", [(51.2, 52.5), (51.4, 49), (52.2, 47), (51.5, 44.8), (45, 44.8), (45, 53)]),
    (
        "novosibirsk",
        "kazakh",
        [(84.2, 51.5), (84.9, 49.3), (84.7, 47.9), (86.2, 46.8), (89, 47.5), (89, 51.5)],
    ),
    (
        "afghanistan",
        "kazakh, india",
        [(71, 38.5), (72.6, 39.2), (75.3, 38.9), (75.9, 37.2), (74.2, 36.1), (71.2, 35.8)],
    ),
    (
        "manchuria",
        "china",
        [
            (111.8, 45.5),
            (112.2, 43),
            (113.8, 40.4),
            (114.3, 37.2),
            (115.8, 34),
            (117.3, 31.3),
            (119, 29.9),
            (121, 29.4),
            (124, 29.2),
            (128, 38),
            (140, 46),
            (126, 56),
            (112, 52),
        ],
    ),
    (
        "kwangtung",
        "china",
        [
            (104.9, 21),
            (105.1, 23.8),
            (108, 26.2),
            (112.5, 27),
            (115, 29.2),
            (117.3, 31.3),
            (118.3, 33),
            (125, 33),
            (125, 17),
            (106, 17),
        ],
    ),
    (
        "sinkiang",
        "china",
        [
            (97.5, 44),
            (97.2, 41),
            (99, 38.2),
            (101.5, 35.5),
            (101.6, 31.5),
            (100.3, 28),
            (99.3, 25.6),
            (97, 23.8),
            (70, 26),
            (70, 52),
            (97.5, 52),
        ],
    ),
    ("eastern-canada", "western-canada", [*_AMERICA, (-50, 28), (-50, 66), (-83, 63.5)]),
    ("eastern-usa", "western-usa", [*_AMERICA, (-60, 20), (-50, 66), (-83, 63.5)]),
    (
        "syria-iraq",
        "anglo-egypt-sudan",
        [
            (32.45, 32),
            (32.3, 31.2),
            (32.5, 30.4),
            (32.55, 29.9),
            (32.6, 29),
            (34.5, 27.2),
            (35.5, 30),
            (34.6, 32),
        ],
    ),
    (
        "saudi-arabia",
        "syria-iraq",
        [(46.3, 28.6), (46.6, 30.4), (47.2, 31.5), (48.5, 31.7), (49.3, 29.6), (48, 28)],
    ),
    (
        "french-west-africa",
        "rio-de-oro, algeria",
        [(-19, 19), (-6, 19), (-7, 26), (-8.2, 28.2), (-10.5, 28.6), (-16, 28.8)],
    ),
    (
        "rio-de-oro",
        "french-west-africa",
        [
            (-18.5, 26.2),
            (-14.4, 26.3),
            (-12.8, 25.8),
            (-12.2, 24.3),
            (-12.4, 22.3),
            (-13.4, 21.3),
            (-16, 21.2),
            (-18.5, 21),
        ],
    ),
    ("panama", "mexico", _box(-89.8, 17.5, -86.5, 19.2)),
    ("belgian-congo", "angola", _box(11.6, -5.95, 13.3, -4)),
    (
        "eastern-europe",
        "turkey",
        [(25.8, 42.4), (28.7, 42.4), (29.15, 41.3), (28.9, 40.9), (27.2, 40.55), (26.1, 39.9), (25.8, 40.6)],
    ),
]

# Straits drawn wider than they are, so that passages are visible: points, and half the width on the board.
STRAITS: list[tuple[list[Point], float]] = [
    ([(-7, 35.9), (-4.6, 35.75), (-3.4, 35.8)], 13),  # Gibraltar
    (
        [(25.6, 40.0), (26.5, 40.3), (27.2, 40.6), (28.2, 40.75), (28.9, 40.95), (29.1, 41.2), (29.3, 41.6)],
        9,
    ),  # Dardanelles and Bosporus
    ([(12.75, 56.3), (12.65, 55.7), (12.6, 55.2)], 8),  # Øresund
    ([(36.6, 45.6), (36.6, 44.9)], 7),  # Kerch
    ([(43.3, 13.2), (43.4, 12.3)], 9),  # Bab-el-Mandeb
    ([(55.8, 26.5), (56.5, 26.5), (57, 25.9)], 9),  # Hormuz
    ([(126.5, 33.2), (128.8, 34.4), (131, 36.2)], 9),  # Korea
    ([(1.0, 50.8), (1.5, 51.1), (2.0, 51.4)], 8),  # Dover
    ([(97.5, 5.9), (99.7, 4.3), (101.4, 2.4), (103, 1.1), (104.3, 1.0)], 16),  # Malacca
    ([(120.2, 24.6), (119.2, 23.8), (118.6, 22.9)], 5),  # Taiwan
    ([(31.9, 29.3), (32.55, 29.9)], 4),  # the head of the Gulf of Suez
    (
        [(-125.2, 48.4), (-123.6, 48.3), (-123.3, 49.3), (-125, 50.3), (-128, 51.1)],
        5,
    ),  # round Vancouver Island
]

# Islands drawn larger than they are, or moved to make room: scale, and shift on the board.
DRAWN: dict[str, tuple[float, float, float]] = {
    "hawaiian-islands": (2.6, 0, 10),
    "solomon-islands": (1.5, 45, 0),
    "japan": (1.15, 26, 28),
    "east-indies": (1.0, -26, 26),
    "philippines": (1.06, 10, -6),
    "west-indies": (1.1, 12, 6),
    "new-zealand": (1.15, 0, -10),
    "eire": (1.0, -10, 0),
}

# Coasts pushed out, so that narrow land can be seen and clicked: distance.
BROADER: dict[str, float] = {
    "panama": 9,
    "west-indies": 8,
    "japan": 6,
    "philippines": 7,
    "borneo-celebes": 5,
    "east-indies": 6,
    "new-zealand": 5,
    "hawaiian-islands": 6,
    "solomon-islands": 7,
}

# Atolls too small for a world map: ellipses (east, south, half width, half height) around their place.
DRAWN_ISLANDS: dict[str, tuple[Point, list[tuple[float, float, float, float]]]] = {
    "midway": ((-175, 32), [(-16, 5, 18, 11), (19, -4, 14, 10)]),
    "wake-island": ((164.5, 20), [(-13, 6, 17, 10), (15, -5, 16, 11)]),
    "okinawa": ((130.5, 25.2), [(9, -13, 11, 19), (-9, 16, 10, 14)]),
    "caroline-islands": ((149, 8.5), [(-44, 2, 14, 10), (-8, -9, 15, 10), (26, 6, 13, 9), (54, -3, 9, 7)]),
    "gibraltar": ((-4.85, 36.35), [(0, 0, 24, 17)]),
}
ON_SHORE = {"gibraltar": "spain"}
"""Drawn islands that are not islands, and the land they are cut from."""
