"""Tables with one row per annotator and one column per item, recognised by what the rows and columns are called."""

from __future__ import annotations

import re

from accord.annotations.column_names import suggested
from accord.annotations.table_header import Header

MOST_COLUMNS = 200  # whose labels are compared
MOST = 0.8  # share of the columns that hold labels of one kind
_RATER = re.compile(r"(?i)[arcjw]\W?_?\d+")
"""R1, A2, coder 3 without its word: the initial of a word for annotators and a number."""


def named_annotators(header: Header, rows: str | None) -> str | None:
    """The column that names one annotator per row, beside items whose labels are of one kind; None where none does.

    It is called so (rater, worker), or each of its values is (coder_1, coder_2); the other columns are not.
    """
    by_name = one_annotator_a_row(header, MOST_COLUMNS)
    first = [name for name in dict.fromkeys((rows, header.names[0])) if name is not None]
    by_values = [
        name for name in first if suggested(name).role in (None, "index", "item") and _called_annotators(header, name)
    ]
    named = by_name if len(by_name) == 1 else by_values if not by_name else []
    if not named or any(suggested(name).role == "annotator" for name in header.names if name != named[0]):
        return None
    return named[0] if _one_kind(header, named[0]) else None


def one_annotator_a_row(header: Header, most: int) -> list[str]:
    """The columns that are named like annotators, none of a numbered series, and hold each name once."""
    named = [(name, suggested(name)) for name in header.names[:most]]
    plain = [name for name, hint in named if hint.role == "annotator" and hint.family is None]
    return [name for name in plain if header.contents[name].all_distinct]


def _called_annotators(header: Header, name: str) -> bool:
    """Whether all values are names that columns of annotators have, or an initial and a number beside items."""
    content = header.contents[name]
    if not content.all_distinct or content.numeric or content.height > MOST_COLUMNS:
        return False
    values = [str(value) for value in header.contents.frame[name].to_list()]
    if all(suggested(value).role == "annotator" and suggested(value).family is not None for value in values):
        return True
    others = [other for other in header.names[:MOST_COLUMNS] if other != name]
    items = all(other.isdigit() or suggested(other).role in ("item", "text") for other in others)
    return items and len(others) > 1 and all(_RATER.fullmatch(value) for value in values)


def _one_kind(header: Header, rows: str) -> bool:
    """Whether nearly all other columns share their labels, as the items of one question do."""
    names = [
        name
        for name in header.names[:MOST_COLUMNS]
        if name != rows and name not in header.index and suggested(name).role != "time"
    ]
    names = [name for name in names if not header.contents[name].temporal]
    groups = header.contents.groups(names)
    return len(names) > 1 and bool(groups) and len(groups[0]) >= MOST * len(names)
