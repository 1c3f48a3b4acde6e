"""TIARA: argument structure of essays as a table of sentences, each with its target and relation.

Putra et al. 2020, "TIARA: A tool for annotating discourse relations and sentence reordering".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from accord.formats.gathering import RELATIONS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.text_files import text_lines
from accord.results import DataError, Place

NAME = "tiara"
DESCRIPTION = "TIARA: argument structure of essays, a .tsv file per essay and annotator"
ENDINGS = (".tsv",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "path"
COLUMNS = ("essay code", "unit id", "text", "unit category", "target", "relation", "drop flag")
RESTATEMENT = "="
_EDITED = re.compile(r"\[ (.*?) \| (.*?) \]")
_BEFORE_MARKS = re.compile(r"\s+([.,;:!?])")
_UNIT = re.compile(r"[0-9]{1,9}")
_HINT = "the columns are essay code, unit ID, text, unit category, target, relation, drop flag"


def sniff(path: Path) -> float:
    first = head(path)[:4096].removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0]
    names = [name.strip().lower() for name in first.decode("utf-8", "replace").split("\t")]
    return 0.95 if names == list(COLUMNS) else 0.0


@dataclass
class _Essay:
    """The sentences of an essay by their numbers, which are their places in the original order."""

    texts: dict[int, str] = field(default_factory=dict)
    kinds: dict[int, str | None] = field(default_factory=dict)
    """The category of each sentence that is in the structure."""
    links: list[tuple[int, int, int, str]] = field(default_factory=list)
    """(line, origin, target, relation)"""


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    file = str(source.path)
    for code, essay in _essays(text_lines(source.path, options, into), file).items():
        document = into.document(code)
        named = source.annotator != code  # a file that is named after its essay does not name the annotator
        annotator = into.asked(document, source.annotator if named else source.path.absolute().parent.name or code)
        order = sorted(essay.texts)
        texts = [_original(essay.texts[unit]) for unit in order]
        into.given_units(RELATIONS, document, list(map(str, order)), texts=texts, place=Place(file))
        for unit, kind in essay.kinds.items():
            into.component(RELATIONS, document, annotator, str(unit), kind)
        for line, origin, target, label in essay.links:
            if target not in essay.texts:
                raise DataError("ACC048", f"the target {target} is not a unit of '{code}'", Place(file, line), _HINT)
            if origin not in essay.kinds:
                into.leave_out("relation of a dropped sentence", many="relations of dropped sentences")
                continue
            into.relation(
                RELATIONS, document, annotator, str(origin), str(target), label or None,
                units=None, symmetric=label == RESTATEMENT,
            )  # fmt: skip


def _essays(lines: list[str], file: str) -> dict[str, _Essay]:
    essays: dict[str, _Essay] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        cells = [_bare(cell) for cell in line.split("\t")]
        if len(cells) != len(COLUMNS):
            raise DataError(
                "ACC047", f"{len(cells)} columns where TIARA has {len(COLUMNS)}", Place(file, number), _HINT
            )
        code, unit, text, kind, target, label, dropped = cells
        if not _UNIT.fullmatch(unit) or (target and not _UNIT.fullmatch(target)) or dropped not in ("true", "false"):
            odd = unit if not _UNIT.fullmatch(unit) else target if target and not _UNIT.fullmatch(target) else dropped
            raise DataError("ACC047", f"{odd[:40]!r} in a row of TIARA", Place(file, number), _HINT)
        essay = essays.setdefault(code, _Essay())
        if int(unit) in essay.texts:
            raise DataError("ACC047", f"the unit {unit} of '{code}' is there twice", Place(file, number), _HINT)
        essay.texts[int(unit)] = text
        if dropped == "false":
            essay.kinds[int(unit)] = kind or None
        if target:
            essay.links.append((number, int(unit), int(target), label))
    if not essays:
        raise DataError("ACC002", "a header and no row", Place(file, 1), "export the annotations again")
    return essays


def _bare(cell: str) -> str:
    """
    >>> _bare('"proponent"'), _bare('" "'), _bare(" 4")
    ('proponent', '', '4')
    """
    plain = cell.strip()
    if len(plain) > 1 and plain[0] == plain[-1] == '"':
        plain = plain[1:-1].replace('""', '"')
    return plain.strip()


def _original(text: str) -> str:
    """A sentence as it was given: annotators may replace a part, which TIARA writes [ old | new ].

    >>> _original("I agree [ with you | that it rains ] .")
    'I agree with you.'
    """
    return _BEFORE_MARKS.sub(r"\1", " ".join(_EDITED.sub(r"\1", text).split()))
