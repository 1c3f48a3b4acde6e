"""brat standoff: one folder per annotator, in it a .ann file beside the .txt file of each document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations, islice
from pathlib import Path

from accord.annotations.campaign import Campaign, Kind, Layer, Pair
from accord.formats.file_names import annotator_folders, texts_needed
from accord.formats.gathering import RELATIONS, SPANS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.offsets import Bounds
from accord.formats.parsing.text_files import exact_text, text_lines
from accord.results import DataError, Place

NAME = "brat"
DESCRIPTION = "brat: folders of annotators with .ann and .txt files"
ENDINGS, ENDING = (".ann",), None
IS_TABLE = False
ANNOTATOR_FROM: Preference = "dir"
CARRIES: tuple[Kind, ...] = ("spans", "relations")
KEEPS_FRAGMENTS = True
KEEPS_TEXTS = KEEPS_DIRECTIONS = True

_LINE = re.compile(rb"(?:[TREAMN]\d+|\*|#\d*)\t")
_UNIT = re.compile(r"(\S+) (\d{1,15} \d{1,15}(?:;\d{1,15} \d{1,15})*)")
_HINT = "a unit is T1<tab>Type 0 5<tab>text; a relation R1<tab>Type Arg1:T1 Arg2:T2"
_NOTES = {"A": "attribute", "M": "attribute", "N": "normalisation", "#": "note"}


def sniff(path: Path) -> float:
    if path.suffix.lower() not in ENDINGS:
        return 0.0
    start = head(path)
    if start and not _LINE.match(start.removeprefix(b"\xef\xbb\xbf")):
        return 0.0
    return 0.9 if start or path.with_suffix(".txt").is_file() else 0.6


@dataclass
class _Unit:
    """A line T1: what it is, where, and what it says."""

    category: str
    fragments: list[Bounds]
    text: str
    line: int

    def quoted(self) -> list[tuple[float, float, str | None]]:
        """Each fragment with what it says; the text of several does not tell where one ends and the next begins."""
        return [(start, end, self.text or None if len(self.fragments) == 1 else None) for start, end in self.fragments]


@dataclass
class _Standoff:
    """The lines of a .ann file: units and events by their names, and links between them."""

    units: dict[str, _Unit] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    links: list[tuple[int, str, str, str, bool]] = field(default_factory=list)
    """(line, origin, target, label, symmetric)"""


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    text_file = source.path.with_suffix(".txt")
    text = exact_text(text_file, options, into) if text_file.is_file() else None
    if text is None:
        into.simplify(
            "document without its .txt file: offsets are not checked",
            many="documents without their .txt files: offsets are not checked",
        )
    document = into.document(source.document, text, place=Place(str(text_file)))
    annotator = into.asked(document, source.annotator)
    into.layer("spans", SPANS)
    standoff = _standoff(source.path, options, into)
    place = Place(str(source.path))
    quoted = [quote for unit in standoff.units.values() for quote in unit.quoted()]
    bounds = iter(into.fitted(document, quoted, place))
    for name, unit in standoff.units.items():
        pieces = list(islice(bounds, len(unit.fragments)))
        at = Place(str(source.path), unit.line)
        into.span(SPANS, document, annotator, *pieces[0], unit.category, name=name, fragments=pieces, place=at)
    for line, origin, target, label, symmetric in standoff.links:
        first, second = standoff.triggers.get(origin, origin), standoff.triggers.get(target, target)
        odd = next((end for end in (first, second) if end not in standoff.units), None)
        if odd is not None:
            raise DataError("ACC048", f"'{odd}' is not a unit of this file", Place(str(source.path), line), _HINT)
        into.relation(RELATIONS, document, annotator, first, second, label, symmetric=symmetric)


def _standoff(path: Path, options: ReadOptions, into: Gathering) -> _Standoff:
    standoff = _Standoff()
    for number, line in enumerate(text_lines(path, options, into), start=1):
        if not line.strip():
            continue
        name, tab, rest = line.partition("\t")
        if not tab or not name:
            raise _odd(path, number, line)
        if name[0] == "T":
            _unit(standoff, name, rest, path, number)
        elif name[0] == "R":
            _relation(standoff, rest, path, number)
        elif name[0] == "E":
            _event(standoff, name, rest, path, number)
        elif name[0] == "*":
            _equivalence(standoff, rest, path, number, into)
        elif name[0] in _NOTES:
            into.leave_out(_NOTES[name[0]])
        else:
            raise _odd(path, number, line)
    return standoff


def _unit(standoff: _Standoff, name: str, rest: str, path: Path, number: int) -> None:
    body, _, stretch = rest.partition("\t")
    parsed = _UNIT.fullmatch(body.strip())
    if parsed is None or len(parsed[2]) > 10_000:
        raise _odd(path, number, rest)
    if name in standoff.units:
        raise DataError("ACC047", f"the name '{name}' is used twice", Place(str(path), number), "names are unique")
    pieces = [(float(start), float(end)) for start, end in map(str.split, parsed[2].split(";"))]
    standoff.units[name] = _Unit(parsed[1], pieces, stretch, number)


def _relation(standoff: _Standoff, rest: str, path: Path, number: int) -> None:
    label, *arguments = rest.split() or [""]
    ends = [target for _, colon, target in (argument.partition(":") for argument in arguments) if colon]
    if len(ends) != 2:
        raise _odd(path, number, rest)
    standoff.links.append((number, ends[0], ends[1], label, False))


def _event(standoff: _Standoff, name: str, rest: str, path: Path, number: int) -> None:
    """An event is its trigger; its arguments are relations from there, labelled by their roles."""
    parts = [argument.partition(":") for argument in rest.split()]
    if not parts or not all(colon for _, colon, _ in parts):
        raise _odd(path, number, rest)
    trigger = parts[0][2]
    standoff.triggers[name] = trigger
    standoff.links += [(number, trigger, target, role, False) for role, _, target in parts[1:]]


def _equivalence(standoff: _Standoff, rest: str, path: Path, number: int, into: Gathering) -> None:
    label, *members = rest.split() or [""]
    if len(members) < 2 or len(members) > 1000:
        raise _odd(path, number, rest)
    if len(members) > 2:
        into.simplify("equivalence read as a relation of each pair", many="equivalences read as relations of each pair")
    standoff.links += [(number, first, second, label, True) for first, second in combinations(members, 2)]


def _odd(path: Path, number: int, line: str) -> DataError:
    return DataError("ACC047", f"this is not a line of brat: {line[:60]!r}", Place(str(path), number), _HINT)


# ---- writing


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    """Folders of annotators under `path`, each with the documents that the annotator was asked about."""
    texts = texts_needed(campaign, NAME)
    spans, _ = campaign.chosen("spans")
    lines: dict[Pair, list[str]] = {pair: [] for pair in campaign.assigned}
    numbers = _units_written(spans, texts, lines)
    for layer in campaign.of_kind("relations"):
        if layer.units == spans.name:
            _relations_written(layer, numbers, lines)
    contents: dict[Path, bytes] = {}
    for pair, file in annotator_folders(campaign, path).items():
        contents[file.with_name(file.name + ".txt")] = texts[pair[0]].encode("utf-8")
        contents[file.with_name(file.name + ".ann")] = "".join(lines[pair]).encode("utf-8")
    return contents


def _units_written(
    spans: Layer, texts: Mapping[str, str], lines: dict[Pair, list[str]]
) -> dict[tuple[str, str, str], str]:
    """Add a line for each unit; what each is called there by document, annotator and name."""
    names, categories = spans.columns.get("name"), spans.columns["category"]
    fragments = spans.columns.get("fragments")
    numbers: dict[tuple[str, str, str], str] = {}
    for row, (document, annotator) in enumerate(zip(spans.document, spans.annotator, strict=True)):
        start, end = float(spans.columns["start"][row]), float(spans.columns["end"][row])
        pieces = (fragments[row] if fragments is not None else None) or ((start, end),)
        if any(at != int(at) for bounds in pieces for at in bounds):
            raise DataError("ACC051", "brat counts characters, and a bound is not a whole number", Place(item=document))
        number = f"T{len(lines[document, annotator]) + 1}"
        numbers[document, annotator, number if names is None else str(names[row])] = number
        parts = [texts[document][int(low) : int(high)] for low, high in pieces]
        stretch = " ".join(" ".join(part.splitlines()) for part in parts)
        bounds = ";".join(f"{int(low)} {int(high)}" for low, high in pieces)
        lines[document, annotator].append(f"{number}\t{_word(categories[row], document)} {bounds}\t{stretch}\n")
    return numbers


def _relations_written(layer: Layer, numbers: Mapping[tuple[str, str, str], str], lines: dict[Pair, list[str]]) -> None:
    for row, (document, annotator) in enumerate(zip(layer.document, layer.annotator, strict=True)):
        ends = [numbers[document, annotator, str(layer.columns[end][row])] for end in ("origin", "target")]
        label = _word(layer.columns["label"][row], document)
        here = lines[document, annotator]
        if label in layer.symmetric:
            here.append(f"*\t{label} {ends[0]} {ends[1]}\n")
        else:
            here.append(f"R{len(here) + 1}\t{label} Arg1:{ends[0]} Arg2:{ends[1]}\t\n")


def _word(label: object, document: str) -> str:
    if label is None or label == "" or any(letter.isspace() for letter in str(label)):
        what = "units and relations without a type" if not label else f"the type '{label}': types are single words"
        hint = "rename it, or choose another format"
        raise DataError("ACC051", f"brat has no place for {what}", Place(item=document), hint)
    return str(label)
