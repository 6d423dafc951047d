"""Builds with a local cluster, in a process of its own: `test_cluster.py` starts it.

Dask's threads and the processes that it starts are thereby none of the tests'. Reads an order from
each line, and prints its summary as JSON.
"""

import json
import sys
from dataclasses import asdict

from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster import build


def main() -> None:
    for line in sys.stdin:
        told = json.loads(line)
        order = BuildOrder(**told | {"sources": tuple(told["sources"])})
        print(json.dumps(asdict(build(order, lambda _: None))), flush=True)


if __name__ == "__main__":
    main()
