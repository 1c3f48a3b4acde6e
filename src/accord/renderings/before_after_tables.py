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


def before_after_tabled(found: BeforeAfter, title: str) -> Tabled:
    """Sentences and tables for people."""
    design = found.design
    first = many(design.before, design.what[:-1])
    facts = f"{first} before, {design.after:,} after, {design.shared:,} in both; {found.kind}"
    of = f": {found.part_name}" if found.part_name else ""
    shown = (
        TabledPart("measures", "Measures", lambda exact: measures_table(found, exact)),
        TabledPart("categories", f"Each category{of}", lambda exact: parts_table(found.categories, "category", exact)),
        TabledPart("annotators", f"Each annotator{of}", lambda exact: parts_table(found.people, "annotator", exact)),
        TabledPart(
            "confusions",
            "Confusions of two categories",
            lambda exact: parts_table(found.confusions, "categories", exact, CONFUSIONS),
        ),
        TabledPart("reference", "The reference", lambda exact: references_table(found, exact)),
        TabledPart("moved", "What changed in the reference", lambda exact: moved_table(found), listing=True),
    )
    methods = METHODS.format(what=design.what, replicates=found.replicates, seed=found.seed, level=found.confidence)
    return Tabled(title, facts, tuple(found.sentences()), shown, methods, found.read_as)


def measures_table(found: BeforeAfter, exact: bool = False) -> Table:
    """Both values and their difference."""
    if exact:
        return of_records(Records(found.measures).records(), "measure")
    level = f"{found.confidence:.0%} "
    header = (
        "measure",
        "before",
        "after",
        "difference",
        f"{level}low",
        f"{level}high",
        "verdict",
        f"{found.design.what} needed",
        "name",
    )
    made: list[tuple[str, ...]] = []
    for one in found.measures:
        gap = one.gap
        if gap.undefined is not None:
            made.append((one.name, *(digits(r.value, False) for r in (one.before, one.after)), *("–",) * 3,
                         f"undefined: {gap.undefined}", "–", one.measure))  # fmt: skip
            continue
        said = one.verdict + (f", within {found.margin:g}" if one.equivalent else "")
        needed = "–" if one.needed is None else f"{one.needed:,}"
        values = (gap.before, gap.after)
        ends = (gap.difference, gap.low, gap.high)
        made.append((one.name, *(digits(v, False) for v in values), *map(signed_gap, ends), said, needed, one.measure))
    caption = (
        f"Both rounds, and the second minus the first. {found.design.what.capitalize()} needed: how many per round "
        f"would show a difference of {found.margin:g}."
    )
    return Table(header, tuple(made), caption, frozenset({1, 2, 3, 4, 5, 7}))


CONFUSIONS = "The share of all coincidences of labels that are these two; less is better."


def parts_table(lines: Sequence[PartGap], what: str, exact: bool = False, caption: str = "") -> Table:
    """Each part before and after, corrected over the lines."""
    if exact:
        return of_records(Records(lines).records(), "of")
    made: list[tuple[str, ...]] = []
    for one in lines:
        gap = one.gap
        values = (digits(gap.before, False), digits(gap.after, False))
        if gap.undefined is not None:
            made.append((one.of, *values, *("–",) * 4, f"undefined: {gap.undefined}"))
            continue
        ends = map(signed_gap, (gap.difference, gap.low, gap.high))
        made.append((one.of, *values, *ends, digits(one.holm, False), one.verdict()))
    header = (what, "before", "after", "difference", "low", "high", "p (Holm)", "verdict")
    return Table(
        header, tuple(made), caption or "p values are corrected for the number of rows (Holm).", frozenset(range(1, 7))
    )


def references_table(found: BeforeAfter, exact: bool = False) -> Table:
    """How stable both references are."""
    rows = tuple(
        (one.round, str(one.k), *(digits(value, exact) for value in (one.value, one.low, one.high)))
        for one in found.stability
    )
    caption = "The share of the reference that other groups of k annotators would change."
    return Table(("round", "k", "would change", "low", "high"), rows, caption, frozenset({1, 2, 3, 4}))


def moved_table(found: BeforeAfter) -> Table:
    """What stood in the reference before, and what stands there now."""
    moved = found.reference
    rows = () if moved is None else moved.examples
    caption = "" if moved is None else f"The first {len(rows)} of {moved.moved:,} {moved.what} that changed."
    return Table((found.design.what[:-1], "before", "after"), rows, caption)


def signed_gap(value: float) -> str:
    """
    >>> signed_gap(0.12345), signed_gap(-0.5), signed_gap(0.0), signed_gap(float("nan"))
    ('+0.123', '−0.500', '0.000', '–')
    """
    if value != value:
        return "–"
    return "0.000" if abs(value) < 0.0005 else f"{value:+.3f}".replace("-", "−")
