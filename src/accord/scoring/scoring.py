"""`accord.score`: what a system earns against free answers, with an interval over items."""

from __future__ import annotations

from dataclasses import replace

from accord.annotations.among import Names
from accord.formats.public_functions import seeded
from accord.results import Result, UsageError
from accord.scoring.ranking import rank_systems
from accord.scoring.runs import Scored, several


@seeded
def score(
    gold: Scored,
    system: Scored,
    metric: str = "oot",
    compatibility: str | None = None,
    mapping: Scored | None = None,
    *,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> Result:
    """What a system earns against gold answers: the recall, beside its precision and the ceiling of any system; or how
    far its labels are from people's soft labels.

    Parameters
    ----------
    gold
        A path, Answers, or {item: {answer: count}}; for soft labels Labels, SoftLabels, or {item: {category: share}}.
    system
        A path, Answers of one annotator, or {item: [guesses]}, the best guess first; for soft labels also Labels,
        SoftLabels, {item: {category: probability}} or {item: label}.
    metric
        best, oot, best_mode, oot_mode, gap, best_normalised or coverage; of soft labels jensen_shannon, manhattan,
        wasserstein or cross_entropy, of which less is better.
    compatibility
        Follow an official script in everything: "semeval2007" or "semdis2014".
    mapping
        A campaign's table of forms: a path, or {target: {form: canonical form}}.
    confidence
        The confidence level of the interval; None for no interval.
    only, without
        The annotators of the gold answers who count, and those who do not.

    Returns
    -------
    Result
        `float(result)` is the recall, or the mean distance; what stands beside it is in `components`.

    Raises
    ------
    DataError
        When a file cannot be read, or the system answers no item of the gold standard.
    UsageError
        When there is no such metric.

    Examples
    --------
    >>> gold = {"espace.n 229": {"zone": 2, "lieu": 2, "emplacement": 1, "endroit": 1, "place": 1, "superficie": 1,
    ...                          "environnement": 1}}
    >>> guesses = "distance aire terrain zone lieu surface temps région écart étendue".split()
    >>> print(score(gold, {"espace.n 229": guesses}, confidence=None))  # Tanguy, Fabre & Mercier 2016: 0,44
    oot = 0.444
    >>> said = {"s1": {"yes": 3, "no": 1}, "s2": {"yes": 0, "no": 4}}
    >>> print(score(said, {"s1": {"yes": 0.5, "no": 0.5}, "s2": "no"}, "manhattan", confidence=None))
    manhattan = 0.250
    """
    if len(several(system)) > 1:
        raise UsageError("score() takes one system", "rank_systems() takes several")
    ranking = rank_systems(
        gold,
        system,
        metric,
        compatibility,
        mapping,
        confidence=confidence,
        replicates=replicates,
        seed=seed,
        only=only,
        without=without,
    )
    if len(ranking.systems) > 1:
        names = ", ".join(ranked.name for ranked in ranking.systems[:5])
        raise UsageError(f"there are {len(ranking.systems)} systems: {names}", "rank_systems() takes several")
    return replace(ranking.systems[0].result, of=None)
