"""Write what the commands of plain pages print into these pages anew: `make docs-figures`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "docs" / "_ext"))


def main(names: list[str]) -> None:
    consoles = import_module("consoles")
    for page in consoles.pages():
        if not names or page.stem in names:
            text = page.read_text(encoding="utf-8")
            page.write_text(consoles.renewed(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
