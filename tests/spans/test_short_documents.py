"""γ of documents with few units: what chance has no room for, and what counts for nothing."""

from __future__ import annotations

import numpy as np
import pytest

from accord import Spans
from untyped import accord


def at_random(units: int, documents: int = 40, length: float | None = None) -> Spans:
    """Two annotators who mark so many units of ten characters each, anywhere in sixty characters for each unit."""
    rng = np.random.default_rng(units)
    made = {}
    for document in range(documents):
        starts = [(who, int(start)) for who in ("a", "b") for start in rng.integers(0, 60 * units, units)]
        made[f"d{document}"] = [(who, start, start + 10, "c") for who, start in dict.fromkeys(starts)]
    asked = [(document, who) for document in made for who in ("a", "b")]
    lengths = None if length is None else dict.fromkeys(made, length)
    return accord.spans(made, asked=asked, length=lengths)  # type: ignore[no-any-return]  # no types here


def codes(data: Spans, **options: object) -> list[str]:
    found = accord.measure(data, "gamma", confidence=None, **options)
    return [one.code for one in found.diagnostics if one.code in ("ACC520", "ACC521")]


def test_without_lengths_gamma_of_chance_is_negative_and_said_to_be_too_low() -> None:
    unknown, known = at_random(2), at_random(2, length=130)
    assert accord.measure(unknown, "gamma", confidence=None).value < -0.1
    assert abs(accord.measure(known, "gamma", confidence=None).value) < 0.1
    assert codes(unknown) == ["ACC520"]
    assert codes(known) == []


def test_nothing_is_said_of_many_units_or_few_documents() -> None:
    assert codes(at_random(12, documents=6)) == []
    assert codes(at_random(2, documents=4)) == []


def test_one_unit_or_none_is_said_to_be_a_matter_of_yes_or_no() -> None:
    assert codes(at_random(1, length=70)) == ["ACC521"]
    assert codes(at_random(1)) == ["ACC520", "ACC521"]


def test_a_given_chance_needs_no_room() -> None:
    found = accord.measure(at_random(1), "gamma(expected=0.9)", confidence=None)
    assert not {one.code for one in found.diagnostics} & {"ACC520", "ACC521"}


@pytest.mark.parametrize("measure", ["f1", "gamma_cat"])
def test_only_gamma_is_about_chance_in_documents(measure: str) -> None:
    data = at_random(1)
    found = accord.measure(data, measure, confidence=None, undefined="nan")
    assert not {one.code for one in found.diagnostics} & {"ACC520", "ACC521"}
