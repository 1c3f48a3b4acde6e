"""WebAnno TSV 3.x, the text format of WebAnno and INCEpTION: a header of layers, then a row per token; the text that
the sentences make up together.

INCEpTION user guide, "WebAnno TSV 3.3 file format". Offsets count UTF-16 units, as Java does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from accord.results import DataError, Place

LONGEST_GAP = 1 << 20  # units between two sentences
LONGEST = 1 << 27
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
FORMAT = "#FORMAT=WebAnno TSV"
HINT = "export the document again as WebAnno TSV 3"
Kind = Literal["span", "chain", "relation"]
_KINDS: dict[str, Kind] = {"#T_SP=": "span", "#T_CH=": "chain", "#T_RL=": "relation"}
_ROW = re.compile(r"([0-9]{1,9}-[0-9]{1,9}(?:\.[0-9]{1,9})?)\t([0-9]{1,12})-([0-9]{1,12})\t")
_VALUE = re.compile(r"((?:[^\\\[\]]|\\.)*)(?:\[([0-9]{1,12})\])?", re.DOTALL)
_BARE = re.compile(r"(.*)\[([0-9]{1,12})\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(->|[\\\[\]|_;*tnr])")
_LETTERS = {"t": "\t", "n": "\n", "r": "\r"}
ROLE, BASE = "ROLE_", "BT_"


@dataclass(frozen=True)
class LayerHead:
    """A layer as the header declares it: its type, and one name per column."""

    kind: Kind
    type: str
    columns: tuple[str, ...]
    line: int

    @property
    def short(self) -> str:
        return self.type.rpartition(".")[2] or self.type


@dataclass(frozen=True)
class WebAnnoRow:
    """A token or part of one, with its cells."""

    line: int
    token: str
    start: int
    end: int
    surface: str
    cells: list[str]


@dataclass
class Tsv:
    layers: list[LayerHead] = field(default_factory=list)
    rows: list[WebAnnoRow] = field(default_factory=list)
    sentences: list[tuple[int, str]] = field(default_factory=list)
    """Where the sentence begins among the rows, and its text."""


def parsed(lines: Sequence[str], file: str) -> Tsv:
    """The layers, sentences and rows of a file, or a DataError that names the line."""
    if not lines or not lines[0].startswith(f"{FORMAT} 3"):
        first_line = lines[0][:60] if lines else ""
        raise odd(file, 1, f"the first line is {first_line!r} where {FORMAT + ' 3.3'!r} is expected")
    tsv = Tsv()
    begun: list[str] = []
    for number, line in enumerate(lines[1:], start=2):
        if line.startswith("#Text="):
            begun.append(unescaped(line[6:]))
        elif line[:6] in _KINDS and not tsv.rows:
            tsv.layers.append(_layer(_KINDS[line[:6]], line[6:], number, file))
        elif not line or line[0] == "#":
            continue  # #Sentence.id, and whatever later versions say about sentences
        else:
            if begun:
                tsv.sentences.append((len(tsv.rows), "\n".join(begun)))
                begun = []
            tsv.rows.append(_row(line, number, file))
    if not tsv.rows:
        raise odd(file, len(lines), "there is a header and no token")
    if not tsv.sentences or tsv.sentences[0][0]:
        raise odd(file, tsv.rows[0].line, "a token before the first line of #Text=")
    width = sum(len(layer.columns) for layer in tsv.layers)
    for row in tsv.rows:
        if len(row.cells) != width:
            raise odd(file, row.line, f"{len(row.cells)} annotation columns where the header declares {width}")
    return tsv


def _layer(kind: Kind, declared: str, number: int, file: str) -> LayerHead:
    name, *columns = declared.split("|")
    if not name.strip():
        raise odd(file, number, "a layer without a type")
    if kind == "relation" and not (columns and columns[-1].startswith(BASE)):
        raise odd(file, number, f"a relation layer whose last column is not {BASE}…")
    return LayerHead(kind, name.strip(), tuple(columns) or ("",), number)


def _row(line: str, number: int, file: str) -> WebAnnoRow:
    begun = _ROW.match(line)
    if begun is None:
        raise odd(file, number, f"this is not a row of a token: {line[:60]!r}")
    surface, *cells = line[begun.end() :].split("\t")
    if cells and cells[-1] == "":
        cells.pop()  # rows end with a tab
    start, end = int(begun[2]), int(begun[3])
    if end < start:
        raise odd(file, number, f"a token from {start} to {end}")
    return WebAnnoRow(number, begun[1], start, end, unescaped(surface), cells)


def stacked(cell: str, separator: str = "|") -> list[str]:
    """The annotations in a cell: parted by a bar that is not escaped; none for an underscore.

    >>> stacked(r"ORG[1]|a\\|b[2]"), stacked("_")
    (['ORG[1]', 'a\\\\|b[2]'], [])
    """
    if cell == "_":
        return []
    if separator not in cell:
        return [cell]
    parts, current, at = [], "", 0
    while at < len(cell):
        width = 2 if cell[at] == "\\" else 1
        if cell[at] == separator:
            parts.append(current)
            current = ""
        else:
            current += cell[at : at + width]
        at += width
    return [*parts, current]


def value_and_id(item: str) -> tuple[str | None, str | None]:
    """A value without its escapes and the number in brackets behind it; None for the value that is not set.

    >>> value_and_id("PER[1]"), value_and_id("*[2]"), value_and_id(r"er\\|es")
    (('PER', '1'), (None, '2'), ('er|es', None))
    """
    match = _VALUE.fullmatch(item) or _BARE.fullmatch(item)
    value, number = (match[1], match[2]) if match is not None else (item, None)
    return None if value in ("*", "_") else unescaped(value), number


def unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _LETTERS.get(match[1], match[1]), text) if "\\" in text else text


def odd(file: str, line: int, message: str) -> DataError:
    return DataError("ACC047", message, Place(file, line), HINT)


def text_of(tsv: Tsv, file: str) -> str:
    """The sentences at their places; what stood between them is not in the file, and blank.

    The first token of a sentence is where its text begins.
    """
    # Programs in Python count characters, and not UTF-16 units.
    wide = not any(row.end - row.start == len(row.surface) and _ASTRAL.search(row.surface) for row in tsv.rows)
    parts: list[str] = []
    reached = 0
    for first, sentence in tsv.sentences:
        row = tsv.rows[first]
        gap = row.start - reached
        if gap < 0:
            raise odd(file, row.line, f"the sentence begins at {row.start}, and the one before ends at {reached}")
        if gap > LONGEST_GAP or row.start > LONGEST:
            raise DataError(
                "ACC052", f"{gap:,} characters between two sentences", Place(file, row.line), "is it damaged?"
            )
        parts += ["\n" * min(gap, 1), " " * (gap - 1), sentence]
        reached = row.start + (len(sentence) + (len(_ASTRAL.findall(sentence)) if wide else 0))
    return "".join(parts)
