"""`make play`: the server, and beside it the games being built for play without it; Node from PyPI."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.pages import ROOT
from tests.service.client import until


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """`tools(name)`: a script of the folder `tools`."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module


@pytest.fixture
def play(tools: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The script, with a server and a builder in this folder: `partie` and `build.py`."""
    script, build_device = tools("play"), tools("build_device")
    monkeypatch.setattr(script, "_BIN", tmp_path)
    monkeypatch.setattr(build_device, "is_up_to_date", lambda: False)
    monkeypatch.setattr(build_device, "__file__", str(tmp_path / "build.py"))
    return script


def executable(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_building_ends_with_the_server(play: Any, tmp_path: Path) -> None:
    number = tmp_path / "number"
    (tmp_path / "build.py").write_text(
        f"import os, pathlib, time\npathlib.Path({str(number)!r}).write_text(str(os.getpid()))\ntime.sleep(600)"
    )
    executable(tmp_path / "partie", f"#!/bin/sh\nwhile [ ! -s {number} ]; do sleep 0.1; done\nexit 3\n")
    assert play.main() == 3
    until(lambda: not is_running(int(number.read_text())), "the builder to end")


def is_running(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_interrupting_the_server_is_no_failure(play: Any, tmp_path: Path) -> None:
    (tmp_path / "build.py").write_text("")
    executable(tmp_path / "partie", "#!/bin/sh\nexit 130\n")
    assert play.main() == 0


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("", "without the server now: reload the page"),
        ("import sys; sys.exit('It needs\\nwasm-opt.')", "with the server only: It needs wasm-opt."),
    ],
    ids=["built", "not built"],
)
def test_how_building_ended_is_said(
    play: Any, capsys: pytest.CaptureFixture[str], program: str, said: str
) -> None:
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) as builder:
        play._report(builder)
    assert said in capsys.readouterr().out


def test_npm_of_pypi_is_run_by_its_node(tools: Callable[[str], Any], tmp_path: Path) -> None:
    """A wheel has copies where Node has links: a copied `npm` does not find its parts."""
    build_web = tools("build_web")
    node, npm = executable(tmp_path / "bin" / "node", ""), executable(tmp_path / "bin" / "npm", "")
    path = str(npm.parent)
    assert build_web._npm_command(path) == [str(npm)]
    linked = executable(tmp_path / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", "")
    assert build_web._npm_command(path) == [str(node), str(linked)]
    npm.unlink()
    npm.symlink_to(linked)
    assert build_web._npm_command(path) == [str(npm)]
