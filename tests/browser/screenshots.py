"""Pictures of the example reports for people to look at: `python tests/browser/screenshots.py FOLDER`.

Narrow and wide, light and dark, and printed; the pages of the PDF become pictures where pdftoppm is installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # as pytest does; here it is run by itself

from browser.chromium import FLAGS, find_chromium
from browser.conftest import EXAMPLES, REAL
from browser.reports import write
from browser.visiting import NARROW, WIDE, Scheme, empty_page, visit
from shared_files import DATA


def pictures(browser: Browser, path: Path, folder: Path) -> None:
    """Everything there is to see of one report."""
    schemes: tuple[Scheme, ...] = ("light", "dark")
    for width in (NARROW, WIDE):
        for scheme in schemes:
            seen = visit(empty_page(browser), path, width=width, scheme=scheme)
            seen.page.screenshot(path=folder / f"{path.stem}-{width}-{scheme}.png", full_page=True)
            if width == WIDE and scheme == "light":
                pdf = folder / f"{path.stem}.pdf"
                seen.page.pdf(path=pdf, format="A4")
                if shutil.which("pdftoppm"):
                    subprocess.run(["pdftoppm", "-r", "60", "-png", pdf, pdf.with_suffix("")], check=True)
            print(path.stem, width, scheme, *seen.complaints, *seen.requests)
            seen.page.context.close()


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    known = [*EXAMPLES, *(REAL if DATA.is_dir() else ())]
    with tempfile.TemporaryDirectory() as shared, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(Path(shared)), args=list(FLAGS))
        for name in names or known:
            pictures(browser, write(name, folder).path, folder)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
