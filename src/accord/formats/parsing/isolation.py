"""Trying a binary file in another process first, as a damaged one can abort the process that reads it.

polars and fastexcel trust lengths that stand in the file: a flipped bit makes them panic (with a backtrace on stderr),
compute for hours, or ask for more memory than there is (which ends the process). Text formats cannot do that.
"""

from __future__ import annotations

import os
import sys
from subprocess import TimeoutExpired

from accord.results import DataError, Place

_FRAME = """
import sys
try:
    {imported}
except ImportError:
    sys.exit(0)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if {memory}:
        resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
except (ImportError, OSError, ValueError):
    pass
TOO_LARGE = {too_large}
try:
    {tried}
except (TypeError, AttributeError, NameError, ImportError):
    sys.exit({not_known})
except Exception as error:
    print(str(error).strip().partition(chr(10))[0][:200].encode("ascii", "replace").decode())
    sys.exit(1)
"""

_TOO_LARGE, _NOT_KNOWN = 90, 91  # exit statuses: `tried` refuses the file; the library is not as it is known to be


def assert_readable(imported: str, tried: str, file: str, *arguments: str, memory: int = 0) -> str | None:
    """Run `tried` (with the file as `sys.argv[1]`) elsewhere, within `memory` bytes; a DataError if that fails.

    Where no other process can be started, nothing is tried; where the library does not know what it is asked for, that
    is no fault of the file, and shows when it is read. What `tried` prints before it exits with TOO_LARGE comes back.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        return None
    from accord.results.child_processes import completed

    code = _FRAME.format(imported=imported, tried=tried, memory=memory, too_large=_TOO_LARGE, not_known=_NOT_KNOWN)
    paths = os.pathsep.join(path for path in sys.path if path)
    try:
        done = completed(
            [sys.executable, "-P", "-c", code, file, *arguments],
            environment={**os.environ, "PYTHONPATH": paths, "RUST_BACKTRACE": "0"},
            timeout=30 + os.path.getsize(file) / 100_000,  # seconds, far beyond what a sound file of this size takes
        )
    except TimeoutExpired:
        raise _damaged(file, "reading it does not finish") from None
    except OSError:
        return None
    output = done.stdout.decode("ascii", "replace").strip()
    if done.returncode in (0, _NOT_KNOWN):
        return None
    if done.returncode == _TOO_LARGE:
        return output
    raise _damaged(file, output or "it cannot be read to the end")


def _damaged(file: str, reason: str) -> DataError:
    return DataError("ACC016", f"the file is damaged: {reason}", Place(file), "export or download it again")
