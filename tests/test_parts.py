"""The parts of `make test`: side by side, each with its own output, and again only when something has
changed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

TOOL = Path(__file__).resolve().parents[1] / "tools" / "run_parts.py"


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = spec_from_file_location("run_parts", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two files; what a part runs is noted in build/, which is ignored."""
    (tmp_path / "a.py").write_text("a")
    (tmp_path / "page.md").write_text("words")
    (tmp_path / ".gitignore").write_text("build/\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    return tmp_path


def command(code: str) -> list[str]:
    return [sys.executable, "-c", f"from pathlib import Path; {code}"]


def noting(name: str) -> list[str]:
    return command(f"open('build/ran', 'a').write('{name} '); print('{name} did it')")


def ran(repository: Path) -> list[str]:
    file = repository / "build" / "ran"
    return file.read_text().split() if file.exists() else []


def test_a_green_part_runs_again_when_a_file_it_needs_has_changed(
    tool: Any, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = tool.Part("code", noting("code"), lambda file: file.endswith(".py"))

    def run(**how: Any) -> str:
        assert tool.Run(repository, [part], **how)() == 0
        return capsys.readouterr().out

    assert "code did it" in run()
    assert "unchanged since the last green run" in run()
    (repository / "page.md").write_text("other words")
    assert "unchanged" in run()
    assert len(ran(repository)) == 1
    (repository / "a.py").write_text("b")
    assert "passed" in run()
    (repository / "new.py").write_text("not even added")
    assert "passed" in run()
    (repository / "new.py").unlink()
    assert "passed" in run()
    assert "unchanged" in run()
    assert "passed" in run(force=True)
    assert len(ran(repository)) == 5


def test_settings_and_commands_count(tool: Any, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (tool.Part("part", noting(name)) for name in ("first", "second"))
    for part in (first, first, second, second):
        tool.Run(repository, [part])()
    assert ran(repository) == ["first", "second"]
    monkeypatch.setenv("NUMBA_OPT", "1")
    tool.Run(repository, [second])()
    assert ran(repository) == ["first", "second", "second"]


def test_a_failure_is_shown_and_remembered_by_nobody(
    tool: Any, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tool.Part("good", noting("good"))
    bad = tool.Part("bad", command("print('what went wrong'); raise SystemExit(3)"), after=("good",))
    for _ in range(2):
        assert tool.Run(repository, [bad, good])() == 1
        said = capsys.readouterr().out
        assert "what went wrong" in said
        assert said.endswith("Failed: bad.\n")
    assert ran(repository) == ["good"]


def test_what_is_edited_while_it_runs_is_not_taken_for_tested(tool: Any, repository: Path) -> None:
    part = tool.Part("part", command("open('build/ran', 'a').write('x '); open('a.py', 'a').write('more')"))
    for _ in range(2):
        assert tool.Run(repository, [part])() == 0
    assert ran(repository) == ["x", "x"]


def test_a_part_may_run_always(tool: Any, repository: Path) -> None:
    part = tool.Part("part", noting("part"), needs=None)
    for _ in range(2):
        assert tool.Run(repository, [part])() == 0
    assert len(ran(repository)) == 2


def test_without_git_everything_runs(tool: Any, tmp_path: Path) -> None:
    part = tool.Part("part", noting("part"))
    for _ in range(2):
        assert tool.Run(tmp_path, [part])() == 0
    assert len(ran(tmp_path)) == 2


def test_nothing_rests_on_what_failed(
    tool: Any, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tool.Part("bad", command("raise SystemExit(3)"))
    other = tool.Part("other", noting("other"))
    late = tool.Part("late", noting("late"), after=("other", "bad"))
    assert tool.Run(repository, [late, bad, other])() == 1
    said = capsys.readouterr().out
    assert "late: not run, since bad failed" in said
    assert said.endswith("Failed: bad, late.\n")
    assert ran(repository) == ["other"]


def test_packages_that_a_part_installs_count(
    tool: Any, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is installed is looked up when a part begins: an earlier one may have installed it."""
    facts = repository / "build" / "installed"
    monkeypatch.setattr(tool, "_environment", lambda: [facts.read_text()] if facts.exists() else [])
    install = tool.Part("install", command("Path('build/installed').write_text('new')"), needs=None)
    tests = tool.Part("tests", noting("tests"), after=("install",))
    for _ in range(2):
        assert tool.Run(repository, [tests, install])() == 0
    assert ran(repository) == ["tests"]


def test_every_part_is_a_target_of_the_makefile(tool: Any) -> None:
    makefile = TOOL.parents[1].joinpath("Makefile").read_text()
    names = [part.name for part in tool.PARTS]
    assert set(names) >= {"compile", "unit", "browser", "lint", "types", "web-test"}
    for part in tool.PARTS:
        assert f"\n{part.name}: " in makefile
        assert part.name in part.command
        assert set(part.after) < set(names)
