"""How many labels of a reference are true, accord beside crowd-kit: the table of decision 12. Run it again with

    .venv-bench/bin/python benchmarks/crowd_references.py [FOLDER]

FOLDER holds the crowds of Zhang et al. 2014 (NAME_crowd.txt and NAME_truth.txt), by default
shared/data/labels/spectral_em beside the project; they may not be redistributed. crowd-kit's MACE names labels and
workers in the order of their appearance in one place and in sorted order in another, so that what it finds depends on
the order of the rows: it is also run on shuffled rows, and on rows where both orders are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from crowdkit.aggregation import GLAD, MACE, DawidSkene

import accord

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "labels" / "spectral_em"
SHUFFLES = 20


def frame_of(folder: Path, name: str) -> pd.DataFrame:
    return pd.DataFrame(np.loadtxt(folder / f"{name}_crowd.txt", dtype=np.int64), columns=["task", "worker", "label"])


def mine(frame: pd.DataFrame, truth: dict[int, int], model: Any) -> int:
    columns = {"item": frame["task"], "annotator": frame["worker"], "label": frame["label"]}
    data = accord.labels(pl.DataFrame({name: column.to_numpy() for name, column in columns.items()}))
    return sum(str(truth.get(int(one.item))) == one.label for one in accord.reference(data, model))


def theirs(frame: pd.DataFrame, truth: dict[int, int], model: Callable[[], Any]) -> int:
    return sum(truth.get(task) == label for task, label in model().fit_predict(frame).items())


def shuffled(frame: pd.DataFrame, truth: dict[int, int]) -> list[int]:
    """MACE on shuffled rows; its restarts all begin at the same point, so that one is enough."""
    return [
        theirs(frame.sample(frac=1, random_state=seed).reset_index(drop=True), truth, lambda: MACE(n_restarts=1))
        for seed in range(1, SHUFFLES + 1)
    ]


def in_line(frame: pd.DataFrame) -> pd.DataFrame:
    """Workers and labels are numbered in the order of their appearance."""
    return frame.assign(worker=pd.factorize(frame["worker"])[0], label=pd.factorize(frame["label"])[0])


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    print(
        f"True labels of the reference, accord {accord.__version__} and crowd-kit {version('crowd-kit')} (defaults)\n"
    )
    print("| data | items | model | accord | crowd-kit | otherwise |")
    print("| --- | ---: | --- | ---: | ---: | --- |")
    for name in ("bluebird", "dog", "web"):
        frame = frame_of(folder, name)
        lines = np.loadtxt(folder / f"{name}_truth.txt", dtype=np.int64).tolist()
        truth = dict(lines)
        far = theirs(frame, truth, lambda: DawidSkene(n_iter=1000, tol=1e-9))
        orders = shuffled(frame, truth)
        renamed = pd.Series(pd.factorize(frame["label"])[1])
        codes = {label: code for code, label in renamed.items()}
        aligned = theirs(in_line(frame), {task: codes[label] for task, label in lines}, MACE)
        words = f"rows shuffled: {np.mean(orders):.1f} ({min(orders)} to {max(orders)}); names in line: {aligned}"
        found = (
            ("dawid_skene", DawidSkene, f"1,000 iterations: {far}"),
            ("mace", MACE, words),
            ("glad", GLAD, ""),
        )
        for model, peer, note in found:
            values = mine(frame, truth, model), theirs(frame, truth, peer)
            print(f"| {name} | {len(truth):,} | {model} | {values[0]:,} | {values[1]:,} | {note} |", flush=True)


if __name__ == "__main__":
    main()
