"""Everything about the annotators: in pairs, left out, beside the vote; habits, drift, schools and steadiness."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from accord.annotations import Labels, Summary, summarise
from accord.diagnosis.finding import Finding, ranked
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.drift import Drift, drift
from accord.diagnosis.labels.habits import CategoryBias, category_bias
from accord.diagnosis.labels.left_out import LeftOut, leave_one_out
from accord.diagnosis.labels.pairs import PairwiseTable, pairwise_table
from accord.diagnosis.labels.same_items import OnTheirItems, on_their_items
from accord.diagnosis.labels.schools import Schools, schools
from accord.diagnosis.labels.steadiness import Steadiness, steadiness
from accord.diagnosis.labels.with_the_vote import WithTheVote, agreement_with_vote
from accord.evaluation import Options
from accord.results import Expression
from accord.results.json_numbers import NOT_IN_JSON, JsonRecord, json_name
from accord.results.tabular import Columns, Tabular

_WITHOUT = {
    "without": "without",
    "change": "change",
    "standard_error": "change_error",
    "low": "change_low",
    "high": "change_high",
    "p": "change_p",
}
"""Columns of the table without each annotator, and their names beside agreement with the vote."""


@dataclass(frozen=True, eq=False)
class Annotators(JsonRecord, Tabular):
    """All that is known about the annotators; every part is empty where it does not apply."""

    pairs: PairwiseTable
    left_out: LeftOut = field(metadata=json_name("leave_one_out"))
    vote: WithTheVote = field(metadata=json_name("agreement_with_vote"))
    bias: CategoryBias
    drift: Drift
    schools: Schools
    steadiness: Steadiness = field(metadata=json_name("intra_annotator"))
    level: str = field(default="nominal", metadata=NOT_IN_JSON)
    """Of the labels; numbers have no vote."""
    on_their_items: OnTheirItems = field(default=OnTheirItems(), metadata=NOT_IN_JSON)
    """Who agrees with the others as well as these do on the same items, and of whom that cannot be told."""

    def _columns(self) -> Columns:
        """Agreement with the vote of the others, and what the value would be without the annotator.

        Those who agree least come first; of numbers, those without whom the value gains most.
        """
        voted = self.level not in ("interval", "ratio", "circular")
        vote, left = self.vote._columns(), self.left_out._columns()
        own = vote if voted else {name: vote[name] for name in ("annotator", "items")}
        place = {name: number for number, name in enumerate(left["annotator"])}
        at = [place.get(name) for name in vote["annotator"]]
        rest: Columns = {}
        if place:
            rest = {new: [None if row is None else left[old][row] for row in at] for old, new in _WITHOUT.items()}
        gain = -np.array(rest.get("change", [math.nan] * len(at)), dtype=np.float64)
        order = np.argsort(self.vote.agreement if voted else gain, kind="stable").tolist()  # nan comes last
        return {name: [values[row] for row in order] for name, values in {**own, **rest}.items()}

    def findings(self) -> list[Finding]:
        """What is worth saying, ranked. An annotator at chance level is not reported again for each consequence; where
        there are two schools, that one of them pulls the value down is one of theirs; who was given harder items, and
        agrees on them as well as the others do, is not blamed for them; nor is anybody where items have two labels."""
        random = self.on_their_items.told(self.vote.findings())
        at_random = {finding.numbers["annotator"] for finding in random}
        outlying = [] if self.schools.found else self.on_their_items.told(self.left_out.findings())
        rest = [*outlying, *self.bias.findings(), *self.drift.findings()]
        rest = [finding for finding in rest if finding.numbers.get("annotator") not in at_random]
        return list(ranked([*random, *self.schools.findings(), *self.steadiness.findings(), *rest]))


def annotators(
    labels: Labels,
    ballots: Ballots | None = None,
    options: Options | None = None,
    *,
    expression: str | Expression = "alpha",
    summary: Summary | None = None,
    counted: Ballots | None = None,
) -> Annotators:
    """Look at the annotators from all sides, with one measure for pairs, for leaving out and for repeated ratings.

    `ballots` and `summary` of the same labels spare computing them again; `counted` are those with one row for all
    items alike.
    """
    chosen = options if options is not None else Options()
    ballots = ballots if ballots is not None else Ballots.of(labels)
    counted = counted if counted is not None else ballots
    confidence = chosen.confidence if chosen.confidence is not None else 0.95
    settings = asdict(replace(chosen, resample="items", method="percentile", undefined="nan"))
    return Annotators(
        pairs=pairwise_table(counted, expression),
        left_out=leave_one_out(summary if summary is not None else summarise(labels), expression, **settings),
        vote=agreement_with_vote(counted, confidence),
        bias=category_bias(counted, confidence),
        drift=drift(ballots),
        schools=schools(ballots, seed=chosen.seed),
        steadiness=steadiness(labels, expression, **settings),
        level=ballots.labels.level,
        on_their_items=on_their_items(counted),
    )
