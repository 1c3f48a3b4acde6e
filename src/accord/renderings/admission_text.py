"""What was decided about models, for the terminal, Markdown and LaTeX; of CSV one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.renderings.admission_tables import BRIEF, SHOWN, admission_tables
from accord.renderings.read_as import read_as_lines
from accord.renderings.tables import as_csv, captioned, prose
from accord.results.foreign_text import visible
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.admission.result import Admission

METHODS = (
    "Alternative-annotator test (Calderon, Reichart & Dror 2025): one-sided paired t tests, Benjamini–Yekutieli at "
    ".05; below 10 items there is no test. The panel's coefficient is that of the candidate with the people but one, "
    "minus that of this person with them; equivalence by two one-sided tests."
)


def admission_csv(found: Admission, show: str) -> str:
    """One table, all digits."""
    return as_csv(SHOWN[show][1](found, exact=True))


def admission_text(found: Admission, written: str, show: str | None, *, details: bool = False) -> str:
    """The sentences, then the tables; of `show` the table alone."""
    if show is not None:
        return captioned(SHOWN[show][1](found), written)
    chosen = tuple(SHOWN) if details or written != "text" else BRIEF
    parts = [*head_of(found, written)]
    parts += ["\n".join(prose(line, written) for line in found.sentences(name)) for name in found.ranking]
    if found.check is not None:
        parts.append(prose(found.check.sentence(), written))
    said = ranking_sentence(found)
    parts += [prose(said, written)] if said else []
    for heading, table in admission_tables(found, chosen):
        made = captioned(table, written)
        parts.append(f"{visible(heading)}\n{made}" if written == "text" else made)
    return "\n\n".join(parts)


def head_of(found: Admission, written: str) -> list[str]:
    """What was compared, and what was read as what."""
    facts = (
        f"{many(found.items, 'item')}, {many(len(found.people), 'person', 'people')}, "
        f"{many(len(found.models), 'model')}; score: {found.settings.score}"
    )
    if written != "text":
        return [prose(facts, written)]
    lines = [visible(facts)]
    return ["\n".join([*lines, "", *read_as_lines(found.read_as)] if found.read_as else lines)]


def ranking_sentence(found: Admission) -> str:
    """The order of several models, and which are not told apart from the best."""
    if len(found.models) < 2:
        return ""
    first = found.ranking[0]
    alike = [one.second for one in found.differences if one.first == first and one.is_none]
    order = ", ".join(f"{name} ({found.models[name].rho:.2f})" for name in found.ranking)
    rest = (
        f"; not significantly different from {first}: {', '.join(alike)}"
        if alike
        else f"; {first} is ahead of all others"
    )
    return f"By ρ: {order}{rest}."
