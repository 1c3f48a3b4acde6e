"""The column of a table of annotations that tells what each annotator is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from accord.annotations.columns import ANNOTATOR
from accord.annotations.roles import ROLES, Role, role_of_word
from accord.formats.label_tables import SourceTable
from accord.formats.options import ReadOptions
from accord.formats.roles import first_fitting
from accord.results import DataError

_SURE = ("annotator_kind", "annotator_role", "annotator_type")
ROLE_COLUMNS = (*_SURE, "role")


def role_column(header: Iterable[str]) -> str | None:
    """
    >>> role_column(["item", "annotator", "annotator_kind", "label"])
    'annotator_kind'
    """
    return first_fitting(list(header), ROLE_COLUMNS)


def without_roles(table: SourceTable, options: ReadOptions) -> tuple[SourceTable, dict[str, Role]]:
    """The table without its column of roles, and the roles; `role` alone may mean something else and is then kept."""
    frame = table.frame
    column = role_column(frame.columns)
    if column is None or column in (options.label_column, options.item_column):
        return table, {}
    who = options.annotator_column or first_fitting([name for name in frame.columns if name != column], ANNOTATOR)
    if who is None or who not in frame.columns or options.table or options.counts:
        return table, {}
    words = [None if word is None else str(word).strip() or None for word in frame[column].to_list()]
    if not any(words) or (column not in _SURE and any(word and role_of_word(word) is None for word in words)):
        return table, {}
    roles: dict[str, Role] = {}
    for row, (name, word) in enumerate(zip(frame[who].to_list(), words, strict=True)):
        role = None if word is None else role_of_word(word)
        if word is not None and role is None:
            hint = f"roles are {', '.join(ROLES)}"
            raise DataError("ACC220", f"'{word}' in column '{column}' is not a role", table.origin.place(row), hint)
        if name is not None and role is not None and roles.setdefault(str(name), role) != role:
            message = f"'{name}' is a {roles[str(name)]} and a {role}"
            raise DataError("ACC220", message, table.origin.place(row), "give each annotator one role")
    return replace(table, frame=frame.drop(column)), roles
