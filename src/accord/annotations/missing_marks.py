"""Labels that look like 'nothing was said': N/A, a dash, -99. Among numbers they are read as missing, and told."""

from __future__ import annotations

from collections.abc import Sequence

from accord.results import ReadAs, Reading

MARKS = frozenset(
    {
        "na", "n/a", "nan", "null", "none", "nil", "#n/a", "?", "??", "-", "--", "—", "–", ".", "..", "n.a.", "n. a.",
        "n.d.", "n/d", "k.a.", "s.o.", "missing", "<na>", "not asked", "not available", "manquant",
    }
)  # fmt: skip
_AMBIGUOUS = {"none", "missing", "na"}  # that are labels too, among words
_CODES = {-9, -88, -99, -888, -999, -9999, 88, 99, 888, 999, 9999}
MOST_POINTS = 12  # of a scale beside which 99 is no point


def looks_missing(name: str) -> bool:
    """
    >>> looks_missing("N/A"), looks_missing("—"), looks_missing("no")
    (True, True, False)
    """
    return name.strip().casefold() in MARKS


def missing_marks(names: Sequence[str]) -> tuple[set[str], ReadAs]:
    """The labels that are read as missing, and what to tell; labels among words are kept as categories, and told.

    >>> missing_marks(["1", "2", "3", "N/A"])[0], missing_marks(["1", "2", "5", "-99"])[0]
    ({'N/A'}, {'-99'})
    >>> missing_marks(["yes", "no", "?"])[0], missing_marks(["-99", "-40", "12"])[0]
    (set(), set())
    """
    marks = [name for name in names if looks_missing(name)]
    others = [name for name in names if name not in marks]
    whole = [number for number in [_number(name) for name in others] if number is not None]
    if len(others) < 2:
        return set(), ()
    if len(whole) == len(others):
        missing = {*marks, *_codes(others)}
        why = "as all other labels are numbers" if marks else "far from all other labels"
        return missing, tuple(
            Reading("missing", f"'{name}' means not asked, {why}", True, (f"missing={name}", "categories"))
            for name in sorted(missing)
        )
    kept = [name for name in marks if name.strip().casefold() not in _AMBIGUOUS]
    return set(), tuple(
        Reading("missing", f"'{name}' is kept as a category", True, (f"missing={name}", "categories"))
        for name in sorted(kept)
    )


def _codes(names: Sequence[str]) -> set[str]:
    """The codes of statistics programs for 'no answer', where all other numbers are points of one short scale."""
    values = {name: _number(name) for name in names}
    codes = {name for name, value in values.items() if value in _CODES}
    points = [value for name, value in values.items() if name not in codes and value is not None]
    if not codes or len(points) < 2 or len(points) > MOST_POINTS:
        return set()
    scale = all(value == round(value) and 0 <= value <= MOST_POINTS for value in points)
    return codes if scale else set()


def _number(name: str) -> float | None:
    try:
        return float(name.strip().replace(",", "."))
    except ValueError:
        return None
