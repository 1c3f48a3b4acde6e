"""Which public data sets a value may be compared with, and what they have in common with the data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from accord.atlas.filtering import annotated_by, within
from accord.atlas.public_corpora import PublicCorpus
from accord.atlas.task_words import like_task

FEWEST_REPOSITORIES = 8
"""With fewer, nothing is said: a handful of campaigns is no distribution."""
_POINTS = ((2, 2), (3, 7), (8, 20), (21, 10**9))
_NAMES = ((1, 1), (2, 2), (3, 5), (6, 20), (21, 10**9))
_PREVALENCE = (0.0, 0.6, 0.85, 1.01)
_BY = {
    "crowd": "by crowds",
    "experts": "by experts",
    "trained": "by trained annotators",
    "survey": "by participants of surveys",
}


@dataclass(frozen=True)
class Described:
    """What of the data decides which data sets are comparable."""

    shape: str
    measure: str
    """The name of the measure, at the level of the data."""
    level: str = "nominal"
    categories: int | None = None
    prevalence: float | None = None
    """The share of the most frequent category."""
    task: str | None = None
    annotated_by: str | None = None
    digest: str = ""


@dataclass(frozen=True)
class Comparable:
    """The data sets that were chosen, what they have in common, and what was asked for that they have not."""

    corpora: tuple[PublicCorpus, ...]
    in_words: str
    """What they are: "with ordinal ratings on 3 to 7 points by crowds"."""
    given_up: tuple[str, ...]
    """What the data have and too few repositories share."""

    @property
    def repositories(self) -> int:
        return len({corpus.repository for corpus in self.corpora})

    @property
    def enough(self) -> bool:
        return self.repositories >= FEWEST_REPOSITORIES


@dataclass(frozen=True)
class _Criterion:
    name: str
    words: str
    fits: Callable[[PublicCorpus], bool]


def comparable_corpora(corpora: Sequence[PublicCorpus], data: Described) -> Comparable:
    """Data sets of the same shape and level whose value is known, alike in as much as eight repositories are.

    The task matters most, then the kind of annotators, the number of categories, and prevalence; what too few share is
    given up. The same data are never among them, nor what contains them or is part of them.
    """
    own = _own(corpora, data.digest)
    known = tuple(
        corpus
        for corpus in corpora
        if corpus.counted
        and data.measure in corpus.values
        and corpus.shape == data.shape
        and (data.shape != "labels" or corpus.level == data.level)
        and corpus.name not in own
    )
    criteria = _criteria(data)
    for kept in _by_preference(criteria):
        chosen = tuple(corpus for corpus in known if all(criterion.fits(corpus) for criterion in kept))
        given_up = tuple(criterion.name for criterion in criteria if criterion not in kept)
        comparable = Comparable(chosen, _in_words(data, kept), given_up)
        if comparable.enough:
            break
    return comparable


def _own(corpora: Sequence[PublicCorpus], digest: str) -> set[str]:
    """The names of the data sets that hold the data with this digest, in part or as a part."""
    same = [corpus for corpus in corpora if digest and digest[:16] in corpus.digests]
    return {corpus.name for corpus in same} | {corpus.same_as for corpus in same}


def _by_preference(criteria: Sequence[_Criterion]) -> list[list[_Criterion]]:
    """All choices among criteria, the best first: one counts for more than all that come after it."""
    choices = product((True, False), repeat=len(criteria))
    return [[criterion for criterion, kept in zip(criteria, choice, strict=True) if kept] for choice in choices]


def _criteria(data: Described) -> list[_Criterion]:
    """What the data and the task are like, what matters most first."""
    made: list[_Criterion] = []
    if data.task is not None:
        task = data.task
        made.append(_Criterion("task", f"on tasks like '{task}'", lambda corpus: like_task(corpus.task, task)))
    if data.annotated_by is not None:
        kind = data.annotated_by
        made.append(_Criterion("kind of annotators", _BY[kind], lambda corpus: annotated_by(corpus, kind)))
    if data.categories is not None and data.level in ("nominal", "ordinal") and data.shape in ("labels", "spans"):
        ends = next((ends for ends in _bands(data.level) if within(data.categories, ends)), None)
        if ends is not None:
            words = _counted(ends, data.level)
            made.append(_Criterion("number of categories", words, lambda corpus: within(corpus.categories, ends)))
    if data.prevalence is not None and data.level == "nominal" and data.shape == "labels":
        low, high = next(pair for pair in pairwise(_PREVALENCE) if data.prevalence < pair[1])
        words = f"the most frequent category at {_share(low, high)}"
        made.append(_Criterion("prevalence", words, lambda corpus: low <= (corpus.prevalence or -1.0) < high))
    return made


def _bands(level: str) -> tuple[tuple[int, int], ...]:
    return _POINTS if level == "ordinal" else _NAMES


def _share(low: float, high: float) -> str:
    if low == 0:
        return f"less than {high:.0%}".replace("%", " %")
    if high > 1:
        return f"{low:.0%} or more".replace("%", " %")
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def _counted(ends: tuple[int, int], level: str) -> str:
    low, high = ends
    number = f"{low}" if low == high else f"{low} or more" if high >= 10**9 else f"{low} to {high}"
    if level == "ordinal":
        return f"on {number} points"
    return f"in {number} {'category' if ends == (1, 1) else 'categories'}"


def _in_words(data: Described, criteria: Sequence[_Criterion]) -> str:
    """Every criterion that was kept, ratings first.

    >>> _in_words(Described("labels", "alpha", "ordinal", 5, annotated_by="crowd"),
    ...           _criteria(Described("labels", "alpha", "ordinal", 5, annotated_by="crowd")))
    'with ordinal ratings on 3 to 7 points by crowds'
    """
    words = {criterion.name: criterion.words for criterion in criteria}
    what = {"labels": f"{data.level} {'labels' if data.level == 'nominal' else 'ratings'}"}.get(data.shape, data.shape)
    phrases = [f"with {what}"]
    phrases += [words[name] for name in ("number of categories", "kind of annotators") if name in words]
    if "prevalence" in words:
        phrases.append(f"({words['prevalence']})")
    if "task" in words:
        phrases.append(words["task"])
    return " ".join(phrases)
