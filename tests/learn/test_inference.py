"""Programs use no matrix products: the library for those starts threads of its own."""

import ast
from pathlib import Path

import pytest

import partie

PACKAGE = Path(partie.__file__).parent
PLAYING = [
    path
    for folder in ("core", "search", "games", "learn/net", "expert")
    for path in sorted((PACKAGE / folder).rglob("*.py"))
    if not path.name.startswith("train_")
]
PRODUCTS = {"dot", "vdot", "inner", "matmul", "tensordot", "linalg"}


@pytest.mark.parametrize("path", PLAYING, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_matrix_products_where_programs_play(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        line = f"{path}:{getattr(node, 'lineno', 0)}"
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)), line
        assert not (isinstance(node, ast.Attribute) and node.attr in PRODUCTS), line
