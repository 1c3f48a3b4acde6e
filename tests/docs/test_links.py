"""Links that lead somewhere, and pages that read well where they are linked from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from page_links import broken_in_markdown, markdown_links, prose, without_blocks

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
# Pages that a repository browser shows as they are meant.
LINKED = dict.fromkeys(link for link in markdown_links(README.read_text(encoding="utf-8")) if link.endswith(".md"))
PLAIN = [README, *(ROOT / link for link in LINKED)]
SOURCES = [page for folder in (".", "api", "tutorials", "how-to") for page in sorted((DOCS / folder).glob("*.md"))]


@pytest.mark.parametrize("page", PLAIN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_plain_pages_lead_somewhere(page: Path) -> None:
    generated = re.compile("measures/|#acc")  # what is written when the site is built
    assert not [one for one in broken_in_markdown(page) if not generated.search(one)]


@pytest.mark.parametrize("page", PLAIN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_readme_links_only_to_what_reads_well_unbuilt(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.findall(r"^ *`{3,}\{[a-z-]+\}", text, re.MULTILINE), "directives"
    assert not re.findall(r"\{[a-z:]+\}`", re.sub(r"``.*?``", "", prose(text))), "roles"
    assert not re.findall(r"^\([\w-]+\)=$", text, re.MULTILINE), "targets"
    if page.name != "decisions.md":
        assert not re.findall(r"^: ", prose(text), re.MULTILINE), "lists of definitions"


@pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_links_have_a_text(page: Path) -> None:
    assert "[](" not in prose(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [README, *SOURCES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_rows_of_tables_have_as_many_cells_as_their_header(page: Path) -> None:
    """A bar that is not escaped would end a cell, and what is too much is not shown."""
    for table in re.findall(r"(?:^\|.*\n)+", without_blocks(page.read_text(encoding="utf-8")), re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table


def test_every_page_has_a_title_that_names_its_subject() -> None:
    included = {"changelog.md", "contributing.md"}  # their titles are those of the files that they include
    titles = {
        page.relative_to(DOCS).as_posix(): re.findall(r"^# (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)[:1]
        for page in SOURCES
        if page.name not in included
    }
    assert not [name for name, title in titles.items() if not title]
    assert len({title[0] for title in titles.values()}) == len(titles)
