"""A value is an object: the number, its interval, what it is made of, and why it is undefined when it is."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from numbers import Real
from types import MappingProxyType

from accord.results.diagnostics import Diagnostic, Diagnostics
from accord.results.errors import DataError, UsageError
from accord.results.expressions import parse_expression
from accord.results.foreign_text import html_text, visible
from accord.results.json_numbers import json_fields, json_number
from accord.results.reading import ReadAs
from accord.results.signature import Signature
from accord.results.standard_error import StandardError


@dataclass(frozen=True)
class Result:
    """One measure on one data set. `nan` is never silent: `undefined` then says why.

    Examples
    --------
    >>> import accord
    >>> result = accord.kappa(accord.contingency([[20, 10], [20, 50]]))  # Artstein & Poesio 2008, p. 558
    >>> f"{result:.3f}", result > 0.3, result.low < result.value < result.high
    ('0.348', True, True)
    >>> print(accord.kappa(["yes", "yes"], ["yes", "yes"]))
    kappa is undefined: all 4 labels are 'yes': expected disagreement is 0
    """

    measure: str
    value: float
    low: float
    high: float
    confidence: float | None
    components: Mapping[str, float] = field(hash=False)
    undefined: str | None
    signature: Signature
    diagnostics: Diagnostics = ()
    of: str | None = None
    """The category, annotator or item the value is about; None for the whole data set."""
    title: str = field(default="", compare=False)
    standard_errors: tuple[StandardError, ...] = ()
    """Analytic ones, where the literature has a formula; the one to use first."""
    human: str = field(default="", compare=False)
    """What people call the measure: "Krippendorff's α"."""
    asked: tuple[str, ...] = field(default=(), compare=False)
    """What was asked of it, in the words of its record: "any overlap"."""
    meaning: str = field(default="", compare=False)
    """What the value says, in words."""
    read_as: ReadAs = field(default=(), compare=False)
    """What in the data was read as what; a guess says so."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "components", MappingProxyType(dict(self.components)))

    def __reduce__(self) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return (_rebuilt, ({**values, "components": dict(self.components)},))

    @property
    def defined(self) -> bool:
        return not math.isnan(self.value)

    @property
    def name(self) -> str:
        """What people call it, with what was asked of it: "Krippendorff's α (ordinal)"."""
        try:
            asked = parse_expression(self.measure)
        except UsageError:  # what a page that is read back calls it
            return self.measure
        details = [f"{key} {value}" for key, value in asked.given if key != "level"] if not self.human else self.asked
        details = [*details, *([self.level] if self.level is not None else [])]
        human = self.human or self.title.split(":")[0] or asked.name
        return f"{human} ({', '.join(details)})" if details else human

    @property
    def has_interval(self) -> bool:
        return self.confidence is not None and not math.isnan(self.low)

    # ---- as the number it is

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Result):
            return self._compared == other._compared
        return self.value == other if isinstance(other, Real) else NotImplemented

    def __hash__(self) -> int:  # of the number, which it is equal to
        return hash(self.value)

    def __lt__(self, other: Result | float) -> bool:
        return self.value < float(other) if isinstance(other, Result | Real) else NotImplemented

    def __le__(self, other: Result | float) -> bool:
        return self.value <= float(other) if isinstance(other, Result | Real) else NotImplemented

    def __gt__(self, other: Result | float) -> bool:
        return self.value > float(other) if isinstance(other, Result | Real) else NotImplemented

    def __ge__(self, other: Result | float) -> bool:
        return self.value >= float(other) if isinstance(other, Result | Real) else NotImplemented

    @property
    def _compared(self) -> tuple[object, ...]:
        """What makes two results the same; a number that neither has is the same one."""
        values = (getattr(self, field.name) for field in fields(self) if field.compare)
        return tuple(None if value != value else value for value in values)

    # ---- in words

    def __repr__(self) -> str:
        about = "" if self.of is None else f", of={visible(self.of)!r}"
        if not self.defined:
            return f"Result({visible(self.measure)} is undefined: {self.undefined}{about})"
        ends = f", low={self.low:.3f}, high={self.high:.3f}" if self.has_interval else ""
        return f"Result({visible(self.measure)} = {self.value:.3f}{ends}{about})"

    def __str__(self) -> str:
        name = visible(self.measure if self.of is None else f"{self.measure} of {self.of}")
        if not self.defined:
            return f"{name} is undefined: {self.undefined}"
        ends = f" [{self.low:.3f}, {self.high:.3f}]" if self.has_interval else ""
        return f"{name} = {self.value:.3f}{ends}"

    def to_dict(self) -> dict[str, object]:
        """Everything as plain Python values, with nan where a number is undefined."""
        return {
            "measure": self.measure,
            "name": self.name,
            "of": self.of,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "confidence": self.confidence,
            "components": dict(self.components),
            "undefined": self.undefined,
            "meaning": self.meaning,
            "read_as": [reading.line() for reading in self.read_as],
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
            "signature": str(self.signature),
        }

    def as_json(self) -> dict[str, object]:
        """The stable form other programs read; undefined numbers are null, never NaN."""
        record: dict[str, object] = {
            **json_fields(self, "measure", "value", "low", "high", "confidence"),
            "components": {name: json_number(value) for name, value in self.components.items()},
            "undefined": self.undefined,
            "signature": str(self.signature),
        }
        if self.standard_errors:
            record["standard_errors"] = [error.as_json() for error in self.standard_errors]
        if self.of is not None:
            record["of"] = self.of
        if self.diagnostics:
            record["diagnostics"] = [str(diagnostic) for diagnostic in self.diagnostics]
        return record

    @classmethod
    def from_json(cls, record: object) -> Result:
        """Read what `as_json` wrote: null is nan again. A DataError says what is missing or of another type.

        The signature has of the digest of the data the digits it is shown with.
        """
        known = _fields(record, "a result")
        confidence = known.get("confidence")
        return cls(
            measure=_text(known, "measure"),
            value=_read_number(known, "value"),
            low=_read_number(known, "low"),
            high=_read_number(known, "high"),
            confidence=None if confidence is None else _read_number(known, "confidence"),
            components={name: _read_number(parts, name) for parts in [_part(known, "components")] for name in parts},
            undefined=_optional_text(known, "undefined"),
            signature=Signature.parse(_text(known, "signature")),
            diagnostics=tuple(parsed_diagnostic(line) for line in _list(known, "diagnostics")),
            of=_optional_text(known, "of"),
            standard_errors=tuple(_standard_error(error) for error in _list(known, "standard_errors")),
        )

    @property
    def level(self) -> str | None:
        """The level of measurement at which it was taken, where the measure has one."""
        match = _LEVEL.search(self.signature.measure)
        return None if match is None else match[1]

    def _repr_html_(self) -> str:
        value = _shown(self.value) if self.defined else f"undefined: {self.undefined}"
        rows = [("value", value), ("meaning", self.meaning)]
        if self.confidence is not None and self.has_interval:
            rows.insert(1, (f"{self.confidence:.0%} interval", f"[{_shown(self.low)}, {_shown(self.high)}]"))
        rows += [(name, _shown(number)) for name, number in self.components.items()]
        rows += [("guessed", reading.line()) for reading in self.read_as if reading.guessed]
        rows += [("note", str(diagnostic)) for diagnostic in self.diagnostics]
        rows.append(("signature", str(self.signature)))
        left, wrapped = 'style="text-align:left"', 'style="text-align:left;overflow-wrap:anywhere"'
        lines = (f"<th {left}>{html_text(key)}</th><td {wrapped}>{html_text(text)}</td>" for key, text in rows if text)
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        about = "" if self.of is None else f" of {self.of}"
        caption = f"{html_text(self.name + about)} <code>{html_text(self.measure)}</code>"
        return f"<table><caption>{caption}</caption>{body}</table>"


def _rebuilt(values: dict[str, object]) -> Result:
    return Result(**values)  # type: ignore[arg-type]


def _shown(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.4g}" if abs(value) >= 1000 else f"{value:.4f}"


# ---- reading back

_LEVEL = re.compile(r"[(, ]level='(\w+)'")
_CODED = re.compile(r"(?P<message>.*) \[(?P<code>ACC[0-9]{3})\](?:; (?P<hint>.*))?")


def parsed_diagnostic(line: object) -> Diagnostic:
    """A diagnostic from its line; the place stays part of the message.

    >>> one = parsed_diagnostic("a.csv:9: 3 fields where the header has 4 [ACC003]; quote the field")
    >>> one.code, one.hint, str(one)
    ('ACC003', 'quote the field', 'a.csv:9: 3 fields where the header has 4 [ACC003]; quote the field')
    """
    match = _CODED.fullmatch(visible(line)) if isinstance(line, str) else None
    if match is None:
        raise DataError("ACC089", "a diagnostic that is not a line with a code such as [ACC003]")
    return Diagnostic(match["code"], match["message"], hint=match["hint"])


def _standard_error(record: object) -> StandardError:
    known = _fields(record, "a standard error")
    kind = known.get("kind")
    if kind != "sampling" and kind != "zero" and kind != "chance":
        raise DataError("ACC089", "a standard error that is neither of sampling, zero nor chance")
    return StandardError(kind, _read_number(known, "value"), _text(known, "formula"), _text(known, "reference"))


def _fields(record: object, what: str) -> Mapping[str, object]:
    if not isinstance(record, Mapping):
        raise DataError("ACC089", f"{what} that is {type(record).__name__} and not an object with names")
    return record


def _part(record: Mapping[str, object], name: str) -> Mapping[str, object]:
    return _fields(record.get(name), f"'{name}'")


def _list(record: Mapping[str, object], name: str) -> list[object]:
    values = record.get(name, [])
    if not isinstance(values, list):
        raise DataError("ACC089", f"'{name}' is not a list")
    return values


def _text(record: Mapping[str, object], name: str) -> str:
    text = record.get(name)
    if not isinstance(text, str):
        raise DataError("ACC089", f"'{name}' is {'missing' if name not in record else 'not a text'}")
    return text


def _optional_text(record: Mapping[str, object], name: str) -> str | None:
    return None if record.get(name) is None else _text(record, name)


def _read_number(record: Mapping[str, object], name: str) -> float:
    if name not in record:
        raise DataError("ACC089", f"'{name}' is missing")
    number = record[name]
    if number is None:
        return math.nan
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise DataError("ACC089", f"'{name}' is not a number")
    try:
        return float(number)
    except OverflowError:
        raise DataError("ACC089", f"'{name}' is too large a number") from None
