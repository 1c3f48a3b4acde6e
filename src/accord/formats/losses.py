"""What a format has no place for: layers, facts about relations, texts; and how to read what was written."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from accord.annotations.campaign import AGAIN, TO_ITSELF, Campaign, Layer, proper_relations
from accord.annotations.fragment_cells import fragments_text
from accord.formats.declared import Declared, declared
from accord.formats.registry import all_readers, format_written
from accord.formats.tables.table_writing import layer_of_table
from accord.results import DataError, Place
from accord.results.wording import many

PathLike = str | os.PathLike[str]


def _declared(path: PathLike, to: str | None) -> Declared:
    return declared(all_readers().get(format_written(path, to) or ""))


def left_behind(campaign: Campaign, path: PathLike, to: str | None = None) -> tuple[Layer, ...]:
    """The layers that a format has no place for; a table holds one, and with relations the units they are about."""
    able = _declared(path, to)
    filled = [layer for layer in campaign.layers if len(layer)]
    if able.is_table and filled:
        kept = layer_of_table(campaign)
        return tuple(layer for layer in filled if layer is not kept and layer.name != kept.units)
    return tuple(layer for layer in filled if able.carries and layer.kind not in able.carries)


def lost_of_relations(campaign: Campaign, path: PathLike, to: str | None = None) -> tuple[str, ...]:
    """What is known about the relations that are written and has no place in the format, in words.

    Tables have one relation between two units, and no types of units that annotators found.
    """
    able = _declared(path, to)
    if not able.is_table:
        links = [layer for layer in campaign.of_kind("relations") if "relations" in able.carries]
        lost = [_without_direction(layer) for layer in links if layer.symmetric and not able.keeps_directions]
        unused = [(layer, _unused(layer)) for layer in links if able.keeps_directions]
        lost += [_without_direction(replace(layer, symmetric=kinds)) for layer, kinds in unused if kinds]
        lost += [f"that relations form a {layer.constraint}" for layer in links if layer.constraint != "any"]
        renamed = 0 if able.keeps_names else sum(map(_renamed, links))
        return (*lost, *([f"the names of {many(renamed, 'unit')}, now numbers"] if renamed else []))
    layer = layer_of_table(campaign)
    if layer.kind != "relations":
        return ()
    _, left = proper_relations(layer)
    has_units = any(span_layer.name == layer.units for span_layer in campaign.of_kind("spans"))
    typed = sum(kind is not None for *_, kind in layer.components) if has_units else 0
    counts = (
        (left[TO_ITSELF], "relation", "relations", " of a unit to itself"),
        (left[AGAIN], "further relation", "further relations", " between the same units"),
        (typed, "type of a unit", "types of units", ""),
    )
    return tuple(f"{many(number, singular, several)}{what}" for number, singular, several, what in counts if number)


def refuse_fragments(campaign: Campaign, path: PathLike, to: str | None = None) -> None:
    """A DataError where a unit is discontinuous and the format has no place for that: as one stretch it would be
    another unit."""
    able = _declared(path, to)
    if able.keeps_fragments or "spans" not in able.carries:
        return
    for layer in campaign.of_kind("spans"):
        rows = [row for row, cell in enumerate(layer.columns.get("fragments", ())) if cell is not None]
        if rows:
            keeping = ", ".join(
                sorted(name for name, reader in all_readers().items() if declared(reader).keeps_fragments)
            )
            pieces = fragments_text(layer.columns["fragments"][rows[0]])
            raise DataError(
                "ACC437",
                f"the format '{format_written(path, to)}' has no place for discontinuous units, of which there "
                f"{'is' if len(rows) == 1 else 'are'} {len(rows):,}; the first is {pieces}",
                Place(item=layer.document[rows[0]]),
                f"write them as {keeping}, or leave them out",
            )


def texts_lost(campaign: Campaign, path: PathLike, to: str | None = None) -> int:
    """How many texts of documents are known and have no place in the format; tables have those of units alone."""
    return 0 if _declared(path, to).keeps_texts else sum(map(bool, campaign.texts.values()))


def reading_back(campaign: Campaign, path: PathLike, to: str | None = None) -> str | None:
    """What to say when what was written is to be read again, where it would otherwise be taken for something else."""
    read_again = _declared(path, to).read_again
    return None if read_again is None else read_again(campaign, Path(path))


def _renamed(layer: Layer) -> int:
    """How many given units are not called by their number in reading order."""
    units = (layer.given or {}).values()
    return sum(name != str(number) for names in units for number, name in enumerate(names, start=1))


def _unused(layer: Layer) -> tuple[str, ...]:
    """The types without a direction of which there is no relation to show it."""
    return tuple(kind for kind in layer.symmetric if kind not in set(layer.columns["label"]))


def _without_direction(layer: Layer) -> str:
    return f"that {', '.join(map(repr, layer.symmetric))} has no direction"
