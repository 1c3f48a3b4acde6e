"""A metric on gold answers: what each system earns on each item, and what gold itself would earn."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from accord.annotations.among import Names
from accord.annotations.answer_columns import renormalised
from accord.annotations.answers import NO_MODE, Answers
from accord.annotations.normalising import Normaliser, mapping_rules
from accord.formats.gathering import Gathering
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.text_files import text_lines
from accord.results import Expression, UsageError
from accord.scoring import semdis2014, semeval2007
from accord.scoring.item_scores import ItemScores
from accord.scoring.metrics import METRICS, TEN, GoldTable
from accord.scoring.runs import Given, Run, gold_of, numbered_names, path_of, runs_of, several

COMPATIBILITIES = {"semeval2007": tuple(semeval2007.KINDS), "semdis2014": semdis2014.METRICS}
"""The official scripts that can be followed, with the metrics they have."""
Rules = Mapping[str, Mapping[str, str]]


def item_scores(
    gold: Given, systems: Given, metric: str = "oot", compatibility: str | None = None, mapping: Given = None
) -> dict[str, ItemScores]:
    """What each system earns on each item."""
    return Scorer.of(gold, metric, compatibility, mapping).scores(systems)


@dataclass(frozen=True, eq=False)
class Scorer:
    """A metric on gold answers, by the sane reading or by an official script."""

    metric: str
    compatibility: str | None
    rules: Rules | None
    gold: Answers | semeval2007.GoldLines | semdis2014.Gold
    shape = "answers"
    lower_is_better = False

    @classmethod
    def of(
        cls,
        gold: Given,
        metric: str,
        compatibility: str | None,
        mapping: Given,
        only: Names = None,
        without: Names = None,
    ) -> Scorer:
        _check(metric, compatibility, mapping)
        rules = None if mapping is None else _rules(mapping)
        if compatibility is None:
            data = gold_of(gold, only=only, without=without)
            if rules is not None:
                data = renormalised(data, replace(data.normaliser, by_target=rules))
            return cls(metric, None, rules, data)
        as_it_is = isinstance(gold, str | os.PathLike) and _lines_of(gold) and only is None and without is None
        source = gold if as_it_is else gold_of(gold, only=only, without=without)
        if compatibility == "semeval2007":
            return cls(metric, compatibility, None, semeval2007.gold_lines(source))
        return cls(metric, compatibility, rules, semdis2014.gold_table(source))

    @property
    def title(self) -> str:
        return METRICS[self.metric].title

    @property
    def bound(self) -> Expression:
        """The metric with all that was told, for signatures."""
        return Expression(self.metric, compatibility=self.compatibility, mapping=self.mapped)

    @property
    def shown(self) -> Expression:
        """The same without what was not told."""
        told = {"compatibility": self.compatibility, "mapping": self.mapped}
        return Expression(self.metric, **{key: value for key, value in told.items() if value is not None})

    @property
    def baselines(self) -> Mapping[str, float]:
        return {}

    def components(self, scores: ItemScores, ceiling: float) -> dict[str, float]:
        """What stands beside the score of a system."""
        return {
            "precision": scores.precision,
            "recall": scores.recall,
            "credit": float(scores.credit.sum()),
            "attempted": float(scores.attempted.sum()),
            "items": float(scores.total.sum()),
            "ceiling": ceiling,
        }

    def why(self, scores: ItemScores) -> str:
        """Why there is no score."""
        return "no item counts: gold has no answers, or no modes" if scores.items else "gold has no item that counts"

    @cached_property
    def table(self) -> GoldTable:
        if not isinstance(self.gold, Answers):
            raise TypeError("official scripts have no table")
        return GoldTable(self.gold)

    def scores(self, systems: Given) -> dict[str, ItemScores]:
        """By the names of the systems; files of the same name are numbered."""
        return numbered_names(pair for system in several(systems) for pair in self._each(system))

    def _each(self, system: Given) -> list[tuple[str, ItemScores]]:
        if isinstance(self.gold, Answers):
            return [(run.name, METRICS[self.metric].scores(self.table, run)) for run in runs_of(system)]
        path = isinstance(system, str | os.PathLike) and _lines_of(system)
        runs = [system] if path else runs_of(system)
        if isinstance(self.gold, semeval2007.GoldLines):
            return [
                (name, semeval2007.official_scores(self.gold, raw, self.metric, name, file))
                for name, raw, file in [semeval2007.run_lines(run, self.metric) for run in runs]
            ]
        return [semdis2014.official_scores(self.gold, run, self.metric, self.rules) for run in runs]

    def ceiling(self) -> float:
        """What the gold answers themselves would earn."""
        if isinstance(self.gold, Answers):
            return METRICS[self.metric].scores(self.table, oracle(self.gold, self.metric)).recall
        if isinstance(self.gold, semeval2007.GoldLines):
            lines = semeval2007.official_oracle(self.gold, self.metric)
            return semeval2007.official_scores(self.gold, lines, self.metric, "oracle", None).recall
        return semdis2014.official_scores(self.gold, semdis2014.official_oracle(self.gold), self.metric, None)[1].recall

    @cached_property
    def digest(self) -> str:
        """The digest of gold with the names of its items, which systems are matched by."""
        if isinstance(self.gold, Answers):
            tallies = self.gold.tallies
            names = [self.gold.items[place] for place in tallies.item]
            words = [self.gold.vocabulary[code] for code in tallies.codes]
            content: object = sorted(zip(names, words, tallies.count.tolist(), strict=True))
        elif isinstance(self.gold, semeval2007.GoldLines):
            content = sorted(self.gold.answers.items()), sorted(self.gold.modes.items())
        else:
            content = sorted(self.gold.items())
        return hashlib.sha256(repr(content).encode("utf-8", "surrogatepass")).hexdigest()

    def facts(self) -> dict[str, object]:
        """What gold holds, in numbers."""
        if isinstance(self.gold, Answers):
            items, answered = int((self.gold.sizes > 0).sum()), len(self.gold)
            modes: int | None = int((self.gold.modes != NO_MODE).sum())
        elif isinstance(self.gold, semeval2007.GoldLines):
            items, modes = self.gold.totals.total(), self.gold.mode_totals.total()
            answered = sum(sum(counts.values()) for counts in self.gold.answers.values())
        else:
            items, answered, modes = len(self.gold), sum(total for _, total in self.gold.values()), None
        return {"kind": "answers", "items": items, "answers": answered, "modes": modes, "sha256": self.digest}

    @property
    def mapped(self) -> str | None:
        """The digest of the mapping, for signatures."""
        return None if self.rules is None else Normaliser(by_target=self.rules).sha256[:8]


def scored_digest(gold: str, scores: ItemScores) -> str:
    """The digest of gold and of what a system earned on each of its items."""
    earned = sorted(zip(scores.items, scores.credit.tolist(), scores.attempted.tolist(), strict=True))
    return hashlib.sha256(repr((gold, earned)).encode("utf-8", "surrogatepass")).hexdigest()


def _check(metric: str, compatibility: str | None, mapping: Given) -> None:
    if metric not in METRICS:
        raise UsageError(f"there is no metric '{metric}'", f"use one of {', '.join(METRICS)}")
    if compatibility is None:
        return
    if compatibility not in COMPATIBILITIES:
        raise UsageError(f"there is no compatibility '{compatibility}'", f"use {' or '.join(COMPATIBILITIES)}")
    if metric not in COMPATIBILITIES[compatibility]:
        known = ", ".join(COMPATIBILITIES[compatibility])
        raise UsageError(f"the script of {compatibility} has no {metric}", f"it has {known}")
    if compatibility == "semeval2007" and mapping is not None:
        raise UsageError("the script of semeval2007 has no mapping", "leave out one of the two")


def _lines_of(path: Given) -> bool:
    """Whether a file is of the form that official scripts read; tables are not."""
    file = path_of(path, "input")
    start = head(file)
    return file.suffix.lower() not in (".csv", ".tsv", ".jsonl", ".json", ".parquet", ".xlsx") and b"::" in start


def _rules(mapping: Given) -> Rules:
    if isinstance(mapping, Mapping):
        for target, forms in mapping.items():
            if not isinstance(forms, Mapping):
                raise UsageError(f"the mapping of '{target}' is not a mapping", "give {target: {form: canonical form}}")
        return {str(target): {str(form): str(two) for form, two in forms.items()} for target, forms in mapping.items()}
    path = path_of(mapping, "mapping")
    return mapping_rules(text_lines(path, ReadOptions(), Gathering()), str(path))


SINGLE = ("best", "best_mode", "best_normalised")


def oracle(gold: Answers, metric: str) -> Run:
    """A run with the most frequent answer (best), the ten most frequent (oot), or all of them."""
    most = 1 if metric in SINGLE else TEN if metric.startswith("oot") else None
    tallies = gold.tallies
    order = np.lexsort((tallies.codes, -tallies.count, tallies.item))
    bounds = np.searchsorted(tallies.item[order], np.arange(gold.n_items + 1)).tolist()
    words = [gold.vocabulary[code] for code in tallies.codes[order].tolist()]
    guesses = [tuple(words[first:last][:most]) for first, last in pairwise(bounds)]
    return Run("oracle", tuple(zip(gold.items, guesses, strict=True)))
