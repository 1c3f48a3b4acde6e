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
print(json.dumps([status, [name for name in sys.modules if name.startswith("accord.")]]), file=sys.stderr)
"""


def loaded(folder: Path, command: str, content: str) -> Counter[str]:
    """How many modules of each room a command loads on a small table."""
    (folder / "small.csv").write_text(content, encoding="utf-8")
    asked = [sys.executable, "-c", RUN, command, "small.csv", "--quiet"]
    run = subprocess.run(asked, cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    status, names = json.loads(run.stderr.splitlines()[-1])
    assert status == 0
    return Counter(name.split(".")[1] for name in names)


@pytest.mark.parametrize(
    ("command", "content", "most", "needless"),
    [
        ("measure", LABELS, 262, {"alignment", "consensus", "diagnosis", "item_difficulty", "reproducibility"}),
        ("measure", SPANS, 302, {"consensus", "degradations", "diagnosis", "reproducibility", "sweeping"}),
        ("align", SPANS, 216, {"consensus", "diagnosis", "evaluation", "measures", "statistics"}),
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
    assert rooms.total() <= 398
