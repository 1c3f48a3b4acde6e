"""Items that belong together are drawn together."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from accord import DataError, Labels, UsageError
from accord.annotations import summarise
from accord.cli import main
from accord.evaluation import measure_by_annotator
from accord.statistics import generator
from untyped import accord

TEXTS, SIZE = 15, 8


def _table(seed: int = 0) -> tuple[np.ndarray, list[str]]:
    """Texts of very different ease, four annotators, three categories."""
    rng = generator(seed, "texts")
    ease = np.repeat(rng.normal(scale=1.5, size=TEXTS), SIZE)
    true = rng.integers(3, size=(TEXTS * SIZE, 1))
    known = rng.random((TEXTS * SIZE, 4)) < (1 / (1 + np.exp(-0.5 - ease)))[:, None]
    table = np.where(known, true, rng.integers(3, size=known.shape)).astype(float)
    return table, [f"text {number // SIZE}" for number in range(TEXTS * SIZE)]


def _labels(table: np.ndarray) -> Labels:
    return accord.labels(table, categories=range(3), items=[f"s{row}" for row in range(len(table))])  # type: ignore[no-any-return]  # no types here


def test_texts_of_different_ease_make_a_wider_interval() -> None:
    table, texts = _table()
    alone, together = (accord.measure(_labels(table), "alpha", cluster=cluster) for cluster in (None, texts))
    assert alone.value == together.value
    assert together.high - together.low > 1.3 * (alone.high - alone.low)


def test_a_mapping_a_sequence_and_labels_that_carry_them_are_the_same() -> None:
    table, texts = _table()
    data = _labels(table)
    by_name = dict(zip(data.items or (), texts, strict=True))
    results = [
        accord.measure(data, "alpha", cluster=texts),
        accord.measure(data, "alpha", cluster=by_name),
        accord.measure(data.clustered(texts), "alpha"),
    ]
    assert results[0] == results[1] == results[2]
    assert "|resample:clusters " in str(results[0].signature)


@pytest.mark.parametrize("expression", ["alpha", "multi_kappa"])
@pytest.mark.parametrize("resample", ["items", "both"])
def test_neither_the_order_of_items_nor_the_names_of_clusters_matter(expression: str, resample: str) -> None:
    table, texts = _table()
    order = generator(1, "order").permutation(len(table))
    one = accord.measure(_labels(table), expression, cluster=texts, resample=resample, replicates=200)
    renamed = [f"another {texts[row]}" for row in order]
    other = accord.measure(_labels(table[order]), expression, cluster=renamed, resample=resample, replicates=200)
    assert (one.low, one.high, one.signature) == (other.low, other.high, other.signature)


def test_the_signature_tells_clusters_apart() -> None:
    table, texts = _table()
    moved = [texts[-1], *texts[1:]]
    one, other = (accord.measure(_labels(table), "alpha", cluster=cluster) for cluster in (texts, moved))
    assert one.signature != other.signature


def test_all_items_are_in_the_clusters() -> None:
    table, texts = _table()
    table[generator(3, "gaps").random(table.shape) < 0.4] = np.nan
    summary = summarise(_labels(table).clustered(texts))
    assert summary.clusters is not None
    assert summary.clusters.rows is not None
    assert summary.rows is not None
    whole = np.ones((1, len(summary.clusters)))
    assert (summary.clusters.counts.weights(whole)[0] == summary.counts.multiplicity).all()
    assert (summary.clusters.rows.weights(whole)[0] == summary.rows.multiplicity).all()


def test_views_and_parts_of_the_data_keep_their_clusters() -> None:
    table, texts = _table()
    data = _labels(table).clustered(texts)
    assert data.clusters is not None
    kept = data.universe([f"s{row}" for row in range(16)])
    assert kept.clusters is not None
    assert (kept.clusters == data.clusters[:16]).all()
    assert data.without("2").clusters is not None
    assert accord.measure(data.merged({"low": ["0", "1"]}), "alpha").signature.resample != "items"


def test_what_clusters_cannot_be() -> None:
    data = _labels(_table()[0])
    with pytest.raises(UsageError, match="cluster= has 2 clusters for 120 items"):
        accord.measure(data, "alpha", cluster=["a", "b"])
    with pytest.raises(UsageError, match="does not say which cluster each item belongs to"):
        accord.measure(data, "alpha", cluster="text")
    with pytest.raises(DataError, match="119 items have no cluster: the first is 's1'"):
        accord.measure(data, "alpha", cluster={"s0": "a"})
    with pytest.raises(UsageError, match="these items have no names"):
        accord.measure(accord.labels([["a", "b"]]), "alpha", cluster={"1": "a"})
    with pytest.raises(UsageError, match="one piece"):
        accord.measure([data, data], "alpha", cluster=["a"] * 120)


def test_items_without_a_cluster_stand_by_themselves() -> None:
    data = accord.labels([["a", "a"], ["a", "b"], ["b", "b"], ["b", "a"]])
    assert data.clustered([None, "x", "", "x"]).clusters.tolist() == [0, 1, 2, 1]
    assert data.clustered([float("nan"), 1, 1, 2]).clusters.tolist() == [0, 1, 1, 2]


def test_few_clusters_are_said_to_be_few() -> None:
    table, _ = _table()
    found = accord.measure(_labels(table), "alpha", cluster=[row % 5 for row in range(len(table))])
    assert "ACC301" in {said.code for said in found.diagnostics}


def test_differences_and_values_by_annotator_draw_clusters() -> None:
    table, texts = _table()
    data = _labels(table)
    apart = [accord.difference(one, "alpha", "multi_kappa") for one in (data, data.clustered(texts))]
    assert (apart[0].low, apart[0].high) != (apart[1].low, apart[1].high)
    people = [measure_by_annotator(one, "alpha") for one in (data, data.clustered(texts))]
    assert people[1][0].high - people[1][0].low > people[0][0].high - people[0][0].low


def test_stability_draws_clusters() -> None:
    table, texts = _table()
    alone, together = (accord.stability(data, 2) for data in (_labels(table), _labels(table).clustered(texts)))
    assert together.high - together.low > 1.2 * (alone.high - alone.low)
    assert "|resample:clusters " in str(together.signature)


# ---- columns of tables


def _written(folder: Path, *, wide: bool) -> Path:
    table, texts = _table()
    path = folder / "sentences.csv"
    rows = []
    for row, labels in enumerate(table.astype(int).tolist()):
        if wide:
            rows.append(f"s{row},{','.join(map(str, labels))},{texts[row]}")
        else:
            rows += [f"s{row},{name},{label},{texts[row]}" for name, label in zip("ABCD", labels, strict=True)]
    head = "item,A,B,C,D,document" if wide else "item,annotator,label,document"
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


@pytest.mark.parametrize("wide", [True, False])
def test_a_column_of_a_table(tmp_path: Path, wide: bool) -> None:
    path = _written(tmp_path, wide=wide)
    read = accord.read(path, cluster_column="document")
    table, texts = _table()
    told = accord.labels(table, annotators=list("ABCD"))
    assert accord.measure(read, "alpha").low == accord.measure(told, "alpha", cluster=texts).low
    frame = pd.read_csv(path)
    from_frame = accord.labels(frame, cluster_column="document")
    assert accord.measure(from_frame, "alpha").signature.resample == accord.measure(read, "alpha").signature.resample


def test_several_files_and_lines_of_json(tmp_path: Path) -> None:
    path = _written(tmp_path, wide=False)
    whole = accord.measure(accord.read(path, cluster_column="document"), "alpha")
    lines = path.read_text().splitlines()
    first, second, objects = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "all.jsonl"
    first.write_text("\n".join([lines[0], *(line for line in lines[1:] if ",D," not in line)]))
    second.write_text("\n".join([lines[0], *(line for line in lines[1:] if ",D," in line)]))
    names = lines[0].split(",")
    objects.write_text("\n".join(json.dumps(dict(zip(names, line.split(","), strict=True))) for line in lines[1:]))
    for source in ([first, second], objects):
        assert accord.measure(accord.read(source, cluster_column="document"), "alpha") == whole
    second.write_text(second.read_text().replace("text 3", "text 4"))
    with pytest.raises(DataError, match="the item 's24' is in the clusters 'text 3' and 'text 4'"):
        accord.read([first, second], cluster_column="document")


def test_the_option_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(_written(tmp_path, wide=False))
    for command in (["measure", path, "-m", "alpha"], ["stability", path], ["report", path, "--no-grid"]):
        assert main([*command, "--cluster", "document", "--replicates", "20", "-q"]) == 0
        assert "120 items in 15 clusters × 4 annotators" in capsys.readouterr().out
    assert main(["measure", path, "--cluster", "author"]) == 3
    assert "there is no column 'author' (--cluster) [ACC006]" in capsys.readouterr().err


def test_an_item_in_two_clusters_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.csv"
    path.write_text("item,annotator,label,text\n1,A,x,one\n1,B,x,two\n2,A,y,two\n2,B,x,two\n")
    with pytest.raises(DataError, match=r"twice.csv:3: the item '1' is in the clusters 'one' and 'two' \[ACC300\]"):
        accord.read(path, cluster_column="text")


def test_the_names_of_clusters_are_not_shown_to_others() -> None:
    table, texts = _table()
    shown = accord.redacted(_labels(table).clustered(texts))
    assert shown.cluster_names is None
    assert accord.measure(shown, "alpha").signature.resample.startswith("clusters ")
