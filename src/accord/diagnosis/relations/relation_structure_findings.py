"""Findings about relations themselves: labels exchanged, directions, long links, main claims, units found by each.

A share is reported when it is above what one would tolerate with 99.5 % confidence, a difference when Fisher's exact
test says that chance does not explain it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.diagnosis.finding import Finding
from accord.diagnosis.higher_rates import RINGING, per_document
from accord.diagnosis.relations.relation_places import DrawnLinks
from accord.measures.relations.graphs.unit_matching import Split
from accord.statistics.p_values import more_often
from accord.statistics.proportions import at_least, clustering, deflated

MATERIAL = 0.10  # a smaller difference of rates is not worth a finding
TOLERATED = 0.05  # a share that nobody would write guidelines for
MOST = 5


@dataclass(frozen=True)
class LabelExchange:
    """Two labels for the same link."""

    first: str
    second: str
    pairs: int
    """Pairs of annotators of whom one says the first and the other the second."""
    of_pairs: int
    """Pairs of annotators of whom at least one says either."""
    of_links: int
    """The links that these pairs are about."""

    def as_json(self) -> dict[str, object]:
        return {"first": self.first, "second": self.second, "pairs": self.pairs, "of_pairs": self.of_pairs}


def structure_findings(places: DrawnLinks, exchanges: tuple[LabelExchange, ...], split: Split | None) -> list[Finding]:
    """All findings about the structure."""
    findings = [*exchanged_labels(exchanges), units_before_links(split)]
    if not places.relations.undirected:
        findings += [turned_links(places), *long_links(places), main_claims(places)]
    return [finding for finding in findings if finding is not None]


def label_exchanges(places: DrawnLinks) -> tuple[LabelExchange, ...]:
    """Every two labels that stand for each other somewhere, the most frequent first."""
    codes = places.codes
    texts = places.relations.labels.texts
    tally = np.stack([(codes == code).sum(axis=1) for code in range(len(texts))], axis=1) if texts else codes[:, :0]
    labelled = tally.sum(axis=1)
    tally, labelled = tally[labelled > 1], labelled[labelled > 1]
    together = tally.T @ tally
    exchanges = []
    for first, second in combinations(range(len(texts)), 2):
        pairs = int(together[first, second])
        if pairs:
            either = tally[:, first] + tally[:, second]
            of_pairs = int((either * (labelled - either) + either * (either - 1) // 2).sum())
            exchanges.append(LabelExchange(texts[first], texts[second], pairs, of_pairs, int((either > 0).sum())))
    return tuple(sorted(exchanges, key=lambda each: (-each.pairs, each.first, each.second)))


def exchanged_labels(exchanges: tuple[LabelExchange, ...]) -> list[Finding]:
    """Labels that stand for each other in more than 5 % of their pairs, with 99.5 % confidence."""
    confidence = 1 - RINGING / max(1, len(exchanges))
    findings = []
    for swap in exchanges:
        share = swap.pairs / swap.of_pairs
        low = at_least(share * swap.of_links, swap.of_links, confidence)
        if low <= TOLERATED:
            continue
        findings.append(
            Finding(
                kind="exchanged labels",
                matters=min(0.8, 0.35 + share),
                title=(
                    f"'{swap.first}' and '{swap.second}' are exchanged in {swap.pairs:,} of {swap.of_pairs:,} pairs of "
                    f"annotators who drew the same link and called it one of them ({share:.1%}, at least {low:.1%})."
                ),
                explanation=(
                    "The bound is that of a binomial share of links, corrected for all pairs of labels; a rate of 5 % "
                    "or less is not reported. The link is found, and what it says is not settled."
                ),
                action=f"Write down what distinguishes '{swap.first}' from '{swap.second}', or merge them.",
                numbers={**swap.as_json(), "share": share, "low": low},
            )
        )
    return sorted(findings, key=lambda finding: -finding.matters)[:MOST]


def turned_links(places: DrawnLinks) -> Finding | None:
    """Units that two annotators linked, in opposite directions."""
    low, high = np.minimum(places.origins, places.targets), np.maximum(places.origins, places.targets)
    keys, which = np.unique(low * max(places.relations.n_units, 1) + high, return_inverse=True)
    ways = np.stack([places.origins == low, places.origins != low], axis=1)
    drawn = np.zeros((len(keys), 2), dtype=np.int64)
    np.add.at(drawn, which.reshape(-1), ways * places.support[:, None])
    shared = drawn.sum(axis=1) > 1
    turned = int((shared & (drawn > 0).all(axis=1)).sum())
    of = int(shared.sum())
    bound = at_least(turned, of, 1 - RINGING) if of else 0.0
    if bound <= TOLERATED:
        return None
    return Finding(
        kind="turned links",
        matters=min(0.8, 0.4 + turned / of),
        title=(
            f"{turned:,} of {of:,} pairs of units that two annotators linked are linked in opposite directions "
            f"({turned / of:.1%}, at least {bound:.1%})."
        ),
        explanation=(
            "Annotators see that two units belong together and differ on which of them depends on the other. GBM and "
            "κ of links count such a pair as two different links."
        ),
        action="State in the guidelines which way a relation points, with an example for each label.",
        numbers={"turned": turned, "pairs": of, "low": bound},
    )


def long_links(places: DrawnLinks) -> list[Finding]:
    """Whether long links are shared less often than short ones, or the other way round."""
    counted = places.number > 1
    if not counted.any():
        return []
    cut = float(np.median(places.length[counted]))
    far = counted & (places.length > cut)
    columns = np.stack([counted & ~far, far], axis=1)
    partial = columns & (places.support < places.number)[:, None]
    factor = clustering(
        *(per_document(places.document, places.relations.n_documents, part) for part in (partial, columns))
    )
    times, of = partial.sum(axis=0), columns.sum(axis=0)
    few, all_of = deflated(times, factor), deflated(of, factor)
    worse = int(times[1] * of[0] > times[0] * of[1])  # the column with the higher rate
    p = 2 * more_often(int(few[worse]), int(all_of[worse]), int(few[1 - worse]), int(all_of[1 - worse]))
    if p >= RINGING or abs(times[1] / of[1] - times[0] / of[0]) < MATERIAL:
        return []
    names = (f"links of up to {cut:g} units", f"links over more than {cut:g} units")
    rate, elsewhere = float(times[worse] / of[worse]), float(times[1 - worse] / of[1 - worse])
    return [
        Finding(
            kind="long links" if worse else "short links",
            matters=min(0.7, 0.3 + 0.5 * (rate - elsewhere)),
            title=(
                f"Not everybody drew {times[worse]:,} of {of[worse]:,} {names[worse]} ({rate:.1%}); of the "
                f"{names[1 - worse]} {elsewhere:.1%} are not drawn by everybody."
            ),
            explanation=(
                f"Fisher's exact test gives p = {p:.2g}. "
                + (
                    "Relations over a distance are harder to see than those between neighbours."
                    if worse
                    else "Neighbouring units are linked by habit; it is the choice of the near target that is disputed."
                )
            ),
            action=(
                "Have annotators read the whole text and fix its main parts before they link units."
                if worse
                else "Say in the guidelines when neighbouring units are linked and when they are not."
            ),
            numbers={"cut": cut, "rate": rate, "rate_of_others": elsewhere, "p": p},
        )
    ]


def main_claims(places: DrawnLinks) -> Finding | None:
    """Documents in which annotators do not agree on the units that everything else leads to.

    Only where no unit has several outgoing relations: the ends of such chains are main claims, or roots.
    """
    relations = places.relations
    keys = relations.origins * relations.n_annotators + relations.who
    if not len(keys) or len(np.unique(keys)) < len(keys):
        return None
    roots = np.zeros((relations.n_units, relations.n_annotators), dtype=bool)
    roots[relations.targets, relations.who] = True
    roots[relations.origins, relations.who] = False
    drawn = np.zeros(relations.assigned.shape, dtype=bool)
    drawn[relations.document, relations.who] = True
    counted = differing = 0
    for document in np.flatnonzero((relations.assigned & drawn).sum(axis=1) > 1).tolist():
        who = np.flatnonzero(relations.assigned[document] & drawn[document])
        here = roots[relations.bounds[document] : relations.bounds[document + 1]][:, who]
        counted += 1
        differing += int((here != here[:, :1]).any())
    bound = at_least(differing, counted, 1 - RINGING) if counted else 0.0
    if bound <= TOLERATED:
        return None
    return Finding(
        kind="other main claims",
        matters=min(0.85, 0.4 + 0.4 * differing / counted),
        title=(
            f"In {differing:,} of {counted:,} documents annotators do not agree on the units that no relation leaves "
            "(main claims, roots)."
        ),
        explanation=(
            f"With 99.5 % confidence this is so in more than {bound:.1%} of such documents. Whoever starts from "
            "another main claim draws other links below it, so that one decision costs many."
        ),
        action="Have annotators agree on the main claims first, and only then draw relations.",
        numbers={"differing": differing, "documents": counted, "low": bound},
    )


def units_before_links(split: Split | None) -> Finding | None:
    """Where annotators found their own units: most of the disagreement is about them."""
    if split is None:
        return None
    alone = split.by_units + split.by_links
    bound = at_least(split.by_units, alone, 1 - RINGING) if alone else 0.0
    if bound <= 0.5:
        return None
    return Finding(
        kind="units before links",
        matters=0.8,
        title=(
            f"{split.by_units:,} of {alone:,} links that one of two annotators has alone are at a unit that the other "
            f"does not have ({split.share_of_units:.0%}, at least {bound:.0%})."
        ),
        explanation=(
            "More than half of the disagreement about relations is disagreement about units: no guideline for links "
            "can remove it."
        ),
        action="Settle the units first (measure them as spans), then have everybody link the same ones.",
        numbers={"by_units": split.by_units, "by_links": split.by_links, "low": bound},
    )
