"""What a table of relations declares about them beside each relation: which types hold in both directions (a column
`symmetric`), and what the relations of an annotator must form (a column `constraint`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accord.annotations.campaign import Campaign, Layer
from accord.annotations.categories import canonical_text
from accord.annotations.column_texts import as_text
from accord.annotations.frames import Origin
from accord.annotations.lazy_polars import pl
from accord.annotations.numbered_columns import Column
from accord.annotations.relations import CONSTRAINTS
from accord.annotations.roles import listed_names
from accord.formats.options import ReadOptions
from accord.results import DataError, Diagnostic, Diagnostics, Place, Reading
from accord.results.option_names import option

SYMMETRIC = "symmetric"
CONSTRAINT = "constraint"
YES, NO = "yes", "no"
_YES = frozenset({YES, "true", "1", "1.0", "x", "y", "oui", "vrai", "both"})
_NO = frozenset({NO, "false", "0", "0.0", "n", "non", "faux", "-"})


@dataclass(frozen=True)
class DeclaredRelations:
    """The types that hold in both directions, and the constraint, with the columns that say so."""

    symmetric: tuple[str, ...] = ()
    constraint: str | None = None
    columns: tuple[str, ...] = ()

    @property
    def reading(self) -> tuple[Reading, ...]:
        parts = [f"{listed_names(self.symmetric)} in both directions"] if self.symmetric else []
        parts += [f"constraint {self.constraint}"] if self.constraint is not None else []
        return (Reading("columns", f"relations: {'; '.join(parts)}"),) if parts else ()


def declares(column: str) -> bool:
    """Whether the name of a column is that of such a declaration."""
    return column.strip().casefold() in (SYMMETRIC, CONSTRAINT)


def declared_in(frame: pl.DataFrame, label: Column[str | None], origin: Origin) -> DeclaredRelations:
    """What the columns `symmetric` and `constraint` of a table declare; a column of other words is not such a one."""
    columns = {name.strip().casefold(): name for name in reversed(frame.columns)}
    symmetric, constraint = columns.get(SYMMETRIC), columns.get(CONSTRAINT)
    types = None if symmetric is None else _symmetric_types(_words(frame, symmetric, origin), label, symmetric, origin)
    form = None if constraint is None else _constraint(_words(frame, constraint, origin), constraint, origin)
    used = [(symmetric, types is not None), (constraint, form is not None)]
    return DeclaredRelations(types or (), form or None, tuple(name for name, yes in used if name is not None and yes))


def _words(frame: pl.DataFrame, column: str, origin: Origin) -> list[str]:
    cells = frame[column]
    texts = as_text(cells.cast(pl.String) if cells.dtype == pl.Boolean else cells, origin.file).to_list()
    return [(text or "").strip().casefold() for text in texts]


def _symmetric_types(
    words: Sequence[str], label: Column[str | None], column: str, origin: Origin
) -> tuple[str, ...] | None:
    """The types of the rows that say yes; None where the column says nothing of the kind."""
    known = _YES | _NO
    if not any(word in known for word in words):
        return None
    directions: dict[str, bool] = {}
    for row, (word, kind) in enumerate(zip(words, label, strict=True)):
        if word and word not in known:
            message = f"'{word}' in column '{column}' is neither yes nor no"
            raise DataError("ACC390", message, origin.place(row), "yes where the relation holds in both directions")
        if kind is None and word in _YES:
            message = "a relation without a type is said to hold in both directions"
            raise DataError("ACC390", message, origin.place(row), "give it a type: types hold in both directions")
        if kind is not None and directions.setdefault(canonical_text(kind), word in _YES) != (word in _YES):
            message = f"relations of the type '{kind}' hold in both directions in some rows and in others not"
            raise DataError(
                "ACC390", message, origin.place(row), "a type does or does not: give two types, or one word"
            )
    return tuple(kind for kind, both in directions.items() if both)


def _constraint(words: Sequence[str], column: str, origin: Origin) -> str | None:
    """The one constraint that all rows name; None where the column names none."""
    if not any(word in CONSTRAINTS for word in words):
        return None
    first = next(word for word in words if word)
    for row, word in enumerate(words):
        if word and word not in CONSTRAINTS:
            raise DataError("ACC390", f"there is no constraint '{word}'", origin.place(row), _ONE_OF)
        if word and word != first:
            message = f"column '{column}' says '{first}' and '{word}'"
            raise DataError("ACC390", message, origin.place(row), "a data set has one constraint")
    return first


_ONE_OF = f"it is one of {', '.join(CONSTRAINTS)}"


def together(parts: Sequence[DeclaredRelations], options: ReadOptions, file: str | None) -> DeclaredRelations:
    """What several tables declare, and what was told besides; a constraint that was told is that of all."""
    types = dict.fromkeys(kind for part in parts for kind in part.symmetric)
    types |= dict.fromkeys(map(canonical_text, options.symmetric or ()))
    if options.constraint is not None:
        return DeclaredRelations(tuple(types), options.constraint)
    forms = list(dict.fromkeys(part.constraint for part in parts if part.constraint is not None))
    if len(forms) > 1:
        message = f"the tables declare the constraints {listed_names(forms)}"
        raise DataError("ACC390", message, Place(file), f"choose one with {option('constraint')}")
    return DeclaredRelations(tuple(types), forms[0] if forms else None)


def with_declared(campaign: Campaign, options: ReadOptions) -> Campaign:
    """A campaign whose relations are as was told."""
    if options.symmetric is None and options.constraint is None:
        return campaign
    layers: list[Layer] = []
    diagnostics: list[Diagnostic] = []
    for layer in campaign.layers:
        if layer.kind == "relations":
            told = together([DeclaredRelations(layer.symmetric, layer.constraint)], options, campaign.source)
            diagnostics += unknown_types(options, list(layer.columns["label"]), campaign.source)
            layer = replace(layer, symmetric=told.symmetric, constraint=told.constraint or layer.constraint)
        layers.append(layer)
    return replace(campaign, layers=tuple(layers), diagnostics=(*campaign.diagnostics, *diagnostics))


def unknown_types(options: ReadOptions, label: Sequence[object], file: str | None) -> Diagnostics:
    """A word about types that were told and of which there is no relation: a name may be misspelt."""
    known = dict.fromkeys(canonical_text(kind) for kind in label if kind is not None)
    strange = [kind for kind in map(canonical_text, options.symmetric or ()) if kind not in known]
    if not strange:
        return ()
    there = f"the types are {listed_names(list(known))}" if known else "relations have no types"
    message = f"no relation is of the type {listed_names(strange)}, which {option('symmetric')} names; {there}"
    return (Diagnostic("ACC391", message, Place(file)),)
