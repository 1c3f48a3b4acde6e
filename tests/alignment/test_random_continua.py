"""Random continua drawn by the dozen are those drawn one by one, and as a continuum should be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from accord.alignment.random_continua import sampler
from accord.annotations.span_building import spans

UNITS = {
    "apart": [("A", 0, 3, "x"), ("A", 5, 9, "y"), ("B", 1, 4, "x"), ("C", 2, 3, "x"), ("C", 6, 8, "z")],
    "at one place": [("A", 2, 9, "y"), ("A", 2, 4, "x"), ("A", 2, 4, "z"), ("B", 0, 2, "x"), ("B", 0, 1, "y")],
    "real": [("A", 0.1, 0.5, "x"), ("A", 0.3, 7.25, "y"), ("B", 0.2, 0.4, "x"), ("B", 7.0, 7.1, "x")],
    "a hair apart": [("A", 0.1, 9.0, "x"), ("A", math.nextafter(0.1, 1), 5.0, "x"), ("B", 3.5, 7.0, "x")],
}


@pytest.mark.parametrize("name", ["shuffle", "statistical", "pygamma"])
@pytest.mark.parametrize("units", UNITS.values(), ids=UNITS)
@pytest.mark.parametrize("idle", [(), ("D",)], ids=["all found some", "one found none"])
def test_many_at_a_time(name: str, units: list[tuple[str, float, float, str]], idle: tuple[str, ...]) -> None:
    """Also in several lots, as where precision asks for more; a shift makes starts equal that were a hair apart."""
    continuum = spans(units, annotators=sorted({one[0] for one in units} | set(idle))).continuum(0)
    assert continuum.n_annotators == len({one[0] for one in units}) + len(idle)
    rng, draw = np.random.default_rng(5), sampler(name, continuum)
    expected = [draw(rng, 1)[0] for _ in range(25)]
    rng = np.random.default_rng(5)
    found = [*draw(rng, 20), *draw(rng, 0), *draw(rng, 5), *draw(rng, -3)]
    assert len(found) == 25
    for one, other in zip(found, expected, strict=True):
        for column in ("who", "starts", "ends", "codes"):
            assert getattr(one, column).dtype == getattr(continuum, column).dtype
            np.testing.assert_array_equal(getattr(one, column), getattr(other, column))
        assert len(one) > 0
        order = np.lexsort((one.codes, one.ends, one.starts, one.who))
        assert order.tolist() == list(range(len(one)))


def test_units_that_go_around_come_first() -> None:
    """One annotator turned by hand: of units at 0, 6 and 8 of 10, the last two start beyond the end after 5."""
    continuum = spans([("A", 0, 1), ("A", 6, 7), ("A", 8, 10), ("B", 0, 10)]).continuum(0)
    seen = set()
    for one in sampler("shuffle", continuum)(np.random.default_rng(1), 200):
        for place in np.flatnonzero(one.cards == 3).tolist():
            starts = one.starts[one.who == place]
            seen.add(tuple(starts.tolist()))
            assert sorted(np.diff(np.append(starts, starts[0] + 10)).tolist()) == [2, 2, 6]
    assert (1.0, 3.0, 5.0) in seen
    assert (0.0, 6.0, 8.0) in seen
