"""ELAN annotation files (.eaf): tiers of annotations with times of their own, or those of their parents.

Max Planck Institute for Psycholinguistics, "EAF 3.0": alignable annotations point to time slots, of which those of a
subdivision may have no time; reference annotations point to an annotation of another tier, to any depth.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accord.results import DataError, Place

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ROOT = "ANNOTATION_DOCUMENT"
MILLISECONDS = 1000.0
_HINT = "save the file again in ELAN"
_TIME = re.compile(r"[0-9]{1,15}")


@dataclass
class ElanAnnotation:
    id: str
    value: str | None
    begin: str | None = None
    end: str | None = None
    """Time slots of an alignable annotation."""
    parent: str | None = None
    previous: str | None = None
    bounds: tuple[float, float] | None = None
    """In seconds."""
    shared: bool = False
    """Whether it has no times of its own and an equal share of its parent's."""


@dataclass(frozen=True)
class ElanTier:
    name: str
    annotator: str | None
    type: str | None
    annotations: list[ElanAnnotation] = field(default_factory=list)


def tiers(root: Element, file: str) -> list[ElanTier]:
    """The tiers of a file with the times of all annotations, or a DataError that names the annotation."""
    if root.tag != ROOT:
        raise DataError("ACC047", f"the file is <{root.tag}>, not <{ROOT}>", Place(file), _HINT)
    header = root.find("HEADER")
    unit = "milliseconds" if header is None else header.get("TIME_UNITS", "milliseconds")
    if unit != "milliseconds":
        raise DataError("ACC047", f"times in {unit[:40]!r} where milliseconds are expected", Place(file), _HINT)
    slots = _slots(root, file)
    tiers = [_tier(element, file) for element in root.iter("TIER")]
    known: dict[str, ElanAnnotation] = {}
    for tier in tiers:
        for annotation in tier.annotations:
            if known.setdefault(annotation.id, annotation) is not annotation:
                raise DataError("ACC047", f"two annotations have the id '{annotation.id[:40]}'", Place(file), _HINT)
        _align(tier, slots, file)
    _refer(tiers, known, file)
    return tiers


def _slots(root: Element, file: str) -> dict[str, float | None]:
    """The time of each slot in seconds; None for one without."""
    times: dict[str, float | None] = {}
    for slot in root.iter("TIME_SLOT"):
        name, value = slot.get("TIME_SLOT_ID"), slot.get("TIME_VALUE")
        if name is None or (value is not None and not _TIME.fullmatch(value)):
            shown = "a time slot without an id" if name is None else f"the time {str(value)[:40]!r}"
            raise DataError("ACC047", shown, Place(file, item=name), _HINT)
        times[name] = None if value is None else int(value) / MILLISECONDS
    return times


def _tier(element: Element, file: str) -> ElanTier:
    name = element.get("TIER_ID")
    if name is None:
        raise DataError("ACC047", "a tier without an id", Place(file), _HINT)
    annotator = (element.get("ANNOTATOR") or "").strip() or None
    tier = ElanTier(name, annotator, element.get("LINGUISTIC_TYPE_REF"))
    for wrapper in element.iter("ANNOTATION"):
        for inner in wrapper:
            tier.annotations.append(_annotation(inner, name, file))
    return tier


def _annotation(element: Element, tier: str, file: str) -> ElanAnnotation:
    name = element.get("ANNOTATION_ID")
    place = Place(file, item=name or tier)
    if name is None:
        raise DataError("ACC047", f"an annotation without an id in tier '{tier[:40]}'", place, _HINT)
    text = element.findtext("ANNOTATION_VALUE")
    value = text if text is not None and text.strip() else None
    if element.tag == "ALIGNABLE_ANNOTATION":
        begin, end = element.get("TIME_SLOT_REF1"), element.get("TIME_SLOT_REF2")
        if begin is None or end is None:
            raise DataError("ACC047", "an annotation without time slots", place, _HINT)
        return ElanAnnotation(name, value, begin, end)
    if element.tag == "REF_ANNOTATION":
        parent = element.get("ANNOTATION_REF")
        if parent is None:
            raise DataError("ACC047", "a reference annotation without a parent", place, _HINT)
        return ElanAnnotation(name, value, parent=parent, previous=element.get("PREVIOUS_ANNOTATION"))
    raise DataError("ACC047", f"<{str(element.tag)[:40]}> where an annotation is expected", place, _HINT)


def _align(tier: ElanTier, slots: dict[str, float | None], file: str) -> None:
    """Times from slots. A chain of annotations whose inner slots have none shares the time between its ends."""
    alignable = [unit for unit in tier.annotations if unit.begin is not None and unit.end is not None]
    for unit in alignable:
        absent = next((slot for slot in (unit.begin, unit.end) if slot not in slots), None)
        if absent is not None:
            raise DataError("ACC048", f"there is no time slot '{absent}'", Place(file, item=unit.id), _HINT)
    times = dict(slots)
    follows = {unit.begin: unit for unit in alignable}
    for unit in alignable:
        if times[str(unit.begin)] is None or times[str(unit.end)] is not None:
            continue
        chain = [unit]
        while times[str(chain[-1].end)] is None and len(chain) <= len(alignable):
            after = follows.get(chain[-1].end)
            if after is None:
                break
            chain.append(after)
        start, end = times[str(unit.begin)], times[str(chain[-1].end)]
        if start is None or end is None:
            raise DataError("ACC047", f"the time slot '{unit.end}' has no time", Place(file, item=unit.id), _HINT)
        for place, link in enumerate(chain[:-1], start=1):
            times[str(link.end)] = start + (end - start) * place / len(chain)
        for link in chain:
            link.shared = True
    for unit in alignable:
        start, end = times[str(unit.begin)], times[str(unit.end)]
        if start is None or end is None or end < start:
            what = "without a time" if start is None or end is None else f"from {start:g} to {end:g} s"
            raise DataError("ACC047", f"an annotation {what}", Place(file, item=unit.id), _HINT)
        unit.bounds = (start, end)


def _refer(tiers: Sequence[ElanTier], known: dict[str, ElanAnnotation], file: str) -> None:
    """Times from parents, from the outermost inwards; the children of one parent in a tier have equal shares of its."""
    waiting: dict[str, dict[str, list[ElanAnnotation]]] = defaultdict(lambda: defaultdict(list))
    for tier in tiers:
        for annotation in tier.annotations:
            if annotation.parent is not None:
                waiting[annotation.parent][tier.name].append(annotation)
    timed = [annotation for annotation in known.values() if annotation.bounds is not None]
    while timed:
        parent = timed.pop()
        for children in waiting.pop(parent.id, {}).values():
            _share(parent, _in_order(children))
            timed += children
    if waiting:
        absent = next((name for name in waiting if name not in known), None)
        child = next(iter(waiting[absent or next(iter(waiting))].values()))[0]
        what = f"'{absent[:40]}', which is not there" if absent is not None else "itself through its parents"
        raise DataError("ACC048", f"the annotation refers to {what}", Place(file, item=child.id), _HINT)


def _share(parent: ElanAnnotation, children: Sequence[ElanAnnotation]) -> None:
    if parent.bounds is None:
        return
    start, end = parent.bounds
    width = (end - start) / len(children)
    for place, child in enumerate(children, start=1):
        child.bounds = (start + width * (place - 1), end if place == len(children) else start + width * place)
        child.shared = len(children) > 1


def _in_order(children: Sequence[ElanAnnotation]) -> list[ElanAnnotation]:
    """Each after the one it names as the previous; as they stand, where that does not order them."""
    after = {child.previous: child for child in children}
    ordered: list[ElanAnnotation] = []
    here = after.get(None)
    while here is not None and len(ordered) < len(children):
        ordered.append(here)
        here = after.get(here.id)
    return ordered if len(ordered) == len(children) else list(children)
