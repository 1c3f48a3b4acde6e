"""Several files of one data set as one: items and annotators are the same when their names are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.categories import SET_SEPARATOR
from accord.annotations.frames import from_long
from accord.formats.options import ReadOptions
from accord.results import Diagnostic, UsageError

_OF_THE_WHOLE = {"ACC101", "ACC102", "ACC104", "ACC105", "ACC108", "ACC110"}  # said again about all files together


def joined(parts: Sequence[Labels], options: ReadOptions) -> Labels:
    """The labels of all parts under each other."""
    import polars as pl

    items: list[pl.Series] = []
    people: list[pl.Series] = []
    cells: list[pl.Series] = []
    times: list[NDArray[np.float64]] = []
    for part in parts:
        if part.items is None or part.annotators is None or part.who is None:
            raise UsageError("tables of counts and contingency tables cannot be joined", "read one file at a time")
        rated = np.repeat(np.arange(part.rows), part.sizes)
        items.append(pl.Series(part.items, dtype=pl.String).gather(rated))
        people.append(pl.Series(part.annotators, dtype=pl.String).gather(part.who))
        cells.append(pl.Series(part.categories.texts, dtype=pl.String).gather(part.codes))
        times.append(part.times if part.times is not None else np.full(len(part.codes), np.nan))
    sets = {part.categories.sets for part in parts} == {True}
    whole = from_long(
        pl.concat(items),
        pl.concat(people),
        pl.concat(cells),
        categories=options.categories,
        level=parts[0].level,
        nothing=options.nothing,
        set_separator=SET_SEPARATOR if sets else None,
        times=np.concatenate(times) if any(part.times is not None for part in parts) else None,
    )
    said = [one for part in parts for one in part.diagnostics if one.code not in _OF_THE_WHOLE]
    said.append(Diagnostic("ACC103", f"{len(parts)} files are joined by the names of items and annotators"))
    sources = ", ".join(part.source for part in parts if part.source is not None)
    return replace(whole, diagnostics=(*said, *whole.diagnostics), source=sources)
