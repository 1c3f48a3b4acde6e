"""The forest of correlations and the plot of residuals."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from accord.item_difficulty import Difficulty, difficulty
from accord.report_page.difficulty_drawings import forest_drawing, residual_drawing
from item_difficulty.planted import planted


@pytest.fixture(scope="module")
def found() -> Difficulty:
    rng = np.random.default_rng(0)
    own, hard, cluster = planted(rng, 30, 5, 0.6, of_cluster=False)
    hard[3] += 9
    names = [f"<s{one}>" for one in range(150)]
    table = {"item": names, "own": own, "of & word": rng.normal(size=30)[cluster], "w": [f"w{one}" for one in cluster]}
    return difficulty(dict(zip(names, hard.tolist(), strict=True)), table, cluster="w", replicates=50, mixed=False)


def test_the_forest(found: Difficulty) -> None:
    root = fromstring(forest_drawing(found.correlations))
    kept = [one for one in root.iter("g") if one.get("class") == "kept" and one.find("text") is not None]
    assert ["".join(one.find("text").itertext()) for one in kept] == ["own"]  # type: ignore[union-attr]  # it has a text
    marks = [one for one in root.iter() if one.get("class") == "mark"]
    assert sum(one.tag == "rect" for one in marks) == 2, "the cluster's feature, and the legend"
    texts = ["".join(one.itertext()) for one in root.iter("text")]
    assert "of & word" in texts
    assert "disagreement" in texts
    own = next(one for one in found.correlations if one.feature == "own")
    bar = next(one for one in kept[0].iter("line"))
    circle = next(one for one in kept[0].iter("circle"))
    low, at, high = (float(value or "nan") for value in (bar.get("x1"), circle.get("cx"), bar.get("x2")))
    assert (at - low) / (high - low) == pytest.approx((own.rho - own.low) / (own.high - own.low), abs=0.02)


def test_the_residuals(found: Difficulty) -> None:
    root = fromstring(residual_drawing(found.regression(), found.items, found.outliers))
    dots = list(root.iter("circle"))
    assert len(dots) == 150
    assert sum("harder" in (one.get("class") or "") for one in dots) >= 1
    names = ["".join(one.itertext()) for one in root.iter("text") if one.get("class") == "name"]
    assert names[0] == "<s3> · w0", "the farthest item is named"
    assert found.outliers[0].item == "<s3>"
    assert found.outliers[0].harder
    assert found.outliers[0].p < 1e-6
    from accord.item_difficulty.rank_correlation import two_sided_p

    second = found.outliers[1]
    assert second.p == pytest.approx(min(1.0, 150 * two_sided_p(second.residual, 150 - 3 - 1)))
    assert found.outliers[0].p == pytest.approx(150 * two_sided_p(found.outliers[0].residual, 150 - 3 - 1))


def test_nothing_to_draw(found: Difficulty) -> None:
    assert residual_drawing(type(found.regression())("d", 3, None, undefined="too few"), (), ()) == ""
    assert fromstring(forest_drawing(())).tag == "svg"


def test_alone_it_is_a_file(found: Difficulty) -> None:
    assert fromstring(forest_drawing(found.correlations, alone=True)).tag == "{http://www.w3.org/2000/svg}svg"
