"""Where the answer to a question in the background is kept."""

import pytest

from desktop_agent.core.research import Question
from desktop_agent.storage.conversations.store import ConversationStore


@pytest.fixture
async def conversations(tmp_path):
    store = ConversationStore(tmp_path / "conversations.db")
    yield store
    await store.aclose()


async def asked(conversations, conversation_id=""):
    question = Question("What is new?", background=True, conversation_id=conversation_id)
    return await conversations.begin_background_turn(question)


async def test_it_is_the_next_turn_of_its_conversation(conversations):
    first = await asked(conversations)
    second = await asked(conversations, first.conversation_id)
    assert second.conversation_id == first.conversation_id
    assert len(await conversations.outline(first.conversation_id)) == 2


@pytest.mark.parametrize("gone", ["deleted", "removed for good"])
async def test_a_conversation_that_was_deleted_is_followed_by_a_new_one(conversations, gone):
    first = await asked(conversations)
    await conversations.delete(first.conversation_id)
    if gone == "removed for good":
        await conversations.purge(-1)
    second = await asked(conversations, first.conversation_id)
    assert second.conversation_id != first.conversation_id
    assert [each.id for each in await conversations.list()] == [second.conversation_id]
