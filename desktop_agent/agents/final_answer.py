"""Turn a draft into the final answer: check citations and claims, and add notices."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace

from desktop_agent.agents.answers.answer_form import (
    bare_value,
    fit_text,
    form_fault,
    is_refusal,
    lift_value,
    polarity,
)
from desktop_agent.agents.evidence_gathering import MOST_QUOTE, read_pages, with_later_sources
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import step
from desktop_agent.core.citations import CITATION, CODE, MARKS, NUMBER, best_check, citation_numbers
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.language import STOP_WORDS, differs, latin_language_of
from desktop_agent.core.research import Answer, Claim, EngineAttempt, QuestionType, Source
from desktop_agent.evidence.claims.citation_check import attach_citations, check_claims, spare
from desktop_agent.evidence.claims.verdicts import keep_verdicts
from desktop_agent.evidence.grounding.answer_check import grounding_fault
from desktop_agent.evidence.grounding.evidence_answer import evidence_claims, evidence_text
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.evidence.text.dates import shown
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.sentences import cut, plain_text, sentences
from desktop_agent.evidence.text.wordings import Patterns, Words
from desktop_agent.tools.web import failure_line
from desktop_agent.web.ledger import SWITCHED_OFF, WEB_OFF

_MOST_READ, _READ_S = 6, 10.0
_SAYS_FAILED = re.compile(
    r"search(es|ing)?\b[^.\n]{0,40}\b(fail|unavailable|not available|did not work)", re.IGNORECASE
)
_REPAIR = """\
Your answer does not hold to the evidence: {reason}
What the sources say is the value in this block:
{value}

Write the answer again. State that value as the answer, in the first sentence, and cite its source. \
Do not name another value in its place, and do not speak of this correction."""
_CONTRADICTED = """\
These statements of your answer are contradicted by the pages that were read:
{quotes}"""
_CORRECTION = """\
{contradicted}

Write the answer again so that it agrees with the quotes, and cite them. Leave out what no source \
says. Do not speak of this correction."""

_QUOTED = "The model wrote nothing that the sources support, so they are quoted."

Repair = Callable[[str, str], Awaitable[str]]
"""Corrects a text, given the text and a prompt that describes its faults."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Text whose citations have been checked, with the claims in it.

    ``by_rules`` holds the claims as marked by `check`, before any review.
    """

    text: str
    claims: tuple[Claim, ...] = ()
    by_rules: tuple[Claim, ...] = ()

    @property
    def contradicted(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if claim.mark == "contradicted")


async def check(
    ctx: RunContext, text: str, earlier: Checked | None = None, *, fitted: bool = False
) -> Checked:
    """Check text against its sources without calling a model.

    Unless ``fitted`` is True, the text is first reduced to its answer (see `fit_text`). Lines that
    only repeat a source's title or URL and citations of unknown sources are removed; uncited
    sentences get a citation if a source supports them. Cited but unread pages are read first (at
    most six, within 10 s). Statements kept from the ``earlier`` text keep the reviewer's verdicts.
    """
    seen = ctx.web.sources.all()
    headers = {part.strip() for source in seen for part in (source.title, source.url)} - {""}
    lines = (text if fitted else fit_text(text, ctx.asked)).splitlines()
    text = "\n".join(line for line in lines if CITATION.sub("", line).strip() not in headers)
    if not text.strip():
        return Checked("")
    text = drop_unknown_citations(text.strip(), {source.number for source in seen})
    cited = ctx.web.sources.documents_of(dict.fromkeys(citation_numbers(text)))
    unread = [document for document in cited if not document.read]
    await read_pages(ctx, unread[:_MOST_READ], min(_READ_S, ctx.budget.remaining_s / 4))
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


async def conclude(
    ctx: RunContext,
    checked: Checked,
    pack: EvidencePack,
    repair: Repair | None = None,
) -> Answer:
    """Build a run's final answer from its last text.

    The text must state the extracted answer, if any, and no page may contradict it. Otherwise,
    ``repair`` is called once; if that fails, the text is rewritten from the evidence, or the
    contradicted statements are removed. The evidence also replaces the text if the text is worse;
    see `_is_worse_than_evidence`.
    """
    if checked.text:
        checked = await _held_to_sources(ctx, checked, pack, repair)
    is_small = await ctx.has_small_model()
    if await asyncio.to_thread(_is_worse_than_evidence, ctx, checked, pack, is_small=is_small):
        if checked.text:
            ctx.emit(Notice(text=_QUOTED))
        checked = quoted(pack)
    written = bool(checked.text)
    seen, kind = ctx.web.sources.all(), ctx.reading.question_type
    text = checked.text or _without_text(seen)
    if ctx.question.bare and written:
        text = bare_value(text, kind)
    else:
        text = lift_value(text, kind)
        failed = ctx.web.sources.failed_attempts
        if failed and not _SAYS_FAILED.search(text):
            text = f"{_search_failed(failed, seen)}\n\n{text}"
    answer = _answer(ctx, checked, text, grounded=written and bool(pack.answer))
    return replace(answer, from_internal_knowledge=not seen, sufficient=written)


def from_evidence(ctx: RunContext, pack: EvidencePack) -> Answer:
    """Build an answer from the evidence alone."""
    checked = quoted(pack)
    text = evidence_text(pack, bare=True) if ctx.question.bare else checked.text
    answer = _answer(ctx, checked, text, grounded=bool(pack.answer))
    return replace(answer, sufficient=pack.sufficient)


def written_until(ctx: RunContext, error: ModelError) -> Answer:
    """Build an incomplete, unchecked answer from what the model wrote before it failed."""
    known = {source.number for source in ctx.web.sources.all()}
    text = drop_unknown_citations(error.partial, known)
    answer = _answer(ctx, Checked(text), text, grounded=False)
    return replace(answer, failure=error, incomplete=True)


def _answer(ctx: RunContext, checked: Checked, text: str, *, grounded: bool) -> Answer:
    """Emit the marks of the claims, and build the answer, listing cited sources first."""
    marks = [claim.mark for claim in checked.claims if not claim.struck]
    if checked.claims:
        details: dict[str, int] = {mark: marks.count(mark) for mark in MARKS}
        if struck := len(checked.claims) - len(marks):
            details["struck"] = struck
        ctx.emit(Verdict(by="claims", ok="contradicted" not in marks, details=details))
    seen = {source.number: source for source in ctx.web.sources.all()}
    cited = [seen[each] for each in dict.fromkeys(citation_numbers(checked.text)) if each in seen]
    return Answer(
        text=text,
        question_type=ctx.reading.question_type.value,
        sources=(*cited, *(each for each in seen.values() if each.read and each not in cited)),
        claims=checked.claims,
        grounded=True if grounded else None,
    )


def quoted(pack: EvidencePack) -> Checked:
    """Compose text from the evidence, without a model."""
    text = evidence_text(pack)
    return Checked(text, evidence_claims(text, pack))


def _search_failed(attempts: tuple[EngineAttempt, ...], seen: tuple[Source, ...]) -> str:
    basis = (
        "This answer rests only on the pages that were read."
        if seen
        else "This answer comes from the model's own knowledge and was not checked."
    )
    if all(attempt.detail in (SWITCHED_OFF, WEB_OFF) for attempt in attempts):
        return f"> **The web was not searched.** {basis}"
    return f"> **Web search failed** ({failure_line(attempts)}). {basis}"


def _without_text(seen: tuple[Source, ...]) -> str:
    if not seen:
        return "The model gave no answer, and nothing was found that could be quoted."
    found = "\n".join(f"- {source.title} [{source.number}]" for source in seen[:8])
    return f"The model gave no answer. These sources were found for the question:\n\n{found}"


# --- Holding a text to its sources


async def _held_to_sources(
    ctx: RunContext, checked: Checked, pack: EvidencePack, repair: Repair | None
) -> Checked:
    """Return text that states the extracted answer and contains no contradicted statements."""
    checked, found = grounded(checked, pack)
    fault, wrong = found, checked.contradicted
    if repair is not None and (wrong or found):
        asked = _CORRECTION.format(contradicted=contradiction_block(ctx, wrong))
        if found:
            value = ctx.fence.wrap(pack.answer, "web evidence")
            asked = _REPAIR.format(reason=found, value=value)
        try:
            repaired = await check(ctx, await repair(checked.text, asked), checked)
        except (BudgetExceeded, ModelError) as error:
            ctx.emit(Notice(text=f"The answer was not repaired: {error.message}", level="warning"))
            if isinstance(error, ModelError):
                ctx.losses.append(error)
        else:
            repaired, again = grounded(repaired, pack)
            better = len(repaired.contradicted) < len(wrong) or found
            if repaired.text and better and not again:
                checked, fault = repaired, again
    if pack.answer:
        action = "kept" if not found else "replaced" if fault else "repaired"
        details = {"value": pack.answer, "reason": found, "action": action}
        ctx.emit(Verdict(by="grounding", ok=not found, details=details))
        if fault:
            return quoted(pack)
    return await _without_contradicted(ctx, checked, pack)


def grounded(checked: Checked, pack: EvidencePack) -> tuple[Checked, str]:
    """Return a text's `grounding_fault`, or "". Without one, claims of the answer are spared."""
    text = "".join(CODE.split(checked.text)[::2])  # a value in code states nothing
    fault = grounding_fault(text, pack)
    if pack.answer and not fault:
        checked = replace(checked, claims=spare(checked.claims, pack.answer))
    return checked, fault


def contradiction_block(ctx: RunContext, contradicted: Sequence[Claim]) -> str:
    """Format contradicted statements as a block, each with the quote that contradicts it."""
    lines = []
    for claim in contradicted:
        check = best_check(claim.checks)
        cited = f"Source [{check.source}]" if check is not None else "A source"
        lines.append(f"- You wrote: {claim.text}\n  {cited} says: {claim.quote[:MOST_QUOTE]}")
    return _CONTRADICTED.format(quotes=ctx.fence.wrap("\n".join(lines), "web evidence"))


async def _without_contradicted(ctx: RunContext, checked: Checked, pack: EvidencePack) -> Checked:
    """Remove contradicted statements, or quote the sources if nothing else is left."""
    struck = tuple(replace(claim, struck=True) for claim in checked.contradicted)
    if not struck:
        return checked
    kept = tuple(claim for claim in checked.claims if claim.mark != "contradicted")
    left = Checked(without_claims(checked.text, struck), kept)
    # headings and lead-ins ("In short:") alone say nothing
    if not any(len(each.text.split()) > 2 and not each.question for each in sentences(left.text)):
        left = quoted(await with_later_sources(ctx, pack))
    return replace(left, claims=(*left.claims, *struck))


# --- What an answer must not be worse than: the evidence, and an earlier text

_PATTERNS = Patterns("grounding/revision")
_WORDS = Words("grounding/revision")
_HELD = 1 / 3
_LONGEST_REMARK = 400
_NUMERAL = re.compile(r"\d[\d.,]*")
_NAME_OR_NUMERAL = re.compile(rf"(?<=[\w,;:(] )[A-Z][\w'-]+|{_NUMERAL.pattern}")
_CUT_LEAST = 80
"""Minimum length at which a last line without final punctuation counts as cut off."""


def _is_worse_than_evidence(
    ctx: RunContext, checked: Checked, pack: EvidencePack, *, is_small: bool
) -> bool:
    """Return whether text is empty, a refusal, evasive, or less well supported than the evidence.

    Text with no supported claim is worse if the sources agree on an answer, if it cites sources but
    adds only filler to the question, or if it cites none and at most a third of its new words occur
    in the sources, or if a small model wrote it and a name or number in it occurs in none.
    """
    if not pack.sufficient or not checked.text or is_refusal(checked.text):
        return pack.sufficient
    if not ctx.question.bare and (
        _is_unfounded_yes_or_no(ctx, checked.text) or _evades(ctx, checked.text, pack)
    ):
        return True
    marks = {claim.mark for claim in checked.claims if not claim.struck}
    if marks & {"supported", "partly"} or request_kind(ctx.reading.text) != "question":
        return False
    if pack.answer and marks:
        return True
    question, passages = pack.reading.text, " ".join(each.text for each in pack.passages)
    said = set(words(plain_text(checked.text))) - set(words(question))
    if citation_numbers(checked.text):
        repeats = len(words(plain_text(checked.text))) > len(words(question)) / 2
        return said <= _WORDS.filler if said else repeats
    if ctx.question.bare or differs(question, passages):
        return False
    pages = " ".join(f"{each.title} {each.snippet} {each.text}" for each in pack.documents)
    known = set(words(pages))
    if is_small and _invents(checked.text, known | set(words(question))):
        return True
    added = said - STOP_WORDS[latin_language_of(passages) or "en"]
    return len(added & known) <= _HELD * len(added)


def _invents(text: str, known: set[str]) -> bool:
    """Return whether a number, or a capitalised word within a sentence, is not a known word.

    Capitals say nothing in German.
    """
    pattern = _NUMERAL if latin_language_of(text) == "de" else _NAME_OR_NUMERAL
    found = pattern.finditer(plain_text(text))
    return any(not known.issuperset(words(each[0])) for each in found)


def _is_unfounded_yes_or_no(ctx: RunContext, text: str) -> bool:
    """Return whether the text is a bare yes or no that the pages do not support."""
    is_yes = polarity(text)
    if is_yes is None or ctx.reading.question_type is not QuestionType.BOOLEAN:
        return False
    question = ctx.reading.text.strip().rstrip("?")
    if len(set(words(plain_text(text))) - set(words(question))) > 1:
        return False  # it has words of its own, which are checked as a claim
    sources = {document.number: document for document in ctx.web.sources.documents()}
    cited = "".join(f"[{number}]" for number in sources)
    marks = {claim.mark for claim in check_claims(f"{question} {cited}.", sources, question)}
    return marks.isdisjoint({"supported" if is_yes else "contradicted"})


def _evades(ctx: RunContext, text: str, pack: EvidencePack) -> bool:
    """Return whether the text only restates the question and adds nothing from the best passage."""
    kind = ctx.reading.question_type
    if kind in (QuestionType.BOOLEAN, QuestionType.EXPLANATORY) or not pack.passages:
        return False
    language = latin_language_of(text) or "en"
    asked = set(words(pack.reading.text)) - STOP_WORDS[language]
    best = pack.passages[0]
    told = set(words(best.text[slice(*best.best)])) - asked
    repeats = False
    for each in sentences(text):
        said = set(words(plain_text(each.text))) - STOP_WORDS[language]
        if said & told:
            return False
        repeats |= said <= asked and len(said) > len(asked) / 2
    return repeats


async def better_text(ctx: RunContext, earlier: Checked, later: str, pack: EvidencePack) -> Checked:
    """Check and return the later text, or return the earlier one if content was lost."""
    changed = await check(ctx, later, earlier)
    reason = _loss(ctx, earlier, changed, pack)
    if not reason:
        return changed
    ctx.emit(Notice(text=f"The earlier text stands: {reason}", level="warning"))
    return earlier


async def not_worse_than(
    ctx: RunContext, first: str, later: Checked, pack: EvidencePack
) -> Checked:
    """Return the later text, or the first answer if the later text is worse.

    Omitting a statement of the first answer does not count as a loss, because the two were written
    independently.
    """
    reason = _loss(ctx, Checked(first), later, pack)
    if not reason:
        return later
    if later.text:
        ctx.emit(Notice(text=f"The first answer stands: {reason}", level="warning"))
    return await check(ctx, first)


def _loss(ctx: RunContext, earlier: Checked, later: Checked, pack: EvidencePack) -> str:
    """Describe why a revision is worse than the earlier text, or return "" if it is not."""
    if not earlier.text.strip():
        return ""
    kind, question = ctx.reading.question_type, ctx.reading.text
    fault = form_fault(later.text, kind, question, bare=False)
    if fault and not form_fault(earlier.text, kind, question, bare=False):
        return f"The revision no longer has the expected answer format. {fault}"
    for is_so, reason in (
        (_is_remark, "The revision was a remark about the draft, not an answer."),
        (_breaks_off, "The revision was cut off before the end."),
    ):
        if is_so(later.text) and not is_so(earlier.text):
            return reason
    fault = grounding_fault(later.text, pack)
    if fault and not grounding_fault(earlier.text, pack):
        value = shown(pack.answer)
        return f"The revision dropped the value given in the sources, {value}. {fault}"
    if len(later.contradicted) > len(earlier.contradicted):
        said = cut(plain_text(later.contradicted[0].text), 120)
        return f"The revision says something a source contradicts: “{said}”"
    kept = _backing(later.claims, "supported", "partly")
    for claim in earlier.claims:
        if lost := _backing((claim,), "supported") - kept:
            quoted = cut(plain_text(claim.text), 120)
            return (
                f"The revision dropped a statement that source [{min(lost)}] supports: “{quoted}”"
            )
    return ""


def _backing(claims: Sequence[Claim], *marks: str) -> set[int]:
    return {check.source for claim in claims for check in claim.checks if check.mark in marks}


def _is_remark(text: str) -> bool:
    plain = plain_text(text).replace("\u2019", "'")
    return len(plain) <= _LONGEST_REMARK and _PATTERNS.comment.match(plain) is not None


def _breaks_off(text: str) -> bool:
    last = text.rstrip().rsplit("\n", 1)[-1].strip()
    if not last or last.startswith(("|", "#", ">")):
        return False
    is_open = last[-1].isalnum() and len(last) >= _CUT_LEAST
    return is_open or _PATTERNS.dangling.search(last) is not None


# --- Removing citations and statements from a text

_SPACED_CITATION = re.compile(rf"([ \t]{{0,8}}){CITATION.pattern}")
_EMPTY_LINE = re.compile(r"\s*(?:[-*+>]|\d{1,3}[.)]|#{1,6})?\s*")
_GAP = "[\u2026]"
"""Replaces a removed part of a sentence."""


def drop_unknown_citations(text: str, known: Collection[int]) -> str:
    """Remove citations of unknown sources, keeping valid numbers in the same list.

    If there are no sources, nothing is removed, because ``[1]`` may be ordinary notation.
    """
    if not known:
        return text

    def keep(match: re.Match[str]) -> str:
        kept = [number for number in NUMBER.findall(match[2]) if int(number) in known]
        return f"{match[1]}[{', '.join(kept)}]" if kept else ""

    parts = CODE.split(text)
    parts[::2] = [_SPACED_CITATION.sub(keep, part) for part in parts[::2]]
    return "".join(parts)


def without_claims(text: str, claims: Sequence[Claim]) -> str:
    """Remove the statements in ``claims`` from the text, with their citations.

    A table row counts as one statement. Lines left empty are removed as well, and a removed part of
    a sentence is replaced by ``[…]``.
    """
    wrong = {claim.text for claim in claims}
    found = sentences(text)
    goes_on = [*(each.goes_on for each in found[1:]), False]
    for each, is_continued in reversed(list(zip(found, goes_on, strict=True))):
        if each.text not in wrong:
            continue
        begin = text.rfind("\n", 0, each.start) + 1
        end = text.find("\n", each.end)
        end = len(text) if end < 0 else end
        before, rest = text[begin : each.start], text[each.end : end]
        if each.goes_on or is_continued:
            line = f"{before}{_GAP}{rest}"
        else:
            line = f"{before.rstrip()}{rest}" if before.strip() else rest.lstrip()
        is_empty = _EMPTY_LINE.fullmatch(line) is not None
        text = text[:begin] + ("" if is_empty else line) + text[end + is_empty :]
    return re.sub(r"\n{3,}", "\n\n", text).strip()
