"""What all pages share: one style sheet, the scripts that draw and sort, and a policy that lets nothing else work."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from accord.renderings.graphs_style import STYLE as GRAPHS_STYLE
from accord.renderings.lanes_style import STYLE as LANES_STYLE
from accord.renderings.page_templates import template
from accord.report_page.charts.style import shared_by_charts
from accord.report_page.figure import Figure, Spec
from accord.report_page.shared_parts import with_shared_parts
from accord.results.foreign_text import json_text
from accord.results.installed_version import installed_version


def rendered(name: str, specs: Mapping[str, Spec], raw: tuple[str, object], **values: object) -> str:
    """The template within the frame of a page, with its charts and, in the element of that id, its results as JSON."""
    scripts = [*_chart_scripts(), _text("page.js")]
    style = _text("page.css") + LANES_STYLE + GRAPHS_STYLE
    parts, charts = with_shared_parts({name: _own(spec) for name, spec in specs.items()})
    return template("accord.report_page", name, kept_together=_kept_together).render(
        version=installed_version(),
        policy=_policy(scripts, style),
        style=style,
        scripts=scripts,
        vendored=vendored(),
        raw_id=raw[0],
        raw=_embedded(raw[1]),
        specs=_embedded(charts),
        parts=_embedded(parts),
        shared=_embedded(shared_by_charts()),
        **values,
    )


def _own(spec: Spec) -> Spec:
    """What a chart has for itself; the page puts to it what all share."""
    shared = shared_by_charts()
    return {name: part for name, part in spec.items() if name not in shared or part != shared[name]}


def specs_of(figures: Mapping[str, Iterable[Figure]], place: str) -> dict[str, Spec]:
    """The charts by the names under which the page looks them up; the title is read out in place of the drawing."""
    return {
        f"{place}-{figure.key}": {**figure.spec, "description": figure.title}
        for made in figures.values()
        for figure in made
        if figure.spec is not None
    }


def _embedded(value: object) -> str:
    """JSON that cannot close the script element it stands in."""
    return json_text(value, indent=None, separators=(",", ":")).replace("<", "\\u003c")


def _policy(scripts: Sequence[str], style: str) -> str:
    """A content-security policy that lets these scripts and this style sheet work, and nothing else."""
    named = " ".join(map(_digest, scripts))
    return f"default-src 'none'; script-src {named}; style-src {_digest(style)}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def vendored() -> list[Mapping[str, Any]]:
    """The scripts by others that a page carries: package, version, licence, checksum."""
    made: list[Mapping[str, Any]] = json.loads(_folder("vendor").joinpath("versions.json").read_text(encoding="utf-8"))
    return made


@cache
def _chart_scripts() -> tuple[str, ...]:
    """Without the line that names a map for debuggers, which is not there to be loaded."""
    texts = [_folder("vendor").joinpath(library["file"]).read_text(encoding="utf-8") for library in vendored()]
    return tuple(text.split("//# sourceMappingURL=")[0].strip() for text in texts)


@cache
def _text(name: str) -> str:
    return _folder("templates").joinpath(name).read_text(encoding="utf-8")


def _folder(name: str) -> Path:
    return Path(__file__).parent / name


def _kept_together(text: str) -> str:
    """A number and its unit on one line."""
    return text.replace(" %", "\u00a0%").replace(" ×", "\u00a0×").replace("κ = ", "κ\u00a0=\u00a0")
