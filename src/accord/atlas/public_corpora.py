"""The table of public data sets: what each is, what was measured on it, and where it comes from."""

from __future__ import annotations

import csv
import functools
import hashlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from types import MappingProxyType

from accord.atlas.atlas_value import AtlasValue
from accord.results import DataError, UsageError
from accord.results.json_numbers import json_number
from accord.results.option_names import command

TABLE = "corpora.csv"
_SIGNED = "# sha256:"
_MEASURE, _STABILITY = "measure:", "stability:"


@dataclass(frozen=True, kw_only=True)
class PublicCorpus:
    """One public data set. What was not computed, or does not apply, is None or missing from `values`."""

    name: str
    shape: str
    task: str
    domain: str
    language: str
    annotators_kind: str
    """crowd, experts, trained or survey participants; several are joined by "+"."""
    level: str
    items: int | None = None
    """Items, or documents of shapes that have them."""
    annotators: int | None = None
    """None where the ratings do not tell who gave them."""
    labels_per_item: float | None = None
    """Labels, or annotators asked, on average over items."""
    categories: int | None = None
    prevalence: float | None = None
    """The share of the most frequent category."""
    unanimous: float | None = None
    """The share of items with two labels or more on which all agree."""
    spread: float | None = None
    """The standard deviation over items of the share of pairs of labels that differ."""
    schools: bool | None = None
    """Whether annotators fall into two schools (p ≤ .01)."""
    outlying: int | None = None
    """Annotators without whom agreement is clearly higher."""
    models: int | None = None
    """Models beside the people, whom no other number of the row is about."""
    people_with_models: AtlasValue | None = None
    """α between people and models; of people alone it stands under `values`."""
    models_with_models: AtlasValue | None = None
    repository: str
    license: str
    citation: str
    published: str = ""
    """A value that the source states."""
    caution: str = ""
    """What to know before comparing with it."""
    same_as: str = ""
    """The data set that has the same ratings, or that contains these: of the two only it is counted."""
    digests: tuple[str, ...] = ()
    """The digests of the data, as signatures write them."""
    reason: str = ""
    """Why nothing was measured, where nothing was."""
    values: Mapping[str, AtlasValue] = field(default_factory=dict, hash=False)
    """By measure, at the level of the data set."""
    stability: Mapping[int, AtlasValue] = field(default_factory=dict, hash=False)
    """The share of the reference that k of the annotators would change, on items with more than k labels."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        object.__setattr__(self, "stability", MappingProxyType(dict(self.stability)))

    def __reduce__(self) -> tuple[object, ...]:
        return (corpus_of_row, (self.as_row(),))

    @property
    def counted(self) -> bool:
        """Whether it was measured, and is not another row once more."""
        return not self.reason and not self.same_as

    def as_row(self) -> dict[str, str]:
        """The cells of its row; empty ones are left out."""
        row = {name: _cell(getattr(self, name)) for name in _COLUMNS}
        row |= {f"{_MEASURE}{name}": str(value) for name, value in self.values.items()}
        row |= {f"{_STABILITY}{k}": str(value) for k, value in self.stability.items()}
        return {name: cell for name, cell in row.items() if cell}

    def as_json(self) -> dict[str, object]:
        """Everything that is known of it."""
        known: dict[str, object] = {}
        for name in _COLUMNS:
            value = getattr(self, name)
            if isinstance(value, AtlasValue):
                known[name] = value.as_json()
            elif isinstance(value, tuple):
                known[name] = list(value)
            else:
                known[name] = json_number(value) if isinstance(value, float) else value
        known["values"] = {name: value.as_json() for name, value in self.values.items()}
        known["stability"] = {str(k): value.as_json() for k, value in self.stability.items()}
        return known


_COLUMNS = tuple(column.name for column in fields(PublicCorpus) if column.name not in ("values", "stability"))
_WHOLE_NUMBERS = ("items", "annotators", "categories", "outlying", "models")
_NUMBERS = ("labels_per_item", "prevalence", "unanimous", "spread")
_ESTIMATES = ("people_with_models", "models_with_models")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def corpus_of_row(row: Mapping[str, str]) -> PublicCorpus:
    known: dict[str, object] = {}
    for name in _COLUMNS:
        cell = row.get(name, "")
        if not cell:
            continue
        if name in _WHOLE_NUMBERS:
            known[name] = int(cell)
        elif name in _NUMBERS:
            known[name] = float(cell)
        elif name in _ESTIMATES:
            known[name] = AtlasValue.parse(cell)
        else:
            known[name] = cell == "yes" if name == "schools" else tuple(cell.split()) if name == "digests" else cell
    known["values"] = _marked(row, _MEASURE)
    known["stability"] = {int(k): share for k, share in _marked(row, _STABILITY).items()}
    return PublicCorpus(**{"language": "", "domain": "", "license": "", "citation": "", **known})  # type: ignore[arg-type]


def _marked(row: Mapping[str, str], mark: str) -> dict[str, AtlasValue]:
    """The cells of columns that begin with a mark, by what follows it."""
    return {
        name.removeprefix(mark): AtlasValue.parse(cell) for name, cell in row.items() if cell and name.startswith(mark)
    }


def table_text(corpora: Iterable[PublicCorpus]) -> str:
    """The table as it is stored: its signature in the first line, then a row for each data set, in order of names."""
    rows = [corpus.as_row() for corpus in sorted(corpora, key=lambda corpus: corpus.name)]
    used = {name for row in rows for name in row}
    measured = sorted(name for name in used if name.startswith(_MEASURE))
    shares = sorted(name for name in used if name.startswith(_STABILITY))
    written = io.StringIO()
    writer = csv.DictWriter(written, [*_COLUMNS, *measured, *shares], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    body = written.getvalue()
    return f"{_SIGNED}{hashlib.sha256(body.encode()).hexdigest()}\n{body}"


def parsed_table(text: str) -> tuple[PublicCorpus, ...]:
    """Read what `table_text` wrote; a DataError where it was changed afterwards."""
    first, _, body = text.partition("\n")
    if first != f"{_SIGNED}{hashlib.sha256(body.encode()).hexdigest()}":
        raise DataError("ACC470", "the table of public data sets was changed", hint="install accord anew")
    return tuple(corpus_of_row(row) for row in csv.DictReader(io.StringIO(body)))


@functools.cache
def public_corpora() -> tuple[PublicCorpus, ...]:
    """All public data sets, in order of names."""
    return parsed_table((files("accord.atlas") / TABLE).read_text(encoding="utf-8"))


def table_signature() -> str:
    """The sha256 of the table that is installed."""
    first = (files("accord.atlas") / TABLE).read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix(_SIGNED)


def corpus_named(name: str) -> PublicCorpus:
    """The data set of that name; a UsageError that names near ones where there is none."""
    known = {corpus.name: corpus for corpus in public_corpora()}
    if name not in known:
        import difflib

        near = (
            difflib.get_close_matches(name, known, n=3)
            or [candidate for candidate in known if name.casefold() in candidate][:3]
        )
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"list them with {command('atlas')}"
        raise UsageError(f"there is no public data set '{name}' in the atlas", hint)
    return known[name]
