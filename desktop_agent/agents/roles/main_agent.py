"""The main agent, which gathers information with tools, writes a draft and refines it."""

from dataclasses import dataclass

from desktop_agent.agents.answers.answer_form import policy_of
from desktop_agent.agents.evidence_gathering import evidence_prompt
from desktop_agent.agents.model_call import Ask, Reply, no_text, turn
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import deadline, rest
from desktop_agent.core.errors import BudgetExceeded, ContextOverflow
from desktop_agent.core.events import Channel, Notice
from desktop_agent.core.messages import Message
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.tools.sleep import Sleep
from desktop_agent.tools.toolbox import ToolReply

AGENT = "main"

_RULES = """\
You are a careful research assistant. Today is {today}.

How you work
{documents}- For facts that can change, or that you are not sure of, call web_search before you answer; read a \
page with web_fetch when the snippets do not settle it.
- Look at what came back. When it does not hold the answer, search again with other, more specific \
words instead of guessing.
- Base facts on what the tools returned, not on memory. When sources disagree, say so.
- Cite the source of each fact right behind it by its number in square brackets, like [1] or [2][3]. \
Cite only numbers that tools have given you. Do not write a list of sources at the end.
- When web search failed, say so in your answer and mark what you say as unchecked.
{waiting}- {fence}
- Answer in the language of the question. No filler.
- {form}\
"""

_DOCUMENTS = (
    "- The user has documents of their own. For what may stand in them, call knowledge_search "
    "first; what they say goes before what the web says.\n"
)
_WAITING = (
    "- Call sleep only when something has to be waited for: a time, the user, or the end of a "
    "background run (start_research).\n"
)
_MORE = (
    "These are the results. You may answer now, or, if they do not hold the answer, call a tool "
    "again with a better query. Rounds of tool calls left: {left}."
)
_LAST = (
    "These are the results, and there are no more tool calls. Answer the question now from what "
    "you have, with citations like [1]. Where it is not enough, say what is missing."
)
_WRITE = "Write the answer to the question now, as plain text. Do not call any tool."
_REFINE = """\
A reviewer read your draft and found this:
{critique}

Write the final answer: keep what is right, mend what the reviewer is right about, ignore what they \
are wrong about, and keep the citations. Give only the answer itself, without a word about the \
draft or the review."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft and the conversation that led to it, excluding the draft itself."""

    text: str
    messages: tuple[Message, ...]


async def opening(ctx: RunContext, pack: EvidencePack | None) -> tuple[Message, ...]:
    """Return the conversation up to the question: rules, earlier turns, question and evidence."""
    evidence = await evidence_prompt(ctx, pack) if pack is not None else ""
    return ctx.conversation(
        _RULES,
        f"{ctx.question.text}\n\n{evidence}" if evidence else ctx.question.text,
        documents=_DOCUMENTS if ctx.knowledge is not None else "",
        waiting=_WAITING if any(tool.name == Sleep.name for tool in ctx.toolbox.specs) else "",
        form=policy_of(ctx.reading, bare=ctx.question.bare),
    )


async def gather_and_write(
    ctx: RunContext, channel: Channel, pack: EvidencePack | None = None
) -> Draft:
    """Let the model call tools for up to ``agent.max_tool_iterations`` rounds, then write.

    Rounds that consist only of sleeping do not count, up to a limit. In the last round, no tools
    are offered and the model is asked to answer. Once less than a quarter of the run's time is
    left, the next round becomes the last. If the budget runs out, or the prompt is
    too long although there are sources, the draft is empty.
    """
    messages = await opening(ctx, pack)
    try:
        return await _gather_and_write(ctx, channel, messages)
    except (BudgetExceeded, ContextOverflow) as error:
        if isinstance(error, ContextOverflow) and not ctx.web.sources.all():
            raise
        ctx.emit(Notice(text=error.message, level="warning"))
        return Draft("", messages)


async def _gather_and_write(
    ctx: RunContext, channel: Channel, messages: tuple[Message, ...]
) -> Draft:
    left = ctx.settings.max_tool_iterations
    title = "Think and gather"
    while left:
        reply = await turn(ctx, Ask(AGENT, title, channel, messages, ctx.toolbox.specs))
        if not reply.calls:
            return await _written(ctx, channel, messages, reply)
        results = await _called(ctx, reply)
        title = "Look at the results"
        if not _is_free(ctx, reply):
            left -= 1
        if ctx.budget.remaining_s < ctx.budget.limits.seconds / 4:
            left = 0
        messages += (reply.message, *map(_tool_message, results))
        messages += await rest(ctx, reply.step_id)
        messages += (_follow_up(results, left),)
    reply = await turn(ctx, Ask(AGENT, "Write the answer", channel, messages))
    return await _written(ctx, channel, messages, reply)


async def refine(ctx: RunContext, draft: Draft, critique: str) -> str:
    """Rewrite the draft to address the critique; return "" if the model writes nothing."""
    asked = _REFINE.format(critique=critique)
    return await repair(ctx, draft, draft.text, asked, "Refine the answer")


async def repair(
    ctx: RunContext,
    draft: Draft,
    text: str,
    asked: str,
    title: str = "Hold the answer to the evidence",
) -> str:
    """Rewrite ``text`` as described in ``asked``; return "" if the model writes nothing."""
    messages = (*draft.messages, Message("assistant", text), Message("user", asked))
    return (await turn(ctx, Ask(AGENT, title, "final", messages))).text.strip()


async def _written(
    ctx: RunContext, channel: Channel, messages: tuple[Message, ...], reply: Reply
) -> Draft:
    if reply.text.strip():
        return Draft(reply.text.strip(), messages)
    # ask once more if the model only thought or called removed tools
    messages += (Message("user", _WRITE),)
    again = await turn(ctx, Ask(AGENT, "Ask again for text", channel, messages))
    if not again.text.strip():
        raise no_text(ctx)
    return Draft(again.text.strip(), messages)


async def _called(ctx: RunContext, reply: Reply) -> tuple[ToolReply, ...]:
    try:
        async with deadline(ctx.budget, ctx.budget.remaining_s):
            return await ctx.toolbox.call_all(reply.calls, reply.step_id)
    except TimeoutError:
        raise BudgetExceeded("The time of the run was used up while tools worked.") from None


def _is_free(ctx: RunContext, reply: Reply) -> bool:
    only_sleeps = all(call.name == Sleep.name for call in reply.calls)
    return only_sleeps and ctx.sleep is not None and ctx.sleep.uncounted_round()


def _tool_message(reply: ToolReply) -> Message:
    return Message("tool", reply.text, tool_call_id=reply.call.id, tool_name=reply.call.name)


def _follow_up(results: tuple[ToolReply, ...], rounds_left: int) -> Message:
    text = _MORE.format(left=rounds_left) if rounds_left else _LAST
    if any(reply.repeated for reply in results):
        text += " A call that you had made before was answered from its first result."
    return Message("user", text)
