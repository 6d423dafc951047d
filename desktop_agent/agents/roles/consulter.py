"""The consulter, a second agent that reviews a draft once.

In one call, it judges whether the draft is complete and consistent, and which of the cited
sentences are supported by their sources. Its findings count only with proof: a missing part must be
asked for in the question and not answered in the draft, a fault must quote the draft, and a verdict
on a sentence must quote the source; see `desktop_agent.evidence.claims.verdicts`.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, Literal

from desktop_agent.agents.answers.answer_form import form_fault
from desktop_agent.agents.evidence_gathering import characters, evidence_lines
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import TEXT, json_object, object_schema, one_of
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.answers import FOLLOW_UP_LONGEST, follow_up_questions
from desktop_agent.core.citations import folded_letters
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Verdict
from desktop_agent.core.research import Claim, Mark, Passage, QuestionType
from desktop_agent.core.text import clipped
from desktop_agent.evidence.claims.verdicts import (
    CitedEvidence,
    Outcome,
    OutsideVerdict,
    cited_evidence,
    quoted_span,
    with_verdicts,
)
from desktop_agent.evidence.grounding.answer_check import grounding_fault
from desktop_agent.evidence.prompt_injection import instruction_in
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import AnswerType, EvidencePack, Reading
from desktop_agent.evidence.text.fold import folded_words, stem, stop_words, words
from desktop_agent.evidence.text.sentences import one_line, sentences, statements
from desktop_agent.evidence.text.wordings import Patterns, Words

AGENT = "consulter"

_RULES = "You check the draft of an answer. {fence}"
_PROMPT = """\
{sources}{draft}

Question: {question}

You are the consulter. Compare the draft above with the question. Reply with one JSON object:
- "answers": the number of the draft's sentence that answers the question, 0 if none does.
- "missing": what is asked but not answered, in words copied from the question; [] if all is answered.
- "faults": where the draft contradicts itself or a passage: "quote" is copied from the draft, "why" \
says what is wrong; [] if nothing is.
- "verdict": "revise" if a list holds something, else "ok".{support}{next}
Style and length do not matter."""

_SUPPORT = """
- "support": one object for each Sentence above that has passages. "sentence" is its number. \
"passage" is the number of the passage that decides it, and "quote" the words in it that show this, \
copied exactly; if none decides it, they are 0 and "". "verdict" is "supported" if the passage says \
the same, "contradicted" if it says that it is not so, else "not stated"."""

_NEXT = """
- "next": up to 3 short questions that the reader may ask next."""
_NEXT_CONTEXT = 8_000
"""Minimum context in tokens for proposing follow-up questions."""

_SURE = "The draft states the answer on which the sources agree."
_SMALL = "A model this small cannot judge its own draft. Its citations were checked by rule."
_MOST_POINTS, _LONGEST_POINT = 3, 160
_TOKENS, _TOKENS_EACH, _TOKENS_NEXT = 300, 90, 90
"""Maximum length of a critique, and what each judged sentence and the follow-ups add to it."""
_DRAFT_SHARE, _DRAFT_MOST = 0.25, 6_000
_EVIDENCE_SHARE, _EVIDENCE_MOST = 0.15, 2_000
_JUDGED_SHARE, _JUDGED_MOST = 0.2, 6_000
_PASSAGES = 2
"""Maximum number of passages shown for each sentence."""
_OPEN: tuple[Mark, ...] = ("unconfirmed", "partly")
"""The marks that a judge can change, the most doubtful first."""

_INTEGER = {"type": "integer"}
_SHORT = {**TEXT, "maxLength": _LONGEST_POINT}
_SUPPORT_ITEM = object_schema(
    sentence=_INTEGER,
    passage=_INTEGER,
    quote={**TEXT, "maxLength": 300},
    verdict=one_of("supported", "contradicted", "not stated"),
)


def _points(item: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item, "maxItems": _MOST_POINTS}


SCHEMA = object_schema(
    missing=_points(_SHORT), faults=_points(_SHORT), verdict=one_of("ok", "revise")
)
"""The schema of a critique whose faults are plain texts."""


def _schema(sentences: int, *, follow_ups: bool) -> dict[str, Any]:
    properties = {
        "answers": _INTEGER,
        "missing": _points(_SHORT),
        "faults": _points(object_schema(quote=_SHORT, why=_SHORT)),
        "verdict": one_of("ok", "revise"),
    }
    if sentences:  # without a minimum, small models leave the list empty
        every = {"minItems": sentences, "maxItems": sentences}
        properties["support"] = {"type": "array", "items": _SUPPORT_ITEM, **every}
    if follow_ups:
        properties["next"] = _points({**TEXT, "maxLength": FOLLOW_UP_LONGEST})
    return object_schema(optional=("answers", "next"), **properties)


@dataclass(frozen=True, slots=True)
class Critique:
    """The consulter's findings, with the verdict "revise" if there are findings, otherwise "ok".

    ``skipped`` is the reason if there was no review. ``note`` explains the lack of findings if the
    reply was not understood. ``follow_ups`` are questions that the user may ask next.
    """

    verdict: Literal["ok", "revise"]
    missing: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    note: str = ""
    skipped: str = ""
    follow_ups: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        lines = [f"- Not answered: {part}" for part in self.missing]
        return "\n".join((*lines, *(f"- Fault: {fault}" for fault in self.faults)))


async def review(
    ctx: RunContext, draft: str, claims: tuple[Claim, ...], pack: EvidencePack
) -> tuple[Critique, tuple[Claim, ...]]:
    """Have the consulter review a draft and its checked ``claims``, and emit its verdict.

    Return the critique and the claims, updated by the valid verdicts on sentences. Raise
    `ModelError` if the model becomes unavailable.
    """
    doubtful: tuple[CitedEvidence, ...] = ()
    verdicts: tuple[OutsideVerdict, ...] = ()
    form = (ctx.reading.question_type, ctx.question.text)
    if not draft:
        critique = Critique("ok", skipped="There was no draft.")
    elif fault := form_fault(draft, *form, bare=ctx.question.bare):
        critique = Critique("revise", faults=(fault,))
    elif _is_sure(ctx, draft, claims, pack):
        critique = Critique("ok", skipped=_SURE)
    elif await _is_too_small(ctx):
        critique = Critique("ok", skipped=_SMALL)
    else:
        doubtful = await _sentences_to_judge(ctx, claims)
        try:
            reply = await _asked(ctx, draft, doubtful, pack)
        except (BudgetExceeded, ModelError) as error:
            if isinstance(error, ModelError) and error.lost:
                raise
            critique = Critique("ok", skipped=error.message)
            doubtful = ()
        else:
            subject = Subject(draft, ctx.reading, ctx.today)
            critique = parse_critique(reply, f"{_PROMPT}{_SUPPORT}{_NEXT}", subject)
            proposed = parse_follow_ups(reply, ctx.question.text, ctx.reading.text)
            critique = replace(critique, follow_ups=proposed)
            verdicts = parse_support(reply, doubtful)
    details = asdict(critique)
    judged = with_verdicts(claims, verdicts)
    if doubtful:
        # without a quote from the passage, or against a rule, a verdict changes nothing
        counts = dict.fromkeys(("supported", "contradicted", "not stated", "discarded"), 0)
        for each in verdicts:
            counted = each.outcome == "not stated" or each.evidence.claim not in judged
            counts[each.outcome if counted else "discarded"] += 1
        details["support"] = counts
    ctx.emit(Verdict(by="consulter", ok=critique.verdict == "ok", details=details))
    return critique, judged


async def _is_too_small(ctx: RunContext) -> bool:
    return ctx.settings.judge_support != "on" and await ctx.has_small_model()


def _is_sure(ctx: RunContext, draft: str, claims: Sequence[Claim], pack: EvidencePack) -> bool:
    """Return whether a review would be of no use."""
    if not pack.answer or _has_parts(ctx.reading.text):
        return False
    marks, count = {claim.mark for claim in claims}, len(statements(draft))
    is_supported = len(claims) >= count and marks == {"supported"}
    is_plain = count <= 1 and "contradicted" not in marks
    return (is_supported or is_plain) and not grounding_fault(draft, pack)


async def _asked(
    ctx: RunContext, draft: str, doubtful: Sequence[CitedEvidence], pack: EvidencePack
) -> str:
    passages = _shown(doubtful)
    if not passages:
        passages = evidence_lines(pack, await characters(ctx, _EVIDENCE_SHARE, _EVIDENCE_MOST))
    room = await characters(ctx, _DRAFT_SHARE, _DRAFT_MOST)
    numbered = "\n".join(f"{n}. {each}" for n, each in enumerate(_told(draft), 1))
    question = ctx.question.text
    if ctx.reading.text.strip() != question.strip():
        question += f"\n(That is: {ctx.reading.text})"
    has_room = ctx.model is not None and await ctx.model.context_tokens() >= _NEXT_CONTEXT
    follow_ups = ctx.settings.follow_ups and has_room
    prompt = _PROMPT.format(
        sources=f"{ctx.fence.wrap(passages, 'the cited sources')}\n" if passages else "",
        draft=ctx.fence.wrap(numbered[:room], "the draft"),
        question=question,
        support=_SUPPORT if doubtful else "",
        next=_NEXT if follow_ups else "",
    )
    messages = ctx.conversation(_RULES, prompt, history=False)
    schema = _schema(len(doubtful), follow_ups=follow_ups)
    most = _TOKENS + _TOKENS_EACH * len(doubtful) + _TOKENS_NEXT * follow_ups
    ask = Ask(AGENT, "Critique the draft", "critique", messages, schema=schema, most_tokens=most)
    return (await turn(ctx, ask)).text


def _told(draft: str) -> list[str]:
    return [one_line(each.text) for each in sentences(draft)] or [one_line(draft)]


# --- Reading a critique, and holding it to the question and the draft

_WORDINGS = Patterns("critique")
_WORDS = Words("critique")
_QUOTED = re.compile(
    '["\u201c\u201e\u00ab\u300c]([^"\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d]{3,300})["\u201c\u201d\u00bb\u300d]'
)
_FORMS = {AnswerType.NUMBER: QuestionType.NUMERIC, AnswerType.YES_NO: QuestionType.BOOLEAN}
_NEW_WORDS = 2
"""Number of words that a sentence must add to the question to answer a part of no certain kind."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The draft and question that a critique is checked against."""

    draft: str
    reading: Reading
    today: date

    def lacks(self, part: str) -> bool:
        """Return whether a part is asked for in the question but not answered in the draft."""
        question = self.reading.text
        neutral = {stem(word, self.reading.language) for word in _WORDS.said_of_parts}
        named = self._stems(part) - neutral
        asked = named & self._stems(question)
        verbatim = f" {' '.join(words(part))} " in f" {' '.join(words(question))} "
        if not verbatim and len(asked) * 2 <= len(named):
            return False
        kind = read_question(part, self.today).answer_type
        if not self.has(self.reading.answer_type if kind is AnswerType.OTHER else kind):
            return True
        return _has_parts(question) and not asked <= self._stems(self.draft)

    def has(self, kind: AnswerType) -> bool:
        """Return whether the draft contains a value of the given kind."""
        said = _told(self.draft)
        if form := _FORMS.get(kind):
            return any(not form_fault(each, form, "", bare=False) for each in said)
        if kind is AnswerType.DATE:
            return any(map(str.isdigit, "".join(said)))
        new = (self._stems(each) - self._stems(self.reading.text) for each in said)
        least = _NEW_WORDS if kind is AnswerType.OTHER else 1
        return any(len(each) >= least for each in new) and not self.denies

    @property
    def denies(self) -> bool:
        """Whether the draft says that something is not the case or not known."""
        return _WORDINGS.negation.search(self.draft) is not None

    def _stems(self, text: str) -> set[str]:
        language = self.reading.language
        stop = stop_words(language)
        return {stem(word, language) for word in folded_words(text) if word not in stop}


def _has_parts(question: str) -> bool:
    return _WORDINGS.several.search(question) is not None


def parse_critique(text: str, prompt: str, subject: Subject | None = None) -> Critique:
    """Parse a critique from JSON (repaired if malformed) or prose; any other text counts as "ok".

    Points copied from ``prompt`` are dropped. If ``subject`` is given, missing parts that the
    question does not ask for or that the draft answers are dropped as well, and so are faults that
    do not quote the draft. The remaining points determine the verdict, whatever the reply says.
    """
    said = text.strip()
    data = json_object(said)
    if data is None:
        faults = _points_in(said, _WORDINGS.fault_said)
        missing = [each for each in _points_in(said, _WORDINGS.missing_said) if each not in faults]
    else:
        missing, faults = _texts(data.get("missing")), _texts(data.get("faults"))
    own = folded_letters(prompt)
    named = [each for each in missing if folded_letters(each) not in own]
    found = [each for each in faults if folded_letters(each) not in own]
    if subject is not None:
        named = [each for each in named if subject.lacks(each)]
        quotes = {each: _QUOTED.findall(each) for each in found}
        found = [f for f in found if any(quoted_span(subject.draft, each) for each in quotes[f])]
        kind = subject.reading.answer_type
        unanswered = data is not None and str(data.get("answers")) == "0"
        if unanswered and not (kind is AnswerType.OTHER or subject.has(kind) or subject.denies):
            named = [subject.reading.text]
    if named or found:
        first, second = (tuple(dict.fromkeys(each))[:_MOST_POINTS] for each in (named, found))
        return Critique("revise", first, second)
    if missing or faults or (data or {}).get("verdict") == "revise":
        return Critique("ok", note="The reviewer found no mistake that could be confirmed.")
    in_form = data is not None and "verdict" in data
    note = "The reviewer's reply wasn't in the requested format."
    return Critique("ok", note="" if in_form else note)


def _texts(value: object) -> list[str]:
    """Return points as strings; an object needs both a quote and an explanation."""
    texts = []
    for item in value if isinstance(value, list) else [value]:
        text = item
        if isinstance(item, dict):
            quote, why = str(item.get("quote") or ""), str(item.get("why") or "").strip()
            said = quote and why and not quoted_span(quote, why)
            text = f"“{clipped(quote, _LONGEST_POINT)}”: {why}" if said else ""
        if isinstance(text, str) and text.strip():
            texts.append(clipped(text.strip(), 2 * _LONGEST_POINT))
    return texts


def _points_in(text: str, pattern: re.Pattern[str]) -> list[str]:
    points = []
    for sentence in statements(text.replace("\n", "\n\n")):
        found = pattern.search(sentence)
        if found is None or _WORDINGS.negation.search(sentence[: found.start()]):
            continue
        rest = sentence[found.end() :]
        if not words(rest) or not _WORDINGS.none.search(rest):
            points.append(sentence)
    return points


def parse_follow_ups(text: str, *asked: str) -> tuple[str, ...]:
    """Parse the follow-up questions in a reply, dropping any that instruct a model."""
    data = json_object(text) or {}
    proposed = follow_up_questions(data.get("next"), *asked)
    return tuple(each for each in proposed if not instruction_in(each))


# --- Support for the cited sentences


async def _sentences_to_judge(
    ctx: RunContext, claims: Sequence[Claim]
) -> tuple[CitedEvidence, ...]:
    """Return the most doubtful sentences that fit the prompt, with their passages."""
    if ctx.settings.judge_support == "off" or await _is_too_small(ctx):
        return ()
    sources = {document.number: document for document in ctx.web.sources.documents()}

    def doubtful() -> list[CitedEvidence]:
        found = []
        for each in cited_evidence(claims, sources, ctx.reading.text, _PASSAGES):
            passages = tuple(one for one in each.passages if not instruction_in(one.text))
            if passages and each.claim.mark in _OPEN:
                found.append(replace(each, passages=passages))
        return sorted(found, key=lambda each: _OPEN.index(each.claim.mark))

    room = await characters(ctx, _JUDGED_SHARE, _JUDGED_MOST)
    # in a thread: takes milliseconds per claim, which would block the UI
    chosen = await asyncio.to_thread(doubtful)
    while chosen and len(_shown(chosen)) > room:
        chosen.pop()
    return tuple(sorted(chosen, key=lambda each: each.number))


def _shown(evidence: Sequence[CitedEvidence]) -> str:
    """Number sentences and passages from 1, quoting each passage only once."""
    lines: list[str] = []
    numbers: dict[Passage, int] = {}
    for number, each in enumerate(evidence, 1):
        lines.append(f"Sentence {number}: {one_line(each.claim.text)}")
        for passage in each.passages:
            text = "as above" if passage in numbers else one_line(passage.text)
            at = numbers.setdefault(passage, len(numbers) + 1)
            lines.append(f"Passage {at}: {text}")
    return "\n".join(lines)


def parse_support(text: str, evidence: Sequence[CitedEvidence]) -> tuple[OutsideVerdict, ...]:
    """Parse the verdicts on sentences in a reply, dropping those that match no sentence.

    Numbers may be written as text; a verdict without a number applies to the sentence in the same
    position. The first verdict on a sentence counts.
    """
    support = (json_object(text) or {}).get("support")
    verdicts: dict[int, OutsideVerdict] = {}
    for place, item in enumerate(support if isinstance(support, list) else (), 1):
        if not isinstance(item, dict):
            continue
        written = re.search(r"\d{1,4}", str(item.get("sentence")))
        number = int(written[0]) if written else place
        if not 1 <= number <= len(evidence) or number in verdicts:
            continue
        quote, outcome = str(item.get("quote") or ""), _outcome(item.get("verdict"))
        verdicts[number] = OutsideVerdict(evidence[number - 1], outcome, quote)
    return tuple(verdicts.values())


def _outcome(value: object) -> Outcome:
    said = str(value).strip().lower()
    if said.startswith("support"):
        return "supported"
    return "contradicted" if said.startswith(("contradict", "refute")) else "not stated"
