"""The adjudicated reference as tables, CSV and JSON lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from accord.consensus import Adjudicated, Reference
from accord.evaluation.overview import overview
from accord.renderings.numbers import shown
from accord.renderings.tables import Table, as_csv, as_latex, as_markdown, as_text
from accord.results import SCHEMA
from accord.results.foreign_text import json_text, visible
from accord.results.formulas import guarded
from accord.results.wording import many

SHOWN = 10  # items to discuss in a table for people
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
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    alike = bool((reference.data.weights != 1).any())
    writer.writerow(
        ("item", "label", "probability", "second", "second_probability", "tied", "gold", *(["times"] if alike else []))
    )
    for one in reference:
        writer.writerow(
            (
                guarded(one.item),
                guarded(one.label or ""),
                _exactly(one.probability),
                guarded(one.second or ""),
                _exactly(one.second_probability),
                one.tied,
                "yes" if one.gold else "no",
                *([one.times] if alike else []),
            )
        )
    return out.getvalue()


def discussion_csv(items: Sequence[Adjudicated], annotators: Sequence[str] | None) -> str:
    """For people and their spreadsheets: an empty column for their decision, one column for each annotator.

    Repeated labels are joined by a bar. What is filled in as the decision is what `--gold` takes.
    """
    names = list(annotators) if annotators is not None else ["labels"]
    text = any(one.text is not None for one in items)
    header = ("item", "label", "probability", "second", "second_probability", "tied", *(["text"] if text else []))
    header = ("item", "decision", *header[1:])
    rows = []
    for one in items:
        said: dict[str, list[str]] = {}
        for name, label in one.said:
            said.setdefault(name if name is not None else "labels", []).append(label)
        rows.append(
            (
                one.item,
                "",
                one.label or "",
                _exactly(one.probability),
                one.second or "",
                _exactly(one.second_probability),
                str(one.tied),
                *([one.text or ""] if text else []),
                *("|".join(said.get(name, [])) for name in names),
            )
        )
    return as_csv(Table((*header, *names), tuple(rows))) + "\n"


def discussion_lines(items: Iterable[Adjudicated]) -> str:
    """The same as JSON lines, with a decision to fill in."""
    records = ({**one.as_json(), "decision": None} for one in items)
    return "".join(json_text(one, indent=None) + "\n" for one in records)


def json_lines(items: Iterable[Adjudicated]) -> str:
    return "".join(json_text(one.as_json(), indent=None) + "\n" for one in items)


def _said(one: Adjudicated) -> str:
    parts = [f"{name}: {label}" if name is not None else label for name, label in one.said]
    return ", ".join(parts[:MOST_SAID]) + (", …" if len(parts) > MOST_SAID else "")


def _exactly(number: float) -> str:
    return "" if number != number else repr(float(number))


def reference_record(made: Reference, doubtful: Sequence[Adjudicated]) -> dict[str, object]:
    """The reference for other programs, with the items to discuss."""
    return {
        "schema": SCHEMA,
        "data": overview(made.data).as_json(),
        **made.as_json(),
        "discuss": [one.as_json() for one in doubtful],
        "diagnostics": [str(diagnostic) for diagnostic in made.diagnostics],
    }


def reference_shown(
    made: Reference, doubtful: Sequence[Adjudicated], output: str = "text", more: str = "to_discuss() lists them"
) -> str:
    """Who is how reliable and what to discuss, as text, Markdown or LaTeX, or all labels as CSV; `more` says where the
    other items to discuss are."""
    if output == "csv":
        return reference_csv(made).rstrip("\n")
    write: Callable[..., str] = {"text": as_text, "markdown": as_markdown, "latex": as_latex}.get(output, as_csv)
    tables = [competence_table(made)] if made.competence else []
    tables += [discussion_table(doubtful[:SHOWN])] if doubtful else []
    if output != "text":
        return "\n\n".join(write(table) for table in tables)
    parts = ["\n".join(map(visible, [*overview(made.data).lines(), *reference_lines(made)]))]
    parts += [f"{visible(table.caption)}\n{write(table)}" for table in tables]
    if len(doubtful) > SHOWN:
        parts.append(f"{len(doubtful):,} items to discuss in all: {more}")
    elif not doubtful:
        parts.append("no item to discuss")
    return "\n\n".join(parts)
