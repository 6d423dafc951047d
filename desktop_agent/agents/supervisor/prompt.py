"""What the supervisor is told: one conversation that only grows.

Plan, critique, synthesis and repair are asked for in its last message. So what stands before stays
byte for byte the same, and a local server keeps it in its cache.
"""

from contextlib import suppress
from dataclasses import dataclass

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.deadline import deadline
from desktop_agent.agents.evidence_prompt import evidence_prompt
from desktop_agent.core.allocation import for_plan
from desktop_agent.core.attachments import Attachment
from desktop_agent.core.errors import ModelError
from desktop_agent.core.messages import Message
from desktop_agent.evidence.pack import EvidencePack

AGENT = "supervisor"

_RULES = """\
You are the supervisor of a small team of researchers that answers one question. Today is {today}. You \
part the question, judge what the team found, and write the answer; the last message says which of \
these is asked of you now.
- {fence}
- Base facts on what was found, not on memory. When findings disagree, say so.
- Cite the source of each fact right behind it by its number in square brackets, like [1] or [2][3]. \
Cite only numbers that stand in what was found. Do not write a list of sources at the end.
- Reply in JSON where the last message asks for a JSON object, and nowhere else.
- Write in the language of the question. No filler."""


_WRITE = "Write the answer to the question now."


@dataclass(slots=True)
class SupervisorTalk:
    """The conversation so far; nothing in it is ever changed, it is only added to.

    ``told`` (the question, later the results) and ``images`` go before what is asked next, in one
    message: the chat templates of some models want user and assistant to take turns.
    """

    said: tuple[Message, ...]
    told: str = ""
    images: tuple[Attachment, ...] = ()

    def asked(self, text: str) -> tuple[Message, ...]:
        """Gives the messages that end with ``text``, without keeping it."""
        content = f"{self.told}\n\n{text}" if self.told else text
        return (*self.said, Message("user", content, images=self.images))

    def after(self, written: str, text: str) -> tuple[Message, ...]:
        """Gives the messages that end with what was written as the answer, and ``text`` on it."""
        said = self.said if self.said[-1].role == "user" else self.asked(_WRITE)
        return (*said, Message("assistant", written), Message("user", text))

    def keep(self, asked: str, reply: str = "") -> None:
        """Adds what was asked and, where there is one, the reply."""
        self.said = self.asked(asked)
        self.told, self.images = "", ()
        if reply:
            self.said += (Message("assistant", reply),)


async def supervisor_talk(ctx: RunContext, pack: EvidencePack | None) -> SupervisorTalk:
    """Begins the conversation: rules, earlier turns, the question, the evidence.

    A model that does not say how much it can be told is told of no evidence; it will hardly answer.
    """
    rules = _RULES.format(today=ctx.today.isoformat(), fence=ctx.fence.rule)
    asked = f"The question:\n{ctx.question.text}"
    if pack is not None:
        with suppress(ModelError, TimeoutError):
            async with deadline(ctx.budget, for_plan(ctx.budget.remaining_s)):
                asked = f"{asked}\n\n{await evidence_prompt(ctx, pack)}".rstrip()
    said = (Message("system", rules), *ctx.question.history)
    return SupervisorTalk(said, asked, ctx.question.attachments)
