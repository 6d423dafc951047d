"""What the frozen program runs first."""

import sys

from desktop_agent.__main__ import main

sys.exit(main())
