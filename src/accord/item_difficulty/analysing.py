"""`accord.difficulty`: from annotations and features to what makes items hard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.annotations import Answers, Labels, Relations, Spans, annotators_chosen
from accord.annotations.among import Names
from accord.formats.public_functions import public
from accord.item_difficulty.built_in import Words, WordSources, built_in_features, inflected_forms, text_column
from accord.item_difficulty.correlating import BootstrapSettings, Correlation, corrected, correlate
from accord.item_difficulty.design import Design, asked_pairs, design_of
from accord.item_difficulty.feature_choice import Feature, chosen_features
from accord.item_difficulty.feature_table import FeatureTable, feature_table
from accord.item_difficulty.hardness import FEWEST_ITEMS, ItemHardness, item_scores
from accord.item_difficulty.linear_model import Regression, regress
from accord.item_difficulty.mixed_model import MixedModel, fit_mixed
from accord.item_difficulty.outliers import outliers
from accord.item_difficulty.result import Difficulty, Outcome
from accord.item_difficulty.subgroups import Interaction, correlate_groups, interactions
from accord.item_difficulty.substitution_items import columns_of_names
from accord.item_difficulty.systems import Scoring, SystemScores, system_scores
from accord.results import DataError, Diagnostic, Expression, Place, UsageError
from accord.results.arrays import Floats, Ints
from accord.results.option_names import option
from accord.results.wording import many
from accord.statistics.clustered_errors import intraclass_correlation, without_gaps
from accord.statistics.linear_models import residual_after
from accord.statistics.rank_correlation import spearman

FEW_CLUSTERS = 10


@dataclass(frozen=True)
class _Settings:
    group: str | None
    pairs: Sequence[str]
    mixed: bool | None
    folds: int
    most: int
    drawing: BootstrapSettings


@public(optional=True, also=Mapping)
def difficulty(
    data: object,
    features: object = None,
    systems: object = None,
    cluster: str | None = None,
    *,
    measure: str | Expression | None = None,
    column: str | None = None,
    columns: Sequence[str] | None = None,
    item_column: str | None = None,
    nested: str | None = None,
    group: str | None = None,
    built_in: str | Sequence[str] = (),
    pairs: str | Sequence[str] = (),
    mixed: bool | None = None,
    metric: str = "oot",
    compatibility: str | None = None,
    mapping: object = None,
    folds: int = 10,
    most_outliers: int = 10,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
    language: str | None = None,
    text: str | None = None,
    target: str | None = None,
    sense: str | None = None,
    governor: str | None = None,
    parse: str | None = None,
    lexicon: str | None = None,
    counts: str | None = None,
) -> Difficulty:
    """Which items are hard, and why (Tanguy, Fabre & Mercier 2016).

    Parameters
    ----------
    data
        Annotations of any kind, a data frame, an array or rows, or a path; a mapping from items to numbers that say how
        hard they are; or None with `column`.
    features
        A table (a file, a data frame, a mapping of columns) with a column of items; its numeric columns and those of
        few words are the features.
    systems
        Scores per item; or, for free answers, files of guesses.
    cluster
        The column of what items share (a target word): intervals and tests then draw clusters, and a mixed model is
        fitted.
    measure
        How hard an item is: a name of `accord.item_difficulty.item_scores`.
    column
        The column of the features that holds the difficulty.
    columns
        The columns that are features, where not all are.
    item_column
        The column of items.
    nested
        A column inside the cluster (a sense).
    group
        A column of subgroups.
    built_in
        Features of texts and words by name, or "all" that can be computed.
    pairs
        Pairs of features whose product is a feature too: "length:frequency", or "all".
    mixed
        Whether a mixed model is fitted; None: where there are clusters.
    metric, compatibility, mapping
        How guesses are scored: see `accord.score`.
    folds
        Of the cross-validation of the model.
    most_outliers
        How many items are listed that the model explains worst.
    confidence
        The confidence level of the intervals; None for no interval.
    replicates
        How many bootstrap samples the intervals rest on.
    language
        The language of the texts, for features that are built in.
    text, target, sense, governor
        The columns of the texts, of the target words, of their senses and of their governors.
    parse, lexicon, counts
        Files: parses of the texts, a lexicon, and counts of words.

    Returns
    -------
    Difficulty
        Correlations, model and outliers. With `systems` the difficulty is analysed for the annotators ("disagreement"),
        for the systems ("systems", the score with its sign turned) and for what of the latter the former does not
        explain ("residual").

    Raises
    ------
    DataError
        When a table cannot be read, or has no column of items.
    UsageError
        When there is no such measure, feature or column.

    Examples
    --------
    >>> table = {"item": list("abcdefgh"), "length": [3, 9, 4, 8, 5, 7, 6, 2]}
    >>> hard = dict(zip("abcdefgh", [0.1, 0.9, 0.2, 0.7, 0.4, 0.8, 0.5, 0.0]))
    >>> found = difficulty(hard, table, confidence=None)
    >>> round(found.correlations[0].rho, 3)
    0.976
    """
    words = WordSources(language, text, target, sense, governor, parse, lexicon, counts)
    _check(confidence, replicates, folds)
    table = None if features is None else feature_table(features, item_column)
    if isinstance(data, Answers | Labels | Relations | Spans):
        data = annotators_chosen(data, only, without)
    scores = _scores(data, table, column, measure)
    aligned, diagnostics = _aligned(scores, table)
    asked = [built_in] if isinstance(built_in, str) else list(built_in)
    texts, of_texts = _texts(scores, aligned, words)
    if not asked and table is None:
        asked = ["all"]
    named = columns_of_names(aligned.items)
    sources = Words(aligned, texts, words)
    made = built_in_features(sources, asked)
    aligned = aligned.with_texts(named).with_numbers(made)
    roles = (cluster, nested, group, column, of_texts, *words.roles(), *named)
    chosen, remarks = chosen_features(aligned, columns, roles)
    remarks += inflected_forms(sources, list(made))
    if not chosen:
        if asked and texts is None:
            message = "the built-in features are about the texts of the items, and there are none"
            hint = (
                "give a column 'text' in the data, or a table of features that has one "
                f"({option('features', shown='FILE')} {option('text', shown='NAME')})"
            )
            raise DataError("ACC093", message, hint=hint)
        raise DataError("ACC093", "there is no feature that varies", hint="give a table: one row per item")
    answers = data if isinstance(data, Answers) else None
    scoring = Scoring(metric, compatibility, mapping)
    tested = None if systems is None else system_scores(systems, scores.items, answers, scoring)
    wanted = [pairs] if isinstance(pairs, str) else list(pairs)
    settings = _Settings(group, wanted, mixed, folds, most_outliers, BootstrapSettings(confidence, replicates, seed))
    notes = (*scores.diagnostics, *diagnostics, *remarks, *(() if tested is None else tested.diagnostics))
    result = _analysed(scores, texts, aligned, chosen, tested, (cluster, nested), settings, notes)
    return replace(result, words=words, built_in=tuple(made))


def _check(confidence: float | None, replicates: int, folds: int) -> None:
    if confidence is not None and not 0 < confidence < 1:
        raise UsageError(f"the confidence {confidence} is not between 0 and 1", "such as 0.95; None for no intervals")
    if replicates < 1 or folds < 2:
        raise UsageError("at least one replicate and at least two folds are needed", "such as 1000 and 10")


def _scores(
    data: object, table: FeatureTable | None, column: str | None, measure: str | Expression | None
) -> ItemHardness:
    if column is not None:
        if table is None or data is not None:
            raise UsageError("a column of difficulty is one of the features", "give features, and no annotations")
        values = table.numeric(column, "the difficulty")
        scores = ItemHardness(table.items, values, column, f"column '{column}'", "given")
    elif data is None:
        raise UsageError("no annotations are given", "or name the column of the features that holds the difficulty")
    else:
        scores = item_scores(data, measure)
    known = int((~np.isnan(scores.values)).sum())
    if known < FEWEST_ITEMS:
        message = (
            f"{known:,} of {many(len(scores.items), 'item')} {'has' if known == 1 else 'have'} a difficulty by "
            f"{scores.title}"
        )
        raise DataError("ACC093", message, hint=f"at least {FEWEST_ITEMS} are needed; an item needs two annotators")
    return scores


def _aligned(scores: ItemHardness, table: FeatureTable | None) -> tuple[FeatureTable, list[Diagnostic]]:
    """The rows of the items, and what does not match."""
    if table is None:
        return FeatureTable(scores.items, {}), []
    shared = set(scores.items) & set(table.items)
    if not shared:
        first, other = next(iter(scores.items), ""), next(iter(table.items), "")
        message = f"the table of features shares no item with the data: '{other}' there, '{first}' here"
        raise DataError("ACC090", message, Place(table.file), "items are matched by name: name the column of the items")
    diagnostics = []
    without, unused = len(scores.items) - len(shared), len(table.items) - len(shared)
    if without or unused:
        message = (
            f"{many(without, 'item has', 'items have')} no row of features, and "
            f"{many(unused, 'row is', 'rows are')} for items that are not in the data"
        )
        diagnostics.append(Diagnostic("ACC179", message, Place(table.file), "both were left out"))
    return table.of_items(scores.items), diagnostics


def _texts(
    scores: ItemHardness, table: FeatureTable, words: WordSources
) -> tuple[Sequence[str | None] | None, str | None]:
    """The texts: the column that is named, else the data's own, else a column called so."""
    named = text_column(table, words)
    if words.text is None and scores.texts is not None:
        return scores.texts, named
    return (None, None) if named is None else (table.texts[named], named)


def _analysed(
    scores: ItemHardness,
    texts: Sequence[str | None] | None,
    table: FeatureTable,
    chosen: list[Feature],
    tested: SystemScores | None,
    between: tuple[str | None, str | None],
    settings: _Settings,
    notes: tuple[Diagnostic, ...],
) -> Difficulty:
    names, codes = _clusters(scores, table, between[0])
    hard, rho = _outcomes(scores, tested)
    ranked = {name: values for feature in chosen for name, values in feature.ranked().items()}
    design = design_of(chosen, asked_pairs(settings.pairs, chosen))
    inside = None if between[1] is None else _coded(table.column(between[1], "nested"))
    each = (correlate(outcome.name, outcome.values, ranked, codes, settings.drawing) for outcome in hard)
    correlations = [line for lines in each for line in corrected(lines)]
    by_group, tests = _grouped(hard, ranked, table, codes, settings)
    models = [
        regress(outcome.name, outcome.values, design, codes, settings.folds, settings.drawing.seed) for outcome in hard
    ]
    mixed = _mixed(hard, design, codes, inside, settings.mixed)
    far = [outlier for model in models for outlier in outliers(model, scores.items, texts, names, settings.most)]
    diagnostics = (*notes, *_warnings(correlations, models, codes, between[0]))
    drawing = settings.drawing
    return Difficulty(
        kind=scores.kind,
        measure=scores.measure,
        items=scores.items,
        texts=texts,
        outcomes=tuple(hard),
        features=tuple(feature.name for feature in chosen),
        cluster=between[0] if between[0] is not None else ("document" if names is not None else None),
        clusters=names,
        nested=between[1],
        group=settings.group,
        systems=() if tested is None else tested.names,
        systems_rho=rho,
        intraclass={} if codes is None else _intraclass(hard, codes),
        correlations=tuple(correlations),
        by_group=by_group,
        interactions=tests,
        regressions=tuple(models),
        mixed=mixed,
        outliers=tuple(far),
        confidence=drawing.confidence,
        replicates=drawing.replicates,
        seed=drawing.seed,
        diagnostics=tuple(dict.fromkeys(diagnostics)),
    )


def _clusters(scores: ItemHardness, table: FeatureTable, column: str | None) -> tuple[list[str] | None, Ints | None]:
    """The cluster of each item; an item without one is a cluster of its own."""
    cells: Sequence[str | None] | None = scores.clusters
    if column is not None:
        cells = table.column(column, option("cluster"))
    if cells is None:
        return None, None
    names = [cell if cell is not None else f"(item {item})" for cell, item in zip(cells, scores.items, strict=True)]
    return names, _coded(names)


def _coded(cells: Sequence[str | None]) -> Ints:
    texts = np.array(["" if cell is None else cell for cell in cells])
    return np.unique(texts, return_inverse=True)[1].astype(np.int64)


def _outcomes(scores: ItemHardness, tested: SystemScores | None) -> tuple[list[Outcome], float]:
    outcomes = [Outcome("disagreement", scores.title, scores.values)]
    if tested is None:
        return outcomes, float("nan")
    mean = tested.mean
    left, _ = residual_after(mean, scores.values)
    number = len(tested.names)
    whose = f"of {number} systems" if number > 1 else f"of {tested.names[0]}"
    outcomes.append(Outcome("systems", f"mean score {whose}, sign reversed", -mean))
    outcomes.append(Outcome("residual", f"score {whose} after a linear model on disagreement, sign reversed", -left))
    known = ~(np.isnan(mean) | np.isnan(scores.values))
    return outcomes, spearman(mean[known], scores.values[known])


def _grouped(
    hard: Sequence[Outcome], ranked: dict[str, Floats], table: FeatureTable, codes: Ints | None, settings: _Settings
) -> tuple[tuple[Correlation, ...], tuple[Interaction, ...]]:
    if settings.group is None:
        return (), ()
    cells = table.column(settings.group, option("group"))
    names = list(dict.fromkeys(cell for cell in cells if cell is not None))
    if not 2 <= len(names) <= 20:
        message = f"the column '{settings.group}' has {many(len(names), 'group')}"
        raise DataError(
            "ACC092", message, Place(table.file), f"name a column with 2 to 20 different values ({option('group')})"
        )
    members = {name: np.array([cell == name for cell in cells]) for name in sorted(names)}
    inside: list[Correlation] = []
    tests: list[Interaction] = []
    for outcome in hard:
        inside += correlate_groups(outcome.name, outcome.values, ranked, members, codes, settings.drawing)
        tests += interactions(outcome.name, outcome.values, ranked, members, codes)
    return tuple(inside), tuple(tests)


def _mixed(
    hard: Sequence[Outcome], design: Design, codes: Ints | None, inside: Ints | None, asked: bool | None
) -> tuple[MixedModel, ...]:
    if asked is False or (codes is None and asked is None):
        return ()
    if codes is None:
        raise UsageError("a mixed model needs clusters", f"name their column: {option('cluster', 'target')}")
    return tuple(fit_mixed(outcome.name, outcome.values, design, codes, inside) for outcome in hard)


def _intraclass(hard: Sequence[Outcome], codes: Ints) -> dict[str, float]:
    correlations = {}
    for outcome in hard:
        known = ~np.isnan(outcome.values)
        correlations[outcome.name] = intraclass_correlation(outcome.values[known], without_gaps(codes[known]))
    return correlations


def _warnings(
    correlations: Sequence[Correlation], models: Sequence[Regression], codes: Ints | None, column: str | None
) -> Iterator[Diagnostic]:
    repeated = list(dict.fromkeys(correlation.feature for correlation in correlations if correlation.constant_within))
    if repeated and codes is not None:
        number, items = int(codes.max()) + 1, len(codes)
        listed = ", ".join(f"'{name}'" for name in repeated)
        message = (
            f"{listed} never varies within a cluster of '{column}': {many(number, 'value')} repeated over "
            f"{many(items, 'item')}. p-values as if items were independent are too small"
        )
        yield Diagnostic("ACC177", message, hint="read the clustered p-values and the mixed model")
    if codes is not None and int(codes.max()) + 1 < FEW_CLUSTERS:
        few = int(codes.max()) + 1
        there = f"there {'is' if few == 1 else 'are'} only {many(few, 'cluster')} of '{column}'"
        yield Diagnostic("ACC177", f"{there}: clustered tests have little power", hint="20 or more give a fair test")
    for model in models:
        if model.undefined is not None:
            yield Diagnostic("ACC178", f"no regression of {model.outcome}: {model.undefined}")
        elif model.aliased:
            listed = ", ".join(f"'{name}'" for name in model.aliased)
            yield Diagnostic("ACC178", f"left out of the regression, as other features determine it: {listed}")
