"""What a reader of labels should know: turned tables, items with one label, labels and names that look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import numpy as np

from accord.annotations.labels import Labels
from accord.annotations.lazy_polars import pl
from accord.annotations.missing_marks import looks_missing
from accord.results import Diagnostic, Place
from accord.results.option_names import option

MANY = 10  # annotators; fewer are never taken for items


def one_number(names: list[str], what: str, file: str | None) -> Iterable[Diagnostic]:
    """Names such as 1 and 1.0, which programs write for one number: they are two names."""
    every = pl.Series(names, dtype=pl.String)
    decimal = every.filter(every.str.contains(r"^[0-9]+[.,]0+$"))
    whole = decimal.str.replace(r"[.,]0+$", "")
    both = whole.is_in(every.implode())
    if both.any():
        more = f" ({int(both.sum()):,} such pairs)" if both.sum() > 1 else ""
        message = f"the {what} '{whole.filter(both)[0]}' and '{decimal.filter(both)[0]}' are kept apart{more}"
        yield Diagnostic("ACC181", message, Place(file), "if they are one, write the number in one way")


def odd_labels(names: list[str], file: str | None) -> Iterable[Diagnostic]:
    """Labels that look like missing values, and labels that look alike."""
    odd = sorted(name for name in names if looks_missing(name))
    if odd and len(names) > len(odd):
        yield Diagnostic(
            "ACC104",
            f"the label '{odd[0]}' is kept as a category",
            Place(file),
            f"if it means 'not asked', say {option('missing', odd[0], quoted=True)}",
        )
    folded: dict[str, str] = {}
    for name in names:
        alike = folded.setdefault(" ".join(unicodedata.normalize("NFC", name).split()).casefold(), name)
        if alike != name:
            yield Diagnostic("ACC108", f"the labels '{alike}' and '{name}' differ only in case or spaces", Place(file))
            return


def remarks(built: Labels, file: str | None = None) -> tuple[Diagnostic, ...]:
    """What the shape of any labels calls for: turned tables, items without agreement, categories without labels."""
    diagnostics = []
    if built.annotators is not None and built.n_annotators > MANY and built.n_annotators > 5 * built.n_items:
        diagnostics.append(
            Diagnostic(
                "ACC102",
                f"{built.n_annotators:,} annotators and only {built.n_items:,} item(s)",
                Place(file),
                f"if items and annotators are the wrong way round, use {option('transpose')}",
            )
        )
    alone = built.first_ratings().sizes < 2
    if alone.any():
        number = int(built.weights[alone].sum())
        hint = (
            f"name the other annotator's file as well, or, where one column has the names of annotators, "
            f"{option('annotator_column')}"
        )
        message = f"{number:,} of {built.n_items:,} item(s) have fewer than two labels"
        diagnostics.append(Diagnostic("ACC105", message, Place(file), hint if built.n_annotators == 1 else None))
    if built.categories.declared and built.n_rows:
        used = np.bincount(built.codes, minlength=len(built.categories)) > 0
        unused = [f"'{text}'" for text, known in zip(built.categories.texts, used, strict=True) if not known]
        if unused:
            shown = ", ".join(unused[:6]) + (", …" if len(unused) > 6 else "")
            diagnostics.append(Diagnostic("ACC110", f"declared and never used: {shown}", Place(file)))
    return tuple(diagnostics)
