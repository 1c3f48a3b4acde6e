"""Glozz: a folder per annotator, in it an .aa file (annotations) beside the .ac file (text) of each document.

Units are spans, and so are schemas, over all that they hold, as relations lead from and to them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from accord.annotations.campaign import Campaign, Kind, Layer, Pair
from accord.formats.file_names import annotator_folders, texts_needed
from accord.formats.gathering import RELATIONS, SPANS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.text_files import exact_text
from accord.formats.parsing.xml_trees import looks_like_xml, xml_tree
from accord.results import DataError, Place

if TYPE_CHECKING:
    from accord.formats.parsing.glozz_xml import GlozzAnnotations

NAME = "glozz"
DESCRIPTION = "Glozz: folders of annotators with .aa and .ac files"
ENDINGS, ENDING = (".aa",), None
IS_TABLE = False
ANNOTATOR_FROM: Preference = "dir"
CARRIES: tuple[Kind, ...] = ("spans", "relations")
KEEPS_TEXTS, KEEPS_DIRECTIONS = True, False
_LINK = re.compile(r"\S*/\S*\.ac\s*")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def sniff(path: Path) -> float:
    start = head(path)
    if not looks_like_xml(start, b"<annotations"):
        return 0.0
    plain = start.replace(b"\0", b"")
    return 0.95 if path.suffix.lower() in ENDINGS or b"<singlePosition" in plain or b"corpusHashcode" in plain else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    """Who annotated is read from the folders: the author in the file is whoever prepared it."""
    from accord.formats.parsing.glozz_xml import PARAGRAPH, annotated

    file = str(source.path)
    annotations = annotated(xml_tree(source.path), file)
    text = _text(source.path.with_suffix(".ac"), annotations, options, into)
    document = into.document(source.document, text, place=Place(file))
    annotator = into.asked(document, source.annotator)
    into.layer("spans", SPANS)
    placed = _units(annotations, text, document, annotator, file, into)
    known = annotations.units.keys() | annotations.schemas.keys() | annotations.relations.keys()
    for name, relation in annotations.relations.items():
        ends = relation.members
        absent = next((end for end in ends if end not in known), None)
        if absent is not None:
            raise DataError(
                "ACC048", f"the term '{absent}' is not in this file", Place(file, item=name), "save it again"
            )
        if not all(end in placed for end in ends):
            what = "relation" if any(end in annotations.relations for end in ends) else "schema without members"
            into.leave_out(f"relation to or from a {what}", many=f"relations to or from a {what}")
            continue
        into.relation(RELATIONS, document, annotator, ends[0], ends[1], relation.type)
    everything = (*annotations.units.values(), *annotations.relations.values(), *annotations.schemas.values())
    into.leave_out("feature", sum(annotation.features for annotation in everything if annotation.type != PARAGRAPH))


def _text(path: Path, annotations: GlozzAnnotations, options: ReadOptions, into: Gathering) -> str | None:
    """The text beside the annotations; None where there is none, or a link in its stead that was lost on the way."""
    from accord.formats.parsing.glozz_xml import hashcode

    if not path.is_file():
        into.simplify("document without its .ac file", many="documents without their .ac files")
        return None
    text = exact_text(path, options, into)
    if annotations.hashcode is None or hashcode(path.read_bytes()) == annotations.hashcode:
        return text
    if _LINK.fullmatch(text):
        into.simplify(
            "document whose .ac file is a link that leads nowhere",
            many="documents whose .ac files are links that lead nowhere",
        )
        return None
    message = "a text is not the one that was annotated, going by its length and hashcode in the .aa file"
    into.say("ACC161", message, Place(str(path)), "positions may be wrong: take the .ac file that Glozz has")
    return text


def _units(
    annotations: GlozzAnnotations, text: str | None, document: str, annotator: str, file: str, into: Gathering
) -> set[str]:
    """Add the units but for marks of paragraphs that nothing refers to, then the schemas; the names of all these."""
    from accord.formats.parsing.glozz_xml import PARAGRAPH, envelopes

    used = {
        member
        for group in (annotations.relations, annotations.schemas)
        for part in group.values()
        for member in part.members
    }
    units = [unit for unit in annotations.units.values() if unit.type != PARAGRAPH or unit.id in used]
    into.leave_out("mark of a paragraph", len(annotations.units) - len(units), many="marks of paragraphs")
    around = envelopes(annotations, file)
    bounds = [unit.bounds or (0, 0) for unit in units] + list(around.values())
    points = _points(annotations, text)
    if points is not None:
        bounds = [(points[min(start, len(points) - 1)], points[min(end, len(points) - 1)]) for start, end in bounds]
        into.say("ACC132", "the offsets count UTF-16 units and were repaired", Place(file))
    fitting = into.fitted(document, [(start, end, None) for start, end in bounds], Place(file))
    everything = [*units, *(annotations.schemas[name] for name in around)]
    for annotation, (start, end) in zip(everything, fitting, strict=True):
        into.span(SPANS, document, annotator, start, end, annotation.type, name=annotation.id)
    into.simplify(
        "schema read as a unit over all its members", len(around), many="schemas read as units over all their members"
    )
    into.leave_out("schema without members", len(annotations.schemas) - len(around), many="schemas without members")
    memberships = sum(len(schema.members) for schema in annotations.schemas.values())
    into.leave_out("membership in a schema", memberships, many="memberships in schemas")
    return {annotation.id for annotation in everything}


def _points(export: GlozzAnnotations, text: str | None) -> list[int] | None:
    """For each UTF-16 offset its character, where a text has characters of two units and the offsets count those.

    Glozz is a Java program and counts them; the mark of the last paragraph tells where another program did not.
    """
    from accord.formats.parsing.glozz_xml import PARAGRAPH

    if text is None or _ASTRAL.search(text) is None:
        return None
    ends = [unit.bounds[1] for unit in export.units.values() if unit.bounds]
    last = max((unit.bounds[1] for unit in export.units.values() if unit.bounds and unit.type == PARAGRAPH), default=-1)
    points = [at for at, letter in enumerate(text) for _ in range(2 if letter > "\uffff" else 1)]
    points.append(len(text))
    return None if last == len(text) and max(ends) <= len(text) else points


# ---- writing


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    """Folders of annotators under `path`, each with the documents that the annotator was asked about."""
    from accord.formats.parsing.glozz_xml import PARAGRAPH, hashcode

    texts = texts_needed(campaign, NAME)
    spans, _ = campaign.chosen("spans")
    parts: dict[Pair, list[str]] = {pair: [] for pair in campaign.assigned}
    names = _units_written(spans, texts, parts)
    for layer in campaign.of_kind("relations"):
        if layer.units == spans.name:
            _relations_written(layer, names, parts)
    contents: dict[Path, bytes] = {}
    for pair, file in annotator_folders(campaign, path).items():
        text = texts[pair[0]]
        if "\0" in text or text.startswith("\ufeff"):
            raise DataError(
                "ACC051", "Glozz has no place for a NUL or a byte order mark in a text", Place(item=pair[0])
            )
        plain = text.encode("utf-8")
        contents[file.with_name(file.name + ".ac")] = plain
        mark = _element("unit", "paragraph_1", PARAGRAPH, _positions(0, len(text.encode("utf-16-le")) // 2), pair[0])
        body = "".join([f'<metadata corpusHashcode="{hashcode(plain)}"/>\n', mark, *parts[pair]])
        opening = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<annotations>\n'
        contents[file.with_name(file.name + ".aa")] = f"{opening}{body}</annotations>\n".encode()
    return contents


def _units_written(
    spans: Layer, texts: Mapping[str, str], parts: dict[Pair, list[str]]
) -> dict[tuple[str, str, str], str]:
    """Add each unit; what it is called there, by document, annotator and name."""
    from accord.formats.parsing.glozz_xml import PARAGRAPH

    names, categories = spans.columns.get("name"), spans.columns["category"]
    called: dict[tuple[str, str, str], str] = {}
    numbers = count(1)
    marks: dict[str, list[int]] = {}  # where the characters of two UTF-16 units are in each text
    for row, (document, annotator) in enumerate(zip(spans.document, spans.annotator, strict=True)):
        start, end = float(spans.columns["start"][row]), float(spans.columns["end"][row])
        if start != int(start) or end != int(end):
            raise DataError(
                "ACC051", "Glozz counts characters, and a bound is not a whole number", Place(item=document)
            )
        if categories[row] == PARAGRAPH:
            message = f"Glozz takes units of the type '{PARAGRAPH}' for its own marks"
            raise DataError("ACC051", message, Place(item=document), "rename the type")
        name = f"unit_{next(numbers)}"
        called[document, annotator, name if names is None else str(names[row])] = name
        if document not in marks:
            marks[document] = [match.start() for match in _ASTRAL.finditer(texts[document])]
        wide = [int(at) + bisect_left(marks[document], int(at)) for at in (start, end)]
        parts[document, annotator].append(_element("unit", name, categories[row], _positions(*wide), document))
    return called


def _relations_written(layer: Layer, called: Mapping[tuple[str, str, str], str], parts: dict[Pair, list[str]]) -> None:
    numbers = count(1)
    columns = (layer.columns[name] for name in ("origin", "target", "label"))
    for document, annotator, origin, target, label in zip(layer.document, layer.annotator, *columns, strict=True):
        terms = [f'<term id="{called[document, annotator, str(end)]}"/>\n' for end in (origin, target)]
        name = f"relation_{next(numbers)}"
        parts[document, annotator].append(_element("relation", name, label, "".join(terms), document))


def _positions(start: int, end: int) -> str:
    return "".join(
        f'<{tag}>\n<singlePosition index="{at}"/>\n</{tag}>\n' for tag, at in (("start", start), ("end", end))
    )


def _element(tag: str, name: str, kind: str | None, positioning: str, document: str) -> str:
    author, _, number = name.partition("_")
    return (
        f'<{tag} id="{name}">\n<metadata>\n<author>{author}</author>\n<creation-date>{number}</creation-date>\n'
        "<lastModifier>n/a</lastModifier>\n<lastModificationDate>0</lastModificationDate>\n</metadata>\n"
        f"<characterisation>\n<type>{_escaped(kind or '', document)}</type>\n<featureSet/>\n</characterisation>\n"
        f"<positioning>\n{positioning}</positioning>\n</{tag}>\n"
    )


def _escaped(text: str, document: str) -> str:
    if _NOT_IN_XML.search(text):
        message = f"XML has no place for a character in the type {text[:40]!r}"
        raise DataError("ACC051", message, Place(item=document), "rename it")
    from xml.sax.saxutils import escape

    return escape(text, {"\r": "&#13;"})
