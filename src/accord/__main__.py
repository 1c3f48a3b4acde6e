"""`python -m accord`."""

import sys

from accord.cli import main

if __name__ == "__main__":
    sys.exit(main())
