"""The roles of the columns of a table with one row per item and one column per annotator, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from accord.annotations.column_evidence import Content, Contents, shared
from accord.annotations.column_names import ANNOTATOR, CANONICAL, ITEM, TEXT, TIME, folded, suggested
from accord.annotations.crossed_names import crossed
from accord.annotations.given_lists import repeated
from accord.annotations.lazy_polars import pl
from accord.annotations.rows_of_annotators import named_annotators, one_annotator_a_row
from accord.annotations.table_header import Header, WideColumns, families, first_named, likeliest
from accord.results import DataError
from accord.results.option_names import option, option_line

MANY = 10  # annotators; fewer are never taken for items
MOST_COLUMNS = 1_000  # that are looked at one by one; of more, as many of them, evenly spaced
FEW_ROWS = 8  # fewer prove nothing about what columns share
NEARLY = 0.9  # share of the rows whose value of an id is their own, where some rows came twice


def told_wide(header: Header, annotators: tuple[str, ...]) -> WideColumns:
    """The annotators are told; only the items remain to be recognised."""
    named = set(annotators)
    candidates = [name for name in header.names if name not in named]
    rows = header.item if header.item is not None else _rows(header, candidates, beside=annotators)
    text = _text(header, candidates, rows)
    unused = tuple(name for name in candidates if name not in {rows, text, *header.index})
    _refuse_repetition(header, annotators)
    canonical = header.item is not None or (rows is not None and suggested(rows).strength == CANONICAL)
    return WideColumns(rows, annotators, text, unused, guessed=not canonical and rows is not None)


def find_wide(header: Header, *, headed: bool, rows_are_items: bool) -> WideColumns:
    """The roles in a wide table by names and content; what is unclear is asked."""
    if header.transpose:
        return _transposed(header)
    if headed:
        _refuse_data_as_header(header)
    _refuse_contingency(header)
    rows = header.item if header.item is not None else _rows(header, header.names)
    if header.item is None and not rows_are_items:
        named = named_annotators(header, rows)
        if named is not None:
            return replace(_transposed(replace(header, annotator=named)), guessed=True)
        if rows is None or (rows in header.index and suggested(rows).role == "annotator"):
            _refuse_annotators_in_rows(header)
    text = _text(header, header.names, rows)
    free = [name for name in header.names if name not in {rows, text, *header.index}]
    columns, aside = _annotators(header, free, rows, rows_are_items=rows_are_items or header.item is not None)
    _refuse_repetition(header, columns)
    _refuse_crossed(header, columns)
    if not rows_are_items:
        _refuse_counts(header, columns)
        _refuse_turned(header, rows, columns)
    canonical = rows is not None and (rows == header.item or suggested(rows).strength == CANONICAL)
    empty = tuple(name for name in aside if header.contents[name].empty)
    known = tuple(name for name in aside if name not in empty)
    return WideColumns(rows, columns, text, empty, not canonical or bool(known), known)


# ---- the items


def _rows(header: Header, names: Sequence[str], beside: Sequence[str] = ()) -> str | None:
    """The column that names the rows: named like an id, or all distinct beside columns that repeat."""
    contents = header.contents
    named = likeliest(names, "item", ITEM)
    for name in named:
        if suggested(name).strength == CANONICAL or _nearly_distinct(contents[name]):
            return name
    known = [name for name in named if suggested(name).strength == 2 and folded(name) != "no"]
    if known and not _shared_by_others(contents, known[0], names):
        return known[0]
    numbers = [name for name in names if name in header.index or suggested(name).role == "index"]
    unnamed = [name for name in numbers if contents[name].all_distinct]
    unknown = _ids_by_content(header, names, beside)
    plain = [name for name in unknown if not contents[name].texts]
    if plain or unnamed:
        return (plain or unnamed)[0]
    texts = [name for name in names if suggested(name).role == "text" and (contents[name].texts or len(names) > 2)]
    return next((name for name in [*texts, *unknown] if contents[name].all_distinct), None)


def _ids_by_content(header: Header, names: Sequence[str], beside: Sequence[str]) -> list[str]:
    """Columns without a telling name whose values are all distinct, beside two or more that repeat and share theirs."""
    contents = header.contents
    serial = {name for members in families(names).values() for name in members}
    distinct = [
        name
        for name in names[:MOST_COLUMNS]
        if suggested(name).role is None and name not in serial and contents[name].all_distinct
    ]
    distinct = [name for name in distinct if not contents[name].decimal]
    if not distinct:
        return []
    others = [name for name in (beside or names)[:MOST_COLUMNS] if name not in distinct]
    repeating = [name for name in others if _repeats(contents[name])]
    if len(repeating) > 1 and len(contents.groups(repeating[:60])[0]) < 2:
        return []
    if not repeating or (len(repeating) == 1 and contents.frame.height < FEW_ROWS):
        return []
    return [name for name in distinct if _is_run(contents[name]) or not _shared_by_others(contents, name, repeating)]


def _repeats(content: Content) -> bool:
    return content.nested or 0 < content.distinct < content.filled


def _nearly_distinct(content: Content) -> bool:
    return (
        not content.nested
        and not content.decimal
        and content.height > 0
        and content.distinct >= NEARLY * content.height
    )


def _is_run(content: Content) -> bool:
    """Whole numbers without a gap, as rows are numbered."""
    span = content.span
    return content.whole and span is not None and span[2] - span[0] == content.height - 1 and span[0] in (0.0, 1.0)


def _shared_by_others(contents: Contents, name: str, names: Sequence[str]) -> bool:
    return any(shared(contents[name], contents[other]) for other in names[:MOST_COLUMNS] if other != name)


def _text(header: Header, names: Sequence[str], rows: str | None) -> str | None:
    rest = [name for name in names if name != rows]
    exact = first_named(rest, TEXT)
    if exact is not None and (header.contents[exact].texts or header.contents[exact].distinct > 20 or len(rest) > 2):
        return exact
    return next((name for name in rest if suggested(name).role == "text" and header.contents[name].texts), None)


# ---- the annotators


def _annotators(
    header: Header, names: list[str], rows: str | None, *, rows_are_items: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns that are annotators, and those that lie beside them."""
    contents = header.contents
    if len(names) == 1:
        return (names[0],), ()
    if len(names) > MOST_COLUMNS:
        return _of_very_many(header, names)
    serial = {name for members in families(names).values() for name in members}
    candidates = [name for name in names if _may_annotate(contents[name], name, name in serial)]
    if not candidates:
        named = [name for name in names if not contents[name].nested and not contents[name].empty][:6]
        raise header.asked(
            "no column is recognised as an annotator's", f"annotators={','.join(named)}" if named else "annotators"
        )
    groups = [tuple(candidates)] if contents.frame.height < FEW_ROWS else contents.groups(candidates)
    main = groups[0] if groups else tuple(candidates)
    if len(candidates) > 1 and len(main) == 1:
        if not set(candidates) <= serial or len(families(candidates)) > 1:
            raise _nothing_shared(header, candidates)
        main = tuple(candidates)
    if len(main) > 1:
        if not rows_are_items:
            _refuse_long(header, rows, main)
        _refuse_look_alikes(header, main, [name for name in names if name not in candidates])
        main = _without_reference(header, main, serial)
        main = _with_odd_ones(header, main, groups[1:])
    known = {suggested(name).family for name in main} - {None}
    kept = {*main, *(name for name in candidates if contents[name].empty and suggested(name).family in known)}
    return tuple(name for name in names if name in kept), tuple(name for name in names if name not in kept)


def _may_annotate(content: Content, name: str, serial: bool) -> bool:
    """Whether a column may hold the labels of an annotator, by its name and then by its content."""
    role = suggested(name).role
    if role in ("reference", "other", "time", "rating id"):
        return False
    if role in ("item", "index") and (content.all_distinct or content.constant):
        return False
    if content.nested:
        return True
    if content.empty:
        return serial
    return not (content.temporal or (content.texts and content.distinct > max(20, content.height / 4)))


def _without_reference(header: Header, main: tuple[str, ...], serial: set[str]) -> tuple[str, ...]:
    """Without the columns named like labels among columns that are not: a reference beside its annotators."""
    named = [name for name in main if suggested(name).role == "label" and suggested(name).family is None]
    if not named or any(name in serial for name in named):
        return main
    others = tuple(name for name in main if name not in named)
    if len(others) >= 2 and all(suggested(name).strength > 1 or not name.isalpha() for name in named):
        return others
    if not others and _named_alike(named):
        return main
    raise header.asked(
        f"{', '.join(repr(name) for name in main[:6])} hold labels of one kind, and not all are named like annotators",
        f"annotators={','.join(main)}",
    )


def _refuse_look_alikes(header: Header, main: tuple[str, ...], aside: Sequence[str]) -> None:
    """One word that names something else may be somebody's name, if the column holds the labels of the annotators."""
    first = header.contents[main[0]]
    for name in aside:
        content = header.contents[name]
        if suggested(name).role == "other" and name.isalpha() and not content.empty and shared(content, first):
            raise header.asked(
                f"'{name}' holds the labels of annotators and is not named like one",
                f"annotators={','.join((*main, name))}",
                or_else="without it, if it is none",
            )


def _named_alike(names: Sequence[str]) -> bool:
    """sentiment_anna, sentiment_bob: the same first or last word, and another beside it."""
    parts = [folded(name).replace(".", "_").split("_") for name in names]
    return all(len(part) > 1 for part in parts) and (
        len({part[0] for part in parts}) == 1 or len({part[-1] for part in parts}) == 1
    )


def _with_odd_ones(header: Header, main: tuple[str, ...], groups: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The annotators, with those who are named like them and share no label; what may be one too is asked, as are
    several columns of another kind of labels: a second question."""
    contents = header.contents
    family = {suggested(name).family for name in main} - {None}
    rest = [name for group in groups for name in group]
    odd = [name for name in rest if suggested(name).family in family or suggested(name).role == "annotator"]
    others = [name for name in rest if name not in odd and not _is_beside(contents, name, main, bool(family))]
    others += [name for group in groups if len(group) > 1 for name in group if suggested(name).role in (None, "label")]
    others = [name for name in dict.fromkeys(others) if name not in odd]
    if others:
        shown = ", ".join(f"'{name}'" for name in others[:6])
        raise header.asked(
            f"{shown} share{'s' if len(others) == 1 else ''} no labels with {', '.join(map(repr, main[:6]))}",
            f"annotators={','.join(main)}",
        )
    return (*main, *odd)


def _is_beside(contents: Contents, name: str, main: tuple[str, ...], series: bool) -> bool:
    """Whether a column that shares no labels with the annotators is evidently about something else."""
    content, role = contents[name], suggested(name).role
    if role is not None or content.constant or series:
        return True
    most = max(contents[column].distinct for column in main)
    if content.decimal and not any(contents[column].decimal for column in main):
        return True
    return content.all_distinct or content.distinct > 3 * most


def _nothing_shared(header: Header, candidates: list[str]) -> DataError:
    """No two columns hold the same labels: perhaps a long table under names that say nothing."""
    contents, height = header.contents, header.contents.frame.height
    usable = [name for name in header.names if name not in header.index and not contents[name].nested]
    by_number = sorted(
        (name for name in usable if not contents[name].all_distinct and not contents[name].constant),
        key=lambda name: contents[name].distinct,
    )
    few = by_number[:2] + by_number[2:][-6:]
    for first, second in combinations(reversed(few), 2):
        label = next((name for name in few if name not in (first, second)), None)
        if label is not None and contents.pairs(first, second) >= NEARLY * height:
            item, who = _items_first(contents, first, second)
            return header.asked(
                "no two columns hold the same labels, and the roles of the columns cannot be recognised",
                f"item_column={item}",
                f"annotator_column={who}",
                f"label_column={label}",
                or_else=f"or {option_line('annotators')} where columns are annotators",
            )
    return header.asked(
        f"{', '.join(repr(name) for name in candidates[:6])} share no labels, as annotators would",
        f"annotators={','.join(candidates)}",
        or_else=f"or {option_line('item_column', 'annotator_column', 'label_column')}",
    )


def _items_first(contents: Contents, first: str, second: str) -> tuple[str, str]:
    """Two columns in the order in which they are more likely the items and the annotators."""
    order = sorted((first, second), key=lambda name: (round(contents[name].unevenness, 1), -contents[name].distinct))
    return order[0], order[1]


def _of_very_many(header: Header, names: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of more columns than can be looked at, those that by their names or by a sample are no annotators go aside."""
    step = -(-len(names) // MOST_COLUMNS)
    sample = [name for name in names[::step] if _may_annotate(header.contents[name], name, False)]
    groups = header.contents.groups(sample)
    if not groups or len(groups[0]) < len(sample) / 2:
        raise _nothing_shared(header, sample[:20])
    aside = {name for group in groups[1:] for name in group}
    aside |= {name for name in names if suggested(name).role in ("reference", "other", "time", "rating id")}
    return tuple(name for name in names if name not in aside), tuple(name for name in names if name in aside)


def _refuse_repetition(header: Header, columns: Sequence[str]) -> None:
    if not columns:
        raise header.asked("cannot identify the annotators' columns", "annotators")
    twice = repeated(columns)
    if twice is not None:
        message, hint = f"column '{twice}' is named twice", "name each annotator's column once"
        raise DataError("ACC007", message, header.place, hint)


# ---- tables that are something else


def _refuse_crossed(header: Header, columns: Sequence[str]) -> None:
    """Names that are every pair of two sets of words: each annotator has several columns."""
    crossing = crossed(columns) if len(columns) <= MOST_COLUMNS else None
    if crossing is not None:
        what, chosen = crossing
        raise header.asked(
            f"the names of the columns are crossed, {what}: two questions or two rounds of the same annotators",
            f"annotators={','.join(chosen)}",
            code="ACC218",
            or_else=f"or all of them: {option_line('annotators=' + ','.join(columns[:20]))}",
        )


def _transposed(header: Header) -> WideColumns:
    """One row per annotator, one column per item, as told."""
    contents = header.contents
    rows = header.annotator
    if rows is None:
        rows = first_named(header.names, (*ANNOTATOR, *ITEM))
    if rows is None:
        likely = [name for name in header.names[:MOST_COLUMNS] if suggested(name).role in ("annotator", "index")]
        likely += [name for name in (*header.index, *header.names[:1]) if contents[name].all_distinct]
        rows = next((name for name in likely if contents[name].all_distinct), None)
    if rows is None and header.names[0] == "":
        rows = ""
    beside = {first_named(header.names, TIME)} | {name for name in header.index if name != rows}
    beside |= {name for name in header.names[:20] if name != rows and contents[name].temporal}
    columns = tuple(name for name in header.names if name != rows and name not in beside)
    _refuse_repetition(header, columns)
    canonical = rows is not None and (rows == header.annotator or suggested(rows).strength == CANONICAL)
    unused = tuple(name for name in header.names if name in beside and name not in header.index)
    return WideColumns(rows, columns, None, unused, not canonical, transposed=True)


def _refuse_data_as_header(header: Header) -> None:
    """Names of columns that also occur below as values: the first line may be data."""
    contents = header.contents
    below = [name for name in header.names[:MOST_COLUMNS] if name and contents[name].holds(name)]
    looked = min(len(header.names), MOST_COLUMNS)
    sound = any(suggested(name).role is not None and name not in below for name in header.names)
    if below and 2 * len(below) >= looked and not sound and header.item is None:
        raise DataError(
            "ACC211",
            f"{len(below)} of {looked} names of columns also occur below as values: the first line may be data",
            header.place,
            f"if there is no header, add one or say {option('header')}; if there is, name the columns: "
            + option_line(f"annotators={','.join(header.names[:20])}"),
        )


def _refuse_contingency(header: Header) -> None:
    """A column that holds the names of the others, beside whole numbers: a contingency table."""
    width, height = len(header.names), header.contents.frame.height
    if header.item is not None or not 3 <= width <= 200 or height > 2 * width or len(header.index) > 0:
        return
    first = header.names[0]
    values = header.contents[first].vocabulary
    others = header.names[1:]
    if values is None or not header.contents[first].all_distinct:
        return
    names = {str(float(name)) if header.contents[first].numeric and _number(name) else name for name in others}
    common = names & values.keys()
    if len(common) >= 2 and 2 * len(common) >= len(names) and all(header.contents[name].whole for name in others):
        raise DataError(
            "ACC211",
            "the rows and the columns have the same names, as in a contingency table of two annotators",
            header.place,
            (f"if so, say {option_line('table=')}" if header.file else "if so, use accord.contingency")
            + (f"; if rows are items, {option_line(f'item_column={first}')}" if first else ""),
        )


def _number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def _refuse_counts(header: Header, columns: Sequence[str]) -> None:
    """Whole numbers that add up to the same in every row: how many chose each category."""
    contents, height = header.contents, header.contents.frame.height
    if height < 4 or len(columns) < 2 or len(columns) > 200 or not all(contents[name].whole for name in columns):
        return
    if any(suggested(name).role == "annotator" for name in columns) or all(contents[name].constant for name in columns):
        return
    numbers = contents.frame.select(pl.col(name).cast(pl.Float64, strict=False).fill_null(0) for name in columns)
    sums = numbers.sum_horizontal()
    if sums.n_unique() == 1 and sums[0] >= 2:
        raise DataError(
            "ACC211",
            f"every row adds up to {sums[0]:g}, as where the columns say how many annotators chose a category",
            header.place,
            (f"if so, say {option_line('counts=')}" if header.file else "if so, use accord.counts")
            + f"; if the columns are annotators, {option_line('annotators=' + ','.join(columns[:20]))}",
        )


def _refuse_long(header: Header, rows: str | None, columns: Sequence[str]) -> None:
    """Two columns that recur, each pair of their values once: the items and annotators of a table with one row per
    label, of which the columns that share their values are labels and a reference."""
    contents, height = header.contents, header.contents.frame.height
    if height < FEW_ROWS or (rows is not None and contents[rows].distinct >= 0.8 * height):
        return
    labelled = set(columns)
    recurring = [
        name
        for name in header.names[:MOST_COLUMNS]
        if name not in labelled and suggested(name).role in (None, "item", "annotator", "text") and name != rows
    ]
    recurring = [name for name in recurring if _repeats(contents[name]) and not contents[name].constant]
    recurring = sorted(recurring, key=lambda name: -contents[name].distinct)[:6]
    for place, first in enumerate([rows] if rows is not None else recurring):
        for second in recurring if rows is not None else recurring[place + 1 :]:
            if contents.pairs(first, second) >= NEARLY * height:
                item, who = (first, second) if rows is not None else _items_first(contents, first, second)
                raise header.asked(
                    f"each pair of '{item}' and '{who}' has one row, as an item and an annotator with one label have",
                    f"item_column={item}",
                    f"annotator_column={who}",
                    f"label_column={columns[0]}",
                    or_else=f"or {option_line('annotators=' + ','.join(columns[:20]))}",
                )


def _refuse_annotators_in_rows(header: Header) -> None:
    """A column of annotators with one row each, beside labels: items and annotators are the other way round."""
    named = one_annotator_a_row(header, MOST_COLUMNS)
    if named:
        raise _turned(header, f"column '{named[0]}' has one row per annotator")


def _refuse_turned(header: Header, rows: str | None, columns: Sequence[str]) -> None:
    """More annotators than items, where no column is named like items: refuse rather than measure it."""
    height = header.contents.frame.height
    if rows is not None and (rows == header.item or suggested(rows).role == "item") and rows not in header.index:
        return
    if len(columns) > height and len(columns) >= MANY:
        raise _turned(header, f"{len(columns):,} annotators and only {height:,} items")


def _turned(header: Header, what: str) -> DataError:
    turned = option("orientation", "annotators") + (f" ({option('transpose')})" if header.file else "")
    hint = f"say which: {turned} if rows are annotators, {option('orientation', 'items')} if not"
    return DataError("ACC210", f"{what}: items and annotators may be the wrong way round", header.place, hint)
