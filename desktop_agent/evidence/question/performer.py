"""Questions for the performer of a song."""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.entity import entity_of
from desktop_agent.evidence.question.narrowing import bare_song
from desktop_agent.evidence.question.performer_foreign import FOREIGN
from desktop_agent.evidence.question.wording import ENTITY, compiled, matches

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
def _may_be() -> re.Pattern[str]:
    """Words without which no pattern fits; most questions end here, and cost nothing."""
    return re.compile(
        r"\bs[aiu]ng|canci|chanson|quién|song|perform|record|chant|cant|interpr|\b(?:by|lied|singer|artist|band|hit|track|ballad|"
        r"tune|single|version|theme|[gz]e?zongen|zingt|zong|gravou|quem|chi|wie|von wem|canzone|titre)\b",
        re.IGNORECASE,
    )


@cache
def _sure() -> tuple[re.Pattern[str], ...]:
    """Wordings that speak of a song in so many words."""
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
    """Wordings that only a title makes a question for a song."""
    return compiled(
        rf"{_WHO} {_FIRST}(?:performed|performs|recorded) {ENTITY}(?: first| originally)?",
        rf"(?:who(?:'s| is| was) )?(?:the )?singer of {ENTITY}",
    )


@cache
def _no_song() -> re.Pattern[str]:
    """What may follow ``sings`` or ``performs`` and is no title."""
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
    """Divides what was caught: ``Hurt by Nine Inch Nails``, ``Hurt, Johnny Cash or …``."""
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
    """True where a name stands that may well be a song's: quoted, or not begun like a plain noun."""
    if raw.isupper():
        return False
    if raw[0] in "\"'" or raw[0].isupper():
        return True
    return raw.islower() and not re.match(r"(?:the|an?|his|her|their|its|most|more)\b", raw)


def _is_band(name: str) -> bool:
    """True for what looks like a band's name after ``singer of``."""
    words = name.split()
    return len(words) == 1 or (len(words) == 2 and (words[-1].endswith("s") or words[0] == "the"))


def performer(text: str) -> Asked | None:
    """Gives the song whose performer is asked for, and the artist that is named with it, or None."""
    if not _may_be().search(text):
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
