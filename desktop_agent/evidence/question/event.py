"""Questions for the date of an event: a birth, a death, a release, a foundation, a happening."""

import re
from collections.abc import Iterator
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.entity import entity_of
from desktop_agent.evidence.question.event_foreign import foreign_events
from desktop_agent.evidence.question.narrowing import without_place
from desktop_agent.evidence.question.wording import ENTITY, Wordings, compiled, matches

_UNIT = r"(?:year|date|day|month)"
_UNITS = rf"(?:exact )?(?:{_UNIT}(?:[,/]? ?(?:and |or )?{_UNIT}){{0,2}})"
_WHEN = rf"(?:when|(?:(?:in|on|at) )?(?:what|which)(?: was the)? {_UNITS})(?: exactly)?"
_PARTICIPLE = (
    ("born", r"born"),
    ("died", r"assassinated|murdered|executed|killed|beheaded"),
    ("released", r"released|published|launched|premiered|aired|broadcast|issued"),
    ("founded", r"founded|established|incorporated|formed|set up|created|started"),
    (
        "happened",
        (
            r"held|signed|built|constructed|completed|discovered|invented|destroyed|abolished|opened|"
            r"adopted|ratified|introduced|fought|demolished|sunk|finished|painted|dissolved|unified"
        ),
    ),
)
_VERB = (
    ("died", r"die|pass away"),
    ("released", r"come out|get released|premiere|debut|launch|air|release"),
    (
        "happened",
        (
            r"happen|occur|take place|begin|start|end|sink|fall|erupt|break out|collapse|explode|crash|"
            r"finish|fall apart|become independent|gain independence|burn down|open"
        ),
    ),
)
_MADE = (
    ("released", r"release|publish|launch|put out|drop"),
    ("founded", r"found|establish|create|set up"),
)
_NOUN = (
    ("born", r"date of birth|birth ?date|birthday|year of birth|birth year|dob"),
    ("died", r"date of death|death ?date|year of death"),
    (
        "released",
        r"release date|release year|publication date|date of release|launch date|premiere date",
    ),
    (
        "founded",
        r"founding date|founding year|foundation date|date of foundation|year of foundation",
    ),
)
_MOST_WORDS = 12
_HOW = r"(?: (?:first|originally|officially|initially|actually|formally|finally))?"
_TAIL = r"(?: (?:in|on|at|as|to|by) (?!and\b)[^,?]{1,60})?"
_THING = (
    r"(?-i:the |a )?(?:(?:song|album|film|movie|book|novel|video game|game|single|company|band|drug|magazine|"
    r"website|play|opera|tv series|tv show|(?:municipality|town|village) of|"
    r"das (?:album|buch|lied)|der (?:film|roman|song)|die (?:band|firma)) )?(?:called |titled )?"
)


def _apposition(event: str) -> str:
    """What may stand between a person and their birth or death: ``, a Danish writer,``."""
    return r"(?:, .{1,200},)?" if event in {"born", "died"} else ""


@cache
def _when() -> re.Pattern[str]:
    return re.compile(rf"{_WHEN} (?P<rest>.+)\Z", re.IGNORECASE)


@cache
def _after_when() -> Wordings:
    """What follows ``when``: passive, active, and what somebody did with the thing."""
    passive = (
        (
            event,
            compiled(
                rf"(?:was|were|is|will|has) {_THING}{ENTITY}{_apposition(event)},?(?: be| being| been)?{_HOW} "
                rf"(?:{verbs})(?: in)?{_TAIL}",
                rf"{_THING}{ENTITY} (?:was|were|is|will be){_HOW} (?:{verbs}){_TAIL}",
            ),
        )
        for event, verbs in _PARTICIPLE
    )
    active = (
        (
            event,
            compiled(
                rf"(?:did|will{'|does' * (event == 'released')}) {_THING}{ENTITY}{_apposition(event)}{_HOW} (?:{verbs}){_TAIL}",
                rf"is {_THING}{ENTITY} (?:coming out|being released){_TAIL}"
                if event == "released"
                else rf"{_THING}{ENTITY} (?:{verbs})(?:e?d)",
            ),
        )
        for event, verbs in _VERB
    )
    made = (
        (event, compiled(rf"(?:did|does) \S.{{0,60}}?{_HOW} (?:{verbs}) {_THING}{ENTITY}"))
        for event, verbs in _MADE
    )
    return (*passive, *active, *made)


@cache
def _nouns() -> Wordings:
    """``release date of Abbey Road``, ``Paul McCartney's birthday``."""
    lead = r"(?:(?:what|when)(?:'s| is| was) )?(?:the )?(?:exact )?"
    return tuple(
        (
            event,
            compiled(
                rf"{lead}(?:{words}) (?:of|for) {_THING}{ENTITY}(?: is| was)?",
                rf"{lead}{ENTITY}(?:'s?)? (?:{words})(?: is| was)?",
            ),
        )
        for event, words in _NOUN
    )


@cache
def _noun() -> re.Pattern[str]:
    return re.compile(r"\b(?:date|birthday|birthdate|dob|year)\b", re.IGNORECASE)


@cache
def _event_itself() -> re.Pattern[str]:
    """Events that need no verb: ``when was the Battle of Hastings``."""
    return re.compile(
        r"(?:was|were)(?: the)? (?P<entity>(?:\S+ ){{0,5}}?(?:battle|siege|treaty|war|wars|"
        r"revolution|massacre|earthquake|eruption|disaster|great fire|moon landing|coronation|"
        r"olympics|uprising|armistice|invasion|renaissance|big bang|black death|great depression|"
        r"holocaust|crusades?|world cup|accident|attacks?)\b(?: (?:of|on|at|in) .{1,80})?)\Z",
        re.IGNORECASE,
    )


@cache
def _clause() -> re.Pattern[str]:
    return re.compile(r" (?:in which|that|which|whose|who|where) [a-z]")


@cache
def _described() -> re.Pattern[str]:
    """``Canadian politician David Sweet``: the plain noun before a name."""
    return re.compile(
        r".{0,60}\s(?!(?:van|von|der|den|del|della|de|dos|das|du|di|da|bin|ibn|el|al|la|le|y|e|und|"
        r"the|of|and|for|ter|ten|zu|af)\s)[a-z]{3,}\s(?=[^\W\d_a-z])"
    )


@cache
def _of_its_own() -> re.Pattern[str]:
    """Subjects that are no event or person: hours, habits, the next of a row."""
    return re.compile(
        r"(?:the )?(?:next|new|last time|first time|best time|right time|deadline|store|shop|sun|moon|"
        r"season|(?:an? )?(?:new |last )?(?:album|book|film|movie|song|single|record)\Z|who (?:sang|sings|wrote|performed|performs|recorded|made))\b|(?-i:his|her|their|its|my|our|this|that) |.*\b(?:elected|appointed|awarded|married|named|inducted)\b",
        re.IGNORECASE,
    )


def _bare_name(event: str, raw: str) -> str:
    """Gives the name without an apposition, a note in brackets, an occupation or an author."""
    name = re.sub(r" \([^()]{1,60}\)", "", raw)
    if event in {"born", "died"}:
        head, comma, rest = name.partition(", ")
        name = head if comma and not re.match(r"(?:Jr|Sr|II|III)\b", rest) else name
        found = _described().match(name)
        name = name[found.end() :] if found else name
    elif event == "released" and name[:1] in "\"'":
        name = entity_of(name)
    else:
        name = re.sub(r" from (?=[A-Z]).{1,60}\Z", "", name)
    if len(name.split()) > _MOST_WORDS or _clause().search(name):
        return ""
    return without_place(entity_of(name, title=event == "released"), event)


def _readings(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Gives every wording that fits, with the event it tells of."""
    when = _when().match(text)
    if when:
        for event, patterns in _after_when():
            yield from ((event, found) for found in matches(patterns, when["rest"]))
        if itself := _event_itself().match(when["rest"]):
            yield "happened", itself
    if _noun().search(text):
        for event, patterns in _nouns():
            yield from ((event, found) for found in matches(patterns, text))
    yield from foreign_events(text)


def event_date(text: str) -> Asked | None:
    """Gives the person or thing whose birth, death, release, foundation or happening is dated."""
    if re.match(r"when(?:'s| is) (?:the )?(?:next|a|my|your)\b", text, re.IGNORECASE):
        return None
    for event, found in _readings(text):
        raw = found["entity"]
        if not _of_its_own().match(raw) and (name := _bare_name(event, raw)):
            return Asked(Intent.EVENT_DATE, name, event)
    return None
