"""Items to discuss: by disagreement, near-ties of the vote, and the same text labelled differently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.annotations import Labels
from accord.diagnosis.finding import Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.closeness import Closeness
from accord.results.arrays import Bools, Floats, Ints
from accord.results.json_numbers import JsonRecord
from accord.results.listed import MOST_LISTED, left_out, shortened
from accord.results.presenting import presented
from accord.results.tabular import Columns, Tabular
from accord.results.wording import many

SHOWN = 20  # items, when nobody says how many
LISTED = 200  # items, and texts with several labels, in the JSON: as many as the page lists
MOST_CHANGING = 5  # texts with several labels that a finding names


@dataclass(frozen=True)
class ItemView(JsonRecord):
    """One item with all that was said about it."""

    item: str
    text: str | None
    disagreement: float
    """The mean distance of two of its labels, as a share of that of any two labels (1: as by chance)."""
    entropy: float
    """Of its labels, in bits."""
    margin: int
    """Labels by which the vote was won; 0 is a tie."""
    labels: tuple[tuple[str, str], ...]
    """(annotator, label); annotators are numbered where they are unknown."""
    times: int = 1
    """How many items are labelled in exactly this way, where the data are a table of counts."""

    def as_json(self) -> dict[str, object]:
        labels = [{"annotator": who, "label": label} for who, label in self.labels[:MOST_LISTED]]
        shown = {"text": shortened(self.text), "labels": labels, **left_out(len(self.labels), len(labels))}
        return {**super().as_json(), **shown}


@dataclass(frozen=True, eq=False)
class ItemTable(Tabular):
    """Numbers of every row; the views of single items are made when asked for."""

    ballots: Ballots
    disagreement: Floats
    """(rows,) nan without two labels."""
    entropy: Floats
    """(rows,) in bits; nan without two labels."""
    margin: Ints
    """(rows,) the largest count of a category minus the next; −1 without two labels."""

    def _columns(self) -> Columns:
        """Every item with everyone's label, the most disputed first."""
        columns: Columns = presented("columns of items", self)
        return columns

    @cached_property
    def _order(self) -> Ints:
        """Rows with two labels or more, the most disputed first; equal ones in the order of the data."""
        disputed = np.flatnonzero(self.disagreement > 0)
        return disputed[np.lexsort((disputed, -self.entropy[disputed], -self.disagreement[disputed]))]

    @property
    def compared(self) -> int:
        """Items with two labels or more."""
        return int(self.ballots.labels.weights[self.margin >= 0].sum())

    @property
    def disputed(self) -> int:
        """Items on which not everybody agrees."""
        return int(self.ballots.labels.weights[self.disagreement > 0].sum())

    @property
    def near_tie_rows(self) -> Ints:
        """Rows whose vote was won by one label at most: ties first, then by disagreement."""
        rows = np.flatnonzero((self.margin >= 0) & (self.margin <= 1))
        return rows[np.lexsort((rows, -self.disagreement[rows], self.margin[rows]))]

    def top(self, k: int = SHOWN) -> list[ItemView]:
        """The k items with most disagreement."""
        return [self.view(int(row)) for row in self._order[:k]]

    def __iter__(self) -> Iterator[ItemView]:
        """All disputed items, the most disputed first."""
        return (self.view(int(row)) for row in self._order)

    def view(self, row: int) -> ItemView:
        """One row of the data with everyone's label and its text."""
        labels = self.ballots.labels
        cells = slice(int(labels.starts[row]), int(labels.starts[row + 1]))
        texts = [labels.categories.texts[code] for code in labels.codes[cells].tolist()]
        names = [f"{place}" for place in range(1, len(texts) + 1)]
        if labels.annotators is not None and labels.who is not None:
            names = [labels.annotators[who] for who in labels.who[cells].tolist()]
        return ItemView(
            item=name_of(labels, row),
            text=None if labels.texts is None else labels.texts[row],
            disagreement=float(self.disagreement[row]),
            entropy=float(self.entropy[row]),
            margin=int(self.margin[row]),
            labels=tuple(zip(names, texts, strict=True)),
            times=int(labels.weights[row]),
        )

    def as_json(self, k: int = LISTED) -> dict[str, object]:
        return {
            "compared": self.compared,
            "disputed": self.disputed,
            "near_ties": int(self.ballots.labels.weights[self.near_tie_rows].sum()),
            "top": [view.as_json() for view in self.top(k)],
        }

    def findings(self) -> list[Finding]:
        close = int(self.ballots.labels.weights[self.near_tie_rows].sum())
        if close == 0 or self.compared == 0 or self.ballots.labels.level in ("interval", "ratio", "circular"):
            return []  # numbers are averaged, not voted on
        share = close / self.compared
        are = "is" if close == 1 else "are"
        ties = int(self.ballots.labels.weights[self.margin == 0].sum())
        return [
            Finding(
                kind="near-ties",
                matters=min(0.6, 0.1 + share),
                title=(
                    f"{close:,} of {many(self.compared, 'item')} ({share:.1%}) {are} won by one vote or tied "
                    f"({ties:,} tied)."
                ),
                explanation=(
                    "A vote won by one label or none could come out differently with one other annotator, so that the "
                    f"reference of these items is not settled. Annotators agree unanimously on "
                    f"{many(self.compared - self.disputed, 'item')}."
                ),
                action="Adjudicate these items, or collect further labels for them alone.",
                numbers={"near_ties": close, "ties": ties, "compared": self.compared, "share": share},
            )
        ]


def items_by_disagreement(data: Labels | Ballots) -> ItemTable:
    """All items with their disagreement, entropy and margin of the vote.

    Disagreement is the mean distance of two of the item's labels at the level of the data (for categories: the share of
    its pairs of labels that differ) over that of any two labels.

    >>> import accord
    >>> table = items_by_disagreement(accord.labels([["a", "a", "a"], ["a", "b", "c"], ["b", "b", "a"]]))
    >>> [(view.item, view.margin) for view in table.top()]
    [('2', 0), ('3', 1)]
    """
    ballots = Ballots.of(data)
    closeness = Closeness.of(ballots.labels)
    expected = closeness.expected(ballots.labels)
    apart = closeness.within(ballots)
    several = ballots.number >= 2
    share = ballots.counts / np.maximum(ballots.number[ballots.cell_row], 1)
    bits = np.bincount(ballots.cell_row, weights=-share * np.log2(share), minlength=ballots.labels.n_rows)
    first, number_first, second, _ = ballots.leaders
    return ItemTable(
        ballots=ballots,
        disagreement=apart / expected if expected > 0 else np.where(several, 0.0, np.nan),
        entropy=np.where(several, np.abs(bits), np.nan),
        margin=np.where(several, np.where(number_first > 1, 0, first - second), -1),
    )


@dataclass(frozen=True)
class Duplicate:
    """A text that stands in several items whose votes differ."""

    text: str
    items: tuple[str, ...]
    votes: tuple[str, ...]
    """The vote of each item; categories that tie are joined by ' = '."""

    def as_json(self) -> dict[str, object]:
        """The first of its items and votes, and how many there are."""
        shown, votes = list(self.items[:SHOWN]), list(self.votes[:SHOWN])
        return {"text": shortened(self.text), "items": shown, "votes": votes, "occurs": len(self.items)}


@dataclass(frozen=True)
class Duplicates(Tabular):
    """Texts that stand in several items."""

    texts: int
    """Texts that occur more than once."""
    items: int
    """Items with such a text."""
    differing: tuple[Duplicate, ...]
    """Those labelled differently, in the order of the data."""

    def _columns(self) -> Columns:
        """A row for each item whose text stands in others with another vote."""
        rows = [
            (duplicate.text, *row)
            for duplicate in self.differing
            for row in zip(duplicate.items, duplicate.votes, strict=True)
        ]
        return {name: [row[place] for row in rows] for place, name in enumerate(("text", "item", "vote"))}

    def as_json(self) -> dict[str, object]:
        return {
            "texts": self.texts,
            "items": self.items,
            "labelled_differently": len(self.differing),
            "differing": [duplicate.as_json() for duplicate in self.differing[:LISTED]],
        }

    def findings(self) -> list[Finding]:
        if not self.differing:
            return []
        share = len(self.differing) / self.texts
        first = self.differing[0]
        shown = first.text if len(first.text) <= 60 else first.text[:59] + "…"
        votes = " and ".join(f"'{vote}'" for vote in dict.fromkeys(first.votes))
        return [
            Finding(
                kind="duplicates labelled differently",
                matters=min(0.7, 0.3 + share / 2),
                title=(
                    f"{len(self.differing):,} of {many(self.texts, 'text that occurs', 'texts that occur')} several "
                    f"times ({share:.1%}) {'is' if len(self.differing) == 1 else 'are'} labelled differently, such as "
                    f"“{shown}”: {votes}."
                ),
                explanation=(
                    "The same text with different votes shows noise that agreement within items does not. "
                    "If context decides, the text alone is not the item; a model trained on the text cannot learn it."
                ),
                action="Decide these texts together, or show the context that distinguishes them.",
                numbers={
                    "differing": len(self.differing),
                    "texts": self.texts,
                    "items": self.items,
                    "examples": [duplicate.as_json() for duplicate in self.differing[:MOST_CHANGING]],
                },
            )
        ]


def duplicates(data: Labels | Ballots) -> Duplicates:
    """The same text in several items, and those whose votes have no category in common.

    Texts are the same when they differ at most in case and in spaces.
    """
    ballots = Ballots.of(data)
    texts = ballots.labels.texts
    if texts is None:
        return Duplicates(0, 0, ())
    groups = [rows for rows in _alike(texts, ballots.number > 0) if len(rows) > 1]
    differing = []
    for rows in groups:
        votes = [_winners(ballots, row) for row in rows]
        kinds = list(dict.fromkeys(votes))
        if any(not first & second for place, first in enumerate(kinds) for second in kinds[:place]):
            names = tuple(name_of(ballots.labels, row) for row in rows)
            shown = tuple(" = ".join(ballots.labels.categories.texts[code] for code in sorted(vote)) for vote in votes)
            differing.append(Duplicate(texts[rows[0]], names, shown))
    return Duplicates(len(groups), sum(map(len, groups)), tuple(differing))


def _alike(texts: Sequence[str], labelled: Bools) -> list[list[int]]:
    """Rows with a label by their text."""
    groups: dict[str, list[int]] = {}
    for row in np.flatnonzero(labelled).tolist():
        text = " ".join(texts[row].split()).casefold()
        if text:
            groups.setdefault(text, []).append(row)
    return list(groups.values())


def _winners(ballots: Ballots, row: int) -> frozenset[int]:
    cells = slice(int(ballots.starts[row]), int(ballots.starts[row + 1]))
    return frozenset(ballots.cell_code[cells][ballots.counts[cells] == ballots.leaders[0][row]].tolist())


def name_of(labels: Labels, row: int) -> str:
    """The name of an item, or its place in the data."""
    return labels.items[row] if labels.items is not None else str(row + 1)
