"""The consulter, a second agent that reviews a draft once.

It judges whether the draft is complete and consistent. In the same call, it judges which of the
cited sentences are supported by their sources. Nothing that it says counts without proof: a missing
part must stand in the question and not be answered in the draft, a fault must quote the draft, and
a verdict on a sentence must quote the source; see `desktop_agent.evidence.claims.verdicts`.
"""

import asyncio
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from desktop_agent.agents.answers.answer_form import bare_value, form_fault, same_answer
from desktop_agent.agents.evidence_gathering import characters, evidence_lines
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import (
    TEXT,
    json_object,
    object_schema,
    one_of,
    without_thinking,
)
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Claim, Mark, QuestionType
from desktop_agent.core.text import clipped
from desktop_agent.evidence.claims.verdicts import (
    CitedEvidence,
    EvidencePassage,
    Outcome,
    OutsideVerdict,
    cited_evidence,
    quoted_span,
    with_verdicts,
)
from desktop_agent.evidence.grounding.answer_check import ground
from desktop_agent.evidence.prompt_injection import find_instructions
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import AnswerType, Document, EvidencePack, Reading
from desktop_agent.evidence.text.fold import folded_words, stem, stop_words, words
from desktop_agent.evidence.text.sentences import sentences, statements
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
- "verdict": "revise" if a list holds something, else "ok".{support}
Style and length do not matter."""

_SUPPORT = """
- "support": one object for each Sentence above that has passages. "sentence" is its number. \
"passage" is the number of the passage that decides it, and "quote" the words in it that show this, \
copied exactly; if none decides it, they are 0 and "". "verdict" is "supported" if the passage says \
the same, "contradicted" if it says that it is not so, else "not stated"."""

_MOST_POINTS = 3
_LONGEST_POINT = 160
_TOKENS = 300
_TOKENS_EACH = 90
"""Maximum length of a critique, and what each sentence to be judged adds to it."""
_DRAFT_SHARE = 0.25
_DRAFT_MOST = 6_000
_EVIDENCE_SHARE = 0.15
_EVIDENCE_MOST = 2_000

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
_DRAFT_SCHEMA = object_schema(
    optional=("answers",),
    answers=_INTEGER,
    missing=_points(_SHORT),
    faults=_points(object_schema(quote=_SHORT, why=_SHORT)),
    verdict=one_of("ok", "revise"),
)


@dataclass(frozen=True, slots=True)
class Critique:
    """The consulter's findings: "revise" if there are any, else "ok".

    ``note`` says why there are none, if the consulter was not asked or not understood.
    """

    verdict: Literal["ok", "revise"]
    missing: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    note: str = ""

    @classmethod
    def of(cls, missing: Iterable[str], faults: Iterable[str], note: str = "") -> "Critique":
        """Return the critique with these findings; ``note`` is kept if there are none."""
        named = tuple(dict.fromkeys(missing))[:_MOST_POINTS]
        found = tuple(dict.fromkeys(faults))[:_MOST_POINTS]
        return cls("revise", named, found) if named or found else cls("ok", note=note)

    @property
    def text(self) -> str:
        lines = [f"- Not answered: {part}" for part in self.missing]
        return "\n".join((*lines, *(f"- Fault: {fault}" for fault in self.faults)))


@dataclass(frozen=True, slots=True)
class Review:
    """A critique of a draft, and the draft's claims updated with the consulter's verdicts.

    ``support`` counts the judged sentences by verdict. Verdicts without a quote from the passage
    are counted as "discarded", and so are those that a rule overrides.
    """

    critique: Critique
    claims: tuple[Claim, ...] = ()
    support: Mapping[str, int] = field(default_factory=dict)


async def review(
    ctx: RunContext, draft: str, claims: Sequence[Claim], pack: EvidencePack | None
) -> Review:
    """Have the consulter review a draft and its checked ``claims``, if there is anything to gain.

    It is asked in a conversation of its own. If the verdicts on sentences are invalid, the claims
    keep the marks given by the rules. Raises the same errors as `turn`.
    """
    known = tuple(claims)
    if fault := form_fault(
        draft, ctx.reading.question_type, ctx.question.text, bare=ctx.question.bare
    ):
        return Review(Critique.of((), (fault,)), known)
    if reason := _needless(ctx, draft, claims, pack):
        return Review(Critique("ok", note=f"Not reviewed: {reason}"), known)
    doubtful = await _sentences_to_judge(ctx, claims)
    count = len(doubtful.evidence)
    asked = await _prompt(ctx, draft, doubtful, pack)
    messages = (
        Message("system", _RULES.format(fence=ctx.fence.rule)),
        Message("user", asked, images=ctx.question.attachments),
    )
    ask = Ask(
        AGENT,
        "Criticise the draft",
        "critique",
        messages,
        schema=_schema(count),
        most_tokens=_TOKENS + _TOKENS_EACH * count,
    )
    reply = await turn(ctx, ask)
    critique = parse_critique(
        reply.text, f"{_PROMPT}{_SUPPORT}", Subject(draft, ctx.reading, ctx.today)
    )
    if not doubtful:
        return Review(critique, known)
    verdicts = parse_support(reply.text, doubtful)
    judged = with_verdicts(claims, doubtful.evidence, verdicts)
    return Review(critique, judged, _counts(claims, judged, verdicts))


def _needless(
    ctx: RunContext, draft: str, claims: Sequence[Claim], pack: EvidencePack | None
) -> str:
    """Say why a review has nothing to gain, or return ""."""
    if pack is None or not pack.answer or has_parts(ctx.reading.text):
        return ""
    if any(claim.mark == "contradicted" for claim in claims) or not ground(draft, pack).ok:
        return ""
    kind = ctx.reading.question_type
    count = len(statements(draft))
    if count <= 1 and same_answer(bare_value(draft, kind), pack.answer, kind):
        return "the draft is the answer that the sources agree on."
    if len(claims) >= count and all(claim.mark == "supported" for claim in claims):
        return "the evidence is sure, and every statement is supported."
    return ""


def _schema(sentences: int) -> dict[str, Any]:
    """Return the schema of a critique with a verdict on each sentence.

    Without a minimum, small models leave the list empty.
    """
    if not sentences:
        return _DRAFT_SCHEMA
    every = {"minItems": sentences, "maxItems": sentences}
    support = {"type": "array", "items": _SUPPORT_ITEM, **every}
    return object_schema(optional=("answers",), **_DRAFT_SCHEMA["properties"], support=support)


async def _prompt(
    ctx: RunContext, draft: str, doubtful: "SentencesToJudge", pack: EvidencePack | None
) -> str:
    if doubtful:
        passages = doubtful.text
    else:
        room = await characters(ctx, _EVIDENCE_SHARE, _EVIDENCE_MOST)
        passages = evidence_lines(pack, room) if pack is not None else ""
    room = await characters(ctx, _DRAFT_SHARE, _DRAFT_MOST)
    numbered = "\n".join(f"{n}. {each}" for n, each in enumerate(_told(draft), 1))
    question = ctx.question.text
    if ctx.reading.text.strip() != question.strip():
        question += f"\n(That is: {ctx.reading.text})"
    return _PROMPT.format(
        sources=f"{ctx.fence.wrap(passages, 'the cited sources')}\n" if passages else "",
        draft=ctx.fence.wrap(numbered[:room], "the draft"),
        question=question,
        support=_SUPPORT if doubtful else "",
    )


def _told(draft: str) -> list[str]:
    return [_one_line(each.text) for each in sentences(draft)] or [_one_line(draft)]


# --- Reading a critique, and holding it to the question and the draft

_WORDINGS = Patterns("critique")
_WORDS = Words("critique")
_QUOTED = re.compile(
    '["\u201c\u201e\u00ab\u300c]([^"\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d]{3,300})["\u201c\u201d\u00bb\u300d]'
)
_BULLET = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
_WORD = re.compile(r"[^\W\d_]\w*")
_FORMS: Mapping[AnswerType, QuestionType] = {
    AnswerType.NUMBER: QuestionType.NUMERIC,
    AnswerType.YES_NO: QuestionType.BOOLEAN,
}
_NEW_WORDS = 2
"""Number of words that a sentence must add to the question to answer a part of no certain kind."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The draft and the question that a critique is held to."""

    draft: str
    reading: Reading
    today: date

    def lacks(self, part: str) -> bool:
        """Return whether a part is asked for in the question and not answered in the draft."""
        asked, named = self._stems(self.reading.text), self._stems(part) - self._neutral
        verbatim = f" {' '.join(words(part))} " in f" {' '.join(words(self.reading.text))} "
        if not verbatim and len(named & asked) * 2 <= len(named):
            return False
        return not (named & asked <= self._stems(self.draft) and self._has(self._kind(part)))

    def without_answer(self, sentence: object) -> bool | None:
        """Check the number of the sentence that is said to answer the question, 0 for none.

        Return True if the draft holds no value of the kind asked for, False if that sentence holds
        one and the question has no further part, else None.
        """
        kind, told = self.reading.answer_type, _told(self.draft)
        number = _number(sentence)
        if 0 < number <= len(told) and not has_parts(self.reading.text):
            return False if self._holds(told[number - 1], kind) else None
        if str(sentence) != "0" or kind is AnswerType.OTHER:
            return None
        return None if self._has(kind) or _WORDINGS.negation.search(self.draft) else True

    def quotes(self, fault: str) -> bool:
        """Return whether a fault refers to the draft, by a quote or at least by two of its words."""
        if parts := _QUOTED.findall(fault):
            return any(quoted_span(self.draft, part) for part in parts)
        told = (self._stems(self.draft) & self._stems(fault)) - self._neutral
        return len(told) > 1 and quoted_span(self.draft, fault) is None

    def _kind(self, part: str) -> AnswerType:
        """Return the kind of value asked for by a part, or by the clause that it repeats most of."""
        kind = read_question(part, self.today).answer_type
        if kind is not AnswerType.OTHER or not has_parts(self.reading.text):
            return self.reading.answer_type if kind is AnswerType.OTHER else kind
        said = set(words(part))
        clauses = [each for each in _WORDINGS.clause_end.split(self.reading.text) if words(each)]
        clause = max(clauses, key=lambda each: len(said & {*words(each)}) / len(words(each)))
        return read_question(clause, self.today).answer_type

    def _has(self, kind: AnswerType) -> bool:
        return any(self._holds(each, kind) for each in _told(self.draft))

    def _holds(self, sentence: str, kind: AnswerType) -> bool:
        if form := _FORMS.get(kind):
            return not form_fault(sentence, form, "", bare=False)
        if kind is AnswerType.DATE:
            return any(map(str.isdigit, sentence))
        new = self._stems(sentence) - self._stems(self.reading.text)
        if kind is AnswerType.OTHER:
            return len(new) >= _NEW_WORDS and not _WORDINGS.negation.search(sentence)
        # a script without capitals has the same letter in both cases
        names = (word for word in _WORD.findall(sentence) if word[0] == word[0].upper())
        return any(new & self._stems(name) for name in names)

    @property
    def _neutral(self) -> set[str]:
        return {stem(word, self.reading.language) for word in _WORDS.said_of_parts}

    def _stems(self, text: str) -> set[str]:
        language = self.reading.language
        stop = stop_words(language)
        return {stem(word, language) for word in folded_words(text) if word not in stop}


def has_parts(question: str) -> bool:
    """Return whether a question may have several parts."""
    return _WORDINGS.several.search(question) is not None


def parse_critique(text: str, prompt: str, subject: Subject | None = None) -> Critique:
    """Parse a critique in JSON (repairing it if malformed) or in prose; what is neither is "ok".

    Points copied from ``prompt`` are dropped. If there is a ``subject``, so are missing parts that
    the question does not ask for or that the draft answers, and faults that do not quote the
    draft. Whatever the verdict says, the points that are left decide.
    """
    said = without_thinking(text).strip()
    data = json_object(said)
    if data is None:
        missing, faults = _from_prose(said)
    else:
        missing, faults = _strings(data.get("missing")), _strings(data.get("faults"))
    own = _letters(f"{prompt} {json.dumps(_DRAFT_SCHEMA)}")
    named, found = (_own_points(points, own) for points in (missing, faults))
    if subject is not None:
        without = subject.without_answer((data or {}).get("answers"))
        if without is not None:
            named = [subject.reading.text] if without else []
        else:
            named = [each for each in named if subject.lacks(each)]
        found = [each for each in found if subject.quotes(each)]
    note = ""
    if data is None or "verdict" not in data:
        note = "The consulter's reply was no critique in the form asked for."
    if missing or faults or (data or {}).get("verdict") == "revise":
        note = "The consulter named no fault that could be confirmed."
    return Critique.of(named, found, note)


def _strings(value: object) -> list[str]:
    """Return points as texts. A fault with a quote becomes one text; it needs an explanation."""
    items = value if isinstance(value, list) else [value]
    told = (_fault(item) if isinstance(item, dict) else item for item in items)
    texts = (each.strip() for each in told if isinstance(each, str))
    return [clipped(each, 2 * _LONGEST_POINT) for each in texts if each]


def _fault(item: Mapping[str, Any]) -> str:
    quote, why = str(item.get("quote") or ""), str(item.get("why") or "").strip()
    if not quote or not why or quoted_span(quote, why):
        return ""
    return f"“{clipped(quote, _LONGEST_POINT)}”: {why}"


def _own_points(points: Iterable[str], prompt: str) -> list[str]:
    """Return the points that are not copied from the prompt, as a whole or in their explanation."""
    return [
        each
        for each in points
        if all(_letters(part) not in prompt for part in (each, each.rpartition("”: ")[2]))
    ]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _from_prose(text: str) -> tuple[list[str], list[str]]:
    """Return the missing parts and faults in prose: after a label, in a list below it, or said."""
    missing: list[str] = []
    faults: list[str] = []
    below: list[str] | None = None
    for line in text.splitlines():
        bullet, told = _BULLET.match(line), _BULLET.sub("", line).strip("* ")
        if found := _WORDINGS.missing_label.match(told):
            below, told = missing, found[1]
        elif found := _WORDINGS.fault_label.match(told):
            below, told = faults, found[1]
        elif told and not (bullet and below is not None):
            below = None
        if below is not None:
            below += [] if _WORDINGS.none.search(told) else [told.strip("* ")]
            continue
        for sentence in statements(told):
            if _affirms(_WORDINGS.fault_said, sentence):
                faults.append(sentence)
            elif _affirms(_WORDINGS.missing_said, sentence):
                missing.append(sentence)
    return missing, faults


def _affirms(pattern: re.Pattern[str], sentence: str) -> bool:
    found = pattern.search(sentence)
    if found is None or _WORDINGS.negation.search(sentence[: found.start()]):
        return False
    rest = sentence[found.end() :]
    return not words(rest) or not _WORDINGS.none.search(rest)


# --- Support for the cited sentences

_SHARE = 0.2
_MOST_CHARACTERS = 6_000
_PASSAGES = 2
"""Maximum number of passages shown for each sentence."""

_OPEN: tuple[Mark, ...] = ("unconfirmed", "partly")
"""The marks that a judge can change, the most doubtful first."""

_SMALLEST_JUDGE = 3.0
"""Minimum model size, in billions of parameters, for judging sentences by default."""


@dataclass(frozen=True, slots=True)
class SentencesToJudge:
    """Cited sentences and their passages, each numbered from 1, as shown to the model."""

    evidence: tuple[CitedEvidence, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.evidence)

    @property
    def passages(self) -> tuple[EvidencePassage, ...]:
        """The passages of all sentences, in display order and without duplicates."""
        every = (passage for each in self.evidence for passage in each.passages)
        return tuple({passage.number: passage for passage in every}.values())

    @property
    def text(self) -> str:
        lines: list[str] = []
        shown: dict[int, int] = {}
        for number, each in enumerate(self.evidence, 1):
            lines.append(f"Sentence {number}: {_one_line(each.claim.text)}")
            for passage in each.passages:
                if known := shown.get(passage.number):
                    lines.append(f"Passage {known}: as above")
                    continue
                shown[passage.number] = len(shown) + 1
                lines.append(f"Passage {len(shown)}: {_one_line(passage.text)}")
        return "\n".join(lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())


async def _sentences_to_judge(ctx: RunContext, claims: Sequence[Claim]) -> SentencesToJudge:
    """Return the undecided sentences to judge, in text order.

    The most doubtful ones are chosen, as many as fit into the prompt.
    """
    if not await _judges(ctx):
        return SentencesToJudge()
    sources = {document.number: document for document in ctx.web.sources.documents()}
    # in a thread: takes milliseconds per claim, which would block the UI
    doubtful = await asyncio.to_thread(_doubtful, claims, sources, ctx.reading.text)
    chosen: list[CitedEvidence] = []
    room = await characters(ctx, _SHARE, _MOST_CHARACTERS)
    for each in doubtful:
        if len(SentencesToJudge((*chosen, each)).text) > room:
            break
        chosen.append(each)
    return SentencesToJudge(tuple(sorted(chosen, key=lambda each: each.number)))


def _doubtful(
    claims: Sequence[Claim], sources: Mapping[int, Document], question: str
) -> list[CitedEvidence]:
    """Return the sentences that the rules left undecided, with their passages, most doubtful first.

    Passages that contain instructions to a model are left out. A sentence that then has no passages
    is left out as well.
    """
    found = []
    for each in cited_evidence(claims, sources, question, _PASSAGES):
        passages = tuple(one for one in each.passages if not find_instructions(one.text))
        if passages and each.claim.mark in _OPEN:
            found.append(replace(each, passages=passages))
    return sorted(found, key=lambda each: _OPEN.index(each.claim.mark))


async def _judges(ctx: RunContext) -> bool:
    if ctx.settings.judge_support != "auto" or ctx.model is None:
        return ctx.settings.judge_support == "on"
    size = await ctx.model.billions_of_parameters()
    return not 0 < size < _SMALLEST_JUDGE


def parse_support(text: str, sentences: SentencesToJudge) -> tuple[OutsideVerdict, ...]:
    """Parse the verdicts on sentences in a reply, dropping those that match no sentence.

    Numbers may be written as text. If there are as many verdicts as sentences, a verdict without a
    sentence number is assigned by its position. If its passage number is not valid for the
    sentence, the passage that contains the quote is used. Conflicting verdicts on the same sentence
    are dropped.
    """
    data = json_object(text) or {}
    items = _items(data.get("support"))
    in_order = len(items) == len(sentences.evidence)
    verdicts: dict[int, list[OutsideVerdict]] = {}
    for place, item in enumerate(items, 1):
        number = _number(item.get("sentence")) or (place if in_order else 0)
        if 1 <= number <= len(sentences.evidence):
            verdict = _verdict(item, sentences.evidence[number - 1], sentences.passages)
            verdicts.setdefault(number, []).append(verdict)
    agreed = (each for each in verdicts.values() if len({one.outcome for one in each}) == 1)
    return tuple(verdict for each in agreed for verdict in each)


def _items(support: object) -> list[Mapping[str, Any]]:
    """Return verdicts as a list.

    They may be given as a list, as an object keyed by sentence number, or as a single verdict.
    """
    if isinstance(support, dict):
        if "verdict" in support:
            return [support]
        support = [
            {"sentence": number, **item}
            for number, item in support.items()
            if isinstance(item, dict)
        ]
    items = support if isinstance(support, list) else []
    return [item for item in items if isinstance(item, dict)]


def _verdict(
    item: Mapping[str, Any], evidence: CitedEvidence, shown: Sequence[EvidencePassage]
) -> OutsideVerdict:
    quote = str(item.get("quote") or "")
    at = _number(item.get("passage"))
    passage = shown[at - 1] if 1 <= at <= len(shown) else None
    if passage not in evidence.passages:
        holding = (each for each in evidence.passages if quoted_span(each.text, quote))
        passage = next(holding, None)
    number = passage.number if passage is not None else 0
    return OutsideVerdict(evidence.number, _outcome(item.get("verdict")), number, quote)


def _number(value: object) -> int:
    if isinstance(value, bool):
        return 0
    found = re.search(r"(?<![-\d])\d{1,4}(?!\d)", str(value))
    return int(found[0]) if found else 0


def _outcome(value: object) -> Outcome:
    said = str(value).strip().lower()
    if said.startswith("support"):
        return "supported"
    return "contradicted" if said.startswith(("contradict", "refute")) else "not stated"


def _counts(
    claims: Sequence[Claim], judged: Sequence[Claim], verdicts: Iterable[OutsideVerdict]
) -> dict[str, int]:
    counts = {"supported": 0, "contradicted": 0, "not stated": 0, "discarded": 0}
    for number, outcome in {each.claim: each.outcome for each in verdicts}.items():
        counted = outcome == "not stated" or claims[number - 1] != judged[number - 1]
        counts[outcome if counted else "discarded"] += 1
    return counts
