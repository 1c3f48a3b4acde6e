"""All findings about one set of relations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from accord.annotations.relations import Relations
from accord.diagnosis.corpus_cautions import single_annotator, wide_interval
from accord.diagnosis.finder_registry import findings_in
from accord.diagnosis.finding import Finding, ranked
from accord.diagnosis.findings_json import findings_json
from accord.diagnosis.headlines import headlines
from accord.diagnosis.overview import CorpusOverview, relation_overview
from accord.diagnosis.relation_annotator_findings import annotator_findings
from accord.diagnosis.relation_structure_findings import structure_findings
from accord.diagnosis.relation_summary import RelationDisagreement, relation_disagreement
from accord.diagnosis.verdict import verdict_of
from accord.evaluation import Options, shown
from accord.evaluation.both_readings import evaluated_both_ways, with_both_values
from accord.measures import Undefined, find
from accord.results import Diagnostic, Diagnostics, Expression, Result, parse_expression
from accord.results.foreign_text import html_text

if TYPE_CHECKING:
    from accord.diagnosis.additions import ErrorReading
    from accord.item_difficulty import Difficulty

_KIND_WORDS = {
    "relabelled": "have another label",
    "flipped": "point the other way",
    "retargeted": "have another target",
    "missing": "have no counterpart",
    "joined": "are in an entity that the other annotator cuts",
    "split": "are in part of an entity of the other annotator",
    "crossing": "are in an entity that cuts across one of the other annotator",
    "unmarked": "are no mention for the other annotator",
}


@dataclass(frozen=True)
class RelationFindings:
    """What the report, the terminal and the JSON show about relations."""

    title: str
    introduction: str
    data: CorpusOverview
    verdict: tuple[str, ...]
    """Is it good enough, what does it mean, what to fix first: three sentences."""
    results: tuple[Result, ...]
    disagreement: RelationDisagreement | None
    """None where no document has two annotators, or units of their own cannot be matched."""
    findings: tuple[Finding, ...]
    """What is worth knowing, what matters most first."""
    diagnostics: Diagnostics
    relations: Relations | None = field(default=None, repr=False, compare=False)
    remarks: tuple[str, ...] = ()
    """Sentences beyond the three of the verdict."""
    reading: ErrorReading | None = field(default=None, compare=False)
    """The error that produces the value, where it was asked for."""
    hard: Difficulty | None = field(default=None, repr=False, compare=False)
    """What makes items hard, where features were given."""

    def as_json(self) -> dict[str, object]:
        found = self.disagreement
        return {
            **findings_json(self),
            "disagreement": None if found is None else found.as_json(),
            "annotators": [] if found is None else [one.as_json() for one in found.annotators],
        }

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html_text(sentence)}</p>" for sentence in self.verdict)
        return f"<h3>{html_text(self.title)}</h3>{sentences}" + "".join(result._repr_html_() for result in self.results)


def relation_findings(
    relations: Relations,
    measures: Sequence[str | Expression] | None = None,
    *,
    title: str | None = None,
    introduction: str = "",
    **options: object,
) -> RelationFindings:
    """Everything the report says about relations.

    Without `measures` a few that suit the data, as `accord measure` shows them.

    >>> from accord.annotations.relation_tuples import relations
    >>> data = relations({"A": [(2, 1, "support"), (3, 1)], "B": [(2, 1, "attack"), (3, 2)]}, units=[1, 2, 3])
    >>> found = relation_findings(data, ["mar_link"], confidence=None)
    >>> found.results[0].value, [(one.kind, one.times) for one in found.disagreement.kinds if one.times]
    (0.5, [('relabelled', 2), ('retargeted', 2)])
    """
    wanted = shown(relations) if measures is None else [parse_expression(one) for one in measures]
    results = _said_once(evaluated_both_ways(relations, wanted, Options.of(options)))
    seen = replace(relation_overview(relations), read_as=with_both_values(relations.read_as, results))
    disagreement, said = _compared(relations)
    cautions = [single_annotator(relations.assigned), wide_interval(seen, results)]
    found = ranked([*_from_data(disagreement), *(one for one in cautions if one is not None), *findings_in(relations)])
    verdict, remarks = verdict_of(_said(results, disagreement), found)
    return RelationFindings(
        title=title or relations.source or "Relations",
        introduction=introduction,
        data=seen,
        verdict=verdict,
        remarks=remarks,
        results=results,
        disagreement=disagreement,
        findings=found,
        diagnostics=(*relations.diagnostics, *said),
        relations=relations,
    )


def _said_once(results: Sequence[Result]) -> tuple[Result, ...]:
    """Remarks on the data (ACC116: few documents, ACC126: units without a partner) are made with the first measure."""
    known: set[str] = set()
    once = []
    for result in results:
        kept = tuple(one for one in result.diagnostics if one.code not in known)
        once.append(replace(result, diagnostics=kept))
        known |= {one.code for one in result.diagnostics} & {"ACC116", "ACC126"}
    return tuple(once)


def _compared(relations: Relations) -> tuple[RelationDisagreement | None, Diagnostics]:
    try:
        return relation_disagreement(relations), ()
    except Undefined as refusal:
        return None, (Diagnostic("ACC127", f"there is nothing to compare: {refusal.reason}"),)


def _from_data(found: RelationDisagreement | None) -> list[Finding]:
    if found is None or found.places is None:
        return []
    return [
        *annotator_findings(found.places, found.entities),
        *structure_findings(found.places, found.exchanges, found.split),
    ]


def _said(results: Sequence[Result], disagreement: RelationDisagreement | None) -> list[str]:
    """The main number, what kind of disagreement it is, then the other numbers in a sentence each."""
    said = [_sentence(result) for result in headlines("relations", results)[:3]]
    if not said and results:
        said = [_sentence(results[0])]
    kinds = [] if disagreement is None else _what_kind(disagreement)
    return [*said[:1], *kinds, *said[1:]]


def _sentence(result: Result) -> str:
    asked = parse_expression(result.measure)
    record = find("relations", asked.name)
    by_null_model = asked.parameters.get("chance") is not None
    known = f"{record.human} corrected for chance" if by_null_model else record.human
    if not result.defined:
        return f"{known} has no value: {result.undefined}."
    value = f"{known} is {result.value:.3f}"
    if result.confidence is not None and not math.isnan(result.low):
        value += f" ({result.confidence:.0%} interval {result.low:.3f} to {result.high:.3f})"
    if not record.corrects(record.bind(asked.parameters).parameters):
        return f"{value}; it is not corrected for chance."
    if result.value <= 0:
        return f"{value}: no better than chance."
    return f"{value}: {result.value:.0%} of the way from chance to perfect agreement."


def _what_kind(found: RelationDisagreement) -> list[str]:
    """The kinds of disagreement, the most frequent first; and whether it comes from units or from links."""
    if not found.compared:
        return ["Nobody drew a relation."]
    agreeing = found.kinds[0]
    if agreeing.times == found.compared:
        return [f"Annotators agree on all {found.of}."]
    others = sorted((one for one in found.kinds[1:] if one.share >= 0.005), key=lambda one: -one.times)
    listed = "".join(f"; {one.share:.0%} {_KIND_WORDS[one.kind]}" for one in others)
    beside = "beside another annotator's graph" if found.of == "links" else "beside another annotator's entities"
    said = [f"Of {found.compared:,} {found.of} {beside}, {agreeing.share:.0%} agree{listed}."]
    alone = 0 if found.split is None else found.split.by_units + found.split.by_links
    if found.split is not None and alone:
        said.append(
            f"Annotators found their own units: {found.split.share_of_units:.0%} of the {alone:,} links that one of "
            "two annotators has alone are at a unit that the other does not have, the rest are between matched units."
        )
    return said
