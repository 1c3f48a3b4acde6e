"""Which column of a table is the item, the annotator, the label: told, or recognised by the header."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from accord.annotations.given_lists import repeated
from accord.results import DataError, Place

# fmt: off
ITEM = (
    "item", "item_id", "itemid", "unit", "unit_id", "id", "example", "example_id", "example_no", "instance",
    "task", "task_id", "question", "sentence_id", "document", "doc", "doc_id", "orig_id", "observable", "patient",
    "subject", "hit_id", "exemple", "element", "phrase_id", "no",
)
ANNOTATOR = (
    "annotator", "annotator_id", "annotateur", "annotatrice", "rater", "rater_id", "coder", "coder_id", "worker",
    "worker_id", "workerid", "amt_worker_ids", "judge", "judge_id", "juge", "observer", "user", "user_id",
    "username", "expert", "codeur", "annotator_name", "evaluator",
)
LABEL = (
    "label", "labels", "category", "categorie", "code", "rating", "response", "answer", "annotation", "class",
    "classe", "etiquette", "value", "valeur", "score", "note", "judgment", "judgement", "jugement", "vote",
    "choice", "reponse",
)
# fmt: on
TEXT = ("text", "texte", "sentence", "phrase", "content", "contenu")
TIME = ("timestamp", "time", "datetime", "date", "created_at", "submitted_at", "horodatage")


@dataclass(frozen=True)
class LongColumns:
    """The roles in a table with one row per label; `guessed` says in words what was recognised rather than told."""

    item: str
    annotator: str
    label: str
    text: str | None
    unused: tuple[str, ...]
    guessed: str | None
    hint: str = "override with --item-column, --annotator-column, --label-column"
    time: str | None = None
    """The column that says when each label was given."""
    time_told: bool = False


@dataclass(frozen=True)
class WideColumns:
    """The roles in a table with one row per item, or per annotator when it is transposed."""

    rows: str | None
    """The column that names the rows; None when they are numbered."""
    columns: tuple[str, ...]
    text: str | None
    unused: tuple[str, ...]
    guessed: str | None
    hint: str = "override with --item-column, --annotators"


def find_columns(
    header: Sequence[str],
    *,
    item: str | None = None,
    annotator: str | None = None,
    label: str | None = None,
    time: str | None = None,
    annotators: Sequence[str] | None = None,
    transpose: bool = False,
    file: str | None = None,
    line: int | None = None,
) -> LongColumns | WideColumns:
    """Tell the roles of the columns, or raise a DataError that lists the header and the options.

    >>> find_columns(["Annotateur", "Phrase_ID", "Étiquette"]).label
    'Étiquette'
    >>> find_columns(["item", "Ann", "Bob"]).columns
    ('Ann', 'Bob')
    """
    place = Place(file, line)
    told_item = _named(header, item, "--item-column", place)
    told_annotator = _named(header, annotator, "--annotator-column", place)
    told_label = _named(header, label, "--label-column", place)
    told_time = _named(header, time, "--time-column", place)
    if annotators is not None:
        _refuse_times(header, told_time, place)
        known = frozenset(header)
        named = tuple(
            name if name in known else _named(header, name, "--annotators", place) or name for name in annotators
        )
        return _wide(header, told_item, named, transpose, place)
    free = [name for name in header if name not in {told_item, told_annotator, told_label, told_time}]
    found_annotator = told_annotator if told_annotator is not None else _first(free, ANNOTATOR)
    found_label = told_label
    if found_label is None:
        found_label = _first([name for name in free if name != found_annotator], LABEL)
    if found_annotator is not None and found_label is not None:
        told = bool(told_annotator and told_label)
        return _long(header, told_item, found_annotator, found_label, told_time, place, told)
    if told_label is not None or (told_annotator is not None and not transpose):
        what, option = ("label", "--label-column") if found_label is None else ("annotator", "--annotator-column")
        raise _unclear(header, f"the {what} column", option, place)
    if found_annotator is not None and not transpose and _first(free, ITEM) is not None:
        raise _unclear(header, "the label column", "--label-column", place)
    _refuse_times(header, told_time, place)
    return _wide(header, told_annotator if transpose else told_item, None, transpose, place)


def _refuse_times(header: Sequence[str], told_time: str | None, place: Place) -> None:
    """A wide table has one row for several labels, and no place for when each was given."""
    if told_time is not None:
        raise _unclear(header, "the annotator and label columns that go with --time-column", "--label-column", place)


def _long(
    header: Sequence[str],
    told_item: str | None,
    annotator: str,
    label: str,
    told_time: str | None,
    place: Place,
    told: bool,
) -> LongColumns:
    rest = [name for name in header if name not in {told_item, annotator, label, told_time}]
    text = _first(rest, TEXT)
    item = told_item if told_item is not None else _first(rest, ITEM)
    if item is None:
        item, text = text, None
    if item is None:
        raise _unclear(header, "the item column", "--item-column", place)
    time = told_time if told_time is not None else _first([name for name in rest if name != item], TIME)
    unused = tuple(name for name in header if name not in {item, annotator, label, text, time})
    guessed = None
    if not (told and told_item is not None):
        guessed = f"a long table: item = '{item}', annotator = '{annotator}', label = '{label}'"
        guessed += f", time = '{time}'" if time is not None else ""
    return LongColumns(item, annotator, label, text, unused, guessed, time=time, time_told=told_time is not None)


def _wide(
    header: Sequence[str], told_rows: str | None, told: tuple[str, ...] | None, transpose: bool, place: Place
) -> WideColumns:
    others = frozenset(told or ())
    candidates = [name for name in header if name not in others]
    rows = told_rows
    if rows is None:
        rows = _first(candidates, (*ANNOTATOR, *ITEM) if transpose else ITEM)
    if rows is None and candidates and candidates[0] == "":
        rows = candidates[0]
    text = None if transpose else _first([name for name in candidates if name != rows], TEXT)
    columns = told if told is not None else tuple(name for name in header if name not in {rows, text})
    if not columns:
        raise _unclear(header, "the annotators' columns", "--annotators", place)
    twice = repeated(columns)
    if twice is not None:
        raise DataError("ACC007", f"column '{twice}' is named twice", place, "name each annotator's column once")
    used = {*columns, rows, text}
    unused = tuple(name for name in header if name not in used)
    guessed = None
    if told is None:
        one, many = ("annotator", "item(s)") if transpose else ("item", "annotator(s)")
        shown = ", ".join(f"'{name}'" for name in columns[:5]) + (", …" if len(columns) > 5 else "")
        which = f"{one} = '{rows}'" if rows is not None else f"{one}s numbered by row"
        guessed = f"a wide table: {which}, {len(columns)} {many} {shown}"
    return WideColumns(rows, columns, text, unused, guessed)


def _named(header: Sequence[str], name: str | None, option: str, place: Place) -> str | None:
    """A column asked for by name: exactly, else without regard to case and accents."""
    if name is None or name in header:
        return name
    alike = [column for column in header if _folded(column) == _folded(name)]
    if len(alike) == 1:
        return alike[0]
    shown = ", ".join(f"'{column}'" for column in header[:12]) + (", …" if len(header) > 12 else "")
    raise DataError("ACC006", f"there is no column '{name}' ({option})", place, f"the columns are {shown}")


def _first(header: Sequence[str], names: Sequence[str]) -> str | None:
    """The column that matches the earliest of `names`."""
    folded = {_folded(column): column for column in reversed(header)}
    return next((folded[name] for name in names if name in folded), None)


def fits(column: str, names: Sequence[str]) -> bool:
    """Whether a column bears one of these names, without regard to case and accents."""
    return _folded(column) in names


def _folded(name: str) -> str:
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return "_".join(plain.casefold().replace("-", "_").strip(" !#_").split())


def _unclear(header: Sequence[str], what: str, option: str, place: Place) -> DataError:
    shown = ", ".join(f"'{column}'" for column in header[:12]) + (", …" if len(header) > 12 else "")
    return DataError("ACC007", f"cannot tell {what} among {shown}", place, f"name it with {option}")
