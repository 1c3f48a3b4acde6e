"""Before and after, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accord.renderings.numbers import digits
from accord.renderings.tabled import Tabled, TabledPart
from accord.renderings.tables import Table, of_records
from accord.results.tabular import Records
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.comparison.before_and_after import BeforeAfter, PartGap

METHODS = (
    "Bootstrap over {what} ({replicates:,} replicates, seed {seed}): those in both rounds are resampled together, "
    "the others separately; percentiles at the level of a t interval (Hesterberg 2015). Rows of parts are "
    "corrected for their "
    "number (Holm 1979). Better or worse: the {level:.0%} interval of the difference excludes 0."
)


def before_after_tabled(rounds: BeforeAfter, title: str) -> Tabled:
    """Sentences and tables for people."""
    design = rounds.design
    first = many(design.before, design.what[:-1])
    facts = f"{first} before, {design.after:,} after, {design.shared:,} in both; {rounds.kind}"
    of = f": {rounds.part_name}" if rounds.part_name else ""
    shown = (
        TabledPart("measures", "Measures", lambda exact: measures_table(rounds, exact)),
        TabledPart("categories", f"Each category{of}", lambda exact: parts_table(rounds.categories, "category", exact)),
        TabledPart("annotators", f"Each annotator{of}", lambda exact: parts_table(rounds.people, "annotator", exact)),
        TabledPart(
            "confusions",
            "Confusions of two categories",
            lambda exact: parts_table(rounds.confusions, "categories", exact, CONFUSIONS),
        ),
        TabledPart("reference", "The reference", lambda exact: references_table(rounds, exact)),
        TabledPart("moved", "What changed in the reference", lambda exact: moved_table(rounds), listing=True),
    )
    methods = METHODS.format(what=design.what, replicates=rounds.replicates, seed=rounds.seed, level=rounds.confidence)
    return Tabled(title, facts, tuple(rounds.sentences()), shown, methods, rounds.read_as)


def measures_table(compared: BeforeAfter, exact: bool = False) -> Table:
    """Both values and their difference."""
    if exact:
        return of_records(Records(compared.measures).records(), "measure")
    level = f"{compared.confidence:.0%} "
    header = (
        "measure",
        "before",
        "after",
        "difference",
        f"{level}low",
        f"{level}high",
        "verdict",
        f"{compared.design.what} needed",
        "name",
    )
    made: list[tuple[str, ...]] = []
    for measure in compared.measures:
        gap = measure.gap
        if gap.undefined is not None:
            made.append((measure.name, *(digits(r.value, False) for r in (measure.before, measure.after)), *("–",) * 3,
                         f"undefined: {gap.undefined}", "–", measure.measure))  # fmt: skip
            continue
        verdict = measure.verdict + (f", within {compared.margin:g}" if measure.equivalent else "")
        needed = "–" if measure.needed is None else f"{measure.needed:,}"
        values = (gap.before, gap.after)
        ends = (gap.difference, gap.low, gap.high)
        made.append(
            (
                measure.name,
                *(digits(v, False) for v in values),
                *map(signed_gap, ends),
                verdict,
                needed,
                measure.measure,
            )
        )
    caption = (
        f"Both rounds, and the second minus the first. {compared.design.what.capitalize()} needed: how many per round "
        f"would show a difference of {compared.margin:g}."
    )
    return Table(header, tuple(made), caption, frozenset({1, 2, 3, 4, 5, 7}))


CONFUSIONS = "The share of all coincidences of labels that are these two; less is better."


def parts_table(lines: Sequence[PartGap], what: str, exact: bool = False, caption: str = "") -> Table:
    """Each part before and after, corrected over the lines."""
    if exact:
        return of_records(Records(lines).records(), "of")
    made: list[tuple[str, ...]] = []
    for line in lines:
        gap = line.gap
        values = (digits(gap.before, False), digits(gap.after, False))
        if gap.undefined is not None:
            made.append((line.of, *values, *("–",) * 4, f"undefined: {gap.undefined}"))
            continue
        ends = map(signed_gap, (gap.difference, gap.low, gap.high))
        made.append((line.of, *values, *ends, digits(line.holm, False), line.verdict()))
    header = (what, "before", "after", "difference", "low", "high", "p (Holm)", "verdict")
    return Table(
        header, tuple(made), caption or "p values are corrected for the number of rows (Holm).", frozenset(range(1, 7))
    )


def references_table(compared: BeforeAfter, exact: bool = False) -> Table:
    """How stable both references are."""
    rows = tuple(
        (change.round, str(change.k), *(digits(value, exact) for value in (change.value, change.low, change.high)))
        for change in compared.stability
    )
    caption = "The share of the reference that other groups of k annotators would change."
    return Table(("round", "k", "would change", "low", "high"), rows, caption, frozenset({1, 2, 3, 4}))


def moved_table(compared: BeforeAfter) -> Table:
    """What stood in the reference before, and what stands there now."""
    moved = compared.reference
    rows = () if moved is None else moved.examples
    caption = "" if moved is None else f"The first {len(rows)} of {moved.moved:,} {moved.what} that changed."
    return Table((compared.design.what[:-1], "before", "after"), rows, caption)


def signed_gap(value: float) -> str:
    """
    >>> signed_gap(0.12345), signed_gap(-0.5), signed_gap(0.0), signed_gap(float("nan"))
    ('+0.123', '−0.500', '0.000', '–')
    """
    if value != value:
        return "–"
    return "0.000" if abs(value) < 0.0005 else f"{value:+.3f}".replace("-", "−")
