"""Packages that add formats, measures, degradations and findings, and fail: they are named and set aside, and nothing
else is touched."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from accord.annotations import Annotations
from accord.cli import main
from accord.degradations import registry as degradations
from accord.diagnosis import finder_registry as finders
from accord.formats import registry as formats
from accord.measures import registry as measures
from accord.results import DataError, UsageError, plugins
from untyped import accord

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
DEGRADATION = """
from accord.degradations.labels.category_errors import confuse as ours
from accord.degradations.record import degradation
@degradation("labels", title="mine", says={says!r}{more})
def {name}(reference, codes, draws, magnitude):
    {body}
"""
FINDER = """
from accord.diagnosis.finder import finder
from accord.diagnosis.finders.few_documents import few_documents as ours
from accord.diagnosis.finding import Finding
@finder({shape!r})
def {name}(data):
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
        degradations.degradations.cache_clear()
        finders.finders.cache_clear()

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


def own_degradation(
    name: str = "mine", body: str = "return codes * 0", says: str = "err {share} of the time", more: str = ""
) -> str:
    return DEGRADATION.format(name=name, body=body, says=says, more=more)


FOUND = "yield Finding('mine', 0.9, 'Mine is found.', 'It means this.', 'Do that.', {'n': 1})"


def own_finder(name: str = "mine", body: str = FOUND, shape: str = "labels") -> str:
    return FINDER.format(name=name, body=body, shape=shape)


NAMED = "the plugin 'foreign' of the package foreign_module-package 1.5"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (form(sniff="raise RuntimeError('broken')"), "it fails when it looks at a file: RuntimeError: broken"),
        (form(sniff="raise SystemExit(7)"), "it fails when it looks at a file: SystemExit: 7"),
        (form(sniff="return None"), "it fails when it looks at a file: TypeError"),
        (form(sniff="return float('nan')"), "its confidence in a file is nan, not a number from 0 to 1"),
        (form(sniff="return 7"), "its confidence in a file is 7.0"),
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
    with pytest.raises(DataError, match="another format with reader=") as caught:
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
        ("accord.findings", own_finder(body=f"raise RuntimeError('{ACTING}')")),
        ("accord.degradations", own_degradation(body=f"raise RuntimeError('{ACTING}')")),
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
        accord.findings(data, ["alpha"], confidence=None)
        if group == "accord.degradations":
            accord.degrade(data, "mine", 0.5)
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


def test_a_sweep_does_not_take_the_values_of_another_version(install: Install, tmp_path: Path) -> None:
    """What is kept of a plugin's measure is not found again under its name alone."""
    body = "return lambda w: {{'value': np.full(len(w), {})}}"
    data = accord.labels([["x", "x"], ["y", "y"], ["x", "x"]])

    def value() -> float:
        made = accord.sweep(data, ["confuse"], ["mine"], magnitudes=[0.5], repeats=1, cache=tmp_path / "kept")
        return float(made.values.item())

    install("accord.measures", own_measure(body=body.format(0.25)))
    assert value() == 0.25
    (tmp_path / "site" / "foreign_module.py").write_text(own_measure(body=body.format(0.75)), encoding="utf-8")
    shutil.rmtree(tmp_path / "site" / "__pycache__", ignore_errors=True)
    del sys.modules["foreign_module"]
    importlib.invalidate_caches()
    measures.measures_of.cache_clear()
    assert value() == 0.75


# ---- degradations


def test_a_degradation_that_works_works(install: Install, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    install("accord.degradations", own_degradation())
    data = accord.read(table)
    assert set(accord.degrade(data, "mine", 1.0).codes.tolist()) == {0}
    assert main(["degrade", "--list"]) == 0
    assert "mine" in capsys.readouterr().out
    assert main(["degrade", table, "-d", "mine+confuse"]) == 0


def test_a_degradation_of_a_plugin_is_swept_where_it_is_named(install: Install, table: str, tmp_path: Path) -> None:
    """What is installed does not change how a value is read; and what a plugin does is computed anew each time."""
    data = accord.read(table)
    before = accord.sweep(data, None, ["alpha"], magnitudes=[1.0], repeats=1).degradations
    install("accord.degradations", own_degradation())
    assert accord.sweep(data, None, ["alpha"], magnitudes=[1.0], repeats=1).degradations == before
    kept = tmp_path / "kept"
    made = accord.sweep(data, ["mine", "confuse"], ["observed_agreement"], magnitudes=[1.0], repeats=1, cache=kept)
    assert made.values[0].item() == 1.0
    assert len(list(kept.iterdir())) == 1
    assert [one.code for one in made.diagnostics] == ["ACC333"]
    assert f"'mine' are not kept: they depend on {NAMED}" in str(made.diagnostics[0])


@pytest.mark.parametrize("name", ["confuse", "simulated"])
def test_a_degradation_of_accord_cannot_be_replaced(install: Install, table: str, name: str) -> None:
    install("accord.degradations", own_degradation(name))
    with pytest.raises(UsageError, match=f"offers the degradation '{name}' of labels, which accord has itself"):
        accord.degrade(accord.read(table), "redraw", 0.5)
    assert main(["degrade", table, "-d", "redraw"]) == 2


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise RuntimeError('broken')", "it cannot be loaded: RuntimeError: broken"),
        ("nothing = 1", "there is no degradation in it"),
        (own_degradation(says="err {often}"), "the degradation 'mine' does not say what annotators do: KeyError"),
    ],
)
def test_degradations_that_cannot_be_used_are_set_aside(
    install: Install, table: str, capsys: pytest.CaptureFixture[str], code: str, why: str
) -> None:
    install("accord.degradations", code)
    assert main(["degrade", table, "-d", "confuse"]) == 0
    assert f"accord: note: {NAMED} is set aside: {why}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (own_degradation(body="raise KeyError('oh')"), "fails: KeyError: 'oh'"),
        (own_degradation(body="return None"), "fails: TypeError: it gives NoneType, not ndarray"),
        (own_degradation(body="return codes[:2]"), "fails: ValueError: the labels are not 6 whole numbers"),
        (own_degradation(body="return codes + 9"), "fails: ValueError: the labels are not 6 whole numbers"),
        (own_degradation(more=", refuses=lambda reference: 1 / 0"), "fails: ZeroDivisionError"),
    ],
)
def test_a_degradation_that_fails_is_named(
    install: Install, table: str, capsys: pytest.CaptureFixture[str], code: str, why: str
) -> None:
    install("accord.degradations", code)
    with pytest.raises(DataError, match="ACC353"):
        accord.degrade(accord.read(table), "mine", 0.5)
    assert main(["degrade", table, "-d", "mine"]) == 3
    assert f"the degradation 'mine' of {NAMED} {why}" in capsys.readouterr().err
    assert main(["degrade", table, "-d", "confuse"]) == 0


# ---- findings


@pytest.mark.parametrize("shape", ["labels", "spans", "relations", "answers"])
def test_a_finding_that_is_found_is_shown(install: Install, shape: str, tmp_path: Path) -> None:
    install("accord.findings", own_finder(shape=shape))
    data: dict[str, Annotations] = {
        "labels": accord.labels([["x", "x"], ["y", "x"]]),
        "spans": accord.spans([("A", 0, 9, "x"), ("B", 0, 8, "x")]),
        "relations": accord.relations({"A": [(2, 1)], "B": [(2, 1)]}, units=[1, 2]),
        "answers": accord.answers({"1": {"A": ["x"], "B": ["x", "y"]}}),
    }
    for other, made in data.items():
        kinds = [one.kind for one in accord.findings(made, confidence=None).findings]
        assert ("mine" in kinds) is (other == shape)
    accord.report(data[shape], tmp_path / "page.html", confidence=None)
    assert "Mine is found." in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("raise KeyError('oh')", "KeyError: 'oh'"),
        ("raise ValueError('oh')\n    yield", "ValueError: oh"),
        ("return None", "TypeError: 'NoneType' object is not iterable"),
        ("return ['x']", "TypeError: it gives str, not a Finding"),
        ("return [Finding('mine', 7.0, 'a', 'b', 'c')]", "DataError: a finding that does not matter from 0 to 1"),
        (
            "return [Finding('mine', float('nan'), 'a', 'b', 'c')]",
            "DataError: a finding that does not matter from 0 to 1",
        ),
        ("return [Finding('mine', 0.5, 'a', 'b', None)]", "DataError: a finding without kind"),
        ("return [Finding('mine', 0.5, 'a', 'b', 'c', {'n': object()})]", "TypeError: Object of type object"),
    ],
)
def test_a_finder_that_fails_is_named_and_the_other_findings_are_there(
    install: Install, table: str, capsys: pytest.CaptureFixture[str], body: str, why: str
) -> None:
    install("accord.findings", own_finder(body=body))
    assert main(["report", table, "--no-grid", "--no-interval", "--format", "json"]) == 0
    shown = capsys.readouterr()
    assert "mine" not in [one["kind"] for one in json.loads(shown.out)["findings"][0]["findings"]]
    assert f"accord: note: {NAMED} is set aside: it fails to look for 'mine': {why}" in shown.err


def test_a_finder_of_accord_cannot_be_replaced(install: Install) -> None:
    install("accord.findings", own_finder("few_documents", shape="relations"))
    with pytest.raises(UsageError, match="offers the finding 'few_documents' of relations, which accord has itself"):
        accord.findings(accord.relations({"A": [(2, 1)], "B": [(2, 1)]}, units=[1, 2]))


@pytest.mark.parametrize("code", ["raise RuntimeError('broken')", "nothing = 1"])
def test_findings_that_cannot_be_loaded_are_set_aside(
    install: Install, table: str, caplog: pytest.LogCaptureFixture, code: str
) -> None:
    install("accord.findings", code)
    accord.findings(accord.read(table), confidence=None)
    assert f"{NAMED} is set aside" in caplog.text
