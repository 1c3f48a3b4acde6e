"""`accord.soft_labels`: how probable each category is for each item, for everybody and for groups of people."""

from __future__ import annotations

from dataclasses import replace

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names, several
from accord.annotations.attribute_groups import members
from accord.annotations.label_distributions import SoftLabels
from accord.consensus.adjudicating import Model, reference
from accord.formats.public_functions import public
from accord.formats.tables.side_tables import attributes_in
from accord.results import DataError, UsageError
from accord.results.option_names import option, told
from accord.results.wording import many


@public("labels")
def soft_labels(
    data: Labels,
    model: Model | None = None,
    *,
    people: object = None,
    by: Names = None,
    min_group: int = 5,
    only: Names = None,
    without: Names = None,
) -> SoftLabels:
    """Soft labels: the distribution of the labels of each item, which keeps what a vote throws away.

    Parameters
    ----------
    model
        None: the shares of the labels, each annotator's first. "dawid_skene", "mace" or "glad": the probabilities of
        that model of annotators, as in `accord.reference`.
    people
        What the annotators are, for soft labels of groups: the path of a table or a data frame with a column of their
        names, or a mapping from annotators to their group, or to a mapping of attributes.
    by
        The attributes that make groups, such as "gender". None, with a mapping from annotators to groups: "group".
    min_group
        Groups of fewer people have no soft labels of their own.

    Returns
    -------
    SoftLabels
        `shares` is an array (items × categories), `to_frame()` has a row for each item and category; `groups` has the
        same of each group.

    Raises
    ------
    DataError
        When the data cannot be read, or no group is large enough.

    Examples
    --------
    >>> import accord
    >>> soft = accord.soft_labels([["a", "a", "b"], ["b", "b", "b"]])
    >>> soft.to_frame()["share"].round(2).to_list()
    [0.67, 0.33, 0.0, 1.0]
    """
    if not isinstance(min_group, int) or min_group < 1:
        raise UsageError(f"{told('min_group', min_group)} is not a whole number of at least 1", "use 5")
    data = annotators_chosen(data, only, without)
    whole = reference(data, model).soft()
    if people is None:
        if by is not None:
            raise UsageError("groups need a table of people", f"name it with {option('people')}")
        return whole
    if data.annotators is None:
        raise UsageError("who gave which label is not known", "give a table with annotators")
    wanted = ("group",) if by is None else several(by)
    parts = []
    for attribute, known in attributes_in(people, wanted).items():
        groups, group, _, _ = members(data.annotators, known, min_group)
        for place, name in enumerate(groups):
            own = [who for who, number in zip(data.annotators, group.tolist(), strict=True) if number == place]
            part = reference(data.of_annotators(own), model).soft()
            parts.append(replace(part, group=f"{attribute}: {name}"))
    if not parts:
        message = f"no group of {', '.join(wanted)} has {many(min_group, 'person', 'people')} or more"
        raise DataError("ACC457", message, hint=f"lower {option('min_group')}, or take another attribute")
    return replace(whole, groups=tuple(parts))
