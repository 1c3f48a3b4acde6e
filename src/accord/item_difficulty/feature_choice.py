"""Which columns of a table are features, and what numbers they stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.item_difficulty.feature_table import MOST_LEVELS, FeatureTable
from accord.results import Diagnostic, UsageError
from accord.results.arrays import Floats
from accord.results.option_names import option
from accord.results.wording import many


@dataclass(frozen=True, eq=False)
class Feature:
    """A column as numbers: one column for a numeric feature, an indicator per level for a categorical one."""

    name: str
    columns: Floats
    """(items, 1) or (items, levels); nan where the cell is empty."""
    levels: tuple[str, ...] = ()
    """The levels of a categorical feature, the most frequent first."""

    @property
    def missing(self) -> int:
        return int(np.isnan(self.columns[:, 0]).sum())

    @property
    def constant(self) -> bool:
        known = self.columns[~np.isnan(self.columns[:, 0])]
        return len(known) == 0 or bool((known == known[0]).all())

    def ranked(self) -> dict[str, Floats]:
        """What is correlated: the number itself, or each level against the others (one suffices of two)."""
        if not self.levels:
            return {self.name: self.columns[:, 0]}
        shown = self.levels[1:] if len(self.levels) == 2 else self.levels
        return {f"{self.name}={level}": self.columns[:, self.levels.index(level)] for level in shown}

    def modelled(self) -> dict[str, Floats]:
        """What enters a linear model: the number, or all levels but the most frequent one."""
        if not self.levels:
            return {self.name: self.columns[:, 0]}
        return {f"{self.name}={level}": self.columns[:, place] for place, level in enumerate(self.levels) if place}


def as_feature(table: FeatureTable, name: str, levels: Sequence[str] | None = None) -> Feature:
    """One column of a table as a feature; `levels` fixes those of a categorical one (others count as missing)."""
    if levels is None and name in table.numbers:
        return Feature(name, table.numbers[name][:, None])
    cells = table.column(name, option("columns"))
    if levels is None:
        counts = Counter(cell for cell in cells if cell is not None)
        levels = sorted(counts, key=lambda level: (-counts[level], level))
    known = tuple(levels)
    columns = (
        np.array(
            [[float(cell == level) for level in known] if cell in known else [np.nan] * len(known) for cell in cells]
        ).reshape(len(cells), len(known))
        if known
        else np.full((len(cells), 1), np.nan)
    )
    return Feature(name, columns, known)


def chosen_features(
    table: FeatureTable, asked: Sequence[str] | None, roles: Sequence[str | None]
) -> tuple[list[Feature], list[Diagnostic]]:
    """The features that were asked for; by default all numeric columns and those with few words, but for the roles.

    A feature that never varies is left out and said.
    """
    notes: list[Diagnostic] = []
    if asked is None:
        taken = {role for role in roles if role is not None}
        free = [name for name in table.columns if name not in taken]
        names = [name for name in free if name in table.numbers or _few_words(table.texts[name])]
        wordy = [name for name in free if name not in names]
        if wordy:
            listed = ", ".join(f"'{name}'" for name in wordy)
            message = f"columns that are neither numbers nor a few words were left out: {listed}"
            notes.append(Diagnostic("ACC107", message, hint=f"name them with {option('columns')} if they are features"))
    else:
        if len(set(asked)) < len(asked):
            raise UsageError("a feature is named twice", "name each once")
        names = list(asked)
    features = [as_feature(table, name) for name in names]
    for feature in features:
        if feature.constant:
            message = f"the feature '{feature.name}' is the same for all items that have it: it explains nothing"
            notes.append(Diagnostic("ACC176", message, hint="it was left out"))
        elif feature.missing:
            message = (
                f"the feature '{feature.name}' is missing for {feature.missing:,} of {many(len(table.items), 'item')}"
            )
            hint = "its correlation is over the others; the regression leaves these items out"
            notes.append(Diagnostic("ACC175", message, hint=hint))
    return [feature for feature in features if not feature.constant], notes


def _few_words(cells: Sequence[str | None]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return 0 < len(set(known)) <= min(MOST_LEVELS, max(2, len(known) // 3))
