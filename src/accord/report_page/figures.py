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


def figures_of(found: AnyFindings) -> Figures:
    """The figures by the key of their section; a section without figures has no entry."""
    from accord.report_page.charts.coefficients import coefficients_figure
    from accord.report_page.charts.reading_grid import reading_figures

    made: dict[str, Iterable[Figure | None]] = {"coefficients": (coefficients_figure(found.results),)}
    if found.shape == "spans":
        made |= _of_spans(found)
    elif found.shape == "relations":
        made |= _of_relations(found)
    elif found.shape == "answers":
        made |= _of_answers(found)
    else:
        made |= _of_labels(found)
    if found.reading is not None:
        made["reading"] = reading_figures(found.reading)
    if (place := found.place) is not None:
        from accord.report_page.charts.atlas_strip import place_figure

        made["atlas"] = (place_figure(place),)
    if found.hard is not None:
        from accord.report_page.charts.difficulty import forest_figure, residual_figures

        made["difficulty"] = forest_figure(found.hard), *residual_figures(found.hard)
    if found.groups is not None:
        from accord.report_page.charts.groups import groups_figure

        made["groups"] = (groups_figure(found.groups),)
    drawn = {key: tuple(figure for figure in figures if figure is not None) for key, figures in made.items()}
    return {key: figures for key, figures in drawn.items() if figures}


def _of_labels(found: Findings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.annotators import left_out_figure, vote_figure
    from accord.report_page.charts.dendrogram import dendrogram_figure
    from accord.report_page.charts.heat_maps import cross_figure, pairs_figure, similarity_figure
    from accord.report_page.charts.kinds import categories_figure
    from accord.report_page.charts.plan import plan_figure
    from accord.report_page.charts.promise import curve_figure
    from accord.report_page.charts.scales import scales_figure
    from accord.report_page.charts.spread import histogram_figure

    made: dict[str, Iterable[Figure | None]] = {
        "scales": (scales_figure(found.results),),
        "categories": (categories_figure(found.by_category),),
        "annotators": (vote_figure(found.annotators.vote), left_out_figure(found.annotators.left_out)),
        "pairs": (pairs_figure(found.annotators.pairs, found.annotators.schools),),
    }
    if found.promised is not None:
        made["promise"] = curve_figure(found), histogram_figure(found.promised.histogram)
        planned = plan_figure(found.promised.forecasts, found.promised.promise.target, marked=found.promised.of_marked)
        made["plan"] = (None if planned is None else replace(planned, table=None),)
    if found.table is not None:
        made["table"] = (cross_figure(found.table),)
    if found.similarity is not None:
        made["similarity"] = similarity_figure(found.similarity), dendrogram_figure(found.similarity)
    return made


def _of_spans(found: SpanFindings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.annotators import span_annotators_figure
    from accord.report_page.charts.kinds import categories_figure, category_units_figure, span_kinds_figure

    made: dict[str, Iterable[Figure | None]] = {
        "categories": (categories_figure(found.by_category),),
        "annotators": (span_annotators_figure(found.annotators),),
        "alignment": _lanes(found),
    }
    if found.disagreement is not None:
        made["kinds"] = (span_kinds_figure(found.disagreement),)
        made["category-units"] = (category_units_figure(found.disagreement),)
    return made


def _lanes(found: SpanFindings) -> list[Figure]:
    """The alignment of the first documents, one drawing each, and the legend before the first."""
    if found.alignment is None or not len(found.alignment):
        return []
    from accord.diagnosis.spans.drawn_alignment import MOST_DRAWN
    from accord.renderings.lanes import document_svgs, inline
    from accord.renderings.lanes_pieces import legend_piece

    legend, made = inline(legend_piece(found.alignment)), []
    for place, name in enumerate(found.alignment.spans.documents[:MOST_DRAWN]):
        drawn = "".join(document_svgs(found.alignment, place, MOST_UNITS_DRAWN["spans"], found.lanes))
        sentence = f"{name}: the units of every annotator and how they are aligned."
        made.append(Figure(f"alignment-{place + 1}", f"Alignment of {name}", sentence, None, svg=legend + drawn))
        legend = ""
    return made


def _of_relations(found: RelationFindings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.annotators import relation_annotators_figure
    from accord.report_page.charts.kinds import depths_figure, lengths_figure, relation_kinds_figure

    if found.disagreement is None:
        return {}
    return {
        "kinds": (relation_kinds_figure(found.disagreement),),
        "graphs": _graphs(found),
        "lengths": (lengths_figure(found.disagreement),),
        "depths": (depths_figure(found.disagreement),),
        "annotators": (relation_annotators_figure(found.disagreement),),
    }


def _graphs(found: RelationFindings) -> list[Figure]:
    """The documents with the least agreement, one drawing each, and the legend before the first."""
    places = None if found.disagreement is None else found.disagreement.places
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


def _of_answers(found: AnswerFindings) -> dict[str, Iterable[Figure | None]]:
    from accord.report_page.charts.answers import annotators_figure, items_figure

    return {"items": (items_figure(found.items),), "annotators": (annotators_figure(found.annotators),)}
