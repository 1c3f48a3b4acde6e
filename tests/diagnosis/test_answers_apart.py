"""Annotators whose answers nobody shares."""

from __future__ import annotations

import accord


def test_annotators_equally_apart_have_the_same_corrected_p() -> None:
    """Holm's p-values never fall in their order: the second of two equal ones is not multiplied by less."""
    data = {f"i{item}": {"A": ["same"], "B": ["same"], "C": [f"c{item}"], "D": [f"d{item}"]} for item in range(30)}
    found = [one for one in accord.findings(accord.answers(data)).findings if one.kind == "answers apart"]
    assert [one.numbers["annotator"] for one in found] == ["C", "D"]
    assert found[0].numbers["p"] == found[1].numbers["p"]
