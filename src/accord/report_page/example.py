"""The built-in examples: Fort et al.'s (2012) gene renaming, a simulated campaign, arguments as spans and as graphs."""

from __future__ import annotations

from accord.annotations import Labels, contingency
from accord.degradations import fictitious_groups
from accord.diagnosis import AnyFindings, findings, relation_findings, span_findings
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
        300, list(EMOTIONS), 5, 62, sigma=14, weights=[0.12, 0.08, 0.2, 0.45, 0.15], unanimous=0.2, seed=7
    )[0]


def example_findings(**options: object) -> list[AnyFindings]:
    """What `accord report` shows when it is given no data."""
    genes = gene_renaming()
    return [
        findings(
            genes,
            title="Gene renaming: two experts, sparse annotations",
            introduction=(
                "Two biologists marked, in 93 abstracts, the former and the new name of each renamed gene; every other "
                "token is Nothing (Fort et al. 2012, table 1). The same labels can be seen as tokens, as gene names "
                "only, without Nothing, or with both gene categories merged: the views below show how much the choice "
                "changes the numbers."
            ),
            views=("universe 1165", "without Nothing", "merge Former+New"),
            **options,  # type: ignore[arg-type]
        ),
        findings(
            emotions(),
            title="Emotions: five annotators, five categories",
            introduction=(
                "A simulated campaign (the generator of Bregeon et al. 2019, section 6): 300 utterances, five "
                "annotators of uneven care, a frequent category, and one utterance in five that is clear to everybody."
            ),
            **options,  # type: ignore[arg-type]
        ),
        span_findings(
            example_spans(),
            title="Arguments in reviews: four annotators, spans",
            introduction=(
                "Four people marked claims, reasons, praise, complaints and advice in five invented product reviews. "
                "They chose both where a unit starts and ends and what it is; units may overlap and nest."
            ),
            **options,  # type: ignore[arg-type]
        ),
        relation_findings(
            example_relations(),
            title="Arguments in letters: three annotators, graphs",
            introduction=(
                "Three people drew the arguments of three invented letters to an editor: which unit supports, attacks "
                "or details which other one, or says it again."
            ),
            **options,  # type: ignore[arg-type]
        ),
    ]
