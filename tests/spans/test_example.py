"""The built-in example of spans holds every kind of disagreement that it is there to show."""

from __future__ import annotations

import numpy as np
import pytest

from accord.alignment import align
from accord.report_page.span_example import ANNOTATORS, CATEGORIES, REVIEWS, example_spans


def test_four_annotators_and_overlapping_units() -> None:
    spans = example_spans()
    assert (spans.annotators, spans.categories.texts, spans.n_documents) == (ANNOTATORS, CATEGORIES, 5)
    assert spans.assigned.sum() == 19
    for one in spans.continua():
        assert (one.cards >= 8).all()
        assert (one.cards <= 14).all()
        meet = (one.starts[:, None] < one.ends) & (one.starts < one.ends[:, None])
        own = (one.who[:, None] == one.who) & ~np.eye(len(one), dtype=bool)
        assert (meet & own).any()


@pytest.mark.parametrize("review", REVIEWS, ids=lambda review: review.name)
def test_quotations_are_found_once(review: object) -> None:
    from accord.report_page.span_example import Review

    assert isinstance(review, Review)
    for annotator in review.departures:
        for unit in review.of(annotator):
            for part in unit.partition(": ")[2].split(" … "):
                assert review.text.count(part) == 1, part


def test_units_begin_and_end_with_words() -> None:
    spans = example_spans()
    for unit in range(len(spans)):
        text = spans.text_of(unit)
        assert text is not None
        assert text == text.strip(" ,.:")


def test_it_holds_every_kind_of_disagreement() -> None:
    spans = example_spans()
    alignment = align(spans)
    groups = [[unit for unit in one.units if unit is not None] for one in alignment.unitary]
    assert alignment.optimal
    assert any(one.disorder == 0 for one in alignment.unitary)
    assert any(len(group) == 1 for group in groups)  # spurious, or part of a split
    assert any(1 < len(group) < 4 for group in groups)  # missed by somebody
    bounds = [{(spans.starts[unit], spans.ends[unit]) for unit in group} for group in groups]
    kinds = [{int(spans.codes[unit]) for unit in group} for group in groups]
    assert any(len(places) > 1 and len(codes) == 1 for places, codes in zip(bounds, kinds, strict=True))
    assert any(len(places) == 1 and len(codes) > 1 for places, codes in zip(bounds, kinds, strict=True))
