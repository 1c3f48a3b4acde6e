"""Drift: does agreement change over time, or over the order of the items — for everybody, or for one annotator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.annotations import Labels
from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.closeness import Closeness
from accord.results.arrays import Bools, Floats, Ints
from accord.results.json_numbers import JsonRecord
from accord.results.listed import left_out, smallest
from accord.results.tabular import Columns, Tabular
from accord.statistics.division import divided
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import two_sided_normal
from accord.statistics.rank_correlation import midranks

FEWEST_ITEMS = 20  # ratings beside others', for a trend to be tested
MATERIAL = 0.05  # a smaller change from the first third to the last is not worth a finding
NUMERIC = ("interval", "ratio", "circular")


@dataclass(frozen=True)
class Trend(JsonRecord):
    """Agreement in the first and in the last third, and a test of the trend over all."""

    of: str | None
    """The annotator; None for all together."""
    items: int
    early: float
    late: float
    z: float
    """The trend over ranks, for one annotator beside the trend of the others on the same items; + is upwards."""
    p: float
    """Two-sided, corrected for the number of trends (Holm)."""

    @property
    def change(self) -> float:
        return self.late - self.early

    @property
    def notable(self) -> bool:
        """Not by chance, .05 or more, and in the direction of the test: who only seems to rise beside one who falls, or
        falls with the votes of that one, has no trend of their own."""
        return self.p < ERROR_RATE and abs(self.change) >= MATERIAL and self.z * self.change > 0


@dataclass(frozen=True)
class Drift(Tabular):
    """The trend of all annotators together, then of each."""

    by: str
    """"time" or "position"; "nothing" when no order is known."""
    of: str
    """What may drift: "agreement with the vote of the others", or a closeness for numbers."""
    trends: tuple[Trend, ...]

    def _columns(self) -> Columns:
        """A row for each trend; that of all together is of nobody."""
        names = ("of", "items", "early", "late", "change", "z", "p")
        return {name: [getattr(trend, name) for trend in self.trends] for name in names}

    def as_json(self) -> dict[str, object]:
        """Of many trends those that are least by chance; the one of all together comes first."""
        key = np.array([-1.0 if trend.of is None else trend.p for trend in self.trends], dtype=np.float64)
        rows = smallest(key).tolist()
        trends = [self.trends[row].as_json() for row in rows]
        return {"by": self.by, "of": self.of, "trends": trends, **left_out(len(self.trends), len(rows))}

    def findings(self) -> list[Finding]:
        """Of single annotators; of all together where no single one explains it."""
        notable = [trend for trend in self.trends if trend.notable]
        return [self._finding(trend) for trend in [trend for trend in notable if trend.of is not None] or notable]

    def _finding(self, trend: Trend) -> Finding:
        falls = "falls" if trend.change < 0 else "rises"
        who = "everybody together" if trend.of is None else f"'{trend.of}'"
        over = "over time" if self.by == "time" else "over the order of the items"
        alone = (
            "All annotators change together, so that either the items become "
            + ("harder" if trend.change < 0 else "easier")
            + " or everybody learns, tires or was told something on the way. "
            if trend.of is None
            else f"The others do not change in this way on the same items, so that it is '{trend.of}' who changes. "
        )
        return Finding(
            kind="drift",
            matters=min(0.8, 0.3 + 2 * abs(trend.change)),
            title=(
                f"The {self.of} of {who} {falls} {over}: {trend.early:.1%} in the first third, {trend.late:.1%} in the "
                f"last, of {trend.items:,} ratings (p {shown_p(trend.p)})."
            ),
            explanation=(
                alone + "The trend is tested over ranks with a correction for the number of annotators and for "
                "neighbours alike: false alarms come in at most 1 of 100 data sets."
            ),
            action=(
                "Compare early and late items of the same kind; have some early ones labelled again, and shuffle the "
                "order of the items for each annotator next time."
            ),
            numbers={
                "annotator": trend.of,
                "early": trend.early,
                "late": trend.late,
                "ratings": trend.items,
                "p": trend.p,
            },
        )


def drift(data: Labels | Ballots) -> Drift:
    """Trends of agreement with the others over time (where labels have times) or over the position of items.

    Agreement is that with the vote of the others; for numbers it is the closeness 1 − d / D_e to their labels. The
    trend of one annotator is that of the difference to the mean of the others on the same items: items that become
    harder are the trend of all. Items with two labels do not tell who of the two changes, and are only in the latter.
    The test is of Σ (rank − mean rank) · y, whose variance under random order is known; it is widened by
    (1 + r) / (1 − r) when neighbours are alike (r their correlation within tenths of the sequence).

    >>> import accord
    >>> rows = [["a", "a", "a"]] * 40 + [["a", "a", "b"], ["b", "b", "a"]] * 20
    >>> [trend.of for trend in drift(accord.labels(rows)).trends if trend.notable]
    [None, 'A3']
    """
    ballots = Ballots.of(data)
    labels = ballots.labels
    values, what = agreement_of(ballots)
    if not ballots.named or labels.n_annotators < 2 or not (labels.weights == 1).all() or len(values) == 0:
        return Drift("nothing", what, ())
    by, when = order_of(labels, ballots.row)
    known = ~np.isnan(values) & ~np.isnan(when)
    trends = [tested_trend(None, *_by_item(ballots.row[known], values[known], when[known], labels.n_rows))]
    if labels.n_annotators > 2 and (labels.sizes > 2).any():
        trends += [tested_trend(*columns) for columns in _by_annotator(ballots, values, when, known)]
    return Drift(by, what, corrected(trends))


def agreement_of(ballots: Ballots) -> tuple[Floats, str]:
    """(ratings,) agreement of each rating with the others, and what it is called."""
    if ballots.labels.level not in NUMERIC:
        return ballots.agreement, "agreement with the vote of the others"
    closeness = Closeness.of(ballots.labels)
    expected = closeness.expected(ballots.labels)
    if not expected > 0:
        return np.full(len(ballots.row), np.nan), "closeness to the others"
    return 1 - closeness.to_others(ballots)[ballots.cell] / expected, "closeness to the others"


def order_of(labels: Labels, row: Ints) -> tuple[str, Floats]:
    """(ratings,) when each rating was given, or the place of its item in the data."""
    if labels.times is not None and not np.isnan(labels.times).all():
        return "time", labels.times
    return "position", row.astype(np.float64)


def _by_item(row: Ints, values: Floats, when: Floats, rows: int) -> tuple[Floats, Floats, Floats]:
    """Mean agreement (to show, and to test) and mean time of each item that has any."""
    times = np.bincount(row, minlength=rows)
    used = times > 0
    mean = np.bincount(row, weights=values, minlength=rows)[used] / times[used]
    return mean, mean, np.bincount(row, weights=when, minlength=rows)[used] / times[used]


def _by_annotator(
    ballots: Ballots, values: Floats, when: Floats, known: Bools
) -> Iterator[tuple[str, Floats, Floats, Floats]]:
    """Name, agreement, agreement beside that of the others on the item, and time, of each annotator's ratings."""
    beside = beside_others(ballots, values, known)
    known = ~np.isnan(beside)
    order = np.flatnonzero(known)[np.argsort(ballots.who[known], kind="stable")]
    ends = np.cumsum(np.bincount(ballots.who[known], minlength=len(ballots.annotators)))
    for name, mine in zip(ballots.annotators, np.split(order, ends[:-1]), strict=True):
        yield name, values[mine], beside[mine], when[mine]


def beside_others(ballots: Ballots, values: Floats, known: Bools) -> Floats:
    """(ratings,) each value minus the mean of the others on the item; nan of two labels, each the vote of the other."""
    rows = ballots.labels.n_rows
    total = np.bincount(ballots.row[known], weights=values[known], minlength=rows).astype(np.float64)[ballots.row]
    others = (np.bincount(ballots.row[known], minlength=rows)[ballots.row] - 1).astype(np.float64)
    return np.where(known & (others >= 2), values - divided(total - values, others), np.nan)


def corrected(trends: Sequence[Trend]) -> tuple[Trend, ...]:
    """The same after Holm's correction over them."""
    p = holm(np.array([trend.p for trend in trends]))
    return tuple(replace(trend, p=float(chance)) for trend, chance in zip(trends, p, strict=True))


def tested_trend(of: str | None, shown: Floats, tested: Floats, when: Floats) -> Trend:
    """One trend: `shown` is what is reported in thirds, `tested` what is tested; p is not corrected yet."""
    size = len(shown)
    order = np.argsort(when, kind="stable")
    third = max(1, size // 3)
    early = float(shown[order[:third]].mean()) if size else float("nan")
    late = float(shown[order[-third:]].mean()) if size else float("nan")
    z = _trend(tested[order], when[order]) if size >= FEWEST_ITEMS else float("nan")
    return Trend(of, size, early, late, z, float(two_sided_normal(np.array([z]))[0]))


def _trend(values: Floats, when: Floats) -> float:
    """z of Σ (rank − mean rank) · y over values in order; nan when nothing varies."""
    ranks = midranks(when)
    ranks = ranks - ranks.mean()
    centred = values - values.mean()
    spread, square = float(ranks @ ranks), float(centred @ centred)
    if spread == 0 or square <= 1e-20 * max(1.0, float(values @ values)):
        return float("nan")
    alike = min(max(0.0, _neighbours_alike(values)), 0.9)
    widened = (1 + alike) / (1 - alike)
    return float(float(ranks @ centred) / np.sqrt(spread * square / (len(values) - 1) * widened))


def _neighbours_alike(values: Floats) -> float:
    """The correlation of neighbours within tenths of the sequence: what is slower than that is the trend itself."""
    block = np.arange(len(values)) * min(10, len(values) // 10) // len(values)
    mean = np.bincount(block, weights=values) / np.bincount(block)
    rest = values - mean[block]
    power = float(rest @ rest)
    return float(rest[1:] @ rest[:-1]) / power if power > 1e-12 * float(values @ values) else 0.0


def shown_p(p: float) -> str:
    return "< .001" if p < 0.001 else f"= {p:.3f}"
