"""A sweep that a test stops: python long_sweep.py FOLDER."""

from __future__ import annotations

import sys
import time
from typing import Any

from accord.degradations import argument_tree
from accord.sweeping import sweep


def slow(data: Any) -> float:
    time.sleep(0.05)
    return float(len(data))


if __name__ == "__main__":
    sweep(argument_tree(20), ["flip", "false_negative"], ["mar_link", slow], 5, 10, 2, 1, cache=sys.argv[1])
