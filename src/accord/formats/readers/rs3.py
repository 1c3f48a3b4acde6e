"""RST analyses (.rs3 of RSTTool and rstWeb): dependencies between the segments, which every annotator may cut."""

from __future__ import annotations

from pathlib import Path

from accord.formats.gathering import RELATIONS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.xml_trees import looks_like_xml, xml_tree
from accord.results import Place

NAME = "rs3"
DESCRIPTION = "RST trees (.rs3) of RSTTool and rstWeb: a file per document and annotator"
ENDINGS = (".rs3",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "path"
SEGMENTS = "segments"


def sniff(path: Path) -> float:
    start = head(path)
    return 0.95 if looks_like_xml(start, b"<rst>", b"<rst ") and b"<body" in start.replace(b"\0", b"") else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    """The segments in the text that they make up together, and the relation of each to its head."""
    from accord.formats.parsing.rst_trees import dependencies

    file = str(source.path)
    tree = dependencies(xml_tree(source.path), file)
    document = into.document(source.document, " ".join(node.text or "" for node in tree.segments), place=Place(file))
    annotator = into.asked(document, source.annotator)
    at = 0
    for number, node in enumerate(tree.segments, start=1):
        end = at + len(node.text or "")
        into.span(SEGMENTS, document, annotator, at, end, None, name=str(number))
        at = end + 1
    into.main = "relations"
    into.layer("relations", RELATIONS)
    for origin, target, label, _ in tree.links:
        into.relation(RELATIONS, document, annotator, str(origin + 1), str(target + 1), label, units=SEGMENTS)
