"""The three κ of relations come with the observed agreement they are made of."""

from pathlib import Path
from typing import Any

import pytest

from accord.cli import main
from untyped import accord

DRAWN = {"A": [(2, 1, "sup"), (3, 1, "att"), (4, 2, "sup")], "B": [(2, 1, "sup"), (3, 2, "att"), (4, 2, "att")]}


@pytest.mark.parametrize(
    ("measure", "drawn", "observed", "expected"),
    [
        # 2 links shared and 8 pairs empty, of 12; each has 3 links of 12
        ("link_kappa", DRAWN, 10 / 12, (1 / 4) ** 2 + (3 / 4) ** 2),
        # of 2 → 1 and 4 → 2, which both drew
        ("relation_label_kappa", DRAWN, 0.5, 0.5),
        # 1, 2 and 3 are inside for both, 4 and 5 for one each
        ("component_kappa", {"A": [(1, 2), (3, 4)], "B": [(1, 2), (3, 5)]}, 3 / 5, 0.8**2 + 0.2**2),
    ],
)
def test_observed_and_chance_agreement(measure: str, drawn: Any, observed: float, expected: float) -> None:
    units = [1, 2, 3, 4] if drawn is DRAWN else [1, 2, 3, 4, 5]
    result = accord.measure(accord.relations(drawn, units=units), measure, confidence=None)
    assert result.components["observed_agreement"] == pytest.approx(observed)
    assert result.components["chance_agreement"] == pytest.approx(expected)
    assert result.value == pytest.approx((observed - expected) / (1 - expected))


def test_it_is_shown_beside_the_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    accord.write(accord.relations(DRAWN, units=[1, 2, 3, 4]), tmp_path / "g.csv")
    shown = ["-m", "link_kappa", "-m", "mar_link", "--no-interval", "--quiet"]
    assert main(["measure", str(tmp_path / "g.csv"), *shown]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split() == ["measure", "value", "observed", "name"] for line in lines)
    assert any(line.split()[-3:] == ["0.556", "0.833", "link_kappa"] for line in lines)
