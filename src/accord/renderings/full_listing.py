"""Everything beside the page: each item, aligned place, link or answered item in one row, for a spreadsheet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Answers, Labels, Relations, Spans
from accord.diagnosis.relations.relation_places import ABSENT, DrawnLinks
from accord.measures.answers.dispersion import item_entropies
from accord.measures.relations.graphs.links import classes
from accord.renderings.lanes_tables import position
from accord.renderings.tables import csv_text
from accord.results import UsageError
from accord.results.output_files import write_text
from accord.results.tabular import Columns, beside
from accord.statistics.division import divided

if TYPE_CHECKING:
    from accord.diagnosis import AnyFindings, RelationFindings, SpanFindings
    from accord.diagnosis.labels.items import ItemTable

Row = tuple[str, ...]
Values = tuple[object, ...]
Texts = NDArray[np.object_]
BLOCK = 20_000  # rows made at a time
MOST_COLUMNS = 200  # annotators with a column each; more share one column
NOTHING = "—"
"""In the place of who was asked and found nothing there; who was not asked has an empty cell."""
UNLABELLED_LINK = "✓"


@dataclass(frozen=True)
class Listing:
    """A header and the rows below it, made when they are asked for: numbers with all digits, and texts.

    What is not known is None there, and the rows as texts have nothing in its place.
    """

    about: Row
    people: Row
    """A column for each annotator, or one for all of them."""
    texts: Row
    made: Callable[[], Iterator[Values]]

    @property
    def header(self) -> Row:
        return (*self.about, *self.people, *self.texts)

    def __iter__(self) -> Iterator[Row]:
        places = {place for place, name in enumerate(self.about) if name in ("start", "end")}
        for row in self.made():
            yield tuple(
                position(cell) if number in places and isinstance(cell, float) else _text(cell)
                for number, cell in enumerate(row)
            )

    def columns(self) -> Columns:
        """The values by column; names are those of the header, without spaces where they are accord's own."""
        columns: list[list[object]] = [list(column) for column in zip(*self.made(), strict=True)]
        columns = columns or [[] for _ in self.header]
        own = [name.replace(" ", "_") for name in (*self.about, *self.texts)]
        first, last = len(self.about), len(self.about) + len(self.people)
        made = dict(zip(own[:first], columns[:first], strict=True))
        after = dict(zip(own[first:], columns[last:], strict=True))
        return beside(beside(made, dict(zip(self.people, columns[first:last], strict=True))), after)


def _text(cell: object) -> str:
    """Six digits of a number; nothing where it is undefined."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return "" if cell != cell else repr(round(cell, 6))
    return "" if cell is None else str(cell)


def full_listing(findings: AnyFindings, data: Answers | Labels | Relations | Spans | None = None) -> Listing:
    """One row for each item with everyone's label, its disagreement and vote; for each aligned place of spans; for each
    link that somebody drew (each mention, for coreference); for each item with all its answers.

    Findings about answers do not hold the answers: `data` are those they were made of.

    >>> import accord
    >>> from accord.diagnosis import findings
    >>> listing = full_listing(findings(accord.labels([["a", "a"], ["a", "b"]]), replicates=10))
    >>> listing.header
    ('item', 'items alike', 'disagreement', 'entropy', 'margin', 'vote', 'A1', 'A2')
    >>> list(listing)[1]
    ('2', '1', '2.0', '1.0', '0', 'a = b', 'a', 'b')
    """
    if findings.shape == "labels":
        return _of_labels(findings.items)
    if findings.shape == "spans":
        return _of_spans(findings)
    if findings.shape == "relations":
        return _of_relations(findings)
    if not isinstance(data, Answers):
        raise UsageError("a listing of answers needs the answers", "full_listing(found, data)")
    return _of_answers(data)


def listing_columns(findings: AnyFindings) -> Columns:
    """The columns of the whole listing: places of spans, links or mentions of relations."""
    return full_listing(findings).columns()


def write_listing(
    findings: AnyFindings,
    path: str | os.PathLike[str],
    data: Answers | Labels | Relations | Spans | None = None,
) -> int:
    """Write the listing as CSV, with the line breaks of the file; how many rows there are."""
    listing = full_listing(findings, data)
    with_line_feeds = (
        [cell.replace("\r\n", "\n").replace("\r", "\n") for cell in row] for row in (listing.header, *listing)
    )
    header, *rows = with_line_feeds
    write_text(path, csv_text(header, rows), inputs=() if data is None else data.files)
    return len(rows)


# ---- labels


def item_columns(items: ItemTable) -> Columns:
    """Every item with everyone's label, those with most disagreement first."""
    columns = _of_labels(items).columns()
    order = np.lexsort((-np.nan_to_num(items.entropy, nan=-1.0), -np.nan_to_num(items.disagreement, nan=-1.0)))
    return {name: [values[row] for row in order.tolist()] for name, values in columns.items()}


def _of_labels(items: ItemTable) -> Listing:
    labels = items.ballots.labels
    middle = {"interval": ("mean",), "ratio": ("mean",), "circular": ()}.get(labels.level, ("vote",))
    named = labels.annotators is not None and labels.n_annotators <= MOST_COLUMNS
    people = tuple(labels.annotators or ()) if named else ("labels",)
    text = () if labels.texts is None else ("text",)
    about = ("item", "items alike", "disagreement", "entropy", "margin", *middle)
    return Listing(about, people, text, lambda: _label_rows(items, bool(middle), named))


def _label_rows(items: ItemTable, middle: bool, named: bool) -> Iterator[Values]:
    labels = items.ballots.labels
    names = np.array(labels.categories.texts, dtype=object)
    for first in range(0, labels.n_rows, BLOCK):
        last = min(first + BLOCK, labels.n_rows)
        columns: list[Sequence[object]] = [
            [str(row + 1) for row in range(first, last)] if labels.items is None else list(labels.items[first:last]),
            labels.weights[first:last].tolist(),
            *(values[first:last].tolist() for values in (items.disagreement, items.entropy)),
            [None if number < 0 else number for number in items.margin[first:last].tolist()],
        ]
        if middle:
            columns.append(_middle(items, first, last))
        columns += _cells(labels, names, first, last) if named else [_joined_cells(labels, names, first, last)]
        if labels.texts is not None:
            columns.append(list(labels.texts[first:last]))
        yield from zip(*columns, strict=True)


def _cells(labels: Labels, names: Texts, first: int, last: int) -> list[Sequence[object]]:
    """A column for each annotator."""
    cells: Texts = np.full((last - first, labels.n_annotators), None, dtype=object)
    inside = slice(int(labels.starts[first]), int(labels.starts[last]))
    row = np.repeat(np.arange(last - first), labels.sizes[first:last])
    if labels.who is not None and len(row):
        cells[row, labels.who[inside]] = names[labels.codes[inside]]
    return [column.tolist() for column in cells.T]


def _joined_cells(labels: Labels, names: Texts, first: int, last: int) -> list[str]:
    """One column: 'annotator: label' of everybody, or only the labels where annotators are unknown."""
    inside = slice(int(labels.starts[first]), int(labels.starts[last]))
    texts = names[labels.codes[inside]].tolist() if len(names) else []
    if labels.annotators is not None and labels.who is not None:
        people = labels.annotators
        texts = [f"{people[who]}: {label}" for who, label in zip(labels.who[inside].tolist(), texts, strict=True)]
    bounds = (labels.starts[first : last + 1] - labels.starts[first]).tolist()
    return ["; ".join(texts[start:end]) for start, end in pairwise(bounds)]


def _middle(items: ItemTable, first: int, last: int) -> Sequence[object]:
    """The mean of numbers; of categories those that most annotators chose, joined by ' = ' where they tie."""
    ballots, labels = items.ballots, items.ballots.labels
    cells = slice(int(ballots.starts[first]), int(ballots.starts[last]))
    row = ballots.cell_row[cells] - first
    code, counts = ballots.cell_code[cells], ballots.counts[cells]
    if labels.level in ("interval", "ratio") and labels.categories.values is not None:
        sums = np.bincount(row, weights=counts * labels.categories.values[code], minlength=last - first)
        means: list[object] = divided(sums, np.bincount(row, weights=counts, minlength=last - first)).tolist()
        return means
    leads = np.flatnonzero(counts == ballots.leaders[0][first:last][row])
    told = [""] * (last - first)
    for place, number in zip(row[leads].tolist(), code[leads].tolist(), strict=True):
        name = labels.categories.texts[number]
        told[place] = f"{told[place]} = {name}" if told[place] else name
    return told


# ---- spans


def _of_spans(findings: SpanFindings) -> Listing:
    alignment = findings.alignment
    people = () if alignment is None else alignment.spans.annotators
    shown = people if len(people) <= MOST_COLUMNS else ("units",)
    about = ("document", "place", "disorder", "start", "end", "category", "support", "asked", "in the reference")
    return Listing((*about, "to discuss"), shown, ("text",), lambda: _place_rows(findings))


def _place_rows(findings: SpanFindings) -> Iterator[Values]:
    alignment, consensus = findings.alignment, findings.consensus
    if alignment is None or consensus is None:
        return
    spans = alignment.spans
    by_unit = {unit.members[0][1]: unit for unit in consensus.units if unit.members}
    number = 0
    for document in alignment.documents:
        for unitary in document.unitary:
            number += 1
            units = [
                (who, unit) for who, unit in zip(document.annotators, unitary.units, strict=True) if unit is not None
            ]
            settled = next((by_unit[unit] for _, unit in units if unit in by_unit), None)
            marked = {who: _unit(spans, unit) for who, unit in units}
            told = {**dict.fromkeys(document.annotators, NOTHING), **marked}
            cells = _of_each(spans.annotators, told, marked)
            middle: Values = (None, None, None, len(units), len(document.annotators), None, "")
            if settled is not None:
                middle = (
                    float(settled.start),
                    float(settled.end),
                    settled.category,
                    settled.support,
                    settled.asked,
                    settled.included,
                    "; ".join(settled.discuss),
                )
            yield (
                document.document,
                number,
                unitary.disorder,
                *middle,
                *cells,
                None if settled is None else settled.text,
            )


def _unit(spans: Spans, unit: int) -> str:
    bounds = f"{position(float(spans.starts[unit]))}–{position(float(spans.ends[unit]))}"
    category = spans.category(unit)
    return bounds if category is None else f"{bounds} {category}"


def _of_each(annotators: Sequence[str], told: dict[str, str], answers: dict[str, str]) -> list[str | None]:
    """What is told of each annotator, or of a crowd what each of them answered, in one cell."""
    if len(annotators) <= MOST_COLUMNS:
        return [told.get(who) for who in annotators]
    return ["; ".join(f"{who}: {what}" for who, what in answers.items())]


# ---- relations


def _of_relations(findings: RelationFindings) -> Listing:
    places = None if findings.disagreement is None else findings.disagreement.places
    people = () if places is None else places.relations.annotators
    shown = people if len(people) <= MOST_COLUMNS else ("drawn by",)
    if places is not None and places.relations.undirected:
        return Listing(("document", "unit", "held by", "asked"), shown, ("text",), lambda: _mention_rows(places))
    about = ("document", "origin", "target", "length", "drawn", "asked")
    texts = ("origin text", "target text")
    return Listing(about, shown, texts, lambda: iter(()) if places is None else _link_rows(places))


def _link_rows(places: DrawnLinks) -> Iterator[Values]:
    relations = places.relations
    labels = (*relations.labels.texts, UNLABELLED_LINK)  # −1 is no label
    texts = relations.unit_texts
    asked = places.asked
    for place in range(len(places.origins)):
        origin, target = int(places.origins[place]), int(places.targets[place])
        codes = places.codes[place].tolist()
        drawn = {who: labels[code] for who, code in zip(relations.annotators, codes, strict=True) if code != ABSENT}
        here = zip(relations.annotators, asked[place].tolist(), strict=True)
        by_annotator = {**{who: NOTHING for who, yes in here if yes}, **drawn}
        yield (
            relations.documents[int(places.document[place])],
            relations.unit_names[origin],
            relations.unit_names[target],
            abs(target - origin),
            int(places.support[place]),
            int(places.number[place]),
            *_of_each(relations.annotators, by_annotator, drawn),
            *((texts[origin], texts[target]) if texts is not None else (None, None)),
        )


def _mention_rows(places: DrawnLinks) -> Iterator[Values]:
    """For coreference: each mention, and the number of its entity for each annotator."""
    relations, held = places.relations, places.holders()
    entities = np.full((relations.n_units, relations.n_annotators), -1, dtype=np.int64)
    for who in range(relations.n_annotators):
        rows = relations.who == who
        label = classes(relations.n_units, relations.origins[rows], relations.targets[rows])
        entities[held[:, who], who] = label[held[:, who]]
    numbers: dict[tuple[int, int, int], int] = {}
    known: dict[tuple[int, int], int] = {}
    texts = relations.unit_texts
    for unit in range(relations.n_units):
        document = int(relations.unit_document[unit])
        asked = np.flatnonzero(relations.assigned[document]).tolist()
        marked: dict[str, str] = {}
        for who in asked:
            entity = int(entities[unit, who])
            if entity >= 0:
                key = (document, who, entity)
                if key not in numbers:
                    known[document, who] = numbers[key] = known.get((document, who), 0) + 1
                marked[relations.annotators[who]] = f"entity {numbers[key]}"
        by_annotator = {**{relations.annotators[who]: NOTHING for who in asked}, **marked}
        yield (
            relations.documents[document],
            relations.unit_names[unit],
            len(marked),
            len(asked),
            *_of_each(relations.annotators, by_annotator, marked),
            None if texts is None else texts[unit],
        )


# ---- answers


def _of_answers(data: Answers) -> Listing:
    people = tuple(data.annotators or ()) if data.n_annotators <= MOST_COLUMNS else ("by annotator",)
    text = () if data.texts is None else ("text",)
    about = ("item", "answers given", "entropy", "most frequent", "all answers")
    return Listing(about, people, text, lambda: _answer_rows(data))


def answer_columns(data: Answers) -> Columns:
    """Every item with all its answers, those whose answers differ most first."""
    columns = _of_answers(data).columns()
    order = np.argsort(-np.nan_to_num(item_entropies(data), nan=-1.0), kind="stable")
    return {name: [values[row] for row in order.tolist()] for name, values in columns.items()}


def _answer_rows(data: Answers) -> Iterator[Values]:
    words, tallies = data.vocabulary, data.tallies
    bounds = np.searchsorted(tallies.item, np.arange(data.n_items + 1)).tolist()
    entropies, modes, sizes = item_entropies(data).tolist(), data.modes.tolist(), data.sizes.tolist()
    codes, who, starts = data.codes.tolist(), data.who.tolist(), data.bounds.tolist()
    tally_codes, tally_counts = tallies.codes.tolist(), tallies.count.tolist()
    for item, name in enumerate(data.items):
        counts = sorted((-tally_counts[row], words[tally_codes[row]]) for row in range(bounds[item], bounds[item + 1]))
        by_annotator: dict[str, str] = {}
        if data.annotators is not None:
            by_annotator = {data.annotators[person]: NOTHING for person in np.flatnonzero(data.assigned[item]).tolist()}
            replies: dict[str, list[str]] = {}
            for row in range(starts[item], starts[item + 1]):
                replies.setdefault(data.annotators[who[row]], []).append(words[codes[row]])
            by_annotator |= {person: "; ".join(answers) for person, answers in replies.items()}
        yield (
            name,
            sizes[item],
            entropies[item],
            words[modes[item]] if modes[item] >= 0 else None,
            "; ".join(f"{word} ({-times})" for times, word in counts),
            *_of_each(data.annotators or (), by_annotator, by_annotator),
            *(() if data.texts is None else (data.texts[item],)),
        )
