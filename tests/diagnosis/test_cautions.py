"""Each caution where it applies, with its numbers, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from accord import Labels
from accord.diagnosis.labels.cautions import cautions, too_few_items
from accord.report_page.example import gene_renaming
from diagnosis.planted import comparable
from untyped import accord


def kinds(data: Labels, **options: object) -> dict[str, str]:
    return {one.kind: one.title for one in cautions(data, accord.measure(data, None, **options))}


def test_prevalence_in_the_data_of_fort_et_al() -> None:
    """Fort et al. 2012, table 3: A_o .9961, κ .80."""
    found = kinds(gene_renaming(), replicates=100)
    assert "99.6%" in found["prevalence"]
    assert "κ is 0.80" in found["prevalence"]
    assert "'Nothing' (prevalence index 0.98)" in found["prevalence"]
    assert "bias" not in found


def test_paradoxes_of_feinstein_and_cicchetti() -> None:
    """Feinstein & Cicchetti 1990: both agree on 85 %, κ .70 when balanced and .32 when not."""
    balanced = accord.contingency([[40, 9], [6, 45]])
    unbalanced = accord.contingency([[80, 10], [5, 5]])
    assert accord.measure(balanced, "kappa", confidence=None).value == pytest.approx(0.70, abs=0.005)
    assert accord.measure(unbalanced, "kappa", confidence=None).value == pytest.approx(0.32, abs=0.005)
    assert "prevalence" not in kinds(balanced, confidence=None)
    assert "85.0%" in kinds(unbalanced, confidence=None)["prevalence"]
    # 60 % agreement; κ .13 with like marginals, .26 with opposite ones
    opposite = accord.contingency([[25, 35], [5, 35]])
    assert accord.measure(opposite, "kappa", confidence=None).value == pytest.approx(0.26, abs=0.005)
    assert "κ is 0.259" in kinds(opposite, confidence=None)["bias"]
    assert "bias" not in kinds(accord.contingency([[45, 15], [25, 15]]), confidence=None)


def test_few_items_and_how_many_would_do() -> None:
    data = comparable(0, items=50, annotators=2)
    result = accord.measure(data, "alpha")
    finding = too_few_items([result], 50)
    assert finding is not None
    needed = int(str(finding.numbers["items_for_width_0.1"]))
    assert needed >= 50 * ((result.high - result.low) / 0.1) ** 2
    more = accord.measure(comparable(0, items=needed, annotators=2), "alpha")
    assert more.high - more.low == pytest.approx(0.1, abs=0.03)
    assert f"{needed:,}" in finding.explanation
    assert too_few_items([more], needed) is None
    assert too_few_items([accord.measure(data, "alpha", confidence=None)], 50) is None


def test_a_number_of_items_is_an_extrapolation_with_a_range() -> None:
    data = comparable(0, items=50, annotators=2)
    finding = too_few_items([accord.measure(data, "alpha")], 50)
    assert finding is not None
    low, needed, high = (int(str(finding.numbers[name])) for name in ("items_low", "items_for_width_0.1", "items_high"))
    assert low < needed < high
    assert f"extrapolated from these 50 items, about {needed:,} ({low:,} to {high:,})" in finding.explanation
    assert f"({max(low - 50, 0):,} to {high - 50:,}) more items" in finding.action


def test_a_handful_of_items_says_nothing_about_how_many_would_do() -> None:
    """Three items gave "have about 677 more items labelled"."""
    few = accord.labels([["a", "a", "b"], ["b", "b", "b"], ["a", "b", "b"]])
    finding = too_few_items([accord.measure(few, "alpha")], 3)
    assert finding is not None
    assert "3 items are too few to extrapolate from, which takes 20" in finding.explanation
    assert "items_for_width_0.1" not in finding.numbers
    assert finding.action.startswith("Have more items labelled, or")


def test_categories_rare_unused_and_of_one_annotator() -> None:
    rows = [["a", "a"]] * 20 + [["b", "c"]] * 3
    found = kinds(accord.labels(rows, categories=["a", "b", "c", "d"]), confidence=None)
    assert found["rare categories"].startswith("2 categories are used fewer than 10 times among 46 labels: 'b' (3)")
    assert found["unused categories"] == "1 of 4 declared categories are never used: 'd'."
    assert "'b' by 'A1' (3)" in found["categories of one annotator"]
    assert kinds(accord.labels([["a", "b"]] * 10 + [["b", "a"]] * 10), confidence=None) == {}


def test_orientation_and_single_labels() -> None:
    turned = accord.labels(np.zeros((2, 40)), orientation="items")
    assert kinds(turned)["orientation"].startswith("There are 40 annotators and only 2 items:")
    partly = accord.labels([["a", "b"], ["b", "a"], ["a", None], [None, None]])
    title = kinds(partly, confidence=None)["single labels"]
    assert title == "1 of 4 items (25.0%) has a single label, and 1 has none."


def test_no_item_with_two_labels_asks_for_another_item_column() -> None:
    alone = accord.findings(accord.labels([["a", None], [None, "b"], [None, None]]), confidence=None)
    (found,) = [one for one in alone.findings if one.kind == "single labels"]
    assert "item_column=" in found.action
    some = accord.findings(accord.labels([["a", None], ["a", "b"]]), confidence=None)
    assert [one.action for one in some.findings if one.kind == "single labels" and "at random" in one.action]


def test_every_caution_says_why_and_what_to_do() -> None:
    rows = [["a", "a"]] * 20 + [["b", "c"]] * 3 + [["a", None]]
    data = accord.labels(rows, categories=["a", "b", "c", "d"])
    for one in (*cautions(data, accord.measure(data)), *cautions(gene_renaming())):
        assert any(letter.isdigit() for letter in one.title)
        assert one.explanation.count(". ") >= 1
        assert one.action.endswith(".")
        assert 0 <= one.matters <= 1
