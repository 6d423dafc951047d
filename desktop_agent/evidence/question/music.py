"""Questions for the latest album of an artist or for the performer of a song."""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import bare_artist, bare_song, entity_of
from desktop_agent.evidence.question.patterns import (
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
    Asked,
    compiled,
    matches,
)

# --- Latest album

_ALBUM = r"(?:(?:studio|solo|full[- ]length|music) )?(?:album|record|lp|ep|cd|mixtape)"
_PUT_OUT = r"(?:released?|put out|ma[dk]e|recorded?|dropp?(?:ed)?|published?|did)"
_CALLED = r"(?: (?:called|named|titled))?(?: (?:is|was))?(?: (?:called|named|titled))?"
_JUST = r"(?:just|most recently|recently|last)"


@cache
def _may_be() -> re.Pattern[str]:
    """Match questions that may be of this kind. This pre-check rejects most questions cheaply."""
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
    """Parse a question for an artist's latest album; return None for any other question."""
    if not _may_be().search(text):
        return None
    for found in matches(_patterns(), text):
        artist = bare_artist(entity_of(found["entity"]))
        if artist and not _other_record().search(artist):
            return Asked(Intent.LATEST_ALBUM, artist)
    return None


# --- Performer, in German, Dutch, French, Spanish, Italian and Portuguese

_DE = r"(?:(?:das lied|den song|den titel|den hit|den schlager|die ballade) )?"
_NL = r"(?:(?:het (?:nummer|lied|liedje)|de (?:song|hit)) )?"
_FR = r"(?:(?:la chanson|le titre|le tube|le morceau) )?"
_IT = r"(?:(?:la canzone|il brano|il pezzo|il singolo) )?"
_PT = r"(?:(?:a (?:música|canção|cantiga)|o (?:tema|hit|fado)) )?"
_ES = r"(?:(?:la canci[oó]n|el tema|el [eé]xito) )?"
FOREIGN = (
    rf"(?:wer|welche (?:band|gruppe)|welcher sänger|welche sängerin) (?:singt|sang) {_DE}{ENTITY}",
    rf"(?:wer|welche (?:band|gruppe)) hat {_DE}{ENTITY} (?:original |zuerst )?gesungen",
    (
        r"von wem (?:ist|stammt|wird|wurde) (?:das (?:lied|original von)|der (?:song|titel|hit|schlager)) "
        rf"{ENTITY}(?: gesungen)?"
    ),
    rf"wie (?:zingt|zong) {_NL}{ENTITY}",
    rf"wie heeft {_NL}{ENTITY} gezongen",
    rf"van wie is (?:het (?:nummer|lied|liedje)|de (?:song|hit)) {ENTITY}",
    rf"qui (?:chante|chantait|a chanté|interprète|a interprété) {_FR}{ENTITY}",
    rf"(?:qui est )?(?:l'|le |la )?(?:interprète|chanteur|chanteuse) de la chanson {ENTITY}",
    rf"de qui est (?:la chanson|le titre|le tube) {ENTITY}",
    rf"qui[eé]n (?:canta|cant[oó]|cantaba|ha cantado|interpreta|interpret[oó]) {_ES}{ENTITY}",
    rf"de qui[eé]n es (?:la canci[oó]n|el tema) {ENTITY}",
    rf"chi (?:canta|cantava|cantò|ha cantato|interpreta|ha interpretato) {_IT}{ENTITY}",
    rf"di chi è (?:la canzone|il brano|il pezzo) {ENTITY}",
    rf"quem (?:canta|cantava|cantou|interpreta|interpretou|gravou) {_PT}{ENTITY}",
    rf"de quem é (?:a (?:música|canção)|o (?:tema|fado)) {ENTITY}",
)
"""Patterns for a whole question; the entity is the title."""


_BAND = r"(?:band|singer|artist|group|musician|person|rapper|duo|performer|vocalist)"
_WHO = (
    rf"(?:who|(?:which|what) {_BAND}|(?:name )?(?:what(?:'s| is) )?(?:the )?(?:name of )?(?:the )?{_BAND} "
    r"(?:that|who))"
)
_FIRST = r"(?:originally |first |really |actually )?"
_SONG = (
    r"(?:the )?(?:(?:hit|original|first|famous|pop|rock|classic|theme|title|\d{4}s?) ){0,3}"
    r"(?:song|track|single|hit|tune|ballad|version)(?:,? (?:called|named|titled))? (?:of )?"
)
_THEME = (
    r"(?-i:the) (?:[\w'-]{1,20} ){0,3}?(?:theme|song|anthem|ballad|winner|entry) (?=(?-i:[\"'A-Z]))"
)
_SUNG = r"(?:sung|performed|recorded)"


@cache
def _performer_may_be() -> re.Pattern[str]:
    """Match questions that may be of this kind. This pre-check rejects most questions cheaply."""
    return re.compile(
        r"\bs[aiu]ng|canci|chanson|quién|song|perform|record|chant|cant|interpr|\b(?:by|lied|singer|artist|band|hit|track|ballad|"
        r"tune|single|version|theme|[gz]e?zongen|zingt|zong|gravou|quem|chi|wie|von wem|canzone|titre)\b",
        re.IGNORECASE,
    )


@cache
def _sure() -> tuple[re.Pattern[str], ...]:
    """Return wordings that mention a song explicitly."""
    return compiled(
        rf"{_WHO} {_FIRST}(?:sings?|sang|sung) (?:{_SONG})?{ENTITY}(?: first| originally)?",
        rf"{_WHO} {_FIRST}(?:perform(?:s|ed)?|record(?:s|ed)?|did|does|made|released) "
        rf"{_SONG}{ENTITY}(?: first| originally)?",
        rf"{_WHO} {_FIRST}(?:perform(?:s|ed)?|record(?:s|ed)?|did|does|made) (?P<entity>{_THEME}\S.{{0,99}})",
        rf"(?:by whom|by (?:which|what) {_BAND}) (?:was|is) (?:{_SONG})?{ENTITY} {_FIRST}{_SUNG}",
        rf"(?:{_SONG})?{ENTITY} (?:was|is) {_FIRST}{_SUNG} by (?:whom?|(?:which|what) {_BAND})",
        rf"{_WHO} (?:is|was) (?:{_SONG})?{ENTITY} {_FIRST}(?:{_SUNG} )?by",
        rf"(?:who(?:'s| is| was) )?(?:the )?(?:(?:original|first) )?{_BAND} "
        rf"(?:behind|of|on|for|who sings|that sings) {_SONG}{ENTITY}",
        rf"(?:who(?:'s| is| was) )?(?:the )?original {_BAND} (?:of|behind) {ENTITY}",
        *FOREIGN,
    )


@cache
def _likely() -> tuple[re.Pattern[str], ...]:
    """Return wordings that ask for a song only if a title follows."""
    return compiled(
        rf"{_WHO} {_FIRST}(?:performed|performs|recorded) {ENTITY}(?: first| originally)?",
        rf"(?:who(?:'s| is| was) )?(?:the )?singer of {ENTITY}",
    )


@cache
def _no_song() -> re.Pattern[str]:
    """Match words after ``sings`` or ``performs`` that are not titles."""
    return re.compile(
        r"(?:at|in|for|with|on|as|lead|backup|backing|background|soprano|tenor|alto|baritone|bass|"
        r"better|best|meglio|bene|mejor|bien|melhor|bem|beter|goed|mieux|besser|gut|it|that|this|live|about|along|opera)\b|.{1,100} at (?:the )?[A-Z0-9]"
    )


@cache
def _stage() -> re.Pattern[str]:
    return re.compile(
        r" (?:(?:in|from) the (?:movie|film|musical|show|series|soundtrack)|"
        r"(?:at|in|for) (?:the )?(?:\d{4} )?eurovision)\b.*\Z",
        re.IGNORECASE,
    )


@cache
def _no_artist() -> re.Pattern[str]:
    return re.compile(
        r"(?:me|you|us|him|her|your|my|our|their|his|night|day|now|far|a|an|mistake|heart|the way|"
        r"the (?!(?:\S+ )?\S+s\b)\S+)\b",
        re.IGNORECASE,
    )


def _title_and_artist(raw: str) -> tuple[str, str]:
    """Split ``Hurt by Nine Inch Nails`` or ``Hurt, Johnny Cash or …`` into title and artist."""
    quoted = re.match(r"\"([^\"]{1,110})\"(.*)\Z|'(.{1,110}?)'(?![a-z])(.*)\Z", raw)
    if quoted:
        title, rest = quoted[1] or quoted[3], (quoted[2] or quoted[4] or "").strip(" ,")
        return f'"{title}"', entity_of(rest[3:] if rest.lower().startswith("by ") else "")
    head, comma, rest = raw.partition(", ")
    if comma and " or " in rest:
        return head, rest
    head, by, rest = raw.rpartition(" by ")
    if by and not _no_artist().match(rest) and not (rest[0].islower() and head != head.lower()):
        return head, entity_of(rest)
    return raw, ""


def _is_title(raw: str) -> bool:
    """Return whether a name can be a song title.

    It must be quoted, or must not open like a common noun.
    """
    if raw.isupper():
        return False
    if raw[0] in "\"'" or raw[0].isupper():
        return True
    return raw.islower() and not re.match(r"(?:the|an?|his|her|their|its|most|more)\b", raw)


def _is_band(name: str) -> bool:
    words = name.split()
    return len(words) == 1 or (len(words) == 2 and (words[-1].endswith("s") or words[0] == "the"))


def performer(text: str) -> Asked | None:
    """Parse a question for the performer of a song, including any artist it names.

    Return None for any other question.
    """
    if not _performer_may_be().search(text):
        return None
    for found in matches(_sure(), text):
        if asked := _asked(found["entity"]):
            return asked
    for found in matches(_likely(), text):
        raw = found["entity"]
        if not _is_title(raw) or ("singer of" in text.lower() and _is_band(raw)):
            continue
        if asked := _asked(raw):
            return asked
    return None


def _asked(raw: str) -> Asked | None:
    raw = bare_song(_stage().sub("", raw))
    if _no_song().match(raw):
        return None
    title, artist = _title_and_artist(raw)
    name = entity_of(title, title=True)
    return Asked(Intent.PERFORMER, name, artist) if name else None
