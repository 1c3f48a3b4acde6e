"""Published and verified values on real data, from the files as they are distributed."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from accord import Labels
from untyped import accord

BY_NUMBER = {"header": False, "item_column": "2", "annotator_column": "1", "label_column": "3"}


def alpha(data: Labels, level: str = "nominal") -> float:
    return accord.measure(data, f"alpha(level={level!r})", confidence=None).value  # type: ignore[no-any-return]  # no types here


@pytest.mark.parametrize(
    ("file", "options", "items", "annotators", "expected"),
    [
        ("snow2008/rte.standardized.tsv", {}, 800, 164, 0.242),
        ("spectral_em/bluebird_crowd.txt", {"header": False}, 108, 39, 0.126),
        ("spectral_em/dog_crowd.txt", {"header": False}, 807, 109, 0.519),
        ("spectral_em/web_crowd.txt", {"header": False}, 2665, 177, 0.210),
    ],
)
def test_nominal_alpha(
    file: str, options: dict[str, Any], items: int, annotators: int, expected: float, shared_data: Path
) -> None:
    data = accord.read(shared_data / "labels" / file, **options)
    assert (data.n_items, data.n_annotators) == (items, annotators)
    assert alpha(data) == pytest.approx(expected, abs=0.0006)


def test_all_tasks_of_snow_et_al_are_read(shared_data: Path) -> None:
    files = sorted((shared_data / "labels/snow2008").glob("*.tsv"))
    assert len(files) == 11
    for file in files:
        data = accord.read(file)
        assert data.n_items >= 30
        assert data.n_labels == data.n_items * 10


def test_rte_of_two_sources_is_one_data_set(shared_data: Path) -> None:
    """The same ratings as distributed by Snow et al. and, renumbered, by Zhang et al."""
    one = accord.read(shared_data / "labels/snow2008/rte.standardized.tsv")
    two = accord.read(shared_data / "labels/spectral_em/rte_crowd.txt", header=False)
    assert (one.n_items, one.n_annotators) == (two.n_items, two.n_annotators)
    assert alpha(one) == pytest.approx(alpha(two), abs=1e-12)


def severity(folder: Path) -> pl.DataFrame:
    """The severity of ConvAbuse: one-hot columns to one label; an item is a turn of a conversation with its context."""
    table = pl.read_csv(folder / "ConvAbuseEMNLPfull.csv", infer_schema=False)
    levels = [name for name in table.columns if name.startswith("is_abuse.")]
    context = ["conv_id", "prev_agent", "prev_user", "agent", "user"]
    return table.select(
        item=pl.concat_str(context, separator="\x1f", ignore_nulls=True),
        annotator="annotator_id",
        label=pl.coalesce(
            pl.when(pl.col(name).cast(pl.Float64) == 1).then(pl.lit(name.removeprefix("is_abuse."))) for name in levels
        ),
    )


def test_convabuse_severity(shared_data: Path, tmp_path: Path) -> None:
    """.660 takes the first rating of each annotator (.6598); the last ones give .659, all as if by others .666."""
    long = severity(shared_data / "labels/convabuse")
    long.write_csv(tmp_path / "severity.csv")
    data = accord.read(tmp_path / "severity.csv", level="ordinal")
    assert (data.n_items, data.n_annotators, data.n_repeated) == (4185, 8, 357)
    assert any(one.code == "ACC101" and "357 repeated" in one.message for one in data.diagnostics)
    assert alpha(data, "ordinal") == pytest.approx(0.6598, abs=5e-5)
    last = long.unique(["item", "annotator"], keep="last", maintain_order=True)
    assert alpha(accord.labels(last), "ordinal") == pytest.approx(0.6592, abs=5e-5)
    turn = pl.int_range(pl.len()).over("item", "annotator").cast(pl.String)
    apart = long.with_columns(annotator=pl.col("annotator") + "#" + turn)
    assert alpha(accord.labels(apart), "ordinal") == pytest.approx(0.6657, abs=5e-5)


def test_dawid_and_skene_keep_the_repeated_ratings(shared_data: Path) -> None:
    data = accord.read(shared_data / "labels/dawid_skene1979/anaesthetists.csv")
    assert (data.n_items, data.n_annotators, data.n_labels, data.n_repeated) == (45, 5, 225, 90)
    first = pl.read_csv(shared_data / "labels/dawid_skene1979/anaesthetists.csv").filter(pl.col("repeat") == 1)
    assert alpha(data) == alpha(accord.labels(first))


@pytest.mark.parametrize(
    ("file", "items", "categories"),
    [("CF.csv", 300, 5), ("CF_amt.csv", 300, 5), ("MS.csv", 700, 10), ("SP_amt.csv", 500, 2)],
)
def test_crowds_with_columns_told_by_number(file: str, items: int, categories: int, shared_data: Path) -> None:
    data = accord.read(shared_data / "labels/crowd" / file, **BY_NUMBER)
    assert (data.n_items, len(data.categories)) == (items, categories)
    lines = (shared_data / "labels/crowd" / file).read_text().splitlines()
    assert data.n_labels + data.n_repeated == len(lines)
    assert 0.3 < alpha(data) < 0.8


@pytest.mark.parametrize("file", ["ArMIS_dev.json", "HS-Brexit_dev.json", "MD-Agreement_dev.json"])
def test_lewidi_by_way_of_json_lines(file: str, shared_data: Path, tmp_path: Path) -> None:
    published = accord.read(shared_data / "labels/lewidi2023" / file)
    records = json.loads((shared_data / "labels/lewidi2023" / file).read_text(encoding="utf-8"))
    lines = [
        json.dumps({"item": name, "annotator": who, "label": label, "text": record["text"]})
        for name, record in records.items()
        for who, label in zip(record["annotators"].split(","), record["annotations"].split(","), strict=True)
    ]
    (tmp_path / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")
    data = accord.read(tmp_path / "labels.jsonl")
    assert data.n_items == len(records)
    assert data.n_labels == len(lines)
    assert data.texts is not None
    assert data.texts[0] == records["1"]["text"]
    assert 0 < alpha(data) < 1
    assert alpha(published) == pytest.approx(alpha(data), abs=1e-12)
