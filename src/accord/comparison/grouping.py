"""`accord.compare_groups`: do groups of people annotate differently?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from accord.annotations import Annotations, Answers, Labels, Relations, Spans
from accord.annotations.among import Names, among, chosen, several
from accord.annotations.asking import settled
from accord.annotations.attribute_groups import members
from accord.annotations.name_order import by_names
from accord.comparison.group_results import (
    AgreementOfGroups,
    AttributeGroups,
    DividedItem,
    GroupReferences,
    GroupsFound,
)
from accord.comparison.group_test import PeopleCloseness, corpus_closeness, label_closeness, permuted
from accord.comparison.item_kernels import mean_over_pairs
from accord.comparison.paired_bootstrap import FEWEST_UNITS
from accord.consensus import reference as adjudicated
from accord.evaluation import Options, evaluate, headline_of
from accord.formats.public_functions import public
from accord.formats.tables.side_tables import attributes_in
from accord.measures import find, measures_of
from accord.results import DataError, Expression, UsageError, parse_expression
from accord.results.arrays import Floats, Ints
from accord.results.option_names import option, told
from accord.results.wording import many
from accord.statistics import expanded, generator, percentile_interval
from accord.statistics.multiple_comparisons import holm

MOST_ITEMS = 10  # where groups differ most
MOST_GROUPS = 12  # beyond so many, not every two are compared
MOST_PAIRS = 200  # of people, whose documents are compared
DRAWN_REFERENCES = 20  # pairs of groups drawn at random, whose references are compared
MOST_DRAWN = 4_000_000  # labels that are voted on for them


@public()
def compare_groups(
    data: Annotations,
    people: object,
    by: Names = None,
    *,
    measure: str | Expression | None = None,
    min_group: int = 5,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> GroupsFound:
    """Whether groups of people annotate differently: agreement in them and between them, and a test.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    people
        What the annotators are: the path of a table or a data frame with a column of their names, or a mapping from
        annotators to their group, or to a mapping of attributes.
    by
        The attributes, such as "gender" or ["gender", "age"]. None, with a mapping from annotators to groups: "group".
    measure
        What agreement is measured by; None: the headline measure of such data. Between groups of labels it is xRR
        (Wong, Paritosh & Aroyo 2021).
    min_group
        Groups of fewer people are not named and not compared.
    confidence
        The confidence level of the intervals; None for none.
    replicates
        How many bootstrap samples the intervals rest on.
    only, without
        Annotators to take, or to leave out; patterns such as "gpt*" are allowed.

    Returns
    -------
    GroupsFound
        For each attribute the agreement in groups and between them, the test by permutation of membership with Holm's
        correction over attributes, the items where groups differ most and how often their references differ.

    Raises
    ------
    DataError
        When the table of people has no such attribute, or there are no two groups that are large enough.

    Examples
    --------
    >>> import accord
    >>> rows = [["a"] * 5 + ["b"] * 5, ["b"] * 10, ["a"] * 10, ["b"] * 5 + ["a"] * 5] * 5
    >>> names = [f"p{number}" for number in range(10)]
    >>> data = accord.labels(rows, annotators=names)
    >>> found = accord.compare_groups(data, {name: "old" if name < "p5" else "young" for name in names})
    >>> round(found["group"].p, 3), round(found["group"].smallest_p, 3)
    (0.008, 0.008)
    """
    if not isinstance(min_group, int) or min_group < 1:
        raise UsageError(f"{told('min_group', min_group)} is not a whole number of at least 1", "use 5")
    if data.annotators is None:
        raise UsageError("who gave which label is not known", "give a table with annotators")
    data = by_names(chosen(data, only, without))
    wanted = ("group",) if by is None else several(by)
    known = attributes_in(people, wanted)
    asked = measure_of_pairs(data, None if measure is None else parse_expression(measure))
    options = Options(confidence=confidence, replicates=replicates, seed=seed)
    pairs = label_closeness(data) if isinstance(data, Labels) else corpus_closeness(data, asked, seed)
    attributes = [_of_attribute(data, name, known[name], asked, pairs, min_group, options) for name in wanted]
    if all(attribute.restricted is not None for attribute in attributes):
        message = f"no two groups of at least {many(min_group, 'person', 'people')} can be compared: "
        message += attributes[0].restricted or ""
        raise DataError("ACC457", message.rstrip("."), hint=f"lower {option('min_group')}, or take another attribute")
    corrected = holm(np.array([attribute.p for attribute in attributes]))
    made = tuple(replace(attribute, p_holm=float(p)) for attribute, p in zip(attributes, corrected, strict=True))
    return GroupsFound(made, str(asked), min_group, confidence, kind=data.kind)


def measure_of_pairs(data: Annotations, asked: Expression | None) -> Expression:
    """What was asked for; in its place the usual one where it is none, or samples chance for each of many pairs."""
    if asked is None or (not isinstance(data, Labels) and find(data.kind, asked.name).seeded):
        for name, record in measures_of(data.kind).items():
            if record.between_two:
                return Expression(name)
        return headline_of(data) or Expression("alpha")
    return asked


def _of_attribute(
    data: Annotations,
    name: str,
    attribute: dict[str, str],
    measure: Expression,
    pairs: PeopleCloseness,
    least: int,
    options: Options,
) -> AttributeGroups:
    names = data.annotators or ()
    groups, group, small, unknown = members(names, attribute, least)
    if not any(annotator in attribute for annotator in names):
        message = f"the table of people knows '{name}' of none of {many(len(names), 'annotator')}"
        raise DataError("ACC457", message, hint="the names must be those of the data")
    sizes = tuple(int((group == place).sum()) for place in range(len(groups)))
    known = AttributeGroups(name, tuple(groups), sizes, small, unknown)
    if len(groups) < 2:
        there = many(len(groups), "group has", "groups have")
        why = f"{there} {least} people or more; {many(small, 'person is', 'people are')} in smaller ones."
        return replace(known, restricted=why)
    inside = [
        [who for who, own in zip(names, group.tolist(), strict=True) if own == place] for place in range(len(groups))
    ]
    tested = permuted(pairs, group, options.seed)
    return replace(
        known,
        agreement=agreement_of_groups(data, groups, inside, measure, options),
        difference=tested.difference,
        p=tested.p,
        smallest_p=tested.smallest_p,
        exact=tested.exact,
        items=_divided_items(data, groups, group) if isinstance(data, Labels) else (),
        references=_references(data, groups, inside, options.seed) if isinstance(data, Labels) else (),
    )


def agreement_of_groups(
    data: Annotations, groups: Sequence[str], inside: Sequence[Sequence[str]], measure: Expression, options: Options
) -> tuple[AgreementOfGroups, ...]:
    made = [
        _agreement((name,), data, people, measure, str(measure), options)
        for name, people in zip(groups, inside, strict=True)
    ]
    if len(groups) <= MOST_GROUPS:
        for i, j in combinations(range(len(groups)), 2):
            both = groups[i], groups[j]
            if isinstance(data, Labels):
                crossed = _crossed(data, both, inside[i], inside[j], options)
                own = made[i].value * made[j].value
                normal = crossed.value / own**0.5 if own > 0 and min(made[i].value, made[j].value) > 0 else float("nan")
                made.append(replace(crossed, normalised=normal))
            else:
                made.append(_crossed_pairs(data, both, inside[i], inside[j], measure, options))
    return tuple(made)


def _agreement(
    of: tuple[str, ...], data: Annotations, people: Sequence[str], measure: Expression, name: str, options: Options
) -> AgreementOfGroups:
    """The measure among these people, under that name."""
    part = among(data, people)
    result = evaluate(part if isinstance(part, Labels) else settled(part), [measure], options)[0]
    return AgreementOfGroups(of, len(people), result.value, result.low, result.high, name, undefined=result.undefined)


def _crossed(
    data: Labels, both: tuple[str, str], first: Sequence[str], second: Sequence[str], options: Options
) -> AgreementOfGroups:
    """xRR; on a scale with the weights of its level."""
    weights = {"ordinal": "linear", "interval": "quadratic", "ratio": "quadratic"}.get(data.level)
    parameters = {} if weights is None else {"weights": weights}
    asked = Expression("xrr", first=tuple(first), **parameters)
    name = "xrr" if weights is None else f"xrr(weights='{weights}')"
    return _agreement(both, data, [*first, *second], asked, name, options)


def _crossed_pairs(
    data: Answers | Relations | Spans,
    both: tuple[str, str],
    first: Sequence[str],
    second: Sequence[str],
    measure: Expression,
    options: Options,
) -> AgreementOfGroups:
    """The mean of the measure over pairs of people of both groups, with documents drawn anew."""
    pairs = [(person, partner) for person in first for partner in second]
    if len(pairs) > MOST_PAIRS:
        chosen = generator(options.seed, "pairs").choice(len(pairs), MOST_PAIRS, replace=False)
        pairs = [pairs[place] for place in sorted(chosen.tolist())]
    kernel = mean_over_pairs(data, pairs, measure, options.seed)
    people = len(first) + len(second)
    low = high = float("nan")
    documents = len(kernel.units)
    if kernel.undefined is None and options.confidence is not None and documents >= FEWEST_UNITS:
        rng = generator(options.seed, "documents of groups")
        draws = min(options.replicates, 200)
        weights = rng.multinomial(documents, [1 / documents] * documents, size=draws).astype(np.float64)
        low, high = percentile_interval(kernel.value(weights), expanded(options.confidence, documents))
    return AgreementOfGroups(both, people, kernel.point(), low, high, str(measure), undefined=kernel.undefined)


def _divided_items(data: Labels, groups: Sequence[str], group: Ints) -> tuple[DividedItem, ...]:
    """Where the labels of two groups have least in common, of items that two people of both labelled."""
    first = data.first_ratings()
    if first.who is None or first.n_rows != first.n_items:
        return ()
    size = len(data.categories)
    row = np.repeat(np.arange(first.n_rows), first.sizes)
    tables = []
    for place in range(len(groups)):
        table = np.zeros((first.n_rows, size))
        mine = group[first.who] == place
        np.add.at(table, (row[mine], first.codes[mine]), 1.0)
        tables.append(table)
    candidates: list[tuple[float, int, int, int]] = []
    for left, right in combinations(range(len(groups)), 2):
        enough = np.flatnonzero((tables[left].sum(axis=1) >= 2) & (tables[right].sum(axis=1) >= 2))
        shares = [tables[side][enough] / tables[side][enough].sum(axis=1, keepdims=True) for side in (left, right)]
        distance = np.abs(shares[0] - shares[1]).sum(axis=1) / 2
        order = np.argsort(-distance, kind="stable")[:MOST_ITEMS]
        candidates += [(float(distance[at]), int(enough[at]), left, right) for at in order.tolist() if distance[at] > 0]
    candidates.sort(key=lambda candidate: (-candidate[0], candidate[1]))
    names = data.items if data.items is not None else [str(place + 1) for place in range(data.n_rows)]
    return tuple(
        DividedItem(
            names[item],
            (groups[left], groups[right]),
            distance,
            (_said(tables[left][item], data), _said(tables[right][item], data)),
        )
        for distance, item, left, right in candidates[:MOST_ITEMS]
    )


def _said(counts: Floats, data: Labels) -> str:
    """The most frequent labels with their shares."""
    order = [place for place in np.argsort(-counts, kind="stable")[:3].tolist() if counts[place]]
    return ", ".join(f"{data.categories.texts[place]} {counts[place] / counts.sum():.0%}" for place in order)


def _references(
    data: Labels, groups: Sequence[str], inside: Sequence[Sequence[str]], seed: int
) -> tuple[GroupReferences, ...]:
    """The vote (or median) of each group, compared where both have one; and the same of groups drawn at random from
    the people of both, as small groups differ by chance."""
    if data.n_rows != data.n_items or data.level == "sets":
        return ()
    rng = generator(seed, "references of groups")
    draws = DRAWN_REFERENCES if len(data.codes) * DRAWN_REFERENCES <= MOST_DRAWN else 0
    made = []
    for first, second in combinations(range(len(groups)), 2):
        items, differ = _differing(data, inside[first], inside[second])
        if not items:
            continue
        people, size = sorted([*inside[first], *inside[second]]), len(inside[first])
        shares = []
        for _ in range(draws):
            mixed = [people[place] for place in rng.permutation(len(people)).tolist()]
            number, apart = _differing(data, mixed[:size], mixed[size:])
            shares.append(apart / number if number else float("nan"))
        chance = float(np.nanmean(shares)) if np.isfinite(shares).any() else float("nan")
        made.append(GroupReferences((groups[first], groups[second]), items, differ, differ / items, chance))
    return tuple(made)


def _differing(data: Labels, first: Sequence[str], second: Sequence[str]) -> tuple[int, int]:
    """How many items both have a reference for, and on how many these differ."""
    codes = [adjudicated(data.of_annotators(list(people))).ranking.codes for people in (first, second)]
    both = (codes[0] >= 0) & (codes[1] >= 0)
    return int(both.sum()), int((codes[0] != codes[1])[both].sum())
