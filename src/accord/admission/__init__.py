"""May a model stand in for a person: models compared with people on the items that both annotated.

`admit` runs the whole chain; the modules are its readings, each of one subject.
"""

from accord.admission.admitting import admit
from accord.admission.result import Admission

__all__ = ["Admission", "admit"]
