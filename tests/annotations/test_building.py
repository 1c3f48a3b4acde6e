"""Labels from arrays, lists, frames, counts and tables: the same data is the same digest, whatever it came in."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord import DataError, Labels, UsageError
from accord.annotations import Categories, sparse, summarise
from accord.annotations.categories import canonical_text, set_of, set_text
from accord.statistics import generator


def digest(data: Labels) -> str:
    return summarise(data).sha256


# ---- one table, many containers

NAMES = ["Ann", "Bob", "Cleo"]
ROWS: list[list[float | None]] = [
    [1, 1, None],
    [2, 2.5, 2],
    [None, None, 3],
    [None, None, None],
    [3, 3, 3],
    [1, 1, None],
]
CELLS = [(f"s{i}", NAMES[j], cell) for i, row in enumerate(ROWS) for j, cell in enumerate(row)]
ASKED = [cell for cell in CELLS if cell[2] is not None]
WIDE: dict[str, list[Any]] = {
    "item": [f"s{i}" for i in range(len(ROWS))],
    **{n: [row[j] for row in ROWS] for j, n in enumerate(NAMES)},
}
LONG: dict[str, list[Any]] = {
    "item": [c[0] for c in ASKED],
    "annotator": [c[1] for c in ASKED],
    "label": [c[2] for c in ASKED],
}


def _text(cell: float | None, comma: bool = False) -> str:
    text = "" if cell is None else f"{cell:.2f}"
    return text.replace(".", ",") if comma else text


def _shuffled(columns: dict[str, list[Any]], seed: int) -> dict[str, list[Any]]:
    order = random.Random(seed).sample(range(len(columns["item"])), len(columns["item"]))
    return {name: [cells[row] for row in order] for name, cells in columns.items()}


def _texts(columns: dict[str, list[Any]], **how: bool) -> dict[str, list[Any]]:
    return {
        name: [_text(cell, **how) if isinstance(cell, int | float | None) else cell for cell in cells]
        for name, cells in columns.items()
    }


FLOATS = np.array([[math.nan if cell is None else cell for cell in row] for row in ROWS])
CONTAINERS: dict[str, Callable[[], Labels]] = {
    "list of lists": lambda: accord.labels(ROWS, annotators=NAMES),
    "tuples, NaN for missing": lambda: accord.labels(tuple(map(tuple, FLOATS.tolist())), annotators=NAMES),
    "a generator of rows": lambda: accord.labels((row for row in ROWS), annotators=NAMES),
    "array of objects": lambda: accord.labels(np.array(ROWS, dtype=object), annotators=NAMES),
    "array of float64": lambda: accord.labels(FLOATS, annotators=NAMES),
    "array of float32": lambda: accord.labels(FLOATS.astype(np.float32), annotators=NAMES),
    "array in Fortran order": lambda: accord.labels(np.asfortranarray(FLOATS), annotators=NAMES),
    "array of text": lambda: accord.labels(np.array([[_text(c) for c in row] for row in ROWS]), annotators=NAMES),
    "decimal points as text": lambda: accord.labels([[_text(c) for c in row] for row in ROWS], annotators=NAMES),
    "decimal commas": lambda: accord.labels([[_text(c, comma=True) for c in row] for row in ROWS], annotators=NAMES),
    "Decimal": lambda: accord.labels(
        [[None if c is None else Decimal(str(c)) for c in row] for row in ROWS], annotators=NAMES
    ),
    "columns in another order": lambda: accord.labels(FLOATS[:, [2, 0, 1]], annotators=["Cleo", "Ann", "Bob"]),
    "rows in another order": lambda: accord.labels(FLOATS[::-1], annotators=NAMES),
    "polars wide": lambda: accord.labels(pl.DataFrame(WIDE, strict=False)),
    "polars wide, lazy": lambda: accord.labels(pl.LazyFrame(WIDE, strict=False)),
    "polars wide, text": lambda: accord.labels(pl.DataFrame(_texts(WIDE))),
    "polars wide, decimal commas": lambda: accord.labels(pl.DataFrame(_texts(WIDE, comma=True))),
    "polars long": lambda: accord.labels(pl.DataFrame(LONG, strict=False)),
    "polars long, shuffled": lambda: accord.labels(pl.DataFrame(_shuffled(LONG, 1), strict=False)),
    "polars long, text": lambda: accord.labels(pl.DataFrame(_texts(LONG))),
    "polars long, categorical": lambda: accord.labels(
        pl.DataFrame(_texts(LONG)).with_columns(pl.col("label").cast(pl.Categorical))
    ),
    "polars long, decimal": lambda: accord.labels(
        pl.DataFrame(LONG, strict=False).with_columns(pl.col("label").cast(pl.Decimal(10, 3)))
    ),
    "polars long, named columns": lambda: accord.labels(
        pl.DataFrame(LONG, strict=False).rename({"item": "x", "annotator": "y", "label": "z"}),
        item_column="x",
        annotator_column="y",
        label_column="z",
    ),
    "polars long, French header": lambda: accord.labels(
        pl.DataFrame(LONG, strict=False).rename({"item": "Phrase_ID", "annotator": "Annotateur", "label": "Étiquette"})
    ),
    "pandas wide": lambda: accord.labels(pd.DataFrame(WIDE)),
    "pandas wide, shuffled": lambda: accord.labels(pd.DataFrame(_shuffled(WIDE, 2))),
    "pandas wide, nullable": lambda: accord.labels(pd.DataFrame(WIDE).convert_dtypes()),
    "pandas wide, another index": lambda: accord.labels(pd.DataFrame(WIDE).set_index(pd.Index(range(9, 15)))),
    "pandas long": lambda: accord.labels(pd.DataFrame(LONG)),
    "pandas long, categorical": lambda: accord.labels(pd.DataFrame(_texts(LONG)).astype({"label": "category"})),
    "pyarrow wide": lambda: accord.labels(pa.table(pd.DataFrame(WIDE))),
    "pyarrow long": lambda: accord.labels(pa.table(pd.DataFrame(LONG))),
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_one_table_one_digest(container: str) -> None:
    data, first = CONTAINERS[container](), CONTAINERS["list of lists"]()
    assert data.categories == first.categories
    assert data.categories.texts == ("1", "2", "2.5", "3")
    assert data.n_labels == len(ASKED)
    assert digest(data) == digest(first)
    expressions = ["alpha", "alpha(level='interval')", "multi_kappa", "fleiss", "finn"]
    for one, other in zip(
        accord.measure(data, expressions, replicates=20), accord.measure(first, expressions, replicates=20), strict=True
    ):
        assert (one.value, one.low, one.high) == (other.value, other.low, other.high)
        assert one.signature == other.signature


def test_the_digest_tells_other_data_apart() -> None:
    """Another label, another annotator, one more item, one item twice, two labels exchanged between items."""
    a: list[list[str | None]] = [["a", "b"], ["b", "b"], ["a", None]]
    others: list[list[list[str | None]]] = [
        [["a", "b"], ["b", "b"], ["b", None]],
        [["a", "b"], ["b", "b"], [None, "a"]],
        [["a", "b"], ["b", "b"], ["a", None], ["a", None]],
        [["a", "b"], ["b", "b"]],
        [["b", "a"], ["b", "b"], ["a", None]],
        [["a", "a"], ["b", "b"], ["b", None]],
        [["b", "b"], ["a", "b"], ["a", "a"]],
    ]
    seen = [digest(accord.labels(rows)) for rows in (a, *others)]
    seen.append(digest(accord.labels(a, annotators=["x", "y"])))
    seen.append(digest(accord.labels(a, categories=["a", "b"])))
    seen.append(digest(accord.labels(a, categories=["b", "a"])))
    seen.append(digest(accord.labels(a, nothing="a")))
    assert len(set(seen)) == len(seen)


def test_the_digest_does_not_hang_on_names_of_items_nor_on_empty_items() -> None:
    a: list[list[str | None]] = [["a", "b"], ["b", "b"]]
    assert digest(accord.labels(a)) == digest(accord.labels(a, items=["x", "y"]))
    assert digest(accord.labels(a)) == digest(accord.labels([*a, [None, None]]))


def test_the_digest_is_stable() -> None:
    """A published signature must be found again: this value may only change together with the schema."""
    assert digest(accord.labels([["a", "b"], ["b", "b"]]))[:16] == "b6773de5f8ea9423"


TABLE = [[20, 10], [20, 50]]
WRITTEN_OUT = [[a, b] for i, a in enumerate("XY") for j, b in enumerate("XY") for _ in range(TABLE[i][j])]


@pytest.mark.parametrize(
    "table",
    [TABLE, np.array(TABLE), pd.DataFrame(TABLE), pl.DataFrame(TABLE, orient="row"), [[20.0, 10.0], ["20", "50"]]],
    ids=["list", "array", "pandas", "polars", "numbers as text"],
)
def test_contingency_is_its_rows(table: object) -> None:
    data = accord.contingency(table, categories=["X", "Y"])
    assert data.n_items == 100
    assert digest(data) == digest(accord.labels(WRITTEN_OUT, categories=["X", "Y"]))


@pytest.mark.parametrize("table", [[[0, 14], [7, 7]], np.array([[0, 14], [7, 7]]), pd.DataFrame([[0, 14], [7, 7]])])
def test_counts(table: object) -> None:
    data = accord.counts(table, categories=["yes", "no"])
    assert (data.n_items, data.n_labels, data.annotators, data.n_annotators) == (2, 28, None, 14)
    assert digest(data) == digest(accord.counts([[7, 7], [0, 14]], categories=["yes", "no"]))
    assert digest(data) != digest(accord.counts([[7, 7], [14, 0]], categories=["yes", "no"]))


def test_counts_and_contingency_need_as_many_categories_as_columns() -> None:
    for build in (accord.counts, accord.contingency):
        with pytest.raises(DataError) as caught:
            build([[1, 2], [3, 4]], categories=["a"])
        assert caught.value.code == "ACC012"
    with pytest.raises(DataError, match="not square"):
        accord.contingency([[1, 2, 3], [4, 5, 6]])
    with pytest.raises(UsageError):
        accord.contingency([[1]], annotators=("A", "A"))


# ---- label sets

SETS: list[list[set[str] | None]] = [[{"A", "B"}, {"A"}], [set(), {"B"}], [{"C", "A", "B"}, None]]
SET_CONTAINERS: dict[str, Callable[[], Labels]] = {
    "sets": lambda: accord.labels(SETS, annotators=["x", "y"]),
    "frozensets": lambda: accord.labels(
        [[None if c is None else frozenset(c) for c in row] for row in SETS], annotators=["x", "y"]
    ),
    "lists, backwards, with repetition": lambda: accord.labels(
        [[None if c is None else [*sorted(c)[::-1], *c] for c in row] for row in SETS], annotators=["x", "y"]
    ),
    "tuples": lambda: accord.labels(
        [[None if c is None else tuple(sorted(c)) for c in row] for row in SETS], annotators=["x", "y"]
    ),
    "polars wide": lambda: accord.labels(
        pl.DataFrame({n: [None if r[j] is None else sorted(r[j] or ()) for r in SETS] for j, n in enumerate("xy")})
    ),
    "polars long": lambda: accord.labels(
        pl.DataFrame(
            {
                "item": [0, 0, 1, 1, 2],
                "annotator": ["x", "y", "x", "y", "x"],
                "label": [["A", "B"], ["A"], [], ["B"], ["B", "C", "A"]],
            }
        )
    ),
}


@pytest.mark.parametrize("container", SET_CONTAINERS)
def test_label_sets(container: str) -> None:
    data = SET_CONTAINERS[container]()
    assert data.level == "sets"
    assert data.categories.sets
    assert set(data.categories.texts) == {"A|B", "A", "∅", "B", "A|B|C"}
    assert digest(data) == digest(SET_CONTAINERS["sets"]())
    assert accord.measure(data, "alpha").value == accord.measure(SET_CONTAINERS["sets"](), "alpha").value


def test_label_sets_as_text() -> None:
    rows = [["B|A", "A|B"], ["A", "B|A"], ["", "A"]]
    data = accord.labels(rows, level="sets", annotators=["x", "y"])
    assert data.categories.texts == ("A", "A|B")
    assert data.n_labels == 5
    frame = pl.DataFrame({"x": [row[0] for row in rows], "y": [row[1] for row in rows]})
    assert digest(data) == digest(accord.labels(frame, level="sets"))


def test_declared_label_sets_may_be_written_in_any_order() -> None:
    data = accord.labels([[{"A", "B"}, {"A"}]], categories=["B|A", "A", ["C", "B"]])
    assert data.categories.texts == ("A|B", "A", "B|C")


def test_single_labels_among_sets_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        accord.labels([[{"A"}, "A"]])
    assert caught.value.code == "ACC017"


# ---- canonical texts


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        ((1, 1.0, "1", "1.0", "1,0", "+1", "1.00", "1e0", np.int8(1), np.float32(1), Decimal("1.0")), "1"),
        ((0, -0.0, "0", "-0", "0.0", "-0,0"), "0"),
        ((2.5, "2.5", "2,50", "25e-1", Decimal("2.50")), "2.5"),
        ((-3, "-3", "-3.0"), "-3"),
        ((0.1, "0.1", "0,1", "1e-1"), "0.1"),
        ((10**15, 1e15, "1000000000000000", "1e15"), "1000000000000000"),
        ((2**53 + 1, "9007199254740993"), "9007199254740993"),
        ((10**18, 1e18, "1e18", str(10**18)), "1000000000000000000"),
        ((1e300, "1e300", "1e+300"), "1e+300"),
        ((True, np.True_), "True"),
        (("01",), "01"),
        (("007",), "007"),
        (("1.",), "1."),
        ((".5",), ".5"),
        (("1e400",), "1e400"),
        (("inf",), "inf"),
        (("nan",), "nan"),
        (("1_000",), "1_000"),
        ((" 1",), " 1"),
        (("１",), "１"),
        (("١",), "١"),
        (("yes", np.str_("yes")), "yes"),
        (({"B", "A"}, ["A", "B"], ("B", "A", "A"), frozenset("AB")), "A|B"),
        (([], set()), "∅"),
    ],
)
def test_canonical_texts(labels: tuple[object, ...], text: str) -> None:
    assert [canonical_text(label) for label in labels] == [text] * len(labels)


@given(
    label=st.one_of(
        st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=12), st.booleans()
    )
)
def test_a_canonical_text_is_its_own(label: object) -> None:
    assert canonical_text(canonical_text(label)) == canonical_text(label)


@given(number=st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_keep_their_value(number: float) -> None:
    assert float(canonical_text(number)) == number
    assert canonical_text(repr(number)) == canonical_text(number)
    assert canonical_text(repr(number).replace(".", ",")) == canonical_text(number)


@given(numbers=st.lists(st.integers(-(2**63), 2**63 - 1), min_size=2, max_size=8))
def test_whole_numbers_are_the_same_from_arrays_lists_text_and_frames(numbers: list[int]) -> None:
    """Long identifiers too: labels that differ stay apart."""
    rows = [[number, numbers[0]] for number in numbers]
    whole = accord.labels(rows)
    assert len(whole.categories) == len(set(numbers))
    for other in (
        accord.labels(np.array(rows, dtype=np.int64)),
        accord.labels([[str(cell) for cell in row] for row in rows]),
        accord.labels(pl.DataFrame(rows, schema=["A1", "A2"], orient="row")),
    ):
        assert digest(other) == digest(whole)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_arrays_of_every_integer_type(kind: type[np.integer[Any]]) -> None:
    edges = np.iinfo(kind)
    rows = [[edges.min, edges.max], [edges.max, edges.max], [0, 1]]
    assert digest(accord.labels(np.array(rows, dtype=kind))) == digest(
        accord.labels([[int(c) for c in r] for r in rows])
    )


@given(
    rows=st.lists(st.tuples(*[st.sampled_from([1, True, 0, False, 1.0, "1", "True", None])] * 2), min_size=1),
    seed=st.integers(0, 9),
)
def test_truth_values_are_not_numbers_whatever_comes_first(rows: list[tuple[object, object]], seed: int) -> None:
    assert digest(accord.labels(rows)) == digest(accord.labels(random.Random(seed).sample(rows, len(rows))))


@given(members=st.sets(st.text(st.characters(exclude_characters="|∅"), min_size=1, max_size=4), max_size=4))
def test_sets_and_their_texts(members: set[str]) -> None:
    texts = {canonical_text(member) for member in members}
    assert set_of(set_text(members)) == texts


# ---- categories


def test_recorded_categories_are_ordered_by_value_or_code_point() -> None:
    assert accord.labels([["10", "9"], ["2,5", "-1"]]).categories.texts == ("-1", "2.5", "9", "10")
    assert accord.labels([["10", "9"], ["b", "B"]]).categories.texts == ("10", "9", "B", "b")
    assert not accord.labels([["a", "b"]]).categories.declared


def test_declared_categories_keep_their_order_and_are_the_only_ones() -> None:
    data = accord.labels([["low", "high"]], categories=["low", "mid", "high"], level="ordinal")
    assert data.categories.texts == ("low", "mid", "high")
    assert data.categories.declared
    for rows in ([["low", "hgih"]], np.array([["low", "hgih"]])):
        with pytest.raises(DataError, match="'hgih' is not a declared category") as caught:
            accord.labels(rows, categories=["low", "high"])
        assert caught.value.code == "ACC008"
    with pytest.raises(DataError, match="'7' is not a declared category") as caught:
        accord.labels(np.array([[1, 2], [1, 7]]), categories=[1, 2])
    assert caught.value.place.item == "2"
    with pytest.raises(DataError, match="declared twice"):
        accord.labels([[1, 2]], categories=[1, 2, "1.0"])


def test_the_order_of_words_must_be_known() -> None:
    with pytest.raises(DataError) as caught:
        accord.labels([["low", "high"]], level="ordinal")
    assert caught.value.code == "ACC009"
    assert accord.labels([[1, 2]], level="ordinal").level == "ordinal"


@pytest.mark.parametrize(
    ("rows", "level", "code"),
    [
        ([["a", "b"]], "interval", "ACC010"),
        ([[1, "b"]], "ratio", "ACC010"),
        ([[1, -1]], "ratio", "ACC010"),
        ([["a", 1]], "circular", "ACC010"),
    ],
)
def test_levels_that_the_labels_do_not_allow(rows: list[list[object]], level: Any, code: str) -> None:
    with pytest.raises(DataError) as caught:
        accord.labels(rows, level=level)
    assert caught.value.code == code


def test_unknown_levels_and_categories_are_errors_of_the_call() -> None:
    with pytest.raises(UsageError, match="cardinal"):
        accord.labels([[1, 2]], level="cardinal")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="'O'"):
        accord.labels([["a", "b"]], nothing="O")


def test_categories_of_parts_make_a_union() -> None:
    one, other = Categories.recorded(["b", "a"]), Categories.recorded(["c", "a"])
    assert one.union(other).texts == ("a", "b", "c")
    assert one.positions_in(one.union(other)).tolist() == [0, 1]
    assert other.positions_in(one.union(other)).tolist() == [0, 2]
    with pytest.raises(DataError) as caught:
        one.union(Categories.declare(["a", "b"]))
    assert caught.value.code == "ACC013"


# ---- large tables are built another way


numeric = st.one_of(
    st.sampled_from([0.0, 1.0, 2.0, 5.0, math.nan]),
    st.sampled_from([0.1, 1.1, 2.1, 3.1, math.nan]),
    st.sampled_from([-3.5, 0.25, 1e6, 1e15, -1e15, 2.0**53, 1e300, 5e-324, math.nan]),
    st.floats(allow_infinity=False),
)


@given(
    rows=st.lists(st.lists(numeric, min_size=3, max_size=3), min_size=1, max_size=9),
    block=st.sampled_from((1, 4, 10**6)),
)
def test_arrays_of_any_numbers_in_blocks_of_any_size(rows: list[list[float]], block: int) -> None:
    whole = accord.labels(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sparse, "BLOCK", block)
        other = accord.labels(np.array(rows))
        assert digest(other) == digest(whole)
        assert other.categories == whole.categories
        assert digest(accord.labels(np.array(rows)[::-1])) == digest(whole)
    assert other.categories.values is not None
    assert set(other.categories.values.tolist()) == {cell for row in rows for cell in row if not math.isnan(cell)}


@pytest.mark.parametrize("categories", [[1, 2, 3], [3, 1, 2, 7]], ids=str)
def test_a_large_table_is_the_sum_of_its_parts(categories: list[int]) -> None:
    rng = generator(3, "large table")
    table = rng.integers(1, 4, size=(40_000, 3)).astype(float)
    table[rng.random(table.shape) < 0.3] = math.nan
    whole = accord.labels(table, categories=categories, level="nominal")
    assert whole.table is not None
    parts = [accord.labels(part, categories=categories, level="nominal") for part in np.array_split(table, 7)]
    assert all(part.table is None for part in parts)
    for expression in ("alpha", "alpha(level='interval')", "multi_kappa", "fleiss(weights='linear')"):
        one, other = (accord.measure(data, expression, replicates=20) for data in (whole, parts))
        assert (one.value, one.low, one.high, one.signature) == (other.value, other.low, other.high, other.signature)
    assert digest(whole.without("3")) == digest(accord.labels(table, categories, "nominal").without("3"))
    assert digest(whole.merged({"3": ["1"]})) == digest(
        accord.labels(np.where(table == 1, 3, table), whole.merged({"3": ["1"]}).categories.texts, "nominal")
    )


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (2, 2)], ids=str)
def test_arrays_without_a_label(shape: tuple[int, int]) -> None:
    data = accord.labels(np.full(shape, math.nan))
    assert (data.n_items, data.n_annotators, data.n_labels, len(data.categories)) == (*shape, 0, 0)
    assert digest(data) == digest(accord.labels(np.full(shape, None, dtype=object)))


# ---- what is missing, repeated, or wrong


@pytest.mark.parametrize("missing", [None, math.nan, "", np.nan, pd.NA, pd.NaT, np.float64("nan")], ids=repr)
def test_what_counts_as_not_asked(missing: object) -> None:
    data = accord.labels([["a", missing], ["b", "a"]])
    assert data.n_missing == 1
    assert data.categories.texts == ("a", "b")


def test_repeated_ratings_are_kept_and_told() -> None:
    frame = pl.DataFrame({"item": [1, 1, 1, 2], "annotator": ["x", "x", "y", "y"], "label": ["a", "b", "a", "a"]})
    data = accord.labels(frame)
    assert (data.n_labels, data.n_repeated) == (3, 1)
    assert "ACC101" in {said.code for said in data.diagnostics}
    assert data.first_ratings().n_repeated == 0
    assert data.first_ratings().n_labels == 3


def test_the_order_of_repeated_ratings_is_part_of_the_data() -> None:
    """Which rating was the first changes values; which the second or third, how steady an annotator is."""
    seen = {
        digest(accord.labels(pl.DataFrame({"item": [1] * 4, "annotator": list("xxxy"), "label": [*order, "a"]})))
        for order in itertools.permutations("abc")
    }
    assert len(seen) == 6


def test_infinite_numbers_are_refused_and_not_dropped() -> None:
    wide = {"item": [1, 2], "x": [1.0, math.inf], "y": [1.0, 2.0]}
    for data in (np.array([[1.0, math.inf]]), pl.DataFrame(wide), pd.DataFrame(wide)):
        with pytest.raises(DataError) as caught:
            accord.labels(data)
        assert caught.value.code == "ACC010"


def test_malformed_calls() -> None:
    with pytest.raises(DataError, match=r"ratings\.csv: there is no such file"):
        accord.labels("ratings.csv")
    with pytest.raises(UsageError):
        accord.labels(3)
    with pytest.raises(DataError, match="dimension"):
        accord.labels(np.zeros((2, 2, 2)))
    with pytest.raises(DataError, match="row 2 has 1"):
        accord.labels([["a", "b"], ["a"]])
    with pytest.raises(UsageError, match="1 annotator is named and the array has 2 columns"):
        accord.labels([["a", "b"]], annotators=["x"])
    with pytest.raises(UsageError, match="items are named"):
        accord.labels([["a", "b"]], items=["x", "y"])
    with pytest.raises(DataError, match="two annotators are called 'x'"):
        accord.labels([["a", "b"]], annotators=["x", "x"])


@pytest.mark.parametrize("column", ["item", "annotator"])
def test_rows_that_cannot_be_placed(column: str) -> None:
    columns: dict[str, list[object]] = {"item": ["1", "2"], "annotator": ["x", "y"], "label": ["a", "b"]}
    for hole in (None, ""):
        with pytest.raises(DataError) as caught:
            accord.labels(pl.DataFrame({**columns, column: [columns[column][0], hole]}))
        assert caught.value.code == "ACC011"


def test_labels_of_labels_are_themselves() -> None:
    data = accord.labels([["a", "b"]])
    assert accord.labels(data) is data
    assert "2 annotators" in repr(data)
    assert "&" not in data._repr_html_().replace("&amp;", "")


def test_a_wide_frame_may_name_its_annotators() -> None:
    frame = pl.DataFrame({"item": [1, 2], "Ann": ["a", "b"], "Bob": ["a", "a"], "remark": ["x", "y"]})
    assert accord.labels(frame, annotators=["Ann", "Bob"]).annotators == ("Ann", "Bob")


@pytest.mark.parametrize("cell", [{"a": 1}, b"x"], ids=["a dictionary", "bytes"])
def test_cells_that_are_no_labels(cell: object) -> None:
    with pytest.raises(DataError, match="row 2 is of type") as refused:
        accord.labels([["a", "b"], ["a", cell]])
    assert refused.value.code == "ACC017"


# ---- what people pass instead of rows


def test_a_mapping_is_refused_and_not_read_as_its_keys() -> None:
    with pytest.raises(UsageError, match="not dict; make a data frame"):
        accord.labels({"Ann": ["yes", "no"], "Bob": ["yes", "yes"]})


def test_masked_cells_were_not_asked() -> None:
    masked = np.ma.masked_array([[1, 2], [1, 1], [2, 2]], mask=[[False, True], [False, False], [False, False]])
    assert digest(accord.labels(masked)) == digest(accord.labels([[1, None], [1, 1], [2, 2]]))


def test_a_matrix_is_an_array() -> None:
    assert digest(accord.labels(np.array([[1, 2], [1, 1]]).view(np.matrix))) == digest(accord.labels([[1, 2], [1, 1]]))


def test_a_pandas_column_of_several_types() -> None:
    rows = [[1, 1], ["x", None], [2.5, 2.5]]
    frame = pd.DataFrame({"Ann": [1, "x", 2.5], "Bob": [1.0, None, 2.5]})
    assert digest(accord.labels(frame)) == digest(accord.labels(rows, annotators=["Ann", "Bob"]))


def test_a_pandas_frame_with_one_name_twice() -> None:
    with pytest.raises(DataError, match="two columns are called 'a'") as raised:
        accord.labels(pd.DataFrame([[1, 2], [1, 1]], columns=["a", "a"]))
    assert raised.value.code == "ACC019"


def test_whole_numbers_of_any_length_stay_apart() -> None:
    one, other = "123456789012345678901", "123456789012345678902"
    assert accord.labels([[one, other], [one, one]]).categories.texts == (one, other)
    assert accord.labels([[int(one), int(other)], [int(one), int(one)]]).categories.texts == (one, other)


@pytest.mark.parametrize("categories", [{"a", "b"}, frozenset("ab"), 2])
def test_categories_are_declared_in_an_order(categories: Any) -> None:
    """The order of a set changes from one run to the next, and with it ordinal values."""
    with pytest.raises(UsageError, match=r"declared by one .*; give a list"):
        accord.labels([["a", "b"], ["a", "a"]], categories=categories)


def test_members_of_a_set_that_hold_its_separator_are_refused() -> None:
    """{'a|b'} and {'a', 'b'} would be the same label."""
    with pytest.raises(DataError, match=r"'a\|b' in a label set of row 1"):
        accord.labels([[{"a|b"}, {"a", "b"}], [{"c"}, {"c"}]])


@pytest.mark.parametrize("number", [1e30, 10**18])
def test_counts_beyond_counting_are_refused(number: float) -> None:
    for made in (accord.counts, accord.contingency):
        with pytest.raises(DataError, match="in row 1, column 1"):
            made([[number, 1], [1, 1]])
    with pytest.raises(DataError, match="and 1,073,741,824 are the most"):
        accord.counts([[10**12, 1], [1, 1]])


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([["1", "inf"], ["2", "2"]], "'inf' is not a number"),
        ([["1", "1_000"], ["2", "2"]], "'1_000' is not a number"),
        ([["1", ".5"], ["2", "2"]], "'.5' is not a number"),
        ([[{1}, {2}], [{2}, {2}]], "these are sets of labels"),
    ],
)
def test_what_looks_like_a_number_and_is_none(rows: list[list[object]], found: str) -> None:
    with pytest.raises(DataError, match=f"needs numeric labels, and {found}"):
        accord.labels(rows, level="interval")
