"""Charts as objects that a notebook draws: each figure of the report, and the values of any results."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.report_page.charts.style import in_dark, in_light
from accord.report_page.figure import Figure
from accord.report_page.figures import figures_of
from accord.results import Result, UsageError
from accord.results.foreign_text import html_text
from accord.results.output_files import write_bytes

if TYPE_CHECKING:
    from accord.atlas.placing import PublicPlace
    from accord.comparison.group_results import GroupsFound
    from accord.diagnosis import AnyFindings

MIME = "application/vnd.vegalite.v6+json"
WIDTH = 640
_SCRIPTS = ("vega.min.js", "vega-lite.min.js", "vega-embed.min.js")
# light and dark as the page says it: a notebook by its theme, other pages by what the reader's screen prefers
_STYLE = """<style>.accord-dark{display:none}
@media (prefers-color-scheme:dark){.accord-light{display:none}.accord-dark{display:block}}
[data-jp-theme-light=true] .accord-light,.vscode-light .accord-light{display:block}
[data-jp-theme-light=true] .accord-dark,.vscode-light .accord-dark{display:none}
[data-jp-theme-light=false] .accord-light,.vscode-dark .accord-light{display:none}
[data-jp-theme-light=false] .accord-dark,.vscode-dark .accord-dark{display:block}</style>"""


@dataclass(frozen=True, eq=False)
class Chart:
    """A figure: drawn where a notebook shows it, a Vega-Lite specification for whoever goes on from it, or a file."""

    figure: Figure

    @classmethod
    def of_values(
        cls,
        figure: Figure | None,
        nothing: str = "there is no value to draw",
        why: str = "every one of them is undefined",
    ) -> Chart:
        """One that is None where no value is defined, which is said then, and why."""
        if figure is None:
            raise UsageError(nothing, why)
        return cls(figure)

    @property
    def key(self) -> str:
        return self.figure.key

    @property
    def title(self) -> str:
        return self.figure.title

    @property
    def sentence(self) -> str:
        """What to see in it."""
        return self.figure.sentence

    def to_dict(self, *, dark: bool = False) -> dict[str, Any]:
        """The Vega-Lite specification; a UsageError for a drawing that is none."""
        if self.figure.spec is None:
            raise UsageError(f"the figure '{self.key}' is a drawing, not a Vega-Lite chart", "save it as SVG")
        made: dict[str, Any] = dict((in_dark if dark else in_light)(self.figure.spec, WIDTH))
        return made

    def save(self, path: str | Path, *, force: bool = False) -> Path:
        """Write it as SVG, PNG, HTML or JSON (Vega-Lite), by the ending of the path."""
        from accord.report_page.figure_files import figure_file

        file = Path(path)
        kind = file.suffix.lower().lstrip(".")
        if kind == "json":
            content = json.dumps(self.to_dict(), ensure_ascii=False, indent=1).encode()
        elif kind == "html":
            head = f"<!doctype html><meta charset=utf-8><title>{html_text(self.title)}</title>"
            content = f"{head}{self._html()}".encode()
        elif kind in ("svg", "png"):
            content = figure_file(self.figure, kind)
        else:
            raise UsageError(f"'{file.name}' does not say what to write", "end it in .svg, .png, .html or .json")
        if file.exists() and not force:
            raise UsageError(f"'{file}' is there already", "force=True replaces it")
        write_bytes(file, content)
        return file

    def __repr__(self) -> str:
        return f"Chart({self.key!r}: {self.title})"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        bundle: dict[str, object] = {"text/plain": f"{self!r}\n{self.sentence}", "text/html": self._html()}
        if self.figure.spec is not None:
            bundle[MIME] = self.to_dict()
        return bundle

    def _html(self) -> str:
        """Drawn beforehand in light and dark where the package for it is there, else by scripts that come along."""
        caption = f"<p>{html_text(self.sentence)}</p>"
        try:
            return f"{_STYLE}<figure style='margin:0'>{self._both()}<figcaption>{caption}</figcaption></figure>"
        except UsageError:  # the package that draws is an extra
            return f"{self._frame()}{caption}" if self.figure.spec is not None else f"{self.figure.svg}{caption}"

    def _both(self) -> str:
        from accord.report_page.figure_files import figure_svg

        name = html_text(self.title)
        drawn = []
        for theme in ("light", "dark"):
            text = figure_svg(self.figure, dark=theme == "dark", width=WIDTH)
            source = f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"
            drawn.append(f'<img class="accord-{theme}" alt="{name}" src="{source}">')
        return "".join(drawn)

    def _frame(self) -> str:
        vendor = files("accord.report_page") / "vendor"
        scripts = "".join(f"<script>{(vendor / name).read_text(encoding='utf-8')}</script>" for name in _SCRIPTS)
        spec = json.dumps(self.to_dict(), ensure_ascii=False).replace("</", "<\\/")
        draw = f"<div id=c></div><script>vegaEmbed('#c',{spec},{{actions:false}})</script>"
        page = f"<!doctype html><meta charset=utf-8><body style='margin:0'>{scripts}{draw}"
        look = f'title="{html_text(self.title)}" width=680 height=420 style="border:0"'
        return f'<iframe {look} srcdoc="{escape(page)}"></iframe>'


class Charts(Mapping[str, Chart]):
    """The charts of findings by name; a name of a section of the report gives its first one."""

    def __init__(self, sections: Mapping[str, Sequence[Figure]]) -> None:
        self._charts = {figure.key: Chart(figure) for figures in sections.values() for figure in figures}
        self._first = {section: Chart(figures[0]) for section, figures in sections.items() if figures}

    def __getitem__(self, key: str) -> Chart:
        chart = self._charts.get(key) or self._first.get(key)
        if chart is None:
            raise KeyError(f"there is no chart '{key}'; there are {', '.join(self._charts) or 'none'}")
        return chart

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)

    def __repr__(self) -> str:
        return f"Charts({', '.join(self._charts)})"


def charts_of(findings: AnyFindings) -> Charts:
    """The figures of a report, each to be drawn alone."""
    return Charts(figures_of(findings))


def results_chart(results: Sequence[Result]) -> Chart:
    """Values with their intervals."""
    from accord.report_page.charts.coefficients import coefficients_figure

    return Chart.of_values(coefficients_figure(results))


def groups_chart(groups: GroupsFound) -> Chart:
    """Agreement in groups of people and between them."""
    from accord.report_page.charts.groups import groups_figure

    return Chart.of_values(groups_figure(groups))


def place_chart(place: PublicPlace) -> Chart:
    """The value among public data sets."""
    from accord.report_page.charts.atlas_strip import place_figure

    few = "there are too few public data sets to draw"
    return Chart.of_values(place_figure(place), few, "the sentence says how many")
