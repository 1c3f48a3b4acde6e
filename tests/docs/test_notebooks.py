"""The notebooks of the documentation: they run, show tables and charts, and are stored as they ran."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "docs" / "notebooks").glob("*.ipynb"))
VEGA_LITE = "application/vnd.vegalite.v6+json"


def read(path: Path) -> Any:
    untyped: Any = nbformat
    return untyped.read(path, as_version=4)


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def shown(notebook: Any) -> list[dict[str, Any]]:
    """What stands under the cells that end in a value."""
    return [dict(output.data) for output in outputs(notebook) if output.output_type == "execute_result"]


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "labels-from-pandas",
        "spans-from-an-export",
        "what-a-value-promises",
    ]


@pytest.fixture(scope="module")
def kernel() -> Iterator[AsyncKernelManager]:
    """One for all notebooks: starting it and loading what they import takes longer than most of them run."""
    kept = AsyncKernelManager(kernel_name="python3")
    yield kept
    run_sync(kept.shutdown_kernel)(now=True)


def run(notebook: Any, kernel: AsyncKernelManager, folder: Path) -> None:
    """In that folder, and without a name of the notebook before; raises where a cell fails."""
    untyped: Any = nbformat.v4
    notebook.cells.insert(0, untyped.new_code_cell(f"%reset -f\n%cd -q {folder}"))
    client = NotebookClient(notebook, timeout=300, km=kernel)
    try:
        client.execute()
    finally:
        if client.kc is not None:
            client.kc.stop_channels()
    assert notebook.cells.pop(0).outputs == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_and_show_tables_and_charts(path: Path, tmp_path: Path, kernel: AsyncKernelManager) -> None:
    stored, ran = read(path), read(path)
    run(ran, kernel, tmp_path)
    made = shown(ran)
    assert any("<table" in one.get("text/html", "") for one in made)
    charts = [one for one in made if VEGA_LITE in one]
    assert charts
    assert all(one[VEGA_LITE]["$schema"].startswith("https://vega.github.io/schema/vega-lite/v6") for one in charts)
    assert [sorted(one) for one in made] == [sorted(one) for one in shown(stored)]
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_notebooks_have_their_outputs_and_nothing_of_the_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/tmp/|/home/|/root/|/work/|site-packages|execution\":", text)
    notebook = read(path)
    assert not [output for output in outputs(notebook) if output.output_type == "error"]
    html = [one["text/html"] for one in shown(notebook) if "text/html" in one]
    assert any("<table" in one for one in html)
    drawn = [one["text/html"] for one in shown(notebook) if VEGA_LITE in one]
    assert drawn
    for one in drawn:  # in light and in dark, without a request to anybody
        assert 'class="accord-light"' in one
        assert 'class="accord-dark"' in one
        assert set(re.findall(r'(?:src|href)="(\w+):', one)) == {"data"}
