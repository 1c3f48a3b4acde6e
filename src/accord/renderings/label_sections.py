"""The sections of a report on labels."""

from __future__ import annotations

import math
from collections.abc import Iterator

from accord.diagnosis import Findings
from accord.diagnosis.labels.promised import Promised
from accord.diagnosis.labels.similarity import CategorySimilarity
from accord.evaluation.scales import read_on_scales
from accord.renderings.numbers import share
from accord.renderings.people import annotators_table, cut, items_table, merges_table, pairs_table
from accord.renderings.results import cross_table_table, results_table, scales_table, seen_table
from accord.renderings.section import GOOD_ENOUGH, MEANING, Section, to_fix, with_rows
from accord.renderings.tables import Table, without_caption
from accord.reproducibility.annotators_needed import written
from accord.results.wording import many, percent

WIDEST = 200  # letters of the items that share a text


def label_sections(findings: Findings, most: int, widest: int | None) -> list[Section]:
    """In the order of the page; what does not apply is left out."""
    made = [*_meaning(findings), *_categories(findings), *_people(findings), *_items(findings, most, widest)]
    return with_rows(made)


def _meaning(report: Findings) -> Iterator[Section]:
    if report.promised is not None:
        changes = {name: value for name, value in report.promised.promise.per_category.items() if not math.isnan(value)}
        rows = tuple((name, percent(value)) for name, value in sorted(changes.items(), key=lambda pair: -pair[1]))
        table = Table(("category", "would change"), rows, "The share of a category's labels that others change.", _LAST)
        heading = "How much of the reference others would change"
        yield Section("promise", MEANING, heading, report.promised.promise.text, table)
        yield _plan(report.promised)
    read = read_on_scales(report.results)
    if read:
        sentence = (
            "Published scales name bands of values. They are opinions, they contradict each other, and they were each "
            "proposed for one coefficient: the share of the reference that would change says more."
        )
        yield Section("scales", MEANING, "On the published scales", sentence, scales_table(read))


def _plan(made: Promised) -> Section:
    rows = tuple(
        (f"{forecast.k:,}", percent(forecast.value), f"{percent(forecast.low)} to {percent(forecast.high)}")
        for forecast in made.forecasts
    )
    wanted = ", ".join(f"{percent(need.target)}: {written(need.annotators)} ({need.range})" for need in made.needed)
    which = "medians" if made.scale is not None else "votes"
    sentence = (
        f"How much the references ({which}) of two groups of annotators would differ"
        f"{' on what is marked' if made.of_marked else ''}, by how many annotators label each item"
        f"{', ' + made.needed[0].source if made.needed else ''}. Annotators per item needed to get under {wanted}. "
        f"{made.promise.caution}"
    ).rstrip()
    header = ("annotators per item", differ_on(made.of_marked), "interval")
    return Section("plan", MEANING, "How many annotators it takes", sentence, Table(header, rows, "", _ALL_BUT_FIRST))


def differ_on(marked: bool) -> str:
    """What two references differ on: items, or what is marked."""
    return "of what is marked, two differ on" if marked else "two references differ on"


def _categories(findings: Findings) -> Iterator[Section]:
    if findings.table is not None:
        table = cross_table_table(findings.table)
        heading = "Contingency table" if findings.table.kind == "contingency" else "Coincidence matrix"
        yield Section("table", GOOD_ENOUGH, heading, findings.table.sentence, without_caption(table))
    if findings.views:
        sentences = " ".join(view.sentence for view in findings.views)
        yield to_fix("views", "Other views of the same labels", seen_table(findings.results, findings.views), sentences)
        for number, view in enumerate(findings.views, 1):
            heading = f"The same labels, seen as '{view.name}'"
            yield to_fix(f"view-{number}", heading, without_caption(cross_table_table(view.table)), view.table.sentence)
    if findings.by_category:
        sentence = "α of each category against all others: the lowest is the one annotators recognise least."
        table = results_table(findings.by_category)
        yield to_fix("categories", "Each category against all others", table, sentence)
    if findings.similarity is not None and len(findings.data.categories) > 2:
        yield _similarity(findings.similarity)
    sentence = "How α would change if two categories that are often confused were merged."
    yield to_fix("merges", "What if categories were merged", without_caption(merges_table(findings)), sentence)


def _similarity(similarity: CategorySimilarity) -> Section:
    names = tuple(similarity.categories)
    rows = tuple((name, *map(share, row)) for name, row in zip(names, similarity.probability.tolist(), strict=True))
    sentence = "How often another annotator chooses the column where one chooses the row."
    table = Table(("", *names), rows, "", frozenset(range(1, len(names) + 1)))
    return to_fix("similarity", "Which categories are confused", table, sentence)


def _people(findings: Findings) -> list[Section]:
    made = [to_fix("annotators", "Annotators", annotators_table(findings))]
    pairs = without_caption(pairs_table(findings.annotators))
    sentence = (
        "α of each pair of annotators: a pale row is somebody who agrees with nobody, pale off-diagonal blocks suggest "
        "two camps."
    )
    made.append(to_fix("pairs", "Pairs of annotators", pairs, sentence))
    schools = findings.annotators.schools
    if schools.groups:
        p = "" if math.isnan(schools.p) else f" (p = {schools.p:.3f})"
        sentence = (
            f"The clearest split of the annotators in two: {schools.gap:+.3f} between agreement within the groups and "
            f"between them, which is {'more than chance gives' if schools.found else 'not more than chance gives'}{p}."
        )
        rows = tuple(
            (f"{number}", ", ".join(group), f"{within:.3f}" if within == within else "–")
            for number, (group, within) in enumerate(zip(schools.groups, schools.within, strict=True), 1)
        )
        table = Table(("group", "annotators", "agreement within"), rows, "", frozenset({2}))
        made.append(to_fix("schools", "Two schools of annotators?", table, sentence))
    return made


def _items(findings: Findings, most: int, widest: int | None) -> list[Section]:
    made = [to_fix("items", "Items to discuss", items_table(findings, most, widest), listing=True)]
    twice = findings.duplicates.differing
    if twice:
        rows = tuple(
            (cut(repeat.text, widest), cut(", ".join(repeat.items), WIDEST), cut(", ".join(repeat.votes), WIDEST))
            for repeat in twice[:most]
        )
        sentence = f"{many(len(twice), 'text stands', 'texts stand')} in several items whose votes differ."
        table = Table(("text", "items", "votes"), rows, "")
        made.append(to_fix("duplicates", "Same text, different labels", table, sentence, listing=True))
    return made


_LAST = frozenset({1})
_ALL_BUT_FIRST = frozenset({0, 1, 2})
