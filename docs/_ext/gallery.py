"""Write docs/gallery.md: every measure under every degradation that applies. `python docs/_ext/gallery.py` runs it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from markup import code, escaped, table

from accord.annotations.answer_building import answers
from accord.annotations.relation_tuples import coreference
from accord.degradations import Annotations, argument_tree, labelled_items
from accord.measures import all_measures, called
from accord.results import DataError, UsageError
from accord.sweeping import Score, Sweep, sweep
from accord.sweeping.figure import figure

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from built_in_spans import overlapping_units, segments, units_apart

PAGE = Path(__file__).resolve().parents[1] / "gallery.md"
LINES = 7  # in one figure
LARGE = 2.0  # a measure with such values is drawn with others of its size, so that the rest is not pressed flat
CHAINS = ("split_chain", "merge_chains", "drop_mention", "move_mention")
COREFERENCE = ("muc", "b3", "ceaf_m", "ceaf_e", "blanc", "lea", "conll", "alpha_masi")
QUICK = {
    "gamma": "gamma(samples=10, precision=0.1)",
    "gamma_cat": "gamma_cat(samples=10, precision=0.1)",
    "holistic": "holistic(samples=10)",
}
WITHOUT_TEXTS = "each='character'"
LEFT_OUT = {
    ("spans", "gamma_k"): "it needs a category",
    ("spans", "ku_alpha"): "it needs a category",
    ("labels", "xrr"): "it compares two groups",
    ("labels", "f_measure"): "it needs a category for nothing",
    ("labels", "f_measure_half"): "it needs a category for nothing",
    ("labels", "ser"): "it needs a category for nothing",
}
HEAD = """# Gallery: every measure against known errors

What each measure gives for annotators whose errors are known: value against magnitude, from no error to nothing but
error. `python docs/_ext/gallery.py` writes this page; nothing on it is written by hand. [Degradation](degradation.md)
explains the errors. *Monotone* says whether the mean falls throughout, beyond chance; *sensitivity* is the fall per
magnitude over the first fifth: 1 means that one percent of errors costs .01.
"""


def chains() -> Annotations:
    """Forty mentions in ten chains, some alone."""
    sizes, mentions, found = (8, 6, 6, 5, 4, 4, 3, 2, 1, 1), iter(range(40)), []
    for size in sizes:
        found.append([f"m{next(mentions)}" for _ in range(size)])
    return coreference({"reference": found})


def words() -> Annotations:
    """Two hundred items, each with two of sixteen words."""
    said: dict[object, dict[object, object]] = {
        str(item): {"reference": [f"word {item % 16}", f"word {(item * 7 + 3) % 16}"]} for item in range(200)
    }
    return answers(said)


def names_of(shape: str, wanted: Callable[[str], bool] = lambda name: True) -> list[str]:
    return [
        QUICK.get(name, f"{name}({WITHOUT_TEXTS})" if "each" in record.parameters else name)
        for (kind, name), record in all_measures().items()
        if kind == shape and (kind, name) not in LEFT_OUT and wanted(name)
    ]


def ordered_items() -> Annotations:
    from dataclasses import replace

    return replace(labelled_items(300, (0.1, 0.2, 0.4, 0.2, 0.1)), level="ordinal")


def chapters() -> list[tuple[str, str, Annotations, list[str] | None, list[str], int]]:
    """Title, what it is about, reference, degradations, measures, repetitions."""
    graphs = names_of("relations", lambda name: name not in COREFERENCE)
    numeric = ("icc", "ccc", "spearman", "kendall_w", "krr", "finn", "alpha", "ac2")
    return [
        (
            "Labels",
            "300 items of three categories (50, 30 and 20 %), three annotators.",
            labelled_items(300, (0.5, 0.3, 0.2)),
            None,
            names_of("labels", lambda name: name not in numeric or name == "alpha"),
            5,
        ),
        (
            "Ordered labels",
            "300 items on a scale of five, three annotators.",
            ordered_items(),
            ["redraw", "confuse", "neighbour", "overuse"],
            names_of("labels", lambda name: name in numeric),
            5,
        ),
        (
            "Spans",
            "60 units of three categories that lie apart, three annotators.",
            units_apart(),
            None,
            names_of("spans"),
            3,
        ),
        (
            "Segmentations",
            "A text cut into 60 segments of three categories, three annotators; bounds are moved so that it stays cut.",
            segments(),
            ["shift(together=True)", "fragment", "merge", "recategorise"],
            names_of("spans", lambda name: "segmentation" in all_measures()["spans", name].side_by_side),
            3,
        ),
        (
            "Nested spans",
            "60 units of three categories that overlap or lie in each other, three annotators.",
            overlapping_units(),
            None,
            names_of("spans", lambda name: "overlapping" in all_measures()["spans", name].side_by_side),
            3,
        ),
        ("Relations", "A tree of 101 arguments, three annotators.", argument_tree(), None, graphs, 3),
        (
            "Coreference",
            "Forty mentions in ten chains, three annotators.",
            chains(),
            list(CHAINS),
            names_of("relations", lambda name: name in COREFERENCE),
            3,
        ),
        ("Free answers", "200 items, two answers each, three annotators.", words(), None, names_of("answers"), 3),
    ]


def working(data: Annotations, measures: Sequence[str], degradation: str) -> tuple[list[str], list[str]]:
    """The measures that have a value on annotators who agree, and those that have none."""
    good: list[str] = []
    bad: list[str] = []
    for name in measures:
        try:
            made = sweep(data, [degradation], [name], magnitudes=[0.1], repeats=1)
        except (DataError, UsageError):
            bad.append(name)
            continue
        (bad if np.isnan(made.values).all() else good).append(name)
    return good, bad


def findings(made: Sweep) -> str:
    """One paragraph about the shape, from the scorecard."""
    cards = made.scorecard
    rising = sorted({one.measure for one in cards if not one.monotone and not one.blind})
    steady = [name for name in made.measures if name not in rising]
    said = []
    if steady:
        said.append(
            f"Under all of these errors {_listed(made, steady)} fall{'s' if len(steady) == 1 else ''} throughout."
        )
    turning: dict[str, list[Score]] = {}
    for one in cards:
        if not one.monotone and not one.blind:
            turning.setdefault(one.degradation, []).append(one)
    for name, several in turning.items():
        share = f"{len(several)} of {len(made.measures)} measures"
        where = np.median([one.falls_until for one in several])
        said.append(f"Under {code(name)}, {share} rise again, half of them before {where:.2f}.")
    blind = [(one.measure, one.degradation) for one in cards if one.blind]
    if blind:
        told = [f"{_human(made, measure)} ({code(name)})" for measure, name in blind[:8]]
        said.append(f"Blind to an error: {', '.join(told)}{', …' if len(blind) > 8 else ''}.")
    keen = sorted((one for one in cards if not np.isnan(one.sensitivity)), key=lambda one: -one.sensitivity)
    if keen:
        first = keen[0]
        said.append(
            f"The most sensitive is {_human(made, first.measure)} to {code(first.degradation)}: the first percent "
            f"costs {first.sensitivity / 100:.3f}."
        )
    chance = [one for one in cards if one.degradation == "redraw" and _agreement(made, one.measure)]
    if chance:
        zero = [one.measure for one in chance if abs(one.at_full) < 0.05]
        above = [f"{_human(made, one.measure)} {one.at_full:.2f}" for one in chance if one.at_full >= 0.05]
        said.append(
            f"When all labels are drawn at random, {_listed(made, zero)} are 0; above are {', '.join(above) or 'none'}."
        )
    dear = max(zip(made.measures, made.milliseconds, strict=True), key=lambda pair: pair[1])
    said.append(f"The slowest is {_human(made, dear[0])}.")
    return " ".join(said)


def _agreement(made: Sweep, measure: str) -> bool:
    """Whether it is an agreement coefficient: neither an error rate nor a bound of another one."""
    name = measure.partition("(")[0]
    return name != "kappa_max" and all_measures()[made.kind, name].bounded


def _human(made: Sweep, measure: str) -> str:
    return escaped(called(made.kind, measure))


def _listed(made: Sweep, names: Sequence[str]) -> str:
    return ", ".join(_human(made, name) for name in names) if names else "none"


def _figures(made: Sweep) -> list[list[str]]:
    """The measures of each figure: at most `LINES`, and large values apart."""
    large = {
        name
        for name in made.measures
        if any(value > LARGE for kind in made.degradations for value in made.curve(kind, name).means)
    }
    several = [[name for name in made.measures if (name in large) == wanted] for wanted in (False, True)]
    return [names[first : first + LINES] for names in several for first in range(0, len(names), LINES)]


def card(made: Sweep) -> str:
    rows = [
        (
            _human(made, one.measure),
            code(one.measure),
            code(one.degradation),
            one.course,
            f"{one.lowest:.2f} to {one.highest:.2f}",
            "undefined" if np.isnan(one.at_full) else f"{one.at_full:.2f}",
            f"{one.sensitivity:.2f}",
        )
        for one in made.scorecard
    ]
    return table(("measure", "name", "degradation", "monotone", "range", "at m = 1", "sensitivity"), rows)


def chapter(
    title: str, about: str, data: Annotations, named: list[str] | None, measures: list[str], repeats: int
) -> str:
    first = (
        named[0]
        if named
        else {"labels": "confuse", "spans": "false_negative", "relations": "flip", "answers": "drop"}[data.kind]
    )
    good, bad = working(data, measures, first)
    made = sweep(data, named, good, magnitudes=11, repeats=repeats, annotators=3, seed=1)
    parts = [f"## {title}", about, findings(made)]
    for names in _figures(made):
        drawn = figure(made, names, points=False)
        parts.append("```{raw} html\n" + drawn + "\n```")
    parts.append(f"<details><summary>The scorecard</summary>\n\n{card(made)}\n\n</details>")
    out = [
        f"{escaped(called(kind, name))} ({escaped(LEFT_OUT[kind, name])})"
        for kind, name in all_measures()
        if kind == data.kind and (kind, name) in LEFT_OUT
    ]
    out += [escaped(called(data.kind, name)) for name in bad]
    if out:
        parts.append(f"Not tried: {', '.join(dict.fromkeys(out))}.")
    return "\n\n".join(parts)


def main() -> int:
    PAGE.write_text("\n\n".join([HEAD.rstrip(), *(chapter(*one) for one in chapters())]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
