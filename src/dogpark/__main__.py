"""``python -m dogpark`` is the command ``dogpark``."""

import sys

from dogpark.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
