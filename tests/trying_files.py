"""The program of `trying_process`: for each line of its input, code and arguments, one line of what came of it."""

import contextlib
import io
import json
import resource
import sys

import polars  # noqa: F401, what is run asks for it again


def main() -> None:
    limit, hard = resource.setrlimit, resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit = lambda what, most: limit(what, (most[0], hard) if what == resource.RLIMIT_AS else most)
    for line in sys.stdin:
        code, arguments = json.loads(line)
        sys.argv = ["-c", *arguments]
        status: object = 0
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                exec(code, {"__name__": "__main__"})
            except SystemExit as end:
                status = end.code
            except BaseException:  # a library that panics raises no Exception
                status = 1
        limit(resource.RLIMIT_AS, (hard, hard))  # as it was before this file
        print(json.dumps([status, printed.getvalue()]), flush=True)


if __name__ == "__main__":
    main()
