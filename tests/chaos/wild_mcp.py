"""A server of tools with some that flood, or say half of what they should; see `mcp_bare`."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.servers import mcp_bare


def flood(_arguments):
    """Writes without end what is no message."""
    while True:
        sys.stdout.write("x" * 10_000 + "\n")


def half(_arguments):
    """Says half a line, and then nothing."""
    sys.stdout.write('{"jsonrpc": "2.0", "id": 1, "resu')
    sys.stdout.flush()
    time.sleep(600)


mcp_bare.TOOLS += [mcp_bare.tool("flood"), mcp_bare.tool("half")]
mcp_bare.CALLS |= {"flood": flood, "half": half}

if __name__ == "__main__":
    mcp_bare.main()
