"""Commands load what they need: the modules of the package that are there after one has run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

LABELS = "item,A,B,C\n1,x,x,y\n2,y,y,y\n3,x,y,x\n4,x,x,x\n5,y,y,x\n"
SPANS = "document,annotator,start,end,label\nd1,A,0,5,x\nd1,B,0,5,x\nd1,B,9,12,y\nd2,A,1,4,y\nd2,B,1,5,y\n"
RUN = """
import json, sys
from accord.cli import main
status = main(sys.argv[1:])
names = [name for name in sys.modules if name.partition(".")[0] in ("accord", "scipy")]
print(json.dumps([status, names]), file=sys.stderr)
"""


def modules(folder: Path, command: str, content: str, *options: str) -> list[str]:
    """The modules of accord and scipy that a command loads on a small table."""
    (folder / "small.csv").write_text(content, encoding="utf-8")
    asked = [sys.executable, "-c", RUN, command, "small.csv", "--quiet", *options]
    run = subprocess.run(asked, cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    status, names = json.loads(run.stderr.splitlines()[-1])
    assert status == 0
    return list(names)


def loaded(folder: Path, command: str, content: str) -> Counter[str]:
    """How many modules of each room a command loads on a small table."""
    names = modules(folder, command, content)
    return Counter(name.split(".")[1] for name in names if name.startswith("accord."))


@pytest.mark.parametrize(
    ("command", "content", "most", "needless"),
    [
        ("measure", LABELS, 262, {"alignment", "consensus", "diagnosis", "item_difficulty", "reproducibility"}),
        ("measure", SPANS, 301, {"consensus", "degradations", "diagnosis", "reproducibility", "sweeping"}),
        ("align", SPANS, 218, {"consensus", "diagnosis", "evaluation", "measures", "statistics"}),
    ],
    ids=["measure labels", "measure spans", "align"],
)
def test_a_command_loads_what_it_needs(
    tmp_path: Path, command: str, content: str, most: int, needless: set[str]
) -> None:
    rooms = loaded(tmp_path, command, content)
    assert not needless & set(rooms)
    assert rooms.total() <= most


def test_a_report_loads_the_findings_of_its_shape_alone(tmp_path: Path) -> None:
    rooms = loaded(tmp_path, "report", LABELS)
    assert not {"alignment", "item_difficulty", "scoring"} & set(rooms)
    assert rooms.total() <= 394


def test_a_measure_that_is_named_loads_those_of_its_shape_alone(tmp_path: Path) -> None:
    names = modules(tmp_path, "measure", LABELS, "-m", "alpha")
    assert "accord.measures.labels.alpha" in names
    needless = ("accord.measures.spans", "accord.measures.relations", "accord.evaluation.comparing", "scipy.special")
    assert not [name for name in names if name.startswith(needless)]
