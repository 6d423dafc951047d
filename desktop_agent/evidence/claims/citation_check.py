"""Compare an answer's claims with the cited sources, and insert missing citations."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from desktop_agent.core.markdown import plain
from desktop_agent.core.research import CitationCheck, Claim, Mark
from desktop_agent.evidence.claims.comparison import Finding, claimed_roles, judge
from desktop_agent.evidence.claims.matching import (
    ClaimWords,
    SourceIndex,
    View,
    index_of,
    starts_with_pronoun,
)
from desktop_agent.evidence.claims.statement import Name, Value, agreement, values
from desktop_agent.evidence.records import Document
from desktop_agent.evidence.text.fold import folded_words, function_words, language_of
from desktop_agent.evidence.text.numbers import CJK
from desktop_agent.evidence.text.sentences import Sentence, sentences, without_frame
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("claims/citation_check")
_PATTERNS = Patterns("claims/citation_check")

_MOST_CANDIDATES, _MORE = 8, 3
_NEAR = 0.4
"""Minimum score of a candidate sentence, as a share of the best sentence's score."""

_SAME = 0.8
LONGEST = 800
"""Maximum sentence length in characters. Longer sentences are not checked."""

_MOST_SENTENCES = 5_000
"""Maximum number of sentences in an answer that are checked, to bound the work."""

_LONG = "too long to check"
_NO_TEXT = "the page could not be read"
_NOTHING = "nothing in it to check"
_REPLY = "it replies to an unknown question"
_BETTER: Mapping[Mark, int] = {"supported": 3, "partly": 2, "contradicted": 1, "unconfirmed": 0}


def check_claims(
    text: str, sources: Mapping[int, Document], question: str = ""
) -> tuple[Claim, ...]:
    """Compare each statement in an answer with the pages that it cites.

    A statement without citations is compared with all pages. ``sources`` maps citation numbers to
    pages. An uncited statement becomes a claim only if a page contradicts it, or if it contains a
    number or a date found neither on any page nor in the question. Uncited statements are skipped
    if no page has any text.

    If the cited pages neither confirm nor contradict a statement but another page contradicts it,
    the statement is marked as contradicted, and the check of that page comes after the checks of
    the cited pages.
    """
    read = {number: source for number, source in sources.items() if source.read}
    asked = claim_words(question) if question.strip() else None
    claims: list[Claim] = []
    about: Name | None = None
    for sentence in islice(sentences(text), _MOST_SENTENCES):
        if len(sentence.text) > LONGEST:
            if sentence.citations:
                claims.append(_unchecked(sentence, sources, _LONG))
            continue
        words = claim_words(sentence.text, about, asked, goes_on=sentence.goes_on)
        if sentence.citations and asked is None and _PATTERNS.reply.match(sentence.text):
            claims.append(_unchecked(sentence, sources, _REPLY))
        elif sentence.citations and sentence.question:
            claims.append(_unchecked(sentence, sources, _NOTHING))
        elif sentence.citations:
            claims.append(_checked(sentence, words, sources))
        elif read and not sentence.question and (claim := _uncited(sentence, words, read)):
            claims.append(claim)
        about = _spoken_of(words, about)
    return tuple(claims)


def spare(claims: tuple[Claim, ...], confirmed: str) -> tuple[Claim, ...]:
    """Mark contradicted claims that state the ``confirmed`` value as "unconfirmed" instead.

    ``confirmed`` is the value established by the evidence, so a claim that states it is not wrong.
    The claims' contradicting checks are changed in the same way.
    """
    return tuple(
        replace(
            claim,
            mark="unconfirmed",
            checks=tuple(
                replace(check, mark="unconfirmed") if check.mark == "contradicted" else check
                for check in claim.checks
            ),
        )
        if claim.mark == "contradicted" and _states(claim.text, confirmed)
        else claim
        for claim in claims
    )


def _states(text: str, confirmed: str) -> bool:
    said, given = values(text, language_of(text)), values(confirmed, language_of(confirmed))
    if given:
        return all(any(agreement(one, other) == "agrees" for one in said) for other in given)
    words = folded_words(text)
    wanted = [word for word in folded_words(confirmed) if word not in function_words("en")]
    return bool(wanted) and set(wanted) <= set(words)


def _unchecked(sentence: Sentence, sources: Mapping[int, Document], reason: str) -> Claim:
    checks = tuple(_unconfirmed(n, sources.get(n), reason) for n in sentence.citations)
    return Claim(sentence.text, sentence.citations, reason=reason, checks=checks)


def _unconfirmed(number: int, source: Document | None, reason: str) -> CitationCheck:
    snapshot = source.snapshot if source is not None else ""
    return CitationCheck(number, "unconfirmed", snapshot=snapshot, reason=reason)


def claim_words(
    text: str,
    about: Name | None = None,
    asked: ClaimWords | None = None,
    *,
    goes_on: bool = False,
) -> ClaimWords:
    """Parse a statement in an answer.

    ``about`` is the subject of the previous statement, and ``asked`` is the parsed question.
    ``goes_on`` is true if the statement continues the same sentence as the previous statement.
    """
    bare = " ".join(plain(text).replace("|", " ").split())
    if not bare.isascii():
        bare = _UNSPACED.sub(" ", bare)
    bare = without_frame(bare)
    words = ClaimWords(bare, language_of(bare), None, asked)
    pronoun = starts_with_pronoun(words.said)
    names_itself = words.names and words.names[0].first < 3
    if (pronoun or (goes_on and _without_subject(words))) and not names_itself:
        if asked is not None and asked.names and _PATTERNS.it.match(bare):
            about = asked.names[0]
        if about is not None:
            return ClaimWords(bare, words.language, about, asked)
    return words


_UNSPACED = re.compile(rf"(?<=[{CJK}])(?=[^\W_{CJK}])|(?<=[^\W_{CJK}])(?=[{CJK}])")


def _without_subject(words: ClaimWords) -> bool:
    """Return whether a statement starts with a verb, as in "and was opened in 1753"."""
    first = next((w.folded for w in words.said.words if w.folded not in _WORDS.joining), "")
    return first in _WORDS.verbs or first.endswith("ed")


def _spoken_of(words: ClaimWords, about: Name | None) -> Name | None:
    if words.about is not None:
        return words.about
    return words.names[0] if words.names else about


def _checked(sentence: Sentence, words: ClaimWords, sources: Mapping[int, Document]) -> Claim:
    checks = tuple(_check(words, number, sources.get(number)) for number in sentence.citations)
    best = max(checks, key=lambda check: _BETTER[check.mark])
    if best.mark == "unconfirmed" and (words.free_values or words.names):
        others = {n: page for n, page in sources.items() if n not in sentence.citations}
        other = _against(words, others)
        if other is not None:
            best, checks = other, (*checks, other)
    return _claim(sentence, best, checks)


def _claim(sentence: Sentence, best: CitationCheck, checks: tuple[CitationCheck, ...]) -> Claim:
    found = (best.mark, best.quote, best.start, best.end, best.reason)
    return Claim(sentence.text, sentence.citations, *found, checks)


def _uncited(sentence: Sentence, words: ClaimWords, read: Mapping[int, Document]) -> Claim | None:
    """Return a claim for an uncited statement if it is contradicted or has an unsourced value."""
    other = _against(words, read)
    if other is not None:
        return _claim(sentence, other, (other,))
    absent = _in_no_source(words, read.values())
    return Claim(sentence.text, reason=f"no source mentions {absent}") if absent else None


def _against(words: ClaimWords, sources: Mapping[int, Document]) -> CitationCheck | None:
    """Return the check of a page that contradicts the claim, unless another page supports it."""
    found = list(_checks_near(words, sources))
    if any(check.mark == "supported" for check in found):
        return None
    return next((check for check in found if check.mark == "contradicted"), None)


def _checks_near(words: ClaimWords, sources: Mapping[int, Document]) -> Iterator[CitationCheck]:
    """Yield a check for each source on the same subject as the claim."""
    for number, source in sorted(sources.items()) if _checkable(words) else ():
        if source.read and _speaks_of(words, index_of(source.title, source.text)):
            yield _check(words, number, source)


def _speaks_of(words: ClaimWords, index: SourceIndex) -> bool:
    """Return whether a source contains most of a claim's words and names (a cheap pre-check)."""
    words = words.in_language_of(index)
    there = words.found_in(index).keys() | words.keys_of(folded_words(index.title))
    needed = [term.key in there for term in words.terms if not term.light]
    if sum(needed) < _SAME * len(needed):
        return False
    titled = index.title.casefold()
    known = (name.words[-1] in index.postings or name.words[-1] in titled for name in words.names)
    return sum(not each for each in known) <= 1


def _check(words: ClaimWords, number: int, source: Document | None) -> CitationCheck:
    if source is None or not source.read:
        return _unconfirmed(number, source, _NO_TEXT)
    if not _checkable(words):
        return _unconfirmed(number, source, _NOTHING)
    index = index_of(source.title, source.text)
    found = best_finding(words, index)
    if found is None:
        return _unconfirmed(number, source, "the page doesn't mention it")
    start, end = index.units[found.unit].start, index.units[found.unit].end
    return CitationCheck(
        number, found.mark, source.text[start:end], start, end, source.snapshot, found.reason
    )


def _checkable(words: ClaimWords) -> bool:
    inside = any(name.first or len(name.words) > 1 or words.short for name in words.names)
    content = len(words.names) + sum(not term.light for term in words.own)
    return len(words.said.values) < 40 and (bool(words.said.values) or inside or content > 1)


def best_finding(words: ClaimWords, index: SourceIndex) -> Finding | None:
    """Return the best finding for a claim in a source, or None if no sentence is similar."""
    words = words.in_language_of(index)
    found = words.found_in(index)
    mine = claimed_roles(words)
    best: Finding | None = None
    denied = False
    weights = _weights(words, index, found)
    for unit in _candidates(words, index, found):
        view = View(words, index, unit, weights)
        telling = bool(mine or view.said.negations)
        if best is not None and best.mark == "supported" and not telling:
            continue
        finding = judge(view, mine)
        denied = denied or (telling and finding.mark == "contradicted")
        if best is None or finding.rank > best.rank:
            best = finding
    if denied and best is not None and best.mark == "supported":
        return replace(best, mark="partly", reason="elsewhere, the page says otherwise")
    return best


def best_units(words: ClaimWords, index: SourceIndex) -> list[int]:
    """Return the indices of the source's units most similar to a claim, best first."""
    words = words.in_language_of(index)
    return _candidates(words, index, words.found_in(index))


def _weights(
    words: ClaimWords, index: SourceIndex, found: Mapping[str, set[int]]
) -> dict[str, float]:
    """Return the weights of the terms, from about 0.5 (in every sentence) to 1.5 (in none)."""
    rarest = index.rarity(0)
    return {
        term.key: 0.5 + index.rarity(len(found.get(term.key, ()))) / rarest for term in words.terms
    }


def _candidates(words: ClaimWords, index: SourceIndex, found: Mapping[str, set[int]]) -> list[int]:
    """Return the indices of the units most similar to a claim, best first.

    After these come the units that share the most content words with the claim, since such units
    may call the subject "it" or name someone else in the same role.
    """
    scores: dict[int, float] = {}
    light = {term.key for term in words.terms if term.light}
    for key, units in found.items():
        worth = index.rarity(len(units)) * (0.2 if key in light else 1.0)
        for unit in units:
            scores[unit] = scores.get(unit, 0.0) + worth
    best = sorted(scores, key=lambda unit: (-scores[unit], unit))[:_MOST_CANDIDATES]
    near = [unit for unit in best if scores[unit] >= _NEAR * scores[best[0]]]
    told = Counter(
        unit for term in words.terms if not term.light for unit in found.get(term.key, ())
    )
    most = sorted(told, key=lambda unit: (-told[unit], unit))[:_MORE]
    return near + [unit for unit in most if unit not in near]


def _in_no_source(words: ClaimWords, read: Iterable[Document]) -> str:
    """Return the first value that occurs in no source, or "".

    Values that need no source (see `_too_common`) or occur in the question are ignored.
    """
    if not words.said.values:
        return ""
    asked = words.asked.said.values if words.asked is not None else ()
    pages = [index_of(source.title, source.text) for source in read]
    for value in words.said.values:
        if _too_common(value) or any(agreement(value, other) == "agrees" for other in asked):
            continue
        exact = value.number is not None and value.number.place == 0 and not value.approximation
        if not any(page.holds(value, 1e-9 if exact else 0.05) for page in pages):
            return value.text
    return ""


def _too_common(value: Value) -> bool:
    """Return whether a value is too common to need a source, such as "first" or "two"."""
    if value.number is None:
        return value.when is None or value.when.year is None
    small = value.plain is not None and value.plain <= (12 if value.number.written else 3)
    return value.kind in ("ordinal", "fraction") or small


# --- Citations for uncited sentences

_ENDING = re.compile(r"[.!\u2026\u3002\uff01]{1,3}[*_\"'\u201d\u00bb)]{0,4}$")


def attach_citations(text: str, sources: Mapping[int, Document]) -> str:
    """Insert ``[n]`` into each uncited sentence that source ``n`` supports.

    Citations are placed before the full stop. Questions, headings, quotes, tables and code stay
    unchanged. The function is idempotent.
    """
    added: list[tuple[int, str]] = []
    about: Name | None = None
    for sentence in sentences(text):
        if len(sentence.text) > LONGEST:
            continue
        words = claim_words(sentence.text, about)
        about = _spoken_of(words, about)
        if sentence.citations or sentence.question:
            continue
        checks = _checks_near(words, sources)
        number = next((check.source for check in checks if check.mark == "supported"), None)
        if number is not None:
            whole = text[sentence.start : sentence.end]
            ending = _ENDING.search(whole)
            at = sentence.start + (ending.start() if ending else len(whole))
            added.append((at, f" [{number}]"))
    for position, citation in reversed(added):
        text = f"{text[:position]}{citation}{text[position:]}"
    return text
