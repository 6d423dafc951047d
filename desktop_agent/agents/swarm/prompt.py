"""What the members of a swarm are told, and how their replies are read."""

import re
from collections.abc import Sequence
from dataclasses import replace

from desktop_agent.agents.json_reply import json_object
from desktop_agent.agents.swarm.consensus import Vote
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.core.untrusted import Fence
from desktop_agent.evidence.grounding.forms import INSUFFICIENT, bare_value, is_refusal
from desktop_agent.evidence.grounding.markup import plain_text
from desktop_agent.evidence.quantities.final_number import final_number

_FORM = """\
Work it out first, in as few steps as it takes. Then end your reply with one line of this form, and \
nothing behind it:
ANSWER: {value}"""
_VALUES = {
    QuestionType.NUMERIC: "the number alone, with its unit where it has one",
    QuestionType.BOOLEAN: "yes or no",
    QuestionType.LIST: "the items alone, separated by semicolons",
    QuestionType.EXPLANATORY: "the conclusion in one sentence",
    QuestionType.FACTUAL: "the bare value in as few words as possible",
}
_COOPERATE = """\
Colleagues of yours worked on the same question without seeing your reply, and you do not all agree. \
These are their replies:

{replies}

{rule}Find where you part from them and check that very step anew. The number of colleagues proves \
nothing: keep your answer if it is right, and change it if you find a fault in it. Then end your \
reply as before:
ANSWER: {value}"""
_MOST_OF_A_REPLY = 1_500
"""Characters of a colleague's reply that are shown; its end holds more than its beginning."""

_THINKING = re.compile(r"(?is)^.*</\s*think(?:ing)?\s*>")
_MARK = re.compile(
    r"^[\s>*_#`\-]{0,12}(?:the\s+|my\s+)?(?:final\s+)?answer[\s*_`]{0,6}(?:is\s?)?[:=\uff1a]",
    re.IGNORECASE | re.MULTILINE,
)
_ANSWER_LINE = re.compile(
    r"^[\s>*_#`]{0,12}answer[\s*_`]{0,6}:[^\n]*\Z", re.IGNORECASE | re.MULTILINE
)
_BOXED = re.compile(r"\\boxed\{([^{}]{1,200}(?:\{[^{}]{0,100}\}[^{}]{0,100}){0,4})\}")
_BULLET = re.compile(r"^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+")
_UNKNOWN = re.compile(r"(?:unknown|not known|n/?a|\?+|-+|no answer)\W{0,3}", re.IGNORECASE)
_LONGEST = 600


def opening(messages: tuple[Message, ...], kind: QuestionType) -> tuple[Message, ...]:
    """Gives the conversation with what form the reply must have, said last."""
    form = _FORM.format(value=_VALUES[kind])
    if messages and messages[-1].role == "user":
        last = messages[-1]
        return (*messages[:-1], replace(last, content=f"{last.content}\n\n{form}"))
    return (*messages, Message("user", form))


def cooperation(
    fence: Fence, kind: QuestionType, own: tuple[Message, ...], others: Sequence[Vote]
) -> Message:
    """Gives what a member is told of the others: their replies as marked blocks, without names.

    What they wrote may quote pages, so it is data as those are; the rule for such blocks comes with
    it where the conversation does not hold it yet.
    """
    replies = "\n".join(
        fence.wrap(_shown(vote), f"colleague {number}") for number, vote in enumerate(others, 1)
    )
    known = any(fence.rule in message.content for message in own)
    rule = "" if known else f"{fence.rule}\n\n"
    return Message("user", _COOPERATE.format(replies=replies, rule=rule, value=_VALUES[kind]))


def answered(text: str, kind: QuestionType) -> tuple[str, bool]:
    """Gives the answer that a reply comes to, and whether the reply names it as such.

    That is what stands behind the last ``ANSWER:`` (or in the last box of LaTeX, or under
    ``answer`` in a JSON object); where there is none, the number, yes or no, items or statement
    that the reply gives.
    """
    said = _THINKING.sub("", text).strip()
    if named := _marked(said, kind) or _boxed(said) or _of_json(said):
        return named, True
    return _unmarked(said, kind), False


def without_answer_line(text: str) -> str:
    """Gives a reply without the line with the bare answer that members end with."""
    return _ANSWER_LINE.sub("", text).strip()


def knows(value: str) -> bool:
    """False for an answer that only says that there is none."""
    return not (
        is_refusal(value)
        or _UNKNOWN.fullmatch(value)
        or value.casefold().startswith(INSUFFICIENT.casefold())
    )


def _marked(said: str, kind: QuestionType) -> str:
    marks = list(_MARK.finditer(said))
    if not marks:
        return ""
    behind = said[marks[-1].end() :].strip("*_` \t")
    if boxed := _boxed(behind):
        return boxed
    if kind is QuestionType.LIST:
        lines = (_plain(_BULLET.sub("", line)) for line in behind.splitlines())
        return "; ".join(filter(None, lines))[:_LONGEST]
    lines = (_plain(line) for line in behind.splitlines())
    return next((line for line in lines if line), "")[:_LONGEST]


def _boxed(said: str) -> str:
    found = _BOXED.findall(said)
    return re.sub(r"\\text\{([^{}]*)\}", r"\1", found[-1]).strip() if found else ""


def _of_json(said: str) -> str:
    data = json_object(said) if said.startswith("{") else None
    value = data.get("answer") if data is not None else None
    if isinstance(value, list):
        return "; ".join(map(str, value))[:_LONGEST]
    return "" if value is None or isinstance(value, dict) else str(value).strip()[:_LONGEST]


def _unmarked(said: str, kind: QuestionType) -> str:
    if kind is QuestionType.NUMERIC:
        return final_number(said)
    return bare_value(said, kind)[:_LONGEST] if said else ""


def _plain(line: str) -> str:
    # a value in square brackets looks like a citation, which is no part of a value
    return (plain_text(line) or line.strip()).rstrip(" .") or line.strip()


def _shown(vote: Vote) -> str:
    text = vote.text.strip()
    if len(text) > _MOST_OF_A_REPLY:
        text = f"… {text[-_MOST_OF_A_REPLY:]}"
    return f"{text}\n(answer: {vote.value})"
