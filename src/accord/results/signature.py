"""The signature of a value: everything needed to obtain the same number again, on one line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from accord.results.errors import DataError

SCHEMA = 1
_WRITTEN = re.compile(
    r"accord:(?P<accord>[^|]*)\|numpy:(?P<numpy>[^|]*)\|schema:(?P<schema>[0-9]{1,9})\|shape:(?P<shape>[^|]*)"
    r"\|measure:(?P<measure>.*)\|data:(?P<data>[^|]*)\|interval:(?P<interval>[^|]*)"
    r"(?:\|resample:(?P<resample>[^|]*)\|replicates:(?P<replicates>[0-9]{1,18}))?(?:\|seed:(?P<seed>-?[0-9]{1,40}))?",
    re.DOTALL,  # a parameter of the measure may hold any character, a bar too
)


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
        text = (
            f"accord:{self.accord}|numpy:{self.numpy}|schema:{SCHEMA}|shape:{self.shape}|measure:{self.measure}"
            f"|data:{self.data[:16]}|interval:{self.interval or 'none'}"
        )
        if self.resample is not None:
            text += f"|resample:{self.resample}|replicates:{self.replicates}"
        return text if self.seed is None else f"{text}|seed:{self.seed}"

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read what `str` wrote; of the digest of the data there are the 16 digits that stand there.

        >>> line = "accord:1|numpy:2|schema:1|shape:labels|measure:kappa(weights='a|b')|data:ab|interval:none|seed:3"
        >>> Signature.parse(line).measure, str(Signature.parse(line)) == line
        ("kappa(weights='a|b')", True)
        """
        match = _WRITTEN.fullmatch(text)
        drawn = match is not None and match["interval"] not in ("none", "f")
        if match is None or drawn != (match["resample"] is not None):
            shown = text if len(text) <= 80 else f"{text[:80]}…"
            raise DataError("ACC089", f"{shown!r} is not a signature", hint="it begins with accord:VERSION|numpy:…")
        if int(match["schema"]) != SCHEMA:
            raise DataError(
                "ACC089",
                f"a signature of schema {int(match['schema'])}, and this accord reads {SCHEMA}",
                hint="use the version of accord that wrote it",
            )
        interval = None if match["interval"] == "none" else match["interval"]
        replicates, seed = (None if number is None else int(number) for number in match.group("replicates", "seed"))
        accord, numpy, shape, measure, data = match.group("accord", "numpy", "shape", "measure", "data")
        return cls(accord, numpy, shape, measure, data, interval, match["resample"], replicates, seed)
