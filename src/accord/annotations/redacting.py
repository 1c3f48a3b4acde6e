"""Redaction: the same annotations without what was annotated, by whom, and where it was stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from accord.annotations.among import Annotations, Names, Shape, chosen
from accord.annotations.annotated import picked
from accord.annotations.answers import Answers
from accord.annotations.column_names import suggested
from accord.annotations.labels import Labels
from accord.annotations.normalising import Normaliser
from accord.annotations.relations import EVERYBODY, Relations
from accord.annotations.spans import Spans
from accord.annotations.sparse import numbered_places, ranges
from accord.results import Diagnostic, Diagnostics, ReadAs, UsageError
from accord.results.arrays import Ints

PROSE_WORDS = 4  # a name of so many words is a sentence, not a name
PROSE_WIDE = 8  # so many letters of a script that puts no spaces between words
_ITEM_COLUMN = re.compile(r"\bitem = '([^']*)'")


@overload
def redacted(data: Labels, *, only: Names = None, without: Names = None) -> Labels: ...
@overload
def redacted(data: Spans, *, only: Names = None, without: Names = None) -> Spans: ...
@overload
def redacted(data: Relations, *, only: Names = None, without: Names = None) -> Relations: ...
@overload
def redacted(data: Answers, *, only: Names = None, without: Names = None) -> Answers: ...
@overload
def redacted(data: Annotations, *, only: Names = None, without: Names = None) -> Annotations: ...


def redacted(data: Annotations, *, only: Names = None, without: Names = None) -> Annotations:
    """The same annotations to show to others: labels, offsets and ids stay, texts and the names of people do not.

    Values of measures and their intervals do not change. The digest of the data is another one.

    Parameters
    ----------
    data
        Annotations of any shape.
    only, without
        The annotators who are taken, and those who are not.

    Returns
    -------
    Labels, Spans, Relations or Answers
        As the data are.

    Notes
    -----
    texts
        Those of items, documents and units are left out.
    annotators
        They become "annotator 1", …, in an order that depends on what each annotated and not on any name: the same data
        with other names, or with annotators in another order, are redacted to the same.
    answers
        They are texts that annotators wrote: "answer 1", … replace them, the most frequent first.
    names
        Those of items, documents and given units are ids and stay; where they are sentences, the text itself, or were
        read from a column of texts, "item 1", … replace them. An id that contains a name stays.
    own units
        They are called by their offsets: annotation tools put the name of the user in their ids.
    times
        They count from the first one.
    files
        They are not named, and of each diagnostic only the title is left.

    Examples
    --------
    >>> from accord.annotations.building import labels
    >>> shown = redacted(labels([["a", "a"], ["a", "b"]], annotators=["Anna", "Bob"]))
    >>> shown.annotators, shown.categories
    (('annotator 1', 'annotator 2'), Categories(a, b))
    """
    if isinstance(data, Answers | Labels | Relations | Spans):
        return redacted_as(chosen(data, only, without), ByContent())
    raise UsageError(f"redacted() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)")


def redacted_as(data: Annotations, names: ByContent) -> Annotations:
    """The same with people and items called as told."""
    if isinstance(data, Labels):
        return _labels(data, names)
    if isinstance(data, Spans):
        return _spans(data, names.order(data.annotators, _span_contents(data)), names)
    return _relations(data, names) if isinstance(data, Relations) else _answers(data, names)


class ByContent:
    """Annotators by a hash of what they annotated, which no name enters; those who did the same are interchangeable.

    `hashes` are those of the annotators of the last data.
    """

    def __init__(self) -> None:
        self.hashes: dict[str, bytes] = {}

    def order(self, annotators: Sequence[str], contents: Iterable[Iterable[NDArray[np.generic]]]) -> list[int]:
        """(annotators,) the places of the annotators, in the order of their pseudonyms."""
        for name, arrays in zip(annotators, contents, strict=True):
            whole = hashlib.sha256()
            for array in arrays:
                whole.update(np.ascontiguousarray(array).tobytes() + b"|")
            self.hashes[name] = whole.digest()
        return sorted(range(len(annotators)), key=lambda annotator: self.hashes[annotators[annotator]])

    def people(self, annotators: Sequence[str]) -> tuple[str, ...]:
        """What annotators in that order are called."""
        return tuple(f"annotator {number}" for number in range(1, len(annotators) + 1))

    def items(self, names: Sequence[str], what: str, texts: Sequence[str] | None, data: Annotations) -> Sequence[str]:
        """The names, or numbers where they are texts."""
        told = (*(diagnostic.message for diagnostic in data.diagnostics), *(reading.text for reading in data.read_as))
        if not _are_texts(names, texts, told):
            return names
        return [f"{what} {number}" for number in range(1, len(names) + 1)]


class ByProject(ByContent):
    """People and items as they are called in all fields of a project."""

    def __init__(self, people: Mapping[str, str], items: Mapping[str, str]) -> None:
        super().__init__()
        self._people, self._items = people, items
        self._place = {name: place for place, name in enumerate(people)}

    def order(self, annotators: Sequence[str], contents: Iterable[Iterable[NDArray[np.generic]]]) -> list[int]:
        return sorted(range(len(annotators)), key=lambda annotator: self._place[annotators[annotator]])

    def people(self, annotators: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._people[name] for name in annotators)

    def items(self, names: Sequence[str], what: str, texts: Sequence[str] | None, data: Annotations) -> Sequence[str]:
        return [self._items.get(name, name) for name in names]


# ---- one shape after the other


def _labels(data: Labels, names: ByContent) -> Labels:
    shown = replace(
        _of_unknown_origin(data),
        items=None if data.items is None else names.items(data.items, "item", data.texts, data),
        texts=None,
        times=None if data.times is None else data.times - _first(data.times),
        cluster_names=None,
    )
    if shown.annotators is None or shown.who is None:
        return shown
    table = data.items is None and bool((data.weights != 1).any())
    contents = _table_contents(shown) if table else _label_contents(shown)
    shown = _reordered(shown, names.order(shown.annotators, contents), names)
    return _sorted_rows(shown) if table else shown


def _spans(data: Spans, order: Sequence[int], names: ByContent) -> Spans:
    moved = data.of_annotators([data.annotators[annotator] for annotator in order])
    return replace(
        _of_unknown_origin(moved),
        documents=tuple(names.items(data.documents, "document", data.texts, data)),
        annotators=names.people(moved.annotators),
        names=None,
        texts=None,
    )


def _relations(data: Relations, names: ByContent) -> Relations:
    order = names.order(data.annotators, _relations_contents(data))
    moved = data.of_annotators([data.annotators[annotator] for annotator in order])
    documents = tuple(names.items(data.documents, "document", None, data))
    return replace(
        _of_unknown_origin(moved),
        documents=documents,
        annotators=names.people(moved.annotators),
        unit_names=_unit_names(moved),
        spans=None if data.spans is None else replace(_spans(data.spans, order, names), documents=documents),
        unit_texts=None,
    )


def _answers(data: Answers, names: ByContent) -> Answers:
    numbered = _numbered_answers(data)
    words = [f"answer {number + 1}" for number in range(len(numbered))]
    place = {word: code for code, word in enumerate(sorted(words))}
    lookup = np.array([place[words[number]] for number in numbered.tolist()], dtype=np.int32)
    codes = lookup[data.codes] if len(lookup) else data.codes
    shown = replace(
        _of_unknown_origin(data),
        items=tuple(names.items(data.items, "item", data.texts, data)),
        vocabulary=tuple(sorted(words)),
        codes=codes,
        normaliser=Normaliser(),
        texts=None,
    )
    if shown.annotators is None:
        return shown.taking(np.lexsort((shown.codes, shown.item)))  # the order of counts may be that of the words
    contents = [
        [shown.assigned[:, annotator], shown.item[mine], shown.codes[mine]]
        for annotator, mine in enumerate(_rows_of(shown.who, shown.n_annotators))
    ]
    moved = shown.of_annotators([shown.annotators[annotator] for annotator in names.order(shown.annotators, contents)])
    return replace(moved, annotators=names.people(moved.annotators or ()))


def _of_unknown_origin(data: Shape) -> Shape:
    """The same without who the annotators are, where it was read from, and what names people and files."""
    told, diagnostics = nameless_readings(data.read_as), titles_of(data.diagnostics)
    return replace(data, roles={}, read_as=told, diagnostics=diagnostics, source=None, files=())


# ---- people


def _rows_of(who: NDArray[np.int32], people: int) -> list[Ints]:
    """For each annotator the places of what is theirs."""
    order = np.argsort(who, kind="stable")
    bounds = np.searchsorted(who[order], np.arange(people + 1))
    return [order[bounds[annotator] : bounds[annotator + 1]] for annotator in range(people)]


def _label_contents(data: Labels) -> list[list[NDArray[np.generic]]]:
    who = data.who if data.who is not None else np.zeros(0, dtype=np.int32)
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    columns: list[NDArray[Any]] = [row, data.codes, *([] if data.times is None else [data.times])]
    return [[column[mine] for column in columns] for mine in _rows_of(who, data.n_annotators)]


def _table_contents(data: Labels) -> list[list[NDArray[np.generic]]]:
    """Of a contingency table, whose rows stand in the order of the annotators: for each their own code and the others'
    of every row, sorted."""
    who = data.who if data.who is not None else np.zeros(0, dtype=np.int32)
    seen: list[list[tuple[int, ...]]] = [[] for _ in range(data.n_annotators)]
    for row, weight in enumerate(data.weights.tolist()):
        cells = slice(int(data.starts[row]), int(data.starts[row + 1]))
        pairs = list(zip(who[cells].tolist(), data.codes[cells].tolist(), strict=True))
        for rater in dict.fromkeys(person for person, _ in pairs):
            own = [code for person, code in pairs if person == rater]
            seen[rater].append((weight, len(own), *own, *sorted(code for person, code in pairs if person != rater)))
    return [[np.array([number for line in sorted(lines) for number in line])] for lines in seen]


def _reordered(data: Labels, order: Sequence[int], names: ByContent) -> Labels:
    """The annotators in another order, under pseudonyms, with the ratings of each row in that order."""
    if data.who is None:
        return data
    who = numbered_places(order, len(order))[data.who] if len(order) else data.who
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    cells = np.lexsort((who, row))  # stable: ratings of one annotator on one item stay in their order
    people = data.annotators or ()
    named = replace(data, annotators=names.people([people[annotator] for annotator in order]), who=who)
    return replace(named, **picked(named, cells, "who", "codes", "times"))


def _sorted_rows(data: Labels) -> Labels:
    """Rows that stand for several items, which have no names, by what they say."""
    if data.who is None:
        return data
    cells = [slice(int(first), int(last)) for first, last in zip(data.starts[:-1], data.starts[1:], strict=True)]
    keys = [(data.who[at].tolist(), data.codes[at].tolist(), int(data.weights[row])) for row, at in enumerate(cells)]
    order = np.array(sorted(range(data.n_rows), key=keys.__getitem__), dtype=np.int64)
    return replace(
        data,
        starts=np.concatenate(([0], np.cumsum(data.sizes[order]))).astype(np.int64),
        **picked(data, ranges(data.starts, order), "who", "codes", "times"),
        **picked(data, order, "weights", "clusters"),
    )


def _span_contents(data: Spans) -> list[list[NDArray[np.generic]]]:
    shapes = () if data.fragments is None else (data.fragments.ranks,)
    columns = (data.document, data.starts, data.ends, data.codes, *shapes)
    return [
        [data.assigned[:, annotator], *(column[mine] for column in columns)]
        for annotator, mine in enumerate(_rows_of(data.who, data.n_annotators))
    ]


def _relations_contents(data: Relations) -> list[list[NDArray[np.generic]]]:
    """By the units of their own, the components and the links; a unit is its place among those of its document."""
    local, people = data.local_places, data.n_annotators
    contents: list[list[NDArray[np.generic]]] = [[data.assigned[:, annotator]] for annotator in range(people)]
    links = (data.document, local[data.origins], local[data.targets], data.codes)
    members = (data.unit_document[data.component_units], local[data.component_units], data.component_types)
    tables = ((data.owners, (data.unit_document,)), (data.who, links), (data.component_who, members))
    for who, columns in tables:
        for annotator in range(people):
            mine = np.flatnonzero(who == annotator)
            rows = np.stack([column[mine].astype(np.int64) for column in columns])
            contents[annotator].append(rows[:, np.lexsort(rows[::-1])])
    if data.spans is not None:
        for arrays, more in zip(contents, _span_contents(data.spans), strict=True):
            arrays.extend(more)
    return contents


# ---- names, answers, diagnostics


def _are_texts(names: Sequence[str], texts: Sequence[str] | None, told: Sequence[str]) -> bool:
    """Whether any name is a text, for then all of them are; or came from a column of texts, as was told on reading."""
    read = (_ITEM_COLUMN.search(message) for message in told)
    if any(match is not None and suggested(match[1]).role == "text" for match in read):
        return True
    if texts is not None and any(
        text.strip() and name.strip() == text.strip() for name, text in zip(names, texts, strict=True)
    ):
        return True
    return any(map(_is_prose, names))


def _is_prose(name: str) -> bool:
    """
    >>> [_is_prose(name) for name in ("compris.a 12", "doc 3 sentence", "Ça ne va pas", "They left.")]
    [False, False, True, True]
    """
    words = name.split()
    if len(words) >= PROSE_WORDS or (len(words) > 1 and words[-1][-1] in ".!?…"):
        return True
    return not name.isascii() and sum(unicodedata.east_asian_width(letter) in "WF" for letter in name) >= PROSE_WIDE


def _unit_names(data: Relations) -> list[str]:
    """Given units keep their ids; own units are called by their offsets, or numbered where these are not known."""
    shown = list(data.unit_names)
    hidden = _are_texts(data.unit_names, data.unit_texts, ())
    seen: Counter[tuple[int, int, str]] = Counter()
    for unit, (document, owner) in enumerate(zip(data.unit_document.tolist(), data.owners.tolist(), strict=True)):
        if owner == EVERYBODY and not hidden:
            continue
        name = "" if data.spans is None else f"{data.spans.starts[unit]:.15g}–{data.spans.ends[unit]:.15g}"
        key = (document, owner, name)
        seen[key] += 1
        shown[unit] = f"unit {seen[key]}" if not name else name if seen[key] == 1 else f"{name} ({seen[key]})"
    return shown


def _numbered_answers(data: Answers) -> Ints:
    """(vocabulary,) the rank of each answer: the most frequent first, equal ones by a hash that is keyed with all data,
    so that nobody who has one word can tell its number."""
    size = len(data.vocabulary)
    times = np.bincount(data.codes, weights=data.times, minlength=size) if size else np.zeros(0)
    key = data.sha256.encode()
    hashes = [hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest() for text in data.vocabulary]
    rank = np.empty(size, dtype=np.int64)
    rank[sorted(range(size), key=lambda code: (-times[code], hashes[code]))] = np.arange(size)
    return rank


def nameless_readings(read_as: ReadAs) -> ReadAs:
    """What was read as what, without the names of files, columns and people; levels and missing labels name none."""
    return tuple(
        reading
        if reading.aspect in ("level", "missing", "asked")
        else replace(
            reading,
            text=_nameless(reading.text),
            options=tuple(option.partition("=")[0] for option in reading.options),
        )
        for reading in read_as
    )


def _nameless(text: str) -> str:
    """What was told, without those it names.

    >>> _nameless("only Ann, Bob, as asked; 3 others are set aside"), _nameless("Ann, as asked")
    ('only some of them, as asked; 3 others are set aside', 'some annotators, as asked')
    >>> _nameless("no column of roles in team.csv"), _nameless("1 model: gpt-4o")
    ('no column of roles', '1 model')
    """
    text = re.sub(r"(?s)^only .*, as asked; ([\d,]+ others are set aside)$", r"only some of them, as asked; \1", text)
    if not text.startswith(("only some of them", "all ")):
        text = re.sub(r"(?s)^.*, as asked$", "some annotators, as asked", text)
    text = re.sub(r"(?s)^(no column of roles|roles of .* annotators?) in .*$", r"\1", text)
    return re.split("[:']", text)[0].strip() or "some columns"


def titles_of(diagnostics: Diagnostics) -> Diagnostics:
    """Of each code one, without the file, the line and the cells it quotes."""
    titles = []
    for code, times in Counter(diagnostic.code for diagnostic in diagnostics).items():
        title = title_of(code)
        only = next(diagnostic for diagnostic in diagnostics if diagnostic.code == code)
        if times == 1 and re.fullmatch(re.escape(title) + r" \([0-9,]+ times\)", only.message):
            title = only.message  # redacted before
        titles.append(Diagnostic(code, title if times == 1 else f"{title} ({times:,} times)"))
    return tuple(titles)


def title_of(code: str) -> str:
    """What a diagnostic is called, which quotes nothing."""
    from accord.results import CATALOGUE  # a long file, which only this reads

    return CATALOGUE[code].title if code in CATALOGUE else "a remark"


def _first(times: NDArray[np.float64]) -> float:
    known = times[np.isfinite(times)]
    return float(known.min()) if len(known) else 0.0
