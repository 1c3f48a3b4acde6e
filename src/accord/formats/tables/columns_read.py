"""What the columns of a table of spans, relations or answers were read as, and whether that was a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.formats.options import ReadOptions
from accord.results import Reading

_OPTION = {
    "document": "document_column", "annotator": "annotator_column", "start": "start_column", "end": "end_column",
    "category": "label_column", "label": "label_column", "answer": "label_column", "origin": "origin_column",
    "target": "target_column", "item": "item_column",
}  # fmt: skip


def columns_reading(what: str, roles: Mapping[str, str | None], options: ReadOptions, more: str = "") -> Reading:
    """A column that does not bear the name of its role, and was not named, was guessed.

    >>> found = columns_reading("spans", {"annotator": "annotator", "start": "begin"}, ReadOptions())
    >>> found.text, found.guessed, found.options
    ("a table of spans: annotator = 'annotator', start = 'begin'", True, ('start_column', 'kind=labels'))
    """
    shown = ", ".join(f"{role} = '{name}'" for role, name in roles.items() if name is not None)
    guessed = [
        _OPTION[role]
        for role, name in roles.items()
        if name is not None
        and role in _OPTION
        and name.strip().casefold() != role
        and getattr(options, _OPTION[role]) is None
    ]
    settled = tuple(dict.fromkeys(guessed))
    if settled and options.kind is None:
        settled = (*settled, "kind=labels")
    return Reading("columns", f"a table of {what}: {shown}{more}", bool(guessed), settled)


def unused_columns(header: Sequence[str], used: Sequence[str]) -> tuple[Reading, ...]:
    """The columns that have no role, as set aside."""
    unused = [name for name in header if name not in used]
    if not unused:
        return ()
    more = ", …" if len(unused) > 6 else ""
    return (Reading("set aside", f"columns not used: {', '.join(unused[:6])}{more}"),)


def asked_in_rows(silent: int, one: str) -> Reading:
    """Of a table with rows for those who found nothing, who was asked is known; of another it is a guess."""
    if silent:
        return Reading("asked", f"whoever has a row, {silent:,} of them without {one}")
    return Reading("asked", f"whoever has {one}", True, ("asked=everyone", "asked"))
