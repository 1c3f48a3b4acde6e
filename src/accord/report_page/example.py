"""The built-in examples: Fort et al.'s (2012) gene renaming, a simulated campaign, spans, graphs, words."""

from __future__ import annotations

from accord.annotations import Annotations, Labels, contingency
from accord.degradations import fictitious_groups
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.additions import with_additions
from accord.report_page.answer_example import example_answers
from accord.report_page.relation_example import example_relations
from accord.report_page.span_example import example_spans

# Fort et al. 2012, table 1 (there A2 in rows and A1 in columns)
GENES = ((71, 8, 7), (13, 69, 8), (23, 15, 18840))
EMOTIONS = ("anger", "fear", "joy", "neutral", "sadness")


def gene_renaming() -> Labels:
    """Two experts, 19,054 tokens: the former name of a gene, its new name, or nothing.

    >>> gene_renaming()
    Labels(19,054 items, 2 annotators, 3 categories, level nominal, 0 missing)
    """
    return contingency(GENES, ["Former", "New", "Nothing"], annotators=("A1", "A2"), nothing="Nothing")


def emotions() -> Labels:
    """Five annotators, 300 utterances, five emotions, one of them frequent; a fifth of the utterances is clear."""
    return fictitious_groups(
        300, list(EMOTIONS), 5, 62, sigma=14, prevalence=[0.12, 0.08, 0.2, 0.45, 0.15], unanimous=0.2, seed=7
    )[0]


def example_findings(*, grid: bool = True, **options: object) -> list[AnyFindings]:
    """What `accord report` shows when it is given no data: one example of each shape, and one of many annotators."""
    genes = findings(
        gene_renaming(),
        None,
        title="Gene renaming: two experts, sparse annotations",
        introduction=(
            "Two biologists marked, in 93 abstracts, the former and the new name of each renamed gene; every other "
            "token is Nothing (Fort et al. 2012, table 1). The same labels can be seen as tokens, as gene names only, "
            "without Nothing, or with both gene categories merged: the views below show how much the choice changes "
            "the numbers."
        ),
        views=("universe 1165", "without Nothing", "merge Former+New"),
        **options,
    )
    return [
        with_additions(genes, gene_renaming(), grid=grid),
        *(_example(data, title, introduction, grid, options) for data, title, introduction in _others()),
    ]


def _example(data: Annotations, title: str, introduction: str, grid: bool, options: dict[str, object]) -> AnyFindings:
    example_findings = findings(data, None, title=title, introduction=introduction, **options)
    return with_additions(example_findings, data, grid=grid)


def _others() -> list[tuple[Annotations, str, str]]:
    return [
        (
            emotions(),
            "Emotions: five annotators, five categories",
            "A simulated campaign (the generator of Bregeon et al. 2019, section 6): 300 utterances, five annotators "
            "of uneven care, a frequent category, and one utterance in five that is clear to everybody.",
        ),
        (
            example_spans(),
            "Arguments in reviews: four annotators, spans",
            "Four people marked claims, reasons, praise, complaints and advice in five invented product reviews. They "
            "chose both where a unit starts and ends and what it is; units may overlap and nest.",
        ),
        (
            example_relations(),
            "Arguments in letters: three annotators, graphs",
            "Three people drew the arguments of three invented letters to an editor: which unit supports, attacks or "
            "details which other one, or says it again.",
        ),
        (
            example_answers(),
            "Words in place of others: five annotators, free answers",
            "Five people replaced a word in twelve invented sentences by one that means the same, or by several.",
        ),
    ]
