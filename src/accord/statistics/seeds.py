"""One seed, any number of uses: independent streams named by what they are for."""

from __future__ import annotations

import zlib

import numpy as np

from accord.results import UsageError


def generator(seed: int, *purpose: str | int) -> np.random.Generator:
    """An independent stream for a purpose; the same seed and purpose give the same numbers everywhere.

    >>> generator(0, "bootstrap").integers(1000) == generator(0, "bootstrap").integers(1000)
    np.True_
    """
    key = tuple(part if isinstance(part, int) else zlib.crc32(part.encode("utf-8")) for part in purpose)
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


Rng = int | np.integer | np.random.Generator | np.random.BitGenerator | np.random.SeedSequence | np.random.RandomState
"""Where random numbers may come from, as in scipy."""


def seed_of(rng: object) -> int:
    """The whole number that everything drawn begins with; a generator moves on by one draw.

    >>> seed_of(np.int64(3)), seed_of(np.random.default_rng(0)) == seed_of(np.random.default_rng(0))
    (3, True)
    """
    if isinstance(rng, np.random.SeedSequence):
        return int(rng.generate_state(1, np.uint64)[0])
    if isinstance(rng, np.random.RandomState):
        return int(rng.randint(2**31))
    if isinstance(rng, np.random.BitGenerator):
        rng = np.random.Generator(rng)
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    if isinstance(rng, int | np.integer) and not isinstance(rng, bool) and rng >= 0:
        return int(rng)
    if isinstance(rng, float | int | np.number):
        raise UsageError(f"rng={rng!r} is not a whole number of at least 0")
    raise UsageError(
        f"rng= takes a whole number, a Generator or a SeedSequence, not {type(rng).__name__}",
        "such as numpy.random.default_rng(0)",
    )
