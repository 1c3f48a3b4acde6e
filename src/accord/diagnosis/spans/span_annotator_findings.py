"""Findings about annotators of spans: who finds nothing, misses units, marks others, shifts bounds, splits or joins.

Each is reported only when an exact test says that chance does not explain it; all questions together ring by chance in
fewer than 1 of 20 data sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from accord.consensus.aligned_units import AlignedUnits
from accord.diagnosis.finding import Finding
from accord.diagnosis.higher_rates import (
    RINGING,
    agreed_by_most,
    annotators_with_higher_rates,
    leaning,
    without_annotations,
)
from accord.diagnosis.spans.span_disagreement import SpanDisagreement
from accord.diagnosis.spans.span_pairs import SPLIT
from accord.results.arrays import Bools, Floats, Ints
from accord.results.wording import many
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import binomial_tail

SHIFTED = 0.10  # of an annotator's aligned units, with a bound on one side of the others'
SHOWN = 5


def annotator_findings(disagreement: SpanDisagreement) -> list[Finding]:
    """All findings about annotators."""
    groups = disagreement.groups
    if groups.spans.n_annotators < 2 or not len(groups):
        return []
    others = _Others(disagreement)
    return [
        *empty_annotators(groups),
        *skipped_documents(groups, others),
        *missing_units(groups, others),
        *lonely_units(groups, others),
        *shifted_bounds(groups, others),
        *cut_units(disagreement),
    ]


class _Others:
    """For each group and annotator, what the other annotators say."""

    def __init__(self, disagreement: SpanDisagreement) -> None:
        groups = disagreement.groups
        self.split = np.zeros(groups.units.shape, dtype=bool)
        """(groups, annotators) whose unit, or want of a unit, is one of a split."""
        cut = disagreement.kind == SPLIT
        for who in (disagreement.pairs.first[cut], disagreement.pairs.second[cut]):
            self.split[disagreement.pairs.group[cut], who] = True
        present, asked = groups.present, groups.asked
        support = groups.support[:, None] - present
        number = groups.number[:, None] - asked
        self.established: Bools = asked & (2 * support > number)
        """Most of the others have a unit there."""
        self.missed: Bools = self.established & ~present & ~self.split
        here = np.zeros((groups.spans.n_documents, groups.spans.n_annotators), dtype=bool)
        here[groups.spans.document, groups.spans.who] = True
        self.active: Bools = here[groups.document]
        """The annotator has at least one unit in the document."""

    def miss_rates(self) -> tuple[Ints, Ints]:
        """(annotators,) units missed and units to be found, in documents where the annotator found something."""
        return (self.missed & self.active).sum(axis=0), (self.established & self.active).sum(axis=0)


def empty_annotators(groups: AlignedUnits) -> Iterator[Finding]:
    """Annotators who were asked and marked nothing anywhere, where others did."""
    for name, documents in without_annotations(groups.spans):
        yield Finding(
            kind="empty annotator",
            matters=0.95,
            title=f"'{name}' marked no unit in {many(documents, 'document')} where others marked some.",
            explanation=(
                "Either nothing was annotated, or the file was not saved or exported. Measures count it as a "
                "decision that there is nothing to mark, which lowers agreement for everybody."
            ),
            action=f"Check the export of '{name}'; if the documents were never annotated, take them out.",
            numbers={"annotator": name, "documents": documents},
        )


def skipped_documents(groups: AlignedUnits, others: _Others) -> Iterator[Finding]:
    """Documents in which an annotator found nothing, and would hardly have missed so much by their own rate."""
    spans = groups.spans
    missed, to_find = others.miss_rates()
    cases: list[tuple[int, int, int, float]] = []
    for who in np.flatnonzero(np.bincount(spans.who, minlength=spans.n_annotators)).tolist():
        rows = others.missed[:, who] & ~others.active[:, who]
        rate = (missed[who] + 1) / (to_find[who] + 2)
        for document, number in zip(*np.unique(groups.document[rows], return_counts=True), strict=True):
            cases.append((who, int(document), int(number), float(rate**number)))
    p = holm(np.array([case[3] for case in cases]))
    for who in dict.fromkeys(case[0] for case in cases):
        ringing = [(case, float(q)) for case, q in zip(cases, p, strict=True) if case[0] == who and q < RINGING]
        if ringing:
            yield _skipped(groups, who, ringing)


def _skipped(groups: AlignedUnits, who: int, ringing: Sequence[tuple[tuple[int, int, int, float], float]]) -> Finding:
    name = groups.spans.annotators[who]
    names = [groups.spans.documents[case[1]] for case, _ in ringing]
    units = sum(case[2] for case, _ in ringing)
    listed = ", ".join(f"'{name}'" for name in names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
    return Finding(
        kind="skipped documents",
        matters=0.8,
        title=(
            f"'{name}' marked nothing in {many(len(names), 'document')} ({listed}), where most of the others found "
            f"{many(units, 'unit')}."
        ),
        explanation=(
            f"By the rate at which '{name}' misses units elsewhere, missing all of them in such a document has a "
            f"probability below {max(q for _, q in ringing):.2g}. The document was probably not annotated rather than "
            "found empty."
        ),
        action="Have these documents annotated, or take the annotator's assignment to them out of the data.",
        numbers={"annotator": name, "documents": names, "units": units, "p": max(q for _, q in ringing)},
    )


def missing_units(groups: AlignedUnits, others: _Others) -> Iterator[Finding]:
    """Annotators who miss what most of the others found more often than the others do."""
    two = groups.spans.n_annotators == 2
    missed, to_find = others.missed & others.active, others.established & others.active
    for name, higher in annotators_with_higher_rates(groups.spans, groups.document, missed, to_find):
        compared = "the other annotator" if two else "most of the others"
        meaning = (
            "With two annotators it is unclear who is right: the other may mark too much."
            if two
            else "Units that several others found independently are rarely wrong, so that recall is the problem here."
        )
        yield Finding(
            kind="finds fewer units" if two else "misses units",
            matters=min(0.85, 0.4 + higher.rate - higher.elsewhere),
            title=(
                f"'{name}' has no unit at {higher.times:,} of {higher.of:,} places where {compared} found one "
                f"({higher.rate:.1%}); the rate of the others is {higher.elsewhere:.1%}."
            ),
            explanation=(
                f"{higher.tested} for so large a difference, corrected for all annotators; "
                f"documents in which '{name}' marked nothing are not counted. {meaning}"
            ),
            action=f"Go through the missed places with '{name}', and state in the guidelines what must be marked.",
            numbers={"annotator": name, "missed": higher.times, "to_find": higher.of, **higher.as_json()},
        )


def lonely_units(groups: AlignedUnits, others: _Others) -> Iterator[Finding]:
    """Annotators who mark what nobody else marks, more often than the others do; three annotators at least."""
    several = (groups.number >= 3)[:, None] & groups.present & ~others.split
    alone = several & (groups.support == 1)[:, None]
    for name, higher in annotators_with_higher_rates(groups.spans, groups.document, alone, several):
        yield Finding(
            kind="lonely units",
            matters=min(0.75, 0.35 + higher.rate - higher.elsewhere),
            title=(
                f"'{name}' alone marked {higher.times:,} of their {higher.of:,} units ({higher.rate:.1%}); of the "
                f"others' units {higher.elsewhere:.1%} have no partner."
            ),
            explanation=(
                f"{higher.tested} for so large a difference, corrected for all annotators. "
                "Units that nobody else has are either over-annotation, or finds that everybody else missed."
            ),
            action=f"Look at a sample of these units: correct '{name}', or sharpen what the others look for.",
            numbers={"annotator": name, "alone": higher.times, "units": higher.of, **higher.as_json()},
        )


def shifted_bounds(groups: AlignedUnits, others: _Others) -> Iterator[Finding]:
    """Annotators whose bounds lie on one side of those on which most of the others agree."""
    spans = groups.spans
    people = spans.n_annotators
    apart = np.concatenate([_from_the_others(groups, values) for values in (spans.starts, spans.ends)], axis=1)
    apart[np.concatenate([others.split, others.split], axis=1)] = np.nan
    before, after = apart < 0, apart > 0
    p = leaning(groups.document, spans.n_documents, before, after)
    earlier, later = before.sum(axis=0), after.sum(axis=0)
    aligned = (~np.isnan(apart)).sum(axis=0)
    mean = np.nansum(apart, axis=0) / np.maximum(aligned, 1)
    for column in np.flatnonzero((p < RINGING) & (np.abs(earlier - later) >= SHIFTED * aligned)).tolist():
        side, who = ("start", "end")[column // people], column % people
        if people == 2 and who == 1:  # the other one is shifted the other way
            continue
        case = (who, side, int(earlier[column]), int(later[column]), int(aligned[column]), float(mean[column]))
        yield _shifted(spans.annotators, case, float(p[column]))


def _from_the_others(groups: AlignedUnits, values: Floats) -> Floats:
    """(groups, annotators) the bound minus the one that more than half of the others there have; nan without one."""
    present = groups.present
    bound = np.full(present.shape, np.nan)
    bound[present] = values[groups.units[present]]
    theirs = [agreed_by_most(np.delete(bound, who, axis=1)) for who in range(present.shape[1])]
    return np.asarray(bound - np.stack(theirs, axis=1))


def _shifted(annotators: Sequence[str], case: tuple[int, str, int, int, int, float], p: float) -> Finding:
    who, side, before, after, aligned, mean = case
    name = annotators[who]
    other = f"'{annotators[1 - who]}'" if len(annotators) == 2 else "the others"
    way, verb = ("earlier", before) if before > after else ("later", after)
    begins = "starts" if side == "start" else "ends"
    return Finding(
        kind="shifted bounds",
        matters=min(0.6, 0.25 + 0.5 * abs(before - after) / aligned),
        title=(
            f"'{name}' {begins} units {way} than {other}: {verb:,} of {aligned:,} aligned units, against "
            f"{min(before, after):,} the other way (mean shift {mean:+.2f})."
        ),
        explanation=(
            f"A sign test gives p = {p:.2g}, corrected for all annotators and both bounds; groups in which the others "
            "do not agree on the bound are not counted. A shift to one side is a rule that is read differently "
            "(an article, a title, a punctuation mark), not carelessness."
        ),
        action=f"Compare examples with '{name}' and write down what belongs to a unit at its {side}.",
        numbers={
            "annotator": name,
            "side": side,
            "earlier": before,
            "later": after,
            "aligned": aligned,
            "mean_shift": mean,
            "p": p,
        },
    )


def cut_units(disagreement: SpanDisagreement) -> Iterator[Finding]:
    """Annotators who cut what is one unit for most, or join what is several for most, more often than their share."""
    cutting, joining = _odd_ones(disagreement)
    for kind, times in (("splits units", cutting), ("joins units", joining)):
        total, people = int(times.sum()), len(times)
        p = holm(np.array([binomial_tail(int(number), total, 1 / people) for number in times]))
        yield from [_cut(disagreement, kind, who, times, float(p[who])) for who in np.flatnonzero(p < RINGING).tolist()]


def _odd_ones(disagreement: SpanDisagreement) -> tuple[Ints, Ints]:
    """(annotators,) places where they cut and fewer did than not, and where they joined and fewer did than not.

    Where as many cut as not, nobody is counted; with two annotators, whoever cuts is.
    """
    groups, splits = disagreement.groups, disagreement.splits
    people = np.int64(groups.spans.n_annotators)
    row, who = np.nonzero(groups.present)
    group_of = np.full(len(groups.spans), -1, dtype=np.int64)
    group_of[groups.units[row, who]] = row
    place = group_of[splits.whole]
    cuts = np.unique(place * people + splits.by)
    joins = np.unique(place * people + groups.spans.who[splits.whole])
    cutters = np.bincount(cuts // people, minlength=len(groups))
    joiners = np.bincount(joins // people, minlength=len(groups))
    fewer = cutters < joiners if people > 2 else cutters > 0
    return (
        np.bincount(cuts[fewer[cuts // people]] % people, minlength=int(people)),
        np.bincount(joins[(cutters > joiners)[joins // people]] % people, minlength=int(people)),
    )


def _cut(disagreement: SpanDisagreement, kind: str, who: int, times: Ints, p: float) -> Finding:
    name, own, total = disagreement.groups.spans.annotators[who], int(times[who]), int(times.sum())
    did = (
        "cut into several units what is one unit" if kind == "splits units" else "joined into one unit what is several"
    )
    whom = "for the other annotator" if len(times) == 2 else "for more of the others"
    return Finding(
        kind=kind,
        matters=min(0.7, 0.3 + own / max(1, len(disagreement.groups))),
        title=f"'{name}' {did} {whom} at {own:,} of the {total:,} places where somebody did.",
        explanation=(
            f"If all annotators did so equally often, the probability would be {p:.2g} (binomial test, corrected for "
            "all annotators). A split costs one boundary and one missing unit each time, although the same text was "
            "found."
        ),
        action="Say in the guidelines when neighbouring stretches are one unit (coordination, apposition, pauses).",
        numbers={"annotator": name, "times": own, "total": total, "p": p},
    )
