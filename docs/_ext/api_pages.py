"""The pages on the public names, by task: `accord-names TASK` their docstrings, `accord-tasks` the list of all."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from docstrings import as_markup
from docutils import nodes
from markup import code, escaped, table
from measure_pages import stem
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import accord
from accord.measures import Measure, all_measures

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TASKS = {
    "read": (
        ("read", "labels", "counts", "contingency", "spans", "relations", "coreference", "answers"),
        ("project", "read_campaign", "view", "redacted", "statistics_of"),
        ("Labels", "Spans", "Relations", "Answers", "Project", "Statistics"),
    ),
    "measure": (
        ("measure", "catalogue", "about"),
        ("difference", "difference_between", "zero_test", "align", "score", "rank_systems"),
        ("Result", "Results", "Expression", "About", "Alignment"),
    ),
    "understand": (
        ("promise", "forecast", "stability", "stability_curve", "evaluate_systems", "reading_grid"),
        ("expected_variation", "promise_curve", "place"),
        ("Stability", "PublicPlace"),
    ),
    "fix": (("findings", "span_findings", "summary", "report", "read_report"), ("difficulty",)),
    "reference": (("reference", "soft_labels", "consensus_units", "consensus_graph"), ("Reference", "SoftLabels")),
    "compare": (("compare", "compare_groups", "estimate"), ("history", "log_results")),
    "admit": (("admit",), ("Admission",)),
    "plan": (("plan", "sample_size"), ("smallest_k", "smallest_kappa")),
    "simulate": (("degrade", "sweep"), ("simulated_annotators", "fictitious_groups")),
    "write": (("write",),),
    "errors": (("DataError", "UsageError", "GuessWarning"),),
}
TITLES = {
    "read": "Read data",
    "measure": "Measure agreement",
    "understand": "Understand a value",
    "fix": "Find what to fix",
    "reference": "Make a reference",
    "compare": "Compare rounds and groups",
    "admit": "Admit a model",
    "plan": "Plan a campaign",
    "simulate": "Simulate annotators",
    "write": "Write annotations",
    "errors": "Errors and warnings",
}
# what functions return that is no public name itself
RETURNED = {
    "read": ("accord.annotations.campaign.Campaign",),
    "measure": (
        "accord.evaluation.comparing.Difference",
        "accord.evaluation.comparing.ZeroTest",
        "accord.scoring.ranking.Ranking",
    ),
    "understand": (
        "accord.reproducibility.sentence.Promise",
        "accord.reproducibility.extrapolation.Forecast",
        "accord.reproducibility.systems.Evaluation",
        "accord.sweeping.reading.Grid",
    ),
    "fix": ("accord.report_page.notebook_charts.Chart", "accord.item_difficulty.result.Difficulty"),
    "reference": ("accord.consensus.units.ConsensusUnits",),
    "compare": (
        "accord.comparison.BeforeAfter",
        "accord.comparison.FieldsCompared",
        "accord.comparison.GroupsFound",
        "accord.comparison.Estimates",
        "accord.comparison.History",
    ),
    "admit": ("accord.admission.result.Candidate", "accord.admission.certificate.Certificate"),
    "plan": ("accord.reproducibility.planning.Plan", "accord.evaluation.planning.SampleSize"),
    "simulate": ("accord.sweeping.result.Sweep",),
}


def names_of(task: str) -> list[str]:
    return [name for group in TASKS[task] for name in group]


def documented(task: str) -> str:
    """The directives that take the docstrings of a task's names."""
    public = [_directive(f"accord.{name}", getattr(accord, name)) for name in names_of(task)]
    returned = [f".. autoclass:: {path}\n   :members:\n   :undoc-members:" for path in RETURNED.get(task, ())]
    return "\n\n".join([*public, *([".. rubric:: What comes back", *returned] if returned else [])])


def _directive(path: str, thing: object) -> str:
    if isinstance(thing, type) and issubclass(thing, Exception):
        return f".. autoexception:: {path}"
    if isinstance(thing, type):
        fields = "\n   :undoc-members:" if thing.__module__.startswith("accord.results") else ""
        return f".. autoclass:: {path}\n   :members:{fields}"
    return f".. autofunction:: {path}"


def listed(task: str) -> str:
    """A task's names with the first sentence of each."""
    kinds = {name: _role(getattr(accord, name)) for name in names_of(task)}
    rows = [(f"{{py:{kinds[name]}}}`accord.{name}`", _summary(getattr(accord, name))) for name in kinds]
    return table(("name", "what it does"), rows)


def _role(thing: object) -> str:
    if isinstance(thing, type):
        return "exc" if issubclass(thing, Exception) else "class"
    return "func"


def _summary(thing: object) -> str:
    pieces = str(thing.__doc__).partition("\n\n")[0].split("`")
    return "".join(code(piece) if number % 2 else escaped(f"|{piece}|")[2:-2] for number, piece in enumerate(pieces))


def measure_functions(prefix: str) -> str:
    """Every measure as a function, in the order of the catalogue."""
    known = accord.catalogue().select("shape", "measure", "name").iter_rows()
    rows = [_measure(all_measures()[shape, name], human, prefix) for shape, name, human in known]
    return table(("function", "data", "measure", "parameters"), rows)


def _measure(record: Measure, human: str, prefix: str) -> tuple[str, ...]:
    parameters = ", ".join(code(f"{key}={value!r}") for key, value in record.parameters.items())
    call = f"[{code(f'accord.{record.name}')}]({prefix}measures/{stem(record)}.md)"
    return (call, record.shape, escaped(human), parameters)


def _forget_overloads(thing: object) -> None:
    """They are for type checkers; the page shows how the function may be called."""
    if inspect.isfunction(thing):
        analyzer = ModuleAnalyzer.for_module(inspect.unwrap(thing).__module__)
        analyzer.analyze()
        analyzer.overloads.clear()


class Names(SphinxDirective):
    """The docstrings of a task's names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        for name in names_of(self.arguments[0]):
            _forget_overloads(getattr(accord, name))
        text = f"```{{eval-rst}}\n{documented(self.arguments[0])}\n```"
        return self.parse_text_to_nodes(text)


class Listed(SphinxDirective):
    """All tasks, their names and what each does."""

    def run(self) -> list[nodes.Node]:
        missing = set(accord.__all__) - {name for task in TASKS for name in names_of(task)}
        if missing:
            raise self.error(f"no task has {', '.join(sorted(missing))}: add them to TASKS in api_pages.py")
        parts = [f"## [{TITLES[task]}](api/{task}.md)\n\n{listed(task)}" for task in TASKS]
        return self.parse_text_to_nodes("\n\n".join(parts), allow_section_headings=True)


class MeasureFunctions(SphinxDirective):
    """The measures as functions."""

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(measure_functions("../"))


def _docstring(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    lines[:] = as_markup(lines)


def _without_signature(app: Sphinx, what: str, *rest: object) -> tuple[str, str] | None:
    """Classes are made by functions such as `accord.labels`; what their constructors take is no help."""
    return ("", "") if what == "class" else None


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("accord-names", Names)
    app.add_directive("accord-tasks", Listed)
    app.add_directive("accord-measure-functions", MeasureFunctions)
    app.connect("autodoc-process-docstring", _docstring)
    app.connect("autodoc-process-signature", _without_signature)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
