"""How much of the reference other annotators would change who find units, draw links or give answers: 1 − F."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.annotations import Labels
from accord.annotations.answers import Answers
from accord.annotations.relations import Relations
from accord.reproducibility.group_references import (
    MATCHES,
    NAMES,
    SHAPES,
    Compared,
    Structured,
    category_names,
    given_links,
)
from accord.reproducibility.reference_work import LEAST_PAIRS, ReferenceWork
from accord.reproducibility.stability_result import Stability
from accord.results import DataError, Diagnostic, Diagnostics, Signature, UsageError
from accord.results.arrays import Bools, Floats
from accord.results.installed_version import installed_version
from accord.results.option_names import option, told
from accord.results.wording import many
from accord.results.working import watching
from accord.statistics import generator

GROUPS = 100  # pairs of references that are compared where there are more
Pair = tuple[Bools, Bools | None]
"""(documents, annotators) who is in a group, and in the other; None where that is everybody."""


@dataclass(frozen=True)
class GroupQuestion:
    """What is asked of groups of annotators."""

    k: int
    against: str
    confidence: float | None
    replicates: int
    seed: int

    @property
    def needed(self) -> int:
        """Annotators that an item or document must have."""
        return self.k if self.against == "all" else 2 * self.k

    def refused(self, most: int, of: str, instead: str, more: str = "") -> DataError:
        """That no item or document has enough annotators, but `most` of them, and what can be asked."""
        need = f"two groups of {self.k} need" if self.against == "disjoint" else f"a group of {self.k} needs"
        fits = most if self.against == "all" else most // 2
        hint = f"ask about {fits} at most" if fits else f"use {option('against', 'all')}, or {instead}"
        return DataError("ACC140", f"{need} {self.needed} {of} has more than {most}", hint=f"{hint}{more}")

    def signed(self, shape: str, data: str, asked: str, drawn: int | None, interval: str, resample: str) -> Signature:
        """What a value was computed from and how; `drawn` are the groups, where not all of them were taken."""
        known = self.confidence is not None
        groups = "" if drawn is None else f", groups={drawn}"
        return Signature(
            accord=installed_version(),
            numpy=np.__version__,
            shape=shape,
            measure=f"stability(k={self.k}, against='{self.against}', {asked}{groups})",
            data=data,
            interval=interval if known else None,
            resample=resample if known else None,
            replicates=self.replicates if known else None,
            seed=self.seed if known or drawn is not None else None,
        )


@dataclass(frozen=True)
class StructureQuestion(GroupQuestion):
    """What is asked of units, links or answers."""

    groups: int | None


def structure_stability(data: Structured, asked: StructureQuestion) -> dict[str, Stability]:
    """τ or Δ by what counts as the same (`MATCHES`): the mean over pairs of groups of 1 − F, F = 2 common / (both).

    All pairs of groups are taken where everybody was asked everything and there are no more than `groups` of them;
    else so many are drawn. Two references without anything are the same. The interval draws documents anew.

    >>> import accord
    >>> units = [("A", 0, 9, "x"), ("B", 0, 9, "x"), ("C", 0, 8, "x"), ("D", 20, 30, "y")]
    >>> made = structure_stability(accord.spans(units), StructureQuestion(1, "disjoint", None, 1, 0, None))
    >>> {match: round(found.value, 3) for match, found in made.items()}  # one pair of six, and three of six, agree
    {'exact': 0.833, 'overlap': 0.5}
    """
    if data.annotators is None:
        raise DataError("ACC371", "only counts of answers are known, and not who gave them", hint="name the annotators")
    ready = data.of_annotators(sorted(data.annotators))  # what is drawn does not depend on the order of rows
    enough = ready.assigned.sum(axis=1) >= asked.needed
    if not enough.any():
        most = int(ready.assigned.sum(axis=1).max(initial=0))
        raise asked.refused(most, "annotators of a document, and no document", "ask more annotators")
    work = ReferenceWork()
    if isinstance(ready, Relations):
        ready = given_links(ready, work)
    chosen = ready.of_documents(sorted(ready.documents[place] for place in np.flatnonzero(enough)))
    pairs, every = group_pairs(chosen.assigned, asked)
    compared = _References.of(chosen, pairs, asked, work)
    exact = every and len(compared.references) == len(pairs)
    diagnostics = (*_remarks(data, chosen, asked), *work.said(len(compared.references), len(pairs)))
    return {match: compared.result(data, chosen, match, asked, exact, diagnostics) for match in MATCHES[data.kind]}


def group_pairs(assigned: Bools, asked: StructureQuestion) -> tuple[list[Pair], bool]:
    """The groups whose references are compared, and whether these are all there are."""
    limit = GROUPS if asked.groups is None else asked.groups
    people = np.flatnonzero(assigned.any(axis=0))
    if bool((assigned == assigned.any(axis=0)).all()) and _number(len(people), asked) <= limit:
        return [_pair(assigned, *pair) for pair in _every(people.tolist(), asked)], True
    rng = generator(asked.seed, "groups of annotators")
    drawn = []
    for _ in range(limit):
        order = np.where(assigned, rng.permutation(assigned.shape[1])[None, :], assigned.shape[1])
        rank = np.argsort(np.argsort(order, axis=1, kind="stable"), axis=1, kind="stable")
        group = assigned & (rank < asked.k)
        drawn.append((group, None if asked.against == "all" else assigned & (rank >= asked.k) & (rank < 2 * asked.k)))
    return drawn, False


def _number(people: int, asked: StructureQuestion) -> int:
    groups = math.comb(people, asked.k)
    return groups if asked.against == "all" else groups * math.comb(people - asked.k, asked.k) // 2


def _every(people: Sequence[int], asked: StructureQuestion) -> Iterator[tuple[tuple[int, ...], tuple[int, ...] | None]]:
    for group in combinations(people, asked.k):
        if asked.against == "all":
            yield group, None
            continue
        rest = [person for person in people if person not in group]
        yield from ((group, other) for other in combinations(rest, asked.k) if other > group)


def _pair(assigned: Bools, left: tuple[int, ...], right: tuple[int, ...] | None) -> Pair:
    def mask(group: tuple[int, ...]) -> Bools:
        return np.asarray(assigned & np.isin(np.arange(assigned.shape[1]), group)[None, :])

    return mask(left), None if right is None else mask(right)


def _key(group: Bools | None) -> bytes:
    """What tells groups apart; nothing stands for everybody."""
    return b"" if group is None else group.tobytes()


class _References:
    """The references of all pairs, made once for each group."""

    def __init__(self, kind: str, references: list[tuple[Structured, Structured]]) -> None:
        self.kind, self.references = kind, references

    @classmethod
    def of(cls, data: Structured, pairs: Sequence[Pair], asked: StructureQuestion, work: ReferenceWork) -> _References:
        """As many pairs as the work allows, any of them; all where their number was given."""
        shape = SHAPES[data.kind]
        known: dict[bytes, Structured] = {}
        made: list[int] = []
        order = generator(asked.seed, "order of pairs").permutation(len(pairs)).tolist()
        with watching("pairs of groups", len(pairs)) as advance:
            for first in range(0, len(order), LEAST_PAIRS):
                if work.enough and made and asked.groups is None:
                    break
                some = order[first : first + LEAST_PAIRS]
                wanted = {_key(group): group for place in some for group in pairs[place]}
                new = {key: group for key, group in wanted.items() if key not in known}
                parts = [shape.restricted(data, group) for group in new.values() if group is not None]
                known |= zip((key for key in new if key), shape.references(parts, work), strict=True)
                if _key(None) in new:
                    known[_key(None)] = shape.reference(data, work)
                made += some
                advance(len(made))
        both = [(known[_key(left)], known[_key(right)]) for left, right in (pairs[place] for place in sorted(made))]
        return cls(data.kind, both)

    def sums(self, match: str, code: int | None = None) -> tuple[Floats, Floats]:
        """(pairs, documents) twice what two references have in common, and how much both have, of one category."""
        shape = SHAPES[self.kind]
        made: list[Compared] = []
        for left, right in self.references:
            here, there = (left, right) if code is None else (shape.category(left, code), shape.category(right, code))
            made.append(shape.compared(here, there, match))
        return 2 * np.array([pair.common for pair in made]), np.array([pair.sizes for pair in made])

    def result(
        self,
        data: Structured,
        chosen: Structured,
        match: str,
        asked: StructureQuestion,
        exact: bool,
        diagnostics: Diagnostics,
    ) -> Stability:
        common, sizes = self.sums(match)
        changes = 1 - _f(common.sum(axis=1), sizes.sum(axis=1))
        value = float(changes.mean())
        low, high, no_interval = _interval(common, sizes, asked)
        names = category_names(data)
        by_category = [self.sums(match, code) for code in range(len(names))]
        total = max(float(sizes.sum()), 1.0)
        one_pair = len(changes) < 2 or exact
        drawn = None if exact else len(changes)
        return Stability(
            value=value,
            low=low,
            high=high,
            confidence=asked.confidence,
            k=asked.k,
            against=asked.against,
            reference=NAMES[data.kind],
            method="exact" if exact else "sample",
            items=chosen.n_documents,
            left_out=_left_out(data, chosen, asked),
            per_item=_f(common.sum(axis=0), sizes.sum(axis=0)),
            per_category={name: _change(parts[0], parts[1]) for name, parts in zip(names, by_category, strict=True)},
            shares={name: float(parts[1].sum()) / total for name, parts in zip(names, by_category, strict=True)},
            fragile=(),
            coin_tosses=0,
            krr=math.nan,
            shift=math.nan,
            categories=len(names),
            annotators=int(chosen.assigned.sum(axis=1).max()),
            signature=asked.signed(data.kind, data.sha256, f"match='{match}'", drawn, "percentile", "documents"),
            simulation_error=math.nan if one_pair else float(changes.std(ddof=1) / math.sqrt(len(changes))),
            groups=drawn,
            match=match,
            elements=float(sizes.sum(axis=1).mean()) / 2,
            diagnostics=(*diagnostics, *no_interval),
            names=chosen.documents,
        )


def _f(common: Floats, sizes: Floats) -> Floats:
    """F; 1 where neither has anything."""
    return np.divide(common, sizes, out=np.ones(sizes.shape), where=sizes > 0)


def _change(common: Floats, sizes: Floats) -> float:
    """The mean over the pairs that have something of this category; nan where none has."""
    there = sizes.sum(axis=1) > 0
    return float((1 - _f(common.sum(axis=1), sizes.sum(axis=1)))[there].mean()) if there.any() else math.nan


def _interval(common: Floats, sizes: Floats, asked: StructureQuestion) -> tuple[float, float, Diagnostics]:
    """Percentiles over documents drawn anew, all pairs of groups together."""
    documents = common.shape[1]
    if asked.confidence is None:
        return math.nan, math.nan, ()
    if documents < 2:
        why = Diagnostic("ACC370", "there is no interval with a single document: nothing can be resampled")
        return math.nan, math.nan, (why,)
    rng = generator(asked.seed, "documents")
    means = np.empty(asked.replicates)
    for start in range(0, asked.replicates, 100):
        stop = min(start + 100, asked.replicates)
        weights = rng.multinomial(documents, np.full(documents, 1 / documents), stop - start).astype(np.float64)
        means[start:stop] = (1 - _f(weights @ common.T, weights @ sizes.T)).mean(axis=1)
    tail = (1 - asked.confidence) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high), ()


def _left_out(data: Structured, chosen: Structured, asked: StructureQuestion) -> dict[str, int]:
    number = data.n_documents - chosen.n_documents
    return {f"fewer than {asked.needed} annotators": number} if number else {}


def _remarks(data: Structured, chosen: Structured, asked: StructureQuestion) -> Diagnostics:
    diagnostics: list[Diagnostic] = []
    left_out = data.n_documents - chosen.n_documents
    what = "item" if isinstance(data, Answers) else "document"
    if left_out:
        message = f"{many(left_out, f'{what} is', f'{what}s are')} left out: fewer than {asked.needed} annotators"
        diagnostics.append(Diagnostic("ACC141", message, hint="ask about fewer annotators"))
    sizes = chosen.assigned.sum(axis=1)
    if asked.against == "all" and (sizes == asked.k).all():
        message = f"groups of {asked.k} are all the annotators there are, who always agree with themselves"
        hint = f"use {told('k', max(1, asked.k // 2))} with {option('against', 'disjoint')}"
        diagnostics.append(Diagnostic("ACC142", message, hint=hint))
    if asked.k % 2 == 0:
        message = f"in groups of {asked.k}, what exactly half of them have is not in the reference"
        diagnostics.append(Diagnostic("ACC373", message, hint="odd groups have a majority for everything"))
    return tuple(diagnostics)


def usual_size(data: Labels | Structured) -> int:
    """Three, or as many as leave a second group of as many."""
    sizes = data.first_ratings().sizes if isinstance(data, Labels) else data.assigned.sum(axis=1)
    most = int(sizes.max(initial=0))
    return 3 if most >= 6 else max(1, most // 2)


def chosen_match(kind: str, match: str | None) -> str:
    """What counts as the same: the first by default."""
    if match is None:
        return MATCHES[kind][0]
    if match not in MATCHES[kind]:
        raise UsageError(f"match={match!r} is not known for {kind}", f"use {' or '.join(MATCHES[kind])}")
    return match
