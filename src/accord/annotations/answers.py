"""Answers: what annotators freely answered to each item, as in lexical substitution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations.annotated import Annotated, chosen_people, picked
from accord.annotations.digest import unordered_digest
from accord.annotations.given_lists import place_of, places_of
from accord.annotations.normalising import Normaliser
from accord.annotations.sparse import pieces
from accord.results import UsageError
from accord.results.arrays import Ints
from accord.results.reading import guesses_shown
from accord.results.wording import many

NOBODY = -1
NO_MODE = -1


@dataclass(frozen=True, eq=False)
class Tallies:
    """Which answers an item was given and how often; all arrays are (distinct answers of items,), sorted by item."""

    item: Ints
    codes: Ints
    count: Ints


@dataclass(frozen=True, eq=False)
class Answers(Annotated):
    """Items × annotators × ordered answers, each annotator's without repetition, after normalisation.

    `assigned` says who was asked what: an annotator who is assigned to an item and has no answer there was asked and
    gave none. Where only counts of answers are known, `annotators` is None. Answers are sorted by item, annotator and
    the order in which they were given.

    Examples
    --------
    >>> import accord
    >>> accord.answers({"item 1": {"ann": ["zone", "lieu"], "bob": ["lieu"]}})
    Answers(1 item, 2 annotators, 3 answers, 2 distinct)
    """

    kind: ClassVar[str] = "answers"

    items: tuple[str, ...]
    annotators: tuple[str, ...] | None
    vocabulary: tuple[str, ...]
    """The distinct answers, sorted."""
    assigned: NDArray[np.bool_]
    """(items, annotators); no columns where only counts are known."""
    item: NDArray[np.int32]
    """(answers,), as are the next three."""
    who: NDArray[np.int32]
    """−1 where only counts are known."""
    codes: NDArray[np.int32]
    """Positions in the vocabulary."""
    times: NDArray[np.int64]
    """How many annotators gave this answer: 1, or the count."""
    normaliser: Normaliser = field(default_factory=Normaliser)
    texts: Sequence[str] | None = None
    """(items,) what was asked about, if known: a sentence, a question."""

    def __len__(self) -> int:
        """The number of answers."""
        return int(self.times.sum())

    @property
    def n_items(self) -> int:
        return len(self.items)

    @property
    def n_annotators(self) -> int:
        return 0 if self.annotators is None else len(self.annotators)

    @property
    def counted(self) -> bool:
        """Whether only counts are known, and not who gave which answer."""
        return self.annotators is None

    @property
    def documents(self) -> tuple[str, ...]:
        """The items, which stand where other shapes have documents."""
        return self.items

    @property
    def n_documents(self) -> int:
        return len(self.items)

    @cached_property
    def bounds(self) -> Ints:
        """(items + 1,) where the answers of each item begin."""
        return np.searchsorted(self.item, np.arange(self.n_items + 1)).astype(np.int64)

    @cached_property
    def sizes(self) -> Ints:
        """(items,) the number of answers given, N."""
        return np.bincount(self.item, weights=self.times, minlength=self.n_items).astype(np.int64)

    @cached_property
    def asked(self) -> Ints:
        """(items,) how many annotators were asked, where that is known."""
        return np.asarray(self.assigned.sum(axis=1), dtype=np.int64)

    @cached_property
    def tallies(self) -> Tallies:
        """How often each item was given each answer."""
        width = max(len(self.vocabulary), 1)
        keys, place = np.unique(self.item.astype(np.int64) * width + self.codes, return_inverse=True)
        count = np.bincount(place.ravel(), weights=self.times, minlength=len(keys)).astype(np.int64)
        return Tallies(keys // width, keys % width, count)

    @cached_property
    def modes(self) -> Ints:
        """(items,) the answer that was given more often than any other, as a position in the vocabulary, or −1."""
        tallies = self.tallies
        most = np.zeros(self.n_items, dtype=np.int64)
        np.maximum.at(most, tallies.item, tallies.count)
        top = tallies.count == most[tallies.item]
        ties = np.bincount(tallies.item[top], minlength=self.n_items)
        modes = np.full(self.n_items, NO_MODE, dtype=np.int64)
        modes[tallies.item[top]] = tallies.codes[top]
        modes[ties != 1] = NO_MODE
        return modes

    def counts(self, item: int | str) -> dict[str, int]:
        """How often an item was given each answer, the most frequent first.

        >>> from accord.annotations.answer_building import answers
        >>> answers({"120": {"A": ["vide"], "B": ["vide", "distance"]}}).counts("120")
        {'vide': 2, 'distance': 1}
        """
        place = place_of(item, self.items, "item")
        first, last = np.searchsorted(self.tallies.item, [place, place + 1])
        here = sorted(range(first, last), key=lambda place: (-self.tallies.count[place], self.tallies.codes[place]))
        return {self.vocabulary[self.tallies.codes[place]]: int(self.tallies.count[place]) for place in here}

    def given(self, item: int | str, annotator: int | str) -> tuple[str, ...]:
        """What an annotator answered to an item, in order."""
        where, who = place_of(item, self.items, "item"), self._annotator(annotator)
        first, last = self.bounds[where], self.bounds[where + 1]
        return tuple(self.vocabulary[self.codes[row]] for row in range(first, last) if self.who[row] == who)

    # ---- parts

    def _annotator(self, annotator: int | str) -> int:
        if self.annotators is None:
            raise UsageError("only counts of answers are known, and not who gave them")
        if isinstance(annotator, str):
            if annotator not in self.annotators:
                raise UsageError(f"there is no annotator '{annotator}'", f"they are {', '.join(self.annotators)}")
            return self.annotators.index(annotator)
        return annotator

    def of_item(self, item: int | str) -> Answers:
        """Only one item, by its place or name."""
        return self.of_items([item])

    def of_items(self, chosen: Sequence[int | str]) -> Answers:
        """Only these items, by their names or places, in this order; one that is chosen twice is two items.

        Examples
        --------
        >>> import accord
        >>> data = accord.answers({"s1": {"Ann": ["car"]}, "s2": {"Ann": ["bus", "coach"]}})
        >>> data.of_items(["s2"])
        Answers(1 item, 1 annotator, 2 answers, 2 distinct)
        """
        places = places_of(chosen, self.items, "item")
        rows, which = pieces(self.bounds, places)
        return replace(
            self.taking(rows), **picked(self, places, "items", "assigned", "texts"), item=which.astype(np.int32)
        )

    of_documents = of_items

    def of_annotators(self, chosen: Sequence[str]) -> Answers:
        """Only these annotators, in this order; items that none of them was asked about stay, unassigned."""
        if self.annotators is None:
            raise UsageError("only counts of answers are known, and not who gave them", "annotators cannot be chosen")
        place, people = chosen_people(self, chosen)
        kept = np.flatnonzero(place[self.who] >= 0)
        order = kept[np.lexsort((kept, place[self.who[kept]], self.item[kept]))]
        return replace(self.taking(order), **people, who=place[self.who[order]])

    def taking(self, rows: NDArray[np.integer]) -> Answers:
        """Only these rows of answers, in this order."""
        return replace(self, **picked(self, rows, "item", "who", "codes", "times"))

    # ---- what is said about the whole

    @cached_property
    def sha256(self) -> str:
        """The data digest: of who was asked what and answered what, in which order, whatever the order of items.

        Names of items and their texts are not part of it. Counts have no order.
        """
        contents: list[list[tuple[str, str, int]]] = [[] for _ in self.items]
        names = ("",) if self.annotators is None else self.annotators
        for item, who, code, times in zip(self.item, self.who, self.codes, self.times, strict=True):
            contents[item].append((names[max(who, 0)], self.vocabulary[code], int(times)))
        key = None if self.annotators is None else lambda answer: answer[0]
        asked = (sorted(names[who] for who in np.flatnonzero(row)) for row in self.assigned)
        return unordered_digest(
            (people, sorted(content, key=key)) for people, content in zip(asked, contents, strict=True)
        )

    def __repr__(self) -> str:
        people = "annotators unknown" if self.annotators is None else many(self.n_annotators, "annotator")
        distinct = len(np.unique(self.codes))
        return (
            f"Answers({many(self.n_items, 'item')}, {people}, {many(len(self), 'answer')}, {distinct:,} distinct)"
            f"{guesses_shown(self.read_as)}"
        )
