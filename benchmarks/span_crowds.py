"""Best alignments of crowds: value, bound and gap after so many seconds of processor time, beside a trial's.

`python benchmarks/span_crowds.py [SECONDS …]` (10 and 60 by default) aligns the seven hard texts of 29 people, where
the data are at hand, and panels made at random; `python benchmarks/span_crowds.py gamma [JOBS]` measures γ of the file.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

import numpy as np
from continua import SHARED, Unit, chance, noisy

import accord
from accord.alignment import Combined, Solution, solve
from accord.alignment.budget import Budget
from accord.annotations.spans import Continuum
from accord.results.working import working
from comparison import table

PEOPLE = SHARED.parent / "models" / "spans" / "d2t-people.csv"
HEAD = ("panel", "annotators × units", "limit s", "s", "value", "trial", "more", "bound", "trial", "gap", "trial")
TRIAL = {
    "football/phi3-5": (2.28924, 2.27124),
    "football/gemma2": (2.56682, 2.56682),
    "gsmarena/phi3-5": (3.03206, 2.80442),
    "openweather/gemma2": (1.75616, 1.75616),
    "openweather/phi3-5": (1.82750, 1.74053),
    "openweather/gpt4o": (1.98323, 1.92429),
    "openweather/llama3-3": (1.58784, 1.58784),
}
"""The value after 10 seconds and the bound after 60 that a trial of the method reached on each text."""


class ProcessorSeconds(Budget):
    """A budget of seconds of this process, whatever else the machine does."""

    @property
    def late(self) -> bool:
        return process_time() > self.deadline

    @property
    def seconds(self) -> float:
        return max(0.0, self.deadline - process_time())

    def part(self, share: float) -> ProcessorSeconds:
        return ProcessorSeconds(self.steps * share, process_time() + share * self.seconds)


def within(continuum: Continuum, seconds: float) -> tuple[Solution, float]:
    """The best alignment found in so many seconds, and how many it took."""
    started = process_time()
    found = solve(continuum, Combined(), budget=ProcessorSeconds(deadline=started + seconds))
    return found, process_time() - started


def line(name: str, continuum: Continuum, seconds: float, trial: tuple[float, float] | None) -> list[str]:
    found, taken = within(continuum, seconds)
    value, bound, more, gap = "—", "—", "—", "—"
    if trial is not None:
        value, bound = (f"{number:.5f}" for number in trial)
        more, gap = f"{found.value / trial[0] - 1:+.2%}", f"{1 - trial[1] / trial[0]:.1%}"
    own = "proven" if found.optimal else f"{found.gap / found.value:.1%}"
    size, took = f"{len(np.unique(continuum.who))} × {len(continuum)}", f"{taken:.1f}"
    return [name, size, f"{seconds:g}", took, f"{found.value:.5f}", value, more, f"{found.bound:.5f}", bound, own, gap]


def texts() -> dict[str, tuple[Continuum, tuple[float, float] | None]]:
    """The texts that a trial was made of."""
    if not PEOPLE.is_file():
        return {}
    data = accord.read(str(PEOPLE))
    assert isinstance(data, accord.Spans)
    return {
        name: (continuum, trial)
        for continuum in data.continua()
        for name, trial in TRIAL.items()
        if name in continuum.document
    }


def dense(annotators: int, units: int, seed: int = 1) -> list[Unit]:
    """Annotators who put up to so many units, 2 to 40 long, anywhere on 300 characters, in three categories."""
    rng = np.random.default_rng([annotators, units, seed])
    rows: list[Unit] = []
    for name in range(annotators):
        for _ in range(int(rng.integers(1, units + 1))):
            start = float(rng.uniform(0, 300))
            rows.append((f"A{name:02d}", start, start + float(rng.uniform(2, 40)), "xyz"[rng.integers(3)]))
    return rows


def made() -> dict[str, tuple[Continuum, None]]:
    """Panels at random, none of which the method was tuned to."""
    rows = {
        "at random": chance(8, 50),
        "much alike": noisy(12, 30),
        "dense, 12 people": dense(12, 8),
        "dense, 20 people": dense(20, 8),
        "dense, 8 people": dense(8, 20),
    }
    return {name: (accord.spans(units).continuum(0), None) for name, units in rows.items()}


def gamma_of_the_file(jobs: int) -> None:
    """γ of all texts by all people, and with the models that annotated the same texts."""
    people = PEOPLE.with_suffix(".jsonl")
    models = sorted(one for one in PEOPLE.parent.glob("d2t-*.jsonl") if one.stem not in (people.stem, "d2t-texts"))
    for name, paths in (("people", [people]), ("people and models", [people, *models])):
        data = accord.read(list(map(str, paths)), only="*")
        started = perf_counter()
        with working(jobs=jobs):
            result = accord.measure(data, "gamma")
        bounds = {key: round(result.components.get(key, 0.0), 4) for key in ("gap", "lowest", "highest")}
        print(f"γ, {name}: {result}, {bounds}, {perf_counter() - started:.0f} s with {jobs} workers", flush=True)


def main(limits: list[float]) -> None:
    for name, (continuum, trial) in {**texts(), **made()}.items():
        rows = [line(name, continuum, seconds, trial) for seconds in limits]
        print(table(HEAD, rows), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["gamma"]:
        gamma_of_the_file(int((sys.argv[2:] or ["1"])[0]))
    else:
        main([float(seconds) for seconds in sys.argv[1:]] or [10.0, 60.0])
