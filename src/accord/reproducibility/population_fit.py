"""The populations that some labels allow, and how far each is supported.

Every category has a kind of items that lean to it, with Dirichlet weights. Labels say little of how unequal the items
of a kind are: five of them hardly tell items that are all equally hard from a mixture of easy and hopeless ones. So no
single population is fitted, but one for each of a grid of assumptions:

precision   of a kind: small for unequal items, very large for items that are all alike (the homogeneous limit)
unanimous   the share of a kind's items on which nobody errs

Before anything is seen, homogeneous items, homogeneous items beside unanimous ones, and unequal items have a third
each; then the labels weigh the assumptions by their likelihood (Hoeting et al. 1999 on the averaging of models).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.reproducibility.mixed_population import LabelCells, MixedPopulation
from accord.results.arrays import Floats, Ints
from accord.statistics import generator

PRECISIONS = (1.2, 2.0, 3.3, 5.5, 9.0, 16.0, 40.0, 1000.0)
UNANIMOUS = (0.0, 0.15, 0.3, 0.5, 0.7)
COARSE = ((3.3, 16.0, 1000.0), (0.0, 0.3))  # for many categories
HOMOGENEOUS = PRECISIONS[-1]
SPREAD = 0.35  # of the logarithm of a kind's precision around that of the grid
FEW_LABELS, FEW_ITEMS = 0.2, 0.5  # seen before of each label in a kind, and of each kind: keep all above 0
LEAST, MOST = -12.0, 12.0  # logarithms of a Dirichlet weight
CERTAIN, NEVER = 1e4, 1e-6  # Dirichlet weights of an item on which nobody errs
FEW = 6  # categories up to which the parameters of all kinds are moved together
STEPS, ENOUGH = 80, 1e-3  # of the search, and the gain in log-likelihood that ends it
LOOSE = 0.15  # information of the logarithm of a weight that labels say nothing of
CELLS = 1_000_000  # patterns × categories² that are fitted at once
UNRULED = 3.0  # log-likelihood below the best: half the 95 % point of χ² for two assumptions
KEPT, SMALL = 0.98, 3e-4  # of the support, in the population that stands for all; shares of kinds left out of it


@dataclass(frozen=True, eq=False)
class Populations:
    """A fitted population for each assumption."""

    parameters: Floats
    """(assumptions, categories + 1, categories) the logarithms of the weights of each kind, then of the shares."""
    unanimous: Floats
    """(assumptions,) the share of items on which nobody errs."""
    support: Floats
    """(assumptions,) how probable each is after the labels; sums to 1."""
    below: Floats
    """(assumptions,) how far its log-likelihood is below the best."""
    information: Floats
    """(assumptions, blocks, p, p) of the parameters."""

    def population(self, assumption: int) -> MixedPopulation:
        """The population of an assumption; each made once, with what is then known of it."""
        if assumption not in self._made:
            self._made[assumption] = self._with(assumption, self.parameters[assumption])
        return self._made[assumption]

    @cached_property
    def _made(self) -> dict[int, MixedPopulation]:
        return {}

    def _with(self, assumption: int, parameters: Floats) -> MixedPopulation:
        """The population of an assumption with these parameters."""
        weights, logs = _parts(parameters[None])
        shares, share = np.exp(logs[0]), float(self.unanimous[assumption])
        if share == 0:
            return MixedPopulation(weights[0], shares)
        sure = np.where(np.eye(len(shares), dtype=bool), CERTAIN, NEVER)
        return MixedPopulation(
            np.concatenate([weights[0], sure]), np.concatenate([(1 - share) * shares, share * shares])
        )

    @cached_property
    def average(self) -> MixedPopulation:
        """The mixture of all populations by their support."""
        order = np.argsort(-self.support, kind="stable")
        kept = order[: 1 + int(np.searchsorted(self.support[order].cumsum(), KEPT))]
        made = [self.population(place) for place in kept.tolist()]
        shares = np.concatenate([mixed.shares * self.support[place] for mixed, place in zip(made, kept, strict=True)])
        some = shares > SMALL
        weights = np.concatenate([population.weights for population in made])
        return MixedPopulation(weights[some], shares[some] / shares[some].sum())

    @cached_property
    def allowed(self) -> Ints:
        """The assumptions that the labels do not rule out."""
        return np.flatnonzero(self.below <= UNRULED)

    def drawn(self, assumption: int, number: int) -> list[MixedPopulation]:
        """Populations near the fitted one, as far as the number of items leaves its parameters open; each made
        once."""
        if (assumption, number) not in self._near:
            information = self.information[assumption]
            values, vectors = np.linalg.eigh(information + LOOSE * np.eye(information.shape[-1]))
            z = generator(0, "populations").standard_normal((number, *values.shape))
            moves = np.einsum("bpq,nbq->nbp", vectors, z / np.sqrt(values))
            self._near[assumption, number] = [
                self._with(assumption, self.parameters[assumption] + move)
                for move in moves.reshape(number, *self.parameters.shape[1:])
            ]
        return self._near[assumption, number]

    @cached_property
    def _near(self) -> dict[tuple[int, int], list[MixedPopulation]]:
        return {}


def fit_populations(counts: Ints, multiplicity: Floats) -> Populations:
    """Fit all assumptions to the counts (patterns, categories) of items; `multiplicity` items show each."""
    size = counts.shape[1]
    if size == 1:
        return Populations(np.zeros((1, 2, 1)), np.zeros(1), np.ones(1), np.zeros(1), np.ones((1, 1, 2, 2)))
    precisions, shares = (PRECISIONS, UNANIMOUS) if size <= FEW else COARSE
    precision, unanimous = (np.ravel(axis) for axis in np.meshgrid(precisions, shares, indexing="ij"))
    fit = Density(counts, multiplicity, precision, unanimous)
    parameters, value, information = _highest(fit, _start(counts, multiplicity, precision))
    alike, none = precision == HOMOGENEOUS, unanimous == 0
    families = np.where(~alike, 2, np.where(none, 0, 1))  # of which each has a third
    support = np.asarray(1 / np.bincount(families)[families] / 3) * np.exp(value - value.max())
    return Populations(parameters, unanimous, support / support.sum(), value.max() - value, information)


def _start(counts: Ints, multiplicity: Floats, precision: Floats) -> Floats:
    common = (multiplicity @ counts + 0.5) / (multiplicity @ counts + 0.5).sum()
    means = 0.75 * np.eye(counts.shape[1]) + 0.25 * common + 0.01
    means /= means.sum(axis=1, keepdims=True)
    weights = np.log(precision[:, None, None] * means)
    return np.concatenate([weights, np.tile(np.log(common), (len(precision), 1, 1))], axis=1)


def _parts(parameters: Floats) -> tuple[Floats, Floats]:
    """(…, kinds, categories) weights and (…, kinds) logarithms of shares."""
    logs = parameters[..., -1, :]
    weights = np.exp(np.clip(parameters[..., :-1, :], LEAST, MOST))
    return weights, logs - np.logaddexp.reduce(logs, axis=-1, keepdims=True)


class Density:
    """The log posterior density of the parameters under each assumption, its gradient and its information.

    The information is Σ s sᵀ over the items' scores s (Berndt et al. 1974) with that of what was assumed before; in
    one block, or with many categories in a block for each kind.
    """

    def __init__(self, counts: Ints, multiplicity: Floats, precision: Floats, unanimous: Floats) -> None:
        self.cells, self.times, self.size = LabelCells(counts), multiplicity, counts.shape[1]
        self.precision, self.unanimous = precision, unanimous

    def __call__(self, parameters: Floats, places: Ints) -> tuple[Floats, Floats, Floats]:
        """(a,) values, (a, C + 1, C) gradients and (a, blocks, p, p) information for the assumptions at `places`."""
        weights, logs = _parts(parameters)
        of_items, erring, kinds = self._items(weights, logs, self.unanimous[places])
        before, slope, curvature = self._before(weights, logs, self.precision[places])
        of_weights = self.cells.slopes(weights) * erring[..., None]
        of_shares = np.swapaxes(kinds - np.exp(logs)[..., None], 1, 2)
        scores = np.concatenate([of_weights, of_shares[:, None]], axis=1)  # (a, C + 1, items, C)
        gradient = np.einsum("abnc,n->abc", scores, self.times) + slope
        return of_items @ self.times + before, gradient, self._information(scores, curvature)

    def _items(self, weights: Floats, logs: Floats, unanimous: Floats) -> tuple[Floats, Floats, Floats]:
        """ln P of each item; (a, kinds, items) how probable each kind is with errors, and in all."""
        with np.errstate(divide="ignore"):
            sure, unsure = np.log(unanimous)[:, None], np.log1p(-unanimous)[:, None]
        erring = self.cells.log_likelihood(weights) + (logs + unsure)[..., None]
        most = erring.max(axis=1, keepdims=True)
        agreed = np.full(erring.shape, -np.inf)
        agreed[:, self.cells.only, self.cells.unanimous] = (logs + sure)[:, self.cells.only]
        most = np.maximum(most, agreed.max(axis=1, keepdims=True))
        erring, agreed = np.exp(erring - most), np.exp(agreed - most)
        total = (erring + agreed).sum(axis=1, keepdims=True)
        return (most + np.log(total))[:, 0], erring / total, (erring + agreed) / total

    def _before(self, weights: Floats, logs: Floats, precision: Floats) -> tuple[Floats, Floats, Floats]:
        """What is assumed before the labels: its value, gradient and information, (a, C + 1, C, C)."""
        own = weights.sum(axis=-1)
        means, shares = weights / own[..., None], np.exp(logs)
        far = np.log(own / precision[:, None]) / SPREAD
        value = -(far**2).sum(axis=1) / 2 + FEW_LABELS * np.log(means).sum(axis=(1, 2)) + FEW_ITEMS * logs.sum(axis=1)
        every = np.concatenate([means, shares[:, None]], axis=1)
        seen = np.concatenate([np.full(self.size, FEW_LABELS), [FEW_ITEMS]])[:, None]
        slope = seen * (1 - self.size * every)
        slope[:, :-1] -= far[..., None] / SPREAD * means
        product = every[..., :, None] * every[..., None, :]
        information = seen[..., None] * self.size * (np.eye(self.size) * every[..., None] - product)
        information[:, :-1] += product[:, :-1] / SPREAD**2
        return value, slope, information

    def _information(self, scores: Floats, curvature: Floats) -> Floats:
        number, blocks, items, size = scores.shape
        if self.size > FEW:
            return np.asarray(np.swapaxes(scores * self.times[:, None], 2, 3) @ scores + curvature)
        joint = np.swapaxes(scores, 1, 2).reshape(number, 1, items, blocks * size)
        information = np.swapaxes(joint * self.times[:, None], 2, 3) @ joint
        for block in range(blocks):
            part = slice(block * size, (block + 1) * size)
            information[:, 0, part, part] += curvature[:, block]
        return np.asarray(information)


def _highest(fit: Density, start: Floats) -> tuple[Floats, Floats, Floats]:
    """Climb to the highest density of each assumption, with steps damped until they gain (Marquardt 1963)."""
    parameters = start.copy()
    value, gradient, information = fit(parameters, np.arange(len(parameters)))
    damping, eye = np.full(len(parameters), 0.01), np.eye(information.shape[-1])
    going = np.arange(len(parameters))
    for _ in range(STEPS):
        diagonal = np.einsum("abpp->abp", information[going]) + 1e-3
        damped = information[going] + eye * (damping[going, None, None] * diagonal + 1e-6)[..., None]
        step = np.linalg.solve(damped, gradient[going].reshape(*diagonal.shape, 1)).reshape(gradient[going].shape)
        step *= np.minimum(1, 2 / np.maximum(np.abs(step).max(axis=(1, 2), keepdims=True), 2))
        tried = parameters[going] + step
        reached, slope, curvature = fit(tried, going)
        gain = reached - value[going]
        better = gain > 0
        damping[going] = np.clip(np.where(better, 0.2, 8.0) * damping[going], 1e-8, 1e8)
        won = going[better]
        parameters[won], value[won], gradient[won], information[won] = (
            array[better] for array in (tried, reached, slope, curvature)
        )
        going = going[~((better & (gain < ENOUGH)) | (damping[going] > 1e6))]
        if len(going) == 0:
            break
    return parameters, value, information
