"""The documentation site: a page with an example that was run for every measure, and a build without a warning."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import accord
from accord.cli import program
from accord.measures import Kernel, Measure, all_measures, measure, measures_of, references
from accord.results import CATALOGUE
from between_workers import built_once, shared_folder
from page_links import broken_in_markdown, broken_in_site, prose

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FOLDERS = (".", "tutorials", "how-to", "api")
PAGES = [ROOT / "README.md", *(page for folder in FOLDERS for page in sorted((DOCS / folder).glob("*.md")))]


@pytest.fixture
def measure_pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    return importlib.import_module("measure_pages")


@pytest.fixture
def shared_page(measure_pages: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Measure], str]:
    """The page of a measure, written once in a run: its examples are run for it."""

    def page(record: Measure) -> str:
        name = f"page {measure_pages.stem(record)}"
        return built_once(shared_folder(tmp_path_factory), name, lambda _: str(measure_pages.page(record)))

    return page


def failures(text: str, name: str) -> doctest.TestResults:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    return doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)


def flat(text: str) -> str:
    """Text without the backslashes that keep it from being read as markup."""
    return text.replace("\\", "")


@pytest.mark.parametrize("record", all_measures().values(), ids=lambda record: record.name)
def test_every_measure_has_a_page_with_an_example_that_was_run(
    shared_page: Callable[[Measure], str], record: Measure
) -> None:
    text = shared_page(record)
    for said in (record.formula, record.assumes, record.missing, *record.parameters):
        assert said in flat(text)
    for key in record.references:
        assert references()[key]["title"] in flat(text)
    assert f"\n{record.name} = " in text or f"\n{record.name}(" in text
    assert "undefined" not in text.partition("## Worked example")[2]
    ran = failures(text, record.name)
    assert ran.attempted >= 4
    assert ran.failed == 0


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("kappa", "0.492"),  # Cohen 1960, p. 45
        ("fleiss", "0.430"),  # Fleiss 1971, p. 379
        ("alpha", "0.743"),  # Krippendorff 2011, section C
        ("pi", "0.341"),  # Artstein & Poesio 2008, p. 558
        ("f_measure", "0.747"),  # Fort et al. 2012, section 3.4
    ],
)
def test_measures_are_shown_on_the_tables_of_their_papers(
    shared_page: Callable[[Measure], str], name: str, published: str
) -> None:
    assert f"\n{name} = {published}" in shared_page(all_measures()["labels", name])


def test_a_new_measure_gets_its_page_without_an_edit(
    measure_pages: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    @measure(
        "labels",
        title="Constant: always three quarters",
        formula="x = 3/4",
        assumes="Nothing.",
        missing="They do not matter.",
        references=("cohen1960",),
    )
    def constant(summary: object) -> Kernel:
        return lambda weights: {"value": np.full(len(weights), 0.75)}

    monkeypatch.setitem(measures_of("labels"), "constant", constant)
    text = measure_pages.page(constant)
    assert text.startswith("# Constant\n")
    assert "\nconstant = 0.750" in text
    assert failures(text, "constant").failed == 0


def test_pages_of_measures_that_are_gone_are_removed(
    measure_pages: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_pages, "page", lambda record: f"# {record.name}\n")  # what is on them is tested above
    (tmp_path / "gone.md").write_text("# gone\n", encoding="utf-8")
    written = measure_pages.write_pages(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(written)
    assert {file.stem for file in written} == {measure_pages.stem(record) for record in all_measures().values()}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.stem}-{path.stem}")
def test_examples_in_the_pages_run(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(DOCS / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    assert failures(path.read_text(encoding="utf-8"), path.name).failed == 0


@pytest.mark.first
@pytest.mark.parametrize("quick", [True, pytest.param(False, marks=pytest.mark.deep)], ids=["quick", "as published"])
def test_the_site_builds_without_a_warning(
    measure_pages: ModuleType,
    shared_page: Callable[[Measure], str],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    quick: bool,
) -> None:
    sphinx = ["-m", "sphinx"]
    if quick:
        (tmp_path / "pages").mkdir()
        for record in all_measures().values():
            file = tmp_path / "pages" / f"{measure_pages.stem(record)}.md"
            file.write_text(shared_page(record), encoding="utf-8", newline="\n")
        promises = shared_folder(tmp_path_factory) / "promises"
        sphinx = [str(Path(__file__).with_name("quick_site.py")), str(promises), str(tmp_path / "pages")]
    source = tmp_path / "docs"
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("_build", "measures", "__pycache__"))
    (tmp_path / "benchmarks").mkdir()
    studies = [f"benchmarks/{path.name}" for path in sorted((ROOT / "benchmarks").glob("*.csv"))]
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", "benchmarks/README.md", *studies):
        shutil.copy(ROOT / name, tmp_path / name)
    built = tmp_path / "site"
    command = [sys.executable, *sphinx, "-q", "-W", "--keep-going", str(source), str(built)]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=paths)
    assert ran.returncode == 0, ran.stderr
    pages = [measure_pages.stem(record) for record in all_measures().values()]
    assert {page.stem for page in (built / "measures").glob("*.html")} == set(pages)
    said = {page.stem: page.read_text(encoding="utf-8") for page in built.glob("*.html")}
    assert not [code for code in CATALOGUE if code not in said["diagnostics"]]
    names = "".join(page.read_text(encoding="utf-8") for page in (built / "api").glob("*.html"))
    assert not [name for name in accord.__all__ if f'id="accord.{name}"' not in names]
    assert not [page for page in pages if f'href="../measures/{page}.html"' not in names]
    assert {page.stem for page in (built / "notebooks").glob("*.html")} == {
        notebook.stem for notebook in (DOCS / "notebooks").glob("*.ipynb")
    }
    assert not [name for name in program.COMMANDS if f"accord {name}" not in said["command-line"]]
    assert not [page for page in pages if f"measures/{page}.html" not in said["choosing"]]
    assert not broken_in_site(built)
    check_twins(built)


def check_twins(built: Path) -> None:
    """Every page has a twin in plain Markdown, whose links lead to twins; the list has all of them."""
    pages = {page.relative_to(built).with_suffix("").as_posix() for page in built.rglob("*.html")}
    pages -= {"genindex", "search", "py-modindex"}
    twins = {name: built / f"{name}.md" for name in pages}
    assert not [name for name, twin in twins.items() if not twin.exists()]
    assert not [broken for twin in twins.values() for broken in broken_in_markdown(twin)]
    texts = {name: twin.read_text(encoding="utf-8") for name, twin in twins.items()}
    raw = re.compile(r"^```\{|^:[a-z]+: |\]\((?!https?:)[^)]*\.html\b", re.MULTILINE)
    assert not [name for name, text in texts.items() if raw.search(text)]
    assert not [name for name, text in texts.items() if "<svg" in prose(text) or "<table" in prose(text)]
    assert "| [kappa](measures/kappa.md) |" in texts["choosing"]
    assert "_figures/spans-1.svg" in texts["spans"]
    assert "$ accord report survey.csv" in texts["projects"]
    listed = (built / "llms.txt").read_text(encoding="utf-8")
    assert listed.startswith("# accord\n\n> ")
    assert not [name for name in pages if f"]({name}.md)" not in listed]
