"""The column of a table of annotations that tells what each annotator is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from accord.annotations.column_names import first_fitting
from accord.annotations.column_texts import as_text
from accord.annotations.columns import ANNOTATOR
from accord.annotations.frames import Origin
from accord.annotations.lazy_polars import pl
from accord.annotations.roles import ROLES, Role, role_of_word
from accord.results import DataError

_SURE = ("annotator_kind", "annotator_role", "annotator_type")
ROLE_COLUMNS = (*_SURE, "role")


def role_column(header: Iterable[str]) -> str | None:
    """
    >>> role_column(["item", "annotator", "annotator_kind", "label"])
    'annotator_kind'
    """
    return first_fitting(list(header), ROLE_COLUMNS)


def without_roles(
    frame: pl.DataFrame, origin: Origin, *, annotator: str | None, others: Sequence[str | None] = ()
) -> tuple[pl.DataFrame, dict[str, Role]]:
    """The table without its column of roles, and the roles; `role` alone may mean something else and is then kept.

    `annotator` is the column of annotators where it was told, `others` are columns that were told to be something else.
    """
    column = role_column(frame.columns)
    if column is None or column in others:
        return frame, {}
    who = annotator or first_fitting([name for name in frame.columns if name != column], ANNOTATOR)
    if who is None or who not in frame.columns:
        return frame, {}
    words = [None if word is None else str(word).strip() or None for word in frame[column].to_list()]
    if not any(words) or (column not in _SURE and any(word and role_of_word(word) is None for word in words)):
        return frame, {}
    return frame.drop(column), _roles(as_text(frame[who], origin.file).to_list(), words, column, origin)


def _roles(names: Sequence[str | None], words: Sequence[str | None], column: str, origin: Origin) -> dict[str, Role]:
    """The role of each annotator; a DataError where a word is none, or somebody has two."""
    roles: dict[str, Role] = {}
    for row, (name, word) in enumerate(zip(names, words, strict=True)):
        role = None if word is None else role_of_word(word)
        if word is not None and role is None:
            hint = f"roles are {', '.join(ROLES)}"
            raise DataError("ACC220", f"'{word}' in column '{column}' is not a role", origin.place(row), hint)
        if name is not None and role is not None and roles.setdefault(name, role) != role:
            message = f"'{name}' is a {roles[name]} and a {role}"
            raise DataError("ACC220", message, origin.place(row), "give each annotator one role")
    return roles
