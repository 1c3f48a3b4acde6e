"""Annealing with a fixed number of sets: one annotator at a time, her units go to the sets by an optimal assignment.

What a unit is worth in a set is the sum of its weights with the units there, plus noise of falling temperature. With a
number of sets that is free, annealing sticks at a wrong one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.crowds.panel import Panel
from accord.results.arrays import Places

HOTTEST, COLDEST = 0.1, 0.002
"""Standard deviations of the noise; a set of which everybody has the same unit gains 1."""
FALL = 1e-12  # costs that fall by less do not fall


@dataclass(frozen=True, eq=False)
class Slots:
    """An alignment: unit u is in the set `of[u]`, one of `number`; some sets may be empty."""

    of: Places
    number: int
    cost: float


def annealed(panel: Panel, number: int, sweeps: int, rng: np.random.Generator, budget: Budget) -> Slots:
    """The best alignment found with so many sets, in so many sweeps over the annotators."""
    state = _State(panel, number, rng)
    best = state.slots()
    temperatures = HOTTEST * (COLDEST / HOTTEST) ** (np.arange(sweeps) / max(sweeps - 1, 1))
    for temperature in temperatures.tolist():
        if budget.spent:
            break
        for annotator in rng.permutation(panel.n_annotators).tolist():
            state.reassign(annotator, temperature)
        budget.spend(state.steps_of_sweep)
        if state.cost < best.cost - FALL:
            best = state.slots()
    state.descend(budget)
    return state.slots() if state.cost < best.cost - FALL else best


def descended(panel: Panel, of: Places, number: int, rng: np.random.Generator, budget: Budget) -> Slots:
    """The alignment that is reached from this one, in so many sets, as long as something is gained."""
    state = _State(panel, number, rng, of)
    state.descend(budget)
    return state.slots()


def sweep_steps(panel: Panel, number: int) -> float:
    """About how much work a sweep over all annotators is."""
    assigned = 0.003 * float((panel.cards.astype(np.float64) ** 2).sum()) + 0.06 * panel.n_units
    return 20.0 * panel.n_annotators + number * assigned + 6e-4 * panel.n_units**2


class _State:
    """Where the units are, and what each would be worth in each set, kept up to date."""

    def __init__(self, panel: Panel, number: int, rng: np.random.Generator, of: Places | None = None) -> None:
        from scipy.optimize import linear_sum_assignment

        self._assignment = linear_sum_assignment
        self._panel, self._number, self._rng = panel, number, rng
        if of is None:
            of = np.concatenate([rng.permutation(number)[:card] for card in panel.cards.tolist()])
        self._of = of
        self._worth = np.zeros((panel.n_units, number))
        np.add.at(self._worth.T, self._of, panel.weights)
        self.cost = number * panel.bonus - 0.5 * float(self._worth[np.arange(panel.n_units), self._of].sum())
        self.steps_of_sweep = sweep_steps(panel, number)

    def slots(self) -> Slots:
        return Slots(self._of.copy(), self._number, self.cost)

    def reassign(self, annotator: int, temperature: float) -> float:
        """Put the units of an annotator where they are worth most, as far as noise lets it be seen; what was gained."""
        own = self._panel.spans[annotator]
        worth = self._worth[own]
        noisy = worth + temperature * self._rng.standard_normal(worth.shape) if temperature else worth
        new = self._assignment(noisy, maximize=True)[1]
        old = self._of[own]
        moved = np.flatnonzero(new != old)
        if not len(moved):
            return 0.0
        before, after = old[moved], new[moved]
        gained = float(worth[moved, after].sum() - worth[moved, before].sum())
        if not temperature and gained <= FALL:
            return 0.0
        weights = self._panel.weights[own.start + moved].T
        self._worth[:, before] -= weights
        self._worth[:, after] += weights
        self._of[own.start + moved] = after
        self.cost -= gained
        return gained

    def descend(self, budget: Budget) -> None:
        """Reassign without noise as long as something is gained."""
        while not budget.spent:
            gained = sum(self.reassign(annotator, 0.0) for annotator in range(self._panel.n_annotators))
            budget.spend(self.steps_of_sweep)
            if gained <= FALL:
                break


def split(panel: Panel, slots: Slots) -> Slots:
    """The alignment without units that are better alone, and without empty sets."""
    of = np.unique(slots.of, return_inverse=True)[1]
    number = int(of.max()) + 1
    everyone = np.arange(panel.n_units)
    while True:
        worth = (panel.weights * (of[:, None] == of)).sum(axis=1)
        worst = int(everyone[np.argmin(worth)])
        if worth[worst] >= -panel.bonus:
            return Slots(of, number, number * panel.bonus - 0.5 * float(worth.sum()))
        of[worst] = number
        number += 1
