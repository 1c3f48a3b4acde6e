"""The figures of a report as files, for a paper or a slide: SVG or PNG, in light colours."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from accord.diagnosis import AnyFindings
from accord.renderings import graphs_style, lanes_style
from accord.report_page.charts.style import FILE_WIDTH, LIGHT, in_dark, in_light
from accord.report_page.figure import Figure
from accord.report_page.figures import figures_of
from accord.results import UsageError
from accord.results.output_files import write_folder

KINDS = ("svg", "png")
SCALE = 3.0  # of a PNG: about 300 dots per inch in a column of a paper


def write_figures(all_findings: Sequence[AnyFindings], folder: Path, kind: str = "svg") -> list[Path]:
    """Write every figure of every data set, and return the files; `folder` is made where it is missing."""
    if kind not in KINDS:
        raise UsageError(f"there is no kind of figure '{kind}'", f"the kinds are {', '.join(KINDS)}")
    drawing = converter()
    made: dict[Path, Figure] = {}
    for number, findings in enumerate(all_findings, 1):
        before = f"{number}-" if len(all_findings) > 1 else ""
        for figures in figures_of(findings).values():
            for figure in figures:
                made[folder / f"{before}{figure.key}.{kind}"] = figure
    drawn = {path: _drawn(figure, kind, drawing) for path, figure in made.items()}
    write_folder(folder, {path: image.encode() if isinstance(image, str) else image for path, image in drawn.items()})
    return list(made)


def figure_svg(figure: Figure, *, dark: bool = False, width: int = FILE_WIDTH) -> str:
    """One figure as the text of an SVG file."""
    return str(_drawn(figure, "svg", converter(), dark=dark, width=width))


def figure_file(figure: Figure, kind: str) -> bytes:
    """One figure as the content of an SVG or PNG file."""
    drawn = _drawn(figure, kind, converter())
    return drawn.encode() if isinstance(drawn, str) else drawn


def converter() -> object:
    """The package that draws charts without a browser, which is an extra; how to get it is said where it is missing."""
    try:
        return importlib.import_module("vl_convert")
    except ImportError as error:
        raise UsageError("figures need the package vl-convert-python", "pip install 'accord-iaa[figures]'") from error


def _drawn(
    figure: Figure, kind: str, vl_convert: object, *, dark: bool = False, width: int = FILE_WIDTH
) -> str | bytes:
    if figure.spec is not None:
        draw = getattr(vl_convert, f"vegalite_to_{kind}")
        options = {} if kind == "svg" else {"scale": SCALE}
        content: str | bytes = draw((in_dark if dark else in_light)(figure.spec, width), vl_version="6.4", **options)
        return content
    svg = standalone(figure)
    if kind == "svg":
        return svg
    rendered: bytes = getattr(vl_convert, "svg_to_png")(svg, scale=SCALE)  # noqa: B009 — an optional package without types
    return rendered


def standalone(figure: Figure) -> str:
    """A hand-written drawing with its style sheet and the colours of the light theme; several are put in a column."""
    parts = re.findall(r"<svg\b.*?</svg>", figure.svg or "", re.DOTALL)
    boxes = [re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', part) for part in parts]
    width = max((float(box[1]) for box in boxes if box), default=760.0)
    placed, y = [], 0.0
    for part, box in zip(parts, boxes, strict=True):
        height = float(box[2]) if box else 100.0
        placed.append(part.replace("<svg", f'<svg x="0" y="{y:g}" width="{width:g}" height="{height:g}"', 1))
        y += height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {y:g}" width="{width:g}" height="{y:g}">'
        f'<style>{_style()}</style><rect width="100%" height="100%" fill="#ffffff"/>{"".join(placed)}</svg>\n'
    )


@cache
def _style() -> str:
    """The rules for the light screen alone, colours in place of their names: few programs that draw SVG know names."""
    colours = dict(LIGHT)
    for declared in (lanes_style.LIGHT, graphs_style.LIGHT):
        colours |= {f"var({name})": colour for name, colour in re.findall(r"(--[a-z]+): ([^;]+);", declared)}
    rules = re.sub(r"@media[^{]*\{[^{}]*\{[^{}]*\}\s*\}", "", lanes_style.STYLE + graphs_style.STYLE)
    for name, colour in colours.items():
        rules = rules.replace(name, colour)
    return rules
