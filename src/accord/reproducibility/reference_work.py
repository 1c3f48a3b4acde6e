"""The work of making references of units: alignments within a budget, and how many of them are not proven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from accord.alignment.budget import STEPS_PER_SECOND, Budget, shares, steps_for
from accord.alignment.dissimilarities import Combined
from accord.alignment.solution import Solution
from accord.alignment.solvers import Solvers
from accord.alignment.solving import default_budget, solve
from accord.annotations.spans import Continuum, Spans
from accord.results import Diagnostic, Diagnostics
from accord.results.option_names import told
from accord.results.working import worked

STEPS = 30 * STEPS_PER_SECOND
"""Of work on the references of groups; after that no more pairs of groups are drawn."""
LEAST_PAIRS = 10
"""Pairs of groups that are compared whatever they cost, and at the same time."""
UNIT_STEPS = 10
"""Of work on each unit of a group, however fast its alignment is found."""
GROUP_STEPS = STEPS_PER_SECOND // 10
"""Of work on one document of a group: ten times more changes 1 − F by less than its error over pairs of groups."""


@dataclass
class _Proofs:
    """How many documents were aligned, and how many of these alignments are not proven."""

    aligned: int = 0
    unproven: int = 0

    def count(self, solutions: Sequence[Solution]) -> None:
        defined = [solution for solution in solutions if solution.undefined is None]
        self.aligned += len(defined)
        self.unproven += sum(not solution.optimal for solution in defined)


class ReferenceWork:
    """What was spent on the references of one question, and what is to be said of them."""

    def __init__(self) -> None:
        self._budget = default_budget(None, steps_for(STEPS))
        self._solvers = Solvers()
        self._of_all, self._of_groups = _Proofs(), _Proofs()

    @property
    def enough(self) -> bool:
        """Whether no more pairs should be drawn."""
        return self._budget.spent

    def references(self, groups: Sequence[Spans]) -> list[Spans]:
        """The consensus of each group, each document with the same effort, so that groups are as good as each other."""
        limited = self._budget.limited
        made = worked([partial(_group_reference, group, limited) for group in groups], None)
        for _, spent, proofs in made:
            self._budget.spend(spent)
            self._of_groups.aligned += proofs.aligned
            self._of_groups.unproven += proofs.unproven
        return [reference for reference, _, _ in made]

    def reference_of_all(self, spans: Spans) -> Spans:
        """The consensus of everybody, as `accord reference` gives it."""
        from accord.alignment import align
        from accord.consensus.units import consensus_units

        alignment = align(spans)
        self._of_all.count([document.solution for document in alignment.documents])
        return consensus_units(spans, alignment).spans

    def aligner(self, documents: int) -> Callable[[Continuum], Solution]:
        """What aligns so many documents, one after the other, for links between units that were found."""
        budgets = shares(default_budget(None, steps_for(STEPS)), [1.0] * documents, GROUP_STEPS)

        def best(continuum: Continuum) -> Solution:
            solution = solve(continuum, Combined(), budget=next(budgets), solvers=self._solvers)
            self._of_all.count([solution])
            return solution

        return best

    def said(self, pairs: int, possible: int) -> Diagnostics:
        """About alignments without a proof, and about pairs of groups that were not drawn."""
        notes = []
        parts = [
            f"{proofs.unproven:,} of {proofs.aligned:,} of {of}"
            for of, proofs in (("everybody", self._of_all), ("groups", self._of_groups))
            if proofs.unproven
        ]
        if parts:
            message = f"some alignments of documents are not proven to be the best: {' and '.join(parts)}"
            notes.append(Diagnostic("ACC430", message, hint="ask about smaller groups, or set ACCORD_LARGE=1 and wait"))
        if pairs < possible:
            message = f"{pairs} pairs of groups are compared, not {possible}: groups of so many take long to align"
            notes.append(Diagnostic("ACC431", message, hint=f"{told('groups', possible)} takes them all"))
        return tuple(notes)


def _group_reference(group: Spans, limited: bool) -> tuple[Spans, float, _Proofs]:
    """The consensus of a group, the steps that were spent on it, and what is proven of it."""
    from accord.alignment.aligning import align_within
    from accord.consensus.units import consensus_units

    budgets = [Budget(GROUP_STEPS) if limited else Budget() for _ in range(group.n_documents)]
    alignment = align_within(group, budgets, Solvers())
    proofs = _Proofs()
    proofs.count([document.solution for document in alignment.documents])
    spent = UNIT_STEPS * len(group) + sum(GROUP_STEPS - budget.steps for budget in budgets) if limited else 0.0
    return consensus_units(group, alignment).spans, spent, proofs
