"""The signature of a value: everything needed to obtain the same number again, on one line."""

from __future__ import annotations

from dataclasses import dataclass

SCHEMA = 1


@dataclass(frozen=True)
class Signature:
    """Versions, the measure with all its parameters, the data, and how the interval was made.

    >>> print(Signature("0.1.0", "2.4.0", "labels", "kappa(weights=None)", "ab" * 32, "percentile", "items", 1000, 0))
    accord:0.1.0|numpy:2.4.0|schema:1|shape:labels|measure:kappa(weights=None)|data:abababababababab|interval:percentile|resample:items|replicates:1000|seed:0
    """

    accord: str
    numpy: str
    shape: str
    measure: str
    data: str
    interval: str | None
    resample: str | None
    replicates: int | None
    seed: int | None

    def __str__(self) -> str:
        parts = [
            f"accord:{self.accord}",
            f"numpy:{self.numpy}",
            f"schema:{SCHEMA}",
            f"shape:{self.shape}",
            f"measure:{self.measure}",
            f"data:{self.data[:16]}",
            f"interval:{self.interval or 'none'}",
        ]
        if self.interval is not None:
            parts += [f"resample:{self.resample}", f"replicates:{self.replicates}"]
        if self.seed is not None:
            parts.append(f"seed:{self.seed}")
        return "|".join(parts)
