"""Groups that an attribute of annotators makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from accord.results.arrays import Ints


def members(names: Sequence[str], attribute: Mapping[str, str], least: int) -> tuple[list[str], Ints, int, int]:
    """The groups of at least so many people, sorted; (people,) the number of each one's group, −1 for none; how many
    people are in smaller groups, and of how many nothing is known."""
    of = [attribute.get(name) for name in names]
    counted = Counter(value for value in of if value is not None)
    groups = sorted(value for value, number in counted.items() if number >= least)
    place = {value: number for number, value in enumerate(groups)}
    group = np.array([-1 if value is None else place.get(value, -1) for value in of], dtype=np.int64)
    small = sum(number for value, number in counted.items() if value not in place)
    return groups, group, small, sum(value is None for value in of)
