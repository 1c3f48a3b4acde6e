"""Tables of labels as people have them: the same ratings under other names, in other orders, types and layouts.

Each function below turns tidy ratings (item, annotator, label) into something that somebody would bring: a file or an
object of Python. What was meant is known, so that reading can be judged: right, asked, or wrong.
"""

import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

import accord

Meant = list[tuple[str, str, str]]
"""Item (`#` and a number where the table does not name it), annotator, label."""
MOST_ITEMS = 120


@dataclass(frozen=True)
class Brought:
    """What somebody has: a file (its name and bytes) or an object of Python."""

    content: Any
    meant: Meant
    name: str | None = None
    settled: dict[str, Any] = field(default_factory=dict)
    """The options with which it must be read right, where asking is allowed."""

    def read(self, folder: Path, **options: Any) -> accord.Labels:
        if self.name is None:
            return accord.labels(self.content, **options)
        path = folder / self.name
        path.write_bytes(self.content)
        data = accord.read(path, **options)
        assert isinstance(data, accord.Labels), f"read as {type(data).__name__}"
        return data


Make = Callable[[pl.DataFrame], Brought]
WAYS: dict[str, tuple[Make, tuple[str, ...]]] = {}


def brought(*sets: str) -> Callable[[Make], Make]:
    """Declare a way in which tables come, and the sets it is tried on."""

    def declared(make: Make) -> Make:
        WAYS[make.__name__] = (make, sets)
        return make

    return declared


# ---- the sets

WORDS = ("alttest_cebab_aspects", "ai2d_rst_macro", "alttest_lgbteen")
FEW = ("ai2d_rst_macro", "mlirads_likert", "alttest_lesion_asymmetry")
CROWD = ("alttest_cebab_aspects", "moralstrength_purity", "snow_rte")
PAIR = ("iwg_hatespeech_de", "commit_messages_why")
SCALES = ("mlirads_likert", "newsroom_fluency", "wordsim353_set1")
DECIMALS = ("wordsim353_set1",)


def tidy(name: str, folder: Path) -> pl.DataFrame:
    """item, annotator, label as text; the first rating of each annotator, items by number, at most MOST_ITEMS."""
    every = pl.read_parquet(folder / "atlas/labels" / f"{name}.parquet").select("item", "annotator", "label")
    every = every.unique(["item", "annotator"], keep="first", maintain_order=True).drop_nulls()
    twice = every.group_by("item", maintain_order=True).len().filter(pl.col("len") >= 2)["item"]
    kept = twice.head(MOST_ITEMS)
    texts = [_number(value) for value in every["label"].to_list()]
    return every.with_columns(label=pl.Series(texts)).filter(pl.col("item").is_in(kept.implode()))


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


def meant(long: pl.DataFrame, item: str = "item", annotator: str = "annotator", label: str = "label") -> Meant:
    return [(str(one), str(who), str(what)) for one, who, what in long.select(item, annotator, label).rows()]


# ---- judging

RIGHT, WRONG = "right", "wrong"


def plain(text: str) -> str:
    """Numbers by their value: 4, 4.0 and 4,0 are one label."""
    try:
        return f"{float(text.replace(',', '.')):g}"
    except ValueError:
        return text


def judged(data: accord.Labels, expected: Meant) -> str:
    """Whether the data hold what was meant: who labelled what how, and the names of the items where there are any."""
    assert data.annotators is not None
    assert data.who is not None
    read: dict[str, list[tuple[str, str]]] = {}
    for row in range(data.n_rows):
        cells = read.setdefault(f"#{row}" if data.items is None else data.items[row], [])
        for place in range(int(data.starts[row]), int(data.starts[row + 1])):
            cells.append((data.annotators[data.who[place]], plain(data.categories.texts[data.codes[place]])))
    wanted: dict[str, list[tuple[str, str]]] = {}
    for item, annotator, label in expected:
        wanted.setdefault(item, []).append((annotator, plain(label)))
    if not any(item.startswith("#") for item in wanted):
        return RIGHT if _sorted(read) == _sorted(wanted) else WRONG
    return RIGHT if Counter(_sorted(read).values()) == Counter(_sorted(wanted).values()) else WRONG


def _sorted(rows: dict[str, list[tuple[str, str]]]) -> dict[str, tuple[tuple[str, str], ...]]:
    return {item: tuple(sorted(cells)) for item, cells in rows.items() if cells}


# ---- pieces

_BEGIN = ("the waiter", "our room", "this film", "the new phone", "her speech", "the second album", "that answer")
_MIDDLE = ("was", "seems", "never felt", "is still", "turned out", "could have been", "looked")
_END = ("fine.", "rather slow, I think", "worth it!", "too loud; we left", "better than last year", "odd")


def sentence(number: int) -> str:
    """A text of its own for each item."""
    begin, rest = _BEGIN[number % 7], number // 7
    return f"{begin} {_MIDDLE[rest % 7]} {_END[number % 6]} ({'again ' * (rest % 4)}take {number})"


def ids(long: pl.DataFrame, form: Callable[[int], Any], column: str = "item") -> dict[str, Any]:
    """A new name for each item or annotator, in the order of their first row."""
    return {name: form(place) for place, name in enumerate(long[column].unique(maintain_order=True).to_list())}


def renamed(long: pl.DataFrame, item: Callable[[int], Any], annotator: Callable[[int], Any]) -> pl.DataFrame:
    items, people = ids(long, item), ids(long, annotator, "annotator")
    return pl.DataFrame(
        {
            "item": [items[name] for name in long["item"].to_list()],
            "annotator": [people[name] for name in long["annotator"].to_list()],
            "label": long["label"],
        }
    )


def worker(place: int) -> str:
    return "A" + np.base_repr(place * 7919 + 36**5, 36)


def mixed(frame: pl.DataFrame, seed: int = 1) -> pl.DataFrame:
    return frame.sample(fraction=1.0, shuffle=True, seed=seed)


def wide(long: pl.DataFrame, name: str = "item") -> pl.DataFrame:
    """One row per item, one column per annotator, in the order in which they come."""
    return long.pivot(on="annotator", index="item", values="label", maintain_order=True).rename({"item": name})


def in_rows(table: pl.DataFrame, item: str | None) -> Meant:
    """What a wide table means, row by row."""
    people = [name for name in table.columns if name != item]
    return [
        (f"#{place}" if item is None else str(row[item]), name, str(row[name]))
        for place, row in enumerate(table.to_dicts())
        for name in people
        if row[name] is not None
    ]


def csv(frame: pl.DataFrame, **options: Any) -> bytes:
    text: str = frame.write_csv(**options)
    return text.encode()


def numeric(table: pl.DataFrame, but: str | None = None) -> pd.DataFrame:
    """A pandas frame in which columns of numbers are numbers."""
    made = table.to_pandas()
    for name in made.columns:
        if name != but:
            made[name] = _as_numbers(made[name])
    return made


def _as_numbers(column: Any) -> Any:
    try:
        return pd.to_numeric(column)
    except (TypeError, ValueError):
        return column


def coded(long: pl.DataFrame) -> pl.DataFrame:
    """Words as numeric codes."""
    return long.with_columns(label=pl.col("label").replace(ids(long, lambda place: str(place), "label")))


# ---- long tables in files


@brought(*WORDS, *SCALES)
def long_as_documented(long: pl.DataFrame) -> Brought:
    return Brought(csv(mixed(long)), meant(long), "ratings.csv")


@brought(*CROWD)
def long_other_names_and_order(long: pl.DataFrame) -> Brought:
    made = long.select(aspect_label="label", worker="annotator", text_id="item")
    settled = {"item_column": "text_id", "annotator_column": "worker", "label_column": "aspect_label"}
    return Brought(csv(mixed(made)), meant(long), "crowd.csv", settled)


@brought(*CROWD)
def long_mechanical_turk(long: pl.DataFrame) -> Brought:
    new = renamed(long, lambda place: f"3{np.base_repr(place * 104729 + 36**7, 36)}", worker)
    texts = ids(new, sentence)
    made = mixed(new).with_row_index("row")
    made = made.select(
        HITId="item",
        HITTypeId=pl.lit("3X8M0CZ8J2"),
        Title=pl.lit("Judge a sentence"),
        AssignmentId=pl.format("3ASG{}", pl.col("row") * 31),
        WorkerId="annotator",
        AssignmentStatus=pl.when(pl.col("row") % 9 == 0).then(pl.lit("Approved")).otherwise(pl.lit("Submitted")),
        SubmitTime=pl.format("Mon Mar 04 0{}:12:{} PST 2024", pl.col("row") % 9, pl.col("row") % 50 + 10),
        WorkTimeInSeconds=pl.col("row") * 17 % 300 + 5,
        text=pl.col("item").replace_strict(texts),
        label="label",
    ).rename({"text": "Input.text", "label": "Answer.sentiment"})
    settled = {"item_column": "HITId", "annotator_column": "WorkerId", "label_column": "Answer.sentiment"}
    return Brought(csv(made), meant(new), "Batch_4711_batch_results.csv", settled)


@brought("alttest_lgbteen", "mlirads_likert", "wordsim353_set1")
def long_french_spreadsheet(long: pl.DataFrame) -> Brought:
    made = long.select(
        pl.col("item").alias("Identifiant"),
        pl.col("annotator").alias("Annotateur"),
        pl.col("label").str.replace(".", ",", literal=True).alias("Étiquette"),
        pl.lit("").alias("Remarque"),
    )
    content = b"\xef\xbb\xbf" + csv(made, separator=";").replace(b"\n", b"\r\n")
    settled = {"item_column": "Identifiant", "annotator_column": "Annotateur", "label_column": "Étiquette"}
    return Brought(content, meant(long), "annotations.csv", settled)


@brought("alttest_cebab_aspects", "snow_rte", "mlirads_likert")
def long_with_times(long: pl.DataFrame) -> Brought:
    made = mixed(renamed(long, lambda place: 1_440_000_000_000 + 7919 * place, lambda place: f"user{place:03d}"))
    made = made.with_row_index("row").select(
        tweet_id="item",
        user="annotator",
        timestamp=pl.format("2024-03-0{} 1{}:2{}:00", pl.col("row") % 9 + 1, pl.col("row") % 10, pl.col("row") % 7),
        sentiment="label",
    )
    expected = meant(made, "tweet_id", "user", "sentiment")
    settled = {"item_column": "tweet_id", "annotator_column": "user", "label_column": "sentiment"}
    return Brought(csv(made, separator="\t"), expected, "tweets.tsv", settled)


@brought("alttest_cebab_aspects", "alttest_lesion_asymmetry")
def long_with_pandas_index(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(comment_id="item", annotator_id="annotator", label="label").with_row_index("Unnamed: 0")
    settled = {"item_column": "comment_id"}
    return Brought(csv(made), meant(long), "export.csv", settled)


@brought("snow_rte", "ai2d_rst_macro")
def long_with_unnamed_index(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(doc_id="item", coder="annotator", code="label").with_row_index("row").rename({"row": ""})
    return Brought(csv(made), meant(long), "export.csv", {"item_column": "doc_id"})


@brought("alttest_cebab_aspects", "moralstrength_purity", "snow_rte")
def long_all_numbers(long: pl.DataFrame) -> Brought:
    made = coded(renamed(long, lambda place: 100_200 + 3 * place, lambda place: 17 + place))
    expected = meant(made)
    made = made.rename({"item": "uid", "annotator": "worker_id", "label": "code"})
    settled = {"item_column": "uid", "annotator_column": "worker_id", "label_column": "code"}
    return Brought(csv(mixed(made)), expected, "codes.csv", settled)


@brought("alttest_cebab_aspects", "commit_messages_why")
def long_with_a_row_id(long: pl.DataFrame) -> Brought:
    """Rows out of a database: `id` numbers the rows."""
    made = mixed(long).with_row_index("id", offset=50_001).select("id", "item", "annotator", "label")
    made = made.rename({"item": "text_id", "annotator": "user_id"})
    settled = {"item_column": "text_id", "annotator_column": "user_id", "label_column": "label"}
    return Brought(csv(made), meant(long), "annotation_table.csv", settled)


@brought("alttest_lgbteen", "snow_rte")
def long_label_studio_csv(long: pl.DataFrame) -> Brought:
    texts = ids(long, sentence)
    numbers = ids(long, lambda place: 900 + place)
    made = mixed(long).with_row_index("row")
    made = made.select(
        annotation_id=pl.col("row") * 3 + 11,
        annotator="annotator",
        created_at=pl.format("2024-05-1{}T0{}:15:00Z", pl.col("row") % 9, pl.col("row") % 8),
        id=pl.col("item").replace_strict(numbers),
        lead_time=pl.col("row") * 37 % 91 / 7,
        sentiment="label",
        text=pl.col("item").replace_strict(texts),
        updated_at=pl.format("2024-05-1{}T0{}:15:30Z", pl.col("row") % 9, pl.col("row") % 8),
    )
    settled = {"item_column": "id", "annotator_column": "annotator", "label_column": "sentiment"}
    return Brought(csv(made), meant(made, "id", "annotator", "sentiment"), "project-7.csv", settled)


@brought("alttest_cebab_aspects", "moralstrength_purity")
def long_with_gold_and_confidence(long: pl.DataFrame) -> Brought:
    first = dict(zip(long["item"].to_list(), long["label"].to_list(), strict=True))
    made = mixed(long).with_row_index("row")
    made = made.select(
        gold=pl.col("item").replace_strict(first),
        unit_id="item",
        trust=(pl.col("row") * 13 % 101) / 100,
        worker="annotator",
        split=pl.when(pl.col("row") % 5 == 0).then(pl.lit("dev")).otherwise(pl.lit("train")),
        rating="label",
    )
    settled = {"item_column": "unit_id", "annotator_column": "worker", "label_column": "rating"}
    return Brought(csv(made), meant(long), "f1234.csv", settled)


@brought("snow_rte", "alttest_lgbteen")
def long_without_header(long: pl.DataFrame) -> Brought:
    made = mixed(renamed(long, lambda place: place + 500, worker)).select("annotator", "item", "label")
    settled = {"header": False, "annotator_column": "1", "item_column": "2", "label_column": "3"}
    return Brought(csv(made, include_header=False), meant(made), "labels.csv", settled)


@brought("alttest_cebab_aspects", "snow_rte")
def long_names_that_say_nothing(long: pl.DataFrame) -> Brought:
    made = long.rename({"item": "a", "annotator": "b", "label": "c"})
    settled = {"item_column": "a", "annotator_column": "b", "label_column": "c"}
    return Brought(csv(mixed(made)), meant(long), "data.csv", settled)


@brought("alttest_cebab_aspects", "ai2d_rst_macro")
def long_by_text_only(long: pl.DataFrame) -> Brought:
    made = mixed(renamed(long, sentence, worker))
    expected = meant(made)
    made = made.rename({"item": "sentence", "annotator": "WorkerId", "label": "judgement"})
    settled = {"item_column": "sentence", "annotator_column": "WorkerId", "label_column": "judgement"}
    return Brought(csv(made), expected, "sentences.csv", settled)


@brought("alttest_cebab_aspects", "mlirads_likert")
def long_json_lines(long: pl.DataFrame) -> Brought:
    texts = ids(long, sentence)
    rows = [
        {
            "meta": {"source": "web", "n": place},
            "comment_id": row["item"],
            "text": texts[row["item"]],
            "by": "import",
            "annotator": row["annotator"],
            "toxicity_label": row["label"],
        }
        for place, row in enumerate(mixed(long).to_dicts())
    ]
    settled = {"item_column": "comment_id", "annotator_column": "annotator", "label_column": "toxicity_label"}
    return Brought("\n".join(map(json.dumps, rows)).encode(), meant(long), "c.jsonl", settled)


@brought("ai2d_rst_macro", "moralstrength_purity")
def long_workbook(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(Rater="annotator", Stimulus_ID="item", Rating="label")
    buffer = io.BytesIO()
    made.write_excel(buffer)
    settled = {"item_column": "Stimulus_ID", "annotator_column": "Rater", "label_column": "Rating"}
    return Brought(buffer.getvalue(), meant(long), "ratings.xlsx", settled)


@brought("alttest_lgbteen", "snow_rte")
def long_parquet_of_types(long: pl.DataFrame) -> Brought:
    new = renamed(long, lambda place: 40 + place, lambda place: f"r{place}")
    made = mixed(new).select(
        doc_no="item", rater=pl.col("annotator").cast(pl.Categorical), class_label=pl.col("label").cast(pl.Categorical)
    )
    buffer = io.BytesIO()
    made.write_parquet(buffer)
    settled = {"item_column": "doc_no", "annotator_column": "rater", "label_column": "class_label"}
    return Brought(buffer.getvalue(), meant(new), "labels.parquet", settled)


@brought("commit_messages_why", "ai2d_rst_macro")
def long_sentences_numbered_in_documents(long: pl.DataFrame) -> Brought:
    """Two columns make an item: a number of a sentence means something in its document only."""
    places = ids(long, lambda place: place)
    numbers = long["item"].replace_strict(places, return_dtype=pl.Int64)
    made = long.with_columns(number=numbers).select(
        document=pl.format("doc{}", pl.col("number") // 6),
        sentence_id=pl.col("number") % 6,
        annotator="annotator",
        label="label",
    )
    return Brought(csv(mixed(made)), meant(long), "documents.csv")


@brought("alttest_cebab_aspects", "mlirads_likert")
def long_two_questions(long: pl.DataFrame) -> Brought:
    """Two questions were asked of everybody; either may be meant."""
    other = pl.col("label").reverse()
    made = long.select(post_id="item", annotator="annotator", stance="label", emotion=other)
    settled = {"item_column": "post_id", "annotator_column": "annotator", "label_column": "stance"}
    return Brought(csv(mixed(made)), meant(long), "two.csv", settled)


# ---- wide tables in files


@brought(*FEW, *PAIR)
def wide_text_id(long: pl.DataFrame) -> Brought:
    table = wide(long, "text_id")
    return Brought(csv(table), in_rows(table, "text_id"), "wide.csv", {"item_column": "text_id"})


@brought("alttest_cebab_aspects", "moralstrength_purity")
def wide_of_a_crowd(long: pl.DataFrame) -> Brought:
    table = mixed(wide(renamed(long, lambda place: 1000 + place, worker), "tweet_id"))
    return Brought(csv(table), in_rows(table, "tweet_id"), "wide.csv", {"item_column": "tweet_id"})


@brought(*FEW, "iwg_hatespeech_de")
def wide_without_ids(long: pl.DataFrame) -> Brought:
    table = wide(long).drop("item")
    table = table.filter(pl.any_horizontal(pl.all().is_not_null())).drop_nulls()
    return Brought(csv(table), in_rows(table, None), "wide.csv", {"annotators": table.columns})


@brought("ai2d_rst_macro", "mlirads_likert")
def wide_text_and_gold(long: pl.DataFrame) -> Brought:
    table = wide(
        renamed(long, lambda place: f"T{place:04d}", lambda place: ("Anna", "Bogdan", "Chloé", "Dee", "E")[place])
    )
    people = table.columns[1:]
    texts = [sentence(place) for place in range(table.height)]
    made = table.with_columns(pl.Series("Input.text", texts), gold=pl.col(people[0]))
    made = made.select("gold", *people, "Input.text", pl.col("item").alias("ID"))
    settled = {"item_column": "ID", "annotators": people}
    return Brought(csv(made), in_rows(table, "item"), "gold.csv", settled)


@brought("ai2d_rst_macro", "alttest_lesion_asymmetry", "mlirads_likert")
def wide_with_everything_else(long: pl.DataFrame) -> Brought:
    """What a data set looks like when it is published."""
    table = wide(renamed(long, lambda place: 77_000 + 13 * place, lambda place: f"annotator_{place + 1}"))
    people = table.columns[1:]
    made = table.with_row_index("row").with_columns(
        comment_id="item",
        source=pl.when(pl.col("row") % 3 == 0).then(pl.lit("news")).otherwise(pl.lit("forum")),
        created_at=pl.format("2023-11-1{}", pl.col("row") % 10),
        n_tokens=pl.col("row") * 7 % 40 + 3,
        majority=pl.col(people[-1]),
        agreement=(pl.col("row") * 29 % 67 / 66).round(3),
        split=pl.when(pl.col("row") % 5 == 0).then(pl.lit("test")).otherwise(pl.lit("train")),
    )
    before, after = ("comment_id", "source", "created_at", "n_tokens"), ("majority", "agreement", "split")
    made = made.select(*before, *people, *after)
    settled = {"item_column": "comment_id", "annotators": people}
    return Brought(csv(made), in_rows(table, "item"), "published.csv", settled)


@brought("ai2d_rst_macro", "mlirads_likert", "commit_messages_why")
def wide_label_columns(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, lambda place: 5 * place, lambda place: f"label_{place + 1}"), "doc_id")
    people = table.columns[1:]
    return Brought(csv(table), in_rows(table, "doc_id"), "wide.csv", {"item_column": "doc_id", "annotators": people})


@brought("alttest_lesion_asymmetry", "iwg_hatespeech_de")
def wide_pandas_index(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, lambda place: place, lambda place: f"rater{place + 1}"), "Unnamed: 0")
    return Brought(csv(table), in_rows(table, "Unnamed: 0"), "wide.csv", {"item_column": "Unnamed: 0"})


@brought("mlirads_likert", "ai2d_rst_macro")
def wide_two_ids(long: pl.DataFrame) -> Brought:
    """An index that pandas wrote, and the id that is meant."""
    table = wide(long, "review_id")
    made = mixed(table).with_row_index("i").rename({"i": ""})
    settled = {"item_column": "review_id", "annotators": table.columns[1:]}
    return Brought(csv(made), in_rows(table, "review_id"), "wide.csv", settled)


@brought("wordsim353_set1", "mlirads_likert")
def wide_decimal_commas(long: pl.DataFrame) -> Brought:
    table = wide(long.with_columns(label=pl.col("label").str.replace(".", ",", literal=True)), "Paire")
    content = csv(table, separator=";").replace(b"\n", b"\r\n")
    return Brought(content, in_rows(table, "Paire"), "notes.csv", {"item_column": "Paire"})


@brought("alttest_lesion_asymmetry", "mlirads_likert", "commit_messages_why")
def wide_nothing_but_numbers(long: pl.DataFrame) -> Brought:
    """Numbers as ids, as annotators and as labels; the id is called as nobody would guess."""
    table = wide(renamed(coded(long), lambda place: place + 1, lambda place: str(place + 1)), "Nr.")
    return Brought(csv(table), in_rows(table, "Nr."), "n.csv", {"item_column": "Nr."})


@brought("ai2d_rst_macro", "alttest_lesion_asymmetry")
def wide_id_at_the_end(long: pl.DataFrame) -> Brought:
    table = wide(
        renamed(long, lambda place: f"img_{place * 17:05d}.png", lambda place: f"Coder {place + 1}"), "filename"
    )
    made = mixed(table).select(*table.columns[1:], "filename")
    return Brought(csv(made, separator="\t"), in_rows(table, "filename"), "w.tsv", {"item_column": "filename"})


@brought("ai2d_rst_macro", "iwg_hatespeech_de")
def wide_by_text_only(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, sentence, lambda place: f"a{place}"), "sentence")
    return Brought(csv(table), in_rows(table, "sentence"), "texts.csv", {"item_column": "sentence"})


@brought("ai2d_rst_macro", "mlirads_likert")
def wide_text_under_another_name(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, sentence, lambda place: f"judge {place}"), "utterance (French original)")
    name = table.columns[0]
    return Brought(csv(table), in_rows(table, name), "texts.csv", {"item_column": name})


@brought("ai2d_rst_macro", "alttest_lesion_asymmetry")
def wide_raters_in_rows(long: pl.DataFrame) -> Brought:
    table = wide(long)
    turned = table.transpose(include_header=True, header_name="rater", column_names="item")
    return Brought(csv(turned), in_rows(table, "item"), "turned.csv", {"transpose": True})


@brought("ai2d_rst_macro", "mlirads_likert")
def wide_a_form(long: pl.DataFrame) -> Brought:
    """Answers to a form: one row per person, one column per question."""
    some = long.filter(pl.col("item").is_in(long["item"].unique(maintain_order=True).head(25).implode()))
    table = wide(renamed(some, lambda place: f"Q{place + 1}. {sentence(place)}", lambda place: f"p{place}@example.org"))
    turned = table.transpose(include_header=True, header_name="Email Address", column_names="item")
    turned = turned.insert_column(
        0, pl.Series("Timestamp", [f"3/{day + 1}/2024 14:02:11" for day in range(turned.height)])
    )
    settled = {"transpose": True, "annotator_column": "Email Address"}
    return Brought(csv(turned), in_rows(table, "item"), "form.csv", settled)


@brought("ai2d_rst_macro", "mlirads_likert")
def wide_times_beside_labels(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, lambda place: f"s{place}", lambda place: f"rater_{place + 1}"), "sent_id")
    people = table.columns[1:]
    made = table.with_row_index("row")
    times = [(pl.col("row") * (place + 3) * 7 % 97 / 4 + 1).alias(f"time_{place + 1}") for place in range(len(people))]
    pairs = [
        column
        for pair in zip(people, [f"time_{place + 1}" for place in range(len(people))], strict=True)
        for column in pair
    ]
    made = made.with_columns(times).select("sent_id", *pairs)
    settled = {"item_column": "sent_id", "annotators": people}
    return Brought(csv(made), in_rows(table, "sent_id"), "times.csv", settled)


@brought("ai2d_rst_macro", "alttest_lesion_asymmetry")
def wide_two_questions(long: pl.DataFrame) -> Brought:
    """Two questions per annotator, of which one is meant."""
    table = wide(renamed(long, lambda place: f"s{place}", lambda place: f"A{place + 1}_sentiment"), "id")
    people = table.columns[1:]
    other = [
        pl.when(pl.col("row") * (place + 2) % 3 == 0)
        .then(pl.lit("favour"))
        .otherwise(pl.lit("against"))
        .alias(f"A{place + 1}_stance")
        for place in range(len(people))
    ]
    made = table.with_row_index("row").with_columns(other).drop("row")
    return Brought(csv(made), in_rows(table, "id"), "two.csv", {"item_column": "id", "annotators": people})


@brought("ai2d_rst_macro", "commit_messages_why")
def wide_with_a_model(long: pl.DataFrame) -> Brought:
    """Probabilities and the label of a classifier beside two people."""
    table = wide(long, "sample")
    people = table.columns[1:]
    made = table.with_row_index("row").with_columns(
        prob_positive=(pl.col("row") * 37 % 1009 / 1009).round(4),
        prob_negative=(1 - pl.col("row") * 37 % 1009 / 1009).round(4),
    )
    made = made.drop("row")
    settled = {"item_column": "sample", "annotators": people}
    return Brought(csv(made), in_rows(table, "sample"), "model.csv", settled)


@brought("ai2d_rst_macro", "mlirads_likert")
def wide_adjudicated(long: pl.DataFrame) -> Brought:
    table = wide(
        renamed(long, lambda place: place + 10, lambda place: ("Ines", "Jo", "Kim", "Lee", "Mia")[place]), "sid"
    )
    people = table.columns[1:]
    made = table.with_columns(final_label=pl.col(people[0]), curator=pl.col(people[1]))
    settled = {"item_column": "sid", "annotators": people}
    return Brought(csv(made), in_rows(table, "sid"), "adjudicated.csv", settled)


@brought("ai2d_rst_macro", "duck_identification")
def counts_of_categories(long: pl.DataFrame) -> Brought:
    """How many annotators chose each category, one row per item: no annotator is named."""
    named = long.with_columns(label=pl.concat_str(pl.lit("is "), pl.col("label")))
    table = named.pivot(on="label", index="item", values="annotator", aggregate_function="len").fill_null(0)
    return Brought(csv(table.rename({"item": "text_id"})), meant(long), "votes.csv")


@brought("iwg_hatespeech_de", "commit_messages_why")
def contingency_of_two(long: pl.DataFrame) -> Brought:
    table = wide(long)
    one, two = table.columns[1:3]
    square = table.pivot(on=two, index=one, values="item", aggregate_function="len").fill_null(0)
    return Brought(csv(square.rename({one: ""})), meant(long), "crosstab.csv")


@brought("ai2d_rst_macro", "mlirads_likert")
def wide_workbook(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, lambda place: 300 + place, lambda place: f"Rater {place + 1}"), "Image ID")
    buffer = io.BytesIO()
    table.write_excel(buffer)
    return Brought(buffer.getvalue(), in_rows(table, "Image ID"), "wide.xlsx", {"item_column": "Image ID"})


@brought("ai2d_rst_macro", "mlirads_likert")
def wide_json_records(long: pl.DataFrame) -> Brought:
    table = wide(long, "qid")
    rows = [{"lang": "en", **row} for row in table.to_dicts()]
    settled = {"item_column": "qid", "annotators": table.columns[1:]}
    return Brought(json.dumps(rows).encode(), in_rows(table, "qid"), "wide.json", settled)


@brought("mlirads_likert", "alttest_lesion_asymmetry")
def wide_parquet_of_pandas(long: pl.DataFrame) -> Brought:
    """A pivot written with its index, as pandas does."""
    table = wide(long)
    made = numeric(table, "item").set_index("item")
    buffer = io.BytesIO()
    made.to_parquet(buffer)
    return Brought(buffer.getvalue(), in_rows(table, "item"), "pivot.parquet")


# ---- frames


@brought(*CROWD)
def frame_long_other_names(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(text_id="item", worker="annotator", aspect_label="label").to_pandas()
    settled = {"item_column": "text_id", "annotator_column": "worker", "label_column": "aspect_label"}
    return Brought(made, meant(long), settled=settled)


@brought("snow_rte", "alttest_lesion_asymmetry")
def frame_long_of_numbers(long: pl.DataFrame) -> Brought:
    new = renamed(long, lambda place: 9000 + place, lambda place: 3 + place)
    made = numeric(mixed(new).select(worker_id="annotator", example_id="item", stars="label"))
    settled = {"item_column": "example_id", "annotator_column": "worker_id", "label_column": "stars"}
    return Brought(made, meant(new), settled=settled)


@brought("alttest_cebab_aspects", "moralstrength_purity")
def frame_long_filtered(long: pl.DataFrame) -> Brought:
    """What is left of a longer frame keeps the numbers of its rows."""
    made = long.select(text_id="item", worker="annotator", label="label").to_pandas()
    made = made[made["worker"] != made["worker"].iloc[0]]
    kept = long.filter(pl.col("annotator") != long["annotator"][0])
    settled = {"item_column": "text_id", "annotator_column": "worker", "label_column": "label"}
    return Brought(made, meant(kept), settled=settled)


@brought("alttest_cebab_aspects", "snow_rte")
def frame_long_in_its_index(long: pl.DataFrame) -> Brought:
    made = long.select(text_id="item", worker="annotator", sentiment="label").to_pandas()
    return Brought(made.set_index(["text_id", "worker"]), meant(long))


@brought(*FEW)
def frame_wide_reset(long: pl.DataFrame) -> Brought:
    made = long.rename({"item": "text_id", "annotator": "worker"}).to_pandas()
    pivot = made.pivot(index="text_id", columns="worker", values="label").reset_index()
    return Brought(pivot, meant(long), settled={"item_column": "text_id"})


@brought("alttest_cebab_aspects", *FEW)
def frame_pivot(long: pl.DataFrame) -> Brought:
    made = long.rename({"item": "text_id", "annotator": "worker"}).to_pandas()
    return Brought(made.pivot(index="text_id", columns="worker", values="label"), meant(long))


@brought("alttest_cebab_aspects", "mlirads_likert")
def frame_pivot_of_numbers(long: pl.DataFrame) -> Brought:
    new = renamed(coded(long), lambda place: 70_000 + 7 * place, lambda place: place + 1)
    made = new.to_pandas()
    made["label"] = made["label"].astype(int)
    return Brought(made.pivot(index="item", columns="annotator", values="label"), meant(new))


@brought("ai2d_rst_macro", "mlirads_likert")
def frame_pivot_of_one_value(long: pl.DataFrame) -> Brought:
    """With `values=[...]` the columns have two levels."""
    made = long.rename({"item": "text_id", "annotator": "worker"}).to_pandas()
    return Brought(made.pivot(index="text_id", columns="worker", values=["label"]), meant(long))


@brought("ai2d_rst_macro", "mlirads_likert")
def frame_unnamed_index(long: pl.DataFrame) -> Brought:
    made = long.to_pandas().pivot(index="item", columns="annotator", values="label")
    return Brought(made.rename_axis(index=None, columns=None), meant(long))


@brought("ai2d_rst_macro", "alttest_lesion_asymmetry")
def frame_turned(long: pl.DataFrame) -> Brought:
    made = long.rename({"item": "text_id", "annotator": "worker"}).to_pandas()
    pivot = made.pivot(index="text_id", columns="worker", values="label").T
    return Brought(pivot, meant(long), settled={"orientation": "annotators"})


@brought("ai2d_rst_macro", "mlirads_likert")
def frame_two_level_index(long: pl.DataFrame) -> Brought:
    made = wide(long).to_pandas()
    made.insert(0, "corpus", ["a" if place % 2 else "b" for place in range(len(made))])
    expected = [(f"{_corpus(made, item)}, {item}", who, what) for item, who, what in meant(long)]
    return Brought(made.set_index(["corpus", "item"]), expected)


def _corpus(made: pd.DataFrame, item: str) -> str:
    return str(made.loc[made["item"] == item, "corpus"].iloc[0])


@brought("ai2d_rst_macro", "mlirads_likert")
def frame_wide_with_metadata(long: pl.DataFrame) -> Brought:
    made = numeric(wide(long, "review_id"), "review_id")
    people = list(made.columns[1:])
    made["length"] = [20 + 3 * place % 41 for place in range(len(made))]
    made["gold_label"] = made[people[0]]
    made["checked"] = [place % 4 == 0 for place in range(len(made))]
    settled = {"item_column": "review_id", "annotators": people}
    return Brought(made, meant(long), settled=settled)


@brought("mlirads_likert", "alttest_lesion_asymmetry")
def frame_of_nullable_integers(long: pl.DataFrame) -> Brought:
    made = numeric(wide(long), "item").set_index("item").astype("Int64")
    return Brought(made, meant(long))


@brought("ai2d_rst_macro", "alttest_cebab_aspects")
def frame_of_categoricals(long: pl.DataFrame) -> Brought:
    made = long.select(text_id="item", worker="annotator", aspect_label="label").to_pandas().astype("category")
    settled = {"item_column": "text_id", "annotator_column": "worker", "label_column": "aspect_label"}
    return Brought(made, meant(long), settled=settled)


@brought("ai2d_rst_macro", "snow_rte")
def polars_long(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(label="label", rater="annotator", sentence_id="item").lazy()
    return Brought(made, meant(long))


@brought("ai2d_rst_macro", "mlirads_likert")
def polars_wide_key(long: pl.DataFrame) -> Brought:
    table = mixed(wide(long, "key"))
    return Brought(table, in_rows(table, "key"), settled={"item_column": "key"})


@brought("alttest_cebab_aspects", "mlirads_likert")
def arrow_long(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(post_id="item", judge_id="annotator", stance_label="label").to_arrow()
    settled = {"item_column": "post_id", "annotator_column": "judge_id", "label_column": "stance_label"}
    return Brought(made, meant(long), settled=settled)


# ---- arrays


def _grid(long: pl.DataFrame) -> tuple[np.ndarray, Meant]:
    """Items × annotators as numbers, nan where nobody was asked."""
    codes = coded(long)
    table = wide(codes).drop("item")
    array = np.array([[np.nan if cell is None else float(cell) for cell in row] for row in table.rows()])
    names = [f"A{place + 1}" for place in range(array.shape[1])]
    return array, in_rows(table.rename(dict(zip(table.columns, names, strict=True))), None)


@brought(*FEW, "alttest_cebab_aspects")
def array_items_by_raters(long: pl.DataFrame) -> Brought:
    array, expected = _grid(long)
    return Brought(array, expected)


@brought(*FEW, "alttest_cebab_aspects", "iwg_hatespeech_de")
def array_raters_by_items(long: pl.DataFrame) -> Brought:
    """The orientation of krippendorff.alpha(reliability_data=...)."""
    array, expected = _grid(long)
    return Brought(array.T, expected, settled={"orientation": "annotators"})


@brought("ai2d_rst_macro", "iwg_hatespeech_de")
def lists_of_raters(long: pl.DataFrame) -> Brought:
    table = wide(long).drop("item")
    names = [f"A{place + 1}" for place in range(table.width)]
    expected = in_rows(table.rename(dict(zip(table.columns, names, strict=True))), None)
    return Brought([table[name].to_list() for name in table.columns], expected, settled={"orientation": "annotators"})


@brought("ai2d_rst_macro", "mlirads_likert")
def array_of_a_frame_with_its_ids(long: pl.DataFrame) -> Brought:
    """`frame.to_numpy()` of a wide frame, whose first column names the items."""
    table = wide(renamed(long, lambda place: 1 + place, lambda place: place + 1))
    array = np.array(table.rows(), dtype=object)
    return Brought(array, in_rows(table, "item"))


@brought("alttest_cebab_aspects", "snow_rte")
def array_of_a_long_frame(long: pl.DataFrame) -> Brought:
    return Brought(long.to_numpy(), meant(long))


@brought("iwg_hatespeech_de", "mlirads_likert")
def array_items_by_many_raters(long: pl.DataFrame) -> Brought:
    """A pilot with more people than items is the right way round; nothing in it says so."""
    array, _ = _grid(long)
    few = array[:3]
    names = [f"A{place + 1}" for place in range(few.shape[1])]
    expected = [
        (f"#{place}", name, str(cell))
        for place, row in enumerate(few)
        for name, cell in zip(names, row, strict=True)
        if not np.isnan(cell)
    ]
    return Brought(few, expected, settled={"orientation": "items"})


TABLES = [(way, name) for way, (_, sets) in WAYS.items() for name in sets]
