"""Agreement token by token, against labels that are listed one by one, and values that other packages give."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from statistics import mean

import numpy as np
import pytest

import accord
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.annotations.unit_labels import labels_of_units
from accord.cli import main
from accord.results import UsageError

WORDS = ("Anna", "met", "Bo", "and", "Cy", "of", "the", "New", "York", "Times", "in", "Rome")
NAMES = ("A", "B", "C")
Labels = dict[str, list[str | None]]
"""The labels of all tokens by each annotator; None where nobody was asked."""


def corpus(seed: int, documents: int = 4, *, overlapping: bool = False, everybody: bool = True) -> Spans:
    """Texts of a dozen words in which three people mark words, some of them beginning or ending within one."""
    rng = random.Random(seed)
    texts = {f"d{n}": " ".join(rng.choices(WORDS, k=rng.randrange(6, 15))) for n in range(documents)}
    rows: list[tuple[str, str, int, int, str | None]] = []
    for title, text in texts.items():
        for name in NAMES:
            position = 0
            while position < len(text) - 2:
                start = position + rng.randrange(0, 9)
                end = min(start + rng.randrange(1, 12), len(text))
                if start < end:
                    rows.append((title, name, start, end, rng.choice(("PER", "ORG", None))))
                position = start + 1 if overlapping else end
    asked = [(title, name) for title in texts for name in NAMES if everybody or rng.random() < 0.7]
    kept = [row for row in rows if (row[0], row[1]) in asked]
    return spans_from_columns(
        document=[row[0] for row in kept],
        annotator=[row[1] for row in kept],
        start=np.array([row[2] for row in kept], dtype=np.float64),
        end=np.array([row[3] for row in kept], dtype=np.float64),
        category=[row[4] for row in kept],
        documents=list(texts),
        annotators=NAMES,
        assigned=asked,
        texts=texts,
    )


def listed(data: Spans, each: str) -> Labels:
    """What `--per` makes of the units, annotator by annotator."""
    made = labels_of_units(data, each, "nothing")  # type: ignore[arg-type]
    assert made.who is not None
    found: Labels = {name: [None] * (len(made.starts) - 1) for name in NAMES}
    texts = made.categories.texts
    for item in range(len(made.starts) - 1):
        for place in range(made.starts[item], made.starts[item + 1]):
            found[NAMES[made.who[place]]][item] = texts[made.codes[place]]
    return found


def fragmented(seed: int) -> Spans:
    """Units of up to three fragments, two of which may lie in one word; they may overlap."""
    rng = random.Random(seed)
    texts = {f"d{n}": " ".join(rng.choices(WORDS, k=rng.randrange(6, 15))) for n in range(3)}
    units: dict[str, list[tuple[str, list[tuple[int, int]], str]]] = {title: [] for title in texts}
    for title, text in texts.items():
        for name in NAMES:
            for _ in range(rng.randrange(1, 5)):
                cuts = sorted(rng.sample(range(len(text)), 2 * rng.randrange(1, 4)))
                fragments = list(zip(cuts[::2], cuts[1::2], strict=True))
                units[title].append((name, fragments, rng.choice(("PER", "ORG"))))
    return accord.spans(units, annotators=NAMES, texts=texts)


def both(labels: Labels, one: str, other: str) -> list[tuple[str, str]]:
    return [(a, b) for a, b in zip(labels[one], labels[other], strict=True) if a is not None and b is not None]


def cohen(pairs: Sequence[tuple[str, str]]) -> float:
    n = len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(a == b for a, b in pairs) / n
    expected = sum(first[name] * second[name] for name in first) / n**2
    return (observed - expected) / (1 - expected)


def krippendorff(labels: Labels) -> float:
    items = [[one for one in item if one is not None] for item in zip(*labels.values(), strict=True)]
    items = [item for item in items if len(item) > 1]
    values = Counter(one for item in items for one in item)
    n = values.total()
    observed = sum(sum(a != b for a in item for b in item) / (len(item) - 1) for item in items) / n
    expected = sum(values[a] * values[b] for a in values for b in values if a != b) / (n * (n - 1))
    return float(1 - observed / expected)


def marked(pairs: Sequence[tuple[str, str]]) -> tuple[int, int, int]:
    same = sum(a == b != "nothing" for a, b in pairs)
    return same, sum(a != "nothing" for a, _ in pairs), sum(b != "nothing" for _, b in pairs)


def value(data: Spans, name: str, each: str, **more: object) -> float:
    given = "".join(f", {key}={one!r}" for key, one in more.items())
    return accord.measure(data, f"{name}(each={each!r}{given})", confidence=None).value


@pytest.mark.parametrize("each", ["token", "character", "sentence"])
@pytest.mark.parametrize("seed", range(6))
def test_the_same_as_labels_one_by_one(each: str, seed: int) -> None:
    compare_with_labels(corpus(seed, overlapping=seed % 3 == 2, everybody=seed % 2 == 0), each)


@pytest.mark.parametrize("each", ["token", "character"])
@pytest.mark.parametrize("seed", range(6))
def test_fragments_are_marked_and_gaps_are_not(each: str, seed: int) -> None:
    data = fragmented(seed)
    assert data.n_discontinuous
    compare_with_labels(data, each)


def compare_with_labels(data: Spans, each: str) -> None:
    labels = listed(data, each)
    pairs = [both(labels, one, other) for one, other in combinations(NAMES, 2)]
    pairs = [some for some in pairs if some]
    assert value(data, "token_alpha", each) == pytest.approx(krippendorff(labels))
    counts = [marked(some) for some in pairs]
    assert value(data, "token_f1", each) == pytest.approx(mean(2 * same / (a + b) for same, a, b in counts if a + b))
    if each != "sentence":  # of which there are too few to disagree
        assert value(data, "token_kappa", each) == pytest.approx(mean(map(cohen, pairs)))
    both_ways = mean(same / one for same, a, b in counts for one in (a, b) if one)
    assert value(data, "token_precision", each) == pytest.approx(both_ways)
    assert value(data, "token_recall", each) == pytest.approx(both_ways)


def test_a_reference() -> None:
    data = corpus(3)
    labels = listed(data, "token")
    counts = [marked(both(labels, "B", other)) for other in ("A", "C")]
    assert value(data, "token_precision", "token", reference="B") == pytest.approx(mean(s / b for s, _, b in counts))
    assert value(data, "token_recall", "token", reference="B") == pytest.approx(mean(s / a for s, a, _ in counts))
    with pytest.raises(UsageError, match="no annotator 'Z'"):
        value(data, "token_recall", "token", reference="Z")


def entities() -> Spans:
    """Ann and Bob on 12 tokens: PER at 0 and 2 by both, ORG 7–9 by Ann and 8–9 by Bob, Rome LOC and PER."""
    text = " ".join(WORDS)
    starts = [text.index(word) for word in WORDS]
    ends = [start + len(word) for start, word in zip(starts, WORDS, strict=True)]
    given = {
        "Ann": [(0, 0, "PER"), (2, 2, "PER"), (7, 9, "ORG"), (11, 11, "LOC")],
        "Bob": [(0, 0, "PER"), (2, 2, "PER"), (8, 9, "ORG"), (11, 11, "PER")],
    }
    units = [(name, starts[a], ends[b], category) for name, some in given.items() for a, b, category in some]
    return accord.spans({"d": units}, texts={"d": text})


PEERS = {"token_kappa": 0.7333333333333334, "token_alpha": 0.7415730337078652, "token_f1": 0.7272727272727273}


@pytest.mark.parametrize(("name", "expected"), PEERS.items())
def test_values_of_other_packages(name: str, expected: float) -> None:
    """cohen_kappa_score and f1_score(average="micro", labels=["PER", "ORG", "LOC"]) of scikit-learn 1.9, and
    AnnotationTask.alpha of nltk 3.10, on the twelve labels."""
    assert value(entities(), name, "token") == pytest.approx(expected, abs=1e-12)


def test_tokens_need_texts(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    data = accord.spans([("A", 0, 5, "x"), ("B", 0, 4, "x")])
    found = accord.measure(data, "token_f1")
    assert np.isnan(found.value)
    assert found.undefined == "tokens need the texts, and these data have none; each='character' compares positions"
    assert value(data, "token_f1", "character") == pytest.approx(8 / 9)
    with pytest.raises(UsageError, match="each='word' is not known"):
        value(data, "token_f1", "word")


def test_positions_may_be_seconds() -> None:
    """4.5 of 9 seconds by the one, 4 of them by the other; half a second is nobody's."""
    data = accord.spans([("A", 0.0, 4.5, "x"), ("B", 0.5, 4.5, "x"), ("B", 5.0, 9.0, "y"), ("A", 5.0, 9.0, "y")])
    assert value(data, "token_f1", "character") == pytest.approx(2 * 8 / (8.5 + 8))


def test_who_marks_everything_alike_agrees_by_chance() -> None:
    data = accord.spans([("A", 0, 5, "x"), ("B", 0, 5, "x")])
    for name in ("token_kappa", "token_alpha"):
        assert "chance explains all of it" in str(accord.measure(data, f"{name}(each='character')").undefined)
    assert value(data, "token_f1", "character") == 1


@pytest.mark.parametrize("name", ["token_kappa", "token_alpha", "token_f1"])
def test_intervals_and_documents(name: str) -> None:
    data = corpus(5, documents=12)
    found = accord.measure(data, name, replicates=200)
    assert found.low <= found.value <= found.high
    assert found.signature.resample == "documents"
    parts = accord.measure(data, name, by="item", confidence=None)
    alone = [accord.measure(data.of_documents([title]), name, confidence=None).value for title in data.documents]
    assert [one.value for one in parts] == pytest.approx(alone, nan_ok=True)
    only = accord.measure(corpus(7, documents=1), name, replicates=200)
    assert only.signature.resample == "units"


def test_units_of_several_categories_are_told() -> None:
    found = accord.measure(corpus(2, overlapping=True), "token_f1", confidence=None)
    assert [one.code for one in found.diagnostics] == ["ACC432"]
    assert "the one that covers most counts" in found.diagnostics[0].message


def test_command(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    for name, tags in (("ann", "B-PER O B-PER O O"), ("bob", "B-PER O O O B-LOC")):
        lines = [f"{word}\t{tag}" for word, tag in zip(WORDS, tags.split(), strict=False)]
        (folder / f"{name}.conll").write_text("\n".join(lines) + "\n", encoding="utf-8")
    paths = [str(folder / f"{name}.conll") for name in ("ann", "bob")]
    assert (
        main(["measure", *paths, "-m", "token_f1", "-m", "token_kappa", "-q", "--no-interval", "--format", "csv"]) == 0
    )
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [float(row.split(",")[2]) for row in rows] == pytest.approx([0.5, 1 - 0.4 / (1 - (2 * 1 + 3 * 3) / 25)])
