"""From arrays, rows and data frames to `Labels`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from accord.annotations.among import Names
from accord.annotations.casting import People, RolesTold, as_read
from accord.annotations.given_lists import listed
from accord.annotations.label_arrays import ArrayOptions, array_of_rows, labels_of_array, plain_array, share_asked
from accord.annotations.labels import Labels, Level
from accord.annotations.measurement_level import with_level
from accord.annotations.plausibility import MANY, refuse_implausible
from accord.results import DataError, Diagnostic, Diagnostics, UsageError
from accord.results.wording import many

CROWDED = 0.2  # share of labels; with fewer, many annotators are a crowd and not items
Orientation = Literal["items", "annotators"]


def labels(
    x: object,
    categories: Iterable[object] | None = None,
    level: Level | None = None,
    *,
    annotators: Sequence[str] | None = None,
    items: Sequence[str] | None = None,
    nothing: object = None,
    item_column: str | None = None,
    annotator_column: str | None = None,
    label_column: str | None = None,
    time_column: str | None = None,
    cluster_column: str | None = None,
    orientation: Orientation | None = None,
    only: Names = None,
    without: Names = None,
    models: Names = None,
    curator: Names = None,
    gold_annotator: Names = None,
    people: People = None,
    strict: bool = False,
) -> Labels:
    """Labels from an items × annotators array or list of rows (None, NaN or "" = not asked), or a data frame.

    A cell that is a list or a set is a label set. Data frames may be long (item, annotator, label) or wide (one column
    per annotator), and of any library that narwhals knows; the index of a pandas frame names its rows.

    Parameters
    ----------
    x
        An array, a list of rows, a data frame, or, for `accord.labels`, the path of a file. With frames and files go
        all options of `accord.read`.
    categories
        The categories in their order; else those that occur.
    level
        The level of measurement.
    annotators
        The names of the annotators, or of the columns of a wide frame that are annotators.
    items
        The names of the items, one for each row of an array.
    nothing
        The category that means 'nothing to annotate here'.
    item_column, annotator_column, label_column, time_column
        The columns of a long frame; the first also of a wide one.
    cluster_column
        The column that says which items belong together.
    orientation
        What the rows of an array or of a wide frame are: "items", or "annotators" as in reliability data of
        Krippendorff's α. Where it is not told, rows are items, and data in which that is not likely are refused.
    only, without
        The annotators who are measured, whatever they are, or who are not; patterns such as "gpt*" are allowed. Else
        measures are among people, and models, curators and gold standards are set aside.
    models, curator, gold_annotator
        Who is a model, who adjudicates, and who is the gold standard. Else a column of roles tells it, or names that
        hardly anybody bears; whoever is named in `annotators` is a person.
    people
        The same as a mapping of annotators to roles: person, model, curator or gold.
    strict
        Whether everything that was guessed is an error.

    Returns
    -------
    Labels
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.

    Examples
    --------

    >>> data = labels([["yes", "yes"], ["no", "yes"], ["no", None]])
    >>> data
    Labels(3 items, 2 annotators, 2 categories, level nominal, 1 missing)
    """
    if orientation is not None and orientation not in get_args(Orientation):
        raise UsageError(f"there is no orientation '{orientation}'", "rows are 'items' or 'annotators'")
    annotator_names = None if annotators is None else listed(annotators, "annotators=")
    told = RolesTold.of(only, without, models, curator, gold_annotator, people, annotator_names)
    if hasattr(x, "collect_schema") or hasattr(x, "columns"):
        from accord.annotations.frames import Origin, from_frame
        from accord.annotations.native_frames import in_library_of, in_polars
        from accord.annotations.role_columns import without_roles
        from accord.annotations.table_header import TableOptions

        frame, index, turned = in_polars(x)
        frame, roles = without_roles(frame, Origin(), annotator=annotator_column, others=(label_column, item_column))
        options = TableOptions(
            categories=categories,
            level=level,
            nothing=nothing,
            item_column=item_column,
            annotator_column=annotator_column,
            label_column=label_column,
            time_column=time_column,
            cluster_column=cluster_column,
            annotators=annotators,
            transpose=orientation == "annotators" or (turned and orientation is None and annotators is None),
            orientation=orientation,
        )
        built = from_frame(frame, options, index=index)
        read = as_read(replace(built, roles=roles) if roles else built, told, strict=strict)
        return in_library_of(x, read)
    if isinstance(x, Labels):
        return x if told == RolesTold() else as_read(x, told, strict=strict)
    if isinstance(x, str | bytes) or not isinstance(x, Iterable):
        raise UsageError(
            f"labels() takes rows of labels or a data frame, not {type(x).__name__}",
            "to read a file use accord.read(path)",
        )
    if isinstance(x, Mapping):
        raise UsageError(
            f"labels() takes rows of labels or a data frame, not {type(x).__name__}",
            "make a data frame of its columns, or give one row per item and one cell per annotator",
        )
    array = plain_array(x) if isinstance(x, np.ndarray) else array_of_rows(x)
    if array.ndim != 2:
        raise DataError(
            "ACC012",
            f"an array with {array.ndim} dimension(s) where items × annotators has 2",
            hint="one row per item, one column per annotator",
        )
    annotators = None if annotators is None else listed(annotators, "annotators=")
    items = None if items is None else listed(items, "items=")
    if orientation == "annotators":
        array = array.T
    doubted = _refuse_turned(array) if orientation is None and annotators is None and items is None else ()
    if annotators is not None and len(annotators) != array.shape[1]:
        named = many(len(annotators), "annotator is", "annotators are") + " named"
        raise UsageError(f"{named} and the array has {many(array.shape[1], 'column')}")
    names = tuple(map(str, annotators)) if annotators is not None else default_names(array.shape[1])
    sets: Level | None = "sets" if level == "sets" else None
    built = with_level(labels_of_array(array, ArrayOptions(categories, sets, names, items, nothing)), level)
    doubts = (*doubted, *refuse_implausible(built, guessed=annotators is None, array=True))
    told = replace(told, annotators=names)  # the columns of an array are annotators, as whoever gives it says
    return as_read(replace(built, diagnostics=doubts) if doubts else built, told, strict=strict)


def default_names(number: int) -> tuple[str, ...]:
    """A1, A2, … for annotators without names."""
    return tuple(f"A{position}" for position in range(1, number + 1))


def _refuse_turned(array: NDArray[Any]) -> Diagnostics:
    """More annotators than items is not likely where most of them label most items: as a rule such an array has one
    row per annotator. Many are refused; few, and the many of a crowd who label a few items each, are told."""
    height, width = array.shape
    if width <= height or height < 2:
        return ()
    message = (
        f"{height:,} rows and {width:,} columns would be {height:,} items and {width:,} annotators: items and "
        "annotators may be the wrong way round"
    )
    hint = "say which: orientation='annotators' if rows are annotators, orientation='items' if rows are items"
    if width >= MANY and share_asked(array) >= CROWDED:
        raise DataError("ACC210", message, hint=hint)
    return (Diagnostic("ACC210", message, hint=hint),)
