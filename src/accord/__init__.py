"""accord: is this annotation good enough, what does the number mean, and what should we fix?

The public names are loaded when they are first used, so that `import accord` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.alignment import Alignment as Alignment
    from accord.alignment import align as align
    from accord.annotations import Answers as Answers
    from accord.annotations import Labels as Labels
    from accord.annotations import Relations as Relations
    from accord.annotations import Spans as Spans
    from accord.annotations import answers as answers
    from accord.annotations import contingency as contingency
    from accord.annotations import coreference as coreference
    from accord.annotations import counts as counts
    from accord.annotations import labels as labels
    from accord.annotations import redacted as redacted
    from accord.annotations import relations as relations
    from accord.annotations import spans as spans
    from accord.annotations import view as view
    from accord.consensus import Reference as Reference
    from accord.consensus import consensus_units as consensus_units
    from accord.consensus import reference as reference
    from accord.degradations import degrade as degrade
    from accord.degradations import fictitious_groups as fictitious_groups
    from accord.degradations import simulated_annotators as simulated_annotators
    from accord.diagnosis import findings as findings
    from accord.diagnosis import read_report as read_report
    from accord.diagnosis import span_findings as span_findings
    from accord.evaluation import difference as difference
    from accord.evaluation import difference_between as difference_between
    from accord.evaluation import measure as measure
    from accord.evaluation import sample_size as sample_size
    from accord.evaluation import zero_test as zero_test
    from accord.formats import read as read
    from accord.formats import read_campaign as read_campaign
    from accord.formats import write as write
    from accord.item_difficulty import difficulty as difficulty
    from accord.renderings.findings_text import summary as summary
    from accord.report_page import report as report
    from accord.reproducibility import Stability as Stability
    from accord.reproducibility import evaluate_systems as evaluate_systems
    from accord.reproducibility import expected_variation as expected_variation
    from accord.reproducibility import forecast as forecast
    from accord.reproducibility import plan as plan
    from accord.reproducibility import promise as promise
    from accord.reproducibility import promise_curve as promise_curve
    from accord.reproducibility import smallest_k as smallest_k
    from accord.reproducibility import smallest_kappa as smallest_kappa
    from accord.reproducibility import stability as stability
    from accord.results import DataError as DataError
    from accord.results import Expression as Expression
    from accord.results import Result as Result
    from accord.results import UsageError as UsageError
    from accord.scoring import rank_systems as rank_systems
    from accord.scoring import score as score
    from accord.sweeping import reading_grid as reading_grid
    from accord.sweeping import sweep as sweep

_HOME = {
    "Alignment": "accord.alignment",
    "DataError": "accord.results",
    "Expression": "accord.results",
    "Labels": "accord.annotations",
    "Reference": "accord.consensus",
    "Result": "accord.results",
    "Relations": "accord.annotations",
    "relations": "accord.annotations",
    "coreference": "accord.annotations",
    "Spans": "accord.annotations",
    "UsageError": "accord.results",
    "align": "accord.alignment",
    "contingency": "accord.annotations",
    "counts": "accord.annotations",
    "difference": "accord.evaluation",
    "difference_between": "accord.evaluation",
    "fictitious_groups": "accord.degradations",
    "findings": "accord.diagnosis",
    "labels": "accord.annotations",
    "measure": "accord.evaluation",
    "read": "accord.formats",
    "read_report": "accord.diagnosis",
    "redacted": "accord.annotations",
    "reference": "accord.consensus",
    "report": "accord.report_page",
    "Stability": "accord.reproducibility",
    "evaluate_systems": "accord.reproducibility",
    "expected_variation": "accord.reproducibility",
    "forecast": "accord.reproducibility",
    "plan": "accord.reproducibility",
    "promise": "accord.reproducibility",
    "smallest_k": "accord.reproducibility",
    "smallest_kappa": "accord.reproducibility",
    "stability": "accord.reproducibility",
    "Answers": "accord.annotations",
    "answers": "accord.annotations",
    "degrade": "accord.degradations",
    "summary": "accord.renderings.findings_text",
    "sweep": "accord.sweeping",
    "reading_grid": "accord.sweeping",
    "score": "accord.scoring",
    "rank_systems": "accord.scoring",
    "difficulty": "accord.item_difficulty",
    "write": "accord.formats",
    "read_campaign": "accord.formats",
    "span_findings": "accord.diagnosis",
    "consensus_units": "accord.consensus",
    "promise_curve": "accord.reproducibility",
    "sample_size": "accord.evaluation",
    "simulated_annotators": "accord.degradations",
    "spans": "accord.annotations",
    "view": "accord.annotations",
    "zero_test": "accord.evaluation",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from accord.results.installed_version import installed_version

        return installed_version()
    if name not in _HOME:
        raise AttributeError(f"module 'accord' has no attribute '{name}'")
    import importlib

    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
