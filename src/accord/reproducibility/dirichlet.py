"""A Dirichlet population: every item has its own distribution of labels, drawn around the shares of the categories.

p ~ Dirichlet(a0 π) has κ = 1 / (1 + a0). Near-unanimous and hopeless items live side by side, which makes the reference
far less stable than homogeneous errors with the same κ do: the other end of what a κ can mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.reproducibility.dirichlet_groups import agreeing_groups
from accord.reproducibility.polynomials import one_of, power, times
from accord.reproducibility.populations import agreement_for, check_reachable
from accord.reproducibility.vote_distribution import limited_to, multinomial_votes, tie_nodes, vote
from accord.results.arrays import Floats

NO_AGREEMENT = 1e-6
"""Below this κ the items are taken to be alike, p = π."""


@dataclass(frozen=True)
class DirichletPopulation:
    """Items whose distributions of labels are drawn from Dirichlet(a0 π)."""

    weights: tuple[float, ...]
    """π, the shares of the categories."""

    def kappa(self, coefficient: str, value: Floats) -> Floats:
        """κ from the value of a coefficient: annotators use the categories by their shares whatever their agreement."""
        shares = np.array(self.weights)
        chance = float(shares @ shares)
        return np.asarray((agreement_for(coefficient, value, shares) - chance) / (1 - chance))

    def lowest(self, coefficient: str) -> float:
        """The value at κ = 0; the coefficient is linear in κ and 1 where κ is."""
        at_zero = float(self.kappa(coefficient, np.array(0.0)))
        return at_zero / (at_zero - 1) if at_zero < 1 else 0.0

    def variation(self, coefficient: str, value: Floats, k: int, against: str) -> Floats:
        check_reachable(value, self.lowest(coefficient), coefficient, "its annotators guess at worst")
        shares = np.array(self.weights)
        exact = against_mode if against == "reference" else between_groups
        kappas = self.kappa(coefficient, value)
        made = np.zeros(kappas.shape)
        for place, kappa in np.ndenumerate(kappas):
            if kappa < NO_AGREEMENT:
                votes = multinomial_votes(shares, k)
                made[place] = 1 - votes @ (vote(shares) if against == "reference" else votes)
            elif kappa < 1:
                made[place] = exact(shares[shares > 0] * (1 - kappa) / kappa, k)
        return made


def against_mode(concentration: Floats, k: int) -> float:
    """E[1 − W(c*)], c* the most likely label of the item: how often k annotators miss what all annotators would vote.

    With p = G / Σ G for independent gamma variables G and c* = c the largest of them, g, the others are cut at g:
    E[W(c); c largest] = k! Γ(a) / Γ(a + k) ∫ f(g) Σ_m g^m / m! [x^(k−m)] Π_d (Σ_{a<m} M_d,a x^a / a! + ties) dg,
    M_d,a = E[G_d^a; G_d < g]. The integral over ln g by the trapezoidal rule is exact to rounding.

    Two equally frequent categories and κ = 1/2: p is Beta(1/2, 1/2), and a single annotator misses 1/2 − 1/π.

    >>> round(against_mode(np.array([0.5, 0.5]), 1), 6), round(0.5 - 1 / np.pi, 6)
    (0.18169, 0.18169)
    """
    from scipy.special import gammaln

    total = float(concentration.sum())
    kinds, times = np.unique(concentration, return_counts=True)
    nodes, step = _nodes(total, len(concentration), k)
    kept = 0.0
    for kind, often in zip(kinds, times, strict=True):
        others = [(float(rival), int(n) - int(rival == kind)) for rival, n in zip(kinds, times, strict=True)]
        density = np.exp(kind * np.log(nodes) - nodes - gammaln(kind))
        kept += often * float(density @ _won(nodes, others, k)) * step
    return float(1 - kept * np.exp(gammaln(total) - gammaln(total + k) + gammaln(k + 1)))


def _nodes(total: float, size: int, k: int) -> tuple[Floats, float]:
    """Equal steps of ln g, and their width, to where the integrand is below 1e−17 of its top on both sides.

    It is of the size of g^n e^(−g), n = a + k, a peak of width 1 / √n: the trapezoidal rule misses e^(−2 π² / (n h²)).
    """
    power_of_g = total + k
    step = min(0.2, 0.6 / np.sqrt(power_of_g))
    highest = np.log(power_of_g + 12 * np.sqrt(power_of_g) + 60)
    return np.exp(np.arange(np.log(power_of_g / size) - 1 - 45 / power_of_g, highest, step)), step


def _won(nodes: Floats, others: list[tuple[float, int]], k: int) -> Floats:
    """(nodes,) Σ_m g^m / m! [x^(k−m)] of the product over the other categories, each cut at g."""
    from scipy.special import gammainc, gammaln

    votes_of = np.arange(k + 1)
    kinds = [
        np.exp(gammaln(rival + votes_of) - gammaln(rival) - gammaln(votes_of + 1))
        * gammainc(rival + votes_of, nodes[:, None])
        for rival, _ in others
    ]
    won = np.zeros(len(nodes))
    for votes in range(1, k + 1):
        ties, weights = tie_nodes(k // votes)
        product = one_of((len(nodes), len(ties), k - votes + 1))
        for terms, (_, often) in zip(kinds, others, strict=True):
            limited = limited_to(votes, terms[:, None, :], ties[:, None])
            product = times(product, power(limited, often, k - votes + 1))
        won += np.exp(votes * np.log(nodes) - gammaln(votes + 1)) * (product[..., -1] @ weights)
    return won


def between_groups(concentration: Floats, k: int) -> float:
    """Δ_k = 1 − E[Σ W²]: how often the votes of two groups of k annotators differ.

    >>> round(between_groups(np.full(5, 0.05), 1), 6)  # (1 − κ)(C − 1) / C with κ = .8
    0.16
    """
    return max(0.0, 1 - agreeing_groups(concentration, k))
