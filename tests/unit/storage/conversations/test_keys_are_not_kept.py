"""A key that somebody pasted, or a model repeated, does not come into the file."""

import asyncio
from pathlib import Path

from desktop_agent.core.events import RunFinished, TextDelta, ThinkingDelta
from desktop_agent.core.messages import Attachment
from desktop_agent.core.settings import KEY_VARIABLES
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.secrets import Secrets
from tests.unit.storage.conversations.runs import started

KEY = "sk-or-v1-0123456789abcdef"


async def test_a_key_is_kept_in_no_question_file_title_draft_or_stream(path: Path):
    keys = Secrets(dict.fromkeys(KEY_VARIABLES.values(), KEY))
    assert KEY not in keys.redact(KEY)
    store = ConversationStore(path, keys.redact)
    made = await store.create(f"What is {KEY}?")
    await store.save_draft("", f"and {KEY}")
    files = [Attachment("env.txt", "text/plain", f"KEY={KEY}")]
    turn = await store.begin_turn(made.id, f"What is {KEY}?", parent_id=None, attachments=files)
    recorder = store.recorder(turn.id)
    recorder.write(started())
    for kind in (ThinkingDelta, TextDelta):
        for piece in ("The key is ", KEY[:9], KEY[9:], "."):
            recorder.write(kind(step_id="s", channel="draft", text=piece))
    recorder.write(RunFinished(status="stopped"))
    await asyncio.to_thread(recorder.close)
    (stored,) = await store.turns((turn.id,))
    assert KEY not in repr(stored)
    assert stored.answer == "The key is [redacted]."
    assert stored.question == "What is [redacted]?"
    assert KEY not in repr(await store.list()) + await store.draft("")
    await store.aclose()
    assert not [file for file in path.parent.iterdir() if KEY.encode() in file.read_bytes()]
