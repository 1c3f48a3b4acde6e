"""Consensus units: what most annotators found, from the best alignment, for adjudication."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from accord.annotations import annotators_chosen
from accord.annotations.among import Names
from accord.annotations.annotated import ShownAsText
from accord.annotations.fragments import Bounds, covered_by_half, fragments_of, several
from accord.annotations.spans import BETWEEN, UNCATEGORISED, Spans
from accord.consensus.aligned_units import AlignedUnits, aligned_units
from accord.formats.public_functions import public
from accord.results import Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Floats, Ints
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.alignment import Alignment

REFERENCE = "reference"
TIED_CATEGORY = "category tied"
NO_CATEGORY = "category without a majority"
NO_START, NO_END = "start without a majority", "end without a majority"
NO_FRAGMENTS = "fragments without a majority"
HALF = "found by half of the annotators"
MINORITY = "found by a minority"
SINGLE = "one annotator only"
Support = Literal["majority"] | int
_RECORD = (
    "document", "start", "end", "category", "support", "asked", "included",
    "category_share", "start_share", "end_share",
)  # fmt: skip
_COLUMNS = ("document", "start", "end", "category", "included", "support", "asked", "category_share")


@dataclass(frozen=True)
class ConsensusUnit:
    """One unitary alignment, and the unit that stands for it."""

    document: str
    start: float
    end: float
    category: str | None
    support: int
    """How many annotators have a unit there."""
    asked: int
    included: bool
    """Whether the unit is part of the reference."""
    category_share: float
    """The share of the supporting annotators who chose the category."""
    start_share: float
    """The share who have this very start."""
    end_share: float
    tied: tuple[str | None, ...]
    """The categories that share the first place; one when there is no tie."""
    discuss: tuple[str, ...]
    """Why the unit is to be discussed; nothing when it is settled."""
    members: tuple[tuple[str, int], ...]
    """Annotators and their units, as places among the units of the corpus."""
    text: str | None = None
    fragments: tuple[Bounds, ...] | None = None
    """Those of a discontinuous unit."""
    fragments_share: float = 1.0
    """The share who have these very fragments, where any of their units is discontinuous."""

    def in_table(self) -> list[dict[str, object]]:
        joined = {"annotators": ", ".join(name for name, _ in self.members), "discuss": "; ".join(self.discuss)}
        row = {**{name: getattr(self, name) for name in _RECORD}, **joined, "text": self.text}
        if self.fragments is None:
            return [row]
        from accord.annotations.fragment_cells import fragments_text

        return [{**row, "fragments": fragments_text(self.fragments)}]

    def as_json(self) -> dict[str, object]:
        record: dict[str, object] = {name: getattr(self, name) for name in _RECORD}
        record |= {"discuss": list(self.discuss), "annotators": [name for name, _ in self.members]}
        if len(self.tied) > 1:
            record["tied"] = list(self.tied)
        if self.fragments is not None:
            record["fragments"] = [list(bounds) for bounds in self.fragments]
        if self.text is not None:
            record["text"] = self.text
        return record


@dataclass(frozen=True, eq=False)
class ConsensusUnits(ShownAsText):
    """The units most annotators agree to have found, and those to discuss."""

    data: Spans
    support: Support
    units: tuple[ConsensusUnit, ...]
    """All unitary alignments by document and start, those that are not included too."""
    spans: Spans
    """The units included, of one annotator "reference"."""
    diagnostics: Diagnostics = ()

    def __iter__(self) -> Iterator[ConsensusUnit]:
        """The units that are included."""
        return (unit for unit in self.units if unit.included)

    def __len__(self) -> int:
        return len(self.spans)

    def to_discuss(self, limit: int | None = None) -> list[ConsensusUnit]:
        """The units whose existence, category or bounds are not settled: those with most open questions first."""
        open_ones = [(place, unit) for place, unit in enumerate(self.units) if unit.discuss]
        return [unit for _, unit in sorted(open_ones, key=lambda entry: (-_urgency(entry[1]), entry[0]))[:limit]]

    def rows(self) -> list[dict[str, object]]:
        """Table rows: the included units and those to discuss, in the order of the documents."""
        return [
            {name: getattr(unit, name) for name in _COLUMNS} | {"discuss": "; ".join(unit.discuss), "text": unit.text}
            for unit in self.units
            if unit.included or unit.discuss
        ]

    def as_json(self) -> dict[str, object]:
        return {
            "support": self.support,
            "annotator": REFERENCE,
            "units": len(self),
            "to_discuss": sum(bool(unit.discuss) for unit in self.units),
            "reference": [unit.as_json() for unit in self.units if unit.included or unit.discuss],
        }

    def __repr__(self) -> str:
        unsure = sum(bool(unit.discuss) for unit in self.units)
        units, documents = many(len(self), "unit"), many(self.data.n_documents, "document")
        return f"ConsensusUnits({units} in {documents}, {unsure:,} to discuss)"


@public("spans", renamed={"spans": "data"})
def consensus_units(
    data: Spans,
    alignment: Alignment | None = None,
    support: Support = "majority",
    *,
    only: Names = None,
    without: Names = None,
) -> ConsensusUnits:
    """The units that enough annotators agree on: one for each unitary alignment, document by document.

    Parameters
    ----------
    data
        Spans, a data frame or rows of units, or a path.
    alignment
        An alignment made before with `accord.align`; it is computed when none is given.
    support
        "majority": more than half of the annotators who were asked; a number: at least so many.

    Returns
    -------
    ConsensusUnits
        A sequence of units with their support; `to_discuss` has those that no majority settled.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When the data are not spans.

    Notes
    -----
    Bounds are medians; between two middle positions the one that makes the unit longer. Where units are discontinuous,
    the unit is what at least half of those who found it cover, which is the same for units of one piece. The category
    is the most frequent; among tied ones the one that is more frequent in all, then the first in order. Whatever no
    majority has settled is marked "to discuss", also units that exactly half of the annotators found: they are not
    included.

    Examples
    --------
    >>> from accord.annotations.span_building import spans
    >>> data = spans([("A", 0, 9, "x"), ("B", 0, 9, "x"), ("C", 2, 9, "y"), ("C", 20, 30, "y")])
    >>> [(one.start, one.end, one.category, one.support) for one in consensus_units(data)]
    [(0.0, 9.0, 'x', 3)]
    """
    if support != "majority" and (isinstance(support, bool) or not isinstance(support, int) or support < 1):
        raise UsageError(f"support={support!r} is not known", "use 'majority', or a number of at least 1")
    if alignment is not None and (only is not None or without is not None):
        raise UsageError("the alignment is one of all annotators", "leave alignment= out, or only= and without=")
    groups = aligned_units(annotators_chosen(data, only, without), alignment)
    voted = _voted(groups)
    included = _enough(groups, support)
    units = tuple(_unit(groups, voted, place, bool(included[place])) for place in range(len(groups)))
    order = sorted(range(len(units)), key=lambda k: (groups.document[k], units[k].start, units[k].end, k))
    return ConsensusUnits(
        data=groups.spans,
        support=support,
        units=tuple(units[place] for place in order),
        spans=_reference(groups, voted, included),
        diagnostics=_said(units),
    )


@dataclass(frozen=True, eq=False)
class _Voted:
    """(groups,) what the annotators of each group say together."""

    starts: Floats
    ends: Floats
    codes: NDArray[np.int32]
    same_start: Ints
    same_end: Ints
    votes: Ints
    tied: list[NDArray[np.int32]]
    fragments: Mapping[int, tuple[Bounds, ...]]
    """Of groups with a discontinuous unit: what half of their units cover."""


def _enough(groups: AlignedUnits, support: Support) -> NDArray[np.bool_]:
    if support == "majority":
        return np.asarray(2 * groups.support > groups.number)
    return np.asarray(groups.support >= support)


def _voted(groups: AlignedUnits) -> _Voted:
    spans, present = groups.spans, groups.present
    rows, middle = np.arange(len(groups)), groups.support

    def positions(values: Floats) -> Floats:
        table = np.full(present.shape, np.inf)
        table[present] = values[groups.units[present]]
        return table

    starts, ends = positions(spans.starts), positions(spans.ends)
    start = np.sort(starts, axis=1)[rows, (middle - 1) // 2]
    end = np.sort(ends, axis=1)[rows, middle // 2]
    codes, votes, tied = _categories(groups)
    pieces = _voted_fragments(groups)
    for group, cell in pieces.items():
        start[group], end[group] = cell[0][0], cell[-1][1]
    return _Voted(
        starts=start,
        ends=end,
        codes=codes,
        same_start=(starts == start[:, None]).sum(axis=1),
        same_end=(ends == end[:, None]).sum(axis=1),
        votes=votes,
        tied=tied,
        fragments=pieces,
    )


def _voted_fragments(groups: AlignedUnits) -> dict[int, tuple[Bounds, ...]]:
    fragments = groups.spans.fragments
    if fragments is None:
        return {}
    odd = (groups.present & fragments.several[groups.units]).any(axis=1)  # −1 is no unit, and not present
    pieces = {}
    for group in np.flatnonzero(odd).tolist():
        pieces[group] = covered_by_half([fragments.of(unit) for _, unit in groups.members(group)])
    return pieces


def _categories(groups: AlignedUnits) -> tuple[NDArray[np.int32], Ints, list[NDArray[np.int32]]]:
    """(groups,) the category, its votes, and those that share the first place; no category counts as one of its own."""
    spans = groups.spans
    size = len(spans.categories) + 1
    group, who = np.nonzero(groups.present)
    code = spans.codes[groups.units[group, who]] + 1
    cells, votes = np.unique(group * np.int64(size) + code, return_counts=True)
    owner, shifted = np.divmod(cells, size)
    order = np.lexsort((shifted, -np.bincount(spans.codes + 1, minlength=size)[shifted], -votes, owner))
    owner, shifted, votes = owner[order], shifted[order], votes[order]
    begins = np.searchsorted(owner, np.arange(len(groups)))
    most = votes[begins]
    leading = votes == most[owner]
    ends = np.cumsum(np.bincount(owner[leading], minlength=len(groups)))
    tied = np.split((shifted[leading] - 1).astype(np.int32), ends[:-1])
    return (shifted[begins] - 1).astype(np.int32), most, tied


def _unit(groups: AlignedUnits, voted: _Voted, group: int, included: bool) -> ConsensusUnit:
    spans, document = groups.spans, int(groups.document[group])
    support, asked = int(groups.support[group]), int(groups.number[group])
    start, end = float(voted.starts[group]), float(voted.ends[group])
    tied = tuple(_text(spans, int(code)) for code in voted.tied[group])
    known = spans.texts is not None and spans.whole
    pieces = voted.fragments.get(group, ((start, end),))
    same = support
    if group in voted.fragments:
        same = sum(spans.pieces(unit) == pieces for _, unit in groups.members(group))
    unit = ConsensusUnit(
        document=spans.documents[document],
        start=start,
        end=end,
        category=_text(spans, int(voted.codes[group])),
        support=support,
        asked=asked,
        included=included,
        category_share=int(voted.votes[group]) / support,
        start_share=int(voted.same_start[group]) / support,
        end_share=int(voted.same_end[group]) / support,
        tied=tied,
        discuss=(),
        members=tuple(groups.members(group)),
        text=_covered(spans.texts[document], pieces) if known and spans.texts is not None else None,
        fragments=pieces if len(pieces) > 1 else None,
        fragments_share=same / support,
    )
    return replace(unit, discuss=_open_questions(unit))


def _covered(text: str, pieces: tuple[Bounds, ...]) -> str:
    return BETWEEN.join(text[int(start) : int(end)] for start, end in pieces)


def _open_questions(unit: ConsensusUnit) -> tuple[str, ...]:
    """What no majority has settled about a unit; what only a minority found, and is left out, is settled."""
    half = 2 * unit.support == unit.asked
    if not unit.included:
        return (HALF,) if half else ()
    open_ones = []
    if unit.asked == 1:
        open_ones.append(SINGLE)
    elif 2 * unit.support <= unit.asked:
        open_ones.append(HALF if half else MINORITY)
    if len(unit.tied) > 1:
        open_ones.append(TIED_CATEGORY)
    elif unit.category_share <= 0.5:
        open_ones.append(NO_CATEGORY)
    if unit.start_share <= 0.5:
        open_ones.append(NO_START)
    if unit.end_share <= 0.5:
        open_ones.append(NO_END)
    if unit.fragments_share <= 0.5 and not {NO_START, NO_END} & set(open_ones):
        open_ones.append(NO_FRAGMENTS)
    return tuple(open_ones)


def _urgency(unit: ConsensusUnit) -> float:
    """Whether a unit exists and what it is come before where it begins and ends."""
    weight = {HALF: 3.0, MINORITY: 3.0, SINGLE: 1.0, TIED_CATEGORY: 2.0, NO_CATEGORY: 2.0, NO_START: 0.5, NO_END: 0.5}
    weight[NO_FRAGMENTS] = 0.5
    return sum(weight[reason] for reason in unit.discuss)


def _text(spans: Spans, code: int) -> str | None:
    return None if code == UNCATEGORISED else spans.categories.texts[code]


def _reference(groups: AlignedUnits, voted: _Voted, included: NDArray[np.bool_]) -> Spans:
    """The included units as spans of one annotator."""
    chosen = np.flatnonzero(included)
    order = np.lexsort((voted.codes[chosen], voted.ends[chosen], voted.starts[chosen], groups.document[chosen]))
    chosen = chosen[order]
    return replace(
        groups.spans,
        annotators=(REFERENCE,),
        assigned=np.asarray(groups.spans.assigned.any(axis=1, keepdims=True)),
        document=groups.document[chosen].astype(np.int32),
        who=np.zeros(len(chosen), dtype=np.int32),
        starts=voted.starts[chosen],
        ends=voted.ends[chosen],
        codes=voted.codes[chosen],
        names=None,
        diagnostics=(),
        fragments=fragments_of(
            voted.starts[chosen],
            voted.ends[chosen],
            [several(voted.fragments.get(group)) for group in chosen.tolist()],
        )
        if voted.fragments
        else None,
    )


def _said(units: tuple[ConsensusUnit, ...]) -> Diagnostics:
    """A note when something was decided by a rule and not by a majority."""
    tied = sum(TIED_CATEGORY in unit.discuss for unit in units)
    half = sum(HALF in unit.discuss for unit in units)
    bounds = sum(bool({NO_START, NO_END, NO_FRAGMENTS} & set(unit.discuss)) for unit in units)
    if not tied and not half and not bounds:
        return ()
    return (
        Diagnostic(
            "ACC155",
            f"no majority settles everything: {tied:,} tied categories, {bounds:,} units with open bounds, {half:,} "
            "units that half of the annotators found",
            hint="discuss the units that are marked so",
        ),
    )
