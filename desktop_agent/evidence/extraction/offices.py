"""Offices, posts and titles, with their parts, their synonyms, and their occurrences in text.

Text is prepared by masking. The post in question becomes one run of `OFFICE` characters, whether it
is written ``CEO of Nvidia``, ``Nvidia's chief executive`` or ``Nvidia president and CEO``.
"""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from desktop_agent.evidence.pack import Document, Reading
from desktop_agent.evidence.text.name_folding import flat, folded, folded_words
from desktop_agent.evidence.text.names import MASK, without_site

# --- Countries and cities: their names and adjectives, flattened, in all languages

PLACES = {
    "united states": "United States of America|United States|USA|U.S.A.|U.S.|US|America|American|Vereinigten Staaten|Etats-Unis|Estados Unidos|Stati Uniti|Verenigde Staten",
    "united kingdom": "United Kingdom|U.K.|UK|Great Britain|Britain|British|Royaume-Uni|Reino Unido|Regno Unito|Verenigd Koninkrijk",
    "france": "France|French|Republique francaise|francais|francaise|franzosischen|franzosischer|franzosische|Franzosischer|frances|francesa|francese|Franse|Frankreich|Frankreichs|la Republique|Francia|Franca|Frankrijk", "germany": "Germany|German|Federal Republic of Germany|Bundesrepublik Deutschland|Deutschland|Deutschlands|deutschen|deutscher|deutsche|Deutscher|Deutsche|allemand|allemande|aleman|alemana|tedesco|tedesca|alemao|alema|Duitse|Allemagne|Alemania|Germania|Alemanha|Duitsland",
    "spain": "Spain|Spanish|espanol|espanola|spanischen|spanischer|spanische|Spaniens|espagnol|espagnole|spagnolo|spagnola|espanhol|espanhola|Spaanse|Spanien|Espagne|Espana|Spagna|Espanha|Spanje", "italy": "Italy|Italian|Repubblica italiana|Repubblica Italiana|italiano|italiana|italienischen|italienischer|italienische|Italiens|italien|italienne|Italiaanse|Italien|Italie|Italia", "portugal": "Portugal|Portuguese|Republica Portuguesa|Portugals|portugues|portuguesa|portugiesischen|portugiesischer|portugiesische|portugais|portugaise|portoghese|Portugese",
    "netherlands": "Netherlands|Dutch|Nederlandse|Niederlanden|niederlandischen|niederlandischer|Niederlande|Pays-Bas|Nederland", "brazil": "Brazil|Brazilian|Brasilien|Bresil|Brasil|Brasile", "mexico": "Mexico|Mexican|Mexique",
    "canada": "Canada|Canadian|Kanada", "australia": "Australia|Australian", "new zealand": "New Zealand", "ireland": "Ireland|Irish", "japan": "Japan|Japanese",
    "china": "China|Chinese", "india": "India|Indian", "poland": "Poland|Polish|Polen|Polens|polnischen|polnischer|polnische|Pologne|polonais|Polonia|polaco|polacco", "ukraine": "Ukraine|Ukrainian", "russia": "Russia|Russian", "turkey": "Turkey|Turkiye|Turkish",
    "argentina": "Argentina|Argentine|Argentinian", "chile": "Chile|Chilean", "colombia": "Colombia|Colombian", "sweden": "Sweden|Swedish", "norway": "Norway|Norwegian",
    "denmark": "Denmark|Danish", "finland": "Finland|Finnish", "austria": "Austria|Austrian|Republic of Austria|Republik Osterreich|Osterreichs|Osterreich|osterreichischen|osterreichischer|osterreichische|Osterreichischer|Osterreichische|Autriche|autrichien|autrichienne|austriaco|austriaca|Oostenrijk|Oostenrijkse", "switzerland": "Switzerland|Swiss|Swiss Confederation|Schweiz|Schweizer|Schweizerischen Eidgenossenschaft|schweizerischen|schweizerischer|Suisse|suisse|Svizzera|svizzero|svizzera|Suiza|suizo|Suica|Zwitserland|Zwitserse", "belgium": "Belgium|Belgian|Belgien|Belgiens|belgischen|belgischer|belgische|Belgique|belge|Belgica|belga|Belgio|Belgie|Belgische",
    "greece": "Greece|Greek", "south korea": "South Korea|South Korean|Korea", "south africa": "South Africa|South African", "israel": "Israel|Israeli", "egypt": "Egypt|Egyptian",
    "european union": "European Union|EU|European", "united nations": "United Nations|UN|U.N.|Vereinten Nationen|Nations unies|Naciones Unidas", "london": "London|Londres|Londra|Londen", "munich": "Munich|Munchen", "rome": "Rome|Roma|Rom", "milan": "Milan|Milano|Mailand", "cologne": "Cologne|Koln", "lisbon": "Lisbon|Lisboa", "new york city": "New York City|New York|NYC", "paris": "Paris|Parigi", "nato": "NATO|North Atlantic Treaty Organization|OTAN",
}  # fmt: skip
ALIASES = {"us": "united states", "usa": "united states", "u s": "united states", "america": "united states", "uk": "united kingdom", "u k": "united kingdom", "britain": "united kingdom", "great britain": "united kingdom", "un": "united nations", "eu": "european union", "united states of america": "united states", "nyc": "new york city"}  # fmt: skip

_ENDINGS = {
    "uk": "united kingdom", "ca": "canada", "au": "australia", "nz": "new zealand", "ie": "ireland", "in": "india", "de": "germany", "at": "austria",
    "ch": "switzerland", "fr": "france", "es": "spain", "it": "italy", "pt": "portugal", "br": "brazil", "nl": "netherlands", "be": "belgium", "jp": "japan",
    "mx": "mexico", "pl": "poland", "za": "south africa",
}  # fmt: skip
"""Countries by top-level domain."""


@cache
def _keys() -> dict[str, str]:
    spelt = {folded(name): key for key, names in PLACES.items() for name in names.split("|")}
    return {**spelt, **{key: key for key in PLACES}, **ALIASES}


def place_of(name: str) -> str:
    """Return the English key of a country or city in any spelling, or ""."""
    return _keys().get(folded(name), "")


@cache
def place_pattern(key: str) -> re.Pattern[str]:
    """Return a pattern for the names of a place in `PLACES`, for flattened text."""
    names = [re.escape(name) for name in sorted(PLACES[key].split("|"), key=len, reverse=True)]
    return re.compile(rf"(?:{'|'.join(names)})(?!\w)")


def is_elsewhere(key: str, host: str, title: str, text: str) -> bool:
    """Return whether a page is about a different country, or never mentions the place."""
    own = _ENDINGS.get(host.rsplit(".", 1)[-1], "")
    if own:
        return own != key
    if place_pattern(key).search(title):
        return False
    countries = frozenset(_ENDINGS.values()) - {key}
    if any(_named(each, title) for each in countries):
        return True
    return not _named(key, text)


def _named(key: str, text: str) -> bool:
    return any(
        not text[match.start() - 1 : match.start()].isalnum()
        for match in place_pattern(key).finditer(text)
    )


ROLE = "\ue001"
"""Mask character for a role alone (``CEO``)."""

OFFICE = "\ue003"
"""Mask character for a role with its body (``CEO of Nvidia``)."""

_SAME_ROLE = (
    "ceo|chief executive officer|chief executive|c.e.o.|vorstandsvorsitzender|vorstandsvorsitzende|vorstandschef|pdg|directeur general|directrice generale|director ejecutivo|consejero delegado|consejera delegada|amministratore delegato|amministratrice delegata|diretor executivo|diretor-executivo|presidente-executivo",
    "cfo|chief financial officer|finanzvorstand|directeur financier",
    "cto|chief technology officer",
    "coo|chief operating officer",
    "chairman|chair|chairwoman|chairperson|board chair|chairman of the board",
    "president|prasident|prasidentin|presidente|presidenta|bundesprasident|bundesprasidentin",
    "prime minister|pm|premier|premierminister|premierministerin|ministerprasident|premier ministre|premiere ministre|primer ministro|primera ministra|primo ministro|presidente del consiglio|primeiro-ministro|minister-president|eerste minister",
    "chancellor|bundeskanzler|bundeskanzlerin|kanzler|kanzlerin|chancelier|canciller|cancelliere|chanceler|bondskanselier",
    "mayor|burgermeister|oberburgermeister|oberburgermeisterin|burgermeisterin|regierender burgermeister|maire|alcalde|alcaldesa|sindaco|sindaca|prefeito|prefeita|burgemeester",
    "governor|gouverneur|gobernador|governador|governatore",
    "lieutenant governor|lt. governor|lt. gov.|lt governor|lt gov",
    "secretary-general|secretary general|generalsekretar|secretaire general|secretario general|secretario-geral|segretario generale|secretaris-generaal",
    "head coach|manager|coach|cheftrainer|trainer|entraineur|entrenador|allenatore|treinador|hoofdcoach",
    "director|director general|director-general|executive director|general director",
    "editor-in-chief|editor in chief|editor",
    "speaker|president",
    "world record|record|world record holder|record holder",
)
_SUFFIX = r"(?:,? (?:Inc|Corp|Corporation|Ltd|Limited|plc|PLC|Group|AG|SE|GmbH|Co|Company|Holdings|N\.V|S\.A|S\.p\.A)\b\.?)"
_LINK = r"(?:of|at|for|in|von|de|du|des|der|di|da|do|del|della|dell'|van|bei)"
_BESIDE = r"(?:co-?founder|founder|president|chairman|chair|chairwoman|managing director|executive chairman|co-?owner|general secretary|party leader|leader|director|chief scientist|chief software architect|publisher)"


LONE = "\ue004"
"""Mask character for a role whose body is implied by the page (``the current chief conductor``)."""


@dataclass(frozen=True, slots=True)
class Office:
    """A role and its body.

    The body is empty for a title that has none, such as ``world chess champion``.
    """

    role: str
    of: str = ""
    short: tuple[str, ...] = ()
    """Shorter names of the role, used only on pages about it."""

    place: str = ""
    """The country of the body as a key of `PLACES`, if the question names it."""


def office_of(reading: Reading) -> Office:
    """Split the entity of a question about an office holder into role, body and country."""
    office = _split(reading)
    found = _PLACE_BEHIND.fullmatch(office.of)
    place = place_of(found["place"]) if found else ""
    return replace(office, of=found["of"], place=place) if found and place else office


_PLACE_BEHIND = re.compile(
    r"(?P<of>.{3,60}?)(?:,| \(| in| im| en| au| nel| em) ?(?:(?:the|der|den|la|le|el) )?(?P<place>[^\W\d_][\w. ]{1,24})\)?"
)


def _split(reading: Reading) -> Office:
    entity = " ".join(reading.entity.split())
    entity = re.sub(r"^(?:the )?(?:current|incumbent|present) ", "", entity, flags=re.IGNORECASE)
    match = re.fullmatch(
        rf"(.{{2,60}}?) {_LINK}(?: the| la| le)? (.{{2,80}})", entity, re.IGNORECASE
    )
    role = reading.detail.strip()
    if role and role.casefold() in entity.casefold():
        at = entity.casefold().index(role.casefold())
        rest = f"{entity[:at]} {entity[at + len(role) :]}"
        rest = re.sub(
            rf"^\s*{_LINK}(?: the)? |'s?\s*$|\s+{_LINK}\s*$", "", rest.strip(), flags=re.IGNORECASE
        )
        of = re.sub(
            r"(?:'s|')$",
            "",
            re.sub(rf"^(?:{_LINK} )?(?:the )?", "", rest.strip(), flags=re.IGNORECASE),
        ).strip()
        linked = re.match(rf"\s+{_LINK}\b", entity[at + len(role) :], re.IGNORECASE)
        if of and (linked or not _TITLE.search(role)):
            return Office(role, of)
        return Office(entity)
    if match and not re.search(r"\b(?:champions?|record|winner|title)\b", match[1], re.IGNORECASE):
        return Office(match[1], re.sub(rf"{_SUFFIX}$", "", match[2]))
    return Office(entity)


_TITLE = re.compile(r"champion|record|holder|winner|title", re.IGNORECASE)
"""Titles that do not belong to a body, such as ``world chess champion``, which is one name."""


@lru_cache(maxsize=32)
def role_names(role: str) -> tuple[str, ...]:
    """Return the flattened lower-case names of a role, longest first."""
    key = flat(role).casefold().strip()
    names = next((group.split("|") for group in _SAME_ROLE if key in group.split("|")), [key])
    spelt = {
        *names,
        key,
        *(_ONE.sub("1", name) for name in names),
        *(_1.sub("one", name) for name in names),
    }
    return tuple(sorted(spelt, key=len, reverse=True))


_ONE, _1 = re.compile(r"\bone\b"), re.compile(r"\b1\b")


@lru_cache(maxsize=32)
def role_pattern(role: str) -> re.Pattern[str]:
    """Return a pattern for a role and its synonyms, for flattened text."""
    key = flat(role).casefold().strip()
    alternatives = "|".join(re.escape(name).replace(r"\ ", r"[\s-]") for name in role_names(role))
    more = r"(?:s|ship)?" if key.endswith("champion") else ""
    return re.compile(rf"\b(?:{alternatives}){more}(?!-elect|-designate)(?!\w)", re.IGNORECASE)


_LESSER = re.compile(
    r"(?:vice|deputy|lieutenant|lt\.?|assistant|associate|shadow|former first lady)[ -]$|(?:co|sub|under)-?$",
    re.IGNORECASE,
)


def _masked_role(match: re.Match[str]) -> str:
    """Mask a role, unless it is part of a deputy's role (``vice president``)."""
    before = match.string[max(0, match.start() - 12) : match.start()]
    return match.group() if _LESSER.search(before) else ROLE * len(match.group())


@lru_cache(maxsize=32)
def body_pattern(of: str) -> re.Pattern[str]:
    """Return a pattern for an office's body, including the adjectives of countries."""
    key = place_of(of)
    if key:
        return place_pattern(key)
    words = [re.escape(word) for word in re.findall(r"[^\W_]+", flat(of))]
    if len(words) > 1 and words[0].casefold() in ("the", "a"):
        words = words[1:]
    if not words:
        return re.compile(r"(?!)")
    return re.compile(rf"{r'[^0-9A-Za-z]{0,3}'.join(words)}(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=8)
def _whole(*, stands_alone: bool) -> re.Pattern[str]:
    role, body = f"{ROLE}+", f"{MASK}+{_SUFFIX}?"
    before = rf"(?:{_BESIDE}(?:,? (?:and|&)|,|/) ?){{0,3}}"
    after = rf"(?:(?:,? (?:and|&)|/| and its) ?{_BESIDE}){{0,2}}"
    if stands_alone:
        return re.compile(rf"{before}{role}{after}", re.IGNORECASE)
    kind = r"(?:(?:city|state|republi[ck]|republique|republica|repubblica|bundesrepublik|kingdom|company|government|chipmaker|carmaker|chip giant|tech giant|commonwealth|island|province|town|club) (?:of )?)?"
    return re.compile(
        rf"{before}{role}{after},? {_LINK} (?:the |la |las |los |el |le |l')?{kind}{body}"
        rf"|{role} \({body}\)"
        rf"|{body}(?:'s|')? (?!and |or |but |to |is |was )(?:(?!former|ex-|previous|past)[\w-]{{2,16}} ){{0,2}}?{before}{role}{after}",
        re.IGNORECASE,
    )


def names_office(title: str, office: Office) -> bool:
    """Return whether a page's title contains every word of the office, ignoring endings."""
    told = {word[:_STEM] for word in folded_words(title)}
    wanted = [word[:_STEM] for word in folded_words(f"{office.role} {office.of}") if len(word) > 2]
    return bool(wanted) and all(word in told for word in wanted)


_STEM = 5


def is_office_page(document: Document, office: Office) -> bool:
    """Return whether a page is about the office.

    Its title must name the office, or name the role alone while the opening of the text names the
    body.
    """
    title = without_site(document.title)
    if names_office(title, office):
        return True
    first = re.split(r" [-|\u2013\u2014\u00b7:] |[|(]", title)[0]
    if folded(first) not in role_names(office.role):
        return False
    return OFFICE in masked_office(f"{document.snippet[:300]} \n{document.text[:800]}", office)


def speaks_of(text: str, office: Office) -> bool:
    """Return whether a text names the office's body, or the office itself if it has no body."""
    named = body_pattern(office.of) if office.of else role_pattern(office.role)
    return named.search(flat(text)) is not None or names_office(text, office)


def on_its_page(office: Office, title: str) -> Office:
    """Add the shorter names of the office that are unambiguous on a page with this title.

    On a page about the world chess championship, for example, ``World champion`` means the world
    chess champion.
    """
    words = folded(office.role).split()
    if office.of or len(words) < 3 or not names_office(title, office):
        return office
    reigning = (f"{how} {words[-1]}" for how in ("reigning", "current", "defending"))
    return replace(office, short=(" ".join(words[-2:]), f"{words[0]} {words[-1]}", *reigning))


def _masked_body(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    return match.group() if before.isalnum() else MASK * len(match.group())


_BEFORE_LONE = re.compile(
    r"(?:^|[.,;:(\"'-] ?|\b(?:the|its|current|currently|incumbent|reigning|present|new|as|is|by|longtime|a|le|la|el|il|der|die|das|de|and|und|et|y|e|actuel|"
    r"actual|attuale|aktuelle|amtierende) )$",
    re.IGNORECASE,
)
_AFTER_LONE = re.compile(
    rf"(?:s\b|[- ](?:elect|designate)|'s| {_LINK} (?!the (?:company|city|country|orchestra|group|team|club|firm|state|nation)\b))"
)


def _alone(match: re.Match[str]) -> str:
    text = match.string
    before, after = (
        text[max(0, match.start() - 14) : match.start()],
        text[match.end() : match.end() + 24],
    )
    if _BEFORE_LONE.search(before) and not _AFTER_LONE.match(after):
        return LONE * len(match.group())
    return match.group()


@lru_cache(maxsize=256)
def masked_office(text: str, office: Office, *, topic: bool = False) -> str:
    """Return flattened text of the same length in which the office is masked.

    Where the role and the body occur apart, each is masked separately. On a page about the body
    (``topic``), a role that is not attributed to another body is masked as `LONE`.
    """
    plain = flat(text)
    low = plain.lower()
    roles = [
        role
        for role in (office.role, *office.short)
        if any(name in low for name in role_names(role))
    ]
    if office.of:
        plain = body_pattern(office.of).sub(_masked_body, plain)
    for role in roles:
        plain = role_pattern(role).sub(_masked_role, plain)
    if not roles:
        return plain
    whole = _whole(stands_alone=not office.of)
    plain = whole.sub(lambda match: OFFICE * len(match.group()), plain)
    return re.sub(f"{ROLE}+", _alone, plain) if topic else plain
