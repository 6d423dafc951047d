"""Turn a draft into the final answer: check its citations and claims, and add notices."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from desktop_agent.agents.answers.answer_form import (
    bare_value,
    is_refusal,
    lift_value,
    policy_of,
)
from desktop_agent.agents.answers.fitness import fit_text
from desktop_agent.agents.answers.revision import (
    Preference,
    never_worse,
    says_what_sources_say,
)
from desktop_agent.agents.evidence_gathering import correction_prompt, read_pages, repair_prompt
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import FIRST_ANSWER, Stage, run_stage, step
from desktop_agent.core.citations import (
    CITATION,
    CODE,
    MARKS,
    NUMBER,
    best_check,
    citation_numbers,
    folded_letters,
)
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.markdown import plain
from desktop_agent.core.research import Answer, Claim, EngineAttempt, QuestionType, Source
from desktop_agent.evidence.claims.citation_check import attach_citations, check_claims, spare
from desktop_agent.evidence.claims.verdicts import keep_verdicts
from desktop_agent.evidence.grounding.answer_check import Grounding, ground
from desktop_agent.evidence.grounding.evidence_answer import (
    block_quote,
    evidence_claims,
    evidence_text,
)
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.evidence.text.sentences import sentences
from desktop_agent.tools.web import failure_line
from desktop_agent.web.ledger import SWITCHED_OFF

_MOST_READ = 6
_READ_S = 10.0
_SAYS_FAILED = re.compile(
    r"search(es|ing)?\b[^.\n]{0,40}\b(fail|unavailable|not available|did not work)", re.IGNORECASE
)

_CONTRADICTED = "Its sources contradict what the model wrote. They say:"

Repair = Callable[[str, str], Awaitable[str]]
"""Corrects a text, given the text and a prompt that describes its faults."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A text whose citations have been checked, and the claims found in it.

    ``by_rules`` contains the claims as marked by `check`, before a reviewer has judged them.
    """

    text: str
    claims: tuple[Claim, ...] = ()
    by_rules: tuple[Claim, ...] = ()


async def check(ctx: RunContext, text: str, earlier: Checked | None = None) -> Checked:
    """Check a text against its sources without calling a model.

    What is no part of an answer is removed first; see `fit_text`. Citations of unknown sources are
    removed, and uncited sentences get a citation if a source supports them. Cited pages that have
    not been read yet are read first (at most six, within 10 s). Statements that also occur in the
    ``earlier`` text keep the reviewer's verdicts.
    """
    seen = ctx.web.sources.all()
    text = _without_headers(fit_text(text, ctx.asked), seen)
    if not text:
        return Checked("")
    text = drop_unknown_citations(text, {source.number for source in seen})
    await _read_cited(ctx, text)
    sources = {document.number: document for document in ctx.web.sources.documents()}

    def compared() -> Checked:
        cited = attach_citations(text, sources)
        claims = check_claims(cited, sources, ctx.reading.text)
        if earlier is None:
            return Checked(cited, claims, claims)
        return Checked(cited, keep_verdicts(claims, earlier.by_rules, earlier.claims), claims)

    with step(ctx, "claims", "Check the citations") as checking:
        checking.end()
        # in a thread: takes milliseconds per claim, which would block the UI
        return await asyncio.to_thread(compared)


def _without_headers(text: str, seen: Sequence[Source]) -> str:
    """Remove lines that only repeat how a prompt names a source: its title and its address."""
    headers = {part.strip() for source in seen for part in (source.title, source.url)}

    def is_header(line: str) -> bool:
        return bool(line.strip()) and CITATION.sub("", line).strip() in headers

    lines = text.splitlines()
    return "\n".join(line for line in lines if not is_header(line)).strip()


def _quoted(pack: EvidencePack) -> Checked:
    text = evidence_text(pack)
    return Checked(text, evidence_claims(text, pack))


async def _read_cited(ctx: RunContext, text: str) -> None:
    cited = ctx.web.sources.documents_of(dict.fromkeys(citation_numbers(text)))
    unread = [document for document in cited if not document.read]
    seconds = min(_READ_S, ctx.budget.remaining_s / 4)
    await read_pages(ctx, unread[:_MOST_READ], seconds=seconds)


def _preference(
    ctx: RunContext, earlier: Checked, later: Checked, pack: EvidencePack | None
) -> Preference:
    return never_worse(
        earlier.text,
        later.text,
        question=ctx.reading.text,
        question_type=ctx.reading.question_type,
        pack=pack,
        earlier_claims=earlier.claims,
        later_claims=later.claims,
    )


async def better_text(
    ctx: RunContext, earlier: Checked, later: str, pack: EvidencePack | None
) -> Checked:
    """Check and return the later text; if it lost content, return the earlier one instead."""
    changed = await check(ctx, later, earlier)
    preference = _preference(ctx, earlier, changed, pack)
    if not preference.kept_earlier:
        return changed
    ctx.emit(Notice(text=f"The earlier text stands: {preference.reason}", level="warning"))
    return earlier


async def conclude(
    ctx: RunContext,
    checked: Checked,
    *,
    pack: EvidencePack | None = None,
    repair: Repair | None = None,
) -> Answer:
    """Build a run's final answer from its last text.

    The text must state the extracted answer, if any, and must not be contradicted by a page that
    was read. Otherwise, ``repair`` is called once. If the text is still wrong, it is rewritten from
    the evidence, or the contradicted statements are removed. The evidence also replaces a text that
    is worse; see `_not_worse_than_evidence`.

    If all searches failed, the answer says so. An answer without sources is marked as the model's
    own knowledge.
    """
    grounded: bool | None = None
    if checked.text:
        checked = await _held_to_sources(ctx, checked, pack, repair)
    checked = await asyncio.to_thread(_not_worse_than_evidence, ctx, checked, pack)
    written = bool(checked.text)
    if written and pack is not None and pack.answer:
        grounded = True
    _emit_claims(ctx, checked.claims)
    seen = ctx.web.sources.all()
    text = checked.text or _without_text(seen)
    if ctx.question.bare and written:
        text = bare_value(text, ctx.reading.question_type)
    else:
        text = _with_failure(ctx, lift_value(text, ctx.reading.question_type), seen)
    return Answer(
        text=text,
        question_type=ctx.reading.question_type.value,
        sources=cited_first(checked.text, seen),
        claims=checked.claims,
        grounded=grounded,
        from_internal_knowledge=not seen,
        sufficient=written,
    )


def from_evidence(ctx: RunContext, pack: EvidencePack) -> Answer:
    """Build an answer from the evidence alone, without a model."""
    checked = _quoted(pack)
    _emit_claims(ctx, checked.claims)
    return Answer(
        text=evidence_text(pack, bare=True) if ctx.question.bare else checked.text,
        question_type=ctx.reading.question_type.value,
        sources=cited_first(checked.text, ctx.web.sources.all()),
        claims=checked.claims,
        grounded=True if pack.answer else None,
        sufficient=pack.sufficient,
    )


def written_until(ctx: RunContext, error: ModelError) -> Answer:
    """Build an incomplete, unchecked answer from what a model wrote before it failed."""
    seen = ctx.web.sources.all()
    text = drop_unknown_citations(error.partial, {source.number for source in seen})
    return Answer(
        text=text,
        question_type=ctx.reading.question_type.value,
        sources=cited_first(text, seen),
        failure=error,
        incomplete=True,
    )


def _not_worse_than_evidence(
    ctx: RunContext, checked: Checked, pack: EvidencePack | None
) -> Checked:
    """Return the text, or the evidence if the text is empty, a refusal, or less supported.

    It is less supported if none of its claims is supported, and the sources agree on an answer, or
    it cites none and they hold nothing of what it says, or they hold none of its numbers although a
    number is asked for.
    """
    if pack is None or not pack.sufficient:
        return checked
    if not checked.text or is_refusal(checked.text):
        return _quoted(pack)
    marks = {claim.mark for claim in checked.claims if not claim.struck}
    if (
        not marks.isdisjoint(("supported", "partly"))
        or request_kind(ctx.reading.text) != "question"
    ):
        return checked
    if pack.answer and marks:
        return _quoted(pack)
    kind = ctx.reading.question_type
    if not citation_numbers(checked.text) or kind is QuestionType.NUMERIC:
        return checked if says_what_sources_say(checked.text, pack) else _quoted(pack)
    return checked


async def _held_to_sources(
    ctx: RunContext, checked: Checked, pack: EvidencePack | None, repair: Repair | None
) -> Checked:
    """Return a text that states the extracted answer and contains no contradicted statements.

    The model gets one chance to correct the text. If errors remain, a text without the extracted
    value is rewritten from the evidence; otherwise, the contradicted statements are removed.
    """
    found = judged = _grounding(checked, pack)
    checked = _spared(checked, pack, judged)
    wrong = _contradicted(checked)
    grounding_action = "kept"
    if repair is not None and not (found.ok and not wrong):
        asked = correction_prompt(ctx, wrong) if found.ok else ""
        if not found.ok and pack is not None:
            asked = repair_prompt(ctx, pack.answer, found.reason)
        try:
            repaired = await check(ctx, await repair(checked.text, asked), checked)
        except (BudgetExceeded, ModelError) as error:
            ctx.emit(Notice(text=f"The answer was not repaired: {error.message}", level="warning"))
            if isinstance(error, ModelError):
                ctx.losses.append(error)
        else:
            again = _grounding(repaired, pack)
            repaired = _spared(repaired, pack, again)
            better = len(_contradicted(repaired)) < len(wrong) or not found.ok
            if repaired.text and better and again.ok:
                checked, judged = repaired, again
                grounding_action = "kept" if found.ok else "repaired"
    if pack is not None and pack.answer:
        if not judged.ok:
            grounding_action = "replaced"
        details = {"value": pack.answer, "reason": found.reason, "action": grounding_action}
        ctx.emit(Verdict(by="grounding", ok=grounding_action == "kept", details=details))
        if grounding_action == "replaced":
            return _quoted(pack)
    return _without_contradicted(checked, pack)


def _spared(checked: Checked, pack: EvidencePack | None, judged: Grounding) -> Checked:
    if pack is None or not pack.answer or not judged.ok:
        return checked
    return replace(checked, claims=spare(checked.claims, pack.answer))


def _grounding(checked: Checked, pack: EvidencePack | None) -> Grounding:
    if pack is None:
        return Grounding(ok=True)
    return ground("".join(CODE.split(checked.text)[::2]), pack)  # a value in code states nothing


def contradicted_claims(checked: Checked, pack: EvidencePack | None) -> list[Claim]:
    """Return the contradicted claims in a text, except those that state the extracted answer."""
    return _contradicted(_spared(checked, pack, _grounding(checked, pack)))


def _contradicted(checked: Checked) -> list[Claim]:
    return [claim for claim in checked.claims if claim.mark == "contradicted"]


def _without_contradicted(checked: Checked, pack: EvidencePack | None) -> Checked:
    """Remove contradicted statements; if nothing else is left, quote the sources instead."""
    wrong = _contradicted(checked)
    if not wrong:
        return checked
    struck = tuple(replace(claim, struck=True) for claim in wrong)
    kept = tuple(claim for claim in checked.claims if claim.mark != "contradicted")
    text = without_claims(checked.text, wrong)
    if text is None or not _says_something(text):
        if pack is not None and pack.sufficient:
            answer = _quoted(pack)
        else:
            answer = _contradicting_quotes(wrong)
        text, kept = answer.text, answer.claims
    return Checked(text, (*kept, *struck))


def _says_something(text: str) -> bool:
    """Return whether the text states anything besides headings and lead-ins ("In short:")."""
    return any(
        not sentence.question and len(sentence.text.split()) > 2 for sentence in sentences(text)
    )


def _contradicting_quotes(contradicted: Sequence[Claim]) -> Checked:
    found = [best_check(claim.checks) for claim in contradicted]
    quotes = {block_quote(each.quote, each.source): each for each in found if each and each.quote}
    claims = tuple(
        Claim(
            " ".join(plain(each.quote).split()),
            (each.source,),
            "supported",
            each.quote,
            each.start,
            each.end,
            checks=(replace(each, mark="supported", reason=""),),
        )
        for each in quotes.values()
    )
    return Checked("\n\n".join([_CONTRADICTED, *quotes]), claims)


def _emit_claims(ctx: RunContext, claims: tuple[Claim, ...]) -> None:
    if not claims:
        return
    marks = [claim.mark for claim in claims if not claim.struck]
    details: dict[str, int] = {mark: marks.count(mark) for mark in MARKS}
    if struck := sum(claim.struck for claim in claims):
        details["struck"] = struck
    ctx.emit(Verdict(by="claims", ok="contradicted" not in marks, details=details))


def cited_first(text: str, seen: tuple[Source, ...]) -> tuple[Source, ...]:
    """Return the cited sources in citation order, then the other sources that were read."""
    by_number = {source.number: source for source in seen}
    numbers = dict.fromkeys(citation_numbers(text))
    cited = [by_number[number] for number in numbers if number in by_number]
    read = [source for source in seen if source.read and source not in cited]
    return (*cited, *read)


def _with_failure(ctx: RunContext, text: str, seen: tuple[Source, ...]) -> str:
    failed = ctx.web.sources.failed_attempts
    if not failed or _SAYS_FAILED.search(text):
        return text
    return f"{search_failed_notice(failed, seen)}\n\n{text}"


def search_failed_notice(attempts: tuple[EngineAttempt, ...], seen: tuple[Source, ...]) -> str:
    """Return the notice to show above an answer if web search failed or the network was off."""
    basis = (
        "This answer rests only on the pages that were read."
        if seen
        else "This answer comes from the model's own knowledge and was not checked."
    )
    if all(attempt.detail == SWITCHED_OFF for attempt in attempts):
        return f"> **The network is off**, so the web was not asked. {basis}"
    return f"> **Web search failed** ({failure_line(attempts)}). {basis}"


def _without_text(seen: tuple[Source, ...]) -> str:
    if not seen:
        return "The model gave no answer, and nothing was found that could be quoted."
    found = "\n".join(f"- {source.title} [{source.number}]" for source in seen[:8])
    return f"The model gave no answer. These sources were found for the question:\n\n{found}"


# --- First answer: one direct call without tools, used if everything else does worse

AGENT = "main"

_RULES = """\
You are a careful assistant. Today is {today}. Answer at once from what you know, in the language of \
the question; say so where you are not sure. No filler.
{form}"""


class FirstAnswer:
    """A direct answer, written by a background task.

    ``error`` is set if the model failed.
    """

    def __init__(self, ctx: RunContext, *, wanted: bool) -> None:
        # failures in this task count only if nothing else can answer
        own = replace(ctx, cuts=[], losses=[])
        stage = Stage(AGENT, "Answer at once", FIRST_ANSWER.of(own.budget.remaining_s))
        self.error: ModelError | None = None
        self.task = asyncio.create_task(run_stage(own, stage, self._written)) if wanted else None

    async def text(self, *, wait: bool) -> str:
        """Return the text, or "" if there is none.

        An unfinished text is awaited if ``wait`` is True; otherwise, it counts as none.
        """
        if self.task is None or self.task.cancelled() or not (wait or self.task.done()):
            return ""
        # cancelling the run must not cancel the task, which `first_answer` ends
        return await asyncio.shield(self.task) or ""

    async def _written(self, ctx: RunContext) -> str:
        form = policy_of(ctx.reading, bare=ctx.question.bare)
        messages = ctx.conversation(_RULES, ctx.question.text, form=form)
        try:
            return (
                await turn(ctx, Ask(AGENT, "Answer", "draft", messages, again=False))
            ).text.strip()
        except ModelError as error:
            self.error = error
            raise


@asynccontextmanager
async def first_answer(ctx: RunContext, *, wanted: bool = True) -> AsyncIterator[FirstAnswer]:
    """Write a direct answer in the background if ``wanted``; cancel it when the block exits."""
    first = FirstAnswer(ctx, wanted=wanted and ctx.settings.first_answer)
    try:
        yield first
    finally:
        if first.task is not None:
            first.task.cancel()
            await asyncio.wait([first.task])


async def not_worse_than(
    ctx: RunContext, first: str, later: Checked, pack: EvidencePack | None
) -> Checked:
    """Return the later text, or the first answer if the later text lost content.

    Omitting a statement from the first answer does not count as a loss, because the two texts were
    written independently.
    """
    if not first:
        return later
    preference = _preference(ctx, Checked(first), later, pack)
    if not preference.kept_earlier:
        return later
    if later.text:
        ctx.emit(Notice(text=f"The first answer stands: {preference.reason}", level="warning"))
    return await check(ctx, first)


# --- Removing citations and statements from a text

_SPACED_CITATION = re.compile(rf"([ \t]{{0,8}}){CITATION.pattern}")
_OPENING = "*_\"'\u201c\u2018\u201e\u00ab(["
_CLOSING = re.compile(
    rf"""(?:[*_"'\u201d\u2019\u00bb)]|[^\S\n]{{0,3}}{CITATION.pattern}|[.!?\u2026\u3002\uff01\uff1f,;:])*"""
)
_SENTENCE_BEFORE = re.compile(
    r"(?:^|[.!?:\u2026\u3002\uff01\uff1f][\"'\u201d\u2019\u00bb)*_]*|\])\s*\Z"
)
_LINE_START = re.compile(r"\s*(?:>\s?|[-*+]\s|\d{1,3}[.)]\s|#{1,6}\s)*\s*\Z")
_GAP = "[\u2026]"
"""Replaces a removed part of a sentence."""


def drop_unknown_citations(text: str, known: Collection[int]) -> str:
    """Remove citations whose numbers match no source; valid numbers in the same list are kept.

    If there are no sources, nothing is removed, because ``[1]`` may then be ordinary notation.
    """
    if not known:
        return text

    def keep(match: re.Match[str]) -> str:
        kept = [number for number in NUMBER.findall(match[2]) if int(number) in known]
        return f"{match[1]}[{', '.join(kept)}]" if kept else ""

    parts = CODE.split(text)
    parts[::2] = [_SPACED_CITATION.sub(keep, part) for part in parts[::2]]
    return "".join(parts)


def without_claims(text: str, claims: Sequence[Claim]) -> str | None:
    """Return the text without the statements in ``claims``, which must be in text order.

    Whole sentences are removed together with their citations. List items left empty are removed as
    well, and so are table rows that contain a statement. Part of a sentence is replaced by ``[…]``.
    Return None if a statement cannot be found.
    """
    spans = _claim_spans(text, claims)
    if spans is None:
        return None
    for start, end in reversed(spans):
        text = _cut(text, start, end)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _claim_spans(text: str, claims: Sequence[Claim]) -> list[tuple[int, int]] | None:
    letters: list[str] = []
    places: list[int] = []
    at = 0
    for index, part in enumerate(CODE.split(text)):
        cited = [found.span() for found in CITATION.finditer(part)] if index % 2 == 0 else []
        for offset, character in enumerate(part):
            if character.isalnum() and not any(start <= offset < end for start, end in cited):
                for letter in character.casefold():
                    letters.append(letter)
                    places.append(at + offset)
        at += len(part)
    joined = "".join(letters)
    spans: list[tuple[int, int]] = []
    after = 0
    for claim in claims:
        said = folded_letters(CITATION.sub("", claim.text))
        begin = joined.find(said, after)
        if not said or begin < 0:
            return None
        after = begin + len(said)
        spans.append((places[begin], places[after - 1] + 1))
    return spans


def _cut(text: str, start: int, end: int) -> str:
    """Remove the statement at ``[start, end)``, its citations, and any markup left empty.

    A table row is removed entirely. `_GAP` marks a cut inside a sentence.
    """
    while start and text[start - 1] in _OPENING:
        start -= 1
    closing = _CLOSING.match(text, end)
    end = closing.end() if closing is not None else end
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].lstrip().startswith("|"):
        stop = text.find("\n", end)
        return text[:line] + (text[stop + 1 :] if stop >= 0 else "")
    before, behind = text[:start], text[end:]
    begins = _LINE_START.match(text[line:start]) or _SENTENCE_BEFORE.search(text[line:start])
    if not begins or text[end - 1] in ",;:" or not (closing and closing.group()):
        return f"{before}{_GAP}{behind}"
    rest = behind.lstrip(" \t")
    if _LINE_START.match(text[line:start]) and (not rest or rest.startswith("\n")):
        return text[:line] + rest.removeprefix("\n")
    return (before.rstrip(" \t") if rest[:1] in ("", "\n") else before) + rest
