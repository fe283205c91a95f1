"""What the tools build for others: a site that leads to a server, and what a wheel contains."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.pages import ROOT


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`tool(name)`: a script of the folder `tools`."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module


def test_a_site_knows_the_server_it_is_built_for(
    tool: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build_web, build_site = tool("build_web"), tool("build_site")
    monkeypatch.setattr(build_site, "_built_games", lambda games: tmp_path)
    monkeypatch.setattr(build_web, "_install_packages", dict)
    builds: list[dict[str, str]] = []
    monkeypatch.setattr(build_web, "_npm", lambda environment, *_: builds.append(environment))
    out = tmp_path / "site"
    out.mkdir()
    for address in ([], ["--server", "https://games.example.org/club/"]):
        build_site.main(["--out", str(out), *address, "quarto"])
    assert [one["PARTIE_SITE_SERVER"] for one in builds] == ["", "https://games.example.org/club"]
    assert {one["PARTIE_SITE"] for one in builds} == {str(out)}
    for wrong in ("games.example.org", "ftp://games.example.org", "https://games.example.org/?a=1"):
        with pytest.raises(SystemExit):
            build_site.main(["--server", wrong])
        assert "is no address of a server" in capsys.readouterr().err


def test_a_wheel_contains_the_pages_and_the_games_for_devices(tmp_path: Path) -> None:
    """Though the version control ignores both."""
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".git").mkdir()
    static = "partie/service/static"
    device = f"{static}/assets/device-0123456789"
    packed = {
        "partie/__init__.py",
        f"{static}/index.html",
        f"{device}/worker.mjs",
        f"{device}/quarto/game.wasm",
        f"{device}/quarto/files/partie__book.npz.gz",
    }
    for name in (*packed, "partie/__pycache__/x.pyc", "web/src/App.svelte", "build/device/quarto/game.wasm"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    files = WheelBuilder(str(tmp_path)).recurse_included_files()
    assert {file.distribution_path for file in files} == packed


@pytest.mark.parametrize(("is_there", "is_new", "said"), [(0, 0, "no games"), (1, 0, "older"), (1, 1, None)])
def test_packing_says_when_the_games_for_devices_are_not_those_of_the_package(
    tool: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_there: int, is_new: int, said: str | None
) -> None:
    build_web, build_device = tool("build_web"), tool("build_device")
    if is_there:
        (tmp_path / "device").mkdir()
    monkeypatch.setattr(build_web, "DEVICE", tmp_path / "device")
    monkeypatch.setattr(build_device, "is_up_to_date", lambda: bool(is_new))
    warning = build_web.games_warning()
    assert (said in warning) if said else warning is None
