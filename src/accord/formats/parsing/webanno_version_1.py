"""WebAnno TSV 1, without offsets: B- and I- mark units, and a relation's head stands in a column of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from accord.formats.parsing.webanno_rows import BASE, LayerHead, Tsv, WebAnnoRow, odd

START = " # "
_ROW = re.compile(r"([0-9]{1,9}-[0-9]{1,9})\t")
_ATTACH = "AttachTo="


def parsed_old(lines: Sequence[str], file: str) -> Tsv:
    """The same as of version 3: tokens are found one after the other in the text, and cells written its way."""
    tsv = Tsv([_layer(part, file) for part in f" {lines[0].strip()}".split(START)[1:]])
    related = [layer.kind == "relation" for layer in tsv.layers for _ in layer.columns]
    width = len(related)
    text: str | None = None
    begin = at = 0
    units: list[int] = [0]
    open_units: dict[int, int] = {}
    for number, line in enumerate(lines[1:], start=2):
        if line.startswith("#text="):
            begin = begin + len(text) + 1 if text is not None else 0
            text, at = line[6:], 0
            tsv.sentences.append((len(tsv.rows), text))
        if not line.strip() or line[0] == "#":
            open_units.clear()
            continue
        begun = _ROW.match(line)
        if begun is None or text is None:
            raise odd(file, number, f"this is not a row of a token: {line[:60]!r}")
        surface, *cells = line[begun.end() :].split("\t")
        cells = cells[:width] if cells[width:] in ([], [""]) else cells
        if len(cells) != width:
            raise odd(file, number, f"{len(cells)} annotation columns where the header declares {width}")
        at = text.find(surface, at)
        if at < 0:
            raise odd(file, number, f"the token {surface[:40]!r} is not in the text of its sentence")
        new = [
            _label(cell) if related[place] else _cell(cell, place, open_units, units)
            for place, cell in enumerate(cells)
        ]
        tsv.rows.append(WebAnnoRow(number, begun[1], begin + at, begin + at + len(surface), surface, new))
        at += len(surface)
    if not tsv.rows or tsv.sentences[0][0]:
        raise odd(file, 1, "there is a header and no token")
    return tsv


def _layer(declared: str, file: str) -> LayerHead:
    name, *columns = (part.strip() for part in declared.split("|"))
    if not name or not columns:
        raise odd(file, 1, f"{declared[:60]!r} where a layer and its features are expected")
    if columns[-1].startswith(_ATTACH):
        return LayerHead("relation", name, (*columns[:-1], BASE + columns[-1].removeprefix(_ATTACH)), 1)
    return LayerHead("span", name, tuple(columns), 1)


def _cell(cell: str, place: int, open_units: dict[int, int], units: list[int]) -> str:
    """B-X begins a unit and I-X goes on with it; a number in brackets says which."""
    mark, dash, value = cell.partition("-")
    if not dash or mark not in ("B", "I"):
        open_units.pop(place, None)
        return _label(cell)
    if mark == "B" or place not in open_units:
        units[0] += 1
        open_units[place] = units[0]
    return f"{_escaped(value)}[{open_units[place]}]"


def _label(cell: str) -> str:
    """The label of a relation, or the token that it leads to; nothing is an underscore."""
    if cell in ("", "O", "_"):
        return "_"
    return _escaped(cell[2:]) if cell[:2] in ("B-", "I-") else cell


def _escaped(value: str) -> str:
    return "".join("\\" + letter if letter in "\\[]|_;*" else letter for letter in value)
