"""What to say about categories: which are confused, which is hardest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.diagnosis.finding import Finding
from accord.diagnosis.labels.similarity import CategorySimilarity, Merge
from accord.results import Result
from accord.results.wording import many

NOTABLE_CONFUSION = 0.1  # of the labels of a category, on the average of both directions


def category_findings(
    usage: Mapping[str, int],
    similarity: CategorySimilarity | None,
    merges: Sequence[Merge],
    by_category: Sequence[Result],
) -> list[Finding]:
    """Findings about confusable pairs and the hardest category; none when there are two categories or fewer."""
    findings: list[Finding] = []
    if similarity is not None and len(similarity.categories) > 2:
        findings += _confusable(usage, similarity, {frozenset((merge.one, merge.other)): merge for merge in merges})
    return findings + _hardest(by_category)


def _confusable(
    usage: Mapping[str, int], similarity: CategorySimilarity, merges: Mapping[frozenset[str], Merge]
) -> list[Finding]:
    findings: list[Finding] = []
    for left, right, value in similarity.pairs()[:3]:
        if value < NOTABLE_CONFUSION and findings:
            break
        if value <= 0:
            break
        merge = merges.get(frozenset((left, right)))
        gain = (
            merge.after.value - merge.before.value if merge and merge.after.defined and merge.before.defined else None
        )
        what_if = ""
        if merge is not None and gain is not None:
            name = merge.before.title.split(":")[0]
            before, after = merge.before.value, merge.after.value
            what_if = f" If they were one category, {name} would be {after:.2f} instead of {before:.2f}."
        findings.append(
            Finding(
                kind="confusable categories",
                matters=min(0.9, 0.3 + 2 * value),
                title=(
                    f"'{left}' and '{right}' are confused with each other: where one annotator says '{left}', another "
                    f"says '{right}' in {similarity.given(left, right):.1%} of the cases, and the other way round in "
                    f"{similarity.given(right, left):.1%}."
                ),
                explanation=(
                    f"Agreement is lost on this distinction ({usage.get(left, 0):,} and "
                    f"{many(usage.get(right, 0), 'label')}).{what_if}"
                ),
                action=(
                    f"Discuss items labelled both '{left}' and '{right}', sharpen the guideline between them, or merge "
                    "them."
                ),
                numbers={"one": left, "other": right, "similarity": value, "gain": gain},
            )
        )
    return findings


def _hardest(by_category: Sequence[Result]) -> list[Finding]:
    defined = [result for result in by_category if result.defined]
    if len(defined) < 3:
        return []
    hardest, easiest = (choose(defined, key=lambda result: result.value) for choose in (min, max))
    if easiest.value - hardest.value < 0.1:
        return []
    return [
        Finding(
            kind="hardest category",
            matters=min(0.8, 0.2 + (easiest.value - hardest.value)),
            title=(
                f"The hardest category is '{hardest.of}' (α {hardest.value:.2f} against the rest; '{easiest.of}' has "
                f"{easiest.value:.2f})."
            ),
            explanation=(
                "One category alone can pull the value of all down. "
                "Annotators recognise it less well than the others, or read its definition differently."
            ),
            action=f"Look at items where only some say '{hardest.of}', and give examples and counter-examples of it.",
            numbers={"category": hardest.of, "alpha": hardest.value, "best": easiest.value},
        )
    ]
