"""When someone was born or died, and when something was released, founded or happened.

The value is the date as the source spells it; the sighting's ``date`` is the same in ISO 8601, as
precise as the source is.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from desktop_agent.evidence.extraction.dates import FoundDate, find_dates
from desktop_agent.evidence.extraction.folding import flat
from desktop_agent.evidence.extraction.mention import MASK, masked
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.pack import Document, Reading, Sighting

_VERBS = {
    "born": r"(?:born|geboren|geb\.|nee?\b|naci(?:o|da|do)|nat[oa]\b|nasceu|nascid[oa]|birth)",
    "died": r"(?:died|death|passed away|dead|gestorben|starb|verstarb|morte? (?:le|en|a)|meurt|decede[e]?|murio|fallecio|fallecid[oa]|mort[oa]\b|mori|morreu|faleceu|overleden|overleed|stierf|assassinated|killed)",
    "founded": r"(?:founded|established|incorporated|formed|created|started|launched|set up|gegrundet|grundung|fondee?|creee?|fundad[oa]|fondat[oa]|opgericht|criad[oa]|creada|formation)",
    "released": r"(?:released|premiered?|published|came out|launched|debuted|opened in|veroffentlicht|erschien(?:en)?|sortie?|sort\b|publiee?|estren(?:ad[oa]|o)|lanzad[oa]|publicad[oa]|uscit[oa]|pubblicat[oa]|distribuit[oa]|lancad[oa]|estreou|uitgebracht|verschenen|release date|first appeared)",
    "happened": r"(?:took place|take place|takes place|was held|were held|is held|will be held|occurred|happened|began|started|ended|fell|opened|launched|landed|sank|erupted|collapsed|struck|was (?:signed|fought|built|completed|opened|destroyed|discovered|invented|launched|held|adopted|ratified|abolished|assassinated|introduced)|were (?:signed|held)|fand|statt|fiel|begann|endete|eut lieu|a eu lieu|se celebro|tuvo lugar|ocurrio|cayo|si tenne|avvenne|cadde|aconteceu|ocorreu|caiu|vond plaats|viel)",
}
_OTHERS = re.compile(
    r"(?:'s |\b(?:daughter|son|wife|husband|brother|sister|mother|father|child|children|parents?|cousin|nephew|niece|grand\w+|whose|biographer|fan|member|sequel|prequel|soundtrack|trailer|"
    r"remake|remaster\w*|dvd|blu-ray|anniversary|re-?released?|reissued?|tochter|sohn|fille|fils|hija|hijo|figlia|figlio|filha|filho|dochter|zoon)\b)"
)
_NEXT = 90
"""Characters after a verb within which its date stands."""


def event_of(reading: Reading) -> str:
    """Gives the event that a question asks for; ``happened`` where it names none that is known."""
    return reading.detail if reading.detail in _VERBS else "happened"


def asks_for_the_end(reading: Reading) -> bool:
    """True when the question is after the end of something that lasted."""
    return bool(
        re.search(
            r"\b(?:end|ended|ends|finish\w*|over|close[ds]?|dissol\w+)\b",
            reading.text,
            re.IGNORECASE,
        )
    )


@cache
def _verb(event: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){_VERBS[event]}", re.IGNORECASE)


_LIFE = re.compile(rf"{MASK}+(?P<gap>[^().;{MASK}]{{0,40}})\((?P<inside>[^()]{{4,240}})")
_BORN = re.compile(r"\b(?:born|geb(?:oren)?|nee?|nac\w*|nat[oa]|nasc\w*|b)\b\.?|\*", re.IGNORECASE)
_DIED = re.compile(
    r"\b(?:died|gest(?:orben)?|morte?|decede\w*|murio|fallec\w*|fal|overl\w*|d)\b\.?|\u2020",
    re.IGNORECASE,
)


def date_sentences(
    reading: Reading, document: Document, line: Line, *, topic: bool
) -> Iterator[Sighting]:
    """Gives the dates that a sentence gives for the event; ``topic`` when the page is about the entity."""
    if line.cells or not any(map(str.isdigit, line.text)):
        return
    event = event_of(reading)
    text = masked(line.text, reading.entity, middle=event in ("born", "died"))
    text = _surname_masked(text, reading.entity) if topic and event in ("born", "died") else text
    if event in ("born", "died") and MASK in text:
        yield from _life(document, line, text, event)
    elif event == "released" and MASK in text:
        yield from _year_of_work(document, line, text)
    yield from _told(reading, document, line, text, topic=topic)


def _surname_masked(text: str, entity: str) -> str:
    words = entity.split()
    if len(words) < 2 or MASK in text:
        return text
    surname = re.escape(flat(words[-1]))
    return re.sub(
        rf"(?:^|(?<=[.,;] )|(?<=[a-z] )){surname}\b", lambda m: MASK * len(m.group()), text
    )


def _life(document: Document, line: Line, text: str, event: str) -> Iterator[Sighting]:
    """Reads ``A (born D)``, ``A (D - D)``, ``A (* D; \u2020 D)``."""
    for match in _LIFE.finditer(text):
        if _OTHERS.search(match["gap"]) or re.search(r"\b(?:and|with|by)\b", match["gap"]):
            continue
        inside, offset = match["inside"], match.start("inside")
        dates = find_dates(inside)
        found = _of_life(inside, dates, event)
        if found is not None:
            yield date_sighting(document, line, found, offset, ("life dates", 0.92))


def _of_life(inside: str, dates: tuple[FoundDate, ...], event: str) -> FoundDate | None:
    if not dates:
        return None
    wanted, other = (_BORN, _DIED) if event == "born" else (_DIED, _BORN)
    mark = wanted.search(inside)
    if mark:
        after = [found for found in dates if found.start >= mark.end()]
        if after and after[0].start - mark.end() < 60:
            return after[0]
    for first, second in pairwise(dates):
        if (
            re.search(r"-|\u2020|;|\bto\b|\bdied\b", inside[first.end : second.start])
            and int(second.iso[:4]) - int(first.iso[:4]) > 5
        ):
            return first if event == "born" else second
    return None if other.search(inside) or mark is None else dates[0]


_WORK_OF = re.compile(
    rf"{MASK}+[\"']?(?: \([^()]{{1,60}}\))? (?:is|was|ist|est|es|e) (?:an?|the|ein|un|une|uma?) (?P<year>(?:1[89]|20)\d\d) (?:[\w'-]{{1,20}} ){{0,8}}?"
    r"(?:film|movie|album|song|single|game|novel|book|series|sitcom|documentary|play|musical|miniseries|comedy|drama|thriller|western|opera|painting|short story)\b"
)


def _year_of_work(document: Document, line: Line, text: str) -> Iterator[Sighting]:
    match = _WORK_OF.search(text)
    if match is not None:
        found = FoundDate(match["year"], *match.span("year"))
        yield date_sighting(document, line, found, 0, ("year of the work", 0.7))


def _told(
    reading: Reading, document: Document, line: Line, text: str, *, topic: bool
) -> Iterator[Sighting]:
    event = event_of(reading)
    end_wanted = asks_for_the_end(reading)
    for match in _verb(event).finditer(text):
        strength = _subject_strength(text, match, event, topic=topic)
        if not strength:
            continue
        word = match.group().casefold()
        if event == "happened" and _wrong_end(word, end_wanted=end_wanted):
            continue
        found = _date_at(text, match)
        if found is not None and not _negated(text, match):
            yield date_sighting(
                document,
                line,
                found,
                0,
                (f"says when it was {event}" if event != "happened" else "says when", strength),
            )
            return


def _wrong_end(word: str, *, end_wanted: bool) -> bool:
    ends = word in ("ended", "endete")
    return ends != end_wanted and (ends or word in ("began", "started", "begann"))


def _negated(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 24) : match.start()]
    return bool(
        re.search(
            r"\b(?:not|never|re|to be|will be|would be|may have been|probably|rumou?red|allegedly)[ -]?$",
            before,
            re.IGNORECASE,
        )
    )


def _subject_strength(text: str, match: re.Match[str], event: str, *, topic: bool) -> float:
    """Gives how surely a verb is said of the entity: 0 where it is not."""
    before = text[: match.start()]
    at = before.rfind(MASK)
    gap = before[at + 1 :] if at >= 0 else ""
    if at >= 0 and len(gap) <= 70 and not _breaks(gap, event):
        return 0.9
    after = text[match.end() : match.end() + 50]
    if event in ("founded", "released") and not before.strip():
        named = re.match(rf" (?:in|on) [\w ,.]{{4,24}}, (?:the )?{MASK}", after)
        if named:
            return 0.85
    if (
        event in ("founded", "released", "happened")
        and re.match(rf"(?: of| the| [\w-]{{1,15}}){{0,2}} ?[\"']?{MASK}", after)
        and event != "happened"
    ):
        return 0.8
    if topic and re.fullmatch(
        r"\W{0,3}(?:(?:He|She|It|They|Sie|Er|Es|Il|Elle|The (?:company|film|movie|album|book|game|novel|band|organi[sz]ation|single|song)) (?:was |is |were |wurde |est |fue )?(?:first |originally |officially |initially |theatrically )?|)",
        before,
    ):
        return (
            0.8
            if before.strip()
            else (0.7 if event in ("born", "died", "founded", "released") else 0.0)
        )
    return 0.0


_PLAIN_GAP = re.compile(
    r"(?:, [^,]{2,60},| \([^()]{1,120}\))?[ ,(]*"
    r"(?:(?:was|is|who was|who|has|had|est|fue|foi|e|ha|a|si e|sadly|later|reportedly|peacefully|suddenly|in [A-Z]\w+)[ ,]+)*"
    r"|, (?:nee?|geboren|born|nacid[oa]|nat[oa]|nascid[oa]|geb\.)\b[^.;]{0,90}?(?:,|and|et|und|y|e|en) (?:was )?"
    r"|,? ?(?:wurde|werd|ist|is|verstarb|starb|est|e|fue) [^.;,]{0,60}"
)


def _breaks(gap: str, event: str) -> bool:
    """True when what stands between the entity and the verb gives the verb to another subject."""
    if _OTHERS.search(gap) or re.search(r"(?<!\d)\. |;", gap):
        return True
    if event in ("born", "died"):
        return _PLAIN_GAP.fullmatch(gap) is None
    return bool(
        re.search(r"\b(?:where|when|after|before|since|until)\b", gap)
        or re.search(r"\band (?:the |her |his |its )?\w+ (?:\w+ )?(?:was|is) $", gap)
    )


def _date_at(text: str, match: re.Match[str]) -> FoundDate | None:
    """Gives the date that belongs to a verb: the first after it in its clause, or one at the sentence's head."""
    after = text[match.end() : match.end() + _NEXT]
    stop = re.search(
        r"[;]|\. (?=[A-Z])|, (?:and|but|who|which|where|before|after) |\bdied\b|\u2020| (?:and|but) (?:was|is|he|she|it|re-?|later|then)\b| - ",
        after,
    )
    dates = find_dates(after[: stop.start()] if stop else after)
    if dates:
        found = dates[0]
        return FoundDate(found.iso, found.start + match.end(), found.end + match.end())
    head = re.match(r"(?:On|In|Am|Im|Le|En|El|Il|Nel|Em|Op)\b", text)
    opening = find_dates(text[:48]) if head else ()
    if opening and opening[0].start <= 6:
        return opening[0]
    close = find_dates(text[max(0, match.start() - 34) : match.start()])
    if (
        close
        and text[max(0, match.start() - 34) + close[-1].end : match.start()].strip(" in") == ""
    ):
        shift = max(0, match.start() - 34)
        return FoundDate(close[-1].iso, close[-1].start + shift, close[-1].end + shift)
    return None


def date_sighting(
    document: Document, line: Line, found: FoundDate, offset: int, pattern: tuple[str, float]
) -> Sighting:
    """Gives the sighting of a date found in a line's text from ``offset`` on."""
    spelt = line.text[found.start + offset : found.end + offset]
    if len(found.iso) == 4:
        spelt = found.iso
    return seen(document, line, spelt.strip(" ,"), *pattern, found.iso)
