"""QR codes of links to a table, for the pages and for the terminal in which the server runs."""

from __future__ import annotations

import io
from typing import TextIO

import segno


def svg(link: str) -> bytes:
    """Return a link as an SVG image, dark on white with the margin that cameras need."""
    drawn = io.BytesIO()
    _code(link).save(drawn, kind="svg", xmldecl=False, border=4, light="#fff", omitsize=True, nl=False)
    return drawn.getvalue()


def blocks(link: str, out: TextIO) -> str:
    """Return a link in block characters for `out`; empty if `out` cannot show them."""
    drawn = io.StringIO()
    _code(link).terminal(drawn, compact=True, border=2)
    text = drawn.getvalue()
    try:
        text.encode(out.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if out.isatty():
        # White on black, whatever the colours of the terminal: not every camera reads the opposite.
        text = "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in text.splitlines())
    return text


def _code(link: str) -> segno.QRCode:
    return segno.make(link, micro=False)
