"""What people bring and what they mean by it, one test for each way in which it was once taken for something else."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from accord import Labels
from cli.shown_bytes import piped
from formats.tables.as_people_have_them import tidy, wide
from untyped import accord

CEBAB = 0.742


def alpha(data: Labels) -> float:
    return float(accord.measure(data, "alpha").value)


def run(*words: object) -> str:
    done = piped(*map(str, words))
    return (done.out + done.err).decode()


@pytest.fixture(scope="module")
def aspects(shared_data: Path) -> pl.DataFrame:
    """All labels of the aspects of CEBaB: 1,008 items, ten annotators."""
    every = pl.read_parquet(shared_data / "atlas/labels/alttest_cebab_aspects.parquet")
    return every.select("item", "annotator", "label").unique(["item", "annotator"], keep="first", maintain_order=True)


def test_stars_are_a_scale(shared_data: Path, tmp_path: Path) -> None:
    made = tidy("mlirads_likert", shared_data)
    made.rename({"label": "rating"}).write_csv(tmp_path / "stars.csv")
    assert accord.read(tmp_path / "stars.csv").level == "ordinal"
    assert accord.labels(made.rename({"label": "rating"}).to_pandas()).level == "ordinal"


def test_scores_below_zero_are_numbers_in_their_order(shared_data: Path) -> None:
    data = accord.read(shared_data / "labels/snow2008/valence.standardized.tsv")
    assert data.level == "interval"
    assert [float(text) for text in data.categories.texts] == sorted(float(text) for text in data.categories.texts)


def test_an_id_beside_annotators(aspects: pl.DataFrame, tmp_path: Path) -> None:
    table = wide(aspects, "text_id")
    table.write_csv(tmp_path / "wide.csv")
    assert alpha(accord.read(tmp_path / "wide.csv")) == pytest.approx(CEBAB, abs=6e-4)
    assert alpha(accord.labels(table.to_pandas())) == pytest.approx(CEBAB, abs=6e-4)


def test_a_long_frame_under_other_names(aspects: pl.DataFrame) -> None:
    frame = aspects.rename({"item": "text_id", "annotator": "worker", "label": "aspect_label"}).to_pandas()
    assert alpha(accord.labels(frame)) == pytest.approx(CEBAB, abs=6e-4)


def test_raters_by_items_are_asked(aspects: pl.DataFrame) -> None:
    array = np.array(wide(aspects).drop("item").rows(), dtype=object).T
    with pytest.raises(accord.DataError, match="orientation"):
        accord.labels(array)
    assert alpha(accord.labels(array, orientation="annotators")) == pytest.approx(CEBAB, abs=6e-4)


def test_a_pivot_keeps_its_ids(aspects: pl.DataFrame) -> None:
    made = aspects.to_pandas().pivot(index="item", columns="annotator", values="label")
    assert set(accord.labels(made).items or ()) == set(aspects["item"].to_list())


def test_a_person_without_a_row_may_have_been_asked(tmp_path: Path) -> None:
    rows = [f"d{place},{who},{place},{place + 3},x" for place in range(6) for who in "AB"[: 2 - (place % 3 == 0)]]
    (tmp_path / "spans.csv").write_text("\n".join(["document,annotator,start,end,label", *rows]))
    shown = run("measure", tmp_path / "spans.csv")
    assert "--asked everyone" in shown
    everyone = run("measure", tmp_path / "spans.csv", "--asked", "everyone")
    assert "--asked everyone" not in everyone


def test_a_curator_is_no_annotator(tmp_path: Path) -> None:
    rows = [f"t{place},{who},{'xy'[place % 2]}" for place in range(8) for who in ("A", "B", "CURATION_USER")]
    (tmp_path / "c.csv").write_text("\n".join(["item,annotator,label", *rows]))
    assert accord.read(tmp_path / "c.csv").annotators == ("A", "B")


def test_two_rounds_are_not_pooled(tmp_path: Path) -> None:
    for name in ("r1.csv", "r2.csv"):
        rows = [f"t{place},{who},{'xy'[place % 2]}" for place in range(8) for who in "AB"]
        (tmp_path / name).write_text("\n".join(["item,annotator,label", *rows]))
    assert "--pool" in run("report", tmp_path / "r1.csv", tmp_path / "r2.csv", "-o", tmp_path / "page.html")


def test_an_option_told_twice_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("item,annotator,label\n1,A,x\n1,B,x\n2,A,y\n2,B,x\n")
    shown = run("measure", tmp_path / "t.csv", "--field", "one", "--field", "two")
    assert "--field" in shown
    assert "error" in shown


def test_a_list_to_discuss_decides_nothing(aspects: pl.DataFrame, tmp_path: Path) -> None:
    aspects.write_csv(tmp_path / "labels.csv")
    run("reference", tmp_path / "labels.csv", "-o", tmp_path / "reference.csv", "--discuss", tmp_path / "discuss.csv")
    header = (tmp_path / "discuss.csv").read_text().partition("\n")[0]
    assert "decision" in header
    shown = run("reference", tmp_path / "labels.csv", "--gold", tmp_path / "discuss.csv", "-o", tmp_path / "again.csv")
    assert "ACC223" in shown


def test_a_reference_is_converted_as_one_layer(aspects: pl.DataFrame, tmp_path: Path) -> None:
    aspects.write_csv(tmp_path / "labels.csv")
    run("reference", tmp_path / "labels.csv", "-o", tmp_path / "reference.csv")
    said = run("convert", tmp_path / "reference.csv", "--to", "label-studio", tmp_path / "studio.json")
    assert (tmp_path / "studio.json").exists(), said
    tasks = json.loads((tmp_path / "studio.json").read_text())
    assert max(len(task.get("annotations", ())) + len(task.get("predictions", ())) for task in tasks) == 1
