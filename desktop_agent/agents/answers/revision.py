"""Choose between an answer and its revision, rejecting revisions that lose content."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_agent.agents.answers.answer_form import form_fault, is_refusal, polarity
from desktop_agent.core.language import STOP_WORDS, differs, latin_language_of
from desktop_agent.core.research import Claim, QuestionType
from desktop_agent.evidence.grounding.answer_check import ground
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.evidence.text.dates import shown
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.sentences import cut, plain_text
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("grounding/revision")


_SAME = 0.6
"""Minimum share of a statement's content words that an equivalent statement contains."""
_HELD = 1 / 3
_NAME = re.compile(r"(?<![.!?:] )(?<!^)\b[^\W\d_a-z]\w+")
"""Matches capitalized words that do not begin a sentence."""
_COMMENT_LONGEST = 400
_CUT_LEAST = 80
"""Minimum length at which a last line without final punctuation counts as cut off."""


@dataclass(frozen=True, slots=True)
class Preference:
    """The text to show; ``reason`` says why the earlier text was kept, if it was."""

    text: str
    kept_earlier: bool
    reason: str


def never_worse(
    earlier: str,
    later: str,
    *,
    question: str,
    question_type: QuestionType,
    pack: EvidencePack | None,
    earlier_claims: Sequence[Claim],
    later_claims: Sequence[Claim],
) -> Preference:
    """Return the later text, unless it is worse than the earlier one.

    The earlier text is kept if the later one

    - is not an answer (it is empty, a refusal, a comment on the draft, or truncated),
    - no longer affirms the extracted value,
    - no longer has the required format,
    - adds statements that a source contradicts, or
    - drops a statement together with the only source that supported it.
    """
    if not earlier.strip():
        return Preference(later, kept_earlier=False, reason="")
    reason = (
        _not_an_answer(earlier, later)
        or _value_lost(earlier, later, pack)
        or _form_lost(earlier, later, question, question_type)
        or _contradicted(earlier_claims, later_claims)
        or _support_lost(earlier_claims, later_claims)
    )
    return Preference(earlier if reason else later, bool(reason), reason)


def says_what_sources_say(text: str, pack: EvidencePack) -> bool:
    """Return whether the sources hold something of what a text adds to its question.

    That is a number, a name, or a third of the words; where a number is asked for, only a number. A
    yes or no adds enough by itself. True if the sources are in another language than the question, because words cannot be compared then.
    """
    question, plain = pack.reading.text, plain_text(text)
    known = " ".join(
        part for each in pack.documents for part in (each.title, each.snippet, each.text)
    )
    passages = " ".join(passage.text for passage in pack.passages)
    if differs(question, passages):
        return True
    if pack.reading.question_type is QuestionType.BOOLEAN and polarity(text) is not None:
        return True
    common = STOP_WORDS[latin_language_of(passages) or "en"] | set(words(question))
    added = [word for word in words(plain) if word not in common]
    held = set(added) & set(words(known))
    digits = {word for word in added if word.isdigit()}
    if pack.reading.question_type is QuestionType.NUMERIC and digits:
        return bool(digits & held)
    names = {each for found in _NAME.findall(plain) for each in words(found)}
    telling = any(word in names or word.isdigit() for word in held)
    return telling or len(held) > _HELD * len(set(added))


def _not_an_answer(earlier: str, later: str) -> str:
    if not later.strip():
        return "The revision was empty."
    if is_refusal(later) and not is_refusal(earlier):
        return "The revision only refused to answer."
    if _comments(later) and not _comments(earlier):
        return "The revision was a remark about the draft, not an answer."
    if _cut_off(later) and not _cut_off(earlier):
        return "The revision broke off before its end."
    return ""


def _value_lost(earlier: str, later: str, pack: EvidencePack | None) -> str:
    if pack is None or not pack.answer:
        return ""
    if not ground(earlier, pack).ok or (judged := ground(later, pack)).ok:
        return ""
    return f"The revision gave up the value that the sources name, {shown(pack.answer)}. {judged.reason}"


def _form_lost(earlier: str, later: str, question: str, question_type: QuestionType) -> str:
    fault = form_fault(later, question_type, question, bare=False)
    if not fault or form_fault(earlier, question_type, question, bare=False):
        return ""
    return f"The revision lost the form of the answer. {fault}"


def _contradicted(earlier: Sequence[Claim], later: Sequence[Claim]) -> str:
    false = [claim for claim in later if claim.mark == "contradicted"]
    if len(false) <= sum(claim.mark == "contradicted" for claim in earlier):
        return ""
    return f"The revision says what a source contradicts: “{cut(plain_text(false[0].text), 120)}”"


def _support_lost(earlier: Sequence[Claim], later: Sequence[Claim]) -> str:
    backed = [claim for claim in later if claim.mark in ("supported", "partly")]
    cited = {source for claim in backed for source in _sources(claim, "supported", "partly")}
    statements = [_substance(claim.text) for claim in backed]
    for claim in earlier:
        lost = set(_sources(claim, "supported")) - cited
        if lost and not _said(_substance(claim.text), statements):
            quoted = cut(plain_text(claim.text), 120)
            return (
                f"The revision dropped a statement that source [{min(lost)}] supports: “{quoted}”"
            )
    return ""


def _sources(claim: Claim, *marks: str) -> Iterator[int]:
    if claim.checks:
        yield from (check.source for check in claim.checks if check.mark in marks)
    elif claim.mark in marks:
        yield from claim.citations


def _said(statement: frozenset[str], others: Sequence[frozenset[str]]) -> bool:
    """Return whether any of ``others`` has all numbers and most words of ``statement``."""
    numbers = {word for word in statement if word[0].isdigit()}
    return any(
        numbers <= other and len(statement & other) >= _SAME * len(statement) for other in others
    )


def _substance(text: str) -> frozenset[str]:
    return frozenset(words(plain_text(text))) - STOP_WORDS["en"]


def _comments(text: str) -> bool:
    plain = plain_text(text).replace("\u2019", "'")
    return len(plain) <= _COMMENT_LONGEST and _PATTERNS.comment.match(plain) is not None


def _cut_off(text: str) -> bool:
    """Return whether the text breaks off in a code block, bold span, citation or long sentence."""
    last = text.rstrip().rsplit("\n", 1)[-1].strip()
    if text.count("```") % 2 or last.count("**") % 2 or re.search(r"\[\d{0,3}$", last):
        return True
    if not last or last.startswith(("|", "#", ">")):
        return False
    return _PATTERNS.dangling.search(last) is not None or (
        last[-1].isalnum() and len(last) >= _CUT_LEAST
    )
