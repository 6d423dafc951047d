"""Who holds an office, a post, a championship or a record now; never who held it before."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from desktop_agent.evidence.extraction.dates import find_dates
from desktop_agent.evidence.extraction.holder_words import (
    AS_OF,
    BY_ANOTHER,
    ENDED,
    LEAVING,
    NOT_NOW,
    PROVISIONAL,
    TO_COME,
    takes_leave,
)
from desktop_agent.evidence.extraction.mention import MASK
from desktop_agent.evidence.extraction.names import CAPITAL, PERSON, cleaned_person, title_case
from desktop_agent.evidence.extraction.offices import LONE, OFFICE, ROLE, Office, masked_office
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.pack import Document, Sighting

_T = f"(?:{OFFICE}+|{LONE}+)"
_ANY = f"(?:{OFFICE}+|{LONE}+|{ROLE}+)"
_MOST = 4
"""Matches of one pattern in one sentence; a sentence with more is no prose."""

_THE = r"(?:the |our |its |their |an? |der |die |das |le |la |l'|el |il |o |os |de |het )?"
_PERSON = rf"(?P<value>{PERSON})"
_CALLING = (
    r"(?:minister|politician|senator|executive|economist|engineer|lawyer|businessman|businesswoman|diplomat|entrepreneur|"
    r"member|driver|player|grandmaster|conductor|actor|general|judge|governor|mayor|professor|banker|scientist|leader|Politiker(?:in)?)"
)


class _Pattern(NamedTuple):
    name: str
    strength: float
    regex: re.Pattern[str]
    takes_over: bool = False
    """Whether the sentence may well tell of the one who left."""
    needs: re.Pattern[str] = re.compile("")
    """What must stand in the sentence, in lower case, for the pattern to be worth trying."""


@cache
def _patterns() -> tuple[_Pattern, ...]:
    def pattern(
        name: str, strength: float, source: str, needs: str = "", *, takes_over: bool = False
    ) -> _Pattern:
        words = re.compile(needs.replace("_", " "))
        return _Pattern(name, strength, re.compile(source), takes_over, words)

    aside = r"(?:, [^,.;]{2,60},| \([^()]{1,100}\))?"
    adjectives = r"(?:[\w'-]{1,20},? ){0,4}?"
    be = r"(?:is|are|remains|remain|has been|is currently|currently serves as|serves as|is serving as|has served as|currently|ist|est|es|e|is now|is also)"
    chosen = (
        r"(?:named|appointed|elected|re-?elected|chosen|sworn in|confirmed|crowned|inaugurated|promoted|installed|gewahlt|ernannt|nommee?|elue?|"
        r"nombrad[oa]|elegid[oa]|nominat[oa]|elett[oa]|nomead[oa]|eleit[oa]|benoemd|gekozen)"
    )
    takes = r"(?:becomes|became|takes over|took over|has taken over|took office|assumed office|takes office|returned|wird|wurde|devient|asume|diventa|assume|wordt)"
    return (
        pattern(
            "is the holder",
            0.9,
            rf"{_PERSON}{aside} {be} {_THE}(?P<gap>{adjectives}){_T}",
            "_is_|_are_|remain|_has_|serv|currently|_ist_|_est_|_es_|_e_",
        ),
        pattern(
            "is the holder, among else",
            0.8,
            rf"{_PERSON}{aside} (?:is|has been|ist|est|es|e) (?P<gap>[^.;:]{{1,120}}?(?:,|and|who (?:is|has been|serves as|has served as)|&|und|et|y|e|currently|serving as|serves as)) {_THE}(?:[\w-]{{1,14}} ){{0,2}}?{_T}",
            "_is_|_has_|_ist_|_est_|_es_|_e_",
        ),
        pattern(
            "the holder is",
            0.92,
            rf"{_THE}(?P<gap>(?:current |incumbent |present |reigning |aktuelle |amtierende |actuel |actual |attuale |atual |huidige )?){_T}(?:,? since [^.;]{{4,30}}?,?)?(?: (?:is|are|remains|ist|est|es|e|is currently|is now|currently is|is still)|:) (?:currently |now |still |again )?(?:(?:(?!(?:by|of|to|in|from|for|with|at|on|who|that|not|also|elected|chosen|appointed)\b)[\w-]{{2,18}} ){{0,5}}?{_CALLING} )?{_PERSON}(?!'s)",
            "_is_|_are_|remain|_ist_|_est_|_es_|_e_|:",
        ),
        pattern("title before a name", 0.75, rf"(?P<gap>){_T},? {_PERSON}"),
        pattern(
            "title after a name",
            0.82,
            rf"{_PERSON}, {_THE}(?P<gap>{adjectives}){_T}(?! {_PERSON.replace('?P<value>', '?:')})",
        ),
        pattern("title after a name", 0.75, rf"{_PERSON} \((?P<gap>){_T}"),
        pattern(
            "chosen as holder",
            0.85,
            rf"{_PERSON}{aside} (?:has been |have been |was |is |were |gets |wurde |a ete |ha sido |fue |e stat[oa] |foi |is )?{chosen}(?: (?!to step)[^.;,]{{1,40}}?)?(?: as| to| zum| zur| comme| como| tot| a|) {_THE}(?P<gap>{adjectives}){_T}",
            "name|appoint|elect|chosen|sworn|confirm|crown|inaugur|promot|install|gewahlt|ernannt|nomm|elu|nombrad|elegid|nominat|elett|nomead|eleit|benoemd|gekozen",
            takes_over=True,
        ),
        pattern(
            "takes the office",
            0.82,
            rf"{_PERSON}{aside} (?:has |have |was )?(?:officially |formally |recently )?{takes}(?: as)? {_THE}(?P<gap>{adjectives}){_T}",
            "becom|became|tak|took|assum|return|wird|wurde|devient|asume|diventa|wordt",
            takes_over=True,
        ),
        pattern(
            "body chooses holder",
            0.82,
            rf"{MASK}+(?:'s board)? (?:has |have )?(?:appoints|appointed|names|named|picks|picked|taps|tapped|elects|elected|re-elects|hires|hired|promotes|promoted) (?:[a-z][\w-]{{1,18}} ){{0,5}}?{_PERSON} (?:as|to|to be) {_THE}(?P<gap>{adjectives}){_ANY}",
            "appoint|name|pick|tap|elect|hire|promot",
            takes_over=True,
        ),
        pattern(
            "succeeds as holder",
            0.88,
            rf"{_PERSON}{aside} (?:has |had |officially )?(?:succeeds|succeeded|replaces|replaced|takes over from|took over from|beerbte|loste) [^.;]{{2,70}}? (?:as|in the role of|als|comme|como|come) {_THE}(?P<gap>{adjectives}){_ANY}",
            "succeed|replac|over from|beerbt|loste",
            takes_over=True,
        ),
        pattern(
            "was succeeded by",
            0.82,
            rf"{_ANY}[^.;]{{0,90}}?(?:was|is|were|has been) (?:succeeded|replaced|followed)(?: as [^.;]{{1,30}}?| in \d{{4}}| on [^.;]{{4,20}}?)? by (?P<gap>(?:[a-z][\w-]{{1,18}} ){{0,4}}){_PERSON}",
            "succeeded|replaced|followed",
            takes_over=True,
        ),
        pattern(
            "holds the title",
            0.85,
            rf"{_PERSON}{aside} (?:currently |still |now )?(?:holds|has held|owns|retains|retained|defended|halt|detient|ostenta|detiene|detem) (?:on to )?{_THE}(?P<gap>{adjectives}){_T}",
            "hold|held|own|retain|defend|halt|detient|ostenta|detiene|detem",
        ),
        pattern(
            "won the title",
            0.7,
            rf"{_PERSON}{aside} (?:won|claimed|captured|clinched|took) {_THE}(?P<gap>{adjectives}){_T}",
            "won|claim|captur|clinch|took",
        ),
        pattern(
            "held by",
            0.9,
            rf"{_T}(?: title| record)?(?: is|,)? (?:currently |now |still )?(?:held by|belongs to) (?P<gap>(?:[a-z][\w-]{{1,18}} ){{0,3}}){_PERSON}",
            "held|belong",
        ),
        pattern("title before a name", 0.8, rf"(?P<gap>){_T} holder,? {_PERSON}"),
    )


def holder_sentences(
    office: Office, document: Document, line: Line, *, topic: bool
) -> Iterator[Sighting]:
    """Gives the holders that a sentence names; ``topic`` when the page is about what the office is of."""
    if line.cells:
        return
    text = masked_office(line.text, office, topic=topic)
    if OFFICE not in text and LONE not in text and not (ROLE in text and MASK in text):
        return
    headline = line.place == "title" or title_case(line.text)
    low = text.lower()
    for pattern in _patterns():
        if pattern.needs.search(low) is None:
            continue
        for match in islice(pattern.regex.finditer(text), _MOST):
            if _refused(text, match, pattern):
                continue
            value = _value(line.text, text, match, headline=headline)
            if value and not takes_leave(document.title, value):
                strength = pattern.strength - (0.25 if headline and "before" in pattern.name else 0)
                strength -= 0.08 if LONE in match.group() else 0
                if " " not in value and not _TEAMS.search(office.role):
                    strength -= 0.3
                if PROVISIONAL.search(text[max(0, match.start() - 20) : match.end()]):
                    strength = min(strength, 0.62)
                yield seen(document, line, value, pattern.name, strength, _as_of(text, document))


_TEAMS = re.compile(r"champion|winner|holder|title", re.IGNORECASE)
"""Titles that teams and countries hold, whose names are of one word."""


def _refused(text: str, match: re.Match[str], pattern: _Pattern) -> bool:
    before = text[max(0, match.start() - 28) : match.start()]
    before = re.split(r"[.;:!?] ", before)[-1]
    gap = match["gap"]
    after = text[match.end() : match.end() + 16]
    if NOT_NOW.search(gap) or re.match(
        r"[ -](?:elect|designate|nominee|candidate|until|from \d{4} to)\b", after
    ):
        return True
    if re.search(
        r"\b(?:former|formerly|ex|previous|past|outgoing|late|then|ehemalige\w*|ancien(?:ne)?|retired|departing|ousted|vice|deputy)[ -]{1,2}(?:[\w-]+ ){0,2}$",
        before,
        re.IGNORECASE,
    ):
        return True
    if ENDED.match(text, match.end()) or ENDED.match(text, match.end("value")):
        return True
    if _body_is_longer(text, match, pattern):
        return True
    if match.end() < len(text) and _body_goes_on(text, match, pattern):
        return True
    if TO_COME.search(text[max(0, match.start() - 12) : match.end()]):
        return True
    return not pattern.takes_over and _leaves(text, match)


def _body_goes_on(text: str, match: re.Match[str], pattern: _Pattern) -> bool:
    """``CEO of Amazon Web Services`` is not the CEO of Amazon."""
    if text[match.end() - 1] not in (OFFICE, ROLE):
        return False
    after = re.match(r" ([A-Z][a-z]+)(?= [A-Z]| *[,.]|$)", text[match.end() : match.end() + 30])
    return after is not None and pattern.name != "title before a name" and not title_case(text)


def _body_is_longer(text: str, match: re.Match[str], pattern: _Pattern) -> bool:
    """In ``is the CEO of Amazon Web Services`` no name follows the title."""
    if pattern.name != "title before a name":
        return False
    before = text[max(0, match.start() - 40) : match.start()]
    return bool(
        re.search(
            r"\b(?:is|was|as|are|becomes?|became|named|appointed|elected|been|currently|,) (?:the |a |an )?(?:[\w-]+,? ){0,3}$",
            before,
        )
    )


def _leaves(text: str, match: re.Match[str]) -> bool:
    """True when the sentence says that the one it names leaves, or left."""
    for leaving in LEAVING.finditer(text):
        lead = text[max(0, leaving.start() - 60) : leaving.start()]
        another = BY_ANOTHER.search(lead)
        if another is None:
            return True
        at = max(0, leaving.start() - 60) + another.start()
        if 0 <= at - match.end() <= 3 and another.group().casefold() in ("who", "when"):
            return True
    return False


_LEADS = re.compile(
    r"^(?:(?:Billionaire|Businessman|Businesswoman|Politician|Democrat|Republican|Labour|Conservative|Meet|Today|Currently|Now|Independent|Executive|Entrepreneur|Engineer|Grandmaster|"
    r"American|British|Indian|Chinese|Norwegian|German|French|Jamaican|Kenyan|Driver|Wrestler|Boxer|Fighter|Superstar|Here|Tech|Longtime|Veteran|Actor|Economist|Lawyer) )+"
)


_HONOURED = re.compile(r"(?:Most|Very|Right|Reverend|Revd?|Rt|Honou?rable|Hon|Sir|Dame)\b")
_MORE_NAMES = re.compile(rf"(?: {CAPITAL}[\w'-]{{1,25}}){{1,4}}")
"""What a name of many honours may still have behind the words that `PERSON` takes."""


def _value(raw: str, text: str, match: re.Match[str], *, headline: bool) -> str:
    start, end = match.span("value")
    lead = _LEADS.match(text[start:end])
    if lead is not None:
        start += lead.end()
    if _HONOURED.match(text, start) and text[start:end].count(" ") > 3:
        more = _MORE_NAMES.match(text, end)
        end = more.end() if more else end
    words = raw[start:end]
    if re.search(r"['\u2019]s$", words):  # the Alliance's top official
        return ""
    name = cleaned_person(words)
    if (
        headline
        and len(name.split()) > 2
        and end < len(text)
        and not re.match(r"[\w' ]{0,3}(?:$|[,.;:|(-])", text[end : end + 4])
    ):
        kept = re.match(r"\S+(?: (?:de|da|van|von|der|den|la|le|di|el|al|bin)){0,3} \S+", name)
        name = kept.group() if kept else name
    return name


def _as_of(text: str, document: Document) -> str:
    """Gives the time that a sentence speaks of, where it names one that is not the document's."""
    match = AS_OF.search(text)
    if match is not None:
        dates = find_dates(text[match.end() : match.end() + 30])
        if dates:
            return dates[0].iso
    if document.date:
        return ""
    told = [
        found.iso
        for found in find_dates(text)
        if not re.search(r"born|\($", text[max(0, found.start - 12) : found.start])
    ]
    return max(told, default="")
