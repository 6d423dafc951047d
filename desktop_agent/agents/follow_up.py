"""Rewrite a follow-up question before a search so that it stands on its own."""

import re
from dataclasses import replace
from itertools import pairwise

from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice
from desktop_agent.core.language import differs, script_of
from desktop_agent.core.messages import Message
from desktop_agent.core.text import clipped, short_line
from desktop_agent.evidence.question.follow_ups import (
    is_about_wording,
    is_self_contained,
    possible_topic,
    speaks_of_both,
    stand_alone,
    subjects_in,
)
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.text.fold import folded_name, language_of_question
from desktop_agent.evidence.text.wordings import Patterns
from desktop_agent.web.ledger import is_web_off

AGENT = "main"

_RULES = """\
Rewrite the user's last question so that it can be understood without the conversation: put the \
names in that its words stand for. Keep its language and what it asks. Do not answer it. {fence} \
Output only the question."""
_ASKED = "{block}\n\nThe last question: {question}"

_TURNS, _TURNS_BY_RULE = 3, 20
_QUESTION_MOST, _ANSWER_MOST, _LONGEST = 150, 300, 300
_REPLY_TOKENS = 400
_SHARE, _MOST_S = 0.15, 20.0
_WORDS_OF_A_QUESTION = 5
_CUES = Patterns("requests")
_ADDRESS = re.compile(r"://|\bwww\.|[<>{}\[\]`|]|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/|@\w")


async def understood(ctx: RunContext, *, ask_model: bool) -> RunContext:
    """Return a context whose ``reading`` is based on a self-contained rewording of the question.

    A rewording is shown in a notice. The context is unchanged if there are no earlier turns, if
    there are attachments, or if the text is not a factual question (small talk, writing, code,
    rewording).

    If ``ask_model`` is True, the model rewrites questions that are not clearly self-contained.
    Without a model or a usable reply, rules apply; if they are inconclusive, a search decides.
    """
    asked = ctx.question.text.strip()
    if not ctx.question.history or ctx.question.attachments:
        return ctx
    is_chat = _CUES.small_talk.search(asked) and len(asked.split()) < _WORDS_OF_A_QUESTION
    is_work = _CUES.code.search(asked) or _CUES.writing.search(asked) or is_about_wording(asked)
    if is_chat or is_work:
        return ctx
    said = [each for each in ctx.question.history if each.role in ("user", "assistant")]
    turns = [
        (one.content, two.content if two.role == "assistant" else "")
        for one, two in pairwise([*said, Message("assistant")])
        if one.role == "user"
    ]
    question = ""
    before = turns[-1][0] if turns else ""
    if ask_model and ctx.model is not None and not is_self_contained(asked, before):
        question = await _by_model(ctx, asked, turns)
    if not question:
        turns = turns[-_TURNS_BY_RULE:]
        question = stand_alone(asked, turns)
        searches = not is_web_off() and (ask_model or ctx.model is None)
        topic = possible_topic(asked, turns) if question == asked and searches else ""
        if topic:
            hits = (await ctx.web.ask(f"{topic}: {asked}")).hits
            if any(speaks_of_both(f"{hit.title} {hit.snippet}", topic, asked) for hit in hits):
                question = f"{topic}: {asked}"
    if question == asked:
        return ctx
    ctx.emit(Notice(text=f"Understood as: {question}", question=question))
    return replace(ctx, reading=read_question(question, ctx.today))


async def _by_model(ctx: RunContext, asked: str, turns: list[tuple[str, str]]) -> str:
    lines = []
    for question, answer in turns[-_TURNS:]:
        lines.append(f"User: {short_line(question, _QUESTION_MOST)}")
        lines.append(f"Assistant: {short_line(answer, _ANSWER_MOST)}")
    block = ctx.fence.wrap("\n".join(lines), "the conversation")
    request = _ASKED.format(block=block, question=clipped(asked, 1_000))
    messages = ctx.conversation(_RULES, request, history=False)
    own = ctx.within(min(ctx.budget.remaining_s * _SHARE, _MOST_S))
    own = replace(own, temperature=0.0, think=False, reply_tokens=_REPLY_TOKENS)
    try:
        reply = await turn(own, Ask(AGENT, "Understand the question", "work", messages))
    except (BudgetExceeded, ModelError):
        return ""
    question = reply.text.strip().removeprefix("The last question:").strip(' "\u201c\u201d*')
    said = " ".join([asked, *(text for pair in turns for text in pair)])
    return question if _is_rewritten(question, asked, said) else ""


def _is_rewritten(question: str, asked: str, said: str) -> bool:
    """Return whether a reply is a usable rewording, with no numbers and few names of its own."""
    is_line = 0 < len(question) <= _LONGEST and "\n" not in question
    if not is_line or differs(asked, question) or _ADDRESS.search(question):
        return False
    marks = ("?", "\uff1f")
    if "?" in question[:-1] or (asked.endswith(marks) and not question.endswith(marks)):
        return False  # an answer, or a question with a remark
    if set(re.findall(r"\d+", question)) - set(re.findall(r"\d+", said)):
        return False
    known = folded_name(said)
    spans = subjects_in(question, language_of_question(question))
    names = [folded_name(question[start:end]) for start, end in spans]
    if script_of(question) == "CJK":  # which does not show where a name begins
        names = [sign for sign in question if sign.isalpha()]
    new = [name for name in names if name and name not in known]
    return len(new) * 2 <= len(names) and len(new) < max(1, len(names))
