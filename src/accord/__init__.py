"""accord: is this annotation good enough, what does the number mean, and what should we fix?

The public names are loaded when they are first used, so that `import accord` costs nothing.
"""

from __future__ import annotations

_HOME = {
    "Admission": "accord.admission",
    "Alignment": "accord.alignment",
    "DataError": "accord.results",
    "Expression": "accord.results",
    "Labels": "accord.annotations",
    "Reference": "accord.consensus",
    "Result": "accord.results",
    "Relations": "accord.annotations",
    "relations": "accord.formats.annotation_functions",
    "coreference": "accord.annotations",
    "Spans": "accord.annotations",
    "UsageError": "accord.results",
    "admit": "accord.admission",
    "align": "accord.alignment",
    "contingency": "accord.annotations",
    "counts": "accord.annotations",
    "difference": "accord.evaluation",
    "difference_between": "accord.evaluation",
    "fictitious_groups": "accord.degradations",
    "findings": "accord.diagnosis",
    "labels": "accord.formats.annotation_functions",
    "measure": "accord.evaluation",
    "Project": "accord.annotations.project",
    "project": "accord.formats.project_reading",
    "read": "accord.formats",
    "read_report": "accord.diagnosis",
    "redacted": "accord.formats.annotation_functions",
    "reference": "accord.consensus",
    "soft_labels": "accord.consensus.softening",
    "SoftLabels": "accord.annotations.label_distributions",
    "report": "accord.report_page",
    "Statistics": "accord.annotations.part_statistics",
    "statistics_of": "accord.formats.statistics_of_part",
    "Stability": "accord.reproducibility",
    "compare": "accord.comparison",
    "compare_groups": "accord.comparison",
    "estimate": "accord.comparison",
    "history": "accord.comparison",
    "log_results": "accord.comparison",
    "evaluate_systems": "accord.reproducibility",
    "expected_variation": "accord.reproducibility",
    "forecast": "accord.reproducibility",
    "PublicPlace": "accord.atlas.placing",
    "place": "accord.evaluation.among_public",
    "plan": "accord.reproducibility",
    "promise": "accord.reproducibility",
    "smallest_k": "accord.reproducibility",
    "smallest_kappa": "accord.reproducibility",
    "stability": "accord.reproducibility",
    "stability_curve": "accord.reproducibility",
    "About": "accord.measures",
    "Answers": "accord.annotations",
    "GuessWarning": "accord.results",
    "Results": "accord.results",
    "about": "accord.measures",
    "catalogue": "accord.measures",
    "answers": "accord.formats.annotation_functions",
    "degrade": "accord.degradations",
    "summary": "accord.renderings.findings_text",
    "sweep": "accord.sweeping",
    "reading_grid": "accord.sweeping",
    "score": "accord.scoring",
    "rank_systems": "accord.scoring",
    "difficulty": "accord.item_difficulty",
    "write": "accord.formats",
    "read_campaign": "accord.formats",
    "span_findings": "accord.diagnosis.any_findings",
    "consensus_graph": "accord.diagnosis.relations.consensus_graph",
    "consensus_units": "accord.consensus",
    "promise_curve": "accord.reproducibility",
    "sample_size": "accord.evaluation",
    "simulated_annotators": "accord.degradations",
    "spans": "accord.formats.annotation_functions",
    "view": "accord.formats.annotation_functions",
    "zero_test": "accord.evaluation",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from accord.results.installed_version import installed_version

        return installed_version()
    import importlib

    if name not in _HOME:
        if name.startswith("_"):
            raise AttributeError(f"module 'accord' has no attribute '{name}'")
        value = importlib.import_module("accord.evaluation.measure_functions").measure_function(name)
        globals()[name] = value
        return value
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from accord.measures import all_measures

    return sorted({*__all__, "__version__", *(name for _, name in all_measures())})
