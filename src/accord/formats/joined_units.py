"""Units that annotators tied together because their tool has no discontinuous ones: fragments of one unit.

INCEpTION has none, and people draw a relation or fill a link between the parts; so it is in other tools. Which
relations mean that, nobody but the annotators knows: they are named with `joined_by`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from accord.annotations.annotated import at_places, picked
from accord.annotations.campaign import Campaign, Layer
from accord.annotations.fragment_cells import FragmentsChecked
from accord.annotations.fragments import Bounds, Cell
from accord.results import DataError, Diagnostic, Place
from accord.results.option_names import option
from accord.results.wording import many

Name = tuple[str, str, str]
"""Document, annotator and the name of a unit."""


@dataclass
class _Tied:
    """Units that are tied together, by the one that stands for them."""

    above: dict[Name, Name] = field(default_factory=dict)

    def top(self, name: Name) -> Name:
        while (parent := self.above.get(name, name)) != name:
            name = parent
        return name

    def tie(self, name: Name, partner: Name) -> None:
        first, second = self.top(name), self.top(partner)
        if first != second:
            self.above[second] = first
        self.above.setdefault(first, first)


def with_joined_units(campaign: Campaign, joined_by: str) -> Campaign:
    """The same export, in which units that relations of that type or field tie are one discontinuous unit.

    A unit has the category of its fragments; one that is told by some of them only is theirs. Other relations lead to
    the whole unit.
    """
    links = [layer for layer in campaign.of_kind("relations") if _joining(layer, joined_by)]
    if not links:
        raise _unknown(campaign, joined_by)
    tied: dict[str, _Tied] = {}
    for layer in links:
        if layer.units is None:
            raise DataError("ACC439", f"{layer} relates units without positions", Place(campaign.source))
        if layer.units == layer.name:  # units of several layers, gathered for these links alone
            campaign = _with_fillers(campaign, layer, _joining(layer, joined_by))
            continue
        for row in _joining(layer, joined_by):
            tied.setdefault(layer.units, _Tied()).tie(*_ends(layer, row))
    changed = FragmentsChecked()
    layers = [_joined(layer, tied, joined_by, changed, campaign.source) for layer in campaign.layers]
    number = sum(name != top for group in tied.values() for name, top in group.above.items())
    number += sum(len(_joining(layer, joined_by)) for layer in links if layer.units == layer.name)
    pieces = many(number, "unit is a fragment", "units are fragments")
    note = Diagnostic("ACC438", f"{pieces} of the unit that '{joined_by}' ties to another", Place(campaign.source))
    kept = tuple(layer for layer in layers if len(layer) or layer.kind != "relations")
    diagnostics = (*campaign.diagnostics, note, *changed.said(Place(campaign.source)))
    return replace(campaign, layers=kept, diagnostics=diagnostics)


_ENDS = ("origin", "target")


def _ends(layer: Layer, row: int) -> tuple[Name, Name]:
    origin, target = (str(layer.columns[end][row]) for end in _ENDS)
    return (layer.document[row], layer.annotator[row], origin), (layer.document[row], layer.annotator[row], target)


def _with_fillers(campaign: Campaign, links: Layer, rows: list[int]) -> Campaign:
    """Units with the fragments that stand in another layer, to which links of theirs lead; several may share one."""
    mixed = next(layer for layer in campaign.of_kind("spans") if layer.name == links.units)
    place = {name: row for row, name in enumerate(_named(mixed))}
    pieces: dict[tuple[str, Name], list[Bounds]] = {}
    for row in rows:
        (where, who, head), filler = _ends(links, row)
        base, _, name = head.partition(":")  # as the reader names units of several layers
        pieces.setdefault((base, (where, who, name)), []).extend(_pieces(mixed, place[filler]))
    changed = FragmentsChecked()
    layers = []
    for layer in campaign.layers:
        own = layer.name.partition(".")[0]
        if layer.kind == "spans" and layer is not mixed and any(base == own for base, _ in pieces):
            layer = _filled(layer, {name: more for (base, name), more in pieces.items() if base == own}, changed)
        if layer is not mixed and layer is not links:
            layers.append(layer)
    diagnostics = changed.said(Place(campaign.source))
    return replace(campaign, layers=tuple(layers), diagnostics=(*campaign.diagnostics, *diagnostics))


def _filled(layer: Layer, more: Mapping[Name, list[Bounds]], changed: FragmentsChecked) -> Layer:
    starts, ends = np.array(layer.columns["start"]), np.array(layer.columns["end"])
    cells: list[Cell] = list(layer.columns.get("fragments", [None] * len(layer)))
    for row, name in enumerate(_named(layer)):
        if name in more:
            pieces = sorted([*_pieces(layer, row), *more[name]])
            (starts[row], ends[row]), cells[row] = changed.of(pieces, Place(item=name[0]))
    return replace(layer, columns={**layer.columns, "start": starts, "end": ends, "fragments": cells})


def _named(layer: Layer) -> Iterable[Name]:
    return zip(layer.document, layer.annotator, map(str, layer.columns["name"]), strict=True)


def _pieces(layer: Layer, row: int) -> Sequence[Bounds]:
    known = layer.columns["fragments"][row] if "fragments" in layer.columns else None
    return known or ((float(layer.columns["start"][row]), float(layer.columns["end"][row])),)


def _joining(layer: Layer, joined_by: str) -> list[int]:
    """The rows of relations that tie fragments: all of a field of that name, or those of that type."""
    if layer.name == joined_by:
        return list(range(len(layer)))
    return [row for row, label in enumerate(layer.columns["label"]) if label == joined_by]


def _joined(
    layer: Layer, tied: Mapping[str, _Tied], joined_by: str, changed: FragmentsChecked, source: str | None
) -> Layer:
    if layer.kind == "relations":
        return _led_to_units(layer, tied, joined_by)
    base = next((name for name in tied if layer.name == name or layer.name.startswith(f"{name}.")), None)
    if layer.kind != "spans" or base is None or "name" not in layer.columns:
        return layer
    return _units(layer, tied[base], changed, source)


def _units(layer: Layer, tied: _Tied, changed: FragmentsChecked, source: str | None) -> Layer:
    """The units of a field, those that are tied as one: it stands where the first of them to start does."""
    columns = layer.columns
    known = columns.get("fragments")
    cells: list[Cell] = [None] * len(layer) if known is None else [*known]
    names = [str(name) for name in columns["name"]]
    groups: dict[Name, list[int]] = {}
    for row, name in enumerate(_named(layer)):
        if name in tied.above:
            groups.setdefault(tied.top(name), []).append(row)
    starts, ends, categories = np.array(columns["start"]), np.array(columns["end"]), list(columns["category"])
    dropped: set[int] = set()
    for top, rows in groups.items():
        first = min(rows, key=lambda row: starts[row])
        place = Place(source, item=top[0])
        pieces = [bounds for row in rows for bounds in _pieces(layer, row)]
        (starts[first], ends[first]), cells[first] = changed.of(sorted(pieces), place)
        categories[first] = _one_category((categories[row] for row in rows), place)
        names[first] = top[2]
        dropped |= set(rows) - {first}
    kept = np.array([row for row in range(len(layer)) if row not in dropped], dtype=np.int64)
    made = {**columns, "start": starts, "end": ends, "category": categories, "name": names, "fragments": cells}
    return replace(
        layer,
        **picked(layer, kept, "document", "annotator"),
        columns={name: at_places(column, kept) for name, column in made.items()},
    )


def _one_category(categories: Iterable[object], place: Place) -> object:
    distinct = list(dict.fromkeys(category for category in categories if category is not None))
    if len(distinct) > 1:
        message = f"units that are tied together are a '{distinct[0]}' and a '{distinct[1]}'"
        raise DataError("ACC439", message, place, "fragments of one unit have one category; correct it in the tool")
    return distinct[0] if distinct else None


def _led_to_units(layer: Layer, tied: Mapping[str, _Tied], joined_by: str) -> Layer:
    """The other relations, to whole units."""
    own = tied.get(layer.units or "")
    joining = set(_joining(layer, joined_by))
    rows = np.array([row for row in range(len(layer)) if row not in joining], dtype=np.int64)
    columns = {name: at_places(column, rows) for name, column in layer.columns.items()}
    made = replace(layer, **picked(layer, rows, "document", "annotator"), columns=columns)
    if own is None:
        return made
    for end in _ENDS:
        names = zip(made.document, made.annotator, columns[end], strict=True)
        columns[end] = [own.top((where, who, str(name)))[2] for where, who, name in names]
    members = [(where, who, own.top((where, who, name))[2], kind) for where, who, name, kind in layer.components]
    return replace(made, columns=columns, components=list(dict.fromkeys(members)))


def _unknown(campaign: Campaign, joined_by: str) -> DataError:
    links = campaign.of_kind("relations")
    known = [layer.name for layer in links]
    known += [str(label) for layer in links for label in dict.fromkeys(layer.columns["label"]) if label is not None]
    shown = ", ".join(dict.fromkeys(known[:12])) or "none"
    message = f"no relation is called '{joined_by}' ({option('joined_by')})"
    return DataError("ACC439", message, Place(campaign.source), f"the fields and types of relations are {shown}")
