"""The reports that are opened: a built-in example of each shape, and real data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import accord
from accord.annotations import Annotations
from accord.diagnosis.any_findings import AnyFindings
from accord.diagnosis.project.project_findings import project_findings
from accord.report_page import page
from accord.report_page.answer_example import example_answers
from accord.report_page.example import emotions, gene_renaming
from accord.report_page.relation_example import example_relations
from accord.report_page.span_example import example_spans
from between_workers import built_once
from relations.corpora import gcdt
from shared_files import DATA

REPLICATES = 20  # of the bootstrap: what is drawn matters here, not how precise it is; as other tests, who share grids


@dataclass(frozen=True)
class Report:
    """A page, and the findings it was made from."""

    path: Path
    found: list[AnyFindings]


def _genes(path: Path) -> list[AnyFindings]:
    views = ("universe 1165", "without Nothing", "merge Former+New")
    return [accord.report(gene_renaming(), path, views=views, grid=True, replicates=REPLICATES)]


def _emotions(path: Path) -> list[AnyFindings]:
    features = path.with_suffix(".csv")
    rows = "\n".join(f"{number},{number % 7},{number * number % 11}" for number in range(1, 301))
    features.write_text(f"item,length,rarity\n{rows}\n", encoding="utf-8")
    return [accord.report(emotions(), path, grid=True, features=str(features), replicates=REPLICATES)]


def _project(path: Path) -> list[AnyFindings]:
    """Three questions, one of them asked only where another was answered so, and one annotator who is off."""
    table = path.with_suffix(".csv")
    random = np.random.default_rng(4)
    rows = []
    for item in range(40):
        truth = random.integers(0, 3, 3)
        for who in ("Ann", "Bob", "Cem", "Dan"):
            wrong = random.random(3) < (0.6 if who == "Dan" else 0.15)
            first, second, third = np.where(wrong, random.integers(0, 3, 3), truth)
            rows.append(f"s{item},{who},{'abc'[first]},{second + 1},{'xyz'[third] if first == 0 else ''}")
    table.write_text("item,annotator,tone,stars,why\n" + "\n".join(rows) + "\n", encoding="utf-8")
    found = project_findings(
        accord.project(table),
        lambda name, data: accord.findings(data, title=name, replicates=REPLICATES),
        title="A project of three questions",
    )
    path.write_text(page(found.reports, found), encoding="utf-8")
    return list(found.reports)


def _plain(data: Callable[[], Annotations], *, grid: bool = False) -> Callable[[Path], list[AnyFindings]]:
    return lambda path: [accord.report(data(), path, grid=grid, replicates=REPLICATES)]


def _read(*names: str) -> Callable[[], Annotations]:
    return lambda: accord.read([DATA / name for name in names] if len(names) > 1 else DATA / names[0])


REPORTS: dict[str, Callable[[Path], list[AnyFindings]]] = {
    "two annotators": _genes,
    "labels": _emotions,
    "spans": _plain(example_spans, grid=True),
    "relations": _plain(example_relations, grid=True),
    "answers": _plain(example_answers, grid=True),
    "project": _project,
    "snow2008 rte": _plain(_read("labels/snow2008/rte.standardized.tsv")),
    "spans 3x25": _plain(_read("spans/3x25.csv")),
    "gcdt": _plain(gcdt),
    "semdis2014": _plain(_read("answers/semdis2014/baseline_dicosyn.txt", "answers/semdis2014/output_file.txt")),
}


def write(name: str, folder: Path) -> Report:
    """The report of that name, as a file in the folder."""
    path = folder / f"{name.replace(' ', '_')}.html"
    return Report(path, REPORTS[name](path))


def written(name: str, shared: Path) -> Report:
    """The same, once for all tests and workers that only read it."""
    return built_once(shared, f"report of {name}", lambda folder: write(name, folder))
