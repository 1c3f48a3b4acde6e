"""Twins of pages in plain Markdown, of a small site with everything in it that pages have."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from page_links import broken_in_markdown

EXTENSIONS = Path(__file__).resolve().parents[2] / "docs" / "_ext"
CONF = f"""
import sys
sys.path.insert(0, {str(EXTENSIONS)!r})
project = "small"
extensions = ["myst_parser", "markdown_twins"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
"""
INDEX = """# First page

All of it, in short. And more.

```{toctree}
:caption: Parts
:hidden:

parts/second
```

See [the numbers](parts/second.md#numbers-of-things), [one of them](parts/second.md#placed) and [data](data.csv).
"""
SECOND = """# Second page

```{list-table}
:header-rows: 1

* - name
  - what
* - `a|b`
  - *first* of two
```

## Numbers of things

term
: what it *means*

(placed)=
- one
- two

  ```python
  >>> 1 + 1
  2
  ```

```{raw} html
<style>.x { fill: var(--color-brand-primary); } @media print { .x { fill: red; } }</style>
<svg class="x" viewBox="0 0 10 20" aria-label="A drawing"><rect width="5" height="5"/></svg>
<table><tr><th>k</th><th>κ</th></tr><tr><td>2</td><td>.5</td></tr></table><script>alert(1)</script>
```

```{note}
Back to [the first](../index.md).
```
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("small")
    (source / "parts").mkdir()
    (source / "conf.py").write_text(CONF, encoding="utf-8")
    (source / "index.md").write_text(INDEX, encoding="utf-8")
    (source / "data.csv").write_text("a,b\n", encoding="utf-8")
    (source / "parts" / "second.md").write_text(SECOND, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(source), str(source / "site")]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    return source / "site"


def test_links_lead_from_twin_to_twin(built: Path) -> None:
    first, second = built / "index.md", built / "parts" / "second.md"
    text = first.read_text(encoding="utf-8")
    assert text.startswith("# First page\n\nAll of it, in short. And more.\n")
    assert "[the numbers](parts/second.md#numbers-of-things)" in text
    assert "toctree" not in text
    assert "> Back to [the first](../index.md)." in second.read_text(encoding="utf-8")
    assert not [*broken_in_markdown(first), *broken_in_markdown(second)]
    assert 'type="text/markdown"' in (built / "parts" / "second.html").read_text(encoding="utf-8")


def test_what_directives_made_is_plain(built: Path) -> None:
    text = (built / "parts" / "second.md").read_text(encoding="utf-8")
    assert "| name | what |\n| --- | --- |\n| `a\\|b` | *first* of two |" in text
    assert "- **term**: what it *means*" in text
    assert '<a id="placed"></a>\n\n- one\n- two\n\n  ```python\n  >>> 1 + 1\n  2\n  ```' in text
    assert "| k | κ |\n| --- | --- |\n| 2 | .5 |" in text
    assert "alert" not in text
    assert "```{" not in text


def test_drawings_are_files_of_their_own(built: Path) -> None:
    assert "![A drawing](../_figures/parts-second-1.svg)" in (built / "parts" / "second.md").read_text(encoding="utf-8")
    drawing = (built / "_figures" / "parts-second-1.svg").read_text(encoding="utf-8")
    assert 'xmlns="http://www.w3.org/2000/svg"' in drawing
    assert 'width="10" height="20"' in drawing
    assert ".x { fill: var(--color-brand-primary); }" in drawing
    assert "--color-brand-primary:#2962ff" in drawing
    assert "@media" not in drawing


def test_all_twins_are_listed(built: Path) -> None:
    listed = (built / "llms.txt").read_text(encoding="utf-8")
    assert listed.startswith("# small\n\n> ")
    assert "- [First page](index.md): All of it, in short.\n\n## Parts\n\n- [Second page](parts/second.md)\n" in listed
