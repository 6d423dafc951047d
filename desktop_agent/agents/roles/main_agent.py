"""The main agent, which gathers information with tools, writes a draft and refines it.

Tool calls and the answer have separate conversations. The first begins with the same rules and
tools for all questions, so that servers can reuse it; the second contains only sources and the
question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from desktop_agent.agents.answers.answer_form import fit_text, is_worked_out
from desktop_agent.agents.evidence_gathering import (
    characters,
    evidence_lines,
    evidence_prompt,
    form_of,
    leading,
    with_later_sources,
)
from desktop_agent.agents.model_call import NOTHING_ELSE, Ask, Reply, no_text, turn
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import deadline, rest
from desktop_agent.core.errors import BudgetExceeded, ContextOverflow, NoText
from desktop_agent.core.events import Channel, Notice
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.tools.flag_discovery import FlagDiscovery
from desktop_agent.tools.knowledge import KnowledgeSearch
from desktop_agent.tools.run_python import RunPython
from desktop_agent.tools.sleep import Sleep
from desktop_agent.tools.toolbox import ToolReply
from desktop_agent.tools.web import WebSearch

AGENT = "main"
REPAIR = "Check the answer against the evidence"

_RULES = """\
You are a careful research assistant. Answer in the language of the question. No filler.
- {fence}
- Cite the source of each fact right behind it, like [1] or [2][3], by numbers that tools have given."""
_TOOL_RULES = {
    KnowledgeSearch.name: "For what may stand in the user's own documents, call knowledge_search "
    "first; what they say goes before what the web says.",
    WebSearch.name: "For facts that can change, or that you are not sure of, call web_search before "
    "you answer; read a page with web_fetch when the results do not settle it. Results are newer than "
    "your memory: believe them.",
    FlagDiscovery.name: "Keep what is surprising, important or worth coming back to with "
    "flag_discovery, but never the plain answer.",
}
_MORE = (
    "Answer now if these results hold the answer. If not, call a tool again with a better query. "
    "Rounds of tool calls left: {left}."
)
_REPEATED = " A call that you had made before was answered from its first result."

_AT_ONCE = """\
You are a careful assistant. Answer at once from what you know and from what the user gives you, in \
the language of the question; say so where you are not sure.
{fence}"""
_CLOSING_RULES = "You answer questions from sources. {fence}"
_CLOSING = """\
{sources}Question: {question}

Today is {today}. {task} {form}"""
_FROM_SOURCES = (
    "Answer from the sources above, in the language of the question; cite them like [1]."
)
_FROM_MEMORY = "Answer in the language of the question; say so where you are not sure."
_PLAINLY = " Write only the answer itself, as plain text."
_REFINE = """\
A reviewer read your draft and found this:
{critique}

Write the final answer: keep what is right, mend what the reviewer is right about, ignore what they \
are wrong about, and keep the citations. Give only the answer itself, without a word about the \
draft or the review."""

_SHARE, _MOST_CHARACTERS = 0.3, 8_000
"""Room for passages and, once more, for the results of tools that are no sources."""
_SENTENCE_ENDS = '.!?:)"*_`\u2026\u3002\uff01\uff1f\u201d'
"""Characters that a reply that was cut may end with, if what was kept is whole."""
_MOST_TOKENS = 400
"""Maximum length of an answer to a question of fact, a number, or yes or no."""


async def answer_at_once(
    ctx: RunContext, agent: str, channel: Channel, form: str = "", *, again: bool = False
) -> str:
    """Answer the question in one call, without tools or sources. Raises as `turn` does."""
    asked = f"{ctx.question.text}\n\nToday is {ctx.today.isoformat()}. {form or form_of(ctx)}"
    messages = ctx.conversation(_AT_ONCE, asked)
    return (await turn(ctx, Ask(agent, "Answer", channel, messages, again=again))).text.strip()


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft, and the closing conversation that it answers.

    ``found`` is the evidence in all sources of the run; it replaces a draft without text.
    """

    text: str
    messages: tuple[Message, ...]
    found: EvidencePack


@dataclass(slots=True)
class _Gathered:
    """Tool results and wake-up messages so far; ``of_no_use`` is True if a round added nothing."""

    replies: list[ToolReply] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    of_no_use: bool = False


async def gather_and_write(ctx: RunContext, channel: Channel, found: EvidencePack) -> Draft:
    """Let the model call tools for up to ``agent.max_tool_iterations`` rounds, then have it write.

    No tools are offered if the evidence holds the answer. A small model gets no tools if there is
    any relevant evidence, or if it has to work out a number (it would copy the example program).
    Once less than a quarter of the run's time is left, the answer is requested. A reply that is not
    an answer is requested once more, unless a round of calls was useless. The draft is empty if
    there is still no answer, the budget runs out, or the prompt is too long although there are
    sources. Raise `ModelError` if the model wrote no answer and there is no evidence.
    """
    messages: tuple[Message, ...] = ()
    gathered = _Gathered()
    text: str | None = ""
    try:
        explained = ctx.reading.question_type is QuestionType.EXPLANATORY
        has_enough = bool(found.answer) and not explained
        needless = found.passages or is_worked_out(ctx.reading)
        if not has_enough and not (needless and await ctx.has_small_model()):
            text = await _with_tools(ctx, channel, found, gathered)
        found = await with_later_sources(ctx, found)
        messages = await _closing(ctx, found, gathered)
        if text == "":
            text = await _written(ctx, channel, "Write the answer", messages, _most_tokens(ctx))
        if text is None and not gathered.of_no_use:
            ctx.emit(Notice(text=NOTHING_ELSE, level="warning"))
            last = replace(messages[-1], content=messages[-1].content + _PLAINLY)
            asked = (*messages[:-1], last)
            # without a limit, in case thinking took it all
            text = await _written(
                ctx, channel, "Ask the model again for a written answer", asked, 0
            )
    except (BudgetExceeded, ContextOverflow, NoText) as error:
        if not (isinstance(error, BudgetExceeded) or ctx.web.sources.all()):
            raise
        ctx.emit(Notice(text=error.message, level="warning"))
        return Draft("", messages, await with_later_sources(ctx, found))
    if not text and not found.sufficient:
        raise no_text(ctx)
    return Draft(text or "", messages, found)


async def _with_tools(
    ctx: RunContext, channel: Channel, found: EvidencePack, gathered: _Gathered
) -> str | None:
    """Return the model's answer after its tool calls, "" to request one, or None if unusable."""
    specs = ctx.toolbox.specs
    bound = {tool.name for tool in specs}
    rules = [_RULES, *(f"- {rule}" for name, rule in _TOOL_RULES.items() if name in bound)]
    last = f"Today is {ctx.today.isoformat()}. {_form(ctx)}".rstrip()
    asked = (ctx.question.text, await evidence_prompt(ctx, found), last)
    messages = ctx.conversation("\n".join(rules), "\n\n".join(filter(None, asked)))
    left = ctx.settings.max_tool_iterations
    title = "Think and gather evidence"
    most = 0 if RunPython.name in bound else _most_tokens(ctx)
    while left:
        ask = Ask(AGENT, title, channel, messages, specs, again=False, most_tokens=most)
        reply = await turn(ctx, ask)
        if not reply.calls:
            return _fit(ctx, reply, messages)
        try:
            async with deadline(ctx.budget, ctx.budget.remaining_s):
                results = await ctx.toolbox.call_all(reply.calls, reply.step_id)
        except TimeoutError:
            raise BudgetExceeded("The task ran out of time while tools were running.") from None
        gathered.replies += results
        gathered.of_no_use |= not any(each.ok and not each.repeated for each in results)
        title = "Look at the results"
        only_sleeps = all(call.name == Sleep.name for call in reply.calls)
        if not (only_sleeps and ctx.sleep is not None and ctx.sleep.uncounted_round()):
            left -= 1
        if ctx.budget.remaining_s < ctx.budget.seconds / 4:
            left = 0
        woke = await rest(ctx, reply.step_id)
        gathered.told += (each.content for each in woke)
        more = _MORE.format(left=left)
        if any(each.repeated for each in results):
            more += _REPEATED
        told = (
            Message("tool", each.text, tool_call_id=each.call.id, tool_name=each.call.name)
            for each in results
        )
        messages += (reply.message, *told, *woke, Message("user", more))
    return ""


async def _closing(
    ctx: RunContext, found: EvidencePack, gathered: _Gathered
) -> tuple[Message, ...]:
    """Return the conversation that requests the answer: sources, question and one instruction."""
    room = await characters(ctx, _SHARE, _MOST_CHARACTERS)
    blocks = list(gathered.told)
    others = {each.text: each.call.name for each in gathered.replies if not each.repeated}
    if found.passages or found.candidates:
        blocks.insert(0, ctx.fence.wrap(evidence_lines(found, room), "web evidence"))
        searches = (WebSearch.name, KnowledgeSearch.name)
        others = {text: name for text, name in others.items() if name not in searches}
    blocks += (ctx.fence.wrap(text[: room // len(others)], name) for text, name in others.items())
    question = ctx.question.text
    reworded = bool(ctx.question.history) and ctx.reading.text != question.strip()
    asked = _CLOSING.format(
        sources="".join(f"{block}\n\n" for block in blocks),
        today=ctx.today.isoformat(),
        question=f"{question}\n(It means: {ctx.reading.text})" if reworded else question,
        task=f"{_FROM_SOURCES} {leading(found)}".rstrip() if blocks else _FROM_MEMORY,
        form=_form(ctx),
    )
    return ctx.conversation(_CLOSING_RULES, asked.rstrip(), history=not reworded)


def _form(ctx: RunContext) -> str:
    """Return the format instructions, or "" for code, writing and small talk."""
    if not ctx.question.bare and request_kind(ctx.question.text) != "question":
        return ""
    return form_of(ctx)


def _most_tokens(ctx: RunContext) -> int:
    kinds = (QuestionType.EXPLANATORY, QuestionType.LIST)
    long = ctx.reading.question_type in kinds or is_worked_out(ctx.reading)
    return 0 if long or ctx.think or not _form(ctx) else _MOST_TOKENS


async def _written(
    ctx: RunContext, channel: Channel, title: str, messages: tuple[Message, ...], most: int
) -> str | None:
    ask = Ask(AGENT, title, channel, messages, again=False, most_tokens=most)
    return _fit(ctx, await turn(ctx, ask), messages)


def _fit(ctx: RunContext, reply: Reply, messages: Sequence[Message]) -> str | None:
    """Return the displayable part of a reply, or None if there is none."""
    if reply.cut and reply.text.rstrip()[-1:] not in _SENTENCE_ENDS:
        return None
    own = (_FROM_SOURCES, _FROM_MEMORY, _PLAINLY, _MORE, f"Today is {ctx.today}.")
    return fit_text(reply.text, ctx.asked, (messages[0].content, *own)) or None


async def refine(ctx: RunContext, draft: Draft, critique: str) -> str:
    """Rewrite the draft to address the critique, or return "" if the model writes nothing."""
    asked = _REFINE.format(critique=critique)
    return await repair(ctx, draft, draft.text, asked, "Refine the answer")


async def repair(ctx: RunContext, draft: Draft, text: str, asked: str, title: str = REPAIR) -> str:
    """Rewrite ``text`` as described in ``asked``, or return "" if the model writes nothing."""
    messages = (*draft.messages, Message("assistant", text), Message("user", asked))
    return (await turn(ctx, Ask(AGENT, title, "final", messages))).text.strip()
