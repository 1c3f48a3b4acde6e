"""All findings about one set of relations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from accord.annotations.relations import Relations
from accord.diagnosis.corpus_cautions import single_annotator, wide_interval
from accord.diagnosis.finder_registry import findings_in
from accord.diagnosis.finding import Finding, ranked
from accord.diagnosis.relations.relation_annotator_findings import annotator_findings
from accord.diagnosis.relations.relation_structure_findings import structure_findings
from accord.diagnosis.relations.relation_summary import RelationAnnotator, RelationDisagreement, relation_disagreement
from accord.diagnosis.shared_findings import SharedFindings
from accord.diagnosis.verdict import measure_in_words, verdict_of
from accord.evaluation import Options, shown
from accord.evaluation.both_readings import evaluated_both_ways, with_both_values
from accord.evaluation.headlines import headlines
from accord.evaluation.meaning import better_than_chance
from accord.evaluation.overview import CorpusOverview, relation_overview
from accord.measures import Undefined
from accord.results import Diagnostic, Diagnostics, Expression, Result, Results, parse_expression
from accord.results.json_numbers import json_fields, json_value
from accord.results.presenting import presented
from accord.results.tabular import Computed, Records, Tabular

_KIND_WORDS = {
    "relabelled": "have another label",
    "flipped": "point the other way",
    "retargeted": "have another target",
    "missing": "have no counterpart",
    "joined": "are in an entity that the other annotator cuts",
    "split": "are in part of an entity of the other annotator",
    "crossing": "are in an entity that cuts across one of the other annotator",
    "unmarked": "are not a mention for the other annotator",
}


@dataclass(frozen=True, kw_only=True, repr=False)
class RelationFindings(SharedFindings):
    """What the report, the terminal and the JSON show about relations."""

    shape: ClassVar[Literal["relations"]] = "relations"
    data: CorpusOverview
    disagreement: RelationDisagreement | None
    """None where no document has two annotators, or units of their own cannot be matched."""
    relations: Relations | None = field(default=None, repr=False, compare=False)

    @property
    def annotators(self) -> Records[RelationAnnotator]:
        """Everybody who was asked together with somebody else."""
        return Records() if self.disagreement is None else self.disagreement.annotators

    def _tables(self) -> dict[str, Tabular | None]:
        apart = self.disagreement
        if apart is None:
            return {}
        return {
            "kinds": apart,
            "graphs": None if apart.places is None else Computed(lambda: presented("columns of places", self)),
            "lengths": apart.lengths,
            "depths": apart.depths,
            "annotators": apart.annotators,
            "exchanges": apart.exchanges,
            "units": Computed(lambda: apart.all_units()._columns()) if apart.units else None,
            "links": Computed(lambda: apart.all_links()._columns()) if apart.links else None,
        }

    def as_json(self) -> dict[str, object]:
        people = json_value(self.annotators)
        return {**super().as_json(), **json_fields(self, "disagreement"), "annotators": people}


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
    wanted = shown(relations) if measures is None else [parse_expression(measure) for measure in measures]
    results = Results(_with_remarks_once(evaluated_both_ways(relations, wanted, Options.of(options))))
    seen = replace(relation_overview(relations), read_as=with_both_values(relations.read_as, results))
    disagreement, reasons = _compared(relations)
    cautions = (single_annotator(relations.assigned), wide_interval(seen, results))
    listed = ranked([*_from_data(disagreement), *cautions, *findings_in(relations)])
    verdict, remarks = verdict_of(_sentences(results, disagreement), listed)
    return RelationFindings(
        title=title or relations.source or "Relations",
        introduction=introduction,
        data=seen,
        verdict=verdict,
        remarks=remarks,
        results=results,
        disagreement=disagreement,
        findings=Records(listed),
        diagnostics=(*relations.diagnostics, *reasons),
        relations=relations,
    )


def _with_remarks_once(results: Sequence[Result]) -> tuple[Result, ...]:
    """Remarks on the data (ACC116: few documents, ACC126: units without a partner) are made with the first measure."""
    known: set[str] = set()
    once = []
    for result in results:
        kept = tuple(remark for remark in result.diagnostics if remark.code not in known)
        once.append(replace(result, diagnostics=kept))
        known |= {remark.code for remark in result.diagnostics} & {"ACC116", "ACC126"}
    return tuple(once)


def _compared(relations: Relations) -> tuple[RelationDisagreement | None, Diagnostics]:
    try:
        return relation_disagreement(relations), ()
    except Undefined as refusal:
        return None, (Diagnostic("ACC127", f"there is nothing to compare: {refusal.reason}"),)


def _from_data(disagreement: RelationDisagreement | None) -> list[Finding]:
    if disagreement is None or disagreement.places is None:
        return []
    return [
        *annotator_findings(disagreement.places, disagreement.entities),
        *structure_findings(disagreement.places, disagreement.exchanges, disagreement.split),
    ]


def _sentences(results: Sequence[Result], disagreement: RelationDisagreement | None) -> list[str]:
    """The main number, what kind of disagreement it is, then the other numbers in a sentence each."""
    sentences = [_sentence(result) for result in headlines("relations", results)[:3]]
    if not sentences and results:
        sentences = [_sentence(results[0])]
    kinds = [] if disagreement is None else _what_kind(disagreement)
    return [*sentences[:1], *kinds, *sentences[1:]]


def _sentence(result: Result) -> str:
    return measure_in_words("relations", result, better_than_chance(result.value))


def _what_kind(disagreement: RelationDisagreement) -> list[str]:
    """The kinds of disagreement, the most frequent first; and whether it comes from units or from links."""
    if not disagreement.compared:
        return ["Nobody drew a relation."]
    agreeing = disagreement.kinds[0]
    if agreeing.times == disagreement.compared:
        return [f"Annotators agree on all {disagreement.of}."]
    others = sorted((kind for kind in disagreement.kinds[1:] if kind.share >= 0.005), key=lambda kind: -kind.times)
    listed = "".join(f"; {kind.share:.0%} {_KIND_WORDS[kind.kind]}" for kind in others)
    beside = "beside another annotator's graph" if disagreement.of == "links" else "beside another annotator's entities"
    sentences = [f"Of {disagreement.compared:,} {disagreement.of} {beside}, {agreeing.share:.0%} agree{listed}."]
    alone = 0 if disagreement.split is None else disagreement.split.by_units + disagreement.split.by_links
    if disagreement.split is not None and alone:
        sentences.append(
            f"Annotators found their own units: {disagreement.split.share_of_units:.0%} of the {alone:,} links that "
            "one of two annotators has alone are at a unit that the other does not have, the rest are between matched "
            "units."
        )
    return sentences
