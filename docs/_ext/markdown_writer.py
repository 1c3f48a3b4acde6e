"""A resolved page as plain Markdown: what directives and roles made is written out, drawings become files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html.parser import HTMLParser

from docutils import nodes
from sphinx import addnodes

INLINE = (
    nodes.Inline,
    nodes.Text,
    nodes.image,
    addnodes.download_reference,
    addnodes.desc_name,
    addnodes.desc_addname,
)
# As in a light theme: a file has no page around it whose colours it could take.
_GROUND = (
    "svg{--color-foreground-primary:#1c2430;--color-foreground-secondary:#5b6675;--color-foreground-border:#878787;"
    "--color-background-primary:#fff;--color-background-secondary:#f8f9fb;--color-background-border:#d9dee5;"
    "--color-brand-primary:#2962ff;background:#fff}"
)
_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_UNSEEN = re.compile(r"<(script|form|style|noscript)\b.*?</\1>", re.DOTALL)


class MarkdownPage:
    """Writes the nodes of one page.

    `target` gives the address that a reference leads to, `image` that of an image's source, and `keep` stores a drawing
    and gives its address.
    """

    def __init__(
        self, target: Callable[[nodes.Element], str], image: Callable[[str], str], keep: Callable[[str], str]
    ) -> None:
        self.target, self.image, self.keep = target, image, keep
        self.styles: dict[str, None] = {}

    def page(self, document: nodes.document) -> str:
        text = "\n\n".join(self._blocks(document.children, 1))
        return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"

    # ---- blocks

    def _blocks(self, children: Iterable[nodes.Node], level: int) -> list[str]:
        made: list[str] = []
        line: list[nodes.Node] = []
        for child in children:
            if isinstance(child, INLINE) and not isinstance(child, nodes.raw):
                line.append(child)
                continue
            if line:
                made.append(self._inline(line))
                line = []
            made.append(self._block(child, level))
        if line:
            made.append(self._inline(line))
        return [one for one in made if one.strip()]

    def _block(self, node: nodes.Node, level: int) -> str:
        ids = node["ids"] if isinstance(node, nodes.Element) and not isinstance(node, nodes.section) else []
        return "\n\n".join(filter(None, [anchor(ids), self._written(node, level)]))

    def _written(self, node: nodes.Node, level: int) -> str:
        for kind in type(node).__mro__:
            write = getattr(self, f"_{kind.__name__}", None)
            if write is not None:
                return str(write(node, level))
        return "\n\n".join(self._blocks(node.children, level))

    def _section(self, node: nodes.section, level: int) -> str:
        title = node.next_node(nodes.title)
        heading = self._inline(title.children) if title is not None else ""
        anchors = [one for one in node["ids"] if one != slug(heading)]
        below = [child for child in node.children if child is not title]
        return "\n\n".join(
            [*([anchor(anchors)] if anchors else []), f"{'#' * level} {heading}", *self._blocks(below, level + 1)]
        )

    def _paragraph(self, node: nodes.paragraph, level: int) -> str:
        return self._inline(node.children)

    def _rubric(self, node: nodes.rubric, level: int) -> str:
        return f"**{node.astext()}**"

    def _literal_block(self, node: nodes.literal_block, level: int) -> str:
        text = node.astext().rstrip("\n")
        language = {"default": "", "none": "", "ipython3": "python"}.get(*[node.get("language", "")] * 2)
        fence = "````" if "```" in text else "```"
        return f"{fence}{language}\n{text}\n{fence}"

    def _bullet_list(self, node: nodes.bullet_list, level: int) -> str:
        return "\n".join(indented(self._blocks(item.children, level), "- ") for item in node.children)

    def _enumerated_list(self, node: nodes.enumerated_list, level: int) -> str:
        first = node.get("start", 1)
        items = enumerate(node.children, start=first)
        return "\n".join(indented(self._blocks(item.children, level), f"{number}. ") for number, item in items)

    def _definition_list(self, node: nodes.definition_list, level: int) -> str:
        return "\n".join(self._definition(item, level) for item in node.children)

    def _definition(self, item: nodes.Node, level: int) -> str:
        terms = [self._inline(child.children) for child in item.children if isinstance(child, nodes.term)]
        ids = [one for child in item.children if isinstance(child, nodes.term) for one in child["ids"]]
        below = [
            block
            for child in item.children
            if isinstance(child, nodes.definition)
            for block in self._blocks(child.children, level)
        ]
        term = ", ".join(one if one.startswith(("**", "`", "[")) else f"**{one}**" for one in terms)
        head = f"{anchor(ids) if ids else ''}{term}"
        first = f"{head}: {below[0]}" if below and not below[0].startswith(("```", "|", "- ")) else head
        return indented([first, *(below[1:] if first != head else below)], "- ")

    def _block_quote(self, node: nodes.block_quote, level: int) -> str:
        return "\n".join(f"> {line}".rstrip() for line in "\n\n".join(self._blocks(node.children, level)).splitlines())

    def _Admonition(self, node: nodes.Element, level: int) -> str:  # noqa: N802
        return self._block_quote(node, level)  # type: ignore[arg-type]

    def _transition(self, node: nodes.transition, level: int) -> str:
        return "---"

    def _table(self, node: nodes.table, level: int) -> str:
        rows = [
            [cell_text("<br>".join(self._blocks(entry.children, level))) for entry in row.children]
            for row in node.findall(nodes.row)
        ]
        headed = node.next_node(nodes.thead) is not None
        title = [f"**{node.next_node(nodes.title).astext()}**", ""] if isinstance(node.children[0], nodes.title) else []
        return "\n".join([*title, markdown_table(rows if headed else [[""] * len(rows[0]), *rows])])

    def _raw(self, node: nodes.raw, level: int) -> str:
        return self._html(node.astext()) if "html" in node["format"] else ""

    def _figure(self, node: nodes.figure, level: int) -> str:
        return "\n\n".join(self._blocks(node.children, level))

    def _desc(self, node: addnodes.desc, level: int) -> str:
        signatures = [child for child in node.children if isinstance(child, addnodes.desc_signature)]
        ids = [one for signature in signatures for one in signature["ids"]]
        called = "\n".join(" ".join(signature.astext().split()) for signature in signatures)
        below = [child for child in node.children if child not in signatures]
        head = [anchor(ids)] if ids else []
        return "\n\n".join([*head, f"```python\n{called}\n```", *self._blocks(below, level)])

    def _field_list(self, node: nodes.field_list, level: int) -> str:
        return "\n".join(
            indented([f"**{field[0].astext()}**", *self._blocks(field[1].children, level)], "- ")
            for field in node.children
        )

    def _silent(self, node: nodes.Node, level: int) -> str:
        return ""

    _comment = _toctree = _index = _tabular_col_spec = _substitution_definition = _system_message = _target = _silent

    # ---- within a line

    def _inline(self, children: Iterable[nodes.Node]) -> str:
        return "".join(self._piece(child) for child in children).strip()

    def _piece(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return escaped(node.astext())
        if isinstance(node, nodes.literal):
            return coded(node.astext())
        if isinstance(node, nodes.image):
            return f"![{node.get('alt', '')}]({self.image(node['uri'])})"
        if isinstance(node, nodes.raw):
            return self._html(node.astext()) if "html" in node["format"] else ""
        inside = "".join(self._piece(child) for child in node.children)
        if isinstance(node, nodes.reference | addnodes.download_reference):
            address = self.target(node)
            return f"[{inside}]({address})" if address else inside
        if isinstance(node, nodes.strong):
            return f"**{inside}**"
        if isinstance(node, nodes.emphasis):
            return f"*{inside}*"
        return inside

    # ---- HTML that figures and notebooks bring

    def _html(self, html: str) -> str:
        self.styles.update(dict.fromkeys(_STYLE.findall(html)))
        shown: list[str] = []
        for svg in _SVG.findall(html):
            label = re.search(r'aria-label="([^"]*)"', svg)
            shown.append(f"![{label[1] if label else 'Figure'}]({self.keep(standalone(svg, self.styles))})")
        rest = _UNSEEN.sub("", _SVG.sub("", html))
        return "\n\n".join([*shown, *tables_and_text(rest)])


def standalone(svg: str, styles: Iterable[str]) -> str:
    """A drawing of a page as a file: with its styles, on white."""
    head, _, body = svg.partition(">")
    if "xmlns=" not in head:
        head += ' xmlns="http://www.w3.org/2000/svg"'
    size = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', head)
    if size and " width=" not in head:
        head += f' width="{size[1]}" height="{size[2]}"'
    style = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", "".join(styles))
    return f"{head}><style><![CDATA[{style}{_GROUND}]]></style>{body}\n"


def slug(heading: str) -> str:
    """The anchor that repository browsers give a heading.

    >>> slug("What `κ` promises: 3 annotators")
    'what-κ-promises-3-annotators'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def anchor(ids: Iterable[str]) -> str:
    return "".join(f'<a id="{one}"></a>' for one in ids)


def escaped(text: str) -> str:
    return re.sub(r"([\\*_`\[\]<>|])", r"\\\1", text.replace("\n", " "))


def coded(text: str) -> str:
    fence = "``" if "`" in text else "`"
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def cell_text(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text.replace("\n", "<br>"))


def markdown_table(rows: list[list[str]]) -> str:
    if not rows:
        return ""
    width = max(map(len, rows))
    full = [[*row, *[""] * (width - len(row))] for row in rows]
    lines = [full[0], ["---"] * width, *full[1:]]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def indented(blocks: list[str], mark: str) -> str:
    text = "\n\n".join(blocks)
    return mark + text.replace("\n", "\n" + " " * len(mark)).replace("\n" + " " * len(mark) + "\n", "\n\n")


class _Cells(HTMLParser):
    """The tables of a piece of HTML as Markdown, and the text around them."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[str] = []
        self.rows: list[list[str]] | None = None
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._end_text()
            self.rows = []
        elif tag == "tr" and self.rows is not None:
            self.rows.append([])
        elif tag in ("td", "th", "caption", "p", "div", "figcaption"):
            self._end_text()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append(cell_text(self._taken()))
        elif tag == "table" and self.rows is not None:
            self.made.append(markdown_table([row for row in self.rows if row]))
            self.rows = None
        elif tag in ("p", "div", "caption", "figcaption"):
            self._end_text()

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def _taken(self) -> str:
        text = escaped(" ".join("".join(self.text).split()))
        self.text = []
        return text

    def _end_text(self) -> None:
        text = self._taken()
        if text:
            self.made.append(text)


def tables_and_text(html: str) -> list[str]:
    cells = _Cells()
    cells.feed(html)
    cells._end_text()
    return cells.made
