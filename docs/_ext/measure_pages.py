"""A page for every measure, written from its record when the site is built.

Nothing here names a measure: whoever adds one gets its page, with an example that was run, without touching docs/.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from markup import block, code, escaped, table
from worked_examples import data_of, fitting, worked

from accord.annotations import summarise
from accord.measures import Measure, Parameter, all_measures, references

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "measures"


def stem(record: Measure) -> str:
    """The name of its page: several shapes may have a measure of one name."""
    return record.name if record.shape == "labels" else f"{record.shape}-{record.name}"


def page(record: Measure) -> str:
    """The whole page of one measure."""
    name, _, rest = record.title.partition(":")
    parts = [
        f"# {escaped(name)}",
        f"{code(record.name)} — {escaped(rest or name)}.",
        block("none", record.formula),
        _facts(record),
        f"## What it assumes\n\n{escaped(record.assumes)}",
        f"## Missing labels\n\n{escaped(record.missing)}",
        f"## Parameters\n\n{_parameters(record)}",
        _standard_errors(record),
        f"## Worked example\n\n{_example(record)}",
        f"## References\n\n{_references(record.references)}",
        f"{code(f'accord cite {record.name}')} prints them as BibTeX.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(record: Measure) -> str:
    rows_read = record.reads_rows(record.parameters) or record.shape != "labels"
    reads = "who said what" if rows_read else "how many annotators chose each category; who they are does not matter"
    if record.lower_is_better:
        best = "lower is better" if not record.bounded else "1 is perfect, and lower is better"
    else:
        best = "1 is perfect agreement" if record.bounded else "not a coefficient of agreement: it explains others"
    rows = [("uses", reads), ("value", best)]
    if record.numeric:
        rows.append(("labels", "are read as numbers or ranks: renaming nominal categories changes the value"))
    drawn = (
        " or ".join(record.resamples)
        if record.shape == "labels"
        else "documents, or over units where there is one document"
    )
    rows.append(("intervals", f"bootstrap over {drawn}"))
    rows.append(("shape", record.shape))
    file = "ratings.csv" if record.shape == "labels" else f"{record.shape}.csv"
    rows.append(("command line", code(f"accord measure {file} -m {record.name}")))
    return "\n".join(f"{term}\n: {text}\n" for term, text in rows)


def _parameters(record: Measure) -> str:
    if not record.parameters:
        return "None."
    rows = [
        (code(name), code(repr(default)), _parameter(record.about.get(name)))
        for name, default in record.parameters.items()
    ]
    return table(("parameter", "default", "what it does"), rows)


def _parameter(about: Parameter | None) -> str:
    """The sentence of a parameter, and its values where they can be listed."""
    if about is None:
        return ""
    plain = {*about.choices} <= {True, False}  # the sentence begins with "Whether"
    return escaped(about.about) + (f" One of {escaped(about.allowed)}." if about.allowed and not plain else "")


def _standard_errors(record: Measure) -> str:
    """The analytic standard errors on the data of the worked example."""
    found = fitting(record)
    if record.errors is None or found is None:
        return ""
    example, expression = found
    bound = record.bind(expression.parameters)
    errors = record.errors(summarise(data_of(example)), **bound.parameters)
    use = {"sampling": "of the value", "zero": "if the true value were 0 (for a test only)"}
    rows = [
        (escaped(use.get(error.kind, error.kind)), escaped(error.formula), escaped(_short(error.reference)))
        for error in errors
    ]
    listed = table(("standard error", "formula", "source"), rows) if rows else "None on the data of the example below."
    return f"## Standard errors\n\n{listed}\n\nSee [](../intervals.md) for when to prefer the bootstrap."


def _example(record: Measure) -> str:
    found, text = fitting(record), worked(record)
    if found is None or text is None:
        return "None of the published tables shipped with this documentation suits this measure."
    return f"{escaped(found[0].title)}.\n\n{block('pycon', text)}"


def _references(keys: tuple[str, ...]) -> str:
    return "\n".join(f"- {citation(key)}" for key in keys)


def _short(key: str) -> str:
    from accord.measures import short

    return short(key) if key in references() else key


def citation(key: str) -> str:
    """One reference as it stands in a bibliography."""
    fields = references()[key]
    where = fields.get("journal") or fields.get("booktitle") or fields.get("publisher") or fields.get("institution")
    parts = [f"{escaped(_people(fields['author']))} ({fields['year']}). *{escaped(fields['title'])}*."]
    if where:
        number = f" {fields['volume']}" if "volume" in fields else ""
        number += f"({fields['number']})" if "volume" in fields and "number" in fields else ""
        pages = f", {fields['pages'].replace('--', '–')}" if "pages" in fields else ""
        parts.append(f"{escaped(where)}{number}{pages}.")
    if "doi" in fields:
        parts.append(f"[doi:{fields['doi']}](https://doi.org/{fields['doi']})")
    elif "url" in fields:
        parts.append(f"<{fields['url']}>")
    return " ".join(parts)


def _people(authors: str) -> str:
    people = authors.split(" and ")
    return people[0] if len(people) == 1 else f"{', '.join(people[:-1])} & {people[-1]}"


def write_pages(folder: Path) -> list[Path]:
    """Write the page of every measure, leave pages that are up to date alone, and remove those of measures gone."""
    folder.mkdir(exist_ok=True)
    written = []
    for record in all_measures().values():
        file = folder / f"{stem(record)}.md"
        text = page(record)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8", newline="\n")
        written.append(file)
    for file in set(folder.glob("*.md")) - set(written):
        file.unlink()
    return written


def _write(app: Sphinx) -> None:
    write_pages(Path(app.srcdir) / FOLDER)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
