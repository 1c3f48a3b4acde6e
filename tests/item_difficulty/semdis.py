"""The SemDis 2014 campaign as difficulty reads it: answers, sentences, systems, from the folder beside the project."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from defusedxml.ElementTree import parse

from shared_files import DATA

FOLDER = DATA / "answers" / "semdis2014"


def gold() -> dict[str, dict[str, int]]:
    """Sentence → answer → how many judges gave it."""
    found: dict[str, dict[str, int]] = {}
    for line in (FOLDER / "semdis2014_lexsub_gold.txt").read_text(encoding="utf-8").splitlines():
        if line.strip():
            head, _, rest = line.partition("::")
            pairs = [one.strip().rpartition(" ") for one in rest.split(";") if one.strip()]
            found[head.strip()] = {word.strip(): int(count) for word, _, count in pairs}
    return found


def guesses(name: str) -> dict[str, list[str]]:
    """Sentence → the guesses of a system, the best first."""
    found = {}
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.strip():
            head, _, rest = line.partition("::")
            found[head.strip()] = [one.strip() for one in rest.split(";") if one.strip()]
    return found


def entropies() -> dict[str, float]:
    """H / log N of each sentence, computed here from the counts alone."""
    found = {}
    for item, counts in gold().items():
        n = np.array(list(counts.values()), dtype=float)
        p = n / n.sum()
        found[item] = float(-(p * np.log(p)).sum() / np.log(n.sum()))
    return found


def out_of_ten(name: str) -> dict[str, float]:
    """oot(i) = Σ freq(a) / |H| over at most ten distinct guesses, without the campaign's mapping."""
    said = guesses(name)
    return {
        item: sum(counts.get(word, 0) for word in dict.fromkeys(said.get(item, [])[:10])) / sum(counts.values())
        for item, counts in gold().items()
    }


def features() -> dict[str, list[Any]]:
    """One row per sentence: the text with its target marked, the target, its part of speech, its synonyms."""
    rows: dict[str, list[Any]] = {"item": [], "text": [], "target": [], "pos": [], "synonyms": []}
    synonyms = guesses("baseline_dicosyn.txt")
    tree: Any = parse(FOLDER / "lexsubfr_semdis2014_test.xml").getroot()
    for lexelt in tree:
        lemma, part = lexelt.get("item").rsplit(".", 1)
        for instance in lexelt:
            context = instance.find("context")
            head = context.find("head")
            text = f"{context.text or ''}<head>{head.text}</head>{head.tail or ''}"
            item = f"{lexelt.get('item')} {instance.get('id')}"
            rows["item"].append(item)
            rows["text"].append(re.sub(r"\s+", " ", text).strip())
            rows["target"].append(lemma)
            rows["pos"].append(part)
            rows["synonyms"].append(len(synonyms[item]))
    return rows


SYSTEMS = ("baseline_dicosyn.txt", "output_file.txt", "output_file_dropout_03.txt", "output_file_gaussian.txt")


def systems() -> Mapping[str, dict[str, float]]:
    return {Path(name).stem: out_of_ten(name) for name in SYSTEMS}
