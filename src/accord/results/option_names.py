"""Names of options inside texts: `label_column` is `label_column=` in Python and `--label-column` in the shell.

The library writes `option("label_column")` into an error, a diagnostic or a finding, which keep the name; whoever reads
the text, or prints it, has it in the words of the boundary that speaks. That is Python, and the command line while the
program runs (`in_the_shell`).

Names are marked by noncharacters, which Unicode sets aside for use inside a program (The Unicode Standard, 23.7): no
text of others means something by them, and `visible` shows whatever is left of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

_OPEN, _CLOSE, _NEXT, _VALUE, _META, _TOLD, _COMMAND = map(chr, range(0xFDD0, 0xFDD7))
_MARKS = re.compile(f"[{_OPEN}-{_COMMAND}]")
_MARKED = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
_NAMED = re.compile(f"[a-z][a-z_]*(?:[{_VALUE}{_TOLD}{_META}]|$)")
_SHELL: ContextVar[bool] = ContextVar("accord_speaks_the_shell", default=False)
_FLAGS = frozenset({"counts", "force", "pool", "strict", "table", "transpose", "grid"})
_LISTS = frozenset(
    {"annotators", "categories", "curator", "gold_annotator", "label_columns", "models", "only", "without"}
)
_NUMBERS = frozenset({"confidence", "kappa", "items"})
_IN_SHELL = {
    "reader": "from",
    "cluster_column": "cluster",
    "columns": "feature",
    "header": "no-header",
}
_IN_PYTHON = {"feature_item": "item_column", "pair_counts": "counts", "simulate": "annotators"}
_ONLY_SO = {"header": "header=False", "no_interval": "confidence=None", "sample": "method='sample'"}
"""Options that one side has under another name, or Python as a value of another option."""
_COMMANDS = {
    "align": (("align",), "accord.align"),
    "align in time": (("align", "time-limit SECONDS"), "accord.align(spans, time_limit=seconds)"),
    "atlas": (("atlas",), "accord.atlas.public_corpora.public_corpora()"),
    "degrade": (("degrade", "list"), "accord.degradations.degradations(shape)"),
    "forecast": (("plan",), "accord.forecast"),
    "explain": (("explain CODE",), "accord.results.CATALOGUE[code]"),
    "inspect": (("inspect",), "accord.read_campaign"),
    "log": (("measure", "log FILE"), "accord.log_results"),
    "measure": (("measure",), "accord.measure"),
    "measures": (("measures",), "accord.catalogue()"),
    "measures NAME": (("measures NAME",), "accord.about(name)"),
    "plan": (("plan",), "accord.plan"),
    "read back": (("report THIS_FILE", "format json"), "accord.read_report(THIS_FILE)"),
    "reference": (("reference", "discuss"), "reference.to_discuss()"),
    "report": (("report -o report.html",), "accord.report(data, 'report.html')"),
    "report as JSON": (("report", "format json"), "accord.report_page.report_json"),
    "soft labels": (("reference", "soft"), "accord.soft_labels"),
    "stability": (("stability",), "accord.stability"),
}
"""Commands as they are typed, each with an option, and what Python has instead."""


def option(name: str, *values: str, shown: str = "", quoted: bool = False) -> str:
    """An option in a text, with values to propose; the shell has `shown` in their place, such as NAME in its help.

    >>> print(spelled(f"name it with {option('label_column')}, or say {option('level', 'ordinal', 'nominal')}"))
    name it with label_column=, or say level='ordinal' or 'nominal'
    >>> with in_the_shell():
    ...     print(spelled(f"choose {option('field', shown='NAME')}, or say {option('level', 'ordinal', 'nominal')}"))
    choose --field NAME, or say --level ordinal or nominal
    """
    if quoted:  # in the shell too, where it need not be
        shown = " or ".join(f"'{value}'" for value in values)
    shown = _MARKS.sub(_escaped, shown)
    return f"{_OPEN}{_inside(name, *values)}{_META + shown if shown else ''}{_CLOSE}"


def told(name: str, value: object) -> str:
    """An option with the value it was given.

    >>> print(spelled(f"{told('confidence', 2.5)} is not between 0 and 1"))
    confidence=2.5 is not between 0 and 1
    >>> with in_the_shell():
    ...     print(spelled(f"{told('confidence', 2.5)} is not between 0 and 1"))
    --confidence 2.5 is not between 0 and 1
    """
    python, shell = (_MARKS.sub(_escaped, text) for text in (repr(value), str(value)))
    return f"{_OPEN}{name}{_TOLD}{python}{_META}{shell}{_CLOSE}"


def option_line(*named: str) -> str:
    """Several side by side, each a name or `name=value`, as they are typed together.

    >>> print(spelled(option_line("item_column=a", "label_column=b")))
    item_column='a', label_column='b'
    """
    parts = (option_text.partition("=") for option_text in named)
    return f"{_OPEN}{_NEXT.join(_inside(name, *([value] if value else [])) for name, _, value in parts)}{_CLOSE}"


def command(name: str) -> str:
    """A command in a text: `accord inspect` in the shell, `accord.read_campaign` in Python."""
    return f"{_OPEN}{_COMMAND}{name}{_CLOSE}"


@contextmanager
def in_the_shell() -> Iterator[None]:
    """For as long as the command line speaks."""
    token = _SHELL.set(True)
    try:
        yield
    finally:
        _SHELL.reset(token)


def spelled(text: str) -> str:
    """The text in the words of the boundary that speaks now."""
    if _OPEN not in text:
        return text
    shell = _SHELL.get()
    return _MARKED.sub(lambda mark: _spelled_mark(mark, shell), text)


def spelled_option(named: str) -> str:
    """An option as it is typed: `name` or `name=value`, where a flag needs no value.

    >>> spelled_option("level=nominal"), spelled_option("item_column"), spelled_option("pool=")
    ("level='nominal'", 'item_column=', 'pool=True')
    >>> with in_the_shell():
    ...     spelled_option("level=nominal"), spelled_option("header=False"), spelled_option("pool=")
    ('--level nominal', '--no-header', '--pool')
    """
    name, _, value = named.partition("=")
    return spelled(option(name, *([value] if value and name != "header" else [])))


Text = TypeVar("Text", str, str | None)


class Worded(Generic[Text]):
    """An attribute that holds a text with names of options, and is read in the words of the boundary that speaks."""

    def __init__(self, *default: Text) -> None:
        self.default: tuple[Text, ...] = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, holder: object | None, owner: type) -> Text:
        if holder is None:  # a dataclass asks for the default
            if self.default:
                return self.default[0]
            raise AttributeError(self.name)
        text: Any = vars(holder)[self.name]
        shown: Text = spelled(text) if text else text
        return shown

    def __set__(self, holder: object, text: Text) -> None:
        vars(holder)[self.name] = text


def _inside(name: str, *values: str) -> str:
    return "".join([name, *(f"{_VALUE}{_MARKS.sub(_escaped, value)}" for value in values)])


def _escaped(mark: re.Match[str]) -> str:
    return f"\\u{ord(mark[0]):04x}"


def _spelled_mark(mark: re.Match[str], shell: bool) -> str:
    inside = mark[1]
    if inside[:1] == _COMMAND and inside[1:] in _COMMANDS:
        typed, python = _COMMANDS[inside[1:]]
        return f"accord {' --'.join(typed)}" if shell else python
    if not all(_NAMED.match(part) for part in inside.split(_NEXT)):  # somebody else's text
        return mark[0]
    return (" " if shell else ", ").join(_spelled_one(part, shell) for part in inside.split(_NEXT))


def _spelled_one(inside: str, shell: bool) -> str:
    named, _, shown = inside.partition(_META)
    named, told_so, python = named.partition(_TOLD)
    name, *values = named.split(_VALUE)
    if shell:
        typed = _IN_SHELL.get(name, name).replace("_", "-")
        flag = f"-{typed}" if len(typed) == 1 else f"--{typed}"
        return " ".join(part for part in (flag, shown or " or ".join(map(_quoted, values))) if part)
    if name in _ONLY_SO:
        return _ONLY_SO[name]
    if name in _FLAGS and not values:
        return f"{name}=True"
    value = python if told_so else " or ".join(_python(name, value) for value in values)
    return f"{_IN_PYTHON.get(name, name)}={value}"


def _python(name: str, value: str) -> str:
    if name in _LISTS:
        return repr(value.split(","))
    return value if name in _NUMBERS else repr(value)


def _quoted(value: str) -> str:
    return value if value.replace("_", "").replace(",", "").replace("-", "").isalnum() else f"'{value}'"
