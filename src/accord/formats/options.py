"""How a file is to be read: what the caller tells, everything else is recognised and said."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, Self, TypedDict, TypeVar, get_args

from accord.annotations.among import several
from accord.annotations.campaign import KINDS, PER, Kind, Per
from accord.annotations.labels import Level
from accord.annotations.relations import CONSTRAINTS
from accord.results import UsageError
from accord.results.option_names import option

_COLUMNS = ("item_column", "annotator_column", "label_column", "time_column", "cluster_column")
_SPAN_COLUMNS = ("document_column", "start_column", "end_column")
_RELATION_COLUMNS = ("origin_column", "target_column")
Orientation = Literal["items", "annotators"]
AnnotatorFrom = Literal["field", "dir", "file", "tier", "set"]
ANNOTATOR_FROM: tuple[AnnotatorFrom, ...] = get_args(AnnotatorFrom)
_SEPARATORS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}


class ReadingOptions(TypedDict, total=False):
    """The options of `accord.read` for functions that read what they are given; `ReadOptions` says what they do."""

    reader: str
    kind: Kind
    per: Per
    field: str
    annotator_from: AnnotatorFrom
    document_key: str
    joined_by: str
    categories: Sequence[object]
    level: Level
    nothing: object
    item_column: str
    annotator_column: str
    label_column: str
    time_column: str
    cluster_column: str
    document_column: str
    start_column: str
    end_column: str
    origin_column: str
    target_column: str
    symmetric: str | Sequence[str]
    constraint: str
    annotators: Sequence[str]
    table: bool
    counts: bool
    transpose: bool
    orientation: Orientation
    missing: str | Sequence[str]
    set_separator: str
    separator: str
    encoding: str
    header: bool
    models: str | Sequence[str]
    curator: str | Sequence[str]
    gold_annotator: str | Sequence[str]
    people: object
    asked: object
    pool: bool
    strict: bool
    sheet: str | int
    memory: str | int


READING = (*ReadingOptions.__annotations__, "only", "without")  # these two are parameters of most functions


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """The options of `accord.read`. What a format has no use for, its reader leaves alone."""

    reader: str | None = None
    """The name of the reader, when the content should not decide."""
    kind: Kind | None = None
    """Which annotations are meant, where a file holds several kinds or could be taken for another."""
    per: Per | None = None
    """Labels of tokens, characters or sentences from spans: what was marked there, and `nothing` for the rest."""
    field: str | None = None
    """The layer, question or tier that is meant, where an export has several of a kind."""
    annotator_from: AnnotatorFrom | None = None
    """Where the name of the annotator stands: in the data, or in the name of the folder, file, tier or set."""
    document_key: str | None = None
    """The field of an export that tells documents apart, by which annotators are joined."""
    joined_by: str | None = None
    """The type or field of relations that tie fragments of one unit, in exports of tools without discontinuous ones."""
    categories: Sequence[object] | None = None
    level: Level | None = None
    nothing: object = None
    item_column: str | None = None
    annotator_column: str | None = None
    label_column: str | None = None
    time_column: str | None = None
    """The column of a long table that says when each label was given: numbers or dates."""
    cluster_column: str | None = None
    """The column of a table of labels that says which items belong together, such as the sentences of one text."""
    document_column: str | None = None
    start_column: str | None = None
    end_column: str | None = None
    origin_column: str | None = None
    target_column: str | None = None
    """The columns of tables of spans and relations; their categories and labels are in `label_column`."""
    symmetric: Sequence[str] | None = None
    """Types of relations that hold in both directions, besides those that the data say do."""
    constraint: str | None = None
    """What the relations of each annotator must form: any, dag, forest, tree or argument; else as the data say."""
    annotators: Sequence[str] | None = None
    """The columns of a wide table that are annotators; the names of the two annotators of a contingency table."""
    table: bool = False
    """A square contingency table of two annotators, with the categories in the first row and column."""
    counts: bool = False
    """One row per item, one column per category, how many annotators chose it."""
    transpose: bool = False
    """Items and annotators (or rows and columns) are the other way round."""
    orientation: Orientation | None = None
    """What the rows of a wide table are, items or annotators, where it is not to be recognised."""
    missing: Sequence[str] = ()
    """Labels that mean 'not asked', besides the empty cell."""
    set_separator: str | None = None
    separator: str | None = None
    encoding: str | None = None
    header: bool = True
    only: Sequence[str] | None = None
    """Measure these annotators, whatever they are; names, or patterns such as 'gpt*'."""
    without: Sequence[str] | None = None
    """Measure everybody but these."""
    models: Sequence[str] = ()
    """Annotators that are models."""
    curator: Sequence[str] = ()
    """Annotators who adjudicate what others annotated."""
    gold_annotator: Sequence[str] = ()
    """Annotators whose annotations are the gold standard."""
    people: object = None
    """A table of annotators with their roles (or a mapping): person, model, curator or gold."""
    asked: object = None
    """Who was asked what, where the data do not tell: 'everyone', or a table of documents and annotators."""
    pool: bool = False
    """Whether several files with the same annotators are put together."""
    strict: bool = False
    """Whether everything that was guessed is an error."""
    sheet: str | int | None = None
    """The sheet of a workbook, by name or by number from 1."""
    memory: str | int | None = None
    """How much memory reading a table may take, such as '2GB'; one that needs more is read in portions, and labels are
    only counted. Without it, tables are read as a whole."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Options by name; an unknown one is a UsageError with the nearest names.

        >>> ReadOptions.of({"separator": "tab"}).separator
        '\\t'
        """
        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"the options are {', '.join(known)}"
                raise UsageError(f"read() has no option '{name}'", hint)
        return cls(**options)

    def __post_init__(self) -> None:
        for name in ("categories", "annotators"):
            value = getattr(self, name)
            if value is not None:
                if isinstance(value, str | bytes):
                    raise UsageError(f"{name}={value!r} is one text", f"give a list: {name}=[…]")
                object.__setattr__(self, name, tuple(value))
        for name in ("only", "without", "models", "curator", "gold_annotator", "symmetric"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, several(value))
        missing = (self.missing,) if isinstance(self.missing, str) else tuple(map(str, self.missing))
        object.__setattr__(self, "missing", missing)
        if self.separator is not None:
            object.__setattr__(self, "separator", _one_character(self.separator))
        if self.set_separator == "":
            raise UsageError("the separator of label sets is empty", "give the character between labels")
        if self.orientation == "items" and self.transpose:
            raise UsageError(
                f"{option('transpose')} says that rows are annotators, "
                f"{option('orientation', 'items')} that they are not"
            )
        if self.orientation == "annotators":
            object.__setattr__(self, "transpose", True)
        self._refuse_contradictions()

    @property
    def told_kind(self) -> Kind | None:
        """The kind that was told, or that a column or layout told belongs to."""
        if self.kind is not None:
            return self.kind
        if any(getattr(self, name) is not None for name in (*_RELATION_COLUMNS, "symmetric", "constraint")):
            return "relations"
        if any(getattr(self, name) is not None for name in _SPAN_COLUMNS[1:]):
            return "spans"
        of_labels = self.table or self.counts or self.transpose or self.annotators or self.set_separator
        of_labels = of_labels or self.orientation
        columns = (self.item_column, self.time_column, self.cluster_column)
        return "labels" if of_labels or any(name is not None for name in columns) else None

    def _refuse_contradictions(self) -> None:
        for name, value, known in (
            ("kind", self.kind, KINDS),
            ("per", self.per, PER),
            ("annotator_from", self.annotator_from, ANNOTATOR_FROM),
            ("orientation", self.orientation, get_args(Orientation)),
            ("constraint", self.constraint, CONSTRAINTS),
        ):
            if value is not None and value not in known:
                raise UsageError(f"there is no {name} '{value}'", f"it is one of {', '.join(known)}")
        columns = [name for name in _COLUMNS if getattr(self, name) is not None]
        if self.table and self.counts:
            raise UsageError("a file is either a contingency table or a table of counts", "choose one")
        if self.table and columns:
            raise UsageError(f"a contingency table has no {columns[0].replace('_', ' ')}", "leave it out")
        if self.table and self.annotators is not None and len(self.annotators) != 2:
            raise UsageError("a contingency table is about two annotators", "give two names")
        if self.counts and (self.annotators is not None or columns not in ([], ["item_column"])):
            raise UsageError("in a table of counts the annotators are unknown", "only the item column can be named")
        if (self.table or self.counts) and (self.set_separator is not None or self.missing):
            raise UsageError("a table of numbers has neither missing labels nor label sets")
        if self.annotators is not None and not self.table:
            if not self.annotators:
                raise UsageError("the list of annotators is empty", "name their columns")
            if any(name not in ("item_column", "cluster_column") for name in columns):
                raise UsageError(
                    f"{option('annotators')} is for wide tables, {option('annotator_column')}, "
                    f"{option('label_column')} and {option('time_column')} for long ones",
                    "use one or the other",
                )
            if self.transpose:
                raise UsageError(
                    f"{option('annotators')} names columns, and in a transposed table they are items", "leave it out"
                )


@dataclass(frozen=True, kw_only=True)
class ProjectOptions(ReadOptions):
    """The options of `accord.project`: those of reading one field, for all of them."""

    label_columns: Sequence[str] | None = None
    """The columns of a table that are questions, one row per item and annotator."""

    def __post_init__(self) -> None:
        if self.label_columns is not None:
            object.__setattr__(self, "label_columns", several(self.label_columns))
        super().__post_init__()

    @property
    def may_have_questions(self) -> bool:
        """Whether nothing that was told says that a table asks a single question."""
        told = (self.label_column, self.annotators, self.field, self.orientation, self.per)
        return not (self.table or self.counts or self.transpose) and all(option is None for option in told)

    @property
    def of_one(self) -> ReadOptions:
        """The same for one field."""
        return ReadOptions(**{field.name: getattr(self, field.name) for field in fields(ReadOptions)})


Reads = TypeVar("Reads", bound=Callable[..., Any])


def reads_files(function: Reads) -> Reads:
    """A function whose keywords are these options: `help()` and editors show each of them."""
    own = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    named = {parameter.name for parameter in own}
    beside = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in fields(ReadOptions)
        if field.name not in named
    ]
    shown = inspect.signature(function).replace(parameters=[*own, *beside])
    object.__setattr__(function, "__signature__", shown)
    return function


def _one_character(separator: str) -> str:
    character = _SEPARATORS.get(separator, separator)
    if len(character) != 1 or not character.isascii() or character in '"\r\n\0' or character.isalnum():
        raise UsageError(f"{separator!r} cannot be a separator", "use one character: ',', ';', '|' or 'tab'")
    return character
