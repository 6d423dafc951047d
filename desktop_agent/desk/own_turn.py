"""The turn of a question that is asked in the background."""

from dataclasses import replace

from desktop_agent.core.research import Question
from desktop_agent.core.titles import title_of
from desktop_agent.storage.conversations.store import ConversationStore


async def own_turn(conversations: ConversationStore, question: Question) -> Question:
    """Gives the question with a turn at the end of its conversation, or of one that it begins.

    What was said there before does not go with it: a question that is asked again and again is to be
    answered anew.

    Raises:
        StorageError: it cannot be kept.
    """
    conversation_id, parent = question.conversation_id, None
    if conversation_id and await conversations.holds(conversation_id):
        outline = await conversations.outline(conversation_id)
        parent = outline[-1].id if outline else None
    else:
        begun = await conversations.create(
            title_of(question),
            strategy=question.strategy,
            model=question.model,
            offline=question.offline or None,
            documents=question.documents,
        )
        conversation_id = begun.id
    turn = await conversations.begin_turn(
        conversation_id, question.text, parent_id=parent, attachments=question.attachments
    )
    return replace(question, conversation_id=conversation_id, turn_id=turn.id)
