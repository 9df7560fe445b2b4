"""`python -m rankviz`: the command line, see `rankviz.cli.main`."""

import sys

from rankviz.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
