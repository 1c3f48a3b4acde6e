"""Who is what, who is measured, and who was asked, in what was read from files."""

from __future__ import annotations

from dataclasses import replace

from accord.annotations import Annotations, Labels, asking, casting
from accord.annotations.as_campaign import campaign_of
from accord.annotations.campaign import Campaign
from accord.annotations.casting import Content, RolesTold
from accord.annotations.roles import listed_names
from accord.formats.options import ReadOptions
from accord.formats.tables.side_tables import pairs_in, roles_in
from accord.results import Diagnostic, Reading
from accord.results.option_names import option
from accord.results.reading import in_order, refuse_guesses


def cast(content: Content, options: ReadOptions) -> Content:
    """The content with the roles of its annotators and those who were asked, among those who are to be measured."""
    return casting.cast(_with_asked(content, options), roles_told(options))


def with_told_roles(campaign: Campaign, options: ReadOptions) -> Campaign:
    """Everybody in a campaign with their roles, but for those that options set aside: nobody is measured yet."""
    return casting.with_told_roles(campaign_of(_with_asked(campaign, options)), roles_told(options))


def roles_told(options: ReadOptions) -> RolesTold:
    told = RolesTold(
        options.only,
        options.without,
        options.models,
        options.curator,
        options.gold_annotator,
        [str(name) for name in options.annotators or ()],
    )
    if options.people is None:
        return told
    people, file, others = roles_in(options.people)
    readings = (Reading("set aside", f"columns of {file} that are not used: {listed_names(others)}"),) if others else ()
    return replace(told, people=people, people_named=file, said=readings)


def _with_asked(content: Content, options: ReadOptions) -> Content:
    """The content with those who were asked as it was told; what a table only suggests is settled later."""
    if options.asked is None:
        return content
    if isinstance(content, Labels):
        note = Diagnostic(
            "ACC180",
            f"{option('asked')} is not used: in labels, an empty cell or a missing row shows who was not asked",
        )
        return replace(content, diagnostics=(note, *content.diagnostics))
    told: Content
    if options.asked == asking.EVERYONE:
        text = "everyone about everything, as asked"
        told = asking.everyone_in(content) if isinstance(content, Campaign) else asking.as_everyone_was_asked(content)
    else:
        pairs, source = pairs_in(options.asked)
        text = f"as given in {source}" if source != "asked=" else "as asked"
        told = (
            asking.told_in(content, pairs, source)
            if isinstance(content, Campaign)
            else asking.told(content, pairs, source)
        )
    kept = [reading for reading in told.read_as if reading.aspect != "asked"]
    return replace(told, read_as=(*kept, Reading("asked", text)))


def settled(data: Annotations, options: ReadOptions) -> Annotations:
    """The data with what was read as what in its order; a guess is an error where none is allowed."""
    data = data if isinstance(data, Labels) else asking.settled(data)
    read_as = in_order(data.read_as)
    if options.strict:
        refuse_guesses(read_as, data.source)
    return replace(data, read_as=read_as)
