"""Whether labels that were read are likely to be what was meant; what is not is refused or told."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from accord.annotations.labels import Labels
from accord.results import DataError, Diagnostic, Place
from accord.results.option_names import option

FEW = 20  # categories; fewer are a vocabulary, however seldom each occurs
FEWEST = 10  # labels of one annotator that prove something
MOST_CELLS = 1 << 22  # annotators × categories that are counted in a table
MANY = 10  # annotators; fewer are never taken for items


def refuse_implausible(built: Labels, *, guessed: bool, array: bool = False) -> tuple[Diagnostic, ...]:
    """Raise a DataError about labels that can hardly be labels, where their columns were guessed; what remains
    doubtful is said. The columns of
    an `array` may have nothing in common: annotators who never agree; but not with as many labels as items have."""
    place = Place(built.source)
    diagnostics: list[Diagnostic] = []
    if built.annotators is None or built.table is not None or built.categories.sets:  # a table has few categories
        return ()
    if len(built.categories) > FEW:
        used = np.bincount(built.codes, minlength=len(built.categories))
        once = int((used == 1).sum())
        if (
            once > (used > 0).sum() / 2
            and 2 * len(built.categories) > len(built.codes)
            and built.categories.values is None
        ):
            message = f"{once:,} of {len(built.categories):,} categories occur once, as ids and texts do"
            hint = f"name the column of the labels: {option('label_column')}"
            if guessed:
                raise DataError("ACC212", message, place, hint)
            diagnostics.append(Diagnostic("ACC212", message, place, hint))
    if built.n_annotators <= 1 or len(built.codes) == 0:
        return tuple(diagnostics)
    return (*diagnostics, *_strangers(built, guessed, place, array=array))


def _strangers(built: Labels, guessed: bool, place: Place, *, array: bool) -> tuple[Diagnostic, ...]:
    """Annotators who share nothing with the others: ids that were taken for one are refused, others are told."""
    totals, distinct, known = _use(built)
    names = built.annotators or ()
    if len(built.categories) > FEW and guessed:
        usual = np.median(distinct[totals > 0] / totals[totals > 0])
        ids = (totals >= FEWEST) & (distinct == totals) & (known < totals / 2)
        if ids.any() and usual < 0.5:
            who = names[int(np.argmax(ids))]
            message = f"the labels of annotator '{who}' are all different and used by nobody else, as ids are"
            hint = f"leave the ids out of the labels: {option('item_column')}"
            raise DataError("ACC212", message, place, hint)
    if built.categories.values is not None:
        return ()
    heard = totals >= min(FEWEST, max(2, int(totals.max())))
    apart = heard & (known == 0)
    if not apart.any():
        return ()
    if (known[totals > 0] == 0).all():
        message = "no annotator shares a category with another"
        hint = "if there is one row per label, name its columns: " + ", ".join(
            map(option, ("item_column", "annotator_column", "label_column"))
        )
        if guessed and totals.min() >= FEWEST and (not array or len(built.categories) > FEW):
            raise DataError("ACC213", message, place, hint)
        return (Diagnostic("ACC213", message, place, hint),)
    shown = ", ".join(f"'{names[annotator]}'" for annotator in np.flatnonzero(apart)[:6])
    message = f"{shown} share{'s' if apart.sum() == 1 else ''} no category with the other annotators"
    return (
        Diagnostic("ACC213", message, place, "other codes for the categories, or a column that is not an annotator"),
    )


def _use(built: Labels) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """(annotators,) labels given, different ones among them, and labels that somebody else used too."""
    people_of = built.who if built.who is not None else np.zeros(len(built.codes), dtype=np.int32)
    categories, people = len(built.categories), built.n_annotators
    cells = people_of.astype(np.int64) * categories + built.codes
    if people * categories <= MOST_CELLS:
        used = np.bincount(cells, minlength=people * categories)
        pairs = np.flatnonzero(used)
        times = used[pairs]
    else:
        pairs, times = np.unique(cells, return_counts=True)
    who, code = pairs // categories, pairs % categories
    shared = np.bincount(code, minlength=categories) > 1
    totals = np.bincount(who, weights=times, minlength=people).astype(np.int64)
    known = np.bincount(who, weights=times * shared[code], minlength=people).astype(np.int64)
    return totals, np.bincount(who, minlength=people), known


def refuse_repetition(built: Labels, item: str, *, guessed: bool, columns: Sequence[str] = ()) -> None:
    """Most rows are another rating of an item by the same annotator: the column of the items is likely another, or the
    table is one of spans."""
    if guessed and built.n_repeated > built.n_labels:
        spans = {"start", "end"} <= {name.casefold() for name in columns}
        raise DataError(
            "ACC214",
            f"most rows rate an item again by the same annotator, if items are in column '{item}'",
            Place(built.source),
            f"name the column of the items with {option('item_column')}; "
            "where several name an item together, join them into one"
            + (f"; spans are read with {option('kind', 'spans')}" if spans else ""),
        )
