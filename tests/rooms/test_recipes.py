"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the tree: what they add is there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rooms.recipes import GUIDE, ROOT, RecipeStep, followed, steps

ROOMS = {
    "How to add a measure": ["measures/labels", "measures/spans", "measures/relations"],
    "How to add a format": ["formats/readers"],
    "How to add a writer": ["formats/readers", "formats/readers"],
    "How to add a degradation": ["degradations/labels"],
    "How to add a finding": ["diagnosis/finders"],
    "How to add a command": ["cli", "cli", "cli"],
    "How to add a chart": ["report_page/charts", "report_page"],
}
START = """
import contextlib, io, json, sys
from pathlib import Path
import accord
from accord.cli import main

cells = "1Aa 1Ba 1Ca 2Aa 2Bb 2Ca 3Ab 3Bb 4Ac 5Ac 5Bb".split()
table = "item,annotator,label\\n" + "".join(",".join(cell) + "\\n" for cell in cells)
Path("ratings.csv").write_text(table, encoding="utf-8")
sys.path.insert(0, "tests")
everything = {"source": accord.__file__}

def printed(*args):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = main([*args])
    return out.getvalue() if status == 0 else f"status {status}"

def value(data, expression):
    return accord.measure(data, expression, confidence=None).value
"""
TRIED = {
    "label measure": """
data = accord.read("ratings.csv")
drawn = accord.measure(data, "unanimous_share", resample="annotators", replicates=50)
names = ("unanimous_share", "percent_unanimous", "unanimous_share(least=3)")
seen["values"] = [*(value(data, name) for name in names), drawn.low <= drawn.high]
seen["told"], seen["cited"] = printed("measures", "unanimous_share"), printed("cite", "unanimous_share")
""",
    "span measure": """
data = accord.spans([("A", 0, 5, "x"), ("A", 9, 12, "x"), ("B", 1, 4, "x")])
seen["values"] = [value(data, name) for name in ("unit_ratio", "f1(match='overlap')")]
""",
    "relation measure": """
data = accord.relations({"A": [(2, 1), (3, 1)], "B": [(2, 1), (3, 2)]}, units=[1, 2, 3])
nothing = accord.relations({"A": [], "B": []}, units=[1, 2, 3])
seen["values"] = [value(data, "jaccard_link"), value(nothing, "jaccard_link")]
seen["corrected"] = value(data, "jaccard_link(chance='permutation', samples=20)")
""",
    "format": """
from formats.readers.test_declarations import lacking
from accord.formats import all_readers
for name in ("ann", "bob"):
    Path("verdicts").mkdir(exist_ok=True)
    Path("verdicts", f"{name}.verdicts").write_text(f"s1 => yes\\ns2 => {'no' if name == 'bob' else 'yes'}\\n")
data = accord.read("verdicts")
seen["read"] = [data.n_items, list(data.annotators), value(data, "observed_agreement")]
seen["lacking"] = lacking(all_readers()["verdicts"])
Path("broken.verdicts").write_text("s1 => yes\\nnothing\\n")
try:
    accord.read("broken.verdicts")
except accord.DataError as error:
    seen["refused"] = [error.code, error.place.line]
""",
    "writer": """
printed("convert", "verdicts", "written", "--to", "verdicts", "--quiet")
seen["files"] = {path.name: path.read_text() for path in sorted(Path("written").iterdir())}
again = accord.read("written")
seen["same"] = [again.n_items, list(again.annotators), value(again, "observed_agreement")]
""",
    "degradation": """
from accord.degradations import labelled_items
data = labelled_items(1000)
none, half, all_ = (accord.degrade(data, "tire", magnitude, 1).sizes.astype(bool) for magnitude in (0.0, 0.5, 1.0))
seen["labelled"] = [int(none.sum()), int(half[:500].sum()), int(half[500:].sum()), int(all_.sum())]
seen["nested"] = bool((half >= all_).all())
seen["listed"] = printed("degrade", "--list")
""",
    "finding": """
mostly = accord.labels([["x", "x", "y"], *[["x", None, None]] * 5])
evenly = accord.labels([["x", "x", "y"], ["y", "y", "y"]])
found = [accord.findings(data, confidence=None).findings for data in (mostly, evenly)]
seen["titles"] = [[one.title for one in several if one.kind == "mostly one annotator"] for several in found]
""",
    "command": """
from accord.cli.program import COMMANDS
from cli.hostile_names import ATTACKS, SHAPES
from cli.hostile_runs import runs
seen["help"] = printed("--help")
seen["printed"] = printed("annotators", "ratings.csv", "--format", "csv", "--quiet").split()
seen["json"] = json.loads(printed("annotators", "ratings.csv", "--format", "json", "--quiet"))["annotators"]
walked = {run.command for run in runs(dict.fromkeys(SHAPES, Path()), list(ATTACKS.values()), Path())}
seen["left out"] = sorted(set(COMMANDS) - walked)
""",
    "chart": """
from accord.report_page.figures import figures_of
found = accord.report(accord.read("ratings.csv"), "page.html", ["alpha"], confidence=None)
seen["figures"] = [one.key for one in figures_of(found)["categories"]]
seen["shown"] = "How often each category is used" in Path("page.html").read_text(encoding="utf-8")
""",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tree")
    followed(made)
    return made


@pytest.fixture(scope="module")
def seen(tree: Path) -> dict[str, Any]:
    """What was seen of each addition by a program that runs in the copy, and on the copy."""
    tried = "".join(f"\nseen = everything[{name!r}] = {{}}{code}" for name, code in TRIED.items())
    _run(tree, "-c", f"{START}{tried}Path('seen.json').write_text(json.dumps(everything), encoding='utf-8')")
    found: dict[str, Any] = json.loads((tree / "seen.json").read_text(encoding="utf-8"))
    assert Path(found["source"]).is_relative_to(tree)
    return found


def _run(tree: Path, *command: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    line = [sys.executable, *command]
    done = subprocess.run(
        line, cwd=tree, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_kind_of_addition_has_a_recipe() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    for heading, rooms in ROOMS.items():
        written = [re.sub(r"^src/accord/|^tests/", "", step.path) for step in steps(sections[heading])]
        assert [str(Path(path).parent) for path in written] == rooms, heading


def test_a_recipe_that_cannot_be_followed_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\ny = 2\n", encoding="utf-8")
    with pytest.raises(FileExistsError):
        RecipeStep("a.py", "z = 3\n").take(tmp_path)
    with pytest.raises(ValueError, match="does not stand once"):
        RecipeStep("a.py", "z = 3\n", "below", "w = 0").take(tmp_path)
    RecipeStep("a.py", "z = 3\n", "above", "y = 2").take(tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "x = 1\nz = 3\ny = 2\n"


def test_what_recipes_write_is_written_as_everything_else_is(tree: Path) -> None:
    written = [step.path for step in steps(GUIDE.read_text(encoding="utf-8"))]
    _run(tree, "-m", "ruff", "check", "--quiet", *written)
    _run(tree, "-m", "ruff", "format", "--check", "--quiet", *written)


def test_one_file_adds_a_measure_of_labels(seen: dict[str, Any]) -> None:
    found = seen["label measure"]
    assert found["values"] == [0.5, 0.5, 0.5, True]
    for said in ("Unanimous items", "least=2", "How many labels an item must have"):
        assert said in found["told"]
    assert "@article{artstein2008" in found["cited"]


def test_one_file_adds_a_measure_of_spans(seen: dict[str, Any]) -> None:
    assert seen["span measure"]["values"] == [0.5, pytest.approx(2 / 3)]


def test_one_file_adds_a_measure_of_relations(seen: dict[str, Any]) -> None:
    found = seen["relation measure"]
    assert found["values"] == [pytest.approx(1 / 3), 1.0]
    assert found["corrected"] < 1 / 3


def test_one_file_adds_a_format(seen: dict[str, Any]) -> None:
    found = seen["format"]
    assert found["read"] == [2, ["ann", "bob"], 0.5]
    assert found["lacking"] == []
    assert found["refused"] == ["ACC047", 2]


def test_a_function_adds_a_writer(seen: dict[str, Any]) -> None:
    found = seen["writer"]
    assert found["files"] == {"ann.verdicts": "s1 => yes\ns2 => yes\n", "bob.verdicts": "s1 => yes\ns2 => no\n"}
    assert found["same"] == seen["format"]["read"]


def test_one_file_adds_a_degradation(seen: dict[str, Any]) -> None:
    found = seen["degradation"]
    undegraded, early, late, fully = found["labelled"]
    assert undegraded == 1000
    assert early > late > 0
    assert 450 < fully < 550
    assert found["nested"]
    assert "tire " in found["listed"]


def test_one_file_adds_a_finding(seen: dict[str, Any]) -> None:
    assert seen["finding"]["titles"] == [["75% of the labels are by 'A1'."], []]


def test_a_module_and_two_lines_add_a_command(seen: dict[str, Any]) -> None:
    found = seen["command"]
    assert "who annotated" in found["help"]
    assert found["printed"] == ["annotator", "A", "B", "C"]
    assert found["json"] == ["A", "B", "C"]
    assert found["left out"] == []


def test_a_module_and_a_line_add_a_chart(seen: dict[str, Any]) -> None:
    assert "usage" in seen["chart"]["figures"]
    assert seen["chart"]["shown"]


def test_packages_are_asked_for_what_they_may_add() -> None:
    """The groups that the guide names are those that the source asks for."""
    named = set(re.findall(r'entry-points\."(accord\.\w+)"', GUIDE.read_text(encoding="utf-8")))
    asked = {
        group
        for file in (ROOT / "src").rglob("*.py")
        for group in re.findall(r'plugins\("(accord\.\w+)"\)', file.read_text(encoding="utf-8"))
    }
    assert named == asked
