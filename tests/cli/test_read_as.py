"""What was read as what comes first, in every output of the commands that measure."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.cli import main


@pytest.fixture
def stars(tmp_path: Path) -> Path:
    """Three people whose stars differ by one, in columns that are not called as the manual calls them."""
    rng = np.random.default_rng(0)
    true = rng.integers(1, 6, 120)
    moved = np.clip(true[:, None] + rng.choice([-1, 0, 0, 1], (120, 3)), 1, 5)
    rows = [f"t{item},zoe{who},{label}" for item, row in enumerate(moved) for who, label in enumerate(row)]
    path = tmp_path / "stars.csv"
    path.write_text("\n".join(["text_id,worker,stars", *rows, "t999,zoe0,3"]) + "\n")
    return path


@pytest.mark.parametrize("command", ["measure", "report"])
def test_text_begins_with_it(command: str, stars: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, str(stars), "--replicates", "20"]) == 0
    out, err = capsys.readouterr()
    head = out[: out.index("measure ")]
    assert "Read as" in head
    assert "item = 'text_id', annotator = 'worker', label = 'stars', guessed" in " ".join(head.split())
    level = next(line for line in head.splitlines() if line.strip().startswith("level"))
    assert "1 to 5: a scale (ordinal), guessed; α 0." in level
    assert "as names 0." in " ".join(head.split())
    assert "--level nominal" in " ".join(head.split())
    assert "[ACC105]" in err  # what else was noted is told by report as well
    assert "Read as" not in err


@pytest.mark.parametrize("form", ["csv", "latex", "json"])
def test_formats_for_other_programs_have_it_on_stderr(
    form: str, stars: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["measure", str(stars), "--no-interval", "--format", form]) == 0
    out, err = capsys.readouterr()
    assert "Read as" in err
    assert "Read as" not in out


def test_markdown_has_a_table_of_it(stars: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("measure", "report"):
        assert main([command, str(stars), "--replicates", "20", "--format", "markdown", "-q"]) == 0
        out = capsys.readouterr().out
        assert out.index("| what") < out.index("| measure")


@pytest.mark.parametrize("command", ["measure", "stability", "plan", "reference"])
def test_json_has_it_behind_the_schema(command: str, stars: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = {"plan": ["--target", ".2"], "reference": [], "measure": ["--no-interval"], "stability": []}[command]
    assert main([command, str(stars), *more, "--format", "json", "-q"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert list(record)[:2] == ["schema", "read_as"]
    aspects = {one["aspect"]: one for one in record["read_as"]}
    assert aspects["level"]["guessed"]
    assert aspects["level"]["options"] == ["level=nominal"]
    assert aspects["columns"]["guessed"]


def test_the_page_shows_it_and_is_read_back_with_it(stars: Path) -> None:
    page = stars.with_suffix(".html")
    assert main(["report", str(stars), "-o", str(page), "--no-grid", "--replicates", "20", "-q"]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.index(">Read as<") < text.index("Is it good enough?")
    (found,) = accord.read_report(page)
    assert [one.aspect for one in found.data.read_as] == ["columns", "level"]
    assert found.data.read_as[1].values.startswith("α 0.")


def test_a_redacted_page_names_nobody(stars: Path) -> None:
    wide = stars.with_name("wide.csv")
    wide.write_text("text_id,zoe,yann\n" + "".join(f"t{row},{row % 3},{row % 3}\n" for row in range(30)))
    page = stars.with_suffix(".html")
    assert main(["report", str(wide), "-o", str(page), "--no-grid", "--redact", "--replicates", "20", "-q"]) == 0
    assert "zoe" not in page.read_text(encoding="utf-8")


def test_told_levels_are_no_guess_and_have_one_value(stars: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(stars), "--level", "ordinal", "--no-interval", "-q"]) == 0
    assert "level    a scale (ordinal)\n" in capsys.readouterr().out


def test_strict_refuses_what_was_guessed(stars: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", str(stars), "--strict"]) == 3
    assert "ACC200" in capsys.readouterr().err
    told = ["--item-column", "text_id", "--annotator-column", "worker", "--label-column", "stars"]
    assert main(["measure", str(stars), "--strict", *told, "--level", "ordinal", "--no-interval", "-q"]) == 0
