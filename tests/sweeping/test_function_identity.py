"""A user's function is known by all it reads: when any of it changes, so does its digest."""

from __future__ import annotations

import functools
import math
import re
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accord.degradations import argument_tree
from accord.sweeping import sweep
from accord.sweeping.function_identity import Unidentified, identified
from sweeping import own_measures

TREE = argument_tree(12)
SOURCE = """
import math
import re
import numpy as np
from functools import lru_cache, partial

FACTOR = {factor}
TABLE = {{"a": [1, {factor}]}}
ARRAY = np.array([1.0, {factor}])
PATTERN = re.compile("a{{{factor}}}")

def scaled(data): return FACTOR * len(data)
def through(data): return scaled(data)
def twice_through(data): return through(data) + math.pi
def tabled(data): return TABLE["a"][1]
def arrayed(data): return float(np.sum(ARRAY))
def matched(data): return bool(PATTERN.match("aa"))
def defaulted(data, factor={factor}): return factor
def keyword(data, *, factor={factor}): return factor
def constant(data): return {factor}
def nested(data):
    def inner(): return FACTOR
    return inner()
def listed(data): return [FACTOR for _ in range(2)][0]
def even(n): return FACTOR if n == 0 else odd(n - 1)
def odd(n): return even(n - 1) if n else 0
def recursive(data): return even(4)
def closed():
    factor = {factor}
    def inner(data): return factor
    return inner
closing = closed()
partly = partial(lambda factor, data: factor, {factor})
@lru_cache
def cached(data): return FACTOR
"""
DEPENDENT = (
    "scaled", "through", "twice_through", "tabled", "arrayed", "matched", "defaulted", "keyword", "constant", "nested",
    "listed", "recursive", "closing", "partly", "cached",
)  # fmt: skip


def module(factor: int, name: str = "somebody_elses") -> Any:
    made = types.ModuleType(name)
    exec(compile(SOURCE.format(factor=factor), f"{name}.py", "exec"), vars(made))
    return made


@pytest.mark.parametrize("name", DEPENDENT)
def test_whatever_it_reads_changes_it(name: str) -> None:
    one, again, other = (identified(getattr(module(factor), name)) for factor in (2, 2, 3))
    assert one == again
    assert one != other


def test_what_it_does_not_read_does_not() -> None:
    made = module(2)
    before = identified(made.through)
    made.TABLE = "something else"
    made.unused = object()
    assert identified(made.through) == before


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("def f(data): return open('weights').read()", "open"),
        ("def f(data): return eval('FACTOR')", "eval"),
        ("def f(data): return globals()['FACTOR']", "globals"),
        ("import os\ndef f(data): return float(os.environ['FACTOR'])", "environ"),
        ("import numpy as np\ndef f(data): return np.load('weights.npy')", "load"),
        ("from sweeping import own_measures\ndef f(data): return own_measures.NUMBER", "own_measures"),
        ("def f(data):\n    from sweeping import own_measures\n    return own_measures.NUMBER", "sweeping"),
        ("class Model: pass\nmodel = Model()\ndef f(data): return model.x", "Model"),
        ("calls = 0\ndef f(data):\n    global calls\n    calls += 1\n    return calls", "calls"),
        ("def f(data): return not_there", "not_there"),
        ("import numpy as np\nobjects = np.array([object()])\ndef f(data): return objects[0]", "objects"),
    ],
)
def test_what_cannot_be_told_is_said(code: str, why: str) -> None:
    made = types.ModuleType("somebody_elses")
    exec(code, vars(made))
    with pytest.raises(Unidentified, match=why):
        identified(made.f)


def test_functions_that_come_installed_are_known_by_name_and_version() -> None:
    assert identified(math.sqrt) != identified(math.exp)
    assert identified(np.mean) == identified(np.mean)
    assert identified(re.sub) != identified(re.match)
    assert identified(functools.partial(math.pow, 2)) != identified(functools.partial(math.pow, 3))


def swept(function: Callable[..., object], folder: Path) -> tuple[float, tuple[str, ...]]:
    made = sweep(TREE, ["flip"], [function], [0.5], 1, 2, cache=folder)
    return made.values.item(), tuple(one.code for one in made.diagnostics)


def test_a_changed_global_or_closure_is_not_answered_from_the_cache(tmp_path: Path) -> None:
    made = module(2)
    assert swept(made.through, tmp_path) == (2 * 22, ())
    made.FACTOR = 3
    assert swept(made.through, tmp_path) == (3 * 22, ())
    values = []
    for factor in (5.0, 7.0):

        def closing(data: object, factor: float = 1.0, own: float = factor) -> float:
            return own

        values.append(swept(closing, tmp_path)[0])
    assert values == [5, 7]


def test_what_cannot_be_told_apart_is_computed_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = types.ModuleType("somebody_elses")
    exec("from sweeping import own_measures\ndef f(data): return own_measures.NUMBER", vars(made))
    monkeypatch.setitem(sys.modules, "somebody_elses", made)
    assert swept(made.f, tmp_path) == (3, ("ACC333",))
    monkeypatch.setattr(own_measures, "NUMBER", 4)
    assert swept(made.f, tmp_path) == (4, ("ACC333",))
    assert list(tmp_path.iterdir()) == []
