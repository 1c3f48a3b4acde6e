"""Public data sets as tables: the list, one of them, and those that a value is compared with."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.measures import all_measures, find
from accord.renderings.numbers import digits
from accord.renderings.section import MEANING, Section
from accord.renderings.tabled import Tabled, TabledPart
from accord.renderings.tables import Table, without_empty_columns
from accord.results.wording import many, percent

if TYPE_CHECKING:
    from accord.atlas.atlas_value import AtlasValue
    from accord.atlas.placing import PublicPlace, PublicPlaces
    from accord.atlas.public_corpora import PublicCorpus

HEADING = "Among public data sets"
METHODS = (
    "Values are computed by accord from the raw ratings of each data set, people only, with 95 % intervals over items. "
    "They may differ from what the publications report. Compare them with care: prevalence, number "
    "of categories, kind of annotators and selection of items all move them."
)


def main_measure(corpus: PublicCorpus) -> str | None:
    """The measure of a data set that ranks first as a headline."""
    known = [name for name in corpus.values if (corpus.shape, name) in all_measures()]
    ranked = [(find(corpus.shape, name).headline, name) for name in known]
    return min(((99 if rank is None else rank, name) for rank, name in ranked), default=(0, None))[1]


def atlas_tabled(corpora: Sequence[PublicCorpus], known: int, signature: str) -> Tabled:
    """The list with its facts."""
    sources = len({corpus.repository for corpus in corpora})
    counted = f"{many(len(corpora), 'public data set')} of {known}, from {many(sources, 'repository', 'repositories')}"
    sentences = tuple(_sentences(corpora))
    part = TabledPart("corpora", "Public data sets", lambda exact: corpora_table(corpora, exact), listing=True)
    return Tabled("Atlas of agreement", f"{counted}; table {signature[:16]}", sentences, (part,), METHODS)


def _sentences(corpora: Sequence[PublicCorpus]) -> Iterator[str]:
    """What was measured, and what not."""
    reasons = [corpus.name for corpus in corpora if corpus.reason]
    twice = sum(bool(corpus.same_as) for corpus in corpora)
    if twice:
        yield f"{twice} of them {'has' if twice == 1 else 'have'} ratings of another one: no percentile counts both."
    if reasons:
        yield f"Not measured: {', '.join(reasons)}; ask for one of them by name for the reason."


def corpora_table(corpora: Sequence[PublicCorpus], exact: bool = False) -> Table:
    """A row for each; with all digits, every number that is known of it."""
    if exact:
        rows = [_all_numbers(corpus) for corpus in corpora]
        header = tuple(dict.fromkeys(name for row in rows for name in row)) or ("name",)
        return Table(header, tuple(tuple(row.get(name, "") for name in header) for row in rows))
    made = tuple(_row(corpus) for corpus in corpora)
    header = (
        "name", "task", "language", "by", "level", "items", "labels per item", "categories", "measure", "value",
        "95% low", "95% high", "others would change (k = 3)",
    )  # fmt: skip
    return without_empty_columns(Table(header, made, "", frozenset({5, 6, 7, 9, 10, 11, 12})))


def _all_numbers(corpus: PublicCorpus) -> dict[str, str]:
    """Its cells by column, with a column for each end of an interval."""
    made = corpus.as_row()
    estimates = {f"measure:{name}": value for name, value in corpus.values.items()}
    estimates |= {f"stability:{k}": value for k, value in corpus.stability.items()}
    estimates |= _with_models(corpus)
    for name, value in estimates.items():
        made[name], made[f"{name}:low"], made[f"{name}:high"] = _cells(value, True)
    return {name: cell for name, cell in made.items() if cell}


def _with_models(corpus: PublicCorpus) -> dict[str, AtlasValue]:
    """The agreement of models with people and with each other, as far as it is known."""
    both = {"people_with_models": corpus.people_with_models, "models_with_models": corpus.models_with_models}
    return {name: value for name, value in both.items() if value is not None}


def _row(corpus: PublicCorpus) -> tuple[str, ...]:
    name = main_measure(corpus)
    value = None if name is None else corpus.values[name]
    change = corpus.stability.get(3)
    return (
        corpus.name,
        corpus.task,
        corpus.language,
        corpus.annotators_kind,
        corpus.level,
        "" if corpus.items is None else f"{corpus.items:,}",
        "" if corpus.labels_per_item is None else f"{corpus.labels_per_item:.1f}",
        "" if corpus.categories is None else f"{corpus.categories:,}",
        "" if name is None else find(corpus.shape, name).symbol,
        *(("", "", "") if value is None else _cells(value, False)),
        "" if change is None else percent(change.value),
    )


def corpus_tabled(corpus: PublicCorpus) -> Tabled:
    """Everything about one data set, with its citation."""
    facts = [corpus.task, corpus.domain, corpus.language, f"by {corpus.annotators_kind}", f"level {corpus.level}"]
    sentences = [f"Cite: {corpus.citation}.", f"Source: github.com/{corpus.repository}; licence: {corpus.license}."]
    if corpus.published:
        sentences.append(f"Published: {corpus.published}.")
    if corpus.caution:
        sentences.append(f"To know: {corpus.caution}.")
    if corpus.same_as:
        sentences.append(f"The ratings are also in {corpus.same_as}, which percentiles count in its place.")
    if corpus.reason:
        sentences.append(f"Not measured: {corpus.reason}.")
    parts = (
        TabledPart("values", "Values", lambda exact: _values(corpus, exact)),
        TabledPart("facts", "The data", lambda exact: _facts(corpus, exact)),
    )
    return Tabled(corpus.name, ", ".join(fact for fact in facts if fact), tuple(sentences), parts, METHODS)


def _values(corpus: PublicCorpus, exact: bool) -> Table:
    rows = [(find(corpus.shape, name).human, *_cells(value, exact), name) for name, value in corpus.values.items()]
    rows += [
        (f"Reference that {many(k, 'annotator')} would change", *_cells(value, exact), f"stability -k {k}")
        for k, value in corpus.stability.items()
    ]
    for name, value in _with_models(corpus).items():
        rows.append((name.replace("_", " ").capitalize(), *_cells(value, exact), ""))
    return Table(("measure", "value", "95% low", "95% high", "name"), tuple(rows), "", frozenset({1, 2, 3}))


def _cells(value: AtlasValue, exact: bool) -> tuple[str, str, str]:
    low, high = ("" if math.isnan(end) else digits(end, exact) for end in (value.low, value.high))
    return (digits(value.value, exact), low, high)


def _facts(corpus: PublicCorpus, exact: bool) -> Table:
    def number(value: float | None, places: int = 2) -> str:
        return "" if value is None else digits(value, exact, places)

    known = {
        "items" if corpus.shape in ("labels", "answers") else "documents": f"{corpus.items or ''}",
        "annotators": str(corpus.annotators or ("unknown" if corpus.items else "")),
        "models": f"{corpus.models or ''}",
        "labels per item": number(corpus.labels_per_item),
        "categories": f"{corpus.categories or ''}",
        "share of the most frequent category": number(corpus.prevalence),
        "unanimous items": number(corpus.unanimous),
        "spread of the disagreement on items (standard deviation)": number(corpus.spread),
        "two schools of annotators": "" if corpus.schools is None else "yes" if corpus.schools else "no",
        "outlying annotators": "" if corpus.outlying is None else str(corpus.outlying),
    }
    return Table(("", "number"), tuple((name, cell) for name, cell in known.items() if cell), "", frozenset({1}))


def place_table(place: PublicPlace) -> Table:
    """The data sets that a value was compared with, the highest first."""
    name = place.data.measure
    rows = tuple(
        (
            corpus.name,
            corpus.task,
            corpus.annotators_kind,
            "" if corpus.categories is None else f"{corpus.categories:,}",
            "" if corpus.prevalence is None else percent(corpus.prevalence),
            *_cells(corpus.values[name], False),
            corpus.repository,
        )
        for corpus in place.ordered()
    )
    header = (
        "data set", "task", "by", "categories", "most frequent category", place.symbol, "95% low", "95% high",
        "repository",
    )  # fmt: skip
    return Table(header, rows, "", frozenset({3, 4, 5, 6, 7}))


def places_table(places: PublicPlaces) -> Table:
    """Every value that is placed, and what it was compared with."""
    rows = tuple(
        (
            place.symbol,
            f"{place.value:.3f}",
            percent(place.lower),
            *(f"{end:.3f}" for end in place.middle),
            f"{len(place.comparable.corpora):,}",
            f"{place.comparable.repositories:,}",
            place.comparable.in_words,
        )
        for place in places.placed
    )
    header = (
        "value of", "value", "higher than", "middle half from", "to", "data sets", "repositories", "public data sets",
    )  # fmt: skip
    return Table(header, rows, "", frozenset({1, 2, 3, 4, 5, 6}))


def place_sections(places: PublicPlaces, most: int | None = None) -> Iterator[Section]:
    """The places in a report: that of the main value, with what makes values incomparable, then all of them.

    Of the data sets at most so many are listed, those nearest to the main value.
    """
    if (main := places.main) is not None:
        table, note = place_table(main) if main.placed else None, ""
        if table is not None and most is not None and len(table.rows) > most:
            apart = [abs(corpus.values[main.data.measure].value - main.value) for corpus in main.ordered()]
            kept = sorted(sorted(range(len(apart)), key=apart.__getitem__)[:most])
            note = f"The {most} nearest of {many(len(apart), 'data set')}."
            table = replace(table, rows=tuple(table.rows[row] for row in kept))
        yield Section("atlas", MEANING, HEADING, f"{main.sentence} {main.caution}", table, note, listing=True)
    if len(places.placed) > 1:
        sentence = "A repository counts once, and values of fewer than eight are not placed. A place, not a grade."
        yield Section("atlas-values", MEANING, "Every value among them", sentence, places_table(places))
