"""Questions for the latest album of an artist or for the performer of a song."""

import re

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import bare_artist, bare_song, entity_of
from desktop_agent.evidence.question.patterns import (
    Asked,
    matches,
)
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("question/music")


def latest_album(text: str) -> Asked | None:
    """Parse a question for an artist's latest album; return None for any other question."""
    if not _PATTERNS.may_be.search(text):
        return None
    for found in matches(_PATTERNS.whole("latest_album"), text):
        artist = bare_artist(entity_of(found["entity"]))
        if artist and not _PATTERNS.other_record.search(artist):
            return Asked(Intent.LATEST_ALBUM, artist)
    return None


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
    if (
        by
        and not _PATTERNS.no_artist.match(rest)
        and not (rest[0].islower() and head != head.lower())
    ):
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
    if not _PATTERNS.performer_may_be.search(text):
        return None
    for found in matches(_PATTERNS.whole("sure"), text):
        if asked := _asked(found["entity"]):
            return asked
    for found in matches(_PATTERNS.whole("likely"), text):
        raw = found["entity"]
        if not _is_title(raw) or ("singer of" in text.lower() and _is_band(raw)):
            continue
        if asked := _asked(raw):
            return asked
    return None


def _asked(raw: str) -> Asked | None:
    raw = bare_song(_PATTERNS.stage.sub("", raw))
    if _PATTERNS.no_song.match(raw):
        return None
    title, artist = _title_and_artist(raw)
    name = entity_of(title, title=True)
    return Asked(Intent.PERFORMER, name, artist) if name else None
