"""Praat TextGrids: the samples of praatIO, both text formats, UTF-16, points, tiers as annotators, and round trips."""

import importlib
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.formats import read_campaign, write
from untyped import accord

SHORT = '"ooTextFile"\n"TextGrid"\n0\n2\n<exists>\n1\n"IntervalTier"\n"w"\n0\n2\n2\n0\n1.5\n"a"\n1.5\n2\n""\n'


@pytest.mark.parametrize(
    ("name", "tiers", "gaps"),
    [  # labelled intervals and points by tier, and intervals without a label: counted in the files by eye
        ("mary", {"phone": 14, "word": 4, "pitch": 4}, 4),
        ("mary_longfile", {"phone": 14, "word": 4, "pitch": 4}, 4),
        ("bobby_words_with_newlines_longfile_elan", {'"word"': 4, "phrase": 1, "tier 3": 4}, 4),
        ("all_tiers_have_the_same_name", {"Mary": 1, "Mary (2)": 1, "Mary (3)": 1}, 6),
        ("textgrid_to_merge", {"bob": 4, "mary": 4, "sarah": 3}, 11),
    ],
)
def test_samples(name: str, tiers: dict[str, int], gaps: int, shared_data: Path) -> None:
    campaign = read_campaign(shared_data / f"formats/textgrid/{name}.TextGrid")
    assert {layer.name: len(layer) for layer in campaign.layers} == tiers
    assert sum(campaign.left_out.values()) == gaps
    assert campaign.annotators == (name,)


def test_both_formats_and_encodings_are_the_same(shared_data: Path) -> None:
    """mary.TextGrid is short, in UTF-8 with CRLF; mary_longfile.TextGrid is long, in UTF-16 with its mark."""
    folder = shared_data / "formats/textgrid"
    one = read_campaign(folder / "mary.TextGrid")
    two = read_campaign(folder / "mary_longfile.TextGrid")
    for layer, other in zip(one.layers, two.layers, strict=True):
        assert layer.columns["category"] == other.columns["category"]
        for bound in ("start", "end"):
            assert np.array_equal(layer.columns[bound], other.columns[bound])
    assert one.lengths == {"document": 1.869687}
    assert one.layers[0].columns["category"][:3] == ["m", "ə", "r"]


def test_labels_over_lines_and_doubled_quotes(shared_data: Path) -> None:
    path = shared_data / "formats/textgrid/bobby_words_with_newlines_longfile_elan.TextGrid"
    words = read_campaign(path).chosen("spans", '"word"')[0]
    assert words.columns["category"] == ['"""BOBBY"""\nNoun', "RIPPED\nVerb", "THE\nDeterminer", "LEDGER\nNoun"]
    points = read_campaign(path).spans("tier 3")
    assert (points.starts == points.ends).all()


def test_what_praatio_reads(shared_data: Path) -> None:
    textgrid = importlib.import_module("praatio.textgrid")
    for path in sorted((shared_data / "formats/textgrid").glob("*.TextGrid")):
        peer = textgrid.openTextgrid(str(path), includeEmptyIntervals=False, duplicateNamesMode="rename")
        for layer, tier in zip(read_campaign(path).layers, peer.tiers, strict=True):
            # praatio strips labels, and lets blanks stand before line breaks
            assert len(layer) == len(tier.entries)
            for row, entry in enumerate(tier.entries):
                assert layer.columns["start"][row] == entry[0]
                assert layer.columns["category"][row].split() == entry[-1].split()


def test_tiers_as_annotators(shared_data: Path) -> None:
    path = shared_data / "formats/textgrid/textgrid_to_merge.TextGrid"
    spans = accord.read(path, annotator_from="tier", kind="spans")
    assert spans.annotators == ("bob", "mary", "sarah")
    assert spans.documents == ("textgrid_to_merge",)
    assert np.bincount(spans.who).tolist() == [4, 4, 3]
    assert spans.lengths.tolist() == [10.0]


def test_folders_of_annotators(tmp_path: Path) -> None:
    for who in ("ann", "bob"):
        (tmp_path / who).mkdir()
        (tmp_path / who / "s1.TextGrid").write_text(SHORT.replace('"a"', f'"{who}"'))
    spans = accord.read(tmp_path, kind="spans")
    assert spans.annotators == ("ann", "bob")
    assert spans.documents == ("s1",)
    assert sorted(spans.categories.texts) == ["ann", "bob"]


@pytest.mark.parametrize(
    ("content", "code", "line", "message"),
    [
        (SHORT.replace('"TextGrid"', '"Pitch"'), "ACC047", 2, "'Pitch'"),
        (SHORT.replace('"a"\n1.5', '"a"\nx 1.5y'), "ACC047", 15, "where a time is expected"),
        (SHORT[:-8], "ACC047", 15, "ends where the end of an interval"),
        (SHORT[:-2], "ACC047", 17, "not closed"),
        (SHORT.replace("<exists>\n1", "<exists>\n99999"), "ACC047", 6, "more than the file can hold"),
        (SHORT.replace("<exists>\n1", "<exists>\n2"), "ACC047", 18, "class of a tier"),
        (SHORT.replace("IntervalTier", "PitchTier"), "ACC047", 7, "PitchTier"),
        (SHORT.replace("0\n1.5\n", "1.7\n1.5\n"), "ACC047", 13, "from 1.7 to 1.5"),
        (SHORT.replace("0\n1.5\n", "0\n1e999\n"), "ACC047", 13, "is not a time"),
        (SHORT + '"more"', "ACC047", 18, "after the last tier"),
        (SHORT.replace('"a"', '"a\0"'), "ACC005", 14, "NUL"),
        (SHORT.replace('"a"', '"é"').encode() + b'! \xe9', "ACC004", 18, "mixed"),
        (SHORT.encode("utf-16")[:-3], "ACC004", None, "utf-16"),
        (b"ooBinaryFile\x08TextGrid\0\0\0\0", "ACC005", None, "binary"),
    ],
)  # fmt: skip
def test_refusals(content: str | bytes, code: str, line: int | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, reader="textgrid")
    assert caught.value.code == code
    assert message in caught.value.message
    assert caught.value.place.file == str(path)
    if line is not None:
        assert caught.value.place.line == line


LABEL = st.lists(st.sampled_from(["a", '"', "😀", "e\u0301", "\r\n", "\n", " ", "!", "<exists>", "3.5"]), min_size=1)
WRITTEN = LABEL.map(lambda parts: "x" + "".join(parts))


@st.composite
def timelines(draw: Any) -> Spans:
    """Units that do not overlap, over time; some annotators found nothing and some were not asked."""
    documents = draw(st.lists(st.sampled_from(["s1", "s2", "zoë"]), min_size=1, unique=True))
    pairs = [(document, who) for document in documents for who in ("ann", "bob")]
    asked = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True))
    rows = []
    for document, who in asked:
        times = draw(st.lists(st.floats(0, 100, allow_subnormal=False), max_size=6, unique=True).map(sorted))
        for start, end in zip(times[::2], times[1::2], strict=False):
            rows.append((document, who, start, end, draw(WRITTEN)))
    known = [document for document in documents if any(where == document for where, _ in asked)]
    return spans_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        start=np.array([row[2] for row in rows]),
        end=np.array([row[3] for row in rows]),
        category=[row[4] for row in rows],
        documents=known,
        annotators=sorted({who for _, who in asked}),
        assigned=asked,
        lengths=dict.fromkeys(known, 100.0),
    )


def content(spans: Spans) -> tuple[Any, ...]:
    units = zip(spans.document, spans.who, spans.starts, spans.ends, range(len(spans)), strict=True)
    rows = {(spans.documents[d], spans.annotators[w], s, e, spans.category(u)) for d, w, s, e, u in units}
    where = zip(*np.nonzero(spans.assigned), strict=True)
    return rows, {(spans.documents[d], spans.annotators[w]) for d, w in where}, len(spans)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=timelines())
def test_round_trip(data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = write(data, Path(folder) / "out", to="textgrid")
        assert len(files) == int(data.assigned.sum())
        again = accord.read(Path(folder) / "out", kind="spans", annotator_from="dir")
        assert content(again) == content(data)


def test_round_trip_of_one_file_with_a_tier_per_annotator(tmp_path: Path) -> None:
    data = accord.spans(
        [("ann", 0.25, 1, "a"), ("bob", 0.5, 1.5, 'b"'), ("bob", 2, 2.5, "c")], ["ann", "bob", "cyd"], length=3
    )
    (path,) = write(data, tmp_path / "one.TextGrid")
    again = accord.read(path, kind="spans", annotator_from="tier")
    assert content(again)[0] == {("one", who, s, e, c) for _, who, s, e, c in content(data)[0]}
    assert again.annotators == ("ann", "bob", "cyd")


def test_points_are_written_as_points(tmp_path: Path) -> None:
    data = accord.spans([("ann", 1, 1, "a"), ("ann", 2, 2, "b")], length=3)
    write(data, tmp_path / "one.TextGrid")
    assert "TextTier" in (tmp_path / "one.TextGrid").read_text()
    assert accord.read(tmp_path / "one.TextGrid", kind="spans").ends.tolist() == [1, 2]


def test_points_need_no_label_and_intervals_fill_the_tier(tmp_path: Path) -> None:
    path = tmp_path / "p.TextGrid"
    path.write_text('"ooTextFile" "TextGrid" 0 2 <exists> 1 "TextTier" "p" 0 2 1 1 ""')
    assert [accord.read(path).category(0), len(accord.read(path))] == [None, 1]
    write(accord.spans([("ann", 1, 1.5, "a")], length=3), tmp_path / "i.TextGrid")
    lines = (tmp_path / "i.TextGrid").read_text().split("intervals: size = 3")[1].split()
    times = [float(two) for one, two in zip(lines, lines[2:], strict=False) if one in ("xmin", "xmax")]
    assert times == [0, 1, 1, 1.5, 1.5, 3]


@pytest.mark.parametrize(
    ("units", "what"),
    [
        ([(0, 2, "a"), (1, 3, "b")], "overlap"),
        ([(0, 2, "a"), (2, 2, "b")], "point among intervals"),
        ([(0, 2, None)], "no label"),
    ],
)
def test_what_a_tier_cannot_hold(units: list[Any], what: str, tmp_path: Path) -> None:
    with pytest.raises(accord.DataError, match="ACC051") as caught:
        write(accord.spans([("ann", *unit) for unit in units], length=4), tmp_path / "a.TextGrid")
    assert what in caught.value.message


def test_files_that_are_documents_are_thought_of_in_the_hint(tmp_path: Path) -> None:
    for name, length in (("one", 1.0), ("two", 2.0)):
        spans = accord.spans([("A", 0, 0.5, "x")], length=length)
        accord.formats.write(spans, tmp_path / f"{name}.TextGrid")
    with pytest.raises(accord.DataError, match="annotator_from='dir'"):
        accord.read(tmp_path)
    assert accord.read(tmp_path, annotator_from="dir").documents == ("one", "two")


def test_a_unit_beyond_the_end_is_refused_whoever_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_text(SHORT.replace("1.5\n2\n", "1.5\n3\n").replace('""', '"b"'))
    said = []
    for reading in (accord.read, read_campaign):
        with pytest.raises(accord.DataError, match=r"the unit 1.5 to 3 of 'a': it ends after the document") as caught:
            reading(path)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert str(path) in said[0]
