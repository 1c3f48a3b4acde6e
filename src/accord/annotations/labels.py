"""Labels: who put which item in which category, as weighted rows of ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from accord.annotations.annotated import Annotated, picked
from accord.annotations.categories import Categories, canonical_text, number_text
from accord.annotations.cluster_assignment import clustered
from accord.annotations.given_lists import places_of
from accord.annotations.roles import annotators_named
from accord.annotations.sparse import numbered_places, pieces, repeats_in
from accord.results import DataError, ReadAs, UsageError
from accord.results.option_names import option
from accord.results.reading import guesses_shown
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.code_tables import CodeTable

Level = Literal["nominal", "ordinal", "interval", "ratio", "circular", "sets"]
LEVELS: tuple[Level, ...] = get_args(Level)

_AROUND = ".,;:!?()[]{}<>\"'«»“”‘’/"  # what may stand around a word in a text


@dataclass(frozen=True, eq=False)
class Labels(Annotated):
    """Weighted rows of ratings; a row is what was said about one item, or about `weight` items alike.

    Row r holds the ratings `starts[r]:starts[r + 1]` of `codes` (positions in `categories`) by `who` (positions in
    `annotators`; None when the annotators are unknown). Within a row, ratings are ordered by annotator; an annotator
    who rated the item again stands there again, in the order of the ratings. A cell that is absent was not asked.

    Examples
    --------
    >>> import accord
    >>> data = accord.labels([["yes", "yes"], ["no", "yes"], ["no", None]], annotators=["ann", "bob"])
    >>> data.n_items, data.annotators, data.n_missing
    (3, ('ann', 'bob'), 1)
    """

    kind: ClassVar[str] = "labels"

    categories: Categories
    level: Level
    annotators: tuple[str, ...] | None
    starts: NDArray[np.int64]
    who: NDArray[np.int32] | None
    codes: NDArray[np.int32]
    weights: NDArray[np.int64]
    items: Sequence[str] | None = None
    nothing: str | None = None
    """The category that means 'nothing to annotate here', if one was declared."""
    texts: Sequence[str] | None = None
    """The text of each item, if known."""
    times: NDArray[np.float64] | None = None
    """(ratings,) when each rating was given, in seconds or in steps of any other kind; nan where it is not known."""
    clusters: NDArray[np.int64] | None = None
    """(rows,) which items belong together, by the number of their cluster; None: each is by itself."""
    cluster_names: Sequence[str | None] | None = None
    """What each cluster is called; None for that of an item which stands by itself."""
    table: CodeTable | None = field(default=None, init=False)
    """Only of labels that came as a large table (`TableLabels`): the same ratings, in a form that is quick to count."""

    def __len__(self) -> int:
        """The number of labels, also those that repeat one."""
        return int((self.sizes * self.weights).sum())

    @property
    def n_rows(self) -> int:
        """How many rows of ratings there are: as many as items, but where a row stands for several of them."""
        return len(self.weights)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many ratings each row holds."""
        return np.asarray(self.starts[1:] - self.starts[:-1])

    @cached_property
    def n_items(self) -> int:
        return int(self.weights.sum())

    @cached_property
    def n_labels(self) -> int:
        """How many first ratings there are in all (repeated ones are counted by `n_repeated`)."""
        return int((self.sizes * self.weights).sum()) - self.n_repeated

    @cached_property
    def n_repeated(self) -> int:
        repeats = self.repeats
        return 0 if repeats is None else int(np.repeat(self.weights, self.sizes)[repeats > 0].sum())

    @cached_property
    def n_annotators(self) -> int:
        """Known annotators, or the most labels any item has when they are unknown."""
        return len(self.annotators) if self.annotators is not None else int(self.sizes.max(initial=0))

    @property
    def n_missing(self) -> int:
        return self.n_items * self.n_annotators - self.n_labels

    @cached_property
    def repeats(self) -> NDArray[np.int32] | None:
        """For each rating whether it is the annotator's first on the item (0), second (1), …; None if all are first."""
        if self.table is not None or self.who is None or len(self.who) < 2:
            return None
        again = repeats_in(self.who, self.starts)
        return None if again is None else again.astype(np.int32)

    def first_ratings(self) -> Labels:
        """The same data with only the first rating of each annotator on each item."""
        repeats = self.repeats
        return self if repeats is None else self._keeping(repeats == 0)

    def filled(self) -> Labels:
        """Without the rows that hold no label: they have no cells, so that only the starts change."""
        kept = self.sizes > 0
        if kept.all():
            return self
        starts = self.starts[np.append(kept, True)]
        clusters = None if self.clusters is None else self.clusters[kept]
        return replace(self, starts=starts, weights=self.weights[kept], items=None, texts=None, clusters=clusters)

    def of_items(self, chosen: Sequence[int | str]) -> Labels:
        """Only these items, in this order.

        Parameters
        ----------
        chosen
            Names of items, or their places from 0.

        Returns
        -------
        Labels

        Raises
        ------
        UsageError
            When there is no such item, or items have neither names nor rows of their own, as in a contingency table.

        Examples
        --------
        >>> import accord
        >>> data = accord.labels([["a", "b"], ["b", "b"], ["a", "a"]], items=["s1", "s2", "s3"])
        >>> data.of_items(["s3", "s1"]).items
        ['s3', 's1']
        """
        if self.n_rows != self.n_items:
            raise UsageError(
                "one row of these data stands for several items", "choose annotators or categories instead"
            )
        names = self.items if self.items is not None else [str(place + 1) for place in range(self.n_rows)]
        places = places_of(chosen, names, "item")
        ratings, _ = pieces(self.starts, places)
        return replace(
            self,
            starts=np.concatenate(([0], np.cumsum(self.sizes[places]))).astype(np.int64),
            **picked(self, ratings, "who", "codes", "times"),
            **picked(self, places, "weights", "items", "texts", "clusters"),
        )

    def of_annotators(self, chosen: Sequence[str]) -> Labels:
        """Only these annotators, in this order; items that none of them labelled stay, without a label.

        Examples
        --------
        >>> import accord
        >>> data = accord.labels([["a", "b", "a"]], annotators=["Ann", "Bob", "Cem"])
        >>> data.of_annotators(["Cem", "Ann"]).annotators
        ('Cem', 'Ann')
        """
        if self.annotators is None or self.who is None:
            raise UsageError("who gave which label is not known", "these are counts: annotators cannot be chosen")
        names = annotators_named(chosen, self.annotators)
        place = numbered_places([self.annotators.index(name) for name in names], len(self.annotators))
        kept = self._keeping(place[self.who] >= 0)
        who = place[self.who[place[self.who] >= 0]]
        order = np.lexsort((np.arange(len(who)), who, np.repeat(np.arange(kept.n_rows), kept.sizes)))
        part = replace(kept, annotators=tuple(names), who=who, roles=self.roles_of(names))
        return replace(part, **picked(part, order, "who", "codes", "times"))

    def binary(self, category: str) -> Labels:
        """One category against all others, for per-category values."""
        code = self.categories.known_code(category)
        rest = "other" if self.categories.texts[code] != "other" else "the rest"
        pair = Categories.declare([self.categories.texts[code], rest])
        recoded = np.where(self.codes == code, 0, 1).astype(np.int32)
        return replace(self, categories=pair, codes=recoded, level="nominal", nothing=None)

    def clustered(self, cluster: object) -> Labels:
        """With which items belong together, such as the sentences of one text: intervals then draw these together.

        A mapping from items to clusters, or a cluster for each item in the order of the data.
        """
        return clustered(self, cluster)

    # ---- other views of the same data (Fort et al. 2012, section 4.1)

    def without(self, category: str) -> Labels:
        """Leave a category out: its labels are dropped, then the items left with fewer than two labels.

        For two annotators these are the items that either of them put in the category (Fort et al. 2012, table 4).
        """
        code = self.categories.known_code(category)
        texts = [text for text in self.categories.texts if text != self.categories.texts[code]]
        kept = self._keeping(self.codes != code)
        kept = kept._rows(kept.sizes >= 2)
        nothing = None if self.nothing == self.categories.texts[code] else self.nothing
        return replace(kept._recoded(texts, lambda text: text), nothing=nothing)

    def merged(self, groups: Mapping[str, Iterable[str]]) -> Labels:
        """Put several categories together under a new name: `labels.merged({"Gene": ["Former", "New"]})`.

        Neighbours of a scale make a shorter scale (ordinal); points that are not have no place in its order any more,
        and what is left are names.
        """
        renamed: dict[str, str] = {}
        for name, members in groups.items():
            for member in members:
                text = self.categories.texts[self.categories.known_code(member)]
                if text in renamed:
                    raise UsageError(f"'{text}' is merged into two categories", "name each category once")
                renamed[text] = name
        order = list(dict.fromkeys(renamed.get(text, text) for text in self.categories.texts))
        nothing = renamed.get(self.nothing, self.nothing) if self.nothing is not None else None
        if self.level not in ("nominal", "sets") and _neighbours(self.categories.texts, renamed):
            scale = self._over(Categories.declare(order), lambda text: renamed.get(text, text))
            return replace(scale, nothing=nothing, level="ordinal")
        level: Level = "sets" if self.level == "sets" else "nominal"
        return replace(self._recoded(order, lambda text: renamed.get(text, text)), nothing=nothing, level=level)

    def renamed(self, names: Mapping[str, str]) -> Labels:
        """Categories under other names; those that get the same name become one."""
        return self._recoded(
            list(dict.fromkeys(names.get(text, text) for text in self.categories.texts)),
            lambda text: names.get(text, text),
        )

    def in_order(self, categories: Sequence[str]) -> Labels:
        """The same categories, declared in this order."""
        return self._over(Categories.declare(categories), lambda text: text)

    def at(self, level: Level, read_as: ReadAs) -> Labels:
        """The same ratings at another level of measurement, and how it was read; what is known of them stays known."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, level=level, read_as=read_as)
        made.__dict__.pop("derived", None)
        return made

    def binned(self, edges: Sequence[float]) -> Labels:
        """Cut numeric labels into classes: edges 0, 1, 2.5, 4 give [0, 1), [1, 2.5) and [2.5, 4], in this order.

        Classes are closed below and open above, but for the last, which is closed on both sides.
        """
        values = self.categories.values
        bounds = np.asarray(edges, dtype=np.float64)
        if values is None:
            raise UsageError("only numeric labels can be cut into classes", f"the labels are {self.categories}")
        if len(bounds) < 2 or not np.isfinite(bounds).all() or (np.diff(bounds) <= 0).any():
            raise UsageError("edges of classes are at least two rising numbers", "such as 0 1 2.5 4")
        outside = values[(values < bounds[0]) | (values > bounds[-1])]
        if len(outside):
            raise UsageError(
                f"the label {number_text(float(outside[0]))} lies outside the classes",
                f"let the edges reach from {number_text(float(values.min()))} to {number_text(float(values.max()))}",
            )
        names = [
            f"[{number_text(low)}, {number_text(high)}{']' if high == bounds[-1] else ')'}"
            for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
        ]
        place = np.minimum(np.searchsorted(bounds, values, side="right") - 1, len(names) - 1)
        codes = place.astype(np.int32)[self.codes]
        return replace(self, categories=Categories.declare(names), codes=codes, level="ordinal", nothing=None)

    def universe(self, items: int | Iterable[str], nothing: str | None = None) -> Labels:
        """The same annotations in another universe of items: so many items in all, or these (Fort et al. 2012).

        With a number, only the items that everybody put in the category *nothing* become more or fewer. With a list of
        items, all others are left out. Where the list holds texts of items and not their names, it is a dictionary:
        items with another text are left out unless somebody marked them.
        """
        if not isinstance(items, int):
            return self._among(items)
        name = nothing if nothing is not None else self.nothing
        if name is None:
            raise UsageError(
                "another universe changes the number of items where nothing was annotated, and no category is "
                "declared to mean that",
                f"declare it: {option('nothing', 'O')}",
            )
        empty = (self._row_sums(self.codes == self.categories.known_code(name)) == self.sizes) & (self.sizes > 0)
        rest = int(self.weights[~empty].sum()) if self.n_rows else 0
        if items < rest:
            raise UsageError(
                f"a universe of {many(items, 'item')} is smaller than the {many(rest, 'item')} where something was "
                "annotated",
                f"give at least {rest:,}",
            )
        if not empty.any():
            if items == rest:
                return self
            raise UsageError(f"no item is '{name}' for every annotator", "the universe cannot be changed")
        weights = self.weights.copy()
        share = weights[empty] * (items - rest) / int(weights[empty].sum())
        scaled = np.floor(share).astype(np.int64)
        short = items - rest - int(scaled.sum())
        scaled[np.argsort(scaled - share, kind="stable")[:short]] += 1
        weights[empty] = scaled
        return replace(self, weights=weights, items=None, texts=None)._rows(weights > 0)

    # ---- the pieces the views are made of

    def _among(self, items: Iterable[str]) -> Labels:
        """Only these items, which must all be in the data."""
        if self.items is None:
            raise UsageError("these items have no names", "give the number of items instead of a list")
        wanted = {str(item) for item in items}
        unknown = sorted(wanted - set(self.items))
        if self.texts is not None and len(unknown) == len(wanted) > 0:
            return self._of_texts(wanted)
        if unknown:
            raise UsageError(
                f"{len(unknown):,} of the listed items are not in the data", f"the first is '{unknown[0]}'"
            )
        return self._rows(np.array([item in wanted for item in self.items], dtype=bool))

    def _of_texts(self, texts: set[str]) -> Labels:
        """The items with one of these texts, punctuation around it left aside, and those that somebody marked."""
        known = np.array([text in texts or text.strip(_AROUND) in texts for text in self.texts or ()], dtype=bool)
        if not known.any():
            raise UsageError("no item has a name or a text of this list", f"the first is '{min(texts)}'")
        nothing = None if self.nothing is None else self.categories.code(self.nothing)
        marked = known if nothing is None else known | (self._row_sums(self.codes != nothing) > 0)
        return self._rows(np.asarray(marked))

    def _row_sums(self, per_rating: NDArray[np.bool_]) -> NDArray[np.int64]:
        sums = np.concatenate(([0], np.cumsum(per_rating)))
        return sums[self.starts[1:]] - sums[self.starts[:-1]]

    def _keeping(self, mask: NDArray[np.bool_]) -> Labels:
        """Only the ratings where `mask` holds; rows may become empty."""
        kept = np.concatenate(([0], np.cumsum(mask)))[self.starts]
        ratings = picked(self, np.flatnonzero(mask), "who", "codes", "times")
        return replace(self, starts=kept.astype(np.int64), **ratings)

    def _rows(self, mask: NDArray[np.bool_]) -> Labels:
        """Only the rows where `mask` holds."""
        if mask.all():
            return self
        return replace(
            self,
            starts=np.concatenate(([0], np.cumsum(self.sizes[mask]))).astype(np.int64),
            **picked(self, np.flatnonzero(np.repeat(mask, self.sizes)), "who", "codes", "times"),
            **picked(self, np.flatnonzero(mask), "weights", "items", "texts", "clusters"),
        )

    def _recoded(self, order: list[str], name: Callable[[str], str]) -> Labels:
        """The same ratings over the categories `order`, each old text renamed by `name`."""
        if self.categories.declared:
            return self._over(Categories.declare(order, sets=self.categories.sets), name)
        return self._over(Categories.recorded(order, sets=self.categories.sets), name)

    def _over(self, categories: Categories, name: Callable[[str], str]) -> Labels:
        lookup = np.array([categories.index.get(canonical_text(name(text)), -1) for text in self.categories.texts])
        codes = lookup.astype(np.int32)[self.codes] if len(lookup) else self.codes
        return replace(self, categories=categories, codes=codes)

    def __repr__(self) -> str:
        people = many(self.n_annotators, "annotator") if self.annotators is not None else "annotators unknown"
        return (
            f"Labels({many(self.n_items, 'item')}, {people}, "
            f"{many(len(self.categories), 'category', 'categories')}, level {self.level}, "
            f"{self.n_missing:,} missing){guesses_shown(self.read_as)}"
        )


def check_level(categories: Categories, level: str) -> None:
    """Whether a level can be read from these categories; a DataError says what is missing."""
    if level not in LEVELS:
        raise UsageError(f"'{level}' is not a level of measurement", f"use one of {', '.join(LEVELS)}")
    if level == "ordinal" and not categories.declared and categories.values is None and len(categories) > 1:
        raise DataError(
            "ACC009",
            f"the order of the categories {_some(categories)} is not known",
            hint=f"declare it, lowest first: {option('categories', 'low,medium,high', quoted=True)}",
        )
    if level in ("interval", "ratio", "circular") and categories.values is None and len(categories) > 0:
        odd = next((text for text in categories.texts if Categories.recorded([text]).values is None), None)
        reason = f"'{odd}' is not a number" if odd is not None else "these are sets of labels"
        names = ",".join(categories.texts[:6]) + (",…" if len(categories) > 6 else "")
        ranked = f"{option('level', 'ordinal')} with {option('categories', names, quoted=True)}, lowest first"
        hint = f"use {option('level', 'nominal')}, or, if these are ranks, {ranked}"
        raise DataError("ACC010", f"level '{level}' needs numeric labels, and {reason}", hint=hint)
    if level == "ratio" and categories.values is not None and (categories.values < 0).any():
        raise DataError(
            "ACC010",
            f"level 'ratio' needs labels of at least 0 and {number_text(float(categories.values.min()))} is below",
        )


def _neighbours(texts: Sequence[str], renamed: Mapping[str, str]) -> bool:
    """Whether the categories that get one name stand side by side."""
    names = [renamed.get(text, text) for text in texts]
    runs = [name for place, name in enumerate(names) if place == 0 or name != names[place - 1]]
    return len(runs) == len(set(runs))


def _some(categories: Categories) -> str:
    shown = ", ".join(f"'{text}'" for text in categories.texts[:4])
    return f"{shown}, …" if len(categories) > 4 else shown
