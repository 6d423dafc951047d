"""Makes the turns of a conversation legal for every provider.

Many chat templates take one system message, at the beginning, and want user and assistant to
take turns; Anthropic's API has no system role among the messages at all.
"""

from collections.abc import Sequence
from dataclasses import replace

from desktop_agent.core.messages import Message


def legal_turns(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Gives the same conversation in an order that every provider takes.

    There is one system message at most, first; later ones become the user's; neighbours of the
    user's are joined by an empty line.

    What comes first stays as it is byte for byte when turns are added at the end, so that a
    server can reuse its cache.
    """
    turns: list[Message] = []
    for message in messages:
        turn = message
        if message.role == "system" and any(t.role != "system" for t in turns):
            turn = replace(message, role="user")
        if turns and turns[-1].role == turn.role and turn.role in ("system", "user"):
            both = "\n\n".join(part for part in (turns[-1].content, turn.content) if part)
            images = turns[-1].images + turn.images
            turns[-1] = replace(turns[-1], content=both, images=images)
        else:
            turns.append(turn)
    return tuple(turns)
