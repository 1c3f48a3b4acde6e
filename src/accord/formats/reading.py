"""`accord.read`: find the files and the reader, and let nothing but a DataError or a UsageError out of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from accord.annotations import Labels
from accord.annotations.annotated import WithOrigin
from accord.annotations.answers import Answers
from accord.annotations.as_campaign import campaign_of
from accord.annotations.campaign import Campaign, Kind
from accord.annotations.native_frames import is_frame
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.formats.casting import cast, settled, with_told_roles
from accord.formats.frame_reading import annotations_in_frame
from accord.formats.gathering import Gathering
from accord.formats.locating import LocatedFile, located
from accord.formats.naming import sources
from accord.formats.options import ReadOptions, reads_files
from accord.formats.recognising import assert_filled, reader_for, recognised, root_of, strangers
from accord.formats.registry import Gatherer, Reader, find_reader, plugin_of
from accord.formats.rounds import files_reading
from accord.formats.shown_paths import as_shown
from accord.formats.tables.declared_relations import with_declared
from accord.formats.tables.joining import joined
from accord.formats.tables.relation_tables import GivenUnits, RelationRows, units_file
from accord.formats.tables.shapes import Part
from accord.formats.unread_formats import refusal
from accord.formats.unused_options import unused
from accord.results import DataError, Place, Reading, UsageError
from accord.results.input_files import remember, remembering
from accord.results.installed_version import installed_version
from accord.results.option_names import option
from accord.results.plugins import STOPPED, kind_of
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.formats.given_data import Frame, Lazy

PathLike = str | os.PathLike[str]
Paths = PathLike | Iterable[PathLike]
Annotations = Answers | Labels | Spans | Relations
Content = TypeVar("Content", bound=WithOrigin)
_ANOTHER = f"tell the developers of that package, or name another format with {option('reader')}"


@overload
def read(path: Paths | Frame | Lazy, *, kind: Literal["labels"], **options: Any) -> Labels: ...
@overload
def read(path: Paths | Frame | Lazy, *, kind: Literal["spans"], **options: Any) -> Spans: ...
@overload
def read(path: Paths | Frame | Lazy, *, kind: Literal["relations"], **options: Any) -> Relations: ...
@overload
def read(path: Paths | Frame | Lazy, *, kind: Literal["answers"], **options: Any) -> Answers: ...
@overload
def read(path: Paths | Frame | Lazy, *, kind: None = None, **options: Any) -> Labels | Spans | Relations | Answers: ...


@reads_files
def read(path: Paths | Frame | Lazy, *, kind: Kind | None = None, **options: Any) -> Any:
    r"""Read annotations from a file, folder, archive or pattern, or from several of them that are one data set.

    Tables are joined by the names of items and annotators, exports by the keys of their documents. Everything that is
    not told is recognised, and what was guessed stands in `read_as`.

    Parameters
    ----------
    path
        A path or pattern, or several; or a data frame of any library that narwhals knows.
    kind
        Which annotations are meant, where a file holds several kinds: "labels", "spans", "relations" or "answers".
    reader
        The name of the format, when the content should not decide.
    per
        Labels of each "token", "character" or "sentence" from spans: what was marked there, and `nothing` for the rest.
        Tokens are what white space parts, sentences what line breaks part.
    field
        The layer, question or tier that is meant, where an export has several of a kind.
    annotator_from
        Where the name of the annotator stands: in a "field" of the data, or in the name of the "dir", "file", "tier" or
        "set".
    document_key
        The field of an export that tells documents apart, by which annotators are joined.
    joined_by
        The type or field of relations that tie fragments of one discontinuous unit, where the tool has no such units.
    categories
        The categories in their order; else those that occur.
    level
        The level of measurement: "nominal", "ordinal", "interval", "ratio", "circular" or "sets".
    nothing
        The category that means 'nothing to annotate here'.
    item_column, annotator_column, label_column
        The columns of a long table; the first also of a wide one.
    time_column
        The column of a long table that says when each label was given: numbers or dates.
    cluster_column
        The column that says which items belong together, such as the sentences of one text.
    document_column, start_column, end_column
        The columns of a table of spans, besides those of annotators and labels.
    origin_column, target_column
        The columns of a table of relations, besides those of documents, annotators and labels.
    symmetric
        Types of relations that hold in both directions, besides those that the data say do.
    constraint
        What the relations of each annotator must form: "any", "dag", "forest", "tree" or "argument". A table says it in
        a column "constraint", and which relations hold in both directions in a column "symmetric".
    annotators
        The columns of a wide table that are annotators; the names of the two annotators of a contingency table.
    table
        Whether it is a square contingency table of two annotators, with the categories in the first row and column.
    counts
        Whether it has one row per item, one column per category, and how many annotators chose it.
    transpose
        Whether items and annotators (or rows and columns) are the other way round.
    orientation
        What the rows of a wide table are, "items" or "annotators", where it is not to be recognised.
    missing
        Labels that mean 'not asked', besides the empty cell.
    set_separator
        What stands between the labels of a set in one cell.
    separator
        What stands between the cells of a table: one character, or "tab".
    encoding
        The encoding of a text file.
    header
        Whether the first row of a table has the names of the columns.
    only, without
        The annotators who are measured, whatever they are, or who are not; patterns such as "gpt*" are allowed.
    models, curator, gold_annotator
        Who is a model, who adjudicates, and who is the gold standard.
    people
        A table of annotators with their roles (or a mapping): person, model, curator or gold.
    asked
        Who was asked what, where the data do not tell: "everyone", or a table of documents and annotators.
    pool
        Whether several files with the same annotators are put together.
    strict
        Whether everything that was guessed is an error.
    sheet
        The sheet of a workbook, by name or by number from 1.
    memory
        How much memory reading a table may take, such as "2GB". One that needs more (Parquet, CSV, TSV or JSON lines)
        is read in portions. Labels, with one row per label, are counted: each row of the result stands for all items
        that were rated alike. Without it, tables are read as a whole.

    Returns
    -------
    Labels, Spans, Relations or Answers
        As the content says, or as `kind` asks.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways: with the place, what was found, and how to fix it.
    UsageError
        When options contradict each other.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "ratings.csv")
    ...     _ = file.write_text("item,ann,bob\n1,yes,yes\n2,no,yes\n3,no,\n", encoding="utf-8")
    ...     data = read(file, level="nominal")
    >>> data
    Labels(3 items, 2 annotators, 2 categories, level nominal, 1 missing)
    """
    if options.get("per") is not None:
        return _per(path, kind, options)
    options.pop("per", None)
    if is_frame(path):
        return annotations_in_frame(path, {"kind": kind, **options})
    chosen, told = _with_settings(ReadOptions.of({"kind": kind, **options}), paths_of(path))
    with remembering() as files, located(paths_of(path)) as located_files, as_shown(located_files) as shown:
        content = cast(with_encodings(shown(_content(located_files, chosen))), chosen)
    content = content if told is None else replace(content, read_as=(told, *content.read_as))
    if not isinstance(content, Campaign):
        return from_files(settled(content, chosen), files)
    try:
        return from_files(settled(of_layer(content, chosen), chosen), files)
    except DataError as error:
        if error.place.file is not None:
            raise
        place = replace(error.place, file=content.source)
        raise DataError(error.code, error.message, place, error.hint) from error


def _with_settings(options: ReadOptions, paths: Sequence[str]) -> tuple[ReadOptions, Reading | None]:
    """The options with those of the settings file beside the data, and what is to be said about it."""
    from accord.formats.settings_file import settings_beside

    settings = settings_beside(paths)
    if settings is None:
        return options, None
    name = options.field or options.label_column
    return settings.filled(options, name), settings.reading(name)


def _per(path: Paths | Frame | Lazy, kind: Kind | None, options: dict[str, Any]) -> Labels:
    """Labels of tokens, characters or sentences: spans, read as such."""
    from accord.annotations.unit_labels import labels_of_units

    chosen = ReadOptions.of({"kind": kind, **options})
    if kind not in (None, "labels"):
        raise UsageError(
            f"{option('per')} makes labels, and {option('kind', str(kind))} asks for others", "leave one out"
        )
    if chosen.per is None or chosen.level not in (None, "nominal"):
        raise UsageError(f"{option('per')} makes labels without an order", f"leave out {option('level')}")
    of_spans = {name: told for name, told in options.items() if name not in ("per", "nothing", "level")}
    spans = read(path, kind="spans", **of_spans)
    made = labels_of_units(spans, chosen.per, None if chosen.nothing is None else str(chosen.nothing))
    return from_files(made, getattr(spans, "files", ()))


@reads_files
def read_campaign(path: Paths, **options: Any) -> Campaign:
    r"""Everything in an export: documents, annotators, who was asked what, and all layers.

    `accord.read` gives one layer as annotations that can be measured; this gives all of them, to look at or to convert.

    Parameters
    ----------
    path
        A path or pattern, or several.
    reader, kind, per, field, annotator_from, document_key, joined_by
        Which format, kind and layer are meant, where annotators and documents have their names, and which relations
        tie fragments of one unit.
    categories, level, nothing
        The categories in their order, the level of measurement, and the category that means 'nothing to annotate here'.
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
    pool, strict
        Whether files with the same annotators are put together, and whether everything that was guessed is an error.
        All of these are as for `accord.read`.
    memory
        Without use here: a campaign is read as a whole.

    Returns
    -------
    Campaign
        Its layers, documents and annotators; `accord.write` writes it in another format.

    Raises
    ------
    DataError
        When the data cannot be read, with the place, what was found, and how to fix it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "ratings.csv")
    ...     _ = file.write_text("item,ann,bob\n1,yes,yes\n2,no,yes\n", encoding="utf-8")
    ...     campaign = read_campaign(file)
    >>> campaign.annotators
    ('ann', 'bob')
    """
    chosen = replace(ReadOptions.of(options), memory=None)
    with remembering() as files, located(paths_of(path)) as inputs, as_shown(inputs) as shown:
        return from_files(with_told_roles(campaign_of(with_encodings(shown(_content(inputs, chosen)))), chosen), files)


def from_files(content: Content, files: Iterable[str]) -> Content:
    """The same, with the files it was read from; a table that `replace` would list stays as it is."""
    object.__setattr__(content, "files", tuple(files))
    return content


def paths_of(path: object) -> list[str]:
    if isinstance(path, str | os.PathLike):
        return [_text_path(path)]
    if isinstance(path, bytes) or not isinstance(path, Iterable):
        message = f"read() takes a path or a data frame, not {type(path).__name__}"
        raise UsageError(message, "for data in memory use accord.labels()")
    paths = [_text_path(member) for member in path]
    if not paths:
        raise UsageError("no file is named", "give at least one path")
    return paths


def _text_path(path: PathLike) -> str:
    file = os.fspath(path) if isinstance(path, str | os.PathLike) else path
    if not isinstance(file, str):
        raise UsageError(f"read() takes a path, not {type(path).__name__}", "for data in memory use accord.labels()")
    return file


def of_layer(campaign: Campaign, options: ReadOptions) -> Annotations:
    """The annotations of the layer that is meant."""
    layer, chosen = campaign.chosen(options.kind, options.field)
    named = replace(campaign, read_as=(*campaign.read_as, *chosen))
    if layer.kind == "spans":
        return named.spans(layer.name, categories=options.categories)
    if layer.kind == "relations":
        return named.relations(layer.name)
    if layer.kind == "answers":
        return named.answers(layer.name)
    return named.labels(
        layer.name,
        categories=options.categories,
        level=options.level,
        nothing=options.nothing,
        missing=options.missing,
    )


def _content(located_files: Sequence[LocatedFile], options: ReadOptions) -> Annotations | Campaign:
    """The content of the files, by the reader that knows them."""
    reader, files, ignored = reader_for(located_files, options)
    for file in files:
        if not file.unpacked:
            remember(file.path)
    if isinstance(reader, Gatherer):
        return exported(reader, files, ignored, options)
    readers = [reader_of(file, options) for file in files]
    streamed = in_one_pass(files, readers, options)
    if streamed is not None:
        return streamed
    parts = [read_one(file, by, options) for file, by in zip(files, readers, strict=True)]
    return put_together(parts, files, readers, options)


def exported(
    reader: Gatherer, files: list[LocatedFile], ignored: list[LocatedFile], options: ReadOptions
) -> Annotations | Campaign:
    """All that the files of an export hold."""
    whole = _joined_units(_gathered(reader, files, ignored, options), options.joined_by)
    return _with_unused(with_declared(whole, options), [reader], options)


def put_together(
    parts: Sequence[Part | Relations | Campaign],
    files: Sequence[LocatedFile],
    readers: Sequence[Reader | Gatherer],
    options: ReadOptions,
) -> Annotations | Campaign:
    """What was read from several files, one after the other, as one."""
    if len(parts) == 1 and isinstance(parts[0], Campaign):
        whole = _joined_units(parts[0], options.joined_by)
        return _with_unused(with_declared(whole, options), readers, options)
    if len(parts) == 1 and isinstance(parts[0], Relations):
        return _with_unused(parts[0], readers, options)
    tables = [part for part in parts if not isinstance(part, Campaign | Relations)]
    if len(tables) < len(parts):
        raise UsageError("several files of this format cannot be joined", "read one at a time")
    beside, told = _units_beside(files, tables, options)
    made = joined([*tables, *beside], options)
    return _with_unused(replace(made, read_as=(*told, *made.read_as)), readers, options)


def in_one_pass(
    files: Sequence[LocatedFile], readers: Sequence[Reader | Gatherer], options: ReadOptions
) -> Annotations | Campaign | None:
    """Labels, spans or relations of tables that are larger than the memory that was told."""
    if options.memory is None:
        return None
    from accord.formats.streaming.larger_than_memory import in_one_pass

    with boundary(files[0].path, files[0].shown, readers[0]):
        read = in_one_pass(files, [reader.NAME for reader in readers], options)
    if read is None:
        return None
    return (
        _with_unused(read, readers, options)
        if isinstance(read, Labels)
        else put_together(read, files, readers, options)
    )


def _joined_units(campaign: Campaign, joined_by: str | None) -> Campaign:
    """An export in which units that named relations tie are one."""
    if joined_by is None:
        return campaign
    from accord.formats.joined_units import with_joined_units

    return with_joined_units(campaign, joined_by)


def _units_beside(
    files: Sequence[LocatedFile], tables: Sequence[Part], options: ReadOptions
) -> tuple[list[Part], list[Reading]]:
    """The tables of units that stand beside tables of relations, X.units.csv beside X.csv, where none was named."""
    if not any(isinstance(part, RelationRows) for part in tables):
        return [], []
    if any(isinstance(part, Spans | GivenUnits) for part in tables):
        return [], []
    units: list[Part] = []
    told: list[Reading] = []
    for file, part in zip(files, tables, strict=True):
        path, shown = units_file(file.path), str(units_file(Path(file.shown)))
        if not isinstance(part, RelationRows) or not path.is_file():
            continue
        beside = replace(file, path=path, shown=shown)
        plain = ReadOptions(reader=options.reader, encoding=options.encoding, separator=options.separator)
        table = read_one(beside, reader_of(beside, options), plain)
        if not isinstance(table, Spans | GivenUnits):
            told.append(Reading("set aside", f"{shown} beside it, which is not a table of units"))
            continue
        if not file.unpacked:
            remember(path)
        units.append(table)
        told.append(Reading("files", f"the units of {file.shown} are those of {shown} beside it"))
    return units, told


def _with_unused(
    content: Annotations | Campaign, readers: Sequence[Reader | Gatherer], options: ReadOptions
) -> Annotations | Campaign:
    """The same, with a word about options that were told and that its readers have no use for."""
    diagnostics = unused(readers, options, asked=any(reading.aspect == "field" for reading in content.read_as))
    return content if not diagnostics else replace(content, diagnostics=(*diagnostics, *content.diagnostics))


def with_encodings(content: Annotations | Campaign) -> Annotations | Campaign:
    """The same; an encoding that was recognised from bytes that are not UTF-8 is among what was guessed."""
    files = [str(diagnostic.place.file) for diagnostic in content.diagnostics if diagnostic.code == "ACC106"]
    if not files:
        return content
    which = files[0] if len(files) == 1 else many(len(files), "file")
    guess = Reading("files", f"the text encoding of {which} is Windows-1252", True, ("encoding",))
    return replace(content, read_as=(guess, *content.read_as))


def reader_of(file: LocatedFile, options: ReadOptions) -> Reader | Gatherer:
    assert_filled(file)
    return find_reader(options.reader) if options.reader is not None else recognised(file)


def read_one(file: LocatedFile, reader: Reader | Gatherer, options: ReadOptions) -> Part | Relations | Campaign:
    try:
        with boundary(file.path, file.shown, reader):
            if isinstance(reader, Gatherer):
                return _gathered(reader, [file], [], options)
            return _checked(reader.read(file.path, options), reader)
    except DataError as error:
        known = refusal(file.path, file.shown) if options.reader is None else None
        if known is None:
            raise
        raise known from error


def _gathered(reader: Gatherer, files: list[LocatedFile], ignored: list[LocatedFile], options: ReadOptions) -> Campaign:
    """All files of an export, one after the other, into one campaign."""
    into = Gathering()
    named, by = sources(files, reader.ANNOTATOR_FROM, options.annotator_from)
    for file, source in zip(files, named, strict=True):
        into.begin(_export(file, reader))
        with boundary(source.path, source.shown, reader):
            reader.gather(source, into, options)
    if len(into.parts) > 1:
        into.read_as(files_reading(into.parts, "document", pool=options.pool))
    into.leave_out("file of another kind", len(strangers(ignored, files)), many="files of another kind")
    used = {source.annotator for source in named} & set(into.annotators)
    if reader.ANNOTATOR_FROM != "field" and options.annotator_from is None and used:
        where = "folders" if by == "dir" else "files"
        into.read_as(Reading("annotators", f"named after {where}", True, ("annotator_from",)))
    roots = dict.fromkeys(file.shown if not file.searched else root_of(file) for file in files)
    return into.campaign(", ".join(list(roots)[:5]) + (", …" if len(roots) > 5 else ""))


def _export(file: LocatedFile, reader: Gatherer) -> str:
    """What was named: a folder, or a file that holds a whole export; of other formats all files that were named."""
    if file.searched:
        return root_of(file)
    return file.shown if reader.ANNOTATOR_FROM == "field" else "the files that were named"


@contextmanager
def boundary(path: Path, shown: str, reader: Reader | Gatherer) -> Iterator[None]:
    """Turn what the libraries below raise, and plugins whatever it is, into a DataError, and name the file in all."""
    try:
        yield
    except DataError as error:
        file = error.place.file
        if file is not None and str(file) != str(path):
            raise
        raise DataError(error.code, error.message, replace(error.place, file=shown), error.hint) from error
    except (UsageError, *STOPPED):
        raise
    except OSError as error:
        raise DataError("ACC001", error.strerror or str(error), Place(shown), "check the path") from error
    except RecursionError as error:
        raise DataError("ACC015", "the content is nested too deeply", Place(shown)) from error
    except BaseException as error:
        plugin = plugin_of(reader)
        if plugin is not None:
            message = f"the plugin {plugin} fails on this file: {kind_of(error)}"
            raise DataError("ACC348", message, Place(shown), _ANOTHER) from error
        engine = _engine_of(error)
        if engine is None:
            raise
        raise _not_understood(error, engine, shown) from error


def _checked(content: Part | Relations | Campaign, reader: Reader) -> Part | Relations | Campaign:
    """What a reader gives; that of a plugin may be anything."""
    plugin = plugin_of(reader)
    if plugin is not None and not isinstance(content, Part | Relations | Campaign):
        message = f"the plugin {plugin} gives {type(content).__name__}, not annotations"
        raise DataError("ACC348", message, hint=_ANOTHER)
    return content


def _engine_of(error: BaseException) -> str | None:
    """The library that raised it, if it is one that reads tables; a panic of theirs is a BaseException, one class per
    extension module."""
    from fastexcel import FastExcelError
    from polars.exceptions import PolarsError

    if isinstance(error, FastExcelError):
        return "fastexcel"
    return "polars" if isinstance(error, PolarsError) or type(error).__name__ == "PanicException" else None


def _not_understood(error: BaseException, engine: str, shown: str) -> DataError:
    """What a library says about a file that it has read before, or that it never should have been asked: damaged files
    are found out by the readers, and whose fault this is is not known."""
    reason = str(error).strip().partition("\n")[0][:200]
    message = f"{engine} {installed_version(engine)} fails on this table: {type(error).__name__}: {reason}"
    hint = f"this need not be the file's fault: try 'pip install -U {engine}', and save the table as CSV in UTF-8"
    return DataError("ACC345", message, Place(shown), hint)
