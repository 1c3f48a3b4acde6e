"""The ten columns of CoNLL-U and its kin (CoNLL-X, .rsd): sentences of tokens with their heads.

Universal Dependencies, "CoNLL-U format": word lines, multiword tokens (3-4), empty nodes (8.1), comments, a blank line
after each sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from accord.formats.gathering import Gathering
from accord.results import DataError, Place

COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_HINT = "ten columns separated by tabs: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"[0-9]{1,9}-[0-9]{1,9}")
_EMPTY = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")
_COMMENT = re.compile(r"#\s*(sent_id|newdoc id)\s*=\s*(.*?)\s*")


@dataclass(frozen=True)
class ConlluToken:
    line: int
    cells: tuple[str, ...]

    @property
    def form(self) -> str:
        return self.cells[1]

    @property
    def head(self) -> int | None:
        """The number of the head, 0 for the root; None where none is annotated."""
        return None if self.cells[6] == "_" else int(self.cells[6])

    def cell(self, column: str) -> str | None:
        """
        >>> ConlluToken(1, ("1", "Hi", "_") + ("_",) * 7).cell("lemma") is None
        True
        """
        value = self.cells[COLUMNS.index(column)]
        return None if value == "_" else value


@dataclass
class Sentence:
    """The tokens of a sentence, which are numbered from 1; `id` is its sent_id or its number in the file."""

    id: str
    line: int
    tokens: list[ConlluToken] = field(default_factory=list)
    ranges: int = 0
    empty: int = 0


def sentences(lines: Iterable[str], file: str) -> list[Sentence]:
    """The sentences of a file, or a DataError that names the line."""
    sentences: list[Sentence] = []
    told: str | None = None
    current: Sentence | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            current = None
        elif line[0] == "#" and "\t" not in line:
            comment = _COMMENT.fullmatch(line)
            if comment is not None and comment[1] == "sent_id" and comment[2]:
                told = comment[2]
        else:
            if current is None:
                current = Sentence(told or str(len(sentences) + 1), number)
                sentences.append(current)
                told = None
            _add(current, line, number, file)
    if not sentences:
        raise DataError("ACC002", "there is no sentence in the file", Place(file), "export the annotations again")
    _assert_sound(sentences, file)
    return sentences


def _add(sentence: Sentence, line: str, number: int, file: str) -> None:
    cells = tuple(line.split("\t"))
    if len(cells) != len(COLUMNS):
        raise _odd(file, number, f"{len(cells)} column{'s' if len(cells) > 1 else ''} where CoNLL-U has {len(COLUMNS)}")
    if _RANGE.fullmatch(cells[0]):
        sentence.ranges += 1
    elif _EMPTY.fullmatch(cells[0]):
        sentence.empty += 1
    elif cells[0] != str(len(sentence.tokens) + 1):
        raise _odd(file, number, f"the token {cells[0][:20]!r} where {len(sentence.tokens) + 1} is expected")
    else:
        if cells[6] != "_" and not _NUMBER.fullmatch(cells[6]):
            raise _odd(file, number, f"the head {cells[6][:20]!r} is not a number")
        sentence.tokens.append(ConlluToken(number, cells))


def _assert_sound(sentences: list[Sentence], file: str) -> None:
    names: dict[str, int] = {}
    for sentence in sentences:
        first = names.setdefault(sentence.id, sentence.line)
        if first != sentence.line:
            raise _odd(file, sentence.line, f"the sentence '{sentence.id}' occurs already, in line {first}")
        for token in sentence.tokens:
            if token.head is not None and token.head > len(sentence.tokens):
                message = f"the head {token.head} of '{token.form[:40]}' is not in its sentence"
                raise DataError("ACC048", message, Place(file, token.line), f"it has {len(sentence.tokens)} tokens")


def _odd(file: str, line: int, message: str) -> DataError:
    return DataError("ACC047", message, Place(file, line), _HINT)


def ten_columns(start: bytes) -> bool:
    """Whether the first line that is no comment has ten columns, the first and the seventh of them numbers."""
    for line in start.replace(b"\r", b"\n").removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        if line.strip() and not line.startswith(b"#"):
            cells = line.split(b"\t")
            ranged = b"-" in cells[0] or b"." in cells[0]
            return len(cells) == 10 and cells[0][:1].isdigit() and (ranged or cells[6].isdigit() or cells[6] == b"_")
    return False


def add_tree(sentence: Sentence, layer: str, document: str, annotator: str, into: Gathering) -> None:
    """The tokens as given units, each related to its head; the root is a component whose type is its label."""
    names = [token.cells[0] for token in sentence.tokens]
    into.given_units(layer, document, names, texts=[token.form for token in sentence.tokens])
    for token in sentence.tokens:
        if token.head is None:
            continue
        if token.head == 0:
            into.component(layer, document, annotator, token.cells[0], token.cell("deprel"))
        else:
            into.relation(layer, document, annotator, token.cells[0], str(token.head), token.cell("deprel"), units=None)
