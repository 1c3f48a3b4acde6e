"""Where the real data and the gold numbers lie: in a folder beside the project, as they may not be redistributed."""

import os
from pathlib import Path

SHARED = Path(os.environ.get("ACCORD_SHARED") or Path(__file__).resolve().parents[2] / "shared")
DATA = SHARED / "data"
GOLD = SHARED / "gold"
ABSENT = "the shared folder is absent (../shared, or ACCORD_SHARED)"
