"""The borders between sea zones: named junctions, and the lines between them.

A line is a list of junctions and points (longitude, latitude). One that ends on a coast ends inland, and is
cut off at the shore; `Shore(a, b, near)` is the point of the shore where the land of two spaces meets.
"""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]


class Shore(NamedTuple):
    one: str
    other: str
    near: Point


J: dict[str, Point] = {
    # Atlantic
    "greenland": (-29, 53.5),  # eastern canada, spain, united kingdom
    "azores": (-34, 43),  # eastern canada, mid-atlantic, spain
    "bermuda": (-58, 39.5),  # eastern canada, eastern u.s.a., mid-atlantic
    "bahamas": (-67, 24),  # eastern u.s.a., mid-atlantic, caribbean
    "florida": (-84, 24.4),  # eastern u.s.a., caribbean, gulf
    "barbados": (-55, 17),  # caribbean, mid-atlantic, north of brazil
    "verde": (-37, 17.5),  # mid-atlantic, north of brazil, west africa
    "canaries": (-27, 29.5),  # mid-atlantic, spain, west africa
    "peter-paul": (-27, 2),  # north of brazil, south of brazil, west africa
    "ascension": (-14, -4),  # south of brazil, west africa, congo
    "helena": (-12, -18),  # south of brazil, congo, south atlantic
    "benguela": (-4, -20),  # congo, angola, south atlantic
    "rio-grande": (-37, -31),  # south of brazil, east of argentina, south atlantic
    "falkland": (-43, -44),  # east of argentina, cape horn, south atlantic
    "georgia": (-31, -46.5),  # cape horn, south atlantic, far south
    "tristan": (0, -41.5),  # south atlantic, angola, far south
    # Mediterranean
    "aegean": (25.3, 39.55),  # central, eastern, black sea
    # Indian Ocean
    "mascarene": (70, -30),  # west, south-east of madagascar, south
    "somali": (52, 0.5),  # mozambique, west, red sea
    "maldives": (69.5, 6),  # red sea, west, india
    "chagos": (78, -4.5),  # india, west, east
    "amsterdam": (79, -31),  # west, east, south
    "leeuwin": (100, -37),  # east, south, south australia
    "naturaliste": (106, -33),  # east, south australia, west australia
    "christmas": (102.5, -17),  # east, west australia, east indies
    "nicobar": (90.5, -3.5),  # india, east, east indies
    "aceh": (93.4, 6.3),  # india, east indies, indochina
    "karimata": (106.6, 0.2),  # indochina, east indies, borneo
    "wetar": (127.6, -7.6),  # east indies, borneo, north-east australia
    "timor": (126.2, -12.2),  # east indies, west australia, north-east australia
    # Pacific, west
    "tasman": (156.5, -40),  # south australia, north-east australia, new zealand
    "loyalty": (168, -20.5),  # north-east australia, new zealand, solomon
    "tonga": (-175, -17),  # new zealand, solomon, south pacific
    "louisiade": (154.8, -12.8),  # north-east australia, new guinea, solomon
    "aru": (131.6, -7.4),  # north-east australia, new guinea, borneo
    "palau": (131, 3.6),  # borneo, new guinea, caroline
    "ireland": (155.6, 1),  # new guinea, caroline, solomon
    "marshall": (162, 8),  # solomon, caroline, wake
    "gilbert": (177, 9.5),  # solomon, wake, hawaii
    "phoenix": (-169, 0),  # solomon, hawaii, south pacific
    "mindanao": (129, 6.2),  # philippines, borneo, caroline
    "balabac": (115.7, 8.7),  # philippines, borneo, indochina
    "macclesfield": (116.6, 14.8),  # philippines, indochina, kwangtung
    "yonaguni": (124.6, 23.6),  # philippines, kwangtung, japan
    "miyako": (127.4, 23),  # philippines, japan, okinawa
    "parece": (133.4, 18.6),  # philippines, okinawa, caroline
    "mariana": (147, 20),  # okinawa, caroline, wake
    "bonin": (145.8, 28),  # okinawa, japan, wake
    "shatsky": (155, 31),  # japan, wake, north pacific
    "kuril": (154.5, 44),  # japan, north pacific, soviet far east
    "komandor": (168.5, 48.5),  # soviet far east, north pacific, alaska
    # Pacific, east
    "emperor": (177, 45.5),  # north pacific, alaska, midway
    "kure": (176.5, 26.5),  # north pacific, midway, hawaii
    "wilder": (170, 26),  # north pacific, wake, hawaii
    "patton": (-160, 47),  # alaska, midway, western canada
    "cobb": (-149, 44.5),  # midway, western canada, western u.s.a.
    "moonless": (-148.5, 29.5),  # midway, western u.s.a., hawaii
    "clarion": (-131, 22),  # western u.s.a., hawaii, mexico
    "clipperton": (-134.5, 10),  # hawaii, mexico, south pacific
    "marquesas": (-122, 3),  # mexico, south pacific, eastern pacific
    "galapagos": (-97.5, 0.5),  # mexico, panama, peru, eastern pacific: four meet
    "pitcairn": (-125, -26),  # south pacific, eastern pacific, new zealand
    "easter": (-105, -33),  # eastern pacific, peru, new zealand
    "chiloe": (-92, -46),  # peru, new zealand, cape horn
    "diomede": (-169.3, 65.75),  # soviet far east, alaska, ice
}

_SOUTH = -64.0
_NORTH = 76.5

LINES: list[list[str | Point | Shore]] = [
    # Atlantic
    ["greenland", (-35, 57.5), (-44, 61.2)],
    ["greenland", (-31, 48.5), "azores"],
    ["azores", (-45, 42), "bermuda"],
    ["bermuda", (-63, 41.4), (-66.4, 42.7), (-66.6, 44.1), Shore("eastern-canada", "eastern-usa", (-67, 45))],
    ["bermuda", (-62, 32), "bahamas"],
    ["bahamas", (-72, 24.3), (-76.5, 23.9), (-80.3, 24.05), "florida"],
    ["florida", (-87.5, 26), (-91.5, 28.2), Shore("eastern-usa", "western-usa", (-93.8, 29.7))],
    ["florida", (-85.9, 22.6), (-85.9, 20.5), Shore("mexico", "panama", (-87.6, 19.1))],
    ["bahamas", (-61, 21), "barbados"],
    ["barbados", (-57, 12.5), Shore("venezuela-colombia", "brazil", (-60, 8.5))],
    ["barbados", (-46, 17), "verde"],
    ["verde", (-34, 24), "canaries"],
    ["canaries", (-30, 36), "azores"],
    ["canaries", (-19, 28.6), Shore("algeria", "french-west-africa", (-11, 28.5))],
    ["verde", (-33, 9), "peter-paul"],
    ["peter-paul", (-31, -3), (-38, -8)],
    ["peter-paul", (-20, 0), "ascension"],
    ["ascension", (-6, 0.5), Shore("french-west-africa", "french-equatorial-africa", (2.7, 6.4))],
    ["ascension", (-13.5, -11), "helena"],
    ["helena", "benguela"],
    ["benguela", (4, -12), Shore("belgian-congo", "angola", (12.3, -6.1))],
    ["helena", (-24, -25), "rio-grande"],
    ["rio-grande", (-45, -32.5), Shore("brazil", "argentina-chile", (-53.4, -33.7))],
    ["rio-grande", (-40, -38), "falkland"],
    ["falkland", (-55, -48.5), (-70.5, -50)],
    ["falkland", "georgia"],
    ["georgia", (-32, -53), (-33, _SOUTH)],
    ["georgia", (-15, -44.5), "tristan"],
    ["benguela", (-2, -31), "tristan"],
    ["tristan", (4, -50), (5, _SOUTH)],
    [(20.3, -33.5), (20.5, -42), (20, _SOUTH)],
    # Europe
    ["greenland", (-20, 50), (-10, 48.6), (-3.5, 48.3)],
    [(5.6, 52.6), (4.2, 54.3), (4.8, 56.5), (7.4, 58.9)],
    [Shore("finland-norway", "karelia", (30.8, 69.8)), (31.2, 71), (30, _NORTH)],
    [Shore("karelia", "russia", (53, 68.6)), (53.4, 70), (53.6, _NORTH)],
    [(-6.2, 37), (-6.1, 35.9), (-6.1, 35)],
    [
        Shore("western-europe", "southern-europe", (7.5, 43.8)),
        (7.7, 42),
        (7.4, 40),
        (8.2, 38.2),
        Shore("algeria", "libya", (8.6, 36.95)),
    ],
    ["aegean", (25.6, 40.2), Shore("southern-europe", "eastern-europe", (26.1, 40.8))],
    ["aegean", (27, 39.6)],
    ["aegean", (25.7, 37.6), (27, 35.6), (26, 33.5), Shore("libya", "anglo-egypt-sudan", (25.1, 31.6))],
    # Indian Ocean
    [(30.6, -28.9), (34.5, -28.3), (39.5, -26.2), (45, -23.2)],
    [(46, -24), (46, -33), (45, -45), (44, _SOUTH)],
    [(47.5, -18.5), (54, -20.5), (62, -25.5), "mascarene"],
    ["mascarene", (67, -42), (66, _SOUTH)],
    [(49, -13.5), (50.5, -9), (51.8, -4), "somali"],
    ["somali", (47, -1), Shore("italian-east-africa", "kenya-rhodesia", (41.6, -1.6))],
    ["somali", (61, 2.5), "maldives"],
    ["maldives", (66.5, 14), (63, 21), Shore("persia", "india", (61.6, 25.1))],
    ["maldives", (74.5, 1.5), "chagos"],
    ["chagos", (79, -17), "amsterdam"],
    ["mascarene", "amsterdam"],
    ["amsterdam", (90, -34), "leeuwin"],
    ["leeuwin", (102, -48), (103, _SOUTH)],
    ["leeuwin", "naturaliste"],
    ["naturaliste", (112, -34), (116.5, -33.8)],
    ["naturaliste", (103, -25), "christmas"],
    ["christmas", (95, -12), "nicobar"],
    ["chagos", (84, -5.5), "nicobar"],
    ["nicobar", (91.5, 1), "aceh"],
    ["aceh", (91.4, 12), (91.4, 18), Shore("india", "french-indochina-burma", (92.3, 20.8))],
    ["aceh", (96.5, 5.9), (99.2, 4.0), (101.1, 2.1), (103, 0.6), (104.8, 0.1), "karimata"],
    ["karimata", (107.6, -2.5), (110.5, -5.3), (116, -6.6), (122, -7.1), "wetar"],
    ["wetar", (128, -10), "timor"],
    ["timor", (118, -13.5), (109, -15.5), "christmas"],
    ["timor", (129.8, -16)],
    # Pacific, west
    [(148.7, -36.6), (152, -38.7), "tasman"],
    ["tasman", (158.5, -48), (159, _SOUTH)],
    ["tasman", (162, -29), "loyalty"],
    ["loyalty", (176, -19.5), "tonga"],
    ["loyalty", (160, -16), "louisiade"],
    ["louisiade", (150.5, -12), (146, -10.9), (142.2, -10.1), (137, -9.5), "aru"],
    ["aru", "wetar"],
    ["aru", (130.2, -4.2), (129.2, -1), "palau"],
    ["palau", (141, 2.6), (149, 2.2), "ireland"],
    ["ireland", (155.8, -6), "louisiade"],
    ["ireland", (158.5, 5), "marshall"],
    ["marshall", (170, 8.5), "gilbert"],
    ["gilbert", (-176.5, 4.5), "phoenix"],
    ["phoenix", (-171, -9), "tonga"],
    ["karimata", (109, 3.2), (112.5, 6.2), "balabac"],
    ["balabac", (117.3, 7.6), (119.7, 5.3), (124.5, 4.1), "mindanao"],
    ["mindanao", "palau"],
    ["mindanao", (131.5, 12), "parece"],
    ["parece", (131, 21.8), "miyako"],
    ["parece", (140, 18.6), "mariana"],
    ["mariana", (146.6, 24.5), "bonin"],
    ["mariana", (154, 13.5), "marshall"],
    ["balabac", (115.6, 12), "macclesfield"],
    [
        "macclesfield",
        (112, 16.8),
        (108.2, 17.9),
        (107.6, 20),
        Shore("kwangtung", "french-indochina-burma", (108, 21.5)),
    ],
    ["macclesfield", (118.9, 18.3), (122.4, 21.3), "yonaguni"],
    ["yonaguni", "miyako"],
    ["yonaguni", (124.2, 27), Shore("manchuria", "kwangtung", (121.9, 29.3))],
    ["miyako", (128.3, 27.2), (136, 28.2), "bonin"],
    ["bonin", (150, 29), "shatsky"],
    ["shatsky", (156.5, 37.5), "kuril"],
    [
        "kuril",
        (149.5, 45.6),
        (146.3, 45.6),
        (143.5, 45.8),
        (140.3, 44.8),
        (135.5, 42.4),
        Shore("manchuria", "soviet-far-east", (130.7, 42.3)),
    ],
    ["kuril", (161, 46.5), "komandor"],
    ["komandor", (172, 54), (179, 60.5), (-172.5, 64), "diomede"],
    ["diomede", (-172, 66.3)],
    ["diomede", (-167, 65.6), (-163.5, 65.6)],
    # Pacific, east
    ["komandor", (173, 47.5), "emperor"],
    ["emperor", (178.5, 36), "kure"],
    ["kure", "wilder"],
    ["wilder", (163, 29), "shatsky"],
    ["wilder", (175, 18), "gilbert"],
    ["emperor", (-172, 46.5), "patton"],
    ["patton", (-161.5, 51.5), (-160.5, 56.3)],
    ["patton", (-154, 45.5), "cobb"],
    ["cobb", (-137, 48), (-130.5, 50.9), (-127, 51.4)],
    ["cobb", (-150, 37), "moonless"],
    ["kure", (-166, 27), "moonless"],
    ["moonless", (-139, 26.5), "clarion"],
    ["clarion", (-124, 27.5), Shore("mexico", "western-usa", (-117.1, 32.5))],
    ["clarion", (-133.5, 16), "clipperton"],
    ["clipperton", (-152, 5), "phoenix"],
    ["clipperton", (-127, 7), "marquesas"],
    ["marquesas", (-109, 1.5), "galapagos"],
    ["galapagos", (-95.5, 8), (-93.6, 12.5), Shore("mexico", "panama", (-92.2, 14.5))],
    ["galapagos", (-89, -2.2), Shore("venezuela-colombia", "peru", (-80.3, -3.4))],
    ["galapagos", (-98, -17), "easter"],
    ["marquesas", (-122.5, -12), "pitcairn"],
    ["tonga", (-157, -23.5), "pitcairn"],
    ["pitcairn", (-115, -29.5), "easter"],
    ["easter", (-99, -40), "chiloe"],
    ["chiloe", (-82, -47.5), (-72, -47.5)],
    ["chiloe", (-94.5, -53), (-95, _SOUTH)],
    # Arctic
    [(-83.5, 69.2), (-84.2, 70.6)],
    [(-82, 72.5), (-80, 73.4), (-79.5, _NORTH)],
]

# Points of each zone. A face of the sea without one is joined to the zone with which it shares most of its
# edge.
ZONES: dict[str, list[Point]] = {
    "sz-eastern-canada": [(-50, 55), (-86, 59)],
    "sz-red-sea": [(57, 15), (51, 27)],
    "sz-black-sea": [(34, 43.3), (37, 46)],
    "sz-karelia": [(36, 71.2)],
    "sz-soviet-far-east": [(151, 53)],
    "ice": [(72, 73), (100, 76), (165, 71), (-160, 72), (-140, 71), (-90, 72), (180, 70.5)],
}
