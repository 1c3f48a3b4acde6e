"""The words of the program are those of the glossary: none of the variants that readers stumbled over."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"

# A pattern for what is not said, and what is said in its place.
FORBIDDEN = {
    r"[Ss]een otherwise": "other views",
    r"made worse by": "errors of a known kind and amount",
    r"on the bench": "against known errors",
    r"how far (the )?(annotators|they|two|people) agree": "how much they agree",
    r"in the middle\.": "the median …",
    r"\brings?\b(?! of)": "false alarms come in …",
    r"on which the two meet": "labelled both … and …",
    r"one label decides": "won by one vote or tied",
    r"disorder that chance would give": "lower than chance",
    r"values on both sides of": "straddles",
    r"shape that is meant": "the kind of annotation to read",
    r"name stands|names stand": "where to find",
    r"stands in it": "contains",
    r"pale corners": "pale off-diagonal blocks",
    r"even annotator\b": "an even number of annotators",
    r"gains when": "changes without",
    r"To get under": "For under",
    r"\{…\} leave \{…\} between": "is uncertain: … to …",
    r"\bcoders?\b": "annotator",
    r"\bground truth\b": "reference",
    r"\bmetrics?\b": "measure",
    r"\b(is|are|be) told\b(?! apart)": "is given, is shown, says",
    r"\btells? (neither|nothing|more|them|it|who|which|counterparts)\b": "says, shows, explains",
    r"\btells it\b": "says so",
    r"\bdo(es)? not tell\b": "does not say",
    r"\bstands? (first|there|twice|in (it|a line|several)|for each other|unchecked)\b": "is, comes, occurs",
    r"are mistaken for each other": "are confused",
    r"\bdrawn anew\b|\bdrawn apart\b": "resampled",
    r"of one mind": "unanimous",
    r"as many as it has": "weighted by",
    r"takes? \{…\} \S+ at least": "at least … are needed",
    r"says? no format|says? it of": "is not, shows",
    r"which errors .* give it|gives your value|gives the value": "produces the value",
    r"\bF of (matched|exact|tokens|nesting)": "F1 of …",
    r"\bparted by\b|white space parts": "separated by",
    r"\bnests? too deep\b": "is nested too deeply",
    r"\b(which|who|'|this|these|\}) (is|are) no [a-z]+(?<!longer)(?<!more)\b(?! (room|place|such))": "is not a …",
    r"\bkeenest\b|\bdearest\b|on this bench": "most sensitive, slowest, not tried",
    r"begins with: a whole number": "the seed of all random numbers",
}  # fmt: skip

# Texts in which such a word is another's: names of fields, of papers and of exports.
OTHERS = {
    r"\bground truth\b": ("formats/", "cli/options.py", "cli/reference_command.py"),
    r"\bmetrics?\b": ("measures/", "formats/", "alignment/", "sweeping/", "annotations/", "scoring/"),
    r"\bcoders?\b": ("measures/", "formats/", "annotations/"),
}


@pytest.fixture(scope="module")
def listed() -> list[tuple[str, int, str]]:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        list_strings = importlib.import_module("list_strings")
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return [
        (path.relative_to(list_strings.SOURCE).as_posix(), line, text)
        for path in list_strings.modules()
        for line, text in list_strings.said(path)
    ]


def test_forbidden_words(listed: list[tuple[str, int, str]]) -> None:
    assert len(listed) > 5_000
    wrong = [
        f"{path}:{line}: {text!r}: say '{better}'"
        for path, line, text in listed
        for pattern, better in FORBIDDEN.items()
        if re.search(pattern, text) and not path.startswith(OTHERS.get(pattern, ("\0",)))
    ]
    assert not wrong, "\n".join(wrong)


# Words that pages may use of others: metrics of systems, judges that are models, the fields of exports, papers.
NAMED_BY_OTHERS = {r"\bcoders?\b", r"\bground truth\b", r"\bmetrics?\b"}
PAGES = [page for folder in (".", "tutorials", "how-to", "api") for page in (ROOT / "docs" / folder).glob("*.md")]
TOLD_ABOUT = {"decisions.md", "glossary.md"}  # what was decided, and the words themselves
NOTEBOOKS = [*(ROOT / "docs" / "notebooks").glob("*.ipynb")]


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES, *NOTEBOOKS], ids=lambda page: page.name)
def test_forbidden_words_of_pages(page: Path) -> None:
    text = " ".join(page.read_text(encoding="utf-8").split())
    wrong = [
        f"{text[max(found.start() - 40, 0) : found.end() + 20]!r}: say '{better}'"
        for pattern, better in FORBIDDEN.items()
        if pattern not in NAMED_BY_OTHERS and page.name not in TOLD_ABOUT
        for found in re.finditer(pattern, text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "The same labels, seen otherwise",
        "it rings by chance",
        "where annotators reach 0.4 in the middle.",
        "ties are told",
        "'a' and 'b' are mistaken for each other",
        "the fastest stand first",
        "F of matched units",
    ],
)
def test_the_old_words_are_found(text: str) -> None:
    assert any(re.search(pattern, text) for pattern in FORBIDDEN)


def test_the_glossary_is_in_order() -> None:
    """Each term once, and each explained."""
    entries = re.findall(r"^- \*\*(.+?)\*\*: ", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    terms = [term.strip() for entry in entries for term in entry.split(",")]
    assert len(terms) >= 40
    assert len(set(terms)) == len(terms)
