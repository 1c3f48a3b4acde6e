"""All four shapes: what closeness is, real panels, and what the outputs hold."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from accord.cli import main
from shared_files import ABSENT, DATA
from untyped import accord

SPANS = DATA / "models" / "spans"
ANSWERS = DATA / "models" / "answers" / "kilogram.csv"
MODELS = ("claude-3-7-sonnet", "deepseek-r1", "gemini-2-0-flash-thinking", "gpt4o", "llama3-3", "o3-mini")


def spans(documents: int = 4, **options: object) -> object:
    """Ann and Bob find the same two units, Cem one of them, the model none in the last document."""
    lines = ["document,annotator,start,end,category"]
    for number in range(documents):
        for who in ("Ann", "Bob"):
            lines += [f"d{number},{who},0,5,x", f"d{number},{who},10,15,y"]
        lines += [f"d{number},Cem,0,5,x"]
        lines += [f"d{number},llm,0,4,x", f"d{number},llm,10,15,x"] if number else [f"d{number},llm,,,"]
    import polars

    frame = polars.read_csv(io.StringIO("\n".join(lines)), infer_schema_length=0)
    return accord.read(frame, models=["llm"], only="*", **options)


@pytest.mark.parametrize(
    ("score", "with_ann", "with_cem"),
    [("type", 0.5, 2 / 3), ("exact", 0.0, 0.0), ("boundary", 0.5, 0.0), ("overlap", 1.0, 2 / 3)],
)
def test_closeness_of_spans_is_the_f_of_the_document(score: str, with_ann: float, with_cem: float) -> None:
    from accord.admission.admitting import closeness
    from accord.admission.participants import participants

    data, who = participants(spans(), None, None)  # type: ignore[arg-type]
    pairs = closeness(data, who, score)
    place = {name: number for number, name in enumerate(pairs.annotators)}

    def value(one: str, other: str, item: str) -> float:
        row = (pairs.first == place[one]) & (pairs.second == place[other]) & (pairs.item == pairs.items.index(item))
        return float(pairs.closeness[row][0])

    assert value("llm", "Ann", "d1") == pytest.approx(with_ann)
    assert value("llm", "Cem", "d1") == pytest.approx(with_cem)
    assert value("llm", "Ann", "d0") == 0  # one found nothing
    assert value("Ann", "Bob", "d0") == 1


def test_closeness_by_alignment() -> None:
    found = accord.admit(spans(), score="alignment", replicates=10)
    assert 0 < found["llm"].panel.candidate < found["llm"].panel.person


def test_relations() -> None:
    graphs = [
        accord.relations(
            {"Ann": [(1, 2), (3, 2)], "Bob": [(1, 2), (3, 2)], "Cem": [(1, 2)], "llm": [(2, 1), (3, 2)]},
            units=[1, 2, 3],
        )
        for _ in range(3)
    ]
    data = accord.relations(graphs)
    for score, own in (("links", 5 / 9), (None, 5 / 9)):
        found = accord.admit(data, "llm", score=score, replicates=10)
        # with Ann and Bob ½, with Cem 0; the person replaced is left out
        assert found["llm"].panel.candidate == pytest.approx((0.25 + 0.25 + 0.5) / 3)
        assert own
    for score in ("labelled_links", "gbm", "dset"):
        assert np.isfinite(accord.admit(data, "llm", score=score, replicates=10)["llm"].rho)
    assert accord.admit(data, "llm", replicates=10)["llm"].reference.replaced.value >= 0


def test_answers_and_a_similarity_function() -> None:
    given = {
        f"q{number}": {"Ann": ["car"], "Bob": ["car"], "Cem": ["auto"], "llm": ["Car!"] if number % 2 else ["car"]}
        for number in range(40)
    }
    data = accord.answers(given)
    plain = accord.admit(data, "llm", replicates=20)
    kind = accord.admit(data, "llm", replicates=20, score=lambda one, other: float(bool(one) and bool(other)))
    assert plain["llm"].panel.candidate < kind["llm"].panel.candidate == 1
    assert kind.settings.score == "similarity"


@pytest.mark.skipif(not SPANS.is_dir(), reason=ABSENT)
def test_the_spans_panel_has_a_verdict_for_each_model(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(map(str, SPANS.glob("d2t-*.jsonl")))
    names = ",".join(f"d2t-{name}" for name in MODELS)
    assert main(["admit", *files, "--models", names, "--format", "json", "--replicates", "200", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (len(found["models"]), len(found["people"]), found["data"]["items"]) == (6, 29, 12)
    for one in found["models"].values():
        assert one["omega"] is None  # 12 texts: only ρ and the panel
        assert one["panel_alone"]
        assert one["verdict"] in ("admitted", "refused", "cannot tell")
        assert 0 < one["rho_low"] <= one["rho"] <= one["rho_high"] < 1
    assert found["ranking"][0] == "d2t-o3-mini"


@pytest.mark.skipif(not ANSWERS.is_file(), reason=ABSENT)
def test_the_answers_panel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admit", str(ANSWERS), "--format", "csv", "--replicates", "50", "-q"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["role"] for row in rows].count("person") == 50
    models = {row["annotator"]: row for row in rows if row["role"] == "model"}
    assert set(models) == {"gemini_flash", "gemini_pro", "gpt-4o", "gpt-4o-mini"}
    assert all(float(row["omega"]) > 0 for row in models.values())


def ratings(folder: Path) -> str:
    lines = ["item,annotator,annotator_kind,label"]
    rng = np.random.default_rng(0)
    for item in range(60):
        truth = "abc"[item % 3]
        for who in ("Ann", "Bob", "Cem", "m1", "m2"):
            label = truth if rng.random() < 0.8 else "abc"[int(rng.integers(3))]
            lines.append(f"s{item},{who},{'model' if who[0] == 'm' else 'person'},{label}")
    path = folder / "ratings.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_the_names_of_the_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The names of spec/models.md, for models and for people; who is a model is told by a column."""
    assert main(["admit", ratings(tmp_path), "--replicates", "20", "--format", "json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["models"]) == {"m1", "m2"}
    assert set(found["people"]) == {"Ann", "Bob", "Cem"}
    for one in (*found["models"].values(), *found["people"].values()):
        for name in (
            "verdict",
            "omega",
            "rho",
            "rho_low",
            "rho_high",
            "epsilon",
            "people",
            "panel",
            "reference",
            "ties",
        ):
            assert name in one
        assert {"difference", "low", "high", "margin", "equivalent"} <= set(one["panel"])
        assert all({"p", "advantage"} <= set(person) for person in one["people"].values())


@pytest.mark.parametrize("written", ["text", "markdown", "latex", "csv"])
def test_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str) -> None:
    assert main(["admit", ratings(tmp_path), "--replicates", "20", "--format", written, "-q"]) == 0
    shown = capsys.readouterr().out
    assert "m1" in shown
    assert {
        "text": "Verdicts",
        "markdown": "| annotator |",
        "latex": "\\toprule",
        "csv": "annotator,role,verdict,omega",
    }[written] in shown


def test_every_table_can_be_shown_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from accord.cli.admit_command import TABLES
    from accord.renderings.admission_tables import SHOWN

    assert tuple(SHOWN) == TABLES
    path = ratings(tmp_path)
    assert main(["admit", path, "--replicates", "20", "--format", "csv", "--show", "duels", "-q"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 2 * 3
    found = accord.admit(path, replicates=5)
    for name, (_, table) in SHOWN.items():
        header = table(found, exact=True).header
        assert len(set(header)) == len(header), name
        assert all(column.isascii() and " " not in column for column in header if column not in found.models), name


def test_the_page_and_the_object(tmp_path: Path) -> None:
    found = accord.admit(ratings(tmp_path), replicates=20)
    assert found.to_frame()["annotator"].to_list()[:2] == list(found.ranking)
    assert "<table>" in found._repr_html_()
    assert set(found.charts) >= {"advantage", "panel", "curve", "mixtures"}
    found.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "May it annotate the rest?" in page
    assert 'id="accord-admission"' in page
    assert "http" not in page.split("<script")[0].replace("http-equiv", "")
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(tmp_path / "ratings.csv")
    assert isinstance(accord.admit(frame, replicates=5).to_frame(), pandas.DataFrame)
