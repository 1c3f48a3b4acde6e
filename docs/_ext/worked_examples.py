"""Small published tables, and how a measure finds the one it is shown on.

A measure is shown on a table that one of its references published, else on one for which it is shown by default, else
on the first on which it has a value. Nothing here names a measure: a new one finds its example by itself.
"""

from __future__ import annotations

import ast
import contextlib
import io
import math
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import accord
from accord import Expression
from accord.annotations import summarise
from accord.measures import Measure
from accord.results import parse_expression


@dataclass(frozen=True)
class Example:
    """A data set as the Python that makes it, with its source."""

    title: str
    sources: tuple[str, ...]
    """Keys of references.bib whose measures are shown on this table first."""
    code: str
    """Python that assigns `data`."""
    told: Mapping[str, object] = field(default_factory=dict, hash=False)
    """What a measure that needs to be told something is told here, by the name of its parameter."""
    shape: str = "labels"


EXAMPLES = (
    Example(
        "Cohen's (1960) table: two clinicians, 200 patients, three diagnoses",
        ("cohen1960", "cohen1968"),
        """\
table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
data = accord.contingency(table, categories=["A", "B", "C"])""",
    ),
    Example(
        "The gene renaming campaign of Fort et al. (2012): two experts, 19,054 tokens, most of them Nothing",
        ("fort2012", "hripcsak2005"),
        """\
table = [[71, 8, 7], [13, 69, 8], [23, 15, 18840]]
names = ["Former", "New", "Nothing"]
data = accord.contingency(table, categories=names, nothing="Nothing")""",
        told={"codes": ["Nothing", "Former", "New"], "reference": "A1"},
    ),
    Example(
        "Dialogue acts of Artstein & Poesio (2008): two annotators, 100 utterances, two categories",
        ("artstein2008", "byrt1993", "scott1955", "bennett1954"),
        'data = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])',
        told={"first": ["A1"]},
    ),
    Example(
        "Krippendorff's (2011) table: four observers, twelve units, labels missing",
        ("krippendorff2011", "krippendorff2004", "gwet2008", "gwet2014", "wong2021"),
        """\
data = accord.labels(
    [
        [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3],
        [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4], [1, 1, 2, 1],
        [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, 3, None, None],
    ],
    level="nominal",
)""",
        told={"first": ["A1", "A2"]},
    ),
    Example(
        "Diagnoses of Fleiss (1971): 30 patients, six psychiatrists each, five categories",
        ("fleiss1971", "light1971", "conger1980", "davies1982", "wong2022", "shannon1948"),
        """\
diagnoses = (
    "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 "
    "144444 124444 222333 144444 224445 333335 111455 111112 224444 133555 "
    "555555 244444 224555 114444 144445 222224 111155 224444 133333 555555"
)
data = accord.labels([list(patient) for patient in diagnoses.split()])""",
    ),
    Example(
        "The ratings of Shrout & Fleiss (1979): four judges, six targets",
        ("shrout1979", "lin1989", "barnhart2002"),
        """\
ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
data = accord.labels(ratings, level="interval")""",
    ),
    Example(
        "Anxiety of 20 people, rated by three raters from 1 to 6 (the data set of R's package irr)",
        ("kendall1939", "spearman1904"),
        """\
scores = "332 361 344 464 523 542 221 346 531 231 221 632 133 533 221 221 113 233 432 342"
ratings = [list(person) for person in scores.split()]
data = accord.labels(ratings, categories=[1, 2, 3, 4, 5, 6], level="ordinal")""",
        told={"levels": 6},
    ),
    Example(
        "Sets of labels: two annotators, nine items (a test case of DKPro Agreement)",
        ("passonneau2006",),
        """\
data = accord.labels(
    [
        [set(), set()], [{"A"}, set()], [{"A"}, {"A"}], [{"A"}, {"B"}],
        [{"A", "B"}, {"A"}], [{"A", "B"}, {"A", "C"}], [{"A", "B", "C"}, {"A", "B", "C"}],
        [{"C"}, {"A", "C"}], [{"C"}, {"A", "C"}],
    ]
)""",
    ),
    Example(
        "The same two annotators, asked twice",
        (),
        """\
import polars
data = accord.labels(
    polars.DataFrame(
        {
            "item": list("aaaabbbbccccddddeeee"),
            "annotator": ["Ann", "Ann", "Bob", "Bob"] * 5,
            "label": "yes yes yes no no no no no yes no yes yes no no yes no yes yes yes yes".split(),
        }
    )
)""",
    ),
    Example(
        "The units of figure 10 of Mathet, Widlöcher & Métivier (2015): three annotators, two categories",
        ("mathet2015", "mathet2011", "mathet2017"),
        """\
data = accord.spans(
    [
        ("Joe", 4, 14, "A"), ("Joe", 20, 30, "B"),
        ("Jack", 4, 14, "A"), ("Jack", 20, 25, "B"),
        ("William", 14, 24, "A"), ("William", 40, 44, "B"),
    ]
)""",
        told={"category": "A"},
        shape="spans",
    ),
    Example(
        "Made up: two annotators mark names in a sentence of nine tokens",
        ("hripcsak2005",),
        """\
text = "Ada Lovelace wrote to Charles Babbage from East Horsley"
data = accord.spans(
    {
        "letter": [
            ("Ann", 0, 12, "person"), ("Ann", 22, 37, "person"), ("Ann", 43, 55, "place"),
            ("Bob", 0, 12, "person"), ("Bob", 30, 37, "person"), ("Bob", 43, 55, "person"),
        ]
    },
    texts={"letter": text},
)""",
        shape="spans",
    ),
    Example(
        "Made up: two annotators mark phrases, and phrases in phrases",
        (),
        """\
data = accord.spans(
    [
        ("A", 0, 30, "S"), ("A", 0, 10, "NP"), ("A", 4, 10, "PP"), ("A", 12, 30, "VP"),
        ("B", 0, 30, "S"), ("B", 0, 10, "NP"), ("B", 12, 30, "VP"), ("B", 20, 30, "NP"),
    ],
    length=30,
)""",
        shape="spans",
    ),
    Example(
        "Two analyses of an argument with five units: a claim, what supports it and what attacks it",
        ("kirschner2015", "putra2022", "boiteau2024"),
        """\
data = accord.relations(
    {
        "Ann": [(2, 1, "support"), (3, 2, "support"), (4, 1, "attack")],
        "Bob": [(2, 1, "support"), (3, 1, "support"), (4, 2, "attack"), (5, 4, "support")],
    },
    units=[1, 2, 3, 4, 5],
)""",
        shape="relations",
    ),
    Example(
        "Two dependency analyses of two short sentences",
        ("skjaerholt2014", "buchholz2006"),
        """\
first = {
    "Ann": [("the", "cat", "det"), ("cat", "sleeps", "nsubj"), ("mat", "sleeps", "obl"), ("on", "mat", "case")],
    "Bob": [("the", "cat", "det"), ("cat", "sleeps", "nsubj"), ("mat", "on", "obl"), ("on", "sleeps", "prep")],
}
second = {
    "Ann": [("dogs", "bark", "nsubj"), ("loudly", "bark", "advmod")],
    "Bob": [("dogs", "bark", "nsubj"), ("loudly", "bark", "advmod")],
}
units = [["the", "cat", "sleeps", "on", "mat"], ["dogs", "bark", "loudly"]]
data = accord.relations([first, second], units=units, constraint="forest")""",
        shape="relations",
    ),
    Example(
        "Two annotators who put seven mentions into entities",
        ("vilain1995", "bagga1998", "luo2005", "recasens2011", "moosavi2016", "pradhan2012", "pradhan2014"),
        """\
data = accord.coreference(
    {
        "Ann": [["Mary", "she", "her"], ["the house", "it"], ["Tom", "he"]],
        "Bob": [["Mary", "she"], ["the house", "it", "her"], ["Tom", "he"]],
    },
    mentions=["Mary", "she", "the house", "it", "her", "Tom", "he"],
)""",
        shape="relations",
    ),
    Example(
        "Substitutes that four annotators gave for two words",
        (),
        """\
data = accord.answers(
    {
        "bright (student)": {"A": ["clever"], "B": ["clever", "smart"], "C": ["smart"], "D": ["gifted"]},
        "bright (lamp)": {"A": ["shining"], "B": ["shining"], "C": ["light", "shining"], "D": ["light"]},
    }
)""",
        shape="answers",
    ),
)


@cache
def data_of(example: Example) -> Any:
    """The data set of an example."""
    names: dict[str, Any] = {"accord": accord}
    exec(example.code, names)
    return names["data"]


def fitting(record: Measure) -> tuple[Example, Expression] | None:
    """The example a measure is shown on, with the expression that has a value there; None if there is none."""
    candidates = []
    for example in (one for one in EXAMPLES if one.shape == record.shape):
        expression = _expression(record, example)
        if expression is not None:
            cited = len(record.references)
            ranks = [rank for rank, key in enumerate(record.references) if key in example.sources]
            data = data_of(example)
            shown = record.shown(summarise(data) if record.shape == "labels" else data)
            candidates.append(((min(ranks, default=cited), not shown), example, expression))
    if not candidates:
        return None
    _, example, expression = min(candidates, key=lambda candidate: candidate[0])
    return example, expression


def _expression(record: Measure, example: Example) -> Expression | None:
    told = {name: value for name, value in example.told.items() if name in record.parameters}
    for given in ({}, *({name: value} for name, value in told.items())):
        expression = Expression(record.name, **given)
        if _has_value(str(expression), example):
            return expression
    return None


@cache
def _has_value(expression: str, example: Example) -> bool:
    """Asked three times for each page, and for each example."""
    return not math.isnan(value_on(parse_expression(expression), data_of(example)))


def value_on(expression: Expression, data: Any) -> float:
    """The value, nan where the measure is undefined or refuses the data."""
    try:
        return accord.measure(data, expression, confidence=None).value
    except (accord.DataError, accord.UsageError):
        return math.nan


def transcript(source: str) -> str:
    """Python as it looks at the prompt, with the output of running it now.

    >>> print(transcript("x = 2\\nx + 1"))
    >>> x = 2
    >>> x + 1
    3
    """
    names: dict[str, Any] = {}
    lines: list[str] = []
    for statement in ast.parse(source).body:
        text = ast.get_source_segment(source, statement) or ""
        first, *rest = text.splitlines()
        lines += [f">>> {first}", *(f"... {line}".rstrip() for line in rest)]
        if rest and isinstance(statement, ast.For | ast.With | ast.If | ast.FunctionDef):
            lines.append("...")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(ast.Interactive([statement]), "<example>", "single"), names)
        lines += said.getvalue().splitlines()
    return "\n".join(lines)


def worked(record: Measure) -> str | None:
    """The transcript of a measure on its example; None if it has a value on none of them."""
    found = fitting(record)
    if found is None:
        return None
    example, expression = found
    text = str(expression)
    quoted = f'"{text}"' if '"' not in text else repr(text)
    result = accord.measure(data_of(example), expression, confidence=None)
    source = f"import accord\n{example.code}\nresult = accord.measure(data, {quoted})\nprint(result)\n"
    if result.components:
        source += _printing("name, part", "result.components.items()", "{name}: {part:.4f}")
    if result.standard_errors:
        source += _printing("error", "result.standard_errors", "{error.kind}: {error.value:.4f} ({error.formula})")
    return transcript(source)


def _printing(names: str, things: str, form: str) -> str:
    return textwrap.dedent(f"""\
        for {names} in {things}:
            print(f"{form}")
        """)
