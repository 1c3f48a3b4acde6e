"""Tutorials, how-tos and the first steps: below each command stands what it prints."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [DOCS / "start.md", *sorted(DOCS.glob("tutorials/*.md")), *sorted(DOCS.glob("how-to/*.md"))]


@pytest.fixture
def consoles(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    return importlib.import_module("consoles")


def test_there_is_a_tutorial_for_each_shape_and_a_how_to_for_each_usual_task(consoles: ModuleType) -> None:
    assert consoles.pages() == PAGES
    assert {page.stem for page in DOCS.glob("tutorials/*.md")} == {"labels", "spans", "relations", "answers"}
    assert {page.stem for page in DOCS.glob("how-to/*.md")} >= {"notebooks", "models", "rounds", "adjudication"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.stem}-{page.stem}")
def test_pages_show_what_their_commands_print(page: Path, consoles: ModuleType) -> None:
    text = page.read_text(encoding="utf-8")
    assert consoles.renewed(text) == text, "run make docs-figures"


@pytest.mark.parametrize("page", sorted(DOCS.glob("tutorials/*.md")), ids=lambda page: page.stem)
def test_tutorials_lead_from_an_export_to_a_decision(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert any("good enough" in heading for heading in headings)
    assert any("fix" in heading for heading in headings)
    assert re.search(r"!\[.+\]\(\.\./_static/.+\.svg\)", text)
    assert "| decision |" in text


def test_what_is_cut_is_what_the_shell_would_cut(consoles: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a\nb\nc\n", encoding="utf-8")
    assert consoles.run("head -n 2 lines.txt", tmp_path) == "a\nb\n"
    whole = consoles.run("accord explain ACC105", tmp_path).splitlines()
    assert consoles.run("accord explain ACC105 | head -n 1", tmp_path).splitlines() == whole[:1]
    assert consoles.run("accord explain ACC105 | tail -n 1", tmp_path).splitlines() == whole[-1:]
    assert consoles.run("make demo", tmp_path) == ""
    with pytest.raises(RuntimeError, match="exit status 3"):
        consoles.run("accord measure nowhere.csv", tmp_path)
