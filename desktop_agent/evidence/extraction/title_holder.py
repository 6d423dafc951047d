"""Extraction of the current holder of an office, post, championship or record.

Former holders are never extracted.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice
from typing import NamedTuple

from desktop_agent.evidence.extraction.lines import Line, seen, things
from desktop_agent.evidence.extraction.offices import (
    LONE,
    OFFICE,
    ROLE,
    Office,
    masked_office,
    names_office,
)
from desktop_agent.evidence.pack import Document, Mention
from desktop_agent.evidence.text.dates import find_dates, later
from desktop_agent.evidence.text.name_folding import flat, folded, folded_words, word_set
from desktop_agent.evidence.text.names import CAPITAL, MASK, PERSON, cleaned_person, title_case

# --- Phrases about people who do not hold an office now: former, prospective, acting

NOT_NOW = re.compile(
    r"\b(?:former(?:ly)?|ex|previous(?:ly)?|past|outgoing|departing|late|then|one-time|onetime|retired|erstwhile|ousted|deposed|first ever|longest-serving|ehemalige\w*|fruhere\w*|ancien(?:ne)?|"
    r"antigu[oa]|anterior|vorige|voormalig\w*|precedente|before becoming|designate|elect|candidate|nominee|incoming|next|future|potential|possible|would-be|hopeful|aspiring|"
    r"vice|deputy|assistant|shadow|wife|husband|spouse|son|daughter|brother|sister|adviser|advisor|aide|spokes\w+|predecessor|rival|challenger|critic|reports to|reporting to|worked (?:with|under|for)|"
    r"chief of staff to|not|never|was|were|had been|fake|fictional|unofficial)\b",
    re.IGNORECASE,
)
LEAVING = re.compile(
    r"\b(?:step(?:s|ped|ping)? (?:down|aside)|resign(?:s|ed|ing|ation)?|retire[sd]?|retiring|was fired|was ousted|was sacked|sacked|dismissed|ousts|leaving|leaves|left (?:office|the (?:company|post|role|job|club))|"
    r"departs?|departed|departure|until (?:\d{1,2}\.? )?(?:\w+ )?(?:\d{1,2}, )?\d{4}|la(?:ys|id) down (?:his|her|the)|farewell|bids? (?:goodbye|adieu)|hand(?:s|ed) over to|until (?:his|her|their)|from (?:\w+ )?\d{4} (?:to|until|through)|between \d{4} and|\d{4} ?- ?\d{4}|passed away|died|lost (?:the|his|her|re-?election)|tritt zuruck|quitte|quitter|demission\w*|verlasst|scheidet|abandona|deja|lascia|deixa|verlaat|vertrekt|zuruckgetreten|demissionne|dimette|dimesso|"
    r"renuncio|dimitio|renunciou|afgetreden|to be replaced|will be (?:succeeded|replaced)|to be succeeded)\b",
    re.IGNORECASE,
)
ENDED = re.compile(r"[ ,]{0,2}\(?(?:from )?\d{4} ?(?:-|to|bis|until) ?(?:\d{4}|\d\d)\b(?![-.]\d)")
"""Pattern for a past span of years right after a name or an office (``(2013-25)``)."""

BY_ANOTHER = re.compile(
    r"\b(?:who|whom|after|when|following|succeed\w*|replac\w*|predecessor|since|took over from|nach|apres|tras|dopo)\b",
    re.IGNORECASE,
)
TO_COME = re.compile(
    r"\b(?:will (?:be|become|take|succeed|replace)|to (?:become|succeed|replace|take over|be (?:named|appointed|the next))|set to|expected to|runs? for|running for|could|would|might|if (?:he|she|elected)|wants to|rumou?red|reportedly|"
    r"candidate for|bid (?:to|for)|hopes to|should)\b",
    re.IGNORECASE,
)
PROVISIONAL = re.compile(
    r"\b(?:acting|interim|caretaker|provisional|temporary|kommissarisch\w*|interimistisch\w*|par interim|interino|ad interim)\b",
    re.IGNORECASE,
)
AS_OF = re.compile(
    r"^(?:In|During|By|Back in|Im Jahr|En) (?=[^,]{0,20}\d{4})|\b[Aa]s of ", re.IGNORECASE
)

_FAREWELL = re.compile(
    r"\b(?:farewell|outgoing|goodbye|valedictory|(?:last|final) (?:day|speech|sermon)|abschied|verabschied\w+|adieux|despedida|se despide|addio|afscheid)\b",
    re.IGNORECASE,
)


def says_farewell(title: str, name: str) -> bool:
    """Return whether a page's title announces the departure of the person it names."""
    return (
        _FAREWELL.search(flat(title)) is not None
        and folded(name).split()[-1] in folded(title).split()
    )


# --- Holders shown as data: infoboxes, leadership tables, lists, JSON-LD

_ANY = f"(?:{OFFICE}+|{ROLE}+)"
_HOLDER_ROW = re.compile(
    r"(?:current )?(?:incumbent|office ?holder|holder|champions?|title ?holder|record holder|current champions?|reigning champions?|held by|defending champions?|amtsinhaber(?:in)?|stelleninhaber|amtierend(?:e[rn]?)?|derzeitige[rn]? amtsinhaber(?:in)?|titulaire(?: actuel(?:le)?)?|titular (?:actual|atual)|titolare (?:attuale|in carica)|attuale|atual|"
    r"titular|titolare|in carica|ambtsbekleder|huidige|titelverteidiger|aktueller titeltrager|current|detentor|actual)"
)
_PEOPLE_ROW = re.compile(
    r"key people|leadership|key person|leaders?|management|fuhrung|leitung|direction|dirigeants?|personas? clave|persone chiave|pessoas-chave|personnes cles|sleutelfiguren|directivos?|schlusselpersonen"
)
HOLDER_KEYS = (
    "incumbent", "holder", "champion", "athlete", "driver", "winner", "season", "name", "held by", "amtsinhaber", "titulaire", "titular", "titolare",
    "in carica", "current", "actual", "people", "leader", "key person", "fuhrung", "leitung",
    "direct", "dirige", "present", "in office", "amtierend", "im amt", "en fonction", "no cargo", "clave", "chiave",
)  # fmt: skip
"""Lower-case words, at least one of which occurs in every useful row."""

_FIRST_PERSON = re.compile(rf"\W{{0,3}}(?P<value>{PERSON})")


def holder_rows(
    office: Office, document: Document, line: Line, *, topic: bool
) -> Iterator[Mention]:
    """Yield the holder in a row of an infobox, a leadership table or a list of holders."""
    if not line.cells:
        return
    text = masked_office(" \u241f ".join(line.cells), office)
    heading = masked_office(f"{line.heading} \u241f {document.title}", office)
    about_office = OFFICE in heading
    about_body = topic or MASK in heading or not office.of
    if len(set(filter(None, line.cells))) == 1 and about_office:
        yield from _across(office, document, line)
    elif len(line.cells) == 2 and LEAVING.search(text) is None:
        yield from _pair(office, document, line, about_office=about_office, about_body=about_body)
    elif len(line.cells) > 2:
        yield from _wide(office, document, line, about_office=about_office, about_body=about_body)


_NOW = r"(?:current|incumbent|amtsinhaber(?:in)?|amtierende[rn]?|derzeitige[rn]?|titulaire|titular|titolare|in carica|ambtsbekleder|actuel(?:le)?|actual|attuale|atual|huidige)"
_ACROSS = re.compile(
    rf"(?i:{_NOW})(?: (?i:{_NOW}))?[: ]{{1,2}}(?:(?:{_ANY}|[^\W\d_]+ ?{ROLE}+)[: ]{{1,2}})?(?P<value>{PERSON})"
    r"(?=$| (?:since|seit|depuis|desde|dal|dall|sinds)\b)"
)


def _across(office: Office, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the holder in a single infobox cell such as ``Incumbent Jane Roe since 2020``."""
    cell = next(filter(None, line.cells))
    text = re.sub(r"<br ?/?>", lambda match: " " * len(match.group()), masked_office(cell, office))
    for match in filter(None, (_ACROSS.match(re.sub(r" +$", "", text)),)):
        name = cleaned_person(cell[match.start("value") : match.end("value")])
        if name:
            yield seen(document, line, name, "row of the holder", 0.9)


def _pair(
    office: Office, document: Document, line: Line, *, about_office: bool, about_body: bool
) -> Iterator[Mention]:
    label, cell = (
        masked_office(line.cells[0], office).strip(" :*"),
        masked_office(line.cells[1], office),
    )
    if NOT_NOW.search(label.replace("current", "")):
        return
    if (about_office and _HOLDER_ROW.fullmatch(label.casefold())) or (
        about_body
        and re.fullmatch(
            rf"(?:(?:current|incumbent|amtierende[rn]?|derzeitige[rn]?|aktuelle[rn]?|actuel(?:le)?|actual|attuale|atual|huidige) |{ROLE}+(?:,| and|/| &) ?)?(?:{_ANY})(?:\(s\)|s)?(?: holder)?(?: ?(?:&|and|/) .{{1,30}})?",
            label,
        )
    ):
        match = _FIRST_PERSON.match(cell)
        name = (
            cleaned_person(line.cells[1][match.start("value") : match.end("value")])
            if match
            else ""
        )
        if name:
            yield seen(document, line, name, "row of the holder", 0.93)
    elif about_body and _PEOPLE_ROW.fullmatch(label.casefold()):
        for match in re.finditer(rf"(?P<value>{PERSON}) ?[(,] ?(?P<roles>[^();]{{0,80}})", cell):
            if _ANY_OFFICE.search(match["roles"]) and not NOT_NOW.search(match["roles"]):
                name = cleaned_person(line.cells[1][match.start("value") : match.end("value")])
                if name:
                    yield seen(document, line, name, "row of the holder", 0.9)


_ANY_OFFICE = re.compile(_ANY)
_PRESENT = re.compile(
    r"(?:.{0,40}\b)?(?:incumbent|present|in office|amtierend|im amt|en fonctions?|en cours|actualidad|en el cargo|presente|in carica|no cargo|atualidade|heden|today)\b.{0,10}",
    re.IGNORECASE,
)


def _wide(
    office: Office, document: Document, line: Line, *, about_office: bool, about_body: bool
) -> Iterator[Mention]:
    cells = line.cells
    present = about_office and any(_PRESENT.fullmatch(cell.strip()) for cell in cells)
    named = [masked_office(cell, office) for cell in cells]
    role = any(
        re.fullmatch(rf"(?:[\w&,/ -]{{0,40}}\W)?(?:{_ANY})(?:\W[\w&,/ -]{{0,40}})?", cell)
        and not NOT_NOW.search(cell)
        for cell in named
    )
    if not present and not (about_body and role):
        return
    if not present and LEAVING.search(" ".join(cells)):
        return
    for cell, text in zip(cells, named, strict=True):
        match = _FIRST_PERSON.match(text)
        if match is None or find_dates(text[: match.end() + 6]):
            continue
        name = cleaned_person(cell[match.start("value") : match.end("value")])
        if name and (" " in name or about_office):
            yield seen(document, line, name, "table of holders", 0.85)
            return


def holders_in_data(office: Office, document: Document) -> Iterator[Mention]:
    """Yield the people whose job title in structured data is the office."""
    for thing in things(document):
        if thing.kind != "Person" or not thing.name:
            continue
        for title in thing.all("jobTitle", "hasOccupation.name", "roleName"):
            bodies = " ".join(
                thing.all("worksFor.name", "worksFor", "affiliation.name", "memberOf.name")
            )
            text = masked_office(f"{title}, {bodies}", office)
            whole = masked_office(title, office)
            if NOT_NOW.search(whole) or _ANY_OFFICE.search(whole) is None:
                continue
            if OFFICE in whole or MASK in text.partition(",")[2] or not office.of:
                name = cleaned_person(thing.name)
                if name:
                    yield seen(document, thing.line, name, "person in data", 0.85)


# --- Holders in tables by year or discipline: champions, records

_PERSON_COLUMN = word_set(
    """athlete holder competitor champion champions driver winner winners player name incumbent recordholder titleholder
    sportler sieger weltmeister meister fahrer vainqueur tenant campeon ganador vincitore detentore campeao
    vencedor winnaar kampioen officeholder"""
)
_DATE_COLUMN = word_set(
    """date year season since elected edition datum jahr saison annee ano temporada anno stagione jaar seizoen reign began from"""
)
_NAME = re.compile(rf"\W{{0,3}}({PERSON})")
_TITLE = re.compile(r"champion|record|winner|title", re.IGNORECASE)


class _Entry(NamedTuple):
    name: str
    when: str
    line: Line


def holders_by_year(
    office: Office, document: Document, lines: Sequence[Line], today: date
) -> Iterator[Mention]:
    """Yield the holder in a table's newest row, on a page titled with the title or record."""
    if not _TITLE.search(office.role) or not names_office(document.title, office):
        return
    tables: dict[tuple[str, tuple[str, ...]], list[_Entry]] = {}
    for line in lines:
        entry = _entry(line)
        if entry is not None and not later(entry.when, today.isoformat()):
            tables.setdefault((line.heading, line.header), []).append(entry)
    for entries in tables.values():
        newest = max(entries, key=lambda entry: entry.when)
        same = {entry.name for entry in entries if entry.when == newest.when}
        if len(entries) > 1 and len(same) == 1:
            # a record stands until it is broken: the day it was set does not date the page
            when = "" if "record" in office.role.casefold() else newest.when
            yield seen(document, newest.line, newest.name, "newest of a list", 0.78, when)


def _entry(line: Line) -> _Entry | None:
    if len(line.cells) < 3 or not line.header:
        return None
    name = when = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded(column).split())
        if not name and words & _PERSON_COLUMN:
            name = _person(cell)
        elif words & _DATE_COLUMN:
            found = find_dates(flat(cell))
            when = found[0].iso if found else when
    return _Entry(name, when, line) if name and when else None


def _person(cell: str) -> str:
    match = _NAME.match(flat(cell))
    name = cleaned_person(cell[match.start(1) : match.end(1)]) if match else ""
    return " ".join(
        word.capitalize() if word.isupper() and len(word) > 3 else word for word in name.split()
    )


def record_rows(office: Office, document: Document, lines: Sequence[Line]) -> Iterator[Mention]:
    """Yield a record's holder from a table of disciplines under headings (``Men``, ``Women``)."""
    if not office.of or "record" not in folded(office.role):
        return
    wanted = _content(office.of)
    section = ""
    for line in lines:
        if line.heading and not line.cells:
            section = line.heading
        if len(line.cells) < 3 or not line.header:
            continue
        if "record" not in folded(f"{document.title} {section} {line.heading}"):
            continue
        said = _content(f"{line.heading} {line.cells[0]}")
        if not wanted <= said or not _content(line.cells[0]) <= wanted:
            continue
        entry = _entry(line)
        if entry is not None:
            yield seen(document, line, entry.name, "table of records", 0.85, entry.when)


def _content(text: str) -> set[str]:
    return {
        "m" if word in ("metres", "meters", "metre") else word
        for word in folded_words(text)
        if word not in ("the", "in", "of", "for", "a")
    }


_T = f"(?:{OFFICE}+|{LONE}+)"
_TITLE_HOLDERS_ANY = f"(?:{OFFICE}+|{LONE}+|{ROLE}+)"
_MOST = 4
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""

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
    """True if the sentence may also name the predecessor."""
    needs: re.Pattern[str] = re.compile("")
    """Pattern that the lower-case sentence must match, as a cheap pre-check."""


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
            rf"{MASK}+(?:'s board)? (?:has |have )?(?:appoints|appointed|names|named|picks|picked|taps|tapped|elects|elected|re-elects|hires|hired|promotes|promoted) (?:[a-z][\w-]{{1,18}} ){{0,5}}?{_PERSON} (?:as|to|to be) {_THE}(?P<gap>{adjectives}){_TITLE_HOLDERS_ANY}",
            "appoint|name|pick|tap|elect|hire|promot",
            takes_over=True,
        ),
        pattern(
            "succeeds as holder",
            0.88,
            rf"{_PERSON}{aside} (?:has |had |officially )?(?:succeeds|succeeded|replaces|replaced|takes over from|took over from|beerbte|loste) [^.;]{{2,70}}? (?:as|in the role of|als|comme|como|come) {_THE}(?P<gap>{adjectives}){_TITLE_HOLDERS_ANY}",
            "succeed|replac|over from|beerbt|loste",
            takes_over=True,
        ),
        pattern(
            "was succeeded by",
            0.82,
            rf"{_TITLE_HOLDERS_ANY}[^.;]{{0,90}}?(?:was|is|were|has been) (?:succeeded|replaced|followed)(?: as [^.;]{{1,30}}?| in \d{{4}}| on [^.;]{{4,20}}?)? by (?P<gap>(?:[a-z][\w-]{{1,18}} ){{0,4}}){_PERSON}",
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
) -> Iterator[Mention]:
    """Yield the holders that a sentence names.

    ``topic`` is true if the page is about the office's body.
    """
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
            if value and not says_farewell(document.title, value):
                strength = pattern.strength - (0.25 if headline and "before" in pattern.name else 0)
                strength -= 0.08 if LONE in match.group() else 0
                if " " not in value and not _TEAMS.search(office.role):
                    strength -= 0.3
                if PROVISIONAL.search(text[max(0, match.start() - 20) : match.end()]):
                    strength = min(strength, 0.62)
                yield seen(document, line, value, pattern.name, strength, _as_of(text, document))


_TEAMS = re.compile(r"champion|winner|holder|title", re.IGNORECASE)
"""Titles held by teams and countries, whose names can be single words."""


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
    """True if the body's name continues: ``CEO of Amazon Web Services`` is not Amazon's."""
    if text[match.end() - 1] not in (OFFICE, ROLE):
        return False
    after = re.match(r" ([A-Z][a-z]+)(?= [A-Z]| *[,.]|$)", text[match.end() : match.end() + 30])
    return after is not None and pattern.name != "title before a name" and not title_case(text)


def _body_is_longer(text: str, match: re.Match[str], pattern: _Pattern) -> bool:
    """True in ``is the CEO of Amazon Web Services``, where no name follows the title."""
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
    """Return whether the sentence says that the person it names is leaving or has left."""
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
"""Further words of a long name, beyond those matched by `PERSON`."""


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
    """Return the date stated in a sentence if it differs from the document's."""
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
