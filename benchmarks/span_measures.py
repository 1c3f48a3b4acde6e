"""Every measure of spans on a large corpus: processor time at two sizes, and memory where texts are long.

`python benchmarks/span_measures.py [DOCUMENTS]`; units of an annotator lie apart, so that every family has a value, and
in each other where nesting is measured. γ and its relatives, which align every document again and again for chance, are
timed on a tenth of the documents.
"""

from __future__ import annotations

import sys
import tracemalloc
from time import process_time

import numpy as np

from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.measures import Measure, measures_of

ANNOTATORS, UNITS, CELL = 3, 20, 50
DOCUMENTS = 10_000
SAMPLED = 10  # times fewer documents for measures that sample chance
LONGER = 1_000  # times longer, where memory is looked at


def corpus(documents: int, longer: int = 1, *, nested: bool = False) -> Spans:
    """Each unit has a place of its own, and annotators differ in bounds, categories and what they miss; `nested`: each
    second one lies in the one before."""
    rng = np.random.default_rng(0)
    shape = documents, ANNOTATORS, UNITS
    place = np.broadcast_to(np.arange(UNITS) * CELL, shape)
    start = place + rng.integers(0, 5, shape) + 10
    end = start + rng.integers(5, 30, (documents, 1, UNITS)) + rng.integers(0, 3, shape)
    end = np.where(nested & (np.arange(UNITS) % 2 == 0), end + CELL, end)
    category = np.where(rng.random(shape) < 0.85, rng.integers(0, 4, (documents, 1, UNITS)), rng.integers(0, 4, shape))
    kept = rng.random(shape) < 0.9
    document, who, _ = np.nonzero(kept)
    names = [f"d{number}" for number in range(documents)]
    return spans_from_columns(
        document=[names[one] for one in document.tolist()],
        annotator=["ABC"[one] for one in who.tolist()],
        start=start[kept].astype(np.float64) * longer,
        end=end[kept].astype(np.float64) * longer,
        category=["wxyz"[one] for one in category[kept].tolist()],
        documents=names,
        annotators=list("ABC"),
        lengths={name: float(UNITS * CELL * longer) for name in names},
    )


def parameters(record: Measure) -> dict[str, object]:
    known = {"each": "character", "category": "w"}
    return {**record.parameters, **{name: value for name, value in known.items() if name in record.parameters}}


def timed(record: Measure, data: Spans) -> tuple[float, float]:
    """Processor seconds of preparing the measure and of one value, and the value."""
    begin = process_time()
    kernel = record.kernel(data, **parameters(record))
    value = float(kernel(np.ones((1, kernel.blocks)))["value"][0])  # type: ignore[attr-defined]
    return process_time() - begin, value


def megabytes(record: Measure, data: Spans) -> float:
    """The peak of what numpy and Python ask for while the measure is computed."""
    tracemalloc.start()
    timed(record, data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main(documents: int) -> int:
    sizes = documents // 10, documents
    made = {size: corpus(size) for size in {one // part for one in sizes for part in (1, SAMPLED)}}
    in_each_other = {size: corpus(size, nested=True) for size in sizes}
    some, long = made[sizes[0]], corpus(sizes[0], LONGER)
    print(f"{documents:,} documents × {ANNOTATORS} annotators × {UNITS} units, processor seconds\n")
    print(f"| measure | documents | seconds | of a tenth | value | MB of a tenth | {LONGER:,} times as long |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, record in measures_of("spans").items():
        part = SAMPLED if record.seeded else 1
        alone = not (record.applies(some, **parameters(record)) if part == 1 else None)
        data = made if alone else in_each_other
        (few, _), (all_of_them, value) = (timed(record, data[size // part]) for size in sizes)
        memory = ["", ""] if record.seeded or not alone else [f"{megabytes(record, one):.1f}" for one in (some, long)]
        cells = f"`{name}`", f"{documents // part:,}", f"{all_of_them:.2f}", f"{few:.2f}", f"{value:.3f}", *memory
        print(f"| {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENTS))
