"""The team: verifier, searcher and answerer, and the conversation that they share."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from desktop_agent.agents.answers.answer_form import policy_of
from desktop_agent.agents.evidence_gathering import (
    characters,
    evidence_lines,
    read_pages,
    search_documents,
    where,
)
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import (
    json_object,
    object_schema,
    one_of,
    tagged,
    without_thinking,
)
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.messages import Message
from desktop_agent.core.research import SearchReport
from desktop_agent.core.text import Fence
from desktop_agent.evidence.passages import Ranking
from desktop_agent.evidence.records import Document, EvidencePack, Passage
from desktop_agent.evidence.text.fold import folded_words, language_of, stem, stop_words, words
from desktop_agent.tools.web import failure_line
from desktop_agent.web.ledger import is_offline

# --- The shared prompt and conversation
#
# The three agents share the rules and the growing findings, so that a local server can cache them.
# The last message holds the question and the one task of the agent that is asked.

_RULES = """\
You answer one question from what was found on the web. Today is {today}.
- {fence}
- Base facts on what was found, not on memory."""


@dataclass(slots=True)
class TeamConversation:
    """The team's conversation: the rules, a message for each finding, and the queries so far.

    ``request`` is the user's message, with the question and the attachments.
    """

    fence: Fence
    opening: tuple[Message, ...]
    request: Message
    found: list[Message] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)

    def told(self, part: str) -> tuple[Message, ...]:
        """Return the messages for an agent; ``part`` contains its instructions and comes last."""
        asked = f"{self.request.content}\n\n{part}"
        return (*self.opening, *self.found, replace(self.request, content=asked))

    def told_with_queries(self, part: str) -> tuple[Message, ...]:
        """Return the messages for an agent that must know what has been searched for."""
        asked = "\n".join(f"- {query}" for query in self.queries) or "- none yet"
        # untrusted, because a searcher may have copied the query from a page
        return self.told(f"Queries so far:\n{self.fence.wrap(asked, 'queries')}\n\n{part}")


def team_conversation(ctx: RunContext, queries: Sequence[str]) -> TeamConversation:
    """Start the team's conversation; ``queries`` are those already searched for."""
    *opening, request = ctx.conversation(_RULES, f"Question: {ctx.question.text}")
    return TeamConversation(ctx.fence, tuple(opening), request, queries=list(queries))


_SHARE = 0.5
_MOST_CHARACTERS = 6_000
_PAGES = 3
_PASSAGES = 6
_SAME = 0.8


async def first_findings(ctx: RunContext, pack: EvidencePack) -> list[Message]:
    """Return the initial evidence as a list with one message, or [] if there is no evidence."""
    if not pack.candidates and not pack.passages:
        return []
    lines = evidence_lines(pack, await _room(ctx))
    return [Message("user", ctx.fence.wrap(lines, "web evidence"))]


@dataclass(frozen=True, slots=True)
class Finding:
    """Search results as plain text, not yet marked as data; ``origin`` names their source."""

    text: str
    origin: str


async def look_up(ctx: RunContext, query: str) -> list[Message]:
    """Run `search_for` and return its findings as messages marked as data."""
    found = await search_for(ctx, query)
    return [Message("user", ctx.fence.wrap(each.text, each.origin)) for each in found]


async def search_for(ctx: RunContext, query: str) -> list[Finding]:
    """Search documents and the web; return the results, with passages from the top pages."""
    own = await _in_documents(ctx, query)
    if ctx.knowledge is not None and is_offline():
        return own
    report, sources = await ctx.web.search(query)
    numbers = [source.number for source in sources]
    unread = [each for each in ctx.web.sources.documents_of(numbers) if not each.read]
    await read_pages(ctx, unread[:_PAGES])
    documents = ctx.web.sources.documents_of(numbers)

    def best() -> tuple[Passage, ...]:
        return Ranking(ctx.reading, documents).best(_PASSAGES)

    passages = await asyncio.to_thread(best)
    lines = [f"Search for: {query}", *_results(report, documents)]
    lines += [f"[{each.source}] says: {each.text}" for each in passages]
    text = "\n".join(lines)[: await _room(ctx)]
    return [*own, Finding(text, "web search")]


async def _in_documents(ctx: RunContext, query: str) -> list[Finding]:
    searched = await search_documents(ctx, query, _PASSAGES)
    if searched is None:
        return []
    found, note = searched
    lines = [f"Search in the user's documents for: {query}", *filter(None, (note,))]
    lines += [f"[{each.source.number}] {each.source.title}: {each.hit.text}" for each in found]
    if not found:
        lines.append("Nothing was found.")
    text = "\n".join(lines)[: await _room(ctx)]
    return [Finding(text, "document search")]


def same_in_substance(query: str, other: str) -> bool:
    """Return whether two queries share all numbers and at least 80% of their content words."""
    one, two = _content_stems(query), _content_stems(other)
    if not one or not two:
        return query.casefold().split() == other.casefold().split()
    if any(word.isdigit() for word in one ^ two):
        return False
    return len(one & two) >= _SAME * len(one | two)


def _content_stems(query: str) -> set[str]:
    language = language_of(query) or "en"
    stop = stop_words(language)
    return {stem(word, language) for word in folded_words(query) if word not in stop}


def _results(report: SearchReport, documents: Sequence[Document]) -> list[str]:
    if report.failed:
        return [f"The search failed: {failure_line(report.attempts)}"]
    if not documents:
        return ["No engine has a result for this query."]
    return [f"[{each.number}] {each.title} — {where(each)}\n{each.snippet}" for each in documents]


async def _room(ctx: RunContext) -> int:
    """Return the maximum length of a finding in characters.

    It is chosen so that all findings fit the model's context.
    """
    return await characters(ctx, _SHARE / (ctx.settings.team_rounds + 1), _MOST_CHARACTERS)


# --- The verifier: decides whether the findings are enough to answer the question

AGENT = "verifier"

_PART = """\
You are the verifier. Is what was found above enough to answer the question fully and correctly, \
without anything from memory? Reply <verify>yes</verify> if it is, or <verify>no</verify> if \
something is missing, is out of date or contradicts itself. No other word."""
_SCHEMA = object_schema(enough=one_of("yes", "no"))
"""Constrains the reply where the server can; elsewhere, the verdict is read from the tags."""
_VERDICT_TOKENS = 16
_YES = re.compile(r"\W*(yes|ja|oui|s[ií]|true|enough|sufficient)\b", re.IGNORECASE)
_NO = re.compile(r"\W*(no|nein|non|not|false|insufficient)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verification:
    """The verifier's verdict; ``note`` is set if the reply contained no verdict."""

    enough: bool
    said: str
    note: str = ""


async def verify(ctx: RunContext, talk: TeamConversation) -> Verification:
    """Ask the verifier for a verdict. Raises the same errors as `turn`."""
    title, messages = "Is what was found enough?", talk.told_with_queries(_PART)
    ask = Ask(AGENT, title, "work", messages, schema=_SCHEMA, most_tokens=_VERDICT_TOKENS)
    return parse_verification((await turn(ctx, ask)).text)


def parse_verification(text: str) -> Verification:
    """Parse a verdict; a reply without one counts as "no" and gets a note."""
    said = tagged(text, "verify")
    if said is None and (data := json_object(without_thinking(text))):
        said = str(data.get("enough", ""))
    if said is None and len(text.split()) <= 3:
        said = text  # small models may reply with a bare "Yes."
    if said is not None and _YES.match(said):
        return Verification(enough=True, said="yes")
    if said is not None and _NO.match(said):
        return Verification(enough=False, said="no")
    return Verification(
        enough=False, said="", note="The verifier gave no verdict, which counts as no."
    )


# --- The searcher: writes one search query for what is missing

SEARCHER = "searcher"

_SEARCHER_PART = """\
You are the searcher. Something is still missing. Write one short search query of key words that \
would find it, different from the queries so far, between <search> and </search>. No other word."""
_QUERY_TOKENS = 48
_MOST = 200


async def next_query(ctx: RunContext, talk: TeamConversation) -> str:
    """Ask for the next query. Raises the same errors as `turn`.

    Return "" if there is no further query.
    """
    title, messages = "What to search for next", talk.told_with_queries(_SEARCHER_PART)
    ask = Ask(SEARCHER, title, "work", messages, most_tokens=_QUERY_TOKENS)
    query = parse_query((await turn(ctx, ask)).text)
    return "" if is_copied(query, _SEARCHER_PART) else query


def parse_query(text: str) -> str:
    """Extract the query from a reply as one unquoted line, or return "" if there is none."""
    said = tagged(text, "search")
    if said is None:
        lines = [line for line in text.strip().splitlines() if line.strip()]
        said = lines[0] if len(lines) == 1 and "<" not in lines[0] else ""
    query = " ".join(said.split())
    if len(query) > 1 and query[0] == query[-1] and query[0] in "\"'`":
        query = query[1:-1].strip()
    return query[:_MOST]


# --- The answerer: writes the answer from all findings

ANSWERER = "answerer"

_ANSWERER_PART = """\
You are the answerer. Write the answer to the question from what was found above, in the language of \
the question, as plain text. Cite the source of each fact right behind it by its number, like [1].
{form}
{enough}"""
_ENOUGH = "What was found is enough."
_MAYBE_NOT = "What was found may be insufficient: say what is known from it, and say plainly what is missing."
_PLACEHOLDERS = (
    "the answer your answer here answer text final answer insert the answer to the question"
)
_ONLY_ANSWER = "That was no answer. What do the sources say? Write that, as plain text."


async def write_answer(ctx: RunContext, talk: TeamConversation, *, enough: bool) -> str:
    """Write the team's answer; return "" if the model only repeats its prompt, twice.

    Raises the same errors as `turn`.
    """
    part = _part(ctx, enough=enough)
    messages = talk.told(part)
    prompt = f"{_RULES} {part} {_PLACEHOLDERS}"
    text = await _write(ctx, "Write the answer", messages)
    if is_copied(text, prompt):
        messages += (Message("assistant", text), Message("user", _ONLY_ANSWER))
        text = await _write(ctx, "Ask again for the answer", messages)
    return "" if is_copied(text, f"{prompt} {_ONLY_ANSWER}") else text


async def repair_answer(ctx: RunContext, talk: TeamConversation, text: str, asked: str) -> str:
    """Rewrite ``text`` as described in ``asked``. Raises the same errors as `turn`."""
    part = _part(ctx, enough=True)
    messages = (*talk.told(part), Message("assistant", text), Message("user", asked))
    return await _write(ctx, "Hold the answer to the evidence", messages)


def is_copied(text: str, prompt: str) -> bool:
    """Return whether a reply only repeats words of its prompt, in their order.

    A single word ("Yes") is an answer even if the prompt contains it.
    """
    said = words(text)
    return len(said) > 1 and f" {' '.join(said)} " in f" {' '.join(words(prompt))} "


def _part(ctx: RunContext, *, enough: bool) -> str:
    return _ANSWERER_PART.format(
        form=policy_of(ctx.reading, bare=ctx.question.bare),
        enough=_ENOUGH if enough else _MAYBE_NOT,
    )


async def _write(ctx: RunContext, title: str, messages: tuple[Message, ...]) -> str:
    ask = Ask(ANSWERER, title, "final", messages)
    text = (await turn(ctx, ask)).text
    said = tagged(text, "answer")
    return text.strip() if said is None else said
