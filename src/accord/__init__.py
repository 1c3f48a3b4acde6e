"""accord: is this annotation good enough, what does the number mean, and what should we fix?

The public names are loaded when they are first used, so that `import accord` costs nothing.
"""

from __future__ import annotations

_NAMES = {
    "admission": ("Admission", "admit"),
    "alignment": ("Alignment", "align"),
    "annotations": ("Answers", "Labels", "Relations", "Spans", "contingency", "coreference", "counts"),
    "annotations.label_distributions": ("SoftLabels",),
    "annotations.part_statistics": ("Statistics",),
    "annotations.project": ("Project",),
    "atlas.placing": ("PublicPlace",),
    "comparison": ("compare", "compare_groups", "estimate", "history", "log_results"),
    "consensus": ("Reference", "consensus_units", "reference"),
    "consensus.softening": ("soft_labels",),
    "degradations": ("degrade", "fictitious_groups", "simulated_annotators"),
    "diagnosis": ("findings", "read_report"),
    "diagnosis.any_findings": ("span_findings",),
    "diagnosis.relations.consensus_graph": ("consensus_graph",),
    "evaluation": ("difference", "difference_between", "measure", "sample_size", "zero_test"),
    "evaluation.among_public": ("place",),
    "formats": ("read", "read_campaign", "write"),
    "formats.annotation_functions": ("answers", "labels", "redacted", "relations", "spans", "view"),
    "formats.project_reading": ("project",),
    "formats.statistics_of_part": ("statistics_of",),
    "item_difficulty": ("difficulty",),
    "measures": ("About", "about", "catalogue"),
    "renderings.findings_text": ("summary",),
    "report_page": ("report",),
    "reproducibility": (
        "Stability",
        "evaluate_systems",
        "expected_variation",
        "forecast",
        "plan",
        "promise",
        "promise_curve",
        "smallest_k",
        "smallest_kappa",
        "stability",
        "stability_curve",
    ),
    "results": ("DataError", "Expression", "GuessWarning", "Result", "Results", "UsageError"),
    "scoring": ("rank_systems", "score"),
    "sweeping": ("reading_grid", "sweep"),
}
"""The public names, under the modules that they come from."""
_HOME = {name: f"accord.{module}" for module, names in _NAMES.items() for name in names}

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
