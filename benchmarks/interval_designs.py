"""The designs and seeds of the study of coverage: populations with a known value, and samples of them.

Fixed before any result of the study was known. Three parts:

- `ITEM_DESIGNS`: α of nominal labels, the same annotators always, items drawn from a population of 20,000;
- `RATING_DESIGNS`: ICC of numeric ratings, normal or cut to a skewed scale of five points;
- `CROWD_DESIGNS`: α of nominal labels by annotators who are drawn from a population as well: crossed, sparse, with
  items that lie together in texts, and with annotators who label whole texts.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
STUDY = 20261115
"""The seed of the study; what is drawn is named by it, by the part, by the design and by the number of the sample."""
POPULATION = 20_000  # items of a population
SAMPLES = {"items": 150, "ratings": 150, "crowds": 200}
"""Samples per design: the standard error of a coverage of 95 % is 1.8, 1.8 and 1.5 %; of a mean of 30 designs 0.3 %."""
REPLICATES = 500


def stream(*purpose: str | int) -> np.random.Generator:
    key = tuple(part if isinstance(part, int) else zlib.crc32(part.encode()) for part in purpose)
    return np.random.default_rng(np.random.SeedSequence(STUDY, spawn_key=key))


# ---- labels of the same annotators, on items drawn anew

EVEN: dict[int, tuple[float, ...]] = {size: (1 / size,) * size for size in (2, 3, 5)}
SKEWED: dict[int, tuple[float, ...]] = {2: (0.9, 0.1), 3: (0.8, 0.15, 0.05), 5: (0.7, 0.15, 0.08, 0.05, 0.02)}
SHAPES = ((2, 2), (2, 5), (3, 3), (5, 2), (5, 5))
"""Annotators and categories."""


@dataclass(frozen=True)
class ItemDesign:
    """Annotators know an item's category with probability √κ and otherwise draw one from the shares."""

    annotators: int
    shares: tuple[float, ...]
    kappa: float
    missing: float
    items: int

    def __str__(self) -> str:
        return f"{self.annotators} annotators, shares {self.shares}, κ {self.kappa}, {self.missing} missing"

    @property
    def skewed(self) -> bool:
        return max(self.shares) > 0.5


ITEM_DESIGNS = tuple(
    ItemDesign(annotators, shares[size], kappa, missing, items)
    for shares in (EVEN, SKEWED)
    for items in (50, 100, 200)
    for annotators, size in SHAPES
    for kappa in (0.4, 0.6, 0.8)
    for missing in (0.0, 0.2)
)


@cache
def item_population(name: str, annotators: int, shares: tuple[float, ...], kappa: float, missing: float) -> Floats:
    """(items, annotators) codes, nan where missing."""
    rng = stream("items", "population", name)
    codes = np.arange(len(shares))
    true = rng.choice(codes, size=POPULATION, p=shares)
    guessed = rng.choice(codes, size=(POPULATION, annotators), p=shares)
    known = rng.random((POPULATION, annotators)) < math.sqrt(kappa)
    table = np.where(known, true[:, None], guessed).astype(np.float64)
    table[rng.random(table.shape) < missing] = np.nan
    return table


def population_of(design: ItemDesign) -> Floats:
    return item_population(str(design), design.annotators, design.shares, design.kappa, design.missing)


def item_sample(design: ItemDesign, number: int) -> Floats:
    rng = stream("items", "sample", str(design), design.items, number)
    return population_of(design)[rng.integers(POPULATION, size=design.items)]


# ---- numeric ratings

CUTS = {"skewed": (0.2, 0.8, 1.4, 2.0), "floor": (0.8, 1.3, 1.8, 2.3)}
"""Where a normal rating is cut into five points; for variance 1 the lowest point has 58 % and 79 % of them."""


@dataclass(frozen=True)
class RatingDesign:
    """rating = item + annotator + error, normal with these variances (they sum to 1), or cut to five points.

    Form 1: other annotators for every item. Form 2: annotators are drawn with every sample. Form 3: the same always.
    """

    form: str
    scale: str
    items: int
    annotators: int
    variances: tuple[float, float, float]

    def __str__(self) -> str:
        return f"form {self.form}, {self.scale}, {self.annotators} annotators, variances {self.variances}"


RATING_DESIGNS = tuple(
    RatingDesign(form, scale, items, annotators, variances)
    for form in ("1", "2", "3")
    for scale in ("normal", "skewed", "floor")
    for items in (30, 100)
    for annotators in (3, 5, 10)
    for variances in ((0.6, 0.1, 0.3), (0.3, 0.2, 0.5))
)


def _on_scale(latent: Floats, scale: str) -> Floats:
    return latent if scale == "normal" else np.searchsorted(CUTS[scale], latent).astype(np.float64) + 1


@cache
def fixed_annotators(name: str, annotators: int, variance: float) -> Floats:
    """The annotators of a design of form 3; as its variance says, exactly."""
    drawn = stream("ratings", "annotators", name).normal(size=annotators)
    return np.asarray((drawn - drawn.mean()) / drawn.std() * math.sqrt(variance))


def _ratings(design: RatingDesign, items: int, rng: np.random.Generator) -> Floats:
    item, annotator, error = (math.sqrt(variance) for variance in design.variances)
    shape = (items, design.annotators)
    if design.form == "1":
        who = rng.normal(scale=annotator, size=shape)
    elif design.form == "2":
        who = np.broadcast_to(rng.normal(scale=annotator, size=design.annotators), shape)
    else:
        who = np.broadcast_to(fixed_annotators(str(design), design.annotators, design.variances[1]), shape)
    latent = rng.normal(scale=item, size=(items, 1)) + who + rng.normal(scale=error, size=shape)
    return _on_scale(latent, design.scale)


def rating_sample(design: RatingDesign, number: int) -> Floats:
    return _ratings(design, design.items, stream("ratings", "sample", str(design), design.items, number))


@cache
def true_icc(design: RatingDesign) -> float:
    """Of single ratings, in the population: forms 1 and 2 by summing over normal grids, form 3 on many items."""
    if design.form == "3":
        table = _ratings(design, 200_000, stream("ratings", "population", str(design)))
        centred = table - table.mean(axis=0)
        number, width = table.shape
        between = width * (centred.mean(axis=1) ** 2).sum() / (number - 1)
        residual = ((centred - centred.mean(axis=1, keepdims=True)) ** 2).sum() / ((number - 1) * (width - 1))
        return float((between - residual) / (between + (width - 1) * residual))
    points, weights = np.polynomial.hermite_e.hermegauss(60)
    weights = weights / weights.sum()
    if design.scale == "normal":
        return design.variances[0]
    item = math.sqrt(design.variances[0])
    other = math.sqrt(design.variances[1] + design.variances[2])
    erf = np.vectorize(math.erf)
    above = {cut: 0.5 * (1 - erf((cut - item * points) / other / math.sqrt(2))) for cut in CUTS[design.scale]}
    mean = 1 + sum(above.values())  # E[rating | item]: one more for every cut passed
    square = 1 + sum((2 * step + 1) * above[cut] for step, cut in enumerate(CUTS[design.scale], start=1))
    between = weights @ mean**2 - (weights @ mean) ** 2
    return float(between / (weights @ square - (weights @ mean) ** 2))


# ---- labels of annotators who are drawn as well


@dataclass(frozen=True)
class CrowdDesign:
    """Annotator a knows the category of item i with probability logistic(ability + skill_a + ease_i + ease of its
    text), else draws it from habits of their own; the categories of a text are drawn from shares of its own.

    `per_item` annotators of `annotators` label an item, the more active ones more often; all of them where None.
    `together`: the items of a text are labelled by the same annotators.
    """

    name: str
    items: int
    annotators: int
    per_item: int | None = None
    text: int = 1
    together: bool = False
    shares: tuple[float, ...] = (1 / 3, 1 / 3, 1 / 3)
    skill: float = 1.0
    habits: float = 5.0
    ease: float = 1.0
    text_ease: float = 0.0
    topics: float = math.inf
    ability: float = 1.0


CLUSTERED = {"text_ease": 1.0, "topics": 2.0}
CROWD_DESIGNS = (
    CrowdDesign("crossed", 50, 5),
    CrowdDesign("crossed", 200, 5),
    CrowdDesign("crossed", 100, 10),
    CrowdDesign("crossed", 200, 20),
    CrowdDesign("crossed, skewed", 200, 5, shares=(0.8, 0.15, 0.05)),
    CrowdDesign("crossed, skewed", 200, 20, shares=(0.8, 0.15, 0.05)),
    CrowdDesign("crossed, annotators alike", 100, 10, skill=0.0, habits=math.inf),
    CrowdDesign("sparse", 300, 20, per_item=2),
    CrowdDesign("sparse", 200, 30, per_item=3),
    CrowdDesign("sparse", 600, 100, per_item=3),
    CrowdDesign("sparse", 200, 15, per_item=5),
    CrowdDesign("sparse, skewed", 600, 60, per_item=3, shares=(0.8, 0.15, 0.05)),
    CrowdDesign("sparse, annotators alike", 300, 60, per_item=3, skill=0.0, habits=math.inf),
    CrowdDesign("texts, annotators alike", 100, 4, text=10, skill=0.0, habits=math.inf, **CLUSTERED),
    CrowdDesign("texts, annotators alike", 200, 4, text=10, skill=0.0, habits=math.inf, **CLUSTERED),
    CrowdDesign("texts, annotators alike", 400, 4, text=10, skill=0.0, habits=math.inf, **CLUSTERED),
    CrowdDesign("texts, crossed", 200, 5, text=10, **CLUSTERED),
    CrowdDesign("texts, crossed", 400, 20, text=10, **CLUSTERED),
    CrowdDesign("texts, sparse", 400, 40, per_item=3, text=10, **CLUSTERED),
    CrowdDesign("texts, sparse", 200, 10, per_item=3, text=10, **CLUSTERED),
    CrowdDesign("texts labelled whole", 400, 30, per_item=3, text=10, together=True, **CLUSTERED),
    CrowdDesign("texts labelled whole", 1000, 60, per_item=3, text=20, together=True, **CLUSTERED),
)


def _logistic(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)))


def crowd_sample(design: CrowdDesign, number: int) -> tuple[Floats, NDArray[np.int64]]:
    """(items, annotators) codes, nan where not asked; and the text of each item."""
    place = CROWD_DESIGNS.index(design)
    rng = stream("crowds", "sample", place, number)
    shares = np.array(design.shares)
    size, texts = len(shares), -(-design.items // design.text)
    text = np.repeat(np.arange(texts), design.text)[: design.items]
    topics = np.broadcast_to(shares, (texts, size))
    if math.isfinite(design.topics):
        topics = rng.dirichlet(design.topics * shares, size=texts)
    true = (rng.random((design.items, 1)) > np.cumsum(topics[text], axis=1)[:, :-1]).sum(axis=1)
    ease = rng.normal(scale=design.ease, size=design.items) + rng.normal(scale=design.text_ease, size=texts)[text]
    skill = rng.normal(scale=design.skill, size=design.annotators)
    habits = np.broadcast_to(shares, (design.annotators, size))
    if math.isfinite(design.habits):
        habits = rng.dirichlet(design.habits * shares, size=design.annotators)
    known = rng.random((design.items, design.annotators)) < _logistic(design.ability + skill + ease[:, None])
    drawn = rng.random((design.items, design.annotators, 1)) > np.cumsum(habits, axis=1)[None, :, :-1]
    table = np.where(known, true[:, None], drawn.sum(axis=2)).astype(np.float64)
    if design.per_item is not None:
        table[~_asked(design, text, rng)] = np.nan
    return table, text


def _asked(design: CrowdDesign, text: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Who is asked about which item: drawn without replacement, activity falling with the root of the rank."""
    blocks = int(text.max()) + 1 if design.together else design.items
    activity = 1 / np.sqrt(np.arange(1, design.annotators + 1))
    keys = rng.exponential(size=(blocks, design.annotators)) / activity
    asked = np.zeros((blocks, design.annotators), dtype=bool)
    np.put_along_axis(asked, np.argsort(keys, axis=1)[:, : design.per_item], True, axis=1)
    return asked[text] if design.together else asked


@cache
def true_alpha(design: CrowdDesign) -> float:
    """α of endless items and annotators: two annotators agree on an item as two draws from its shares of labels.

    The shares of an item known to a share K of the annotators are K for its category and (1 − K) p_c for all.
    """
    points, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / weights.sum()
    ease = math.hypot(design.ease, design.text_ease) * points
    known = _logistic(design.ability + design.skill * points[None, :] + ease[:, None]) @ weights
    shares = np.array(design.shares)
    alike = float(shares @ shares)
    agree = known**2 + 2 * known * (1 - known) * alike + (1 - known) ** 2 * alike
    return float(1 - (1 - weights @ agree) / (1 - alike))
