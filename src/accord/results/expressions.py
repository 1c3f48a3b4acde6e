"""Measure expressions: `alpha(level='ordinal')` parses, prints back and hashes by its text."""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from keyword import iskeyword

from accord.results.errors import UsageError

LONGEST = 100_000  # characters; a literal distance matrix of 100 categories fits
SHORT = 200  # characters of what is asked again and again, and is kept once it was read
PLAIN = (str, int, float, bool, type(None))  # most values, told from the others before anything else is asked
HOW = "write a measure's name, or name(parameter=value), such as alpha(level='ordinal')"


@dataclass(frozen=True, init=False)
class Expression:
    """A measure's name and the parameters that were given, in canonical order.

    Examples
    --------
    >>> print(Expression("alpha", level="ordinal"))
    alpha(level='ordinal')
    >>> Expression("alpha", b=1, a=2) == Expression("alpha", a=2, b=1)
    True
    """

    name: str
    given: tuple[tuple[str, object], ...]

    def __init__(self, name: str, /, **parameters: object) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "given", tuple(sorted((key, _frozen(value)) for key, value in parameters.items())))

    @property
    def parameters(self) -> dict[str, object]:
        return dict(self.given)

    def __str__(self) -> str:
        if not self.given:
            return self.name
        inside = ", ".join(f"{key}={_written(value)}" for key, value in self.given)
        return f"{self.name}({inside})"

    def __hash__(self) -> int:
        return hash(str(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and str(self) == str(other)


def parse_expression(text: str | Expression) -> Expression:
    """Read `name` or `name(key=literal, …)`; anything else is a UsageError that says what was found.

    >>> parse_expression("f_measure(nothing='O', alpha=1)")
    Expression(name='f_measure', given=(('alpha', 1), ('nothing', 'O')))
    >>> str(parse_expression(" alpha ( level = 'ordinal' ) "))
    "alpha(level='ordinal')"
    """
    if isinstance(text, Expression):
        return text
    plain = isinstance(text, str) and len(text) <= LONGEST and text.isascii() and text.isidentifier()
    if plain and not iskeyword(text):
        return Expression(text)
    if not isinstance(text, str):
        raise UsageError(f"a measure is named by a text, not by {type(text).__name__}", HOW)
    if len(text) > LONGEST:
        raise UsageError(f"a measure expression of {len(text):,} characters is too long", HOW)
    return _kept(str(text)) if len(text) <= SHORT else _read(text)


def _read(text: str) -> Expression:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's own remarks on escapes such as '\\d'
            node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"cannot read the measure expression {_shortened(text)!r}", HOW) from error
    if isinstance(node, ast.Name):
        return Expression(node.id)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        raise UsageError(f"cannot read the measure expression {_shortened(text)!r}", HOW)
    if node.args:
        raise UsageError(
            f"{_shortened(text)!r} has a parameter without a name", "write alpha(level='ordinal'), not alpha('ordinal')"
        )
    parameters: dict[str, object] = {}
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg in parameters:
            raise UsageError(f"cannot read the measure expression {_shortened(text)!r}", HOW)
        try:
            parameters[keyword.arg] = _plain(ast.literal_eval(keyword.value))
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
            raise UsageError(
                f"the value of {keyword.arg} in {_shortened(text)!r} is not a plain value",
                "use a number, a 'text', True, False, None, or a list of them",
            ) from error
    return Expression(node.func.id, **parameters)


_kept = lru_cache(maxsize=256)(_read)


def _plain(value: object) -> object:
    """The value if it prints back as it was read, else a ValueError: no sets, bytes, complex or infinite numbers."""
    if isinstance(value, list | tuple):
        for inner in value:
            _plain(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _plain(key)
            _plain(inner)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("a number that is not finite")
    elif isinstance(value, int):
        str(value)  # a ValueError from some thousands of digits on
    elif not (value is None or isinstance(value, str)):
        raise ValueError(f"a {type(value).__name__}")
    return value


def _shortened(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:100]}…"


def _frozen(value: object) -> object:
    """Lists and dictionaries as tuples, so that an expression is immutable; `_written` prints them back."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, Mapping):
        return _Items(tuple((key, _frozen(inner)) for key, inner in value.items()))
    if hasattr(value, "tolist") and not isinstance(value, Callable):  # type: ignore[arg-type]
        value = value.tolist()
    return tuple(_frozen(inner) for inner in value) if isinstance(value, list | tuple) else value


class _Items(tuple[tuple[object, object], ...]):
    """The items of a dictionary parameter."""

    def __new__(cls, items: tuple[tuple[object, object], ...]) -> _Items:
        return super().__new__(cls, items)


def _written(value: object) -> str:
    if isinstance(value, _Items):
        return "{" + ", ".join(f"{_written(key)}: {_written(inner)}" for key, inner in value) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(_written(inner) for inner in value) + "]"
    if callable(value):
        return repr(f"{getattr(value, '__module__', '?')}:{getattr(value, '__qualname__', '?')}")
    return repr(value)
