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


def admission_csv(admission: Admission, show: str) -> str:
    """One table, all digits."""
    return as_csv(SHOWN[show][1](admission, exact=True))


def admission_text(admission: Admission, written: str, show: str | None, *, details: bool = False) -> str:
    """The sentences, then the tables; of `show` the table alone."""
    if show is not None:
        return captioned(SHOWN[show][1](admission), written)
    chosen = tuple(SHOWN) if details or written != "text" else BRIEF
    parts = [*head_of(admission, written)]
    parts += ["\n".join(prose(line, written) for line in admission.sentences(name)) for name in admission.ranking]
    if admission.check is not None:
        parts.append(prose(admission.check.sentence(), written))
    sentence = ranking_sentence(admission)
    parts += [prose(sentence, written)] if sentence else []
    for heading, table in admission_tables(admission, chosen):
        made = captioned(table, written)
        parts.append(f"{visible(heading)}\n{made}" if written == "text" else made)
    return "\n\n".join(parts)


def head_of(admission: Admission, written: str) -> list[str]:
    """What was compared, and what was read as what."""
    facts = (
        f"{many(admission.items, 'item')}, {many(len(admission.people), 'person', 'people')}, "
        f"{many(len(admission.models), 'model')}; score: {admission.settings.score}"
    )
    if written != "text":
        return [prose(facts, written)]
    lines = [visible(facts)]
    return ["\n".join([*lines, "", *read_as_lines(admission.read_as)] if admission.read_as else lines)]


def ranking_sentence(admission: Admission) -> str:
    """The order of several models, and which are not told apart from the best."""
    if len(admission.models) < 2:
        return ""
    first = admission.ranking[0]
    alike = [gap.second for gap in admission.differences if gap.first == first and gap.is_none]
    order = ", ".join(f"{name} ({admission.models[name].rho:.2f})" for name in admission.ranking)
    rest = (
        f"; not significantly different from {first}: {', '.join(alike)}"
        if alike
        else f"; {first} is ahead of all others"
    )
    return f"By ρ: {order}{rest}."
