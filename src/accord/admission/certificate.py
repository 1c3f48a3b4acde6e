"""A certificate: what was decided, for which model, prompt and data, by which rule; a later run decides again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.annotations.roles import listed_names
from accord.results import DataError, Place, UsageError
from accord.results.foreign_text import json_text
from accord.results.installed_version import installed_version
from accord.results.json_numbers import json_number, json_record
from accord.results.output_files import assert_new, write_text

if TYPE_CHECKING:
    from accord.admission.result import Admission, Settings

FORMAT = "accord certificate"
VERSION = 1


@dataclass(frozen=True)
class CertifiedRule:
    """What the decision was made by."""

    epsilon: float
    margin: float
    score: str
    min_items: int
    min_people: int
    confidence: float

    def applied(self, settings: Settings) -> Settings:
        """The settings of this rule; samples and seed stay."""
        return replace(settings, **json_record(self))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Certificate:
    """A decision on one model."""

    model: str
    verdict: str
    omega: float | None
    rho: float | None
    rho_low: float | None
    rho_high: float | None
    panel_difference: float | None
    panel_low: float | None
    panel_high: float | None
    kind: str
    items: int
    people: int
    data: str
    """The digest of the data."""
    prompt: str | None
    """The SHA-256 of the prompt, which is not stored."""
    rule: CertifiedRule
    date: str
    accord: str

    def as_json(self) -> dict[str, object]:
        return {"format": FORMAT, "version": VERSION, **json_record(self), "rule": json_record(self.rule)}

    def write(self, path: str | Path, *, force: bool = False) -> None:
        """Write it to a file, which `admit(…, certificate=path)` reads."""
        if not force:
            assert_new(path)
        write_text(path, json_text(self.as_json()) + "\n")


@dataclass(frozen=True)
class Check:
    """Whether a certificate still holds."""

    holds: bool
    reasons: tuple[str, ...]
    certificate: Certificate

    def sentence(self) -> str:
        """What was found, in one sentence."""
        earlier = self.certificate
        if self.holds:
            return f"The certificate of {earlier.model} of {earlier.date} still holds: {'; '.join(self.reasons)}."
        return f"The certificate of {earlier.model} of {earlier.date} is void: {'; '.join(self.reasons)}."

    def as_json(self) -> dict[str, object]:
        return {"holds": self.holds, "reasons": list(self.reasons), "certificate": self.certificate.as_json()}


def certify(admission: Admission, model: str | None = None, date: str | None = None) -> Certificate:
    """The certificate of a decision, dated today if nothing else is said."""
    if model is None and len(admission.models) > 1:
        raise UsageError(f"a certificate is for one model, and there are {len(admission.models)}", "name the model")
    model = next(iter(admission.models)) if model is None else model
    if model not in admission.models:
        raise UsageError(f"there is no model '{model}'", f"models are {listed_names(tuple(admission.models))}")
    candidate, settings = admission.models[model], admission.settings
    return Certificate(
        model=model,
        verdict=candidate.verdict.word,
        omega=json_number(candidate.omega),
        rho=json_number(candidate.rho),
        rho_low=json_number(candidate.test.rho_low),
        rho_high=json_number(candidate.test.rho_high),
        panel_difference=json_number(candidate.panel.difference),
        panel_low=json_number(candidate.panel.low),
        panel_high=json_number(candidate.panel.high),
        kind=admission.kind,
        items=admission.items,
        people=len(admission.people),
        data=admission.sha256,
        prompt=admission.prompt,
        rule=CertifiedRule(**{name: getattr(settings, name) for name in CertifiedRule.__dataclass_fields__}),
        date=datetime.now(UTC).date().isoformat() if date is None else date,
        accord=installed_version(),
    )


def prompt_digest(prompt: str | bytes | None) -> str | None:
    """What stands for a prompt in a certificate: the SHA-256 of its bytes."""
    content = prompt.encode("utf-8") if isinstance(prompt, str) else prompt
    return None if content is None else hashlib.sha256(content).hexdigest()


def check(admission: Admission, certificate: Certificate) -> Admission:
    """The decision with whether the certificate holds: the model must be admitted again, under the same prompt."""
    if certificate.kind != admission.kind:
        message = f"the certificate is for {certificate.kind}, and these are {admission.kind}"
        raise UsageError(message, "check it on annotations of the same shape")
    candidate = admission.models.get(certificate.model)
    if candidate is None:
        raise UsageError(
            f"the certificate is for '{certificate.model}', which is not among the models", "name it among the models"
        )
    reasons = []
    if certificate.verdict != "admitted":
        reasons.append(f"it never admitted the model: the verdict was '{certificate.verdict}'")
    if None not in (admission.prompt, certificate.prompt) and admission.prompt != certificate.prompt:
        reasons.append("the prompt is another one")
    if not candidate.verdict.admitted:
        phrases = {"refused": "the model is refused now", "cannot tell": "these data do not admit it again"}
        omega = "" if candidate.test.passes is None else f"ω = {candidate.omega:.2f}, "
        reasons.append(f"{phrases[candidate.verdict.word]} ({omega}ρ = {candidate.rho:.2f}, {_earlier(certificate)})")
    holds = not reasons
    if holds:
        same = "on the same data" if certificate.data == admission.sha256 else f"on {admission.items:,} items"
        reasons.append(f"the model is admitted again {same} (ρ = {candidate.rho:.2f}, {_earlier(certificate)})")
        if certificate.prompt is not None and admission.prompt is None:
            reasons.append("whether the prompt is the same is not known, as none was given")
    return replace(admission, check=Check(holds, tuple(reasons), certificate))


def _earlier(certificate: Certificate) -> str:
    return "then undefined" if certificate.rho is None else f"then {certificate.rho:.2f}"


def read_certificate(path: str | Path) -> Certificate:
    """The certificate in a file; a DataError says what is not as it was written."""
    place = Place(str(path))
    try:
        record: Any = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("ACC448", "there is no such certificate", place, "name the file that was written") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise DataError("ACC448", f"this is not a certificate: {error}", place) from None
    if not isinstance(record, dict) or record.get("format") != FORMAT or record.get("version") != VERSION:
        raise DataError("ACC448", "this is not a certificate of accord", place, "name the file that was written")
    try:
        rule = CertifiedRule(**{name: _typed(record["rule"][name], kind) for name, kind in _RULE.items()})
        return Certificate(
            **{name: record[name] for name in Certificate.__dataclass_fields__ if name != "rule"}, rule=rule
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError("ACC448", f"the certificate lacks something, or holds something else: {error}", place) from None


_RULE = {"epsilon": float, "margin": float, "score": str, "min_items": int, "min_people": int, "confidence": float}


def _typed(value: object, kind: type) -> Any:
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
