"""CoNLL-2003: a token and its tag per line (BIO, IOB2, BIOES, BILOU), a blank line between sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from accord.annotations.campaign import Campaign, Kind, Pair
from accord.formats.file_names import file_names, texts_needed
from accord.formats.gathering import SPANS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.parsing.text_files import text_lines
from accord.results import DataError, Place
from accord.results.option_names import option

NAME = "conll2003"
DESCRIPTION = "CoNLL-2003 (BIO, IOB2, BIOES): one file per annotator"
ENDINGS, ENDING = (".conll", ".bio", ".iob", ".iob2", ".bioes", ".conll2003"), ".conll"
IS_TABLE = False
ANNOTATOR_FROM: Preference = "file"
CARRIES: tuple[Kind, ...] = ("spans",)
KEEPS_TEXTS = True

_TAG = re.compile(r"O|[BIESULM]-\S+")
_START = "-DOCSTART-"
_NAMED = re.compile(re.escape(_START) + r"\s+\((.*)\)\s+\S+")
_HINT = "each line is a token and, as its last column, O, B-TYPE or I-TYPE"
Token = tuple[str, str]


def sniff(path: Path) -> float:
    start = head(path)
    if not start or binary_kind(start) is not None:
        return 0.0
    lines = start.decode("utf-8", "ignore").lstrip("\ufeff").splitlines()[:200]
    lines = lines[:-1] if len(start) >= 1 << 16 else lines
    filled = [line for line in lines if line.strip() and not line.startswith(_START)]
    columns = [_columns(line) for line in filled]
    if not columns or not all(len(cells) >= 2 and _TAG.fullmatch(cells[-1]) for cells in columns):
        return 0.0
    marked = path.suffix.lower() in ENDINGS or lines[0].startswith(_START)
    return 0.9 if marked else 0.6


def _columns(line: str) -> list[str]:
    return line.rstrip("\r\n").split("\t") if "\t" in line else line.split()


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    blocks = list(_documents(text_lines(source.path, options, into), source, options))
    into.layer("spans", SPANS)
    for key, sentences, line in blocks:
        text = "\n".join(" ".join(token for token, _ in sentence) for sentence in sentences)
        document = into.document(key, text, place=Place(str(source.path), line))
        annotator = into.asked(document, source.annotator)
        at = 0
        for sentence in sentences:
            for start, end, category in _spans(sentence, at):
                into.span(SPANS, document, annotator, start, end, category)
            at += sum(len(token) + 1 for token, _ in sentence)


def _documents(
    lines: Sequence[str], source: Source, options: ReadOptions
) -> Iterator[tuple[str, list[list[Token]], int]]:
    """The documents of a file: their keys, sentences, and the lines they begin on."""
    blocks: list[tuple[str | None, list[list[Token]], int]] = []
    sentences: list[list[Token]] = []
    open_sentence: list[Token] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith(_START):
            named = _NAMED.fullmatch(line.strip())
            sentences, open_sentence = [], []
            blocks.append((named[1] if named else None, sentences, number))
        elif not line.strip():
            open_sentence = []
        else:
            columns = _columns(line)
            if len(columns) < 2 or not _TAG.fullmatch(columns[-1].strip()) or not columns[0]:
                raise DataError("ACC047", f"no token with a tag: {line[:60]!r}", Place(str(source.path), number), _HINT)
            if not blocks:
                blocks.append((None, sentences, number))
            if not open_sentence:
                sentences.append(open_sentence)
            open_sentence.append((columns[0], columns[-1].strip()))
    _refuse_merged(lines, blocks, source, options)
    outer = "" if source.document == "document" else f"{source.document}/"
    for place, (name, several, first) in enumerate(blocks, start=1):
        alone = source.document if len(blocks) == 1 else f"{outer}{place}"
        yield (alone if name is None else f"{outer}{name}"), several, first


def _refuse_merged(
    lines: Sequence[str],
    blocks: Sequence[tuple[str | None, list[list[Token]], int]],
    source: Source,
    options: ReadOptions,
) -> None:
    """Label Studio writes the annotations of all annotators under each other, without saying whose they are."""
    if options.annotator_from is not None or not any(line.endswith((" -X- _ O",)) for line in lines[:200]):
        return
    for _, sentences, line in blocks:
        tokens = [[token for token, _ in sentence] for sentence in sentences]
        if any(first == second for first, second in pairwise(tokens)):
            message = (
                "a CONLL export of Label Studio with several annotations of a text: it does not say who made which"
            )
            hint = f"export the project as JSON; if the file is one annotator's, say {option('annotator_from', 'file')}"
            raise DataError("ACC044", message, Place(str(source.path), line), hint)


def _spans(sentence: Sequence[Token], at: int) -> Iterator[tuple[int, int, str]]:
    """The units of a sentence; an I- without what it continues begins a unit, as in IOB1."""
    begin, end, category = -1, -1, ""
    for token, tag in sentence:
        prefix, _, kind = tag.partition("-")
        goes_on = begin >= 0 and prefix in "IELM" and kind == category
        if begin >= 0 and not goes_on:
            yield begin, end, category
            begin = -1
        if tag != "O":
            begin, end, category = (begin if goes_on else at), at + len(token), kind
            if prefix in "ESLU":
                yield begin, end, category
                begin = -1
        at += len(token) + 1
    if begin >= 0:
        yield begin, end, category


# ---- writing


def write(campaign: Campaign, path: Path) -> dict[Path, bytes]:
    """A file per annotator under `path`, in BIO; tokens are what spaces part, sentences what line breaks part."""
    texts = texts_needed(campaign, NAME)
    spans, _ = campaign.chosen("spans")
    units: dict[Pair, list[tuple[int, int, str]]] = {pair: [] for pair in campaign.assigned}
    for row, pair in enumerate(zip(spans.document, spans.annotator, strict=True)):
        start, end = float(spans.columns["start"][row]), float(spans.columns["end"][row])
        category = spans.columns["category"][row]
        if start != int(start) or end != int(end):
            raise _unfit("a bound is not a whole number", pair[0])
        if not category or any(letter.isspace() for letter in category):
            raise _unfit(f"the category '{category or ''}' is not a word", pair[0])
        units[pair].append((int(start), int(end), category))
    people = file_names(campaign.annotators, "annotators")
    contents: dict[Path, bytes] = {}
    for who in campaign.annotators:
        lines: list[str] = []
        for document in campaign.documents:
            if (document, who) in units:
                if any(letter in document for letter in "\r\n\t"):
                    raise _unfit("the name of a document has a line break or tab", document)
                lines.append(f"{_START}\t({document})\tO\n\n")
                lines += _lines(texts[document], sorted(units[document, who]), document)
        contents[path / f"{people[who]}.conll"] = "".join(lines).encode("utf-8")
    return contents


def _lines(text: str, units: Sequence[tuple[int, int, str]], document: str) -> Iterator[str]:
    waiting = list(reversed(units))
    inside: tuple[int, int, str] | None = None
    at = 0
    for line in text.split("\n"):
        for token in re.finditer(r"\S+", line):
            start, end = at + token.start(), at + token.end()
            tag = "O"
            if inside is None and waiting and waiting[-1][0] == start:
                inside = waiting.pop()
                tag = f"B-{inside[2]}"
            elif inside is not None:
                tag = f"I-{inside[2]}"
            if inside is not None and inside[1] <= end:
                if inside[1] < end:
                    raise _unfit(f"the unit {inside[0]} to {inside[1]} ends within a token", document)
                inside = None
            if token[0].startswith(_START):
                raise _unfit(f"a token is {token[0]!r}", document)
            yield f"{token[0]}\t{tag}\n"
        if inside is not None:
            raise _unfit(f"the unit {inside[0]} to {inside[1]} runs over the end of a line", document)
        yield "\n"
        at += len(line) + 1
    if waiting:
        start, end, _ = waiting[-1]
        raise _unfit(f"the unit {start} to {end} overlaps another or begins within a token", document)


def _unfit(what: str, document: str) -> DataError:
    hint = "CoNLL has whole tokens and no overlaps: choose another format, such as brat or csv"
    return DataError("ACC051", f"{what}, for which CoNLL-2003 has no place", Place(item=document), hint)
