"""MkDocs hooks: adds pages from outside `docs` and generated pages, and adapts links between them.

Rules pages, CONTRIBUTING and the changelog are taken from where they are. The reference of the command line
is generated from the commands, that of the API from its OpenAPI description.
"""

from __future__ import annotations

import posixpath
import re
import sys
from functools import cache
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import reference  # noqa: E402

from partie.core import registry  # noqa: E402

LANGUAGES = {"en": "English", "fr": "français"}
GAMES = [game for game in registry.games() if game.folder.is_relative_to(ROOT / "partie")]
"""Partie's own games. Games of other packages may be installed too; their pages are elsewhere."""


@cache
def outside_pages() -> dict[str, str]:
    """Return the paths on the site of pages from elsewhere in the project, by their paths there."""
    pages = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
    for game in GAMES:
        for language in LANGUAGES:
            page = game.folder / f"rules.{language}.md"
            pages[page.relative_to(ROOT).as_posix()] = f"rules/{game.name}.{language}.md"
    return pages


def rules_index() -> str:
    """Return a page with links to the rules of each game in each language."""
    lines = [
        f"- **{game.title['en']}**: "
        + " · ".join(f"[{title}]({game.name}.{language}.md)" for language, title in LANGUAGES.items())
        for game in GAMES
    ]
    return "# Rules\n\n" + "\n".join(lines) + "\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in `docs`."""
    made = {
        "rules/rules.md": rules_index(),
        "reference/cli.md": reference.commands(),
        "reference/http.md": reference.routes(),
    }
    for source, place in outside_pages().items():
        made[place] = (ROOT / source).read_text(encoding="utf-8")
    for place, content in made.items():
        old = files.get_file_from_path(place)
        if old is not None:
            files.remove(old)
        page = File.generated(config, place, content=content)
        if place.startswith("rules/") and place != "rules/rules.md":
            page.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(page)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Adapt links to the paths of pages on the site; name source files that have no page without a link."""
    if page.parent is None:
        page.meta["hide"] = ["navigation"]  # the only page of its tab
    places = outside_pages()
    home = next((source for source, place in places.items() if place == page.file.src_uri), None)
    here = posixpath.dirname(home or f"docs/{page.file.src_uri}")

    def adapted(match: re.Match[str]) -> str:
        sign, text, target, anchor = match[1], match[2], match[3], match[4] or ""
        source = posixpath.normpath(posixpath.join(here, target))
        place = places.get(source, source.removeprefix("docs/") if source.startswith("docs/") else None)
        if place is None:
            return text if text.startswith("`") else f"{text} (`{source}`)"
        relative = posixpath.relpath(place, posixpath.dirname(page.file.src_uri) or ".")
        return f"{sign}[{text}]({relative}{anchor})"

    return re.sub(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)", adapted, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Write the search index as a script too: a page opened from disk cannot read files."""
    folder = Path(config.site_dir) / "search"
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"var __index = {index}", encoding="utf-8")
