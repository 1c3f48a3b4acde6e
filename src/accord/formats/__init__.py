"""From files to annotations: one module in `readers/` per format, found by scanning, each with `sniff` and `read`.

A later format is one more module there, or a plugin through the entry point `accord.formats`; nothing else changes.
"""

from accord.formats.reading import read, read_campaign
from accord.formats.registry import all_readers, all_writers
from accord.formats.writing import write

__all__ = ["all_readers", "all_writers", "read", "read_campaign", "write"]
