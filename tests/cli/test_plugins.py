"""Packages that add formats and measures, and fail: they are named and set aside, and nothing else is touched."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import accord
from accord.cli import main
from accord.formats import registry as formats
from accord.measures import registry as measures
from accord.results import DataError, UsageError, plugins

Install = Callable[..., None]
FORMAT = """
NAME, DESCRIPTION = {name!r}, "a format"
def sniff(path):
    {sniff}
def read(path, options):
    {read}
"""
MEASURE = """
import numpy as np
from accord.measures.labels.alpha import alpha as ours
from accord.measures.record import measure
@measure("labels", title="mine", formula="1", assumes="", missing="", references=("artstein2008",), shown={shown})
def {name}(summary):
    {body}
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package with one module and one entry point."""
    added: list[str] = []

    def installed(group: str, code: str, module: str = "foreign_module") -> None:
        folder = tmp_path / "site"
        folder.mkdir(exist_ok=True)
        (folder / f"{module}.py").write_text(code, encoding="utf-8")
        facts = folder / f"{module}_package-1.5.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}-package\nVersion: 1.5\n")
        (facts / "entry_points.txt").write_text(f"[{group}]\nforeign = {module}\n")
        monkeypatch.syspath_prepend(str(folder))
        added.append(module)
        forget()

    def forget() -> None:
        for cached in (formats.all_readers, formats._plugin_readers, measures.measures_of, plugins.set_aside):
            cached.cache_clear()

    yield installed
    for module in added:
        sys.modules.pop(module, None)
    monkeypatch.undo()
    forget()


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "t.csv"
    path.write_text("item,annotator,label\n" + "".join(f"{i},{who},{'xy'[i % 2]}\n" for i in range(6) for who in "AB"))
    return str(path)


def form(name: str = "mine", sniff: str = "return 0.0", read: str = "return None") -> str:
    return FORMAT.format(name=name, sniff=sniff, read=read)


def own_measure(name: str = "mine", body: str = "return lambda w: {'value': np.ones(len(w))}", shown: str = "") -> str:
    return MEASURE.format(name=name, body=body, shown=shown or "lambda summary: True")


NAMED = "the plugin 'foreign' of the package foreign_module-package 1.5"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (form(sniff="raise RuntimeError('broken')"), "it fails when it looks at a file: RuntimeError: broken"),
        (form(sniff="raise SystemExit(7)"), "it fails when it looks at a file: SystemExit: 7"),
        (form(sniff="return None"), "it fails when it looks at a file: TypeError"),
        (form(sniff="return float('nan')"), "it is sure of a file by nan, which is not from 0 to 1"),
        (form(sniff="return 7"), "it is sure of a file by 7.0"),
        ("import sys\nsys.exit(3)", "it cannot be loaded: SystemExit: 3"),
        ("import nothing_of_that_name", "it cannot be loaded: ModuleNotFoundError"),
        ("x = 1 +", "it cannot be loaded: SyntaxError"),
        ("DESCRIPTION = 'x'", "its format has no NAME"),
        ("NAME = DESCRIPTION = 'x'", "its format has no function sniff"),
        ("NAME = DESCRIPTION = 'x'\ndef sniff(path): return 0", "its format has neither read nor gather"),
    ],
)
def test_a_format_that_fails_is_named_and_set_aside(
    install: Install, table: str, capsys: pytest.CaptureFixture[str], code: str, why: str
) -> None:
    install("accord.formats", code)
    assert main(["measure", table, "-m", "alpha", "--no-interval"]) == 0
    captured = capsys.readouterr()
    assert "1.000" in captured.out
    assert captured.err.count("set aside") == 1, "once, however often it is asked"
    assert f"accord: note: {NAMED} is set aside: {why}" in captured.err
    assert "[ACC347]" in captured.err


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_a_format_of_accord_cannot_be_replaced(
    install: Install, table: str, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    install("accord.formats", form(name, sniff="return 1.0"))
    assert main(["measure", table]) == 2
    said = capsys.readouterr().err
    assert f"{NAMED} offers the format '{name}', which accord has itself; uninstall it" in said


@pytest.mark.parametrize(
    ("read", "why"),
    [
        ("raise ZeroDivisionError('oh')", f"{NAMED} fails on this file: ZeroDivisionError: oh [ACC348]"),
        ("raise SystemExit", f"{NAMED} fails on this file: SystemExit [ACC348]"),
        ("return 'labels'", f"{NAMED} gives str, not annotations [ACC348]"),
    ],
)
def test_a_reader_that_fails_is_named(install: Install, table: str, read: str, why: str) -> None:
    install("accord.formats", form(sniff="return 1.0", read=read))
    with pytest.raises(DataError, match="another format with --from") as caught:
        accord.read(table)
    assert why in str(caught.value)
    assert caught.value.place.file == table
    assert accord.read(table, reader="csv").n_items == 6


ACTING = "\\x1b]0;owned\\x07\\u202e\\x9b2J"


@pytest.mark.parametrize(
    ("group", "code"),
    [
        ("accord.formats", form(sniff=f"raise RuntimeError('{ACTING}')")),
        ("accord.formats", form(sniff="return 1.0", read=f"raise RuntimeError('{ACTING}')")),
        ("accord.formats", f"raise RuntimeError('{ACTING}')"),
        ("accord.formats", f"NAME, sniff = '{ACTING}', None"),
        ("accord.measures", own_measure(body=f"raise RuntimeError('{ACTING}')")),
        ("accord.measures", own_measure(shown=f"lambda summary: [][{{}}['{ACTING}']]")),
        ("accord.measures", "class Mute(Exception):\n    def __str__(self): raise ValueError\nraise Mute"),
    ],
)
def test_what_a_plugin_says_is_shown_and_does_not_act(
    install: Install, table: str, caplog: pytest.LogCaptureFixture, group: str, code: str
) -> None:
    """In Python too, where its words go through nothing else: to a log, an error, a result."""
    install(group, code)
    said = ""
    try:
        data = accord.read(table)
        accord.measure(data, confidence=None)
        if ("labels", "mine") in measures.all_measures():
            said = str(accord.measure(data, "mine").undefined)
    except DataError as error:
        said = error.message
    said += caplog.text
    assert "foreign" in said
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(said)


def test_a_reader_that_works_works(install: Install, table: str) -> None:
    read = "from accord import labels; return labels([['a', 'a'], ['b', 'b']])"
    install("accord.formats", form(sniff="return 0.9", read=read))
    assert accord.read(table).n_items == 2


def test_of_two_formats_of_one_name_one_is_set_aside(
    install: Install, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    install("accord.formats", form("mine"))
    install("accord.formats", form("mine"), "foreign_second")
    accord.read(table)
    assert "another plugin offers the format 'mine'" in caplog.text


def test_a_measure_of_accord_cannot_be_replaced(install: Install, table: str) -> None:
    install("accord.measures", own_measure("alpha"))
    with pytest.raises(UsageError, match="offers the measure 'alpha' of labels, which accord has itself"):
        accord.measure(accord.read(table), "alpha")
    assert main(["measure", table]) == 2


def test_a_measure_that_a_plugin_imports_is_not_replaced(install: Install, table: str) -> None:
    install("accord.measures", own_measure("mine"))
    data = accord.read(table)
    assert accord.measure(data, "mine", confidence=None).value == 1.0
    assert accord.measure(data, "alpha", confidence=None).value == 1.0


@pytest.mark.parametrize("code", ["raise RuntimeError('broken')", "import sys; sys.exit()", "nothing = 1"])
def test_measures_that_cannot_be_loaded_are_set_aside(
    install: Install, table: str, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    install("accord.measures", code)
    assert main(["measure", table, "--no-interval"]) == 0
    assert f"{NAMED} is set aside" in capsys.readouterr().err


@pytest.mark.parametrize(
    "code",
    [
        own_measure(body="raise KeyError('oh')"),
        own_measure(body="return lambda w: 1 / 0"),
    ],
)
def test_a_measure_that_fails_is_undefined_and_the_others_are_not(install: Install, table: str, code: str) -> None:
    install("accord.measures", code)
    data = accord.read(table)
    mine = accord.measure(data, "mine")
    assert mine.undefined is not None
    assert f"{NAMED} fails" in mine.undefined
    assert "alpha" in [one.measure for one in accord.measure(data)]


def test_a_measure_that_cannot_say_whether_to_show_it(
    install: Install, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    install("accord.measures", own_measure(shown="lambda summary: 1 / 0"))
    assert "mine" not in [one.measure for one in accord.measure(accord.read(table))]
    assert "ZeroDivisionError" in caplog.text
