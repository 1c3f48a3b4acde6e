"""What every other room speaks in: errors, diagnostics, measure expressions, results and their signatures.

Nothing here knows about any shape of annotation; this room imports only the standard library.
"""

from typing import TYPE_CHECKING

from accord.results.diagnostics import Diagnostic, Diagnostics
from accord.results.errors import DataError, GuessWarning, Place, UsageError
from accord.results.expressions import Expression, parse_expression
from accord.results.lazy_names import lazy_names
from accord.results.reading import ReadAs, Reading
from accord.results.result import Result
from accord.results.results import Results
from accord.results.signature import SCHEMA, Signature
from accord.results.standard_error import StandardError

if TYPE_CHECKING:
    from accord.results.catalogue import CATALOGUE
else:
    __getattr__ = lazy_names(__name__, {"catalogue": ["CATALOGUE"]})

__all__ = [
    "CATALOGUE",
    "SCHEMA",
    "DataError",
    "Diagnostic",
    "Diagnostics",
    "Expression",
    "GuessWarning",
    "Place",
    "ReadAs",
    "Reading",
    "Result",
    "Results",
    "Signature",
    "StandardError",
    "UsageError",
    "parse_expression",
]
