"""More tables as people have them, made after the reader was written: marks, notes, totals, encodings, second headers.

They are judged as those of `as_people_have_them`: right, asked, or wrong.
"""

import io
import json
from collections.abc import Callable

import polars as pl
import xlsxwriter

from formats.tables.as_people_have_them import (
    Brought,
    csv,
    in_rows,
    meant,
    mixed,
    numeric,
    renamed,
    sentence,
    wide,
    worker,
)

Make = Callable[[pl.DataFrame], Brought]
WAYS: dict[str, tuple[Make, tuple[str, ...]]] = {}
WORDS, SCALE, CROWD, PAIR = "ai2d_rst_macro", "mlirads_likert", "alttest_cebab_aspects", "commit_messages_why"


def brought(*sets: str) -> Callable[[Make], Make]:
    def declared(make: Make) -> Make:
        WAYS[make.__name__] = (make, sets)
        return make

    return declared


def _people(place: int) -> str:
    return ("Anna", "Bogdan", "Chloé", "Dee", "Eve")[place % 5] + ("" if place < 5 else str(place // 5))


# ---- text


@brought(WORDS, SCALE)
def utf16_with_tabs(long: pl.DataFrame) -> Brought:
    """'Unicode text' of a spreadsheet."""
    table = wide(renamed(long, lambda place: place + 1, _people), "Nr.")
    return Brought(csv(table, separator="\t").decode().encode("utf-16"), in_rows(table, "Nr."), "unicode.txt")


@brought("wordsim353_set1")
def semicolons_decimal_commas_and_a_mark(long: pl.DataFrame) -> Brought:
    made = long.select(Paire="item", Codeur="annotator", Note=pl.col("label").str.replace(".", ",", literal=True))
    return Brought(b"\xef\xbb\xbf" + csv(mixed(made), separator=";"), meant(long), "notes.csv")


@brought(WORDS, SCALE)
def comments_at_the_top(long: pl.DataFrame) -> Brought:
    table = wide(long, "text_id")
    top = b"# exported 2024-03-01 by survey 2.1\n# 3 annotators, final\n"
    return Brought(top + csv(table), in_rows(table, "text_id"), "export.csv")


@brought(WORDS, CROWD)
def a_title_above_the_header(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(text_id="item", worker="annotator", label="label")
    return Brought(b"Annotation study 2024,,\n,,\n" + csv(made), meant(long), "study.csv")


@brought(WORDS, SCALE)
def a_summary_row(long: pl.DataFrame) -> Brought:
    """A last row that somebody added below the table."""
    table = wide(renamed(long, lambda place: f"T{place}", _people), "id")
    total = ",".join(["Total", *(str(table[name].count()) for name in table.columns[1:])])
    return Brought(csv(table) + total.encode() + b"\n", in_rows(table, "id"), "sheet.csv")


@brought(WORDS, SCALE)
def an_agreement_row(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, lambda place: f"T{place}", _people), "id")
    last = ",".join(["Agreement", "0.71", *[""] * (table.width - 2)])
    return Brought(csv(table) + last.encode() + b"\n", in_rows(table, "id"), "sheet.csv")


@brought(WORDS, SCALE)
def annotators_above_a_second_header(long: pl.DataFrame) -> Brought:
    """Two rows of names: the people, and the question under each."""
    table = wide(renamed(long, lambda place: f"T{place}", _people), "id")
    second = ",".join(["", *["label"] * (table.width - 1)]).encode() + b"\n"
    first, _, rest = csv(table).partition(b"\n")
    return Brought(first + b"\n" + second + rest, in_rows(table, "id"), "two_headers.csv")


@brought(WORDS, SCALE)
def one_name_for_all_columns(long: pl.DataFrame) -> Brought:
    table = wide(long, "id")
    rest = csv(table).partition(b"\n")[2]
    names = b",".join([b"id", *[b"label"] * (table.width - 1)])
    return Brought(names + b"\n" + rest, in_rows(table, "id"), "same.csv")


# ---- cells


@brought(WORDS, SCALE)
def dashes_where_nothing_was_asked(long: pl.DataFrame) -> Brought:
    return _with_gaps(long, "—")


@brought(WORDS, SCALE)
def not_available(long: pl.DataFrame) -> Brought:
    return _with_gaps(long, "N/A")


@brought(WORDS, SCALE)
def question_marks(long: pl.DataFrame) -> Brought:
    return _with_gaps(long, "?")


@brought(SCALE)
def minus_nine(long: pl.DataFrame) -> Brought:
    """As statistics programs write that there is no answer."""
    return _with_gaps(long, "-99")


def _with_gaps(long: pl.DataFrame, mark: str) -> Brought:
    table = wide(renamed(long, lambda place: f"T{place}", _people), "id")
    rows = pl.Series(range(table.height))
    holes = [
        pl.when((pl.lit(rows) * 7 + place * 3) % 11 == 0).then(None).otherwise(pl.col(name)).alias(name)
        for place, name in enumerate(table.columns[1:])
    ]
    table = table.with_columns(holes)
    return Brought(csv(table.fill_null(mark)), in_rows(table, "id"), "gaps.csv", {"missing": [mark]})


@brought(SCALE)
def numbers_with_words(long: pl.DataFrame) -> Brought:
    """As a form writes a scale: the number and what it means."""
    words = {"1": "1 - very bad", "2": "2 - bad", "3": "3 - fair", "4": "4 - good", "5": "5 - very good"}
    made = long.with_columns(label=pl.col("label").replace(words))
    table = wide(made, "case_id")
    return Brought(csv(table), in_rows(table, "case_id"), "form.csv")


@brought(SCALE)
def percentages(long: pl.DataFrame) -> Brought:
    made = long.with_columns(label=pl.concat_str(pl.col("label").cast(pl.Float64).cast(pl.Int64) * 20, pl.lit("%")))
    return Brought(csv(mixed(made)), meant(made), "percent.csv")


@brought(PAIR)
def truth_values(long: pl.DataFrame) -> Brought:
    first = long["label"][0]
    made = wide(long.with_columns(label=(pl.col("label") == first).cast(pl.String).str.to_titlecase()), "commit")
    return Brought(csv(made), in_rows(made, "commit"), "b.csv")


@brought(WORDS)
def case_and_spaces(long: pl.DataFrame) -> Brought:
    """The same label, typed by hand."""
    made = long.with_row_index("row").with_columns(
        label=pl.when(pl.col("row") % 5 == 0).then(pl.col("label").str.to_uppercase()).otherwise(pl.col("label"))
    )
    return Brought(csv(made.drop("row")), meant(made), "typed.csv")


# ---- columns


@brought(WORDS, SCALE)
def dates_as_ids(long: pl.DataFrame) -> Brought:
    """A diary: one entry a day."""
    day = pl.date_range(pl.date(2024, 1, 1), pl.date(2027, 1, 1), eager=True).cast(pl.String).to_list()
    table = wide(renamed(long, lambda place: day[place], _people), "entry")
    return Brought(csv(table), in_rows(table, "entry"), "diary.csv")


@brought(WORDS, SCALE)
def dates_as_ids_called_date(long: pl.DataFrame) -> Brought:
    day = pl.date_range(pl.date(2024, 1, 1), pl.date(2027, 1, 1), eager=True).cast(pl.String).to_list()
    table = wide(renamed(long, lambda place: day[place], _people), "date")
    expected = [(f"#{item}", who, what) for item, who, what in in_rows(table, "date")]
    return Brought(csv(table), expected, "diary.csv")


@brought(WORDS, SCALE)
def notes_in_some_rows(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, lambda place: f"T{place}", _people), "id")
    made = table.with_row_index("row").with_columns(
        Bemerkung=pl.when(pl.col("row") % 17 == 0).then(pl.lit("unclear")).otherwise(pl.lit(""))
    )
    return Brought(csv(made.drop("row")), in_rows(table, "id"), "noted.csv", {"annotators": table.columns[1:]})


@brought(WORDS, SCALE)
def names_in_capitals_and_spaces(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(
        pl.col("annotator").alias(" RATER NAME "), pl.col("label").alias("LABEL (1-5)"), pl.col("item").alias("TEXT NO")
    )
    return Brought(csv(made), meant(long), "caps.csv")


@brought(WORDS, SCALE)
def difference_and_mean_beside(long: pl.DataFrame) -> Brought:
    """Formulas of a spreadsheet beside the annotators."""
    table = wide(renamed(long, lambda place: f"T{place}", _people), "id")
    one, two = table.columns[1:3]
    made = table.with_columns(same=(pl.col(one) == pl.col(two)).cast(pl.Int8), agree=pl.lit("x"))
    return Brought(csv(made), in_rows(table, "id"), "formulas.csv", {"annotators": table.columns[1:]})


@brought(SCALE)
def second_round_beside(long: pl.DataFrame) -> Brought:
    """Everybody labelled twice: r1_Anna, r1_Bogdan, r2_Anna, r2_Bogdan are not four people."""
    table = wide(renamed(long, lambda place: f"T{place}", _people), "id")
    again = [pl.col(name).reverse().alias(f"{name} (round 2)") for name in table.columns[1:]]
    made = table.with_columns(again)
    return Brought(csv(made), in_rows(table, "id"), "rounds.csv", {"annotators": table.columns[1:]})


@brought(WORDS, CROWD)
def long_with_a_count(long: pl.DataFrame) -> Brought:
    """How many labels each item has, beside the labels."""
    made = mixed(long).with_columns(votes=pl.len().over("item"))
    made = made.select(sentence_id="item", votes="votes", rater_id="annotator", category="label")
    return Brought(csv(made), meant(long), "votes.csv", {"label_column": "category"})


# ---- workbooks, JSON, frames


@brought(WORDS, SCALE)
def workbook_of_two_sheets(long: pl.DataFrame) -> Brought:
    """Instructions come first."""
    table = wide(renamed(long, lambda place: 300 + place, _people), "Image ID")
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        about = book.add_worksheet("Instructions")
        about.write_column(0, 0, ["Please label each image.", "Do not talk about it.", "Thank you!"])
        sheet = book.add_worksheet("Labels")
        sheet.write_row(0, 0, table.columns)
        for place, row in enumerate(table.rows(), start=1):
            sheet.write_row(place, 0, ["" if cell is None else cell for cell in row])
    return Brought(buffer.getvalue(), in_rows(table, "Image ID"), "two.xlsx", {"sheet": "Labels"})


@brought(WORDS, SCALE)
def sheet_per_annotator(long: pl.DataFrame) -> Brought:
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        for (who,), rows in long.group_by("annotator", maintain_order=True):
            sheet = book.add_worksheet(str(who)[:31])
            sheet.write_row(0, 0, ["id", "label"])
            for place, (item, label) in enumerate(rows.select("item", "label").rows(), start=1):
                sheet.write_row(place, 0, [item, label])
    return Brought(buffer.getvalue(), meant(long), "people.xlsx")


@brought(WORDS, SCALE)
def json_of_pandas(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(text_id="item", worker="annotator", label="label").to_pandas()
    return Brought(made.to_json().encode(), meant(long), "frame.json")


@brought(WORDS)
def json_by_item_and_annotator(long: pl.DataFrame) -> Brought:
    nested: dict[str, dict[str, str]] = {}
    for item, who, what in long.select("item", "annotator", "label").rows():
        nested.setdefault(item, {})[who] = what
    return Brought(json.dumps(nested, indent=1).encode(), meant(long), "nested.json")


@brought(WORDS, CROWD)
def json_lists(long: pl.DataFrame) -> Brought:
    rows = [
        {
            "id": item,
            "text": sentence(place),
            "annotators": rows["annotator"].to_list(),
            "labels": rows["label"].to_list(),
        }
        for place, ((item,), rows) in enumerate(long.group_by("item", maintain_order=True))
    ]
    return Brought("\n".join(map(json.dumps, rows)).encode(), meant(long), "lists.jsonl")


@brought(SCALE)
def ordered_categories(long: pl.DataFrame) -> Brought:
    made = mixed(long).select(item_id="item", rater="annotator", severity="label").to_pandas()
    order = sorted(made["severity"].unique(), key=float)
    made["severity"] = made["severity"].astype("category").cat.set_categories(order, ordered=True)
    return Brought(made, meant(long))


@brought(WORDS, SCALE)
def columns_of_two_levels(long: pl.DataFrame) -> Brought:
    """Two questions under each annotator, of which either may be meant."""
    made = long.with_columns(other=pl.col("label").reverse()).to_pandas()
    return Brought(made.pivot(index="item", columns="annotator", values=["label", "other"]), meant(long))


@brought(SCALE)
def floats_with_gaps(long: pl.DataFrame) -> Brought:
    """Whole numbers that became decimals as some are missing."""
    some = long.with_row_index("row").filter(pl.col("row") % 13 != 0).drop("row")
    return Brought(numeric(wide(some, "case"), "case"), meant(some))


@brought(WORDS, SCALE)
def series_of_two_levels(long: pl.DataFrame) -> Brought:
    made = long.to_pandas().set_index(["item", "annotator"])["label"].to_frame()
    return Brought(made, meant(long))


@brought(CROWD, "snow_rte")
def crowd_without_a_header_and_with_times(long: pl.DataFrame) -> Brought:
    made = mixed(renamed(long, lambda place: f"t{place}", worker)).with_row_index("row")
    made = made.select("annotator", "item", "label", time=pl.col("row") * 37 % 1013)
    expected = meant(made)
    return Brought(csv(made, include_header=False, separator="\t"), expected, "raw.tsv")


@brought(WORDS, SCALE)
def raters_by_number_in_rows(long: pl.DataFrame) -> Brought:
    table = wide(renamed(long, lambda place: f"item {place + 1}", lambda place: f"Rater {place + 1}"))
    turned = table.transpose(include_header=True, header_name="", column_names="item")
    return Brought(csv(turned), in_rows(table, "item"), "turned.csv", {"orientation": "annotators"})


@brought(WORDS)
def texts_repeat(long: pl.DataFrame) -> Brought:
    """No ids, and some texts come twice."""
    made = wide(renamed(long, lambda place: place, _people), "item")
    texts = [sentence(place - place % 2 if place < 6 else place) for place in range(made.height)]
    table = made.drop("item")
    expected = in_rows(table, None)
    return Brought(csv(table.insert_column(0, pl.Series("comment", texts))), expected, "comments.csv")


TABLES = [(way, name) for way, (_, sets) in WAYS.items() for name in sets]
