"""Who is what, who is measured, and who was asked: as the data tell it, names suggest it, or options say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from accord.annotations import Answers, Labels, Relations, Spans, asking
from accord.annotations.among import among, taken
from accord.annotations.campaign import Campaign, campaign_of
from accord.annotations.frames import remarks
from accord.annotations.roles import Role, Roles, counted_roles, listed_names, matching, role_of_name
from accord.formats.options import ReadOptions
from accord.formats.side_tables import pairs_in, roles_in
from accord.results import DataError, Diagnostic, Place, Reading, UsageError
from accord.results.wording import many

Content = Answers | Labels | Relations | Spans | Campaign
_OF_ALL = {"ACC102", "ACC105", "ACC110"}  # said about everybody, and said anew about those who stay
_OPTIONS: dict[Role, str] = {"model": "models", "curator": "curator", "gold": "gold_annotator"}


@dataclass(frozen=True)
class _Cast:
    """The roles of all annotators but persons, which of them only their names tell, and what else is said."""

    roles: dict[str, Role]
    by_name: tuple[str, ...]
    said: tuple[Reading, ...] = ()

    def having(self, *roles: Role) -> list[str]:
        return [name for name, role in self.roles.items() if role in roles]


def cast(content: Content, options: ReadOptions) -> Content:
    """The content with the roles of its annotators and those who were asked, among those who are to be measured."""
    content = _with_asked(content, options)
    if content.annotators is None:
        return _without_names(content, options)
    return _measured(content, _cast_of(content, options), options)


def with_told_roles(campaign: Campaign, options: ReadOptions) -> Campaign:
    """Everybody in a campaign with their roles, but for those that options set aside: nobody is measured yet."""
    campaign = campaign_of(_with_asked(campaign, options))
    found = _cast_of(campaign, options)
    kept = taken(campaign.annotators, options.only, options.without) if campaign.annotators else ()
    campaign = replace(campaign, roles=found.roles, read_as=(*campaign.read_as, *found.said))
    return campaign if len(kept) == len(campaign.annotators) else campaign.of_annotators(kept)


def _without_names(content: Content, options: ReadOptions) -> Content:
    for option in ("only", "without", "models", "curator", "gold_annotator"):
        if getattr(options, option):
            raise UsageError(f"{option}= names annotators, and these are counts", "leave it out")
    return content


# ---- roles


def _cast_of(content: Content, options: ReadOptions) -> _Cast:
    """Roles as options say, else a table of people, else the data themselves, else names."""
    names = list(content.annotators or ())
    told = _told(names, options)
    people, file = ({}, "") if options.people is None else roles_in(options.people)
    said: tuple[Reading, ...] = ()
    if options.people is not None:
        known = [name for name in names if name in people]
        if people and not known:
            message = f"none of {many(len(people), 'annotator')} in it is in the data, such as '{next(iter(people))}'"
            raise DataError("ACC220", message, Place(file), f"in the data they are {listed_names(names)}")
        what = f"roles of {len(known):,} of {many(len(names), 'annotator')}" if people else "no column of roles"
        said = (Reading("annotators", f"{what} in {file}"),)
    roles: dict[str, Role] = {}
    by_name = []
    listed = frozenset(options.annotators or ())  # who was told to be an annotator is one, whatever the name
    for name in names:
        role = told.get(name) or people.get(name) or content.roles.get(name)
        if role is None and name not in listed and (role := role_of_name(name)) is not None:
            by_name.append(name)
        if role is not None and role != "person":
            roles[name] = role
    return _Cast(roles, tuple(by_name), said)


def _told(names: Sequence[str], options: ReadOptions) -> Roles:
    told: dict[str, Role] = {}
    for role, option in _OPTIONS.items():
        for name in matching(names, getattr(options, option)):
            if told.setdefault(name, role) != role:
                raise UsageError(f"'{name}' is told to be a {told[name]} and a {role}", "give each annotator one role")
    return told


# ---- who is measured


def _measured(content: Content, found: _Cast, options: ReadOptions) -> Content:
    names = tuple(content.annotators or ())
    read_as = (*content.read_as, *found.said)
    if options.only is not None or options.without is not None:
        kept = taken(names, options.only, options.without)
        if options.only is not None:
            said = [_only(kept, names)]
        else:
            kept, said = _people(kept, found)
            gone = [name for name in names if name not in kept and name not in found.roles]
            said += [Reading("set aside", f"{listed_names(gone)}, as told")] if gone else []
    else:
        kept, said = _people(names, found)
    whole = replace(content, roles=found.roles, read_as=(*read_as, *said))
    return whole if len(kept) == len(names) else _among(whole, kept)


def _only(kept: Sequence[str], names: Sequence[str]) -> Reading:
    if len(kept) == len(names):
        return Reading("annotators", f"all {len(names):,}, whatever they are, as told")
    return Reading(
        "annotators", f"only {listed_names(kept, 8)}, as told; {len(names) - len(kept):,} others are set aside"
    )


def _people(names: Sequence[str], found: _Cast) -> tuple[tuple[str, ...], list[Reading]]:
    """Those who are measured when nobody is named: people; with models where they are not two; else everybody."""
    roles = {name: role for name, role in found.roles.items() if name in names}
    people = [name for name in names if name not in roles]
    if not roles:
        return tuple(names), []
    kept = set(people) if len(people) > 1 else {*people, *(name for name in roles if roles[name] == "model")}
    kept = kept if len(kept) > 1 else set(names)
    aside = {name: role for name, role in roles.items() if name not in kept}
    said = [] if len(people) > 1 else [_together(people, {name: roles[name] for name in roles if name in kept})]
    if aside:
        guessed = [name for name in aside if name in found.by_name]
        text = f"{counted_roles(aside)}{', by name' if guessed else ''}: measures are among "
        text += "people" if len(people) > 1 else "the others"
        said.append(Reading("set aside", text, bool(guessed), ("only=*", *_settling(aside, guessed))))
    return tuple(name for name in names if name in kept), said


def _together(people: Sequence[str], others: Roles) -> Reading:
    """What is measured where there are not two people."""
    if people:
        return Reading("annotators", f"{counted_roles(others)} and one person ({people[0]}): measured together")
    models = set(others.values()) == {"model"}
    how = ": measured among the models" if models and len(others) > 1 else ""
    return Reading("annotators", f"{counted_roles(others)} and no people{how}")


def _settling(aside: Roles, guessed: Sequence[str]) -> list[str]:
    """The options that say what names suggest."""
    found = {option: [name for name in guessed if aside[name] == role] for role, option in _OPTIONS.items()}
    return [f"{option}={','.join(names)}" if len(names) < 4 else option for option, names in found.items() if names]


def _among(content: Content, kept: Sequence[str]) -> Content:
    if isinstance(content, Campaign):
        return content.of_annotators(kept)
    whole = among(content, kept)
    if not isinstance(whole, Labels):
        return whole
    said: list[Diagnostic] = [one for one in whole.diagnostics if one.code not in _OF_ALL]
    return replace(whole, diagnostics=(*said, *remarks(whole, whole.source)))


# ---- who was asked


def _with_asked(content: Content, options: ReadOptions) -> Content:
    """The content with those who were asked as it was told; what a table only suggests is settled later."""
    if options.asked is None:
        return content
    if isinstance(content, Labels):
        note = Diagnostic("ACC180", "--asked is not used: of labels, an empty cell or no row says who was not asked")
        return replace(content, diagnostics=(note, *content.diagnostics))
    told: Content
    if options.asked == asking.EVERYONE:
        text = "everyone about everything, as told"
        told = asking.everyone_in(content) if isinstance(content, Campaign) else asking.as_everyone_was_asked(content)
    else:
        pairs, source = pairs_in(options.asked)
        text = f"as told in {source}" if source != "asked=" else "as told"
        told = (
            asking.told_in(content, pairs, source)
            if isinstance(content, Campaign)
            else asking.told(content, pairs, source)
        )
    kept = [one for one in told.read_as if one.aspect != "asked"]
    return replace(told, read_as=(*kept, Reading("asked", text)))
