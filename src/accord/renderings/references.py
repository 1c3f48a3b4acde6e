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
    people = sorted(reference.competence, key=lambda rater: (rater.value != rater.value, -rater.value, rater.annotator))
    rows = tuple(
        (
            person.annotator,
            f"{person.labels:,}",
            *(shown(number) for number in (person.value, person.low, person.high, person.accuracy, person.chance)),
            "no better than chance" if person.no_better_than_chance else "",
        )
        for person in people
    )
    return Table(header, rows, f"Competence: {reference.meaning}.", frozenset(range(1, 7)))


def discussion_table(items: Sequence[Adjudicated]) -> Table:
    """The items to discuss, with what everybody said."""
    text = any(item.text is not None for item in items)
    header = ("item", "label", "probability", "second", "probability of it", "said", *(["text"] if text else []))
    rows = tuple(
        (
            item.item,
            item.label or "",
            shown(item.probability),
            (item.second or "") + (" (tied)" if item.tied > 1 else ""),
            shown(item.second_probability),
            _said(item),
            *([item.text or ""] if text else []),
        )
        for item in items
    )
    return Table(header, rows, "Items to discuss, the least certain first.", frozenset({2, 4}))


def reference_csv(reference: Reference) -> str:
    """One line for each item, every label as it is in the data, so that accord reads it back."""
    times = ("times",) if (reference.data.weights != 1).any() else ()
    rows = ((*decided_cells(item), *((item.times,) if times else ())) for item in reference)
    return csv_text((*DECIDED, *times), rows)


def decided_cells(item: Adjudicated) -> tuple[str, ...]:
    """The cells of `DECIDED`."""
    return *_decided(item), "yes" if item.gold else "no"


_DECIDED = ("item", "label", "probability", "second", "second_probability", "tied")
DECIDED = (*_DECIDED, "gold")
"""The columns of a reference."""


def _decided(item: Adjudicated) -> tuple[str, ...]:
    """The cells of `_DECIDED`, with all digits."""
    numbers = exactly(item.probability), exactly(item.second_probability)
    return item.item, item.label or "", numbers[0], item.second or "", numbers[1], str(item.tied)


def discussion_csv(items: Sequence[Adjudicated], annotators: Sequence[str] | None) -> str:
    """For people and their spreadsheets: an empty column for their decision, one column for each annotator.

    Repeated labels are joined by a bar. What is filled in as the decision is what `--gold` takes.
    """
    text = any(item.text is not None for item in items)
    rows = (discussed_cells(item, annotators, text=text) for item in items)
    return csv_text(discussion_columns(annotators, text=text), rows)


def discussion_columns(annotators: Sequence[str] | None, *, text: bool) -> tuple[str, ...]:
    """The columns of the items to discuss."""
    names = annotators if annotators is not None else ("labels",)
    return "item", "decision", *_DECIDED[1:], *(["text"] if text else []), *names


def discussed_cells(adjudicated: Adjudicated, annotators: Sequence[str] | None, *, text: bool) -> tuple[str, ...]:
    """The cells of `discussion_columns`."""
    labels: dict[str, list[str]] = {}
    for name, label in adjudicated.said:
        labels.setdefault(name if name is not None else "labels", []).append(label)
    item, *decided = _decided(adjudicated)
    cells = ("|".join(labels.get(name, [])) for name in (annotators if annotators is not None else ("labels",)))
    return item, "", *decided, *([adjudicated.text or ""] if text else []), *cells


def discussion_lines(items: Iterable[Adjudicated]) -> str:
    """The same as JSON lines, with a decision to fill in."""
    return "".join(discussion_line(item) for item in items)


def discussion_line(item: Adjudicated) -> str:
    return json_text({**item.as_json(), "decision": None}, indent=None) + "\n"


def json_lines(items: Iterable[Adjudicated]) -> str:
    return "".join(json_line(item) for item in items)


def json_line(item: Adjudicated) -> str:
    return json_text(item.as_json(), indent=None) + "\n"


def _said(item: Adjudicated) -> str:
    parts = [f"{name}: {label}" if name is not None else label for name, label in item.said]
    return ", ".join(parts[:MOST_SAID]) + (", …" if len(parts) > MOST_SAID else "")


def reference_record(
    made: Reference, doubtful: Iterable[Adjudicated], reference: Iterable[Adjudicated] | None = None
) -> dict[str, object]:
    """The reference for other programs, with the items to discuss; `reference` in the place of its own items."""
    return {
        "schema": SCHEMA,
        "data": overview(made.data).as_json(),
        **made.model_json(),
        "reference": [item.as_json() for item in (made if reference is None else reference)],
        "discuss": [item.as_json() for item in doubtful],
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
