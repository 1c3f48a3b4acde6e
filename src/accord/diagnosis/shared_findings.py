"""What findings of every shape hold, their JSON, and how a notebook shows them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from accord.atlas.placing import PublicPlace, PublicPlaces
from accord.diagnosis.difficulty_json import difficulty_json
from accord.diagnosis.finding import Finding
from accord.evaluation.among_public import places_of
from accord.evaluation.meaning import explained
from accord.evaluation.overview import AnswerOverview, CorpusOverview, Overview
from accord.results import SCHEMA, Diagnostics, Results
from accord.results.foreign_text import html_text, visible
from accord.results.json_numbers import json_fields, json_value
from accord.results.listed import MOST_LISTED, left_out
from accord.results.presenting import presented
from accord.results.tabular import Columns, Computed, Library, Records, Tables, Tabular, in_library, lines_of
from accord.results.where_called import warn_caller
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.comparison.group_results import GroupsFound
    from accord.comparison.kinds_apart import KindsApart
    from accord.diagnosis.additions import ErrorReading
    from accord.item_difficulty import Difficulty
    from accord.item_difficulty.linear_model import Regression
    from accord.item_difficulty.mixed_model import MixedModel

MOST_FINDINGS = 100


@dataclass(frozen=True, kw_only=True, repr=False)
class SharedFindings:
    """The part of the report, the terminal and the JSON that does not depend on the shape of the data."""

    shape: ClassVar[str]
    """That of the data, by which an output tells findings apart without loading all four shapes."""
    title: str
    introduction: str
    data: Overview | CorpusOverview | AnswerOverview
    verdict: tuple[str, ...]
    """Is it good enough, what does it mean, what to fix first: three sentences."""
    results: Results
    findings: Records[Finding]
    """What is worth knowing, what matters most first."""
    diagnostics: Diagnostics
    remarks: tuple[str, ...] = ()
    """Sentences beyond the three of the verdict."""
    reading: ErrorReading | None = field(default=None, compare=False)
    """The error that produces the value, where it was asked for."""
    hard: Difficulty | None = field(default=None, repr=False, compare=False)
    """What makes items hard, where features were given."""
    groups: GroupsFound | None = field(default=None, repr=False, compare=False)
    """Groups of people side by side, where attributes were given."""
    kinds: KindsApart | None = field(default=None, repr=False, compare=False)
    """People and models apart, where there are models."""
    task: str | None = field(default=None, compare=False)
    """What was annotated, in words, where it was told."""
    annotated_by: str | None = field(default=None, compare=False)
    """Who annotated, where it was told."""

    def __post_init__(self) -> None:
        """Values say what they mean, and from what data they are."""
        for name in ("results", "by_category"):
            if hasattr(self, name):
                object.__setattr__(self, name, explained(self.shape, getattr(self, name), self.data.read_as))
        object.__setattr__(self, "findings", Records(self.findings))

    @property
    def frame_library(self) -> Library:
        """Of the frames that its tables make: that of the data."""
        return self.results.frame_library

    @frame_library.setter
    def frame_library(self, library: Library) -> None:
        for held in vars(self).values():
            in_library(held, library)

    @property
    def reference(self) -> str | None:
        """vote or median: the reference that something is promised of."""
        return None

    @property
    def place(self) -> PublicPlace | None:
        """Where the main value stands among public data sets; None where the atlas knows no such value."""
        return self.places.main

    @property
    def places(self) -> PublicPlaces:
        """Where every value stands that the atlas knows, the main one first."""
        return places_of(self.data, self.results, task=self.task, annotated_by=self.annotated_by)

    @property
    def charts(self) -> Any:
        """The figures of the report by name, each to be drawn alone: `found.charts["coefficients"]`."""
        return presented("charts of findings", self)

    @property
    def tables(self) -> Tables:
        """The tables of the report by name, with all rows and all digits: `found.tables["annotators"].to_frame()`."""
        return Tables({**self._shared_tables(), **self._tables()}, self.frame_library)

    def _tables(self) -> dict[str, Tabular | None]:
        """Those of the shape."""
        return {}

    def _shared_tables(self) -> dict[str, Tabular | None]:
        used = {} if isinstance(self.data, AnswerOverview) else self.data.usage
        read = self.reading
        return {
            "coefficients": self.results,
            "findings": self.findings,
            "reading": None if read is None else Records(read.readings()),
            "atlas": self.place if self.place is not None and self.place.placed else None,
            "atlas-values": places if (places := self.places).placed else None,
            **({} if self.hard is None else difficulty_frames(self.hard)),
            "groups": self.groups,
            "kinds": self.kinds,
            "usage": Computed(lambda: _usage_columns(used)) if used else None,
            "left-out": Records(dict.fromkeys(self.diagnostics)),
        }

    def as_json(self) -> dict[str, object]:
        """Schema, facts, verdict, values, findings and what was left out; long lists end with how many are not shown.

        Each shape adds its own, so that no number of the page is missing here.
        """
        places = self.places
        remarks_on_input = list(dict.fromkeys(map(str, self.diagnostics)))
        more = len(self.findings) - MOST_FINDINGS
        more_remarks = len(remarks_on_input) - MOST_LISTED
        return {
            "schema": SCHEMA,
            **json_fields(self, title="title", read_as="data.read_as", data="data", verdict="verdict"),
            **json_fields(self, "remarks", "results"),
            "findings": json_value(self.findings[:MOST_FINDINGS]),
            **({"findings_left_out": more} if more > 0 else {}),
            "diagnostics": remarks_on_input[:MOST_LISTED],
            **({"diagnostics_left_out": more_remarks} if more_remarks > 0 else {}),
            **({} if self.reading is None else {"reading_grid": self.reading.as_json()}),
            **places.in_record(),
            **({} if self.hard is None else {"difficulty": difficulty_json(self.hard)}),
            **({} if self.groups is None else {"groups": self.groups.as_json()}),
            **({} if self.kinds is None else {"people_and_models": self.kinds.as_json()}),
            **({} if isinstance(self.data, AnswerOverview) else _usage(self.data.usage)),
        }

    # ---- in a terminal and in a notebook

    def __repr__(self) -> str:
        first = "; ".join(map(visible, self.data.lines()[:1]))
        return f"{type(self).__name__}({visible(self.title)!r}: {first}; {many(len(self.findings), 'finding')})"

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html_text(sentence)}</p>" for sentence in self.verdict)
        tables, charts = (", ".join(map(html_text, names)) for names in (self.tables, self.charts))
        return (
            f"<h3>{html_text(self.title)}</h3>{sentences}{self.results._repr_html_()}"
            f"<p><code>tables[…].to_frame()</code>: {tables}</p><p><code>charts[…]</code>: {charts}</p>"
        )

    # ---- as the list that report() gave before

    def __getitem__(self, place: int) -> Self:
        _once_a_list(f"found[{place}]", "the findings")
        if place not in (0, -1):
            raise IndexError("these are the findings about one data set")
        return self

    def __len__(self) -> int:
        _once_a_list("len(found)", "1")
        return 1

    def __iter__(self) -> Iterator[Self]:
        _once_a_list("for one in found", "the findings")
        return iter([self])

    def __bool__(self) -> bool:
        return True


def _once_a_list(asked: str, same: str) -> None:
    told = f"report() of one data set returns its findings, and not a list of one: {asked} is {same}"
    warn_caller(told, DeprecationWarning)


def _usage_columns(times: Mapping[str, int]) -> Columns:
    ordered = sorted(times.items(), key=lambda category: -category[1])
    total = sum(times.values())
    shares: list[object] = [number / total if total else math.nan for _, number in ordered]
    return {"category": [name for name, _ in ordered], "times": [number for _, number in ordered], "share": shares}


def _usage(times: Mapping[str, int]) -> dict[str, object]:
    """How often each category was used, the most frequent first."""
    if not times:
        return {}
    ordered = sorted(times.items(), key=lambda category: -category[1])
    listed = dict(ordered[:MOST_LISTED])
    return {"usage": {"total": sum(times.values()), "times": listed, **left_out(len(ordered), len(listed))}}


_MODEL = ("outcome", "items", "clusters", "r2", "adjusted", "cross_validated", "folds", "undefined")


def difficulty_frames(hard: Difficulty) -> dict[str, Tabular]:
    """Correlations, groups, models, their terms and the items that they do not explain, as far as there are any."""
    made: list[Sequence[object]] = [hard.correlations]
    made += [hard.by_group, hard.interactions] if hard.by_group else []
    models = [{name: getattr(regression, name) for name in _MODEL} for regression in hard.regressions]
    made += [models, _terms(hard.regressions), _terms(hard.mixed), hard.outliers]
    tables = [_table(rows) for rows in made if rows]
    return {"difficulty" if not number else f"difficulty-{number}": table for number, table in enumerate(tables)}


def _table(rows: Sequence[object]) -> Tabular:
    if not isinstance(rows[0], dict):
        return Records(rows)
    columns: Columns = {name: [row[name] for row in rows if isinstance(row, dict)] for name in list(rows[0])}
    return Computed(lambda: columns)


def _terms(models: Sequence[Regression] | Sequence[MixedModel]) -> list[object]:
    """Each term of each model; of a regression also its share of R² and its inflation."""
    lines: list[object] = []
    for model in models:
        worth = {importance.feature: importance for importance in getattr(model, "importance", ())}
        for term in model.terms:
            own = worth.get(term.feature)
            more = {} if own is None else {"share": own.share, "inflation": own.inflation}
            lines.append({"outcome": model.outcome, **lines_of(term)[0], **more})
    return lines
