"""INCEpTION and WebAnno TSV 3: a file per document and user; CURATION_USER is the adjudicated one.

A relation leads from its governor to its dependent, as it is drawn; a syntactic dependency from the dependent to its
head, as trees are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from accord.formats.gathering import Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.offsets import Bounds
from accord.formats.parsing.text_files import text_lines
from accord.results import Place, Reading

if TYPE_CHECKING:
    from accord.formats.parsing.webanno_rows import LayerHead, Tsv, WebAnnoRow
    from accord.formats.parsing.webanno_units import Unit, WebAnnoAnnotations, WebAnnoLink

NAME = "webanno"
DESCRIPTION = "INCEpTION or WebAnno TSV 3: a file per document and user"
ENDINGS = (".tsv",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "file"
ADJUDICATED = "CURATION_USER"
BEFORE = "INITIAL_CAS"
_CURATIONS = ("curation", "curation_ser")
_FOLDERS = ("annotation", "annotation_ser", "curation", "curation_ser", "source")
_HEADS = ("Dependency",)


def sniff(path: Path) -> float:
    start = head(path)[:4096].removeprefix(b"\xef\xbb\xbf")
    if not start.lstrip().startswith(b"#"):
        return 0.0
    from accord.formats.parsing.webanno_rows import FORMAT
    from accord.formats.parsing.webanno_version_1 import START

    if start.startswith(FORMAT.encode()):
        return 0.95
    return 0.8 if start.startswith(START.encode()) and b"\n#id=" in start and b"|" in start else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    from accord.formats.parsing.webanno_rows import parsed, text_of
    from accord.formats.parsing.webanno_units import annotated
    from accord.formats.parsing.webanno_version_1 import START, parsed_old

    if source.annotator == BEFORE and options.annotator_from != "file":
        into.read_as(Reading("set aside", f"{BEFORE}: documents before annotation", options=("annotator_from=file",)))
        return
    file = str(source.path)
    lines = text_lines(source.path, options, into)
    tsv = parsed_old(lines, file) if lines and lines[0].startswith(START) else parsed(lines, file)
    document = into.document(_document(source), text_of(tsv, file), place=Place(file))
    annotations = annotated(tsv, file)
    bounds = into.fitted(document, [(row.start, row.end, row.surface) for row in tsv.rows], Place(file))
    at = {row.token: token_bounds for row, token_bounds in zip(tsv.rows, bounds, strict=True)}
    order = {row.token: place for place, row in enumerate(tsv.rows)}
    annotator = into.asked(document, _annotator(source, into, options))
    writer = _Writer(into, document, annotator, _names(tsv, annotations), at, tsv.rows, order, file)
    for layer in tsv.layers:
        if layer.kind != "relation":
            writer.units(layer, annotations)
    heads = {layer.type: layer for layer in tsv.layers}
    for (kind, slot), links in annotations.links.items():
        writer.links(heads[kind], slot, links, annotations)


def _annotator(source: Source, into: Gathering, options: ReadOptions) -> str:
    """The user, who is a curator in the folder of curations whatever the name."""
    name = source.annotator
    if options.annotator_from == "file":
        return name
    if name == ADJUDICATED:
        return into.cast(name, "curator")
    if source.path.parent.name in _CURATIONS or source.document.partition("/")[0] in _CURATIONS:
        return into.cast(f"{name} (curation)", "curator", called=name)
    return name


def _document(source: Source) -> str:
    """The folder of the document, without those in which an export keeps annotations and curations apart."""
    first, _, rest = source.document.partition("/")
    return rest if first in _FOLDERS and rest else source.document


def _names(tsv: Tsv, annotations: WebAnnoAnnotations) -> dict[str, str]:
    """What each type is called: the last part of its name, unless two types share it."""
    types = list(dict.fromkeys([*(layer.type for layer in tsv.layers), *annotations.units]))
    shorts = [kind.rpartition(".")[2] for kind in types]
    return {kind: short if shorts.count(short) == 1 else kind for kind, short in zip(types, shorts, strict=True)}


@dataclass(frozen=True)
class _Writer:
    """Where the annotations of one file go."""

    into: Gathering
    document: str
    annotator: str
    names: Mapping[str, str]
    bounds: Mapping[str, Bounds]
    """Where each token is, in characters."""
    rows: Sequence[WebAnnoRow]
    order: Mapping[str, int]
    """The place of each token among the rows."""
    file: str
    written: set[str] = field(default_factory=set)
    """The fields of spans that this file has."""

    def units(self, layer: LayerHead, annotations: WebAnnoAnnotations) -> None:
        """A field for the category of a layer, and one for each further feature that somebody used."""
        from accord.formats.parsing.webanno_units import features

        units, several = annotations.units[layer.type], features(layer)
        name = self.names[layer.type]
        self._spans(name, units, several[0] if several else None)
        for feature in several[1:]:
            if layer.kind == "span" and any(unit.values.get(feature) is not None for unit in units.values()):
                self._spans(f"{name}.{feature}", units, feature)

    def links(self, layer: LayerHead, slot: str | None, links: list[WebAnnoLink], export: WebAnnoAnnotations) -> None:
        from accord.formats.parsing.webanno_units import ends_of, features

        name = self.names[layer.type] if slot is None else f"{self.names[layer.type]}.{slot}"
        self.into.layer("relations", name)
        kinds = [kind for kind in ends_of(layer, slot, list(export.units)) if kind in export.units]
        units, prefix = self._units_of(name, kinds, export)
        several = ["role"] if slot is not None else ["referenceRelation"] if layer.kind == "chain" else features(layer)
        for link in links:
            ends = [prefix.get(kind, "") + end for kind, end in (link.origin, link.target)]
            if layer.kind == "relation" and layer.short in _HEADS:
                ends.reverse()
            label = link.values.get(several[0]) if several else None
            self.into.relation(name, self.document, self.annotator, ends[0], ends[1], label, units=units)
            spare = sum(link.values.get(feature) is not None for feature in several[1:])
            self.into.leave_out(
                "feature of a relation beside its label", spare, many="features of relations beside labels"
            )

    def _units_of(self, name: str, kinds: list[str], export: WebAnnoAnnotations) -> tuple[str | None, dict[str, str]]:
        """The field with the ends of links, and what their names begin with; of several types, one field with all."""
        if len(kinds) == 1:
            base = self.names[kinds[0]]
            if base not in self.written:
                self._spans(base, export.units[kinds[0]], None)
            return base, {}
        if not kinds:
            return None, {}
        prefix = {kind: f"{self.names[kind]}:" for kind in kinds}
        for kind in kinds:
            self._spans(name, export.units[kind], None, category=prefix[kind][:-1], prefix=prefix[kind])
        return name, prefix

    def _spans(
        self,
        name: str,
        units: Mapping[str, Unit],
        feature: str | None,
        *,
        category: str | None = None,
        prefix: str = "",
    ) -> None:
        self.into.layer("spans", name)
        self.written.add(name)
        for unit in units.values():
            told = unit.values.get(feature) if feature is not None else category
            pieces = [(self.bounds[first.token][0], self.bounds[last.token][1]) for first, last in self.runs(unit)]
            start, end = pieces[0][0], max(pieces[0])
            self.into.span(
                name,
                self.document,
                self.annotator,
                start,
                end,
                told,
                name=prefix + unit.name,
                fragments=pieces,
                place=Place(self.file, unit.first.line),
            )

    def runs(self, unit: Unit) -> list[tuple[WebAnnoRow, WebAnnoRow]]:
        """The first and the last row of each fragment of a unit."""
        from accord.formats.parsing.webanno_units import runs

        return [(unit.first, unit.first)] if len(unit.rows) == 1 else runs(unit, self.order, self.rows)
