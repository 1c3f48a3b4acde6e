"""Which errors the annotators themselves make, and how large they are: the mix that simulated annotators can repeat.

The wish of Boiteau 2024 (section 5): degradations as often as they are observed in real annotations. For every shape
the rate of an error is the magnitude of that degradation alone that makes it as often as the annotators do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from accord.degradations.label_reference import LabelReference
from accord.degradations.starting_points import Annotations, Reference, reference_of
from accord.results import UsageError
from accord.results.option_names import option, spelled

OBSERVED = "observed"
"""The name of all errors that can be observed, in the mix of the annotators."""
VOTED = (
    "they are taken from what most annotators say, where whoever errs votes too: they look rarer than they are, and "
    "what no majority has looks added"
)


_RATES = {
    "labels": ("observed_labels", "label_rates"),
    "spans": ("observed_units", "unit_rates"),
    "relations": ("observed_links", "link_rates"),
    "answers": ("observed_answers", "answer_rates"),
}


@dataclass(frozen=True)
class ObservedMix:
    """How often each error was made, as the magnitude of that degradation alone."""

    rates: Mapping[str, float]
    """Degradations as they are written, with options where they have some."""
    voted: bool = False
    """Whether the reference is what most annotators say, so that whoever errs votes too."""

    @property
    def magnitude(self) -> float:
        """The magnitude at which the mix makes all errors as often as the annotators do, at most 1."""
        return min(1.0, sum(self.rates.values()))

    @property
    def weights(self) -> dict[str, float]:
        """The part of each error in the mix."""
        whole = sum(self.rates.values())
        return {name: rate / whole for name, rate in self.rates.items()} if whole else dict(self.rates)

    @property
    def written(self) -> str:
        """The errors that occur as a combination that `degrade` takes.

        >>> ObservedMix({"flip": 0.05, "relabel": 0.0, "false_negative": 0.15}).written
        '0.05*flip+0.15*false_negative'
        """
        return "+".join(f"{rate:.6f}".rstrip("0") + f"*{name}" for name, rate in self.rates.items() if rate > 5e-7)

    def sentence(self) -> str:
        """
        >>> ObservedMix({"flip": 0.05, "false_negative": 0.15}).sentence()
        'observed errors: false_negative 75 %, flip 25 %; magnitude 0.20 makes them as often as the annotators do'
        """
        parts = sorted(self.weights.items(), key=lambda part: -part[1])
        listed = ", ".join(f"{name.partition('(')[0]} {share:.0%}".replace("%", " %") for name, share in parts if share)
        if not listed:
            return "no errors were observed"
        size = f"magnitude {self.magnitude:.2f} makes them as often as the annotators do"
        if sum(self.rates.values()) > 1:
            size = "even magnitude 1 makes fewer than the annotators do"
        doubt = spelled(f"; {VOTED}; {option('reference')} names another reference") if self.voted else ""
        return f"observed errors: {listed}; {size}{doubt}"


def _rates(data: Any, reference: Reference, others: Sequence[str]) -> dict[str, float]:
    """The rates of a shape, whose module alone is loaded."""
    module, function = _RATES[reference.data.kind]
    rates: dict[str, float] = getattr(import_module(f"accord.degradations.{module}"), function)(data, reference, others)
    return rates


def observed_errors(data: Annotations, reference: str | Reference | None = None, *, seed: int = 0) -> ObservedMix:
    """Which errors the annotators make, compared with the reference: an annotator's name, or what most say.

    An annotator who votes for the reference is among those it is compared with, so that errors look somewhat rarer than
    they are; and where annotators differ so much that nothing has a majority, what each of them has looks added. A
    reference of somebody else has no such bias.

    >>> from accord.annotations.relation_tuples import relations
    >>> data = relations({"gold": [(2, 1), (3, 1), (4, 2)], "A": [(1, 2), (3, 2)]}, units=[1, 2, 3, 4])
    >>> {name: round(rate, 2) for name, rate in observed_errors(data, "gold").rates.items() if rate}
    {'false_negative': 0.33, 'flip': 0.33, 'retarget': 0.33}
    """
    known = reference is not None and not isinstance(reference, str)
    start: Any = reference if known else reference_of(data, reference, seed)  # type: ignore[arg-type]  # a name, or None
    if getattr(data, "annotators", None) is None:
        raise UsageError("it is not known who said what, and no errors can be observed", f"give {option('weights')}")
    told = {start.name} if isinstance(start, LabelReference) else set(start.data.annotators or ())
    others = [name for name in data.annotators or () if name not in told]
    if not others:
        raise UsageError("there is nobody but the reference, and no errors can be observed", "give more annotators")
    if not start.size:
        raise UsageError("the reference is empty, and no errors can be observed", f"give {option('reference')}")
    voted = not known and reference is None and len(others) > 1
    return ObservedMix(_rates(data, start, others), voted=voted)


def observed_weights(mix: ObservedMix, names: Sequence[str]) -> list[float]:
    """How often the annotators make each of the named errors; a UsageError when none of them occurs."""
    known = {written.partition("(")[0]: rate for written, rate in mix.rates.items()}
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise UsageError(f"how often {unknown} occurs cannot be observed", f"it can for {', '.join(known)}")
    weights = [known[name] for name in names]
    if not any(weights):
        raise UsageError("the annotators make none of these errors", f"give numbers in {option('weights')}")
    return weights
