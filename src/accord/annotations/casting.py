"""Who is what and who is measured: as the data tell it, names suggest it, or options say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from accord.annotations.among import Annotations, Names, Shape, among, several, taken
from accord.annotations.asking import settled
from accord.annotations.campaign import Campaign
from accord.annotations.label_remarks import remarks
from accord.annotations.labels import Labels
from accord.annotations.roles import Role, Roles, counted_roles, listed_names, matching, role_told, roles_of_names
from accord.results import DataError, Diagnostic, Place, Reading, UsageError
from accord.results.reading import in_order, refuse_guesses
from accord.results.wording import many

Content = Annotations | Campaign
People = Mapping[str, str] | None
"""Annotators and their roles."""
EVERYBODY = ("*",)
"""What `only` says for everybody, whatever they are."""
_OF_ALL = {"ACC102", "ACC105", "ACC110"}  # said about everybody, and said anew about those who stay
_OPTIONS: dict[Role, str] = {"model": "models", "curator": "curator", "gold": "gold_annotator"}


@dataclass(frozen=True)
class RolesTold:
    """What was told about annotators: who is to be measured, and who is what."""

    only: Sequence[str] | None = None
    without: Sequence[str] | None = None
    models: Sequence[str] = ()
    curator: Sequence[str] = ()
    gold_annotator: Sequence[str] = ()
    annotators: Iterable[str] = ()
    """Who was told to be an annotator is one, whatever the name."""
    people: Roles | None = None
    people_named: str = "people="
    """What to call the table that tells the roles."""
    said: tuple[Reading, ...] = ()
    """What else is to be said about that table."""

    @classmethod
    def of(
        cls,
        only: Names = None,
        without: Names = None,
        models: Names = None,
        curator: Names = None,
        gold_annotator: Names = None,
        people: People = None,
        annotators: Iterable[object] | None = None,
    ) -> RolesTold:
        """From the parameters of a function."""
        place = Place("people=")
        return cls(
            None if only is None else several(only),
            None if without is None else several(without),
            several(models or ()),
            several(curator or ()),
            several(gold_annotator or ()),
            tuple(map(str, annotators or ())),
            None if people is None else {str(name): role_told(str(word), place) for name, word in people.items()},
        )


@dataclass(frozen=True)
class _Cast:
    """The roles of all annotators but persons, which of them only their names tell, and what else is said."""

    roles: dict[str, Role]
    by_name: tuple[str, ...]
    said: tuple[Reading, ...] = ()

    def having(self, *roles: Role) -> list[str]:
        return [name for name, role in self.roles.items() if role in roles]


def cast(content: Content, told: RolesTold) -> Content:
    """The content with the roles of its annotators, among those who are to be measured."""
    if content.annotators is None:
        return _without_names(content, told)
    return _measured(content, _cast_of(content, told), told)


def as_read(data: Shape, told: RolesTold, *, strict: bool = False) -> Shape:
    """Data in memory as the same data in a file: cast, with what was read as what in its order."""
    whole = cast(data, told)
    made: Shape = whole  # type: ignore[assignment]  # what comes in goes out
    made = made if isinstance(made, Labels) else settled(made)
    read_as = in_order(made.read_as)
    if strict:
        refuse_guesses(read_as, None)
    return replace(made, read_as=read_as) if read_as != made.read_as else made


def with_told_roles(campaign: Campaign, told: RolesTold) -> Campaign:
    """Everybody in a campaign with their roles, but for those that options set aside: nobody is measured yet."""
    casting = _cast_of(campaign, told)
    kept = taken(campaign.annotators, told.only, told.without) if campaign.annotators else ()
    campaign = replace(campaign, roles=casting.roles, read_as=(*campaign.read_as, *casting.said))
    return campaign if len(kept) == len(campaign.annotators) else campaign.of_annotators(kept)


def roles_among(names: Sequence[str], told: RolesTold) -> dict[str, Role]:
    """Who of these is no person, as was told or as names tell it."""
    return _roles(names, {}, told)[0]


def _without_names(content: Content, told: RolesTold) -> Content:
    for option in ("only", "without", "models", "curator", "gold_annotator"):
        if getattr(told, option) and getattr(told, option) != EVERYBODY:
            raise UsageError("annotators are named, and these are counts: who said what is not known", "name nobody")
    return content


# ---- roles


def _cast_of(content: Content, told: RolesTold) -> _Cast:
    """Roles as options say, else a table of people, else the data themselves, else names."""
    names = list(content.annotators or ())
    people, file = told.people or {}, told.people_named
    readings: tuple[Reading, ...] = ()
    if told.people is not None:
        known = [name for name in names if name in people]
        if people and not known:
            message = f"none of {many(len(people), 'annotator')} in it is in the data, such as '{next(iter(people))}'"
            raise DataError("ACC220", message, Place(file), f"in the data they are {listed_names(names)}")
        what = f"roles of {len(known):,} of {many(len(names), 'annotator')}" if people else "no column of roles"
        readings = (Reading("annotators", f"{what} in {file}"), *told.said)
    roles, by_name = _roles(names, content.roles, told)
    return _Cast(roles, tuple(by_name), readings)


def _roles(names: Sequence[str], in_data: Roles, told: RolesTold) -> tuple[dict[str, Role], list[str]]:
    """Who is no person, and of whom only the name tells it."""
    named, people, listed = _named(names, told), told.people or {}, frozenset(told.annotators)
    roles: dict[str, Role] = {}
    by_name = []
    guessed = roles_of_names(names)
    for name in names:
        role = named.get(name) or people.get(name) or in_data.get(name)
        if role is None and name not in listed and (role := guessed.get(name)) is not None:
            by_name.append(name)
        if role is not None and role != "person":
            roles[name] = role
    return roles, by_name


def _named(names: Sequence[str], options: RolesTold) -> Roles:
    told: dict[str, Role] = {}
    for role, option in _OPTIONS.items():
        for name in matching(names, getattr(options, option)):
            if told.setdefault(name, role) != role:
                raise UsageError(f"'{name}' is told to be a {told[name]} and a {role}", "give each annotator one role")
    return told


# ---- who is measured


def _measured(content: Content, casting: _Cast, told: RolesTold) -> Content:
    names = tuple(content.annotators or ())
    read_as = (*content.read_as, *casting.said)
    if told.only is not None or told.without is not None:
        kept = taken(names, told.only, told.without)
        if told.only is not None:
            readings = [_only(kept, names)]
        else:
            kept, readings = _people(kept, casting)
            gone = [name for name in names if name not in kept and name not in casting.roles]
            readings += [Reading("set aside", f"{listed_names(gone)}, as asked")] if gone else []
    else:
        kept, readings = _people(names, casting)
    if content.roles == casting.roles and len(kept) == len(names) and not (readings or casting.said):
        return content  # a table that `replace` would list stays as it is
    whole = replace(content, roles=casting.roles, read_as=(*read_as, *readings))
    return whole if len(kept) == len(names) else _among(whole, kept)


def _only(kept: Sequence[str], names: Sequence[str]) -> Reading:
    if len(kept) == len(names):
        return Reading("annotators", f"all {len(names):,}, whatever they are, as asked")
    return Reading(
        "annotators", f"only {listed_names(kept, 8)}, as asked; {len(names) - len(kept):,} others are set aside"
    )


def _people(names: Sequence[str], casting: _Cast) -> tuple[tuple[str, ...], list[Reading]]:
    """Those who are measured when nobody is named: people; with models where they are not two; else everybody."""
    roles = {name: role for name, role in casting.roles.items() if name in names}
    people = [name for name in names if name not in roles]
    if not roles:
        return tuple(names), []
    kept = set(people) if len(people) > 1 else {*people, *(name for name in roles if roles[name] == "model")}
    kept = kept if len(kept) > 1 else set(names)
    aside = {name: role for name, role in roles.items() if name not in kept}
    readings = [] if len(people) > 1 else [_together(people, {name: roles[name] for name in roles if name in kept})]
    if aside:
        guessed = [name for name in aside if name in casting.by_name]
        text = f"{counted_roles(aside)}{', by name' if guessed else ''}: measures are among "
        text += "people" if len(people) > 1 else "the others"
        readings.append(Reading("set aside", text, bool(guessed), ("only=*", *_settling(aside, guessed))))
    return tuple(name for name in names if name in kept), readings


def _together(people: Sequence[str], others: Roles) -> Reading:
    """What is measured where there are not two people."""
    if people:
        return Reading("annotators", f"{counted_roles(others)} and one person ({people[0]}): measured together")
    models = set(others.values()) == {"model"}
    how = ": measured among the models" if models and len(others) > 1 else ""
    return Reading("annotators", f"{counted_roles(others)} and no people{how}")


def _settling(aside: Roles, guessed: Sequence[str]) -> list[str]:
    """The options that say what names suggest."""
    by_option = {option: [name for name in guessed if aside[name] == role] for role, option in _OPTIONS.items()}
    return [f"{option}={','.join(names)}" if len(names) < 4 else option for option, names in by_option.items() if names]


def _among(content: Content, kept: Sequence[str]) -> Content:
    if isinstance(content, Campaign):
        return content.of_annotators(kept)
    whole = among(content, kept)
    if not isinstance(whole, Labels):
        return whole
    diagnostics: list[Diagnostic] = [diagnostic for diagnostic in whole.diagnostics if diagnostic.code not in _OF_ALL]
    return replace(whole, diagnostics=(*diagnostics, *remarks(whole, whole.source)))
