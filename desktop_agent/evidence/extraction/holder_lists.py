"""Holders of an office where a page shows them as data: infoboxes, leadership tables, lists, JSON-LD."""

import re
from collections.abc import Iterator

from desktop_agent.evidence.extraction.dates import find_dates
from desktop_agent.evidence.extraction.facts import things
from desktop_agent.evidence.extraction.holder_words import LEAVING, NOT_NOW
from desktop_agent.evidence.extraction.mention import MASK
from desktop_agent.evidence.extraction.names import PERSON, cleaned_person
from desktop_agent.evidence.extraction.offices import OFFICE, ROLE, Office, masked_office
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.pack import Document, Sighting

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
"""Words in lower case one of which stands in each row that is of use."""

_FIRST_PERSON = re.compile(rf"\W{{0,3}}(?P<value>{PERSON})")


def holder_rows(
    office: Office, document: Document, line: Line, *, topic: bool
) -> Iterator[Sighting]:
    """Gives the holder in a row of an infobox, a leadership table or a list of holders."""
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


def _across(office: Office, document: Document, line: Line) -> Iterator[Sighting]:
    """``Incumbent Jane Roe since 2020`` in one cell of the infobox of the office."""
    cell = next(filter(None, line.cells))
    text = re.sub(r"<br ?/?>", lambda match: " " * len(match.group()), masked_office(cell, office))
    for match in filter(None, (_ACROSS.match(re.sub(r" +$", "", text)),)):
        name = cleaned_person(cell[match.start("value") : match.end("value")])
        if name:
            yield seen(document, line, name, "row of the holder", 0.9)


def _pair(
    office: Office, document: Document, line: Line, *, about_office: bool, about_body: bool
) -> Iterator[Sighting]:
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
) -> Iterator[Sighting]:
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


def holders_in_data(office: Office, document: Document) -> Iterator[Sighting]:
    """Gives the people whose post structured data names."""
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
