"""Items that several columns name together: a turn of a conversation with its context, a sentence of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from accord.annotations.column_evidence import Content
from accord.annotations.column_names import suggested
from accord.annotations.lazy_polars import pl
from accord.formats.options import ReadOptions
from accord.results import ReadAs, Reading

BETWEEN = " | "
ALONE = 0.5  # share of the rows of a long table that may be the only one of their item
KNOWN = 2  # the strength of a name of a column that stands in the lists


def with_items(frame: pl.DataFrame, options: ReadOptions) -> tuple[pl.DataFrame, ReadOptions, ReadAs]:
    """The table with one column that names its items, where several were told, or where the column that is named like
    them numbers the rows and what was labelled stands in others."""
    if options.item_column is not None:
        names = [name.strip() for name in options.item_column.split(",")]
        if options.item_column in frame.columns or len(names) < 2 or not set(names) <= set(frame.columns):
            return frame, options, ()
        return *_joined(frame, names, options), ()
    names = _labelled(frame, options)
    if not names:
        return frame, options, ()
    text = f"an item is {' + '.join(map(repr, names))}, as no row shares its number with another"
    guess = Reading("columns", text, True, (f"item_column={','.join(names)}",))
    return *_joined(frame, names, options), (guess,)


def _joined(frame: pl.DataFrame, names: Sequence[str], options: ReadOptions) -> tuple[pl.DataFrame, ReadOptions]:
    name = BETWEEN.join(names)
    cells = pl.concat_str([pl.col(column).cast(pl.String).fill_null("") for column in names], separator=BETWEEN)
    texts = [column for column in names if suggested(column).role == "text"]
    whole = frame.with_columns(cells.alias(name)).drop(column for column in names if column not in texts)
    return whole, replace(options, item_column=name)


def _labelled(frame: pl.DataFrame, options: ReadOptions) -> list[str]:
    """What was labelled, where every id is that of a row: ids and texts that recur under several annotators."""
    who = options.annotator_column or next(
        (name for name in frame.columns if suggested(name).role == "annotator" and suggested(name).strength >= KNOWN),
        None,
    )
    if options.label_column is None or who is None or who not in frame.columns:
        return []
    contents = {name: Content(frame[name]) for name in frame.columns if name not in (who, options.label_column)}
    plain = {
        name: content
        for name, content in contents.items()
        if not content.nested and not content.empty and not content.constant
    }
    ids = [name for name in plain if suggested(name).role == "item"]
    if not any(plain[name].all_distinct for name in ids) or (ids and suggested(ids[0]).strength > KNOWN):
        return []
    labelled = [
        name
        for name, content in plain.items()
        if not content.all_distinct and (name in ids or content.texts or _sentences(frame[name]))
    ]
    if len(labelled) < 2:
        return []
    people = frame.select(*labelled, who).unique().group_by(labelled).len()["len"]
    shared = float((people > 1).cast(pl.Float64).mean() or 0.0)  # type: ignore[arg-type]
    return labelled if shared > ALONE else []


def _sentences(column: pl.Series) -> bool:
    """Whether most values are of several words."""
    values = column.drop_nulls().unique()
    if values.dtype != pl.String or len(values) < 2:
        return False
    return float(values.str.contains(r"\S\s+\S").cast(pl.Float64).mean() or 0.0) > ALONE  # type: ignore[arg-type]
