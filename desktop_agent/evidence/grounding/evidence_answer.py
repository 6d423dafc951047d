"""Write answers without a model.

An answer gives the extracted value with its sources or, without a value, quotes from the sources.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import Template

from desktop_agent.core.citations import CITATION, MARKS, citation_numbers
from desktop_agent.core.network import host_of
from desktop_agent.core.research import CitationCheck, Claim, Passage
from desktop_agent.evidence.grounding.answer_check import contains, value_words
from desktop_agent.evidence.records import Candidate, Document, EvidencePack, Intent, Mention
from desktop_agent.evidence.text.dates import shown
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.sentences import cut, escaped, one_line, plain_text
from desktop_agent.evidence.text.wordings import table
from desktop_agent.evidence.trust import registrable_domain

HEAD = "No single answer was found. This is what the sources say:"
"""The first line of an answer that asserts no value."""

INSUFFICIENT = "Insufficient evidence"
"""Opening of an answer without evidence, which is valid in every format."""

_MOST_CITATIONS = 4
_MOST_PASSAGES = 3
_MOST_FURTHER = 2
_MOST_SOURCES = 5
_PASSAGE = 700
"""Maximum length of a quoted passage in characters."""
_QUOTE = 300
"""Maximum length of a quote beside a value, in characters."""
_LOOKED_AT = 2_000
"""Number of characters of a passage that are read for a quote; many may be markup."""
_NAME = 120
"""Maximum length of a title, a value or a note in characters."""

_CONFIDENCES = ((0.85, "high"), (0.7, "good"), (0.0, "fair"))
_LIST_ITEM = re.compile(r"\s{0,3}- ")
_LISTED = re.compile(r"\s{0,40}(?:[-*+\u2022]\s|\d{1,3}[.)]\s|(?=\|))")
_RULER = re.compile(r"\s*[|:\s*_=-]{3,}\s*")
_WITHIN_BOLD = re.compile(r"[^\W_](?:.*[^\W_])?")
"""The part to put in bold; CommonMark may not read ``**`` next to punctuation as a mark."""
_BOLD = "\ue000"
"""Private character that stands for ``**`` until the text around it is escaped."""
_NOT_STORED = "seen in a search result, not on a page that was read"


def evidence_text(pack: EvidencePack, *, bare: bool = False) -> str:
    """Return the answer from a pack in Markdown.

    If ``bare`` is true, only the value is returned, as plain text. Otherwise, an extracted value
    comes first, in bold, in a sentence with citations. It is followed by a quote, other sources'
    statements, and the confidence. Without a value, the best passages are quoted below a line
    saying that no answer was found. With neither a value nor a passage, the text describes what was
    searched and found. Page content is quoted and escaped, so it cannot act as markup.
    """
    if pack.answer:
        parts = [one_line(_value(pack))] if bare else _extracted(pack)
    elif pack.passages:
        parts = [plain_text(_main_sentence(pack.passages[0]))] if bare else _passages(pack)
    else:
        parts = [INSUFFICIENT] if bare else _insufficient(pack)
    return "\n\n".join(parts if bare else [*parts, *_notes(pack)])


def quotes_text(pack: EvidencePack) -> str:
    """Return `evidence_text` without `HEAD` and notes, or "" if the evidence is insufficient."""
    text = evidence_text(replace(pack, notes=())) if pack.sufficient else ""
    return text.removeprefix(HEAD).lstrip()


# --- A value


def _extracted(pack: EvidencePack) -> list[str]:
    best = pack.best
    value = escaped(cut(_value(pack), _NAME), within=True)
    citations = f" {_citations(pack, best)}" if best else ""
    parts = [f"**{value}** {_states(pack)}{citations}."]
    sighting = _best_sighting(best) if best else None
    if sighting:
        parts.append(block_quote(sighting.quote, sighting.source))
    if further := _further(pack, sighting):
        parts += ["Other sources say:", *further]
    level = next(name for least, name in _CONFIDENCES if pack.confidence >= least)
    why = f": {escaped(cut(best.why, _QUOTE)).rstrip('.')}" if best and best.why else ""
    return [*parts, f"Confidence: {level} ({pack.confidence:.2f}){why}."]


def _value(pack: EvidencePack) -> str:
    """Return the answer; a complete date in any language is converted to its English form."""
    _, date = value_words(pack.answer)
    if pack.reading.intent is Intent.EVENT_DATE and date and date.month and date.day:
        return shown(f"{date.year}-{date.month:02}-{date.day:02}")
    return shown(pack.answer)


def _states(pack: EvidencePack) -> str:
    """Return the end of the sentence that begins with the value."""
    reading, best = pack.reading, pack.best
    states: dict[str, str] = table("evidence_answer")["states"]
    event = reading.detail if reading.intent is Intent.EVENT_DATE else ""
    return Template(states.get(event) or states[reading.intent]).substitute(
        entity=escaped(reading.entity),
        office=escaped(reading.entity.removeprefix("the ")),
        current="current " if reading.current else "",
        released=f" (released {escaped(shown(best.date))})" if best and best.date else "",
    )


def _citations(pack: EvidencePack, candidate: Candidate) -> str:
    """Return citations of up to four sources for the candidate's value, one per domain."""
    urls = {document.number: document.url for document in pack.documents}
    cited: dict[str, int] = {}
    for source in candidate.sources:
        cited.setdefault(registrable_domain(urls.get(source, "")) or str(source), source)
    return "".join(f"[{source}]" for source in list(cited.values())[:_MOST_CITATIONS])


def _best_sighting(candidate: Candidate) -> Mention | None:
    """Return the strongest mention that quotes the value, preferring page text, or None."""
    quoted = (each for each in candidate.sightings if contains(each.quote, candidate.value))
    return max(quoted, key=lambda each: (each.strength, each.place == "text"), default=None)


def _further(pack: EvidencePack, quoted: Mention | None) -> list[str]:
    """Return quotes of the best sentences from up to two sources that have no quote yet."""
    quotes = {quoted.source: ""} if quoted else {}
    for passage in pack.passages:
        quote = block_quote(_main_sentence(passage), passage.source)
        quotes.setdefault(passage.source, quote)
    return list(filter(None, quotes.values()))[:_MOST_FURTHER]


# --- No value


def _passages(pack: EvidencePack) -> list[str]:
    """Return the passages grouped by source, best source first, each group in page order."""
    documents = {document.number: document for document in pack.documents}
    grouped: dict[int, list[Passage]] = {}
    for passage in pack.passages[:_MOST_PASSAGES]:
        grouped.setdefault(passage.source, []).append(passage)
    parts = [HEAD]
    for source, passages in grouped.items():
        quotes = map(passage_quote, sorted(passages, key=lambda each: each.start))
        place = _place(documents.get(source), passages)
        parts.append("\n>\n".join([*quotes, f"> \u2014 {place}"] if place else quotes))
    return parts


def _place(document: Document | None, passages: Sequence[Passage]) -> str:
    """Return a document's title, section and date in one line.

    A section not shared by all passages is omitted, as are headings that repeat the title.
    """
    name = one_line(document.title if document else "")
    title = escaped(cut(name, _NAME))
    headings = {passage.heading.partition("|")[0].rstrip(" >") for passage in passages}
    path = one_line(headings.pop()).split(" > ") if len(headings) == 1 else []
    path = [part for part in path if part.casefold() not in name.casefold()]
    section = escaped(cut(" > ".join(path), _NAME))
    dated = shown(document.date[:10]) if document else ""
    told = (f"*{title}*" if title else "", section, escaped(dated, within=True))
    return ", ".join(part for part in told if part)


def _insufficient(pack: EvidencePack) -> list[str]:
    failed = any(hop.failed for hop in pack.hops)
    seen = "no search engine could answer" if failed else "the search found nothing"
    seen = "nothing that was seen answers the question" if pack.documents else seen
    lists = {"What was searched:": _searched(pack), "Sources to read for yourself:": _sources(pack)}
    told = ((title, list(lines)) for title, lines in lists.items())
    listed = ["\n".join([title, "", *lines]) for title, lines in told if lines]
    return [f"{INSUFFICIENT}: {seen}.", *listed]


def _searched(pack: EvidencePack) -> Iterator[str]:
    for hop in pack.hops:
        queries = ", ".join(f"\u201c{escaped(cut(query, _NAME))}\u201d" for query in hop.queries)
        relevant = "" if hop.relevant else " (the results did not speak of it)"
        relevant = " (the search failed)" if hop.failed else relevant
        note = f": {escaped(cut(hop.note, _NAME))}" if hop.note else ""
        yield f"- {queries or escaped(hop.family)}{relevant}{note}"


def _sources(pack: EvidencePack) -> Iterator[str]:
    ordered = sorted(pack.documents, key=lambda document: (not document.read, document.rank))
    for document in ordered[:_MOST_SOURCES]:
        title = escaped(cut(one_line(document.title) or host_of(document.url), _NAME))
        yield f"- {title} [{document.number}]{'' if document.read else ' (not read)'}"


def _notes(pack: EvidencePack) -> list[str]:
    listed = [f"- {escaped(cut(note, _QUOTE))}" for note in pack.notes]
    return ["\n".join(["To keep in mind:", "", *listed])] if listed else []


# --- Quotes


def block_quote(text: str, source: int) -> str:
    """Return page text as a Markdown block quote with its citation, truncated if long."""
    return f"> {escaped(cut(_in_one_line(text), _QUOTE))} [{source}]"


def passage_quote(passage: Passage) -> str:
    """Return a passage as a block quote with its citation and its best sentence in bold.

    A passage of more than 700 characters is truncated, but not within its best sentence.
    """
    said = _in_one_line(passage.text).replace(_BOLD, "")
    best = _in_one_line(passage.text[slice(*passage.best)]).replace(_BOLD, "")
    start = max(0, said.find(best))
    if start + len(best) > _PASSAGE:
        said, start = f"\u2026{said[start:]}", 1
    said = cut(said, _PASSAGE)
    strong = _WITHIN_BOLD.search(said, start, start + len(best))
    if strong and len(best) < len(said):
        first, last = strong.span()
        said = f"{said[:first]}{_BOLD}{said[first:last]}{_BOLD}{said[last:]}"
    return f"> {escaped(said).replace(_BOLD, '**')} [{passage.source}]"


def _main_sentence(passage: Passage) -> str:
    return passage.text[slice(*passage.best)] or passage.text


def _in_one_line(text: str) -> str:
    """Return page text as one line without markup, with middle dots between items and rows."""
    lines = [line for line in text[:_LOOKED_AT].splitlines() if not _RULER.fullmatch(line)]
    if not any(map(_LISTED.match, lines)):
        return plain_text("\n".join(lines))
    parts: list[str] = []
    for line in lines:
        listed = _LISTED.match(line)
        said = plain_text(line[listed.end() :] if listed else line)
        if said.startswith("|"):
            said = " \u00b7 ".join(filter(None, map(str.strip, said.split("|"))))
        parts += [said] if listed or not parts else [f"{parts.pop()} {said}".strip()]
    return " \u00b7 ".join(filter(None, parts))


# --- The claims in an evidence answer, each located in its source
#
# Such an answer contains only extracted values and quotes, so its claims need no comparison: a
# citation is supported if the words that the value was taken from are in the stored page.


def evidence_claims(text: str, pack: EvidencePack) -> tuple[Claim, ...]:
    """Return the claims (statements and quotes) in an answer written by `evidence_text`."""
    claims = []
    for line in text.splitlines():
        numbers = citation_numbers(line)
        if not numbers or _LIST_ITEM.match(line):
            continue  # list items name sources and claim nothing
        said = " ".join(CITATION.sub("", line).lstrip("> ").split())
        quoted = said if line.startswith(">") else ""
        checks = tuple(_check(number, quoted, pack) for number in numbers)
        best = min(checks, key=lambda check: MARKS.index(check.mark))
        claims.append(
            Claim(said, numbers, best.mark, best.quote, best.start, best.end, best.reason, checks)
        )
    return tuple(claims)


def _check(number: int, quoted: str, pack: EvidencePack) -> CitationCheck:
    document = next((each for each in pack.documents if each.number == number), None)
    spans = list(_spans(document, pack)) if document else []
    if document is None or not spans:
        snapshot = document.snapshot if document else ""
        return CitationCheck(number, "unconfirmed", snapshot=snapshot, reason=_NOT_STORED)

    def fit(span: tuple[int, int]) -> tuple[int, int]:
        return len(wanted & set(words(document.text[slice(*span)]))), span[0] - span[1]

    wanted = set(words(quoted))
    start, end = max(spans, key=fit) if quoted else spans[0]
    quote = document.text[start:end]
    return CitationCheck(number, "supported", quote, start, end, document.snapshot)


def _spans(document: Document, pack: EvidencePack) -> Iterator[tuple[int, int]]:
    """Yield the spans in a document that the pack uses: mentions by strength, then passages."""
    for sighting in pack.best.sightings if pack.best is not None else ():
        start = document.text.find(sighting.quote)
        if sighting.source == document.number and sighting.quote and start >= 0:
            yield start, start + len(sighting.quote)
    for passage in pack.passages:
        if passage.source == document.number and passage.start >= 0:
            yield passage.start, passage.end
            if any(passage.best):
                yield passage.start + passage.best[0], passage.start + passage.best[1]
