"""accord's models of annotators beside crowd-kit's, at equal likelihood: one run, one table. `make bench` runs it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import pandas as pd
from crowdkit.aggregation import GLAD, MACE, DawidSkene
from numpy.typing import NDArray
from scipy.special import log_expit

import accord
from accord.consensus import MODELS
from comparison import Comparison, compare, table

HEAD = ("what", "items × annotators", "accord s", "peer", "peer s", "ratio", "accord", "peer value", "diff.", "note")
ANNOTATORS, CATEGORIES = 10, 5
NOMINAL = tuple(model for model in MODELS if model != "median")  # which needs ordered categories
Codes = NDArray[np.int64]
Floats = NDArray[np.float64]


def panel(items: int) -> Codes:
    """(items, annotators) labels 0 … 4: annotators are right in 30 to 70 % of the cases, and say anything else.

    The first item has the labels in their order: crowd-kit's MACE takes the order of appearance for the sorted one.
    """
    rng = np.random.default_rng(items)
    truth = rng.integers(CATEGORIES, size=(items, 1))
    right = rng.random((items, ANNOTATORS)) < rng.uniform(0.3, 0.7, ANNOTATORS)
    given = np.where(right, truth, rng.integers(CATEGORIES, size=(items, ANNOTATORS)))
    given[0] = np.arange(ANNOTATORS) % CATEGORIES
    return given


def long(data: Codes) -> pd.DataFrame:
    """As crowd-kit reads labels; made beforehand, not counted."""
    items, annotators = data.shape
    columns = {"task": np.repeat(np.arange(items), annotators), "worker": np.tile(np.arange(annotators), items)}
    return pd.DataFrame({**columns, "label": data.ravel()})


def per_label(data: Codes, logs: Floats, prior: Floats) -> float:
    """The log-likelihood, divided by the number of labels; `logs` is (annotators, said, true) ln P(said | true)."""
    scores = prior + sum(logs[who, data[:, who]] for who in range(data.shape[1]))
    return float(np.logaddexp.reduce(scores, axis=1).sum() / data.size)


def timed_fit(fit: Callable[[], Any], value: Callable[[Any], float]) -> tuple[Callable[[], float], Callable[[], float]]:
    """A call to time, which keeps what it fitted, and one that makes a number of it afterwards, not counted."""
    kept: list[Any] = []

    def call() -> float:
        kept[:] = [fit()]
        return float("nan")

    return call, lambda: value(kept[0])


def compared(
    what: str,
    data: Codes,
    mine: Callable[[], accord.Reference],
    theirs: Callable[[], Any],
    value: Callable[[accord.Reference], float],
    their_value: Callable[[Any], float],
    note: str,
) -> Comparison:
    my_call, my_number = timed_fit(mine, value)
    their_call, their_number = timed_fit(theirs, their_value)
    size = f"{len(data):,} × {data.shape[1]}"
    times = compare(what, size, my_call, "crowd-kit", their_call, note=note)
    return Comparison(
        times.what,
        times.size,
        times.accord_seconds,
        times.peer,
        times.peer_seconds,
        my_number(),
        None if times.peer_seconds is None else their_number(),
        times.note,
    )


def dawid_skene(items: int = 100_000, iterations: int = 20) -> Comparison:
    data = panel(items)
    frame = long(data)

    def their_likelihood(fitted: Any) -> float:
        rates = fitted.errors_.reindex(pd.MultiIndex.from_product([range(ANNOTATORS), range(CATEGORIES)]))
        logs = np.log(rates[list(range(CATEGORIES))].to_numpy().reshape(ANNOTATORS, CATEGORIES, CATEGORIES))
        return per_label(data, logs, np.log(fitted.priors_[list(range(CATEGORIES))].to_numpy()))

    return compared(
        "Dawid & Skene",
        data,
        lambda: accord.reference(accord.labels(data), "dawid_skene", max_iterations=iterations, tolerance=0),
        lambda: DawidSkene(n_iter=iterations, tol=-np.inf).fit(frame),
        lambda made: made.log_likelihood / data.size,
        their_likelihood,
        f"{iterations} iterations each",
    )


def mace(items: int = 100_000, iterations: int = 20) -> Comparison:
    data = panel(items)
    frame = long(data)

    def their_likelihood(fitted: Any) -> float:
        """At their parameters, which are not quite normalised."""
        spam, know = (fitted.spamming_ / fitted.spamming_.sum(axis=1, keepdims=True)).T
        strategy = fitted.thetas_ / fitted.thetas_.sum(axis=1, keepdims=True)
        rates = (spam[:, None] * strategy)[:, :, None] + know[:, None, None] * np.eye(CATEGORIES)
        return per_label(data, np.log(rates), np.full(CATEGORIES, -np.log(CATEGORIES)))

    return compared(
        "MACE",
        data,
        lambda: accord.reference(accord.labels(data), "mace", restarts=0, max_iterations=iterations, tolerance=0),
        lambda: MACE(n_restarts=1, n_iter=iterations).fit(frame),
        lambda made: made.log_likelihood / data.size,
        their_likelihood,
        f"{iterations} iterations each, one start, variational Bayes",
    )


def glad(items: int = 2_000) -> Comparison:
    data = panel(items)
    frame = long(data)

    def density(ability: Floats, scale: Floats) -> float:
        """What both maximise: the log posterior density, divided by the number of labels."""
        strength = ability * np.exp(scale)[:, None]
        wrong = log_expit(-strength) - np.log(CATEGORIES - 1)
        chosen = data[:, :, None] == np.arange(CATEGORIES)
        scores = np.where(chosen, log_expit(strength)[:, :, None], wrong[:, :, None]).sum(axis=1)
        likelihood = np.logaddexp.reduce(scores - np.log(CATEGORIES), axis=1).sum()
        return float(likelihood - ((ability - 1) ** 2).sum() / 2 - ((scale - 1) ** 2).sum() / 2) / data.size

    def mine(made: accord.Reference) -> float:
        if made.difficulty is None:
            raise ValueError("GLAD was not fitted")
        return density(np.array([one.value for one in made.competence]), -np.log(made.difficulty))

    def theirs(fitted: Any) -> float:
        ability, scale = fitted.alphas_[range(ANNOTATORS)], fitted.betas_[range(len(data))]
        return density(ability.to_numpy(), scale.to_numpy())

    return compared(
        "GLAD",
        data,
        lambda: accord.reference(accord.labels(data), "glad"),
        lambda: GLAD().fit(frame),
        mine,
        theirs,
        "both until they stop; smaller: the peer is slow",
    )


def without_peer() -> list[Comparison]:
    """To convergence with all defaults, and the vote."""
    data = panel(100_000)
    lines = []
    for model in NOMINAL:
        call, value = timed_fit(
            lambda model=model: accord.reference(accord.labels(data), model),  # type: ignore[misc]
            lambda made: made.log_likelihood / data.size,
        )
        times = compare(
            f"{model}, defaults", "100,000 × 10", call, note="the vote" if model == "majority" else "until it converges"
        )
        lines.append(Comparison(times.what, times.size, times.accord_seconds, "none", None, value(), None, times.note))
    return lines


def target(what: str, ratio: float, least: int) -> str:
    return f"target: {what} at least {least} × faster: {ratio:.0f} × — {'met' if ratio >= least else 'NOT met'}"


def main() -> None:
    warnings.filterwarnings("ignore", module="crowdkit")  # pandas warns of what crowd-kit does
    print(f"\nModels of annotators, {CATEGORIES} categories, complete panels; crowd-kit {version('crowd-kit')}.")
    print("Values are log-likelihoods per label (GLAD beside the peer: log posterior densities).\n", flush=True)
    for model in NOMINAL:  # imports what accord imports late, as crowd-kit's are above
        accord.reference(accord.labels(panel(10)), model)
    lines = [dawid_skene(), mace(), glad()]
    print(table(HEAD, [line.cells() for line in (*lines, *without_peer())]))
    print()
    for line, least in zip(lines, (20, 10, 10), strict=True):
        print(target(line.what, line.ratio or 0.0, least))


if __name__ == "__main__":
    main()
