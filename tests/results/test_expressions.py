"""Measure expressions: what is read prints back, equal ones hash alike, bad ones are a UsageError and nothing else."""

from __future__ import annotations

import keyword
import math
import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.results import Expression, UsageError, parse_expression
from accord.results.expressions import LONGEST

names = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True).filter(lambda name: not keyword.iskeyword(name))
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
plain = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), texts)
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.tuples(inner, inner), st.dictionaries(plain, inner, max_size=3)
    ),
    max_leaves=8,
)
expressions = st.builds(
    lambda name, given: Expression(name, **given), names, st.dictionaries(names, values, max_size=3)
)


@given(expression=expressions)
def test_print_and_parse_are_inverse(expression: Expression) -> None:
    again = parse_expression(str(expression))
    assert again == expression
    assert hash(again) == hash(expression)
    assert str(again) == str(expression)
    assert again.parameters == expression.parameters
    assert parse_expression(expression) is expression
    assert pickle.loads(pickle.dumps(expression)) == expression


@given(name=names, given_parameters=st.dictionaries(names, values, min_size=2, max_size=4))
def test_the_order_of_parameters_does_not_matter(name: str, given_parameters: dict[str, object]) -> None:
    backwards = dict(reversed(given_parameters.items()))
    assert Expression(name, **given_parameters) == Expression(name, **backwards)
    assert len({Expression(name, **given_parameters), Expression(name, **backwards)}) == 1


def test_expressions_differ_by_their_text() -> None:
    assert Expression("alpha") != Expression("kappa")
    assert Expression("alpha", level="nominal") != Expression("alpha")
    assert Expression("f", x=1) != Expression("f", x=True)
    assert Expression("alpha") != "alpha"


def test_spaces_and_quotes_do_not_matter() -> None:
    texts = [
        "alpha(level='ordinal')",
        ' alpha ( level = "ordinal" , ) ',
        "alpha(level='ordi' 'nal')",
        "alpha(\nlevel='ordinal')",
    ]
    assert {str(parse_expression(text)) for text in texts} == {"alpha(level='ordinal')"}
    assert str(parse_expression("alpha()")) == "alpha"


def test_arrays_are_written_as_lists() -> None:
    matrix = np.array([[0.0, 1.5], [1.5, 0.0]])
    written = "alpha(distance=[[0.0, 1.5], [1.5, 0.0]])"
    assert str(Expression("alpha", distance=matrix)) == written
    assert Expression("alpha", distance=matrix) == parse_expression(written)
    assert str(Expression("f", x=np.float64(0.5), y=np.int64(3), z=np.str_("a"))) == "f(x=0.5, y=3, z='a')"


def test_an_expression_does_not_change_with_what_it_was_made_of() -> None:
    codes = ["a", "b"]
    expression = Expression("finn", codes=codes)
    codes.append("c")
    assert str(expression) == "finn(codes=['a', 'b'])"
    with pytest.raises(AttributeError):
        expression.name = "other"  # type: ignore[misc]


MALICIOUS = [
    "",
    " ",
    "\n",
    "1",
    "'alpha'",
    "None",
    "alpha; kappa",
    "alpha kappa",
    "alpha,",
    "alpha('ordinal')",
    "alpha(level)",
    "alpha(*[1])",
    "alpha(**{'level': 1})",
    "alpha(level=1, level=2)",
    "alpha(level='ordinal'",
    "alpha)level(",
    "alpha(level=)",
    "alpha()()",
    "alpha.beta",
    "alpha[0]",
    "os.system('true')",
    "__import__('os').system('true')",
    "alpha(level=__import__('os'))",
    "alpha(level=().__class__.__bases__)",
    "alpha(level=lambda: 0)",
    "alpha(level=[x for x in (1, 2)])",
    "alpha(level=f'{1}')",
    "alpha(level=open)",
    "alpha(level=9**9**9)",
    "alpha(level='a' * 1000000000)",
    "alpha(level=1 if 1 else 2)",
    "alpha(level=(x := 1))",
    "alpha(level=...)",
    "alpha(level={1, 2})",
    "alpha(level=set())",
    "alpha(level=b'x')",
    "alpha(level=1j)",
    "alpha(level=1 + 2j)",
    "alpha(level=1e999)",
    "alpha(level=[-1e999])",
    "alpha(level={1e999: 1})",
    "alpha(level={[1]: 2})",
    "alpha(level={'a': {1, 2}})",
    "alpha(level='\0')",
    "alpha\0",
    "alpha(level='\ud800')",
    "\ud800",
    "lambda: 0",
    "await x",
    "x = 1",
    "import os",
    "alpha(level=0x" + "f" * 20_000 + ")",
    "alpha(level=" + "9" * 5_000 + ")",
    "alpha(level=" + "[" * 5_000 + "]" * 5_000 + ")",
    "alpha(level=" + "(" * 300 + ")" * 300 + ")",
    "alpha(level=" + "-" * 50_000 + "1)",
    "alpha(level=" + "1+" * 30_000 + "1)",
    "alpha(level=" + "not " * 20_000 + "1)",
    "alpha" + "()" * 40_000,
    "alpha" + ".a" * 40_000,
    "(" * 40_000,
    "[" * 40_000,
    "{" * 40_000,
    "alpha(" * 20_000,
    "alpha" + "|alpha" * 10_000,
    "a" * (LONGEST + 1),
    "alpha(level='" + "a" * LONGEST + "')",
]


@pytest.mark.parametrize("text", MALICIOUS, ids=lambda text: repr(text[:40]))
def test_what_is_not_an_expression_is_a_usage_error(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the parser may warn about odd escapes before it fails
        with pytest.raises(UsageError) as caught:
            parse_expression(text)
    assert caught.value.hint
    assert "\n" not in str(caught.value)


@settings(max_examples=400)
@given(text=st.one_of(st.text(max_size=30), st.text("alph()[]{}='\"0:,.*-#\\ \n\tλ", max_size=30)))
def test_any_text_is_an_expression_or_a_usage_error(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expression = parse_expression(text)
        except UsageError:
            return
    assert parse_expression(str(expression)) == expression


def test_a_literal_matrix_of_a_hundred_categories_fits() -> None:
    matrix = [[float(row != column) for column in range(100)] for row in range(100)]
    assert parse_expression(str(Expression("alpha", distance=matrix))).parameters["distance"] == tuple(
        map(tuple, matrix)
    )


def test_numbers_keep_their_last_digit() -> None:
    for number in (0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, 2**70):
        again = parse_expression(str(Expression("f", x=number))).parameters["x"]
        assert again == number
        assert isinstance(again, type(number))
        assert math.copysign(1, again) == math.copysign(1, number)
