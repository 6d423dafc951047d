"""Run before the program: gives back the environment that it was started with.

The frozen program's loader points the system's loader at the program's own libraries, and leaves
notes for itself, in variables that every process we start would inherit: a browser or an MCP
server would load our libraries instead of its own.
"""

import os
import sys


def _give_back() -> None:
    for name in ("LD_LIBRARY_PATH", "LIBPATH"):
        before = os.environ.pop(f"{name}_ORIG", None)
        if before is not None:
            os.environ[name] = before
        elif sys.platform.startswith(("linux", "freebsd", "aix")):
            os.environ.pop(name, None)
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


_give_back()
