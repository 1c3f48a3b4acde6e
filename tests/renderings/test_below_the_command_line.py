"""What the command line prints, from Python: the same text in Python's words."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from accord.cli import main
from accord.formats.gold_labels import gold_labels, labels_of_systems
from accord.renderings.reference_units import units_shown
from accord.renderings.references import reference_shown
from accord.renderings.stability_text import assumed_text, stability_text
from accord.reproducibility.assumed_agreement import assumed_agreement
from untyped import accord

LABELS = "item,annotator,label\n" + "".join(
    f"{item},{who},{'xyz'[(item * place) % 3 if item % 4 == 0 else item % 2]}\n"
    for item in range(24)
    for place, who in enumerate(("Ann", "Bob", "Cy"))
)
SPANS = "document,annotator,start,end,category\n" + "".join(
    f"d{number},{who},{start + place * (start % 3)},{start + 4},{'PQ'[(start + place) % 2]}\n"
    for number in range(3)
    for place, who in enumerate("AB")
    for start in range(0, 60, 7)
)


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    (tmp_path / "labels.csv").write_text(LABELS, encoding="utf-8")
    return tmp_path / "labels.csv"


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([*map(str, arguments), "-q"]) == 0
    return capsys.readouterr().out.rstrip("\n")


@pytest.mark.parametrize("details", [False, True])
def test_findings_as_text(labels: Path, details: bool, capsys: pytest.CaptureFixture[str]) -> None:
    found = accord.findings(accord.read(labels), title="labels.csv", replicates=20)
    text = accord.summary(found, details=details)
    asked = ["report", labels, "--no-grid", "--replicates", "20", *(["--details"] if details else [])]
    shell = printed(capsys, *asked).replace("--details shows", "details=True shows")
    shell = shell.replace("-o report.html writes", "accord.report writes")
    assert "item_column=" in text
    assert " --item-" in shell  # lines break at hyphens
    assert _without_options(text) == _without_options(shell)


def _without_options(text: str) -> list[str]:
    """The lines but those about what was read as what, and the hint for more codes."""
    kept, skipping = [], False
    for line in text.splitlines():
        skipping = (skipping and line.startswith(" ")) or line == "Read as"
        if not skipping and "explains a code" not in line:
            kept.append(line)
    return kept


@pytest.mark.parametrize("output", ["markdown", "latex", "csv"])
def test_findings_in_other_formats(
    labels: Path, output: Literal["markdown", "latex", "csv"], capsys: pytest.CaptureFixture[str]
) -> None:
    found = accord.findings(accord.read(labels), title="labels.csv", replicates=20)
    text = printed(capsys, "report", labels, "--no-grid", "--replicates", "20", "--format", output)
    if output != "markdown":  # which begins with what was read as what
        assert accord.summary(found, output=output) == text
    assert accord.summary(found, output=output).count("\n") == text.count("\n")
    with pytest.raises(accord.UsageError, match="use text or csv, latex, markdown"):
        accord.summary(found, output="pdf")


@pytest.mark.parametrize("output", ["text", "markdown", "latex", "csv"])
def test_what_a_coefficient_promises(output: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = assumed_agreement(0.8, 5, 2)
    shell = ("stability", "--kappa", ".8", "--categories", "5", "-k", "2", "--format", output)
    assert assumed_text(made, output=output) == printed(capsys, *shell)


@pytest.mark.parametrize("output", ["text", "markdown", "latex", "csv"])
def test_stability(labels: Path, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = accord.read(labels)
    results = [accord.stability(data, 1, against) for against in ("all", "disjoint")]
    text = stability_text(data, results, accord.promise(data, 1), output=output)
    assert text == printed(capsys, "stability", labels, "-k", 1, "--format", output)


def test_the_reference_and_what_to_discuss(labels: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spans.csv").write_text(SPANS, encoding="utf-8")
    made = accord.reference(accord.read(labels))
    units = accord.consensus_units(accord.read(tmp_path / "spans.csv"))
    assert len(units.to_discuss()) > 10
    shell = printed(capsys, "reference", labels)
    assert reference_shown(made, made.to_discuss()) == shell
    shell = printed(capsys, "reference", tmp_path / "spans.csv")
    assert units_shown(units) == shell.replace("--discuss FILE writes them", "to_discuss() lists them")
    assert "to_discuss() lists them" in units_shown(units)


def test_tables_of_known_labels_and_of_systems(tmp_path: Path) -> None:
    (tmp_path / "gold.csv").write_text("item,label\n1,x\n2,y\n", encoding="utf-8")
    assert gold_labels(str(tmp_path / "gold.csv")) == {"1": "x", "2": "y"}
    assert labels_of_systems(str(tmp_path / "gold.csv")) == {"gold": {"1": "x", "2": "y"}}
    (tmp_path / "runs.csv").write_text("item,s1,s2\n1,x,y\n2,y,y\n3,x,x\n", encoding="utf-8")
    assert labels_of_systems(str(tmp_path / "runs.csv"))["s2"] == {"1": "y", "2": "y", "3": "x"}
