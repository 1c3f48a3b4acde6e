"""What people write: read by type checkers, never run. `test_checkers.py` says what they must answer."""

from pathlib import Path
from typing import reveal_type

import numpy as np
import pandas as pd
import polars as pl

import accord

frame = pd.DataFrame({"item": [1, 1], "annotator": ["a", "b"], "label": ["x", "y"]})
table = pl.DataFrame({"a": ["x"], "b": ["y"]})
array = np.array([[1, 2], [2, 2]])
rows: list[list[str | None]] = [["yes", "no"], ["no", None]]

# ---- what comes back: the types that `test_checkers.py` lists in this order

reveal_type(accord.alpha(frame, level="ordinal"))
reveal_type(accord.kappa(["a", "b"], ["a", "a"], confidence=None))
reveal_type(accord.measure(frame, "alpha"))
reveal_type(accord.measure(array, ["alpha", "kappa"], rng=np.random.default_rng(1)))
reveal_type(accord.measure(table, label_column="stars", orientation="items"))
reveal_type(accord.measure(rows)["alpha"])
reveal_type(accord.measure(rows)["alpha"].low)
reveal_type(accord.read("ratings.csv", kind="labels"))
reveal_type(accord.read(Path("spans.csv"), kind="spans"))
reveal_type(accord.labels(frame))
reveal_type(accord.reference(frame, "dawid_skene"))
reveal_type(accord.stability("ratings.csv", 3, "group", rng=np.int64(3)))
reveal_type(accord.plan(target=0.05, kappa=0.8, categories=3))
reveal_type(accord.sample_size(width=0.2, kappa=0.6, categories=2))
reveal_type(accord.catalogue("labels"))
reveal_type(accord.about("alpha"))
reveal_type(accord.gamma("spans.csv"))

# ---- what is refused

accord.alpha(frame, level="ordinaal")  # refused
accord.measure(frame, "alpha", resample="people")  # refused
accord.measure(frame, "alpha", method="bootstrap")  # refused
accord.stability(frame, 3, "everybody")  # refused
accord.reference(frame, "majorty")  # refused
accord.read("ratings.csv", kind="label")  # refused
accord.labels(rows, orientation="rows")  # refused
accord.gamma("spans.csv", sampler="shufle")  # refused
accord.alpha(frame, levl="ordinal")  # refused
accord.alfa(frame)  # refused
