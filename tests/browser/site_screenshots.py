"""Pictures of the built site for people to look at: `python tests/browser/site_screenshots.py FOLDER [PAGE…]`.

Every page of docs/_build, light and dark, on sheets of several; and the README and plain pages as a Markdown viewer
shows them. `make docs` builds the site. Without a folder it renews docs/report.png, the picture of a report.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from markdown_it import MarkdownIt
from playwright.sync_api import Browser, sync_playwright

from accord.cli.program import run_program

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # as pytest does; here it is run by itself

from browser.chromium import FLAGS, find_chromium
from browser.visiting import Scheme, empty_page, visit

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "docs" / "_build"
WIDTH, HEIGHT = 1200, 2400
"""Of a page; what is longer goes on in a further picture."""
PER_SHEET = 6
STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:900px;margin:2rem auto}pre{background:#f6f8fa;padding:1em;overflow:auto}"
)
STYLE += "table{border-collapse:collapse}td,th{border:1px solid #d0d7de;padding:.3em .8em}img{max-width:100%}"


def plain(path: Path, folder: Path) -> Path:
    """A Markdown file as a viewer without extensions shows it."""
    html = MarkdownIt("commonmark").enable("table").render(path.read_text(encoding="utf-8"))
    made = folder / f"{path.stem}-plain.html"
    head = f'<meta charset="utf-8"><base href="{path.parent.as_uri()}/"><style>{STYLE}</style>'
    made.write_text(head + html, encoding="utf-8")
    return made


def pictures(browser: Browser, page: Path, name: str, folder: Path, scheme: Scheme) -> Iterator[Path]:
    """A page from top to bottom."""
    context = browser.new_context(viewport={"width": WIDTH, "height": 900}, color_scheme=scheme)
    seen = context.new_page()
    seen.goto(page.as_uri())
    long = min(seen.evaluate("document.documentElement.scrollHeight"), 5 * HEIGHT)
    seen.set_viewport_size({"width": WIDTH, "height": long})
    for number, top in enumerate(range(0, long, HEIGHT)):
        path = folder / f"{name}-{scheme}-{number}.png"
        seen.screenshot(path=path, clip={"x": 0, "y": top, "width": WIDTH, "height": min(HEIGHT, long - top)})
        yield path
    context.close()


def sheets(browser: Browser, shots: list[Path], folder: Path, name: str) -> None:
    """The pictures side by side, several on a sheet."""
    for number, first in enumerate(range(0, len(shots), PER_SHEET)):
        images = "".join(f'<img src="{shot.as_uri()}">' for shot in shots[first : first + PER_SHEET])
        made = folder / "sheet.html"
        made.write_text(f"<style>body{{margin:4px}}img{{width:32.5%;vertical-align:top;margin:2px}}</style>{images}")
        seen = browser.new_page(viewport={"width": 1900, "height": 1000})
        seen.goto(made.as_uri())
        seen.screenshot(path=folder / f"sheet-{name}-{number:02}.png", full_page=True)
        seen.close()


def report_picture(picture: Path) -> int:
    """The top of the report of the labels of a tutorial."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "hotel.html"
        data = str(ROOT / "docs" / "examples" / "hotel.json")
        status = run_program(["report", data, "-o", str(page), "--title", "Hotel reviews: praise or complaint?", "-q"])
        browser = playwright.chromium.launch(executable_path=find_chromium(Path(folder)), args=list(FLAGS))
        seen = visit(empty_page(browser), page, width=1100)
        seen.page.screenshot(path=picture, full_page=True, clip={"x": 0, "y": 0, "width": 1100, "height": 1480})
        browser.close()
    return status


def main(folder: Path, names: list[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    pages = {page.relative_to(SITE).with_suffix("").as_posix(): page for page in sorted(SITE.rglob("*.html"))}
    wanted = {name: page for name, page in pages.items() if not names or name in names}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(folder), args=list(FLAGS))
        schemes: tuple[Scheme, ...] = ("light", "dark")
        for scheme in schemes:
            shots = [
                shot
                for name, page in wanted.items()
                for shot in pictures(browser, page, name.replace("/", "-"), folder, scheme)
            ]
            sheets(browser, shots, folder, scheme)
        if not names:
            readme = plain(ROOT / "README.md", folder)
            sheets(browser, list(pictures(browser, readme, "README", folder, "light")), folder, "readme")
        browser.close()
    return 0


if __name__ == "__main__":
    folders = sys.argv[1:2]
    sys.exit(main(Path(*folders).resolve(), sys.argv[2:]) if folders else report_picture(ROOT / "docs" / "report.png"))
