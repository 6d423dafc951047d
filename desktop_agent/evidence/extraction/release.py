"""Detection of the kind and date of a release in a text."""

import re
from datetime import date

from desktop_agent.evidence.text.dates import find_dates, later

ALBUM = re.compile(
    r"\b(?:studio ?)?(?:alb(?:um|ums|en|uns)|albume?s?|studioalb(?:um|en)|longplay|lp)\b",
    re.IGNORECASE,
)
NOT_AN_ALBUM = re.compile(
    r"\b(?:live|compilation|greatest hits|best[- ]of|remix(?:es|ed)?|video|tribute|soundtrack|mini[- ]?album|single|singles|"
    r"eps?|extended plays?|mixtapes?|demo|bootleg|box ?set|karaoke|covers? album|reissues?|songs?|dvd|"
    r"kompilation\w*|livealb\w+|en vivo|en directo|en concert|dal vivo|ao vivo|recopilatori\w+|compilado|"
    r"compilatie\w*|raccolt\w+|coletanea|sencillos?|singoli|promotional|guest appearances?|other appearances|"
    r"unauthori[sz]ed|unofficial|appears on|playlists?)\b",
    re.IGNORECASE,
)
_RELEASED = re.compile(
    r"\b(?:released?|release date|releases|out|issued|came out|comes out|arrive[sd]?|dropp?(?:ed|s)|available|published|"
    r"veroffentlicht|erschien(?:en)?|erscheint|sorti[es]{0,2}|parue?|publicad[oa]|publico|lanzad[oa]|lancad[oa]|"
    r"pubblicat[oa]|uscit[oa]|uitgebracht|verscheen|verschenen|uit)\b",
    re.IGNORECASE,
)
_TO_COME = re.compile(
    r"\b(?:upcoming|forthcoming|will (?:be |also |soon )?(?:released?|drop|arrive|come|land|follow|feature)|to be released|set (?:to|for)|"
    r"due (?:out|on|in|for)|slated|scheduled|expected|rumou?red|rumou?rs?|reportedly|teas(?:es?|ed|ing)|hint(?:s|ed)?|working on|"
    r"plans? (?:to|for)|planned|announc(?:es?|ed|ing)|pre-?(?:order|save)|coming soon|next album|untitled|"
    r"kommende[snrm]?|erscheint|kundigt|angekundigt|prochain|a paraitre|annonce|proximo|anuncia|prossimo|aankomende?)\b",
    re.IGNORECASE,
)
_RUMOUR = re.compile(
    r"\b(?:rumou?r(?:ed|s)?|reportedly|speculat\w+|leaked|fan[- ]?made|concept|if (?:he|she|they))\b",
    re.IGNORECASE,
)


def release_date(text: str) -> str:
    """Return the ISO date next to a word such as "released" in flattened text, or ""."""
    for match in _RELEASED.finditer(text):
        after = find_dates(text[match.end() : match.end() + 70])
        if after:
            return after[0].iso
        before = find_dates(text[max(0, match.start() - 40) : match.start()])
        if (
            before
            and text[max(0, match.start() - 40) + before[-1].end : match.start()].strip() == ""
        ):
            return before[-1].iso
    return ""


def year_beside(text: str, end: int) -> str:
    """Return the year or date in brackets right after ``end``, or ""."""
    match = re.match(r"[\"']?,? ?\(([^()]{4,40})\)", text[end : end + 48])
    found = find_dates(match.group(1)) if match else ()
    return found[0].iso if found else ""


def is_to_come(released: str, today: date) -> bool:
    """Return whether a release date is after today."""
    return later(released, today.isoformat()) if released else False


def only_announced(text: str) -> bool:
    """Return whether flattened text is about something that has not happened yet."""
    return bool(_TO_COME.search(text))


def only_rumoured(text: str) -> bool:
    """Return whether flattened text reports a rumour."""
    return bool(_RUMOUR.search(text))
