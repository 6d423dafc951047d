"""What verifier, searcher and answerer are told alike.

The three share one system prompt and one growing conversation, and each is told its part in the
last message: so what stands before stays byte for byte the same, and a local server keeps it in its
cache.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_agent.agents.context import RunContext
from desktop_agent.core.messages import Message
from desktop_agent.core.untrusted import Fence

_RULES = """\
You are part of a small team that answers one question from what was found on the web. Today is \
{today}. The last message tells you which part is yours now: verifier, searcher or answerer.
- {fence}
- Base facts on what was found, not on memory.
- Reply in the tags that you are asked for, and with nothing else."""


@dataclass(slots=True)
class TeamTalk:
    """The conversation of the team: the question, and a message for each thing that was found."""

    fence: Fence
    opening: tuple[Message, ...]
    found: list[Message] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)

    def told(self, part: str) -> tuple[Message, ...]:
        """Gives the messages for the agent whose part is ``part``."""
        asked = "\n".join(f"- {query}" for query in self.queries) or "- none yet"
        # a searcher may have taken the words of a query from a page
        queries = self.fence.wrap(asked, "queries")
        return (
            *self.opening,
            *self.found,
            Message("user", f"Queries so far:\n{queries}\n\n{part}"),
        )


def team_talk(ctx: RunContext, queries: Sequence[str]) -> TeamTalk:
    """Begins the conversation; ``queries`` are those that were asked before."""
    rules = _RULES.format(today=ctx.today.isoformat(), fence=ctx.fence.rule)
    asked = f"The question:\n{ctx.question.text}"
    question = Message("user", asked, images=ctx.question.attachments)
    opening = (Message("system", rules), *ctx.question.history, question)
    return TeamTalk(ctx.fence, opening, queries=list(queries))
