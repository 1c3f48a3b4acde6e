"""A twin in plain Markdown of every page, beside it under the same name, and `llms.txt`, which lists them.

They are for whoever reads without a browser: editors, repository browsers and language models.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markdown_writer import MarkdownPage
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SUMMARY = (
    "accord measures inter-annotator agreement for labels, spans, relations and free answers: coefficients with "
    "intervals, what they mean for the reference, which error produces such a value, and what to fix. It is a Python "
    "library and a command line."
)


def write_twin(app: Sphinx, document: nodes.document, name: str) -> None:
    """The twin of a page whose references are resolved."""
    if app.builder.name not in ("html", "dirhtml"):
        return
    here = PurePosixPath(name).parent
    kept: list[str] = []
    page = MarkdownPage(partial(_target, here), partial(_image, app, here), partial(_keep, app, name, kept))
    _write(Path(app.outdir) / f"{name}.md", page.page(document))


def _target(here: PurePosixPath, reference: nodes.Element) -> str:
    if isinstance(reference, addnodes.download_reference):
        return _from(here, f"_downloads/{reference['filename']}") if "filename" in reference else ""
    if "refid" in reference:
        return f"#{reference['refid']}"
    address = str(reference.get("refuri", ""))
    return re.sub(r"\.html(?=#|$)", ".md", address) if reference.get("internal") else address


def _image(app: Sphinx, here: PurePosixPath, source: str) -> str:
    return _from(here, f"_images/{app.env.images[source][1]}") if source in app.env.images else source


def _keep(app: Sphinx, name: str, kept: list[str], svg: str) -> str:
    kept.append(f"_figures/{name.replace('/', '-')}-{len(kept) + 1}.svg")
    _write(Path(app.outdir) / kept[-1], svg)
    return _from(PurePosixPath(name).parent, kept[-1])


def _from(here: PurePosixPath, path: str) -> str:
    return relpath(path, str(here))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


# ---- the list of all


def write_list(app: Sphinx, failure: Exception | None) -> None:
    """`llms.txt`: the pages in the order of the site, with a sentence each."""
    if failure is None and app.builder.name in ("html", "dirhtml"):
        _write(Path(app.outdir) / "llms.txt", listed(app))


def listed(app: Sphinx) -> str:
    parts = [f"# {app.config.project}", f"> {SUMMARY}", _entries(app, [app.config.root_doc])]
    below: list[tuple[str, list[str]]] = []
    for toctree in app.env.get_doctree(app.config.root_doc).findall(addnodes.toctree):
        names = [name for _, name in toctree["entries"]]
        parts.append(f"## {toctree['caption']}\n\n{_entries(app, names)}")
        for name in names:
            inside = [one for tree in app.env.get_doctree(name).findall(addnodes.toctree) for _, one in tree["entries"]]
            below += [(app.env.titles[name].astext(), inside)] if inside else []
    return "\n\n".join([*parts, *(f"## {title}\n\n{_entries(app, names)}" for title, names in below)]) + "\n"


def _entries(app: Sphinx, names: list[str]) -> str:
    return "\n".join(f"- [{app.env.titles[name].astext()}]({name}.md){_sentence(app, name)}" for name in names)


def _sentence(app: Sphinx, name: str) -> str:
    """The first sentence of a page."""
    for paragraph in app.env.get_doctree(name).findall(nodes.paragraph):
        text = " ".join(paragraph.astext().split())
        if text and isinstance(paragraph.parent, nodes.section):
            return ": " + re.split(r"(?<=[.?!]) (?=[A-Z])", text)[0]
    return ""


def _announce(app: Sphinx, name: str, template: str, context: dict[str, Any], document: nodes.document | None) -> None:
    if document is not None:
        twin = PurePosixPath(name).name
        link = f'<link rel="alternate" type="text/markdown" title="This page as Markdown" href="{twin}.md">'
        context["metatags"] = context.get("metatags", "") + link


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", write_twin)
    app.connect("html-page-context", _announce)
    app.connect("build-finished", write_list)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
