"""Run the notebooks of docs/notebooks and keep what they show: `make notebooks`.

What depends on the machine and the moment is left out: times, counts of executions, paths of temporary folders.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"


def run(path: Path, folder: str) -> NotebookNode:
    """The notebook with all its outputs, run in a folder; an error of a cell is raised."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    return notebook


def cleaned(notebook: NotebookNode) -> NotebookNode:
    """Without what changes from run to run."""
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"], "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells):
        cell["id"], cell["metadata"] = f"{number:02d}", {}
        if cell.cell_type != "code":
            continue
        cell["execution_count"] = None
        for output in cell.outputs:
            output.pop("execution_count", None)
            if output.output_type == "execute_result":
                output["execution_count"] = None
            if "text" in output:
                output["text"] = _without_folders(output["text"])
            for kind, text in output.get("data", {}).items():
                if isinstance(text, str):
                    output["data"][kind] = _without_folders(text)
    return notebook


def _without_folders(text: str) -> str:
    text = re.sub(r"\S*ipykernel_\d+/\d+\.py", "<cell>", text)
    return re.sub(rf"{re.escape(tempfile.gettempdir())}/\w+", "export", text)


def main() -> None:
    chosen = sys.argv[1:] or [path.stem for path in FOLDER.glob("*.ipynb")]
    for path in sorted(FOLDER / f"{name}.ipynb" for name in chosen):
        with tempfile.TemporaryDirectory() as folder:
            notebook = cleaned(run(path, folder))
        nbformat.write(notebook, path)
        print(path.name, file=sys.stderr)


if __name__ == "__main__":
    main()
