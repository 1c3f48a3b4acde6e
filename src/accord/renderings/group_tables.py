"""Groups of people side by side, as tables and sections of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from accord.measures import called
from accord.renderings.numbers import digits, share
from accord.renderings.section import GOOD_ENOUGH, TO_FIX, Section
from accord.renderings.tabled import TabledPart
from accord.renderings.tables import Table, without_caption, without_empty_columns

if TYPE_CHECKING:
    from accord.comparison.group_results import AgreementOfGroups, GroupsFound
    from accord.comparison.kinds_apart import KindsApart


def group_parts(groups: GroupsFound) -> tuple[TabledPart, ...]:
    """The tables, in the order of reading."""
    return (
        TabledPart("groups", "Groups of people", lambda exact: agreement_table(groups, exact)),
        TabledPart("group-tests", "Do groups differ?", lambda exact: group_tests_table(groups, exact)),
        TabledPart("group-references", "References of groups", lambda exact: references_table(groups, exact)),
        TabledPart("group-items", "Where groups differ most", lambda exact: items_table(groups, exact), listing=True),
    )


def group_sections(groups: GroupsFound) -> Iterator[Section]:
    """The same in a report; the sentences stand in front of the first."""
    for part in group_parts(groups):
        table = part.table(False)
        if table.rows or part.key == "groups":
            sentence = " ".join(groups.sentences()) if part.key == "groups" else table.caption
            yield Section(part.key, TO_FIX, part.heading, sentence, without_caption(table), listing=part.listing)


def agreement_table(groups: GroupsFound, exact: bool = False) -> Table:
    """Agreement in each group, and between every two."""
    caption = (
        "Agreement in groups and between them. Normalised: between two groups, over what both reach among themselves; "
        "1 where it makes no difference who annotates."
    )
    rows = [(trait.attribute, *_agreement(line, groups.kind, exact)) for trait in groups for line in trait.agreement]
    return _agreement_table(("attribute", "groups", "people"), rows, caption, exact)


def _agreement(line: AgreementOfGroups, kind: str, exact: bool) -> tuple[str, ...]:
    numbers = (digits(value, exact) for value in (line.value, line.low, line.high, line.normalised))
    remark = "" if line.undefined is None else f"undefined: {line.undefined}"
    measure = line.measure if exact else called(kind, line.measure)
    return line.name, str(line.people), measure, *numbers, remark


def _agreement_table(about: tuple[str, ...], rows: Iterable[tuple[str, ...]], caption: str, exact: bool) -> Table:
    header = (*about, "measure", "value", "low", "high", "normalised", "remark")
    first = len(about)
    numeric = frozenset({first - 1, *range(first + 1, first + 5)})
    table = Table(header, tuple(rows), "" if exact else caption, numeric)
    return table if exact else without_empty_columns(table)


def group_tests_table(groups: GroupsFound, exact: bool = False) -> Table:
    """The test of each attribute."""
    rows = tuple(
        (
            attribute.attribute,
            *(digits(value, exact) for value in (attribute.difference, attribute.p, attribute.p_holm)),
            digits(attribute.smallest_p, exact, 4),
            "all" if attribute.exact else "drawn",
        )
        for attribute in groups
        if attribute.restricted is None
    )
    header = ("attribute", "in groups minus across", "p", "p (Holm)", "smallest p possible", "permutations")
    caption = (
        "Whether people are closer in their groups than across them; membership is permuted among people who share "
        "items."
    )
    return Table(header, rows, "" if exact else caption, frozenset({1, 2, 3, 4}))


def kinds_table(kinds: KindsApart, exact: bool = False) -> Table:
    """People with people, models with models, people with models."""
    caption = "People and models, each among themselves and with each other."
    rows = [_agreement(line, kinds.kind, exact) for line in kinds.agreement]
    return _agreement_table(("who", "annotators"), rows, caption, exact)


def kinds_section(kinds: KindsApart) -> Section:
    """The same in a report."""
    sentence = " ".join(kinds.sentences())
    return Section("kinds", GOOD_ENOUGH, "People and models", sentence, without_caption(kinds_table(kinds)))


def references_table(groups: GroupsFound, exact: bool = False) -> Table:
    """How often the references of groups differ."""
    rows = tuple(
        (
            attribute.attribute,
            " and ".join(line.groups),
            str(line.items),
            str(line.differ),
            *(digits(value, True) if exact else share(value) for value in (line.share, line.of_any)),
        )
        for attribute in groups
        for line in attribute.references
    )
    caption = (
        "Items on which the groups would have decided differently; the last column: on which groups of the same sizes "
        "would, drawn at random from the same people."
    )
    header = ("attribute", "groups", "items", "differ", "share", "of any such groups")
    return Table(header, rows, "" if exact else caption, frozenset({2, 3, 4, 5}))


def items_table(groups: GroupsFound, exact: bool = False) -> Table:
    """The items where the labels of two groups have least in common."""
    rows = tuple(
        (
            attribute.attribute,
            line.item,
            digits(line.distance, exact),
            *(f"{group}: {labels}" for group, labels in zip(line.groups, line.said, strict=True)),
        )
        for attribute in groups
        for line in attribute.items
    )
    caption = "Total variation between the labels of two groups: 0 the same, 1 nothing in common."
    header = ("attribute", "item", "distance", "one group", "the other")
    return Table(header, rows, "" if exact else caption, frozenset({2}))
