"""Who stands beside whom: groups of people, by options of the commands that compare them, and models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from accord.annotations import Annotations
from accord.cli.options import gathering, listed_option, number, read_options
from accord.results import Expression, UsageError

if TYPE_CHECKING:
    from accord.comparison.group_results import GroupsFound
    from accord.comparison.kinds_apart import KindsApart
    from accord.evaluation import Options


@dataclass(frozen=True)
class GroupChoice:
    """By which attributes of people groups are made, and how large they must be."""

    by_group: Sequence[str] | None = None
    min_group: int = 5

    def found(
        self,
        data: Annotations,
        people: str | None,
        measures: Sequence[Expression] | None,
        computing: Options,
        *,
        redact: bool = False,
    ) -> GroupsFound | None:
        """The groups side by side, where they are asked for."""
        if not self.by_group:
            return None
        if people is None:
            raise UsageError("--by-group needs a table of people", "name it with --people")
        from accord.comparison.grouping import compare_groups

        made = compare_groups(
            data,
            people,
            list(self.by_group),
            measure=measures[0] if measures else None,
            min_group=self.min_group,
            confidence=computing.confidence,
            replicates=computing.replicates,
            seed=computing.seed,
        )
        return made.redacted() if redact else made

    def told(self, data: Annotations) -> Annotations:
        """The data without the remark that the columns of the table of people are not used."""
        if not self.by_group:
            return data
        kept = tuple(
            reading
            for reading in data.read_as
            if not (reading.aspect == "set aside" and "that are not used" in reading.text)
        )
        return replace(data, read_as=kept)


group_options = gathering(
    (
        listed_option("--by-group", help="Compare groups of people: columns of the table of --people, such as gender."),
        number("--min-group", 5, "Groups of fewer people are not named and not compared.", least=1),
    ),
    "grouping",
    lambda values: GroupChoice(**values),
)


def models_aside(data: Annotations, reading: dict[str, Any]) -> bool:
    """Whether models were declared or recognised, and set aside."""
    aside = any(reading.aspect == "set aside" and "model" in reading.text.split(":")[0] for reading in data.read_as)
    return aside and reading["only"] is None


def models_apart(
    paths: tuple[str, ...],
    reading: dict[str, Any],
    data: Annotations,
    measures: Sequence[Expression] | None,
    computing: Options,
) -> KindsApart | None:
    """People and models apart, where models were declared or recognised and set aside."""
    if not models_aside(data, reading):
        return None
    from accord.comparison.kinds_apart import kinds_apart
    from accord.formats import read

    options = {**read_options(reading), "only": ["*"], "strict": False}
    everybody = read(paths[0] if len(paths) == 1 else list(paths), **options)
    return kinds_apart(everybody, measures[0] if measures else None, computing)
