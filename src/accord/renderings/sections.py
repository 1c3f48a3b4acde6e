"""The sections of a report of any shape, in the order of the page; every output renders these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from accord.diagnosis.finding import Finding
from accord.diagnosis.saved import SavedFindings
from accord.renderings.difficulty_tables import difficulty_tables
from accord.renderings.numbers import counted
from accord.renderings.results import readings_table, results_table
from accord.renderings.section import GOOD_ENOUGH, MEANING, PARTS, READ, TO_FIX, Section, to_fix
from accord.renderings.tables import Table, without_empty_columns
from accord.results import Diagnostics, Place
from accord.results.foreign_text import visible
from accord.results.option_names import command, spelled

if TYPE_CHECKING:
    from accord.diagnosis import AnyFindings

MOST_ITEMS = 200  # rows of a list to look things up in


def sections_of(
    findings: AnyFindings | SavedFindings, most: int = MOST_ITEMS, widest: int | None = None
) -> list[Section]:
    """Everything that is shown about the data; lists have at most `most` rows, their cells `widest` letters."""
    if isinstance(findings, SavedFindings):
        return _of_a_report(findings)
    own = _own(findings, most, widest)
    why = findings.why if findings.shape == "labels" else ""
    sentence = why or "Each value with its confidence interval, over items like these."
    diagnostics = [str(diagnostic) for result in findings.results for diagnostic in result.diagnostics]
    note = "\n".join(dict.fromkeys(map(visible, [*findings.remarks, *diagnostics])))
    return [
        *(
            section for section in own if section.part == GOOD_ENOUGH
        ),  # the table of labels: Fort et al. 2012 ask for it first
        Section("coefficients", GOOD_ENOUGH, "Coefficients", sentence, results_table(findings.results), note),
        *_kinds(findings),
        *(section for section in own if section.part == MEANING),
        *_place(findings, most),
        *_reading(findings),
        *(section for section in own if section.part == TO_FIX),
        *_hard(findings),
        *_groups(findings),
        *_read(findings),
    ]


def _of_a_report(findings: SavedFindings) -> list[Section]:
    """What was read back: the values, and those of each category."""
    sentence = "Each value with its interval, as the report has it."
    made = [Section("coefficients", GOOD_ENOUGH, "Coefficients", sentence, results_table(findings.results))]
    if findings.by_category:
        table = results_table(findings.by_category)
        made.append(to_fix("categories", "Each category", table, "The value of each category."))
    return [*made, left_out_section(findings.diagnostics)]


def _own(findings: AnyFindings, most: int, widest: int | None) -> list[Section]:
    """The sections of the shape."""
    if findings.shape == "spans":
        from accord.renderings.span_tables import span_sections

        return span_sections(findings, most)
    if findings.shape == "relations":
        from accord.renderings.relation_tables import relation_sections

        return relation_sections(findings, most)
    if findings.shape == "answers":
        from accord.renderings.answer_tables import answer_sections

        return answer_sections(findings, most, widest)
    from accord.renderings.label_sections import label_sections

    return label_sections(findings, most, widest)


def _place(findings: AnyFindings, most: int) -> Iterator[Section]:
    if findings.places.main is not None:
        from accord.renderings.atlas_tables import place_sections

        yield from place_sections(findings.places, most)


def _reading(findings: AnyFindings) -> list[Section]:
    if findings.reading is None:
        return []
    read = findings.reading
    explained = (
        "Simulated annotators depart from the reference of these data by a known amount; the table shows how much of "
        "each kind of error would produce your value."
    )
    table = readings_table(read)
    heading = "Which errors would produce this value"
    return [Section("reading", MEANING, heading, " ".join((read.sentence, explained, *read.simplified)), table)]


def _hard(findings: AnyFindings) -> Iterator[Section]:
    if findings.hard is None:
        return
    sentence = " ".join(findings.hard.sentences())
    for number, (heading, table) in enumerate(difficulty_tables(findings.hard)):
        key = "difficulty" if number == 0 else f"difficulty-{number}"
        first = "Which items are hard, and why" if number == 0 else heading
        yield Section(key, TO_FIX, first, sentence if number == 0 else table.caption, table)


def _kinds(findings: AnyFindings) -> Iterator[Section]:
    if findings.kinds is not None:
        from accord.renderings.group_tables import kinds_section

        yield kinds_section(findings.kinds)


def _groups(findings: AnyFindings) -> Iterator[Section]:
    if findings.groups is not None:
        from accord.renderings.group_tables import group_sections

        yield from group_sections(findings.groups)


def _read(findings: AnyFindings) -> list[Section]:
    """What was read, how often each category was used, and what was left out and why."""
    known = {} if findings.shape == "answers" else findings.data.usage
    used = sorted(known.items(), key=lambda pair: -pair[1])
    total = sum(times for _, times in used)
    made = []
    if used and total:
        shown = used[:MOST_ITEMS]
        rows = tuple((name, counted(times), f"{times / total:.1%}") for name, times in shown)
        more = f" {len(used) - len(shown):,} more are not shown." if len(used) > len(shown) else ""
        sentence = f"{'; '.join(findings.data.lines()[:1])}. How often each category was used:{more}"
        table = Table(("category", "times used", "share"), rows, "", frozenset({1, 2}))
        made.append(Section("usage", READ, "The data", sentence, table, listing=True))
    else:
        made.append(Section("usage", READ, "The data", f"{findings.data.lines()[0]}."))
    return [*made, left_out_section(findings.diagnostics)]


def left_out_section(diagnostics: Diagnostics) -> Section:
    """What was left out of the data, and why."""
    kept = list(dict.fromkeys(diagnostics))
    sentence = (
        f"{len(kept)} thing{'s' if len(kept) != 1 else ''} to know about the input; what was left out is counted below."
        if kept
        else "Everything that was read was used: nothing was left out or repaired."
    )
    rows = tuple(
        (diagnostic.code, diagnostic.message, _where(diagnostic.place), diagnostic.hint or "")
        for diagnostic in kept[:MOST_ITEMS]
    )
    table = Table(("code", "what", "where", "what to do"), rows)
    note = spelled(f"'{command('explain')}' explains a code.") if kept else ""
    return Section("left-out", READ, "What was left out, and why", sentence, without_empty_columns(table), note)


def _where(place: Place) -> str:
    """The place without the folders, which are nobody else's business."""
    return str(replace(place, file=Path(place.file).name)) if place.file else str(place)


@dataclass(frozen=True)
class Part:
    """One of the reader's questions with the sections that answer it; findings stand under what to fix."""

    heading: str
    findings: Sequence[Finding]
    sections: tuple[Section, ...]


def parts_of(findings: AnyFindings | SavedFindings, sections: Sequence[Section]) -> list[Part]:
    """The sections under the questions they answer, those that nothing answers left out."""
    made = [
        Part(
            heading,
            findings.findings if heading == TO_FIX else (),
            tuple(section for section in sections if section.part == heading),
        )
        for heading in PARTS
    ]
    return [part for part in made if part.findings or part.sections]
