"""From the rows of WebAnno TSV to units and links: one annotation may stand in many rows, many in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from accord.formats.parsing.webanno_rows import BASE, ROLE, LayerHead, Tsv, WebAnnoRow, odd, stacked, value_and_id
from accord.results import DataError, Place

ANY = ("uima.tcas.Annotation", "uima.cas.TOP")
_MAIN = ("value", "PosValue", "DependencyType", "referenceType")


@dataclass
class Unit:
    """An annotation of a layer, and the rows it stands in."""

    name: str
    rows: list[WebAnnoRow]
    values: dict[str, str | None] = field(default_factory=dict)
    slots: list[tuple[str, str, str | None]] = field(default_factory=list)
    """(slot feature, target as written, role)"""

    @property
    def first(self) -> WebAnnoRow:
        return self.rows[0]


@dataclass(frozen=True)
class WebAnnoLink:
    """A relation between units of layers, by their names."""

    line: int
    origin: tuple[str, str]
    """(type, name), as is the target."""
    target: tuple[str, str]
    values: dict[str, str | None]


@dataclass
class WebAnnoAnnotations:
    units: dict[str, dict[str, Unit]] = field(default_factory=dict)
    """By type and name."""
    links: dict[tuple[str, str | None], list[WebAnnoLink]] = field(default_factory=dict)
    """By the type of a relation or chain, or the type and feature of a slot."""


def annotated(tsv: Tsv, file: str) -> WebAnnoAnnotations:
    """All units first, as a relation may point to a unit that is still to come."""
    annotations = WebAnnoAnnotations({layer.type: {} for layer in tsv.layers if layer.kind != "relation"})
    places = _places(tsv.layers)
    for layer, first in places:
        if layer.kind == "span":
            _spans(layer, first, tsv.rows, annotations.units[layer.type], file)
        elif layer.kind == "chain":
            _chains(layer, first, tsv.rows, annotations, file)
    index = _Index(tsv.rows, annotations)
    for layer, first in places:
        if layer.kind == "relation":
            annotations.links[layer.type, None] = _relations(layer, first, tsv.rows, index, file)
        elif layer.kind == "span":
            _slots(layer, annotations, index, file)
    return annotations


def runs(unit: Unit, order: Mapping[str, int], rows: Sequence[WebAnnoRow]) -> list[tuple[WebAnnoRow, WebAnnoRow]]:
    """The first and the last row of each stretch of a unit; `order` is the place of each token among all rows.

    Tokens between two rows of a unit that are not its own part it, but for the token that a row is a part of.
    """
    stretches = [(unit.rows[0], unit.rows[0])]
    for row in unit.rows[1:]:
        first, last = stretches[-1]
        between = rows[order[last.token] + 1 : order[row.token]]
        if any(
            last.end <= inner_row.start and inner_row.end <= row.start and inner_row.end > inner_row.start
            for inner_row in between
        ):
            stretches.append((row, row))
        else:
            stretches[-1] = (first, row)
    return stretches


def features(layer: LayerHead) -> list[str]:
    """The plain features of a layer, the one that gives the category first."""
    plain: list[str] = []
    skip = False
    for column in layer.columns:
        if skip or column.startswith((ROLE, BASE)) or not column:
            skip = column.startswith(ROLE)  # the type of the target follows
            continue
        plain.append(column)
    return sorted(plain, key=lambda name: _MAIN.index(name) if name in _MAIN else len(_MAIN))


def slot_name(column: str) -> str:
    """The feature in the name of a slot's column.

    >>> slot_name("ROLE_webanno.custom.SemPred:RoleSet_webanno.custom.SemPredRoleSetLink")
    'RoleSet'
    """
    return column.partition(":")[2].partition("_")[0] or column


def ends_of(layer: LayerHead, slot: str | None, known: Sequence[str]) -> list[str]:
    """The types of the units that the links of a layer, or of a slot of it, may join: as the header declares them."""
    if layer.kind == "chain":
        return [layer.type]
    if slot is None:
        declared = [layer.columns[-1].removeprefix(BASE)]
    else:
        pairs = zip(layer.columns, layer.columns[1:], strict=False)
        declared = [layer.type, *(kind for name, kind in pairs if name.startswith(ROLE) and slot_name(name) == slot)]
    return list(dict.fromkeys(known if any(kind in ANY for kind in declared) else declared))


def _places(layers: Sequence[LayerHead]) -> list[tuple[LayerHead, int]]:
    """Each layer with the place of its first column."""
    places, at = [], 0
    for layer in layers:
        places.append((layer, at))
        at += len(layer.columns)
    return places


def _spans(layer: LayerHead, first: int, rows: Sequence[WebAnnoRow], units: dict[str, Unit], file: str) -> None:
    for row in rows:
        columns = [stacked(cell) for cell in row.cells[first : first + len(layer.columns)]]
        for place in range(max(map(len, columns))):
            items = [column[place] if place < len(column) else "*" for column in columns]
            parted = [value_and_id(item) for item in items]
            # the number of a slot's target belongs to the target
            own = [ident for name, (_, ident) in zip(layer.columns, parted, strict=True) if not _is_target(layer, name)]
            known = next((number for number in own if number is not None), None)
            token = row.token if place == 0 else f"{row.token}#{place + 1}"
            name = f"[{known}]" if known is not None else token
            unit = units.get(name)
            if unit is None:
                units[name] = _unit(name, layer, row, items, [value for value, _ in parted])
            else:
                unit.rows.append(row)


def _is_target(layer: LayerHead, name: str) -> bool:
    place = layer.columns.index(name)
    return place > 0 and layer.columns[place - 1].startswith(ROLE)


def _unit(name: str, layer: LayerHead, row: WebAnnoRow, items: Sequence[str], values: Sequence[str | None]) -> Unit:
    unit = Unit(name, [row])
    place = 0
    while place < len(layer.columns):
        column = layer.columns[place]
        if column.startswith(ROLE) and place + 1 < len(layer.columns):
            roles, targets = stacked(items[place], ";"), stacked(items[place + 1], ";")
            for role, target in zip(roles, targets, strict=False):
                if target not in ("*", ""):
                    unit.slots.append((column, target, value_and_id(role)[0]))
            place += 2
            continue
        if column:
            unit.values[column] = values[place]
        place += 1
    return unit


def _chains(layer: LayerHead, first: int, rows: Sequence[WebAnnoRow], export: WebAnnoAnnotations, file: str) -> None:
    """Mentions by chain and link; a link's relation leads to the next mention of the chain."""
    units = export.units[layer.type]
    labels: dict[tuple[int, int], tuple[int, str | None]] = {}
    for row in rows:
        cells = dict(zip(layer.columns, row.cells[first : first + len(layer.columns)], strict=True))
        kinds = stacked(cells.get("referenceType", "_"))
        for place, item in enumerate(stacked(cells.get("referenceRelation", "_"))):
            label, arrow, link = item.rpartition("->")
            chain, _, number = link.partition("-")
            if not arrow or not all(text.isascii() and text.isdigit() and len(text) < 10 for text in (chain, number)):
                raise odd(file, row.line, f"{item[:40]!r} where the link of a chain is expected (coref->1-2)")
            name = f"{int(chain)}-{int(number)}"
            if name in units:
                units[name].rows.append(row)
                continue
            kind = value_and_id(kinds[place])[0] if place < len(kinds) else None
            units[name] = Unit(name, [row], {"referenceType": kind})
            labels[int(chain), int(number)] = (row.line, value_and_id(label)[0])
    export.links[layer.type, None] = [
        WebAnnoLink(
            line, (layer.type, f"{chain}-{number}"), (layer.type, f"{chain}-{number + 1}"), {"referenceRelation": label}
        )
        for (chain, number), (line, label) in labels.items()
        if (chain, number + 1) in labels
    ]


class _Index:
    """Where the units of each layer are, to find what a reference such as 2-3[4] means."""

    def __init__(self, rows: Sequence[WebAnnoRow], annotations: WebAnnoAnnotations) -> None:
        self._rows = {row.token: row for row in rows}
        self._found = annotations
        self._at: dict[tuple[str, str], list[Unit]] = {}
        for kind, units in annotations.units.items():
            for unit in units.values():
                self._at.setdefault((kind, unit.first.token), []).append(unit)

    def unit(self, kind: str, token: str, number: str | None, line: int, file: str) -> tuple[str, str]:
        """The type and name of the unit of that type (or of any) at a token."""
        if token not in self._rows:
            raise DataError(
                "ACC048", f"there is no token '{token[:40]}'", Place(file, line), "export the document again"
            )
        kinds = list(self._found.units) if kind in ANY else [kind]
        if (
            kind not in ANY and kind not in self._found.units
        ):  # a layer that is not part of the export: its token stands
            self._found.units[kind] = {}
        for unit_kind in kinds:
            name = f"[{number}]" if number not in (None, "0") else token
            if name in self._found.units[unit_kind]:
                return unit_kind, name
            here = self._at.get((unit_kind, token), [])
            if number in (None, "0") and here:
                return unit_kind, here[0].name
        if kind in ANY or number not in (None, "0"):
            where = f"{token}[{number}]" if number not in (None, "0") else token
            raise DataError(
                "ACC048", f"there is no annotation at {where}", Place(file, line), "export the document again"
            )
        self._found.units[kind][token] = Unit(token, [self._rows[token]])
        return kind, token


def _relations(layer: LayerHead, first: int, rows: Sequence[WebAnnoRow], index: _Index, file: str) -> list[WebAnnoLink]:
    """A relation stands at its dependent; its last column names the governor."""
    base = layer.columns[-1].removeprefix(BASE)
    links: list[WebAnnoLink] = []
    for row in rows:
        columns = [stacked(cell) for cell in row.cells[first : first + len(layer.columns)]]
        for place, reference in enumerate(columns[-1]):
            token, number = value_and_id_of_reference(reference)
            source, _, target = (number or "").partition("_")
            governor = index.unit(base, token, source or None, row.line, file)
            dependent = index.unit(base, row.token, target or None, row.line, file)
            values = {
                name: value_and_id(column[place])[0] if place < len(column) else None
                for name, column in zip(layer.columns[:-1], columns[:-1], strict=True)
            }
            links.append(WebAnnoLink(row.line, governor, dependent, values))
    return links


def value_and_id_of_reference(reference: str) -> tuple[str, str | None]:
    """The token and the numbers in brackets of a reference.

    >>> value_and_id_of_reference("1-1[0_1]"), value_and_id_of_reference("2-6")
    (('1-1', '0_1'), ('2-6', None))
    """
    token, bracket, rest = reference.partition("[")
    return token, rest.removesuffix("]") if bracket else None


def _slots(layer: LayerHead, annotations: WebAnnoAnnotations, index: _Index, file: str) -> None:
    """The slots of a layer's units as links to their fillers, labelled by their roles."""
    kinds = dict(zip(layer.columns, layer.columns[1:], strict=False))
    for column in layer.columns:
        if column.startswith(ROLE) and column in kinds:
            annotations.links[layer.type, slot_name(column)] = []
    for unit in list(annotations.units[layer.type].values()):
        for column, target, role in unit.slots:
            token, number = value_and_id_of_reference(target)
            filler = index.unit(kinds[column], token, number, unit.first.line, file)
            link = WebAnnoLink(unit.first.line, (layer.type, unit.name), filler, {"role": role})
            annotations.links[layer.type, slot_name(column)].append(link)
