"""The types of numpy arrays that most of the code computes with."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Places = Ints
Codes = NDArray[np.int32]
Hashes = NDArray[np.uint64]
