"""Alignments that share a budget, a few at a time: the same from any number of workers.

What one leaves is shared by those after it. The portions of a round are solved at the same time and know nothing of
each other; rounds and portions depend on the documents alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from math import isfinite, isinf
from typing import NamedTuple

from accord.alignment.budget import Budget, shares
from accord.alignment.solution import STOPPED, Solution, unaligned
from accord.results.working import finished, stop_asked, watching

AT_ONCE = 4
"""Portions of a round; one where seconds are counted, which pass for all of them."""
PORTION = 400  # units of a portion of several alignments

Solving = Callable[[Budget], Solution]


class Weighed(NamedTuple):
    """An alignment to be made within a budget: the weight of its share, and how many units it has."""

    solving: Solving
    weight: float
    units: int


def solved_in_rounds(tasks: Sequence[Weighed], budget: Budget, least: float = 0.0) -> list[Solution]:
    """What each makes of its share of what those of the rounds before it left, at least so many steps.

    Where somebody asks to stop, those that are at it give the best they have, and the others are not begun.
    """
    if not tasks:
        return []
    solutions: list[Solution] = []
    total, several = sum(task.weight for task in tasks), AT_ONCE if isinf(budget.deadline) else 1
    portions = _portions(tasks)
    with watching("aligning", len(tasks)) as advance:
        for first in range(0, len(portions), several):
            some = portions[first : first + several]
            weights = [sum(task.weight for task in portion) for portion in some]
            own = [budget.part(weight / total) for weight in weights]
            parts = [partial(_within, portion, part, least) for portion, part in zip(some, own, strict=True)]
            ended = finished(parts, None, whole=False)
            for number, (portion, part) in enumerate(zip(some, own, strict=True)):
                done, left = ended.get(number, ([_not_begun() for _ in portion], part.steps))
                solutions += done
                if isfinite(part.steps):
                    budget.spend(part.steps - left)
            total -= sum(weights)
            advance(len(solutions))
    return solutions


def _not_begun() -> Solution:
    return unaligned(0, STOPPED)


def _within(tasks: Sequence[Weighed], budget: Budget, least: float) -> tuple[list[Solution], float]:
    """What those of a portion find, one after the other, and the steps that are left, fewer than none perhaps."""
    own = budget.part(1.0)
    parts = shares(own, [task.weight for task in tasks], least)
    done = [_not_begun() if stop_asked() else task.solving(part) for task, part in zip(tasks, parts, strict=True)]
    return done, own.steps


def _portions(tasks: Sequence[Weighed]) -> list[list[Weighed]]:
    """Small ones together, one after the other; a large one is alone."""
    place = [before // PORTION for before in accumulate(task.units for task in tasks)]
    portions: list[list[Weighed]] = []
    for number, task in enumerate(tasks):
        if number and place[number] == place[number - 1]:
            portions[-1].append(task)
        else:
            portions.append([task])
    return portions
