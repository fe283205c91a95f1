"""The pages people read, and what they tell a reader to write."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SITE = [*PAGES, ROOT / "CHANGELOG.md", *sorted((ROOT / "partie" / "games").glob("*/rules.*.md"))]
"""Every page of the documentation site, and README.md."""
_FENCED = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1``` *$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code on a page."""

    page: Path
    language: str
    text: str

    @property
    def is_session(self) -> bool:
        """Whether it is a Python session, which doctest runs."""
        return self.language in ("python", "pycon") and ">>> " in self.text

    @property
    def commands(self) -> list[str]:
        """The lines after a prompt, without comments."""
        return [line for line in re.findall(r"^\$ (.*)$", self.text, re.MULTILINE) if line[0] != "#"]


def all_blocks(page: Path) -> list[Block]:
    """Every block of code of a page."""
    found = _FENCED.findall(page.read_text(encoding="utf-8"))
    return [Block(page, language, dedent(text)) for _, language, text in found]


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of code of a page in one language."""
    return [block.text for block in all_blocks(page) if block.language == language]


def classes_on(page: Path) -> list[str]:
    """The files a page tells its reader to write: blocks of Python that define a class."""
    return [block for block in blocks(page, "python") if re.search("^class ", block, re.MULTILINE)]


def filled_in(text: str) -> Any:
    """An example as JSON: what it leaves out with dots is empty, and of alternatives the first is taken."""
    text = re.sub(r"\{…[^{}]*\}", "{}", text)
    text = re.sub(r",\s*…(?=\s*[\]}])", "", text)
    text = re.sub(r'("\w+")(?: \| "\w+")+', r"\1", text)
    return json.loads(text)
