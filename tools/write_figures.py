"""Write the figures of the first pages into docs/_static, from the examples beside the docs: `make docs-figures`.

Each is what a command of the pages draws; a test writes them anew and compares. They are files, and not made when the
site is built, because the pages are also read where nothing builds them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from accord.cli.program import run_program

DOCS = Path(__file__).resolve().parents[1] / "docs"
EXAMPLES = DOCS / "examples"
STATIC = DOCS / "_static"

# Each file, and the words of the command that writes it; {out} is where.
DRAWN = {
    "lanes.svg": "align spans.csv --document review1 -o {out}",
    "curve.svg": "stability-curve ratings.csv -o {out}",
    "rounds.svg": "compare ratings.csv round2.csv -o {out}",
    "sweep.svg": "sweep spans.csv -m gamma -m f1 -m u_alpha --magnitudes 6 --repeats 3 -d shift -d false_negative "
    "-d recategorise -o {out}",
}
# Figures of the report of the labels, by the name of their file.
OF_REPORT = ("coefficients.svg", "pairs.svg", "reading-1.svg")


def write_figures(folder: Path) -> list[Path]:
    """All figures, written into the folder."""
    return [*(drawn(name, folder) for name in DRAWN), *of_report(folder)]


def drawn(name: str, folder: Path) -> Path:
    """A figure that a command of its own draws."""
    _run([word.format(out=folder / name) for word in DRAWN[name].split()])
    return folder / name


def of_report(folder: Path) -> list[Path]:
    """Figures of the report."""
    with TemporaryDirectory() as written:
        _run(["report", "ratings.csv", "--figures", written])
        return [Path(copyfile(Path(written) / name, folder / name)) for name in OF_REPORT]


def _run(words: list[str]) -> None:
    command, *rest = words
    paths = [str(EXAMPLES / word) if (EXAMPLES / word).is_file() else word for word in rest]
    status = run_program([command, *paths, "--quiet", *(["--force"] if "-o" in words else [])])
    if status:
        sys.exit(f"accord {' '.join(words)} ended with {status}")


if __name__ == "__main__":
    for path in write_figures(STATIC):
        print(path.relative_to(DOCS.parent))
