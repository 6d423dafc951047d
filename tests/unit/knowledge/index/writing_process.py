"""Puts, replaces, removes and embeds documents without end, and says what is done."""

import asyncio
import json
import sys
from pathlib import Path

import numpy as np

from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from tests.unit.knowledge.index.making import MODEL, document


def say(*what: object) -> None:
    print(json.dumps(what), flush=True)


async def main(path: Path) -> None:
    index = SqliteIndex(path)
    await index.use_embedding(MODEL)
    first = len(await index.records())
    say("ready")
    for number in range(first, first + 1_000_000):
        key = f"d{number}"
        texts = [f"chunk {n} of {key} word{number} " for n in range(number % 7 + 1)]
        await index.put([document(key, *texts)])
        say("put", key, len(texts))
        waiting = await index.unembedded(5)
        ids = [each.id for each in waiting]
        await index.set_vectors(MODEL, ids, np.ones((len(ids), 8), np.float32))
        say("embedded", *ids)
        if number % 3 == 0:
            await index.put([document(key, "short")])
            say("put", key, 1)
        if number % 5 == 0:
            await index.remove([key])
            await index.put([document(f"{key}-again", "short")])
            say("removed", key)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
