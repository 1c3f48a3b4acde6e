"""SemDis 2014 by the rules of its official script, quirks included (Fabre et al. 2014).

The rules, as `semdis_eval.py` has them:

- best is the first guess alone: freq / |H|. oot is the first ten guesses: Σ freq / |H|.
- The mean is over the items of the run, not over those of gold; an item without guesses counts 0.
- The campaign's mapping is applied to guesses, for the target words it names; repeated guesses are then left out for
  these targets, and credited every time for all others.
- A line that cannot be read is skipped; an item that gold does not have stops the script.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from accord.annotations.answers import Answers
from accord.results import DataError, Diagnostic, Place
from accord.results.option_names import option
from accord.scoring.item_scores import ItemScores
from accord.scoring.metrics import TEN
from accord.scoring.runs import Given, Run, path_of

METRICS = ("best", "oot")
_ITEM = re.compile(r"(\w+\.[a-z]) ([0-9]+)")
_ANSWER = re.compile(r"(.*) ([0-9]+)")
Gold = dict[str, tuple[dict[str, int], int]]
"""For each item the frequency of each answer, and the number of answers."""


def official_scores(
    gold: Gold, system: Given, metric: str, mapping: Mapping[str, Mapping[str, str]] | None
) -> tuple[str, ItemScores]:
    """The name of a run, and what the script makes of it, for "best" or "oot"."""
    name, lines, file = _lines(system)
    guesses, skipped, repeated = _guesses(lines, file, mapping or {})
    for item, number in ((item, number) for item, (_, number) in guesses.items() if item not in gold):
        raise DataError(
            "ACC086",
            f"item '{item}' of '{name}' is not in the gold file, and the official script stops there",
            Place(file, number),
            f"remove the line, or score without {option('compatibility')}",
        )
    scores = {item: _credit(gold[item], item_guesses, metric) for item, (item_guesses, _) in guesses.items()}
    notes = []
    if skipped:
        message = f"{len(skipped):,} line(s) of '{name}' cannot be read and are skipped"
        notes.append(Diagnostic("ACC174", message, Place(file, skipped[0]), "a line is 'bright.a 1 :: clever ; smart'"))
    if repeated:
        message = f"{repeated:,} item(s) of '{name}' have repeated guesses, each credited every time"
        notes.append(Diagnostic("ACC173", message, Place(file)))
    total = float(len(scores))
    value = sum(scores.values()) / total if total else float("nan")
    shown = "Best score:" if metric == "best" else "OOT score: "
    return name, ItemScores(
        tuple(gold),
        np.array([scores.get(item, 0.0) for item in gold], dtype=np.float64),
        np.array([bool(guesses[item][0]) if item in guesses else False for item in gold], dtype=np.float64),
        np.array([item in guesses for item in gold], dtype=np.float64),
        None,
        tuple(notes),
        (f"{shown} {value}",) if total else (),
    )


def _credit(gold: tuple[dict[str, int], int], guesses: list[str], metric: str) -> float:
    frequency, total = gold
    counted = guesses[:1] if metric == "best" else guesses[:TEN]
    return sum(frequency.get(guess, 0) for guess in counted) / total if total else 0.0


def _guesses(
    lines: Iterable[tuple[int, str]], file: str | None, mapping: Mapping[str, Mapping[str, str]]
) -> tuple[dict[str, tuple[list[str], int]], list[int], int]:
    """For each item of the run its guesses and line; the lines that are skipped; how many items repeat a guess."""
    by_item: dict[str, tuple[list[str], int]] = {}
    skipped: list[int] = []
    for number, text in lines:
        line = text.strip().rstrip(";")
        left, marks, right = line.partition(" :: ")
        if (not marks and not line.endswith("::")) or " :: " in right:
            if line:
                skipped.append(number)
            continue
        match = _ITEM.match(left)
        if match is None:
            hint = "a line is 'bright.a 1 :: clever ; smart'"
            raise DataError("ACC047", f"{text.strip()[:50]!r} names no item", Place(file, number), hint)
        item = f"{match[1]} {int(match[2])}"
        guesses = [guess.strip() for guess in right.split(";")] if marks else []
        rules = mapping.get(match[1])
        if rules is not None:
            guesses = list(dict.fromkeys(rules.get(guess, guess) for guess in guesses))
        by_item[item] = guesses, number
    repeated = sum(len(set(guesses)) < len(guesses) for guesses, _ in by_item.values())
    return by_item, skipped, repeated


def gold_table(gold: Given) -> Gold:
    """From a file, or from answers."""
    if isinstance(gold, Answers):
        return {item: (counts := gold.counts(place), sum(counts.values())) for place, item in enumerate(gold.items)}
    path = path_of(gold, "gold")
    table: Gold = {}
    for number, text in _numbered(path):
        line = text.strip().rstrip(";")
        if not line:
            continue
        left, _, right = line.partition(" :: ")
        match = _ITEM.match(left)
        answers = [_ANSWER.match(answer.strip()) for answer in right.split(";")]
        if match is None or not all(answers):
            hint = "a line is 'aisé.a 2 :: riche 7; fortuné 6;'"
            raise DataError("ACC047", f"{text.strip()[:50]!r} cannot be read", Place(str(path), number), hint)
        pairs = [(answer[1], int(answer[2])) for answer in answers if answer is not None]
        table[f"{match[1]} {int(match[2])}"] = dict(pairs), sum(count for _, count in pairs)
    return table


def official_oracle(gold: Gold) -> Run:
    """A run with the ten most frequent answers of each item."""
    lines = [(item, tuple(sorted(counts, key=lambda word: -counts[word])[:TEN])) for item, (counts, _) in gold.items()]
    return Run("oracle", tuple(lines))


def _lines(system: Given) -> tuple[str, list[tuple[int, str]], str | None]:
    if isinstance(system, Run):
        lines = [(number, f"{item} :: {' ; '.join(guesses)}") for number, (item, guesses) in enumerate(system.lines, 1)]
        return system.name, lines, system.file
    path = path_of(system, "system")
    return path.stem, _numbered(path), str(path)


def _numbered(path: Path) -> list[tuple[int, str]]:
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise DataError("ACC004", "the file is not UTF-8", Place(str(path), line), "convert it to UTF-8") from None
    return list(enumerate(text.split("\n"), start=1))
