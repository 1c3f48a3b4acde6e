"""`admit`: may a model stand in for a person? All readings for each model, and for each person in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from accord.admission.alternative_annotator import AlternativeTest, alternative_test
from accord.admission.answer_closeness import Similarity, answer_closeness
from accord.admission.category_use import alone_on, category_use
from accord.admission.certificate import Certificate, check, prompt_digest, read_certificate
from accord.admission.duels import duels
from accord.admission.label_closeness import label_closeness
from accord.admission.pair_closeness import PairwiseCloseness
from accord.admission.panel import panel_comparison
from accord.admission.participants import Participants, participants
from accord.admission.reference_change import Mixture, mixtures, reference_change, rule_of
from accord.admission.relation_closeness import relation_closeness
from accord.admission.repeated_runs import steadiness
from accord.admission.resamples import Resamples
from accord.admission.result import Admission, Candidate, Settings
from accord.admission.shared_errors import SharedErrors, shared_errors
from accord.admission.span_closeness import span_closeness
from accord.admission.structure_reference import PeopleReferences, people_references, structure_change
from accord.admission.verdict import verdict
from accord.annotations import Annotations, Answers, Labels, Relations, Spans, summarise
from accord.annotations.among import Names, chosen
from accord.annotations.roles import listed_names
from accord.evaluation import measure
from accord.formats.public_functions import public
from accord.reproducibility.rules import Rule
from accord.results import DataError, Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Ints
from accord.results.option_names import option
from accord.results.wording import many


@public(everybody=True)
def admit(
    data: Labels | Spans | Relations | Answers,
    models: str | Iterable[str] | None = None,
    *,
    only: Names = None,
    without: Names = None,
    people: Mapping[str, str] | None = None,
    epsilon: float = 0.15,
    margin: float = 0.05,
    score: str | Similarity | None = None,
    min_items: int = 30,
    min_people: int = 2,
    certificate: Certificate | str | Path | None = None,
    prompt: str | bytes | None = None,
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
) -> Admission:
    """Whether a model may annotate the rest: as good as a person, what it changes, and where it is off.

    Parameters
    ----------
    data
        Annotations of any shape by people and models, a data frame, an array or rows of labels, or a path.
    models
        The models that are judged: names or patterns such as "gpt*". Default: whoever is a model in the data.
    only, without
        Annotators to take or to leave out, by name or with patterns such as "gpt*".
    people
        What annotators are, by name: "person", "model", "curator" or "gold".
    epsilon
        How often a person may be closer to the others than the model, in the alternative-annotator test: .2 beside
        experts, .15 beside trained people, .1 beside a crowd (Calderon et al. 2025).
    margin
        How much less the model may agree with people than a person does, in the units of the coefficient.
    score
        How close two annotations of an item are; by the shape: "accuracy", "neg_rmse", "distance", "masi", "jaccard",
        "type", "exact", "overlap", "alignment", "links", "gbm", …; of answers also a function of two sets.
    min_items
        People with fewer items that the model annotated too are left out of the test.
    min_people
        Items with fewer people are left out.
    certificate
        An earlier decision, or the file it was written to: it is made again by its own rule, and `found.check` says
        whether it still holds.
    prompt
        The model's prompt. Certificates keep its SHA-256, so that another prompt is noticed; it is not stored.
    confidence
        The confidence level of the intervals.
    replicates
        How many bootstrap samples the intervals rest on.

    Returns
    -------
    Admission
        A verdict for each model with all it rests on; `to_frame()` is the table, `charts` the figures.

    Raises
    ------
    DataError
        When there is no model, when there are fewer than two people, or when they share no items.
    UsageError
        When an option is not what it may be.

    Examples
    --------
    Three people, and a model that says what most of them do, but for one item in ten:

    >>> import accord, numpy
    >>> rng = numpy.random.default_rng(1)
    >>> truth = rng.integers(3, size=(200, 1))
    >>> rows = numpy.where(rng.random((200, 4)) < 0.85, truth, rng.integers(3, size=(200, 4)))
    >>> found = admit(rows, "llm", annotators=["Ann", "Bob", "Cem", "llm"], level="nominal", replicates=200)
    >>> found["llm"].verdict.word, found["llm"].omega
    ('admitted', 1.0)
    """
    settings = Settings(epsilon, margin, "", min_items, min_people, confidence, replicates, seed)
    earlier = read_certificate(certificate) if isinstance(certificate, str | Path) else certificate
    if earlier is not None:
        settings = earlier.rule.applied(settings)
        score = earlier.rule.score if score is None else score
    _check_settings(settings)
    shared, who = participants(chosen(data, only, without), models, people)
    pairs = closeness(shared, who, score)
    settings = replace(settings, score=pairs.score)
    judge = _Judge(shared, who, pairs, settings, Resamples(pairs.n_units, settings.replicates, settings.seed))
    judged = {name: judge.model(name) for name in who.models}
    admission = Admission(
        kind=shared.kind,
        level=shared.level if isinstance(shared, Labels) else None,
        items=len(pairs.items),
        sha256=summarise(shared).sha256 if isinstance(shared, Labels) else shared.sha256,
        settings=settings,
        models=judged,
        people={name: judge.candidate(name) for name in who.people},
        agreement=_agreement(shared, who, pairs),
        errors=judge.errors(),
        together=judge.together(),
        diagnostics=judge.diagnostics(judged),
        read_as=shared.read_as,
        prompt=prompt_digest(prompt),
    )
    return admission if earlier is None else check(admission, earlier)


def closeness(data: Annotations, who: Participants, score: str | Similarity | None) -> PairwiseCloseness:
    """How close every two annotations of an item are, by the shape of the data."""
    if isinstance(data, Answers):
        return answer_closeness(data, who, score)
    if callable(score):
        raise UsageError("a similarity function is for answers", f"these are {data.kind}: name a score")
    if isinstance(data, Labels):
        return label_closeness(data, who, score)
    return span_closeness(data, who, score) if isinstance(data, Spans) else relation_closeness(data, who, score)


@dataclass(frozen=True, eq=False)
class _Judge:
    """Everything that the readings of one candidate need."""

    data: Annotations
    who: Participants
    pairs: PairwiseCloseness
    settings: Settings
    resamples: Resamples

    @cached_property
    def references(self) -> PeopleReferences | None:
        """Of people, where these are no labels."""
        if isinstance(self.data, Labels):
            return None
        return people_references(
            self.data, np.flatnonzero(self.pairs.is_person), self.resamples,
            confidence=self.settings.confidence, seed=self.settings.seed,
        )  # fmt: skip

    @property
    def rule(self) -> Rule:
        """How labels make a reference."""
        return rule_of(self.data.level if isinstance(self.data, Labels) else None)

    def candidate(self, name: str, *, models: Ints | None = None) -> Candidate:
        """A model, or a person as if she were one."""
        pairs, settings = self.pairs, self.settings
        place = pairs.annotators.index(name)
        own_duels = duels(pairs, place, settings.min_people)
        test = alternative_test(
            own_duels, pairs.annotators, pairs.unit, self.resamples,
            epsilon=settings.epsilon, min_items=settings.min_items, confidence=settings.confidence,
        )  # fmt: skip
        people = np.array([pairs.annotators.index(person.person) for person in test.people], dtype=np.int64)
        panel = panel_comparison(
            own_duels, pairs, people, self.resamples, margin=settings.margin, confidence=settings.confidence
        )
        others = np.zeros(0, dtype=np.int64) if models is None else models
        changed = reference_change(own_duels, pairs, self.resamples, others, settings.confidence, self.rule)
        if changed is None and models is not None and self.references is not None:
            changed = structure_change(self.references, place, self.resamples, settings.confidence)
        return Candidate(name, test, panel, verdict(test, panel), changed)

    def model(self, name: str) -> Candidate:
        """A model, with where it is off and how steady it is."""
        pairs = self.pairs
        place = pairs.annotators.index(name)
        self._assert_shared(name, place)
        candidate = self.candidate(name, models=np.array([place]))
        items = np.flatnonzero(pairs.asked[:, place] & (pairs.people >= self.settings.min_people))
        uses = category_use(pairs, place, items, pairs.categories, self.settings.confidence)
        steady = steadiness(self.data, name, self.who.people) if isinstance(self.data, Labels) else None
        return Candidate(
            name, candidate.test, candidate.panel, candidate.verdict, candidate.reference, uses,
            alone_on(pairs, place, items, pairs.categories), steady,
        )  # fmt: skip

    def _assert_shared(self, name: str, place: int) -> None:
        """A DataError where nobody annotated what the model did."""
        mine = self.pairs.asked[:, place]
        if not (mine & (self.pairs.people > 0)).any():
            message = f"'{name}' shares no item with people: it annotated {many(int(mine.sum()), 'item')}"
            raise DataError("ACC443", message, hint="items match by their names")
        if not (mine & (self.pairs.people >= self.settings.min_people)).any():
            message = f"no item that '{name}' annotated has {self.settings.min_people} people"
            raise DataError("ACC443", message, hint=f"add people, or lower {option('min_people')} where it is above 2")
        if self.pairs.codes is not None:
            _assert_common_labels(self.pairs, name, place)

    def together(self) -> tuple[Mixture, ...]:
        """All models beside few people, where there are several."""
        places = [self.pairs.annotators.index(name) for name in self.who.models]
        return mixtures(self.pairs, np.array(places), self.rule) if len(places) > 1 else ()

    def errors(self) -> SharedErrors | None:
        """Errors that go together, of everybody."""
        people, models = (
            np.array([self.pairs.annotators.index(name) for name in names], dtype=np.int64)
            for names in (self.who.people, self.who.models)
        )
        settings = self.settings
        return shared_errors(
            self.pairs, people, models, self.resamples, confidence=settings.confidence, seed=settings.seed
        )

    def diagnostics(self, models: Mapping[str, Candidate]) -> Diagnostics:
        """What a reader should know of the tests."""
        diagnostics = _without_omega({name: model.test for name, model in models.items()}, self.settings)
        for name, model in models.items():
            diagnostics += _remarks(name, model.test, self.settings)
        return tuple(diagnostics)


def _without_omega(tests: Mapping[str, AlternativeTest], settings: Settings) -> list[Diagnostic]:
    names = [name for name, test in tests.items() if test.passes is None]
    if not names:
        return []
    most = max((person.items for name in names for person in tests[name].people), default=0)
    whose = f"'{names[0]}'" if len(names) == 1 else f"{len(names)} models ({listed_names(names)})"
    message = f"ω of {whose} is not defined: no person shares {settings.min_items} items with it (at most {most})"
    return [Diagnostic("ACC444", message, hint="the verdict rests on the panel alone")]


def _remarks(name: str, test: AlternativeTest, settings: Settings) -> Iterator[Diagnostic]:
    if test.passes is not None and test.too_few:
        message = (
            f"{many(test.too_few, 'person shares', 'people share')} fewer than {settings.min_items} items with '{name}'"
        )
        yield Diagnostic("ACC445", message, hint="they count in neither ω nor ρ")
    small = sum(person.small for person in test.people) if test.passes is not None else 0
    if small:
        message = f"the tests of '{name}' against {many(small, 'person', 'people')} rest on fewer than 30 items"
        yield Diagnostic("ACC446", message, hint="the t test is approximate there")


def _assert_common_labels(pairs: PairwiseCloseness, name: str, place: int) -> None:
    codes = pairs.codes if pairs.codes is not None else np.zeros((0, 0), dtype=np.int64)
    items = np.flatnonzero(pairs.asked[:, place])
    own, theirs = set(codes[items, place].tolist()), set(codes[np.ix_(items, np.flatnonzero(pairs.is_person))].ravel())
    if not own & (theirs - {-1}) and not pairs.root:
        shown = [", ".join(f"'{pairs.categories[code]}'" for code in sorted(some)[:3]) for some in (own, theirs - {-1})]
        message = f"'{name}' and the people have no category in common: it says {shown[0]}, they say {shown[1]}"
        raise DataError("ACC447", message, hint="write the model's labels as the people's")


def _agreement(data: Annotations, who: Participants, pairs: PairwiseCloseness) -> tuple[str, float]:
    """The people's own agreement: α of labels, else the mean closeness of two of them."""
    if isinstance(data, Labels):
        return "α", float(measure(data.of_annotators(who.people), "alpha", confidence=None).value)
    among = pairs.is_person[pairs.first]
    return f"mean closeness ({pairs.score})", float(pairs.closeness[among].mean()) if among.any() else float("nan")


def _check_settings(settings: Settings) -> None:
    for name, value in {"epsilon": settings.epsilon, "confidence": settings.confidence}.items():
        if not 0 <= value < 1 or (name == "confidence" and not value > 0):
            raise UsageError(f"{option(name)} is a share from 0 to 1, not {value:g}", "such as 0.15 or 0.95")
    if not settings.margin > 0:
        raise UsageError(f"{option('margin')} is above 0, not {settings.margin:g}", "such as 0.05")
    for name, least in (("min_items", 1), ("min_people", 2), ("replicates", 1)):
        if getattr(settings, name) < least:
            raise UsageError(f"{option(name)} is at least {least}, not {getattr(settings, name)}")
