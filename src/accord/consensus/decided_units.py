"""Units as people decided about them, in place of what a vote could not settle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from accord.annotations import Spans
from accord.annotations.fragments import fragments_of
from accord.annotations.spans import UNCATEGORISED
from accord.consensus.units import ConsensusUnit, ConsensusUnits
from accord.formats.tables.own_files import LEFT_OUT
from accord.results import DataError, Place
from accord.results.option_names import command

Where = tuple[str, float, float]
"""(document, start, end)"""


def with_decisions(made: ConsensusUnits, decided: Mapping[Where, str], source: str | None = None) -> ConsensusUnits:
    """The consensus in which units to discuss are what was decided: of that category, or left out ("-").

    Where units have no categories, any other word says that there is one.
    """
    known = {(unit.document, unit.start, unit.end) for unit in made.units if unit.discuss}
    strange = next((where for where in decided if where not in known), None)
    if strange is not None:
        message = f"a decision about {strange[1]:g} to {strange[2]:g}, which is not among the units to discuss"
        hint = f"write the list anew with {command('reference')}, from the same annotations"
        raise DataError("ACC226", message, Place(source, item=strange[0]), hint)
    units = tuple(_decided(unit, decided, made.data, source) for unit in made.units)
    return replace(made, units=units, spans=_included(units, made.spans))


def _decided(unit: ConsensusUnit, decided: Mapping[Where, str], data: Spans, source: str | None) -> ConsensusUnit:
    decision = decided.get((unit.document, unit.start, unit.end)) if unit.discuss else None
    if decision is None:
        return unit
    if decision == LEFT_OUT:
        return replace(unit, included=False, discuss=())
    if not data.categories.texts:
        return replace(unit, included=True, discuss=())
    if decision not in data.categories.index:
        message = f"the decision '{decision}' is not a category of these units"
        hint = f"they are {data.categories}; '{LEFT_OUT}' leaves the unit out"
        raise DataError("ACC226", message, Place(source, item=unit.document), hint)
    return replace(unit, included=True, category=decision, discuss=())


def _included(units: tuple[ConsensusUnit, ...], reference: Spans) -> Spans:
    """The units that are part of the reference, as the spans of its one annotator."""
    kept = [unit for unit in units if unit.included]
    documents = {name: place for place, name in enumerate(reference.documents)}
    index = reference.categories.index
    codes = np.array(
        [UNCATEGORISED if unit.category is None else index[unit.category] for unit in kept], dtype=np.int32
    )
    where = np.array([documents[unit.document] for unit in kept], dtype=np.int32)
    starts = np.array([unit.start for unit in kept], dtype=np.float64)
    ends = np.array([unit.end for unit in kept], dtype=np.float64)
    order = np.lexsort((codes, ends, starts, where))
    return replace(
        reference,
        document=where[order],
        who=np.zeros(len(kept), dtype=np.int32),
        starts=starts[order],
        ends=ends[order],
        codes=codes[order],
        fragments=fragments_of(starts[order], ends[order], [kept[place].fragments for place in order.tolist()]),
    )
