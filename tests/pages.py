"""The pages people read, and what they tell a reader to write."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of code of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def classes_on(page: Path) -> list[str]:
    """The files a page tells its reader to write: blocks of Python that define a class."""
    return [block for block in blocks(page, "python") if re.search("^class ", block, re.MULTILINE)]
