"""Praat TextGrid: tiers of intervals and points over time, in seconds; a file per annotator, or a tier."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from accord.annotations.campaign import Campaign, Kind, Layer, Pair
from accord.formats.file_names import annotator_folders
from accord.formats.gathering import SPANS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.text_files import exact_text
from accord.results import DataError, Place
from accord.results.option_names import option

if TYPE_CHECKING:
    from accord.formats.parsing.textgrid_tiers import TextGridTier

NAME = "textgrid"
DESCRIPTION = "Praat TextGrid, long or short: a tier per field, a file per annotator (or a tier)"
ENDINGS, ENDING = (".textgrid",), ".TextGrid"
IS_TABLE = False
ANNOTATOR_FROM: Preference = "path"
CARRIES: tuple[Kind, ...] = ("spans",)
KEEPS_TEXTS = False
_BINARY = b"ooBinaryFile"


def sniff(path: Path) -> float:
    start = head(path)[:1024].replace(b"\0", b"")
    if start.startswith(_BINARY):
        return 0.9 if b"TextGrid" in start else 0.0
    return 0.95 if b"ooTextFile" in start and b"TextGrid" in start else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    """Each tier a field; with the annotator from the tier, each tier an annotator of one field."""
    from accord.formats.parsing.textgrid_tiers import parsed
    from accord.formats.parsing.tier_names import distinct, whole_file

    file = str(source.path)
    if head(source.path).startswith(_BINARY):
        message = "a binary file of Praat, where a text file is read"
        raise DataError("ACC005", message, Place(file), "save it in Praat with 'Save as text file'")
    grid = parsed(exact_text(source.path, options, into), file)
    by_tier = options.annotator_from in ("tier", "field")
    length = grid.end if grid.start == 0 and grid.end > 0 else None
    document = into.document(whole_file(source) if by_tier else source.document, length=length, place=Place(file))
    names = distinct([tier.name for tier in grid.tiers], into, file)
    if not by_tier:
        into.asked(document, source.annotator)
    for name, tier in zip(names, grid.tiers, strict=True):
        layer, annotator = (SPANS, name) if by_tier else (name, source.annotator)
        into.layer("spans", layer)
        into.asked(document, annotator)
        _add(tier, layer, document, annotator, into)


def _add(tier: TextGridTier, layer: str, document: str, annotator: str, into: Gathering) -> None:
    """The intervals of a tier that have a label: the others are the gaps between them. Points need none."""
    gaps = 0
    for start, end, label in tier.units:
        if label.strip() or tier.points:
            into.span(layer, document, annotator, start, end, label if label.strip() else None)
        else:
            gaps += 1
    into.leave_out("interval without a label", gaps, many="intervals without a label")


# ---- writing


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    """Folders of annotators with a file per document and a tier per field; to one file, a tier per annotator."""
    layers = campaign.of_kind("spans")
    if not layers:
        raise DataError("ACC051", "a TextGrid holds spans, and there are none", Place(campaign.source))
    units = {layer.name: _units(layer) for layer in layers}
    if path.suffix.lower() == ENDING.lower():
        return {path: _one_file(campaign, units, path)}
    contents: dict[Path, bytes] = {}
    for pair, file in annotator_folders(campaign, path).items():
        tiers = [(name, layer_units.get(pair, [])) for name, layer_units in units.items()]
        grid = _grid(tiers, _bounds(campaign, units, pair[0]), pair[0])
        contents[file.with_name(file.name + ENDING)] = grid.encode("utf-8")
    return contents


def read_again(campaign: Campaign, path: Path) -> str | None:
    """How what `write` wrote is read as what it was, where that must be told."""
    if path.suffix.lower() == ENDING.lower():
        several = len(campaign.annotators) > 1
        return f"each tier is an annotator: read it again with {option('annotator_from', 'tier')}" if several else None
    if max(Counter(document for document, _ in campaign.assigned).values(), default=0) > 1:
        return None
    return f"no document has two annotators: read the folders again with {option('annotator_from', 'dir')}"


Units = dict[Pair, list[tuple[float, float, str]]]


def _units(layer: Layer) -> Units:
    """The units of each document and annotator in order."""
    by_pair: Units = defaultdict(list)
    starts, ends, categories = (layer.columns[name] for name in ("start", "end", "category"))
    for row, pair in enumerate(zip(layer.document, layer.annotator, strict=True)):
        by_pair[pair].append((float(starts[row]), float(ends[row]), categories[row] or ""))
    for units in by_pair.values():
        units.sort()
    return by_pair


def _one_file(campaign: Campaign, units: Mapping[str, Units], path: Path) -> bytes:
    """A single document and field, with a tier per annotator."""
    if len(campaign.documents) != 1 or len(units) != 1:
        message = f"one TextGrid holds one document and field, not {len(campaign.documents)} and {len(units)}"
        raise DataError("ACC051", message, Place(str(path)), "name a folder instead, for a file per annotator")
    document, layer_units = campaign.documents[0], next(iter(units.values()))
    asked = [who for where, who in campaign.assigned if where == document]
    tiers = [(who, layer_units.get((document, who), [])) for who in asked]
    return _grid(tiers, _bounds(campaign, units, document), document).encode("utf-8")


def _bounds(campaign: Campaign, units: Mapping[str, Units], document: str) -> tuple[float, float]:
    """Where a document begins and ends, the same in all its files."""
    length = campaign.lengths.get(document, len(campaign.texts.get(document, "")))
    if campaign.lengths.get(document) == 0:
        message = "a TextGrid has no place for a document without length"
        raise DataError("ACC051", message, Place(item=document), "convert to a format that has, such as csv")
    own = [
        unit
        for layer_units in units.values()
        for (where, _), several in layer_units.items()
        if where == document
        for unit in several
    ]
    return min([0.0, *(start for start, _, _ in own)]), max([float(length), *(end for _, end, _ in own)])


def _grid(
    tiers: Sequence[tuple[str, list[tuple[float, float, str]]]], bounds: tuple[float, float], document: str
) -> str:
    """The long format of Praat."""
    lines = [
        'File type = "ooTextFile"', 'Object class = "TextGrid"', "", f"xmin = {bounds[0]!r} ", f"xmax = {bounds[1]!r} ",
        "tiers? <exists> ", f"size = {len(tiers)} ", "item []: ",
    ]  # fmt: skip
    for place, (name, units) in enumerate(tiers, start=1):
        points = bool(units) and all(start == end for start, end, _ in units)
        rows = units if points else _filled(units, bounds, document)
        what = "points" if points else "intervals"
        lines += [
            f"    item [{place}]:", f'        class = "{"TextTier" if points else "IntervalTier"}" ',
            f"        name = {_quoted(name)} ", f"        xmin = {bounds[0]!r} ", f"        xmax = {bounds[1]!r} ",
            f"        {what}: size = {len(rows)} ",
        ]  # fmt: skip
        for number, (start, end, label) in enumerate(rows, start=1):
            lines.append(f"        {what} [{number}]:")
            if points:
                lines += [f"            number = {start!r} ", f"            mark = {_quoted(label)} "]
            else:
                lines += [f"            xmin = {start!r} ", f"            xmax = {end!r} "]
                lines.append(f"            text = {_quoted(label)} ")
    return "\n".join(lines) + "\n"


def _filled(
    units: Sequence[tuple[float, float, str]], bounds: tuple[float, float], document: str
) -> list[tuple[float, float, str]]:
    """The units with the gaps between them as intervals without a label, as Praat wants a tier."""
    rows: list[tuple[float, float, str]] = []
    last = bounds[0]
    for start, end, label in units:
        if start == end or start < last or not label.strip():
            odd = "a point among intervals" if start == end else "units that overlap" if start < last else "no label"
            message = f"a tier has no place for {odd}: the unit {start:g} to {end:g}"
            hint = "convert to a format that has, such as csv"
            raise DataError("ACC051", message, Place(item=document), hint)
        if start > last:
            rows.append((last, start, ""))
        rows.append((start, end, label))
        last = end
    if last < bounds[1] or not rows:
        rows.append((last, bounds[1], ""))
    return rows


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
