"""The adjudicated reference as tables, CSV and JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from accord.consensus import Adjudicated, Reference
from accord.evaluation.overview import overview
from accord.renderings.numbers import exactly, shown
from accord.renderings.tables import Table, captioned, csv_text
from accord.results import SCHEMA
from accord.results.foreign_text import json_text, visible
from accord.results.wording import many

SHOWN = 10  # items, units or links to discuss in a table for people
MOST_SAID = 12  # labels of one item in a table for people


def reference_lines(reference: Reference) -> list[str]:
    """What was computed, in a few lines."""
    model = f"model {reference.model}"
    if reference.iterations:
        state = "converged" if reference.converged else "not converged"
        model += (
            f": log-likelihood {reference.log_likelihood:,.2f}, {state} after {many(reference.iterations, 'iteration')}"
        )
    shares = ", ".join(
        f"{text} {shown(share)}" for text, share in zip(reference.categories[:8], reference.shares, strict=False)
    )
    lines = [model, f"shares of the categories: {shares}{', …' if len(reference.categories) > 8 else ''}"]
    if reference.undefined is not None:
        lines.append(f"the model says nothing here: {reference.undefined}; the labels are the vote")
    return lines


def competence_table(reference: Reference) -> Table:
    """One row for each annotator, the most competent first."""
    level = f"{reference.confidence:.0%}"
    header = ("annotator", "labels", "competence", f"{level} low", f"{level} high", "accuracy", "by chance", "remark")
    people = sorted(reference.competence, key=lambda one: (one.value != one.value, -one.value, one.annotator))
    rows = tuple(
        (
            one.annotator,
            f"{one.labels:,}",
            *(shown(number) for number in (one.value, one.low, one.high, one.accuracy, one.chance)),
            "no better than chance" if one.no_better_than_chance else "",
        )
        for one in people
    )
    return Table(header, rows, f"Competence: {reference.meaning}.", frozenset(range(1, 7)))


def discussion_table(items: Sequence[Adjudicated]) -> Table:
    """The items to discuss, with what everybody said."""
    text = any(one.text is not None for one in items)
    header = ("item", "label", "probability", "second", "probability of it", "said", *(["text"] if text else []))
    rows = tuple(
        (
            one.item,
            one.label or "",
            shown(one.probability),
            (one.second or "") + (" (tied)" if one.tied > 1 else ""),
            shown(one.second_probability),
            _said(one),
            *([one.text or ""] if text else []),
        )
        for one in items
    )
    return Table(header, rows, "Items to discuss, the least certain first.", frozenset({2, 4}))


def reference_csv(reference: Reference) -> str:
    """One line for each item, every label as it is in the data, so that accord reads it back."""
    times = ("times",) if (reference.data.weights != 1).any() else ()
    rows = ((*decided_cells(one), *((one.times,) if times else ())) for one in reference)
    return csv_text((*DECIDED, *times), rows)


def decided_cells(one: Adjudicated) -> tuple[str, ...]:
    """The cells of `DECIDED`."""
    return *_decided(one), "yes" if one.gold else "no"


_DECIDED = ("item", "label", "probability", "second", "second_probability", "tied")
DECIDED = (*_DECIDED, "gold")
"""The columns of a reference."""


def _decided(one: Adjudicated) -> tuple[str, ...]:
    """The cells of `_DECIDED`, with all digits."""
    numbers = exactly(one.probability), exactly(one.second_probability)
    return one.item, one.label or "", numbers[0], one.second or "", numbers[1], str(one.tied)


def discussion_csv(items: Sequence[Adjudicated], annotators: Sequence[str] | None) -> str:
    """For people and their spreadsheets: an empty column for their decision, one column for each annotator.

    Repeated labels are joined by a bar. What is filled in as the decision is what `--gold` takes.
    """
    text = any(one.text is not None for one in items)
    rows = (discussed_cells(one, annotators, text=text) for one in items)
    return csv_text(discussion_columns(annotators, text=text), rows)


def discussion_columns(annotators: Sequence[str] | None, *, text: bool) -> tuple[str, ...]:
    """The columns of the items to discuss."""
    names = annotators if annotators is not None else ("labels",)
    return "item", "decision", *_DECIDED[1:], *(["text"] if text else []), *names


def discussed_cells(one: Adjudicated, annotators: Sequence[str] | None, *, text: bool) -> tuple[str, ...]:
    """The cells of `discussion_columns`."""
    said: dict[str, list[str]] = {}
    for name, label in one.said:
        said.setdefault(name if name is not None else "labels", []).append(label)
    item, *decided = _decided(one)
    given = ("|".join(said.get(name, [])) for name in (annotators if annotators is not None else ("labels",)))
    return item, "", *decided, *([one.text or ""] if text else []), *given


def discussion_lines(items: Iterable[Adjudicated]) -> str:
    """The same as JSON lines, with a decision to fill in."""
    return "".join(discussion_line(one) for one in items)


def discussion_line(one: Adjudicated) -> str:
    return json_text({**one.as_json(), "decision": None}, indent=None) + "\n"


def json_lines(items: Iterable[Adjudicated]) -> str:
    return "".join(json_line(one) for one in items)


def json_line(one: Adjudicated) -> str:
    return json_text(one.as_json(), indent=None) + "\n"


def _said(one: Adjudicated) -> str:
    parts = [f"{name}: {label}" if name is not None else label for name, label in one.said]
    return ", ".join(parts[:MOST_SAID]) + (", …" if len(parts) > MOST_SAID else "")


def reference_record(
    made: Reference, doubtful: Iterable[Adjudicated], reference: Iterable[Adjudicated] | None = None
) -> dict[str, object]:
    """The reference for other programs, with the items to discuss; `reference` in the place of its own items."""
    return {
        "schema": SCHEMA,
        "data": overview(made.data).as_json(),
        **made.model_json(),
        "reference": [one.as_json() for one in (made if reference is None else reference)],
        "discuss": [one.as_json() for one in doubtful],
        "diagnostics": [str(diagnostic) for diagnostic in made.diagnostics],
    }


def told_to_discuss(head: Sequence[str], table: str, number: int, what: str, more: str) -> str:
    """Facts, and the table of the first of so many units or links to discuss; `more` says where the others are."""
    parts = ["\n".join(map(visible, head))]
    parts.append(f"{what.capitalize()}s to discuss\n{table}" if number else f"no {what} to discuss")
    if number > SHOWN:
        parts.append(f"{number:,} {what}s to discuss in all: {more}")
    return "\n\n".join(parts)


def reference_shown(
    made: Reference,
    doubtful: Sequence[Adjudicated],
    output: str = "text",
    more: str = "to_discuss() lists them",
    number: int | None = None,
) -> str:
    """Who is how reliable and what to discuss, as text, Markdown or LaTeX, or all labels as CSV; `more` says where the
    other items to discuss are, of which there are `number` with those given."""
    number = len(doubtful) if number is None else number
    if output == "csv":
        return reference_csv(made).rstrip("\n")
    tables = [competence_table(made)] if made.competence else []
    tables += [discussion_table(doubtful[:SHOWN])] if doubtful else []
    parts = [captioned(table, output) for table in tables]
    if output != "text":
        return "\n\n".join(parts)
    parts.insert(0, "\n".join(map(visible, [*overview(made.data).lines(), *reference_lines(made)])))
    if number > SHOWN:
        parts.append(f"{number:,} items to discuss in all: {more}")
    elif not doubtful:
        parts.append("no item to discuss")
    return "\n\n".join(parts)
