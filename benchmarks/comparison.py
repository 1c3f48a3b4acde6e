"""Time accord and a peer on the same data, and print the comparisons side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan
from time import perf_counter

REPEATS = 5
SECONDS = 8.0  # after which a comparison is not repeated any more


@dataclass(frozen=True)
class Comparison:
    """One line of the table: the best time of each side, and the values they found."""

    what: str
    size: str
    accord_seconds: float
    peer: str
    peer_seconds: float | None
    accord_value: float
    peer_value: float | None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return None if self.peer_seconds is None else self.peer_seconds / self.accord_seconds

    def cells(self) -> list[str]:
        known = self.peer_value is not None and not isnan(self.peer_value)
        return [
            self.what,
            self.size,
            seconds(self.accord_seconds),
            self.peer,
            "—" if self.peer_seconds is None else seconds(self.peer_seconds),
            "—" if self.ratio is None else f"{self.ratio:,.1f}" if self.ratio < 100 else f"{self.ratio:,.0f}",
            f"{self.accord_value:.6f}",
            f"{self.peer_value:.6f}" if known else "—",
            f"{abs(self.accord_value - self.peer_value):.0e}" if known else "—",
            self.note,
        ]


def compare(
    what: str,
    size: str,
    accord_call: Callable[[], float],
    peer: str = "none",
    peer_call: Callable[[], float] | None = None,
    *,
    times: int = 1,
    note: str = "",
) -> Comparison:
    """Run both in turn, so that a busy moment of the machine hits both, and keep the best time of each.

    The peer's time is multiplied by `times`, for what would take too long in full; a peer that fails says why.
    """
    mine: list[float] = []
    theirs: list[float] = []
    peer_value: float | None = None
    started = perf_counter()
    while len(mine) < REPEATS and (not mine or perf_counter() - started < SECONDS):
        accord_value, taken = timed(accord_call)
        mine.append(taken)
        if peer_call is None:
            continue
        try:
            peer_value, taken = timed(peer_call)
        except Exception as error:  # whatever a peer raises is its result
            words = " ".join(str(error).split()[:8])
            note, peer_call = f"{type(error).__name__}: {words}", None
        else:
            theirs.append(taken)
    best = min(theirs) * times if theirs else None
    return Comparison(what, size, min(mine), peer, best, accord_value, peer_value, note)


def timed(call: Callable[[], float]) -> tuple[float, float]:
    start = perf_counter()
    value = call()
    return float(value), perf_counter() - start


def seconds(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}" if number >= 0.001 else f"{number:.4f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose columns also line up in a terminal."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join("| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines)
