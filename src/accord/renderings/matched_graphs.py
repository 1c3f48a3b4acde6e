"""Graphs of several annotators matched link by link, and the graph that most drew: tables, DOT, a page."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations.relation_dot import dot
from accord.diagnosis.relations.consensus_graph import REFERENCE, ConsensusGraph, ConsensusLink
from accord.diagnosis.relations.relation_disagreement import KINDS
from accord.evaluation.overview import relation_overview
from accord.formats.tables.declared_relations import NO, SYMMETRIC, YES
from accord.formats.tables.own_files import DECISION
from accord.renderings.graphs import MOST_DOCUMENTS, graphs_svg
from accord.renderings.references import SHOWN, told_to_discuss
from accord.renderings.tables import WRITERS, Table, as_html, csv_text
from accord.results import SCHEMA
from accord.results.foreign_text import html_text, json_text
from accord.results.wording import many

COLOURS = ("black", "royalblue", "purple", "darkorange", "firebrick")
"""Of links in DOT, by what most of the others have in their place, as KINDS lists it."""
COLUMNS = ("document", "annotator", "annotator_role", "origin", "target", "label", "support", "asked")


def links_table(made: ConsensusGraph, *, exact: bool = False) -> Table:
    """Every link that somebody drew, and what each annotator calls it."""
    people = made.places.relations.annotators
    rows = tuple(
        (
            link.document,
            link.origin,
            link.target,
            *("" if name not in link.by else link.by[name] or "x" for name in people),
            str(link.support) if exact else f"{link.support} of {link.asked}",
            *((str(link.asked),) if exact else ()),
            "yes" if link.kept else "",
        )
        for link in made.links
    )
    counts = ("support", "asked") if exact else ("drawn by",)
    return Table(("document", "origin", "target", *people, *counts, "consensus"), rows)


def links_record(made: ConsensusGraph) -> dict[str, object]:
    """The matched graphs for other programs."""
    return {
        "schema": SCHEMA,
        "data": relation_overview(made.places.relations).as_json(),
        "links": [link.as_json() for link in made.links],
        "consensus": len(made),
    }


def matched_lines(made: ConsensusGraph) -> list[str]:
    """What was matched, in words."""
    all_of_them = sum(link.unanimous for link in made.links)
    return [
        *relation_overview(made.places.relations).lines(),
        f"{many(len(made.links), 'link')} that somebody drew: {all_of_them:,} alike by all, {len(made):,} by most",
    ]


def matched_dot(made: ConsensusGraph) -> str:
    """The graphs of all annotators in Graphviz's language, a digraph for each document; colours tell who agrees."""
    over = made.places.relations
    kinds = made.places.shown_kind().tolist() if over.n_annotators > 1 else [0] * len(over)
    styles = {row: f"color={COLOURS[kind]}" for row, kind in enumerate(kinds)}
    key = ", ".join(f"{colour} {kind}" for kind, colour in zip(KINDS, COLOURS, strict=True))
    drawn = [dot(over, place, styles) for place in range(over.n_documents)]
    return f"// links by what most of the others have in their place: {key}\n" + "\n".join(drawn)


def consensus_dot(made: ConsensusGraph) -> str:
    """The consensus in Graphviz's language; lines are as wide as votes are many."""
    votes = {(link.document, link.origin, link.target): link for link in made}
    graph = made.relations
    styles = {}
    for row in range(len(graph)):
        origin, target, _ = graph.link(row)
        link = votes[graph.documents[graph.document[row]], origin, target]
        styles[row] = f'penwidth={1 + 2 * link.support / link.asked:.2g}, tooltip="{link.support} of {link.asked}"'
    return "\n".join(dot(graph, place, styles) for place in range(graph.n_documents))


def consensus_text(made: ConsensusGraph, *, jsonl: bool) -> str:
    """The consensus, one line for each link: a table of relations, or JSON, that accord reads again."""
    graph = made.relations
    people = {"annotator": REFERENCE, "annotator_role": graph.roles.get(REFERENCE, "curator")}
    rows: list[dict[str, object]] = []
    for link in made:
        ends = {"origin": link.origin, "target": link.target, "label": link.label or ""}
        rows.append({"document": link.document, **people, **ends, "support": link.support, "asked": link.asked})
    linked = {link.document for link in made}
    rows += [{"document": name, **people} for name in graph.documents if name not in linked]
    if graph.symmetric:
        for row in rows:
            row[SYMMETRIC] = YES if row.get("label") in graph.symmetric else NO if row.get("label") else ""
    names = (*COLUMNS, SYMMETRIC) if graph.symmetric else COLUMNS
    if jsonl:
        return "".join(json_text({name: row.get(name) for name in names}, indent=None) + "\n" for row in rows)
    return csv_text(names, ([row.get(name, "") for name in names] for row in rows))


def discussion_text(links: Sequence[ConsensusLink], *, jsonl: bool) -> str:
    """One line for each link to discuss, with an empty `decision` to fill in."""
    if jsonl:
        return "".join(json_text({**link.as_json(), DECISION: ""}, indent=None) + "\n" for link in links)
    rows = ((link.document, link.origin, link.target, link.support, link.asked, _said_by(link), "") for link in links)
    return csv_text(("document", "origin", "target", "support", "asked", "said", DECISION), rows)


def _said_by(link: ConsensusLink) -> str:
    return "; ".join(f"{name}: {label or 'x'}" for name, label in link.by.items())


def consensus_shown(made: ConsensusGraph, output: str = "text", more: str = "to_discuss() lists them") -> str:
    """The consensus as text, Markdown or LaTeX, the links to discuss first, or all of it as CSV."""
    if output == "csv":
        return consensus_text(made, jsonl=False).rstrip("\n")
    doubtful = made.to_discuss()
    rows = tuple(
        (
            link.document,
            f"{link.origin} → {link.target}",
            f"{link.support} of {link.asked}",
            _said_by(link),
        )
        for link in doubtful[:SHOWN]
    )
    table = WRITERS[output](Table(("document", "link", "drawn by", "as"), rows))
    if output != "text":
        return table
    return told_to_discuss(matched_lines(made), table, len(doubtful), "link", more)


def graphs_page(made: ConsensusGraph, title: str) -> str:
    """A page of its own: the graphs of all annotators side by side, and the table that says the same in words."""
    lines = "".join(f"<p>{html_text(line)}</p>" for line in matched_lines(made))
    left_out = made.places.relations.n_documents - MOST_DOCUMENTS
    more = f"<p>{left_out:,} more documents are not drawn.</p>" if left_out > 0 else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html_text(title)}</title><style>:root{{color-scheme:light dark}}"
        "body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;font-size:.9em}th,td{padding:.25rem .6rem;text-align:left;"
        "border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}.wide{overflow-x:auto}"
        f"</style></head><body><h1>{html_text(title)}</h1>{lines}"
        f'<div class="wide">{graphs_svg(made.places.relations)}</div>{more}<h2>Links</h2>'
        f'<div class="wide">{as_html(links_table(made))}</div></body></html>'
    )
