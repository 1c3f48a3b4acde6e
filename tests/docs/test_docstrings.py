"""What the public functions say about themselves: every parameter, what comes back, an example that is run."""

from __future__ import annotations

import doctest
import inspect
import re

import pytest

import accord
from accord.measures import all_measures

FUNCTIONS = [name for name in accord.__all__ if not isinstance(getattr(accord, name), type)]
CLASSES = [name for name in accord.__all__ if name not in FUNCTIONS]
MEASURES = sorted({name for _, name in all_measures()})


def sections(text: str) -> dict[str, str]:
    """The sections of a docstring in the style of numpydoc, and its beginning as ''."""
    parts = re.split(r"^(\w+)\n-{3,}\n", inspect.cleandoc(text), flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def documented(text: str) -> list[str]:
    """The names in a section of parameters, each at the beginning of its line."""
    return [name for line in text.splitlines() if re.match(r"\S", line) for name in line.split(", ")]


def shown(name: str) -> list[str]:
    marks: dict[object, str] = {inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}
    return [marks.get(one.kind, "") + one.name for one in inspect.signature(getattr(accord, name)).parameters.values()]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_is_explained_and_none_that_is_not_there(name: str) -> None:
    told = sections(getattr(accord, name).__doc__)
    assert sorted(documented(told.get("Parameters", ""))) == sorted(shown(name))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_a_summary_what_they_return_and_an_example(name: str) -> None:
    told = sections(getattr(accord, name).__doc__)
    summary = told[""].partition("\n\n")[0].strip()
    assert summary.endswith(".")
    assert len(summary) <= 240
    assert re.match(r"\S.*\n    \S", told["Returns"])
    assert doctest.DocTestParser().get_examples(told["Examples"])
    known = ["", "Parameters", "Returns", "Raises", "Notes", "References", "Examples"]
    assert list(told) == [section for section in known if section in told]


@pytest.mark.parametrize("name", CLASSES)
def test_classes_have_a_summary_and_an_example(name: str) -> None:
    told = sections(getattr(accord, name).__doc__)
    assert told[""].partition("\n\n")[0].strip().endswith(".")
    assert doctest.DocTestParser().get_examples(told["Examples"])


@pytest.mark.parametrize("name", MEASURES)
def test_measures_as_functions_explain_every_parameter_of_their_own(name: str) -> None:
    told = sections(getattr(accord, name).__doc__)
    own = {one for shape, known in all_measures() if known == name for one in all_measures()[shape, known].parameters}
    assert own <= set(documented(told["Parameters"]))
    assert told["Returns"].startswith("Result\n")
