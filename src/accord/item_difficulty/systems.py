"""How systems fare on each item: their mean score, and what of it the annotators' dispersion does not explain."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from accord.annotations.answers import Answers
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.substitution_lines import marks
from accord.item_difficulty.feature_table import feature_table
from accord.results import DataError, Diagnostic, Place, UsageError
from accord.results.arrays import Floats
from accord.results.wording import many
from accord.scoring import item_scores
from accord.scoring.item_scores import ItemScores
from accord.statistics.division import mean_of_defined


@dataclass(frozen=True, eq=False)
class SystemScores:
    """(items,) the mean score over the systems, the larger the better; nan where no system has one."""

    names: tuple[str, ...]
    per_system: Floats
    """(systems, items)"""
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def mean(self) -> Floats:
        return mean_of_defined(self.per_system)


@dataclass(frozen=True)
class Scoring:
    """How guesses of systems are scored against free answers, as `accord.score` does."""

    metric: str = "oot"
    compatibility: str | None = None
    mapping: Any = None


def system_scores(
    systems: object, items: Sequence[str], answers: Answers | None = None, scoring: Scoring | None = None
) -> SystemScores:
    """Scores from a table (one column per system), a mapping of systems to scores by item, or one such mapping.

    Where the annotations are free `answers`, guesses are taken as well and scored: files of systems, or mappings from
    items to lists of guesses.
    """
    by_system = _by_system(systems, answers, scoring or Scoring())
    if not by_system:
        raise UsageError("no system is given", "give a score per item for at least one")
    rows, diagnostics = [], []
    for name, scores in by_system.items():
        row = np.array([scores.get(item, np.nan) for item in items], dtype=np.float64)
        if np.isnan(row).all():
            first = next(iter(scores), "")
            message = f"the system '{name}' has a score for none of the items"
            raise DataError("ACC090", message, Place(item=first or None), "items are matched by name")
        missing = int(np.isnan(row).sum())
        unknown = len(set(scores) - set(items))
        if missing or unknown:
            message = (
                f"the system '{name}' has no score for {many(missing, 'item')}, and scores "
                f"{many(unknown, 'that is', 'that are')} not in the data"
            )
            diagnostics.append(Diagnostic("ACC179", message))
        rows.append(row)
    return SystemScores(tuple(by_system), np.stack(rows), tuple(diagnostics))


Scores = dict[str, dict[str, float]]


def _by_system(systems: Any, answers: Answers | None, scoring: Scoring) -> Scores:
    if isinstance(systems, ItemScores):
        return {"system": dict(zip(systems.items, systems.credit.tolist(), strict=True))}
    if isinstance(systems, list | tuple):
        by_system: Scores = {}
        for system in systems:
            for name, scores in _by_system(system, answers, scoring).items():
                by_system[name if name not in by_system else f"{name} ({len(by_system) + 1})"] = scores
        return by_system
    if isinstance(systems, Mapping):
        if not systems:
            return {}
        inner = next(iter(systems.values()))
        if isinstance(inner, ItemScores):
            return {
                str(name): dict(zip(own_scores.items, own_scores.credit.tolist(), strict=True))
                for name, own_scores in systems.items()
            }
        if isinstance(inner, Mapping):
            return {str(name): _numbers(scores) for name, scores in systems.items()}
        if isinstance(inner, int | float | np.floating | np.integer):
            return {"system": _numbers(systems)}
    if answers is not None and _are_guesses(systems):
        scored = item_scores(answers, systems, scoring.metric, scoring.compatibility, scoring.mapping)
        return _by_system(scored, None, scoring)
    table = feature_table(systems)
    return {
        name: dict(zip(table.items, table.numeric(name, "a system's score").tolist(), strict=True))
        for name in table.columns
    }


def _are_guesses(system: Any) -> bool:
    """Whether a system is given by what it guessed: a mapping to lists, answers, or a table that is not one of
    numbers, one row for each item."""
    if isinstance(system, Answers | Mapping):
        return True
    if not isinstance(system, str | os.PathLike):
        return False
    if marks(head(Path(system)))[0]:
        return True
    try:
        table = feature_table(system)
    except DataError as error:
        if error.code != "ACC091":
            raise
        return True  # several rows for an item: a guess each
    return any(name not in table.numbers for name in table.columns)


def _numbers(scores: Mapping[object, object]) -> dict[str, float]:
    numbers = {}
    for item, score in scores.items():
        if score is None:
            continue
        if not isinstance(score, int | float | np.floating | np.integer):
            place = Place(item=str(item))
            raise DataError("ACC092", f"the score {score!r} of a system is not a number", place, "a number per item")
        numbers[str(item)] = float(score)
    return numbers
