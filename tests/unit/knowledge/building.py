"""Builds with a cluster, in a process of its own: `test_cluster.py` starts it.

Dask's threads and the processes that it starts are thereby none of the tests'. Reads an order from
each line, and prints its summary as JSON. The scheduler ``here`` is one of this process, whose
worker is a thread of it.
"""

import json
import sys
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any

import distributed

from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster import build


def carry_out(told: dict[str, Any], stack: ExitStack) -> None:
    if told.get("scheduler") == "here":
        thread = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "protocol": "tcp"}
        cluster = distributed.LocalCluster(**thread, host="127.0.0.1", dashboard_address=None)
        told["scheduler"] = stack.enter_context(cluster).scheduler_address
    order = BuildOrder(**told | {"sources": tuple(told["sources"])})
    print(json.dumps(asdict(build(order, lambda _: None))), flush=True)


def main() -> None:
    for line in sys.stdin:
        with ExitStack() as stack:
            carry_out(json.loads(line), stack)


if __name__ == "__main__":
    main()
