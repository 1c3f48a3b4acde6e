"""All findings about one set of spans."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import numpy as np

from accord.alignment import Alignment, align
from accord.annotations import annotators_chosen
from accord.annotations.among import Names
from accord.annotations.spans import Spans
from accord.consensus.units import ConsensusUnits, consensus_units
from accord.diagnosis.corpus_cautions import single_annotator, wide_interval
from accord.diagnosis.finder_registry import findings_in
from accord.diagnosis.finding import Finding, ranked
from accord.diagnosis.shared_findings import SharedFindings
from accord.diagnosis.spans.drawn_alignment import drawn_alignment
from accord.diagnosis.spans.span_annotator_findings import annotator_findings
from accord.diagnosis.spans.span_category_findings import category_findings
from accord.diagnosis.spans.span_disagreement import AnnotatorDisagreement, SpanDisagreement, span_disagreement
from accord.diagnosis.spans.span_families import SpanFamilies, span_families
from accord.diagnosis.spans.span_pairs import KINDS
from accord.diagnosis.verdict import measure_in_words, verdict_of
from accord.evaluation import Options
from accord.evaluation.both_readings import evaluated_both_ways, with_both_values
from accord.evaluation.evaluating import evaluate, shown
from accord.evaluation.headlines import headlines
from accord.evaluation.meaning import without_disorder
from accord.evaluation.overview import CorpusOverview, span_overview
from accord.measures import Undefined
from accord.measures.spans.kernels.pair_counts import pair_counts
from accord.results import Diagnostic, Diagnostics, Expression, Result, Results, UsageError, parse_expression
from accord.results.json_numbers import json_fields, json_number, json_value
from accord.results.listed import MOST_LISTED
from accord.results.presenting import presented
from accord.results.stopping import NothingFinished
from accord.results.tabular import Computed, Records, Tabular, lines_of
from accord.results.working import stop_asked

MOST_CATEGORIES = 30  # beyond these, there is no value for each
SHOWN_UNITS = 200
TAKEN_OVER = "Their units are taken over into the reference as they are, marked to be discussed."


@dataclass(frozen=True)
class SpanAnnotator:
    """One annotator beside the others."""

    annotator: str
    f1: float
    """Mean F1 of exact matches with each of the others; nan where it is undefined with all."""
    counts: AnnotatorDisagreement

    def as_json(self) -> dict[str, object]:
        return {**self.counts.as_json(), "f1": json_number(self.f1)}

    def in_table(self) -> list[dict[str, object]]:
        return [{"annotator": self.annotator, "f1": self.f1, **lines_of(self.counts)[0]}]


@dataclass(frozen=True, kw_only=True, repr=False)
class SpanFindings(SharedFindings):
    """What the report, the terminal and the JSON show about spans."""

    shape: ClassVar[Literal["spans"]] = "spans"
    data: CorpusOverview
    by_category: Results
    """F1 of exact matches, category by category."""
    disagreement: SpanDisagreement | None
    """None where no document has two annotators, or nobody marked a unit."""
    annotators: Records[SpanAnnotator]
    consensus: ConsensusUnits | None
    alignment: Alignment | None = field(default=None, repr=False, compare=False)
    families: SpanFamilies | None = field(default=None, repr=False)
    """The families of measures side by side; None where measures were asked for, or there are no units."""
    lanes: Sequence[str] | str | None = field(default=None, repr=False, compare=False)
    """The order of lanes in drawings, as `Alignment.svg` takes it."""

    def _tables(self) -> dict[str, Tabular | None]:
        apart = self.disagreement
        return {
            "families": None if self.families is None else self.families.members,
            "kinds": apart,
            "alignment": None if self.alignment is None else Computed(lambda: presented("columns of places", self)),
            "categories": self.by_category,
            "category-units": None if apart is None else apart.categories,
            "annotators": self.annotators,
            "exchanges": None if apart is None else apart.exchanges,
            "discuss": None if self.consensus is None else Records(self.consensus.to_discuss()),
        }

    def as_json(self) -> dict[str, object]:
        discuss = [] if self.consensus is None else self.consensus.to_discuss(SHOWN_UNITS)
        return {
            **super().as_json(),
            **({} if self.families is None else {"families": self.families.as_json()}),
            **({"alignment": drawn_alignment(self.alignment)} if self.alignment else {}),
            **json_fields(self, "by_category", "disagreement"),
            "annotators": json_value(self.annotators[:MOST_LISTED]),
            "to_discuss": json_value(discuss),
        }


def span_findings(
    spans: Spans,
    measures: Sequence[str | Expression] | None = None,
    *,
    title: str | None = None,
    introduction: str = "",
    alignment: Alignment | None = None,
    reference: str | None = None,
    only: Names = None,
    without: Names = None,
    **options: object,
) -> SpanFindings:
    """Everything the report says about spans.

    Without `measures` those that are shown by default, F of matched bounds, types and overlaps, and the families of
    measures side by side. `reference` names
    the annotator who decides what is missed and spurious; the majority does otherwise.

    `only` and `without` name the annotators who are taken, and those who are not.

    >>> from accord.annotations.span_building import spans
    >>> data = spans([("A", 0, 9, "x"), ("B", 0, 9, "x"), ("B", 20, 29, "x")])
    >>> found = span_findings(data, ["f1"], confidence=None)
    >>> found.results[0].value, [(one.kind, one.pairs) for one in found.disagreement.kinds if one.pairs]
    (0.6666666666666666, [('agreement', 1), ('undecided', 1)])
    """
    if alignment is not None and (only is not None or without is not None):
        raise UsageError("the alignment is one of all annotators", "leave alignment= out, or only= and without=")
    spans = annotators_chosen(spans, only, without)
    wanted = shown(spans) if measures is None else [parse_expression(measure) for measure in measures]
    chosen = Options.of(options)
    results = Results(evaluated_both_ways(spans, wanted, chosen))
    seen = replace(span_overview(spans), read_as=with_both_values(spans.read_as, results))
    if alignment is None and len(spans) and (spans.assigned.sum(axis=1) > 1).any():
        with suppress(NothingFinished):
            alignment = align(spans)
            spans = alignment.spans  # all there are, unless it was stopped
    disagreement, consensus, reasons = _compared(spans, alignment, reference)
    listed = ranked(
        [
            *([] if disagreement is None else [*annotator_findings(disagreement), *category_findings(disagreement)]),
            single_annotator(spans.assigned, TAKEN_OVER),
            wide_interval(seen, results),
            _to_discuss(consensus),
            *findings_in(spans),
        ]
    )
    verdict, remarks = verdict_of(_sentences(results, disagreement), listed)
    return SpanFindings(
        title=title or spans.source or "Spans",
        introduction=introduction,
        data=seen,
        verdict=verdict,
        remarks=remarks,
        results=results,
        by_category=Results(_by_category(spans, chosen)),
        disagreement=disagreement,
        annotators=Records(_annotators(spans, disagreement)),
        consensus=consensus,
        findings=Records(listed),
        diagnostics=(*spans.diagnostics, *reasons),
        alignment=alignment,
        families=span_families(spans, results, chosen) if measures is None else None,
    )


def _compared(
    spans: Spans, alignment: Alignment | None, reference: str | None
) -> tuple[SpanDisagreement | None, ConsensusUnits | None, Diagnostics]:
    """Disagreement and consensus of the alignment; nothing where there is nothing to compare."""
    if alignment is None:
        nothing = Diagnostic("ACC156", "there is nothing to align: no units, or no document with two annotators")
        if stop_asked():
            nothing = Diagnostic("ACC490", "stopped: no document is aligned, and nothing is said of disagreements")
        return None, None, (nothing,)
    consensus = consensus_units(spans, alignment)
    own = [remark for remark in alignment.diagnostics if remark not in spans.diagnostics]
    return span_disagreement(spans, alignment, reference=reference), consensus, (*own, *consensus.diagnostics)


def _by_category(spans: Spans, options: Options) -> tuple[Result, ...]:
    if not 1 < len(spans.categories) <= MOST_CATEGORIES:
        return ()
    return tuple(
        replace(evaluate(spans.of_category(name), [Expression("f1")], options)[0], of=name)
        for name in spans.categories.texts
    )


def _annotators(spans: Spans, disagreement: SpanDisagreement | None) -> tuple[SpanAnnotator, ...]:
    """Everybody with their mean F and what their disagreement is made of."""
    if disagreement is None:
        return ()
    values: dict[str, list[float]] = {name: [] for name in spans.annotators}
    try:
        rows = pair_counts(spans, "exact", 1.0).rows()
    except Undefined:
        rows = []
    for row in rows:
        pair, value = row["annotators"], row["f1"]
        if isinstance(pair, tuple) and isinstance(value, float) and not math.isnan(value):
            for name in pair:
                values[name].append(value)
    return tuple(
        SpanAnnotator(row.annotator, float(np.mean(values[row.annotator])) if values[row.annotator] else math.nan, row)
        for row in disagreement.annotators
    )


def _to_discuss(consensus: ConsensusUnits | None) -> Finding | None:
    """Units that no majority settles."""
    if consensus is None or not consensus.units:
        return None
    undecided = [unit for unit in consensus.units if unit.discuss and unit.asked > 1]
    if not undecided:
        return None
    share = len(undecided) / len(consensus.units)
    reasons = Counter(reason for unit in undecided for reason in unit.discuss)
    listed = ", ".join(f"{name} ({times:,})" for name, times in reasons.most_common())
    return Finding(
        kind="units to discuss",
        matters=min(0.6, 0.1 + 0.5 * share),
        title=(
            f"{len(undecided):,} of {len(consensus.units):,} places ({share:.1%}) have no majority on bounds, category "
            "or existence."
        ),
        explanation=(
            f"What is open: {listed}. There the reference follows a fixed rule (median bounds, the category that is "
            "more frequent in all) and one more annotator could change it."
        ),
        action="Discuss these units, or have one more annotator decide them.",
        numbers={"to_discuss": len(undecided), "places": len(consensus.units), "reasons": dict(reasons)},
    )


def _sentences(results: Sequence[Result], disagreement: SpanDisagreement | None) -> list[str]:
    """The main number, what kind of disagreement it is, then the other numbers in a sentence each."""
    known = headlines("spans", results)
    sentences = [measure_in_words("spans", result, without_disorder(result.value)) for result in known]
    kinds = [] if disagreement is None else [_what_kind(disagreement)]
    return [*sentences[:1], *kinds, *sentences[1:]]


def _what_kind(disagreement: SpanDisagreement) -> str:
    """The kinds of disagreement by their share of the disorder, the largest first."""
    if disagreement.total == 0:
        return "Annotators agree on every unit."
    names = {
        "boundary": "other bounds",
        "category": "other categories",
        "boundary and category": "other bounds and categories at once",
        "split": "split or joined units",
        "missed": "missed units",
        "spurious": "units that a minority marked" if disagreement.reference is None else "units the reference has not",
        "undecided": "units that half of the annotators marked",
    }
    shares = sorted(
        ((disagreement.of_kind(kind).share, kind) for kind in KINDS if kind in names), key=lambda entry: -entry[0]
    )
    listed = [f"{share:.0%} {names[kind]}" for share, kind in shares if share >= 0.005]
    return f"The disagreement is {', '.join(listed)} (shares of the disorder)."
