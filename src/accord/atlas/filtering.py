"""Public data sets that are of a kind: by task, shape, level, annotators, language, number of categories."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accord.atlas.public_corpora import PublicCorpus
from accord.atlas.task_words import like_task
from accord.results import UsageError

KINDS = ("crowd", "experts", "trained", "survey")


@dataclass(frozen=True)
class Kind:
    """What data sets have in common; None for whatever it is."""

    task: str | None = None
    shape: str | None = None
    level: str | None = None
    annotators: str | None = None
    language: str | None = None
    categories: tuple[int, int] | None = None
    """The fewest and the most."""

    def fits(self, corpus: PublicCorpus) -> bool:
        return (
            (self.task is None or like_task(corpus.task, self.task))
            and self.shape in (None, corpus.shape)
            and self.level in (None, corpus.level)
            and (self.annotators is None or annotated_by(corpus, self.annotators))
            and (self.language is None or _in_language(corpus, self.language))
            and (self.categories is None or within(corpus.categories, self.categories))
        )

    def of(self, corpora: Iterable[PublicCorpus]) -> tuple[PublicCorpus, ...]:
        """Those that fit."""
        return tuple(corpus for corpus in corpora if self.fits(corpus))


def annotated_by(corpus: PublicCorpus, kind: str) -> bool:
    """Whether a data set was annotated by people of a kind, "survey" for participants of a survey."""
    return any(own_kind.startswith(kind) for own_kind in corpus.annotators_kind.split("+"))


def _in_language(corpus: PublicCorpus, language: str) -> bool:
    """Whether a language is among those of a data set: "pt" is Portuguese of any country."""
    listed = corpus.language.replace(",", " ").casefold().split()
    wanted = language.casefold()
    return any(code == wanted or code.split("-")[0] == wanted or wanted in code.split("-") for code in listed)


def within(number: int | None, ends: tuple[int, int]) -> bool:
    return number is not None and ends[0] <= number <= ends[1]


def parsed_range(text: str) -> tuple[int, int]:
    """Of "2-3" the two ends, of "5" twice the same, of "6-" no upper end.

    >>> parsed_range("2-3"), parsed_range("5"), parsed_range("6-")[0]
    ((2, 3), (5, 5), 6)
    """
    low, dash, high = text.strip().replace("–", "-").partition("-")
    if not low.isdecimal() or (high and not high.isdecimal()):
        raise UsageError(f"'{text}' is not a number of categories", "write 2, 2-3 or 6-")
    least = int(low)
    most = int(high) if high else 10**9 if dash else least
    if most < least:
        raise UsageError(f"'{text}' ends before it begins", f"write {most}-{least}")
    return least, most
