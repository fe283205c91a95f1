"""Every block of code on the site is run by the tests. This file says how each kind is run, and lists what is
not."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from typing import Any

import pytest

import partie
from partie.service.app import Settings, create_app
from tests.games import OURS
from tests.pages import ROOT, SITE, Block, all_blocks, filled_in

BLOCKS = [block for page in SITE for block in all_blocks(page)]
RUN = {
    "session": "doctest, in tests/test_docs.py",
    "console": "command by command, see PROGRAMS",
    "python": "as a program, below",
    "excerpt": "quotes a file that the tests run, below",
    "tutorial": "written to files and installed, in tests/test_tutorial.py",
    "toml": "played as a tournament or a study, in tests/commands/test_house.py",
    "bots": "asked and answered, in tests/core/test_external.py",
    "json": "compared with the contract of the API, below",
    "text": "read as a position, below",
    "js": "mounted as a board in a browser, in tests/browser/test_board_example.py",
    "": "compared with the folders there are, below",
}
PROGRAMS = {
    "partie": "with small amounts, in tests/commands and tests/test_tutorial.py",
    "for": "loops over such commands",
    "curl": "against a server, in tests/service/test_documented.py",
    "python3": "likewise: they prepare a request",
    "pip": "in tests/test_tutorial.py, or compared with what is declared, below",
    "pytest": "in tests/test_tutorial.py",
    "sqlite3": "a backup, made by SQLite's function of that name in tests/service/test_operations.py",
    "make": "as a dry run, below",
}
NOT_RUN = {
    "python": "scripts in benchmarks/ play for minutes or hours and rewrite pages; their options are checked (tests/commands/test_house.py)",
    "dask": "starts a cluster; tests/arena/test_tournament.py starts one with its Python functions",
    "source": "puts the reader's own environment on the path",
}
GAMES = {"axis": "axisallies", "coinche": "coinche"}
"""Games whose pages show positions, by the beginning of the page's name."""


def kind(block: Block) -> str:
    """How a block is run."""
    if block.is_session:
        return "session"
    if block.page.name == "example-game.md" and block.language in ("python", "toml"):
        return "excerpt"
    if block.page.name == "first-game.md" and block.language in ("python", "toml"):
        return "tutorial"
    if block.page.name == "bots.md" and block.language == "json":
        return "bots"
    return block.language


def of_kind(name: str) -> list[Any]:
    return [
        pytest.param(block, id=f"{block.page.name}-{number}")
        for number, block in enumerate(BLOCKS)
        if kind(block) == name
    ]


@pytest.mark.parametrize("block", [pytest.param(block, id=block.page.name) for block in BLOCKS])
def test_each_is_run_or_listed(block: Block) -> None:
    assert kind(block) in RUN or kind(block) in NOT_RUN, f"who runs this?\n{block.text}"
    if block.language == "console":
        assert block.commands, f"no command after a prompt:\n{block.text}"
        for command in block.commands:
            program = command.split()[0]
            assert program in PROGRAMS or program in NOT_RUN, f"who runs {command}?"


def test_few_are_not_run() -> None:
    kinds = {kind(block) for block in BLOCKS}
    programs = {command.split()[0] for block in BLOCKS for command in block.commands}
    assert set(NOT_RUN) <= kinds | programs, "listed, but on no page"
    assert len(NOT_RUN) <= 4


@pytest.mark.parametrize("block", of_kind("python"))
def test_programs_run(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents also play, in tests/test_docs.py and tests/commands."""
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "page"}
    exec(compile(block.text, str(block.page), "exec"), names)
    for name, found in names.items():
        if name.startswith("test_"):
            found()


@pytest.mark.parametrize("block", of_kind("excerpt"))
def test_excerpts_quote_what_there_is(block: Block) -> None:
    files = (ROOT / "examples" / "kalah").rglob("*")
    sources = [file.read_text(encoding="utf-8") for file in files if file.suffix in (".py", ".toml")]
    quoted = "".join(block.text.split())  # it may be indented there
    assert any(quoted in "".join(source.split()) for source in sources), block.text


@pytest.mark.parametrize("block", of_kind("text"))
def test_positions_can_be_read(block: Block) -> None:
    game = next(game for start, game in GAMES.items() if block.page.name.startswith(start))
    state = partie.game(game).position(block.text.strip())
    assert state.moves


@pytest.mark.parametrize("block", of_kind(""))
def test_the_tree_is_there(block: Block) -> None:
    folders: list[str] = []
    for line in block.text.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        folders[depth:] = [line.split()[0]]
        path = "".join(folders).replace("<family>/", "")
        assert any((ROOT / path.replace("<game>", game.name)).exists() for game in OURS), path


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("contract")
    contract = create_app(Settings(database=str(folder / "partie.db"))).openapi()
    found: dict[str, Any] = contract["components"]["schemas"]
    return found


def fits(value: Any, schema: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Whether an example has all fields of a shape and no others; what is empty fits anything."""
    if "$ref" in schema:
        return fits(value, schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return any(fits(value, one, schemas) for one in schema[union])
    if isinstance(value, dict) and "properties" in schema:
        fields = schema["properties"]
        needed = set(schema.get("required", []))
        return not value or (
            needed <= set(value) <= set(fields)
            and all(fits(one, fields[name], schemas) for name, one in value.items())
        )
    if isinstance(value, list):
        return schema.get("type") == "array" and all(fits(one, schema["items"], schemas) for one in value)
    if isinstance(value, dict):
        return bool(schema.get("type", "object") == "object")
    return schema.get("type") not in ("array", "object")


@pytest.mark.parametrize("block", of_kind("json"))
def test_examples_of_the_api_have_the_shapes_of_its_contract(block: Block, schemas: dict[str, Any]) -> None:
    value = filled_in(block.text)
    named = [name for name, schema in schemas.items() if "properties" in schema]
    assert [name for name in named if fits(value, schemas[name], schemas)], block.text


def test_a_field_too_many_would_be_found(schemas: dict[str, Any]) -> None:
    server = {"reach": "public", "addresses": []}
    assert [
        name for name in schemas if fits(server, schemas[name], schemas) and "reach" in str(schemas[name])
    ]
    wrong = {**server, "colour": "blue"}
    assert not [
        name for name in schemas if "properties" in schemas[name] and fits(wrong, schemas[name], schemas)
    ]


def commands(program: str) -> list[str]:
    return sorted({c for block in BLOCKS for c in block.commands if c.split()[0] == program})


@pytest.mark.parametrize("command", commands("make"))
def test_what_is_made_can_be_made(command: str) -> None:
    done = subprocess.run(
        [*shlex.split(command, comments=True), "--dry-run"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", commands("pip"))
def test_what_is_installed_is_declared(command: str) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = declared["optional-dependencies"]
    wanted = [word for word in shlex.split(command)[2:] if not word.startswith("-")]
    for word in wanted:
        extra = re.fullmatch(r"\.\[(\w+)\]", word)
        if extra:
            assert extra[1] in extras
        elif word != ".":
            assert any(re.match(rf"{word}\b", each) for each in extras["test"]), word
