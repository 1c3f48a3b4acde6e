"""accord without its types, for tests whose cases hold options and data of any kind."""

from importlib import import_module
from typing import Any

accord: Any = import_module("accord")
