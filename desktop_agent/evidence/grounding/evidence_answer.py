"""Write answers without a model.

An answer gives the extracted value with its sources or, without a value, what the sources say.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from desktop_agent.core.citations import CITATION, MARKS, citation_numbers
from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.evidence.grounding.answer_check import contains, value_words
from desktop_agent.evidence.records import (
    Candidate,
    Document,
    EvidencePack,
    Intent,
    Mention,
    Passage,
    Reading,
)
from desktop_agent.evidence.text.dates import shown
from desktop_agent.evidence.text.sentences import (
    cut,
    escaped,
    one_line,
    plain_text,
    row_text,
)

INSUFFICIENT = "Insufficient evidence"
"""Opening of an answer without evidence, which is valid in every format."""

# --- The claims in an evidence answer, each located in its source
#
# Such an answer contains only extracted values and quotes, so its claims need no comparison: a
# citation is supported if the words that the value was taken from are in the stored page.

_LIST_ITEM = re.compile(r"\s{0,3}- ")
_LISTED = re.compile(r"\s{0,40}(?:[-*+\u2022]\s|\d{1,3}[.)]\s|(?=\|))")
_RULER = re.compile(r"\s*[|:\s*_=-]{3,}\s*")
_WITHIN_BOLD = re.compile(r"[^\W_](?:.*[^\W_])?")
"""The part to put in bold; CommonMark may not read ``**`` next to punctuation as a mark."""
_WORD = re.compile(r"\w+")
_NOT_STORED = "seen in the search result; the page could not be read"


def evidence_claims(text: str, pack: EvidencePack) -> tuple[Claim, ...]:
    """Return the claims (statements and quotes) in an answer written by `evidence_text`."""
    documents = {document.number: document for document in pack.documents}
    claims = []
    for line in text.splitlines():
        numbers = citation_numbers(line)
        if not numbers or _LIST_ITEM.match(line):
            continue  # list items name sources and claim nothing
        said = " ".join(CITATION.sub("", line).lstrip("> ").split())
        quoted = said if line.startswith(">") else ""
        checks = tuple(_check(documents.get(number), number, quoted, pack) for number in numbers)
        best = min(checks, key=lambda check: MARKS.index(check.mark))
        claims.append(
            Claim(said, numbers, best.mark, best.quote, best.start, best.end, best.reason, checks)
        )
    return tuple(claims)


def _check(
    document: Document | None, number: int, quoted: str, pack: EvidencePack
) -> CitationCheck:
    if document is None or not document.read:
        return CitationCheck(number, "unconfirmed", reason=_NOT_STORED)
    spans = list(_spans(document, pack))
    if not spans:
        reason = "the page, as it was read, does not hold the words of the search result"
        return CitationCheck(number, "unconfirmed", snapshot=document.snapshot, reason=reason)
    start, end = max(
        spans,
        key=lambda span: (
            _shared(document.text[slice(*span)], quoted),
            span[0] - span[1] if quoted else 0,
        ),
    )
    quote = document.text[start:end]
    return CitationCheck(number, "supported", quote, start, end, document.snapshot)


def _spans(document: Document, pack: EvidencePack) -> Iterator[tuple[int, int]]:
    """Yield the spans in a document that the pack uses.

    The spans of mentions come first, the strongest at the beginning. The spans of passages follow.
    """
    sightings = pack.best.sightings if pack.best is not None else ()
    for sighting in sorted(sightings, key=lambda each: -each.strength):
        if sighting.source == document.number:
            span = find_words(document.text, sighting.quote)
            if span is not None:
                yield span
    for passage in pack.passages:
        if passage.source == document.number and passage.start >= 0:
            yield passage.start, passage.end
            if any(passage.best):
                yield passage.start + passage.best[0], passage.start + passage.best[1]


def find_words(text: str, quote: str) -> tuple[int, int] | None:
    """Return the span of a quote in a text, or None if it does not occur.

    Punctuation and spacing are ignored.
    """
    words = _WORD.findall(quote)
    if not words:
        return None
    spaced = r"\W{1,40}".join(re.escape(word) for word in words[:120])
    found = re.search(rf"(?<!\w){spaced}(?!\w)", text)
    return found.span() if found else None


def _shared(text: str, quoted: str) -> int:
    return len(set(_WORD.findall(text.casefold())) & set(_WORD.findall(quoted.casefold())))


HEAD = "No single answer was found. This is what the sources say:"
"""The first line of an answer that asserts no value."""
_FURTHER = "Other sources say:"

_MOST_CITATIONS = 4
_MOST_PASSAGES = 3
_MOST_FURTHER = 2
_MOST_CANDIDATES = 5
_MOST_SOURCES = 5
_PASSAGE = 700
"""Maximum length of a quoted passage in characters."""
_QUOTE = 300
"""Maximum length of a quote beside a value, in characters."""
_LOOKED_AT = 2_000
"""Number of characters of a passage that are read for a quote; many may be markup."""
_NAME = 120
"""Maximum length of a title, a value or a note in characters."""

_ESCAPED_CITATION = re.compile(r"\\\[(\d{1,3})\\\]")
_CONFIDENCES = ((0.85, "high"), (0.7, "good"), (0.0, "fair"))
_PLACES = {"text": 3, "data": 2, "snippet": 1, "title": 0}
_EVENTS = {
    "born": "is when {entity} was born",
    "died": "is when {entity} died",
    "released": "is when {entity} was released",
    "founded": "is when {entity} was founded",
}
_SOUGHT = {
    Intent.LATEST_ALBUM: "what the latest album by {entity} is",
    Intent.PERFORMER: "who performed “{entity}”",
    Intent.TITLE_HOLDER: "who or what the {entity} is",
    Intent.LATEST_VERSION: "what the latest version of {entity} is",
    Intent.EVENT_DATE: "the date asked for, of {entity}",
}


def evidence_text(pack: EvidencePack, *, bare: bool = False) -> str:
    """Return the answer from a pack in Markdown or, if ``bare``, only the value in plain text.

    An extracted value comes first, in bold, in a sentence with citations. It is followed by a
    quote, what other sources say, and the confidence. Without a value, the best passages are quoted
    below a line that says that no answer was found. If there is neither a value nor a passage, the
    text describes what was searched and found. Page content is quoted and escaped, so it cannot act
    as markup.
    """
    if bare:
        return _bare(pack)
    if pack.answer:
        return _extracted(pack)
    return _passages(pack) if pack.sufficient else _insufficient(pack)


def quotes_text(pack: EvidencePack) -> str:
    """Return `evidence_text` without `HEAD` and notes, or "" if the evidence is insufficient."""
    if not pack.sufficient:
        return ""
    return evidence_text(replace(pack, notes=())).removeprefix(HEAD).lstrip()


def _bare(pack: EvidencePack) -> str:
    if pack.answer:
        return one_line(_value(pack))
    if pack.sufficient:
        passage = pack.passages[0]
        return plain_text(_best_sentence(passage) or passage.text)
    return INSUFFICIENT


def _extracted(pack: EvidencePack) -> str:
    best = pack.best
    citations = _citations(pack, best) if best else ""
    value = escaped(cut(_value(pack), _NAME), within=True)
    parts = [f"**{value}** {_support(pack.reading, best)}{citations and f' {citations}'}."]
    sighting = _best_sighting(best) if best else None
    if sighting:
        parts.append(block_quote(sighting.quote, sighting.source))
    if further := _further(pack, sighting):
        parts += [_FURTHER, *further]
    parts += _notes(pack)
    parts.append(_confidence(pack, best))
    return "\n\n".join(parts)


def _value(pack: EvidencePack) -> str:
    if pack.reading.intent is not Intent.EVENT_DATE:
        return shown(pack.answer)
    _, date = value_words(pack.answer)
    whole = date is not None and date.month and date.day
    return shown(f"{date.year}-{date.month:02}-{date.day:02}" if date and whole else pack.answer)


def _support(reading: Reading, best: Candidate | None) -> str:
    entity = escaped(reading.entity)
    match reading.intent:
        case Intent.LATEST_ALBUM:
            return f"is the latest album by {entity} that the sources name{_released(best)}"
        case Intent.LATEST_VERSION:
            return f"is the latest version of {entity} that the sources name{_released(best)}"
        case Intent.PERFORMER:
            return f"performed “{entity}”, as the sources say"
        case Intent.TITLE_HOLDER:
            current = "current " if reading.current else ""
            return f"is named by the sources as the {current}{entity.removeprefix('the ')}"
        case Intent.EVENT_DATE:
            event = _EVENTS.get(reading.detail, "is the date of {entity}").format(entity=entity)
            return f"{event}, as the sources say"
    return "is what the sources name as the answer"


def _released(best: Candidate | None) -> str:
    return f" (released {escaped(shown(best.date))})" if best and best.date else ""


def _citations(pack: EvidencePack, candidate: Candidate) -> str:
    """Return citations of up to four sources that give the candidate's value, one per domain."""
    hosts = {document.number: _host(document) for document in pack.documents}
    cited: dict[str, int] = {}
    for source in candidate.sources:
        host = hosts.get(source, "")
        owner = next((name for name in candidate.domains if f".{host}".endswith(f".{name}")), host)
        cited.setdefault(owner or str(source), source)
    return "".join(f"[{source}]" for source in list(cited.values())[:_MOST_CITATIONS])


def _best_sighting(candidate: Candidate) -> Mention | None:
    """Return the strongest mention whose quote contains the value, or None if there is none.

    Among equally strong mentions, one in the text of a page is preferred.
    """
    quoted = (
        sighting
        for sighting in candidate.sightings
        if sighting.quote.strip() and contains(sighting.quote, candidate.value)
    )
    return max(quoted, key=lambda found: (found.strength, _PLACES[found.place]), default=None)


def _confidence(pack: EvidencePack, best: Candidate | None) -> str:
    level = next(name for least, name in _CONFIDENCES if pack.confidence >= least)
    why = f": {escaped(cut(best.why, _QUOTE)).rstrip('.')}" if best and best.why else ""
    return f"Confidence: {level} ({pack.confidence:.2f}){why}."


def _further(pack: EvidencePack, shown: Mention | None) -> list[str]:
    """Return quotes of the best sentences from up to two sources that are not yet quoted."""
    found: dict[int, str] = {}
    said = {plain_text(shown.quote)} if shown else set()
    for passage in pack.passages:
        sentence = _best_sentence(passage) or passage.text
        if passage.source in found or (shown and passage.source == shown.source):
            continue
        if plain_text(sentence) not in said:
            said.add(plain_text(sentence))
            found[passage.source] = block_quote(sentence, passage.source)
    return list(found.values())[:_MOST_FURTHER]


def _passages(pack: EvidencePack) -> str:
    documents = {document.number: document for document in pack.documents}
    parts = [HEAD]
    for source, passages in _by_source(pack.passages[:_MOST_PASSAGES]).items():
        quotes = "\n>\n".join(map(passage_quote, passages))
        place = _place(documents.get(source), passages)
        parts.append(f"{quotes}\n>\n> — {place}" if place else quotes)
    return "\n\n".join([*parts, *_notes(pack)])


def _by_source(passages: Sequence[Passage]) -> dict[int, list[Passage]]:
    """Group the passages by source, with the best source first and each group in page order."""
    grouped: dict[int, list[Passage]] = {}
    for passage in passages:
        grouped.setdefault(passage.source, []).append(passage)
    return {source: sorted(found, key=lambda p: p.start) for source, found in grouped.items()}


def _place(document: Document | None, passages: Sequence[Passage]) -> str:
    """Return the title, the section and the date of a document in one line.

    The section is omitted unless all passages are in the same one.
    """
    title = escaped(cut(one_line(document.title if document else ""), _NAME))
    headings = {passage.heading.partition("|")[0].rstrip(" >") for passage in passages}
    section = escaped(cut(one_line(headings.pop()), _NAME)) if len(headings) == 1 else ""
    dated = shown(document.date[:10]) if document else ""
    told = (f"*{title}*" if title else "", section, escaped(dated, within=True))
    return ", ".join(part for part in told if part)


def _insufficient(pack: EvidencePack) -> str:
    sought = _SOUGHT.get(pack.reading.intent, "").format(entity=escaped(pack.reading.entity))
    what = sought or "this question"
    if pack.documents:
        seen = "nothing that was seen settles"
    elif any(hop.failed for hop in pack.hops):
        seen = "no search engine could answer, so nothing was seen on"
    else:
        seen = "the search found nothing on"
    parts = [f"{INSUFFICIENT}: {seen} {what}."]
    for title, lines in (
        ("What was searched:", _searched(pack)),
        ("What was seen, and why it is not enough:", _seen(pack)),
        ("Sources to read for yourself:", _sources(pack.documents)),
    ):
        if listed := list(lines):
            parts.append("\n".join([title, "", *listed]))
    return "\n\n".join([*parts, *_notes(pack)])


def _searched(pack: EvidencePack) -> Iterator[str]:
    for hop in pack.hops:
        queries = ", ".join(f"“{escaped(cut(query, _NAME))}”" for query in hop.queries)
        relevant = "" if hop.relevant else " (the results did not speak of it)"
        relevant = " (the search failed)" if hop.failed else relevant
        note = f": {escaped(cut(hop.note, _NAME))}" if hop.note else ""
        yield f"- {queries or escaped(hop.family)}{relevant}{note}"


def _seen(pack: EvidencePack) -> Iterator[str]:
    for candidate in pack.candidates[:_MOST_CANDIDATES]:
        value = escaped(cut(shown(candidate.value), _NAME))
        domains = f" from {escaped(', '.join(candidate.domains[:4]))}" if candidate.domains else ""
        why = f"; {escaped(cut(candidate.why, _NAME)).rstrip('.')}" if candidate.why else ""
        citations = _citations(pack, candidate)
        named = f"- {value} {citations}".rstrip()
        yield f"{named}{domains} (confidence {candidate.confidence:.2f}{why})"


def _sources(documents: Iterable[Document]) -> Iterator[str]:
    ordered = sorted(documents, key=lambda document: (not document.read, document.rank))
    for document in ordered[:_MOST_SOURCES]:
        title = escaped(cut(one_line(document.title), _NAME)) or escaped(_host(document))
        yield f"- {title} [{document.number}]{'' if document.read else ' (not read)'}"


def _notes(pack: EvidencePack) -> list[str]:
    known = {str(document.number) for document in pack.documents}
    told = (escaped(cut(note, _QUOTE)) for note in pack.notes if note.strip())
    notes = [f"- {_with_citations(note, known)}" for note in told]
    return ["\n".join(["To keep in mind:", "", *notes])] if notes else []


def _with_citations(note: str, known: set[str]) -> str:
    """Unescape the citations of known sources in an escaped note."""
    return _ESCAPED_CITATION.sub(
        lambda match: f"[{match[1]}]" if match[1] in known else match[0], note
    )


def block_quote(text: str, source: int) -> str:
    """Return page text as a Markdown block quote with its citation; long text is truncated."""
    return f"> {escaped(cut(_in_one_line(text), _QUOTE))} [{source}]"


def passage_quote(passage: Passage) -> str:
    """Return a passage as a block quote with its citation and its best sentence in bold.

    A passage of more than 700 characters is truncated, but its best sentence is kept whole.
    """
    said, best = _in_one_line(passage.text), _in_one_line(_best_sentence(passage))
    at = said.find(best) if best else -1
    if at < 0:
        return f"> {escaped(cut(said, _PASSAGE))} [{passage.source}]"
    start, end = _window(said, at, at + len(best))
    strong = _WITHIN_BOLD.search(best)
    if strong is None or len(best) >= end - start:
        shown_text = escaped(said[start:end])
    else:
        first, last = at + strong.start(), at + strong.end()
        bold = escaped(said[first:last], within=True)
        before = said[start:first]
        # trailing and leading spaces are lost by escaping, and matter around the marks
        left = f"{escaped(before)}{' ' * before.endswith(' ')}"
        after = said[last:end]
        right = f"{' ' * after.startswith(' ')}{escaped(after, within=True)}"
        shown_text = f"{left}**{bold}**{right}"
    begun, ended = "\u2026" * (start > 0), "\u2026" * (end < len(said))
    return f"> {begun}{shown_text}{ended} [{passage.source}]"


def _best_sentence(passage: Passage) -> str:
    return passage.text[slice(*passage.best)]


def _in_one_line(text: str) -> str:
    """Return page text as one line without markup, with middle dots between items and rows."""
    lines = [line for line in text[:_LOOKED_AT].splitlines() if not _RULER.fullmatch(line)]
    if not any(map(_LISTED.match, lines)):
        return plain_text("\n".join(lines))
    parts: list[str] = []
    for line in lines:
        listed = _LISTED.match(line)
        said = row_text(plain_text(line[listed.end() :] if listed else line))
        parts += [said] if listed or not parts else [f"{parts.pop()} {said}".strip()]
    return " \u00b7 ".join(filter(None, parts))


def _window(said: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the passage to quote. It includes the text from ``start`` to ``end``."""
    if len(said) <= _PASSAGE:
        return 0, len(said)
    first = max(0, min(start, end - _PASSAGE))
    first = said.find(" ", first, start) + 1 or start if first else 0
    last = max(end, said.rfind(" ", end, first + _PASSAGE))
    return first, last


def _host(document: Document) -> str:
    return (urlsplit(document.url).hostname or "").removeprefix("www.")
