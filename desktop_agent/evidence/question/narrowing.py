"""Takes off a name what only narrows it down: its kind, an aside after a comma, where it is.

No page spells a name with them. They stay in the question, and `hints` gives them to the queries.
"""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent, Reading
from desktop_agent.evidence.question.focus import focus_of
from desktop_agent.evidence.question.software import is_known
from desktop_agent.web.search.keywords import keywords

_ACT = (
    r"(?:rapper|singer|singer-songwriter|songwriter|band|group|duo|trio|quartet|musician|artist|composer|dj|"
    r"producer|pianist|guitarist|act|collective|ensemble|orchestra)"
)
_SONG = r"(?:song|one|hit|track|tune|ballad|version|single|theme|anthem|number|cover|original)"
_SOFTWARE = (
    r"(?:(?:web |video |media |code |text |photo |image |game |note |search )?"
    r"(?:browser|engine|editor|player|app|application|program|software|framework|library|package|"
    r"database|tool|client|server|suite|platform|plugin)|(?:programming )?language|operating system|"
    r"distribution|distro|python package|npm package)"
)
_SYSTEM = rf"(?:{_SOFTWARE}|system)"
_PLACE_NOUN = (
    r"(?:museum|universit\w+|college|school|theat(?:re|er)|opera house|church|cathedral|library|galler\w+|"
    r"hospital|station|stadium|arena|brewery|zoo|hotel|tower|bridge|palace|castle|workshop|academy|club|"
    r"institut\w*|hall|park|observatory|cinema|market|airport|restaurant)"
)
_NATION = r"[A-Z][a-z]{2,15}(?:an|ish|ese|nch|lsh|ch|ic)(?:-[A-Za-z]{2,15})?"
_BUILT = frozenset({"happened", "founded"})
_MOST_HINTS = 5
_SAID_ANYWAY = frozenset({"song", "one", "album", "version", "latest", "covered", "originally"})


@cache
def _aside(kinds: str) -> re.Pattern[str]:
    """``, the French duo``, ``, the song from the advert``, ``, which …`` up to the end."""
    return re.compile(
        rf",\s+(?:(?:the|a|an|that) (?:[\w'-]{{1,20}} ){{0,4}}?{kinds}s?\b|(?:which|who|whose|not)\b).*\Z"
    )


@cache
def _earlier() -> re.Pattern[str]:
    """``Tainted Love first, years before the hit version``: what tells when it was sung."""
    return re.compile(
        r"(?: (?:first|originally))?,\s+(?:(?:\w+ )?years?|decades|long|well|way|even)? ?"
        r"(?:before|after|ahead of|prior to) .*\Z| (?:first|originally),\s.*\Z|"
        r" (?:long |years |decades )?before (?:it|the (?:cover|hit|famous|other|well-known)) .*\Z"
    )


@cache
def _act_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?:the )?(?:(?:[a-z0-9-]{{2,15}}|{_NATION}) ){{0,3}}?{_ACT} (?:called |named )?(?=[^\Wa-z_])"
    )


@cache
def _song_before() -> re.Pattern[str]:
    """``the Bond theme``, ``the Eurovision winner`` before the title itself."""
    return re.compile(
        rf"the (?:[\w'-]{{1,20}} ){{0,4}}?(?:{_SONG}|theme (?:song|tune)|winner|entry) (?=[\"']?[^\Wa-z_])"
    )


@cache
def _software_after() -> re.Pattern[str]:
    return re.compile(rf" {_SOFTWARE}\Z")


@cache
def _place_after() -> re.Pattern[str]:
    return re.compile(
        r",? (?:(?:in|near) (?:the )?|at )(?-i:[^\Wa-z_])[\w'.-]{1,30}(?: [\w'.-]{1,30}){0,3}\Z"
    )


@cache
def _place_noun() -> re.Pattern[str]:
    return re.compile(rf"\b{_PLACE_NOUN}\b", re.IGNORECASE)


@cache
def _too_plain() -> re.Pattern[str]:
    return re.compile(rf"{_PLACE_NOUN}|treaty|battle|siege|conference|congress|war", re.IGNORECASE)


def without_place(name: str, detail: str) -> str:
    """Gives what was opened or founded without where it stands: ``Elbphilharmonie in Hamburg``.

    A plain noun keeps its place (``puppet workshop in Schwerin``): it would be no name without it. So
    does what may be called so: a title, a band (``Alice in Chains``).
    """
    found = _place_after().search(name) if detail in _BUILT else None
    if found is None or not found.start() or name.islower():
        return name
    head = name[: found.start()]
    if " " not in head and _too_plain().fullmatch(head):
        return name
    if head[0].islower() or (detail == "founded" and not _place_noun().search(head)):
        return name
    return head


def without_aside(name: str, intent: Intent) -> str:
    """Gives the name without what follows a comma and says what kind of thing it is."""
    kinds = {
        Intent.LATEST_ALBUM: _ACT,
        Intent.PERFORMER: _SONG,
        Intent.LATEST_VERSION: _SYSTEM,
    }.get(intent)
    return (_aside(kinds).sub("", name) or name) if kinds else name


def bare_song(raw: str) -> str:
    """Gives a title as it was caught without ``the Bond theme`` before it and the asides behind it."""
    raw = without_aside(raw, Intent.PERFORMER)
    raw = _earlier().sub("", raw) or raw
    found = _song_before().match(raw)
    return raw[found.end() :] if found else raw


def bare_artist(name: str) -> str:
    """Gives an artist without ``the rapper`` before the name or ``, the band`` behind it."""
    name = without_aside(name, Intent.LATEST_ALBUM)
    found = _act_before().match(name)
    return name[found.end() :] if found else name


def bare_software(name: str) -> str:
    """Gives software without its kind, unless it is known with it (``Unreal Engine``)."""
    name = without_aside(name, Intent.LATEST_VERSION)
    if is_known(name):
        return name
    return _software_after().sub("", name) or name


@cache
def _narrows() -> re.Pattern[str]:
    return re.compile(r"[\"']?(?:,| (?:in|at|near|from|before)\b)(?P<rest>.*)")


def hints(reading: Reading) -> str:
    """Gives the few words of the question that stand behind the name and narrow it down, or ""."""
    text = focus_of(reading.text).text
    at = text.casefold().find(reading.entity.casefold()) if reading.entity else -1
    if at < 0:
        return ""
    before = re.search(
        rf"\b(?:{_ACT}|bond theme)(?=[ \"']{{1,2}}\Z)", text[:at][-40:], re.IGNORECASE
    )
    after = _narrows().match(text[at + len(reading.entity) :])
    words = keywords(after["rest"][:120]).split() if after else []
    held = {*re.findall(r"\w+", reading.entity.casefold()), *_SAID_ANYWAY}
    words = ([before[0]] if before else []) + words
    return " ".join([word for word in words if word.casefold() not in held][:_MOST_HINTS])
