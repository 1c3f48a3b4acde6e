"""Write the figures of the first pages into docs/_static, from the examples beside the docs: `make docs-figures`.

Each is what a command of the pages draws; a test writes them anew and compares. They are files, and not made when the
site is built, because the pages are also read where nothing builds them.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

import accord
from accord.cli.program import run_program

DOCS = Path(__file__).resolve().parents[1] / "docs"
EXAMPLES = DOCS / "examples"
STATIC = DOCS / "_static"

# Each file, and the words of the command that writes it; {out} is where.
DRAWN = {
    "lanes.svg": "align spans.csv --document review1 -o {out}",
    "curve.svg": "stability-curve ratings.csv -o {out}",
    "rounds.svg": "compare ratings.csv round2.csv -o {out}",
    "spans-lanes.svg": "align arguments.json --document kettle -o {out}",
    "relations-graphs.svg": "align letters.csv --document 'night train' -o {out}",
    "sweep.svg": "sweep spans.csv -m gamma -m f1 -m u_alpha --magnitudes 6 --repeats 3 -d shift -d false_negative "
    "-d recategorise -o {out}",
}
# Figures of reports: the data, each file, and what the report calls it.
OF_REPORTS = {
    "ratings.csv": {"coefficients.svg": "coefficients", "pairs.svg": "pairs", "reading-1.svg": "reading-1"},
    "hotel.json": {
        "labels-coefficients.svg": "coefficients",
        "labels-categories.svg": "table",
        "plan.svg": "plan",
        "vote.svg": "annotators-vote",
    },
    "words.json": {"answers-items.svg": "items"},
}


def write_figures(folder: Path) -> list[Path]:
    """All figures, written into the folder."""
    return [
        *(drawn(name, folder) for name in DRAWN),
        *(path for data in OF_REPORTS for path in of_report(data, folder)),
        of_admission(folder),
    ]


def drawn(name: str, folder: Path) -> Path:
    """A figure that a command of its own draws."""
    _run([word.format(out=folder / name) for word in shlex.split(DRAWN[name])])
    return folder / name


def of_report(data: str, folder: Path) -> list[Path]:
    """Figures of the report of these data."""
    names = OF_REPORTS[data]
    with TemporaryDirectory() as written:
        _run(["report", data, "--figures", written, *([] if "reading-1" in names.values() else ["--no-grid"])])
        return [Path(copyfile(Path(written) / f"{called}.svg", folder / name)) for name, called in names.items()]


def of_admission(folder: Path) -> Path:
    """Models and people in the panel."""
    return accord.admit(EXAMPLES / "panel.csv").charts["panel"].save(folder / "admit.svg", force=True)


def _run(words: list[str]) -> None:
    command, *rest = words
    paths = [str(EXAMPLES / word) if (EXAMPLES / word).is_file() else word for word in rest]
    status = run_program([command, *paths, "--quiet", *(["--force"] if "-o" in words else [])])
    if status:
        sys.exit(f"accord {' '.join(words)} ended with {status}")


if __name__ == "__main__":
    for path in write_figures(STATIC):
        print(path.relative_to(DOCS.parent))
