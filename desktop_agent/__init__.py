"""Desktop Agent: a research assistant that shows its work."""

import os
import sys

__version__ = "0.1.0"

# httpx would import its command line with click, rich and Pygments, which takes 50 ms
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]

# pydantic would search every installed package for plugins, which takes 20 ms
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
