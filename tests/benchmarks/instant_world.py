"""The loopback world in a process of its own, so that its work is not counted as the program's.

Prints its environment as one line of JSON, serves until its standard input closes.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from tests.end2end.world import build_world
from tests.servers.duckduckgo import Result
from tests.servers.model_reply import Reply

HITS = [Result(f"Title {n}", f"https://example.org/{n}", "A snippet. " * 20) for n in range(8)]
ANSWER = "A sentence of the answer with its source [1]. " * 20


def answer(request: dict[str, Any]) -> Reply | str:
    if "format" in request:
        return Reply(json={"missing": [], "faults": [], "verdict": "ok"})
    rounds = sum(message["role"] == "tool" for message in request["messages"])
    if request.get("tools") and rounds < 2:
        return Reply(tool_calls=[("web_search", {"query": f"query {time.monotonic_ns()}"})])
    return ANSWER


def main() -> None:
    with build_world(Path(sys.argv[1]), replies=answer, duckduckgo=[HITS]) as world:
        print(json.dumps(world.environ), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
