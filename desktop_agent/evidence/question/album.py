"""Questions for the latest album of an artist."""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.entity import entity_of
from desktop_agent.evidence.question.narrowing import bare_artist
from desktop_agent.evidence.question.wording import (
    ENTITY,
    NEWEST,
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
    compiled,
    matches,
)

_ALBUM = r"(?:(?:studio|solo|full[- ]length|music) )?(?:album|record|lp|ep|cd|mixtape)"
_PUT_OUT = r"(?:released?|put out|ma[dk]e|recorded?|dropp?(?:ed)?|published?|did)"
_CALLED = r"(?: (?:called|named|titled))?(?: (?:is|was))?(?: (?:called|named|titled))?"
_JUST = r"(?:just|most recently|recently|last)"


@cache
def _may_be() -> re.Pattern[str]:
    """Words without which no pattern fits; most questions end here, and cost nothing."""
    return re.compile(
        r"album|\b(?:record|lp|ep|cd|mixtape|release|álbum|disco|disque|plaat)\b", re.IGNORECASE
    )


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return compiled(
        rf"{WHAT}{NEWEST} {_ALBUM}(?: {_PUT_OUT})? (?:by|from|of) {ENTITY}{_CALLED}",
        rf"{WHAT}{NEWEST} {_ALBUM} (?:that )?{ENTITY} (?:has |have )?{_PUT_OUT}",
        rf"{WHAT}{ENTITY}(?:'s?)? {NEWEST} {_ALBUM}{_CALLED}",
        rf"{WHAT}{NEWEST} {ENTITY} {_ALBUM}{_CALLED}",
        rf"(?:what|which) {_ALBUM} (?:did|has|have) {ENTITY} {_JUST} {_PUT_OUT}",
        rf"(?:what|which) {_ALBUM} (?:did|has|have) {ENTITY} {_PUT_OUT} (?:{_JUST}|lately)",
        rf"(?:what|which) {_ALBUM} is (?:the )?{NEWEST}(?: one)? (?:by|from|of) {ENTITY}",
        rf"(?:what|which) {_ALBUM} (?:is|was) {ENTITY}'s? (?:very )?{NEWEST}(?: (?:one|{_ALBUM}))?",
        rf"{WHAT}{ENTITY}'s? {NEWEST} release",
        rf"{WHAT}{NEWEST} (?:music )?release (?:by|from) {ENTITY}",
        rf"{WHAT_DE}(?:neue(?:ste|stes|s)?|aktuelle[s]?|letzte[s]?) (?:studio)?album {OF_DE} {ENTITY}",
        rf"welches (?:studio)?album {OF_DE} {ENTITY} ist (?:das |am )?(?:aktuell|neu|letzt|jüngst)\w{{0,4}}",
        rf"{WHAT_DE}(?:neue(?:ste[sn]?|s)?|aktuelle[s]?|letzte[s]?|jüngste[s]?) {ENTITY}[- ](?:studio)?album",
        rf"{WHAT_FR}(?:tout )?(?:dernier|nouvel|nouveau) (?:album|disque)(?: studio)? {OF_FR}{ENTITY}",
        rf"{WHAT_FR}album le plus récent {OF_FR}{ENTITY}",
        rf"{WHAT_ES}(?:último|ultimo|nuevo) (?:álbum|album|disco)(?: de estudio)? {OF_ES} {ENTITY}",
        rf"{WHAT_ES}(?:álbum|album|disco) más reciente {OF_ES} {ENTITY}",
        rf"{WHAT_DE}{ENTITY}(?:'s?|s) (?:neue(?:ste)?s|aktuelles|letztes|jüngstes) (?:studio)?album",
        rf"{WHAT_ES}(?:álbum|album|disco) más nuevo {OF_ES} {ENTITY}",
        rf"(?:qu[eé]|cu[aá]l) (?:álbum|album|disco) {OF_ES} {ENTITY} es (?:el )?(?:más (?:reciente|nuevo)|último)",
        rf"quel (?:album|disque) {OF_FR}{ENTITY} est (?:le )?(?:plus récent|dernier)",
        rf"quale (?:album|disco) {OF_IT}{ENTITY} è (?:il )?(?:più recente|ultimo)",
        rf"qual (?:álbum|album|disco) {OF_PT} {ENTITY} é o (?:mais recente|último)",
        rf"welk album van {ENTITY} is (?:het )?(?:nieuwste|laatste|meest recente)",
        rf"{WHAT_IT}(?:ultim(?:o|issimo)|nuovo|più recente) (?:album|disco)(?: (?:in|di) studio)? {OF_IT}{ENTITY}",
        rf"{WHAT_IT}(?:album|disco)(?: (?:in|di) studio)? più recente {OF_IT}{ENTITY}",
        rf"{WHAT_PT}(?:último|ultimo|novo|mais recente) (?:álbum|album|disco)(?: de estúdio)? {OF_PT} {ENTITY}",
        rf"{WHAT_PT}(?:álbum|album|disco)(?: de estúdio)? mais recente {OF_PT} {ENTITY}",
        rf"{WHAT_NL}(?:(?:aller)?nieuwste|laatste|nieuwe|recentste|meest recente) (?:studio)?(?:album|plaat|cd) van {ENTITY}",
        rf"{WHAT_NL}{ENTITY}'s? (?:nieuwste|laatste|nieuwe|recentste) (?:studio)?(?:album|plaat|cd)",
    )


@cache
def _other_record() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:world|olympic|national|track|european|criminal|police|medical|live|greatest hits|"
        r"compilation|photo|review|best selling|best-selling|job|dns|vinyl)\Z"
    )


def latest_album(text: str) -> Asked | None:
    """Gives the artist whose latest album is asked for, or None."""
    if not _may_be().search(text):
        return None
    for found in matches(_patterns(), text):
        artist = bare_artist(entity_of(found["entity"]))
        if artist and not _other_record().search(artist):
            return Asked(Intent.LATEST_ALBUM, artist)
    return None
