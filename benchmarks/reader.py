"""Writes into docs/liarsdice-reader.md what the shipped model of the program `reader` was learned from, so that no number there is typed by hand.

python benchmarks/reader.py
"""

from __future__ import annotations

from pages import DOCS, fill

from partie.games.liarsdice.reader import load_model


def kinds_table() -> str:
    """What the shipped model's card says."""
    lines = ["| kind | decisions | surprise, general model | surprise, own model |", "|---|---|---|---|"]
    for kind, facts in load_model("reader").card["kinds"].items():
        lines.append(
            f"| `{kind}` | {facts['decisions']} | {facts['surprise_general']:.2f} | {facts['surprise']:.2f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    fill(DOCS / "liarsdice-reader.md", "reader:kinds", kinds_table())
