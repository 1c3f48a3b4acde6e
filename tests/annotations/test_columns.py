"""Which column is what: told, recognised by names and content, or asked; and what is hardly meant is refused."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.annotations.frames import _natural, natural_order
from accord.annotations.redacting import redacted

ROWS = 24
WORDS = ["yes", "no", "maybe"]
LONG = pl.DataFrame(
    [(f"t{row}", f"w{who}", WORDS[(row + row * who // 3) % 3]) for row in range(ROWS) for who in range(3)],
    schema=["item", "annotator", "label"],
    orient="row",
)
WIDE = LONG.pivot(on="annotator", index="item", values="label")
PEOPLE = ("w0", "w1", "w2")


def alpha(data: accord.Labels) -> float:
    return float(accord.measure(data, "alpha(level='nominal')", confidence=None).value)


EXPECTED = alpha(accord.labels(LONG))


def told(data: accord.Labels) -> list[str]:
    return [one.line() for one in data.read_as if one.aspect in ("columns", "set aside")]


def read_csv(folder: Path, frame: pl.DataFrame, **options: Any) -> accord.Labels:
    frame.write_csv(folder / "t.csv")
    data = accord.read(folder / "t.csv", **options)
    assert isinstance(data, accord.Labels)
    return data


# ---- what the rows of a table, an index or a column are


@pytest.mark.parametrize(
    "name",
    ["text_id", "comment_id", "HITId", "uid", "id_texte", "Unnamed: 0", "", "index", "N° phrase", "sentence", "xyz"],
)
def test_a_column_that_names_the_rows_is_no_annotator(name: str, tmp_path: Path) -> None:
    data = read_csv(tmp_path, WIDE.rename({"item": name}))
    assert data.annotators == PEOPLE
    assert list(data.items or ())[:2] == ["t0", "t1"]
    assert alpha(data) == EXPECTED
    assert data.read_as[0].guessed


def test_the_names_that_are_documented_are_no_guess(tmp_path: Path) -> None:
    for frame in (LONG, WIDE):
        data = read_csv(tmp_path, frame, strict=True)
        assert not any(one.guessed for one in data.read_as if one.aspect == "columns")
        assert accord.labels(frame, strict=True).n_items == ROWS
    with pytest.raises(accord.DataError, match=r"a wide table: item = 'text_id'.*item_column=") as refused:
        read_csv(tmp_path, WIDE.rename({"item": "text_id"}), strict=True)
    assert refused.value.code == "ACC200"
    with pytest.raises(accord.DataError, match="ACC200"):
        accord.labels(WIDE.rename({"item": "text_id"}), strict=True)


def test_distinct_decimals_are_scores_and_no_ids() -> None:
    scores = np.random.default_rng(0).normal(50, 20, size=(30, 3)).round(3)
    data = accord.labels(pl.DataFrame(scores, schema=["Ann", "Bob", "Cy"]))
    assert data.annotators == ("Ann", "Bob", "Cy")
    with_ids = accord.labels(
        pl.DataFrame({"code name": [f"k{row}" for row in range(30)], "Ann": scores[:, 0], "Bob": scores[:, 1]})
    )
    assert with_ids.annotators == ("Ann", "Bob")


def test_a_frame_tells_what_it_was_read_as() -> None:
    frame = LONG.rename({"item": "text_id", "annotator": "worker", "label": "aspect_label"}).to_pandas()
    data = accord.labels(frame)
    assert (data.n_items, data.n_annotators, alpha(data)) == (ROWS, 3, EXPECTED)
    assert told(data) == [
        "columns: a long table: item = 'text_id', annotator = 'worker', label = 'aspect_label', guessed; otherwise "
        "item_column=, annotator_column=, label_column="
    ]


@pytest.mark.parametrize(
    "index",
    [
        lambda pivot: pivot,
        lambda pivot: pivot.reset_index(),
        lambda pivot: pivot.rename_axis(index=None, columns=None),
        lambda pivot: pivot.sample(frac=1, random_state=1),
        lambda pivot: pivot.T,
        lambda pivot: pd.concat({"label": pivot}, axis=1),
        lambda pivot: pivot.melt(ignore_index=False).reset_index(),
        lambda pivot: pivot.stack().to_frame("sentiment"),
    ],
    ids=["pivot", "reset", "unnamed", "shuffled", "turned", "two levels", "melted", "stacked"],
)
def test_the_index_of_a_pandas_frame_names_its_rows(index: Callable[[Any], Any]) -> None:
    frame = LONG.rename({"item": "text_id", "annotator": "worker"}).to_pandas()
    data = accord.labels(index(frame.pivot(index="text_id", columns="worker", values="label")))
    assert sorted(data.items or ()) == sorted(WIDE["item"].to_list())
    assert data.annotators == PEOPLE
    assert alpha(data) == pytest.approx(EXPECTED, abs=1e-12)


def test_rows_that_are_only_numbered_have_no_index() -> None:
    frame = WIDE.drop("item").to_pandas()
    assert list(accord.labels(frame).items or ())[:2] == ["1", "2"]
    some = LONG.rename({"item": "text_id"}).to_pandas().iloc[7:]
    assert sorted(set(accord.labels(some).items or ())) == sorted(set(some["text_id"]))


def test_strings_of_pandas_need_no_pyarrow() -> None:
    """pandas 3 holds strings in a type of its own, which polars converts by pyarrow only; before, they are objects."""
    code = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "pyarrow":
            raise ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow")
sys.meta_path.insert(0, Blocker())
import pandas as pd, accord
frame = pd.DataFrame({"text_id": ["a", "b", "c"], "Ann": ["x", "y", None], "Bob": ["x", "x", "y"], "Cy": [1, None, 2]})
print(repr(accord.labels(frame[["text_id", "Ann", "Bob"]]).first_ratings()).splitlines()[0])
print(accord.labels(frame, annotators=["Cy"]).categories.texts)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "Labels(3 items, 2 annotators, 2 categories, level nominal, 1 missing)",
        "('1', '2')",
    ], done.stderr


# ---- which way round


def test_raters_in_rows_are_asked_about_and_told() -> None:
    array = WIDE.select(PEOPLE).to_numpy()
    for turned in (array.T, array.T.tolist(), pd.DataFrame(array.T)):
        with pytest.raises(accord.DataError, match=r"orientation='annotators'.*orientation='items'"):
            accord.labels(turned)
        assert alpha(accord.labels(turned, orientation="annotators")) == EXPECTED
        assert accord.labels(turned, orientation="items").n_annotators == ROWS
    assert alpha(accord.labels(array)) == EXPECTED
    few = accord.labels(array[:2])
    assert [one.code for one in few.diagnostics] == ["ACC210"]
    with pytest.raises(accord.UsageError, match="there is no orientation 'rows'"):
        accord.labels(array, orientation="rows")  # type: ignore[arg-type]


def test_raters_in_the_rows_of_a_file_need_a_word(tmp_path: Path) -> None:
    for name in ("", "who"):
        turned = WIDE.transpose(include_header=True, header_name=name, column_names="item")
        with pytest.raises(accord.DataError, match="transpose=True") as asked:
            read_csv(tmp_path, turned)
        assert asked.value.code == "ACC210"
        assert alpha(read_csv(tmp_path, turned, transpose=True)) == EXPECTED
    shown = read_csv(tmp_path, WIDE.head(2).rename({"item": "text_id"}))
    assert shown.n_annotators == 3, "a column of ids says that rows are items"


# ---- what lies beside the annotators


@pytest.mark.parametrize(
    "name",
    ["gold", "gold_label", "majority", "curator", "Adjudicated", "final_label", "ground truth", "label", "référence"],
)
def test_a_reference_beside_annotators_is_set_aside_and_told(name: str, tmp_path: Path) -> None:
    frame = WIDE.with_columns(pl.col("w0").alias(name))
    data = read_csv(tmp_path, frame)
    assert data.annotators == PEOPLE
    assert f"set aside: '{name}' is not an annotator, by name or content, guessed; otherwise annotators=" in told(data)
    assert next(one for one in data.read_as if one.aspect == "set aside").guessed
    named = read_csv(tmp_path, frame, annotators=[*PEOPLE, name])
    assert named.n_annotators == 4


def test_columns_about_something_else_are_set_aside(tmp_path: Path) -> None:
    rows = np.arange(ROWS)
    frame = WIDE.with_columns(
        prob_yes=pl.Series(rows / 31),
        split=pl.Series(["train", "dev"])[rows % 2],
        n_tokens=pl.Series(rows * 7 % 40 + 3),
        seen_on=pl.Series([f"2024-05-{row + 1:02d}" for row in rows]),
        unlike=pl.Series(rows * 5 % 17),
    )
    assert read_csv(tmp_path, frame).annotators == PEOPLE


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (
            {"zone": ["north", "south"] * (ROWS // 2)},
            "'zone' shares no labels with 'Ann', 'Bob', 'Cy'.*annotators=\\['Ann', 'Bob', 'Cy'\\]",
        ),
        ({"Day": WIDE["w1"].to_list()}, "'Day' holds the labels of annotators and is not named like one"),
    ],
)
def test_what_may_be_an_annotator_is_asked(extra: dict[str, list[str]], said: str, tmp_path: Path) -> None:
    frame = WIDE.rename({"w0": "Ann", "w1": "Bob", "w2": "Cy"})
    with pytest.raises(accord.DataError, match=said):
        read_csv(tmp_path, frame.with_columns(**{name: pl.Series(cells) for name, cells in extra.items()}))


def test_two_questions_for_each_annotator_are_asked(tmp_path: Path) -> None:
    other = WIDE.select(
        pl.col(name).replace({"yes": "pro", "no": "con", "maybe": "pro"}).alias(f"{name}_b") for name in PEOPLE
    )
    with pytest.raises(accord.DataError, match="share no labels with"):
        read_csv(tmp_path, pl.concat([WIDE.rename({name: f"{name}_a" for name in PEOPLE}), other], how="horizontal"))


def test_names_that_say_nothing_are_asked_with_the_options_filled_in(tmp_path: Path) -> None:
    with pytest.raises(accord.DataError, match="item_column='a', annotator_column='b', label_column='c'"):
        read_csv(tmp_path, LONG.rename({"item": "a", "annotator": "b", "label": "c"}))
    with pytest.raises(accord.DataError, match=r"item_column='a', annotator_column='b', label_column='c'"):
        accord.labels(LONG.rename({"item": "a", "annotator": "b", "label": "c"}))
    with pytest.raises(accord.DataError, match=r"item_column='a', annotator_column='b', label_column='v'"):
        accord.labels(LONG.rename({"item": "a", "annotator": "b", "label": "v"}).with_columns(w=pl.col("v").reverse()))


def test_a_row_id_is_no_item(tmp_path: Path) -> None:
    frame = LONG.rename({"item": "text_id"}).with_row_index("id")
    assert read_csv(tmp_path, frame).n_items == ROWS


def test_an_author_is_no_annotator(tmp_path: Path) -> None:
    authors = pl.col("item").replace_strict({f"t{row}": f"u{row % 5}" for row in range(ROWS)})
    frame = LONG.with_columns(user_id=authors).rename({"item": "tweet_id", "annotator": "labeler"})
    assert read_csv(tmp_path, frame).annotators == PEOPLE


def test_small_tables_are_believed(tmp_path: Path) -> None:
    """Two rows prove nothing about who shares labels with whom."""
    data = read_csv(tmp_path, pl.DataFrame({"item": ["1", "2"], "Ann": ["x", "x"], "Bob": ["y", "z"]}))
    assert data.annotators == ("Ann", "Bob")
    assert [one.code for one in data.diagnostics] == ["ACC213"]


# ---- what is hardly meant


def test_texts_and_ids_are_no_labels(tmp_path: Path) -> None:
    texts = pl.Series([f"free words {row}" for row in range(LONG.height)])
    frame = LONG.with_columns(answer_text=texts).select("item", "annotator", response="answer_text")
    with pytest.raises(accord.DataError, match="72 of 72 categories occur once"):
        read_csv(tmp_path, frame)
    said = read_csv(tmp_path, frame, label_column="response").diagnostics
    assert [one.code for one in said if one.code == "ACC212"] == ["ACC212"]
    array = np.array(WIDE.rows(), dtype=object)
    with pytest.raises(accord.DataError, match="the labels of annotator 'A1' are all different"):
        accord.labels(array)
    with pytest.raises(accord.DataError, match="no annotator shares a category with another"):
        accord.labels(LONG.to_numpy())


def test_an_annotator_who_shares_nothing_is_told(tmp_path: Path) -> None:
    frame = LONG.with_columns(
        label=pl.when(pl.col("annotator") == "w1").then(pl.lit("ja ") + pl.col("label")).otherwise(pl.col("label"))
    )
    said = [str(one) for one in read_csv(tmp_path, frame).diagnostics if one.code == "ACC213"]
    assert len(said) == 1
    assert "'w1' shares no category with the other annotators" in said[0]


def test_sentences_numbered_in_their_documents_are_asked(tmp_path: Path) -> None:
    number = pl.col("item").str.slice(1).cast(pl.Int64)
    frame = LONG.select(sentence_id=number % 4, annotator="annotator", label="label")
    with pytest.raises(accord.DataError, match="most rows rate an item again") as asked:
        read_csv(tmp_path, frame)
    assert asked.value.code == "ACC214"
    assert read_csv(tmp_path, frame, item_column="sentence_id").n_repeated == LONG.height - 12


def test_counts_are_no_labels(tmp_path: Path) -> None:
    counts = LONG.pivot(on="label", index="item", values="annotator", aggregate_function="len").fill_null(0)
    with pytest.raises(accord.DataError, match=r"every row adds up to 3.*counts=True"):
        read_csv(tmp_path, counts)
    assert read_csv(tmp_path, counts, counts=True).n_labels == LONG.height


def test_columns_without_names_in_the_other_order_are_asked(tmp_path: Path) -> None:
    uneven = pl.DataFrame(
        [(f"w{(row * who) % 7 % (who + 1)}{who}", f"t{row}", "x") for row in range(ROWS) for who in range(3)],
        orient="row",
    )
    (tmp_path / "n.csv").write_text(uneven.write_csv(include_header=False))
    with pytest.raises(accord.DataError, match="item_column='2', annotator_column='1', label_column='3'"):
        accord.read(tmp_path / "n.csv", header=False)


# ---- elsewhere


def test_what_was_read_is_redacted_too(tmp_path: Path) -> None:
    data = read_csv(tmp_path, WIDE.rename({"w0": "Anna Secret", "item": "text_id"}))
    assert "Anna Secret" in str(data.read_as)
    shown = redacted(data)
    assert "Anna Secret" not in str(shown.read_as)
    assert shown.read_as[0].text == "a wide table"


def test_objects_beside_the_labels_of_json_lines_are_left_alone(tmp_path: Path) -> None:
    rows = [{"meta": {"n": place}, **row} for place, row in enumerate(WIDE.to_dicts())]
    pl.DataFrame(rows).write_ndjson(tmp_path / "t.jsonl")
    assert accord.read(tmp_path / "t.jsonl").annotators == PEOPLE
    pl.DataFrame([{**row, "w1": {"value": row["w1"]}} for row in WIDE.to_dicts()]).write_ndjson(tmp_path / "t.jsonl")
    with pytest.raises(accord.DataError, match="'w1' holds an object where a label is expected"):
        accord.read(tmp_path / "t.jsonl")


@given(
    st.lists(st.from_regex(r"w[0-9]{1,4}", fullmatch=True), max_size=8),
    st.lists(st.text("w01-é", max_size=4), max_size=2),
)
def test_names_with_numbers_in_the_order_of_any_names(numbered: list[str], others: list[str]) -> None:
    assert natural_order(numbered) == sorted(numbered, key=_natural)
    assert natural_order([*numbered, *others]) == sorted([*numbered, *others], key=_natural)
