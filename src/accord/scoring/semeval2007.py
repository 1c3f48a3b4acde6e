"""SemEval-2007 task 10 by the rules of its official script, quirks included (McCarthy & Navigli 2007).

The rules, as `score.pl` has them:

- Items count that have two different answers or one of two annotators, once proper nouns ("pn") are taken out.
- An answer of a single letter, or with a letter outside ASCII in front, is not read, or read in part.
- Runs part item and guesses with ` :: ` for best and ` ::: ` for oot; other lines are errors and skipped. Only the
  number of an item tells it from others. A second line for an item is ignored.
- Guesses are what stands between semicolons, with its spaces and case; trailing empty ones are dropped, others count.
- In guesses hyphens become spaces, `non-x` becomes `nonx` and one apostrophe is removed; in gold answers one apostrophe
  is removed, and an answer with hyphens is also known with spaces. The table of American spellings is never used.
- Repeated guesses are credited every time: precision may be above 100.
- The mode is the first answer listed, if no other has its count. It keeps its hyphens, and so it is never found then.
- An empty line is not attempted, but the guesses of the line before are scored again for it.
- Where nothing was attempted the script stops with a division by zero.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from accord.annotations.answers import Answers
from accord.results import DataError, Diagnostic, Place
from accord.scoring.item_scores import ItemScores
from accord.scoring.metrics import TEN
from accord.scoring.runs import Given, Run, path_of

KINDS = {"best": "best", "best_mode": "best", "oot": "oot", "oot_mode": "oot"}
"""Which kind of run each metric is for."""
LONGEST = 20_000  # characters of a line; a real one has some hundred
_GOLD = re.compile(r"(?<![\w.])([\w.]+) (\S+) :: (.*)", re.ASCII)
_RUN = {"best": _GOLD, "oot": re.compile(r"(?<![\w.])([\w.]+) (\S+) ::: (.*)", re.ASCII)}
_ANSWER = re.compile(r"(\w[\w'\-\s]+) (\d+)", re.ASCII)
_FIRST = re.compile(r"[\w'\-\s]+ (\d+)", re.ASCII)
_WRITTEN = re.compile(r"(.*) (\d+)\s*$", re.ASCII)
_NON = re.compile(r"^non(\s|-)(.*)$", re.ASCII)
_NAMED = re.compile(r"[\w.]+ \S+", re.ASCII)
_FALSE = ("", "0")


@dataclass
class GoldLines:
    """What the script knows of a gold file, by the number of the item."""

    names: dict[str, str] = field(default_factory=dict)
    totals: Counter[str] = field(default_factory=Counter)
    answers: dict[str, dict[str, int]] = field(default_factory=dict)
    modes: dict[str, str] = field(default_factory=dict)
    mode_totals: Counter[str] = field(default_factory=Counter)
    written: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """The answers as they stand in the file, with their counts."""

    @classmethod
    def read(cls, lines: Iterable[str]) -> GoldLines:
        gold = cls()
        for line in lines:
            match = _GOLD.search(line)
            if match is not None:
                gold._add(match[1], match[2], match[3])
        return gold

    def _add(self, word: str, number: str, rest: str) -> None:
        fields = [field_text for field_text in _split(rest) if "pn" not in field_text]
        first = _FIRST.search(fields[0]) if fields else None
        if len(fields) < 2 and (first is None or int(first[1]) < 2):
            return
        self.totals[number] += 1
        self.names.setdefault(number, f"{word} {number}")
        mode, times, tied = "", 0, False
        self.written[number] = [(match[1], int(match[2])) for match in map(_WRITTEN.match, fields) if match is not None]
        for field_text in fields:
            match = _ANSWER.search(field_text)
            if match is None:
                continue
            answer, count = match[1].replace("'", "", 1), int(match[2])
            if mode in _FALSE:
                mode, times = answer, count
                self.modes[number] = mode
                self.mode_totals[number] += 1
            elif not tied and count == times:
                self.modes.pop(number, None)
                self.mode_totals[number] -= 1
                tied = True
            self.answers.setdefault(number, {})[answer] = count

    def credits(self, number: str) -> dict[str, float]:
        """The share of each answer; one with hyphens is also known with spaces."""
        answers = self.answers.get(number, {})
        total = sum(answers.values())
        shares: dict[str, float] = {}
        for answer, count in answers.items():
            shares[answer] = count / total
            if "-" in answer:
                shares[answer.replace("-", " ")] = count / total
        return shares


@dataclass
class _Tally:
    """What the script counts while it reads a run."""

    credit: dict[str, float] = field(default_factory=dict)
    attempted: dict[str, None] = field(default_factory=dict)
    mode_attempted: dict[str, None] = field(default_factory=dict)
    mode_found: dict[str, None] = field(default_factory=dict)
    repeated: int = 0
    errors: list[int] = field(default_factory=list)


def official_scores(gold: GoldLines, lines: Sequence[str], metric: str, name: str, file: str | None) -> ItemScores:
    """What the script makes of a run, for "best", "oot", "best_mode" or "oot_mode"."""
    kind = KINDS[metric]
    tally = _tallied(gold, lines, kind)
    modal = metric.endswith("mode")
    totals, attempted = (gold.mode_totals, tally.mode_attempted) if modal else (gold.totals, tally.attempted)
    credit = dict.fromkeys(tally.mode_found, 1.0) if modal else tally.credit
    diagnostics = []
    if tally.errors:
        marks = "::" if kind == "best" else ":::"
        message = f"{len(tally.errors):,} line(s) of '{name}' are errors to the official script and are skipped"
        hint = f"for {kind} a line is 'bright.a 1 {marks} clever;smart'"
        diagnostics.append(Diagnostic("ACC174", message, Place(file, tally.errors[0]), hint))
    return ItemScores(
        tuple(gold.names[number].encode("latin-1").decode("utf-8", "replace") for number in gold.totals),
        np.array([credit.get(number, 0.0) for number in gold.totals], dtype=np.float64),
        np.array([number in attempted for number in gold.totals], dtype=np.float64),
        np.array([totals[number] for number in gold.totals], dtype=np.float64),
        None,
        tuple(diagnostics),
        tuple(_printed(gold, tally, kind)),
    )


def _tallied(gold: GoldLines, lines: Sequence[str], kind: str) -> _Tally:
    tally, done = _Tally(), set()
    guesses: list[str] = []  # kept from line to line, as the script does
    for number, line in enumerate(lines, start=1):
        match = _RUN[kind].search(line)
        if match is None:
            if line.strip(" \t\n\r\f\v"):
                tally.errors.append(number)
            continue
        item = match[2]
        if item in done or not sum(gold.answers.get(item, {}).values()):
            continue
        done.add(item)
        if match[3].strip(" \t\n\r\f\v"):
            guesses = [_fixed(guess) for guess in _split(match[3])]
            if guesses:
                tally.attempted[item] = None
            tally.repeated += len(set(guesses)) < len(guesses)
        if kind == "oot":
            guesses = guesses[:TEN]
        mode = gold.modes.get(item, "")
        if mode not in _FALSE and guesses:
            tally.mode_attempted[item] = None
            if mode == guesses[0] if kind == "best" else mode in guesses:
                tally.mode_found[item] = None
        shares = gold.credits(item)
        earned = sum(shares.get(guess, 0.0) for guess in guesses)
        if earned:
            tally.credit[item] = earned / len(guesses) if kind == "best" else earned
    return tally


def _split(text: str) -> list[str]:
    """As Perl splits: empty fields at the end are dropped.

    >>> _split("a;;b;;"), _split(";")
    (['a', '', 'b'], [])
    """
    fields = text.split(";")
    while fields and not fields[-1]:
        fields.pop()
    return fields


def _fixed(guess: str) -> str:
    """
    >>> _fixed("well-known"), _fixed("non-stop"), _fixed("o'clock")
    ('well known', 'nonstop', 'oclock')
    """
    match = _NON.match(guess)
    plain = f"non{match[2]}" if match is not None else guess
    return plain.replace("-", " ").replace("'", "", 1)


def _printed(gold: GoldLines, tally: _Tally, kind: str) -> Iterable[str]:
    """The lines of the script, up to where it stops with a division by zero."""
    if kind == "oot" and tally.repeated:
        yield f"WARNING OOT file contains duplicates on {tally.repeated} lines"
    total, attempted = gold.totals.total(), len(tally.attempted)
    if not attempted or not total:
        return
    earned = sum(tally.credit.values())
    yield f"Total = {total}, attempted = {attempted}"
    yield f"precision = {_percent(earned / attempted)}, recall = {_percent(earned / total)}"
    modes, tried, hits = gold.mode_totals.total(), len(tally.mode_attempted), len(tally.mode_found)
    if not tried or not modes:
        return
    yield f"Total with mode {modes} attempted {tried}"
    mode = "Mode " if kind == "best" else ""
    yield f"{mode}precision = {_percent(hits / tried)}, {mode}recall = {_percent(hits / modes)}"


def _percent(share: float) -> str:
    return f"{int(share * 100 * 100 + 0.5) / 100:.2f}"


# ---- where the lines come from


def gold_lines(gold: Given) -> GoldLines:
    """From a file as it is, or from answers as such a file would have them."""
    if isinstance(gold, Answers):
        return GoldLines.read(_bytes(_written(item, gold.counts(place)) for place, item in enumerate(gold.items)))
    return GoldLines.read(_raw(path_of(gold, "gold")))


def run_lines(system: Given, metric: str) -> tuple[str, list[str], str | None]:
    """The name of a system, its lines, and its file."""
    if isinstance(system, Run):
        marks = "::" if KINDS[metric] == "best" else ":::"
        lines = [f"{_named(item)} {marks} {';'.join(guesses)}" for item, guesses in system.lines]
        return system.name, _bytes(lines), system.file
    path = path_of(system, "system")
    return path.stem, _raw(path), str(path)


def official_oracle(gold: GoldLines, metric: str) -> list[str]:
    """The lines of a run that repeats the gold file: the most frequent answer of each item, or ten of them."""
    marks, most = ("::", 1) if KINDS[metric] == "best" else (":::", TEN)
    lines = []
    for number, written in gold.written.items():
        best = [answer for answer, _ in sorted(written, key=lambda pair: -pair[1])[:most]]
        lines.append(f"{gold.names[number]} {marks} {';'.join(best)}")
    return lines


def _raw(path: Path) -> list[str]:
    """The bytes of a file line by line: the script knows no encoding."""
    data = path.read_bytes()
    if b"\0" in data:
        raise DataError("ACC004", "the file is not text in UTF-8 or another encoding by bytes", Place(str(path)))
    lines = data.decode("latin-1").split("\n")
    long = next((number for number, line in enumerate(lines, start=1) if len(line) > LONGEST), None)
    if long is not None:
        message = f"a line of {len(lines[long - 1]):,} characters"
        raise DataError("ACC052", message, Place(str(path), long), "there is one item with its answers per line")
    return lines


def _bytes(lines: Iterable[str]) -> list[str]:
    return [line.encode("utf-8", "surrogatepass").decode("latin-1") for line in lines]


def _named(item: str) -> str:
    return item if _NAMED.fullmatch(item) else f"item {'_'.join(item.split())}"


def _written(item: str, counts: dict[str, int]) -> str:
    return f"{_named(item)} :: " + "".join(f"{answer} {count};" for answer, count in counts.items())
