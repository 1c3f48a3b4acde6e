"""ELAN (.eaf): tiers over time, in seconds; the annotator is the tier's ANNOTATOR, or the file.

A tier is a field. Where tiers of one linguistic type have different annotators, their type is the field.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.xml_trees import looks_like_xml, xml_tree
from accord.results import DataError, Place
from accord.results.option_names import option

if TYPE_CHECKING:
    from accord.formats.parsing.elan_tiers import ElanTier

NAME = "elan"
DESCRIPTION = "ELAN (.eaf): a tier per field; the annotator is the tier's ANNOTATOR, or the file"
ENDINGS = (".eaf",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "path"


def sniff(path: Path) -> float:
    return 0.95 if looks_like_xml(head(path), b"<ANNOTATION_DOCUMENT") else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    from accord.formats.parsing.elan_tiers import tiers
    from accord.formats.parsing.tier_names import whole_file

    file = str(source.path)
    file_tiers = tiers(xml_tree(source.path), file)
    if not file_tiers:
        raise DataError("ACC002", "there is no tier in the file", Place(file), "save the file again in ELAN")
    told = options.annotator_from
    if told in ("tier", "field") or (told is None and _of_several(file_tiers)):
        _by_tier(file_tiers, into.document(whole_file(source)), into, named=told != "tier")
        return
    people = {tier.annotator for tier in file_tiers if tier.annotator is not None}
    named = told is None and len(people) == 1
    annotator = people.pop() if named else source.annotator
    # a file that names its annotator inside is named after the recording
    document = into.document(whole_file(source) if named and source.annotator == source.path.stem else source.document)
    if into.was_asked(document, annotator):
        hint = f"name annotators after folders or files: {option('annotator_from', 'dir', 'file')}"
        raise DataError("ACC044", f"'{annotator}' has another file of '{document}' already", Place(file), hint)
    into.asked(document, annotator)
    for tier in file_tiers:
        _add(tier, tier.name, document, annotator, into)


def _of_several(tiers: Sequence[ElanTier]) -> bool:
    """Whether the tiers of some type have different annotators."""
    people: dict[str | None, set[str]] = defaultdict(set)
    for tier in tiers:
        if tier.annotator is not None:
            people[tier.type].add(tier.annotator)
    return any(len(names) > 1 for names in people.values())


def _by_tier(tiers: Sequence[ElanTier], document: str, into: Gathering, *, named: bool) -> None:
    """The annotators of one file; a tier without an ANNOTATOR is one of its own, or nobody's where others have one."""
    for tier in tiers:
        annotator = tier.annotator or (None if named else tier.name)
        if annotator is None:
            into.leave_out(
                "annotation in tiers without an ANNOTATOR",
                len(tier.annotations),
                many="annotations in tiers without an ANNOTATOR",
            )
            continue
        into.asked(document, annotator)
        _add(tier, tier.type or "tiers", document, annotator, into)


def _add(tier: ElanTier, layer: str, document: str, annotator: str, into: Gathering) -> None:
    into.layer("spans", layer)
    for annotation in tier.annotations:
        if annotation.bounds is None:
            raise ValueError(f"annotation {annotation.id} has no times")  # the parser has given all of them some
        into.span(layer, document, annotator, *annotation.bounds, annotation.value, name=annotation.id)
    into.simplify(
        "annotation without times of its own given an equal share of its parent's",
        sum(annotation.shared for annotation in tier.annotations),
        many="annotations without times of their own given equal shares of their parents'",
    )
