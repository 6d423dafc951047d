"""What the headings over a list of records say of it: studio albums, or something lesser."""

import re

from desktop_agent.evidence.extraction.folding import flat
from desktop_agent.evidence.extraction.release import ALBUM, NOT_AN_ALBUM
from desktop_agent.evidence.extraction.sentences import Line
from desktop_agent.evidence.pack import Document

DISCOGRAPHY = re.compile(r"\bdis[ck]ogra(?:ph|f)\w*|\balb(?:ums|en|umes|uns)\b", re.IGNORECASE)
"""What a page or a heading over a list of albums is called."""

_LESSER_HEADING = re.compile(
    r"\b(?:lives?|konzert\w*|live-?alb\w+|en public|concerts?|conciertos?|concerti|concertos?|compilations?|kompilation\w*|compilaciones|compilacoes|"
    r"recopila\w+|coletaneas?|compilaties?|verzamel\w+|raccolt\w+|antolog\w+|antholog\w+|sampler|collections?|best[- ]of\S*|greatest hits|hits|"
    r"eps?|extended plays?|mixtapes?|minialb\w+|mini-?alb\w+|singles?|singoli|sencillos?|videos?|videoalb\w+|video-?alb\w+|dvds?|blu-?rays?|"
    r"re-?issue[sd]?|reissues?|remaster\w*|re-?releases?|wiederveroffentlichung\w*|neuauflagen?|reeditions?|reediciones|reedicoes|ristampe|riedizioni|heruitgaven|"
    r"box[ -]?sets?|boxen|coffrets?|cofanetti|cajas|soundtracks?|bandes originales|colonne sonore|bandas sonoras|trilhas sonoras|remix(?:es)?|"
    r"demos?|bootlegs?|tributes?|covers?|karaoke|promo\w*|guest|other appearances|weitere|andere|autres|otros|outros|altri|altre|solo|unofficial|unauthori[sz]ed|playlists?)\b",
    re.IGNORECASE,
)
"""What a heading (or a row across a table) says of releases that are no new studio album."""

_STUDIO = re.compile(r"\bstud\w*|\b(?:main|full[- ]length) albums\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"[(\[][^()\[\]]{0,40}\b(?:re-?issued?|re-?master(?:ed)?|re-?release[d]?|deluxe|expanded|anniversary|bonus|live|neuauflage|reedition|reedicion|"
    r"reedicao|ristampa|heruitgave|box ?set)\b[^()\[\]]{0,40}[)\]]|[:,-] (?:\d{1,3}(?:st|nd|rd|th) anniversary|remastered|deluxe|expanded)\b",
    re.IGNORECASE,
)


def spanning(line: Line) -> str:
    """Gives the words of a row that goes across its table (``Live albums``), or ""."""
    told = set(filter(None, line.cells))
    return told.pop() if len(line.cells) > 1 and len(told) == 1 else ""


def is_lesser(words: str) -> bool:
    """True for words over what is no studio album; ``Studio albums and EPs`` is over both."""
    plain = flat(words)
    return bool(_LESSER_HEADING.search(plain)) and not _STUDIO.search(plain)


def of_albums(line: Line, document: Document) -> bool:
    """True when the heading (or, where it says nothing, the page) speaks of albums and nothing lesser."""
    heading = flat(f"{line.heading} {' '.join(line.header)}")
    if is_lesser(line.heading) or NOT_AN_ALBUM.search(flat(line.heading)):
        return False
    if is_lesser(line.section) and not _STUDIO.search(flat(line.heading)):
        return False
    if line.cells and any(is_lesser(cell) for cell in line.header[:1]):
        return False
    if _AGAIN.search(flat(line.text)):
        return False
    if ALBUM.search(heading) or DISCOGRAPHY.search(heading):
        return True
    return bool(DISCOGRAPHY.search(flat(document.title))) and not re.search(
        r"\b(?:tours?|awards?|chart|film\w*|see also|references|links|certifications)\b",
        heading,
        re.IGNORECASE,
    )
