"""`accord.project`: all fields of an export, all questions of a table, each as `accord.read` gives it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from accord.annotations import Annotations
from accord.annotations.as_campaign import campaign_of
from accord.annotations.campaign import Campaign, Layer
from accord.annotations.casting import roles_among
from accord.annotations.frames import Origin
from accord.annotations.native_frames import in_polars, is_frame
from accord.annotations.project import Project, busy_in
from accord.annotations.roles import Role
from accord.formats.casting import cast, roles_told, settled, with_told_roles
from accord.formats.frame_reading import annotations_in_frame
from accord.formats.locating import LocatedFile, located
from accord.formats.options import ProjectOptions, ReadOptions, reads_files
from accord.formats.reading import (
    Paths,
    boundary,
    exported,
    from_files,
    in_one_pass,
    of_layer,
    paths_of,
    put_together,
    read_one,
    reader_of,
    with_encodings,
)
from accord.formats.recognising import reader_for
from accord.formats.registry import Gatherer, Reader
from accord.formats.settings_file import FileSettings, settings_beside
from accord.formats.shown_paths import as_shown
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.question_columns import QuestionTable, of_question, question_table, refuse_missing
from accord.formats.tables.shapes import Part, annotations_of
from accord.results import DataError, Diagnostic, Diagnostics, Place, Reading, UsageError
from accord.results.input_files import remember, remembering
from accord.results.reading import in_order, refuse_guesses
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.formats.given_data import Frame, Lazy

LABEL = "label"
"""The name of the only field of a table whose question has none."""


@reads_files
def project(path: Paths | Frame | Lazy, *, label_columns: Sequence[str] | None = None, **options: Any) -> Project:
    r"""Read everything that was asked: all fields of an export, all questions of a table.

    Each field is what `accord.read` gives of it alone. A table of several questions has one row per item and annotator
    and one column per question; which columns are questions is recognised, and stands in `read_as`.

    Parameters
    ----------
    path
        A path or pattern, or several; or a data frame of any library that narwhals knows.
    label_columns
        The columns of a table that are questions.
    reader, kind, per, field, annotator_from, document_key, joined_by
        Which format, kind and layer are meant, where annotators and documents have their names, and which relations
        tie fragments of one unit.
    categories, level, nothing
        The categories in their order, the level of measurement, and the category that means 'nothing to annotate
        here', of all fields.
    item_column, annotator_column, label_column, time_column, cluster_column
        The columns of a table of labels.
    document_column, start_column, end_column, origin_column, target_column
        The columns of a table of spans or relations.
    symmetric, constraint
        The types of relations that hold in both directions, and what relations must form.
    annotators, table, counts, transpose, orientation, missing, set_separator, separator, encoding, header, sheet
        How a table is laid out.
    only, without, models, curator, gold_annotator, people, asked
        Who counts, who is what, and who was asked what.
    pool, strict, memory
        Whether files with the same annotators are put together, whether everything that was guessed is an error, and
        how much memory a table may take. All of these are as for `accord.read`.

    Returns
    -------
    Project
        A mapping from the names of the fields to their annotations.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways: with the place, what was found, and how to fix it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "survey.csv")
    ...     rows = "1,ann,yes,a\n1,bob,no,a\n2,ann,yes,b\n2,bob,yes,a\n"
    ...     _ = file.write_text("item,annotator,polite,tone\n" + rows, encoding="utf-8")
    ...     survey = project(file)
    >>> survey
    Project(2 items, 2 annotators: 'polite' (labels), 'tone' (labels))
    >>> survey["polite"]
    Labels(2 items, 2 annotators, 2 categories, level nominal, 0 missing)
    """
    chosen = ProjectOptions.of({"label_columns": label_columns, **options})
    if is_frame(path):
        return _in_frame(path, chosen, options)
    settings = settings_beside(paths_of(path))
    chosen = chosen if settings is None else settings.filled(chosen)
    with remembering() as files, located(paths_of(path)) as located_files, as_shown(located_files) as shown:
        held = _held(located_files, chosen)
        if held.whole is None:
            made = _of_tables(held, chosen, settings)
            shown_fields = {name: shown(data) for name, data in made.items()}
            made = replace(made, fields=shown_fields, source=next(iter(shown_fields.values())).source)
        elif isinstance(held.whole, Campaign):
            made = _of_campaign(shown(with_encodings(held.whole)), chosen, settings)  # type: ignore[arg-type]  # a campaign stays one
        else:
            made = _of_one(shown(with_encodings(held.whole)), chosen)  # type: ignore[arg-type]  # annotations stay so
    for data in made.values():
        from_files(data, files)
    told = None if settings is None else settings.reading()
    return from_files(made if told is None else replace(made, read_as=(told, *made.read_as)), files)


# ---- what the files hold


@dataclass(frozen=True)
class _Held:
    """A campaign or annotations, or tables with their questions."""

    whole: Annotations | Campaign | None
    tables: tuple[QuestionTable, ...] = ()
    files: Sequence[LocatedFile] = ()
    readers: Sequence[Reader | Gatherer] = ()

    def of_question(self, name: str | None, options: ReadOptions) -> Annotations:
        """The answers to one question of the tables, as `read` gives them; without a name the one that is meant."""
        parts: list[Part] = []
        kept: list[int] = []
        for place, table in enumerate(self.tables):
            if name is None or table.holds(name):
                own = options if name is None else of_question(table.table, options, name)
                with self._boundary(place):
                    parts.append(annotations_of(table.table, own))
                kept.append(place)
        files, readers = [self.files[place] for place in kept], [self.readers[place] for place in kept]
        content = cast(with_encodings(put_together(parts, files, readers, replace(options, field=None))), options)
        if isinstance(content, Campaign):
            raise UsageError("a question of tables is not a campaign")
        return settled(content, options)

    def _boundary(self, place: int) -> AbstractContextManager[None]:
        return boundary(self.files[place].path, self.files[place].shown, self.readers[place])


def _held(located_files: Sequence[LocatedFile], options: ProjectOptions) -> _Held:
    """All fields of the files, by the reader that knows them."""
    reader, files, ignored = reader_for(located_files, options)
    for file in files:
        if not file.unpacked:
            remember(file.path)
    if isinstance(reader, Gatherer):
        return _Held(exported(reader, files, ignored, options))
    readers = [reader_of(file, options) for file in files]
    if options.label_columns is None:
        streamed = in_one_pass(files, readers, options.of_one)
        if streamed is not None:
            return _Held(streamed)
    parts = [read_one(file, by, options) for file, by in zip(files, readers, strict=True)]
    tables = [part for part in parts if isinstance(part, QuestionTable)]
    if tables and len(tables) == len(parts):
        return _Held(None, tuple(tables), files, readers)
    plain = [annotations_of(part.table, options.of_one) if isinstance(part, QuestionTable) else part for part in parts]
    return _Held(put_together(plain, files, readers, options.of_one))


# ---- tables


def _of_tables(held: _Held, options: ProjectOptions, settings: FileSettings | None) -> Project:
    """Every question that some table asks; a table that asks a single one has that."""
    if options.label_columns is not None:
        refuse_missing(held.tables, options.label_columns)
    names = list(dict.fromkeys(name for table in held.tables for name in table.names))
    single = options.of_one
    if not names:
        data = held.of_question(None, single)
        return _project({_label_of(data): data}, data, options)
    made, refused = _each(
        names, lambda name: _told(held.of_question(name, _own(single, settings, name)), settings, name), options
    )
    unanswered = dict.fromkeys(name for table in held.tables for name in table.unanswered)
    empty = tuple(name for name in unanswered if name not in made)
    first = next(iter(made.values()))
    return _project(
        made,
        first,
        options,
        unanswered=empty,
        refused=refused,
        read_as=(_questions_reading(names, held.tables, options), *_aside(held.tables)),
        diagnostics=(*_unanswered(empty, first.source), *_partly(names, held)),
    )


def _own(options: ReadOptions, settings: FileSettings | None, name: str) -> ReadOptions:
    """The options of one field, with what the settings beside the data say about it."""
    return options if settings is None else settings.filled(options, name)


def _told(data: Annotations, settings: FileSettings | None, name: str) -> Annotations:
    reading = None if settings is None else settings.reading(name)
    return data if reading is None else replace(data, read_as=(reading, *data.read_as))


def _each(
    names: Sequence[str], read_field: Callable[[str], Annotations], options: ProjectOptions
) -> tuple[dict[str, Annotations], dict[str, DataError]]:
    """Every field that can be read, and why others cannot; where none can, or nothing may be guessed, the error."""
    made: dict[str, Annotations] = {}
    refused: dict[str, DataError] = {}
    for name in names:
        try:
            made[name] = read_field(name)
        except DataError as error:
            refused[name] = error
    if refused and (options.strict or not made):
        raise next(iter(refused.values()))
    return made, refused


def _label_of(data: Annotations) -> str:
    """What the label column is called, where it is told."""
    for reading in data.read_as:
        _, mark, name = reading.text.partition("label = '")
        if reading.aspect == "columns" and mark and name.rstrip("'") == name.split("'")[0]:
            return name.split("'")[0]
    return LABEL


def _questions_reading(names: Sequence[str], tables: Sequence[QuestionTable], options: ProjectOptions) -> Reading:
    shown = ", ".join(f"'{name}'" for name in names[:12]) + (", …" if len(names) > 12 else "")
    told = options.label_columns is not None
    text = f"{len(names)} questions{', as asked' if told else ''}: {shown}"
    return Reading("field", text, not told, () if told else ("label_columns",))


def _aside(tables: Sequence[QuestionTable]) -> tuple[Reading, ...]:
    aside = list(dict.fromkeys(name for table in tables for name in table.aside))
    if not aside:
        return ()
    shown = ", ".join(f"'{name}'" for name in aside[:6]) + (", …" if len(aside) > 6 else "")
    what = "is not a question" if len(aside) == 1 else "are not questions"
    text = f"{shown} {what}: the same for everybody who has an item, or for every item of an annotator"
    return (Reading("set aside", text, True, ("label_columns",)),)


def _unanswered(names: Iterable[str], source: str | None) -> Diagnostics:
    return tuple(
        Diagnostic("ACC481", f"nobody answered '{name}'", Place(source), "it is listed, and nothing is measured")
        for name in names
    )


def _partly(names: Sequence[str], held: _Held) -> Diagnostics:
    """Tables that do not ask all questions."""
    return tuple(
        Diagnostic("ACC482", f"this table has no column '{name}'", Place(file.shown), "its people were not asked that")
        for name in names
        for table, file in zip(held.tables, held.files, strict=True)
        if not table.holds(name)
    )


def _in_frame(frame: object, options: ProjectOptions, arguments: Mapping[str, Any]) -> Project:
    """The questions of a data frame."""
    table = question_table(SourceTable(in_polars(frame)[0], Origin()), options)
    if options.label_columns is not None:
        refuse_missing([table], options.label_columns)
    single = {name: value for name, value in arguments.items() if name != "label_column"}
    if not table.names:
        data = annotations_in_frame(frame, dict(arguments))
        return _project({_label_of(data): data}, data, options)
    made, refused = _each(
        table.names, lambda name: annotations_in_frame(frame, {**single, "label_column": name}), options
    )
    first = next(iter(made.values()))
    read_as = (_questions_reading(table.names, [table], options), *_aside([table]))
    diagnostics = _unanswered(table.unanswered, None)
    known = {"unanswered": table.unanswered, "refused": refused}
    return _project(made, first, options, read_as=read_as, diagnostics=diagnostics, **known)


# ---- exports


def _of_one(data: Annotations, options: ProjectOptions) -> Project:
    """Annotations that are one field."""
    whole = cast(data, options)
    if isinstance(whole, Campaign):
        raise UsageError("these annotations are a campaign")
    return _project({whole.kind: settled(whole, options)}, whole, options)


def _of_campaign(whole: Campaign, options: ProjectOptions, settings: FileSettings | None) -> Project:
    """Every layer of a campaign that is meant, as `read` gives it when it is named."""
    everybody = with_told_roles(whole, options)
    measured = campaign_of(cast(whole, options))
    wanted = [
        layer for layer in measured.layers if options.kind in (None, layer.kind) and options.field in (None, layer.name)
    ]
    answered = [layer for layer in wanted if len(layer) or layer.components]
    if not answered:
        measured.chosen(options.kind, options.field)  # raises what there is to say
        raise DataError("ACC042", "there are no annotations", Place(whole.source), "export the annotations again")
    names = _names_of(answered)
    layers = {names[layer.kind, layer.name]: layer for layer in answered}

    def read_layer(name: str) -> Annotations:
        own = replace(options.of_one, kind=layers[name].kind, field=layers[name].name)
        own = _own(own, settings, layers[name].name)
        return _told(settled(of_layer(measured, own), own), settings, layers[name].name)

    made, refused = _each(list(layers), read_layer, options)
    kept = {(layer.kind, layer.name) for layer in measured.layers}
    lost = [
        layer
        for layer in whole.layers
        if (layer.kind, layer.name) not in kept and options.kind in (None, layer.kind) and options.field is None
    ]
    silent = tuple(dict.fromkeys(layer.name for layer in (*wanted, *lost) if layer not in answered))
    busy = {who for _, who in whole.assigned}
    first = next(iter(made.values()))
    return replace(
        _project(
            made,
            first,
            options,
            unanswered=silent,
            refused=refused,
            read_as=tuple(
                reading for reading in measured.read_as if reading.aspect in ("files", "annotators", "set aside")
            ),
            diagnostics=(
                *_twice(answered, whole.source),
                *_unanswered(silent, whole.source),
                *_contradictory(whole),
            ),
        ),
        people=tuple(everybody.annotators),
        idle=tuple(name for name in everybody.annotators if name not in busy),
        cancelled=len(whole.cancelled),
        whole=everybody,
        meant=_meant(answered, names, whole, options),
        everybody=dict(everybody.roles),
    )


def _meant(
    layers: Sequence[Layer], names: Mapping[tuple[str, str], str], whole: Campaign, options: ProjectOptions
) -> str | None:
    """The only field of the kind that a format is about, where it is about one."""
    fitting = [layer for layer in layers if layer.kind == whole.main]
    several = len(layers) > 1 and options.kind is None
    return names[fitting[0].kind, fitting[0].name] if several and len(fitting) == 1 else None


def _names_of(layers: Sequence[Layer]) -> dict[tuple[str, str], str]:
    """What each field is called: its name, with its kind where two kinds of answers have one name."""
    times = Counter(layer.name for layer in layers)
    return {
        (layer.kind, layer.name): layer.name if times[layer.name] == 1 else f"{layer.name} ({layer.kind})"
        for layer in layers
    }


def _twice(layers: Sequence[Layer], source: str | None) -> Diagnostics:
    """Names that stand for several fields."""
    times = Counter(layer.name for layer in layers)
    return tuple(
        Diagnostic(
            "ACC480",
            f"{times[name]} fields are called '{name}'",
            Place(source),
            "each is named with its kind; none is left out",
        )
        for name in times
        if times[name] > 1
    )


def _contradictory(whole: Campaign) -> Diagnostics:
    """Assignments that were cancelled and annotated."""
    both = {*whole.cancelled} & {*whole.assigned}
    if not both:
        return ()
    document, who = min(both)
    counted = many(
        len(both), "assignment is both cancelled and annotated", "assignments are both cancelled and annotated"
    )
    hint = "the annotation counts, and the cancellation is counted"
    return (Diagnostic("ACC485", f"{counted}, such as that of '{who}'", Place(whole.source, item=document), hint),)


def _refusals(refused: Mapping[str, DataError]) -> Diagnostics:
    return tuple(
        Diagnostic("ACC483", f"'{name}' cannot be read: {error.message} [{error.code}]", error.place, error.hint)
        for name, error in refused.items()
    )


def _idle(made: Mapping[str, Annotations], names: Sequence[str]) -> tuple[str, ...]:
    """Who is named in some field, and was asked about nothing in any."""
    busy = {name for data in made.values() for name in busy_in(data)}
    return tuple(name for name in names if name not in busy) if busy else ()


def _project(made: Mapping[str, Annotations], first: Annotations, options: ProjectOptions, **known: Any) -> Project:
    names = tuple(dict.fromkeys(name for data in made.values() for name in data.annotators or ()))
    aside = dict.fromkeys(name for data in made.values() for name in data.roles)
    people = tuple(dict.fromkeys([*names, *aside]))
    roles: dict[str, Role] = {name: role for data in made.values() for name, role in data.roles.items()}
    told = replace(roles_told(options), models=(), curator=(), gold_annotator=())  # fields were read with these
    roles = {**roles_among(people, told), **{k: v for k, v in roles.items() if v != "person"}}
    read_as = in_order(known.pop("read_as", ()))
    refused: Mapping[str, DataError] = known.get("refused", {})
    known["diagnostics"] = (*known.get("diagnostics", ()), *_refusals(refused))
    if options.strict:
        refuse_guesses(read_as, first.source)
    return Project(
        fields=dict(made),
        source=first.source,
        people=people,
        idle=_idle(made, names),
        everybody=roles,
        read_as=read_as,
        frame_library=first.frame_library,
        **known,
    )
