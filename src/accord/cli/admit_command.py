"""`accord admit`: may this model annotate the rest?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.annotations import Annotations
from accord.cli.admission_gates import AdmissionGate, admission_gate
from accord.cli.command_json import command_json
from accord.cli.destinations import Destination, destination_options
from accord.cli.gates import told_failed
from accord.cli.named_files import refuse_existing
from accord.cli.options import (
    clustered_input_options,
    confidence_option,
    gates_option,
    gathering,
    number,
    one_of,
    quiet_option,
    replicates_option,
    tell_read_as,
    with_default,
    workers_option,
)
from accord.cli.program import GATE_FAILED
from accord.cli.projects import over_fields, read_fields
from accord.cli.streams import notes
from accord.results import UsageError
from accord.results.foreign_text import visible
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.admission.result import Admission

FORMATS = ("text", "json", "csv", "markdown", "latex", "html")
TABLES = (
    "verdicts", "differences", "duels", "curve", "reference", "mixtures", "effective", "errors", "categories", "alone",
    "steadiness",
)  # fmt: skip
_RULE = (
    with_default(
        "--epsilon", type=float, default=0.15, help="Allowed edge of a person: .2 experts, .15 trained, .1 crowd."
    ),
    with_default(
        "--margin", type=float, default=0.05, help="How much less than a person a model may agree with people."
    ),
    click.option("--score", metavar="NAME", help="How close two annotations of an item are. Default: by the shape."),
    number("--min-items", 30, "People who share fewer items with the model are left out of the test.", least=1),
    number("--min-people", 2, "Items with fewer people are left out.", least=2),
    confidence_option(),
    replicates_option,
    number("--seed", 0, "The seed of random numbers."),
)
_CERTIFYING = (
    click.option("--certificate", metavar="FILE", help="Write the decision and its rule to this file (JSON)."),
    click.option("--check", "earlier", metavar="FILE", help="Decide again by the rule of this certificate."),
    click.option("--prompt-file", metavar="FILE", help="The model's prompt: hashed for the certificate, not stored."),
)


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@destination_options(FORMATS, "How to write the results. Default: by the ending of FILE, else text.")
@one_of("--show", TABLES, "Only this table. Default of CSV: verdicts.")
@click.option("--details", is_flag=True, help="Show all tables in the terminal.")
@gates_option("--fail-unless", 'Exit with 1 unless it holds for every model: admit, "omega>=0.5", "rho.low>=0.8".')
@gathering(_RULE, "rule")
@gathering(_CERTIFYING, "certifying")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@clustered_input_options
@workers_option
@quiet_option
def admit(
    paths: tuple[str, ...],
    to: Destination,
    show: str | None,
    details: bool,
    gates: tuple[str, ...],
    rule: dict[str, Any],
    certifying: dict[str, Any],
    reading: dict[str, Any],
    quiet: bool,
) -> int:
    """May a model annotate the rest? It is compared with the people who annotated the same items of PATH.

    Three sentences say whether it is as good as a person (the alternative-annotator test of Calderon et al. 2025, and
    its agreement in the panel), what it changes in the reference, and where it errs. Everybody else is judged by the
    same rule. Nothing is sent anywhere: the model's annotations are in PATH, under its name.

    \b
    accord admit ratings.csv --models gpt-4o
    accord admit ratings.csv --models 'gpt*' --epsilon .1 -o models.html
    accord admit people.jsonl model.jsonl --models model --score exact
    accord admit ratings.csv --models judge --fail-unless admit --fail-unless "rho.low>=0.8"
    accord admit ratings.csv --models judge --prompt-file prompt.txt --certificate judge.json
    accord admit new.csv --models judge --prompt-file prompt.txt --check judge.json
    """
    checks = [admission_gate(text) for text in gates]
    refuse_existing(certifying["certificate"], force=to.force)
    data = read_fields(paths, {**reading, "only": reading["only"] or ["*"]}, None, quiet=quiet, shown=True)
    if isinstance(data, Mapping):
        if to.written == "html" or certifying["certificate"] or certifying["earlier"]:
            raise UsageError("a page or a certificate is about one question, and there are several", "choose --field")
        failed = []

        def of_field(name: str, field_data: Annotations) -> str:
            decided = _found(field_data, rule, certifying, reading)
            failed.append(_status(decided, checks))
            notes([f"'{name}': {diagnostic}" for diagnostic in decided.diagnostics], quiet=quiet)
            return _written(decided, to.written, show, details=details, title=f"People and models: {name}")

        to.put(over_fields(data, of_field, to.written, quiet=quiet))
        to.told("the comparison", quiet=quiet)
        return max(failed)
    admission = _found(data, rule, certifying, reading)
    certificate = admission.certificate() if certifying["certificate"] is not None else None
    if not quiet and to.written != "text":
        tell_read_as(admission.read_as)
    to.put(_written(admission, to.written, show, details=details, title=f"People and models: {Path(paths[0]).name}"))
    notes(admission.diagnostics, quiet=quiet)
    to.told("the comparison", quiet=quiet)
    if certificate is not None:
        certificate.write(certifying["certificate"], force=True)
        notes([f"the certificate ({certificate.verdict}) is in {certifying['certificate']}"], quiet=quiet)
    return _status(admission, checks)


def _found(data: Annotations, rule: dict[str, Any], certifying: dict[str, Any], reading: dict[str, Any]) -> Admission:
    from accord.admission import admit as decided

    earlier, prompt = certifying["earlier"], _prompt(certifying["prompt_file"])
    rule = rule if earlier is None else {**rule, "score": None}  # the rule is that of the certificate
    with watching("comparing people and models"):
        return decided(data, reading["models"] or None, certificate=earlier, prompt=prompt, **rule)


def _prompt(path: str | None) -> bytes | None:
    if path is None:
        return None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror}", "name the file") from None


def _status(admission: Admission, checks: list[AdmissionGate]) -> int:
    """1 where a gate failed, or a certificate does not hold any more."""
    models = admission.models.values()
    status = told_failed(
        [f"{gate.text} ({gate.found(model)})" for gate in checks for model in models if not gate.passes(model)]
    )
    if admission.check is None or admission.check.holds:
        return status
    click.echo(f"accord: {visible(admission.check.sentence())}", err=True)
    return GATE_FAILED


def _written(admission: Admission, written: str, show: str | None, *, details: bool, title: str) -> str:
    if written == "json":
        return command_json(admission.as_json())
    if written == "html":
        from accord.report_page.admission_page import admission_page

        return admission_page(admission, title)
    from accord.renderings.admission_text import admission_csv, admission_text

    if written == "csv":
        return admission_csv(admission, show or "verdicts")
    return admission_text(admission, written, show, details=details)
