"""The roles of the columns of a table with one row per label."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations.column_evidence import shared
from accord.annotations.column_names import ANNOTATOR, CANONICAL, ITEM, TEXT, TIME, suggested
from accord.annotations.table_header import Header, LongColumns, families, first_named, likeliest

PAIRED = 0.9  # share of the rows of a long table that are the only one of their item and annotator, at least
FEW_ROWS = 8  # fewer prove nothing about content
KNOWN = 2  # the strength of a name that stands in the lists


def find_long(header: Header) -> LongColumns | None:
    """The roles in a long table; None where the table is none. What is one and unclear is asked."""
    free = [name for name in header.names if name not in header.told and name not in header.index]
    serial = {name for members in families(free).values() for name in members}
    single = [name for name in free if name not in serial]
    annotator = header.annotator or _annotator(header, single)
    labels = [header.label] if header.label else _labels(header, [name for name in single if name != annotator])
    if header.label is not None or (header.annotator is not None and not header.transpose):
        annotator = annotator or _asked_annotator(header, header.label)
    elif annotator is None or not _is_long(header, annotator, labels, free):
        if annotator is None and not header.transpose:
            _refuse_unknown_annotators(header, labels, single)
        return None
    if header.label is None:
        labels = _without_items(header, annotator, labels)
    label = labels[0] if len(labels) == 1 else _asked_label(header, annotator, labels)
    return _with_item(header, annotator, label)


def _annotator(header: Header, names: Sequence[str]) -> str | None:
    """The column of the annotators: by its name; of several, one with whom each item has a row of its own."""
    fitting = likeliest(names, "annotator", ANNOTATOR)
    if len(fitting) > 1 and suggested(fitting[0]).strength < CANONICAL:
        items = [name for name in names if suggested(name).role == "item" and not header.contents[name].constant]
        item = header.item or next((name for name in items if not header.contents[name].all_distinct), None)
        if item is not None:
            fitting.sort(key=lambda name: not _paired(header, item, name))
    return fitting[0] if fitting else _third(header, names)


def _third(header: Header, names: Sequence[str]) -> str | None:
    """Beside an item and a label by their names, the only other column there is, if it can name annotators."""
    named = {suggested(name).role: name for name in names}
    if len(names) != 3 or len(header.names) != len(names) + len(header.index) or not {"item", "label"} <= set(named):
        return None
    if header.contents[named["item"]].all_distinct:
        return None
    likely = _annotators_by_content(header, named["label"])
    shared_labels = likely and shared(header.contents[likely[0]], header.contents[named["label"]])
    return likely[0] if len(likely) == 1 and not shared_labels else None


def _without_items(header: Header, annotator: str, labels: Sequence[str]) -> list[str]:
    """Of columns whose names say nothing, those that are not rather the items: one row with each annotator."""
    known = header.item is not None or any(suggested(name).role in ("item", "text") for name in header.names)
    if known or any(suggested(name).role is not None for name in labels):
        return list(labels)
    return [name for name in labels if not _paired(header, name, annotator)]


def _paired(header: Header, first: str, second: str) -> bool:
    """Whether nearly every row is the only one with its values of two columns."""
    contents = header.contents
    return not contents[first].nested and contents.pairs(first, second) >= PAIRED * contents.frame.height


def _is_long(header: Header, annotator: str, labels: Sequence[str], free: Sequence[str]) -> bool:
    """Whether a column named like annotators names them: not if it holds labels itself, nor if it names the rows."""
    known = suggested(annotator).strength >= KNOWN
    if known and any(suggested(name).strength >= KNOWN for name in labels):
        return True
    if not known and header.contents.frame.height < FEW_ROWS and all(suggested(name).role is None for name in labels):
        return False
    content = header.contents[annotator]
    others = [name for name in free if name != annotator and not header.contents[name].all_distinct]
    if any(shared(content, header.contents[name]) for name in others[:100]):
        return False
    if header.transpose and content.all_distinct:
        return False
    return not (content.all_distinct and _turned(header, others))


def _turned(header: Header, others: Sequence[str]) -> bool:
    """Whether the columns beside one annotator a row hold labels of one kind."""
    groups = header.contents.groups(others)
    return bool(groups) and len(groups[0]) > 1


def _labels(header: Header, names: Sequence[str]) -> list[str]:
    """The columns that may hold the labels: a canonical name, else known ones, else alike, else by content."""
    named = [name for name in names if suggested(name).role == "label"]
    for strength in (CANONICAL, KNOWN):
        known = [name for name in named if suggested(name).strength == strength]
        if len(known) == 1:
            return known
        if known:
            return [name for name in known if _may_be_labels(header, name)] or known
    alike = [name for name in named if _may_be_labels(header, name)]
    if alike:
        return alike
    coded = [name for name in names if suggested(name).role == "rating id" and _may_be_labels(header, name)]
    return coded or [name for name in names if suggested(name).role is None and _may_be_labels(header, name)]


def _may_be_labels(header: Header, name: str) -> bool:
    content = header.contents[name]
    if content.nested:
        return True
    return not (content.empty or content.constant or content.all_distinct or content.texts or content.temporal)


def _with_item(header: Header, annotator: str, label: str) -> LongColumns:
    rest = [name for name in header.names if name not in {header.item, annotator, label, header.time, *header.index}]
    texts = (name for name in rest if suggested(name).role == "text" and header.contents[name].texts)
    text = first_named(rest, TEXT) or next(texts, None)
    item = header.item if header.item is not None else _item(header, rest, annotator, label, text)
    if text == item:
        text = None
    time = header.time if header.time is not None else first_named([name for name in rest if name != item], TIME)
    unused = tuple(name for name in header.names if name not in {item, annotator, label, text, time, *header.index})
    roles = ((item, header.item), (annotator, header.annotator), (label, header.label))
    guessed = any(told is None and suggested(name).strength < CANONICAL for name, told in roles)
    return LongColumns(item, annotator, label, text, unused, guessed, time, header.time is not None)


def _item(header: Header, rest: Sequence[str], annotator: str, label: str, text: str | None) -> str:
    """The column of the items: by its name, and among several the one with one row per annotator."""
    contents = header.contents
    named = likeliest(rest, "item", ITEM)
    if named and (
        suggested(named[0]).strength == CANONICAL or (len(named) == 1 and suggested(named[0]).strength == KNOWN)
    ):
        return named[0]
    recurring = [name for name in named if not contents[name].constant and not contents[name].all_distinct]
    if len(recurring) > 1:
        paired = [name for name in recurring if _paired(header, name, annotator)]
        if not paired:
            raise header.asked(
                f"no column alone names the items: annotators have several labels for one '{recurring[0]}'",
                "item_column",
                or_else="join the columns that name an item together into one",
            )
        return paired[0]
    if recurring:
        return recurring[0]
    texts = [text] if text is not None else [name for name in rest if suggested(name).role == "text"]
    for name in texts:
        if not contents[name].all_distinct and not contents[name].constant and not contents[name].empty:
            return name
    if named:
        return named[0]
    return text if text is not None else _item_by_content(header, rest, annotator, label)


def _item_by_content(header: Header, rest: Sequence[str], annotator: str, label: str) -> str:
    """The only other column there is, if it makes one row of each annotator's label; else it is asked."""
    contents = header.contents
    usable = [name for name in rest if not contents[name].nested and not contents[name].constant]
    likely = [
        name
        for name in usable
        if suggested(name).role in (None, "text", "index")
        and not contents[name].all_distinct
        and _paired(header, name, annotator)
    ]
    if len(likely) == 1 and len(rest) == 1:
        return likely[0]
    proposed = f"item_column={likely[0]}" if likely else "item_column"
    if header.annotator is not None or header.label is not None:
        raise header.asked("cannot identify the item column", proposed)
    raise header.asked(
        "cannot identify the item column", proposed, f"annotator_column={annotator}", f"label_column={label}"
    )


def _asked_label(header: Header, annotator: str, labels: Sequence[str]) -> str:
    told = [f"annotator_column={annotator}"] if header.annotator is None else []
    if labels:
        several = ", ".join(f"'{name}'" for name in labels[:6])
        raise header.asked(f"cannot identify the label column among {several}", *told, f"label_column={labels[0]}")
    raise header.asked("cannot identify the label column", *told, "label_column")


def _asked_annotator(header: Header, label: str | None) -> str:
    likely = _annotators_by_content(header, label)
    proposed = f"annotator_column={likely[0]}" if likely else "annotator_column"
    raise header.asked("cannot identify the annotator column", proposed)


def _refuse_unknown_annotators(header: Header, labels: Sequence[str], single: Sequence[str]) -> None:
    """Labels whose column is named, items that recur, and nobody named: long, and not to be taken for wide."""
    named = [name for name in labels if suggested(name).role == "label"]
    items = [name for name in single if suggested(name).role == "item" and not header.contents[name].constant]
    recurring = [name for name in items if header.contents[name].distinct < 0.8 * header.contents[name].filled]
    if len(named) != 1 or not recurring or len(recurring) < len(items):
        return
    rest = [name for name in single if name not in recurring and name != named[0]]
    if any(shared(header.contents[named[0]], header.contents[name]) for name in rest):
        return
    likely = _annotators_by_content(header, named[0])
    proposed = f"annotator_column={likely[0]}" if likely else "annotator_column"
    raise header.asked(
        f"'{recurring[0]}' recurs, as in a table with one row per label, and the annotator column cannot be recognised",
        f"item_column={recurring[0]}",
        proposed,
        f"label_column={named[0]}",
    )


def _annotators_by_content(header: Header, label: str | None) -> list[str]:
    """Columns that could name annotators: names that recur, and that make one row with each item."""
    contents = header.contents
    items = [name for name in header.names if suggested(name).role == "item" and not contents[name].all_distinct]
    item = header.item or (items[0] if items else None)
    candidates = []
    for name in header.names:
        content = contents[name]
        if name in {item, label, *header.index} or content.nested or content.all_distinct or content.constant:
            continue
        unlike = suggested(name).role is not None or content.decimal or content.texts or content.temporal
        if not unlike and (item is None or _paired(header, item, name)):
            candidates.append(name)
    return candidates
