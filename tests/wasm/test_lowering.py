"""Lowered source means the same as the original, and helpers do what Python does."""

from __future__ import annotations

import ast
import subprocess
import textwrap
from pathlib import Path

import numpy as np
import pytest

import partie.wasm.shaking as shaking
from partie.wasm.lowering import CannotLower, Lowering


def lowered(source: str, native: object = None) -> str:
    tree = ast.parse(textwrap.dedent(source))
    tree.body = [Lowering(native).visit(one) for one in tree.body]
    return ast.unparse(ast.fix_missing_locations(tree))


def test_annotations_and_documentation_go() -> None:
    text = lowered(
        'def f(x: int, /, *, y: str = "a") -> None:\n    """Say."""\n    z: int = x\n    w: str\n    return z'
    )
    assert text == "def f(x, *, y='a'):\n    z = x\n    return z"


def test_dictionaries_keep_their_order() -> None:
    assert lowered("x = {'b': 1, 'a': 2}") == "x = OrderedDict([('b', 1), ('a', 2)])"
    assert lowered("x = {**y, 'a': 2}") == "x = merged_(y, OrderedDict([('a', 2)]))"
    assert lowered("x = {a: b for a, b in y}") == "x = OrderedDict([(a, b) for a, b in y])"


def test_stars_in_displays_are_sums_of_lists() -> None:
    assert lowered("x = [*a, 1, *b]") == "x = list(a) + [1] + list(b)"
    assert lowered("x = (*a, 1)") == "x = tuple(list(a) + [1])"
    assert lowered("f(*a, 1)") == "f(*a, 1)"


def test_texts_are_formatted_by_helpers() -> None:
    assert lowered("x = f'{a:.1f} {b!r}c'") == "x = format_(a, '.1f') + ' ' + str_(repr_(b)) + 'c'"


def test_unions_of_classes_are_tuples() -> None:
    assert lowered("isinstance(x, int | float | str)") == "isinstance_(x, (int, float, str))"


def test_a_match_statement_is_refused() -> None:
    with pytest.raises(CannotLower):
        lowered("match x:\n    case 1:\n        pass")


def test_a_data_class_gets_a_constructor() -> None:
    from partie.core import agent

    source = shaking.read("partie.core.agent")
    found = next(
        one for one in source.statements if isinstance(one, ast.ClassDef) and one.name == "Candidate"
    )
    text = ast.unparse(
        ast.fix_missing_locations(Lowering(agent).visit(ast.parse(ast.unparse(found)).body[0]))
    )
    assert "def __init__(self, move, value, visits=0, exact=True):" in text
    assert "class Candidate(Data_):" in text


def test_a_model_names_the_models_inside_it() -> None:
    from partie.games.axisallies.odds import models

    source = shaking.read(models.__name__)
    found = next(
        one for one in source.statements if isinstance(one, ast.ClassDef) and one.name == "OddsRequest"
    )
    text = ast.unparse(
        ast.fix_missing_locations(Lowering(models).visit(ast.parse(ast.unparse(found)).body[0]))
    )
    assert "_nested = {'battles': lambda: BattleRequest}" in text


def test_a_loop_that_fills_an_array_is_not_run_again() -> None:
    """The array is stored as it is afterwards; adding to it twice would be wrong."""
    from partie.games.axisallies.rules import board

    source = shaking.read(board.__name__)
    loops = [n for n, one in enumerate(source.statements) if isinstance(one, ast.For)]
    assert loops
    assert not set(loops) & set(source.effects)


def test_what_a_device_lacks_is_named() -> None:
    shaken = shaking.Shaken(frozenset())
    shaken.add("partie.core.external", "build_external")
    assert any("subprocess" in problem for problem in shaken.problems)


SAMPLES = """
print(sorted_([(2, 'b'), (1, 'x'), (2, 'a')], key=lambda one: one[0]))
print(sorted_([(2, 'b'), (1, 'x'), (2, 'a')], key=lambda one: one[0], reverse=True))
print(format_(2.25, '.1f'), format_(0.125, '.2f'), format_(2.675, '.2f'), format_(-1.5, '+.0f'), format_(0.5, '.0%'))
print(format_(7, '04b'), format_(1234567, ','), format_(1e16, 'g'), format_('ab', '>4'))
print(round_(2.675, 2), round_(0.125, 2), round_(2.5), round_(1.005, 2))
print(method_lower('ÉA'), method_upper('éa'), method_removeprefix('abc', 'a'), method_zfill('7', 3))
print(repr_("l'été"), repr_(['a', ('b',)]), repr_('a\\nb'))
print(isinstance_(True, int), isinstance_(1.0, (int, float)), method_bit_count(11), method_bit_length(8))
print(method_format('{a} et {b:.1f} {{x}}', a='é', b=0.25), method_splitlines('a\\r\\nb\\n'))
print(method_format('é {} à {!r} {n}', 1, "b'", n='}'), method_format('{{{0}}}', 2), method_format('plain'))
print(list(merged_({'b': 1}, {'a': 2})), list(fromkeys_(['z', 'a'])))
print(stepped_('abcd', None, None, -1), stepped_((1, 2, 3), None, None, 2))
from device.difflib import get_close_matches
print(get_close_matches('imf', ['inf', 'arm', 'im'], 1), get_close_matches('fihgter', ['bomber', 'fighter'], 2))
from device import re
print(bool(re.search('^ *~', 'a\\n ~b', re.MULTILINE)), bool(re.search('^ *~', 'a\\n ~b')))
class Inner(Model_):
    _fields = ('x',)
    def __init__(self, x): self.x = x
class Outer(Model_):
    _fields = ('one', 'all')
    _nested = {'one': lambda: Inner, 'all': lambda: Inner}
    def __init__(self, one, all): self.one, self.all = one, all
made = Outer.model_validate({'one': {'x': 1}, 'all': [{'x': 2}]})
print(made.one.x, made.all[0].x, made.model_dump()['all'][0]['x'])
"""
NATIVE = """
[(1, 'x'), (2, 'b'), (2, 'a')]
[(2, 'b'), (2, 'a'), (1, 'x')]
2.2 0.12 2.67 -2 50%
0111 1,234,567 1e+16   ab
2.67 0.12 2 1.0
éa ÉA bc 007
"l'été" ['a', ('b',)] 'a\\nb'
True True 3 4
é et 0.2 {x} ['a', 'b']
é 1 à "b'" } {2} plain
['b', 'a'] ['z', 'a']
dcba (1, 3)
['im'] ['fighter']
True False
1 2 2
"""


def printed_on_device(samples: str, folder: Path) -> list[str]:
    """The lines that these statements print in MicroPython."""
    wasm = Path(shaking.__file__).parent
    interpreter = (
        wasm.parent.parent / "web" / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
    )
    if not interpreter.is_dir():
        pytest.skip("MicroPython is not installed: run `npm ci` in web/")
    for path in (*wasm.glob("device/*.mjs"), wasm / "host.mjs", *interpreter.glob("micropython.*")):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "samples.py").write_text(samples)
    script = Path(__file__).with_name("helpers.mjs")
    command = ["node", str(script), str(folder), str(shaking.DEVICE)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr[-2000:]
    return answer.stdout.strip().splitlines()


def test_helpers_do_what_python_does(tmp_path: Path) -> None:
    """Each line of `NATIVE` is what Python prints for the original of the line in `SAMPLES`."""
    assert printed_on_device(SAMPLES, tmp_path) == NATIVE.strip().splitlines()


ARRAYS = (
    "cube.tolist()",
    "(cube % 5 == 0).tolist()",
    "cube.T.tolist()",
    "np.zeros((2, 0, 3)).tolist()",
    "np.zeros((0, 3)).tolist()",
    "[np.array_equal(cube, other) for other in (cube.copy(), cube + 1, cube.T, cube * 1.0)]",
    "cube.any(axis=(1, 2)).tolist()",
    "cube.sum(axis=(0, 1)).tolist()",
    "cube[:, [2, 0]].tolist()",
    "cube[[1, 0]].tolist()",
    "cube[:, [1, 2], [3, 0]].tolist()",
    "cube[1, :, [0, 2]].tolist()",
    "np.cumsum(cube, axis=0).tolist()",
    "np.cumsum(cube[0] / 4, axis=0).tolist()",
    "np.cumsum(cube, axis=2).tolist()",
    "np.argwhere(cube > 20).tolist()",
    "[(list(place), int(value)) for place, value in np.ndenumerate(cube[0])]",
    "added((rows[:, None], rows[None, :]), np.ones((3, 3)))",
    "set_at(np.array([1.75, 2.5, 3.0, 0.25]))",
    "cube[0].clip(3, 7).tolist()",
    "np.clip(cube[0] / 4, np.array([0.5, 1.0, 1.0, 0.0]), np.array([2.0, 1.0, 9.0, 0.5])).tolist()",
)
"""Expressions about arrays, some of them in the first lines of `SAME`."""
SAME = """
cube = np.arange(24).reshape(2, 3, 4)
rows = np.array([0, 2, 2])

def added(places, values):
    table = np.zeros((3, 3))
    np.add.at(table, places, values)
    return table.tolist()

def set_at(values):
    table = np.zeros((2, 4), np.int8)
    table[1] = values
    return table.tolist()
"""


def test_arrays_do_what_those_of_numpy_do(tmp_path: Path) -> None:
    shown = "\n".join(f"print({one})" for one in ARRAYS)
    here = printed_on_device(f"from device import numpy as np\n{SAME}\n{shown}\n", tmp_path)
    known: dict[str, object] = {"np": np}
    exec(SAME, known)
    assert here == [str(eval(one, known)) for one in ARRAYS]


def class_of(module: str, name: str) -> str:
    """A class of ours, lowered."""
    source = shaking.read(module)
    found = next(one for one in source.statements if isinstance(one, ast.ClassDef) and one.name == name)
    copy = ast.parse(ast.unparse(found)).body[0]
    return ast.unparse(ast.fix_missing_locations(Lowering(source.native).visit(copy)))


def test_a_default_that_is_made_keeps_its_order() -> None:
    text = class_of("partie.games.axisallies.players.staff.assaults", "Assault")
    assert "self.codes = OrderedDict() if codes is MISSING_ else codes" in text


def test_an_argument_does_not_hide_what_makes_its_default() -> None:
    text = class_of("partie.games.axisallies.players.general.agent", "Style")
    assert "_make_doctrine = [doctrine.plain]" in text
    assert "self.doctrine = self._make_doctrine[0]() if doctrine is MISSING_ else doctrine" in text


def test_types_as_values_are_not_needed() -> None:
    assert lowered("x = dict[str, int]()") == "x = OrderedDict()"
    assert lowered("x = slice(1, n)") == "x = slice_(1, n)"
