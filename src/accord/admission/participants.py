"""Who is compared: the people, and the models that are to stand in for one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from accord.annotations import Annotations
from accord.annotations.among import among, several
from accord.annotations.roles import counted_roles, listed_names, matching, role_told
from accord.results import DataError, Place, ReadAs, Reading, UsageError
from accord.results.option_names import option
from accord.results.reading import in_order
from accord.results.wording import many

EVERYBODY = "whatever they are, as asked"  # how reading all annotators is recorded


@dataclass(frozen=True)
class Participants:
    """Two people or more, and one model or more; curators and gold standards are no part of it."""

    people: tuple[str, ...]
    models: tuple[str, ...]


def participants(
    data: Annotations, models: str | Iterable[str] | None, people: Mapping[str, str] | None
) -> tuple[Annotations, Participants]:
    """The data among people and models, and who is which; a clear error where there are not enough of either."""
    if data.annotators is None:
        raise UsageError("who annotated what is not known", "these are counts: who is a model is unknown")
    roles = {**data.roles, **{name: role_told(str(word), Place("people=")) for name, word in (people or {}).items()}}
    named = () if models is None else matching(data.annotators, several(models))
    roles |= dict.fromkeys(named, "model")
    persons = tuple(name for name in data.annotators if roles.get(name, "person") == "person")
    judged = named or tuple(name for name in data.annotators if roles.get(name) == "model")
    _assert_enough(data, persons, judged)
    part = among(data, [name for name in data.annotators if name in {*persons, *judged}])
    read_as = people_and_models(part.read_as, persons, judged)
    return replace(part, roles=dict.fromkeys(judged, "model"), read_as=read_as), Participants(persons, judged)


def people_and_models(read_as: ReadAs, people: tuple[str, ...], models: tuple[str, ...]) -> ReadAs:
    """What was read, with who is taken for a model in place of the note that everybody was read."""
    counted = f"{many(len(people), 'person', 'people')} and {counted_roles(dict.fromkeys(models, 'model'))}"
    kept = (reading for reading in read_as if not reading.text.endswith(EVERYBODY))
    return in_order((*kept, Reading("annotators", counted)))


def _assert_enough(data: Annotations, people: tuple[str, ...], models: tuple[str, ...]) -> None:
    aside = any(reading.aspect == "set aside" and "model" in reading.text for reading in data.read_as)
    if not models and aside:
        message = "the models were set aside when these data were read"
        raise UsageError(message, f"read them with everybody: {option('only', '*')}")
    if not models:
        hint = f"name them: {option('models', 'NAME')}; the annotators are {listed_names(data.annotators or ())}"
        raise DataError("ACC440", "none of the annotators is a model", hint=hint)
    if len(people) < 2:
        message = f"a model is compared with two people or more, and there is {many(len(people), 'person', 'people')}"
        raise DataError("ACC441", message, hint="add people's annotations of the same items")
