"""The main agent, which gathers information with tools, writes a draft and refines it.

Tools and the answer have a conversation each: the first begins with the same rules and tools for
all questions, so that servers can reuse it; the second is a short one of sources and question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_agent.agents.answers.answer_form import is_worked_out, policy_of
from desktop_agent.agents.answers.fitness import fit_text
from desktop_agent.agents.evidence_gathering import (
    characters,
    evidence_lines,
    evidence_prompt,
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

_SHARE = 0.3
_SENTENCE_ENDS = '.!?:)"*_`\u2026\u3002\uff01\uff1f\u201d'
"""Characters that a reply that was cut may end with, if what was kept is whole."""
_MOST_CHARACTERS = 8_000
"""Room for passages and, once more, for the results of tools that are no sources."""
_MOST_TOKENS = 400
"""Maximum length of an answer to a question of fact, a number, or yes or no."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft, and the closing conversation to which it is an answer.

    ``found`` is the evidence in all sources of the run. It stands in for a draft without text.
    """

    text: str
    messages: tuple[Message, ...]
    found: EvidencePack


async def opening(ctx: RunContext, pack: EvidencePack | None) -> tuple[Message, ...]:
    """Return the conversation for tool calls: rules, earlier turns, question and evidence.

    What changes with the question or the day stands at the end.
    """
    bound = {tool.name for tool in ctx.toolbox.specs}
    rules = [_RULES, *(f"- {rule}" for name, rule in _TOOL_RULES.items() if name in bound)]
    evidence = await evidence_prompt(ctx, pack) if pack is not None else ""
    last = f"Today is {ctx.today.isoformat()}. {_form(ctx)}".rstrip()
    asked = "\n\n".join(filter(None, (ctx.question.text, evidence, last)))
    return ctx.conversation("\n".join(rules), asked)


def _form(ctx: RunContext) -> str:
    """Return the instructions on the form; there are none for code, writing and small talk."""
    if not ctx.question.bare and request_kind(ctx.question.text) != "question":
        return ""
    return policy_of(ctx.reading, bare=ctx.question.bare)


async def closing(
    ctx: RunContext,
    found: EvidencePack,
    replies: Sequence[ToolReply] = (),
    told: Sequence[str] = (),
) -> tuple[Message, ...]:
    """Return the conversation that asks for the answer: sources, question, and one instruction.

    The sources are the best passages, the ``replies`` of tools (those of searches only if there are
    no passages), and what the run was ``told`` on waking up.
    """
    room = await characters(ctx, _SHARE, _MOST_CHARACTERS)
    blocks = list(told)
    others = {each.text: each for each in replies}
    if found.passages or found.candidates:
        blocks.insert(0, ctx.fence.wrap(evidence_lines(found, room), "web evidence"))
        searches = (WebSearch.name, KnowledgeSearch.name)
        others = {t: each for t, each in others.items() if each.call.name not in searches}
    for text, each in others.items():
        blocks.append(ctx.fence.wrap(text[: room // len(others)], each.call.name))
    task = f"{_FROM_SOURCES} {leading(found)}".rstrip() if blocks else _FROM_MEMORY
    question = ctx.question.text
    reworded = bool(ctx.question.history) and ctx.reading.text != question.strip()
    asked = _CLOSING.format(
        sources="".join(f"{block}\n\n" for block in blocks),
        today=ctx.today.isoformat(),
        question=f"{question}\n(It means: {ctx.reading.text})" if reworded else question,
        task=task,
        form=_form(ctx),
    )
    return ctx.conversation(_CLOSING_RULES, asked.rstrip(), history=not reworded)


async def gather_and_write(
    ctx: RunContext, channel: Channel, pack: EvidencePack | None = None
) -> Draft:
    """Let the model call tools for up to ``agent.max_tool_iterations`` rounds, then write.

    No tools are offered if the evidence already holds the answer. Rounds that consist only of
    sleeping do not count, up to a limit. Once less than a quarter of the run's time is left, the
    answer is asked for. A reply that is no answer is asked for once more, unless a round of calls
    was of no use. If there is none then, the budget runs out, or the prompt is too long although
    there are sources, the draft is empty. Raise `ModelError` if the model wrote no answer and there is no evidence.
    """
    work = _Work(ctx, channel, pack)
    try:
        text = await work.text()
    except (BudgetExceeded, ContextOverflow, NoText) as error:
        if not (isinstance(error, BudgetExceeded) or ctx.web.sources.all()):
            raise
        ctx.emit(Notice(text=error.message, level="warning"))
        text = ""
        work.found = await with_later_sources(ctx, work.found)
    else:
        if not text and not work.found.sufficient:
            raise no_text(ctx)
    return Draft(text, work.messages, work.found)


class _Work:
    """The tool rounds and the closing call of one draft."""

    def __init__(self, ctx: RunContext, channel: Channel, pack: EvidencePack | None) -> None:
        self.found = pack or EvidencePack(ctx.reading)
        self.messages: tuple[Message, ...] = ()
        self._ctx = ctx
        self._channel = channel
        self._replies: list[ToolReply] = []
        self._told: list[str] = []
        self._wasted = False

    async def text(self) -> str:
        """Return the answer, or "" if the model wrote none."""
        text = "" if self._is_sure else await self._with_tools()
        self.found = await with_later_sources(self._ctx, self.found)
        self.messages = await closing(self._ctx, self.found, self._replies, self._told)
        if text == "":
            text = await self._written()
        if text is None and not self._wasted:
            self._ctx.emit(Notice(text=NOTHING_ELSE, level="warning"))
            text = await self._written(again=True)
        return text or ""

    @property
    def _is_sure(self) -> bool:
        explained = self._ctx.reading.question_type is QuestionType.EXPLANATORY
        return bool(self.found.answer) and not explained

    async def _with_tools(self) -> str | None:
        """Return what the model writes after its tool calls.

        Return "" if the answer is still to be asked for, and None if it wrote something else.
        """
        ctx = self._ctx
        left = ctx.settings.max_tool_iterations
        messages = await opening(ctx, self.found)
        title = "Think and gather"
        specs = ctx.toolbox.specs
        while left:
            most = 0 if RunPython.name in {each.name for each in specs} else _most_tokens(ctx)
            ask = Ask(AGENT, title, self._channel, messages, specs, again=False, most_tokens=most)
            reply = await turn(ctx, ask)
            if not reply.calls:
                return self._fit(reply, messages)
            results = await _called(ctx, reply)
            self._replies += results
            self._wasted |= not any(each.ok and not each.repeated for each in results)
            title = "Look at the results"
            if not _is_free(ctx, reply):
                left -= 1
            if ctx.budget.remaining_s < ctx.budget.limits.seconds / 4:
                left = 0
            woke = await rest(ctx, reply.step_id)
            self._told += (each.content for each in woke)
            messages += (reply.message, *map(_tool_message, results), *woke)
            messages += (_follow_up(results, left),)
        return ""

    async def _written(self, *, again: bool = False) -> str | None:
        """Ask for the answer; the second time without a limit, in case thinking took it all."""
        messages = self.messages
        if again:
            last = messages[-1]
            messages = (*messages[:-1], replace(last, content=last.content + _PLAINLY))
        title = "Ask again for text" if again else "Write the answer"
        most = 0 if again else _most_tokens(self._ctx)
        ask = Ask(AGENT, title, self._channel, messages, again=False, most_tokens=most)
        return self._fit(await turn(self._ctx, ask), messages)

    def _fit(self, reply: Reply, messages: Sequence[Message]) -> str | None:
        """Return what can be shown of a reply, or None if that is nothing."""
        if reply.cut and reply.text.rstrip()[-1:] not in _SENTENCE_ENDS:
            return None
        own = [each.content for each in messages if each.role == "system"]
        history = (each.content for each in self._ctx.question.history)
        asked = "\n".join((self._ctx.question.text, *history))
        own += (_FROM_SOURCES, _FROM_MEMORY, _PLAINLY, _MORE, f"Today is {self._ctx.today}.")
        return fit_text(reply.text, asked, own) or None


def _most_tokens(ctx: RunContext) -> int:
    kinds = (QuestionType.EXPLANATORY, QuestionType.LIST)
    long = ctx.reading.question_type in kinds or is_worked_out(ctx.reading)
    return 0 if long or ctx.think or not _form(ctx) else _MOST_TOKENS


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


def _follow_up(results: Sequence[ToolReply], rounds_left: int) -> Message:
    text = _MORE.format(left=rounds_left)
    return Message("user", text + _REPEATED if any(each.repeated for each in results) else text)
