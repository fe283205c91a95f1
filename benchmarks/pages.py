"""Writing measured numbers into the documentation, so that none there is typed by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def fill(page: Path, name: str, text: str) -> None:
    """Replace the text between the two marks `<!-- name -->` of a page."""
    mark = f"<!-- {name} -->"
    old = page.read_text(encoding="utf-8")
    new = re.sub(f"{mark}.*?{mark}", lambda _: f"{mark}\n{text}\n{mark}", old, flags=re.DOTALL)
    page.write_text(new, encoding="utf-8")
