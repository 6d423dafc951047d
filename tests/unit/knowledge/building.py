"""Builds with a local cluster, in a process of its own: `test_cluster.py` starts it.

Dask's threads and the processes that it starts are thereby none of the tests'. Prints JSON.
"""

import json
import sys
from dataclasses import asdict

from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster import build


def main() -> None:
    told = json.loads(sys.stdin.read())
    order = BuildOrder(**told | {"sources": tuple(told["sources"])})
    summary = build(order, lambda _: None)
    print(json.dumps(asdict(summary)))


if __name__ == "__main__":
    main()
