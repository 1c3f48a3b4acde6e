"""The links of pages: of Markdown as a repository browser reads it, and of the built site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_FENCED = re.compile(r"^ *(`{3,})[^\n]*\n.*?^ *\1 *$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)[^`].*?\1")
_LINK = re.compile(r"(?<!\\)!?\[(?:[^\]\\]|\\.|\[[^\]]*\])*\]\(([^)\s]+)\)")


def without_blocks(text: str) -> str:
    return _FENCED.sub("", text)


def prose(text: str) -> str:
    """A page without its code."""
    return _CODE.sub("", without_blocks(text))


def markdown_links(text: str) -> list[str]:
    return _LINK.findall(prose(text))


@cache
def markdown_anchors(path: Path) -> frozenset[str]:
    """The headings of a page as repository browsers name them, and the places that it names itself."""
    text = without_blocks(path.read_text(encoding="utf-8"))
    headings = [re.sub(r"[^\w\- ]", "", _shown(one).lower()).strip() for one in re.findall(r"^#+ (.*)$", text, re.M)]
    return frozenset([one.replace(" ", "-") for one in headings] + re.findall(r'<a id="([^"]*)"></a>', text))


def _shown(heading: str) -> str:
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)


def broken_in_markdown(path: Path) -> Iterator[str]:
    """The links of a page that lead nowhere."""
    for link in markdown_links(path.read_text(encoding="utf-8")):
        there = urlsplit(link)
        if there.scheme:
            continue
        target = (path.parent / unquote(there.path)).resolve() if there.path else path.resolve()
        if not target.exists():
            yield f"{path.name}: {link}"
        elif there.fragment and target.suffix == ".md" and unquote(there.fragment) not in markdown_anchors(target):
            yield f"{path.name}: {link} (no such place)"


class _Site(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if value and name in ("href", "src") and tag in ("a", "img", "link", "script"):
                self.links.append(value)
            elif value and name in ("id", "name"):
                self.ids.add(value)


@cache
def _read(path: Path) -> _Site:
    page = _Site()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def broken_in_site(built: Path) -> list[str]:
    """The links of all pages of a built site that lead nowhere."""
    found = []
    for path in sorted(built.rglob("*.html")):
        for link in dict.fromkeys(_read(path).links):
            there = urlsplit(link)
            if there.scheme or there.netloc:
                continue
            target = (path.parent / unquote(there.path)).resolve() if there.path else path.resolve()
            if not target.exists():
                found.append(f"{path.relative_to(built)}: {link}")
            elif there.fragment and target.suffix == ".html" and unquote(there.fragment) not in _read(target).ids:
                found.append(f"{path.relative_to(built)}: {link} (no such place)")
    return found
