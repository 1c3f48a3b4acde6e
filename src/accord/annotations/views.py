"""Views by name: other views of the same labels, chained freely (Fort et al. 2012, section 4.1)."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from accord.annotations.among import Names, chosen
from accord.annotations.labels import Labels
from accord.results import DataError, Place, UsageError
from accord.results.input_files import remember

GRAMMAR = (
    "write 'without Nothing', 'merge Former+New' (or 'merge Former+New as Gene'), 'universe 1165' (or a file with one "
    "item per line), 'cut 0 1 2.5 4' (from the lowest to the highest score); chain with ';'"
)


@dataclass(frozen=True, eq=False)
class View:
    """A view of labels: its name, what it did last, and the labels seen that way."""

    name: str
    kind: str
    """"without", "merge", "universe" or "cut"."""
    labels: Labels


def view(data: Labels, text: str, *, only: Names = None, without: Names = None) -> View:
    """See labels as a text says: `without X`, `merge A+B`, `universe N`, `cut 0 1 2`, chained with semicolons.

    Parameters
    ----------
    data
        Labels.
    text
        The steps, in their order.
    only, without
        The annotators who are taken, and those who are not.

    Returns
    -------
    View
        Its `labels` are the same data seen that way.

    Raises
    ------
    UsageError
        When a step cannot be read, or names a category that is not there.

    Examples
    --------
    >>> import accord
    >>> table = accord.contingency([[71, 8, 7], [13, 69, 8], [23, 15, 18840]], ["Former", "New", "Nothing"])
    >>> view(table, "without Nothing").labels
    Labels(161 items, 2 annotators, 2 categories, level nominal, 0 missing)
    >>> view(table, "merge Former+New as Gene; without Nothing").labels.categories
    Categories(Gene)
    """
    data = chosen(data, only, without)
    steps = [step.strip() for step in text.split(";")]
    if not all(steps):
        raise UsageError(f"cannot read the view {text!r}", GRAMMAR)
    kind = ""
    for step in steps:
        kind, _, rest = step.partition(" ")
        data = _seen(data, kind, rest.strip(), step)
    return View(text.strip(), kind, data)


def _seen(labels: Labels, kind: str, rest: str, step: str) -> Labels:
    if rest and kind == "without":
        return labels.without(_unquoted(rest))
    if rest and kind in ("merge", "merged"):
        members, _, name = rest.partition(" as ")
        parts = [_unquoted(part) for part in members.split("+")]
        if len(parts) < 2:
            raise UsageError(f"'{step}' merges a single category", GRAMMAR)
        return labels.merged({_unquoted(name) if name else "+".join(parts): parts})
    if rest and kind == "universe":
        return labels.universe(_items_in(rest))
    if rest and kind == "cut":
        try:
            edges = [float(edge.replace(",", ".")) for edge in rest.split()]
        except ValueError:
            raise UsageError(f"cannot read the edges in '{step}'", GRAMMAR) from None
        return labels.binned(edges)
    raise UsageError(f"cannot read the view '{step}'", GRAMMAR)


def _items_in(text: str) -> int | list[str]:
    digits = text.replace(",", "").replace("\u202f", "").replace(" ", "")
    if digits.isdecimal():
        return int(digits)
    path = Path(_unquoted(text))
    remember(path)
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = "'universe' takes a number of items, or a file with one item per line"
        raise DataError("ACC001", f"cannot read the list of items: {reason}", Place(str(path)), hint) from error
    return [line.strip() for line in lines if line.strip()]


def _unquoted(text: str) -> str:
    """A name, with quotes around it when it holds a + or a semicolon."""
    text = text.strip()
    if text[:1] in ("'", '"'):
        try:
            return " ".join(shlex.split(text))
        except ValueError:
            return text
    return text
