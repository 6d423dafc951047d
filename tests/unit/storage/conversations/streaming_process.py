"""A process that streams, renames and deletes until it is killed, and says what it has been told is done.

Each line is JSON: what, and to what; ``said`` is a word handed to the recorder, with the time.
"""

import asyncio
import json
import random
import sys
import time
from pathlib import Path

from desktop_agent.core.events import AnswerGiven, RunFinished, TextDelta
from desktop_agent.storage.conversations.store import ConversationStore
from tests.unit.storage.conversations.runs import started


def tell(what: str, *rest: object) -> None:
    sys.stdout.write(json.dumps([what, *rest]) + "\n")
    sys.stdout.flush()


async def stream(store: ConversationStore) -> None:
    while True:
        conversation = await store.create("streamed")
        turn = (await store.begin_turn(conversation.id, "Q", parent_id=None)).id
        tell("begun", conversation.id, turn)
        recorder = store.recorder(turn)
        recorder.write(started())
        words = []
        for number in range(random.randrange(1, 600)):
            words.append(f"w{number} ")
            recorder.write(TextDelta(step_id="s", channel="final", text=words[-1]))
            tell("said", turn, number, time.monotonic())
            await asyncio.sleep(0.004)
        recorder.write(AnswerGiven(text="".join(words)))
        recorder.write(RunFinished(status="answered"))
        await asyncio.to_thread(recorder.close)
        tell("finished", turn, len(words))


async def rename(store: ConversationStore) -> None:
    conversation = await store.create("0")
    for number in range(1, 1_000_000):
        await store.change(conversation.id, title=str(number))
        tell("renamed", conversation.id, number)


async def delete(store: ConversationStore) -> None:
    while True:
        conversation = await store.create("to be deleted")
        await store.save_draft("", conversation.id)
        await store.delete(conversation.id)
        tell("deleted", conversation.id)
        if random.random() < 0.2:
            await store.purge(60)


async def main(path: Path) -> None:
    store = ConversationStore(path)
    await store.list()
    tell("ready")
    await asyncio.gather(stream(store), rename(store), delete(store))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
