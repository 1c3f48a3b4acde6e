"""Free answers: measures on a large campaign, and scoring of systems beside a plain loop over items.

One run, one table. `make bench` runs it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.annotations.answer_columns import answers_from_columns
from accord.annotations.answers import Answers
from accord.measures.answers.dispersion import entropy
from accord.measures.answers.set_agreement import alpha, disagreement, pa
from accord.scoring import rank_systems, score
from comparison import Comparison, compare, table

HEAD = ("what", "size", "accord s", "peer", "peer s", "ratio", "accord", "peer value", "diff.", "note")
ITEMS, ANNOTATORS, GIVEN, WORDS = 20_000, 5, 3, 20_000


def columns() -> dict[str, Any]:
    """Answers of five annotators, three each, of which frequent words are in many sets."""
    rng = np.random.default_rng(1)
    number = ITEMS * ANNOTATORS * GIVEN
    words = rng.zipf(1.7, number) % WORDS
    return {
        "item": [f"item {one}" for one in np.repeat(np.arange(ITEMS), ANNOTATORS * GIVEN)],
        "annotator": [f"annotator {one}" for one in np.tile(np.repeat(np.arange(ANNOTATORS), GIVEN), ITEMS)],
        "answer": [f"word {one}" for one in words],
    }


def agreement(given: dict[str, Any], data: Answers) -> list[Comparison]:
    size = f"{ITEMS:,} × {ANNOTATORS} × {GIVEN}"
    lines = [compare("Answers from columns", size, lambda: float(len(answers_from_columns(**given))))]
    for measure in (entropy, pa, disagreement, alpha):

        def value(one: Any = measure) -> float:
            kernel = one.prepare(data)
            return float(kernel(np.ones((1, kernel.blocks)))["value"][0])

        lines.append(compare(measure.name, size, value))
    return lines


def scoring(data: Answers) -> list[Comparison]:
    """oot of ten guesses per item, without an interval; the peer is the formula in a loop."""
    rng = np.random.default_rng(2)
    words = rng.zipf(1.7, (ITEMS, 10)) % WORDS
    run = {item: [f"word {one}" for one in row] for item, row in zip(data.items, words.tolist(), strict=True)}
    gold = {item: data.counts(place) for place, item in enumerate(data.items)}

    def plain() -> float:
        total = 0.0
        for item, counts in gold.items():
            total += sum(counts.get(one, 0) for one in dict.fromkeys(run[item])) / sum(counts.values())
        return total / len(gold)

    size = f"{ITEMS:,} × 10 guesses"
    lines = [compare("oot", size, lambda: score(data, run, "oot", confidence=None).value, "plain loop", plain)]
    ranked = "1,000 replicates, 9,999 randomisations"
    lines.append(compare("three systems ranked", size, lambda: rank_systems(data, [run] * 3).ceiling, note=ranked))
    return lines


def main() -> None:
    given = columns()
    data = answers_from_columns(**given)
    print("\nFree answers (items × annotators × answers).\n", flush=True)
    print(table(HEAD, [line.cells() for line in [*agreement(given, data), *scoring(data)]]))


if __name__ == "__main__":
    main()
