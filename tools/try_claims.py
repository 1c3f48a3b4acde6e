"""Write docs/testbed.json: what the documentation claims, tried on public data sets.

The folder holds the raw ratings, which do not belong to the project; into the file go numbers only. `--rows` keeps what
is done so that an interrupted run of the same code goes on, and the bytes depend neither on the order nor on the number
of jobs.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from survey_atlas import index_of, kept_by
from testbed import alarms, coverage, forecasts, readings, references
from testbed.public_labels import PublicLabels, measured_labels

from accord.atlas.public_corpora import table_signature

DESTINATION = Path(__file__).resolve().parents[1] / "docs" / "testbed.json"
OF_LABELS: dict[str, Callable[[PublicLabels], dict[str, object] | None]] = {
    "coverage": coverage.tried,
    "people": coverage.tried_on_people,
    "forecasts": forecasts.tried,
    "alarms": alarms.tried,
    "references": references.tried,
}
CLAIMS = (*OF_LABELS, "readings")
DIGITS = 3


def rounded(found: Any) -> Any:
    """Numbers to three significant digits; null for what is not a number."""
    if isinstance(found, dict):
        return {name: rounded(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [rounded(value) for value in found]
    if isinstance(found, float):
        return float(f"{found:.{DIGITS}g}") if math.isfinite(found) else None
    return found


def tried(claim: str, name: str, folder: Path) -> Any:
    """The record of one data set; None where the claim says nothing about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if claim == "readings":
            [row] = index_of(folder, [name])
            return rounded(readings.tried(row, folder))
        [corpus] = measured_labels(folder, [name])
        found = OF_LABELS[claim](corpus)
        return rounded(found)


def names_of(claim: str, folder: Path) -> list[str]:
    if claim == "readings":
        return [row["name"] for row in index_of(folder)]
    return [one.name for one in measured_labels(folder)]


def _kept(claim: str, name: str, folder: Path, rows: Path | None) -> Any:
    place = None if rows is None else rows / claim / f"{name}.json"
    if place is not None and place.exists():
        return rounded(json.loads(place.read_text(encoding="utf-8")))
    started = time.process_time()
    found = tried(claim, name, folder)
    print(f"{claim} {name}: {time.process_time() - started:.1f} s", file=sys.stderr, flush=True)
    if place is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(found), encoding="utf-8")
    return found


def text_of(results: dict[str, dict[str, Any]]) -> str:
    """A line for each data set under each claim."""
    parts = [f'"atlas": "{table_signature()[:16]}"']
    for claim in CLAIMS:
        lines = [
            f"{json.dumps(name)}: {json.dumps(found, ensure_ascii=False)}"
            for name, found in sorted(results.get(claim, {}).items())
            if found is not None
        ]
        parts.append(f'"{claim}": {{\n' + ",\n".join(lines) + "\n}")
    return "{" + ",\n".join(parts) + "}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder with index.csv and the ratings")
    parser.add_argument("--claim", choices=CLAIMS, action="append", help="only these; the others stay as they are")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--rows", type=Path, help="a folder that keeps each result until all are computed")
    parser.add_argument("-o", "--output", type=Path, default=DESTINATION)
    given = parser.parse_args(arguments)
    from joblib import Parallel, delayed

    rows = kept_by(given.rows)
    results = json.loads(given.output.read_text(encoding="utf-8")) if given.output.exists() and given.claim else {}
    for claim in given.claim or CLAIMS:
        names = names_of(claim, given.folder)
        made = Parallel(n_jobs=given.jobs)(delayed(_kept)(claim, name, given.folder, rows) for name in names)
        results[claim] = dict(zip(names, made, strict=True))
    text = text_of(results)
    given.output.write_text(text, encoding="utf-8")
    if rows is not None:
        shutil.rmtree(rows, ignore_errors=True)
    used = time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    print(f"{given.output.name}: {len(text.encode()) / 1000:.0f} KB, {used:.0f} s of processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
