"""Countries and cities that offices are of: their names and adjectives, flattened, in all languages."""

import re
from functools import cache

from desktop_agent.evidence.extraction.folding import folded

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
"""The countries of the endings of hosts."""


@cache
def _keys() -> dict[str, str]:
    spelt = {folded(name): key for key, names in PLACES.items() for name in names.split("|")}
    return {**spelt, **{key: key for key in PLACES}, **ALIASES}


def place_of(name: str) -> str:
    """Gives the English key of a country or city, however it is spelt, or ""."""
    return _keys().get(folded(name), "")


@cache
def place_pattern(key: str) -> re.Pattern[str]:
    """Gives the pattern of the names of a place of `PLACES` in flattened text."""
    names = [re.escape(name) for name in sorted(PLACES[key].split("|"), key=len, reverse=True)]
    return re.compile(rf"(?:{'|'.join(names)})(?!\w)")


def is_elsewhere(key: str, host: str, title: str, text: str) -> bool:
    """True for a page of another country than the place asked for, or one that never names it."""
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
