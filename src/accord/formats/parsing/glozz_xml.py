"""Glozz annotation files (.aa): units in a text, relations between two of them, schemas of any number.

Widlöcher & Mathet 2012, "The Glozz platform: a corpus annotation and mining tool".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accord.results import DataError, Place

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ROOT = "annotations"
PARAGRAPH = "paragraph"
"""The type of the units by which Glozz marks the paragraphs of a text; nobody annotates them."""
_HINT = "save the annotations again in Glozz"
_INDEX = re.compile(r"[0-9]{1,12}")
_MEMBERS = ("embedded-unit", "embedded-relation", "embedded-schema")


@dataclass(frozen=True)
class GlozzAnnotation:
    """A unit (with bounds), a relation (with two terms) or a schema (with members)."""

    id: str
    type: str | None
    bounds: tuple[int, int] | None = None
    members: tuple[str, ...] = ()
    features: int = 0


@dataclass
class GlozzAnnotations:
    hashcode: str | None = None
    units: dict[str, GlozzAnnotation] = field(default_factory=dict)
    relations: dict[str, GlozzAnnotation] = field(default_factory=dict)
    schemas: dict[str, GlozzAnnotation] = field(default_factory=dict)


def annotated(root: Element, file: str) -> GlozzAnnotations:
    """What an .aa file holds, or a DataError that names the annotation."""
    if root.tag != ROOT:
        raise DataError("ACC047", f"the file is <{root.tag}>, not <{ROOT}>", Place(file), _HINT)
    metadata = root.find("metadata")
    annotations = GlozzAnnotations(None if metadata is None else metadata.get("corpusHashcode"))
    kinds = {"unit": annotations.units, "relation": annotations.relations, "schema": annotations.schemas}
    for element in root:
        if element.tag not in kinds:
            continue
        annotation = _annotation(element, file)
        if any(annotation.id in known for known in kinds.values()):
            raise DataError("ACC047", "two annotations have the same id", Place(file, item=annotation.id), _HINT)
        kinds[element.tag][annotation.id] = annotation
    return annotations


def _annotation(element: Element, file: str) -> GlozzAnnotation:
    name = element.get("id")
    place = Place(file, item=name)
    positioning = element.find("positioning")
    if name is None or positioning is None:
        what = "without an id" if name is None else "without a positioning"
        raise DataError("ACC047", f"a {element.tag} {what}", place, _HINT)
    kind = element.findtext("characterisation/type")
    told = kind if kind is not None and kind.strip() else None
    features = sum(bool((node.text or "").strip()) for node in element.iterfind("characterisation/featureSet/feature"))
    if element.tag == "unit":
        return GlozzAnnotation(name, told, bounds=_bounds(positioning, place), features=features)
    tags = ("term",) if element.tag == "relation" else _MEMBERS
    members = tuple(str(member.get("id")) for member in positioning if member.tag in tags)
    if element.tag == "relation" and len(members) != 2:
        raise DataError("ACC047", f"a relation of {len(members)} terms, where it has two", place, _HINT)
    return GlozzAnnotation(name, told, members=members, features=features)


def _bounds(positioning: Element, place: Place) -> tuple[int, int]:
    bounds: list[int] = []
    for end in ("start", "end"):
        position = positioning.find(f"{end}/singlePosition")
        index = None if position is None else position.get("index")
        if index is None or not _INDEX.fullmatch(index):
            raise DataError("ACC047", f"a unit whose {end} is {str(index)[:40]!r}", place, _HINT)
        bounds.append(int(index))
    if bounds[1] < bounds[0]:
        raise DataError("ACC047", f"a unit from {bounds[0]} to {bounds[1]}", place, _HINT)
    return bounds[0], bounds[1]


def envelopes(export: GlozzAnnotations, file: str) -> dict[str, tuple[int, int]]:
    """From the first to the last character of each schema's units, through schemas and relations within it.

    A schema that holds nothing, which Glozz lets people make, has no place in the text and is not among them.
    """
    known: dict[str, tuple[int, int] | None] = {name: unit.bounds for name, unit in export.units.items() if unit.bounds}
    parts: Mapping[str, GlozzAnnotation] = {**export.relations, **export.schemas}
    for schema in export.schemas:
        stack: list[tuple[str, bool]] = [(schema, False)]
        open_parts: set[str] = set()
        while stack:
            here, done = stack.pop()
            if here in known:
                continue
            if here not in parts:
                raise DataError("ACC048", f"'{here}' is not in this file", Place(file, item=schema), _HINT)
            members = parts[here].members
            if done:
                bounds = [pair for pair in map(known.__getitem__, members) if pair is not None]
                known[here] = (min(start for start, _ in bounds), max(end for _, end in bounds)) if bounds else None
            elif here in open_parts:
                raise DataError("ACC047", "a schema that is its own member", Place(file, item=here), _HINT)
            else:
                open_parts.add(here)
                stack.append((here, True))
                stack += [(member, False) for member in members]
    placed = {name: known[name] for name in export.schemas}
    return {name: around for name, around in placed.items() if around is not None}


def hashcode(text: bytes) -> str:
    """The code by which Glozz ties annotations to their text: its bytes, and their product modulo 99,999,999.

    >>> hashcode(b"Glozz")
    '5-68486958'
    """
    code = 1
    for byte in text:
        if byte:
            code = code * byte % 99_999_999
    return f"{len(text)}-{code}"
