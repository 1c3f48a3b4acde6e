"""Every command that writes, with every format it writes, on inputs small enough to be run again and again."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

RATINGS = "item,Ann,Bob,Cem\n" + "".join(
    f"s{n},{'abc'[n % 3]},{'abc'[(n + (n % 5 == 0)) % 3]},{'abc'[n % 3]}\n" for n in range(1, 13)
)
SURVEY = "item,annotator,tone,stars\n" + "".join(
    f"s{n},{who},{'abc'[(n + (n * m % 5 == 0)) % 3]},{1 + (n + (n * m % 7 == 0)) % 4}\n"
    for n in range(1, 13)
    for m, who in enumerate(("Ann", "Bob", "Cem"), start=1)
)
FEATURES = "item,length\n" + "".join(f"s{n},{(n * 7) % 11}\n" for n in range(1, 13))
ANSWERS = "item,annotator,answer\n" + "".join(
    f"w{n},{who},{word}\n" for n in range(1, 4) for who, word in (("A", "big"), ("B", "big" if n > 1 else "large"))
)
KINDS = "item,annotator,label,annotator_kind\n" + "".join(
    f"s{n},{who},{'ab'[n % 2]},{kind}\n"
    for n in range(1, 13)
    for who, kind in (("Ann", "person"), ("m", "model"))
    if n < 7 or kind == "model"
)
LOG = (
    '{"schema": 1, "when": "2024-01-01T00:00:00Z", "name": "one", "data": {}, "results": [{"measure": "alpha", '
    '"value": 0.5, "low": 0.4, "high": 0.6, "confidence": 0.95, "undefined": null, "signature": "accord:1|numpy:2|'
    'schema:1|shape:labels|measure:alpha(level=None)|data:ab|interval:none"}]}\n'
)
TEXT = "Ada met Bob in Paris .\n"
UNITS = {"Ann": ((0, 3, "PER"), (8, 11, "PER"), (15, 20, "LOC")), "Bob": ((0, 3, "PER"), (15, 20, "ORG"))}
TREE = (
    "# sent_id = s{0}\n1\tAda\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tmet\t_\t_\t_\t_\t0\troot\t_\t_\n"
    "3\tBob\t_\t_\t_\t_\t{1}\tobj\t_\t_\n\n"
)

_ALL_OF_IT = ("-o", "out/page.html", "--full", "out/all.csv", "--figures", "out/figures")
_SWEEP = ("sweep", "ratings.csv", "-m", "kappa", "-d", "redraw", "--magnitudes", "0,1", "--repeats", "1", "-q")
WRITERS: dict[str, tuple[str, ...]] = {
    "report": ("report", "ratings.csv", *_ALL_OF_IT, "--no-grid", "--replicates", "10", "-q"),
    "reference: labels": ("reference", "ratings.csv", "-o", "out/r.csv", "--discuss", "out/d.jsonl", "--force", "-q"),
    "reference: soft labels": ("reference", "ratings.csv", "--soft", "-o", "out/soft.csv", "--force", "-q"),
    "report: project": ("report", "survey.csv", "-o", "out/page.html", "--no-grid", "--replicates", "10", "-q"),
    "reference: project": ("reference", "survey.csv", "-o", "out/r.jsonl", "--discuss", "out/d.csv", "--force", "-q"),
    "plan: assignments": ("plan", "survey.csv", "--assign", "out/next.csv", "--force", "-q"),
    "reference: spans": ("reference", "corpus", "-o", "out/r.jsonl", "--discuss", "out/d.csv", "--force", "-q"),
    "align": ("align", "corpus", "-o", "out/alignment.html", "--force", "-q"),
    "difficulty": (
        "difficulty", "ratings.csv", "--features", "features.csv", "--no-interval", "-o", "out/d.csv", "--force", "-q",
    ),
    "admit": (
        "admit", "ratings.csv", "--models", "Cem", "--replicates", "10", "-o", "out/admit.html",
        "--certificate", "out/certificate.json", "--force", "-q",
    ),
    "stability-curve": ("stability-curve", "ratings.csv", "-k", "2", "-o", "out/curve.csv", "--force", "-q"),
    "sweep: values": (*_SWEEP, "-o", "out/sweep.csv", "--force"),
    "sweep: picture": (*_SWEEP, "-o", "out/sweep.png", "--force"),
    "sweep: finished work": (*_SWEEP, "--cache", "out/cache"),
    "degrade": ("degrade", "ratings.csv", "-d", "redraw", "-o", "out/noisy.csv", "--force", "-q"),
    "compare": ("compare", "ratings.csv", "ratings.csv", "-m", "alpha", "-o", "out/compare.html", "--force", "-q"),
    "measure: log": ("measure", "ratings.csv", "-m", "alpha", "--no-interval", "--log", "out/log.jsonl", "-q"),
    "history": ("history", "log.jsonl", "-o", "out/history.html", "--force", "-q"),
    "atlas": ("atlas", "--task", "misogyny", "-o", "out/atlas.html", "--force", "-q"),
    "estimate": ("estimate", "kinds.csv", "-o", "out/estimates.html", "--force", "-q"),
    "convert: csv": ("convert", "corpus", "out/spans.csv", "--force", "-q"),
    "convert: tsv": ("convert", "ratings.csv", "out/labels.tsv", "--force", "-q"),
    "convert: jsonl": ("convert", "answers.csv", "out/answers.jsonl", "--force", "-q"),
    "convert: parquet": ("convert", "corpus", "out/spans.parquet", "--force", "-q"),
    "convert: relations": ("convert", "trees", "out/relations.csv", "--force", "-q"),
    "convert: conllu": ("convert", "trees", "out/trees", "--to", "conllu", "--force", "-q"),
    "convert: brat": ("convert", "corpus", "out/brat", "--to", "brat", "--force", "-q"),
    "convert: glozz": ("convert", "corpus", "out/glozz", "--to", "glozz", "--force", "-q"),
    "convert: conll2003": ("convert", "corpus", "out/conll", "--to", "conll2003", "--force", "-q"),
    "convert: textgrid": ("convert", "corpus", "out/grids", "--to", "textgrid", "--force", "-q"),
    "convert: label-studio": ("convert", "corpus", "out/export.json", "--to", "label-studio", "--force", "-q"),
}  # fmt: skip
FOLDERS = ("out/figures", "out/trees", "out/brat", "out/glozz", "out/conll", "out/grids")


def write_inputs(folder: Path) -> None:
    """What the commands read, and an empty folder `out`."""
    inputs = {
        "ratings.csv": RATINGS,
        "features.csv": FEATURES,
        "answers.csv": ANSWERS,
        "kinds.csv": KINDS,
        "survey.csv": SURVEY,
        "log.jsonl": LOG,
    }
    for who, units in UNITS.items():
        lines = (f"T{n}\t{kind} {a} {b}\t{TEXT[a:b]}\n" for n, (a, b, kind) in enumerate(units, start=1))
        inputs |= {f"corpus/{who}/d1.txt": TEXT, f"corpus/{who}/d1.ann": "".join(lines)}
        inputs[f"trees/{who}.conllu"] = "".join(TREE.format(n, 2 if who == "Ann" else n) for n in (1, 2))
    for name, text in inputs.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (folder / "out").mkdir()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path from there."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(found)}


Call = tuple[str, tuple[Any, ...]]
"""How the writer was called: the name of its inner function, and what that was given."""


def recorded(args: Sequence[str]) -> list[Call]:
    """Run a command in the folder where we are, and note what it has the one writer do."""
    from unittest import mock

    from accord.cli import main
    from accord.results import output_files

    calls: list[Call] = []

    def spied(name: str) -> Any:
        inner = getattr(output_files, name)

        def spy(*given: Any, **named: Any) -> None:
            where, *rest = given
            relative = Path(os.path.relpath(where)) if isinstance(where, Path) else where
            calls.append((name, (relative, *rest, *named.values())))
            inner(*given, **named)

        return mock.patch.object(output_files, name, spy)

    with spied("_replace_all"), spied("_make_whole"):
        status = main(list(args))
    if status != 0:
        sys.exit(f"{args}: status {status}")
    return calls
