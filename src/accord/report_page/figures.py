"""Which figures stand in which section of the report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.report_page.figure import Figure

if TYPE_CHECKING:
    from accord.diagnosis import AnswerFindings, AnyFindings, Findings, RelationFindings, SpanFindings

MOST_UNITS_DRAWN = {"spans": 300, "relations": 60}  # of a document
Figures = dict[str, tuple[Figure, ...]]


def figures_of(findings: AnyFindings) -> Figures:
    """The figures by the key of their section; a section without figures has no entry."""
    from accord.report_page.charts.coefficients import coefficients_figure
    from accord.report_page.charts.reading_grid import reading_figures

    made: dict[str, Iterable[Figure | None]] = {"coefficients": (coefficients_figure(findings.results),)}
    if findings.shape == "spans":
        made |= _of_spans(findings)
    elif findings.shape == "relations":
        made |= _of_relations(findings)
    elif findings.shape == "answers":
        made |= _of_answers(findings)
    else:
        made |= _of_labels(findings)
    if findings.reading is not None:
        made["reading"] = reading_figures(findings.reading)
    if (place := findings.place) is not None:
        from accord.report_page.charts.atlas_strip import place_figure

        made["atlas"] = (place_figure(place),)
    if findings.hard is not None:
        from accord.report_page.charts.difficulty import forest_figure, residual_figures

        made["difficulty"] = forest_figure(findings.hard), *residual_figures(findings.hard)
    if findings.groups is not None:
        from accord.report_page.charts.groups import groups_figure

        made["groups"] = (groups_figure(findings.groups),)
    drawn = {key: tuple(figure for figure in figures if figure is not None) for key, figures in made.items()}
    return {key: figures for key, figures in drawn.items() if figures}


def _of_labels(findings: Findings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.annotators import left_out_figure, vote_figure
    from accord.report_page.charts.dendrogram import dendrogram_figure
    from accord.report_page.charts.heat_maps import cross_figure, pairs_figure, similarity_figure
    from accord.report_page.charts.kinds import categories_figure
    from accord.report_page.charts.plan import plan_figure
    from accord.report_page.charts.promise import curve_figure
    from accord.report_page.charts.scales import scales_figure
    from accord.report_page.charts.spread import histogram_figure

    made: dict[str, Iterable[Figure | None]] = {
        "scales": (scales_figure(findings.results),),
        "categories": (categories_figure(findings.by_category),),
        "annotators": (vote_figure(findings.annotators.vote), left_out_figure(findings.annotators.left_out)),
        "pairs": (pairs_figure(findings.annotators.pairs, findings.annotators.schools),),
    }
    if findings.promised is not None:
        made["promise"] = curve_figure(findings), histogram_figure(findings.promised.histogram)
        planned = plan_figure(
            findings.promised.forecasts, findings.promised.promise.target, marked=findings.promised.of_marked
        )
        made["plan"] = (None if planned is None else replace(planned, table=None),)
    if findings.table is not None:
        made["table"] = (cross_figure(findings.table),)
    if findings.similarity is not None:
        made["similarity"] = similarity_figure(findings.similarity), dendrogram_figure(findings.similarity)
    return made


def _of_spans(findings: SpanFindings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.annotators import span_annotators_figure
    from accord.report_page.charts.kinds import categories_figure, category_units_figure, span_kinds_figure

    made: dict[str, Iterable[Figure | None]] = {
        "categories": (categories_figure(findings.by_category),),
        "annotators": (span_annotators_figure(findings.annotators),),
        "alignment": _lanes(findings),
    }
    if findings.disagreement is not None:
        made["kinds"] = (span_kinds_figure(findings.disagreement),)
        made["category-units"] = (category_units_figure(findings.disagreement),)
    return made


def _lanes(findings: SpanFindings) -> list[Figure]:
    """The alignment of the first documents, one drawing each, and the legend before the first."""
    if findings.alignment is None or not len(findings.alignment):
        return []
    from accord.diagnosis.spans.drawn_alignment import MOST_DRAWN
    from accord.renderings.lanes import document_svgs, inline
    from accord.renderings.lanes_pieces import legend_piece

    legend, made = inline(legend_piece(findings.alignment)), []
    for place, name in enumerate(findings.alignment.spans.documents[:MOST_DRAWN]):
        drawn = "".join(document_svgs(findings.alignment, place, MOST_UNITS_DRAWN["spans"], findings.lanes))
        sentence = f"{name}: the units of every annotator and how they are aligned."
        made.append(Figure(f"alignment-{place + 1}", f"Alignment of {name}", sentence, None, svg=legend + drawn))
        legend = ""
    return made


def _of_relations(findings: RelationFindings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.annotators import relation_annotators_figure
    from accord.report_page.charts.kinds import depths_figure, lengths_figure, relation_kinds_figure

    if findings.disagreement is None:
        return {}
    return {
        "kinds": (relation_kinds_figure(findings.disagreement),),
        "graphs": _graphs(findings),
        "lengths": (lengths_figure(findings.disagreement),),
        "depths": (depths_figure(findings.disagreement),),
        "annotators": (relation_annotators_figure(findings.disagreement),),
    }


def _graphs(findings: RelationFindings) -> list[Figure]:
    """The documents with the least agreement, one drawing each, and the legend before the first."""
    places = None if findings.disagreement is None else findings.disagreement.places
    if places is None or not len(places):
        return []
    from accord.renderings.graphs import document_drawing, inline, least_agreed, legend_drawing
    from accord.renderings.relation_tables import MOST_DRAWN

    legend, made = inline(legend_drawing(places)), []
    for number, document in enumerate(least_agreed(places, MOST_DRAWN), 1):
        name = places.relations.documents[document]
        drawn = inline(document_drawing(places, document, MOST_UNITS_DRAWN["relations"]))
        sentence = f"{name}: the graph of every annotator side by side."
        made.append(Figure(f"graphs-{number}", f"Graphs of {name}", sentence, None, svg=legend + drawn))
        legend = ""
    return made


def _of_answers(findings: AnswerFindings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.answers import annotators_figure, items_figure

    return {"items": (items_figure(findings.items),), "annotators": (annotators_figure(findings.annotators),)}
