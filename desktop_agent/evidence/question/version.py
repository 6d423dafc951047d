"""Questions for the latest version of a piece of software."""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import bare_software, entity_of
from desktop_agent.evidence.question.patterns import (
    ENTITY,
    OF_DE,
    OF_ES,
    OF_FR,
    OF_IT,
    OF_PT,
    WHAT,
    WHAT_DE,
    WHAT_ES,
    WHAT_FR,
    WHAT_IT,
    WHAT_NL,
    WHAT_PT,
    Asked,
    compiled,
    matches,
)
from desktop_agent.evidence.question.software import is_known

_NEWEST = (
    r"(?:latest|newest|most recent|most up[- ]to[- ]date|up[- ]to[- ]date|current|last|recent)"
)
_KIND = (
    r"(?:(?:stable|lts|long[- ]term[- ]support|official|public|major|minor|production|released|"
    r"available|supported|general|final) ){0,3}"
)
_VERSION = r"(?:version(?: number)?|release|build)"
_PLACE = r"(?: (?:on|in|from) (?:pypi|npm|github|crates\.io|the app store|google play|homebrew)| available)?"
_IS_NEWEST = (
    r"(?:is|are)(?: (?:currently|now|presently))?(?: (?:the|a))?"
    rf" (?:{_NEWEST}|stable|out|lts)(?: {_KIND}?(?:one|stable|version|release|stable one|lts))?(?: (?:right )?now| currently| today)?"
)
_DE = r"(?:neueste|aktuelle|aktuellste|letzte)[nr]?(?: stabile)?"


@cache
def _may_be() -> re.Pattern[str]:
    """Match questions that may be of this kind. This pre-check rejects most questions cheaply."""
    return re.compile(
        r"version|versi[oó]n|versão|versie|\b(?:release|build|latest|newest|most recent|current)\b",
        re.IGNORECASE,
    )


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return compiled(
        rf"{WHAT}{_NEWEST} {_KIND}{_VERSION} (?:of|for) {ENTITY}{_PLACE}(?: is)?",
        rf"{WHAT}{_NEWEST} {_KIND}{ENTITY} {_KIND}{_VERSION}{_PLACE}(?: is)?",
        rf"{WHAT}{ENTITY}(?:'s?)? {_NEWEST} {_KIND}{_VERSION}(?: is)?",
        rf"(?:what|which) {_VERSION} of {ENTITY} {_IS_NEWEST}",
        rf"(?:what|which) {ENTITY} {_VERSION} {_IS_NEWEST}",
        rf"(?:what|which) {_VERSION} (?:is|are) {ENTITY} (?:on|at|up to)(?: now| currently)?",
        rf"{WHAT_DE}{_DE} version {OF_DE} {ENTITY}",
        rf"{WHAT_DE}{_DE} {ENTITY}[- ]version",
        rf"welche version {OF_DE} {ENTITY} ist (?:die )?(?:aktuell|neueste|aktuelle|derzeit aktuell)",
        rf"welche {ENTITY}[- ]version ist (?:die )?(?:aktuell|neueste|aktuelle|derzeit aktuell)",
        rf"{WHAT_FR}dernière version(?: stable)? {OF_FR}{ENTITY}",
        rf"{WHAT_FR}version (?:actuelle|la plus récente|courante) {OF_FR}{ENTITY}",
        rf"{WHAT_ES}[uú]ltima versi[oó]n(?: estable)? {OF_ES} {ENTITY}",
        rf"{WHAT_ES}versi[oó]n (?:actual|más reciente) {OF_ES} {ENTITY}",
        rf"(?:qu[eé]|cu[aá]l) versi[oó]n {OF_ES} {ENTITY} es (?:la )?(?:más (?:reciente|nueva)|última|actual)",
        rf"quelle version {OF_FR}{ENTITY} est (?:la )?(?:plus récente|dernière|actuelle)",
        rf"quale versione {OF_IT}{ENTITY} è (?:la |l')?(?:più (?:recente|nuova)|ultima|attuale)",
        rf"qual versão {OF_PT} {ENTITY} é a (?:mais (?:recente|nova)|última|atual)",
        rf"welke versie van {ENTITY} is (?:de )?(?:nieuwste|laatste|huidige|meest recente)",
        rf"{WHAT_IT}(?:ultima|nuova|attuale) versione(?: stabile)? {OF_IT}{ENTITY}",
        rf"{WHAT_IT}versione (?:attuale|corrente|più recente|più nuova) {OF_IT}{ENTITY}",
        rf"{WHAT_PT}(?:[uú]ltima|nova) versão(?: estável)? {OF_PT} {ENTITY}",
        rf"{WHAT_PT}versão (?:atual|mais recente|mais nova) {OF_PT} {ENTITY}",
        rf"{WHAT_NL}(?:nieuwste|laatste|huidige|actuele|recentste|meest recente) (?:stabiele )?versie van {ENTITY}",
        rf"{WHAT_NL}(?:nieuwste|laatste|huidige|actuele) {ENTITY}[- ]versie",
    )


@cache
def _bare() -> tuple[re.Pattern[str], ...]:
    """Match ``the latest Ubuntu``, which is accepted only for well-known software."""
    return compiled(rf"{WHAT}{_NEWEST} {_KIND}{ENTITY}(?: lts)?(?: is)?")


@cache
def _no_software() -> re.Pattern[str]:
    """Match things that have versions or releases but are not software."""
    return re.compile(
        r"\b(?:story|stories|events?|songs?|movies?|films?|books?|tale|play|myth|poem|novel|bible|law|"
        r"constitution|treaty|guidelines?|history|anthem|recipe|report|agreement|theory|truth|news|"
        r"press|album|single|dvd|jobs|film|music|video|product|data|cover|series|episode|season)\Z",
        re.IGNORECASE,
    )


def _detail(text: str) -> str:
    return "LTS" if re.search(r"\b(?:lts|long[- ]term[- ]support)\b", text, re.IGNORECASE) else ""


def latest_version(text: str) -> Asked | None:
    """Parse a question for the latest version of a piece of software, or return None.

    ``detail`` is ``LTS`` if the question asks for a release with long-term support.
    """
    if not _may_be().search(text):
        return None
    for found in matches(_patterns(), text):
        software = bare_software(entity_of(found["entity"]))
        if software and not _no_software().search(software):
            return Asked(Intent.LATEST_VERSION, software, _detail(text))
    for found in matches(_bare(), text):
        software = entity_of(found["entity"])
        if is_known(software):
            return Asked(Intent.LATEST_VERSION, software, _detail(text))
    return None
