"""Writing and reading back gives the same annotations, whatever characters texts and names are made of."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.formats import write
from formats.campaigns import NAME, relations_with_texts, same, spans_with_texts, token_spans
from untyped import accord

FEW = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
# Parquet is first tried in another process, which takes a third of a second.
SLOW = settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
TABLES = {"csv": ".csv", "tsv": ".tsv", "jsonl": ".jsonl"}


@pytest.mark.parametrize("to", TABLES)
@FEW
@given(data=spans_with_texts(uncategorised=True))
def test_spans_in_tables(to: str, data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"spans{TABLES[to]}"
        assert write(data, path) == (path,)
        again = accord.read(path, kind="spans")
        assert same(data, again)
        assert again.names == data.names or not len(data)


@pytest.mark.parametrize("to", ["csv", "jsonl"])
@FEW
@given(data=relations_with_texts())
def test_relations_in_tables(to: str, data: Relations) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"relations{TABLES[to]}"
        written = write(data, path)
        assert same(data, accord.read(written))
        assert same(data, accord.read(path)), "the units beside it"


@pytest.mark.parametrize("to", TABLES)
@FEW
@given(
    rows=st.dictionaries(
        st.tuples(NAME, NAME), st.text(st.characters(codec="utf-8", categories=["L", "N", "S"]), min_size=1), min_size=1
    )
)
def test_labels_in_tables(to: str, rows: dict[tuple[str, str], str]) -> None:
    import polars as pl

    long = [(item, who, label) for (item, who), label in rows.items()]
    data = accord.labels(pl.DataFrame(long, schema=["item", "annotator", "label"], orient="row"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"labels{TABLES[to]}"
        write(data, path)
        assert same(data, accord.read(path))


@pytest.mark.parametrize("to", TABLES)
def test_items_without_names_are_numbered(to: str, tmp_path: Path) -> None:
    """Rows of labels that nobody named were refused as counts."""
    path = tmp_path / f"labels{TABLES[to]}"
    write(accord.labels([["a", "b"], ["b", None]]), path)
    assert accord.read(path) == accord.labels([["a", "b"], ["b", None]], items=["1", "2"])
    with pytest.raises(accord.DataError, match="it is not known who labelled what"):
        write(accord.contingency([[2, 1], [0, 3]]), path, force=True)


@SLOW
@given(data=spans_with_texts(uncategorised=True))
def test_spans_in_parquet(data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spans.parquet"
        write(data, path)
        assert same(data, accord.read(path, kind="spans"))


@FEW
@given(data=spans_with_texts())
def test_brat(data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(data, Path(folder) / "corpus", "brat")
        again = accord.read(Path(folder) / "corpus", kind="spans", annotator_from="dir")
        assert same(data, again)
        assert dict(zip(again.documents, again.texts or (), strict=True)) == dict(
            zip(data.documents, data.texts or (), strict=True)
        )


@FEW
@given(data=relations_with_texts())
def test_relations_in_brat(data: Relations) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(data, Path(folder) / "corpus", "brat")
        if len(data):
            assert same(data, accord.read(Path(folder) / "corpus", kind="relations", annotator_from="dir"))


@FEW
@given(data=spans_with_texts(uncategorised=True))
def test_label_studio(data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (path,) = write(data, Path(folder) / "export.json", "label-studio")
        if len(data):
            assert same(data, accord.read(path, kind="spans"))


@FEW
@given(data=relations_with_texts())
def test_relations_in_label_studio(data: Relations) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (path,) = write(data, Path(folder) / "export.json", "label-studio")
        if len(data):
            assert same(data, accord.read(path, kind="relations"))


@FEW
@given(data=token_spans())
def test_conll2003(data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(data, Path(folder) / "corpus", "conll2003")
        again = accord.read(Path(folder) / "corpus", reader="conll2003")
        assert same(data, again)


def test_positions_that_are_no_whole_numbers_survive_in_tables(tmp_path: Path) -> None:
    data = accord.spans([("A", 0.125, 2.5, "x"), ("B", 1 / 3, 1e6, None)], annotators=["A", "B", "C"], length=2e6)
    write(data, tmp_path / "s.csv")
    again = accord.read(tmp_path / "s.csv")
    assert same(data, again)
    assert np.array_equal(again.starts, data.starts)


def test_what_a_format_cannot_carry_is_refused(tmp_path: Path) -> None:
    bare = accord.spans([("A", 0, 3, "x"), ("B", 1, 3, "x")])
    with pytest.raises(accord.DataError, match=r"needs the texts.*ACC051"):
        write(bare, tmp_path / "b", "brat")
    overlapping = accord.spans([("A", 0, 3, "x"), ("A", 0, 7, "y")], texts={"document": "abc def"})
    with pytest.raises(accord.DataError, match=r"overlaps.*ACC051"):
        write(overlapping, tmp_path / "c", "conll2003")
    cut = accord.spans([("A", 1, 3, "x")], texts={"document": "abc def"})
    with pytest.raises(accord.DataError, match=r"begins within a token.*ACC051"):
        write(cut, tmp_path / "d", "conll2003")
    with pytest.raises(accord.DataError, match=r"types are single words.*ACC051"):
        write(accord.spans([("A", 0, 1, "two words")], texts={"document": "abc"}), tmp_path / "e", "brat")
    with pytest.raises(accord.UsageError, match="can be read but not written"):
        write(bare, tmp_path / "f", "prodigy")
    with pytest.raises(accord.UsageError, match="is not that of a format"):
        write(bare, tmp_path / "f.xyz")


def test_nothing_is_overwritten_unless_told(tmp_path: Path) -> None:
    data = accord.spans([("A", 0, 3, "x")])
    write(data, tmp_path / "s.csv")
    with pytest.raises(accord.DataError, match="ACC021"):
        write(data, tmp_path / "s.csv")
    write(data, tmp_path / "s.csv", force=True)


KEEPING = {"csv": ".csv", "tsv": ".tsv", "jsonl": ".jsonl", "brat": "", "label-studio": ".json"}


def kept(to: str, data: Spans | Relations, kind: str) -> bool:
    """Whether data are the same after they were written and read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"data{KEEPING[to]}"
        written = write(data, path, to)
        options = {"annotator_from": "dir"} if to == "brat" else {}
        again = accord.read(written if kind == "relations" and to in TABLES else path, kind=kind, **options)
        return same(data, again) and (again == data or kind == "relations")  # brat has names of its own


@pytest.mark.parametrize("to", KEEPING)
@FEW
@given(data=spans_with_texts(discontinuous=True))
def test_discontinuous_units(to: str, data: Spans) -> None:
    assert not len(data) or kept(to, data, "spans")


@SLOW
@given(data=spans_with_texts(discontinuous=True))
def test_discontinuous_units_in_parquet(data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (path,) = write(data, Path(folder) / "spans.parquet")
        assert same(data, accord.read(path, kind="spans"))


@pytest.mark.parametrize("to", KEEPING)
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(data=relations_with_texts(discontinuous=True))
def test_relations_between_discontinuous_units(to: str, data: Relations) -> None:
    assert not len(data) or kept(to, data, "relations")


def test_what_brat_writes_is_what_it_read(tmp_path: Path) -> None:
    lines = "T1\tX 3 6;18 20\tww ww\nT2\tY 0 4\twwww\nT3\tX 0 2;5 9;10 11\tww wwww w\n"
    (tmp_path / "one" / "ann").mkdir(parents=True)
    (tmp_path / "one" / "ann" / "d.txt").write_text("wwww " * 5, encoding="utf-8")
    (tmp_path / "one" / "ann" / "d.ann").write_text(lines, encoding="utf-8")
    data = accord.read(tmp_path / "one", annotator_from="dir")
    write(data, tmp_path / "two", "brat")
    first = (tmp_path / "two" / "ann" / "d.ann").read_text(encoding="utf-8")
    again = accord.read(tmp_path / "two", annotator_from="dir")
    write(again, tmp_path / "three", "brat")
    assert again == data
    assert first == (tmp_path / "three" / "ann" / "d.ann").read_text(encoding="utf-8")
    assert sorted(line.split("\t")[1] for line in first.splitlines()) == ["X 0 2;5 9;10 11", "X 3 6;18 20", "Y 0 4"]


def test_fractions_of_seconds_survive_in_fragments(tmp_path: Path) -> None:
    data = accord.spans([("A", [(0.1, 1 / 3), (2.5, 1e6)], "x"), ("B", 0.1, 1e6, "x")], length=2e6)
    for ending in ("csv", "jsonl", "parquet"):
        (path,) = write(data, tmp_path / f"s.{ending}")
        assert accord.read(path) == data


def test_fragments_as_lists_in_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(
        '{"annotator": "A", "start": 3, "end": 20, "category": "x", "fragments": [[3, 6], [18, 20]]}\n'
        '{"annotator": "B", "start": 3, "end": 20, "category": "x", "fragments": null}\n',
        encoding="utf-8",
    )
    assert accord.read(path) == accord.spans([("A", [(3, 6), (18, 20)], "x"), ("B", 3, 20, "x")])
