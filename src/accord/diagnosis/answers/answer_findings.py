"""All findings about free answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from accord.annotations import Answers
from accord.diagnosis.finder_registry import findings_in
from accord.diagnosis.finding import ERROR_RATE, Finding, ranked
from accord.diagnosis.shared_findings import SharedFindings
from accord.diagnosis.verdict import interval_in_words, verdict_of
from accord.evaluation import Options
from accord.evaluation.both_readings import evaluated_both_ways, with_both_values
from accord.evaluation.evaluating import shown
from accord.evaluation.meaning import better_than_chance
from accord.evaluation.overview import AnswerOverview, answer_overview
from accord.measures.answers.dispersion import item_entropies
from accord.results import Expression, Result, Results, parse_expression
from accord.results.json_numbers import JsonRecord, json_fields, json_value
from accord.results.listed import MOST_LISTED
from accord.results.presenting import presented
from accord.results.tabular import Columns, Records, Tabular
from accord.results.wording import many
from accord.statistics.multiple_comparisons import holm

SHOWN = 20
MOST_ANSWERS = 6  # of an item that are listed


@dataclass(frozen=True)
class DispersedItem(JsonRecord):
    """One item with what was answered, the most frequent answers first."""

    item: str
    entropy: float
    answers: int
    counts: tuple[tuple[str, int], ...]
    text: str | None

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "counts": dict(self.counts)}


@dataclass(frozen=True)
class Answering(JsonRecord):
    """One annotator: how much they answer, and how much of it others say too."""

    annotator: str
    items: int
    answers: int
    shared: float
    """The share of their answers that somebody else gave for the same item."""


class DispersedItems(Records[DispersedItem]):
    """The items whose answers differ most; as a table, all items with all their answers."""

    answers: Answers | None = None

    def _columns(self) -> Columns:
        columns: Columns = super()._columns() if self.answers is None else presented("columns of answers", self.answers)
        return columns


@dataclass(frozen=True, kw_only=True, repr=False)
class AnswerFindings(SharedFindings):
    """What the report, the terminal and the JSON show about free answers."""

    shape: ClassVar[Literal["answers"]] = "answers"
    data: AnswerOverview
    items: DispersedItems
    """The most dispersed first."""
    annotators: Records[Answering]

    def _tables(self) -> dict[str, Tabular | None]:
        return {"items": self.items, "annotators": self.annotators}

    def as_json(self) -> dict[str, object]:
        people = self.annotators[:MOST_LISTED]
        return {**super().as_json(), **json_fields(self, "items"), "annotators": json_value(people)}


def answer_findings(
    answers: Answers,
    measures: Sequence[str | Expression] | None = None,
    *,
    title: str | None = None,
    introduction: str = "",
    **options: object,
) -> AnswerFindings:
    """Everything the report says about free answers.

    >>> from accord.annotations import answers
    >>> data = answers({"1": {"A": ["vide"], "B": ["vide", "distance"]}, "2": {"A": ["x"], "B": ["y"]}})
    >>> found = answer_findings(data, confidence=None)
    >>> [one.item for one in found.items], found.annotators[0].shared
    (['2', '1'], 0.5)
    """
    wanted = shown(answers) if measures is None else [parse_expression(measure) for measure in measures]
    results = Results(evaluated_both_ways(answers, wanted, Options.of(options)))
    people = _annotators(answers)
    listed = ranked([_nothing_shared(answers), *_apart(people), *findings_in(answers)])
    verdict, remarks = verdict_of(_sentences(results), listed)
    return AnswerFindings(
        title=title or answers.source or "Answers",
        introduction=introduction,
        data=replace(answer_overview(answers), read_as=with_both_values(answers.read_as, results)),
        verdict=verdict,
        remarks=remarks,
        results=results,
        items=_dispersed(answers),
        annotators=Records(people),
        findings=Records(listed),
        diagnostics=answers.diagnostics,
    )


def _dispersed(answers: Answers) -> DispersedItems:
    """The items whose answers differ most."""
    values = item_entropies(answers)
    dispersed = []
    for place in np.lexsort((np.arange(len(values)), -np.nan_to_num(values, nan=-1.0)))[:SHOWN].tolist():
        counts = sorted(answers.counts(place).items(), key=lambda answer: (-answer[1], answer[0]))
        if counts:
            text = None if answers.texts is None else answers.texts[place]
            total = sum(times for _, times in counts)
            dispersed.append(
                DispersedItem(answers.items[place], float(values[place]), total, tuple(counts[:MOST_ANSWERS]), text)
            )
    items = DispersedItems(dispersed)
    items.answers = answers
    return items


def _annotators(answers: Answers) -> tuple[Answering, ...]:
    """Everybody, where who said what is known."""
    if answers.annotators is None:
        return ()
    keys = answers.item.astype(np.int64) * max(len(answers.vocabulary), 1) + answers.codes
    _, place, times = np.unique(keys, return_inverse=True, return_counts=True)
    alike = times[place] > 1
    people = []
    for person, name in enumerate(answers.annotators):
        mine = answers.who == person
        number = int(mine.sum())
        shared = float(alike[mine].mean()) if number else float("nan")
        people.append(Answering(name, int(answers.assigned[:, person].sum()), number, shared))
    return tuple(people)


def _nothing_shared(answers: Answers) -> Finding | None:
    """Items on which no two annotators gave the same answer."""
    tallies = answers.tallies
    several = answers.sizes >= 2
    most = np.zeros(answers.n_items, dtype=np.int64)
    np.maximum.at(most, tallies.item, tallies.count)
    alone = int((several & (most == 1)).sum())
    if not alone:
        return None
    share = alone / max(1, int(several.sum()))
    return Finding(
        kind="nothing shared",
        matters=min(0.8, 0.2 + share),
        title=f"On {alone:,} of {many(int(several.sum()), 'item')} ({share:.1%}) no answer was given twice.",
        explanation=(
            "There is no most frequent answer to take as a reference there, and a system cannot be right in the sense "
            "of the others. Either the question has many answers, or answers that mean the same are spelled "
            "differently."
        ),
        action="Look at these items; a mapping of spellings (a normaliser) may join answers that mean the same.",
        numbers={"items": alone, "of": int(several.sum())},
    )


def _apart(people: Sequence[Answering]) -> Iterator[Finding]:
    """An annotator whose answers others share far less than those of the rest (one-sided exact test, Holm)."""
    from accord.statistics.p_values import more_often

    known = [person for person in people if person.answers]
    if len(known) < 3:
        return
    shared = [round(person.shared * person.answers) for person in known]
    rests = [sum(other.answers for other in known) - person.answers for person in known]
    tests = [
        more_often(person.answers - own, person.answers, rest - (sum(shared) - own), rest)
        for person, own, rest in zip(known, shared, rests, strict=True)
    ]
    p = holm(np.array(tests))
    for place in np.argsort(tests, kind="stable").tolist():
        if p[place] > ERROR_RATE:
            break
        person, corrected = known[place], float(p[place])
        name, others = person.annotator, (sum(shared) - shared[place]) / rests[place]
        yield Finding(
            kind="answers apart",
            matters=min(0.8, 0.3 + (others - person.shared)),
            title=f"Others share {person.shared:.0%} of the answers of '{name}', {others:.0%} of the rest.",
            explanation=(
                f"Fisher's exact test gives p = {corrected:.2g}, corrected for all annotators. The annotator reads "
                "the question differently, answers with rarer words, or answers carelessly."
            ),
            action=f"Look at some items together with '{name}'.",
            numbers={"annotator": name, "shared": person.shared, "others": others, "p": corrected},
        )


def _sentences(results: Sequence[Result]) -> list[str]:
    """The values in words, what is corrected for chance first."""
    sentences = []
    for result in sorted(results, key=lambda result: not result.measure.startswith("alpha")):
        if not result.defined:
            continue
        value = f"{result.name} is {result.value:.3f}{interval_in_words(result)}"
        if result.measure.startswith("alpha"):
            value += f": {better_than_chance(result.value)}"
        sentences.append(f"{value}.")
    return sentences[:3]
