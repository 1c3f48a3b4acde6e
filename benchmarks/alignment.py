"""accord beside pygamma-agreement on best alignments: one run, one table. `make bench` runs it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

from continua import Unit, chance, noisy, stored

import accord
from comparison import REPEATS, SECONDS, Comparison, seconds, table, timed

HEAD = ("what", "annotators × units", "accord s", "peer", "peer s", "ratio", "accord", "peer value", "diff.", "note")
TARGETS = {"3x25": 20, "3x100": 120, "4x100": 1_000, "5x25": 1_000}
APART_TARGETS = {"3x25": 30, "3x100": 120, "5x25": 1_000}
SIZES = ("3x25", "2x100", "3x100", "4x25", "5x25", "2x1000", "3x500", "4x100")
SCALING = (100, 300, 1_000, 3_000, 10_000)


def with_accord(rows: list[Unit], alpha: float = 1.0) -> Callable[[], float]:
    """From tuples to the value: the object is built anew each time."""
    return lambda: accord.align(accord.spans(rows), alpha=alpha).value


def with_pygamma(rows: list[Unit], alpha: float = 1.0) -> Callable[[], float]:
    """The same with the peer, whose dissimilarity is made once: each new one is compiled for a tenth of a second."""
    from pygamma_agreement import CombinedCategoricalDissimilarity

    dissimilarity = CombinedCategoricalDissimilarity(alpha=alpha, beta=1, delta_empty=1)

    def best() -> float:
        return float(_peer_continuum(rows).get_best_alignment(dissimilarity).disorder)

    _peer_continuum(noisy(len({who for who, *_ in rows}), 3)).get_best_alignment(dissimilarity)  # compiles
    return best


def _peer_continuum(rows: list[Unit]) -> Any:
    from pyannote.core import Segment
    from pygamma_agreement import Continuum

    continuum = Continuum()
    for who, start, end, category in rows:
        continuum.add(who, Segment(start, end), category)
    return continuum


def best_alignments() -> list[Comparison]:
    """The same continua, from tuples to the disorder of the best alignment, on both sides."""
    with_accord(noisy(3, 5))()
    lines = []
    for name in SIZES:
        annotators, units = name.split("x")
        rows = stored(name) or noisy(int(annotators), int(units))
        lines.append(side_by_side(f"{annotators} × {units}", with_accord(rows), with_pygamma(rows)))
    return lines


def units_apart() -> list[Comparison]:
    """Units that lie far apart, with α = 3."""
    lines = []
    for name in APART_TARGETS:
        annotators, units = map(int, name.split("x"))
        rows = noisy(annotators, units, apart=8.0)
        line = side_by_side(f"{annotators} × {units}", with_accord(rows, 3.0), with_pygamma(rows, 3.0))
        lines.append(replace(line, what="units apart, α = 3"))
    return lines


def gammas() -> list[Comparison]:
    """γ with 30 random continua from tuples on, beside the peer's exact mode and its approximate one."""
    lines = []
    for name, fast in (("3x25", False), ("3x25", True), ("3x100", False), ("3x100", True)):
        annotators, units = name.split("x")
        rows = stored(name) or noisy(int(annotators), int(units))
        line = side_by_side(f"{annotators} × {units}", gamma_of(rows), peer_gamma(rows, fast=fast))
        lines.append(replace(line, what=f"γ, {'fast mode' if fast else 'exact'}"))
    return lines


def gamma_of(rows: list[Unit]) -> Callable[[], float]:
    return lambda: accord.measure(accord.spans(rows), "gamma(precision=None)", confidence=None).value


def peer_gamma(rows: list[Unit], *, fast: bool) -> Callable[[], float]:
    from pygamma_agreement import CombinedCategoricalDissimilarity, ShuffleContinuumSampler

    dissimilarity = CombinedCategoricalDissimilarity(alpha=1, beta=1, delta_empty=1)

    def gamma(units: list[Unit]) -> float:
        sampler = ShuffleContinuumSampler()
        results = _peer_continuum(units).compute_gamma(dissimilarity, n_samples=30, sampler=sampler, fast=fast)
        return float(results.gamma)

    gamma(noisy(3, 5))  # compiles
    return lambda: gamma(rows)


def side_by_side(size: str, mine: Callable[[], float], theirs: Callable[[], float]) -> Comparison:
    """Both in turn, the least time of each; where the peer takes seconds, accord is still run a few times."""
    accord_times, peer_times = [], []
    started = perf_counter()
    while len(peer_times) < REPEATS and (not peer_times or perf_counter() - started < SECONDS):
        accord_times += [timed(mine)[1] for _ in range(REPEATS)]
        peer_value, taken = timed(theirs)
        peer_times.append(taken)
        accord_times += [timed(mine)[1] for _ in range(REPEATS)]
    return Comparison("best alignment", size, min(accord_times), "pygamma", min(peer_times), mine(), peer_value)


# ---- growth


def growth() -> list[list[str]]:
    """Time and memory of three annotators on longer and longer documents, each in a process of its own."""
    lines = []
    for units in SCALING:
        taken, peak, value, proven = apart("noisy", 3, units)
        lines.append([f"3 × {units:,}", taken, peak, value, proven, "sparse"])
    for kind, note in (("noisy", "as above"), ("chance", "at random: the hardest")):
        taken, peak, value, proven = apart(kind, 8, 50)
        lines.append(["8 × 50", taken, peak, value, proven, note])
    return lines


def apart(kind: str, annotators: int, units: int) -> list[str]:
    command = [sys.executable, __file__, kind, str(annotators), str(units)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def alone(kind: str, annotators: int, units: int) -> None:
    """Align once, and print seconds, the peak of this process in MB, the value and whether it is proven."""
    from peak_memory import _most_so_far

    rows = (noisy if kind == "noisy" else chance)(annotators, units)
    with_accord(noisy(3, 5))()
    started = perf_counter()
    found = accord.align(accord.spans(rows), time_limit=60)
    taken = perf_counter() - started
    proof = "proven" if found.optimal else f"gap:{found.gap:.4f}"
    print(seconds(taken), f"{_most_so_far():.0f}", f"{found.value:.6f}", proof)


# ---- a fresh process


def fresh() -> tuple[float, float]:
    """Seconds of `accord align` on 3 × 25 units in a new process, and of importing what it stands on."""
    rows = stored("3x25") or noisy(3, 25)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spans.csv"
        lines = ["annotator,category,start,end", *(f"{who},{label},{start},{end}" for who, start, end, label in rows)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        align = [sys.executable, "-m", "accord", "align", str(path)]
        imports = [sys.executable, "-c", "import numpy, polars, highspy"]
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(7):
            for command, taken in zip((align, imports), times, strict=True):
                started = perf_counter()
                subprocess.run(command, capture_output=True, check=True)
                taken.append(perf_counter() - started)
    return min(times[0]), min(times[1])


def target(what: str, reached: str, met: bool) -> str:
    return f"target: {what}: {reached} — {'met' if met else 'NOT met'}"


def main() -> None:
    warnings.filterwarnings("ignore")  # numba and cvxpy warn of what pygamma-agreement does
    import cvxpy

    solver = "CBC" if "CBC" in cvxpy.installed_solvers() else "GLPK_MI"
    print(f"\nBest alignments, α = β = Δ∅ = 1; pygamma-agreement {version('pygamma-agreement')}, exact, with {solver}.")
    print("From tuples to the disorder, best time of up to 5 runs; the peer computes in 32 bits.\n", flush=True)
    lines = best_alignments()
    print(table(HEAD, [line.cells() for line in lines]))
    print("\nUnits eight times as far apart, α = 3:\n", flush=True)
    apart_lines = units_apart()
    print(table(HEAD, [line.cells() for line in apart_lines]))
    print(
        "\nγ with 30 random continua, shuffled, in one thread here and in several there; values differ by chance:\n",
        flush=True,
    )
    chances = gammas()
    print(table(HEAD, [line.cells() for line in chances]))
    print("\nLonger documents, each in a process of its own:\n", flush=True)
    print(table(("annotators × units", "seconds", "peak MB", "disorder", "proof", "note"), growth()))
    print()
    for compared, least_of in ((lines, TARGETS), (apart_lines, APART_TARGETS)):
        for line in compared:
            least = least_of.get(line.size.replace(" × ", "x"))
            if least is not None:
                reached = f"{line.ratio or 0:,.0f} ×"
                print(
                    target(
                        f"{line.what}, {line.size}, at least {least:,} × faster", reached, (line.ratio or 0) >= least
                    )
                )
    for line in chances:
        least = 1 if "fast" in line.what else 50
        reached = f"{line.ratio or 0:,.0f} ×"
        print(target(f"{line.what}, {line.size}, at least {least} × faster", reached, (line.ratio or 0) >= least))
    align, imports = fresh()
    reached = f"{align:.2f} s, {imports:.2f} s for the imports"
    print(target("accord align in a fresh process at most 2 × its imports", reached, align <= 2 * imports))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        alone(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    else:
        main()
