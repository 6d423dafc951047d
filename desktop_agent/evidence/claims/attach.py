"""Citations for sentences that have none, where a source says what they say."""

import re
from collections.abc import Mapping

from desktop_agent.evidence.claims.check import LONGEST, best_finding, claim_words, within_reach
from desktop_agent.evidence.claims.index import index_of
from desktop_agent.evidence.claims.matching import ClaimWords
from desktop_agent.evidence.claims.sentences import sentences
from desktop_agent.evidence.claims.sources import SourceText
from desktop_agent.evidence.claims.statement import Name

_ENOUGH_WORDS = 5
_ENDING = re.compile(r"[.!\u2026\u3002\uff01]{1,3}[*_\"'\u201d\u00bb)]{0,4}$")
_CITED_BEHIND = re.compile(r"[.!\u3002]\s?\[\d{1,3}[\],]")


def attach_citations(text: str, sources: Mapping[int, SourceText]) -> str:
    """Adds ``[n]`` to each sentence without a citation that a source supports.

    Only sentences that tell a fact are looked at: those with a name, a number or five content words.
    Questions, headings, quotes, tables and code stay as they are, and so does what no source says.
    The citation stands before the full stop, or behind it where the text cites in that way. Doing it
    twice changes nothing more.
    """
    read = [source for _, source in sorted(sources.items()) if source.read]
    behind = bool(_CITED_BEHIND.search(text))
    added: list[tuple[int, str]] = []
    about: Name | None = None
    for sentence in sentences(text) if read else ():
        if len(sentence.text) > LONGEST:
            continue
        words = claim_words(sentence.text, about)
        about = words.about or (words.names[0] if words.names else about)
        if sentence.citations or sentence.question or not _tells_a_fact(words):
            continue
        number = _supporting(words, read)
        if number is not None:
            whole = text[sentence.start : sentence.end]
            added.append((sentence.start + _place(whole, behind=behind), f" [{number}]"))
    for position, citation in reversed(added):
        text = f"{text[:position]}{citation}{text[position:]}"
    return text


def _tells_a_fact(words: ClaimWords) -> bool:
    content = sum(not term.light for term in words.terms)
    named = bool(words.names or words.said.values) and content > 0
    return named or content >= _ENOUGH_WORDS


def _supporting(words: ClaimWords, read: list[SourceText]) -> int | None:
    """Gives the number of the source that supports a sentence, the lowest of several; or None."""
    for source in read:
        index = index_of(source.title, source.text)
        if not within_reach(words, index):
            continue
        finding = best_finding(words, index)
        if finding is not None and finding.mark == "supported":
            return source.number
    return None


def _place(sentence: str, *, behind: bool) -> int:
    """Gives where in a sentence its citation goes."""
    ending = _ENDING.search(sentence)
    return ending.start() if ending and not behind else len(sentence)
