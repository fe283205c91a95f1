"""Catalogues of words, in Partie and in other packages."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.game import Family, Game, Preset
from partie.core.levels import levels
from partie.core.parameters import choice, number, switch
from partie.core.words import LANGUAGES, all_described, described, placeholders, read_words, section
from tests.pages import ROOT

SEARCHES = {key.partition(".")[0] for key in section(read_words("partie.search"), "family")}
CODE = sorted((ROOT / "partie").rglob("*.py"))
CATALOGUES = [
    ".".join(file.parent.relative_to(ROOT).parts) for file in sorted((ROOT / "partie").rglob("words.en.json"))
]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An outside package, without words so far."""
    folder = tmp_path / f"outside_{tmp_path.name}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def write(package: Path, **catalogues: dict[str, str]) -> None:
    for language, words in catalogues.items():
        (package / f"words.{language}.json").write_text(json.dumps(words), encoding="utf-8")


def test_another_package_has_its_own_words(package: Path) -> None:
    write(package, en={"nim.won": "{who} wins."}, fr={"nim.won": "{who} gagne."})
    words = read_words("partie.search", package.name)
    assert words["nim.won"] == {"en": "{who} wins.", "fr": "{who} gagne."}
    assert "search.random" in words
    sys.modules.pop(package.name)


@pytest.mark.parametrize(
    ("catalogues", "message"),
    [
        ({}, r"has no file words\.en\.json"),
        ({"en": {}}, r"has no file words\.fr\.json"),
        ({"en": {"nim.won": "x"}, "fr": {}}, r"words\.fr\.json of .* lacks 'nim\.won': add it"),
        ({"en": {}, "fr": {"nim.won": "x"}}, r"words\.en\.json of .* lacks 'nim\.won': add it"),
    ],
)
def test_a_missing_file_or_key_is_named(
    package: Path, catalogues: dict[str, dict[str, str]], message: str
) -> None:
    write(package, **catalogues)
    with pytest.raises(PartieError, match=message):
        read_words(package.name)
    sys.modules.pop(package.name)


def test_a_file_that_is_not_json_is_named(package: Path) -> None:
    write(package, fr={})
    (package / "words.en.json").write_text("{", encoding="utf-8")
    with pytest.raises(PartieError, match=r"words\.en\.json of .* cannot be read"):
        read_words(package.name)
    sys.modules.pop(package.name)


@pytest.mark.parametrize("package", CATALOGUES)
def test_words_have_the_same_placeholders_in_every_language(package: str) -> None:
    for key, text in read_words(package).items():
        assert set(text) == set(LANGUAGES)
        assert len({frozenset(placeholders(sentence)) for sentence in text.values()}) == 1, key


def test_texts_in_code_have_the_same_placeholders_in_both_languages() -> None:
    """Of every `both(…)` and every `{"en": …, "fr": …}`, nested ones included, whatever f-strings put in."""
    calls = dictionaries = 0
    for file in CODE:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "both" and len(node.args) == 2:
                en, fr = node.args
                calls += 1
            elif isinstance(node, ast.Dict) and _keys(node) == ["en", "fr"]:
                en, fr = node.values
                dictionaries += 1
            else:
                continue
            assert list(_put_in(en)) == list(_put_in(fr)), f"{file.relative_to(ROOT)}, line {node.lineno}"
    assert calls > 40
    assert dictionaries > 40


@pytest.mark.parametrize(
    ("en", "fr", "same"),
    [
        ("'a {bid}'", "'une {bid}'", True),
        ("'a {bid}'", "'une {pari}'", False),
        ("f'{bid} of {best}'", "f'{best}, {bid}'", True),
        ("f'{bid}'", "f'{worst}'", False),
        ("f'{bid} {{best}}'", "f'{bid}'", False),
        ("{'a': '{x}', 'b': ''}", "{'a': '{x}', 'b': ''}", True),
        ("{'a': '{x}', 'b': ''}", "{'a': '', 'b': '{x}'}", False),
        ("{'a': ''}", "{'b': ''}", False),
        ("('{x}', '')", "('{x}',)", False),
    ],
)
def test_different_placeholders_are_noticed(en: str, fr: str, same: bool) -> None:
    found = [list(_put_in(ast.parse(text, mode="eval").body)) for text in (en, fr)]
    assert (found[0] == found[1]) == same


def _keys(dictionary: ast.Dict) -> list[object]:
    return [key.value if isinstance(key, ast.Constant) else key for key in dictionary.keys]


def _put_in(texts: ast.expr) -> Iterator[object]:
    """What is put into a text, or into each text of a literal, with the keys of dictionaries."""
    if isinstance(texts, ast.Dict):
        for key, value in zip(_keys(texts), texts.values, strict=True):
            yield key
            yield from _put_in(value)
    elif isinstance(texts, ast.Tuple | ast.List):
        for value in texts.elts:
            yield from _put_in(value)
    else:
        found = set[str]()
        for node in ast.walk(texts):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {f"{{{name}}}" for name in re.findall(r"\{(\w*)\}", node.value)}
        yield found - {"en", "fr"}


def test_a_section_is_a_part_of_a_catalogue() -> None:
    words = {"greedy.buy": {"en": "a"}, "greedy.fight.sea": {"en": "b"}, "greedier.buy": {"en": "c"}}
    assert section(words, "greedy") == {"buy": {"en": "a"}, "fight.sea": {"en": "b"}}


def test_levels_are_named_in_the_words() -> None:
    words = {
        f"level.{name}.{part}": {"en": f"{name} {part}", "fr": part}
        for name in ("expert", "titan")
        for part in ("character", "help")
    }
    words["level.titan.title"] = {"en": "Titan", "fr": "Titan"}
    made = levels(words, {"expert": "mcts", "titan": "solver"})
    assert (made["expert"].title["fr"], made["titan"].title["fr"]) == ("Expert", "Titan")
    assert (made["titan"].spec, made["titan"].character["en"], made["titan"].help["en"]) == (
        "solver",
        "titan character",
        "titan help",
    )


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.name)
def test_a_game_has_no_unused_words(game: Game) -> None:
    """A level, option, preset or family that was removed leaves no words behind."""
    declared = {
        "level": set(game.levels),
        "option": {option.name for option in game.options},
        "preset": {preset.name for preset in game.presets},
        "family": {*game.families, *SEARCHES},
    }
    for key in game.phrases:
        kind, name = key.split(".")[:2]
        assert kind not in declared or name in declared[kind], key


def test_options_presets_and_families_are_described_by_the_words() -> None:
    words = {
        f"{key}.{part}": {"en": f"{key} {part}", "fr": part}
        for key in ("option.wild", "preset.plain", "family.odds", "family.odds.trust")
        for part in ("title", "help")
    }
    words |= {f"option.wild.choice.{name}": {"en": name, "fr": name} for name in ("none", "ones")}
    option = described(words, "option", choice("wild", "none", "ones"))
    assert (option.default, option.title["en"]) == ("none", "option.wild title")
    assert option.choices == {"none": {"en": "none", "fr": "none"}, "ones": {"en": "ones", "fr": "ones"}}
    (preset,) = all_described(words, "preset", Preset("plain", options={"wild": "none"}))
    assert (preset.help["en"], preset.options) == ("preset.plain help", {"wild": "none"})
    family = described(words, "family", Family("odds", object, params=(number("trust", 0.5, 0.0, 1.0),)))
    assert (family.title["en"], family.params[0].help["en"]) == (
        "family.odds title",
        "family.odds.trust help",
    )


def test_missing_words_are_named() -> None:
    with pytest.raises(PartieError, match=r"has no 'option\.pass\.title': add it"):
        described({}, "option", switch("pass", True))
