"""Questions for the date of an event: a birth, a death, a release, a foundation, a happening."""

import re
from collections.abc import Iterable
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.entity import entity_of
from desktop_agent.evidence.question.wording import ENTITY, OF_DE, OF_ES, OF_FR, compiled, matches

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
        r"held|signed|built|constructed|completed|discovered|invented|destroyed|abolished|opened|"
        r"adopted|ratified|introduced|fought|demolished|sunk|finished|painted|dissolved|unified",
    ),
)
_VERB = (
    ("died", r"die|pass away"),
    ("released", r"come out|get released|premiere|debut|launch|air|release"),
    (
        "happened",
        r"happen|occur|take place|begin|start|end|sink|fall|erupt|break out|collapse|explode|crash|"
        r"finish|fall apart|become independent|gain independence|burn down|open",
    ),
)
_MADE = (
    ("released", r"release|publish|launch|put out|drop"),
    ("founded", r"found|establish|create|set up"),
)
_NOUN = (
    ("born", r"date of birth|birth ?date|birthday|year of birth|birth year|dob"),
    ("died", r"date of death|death ?date|year of death"),
    ("released", r"release date|release year|publication date|date of release|launch date|premiere date"),
    ("founded", r"founding date|founding year|foundation date|date of foundation|year of foundation"),
)
_HOW = r"(?: (?:first|originally|officially|initially|actually|formally|finally))?"
_TAIL = r"(?: (?:in|on|at|as|to|by|for) (?!and\b)[^,?]{1,60})?"
_THING = (
    r"(?:the |a )?(?:(?:song|album|film|movie|book|novel|game|video game|single|company|band|single|"
    r"das (?:album|buch|lied)|der (?:film|roman|song)|die (?:band|firma)) )?(?:called |titled )?"
)
_Wordings = Iterable[tuple[str, tuple[re.Pattern[str], ...]]]


@cache
def _english() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    made = (
        (event, compiled(rf"{_WHEN} (?:did|does) \S.{{0,60}}?{_HOW} (?:{verbs}) {_THING}{ENTITY}"))
        for event, verbs in _MADE
    )
    passive = (
        (
            event,
            compiled(
                rf"{_WHEN} (?:was|were|is|will|has) {_THING}{ENTITY},?(?: be| being| been)?{_HOW} "
                rf"(?:{verbs})(?: in)?{_TAIL}",
                rf"{_WHEN} {_THING}{ENTITY} (?:was|were|is|will be){_HOW} (?:{verbs}){_TAIL}",
            ),
        )
        for event, verbs in _PARTICIPLE
    )
    active = (
        (
            event,
            compiled(
                rf"{_WHEN} (?:did|does|will|do) {_THING}{ENTITY}{_HOW} (?:{verbs}){_TAIL}",
                rf"{_WHEN} is {_THING}{ENTITY} (?:coming out|released|being released){_TAIL}"
                if event == "released"
                else rf"{_WHEN} {_THING}{ENTITY} (?:{verbs})(?:e?d)",
            ),
        )
        for event, verbs in _VERB
    )
    nouns = (
        (
            event,
            compiled(
                rf"(?:(?:what|when)(?:'s| is| was) )?(?:the )?(?:exact )?(?:{words}) (?:of|for) "
                rf"{_THING}{ENTITY}(?: is| was)?",
                rf"(?:(?:what|when)(?:'s| is| was) )?(?:the )?{ENTITY}(?:'s?)? (?:{words})(?: is| was)?",
            ),
        )
        for event, words in _NOUN
    )
    return (*passive, *active, *nouns, *made)


@cache
def _event_itself() -> re.Pattern[str]:
    """Events that need no verb: ``when was the Battle of Hastings``."""
    return re.compile(
        rf"{_WHEN} (?:was|were)(?: the)? (?P<entity>(?:\S+ ){{0,5}}?(?:battle|siege|treaty|war|wars|"
        r"revolution|massacre|earthquake|eruption|disaster|great fire|moon landing|coronation|"
        r"olympics|uprising|armistice|invasion|renaissance|big bang|black death|great depression|"
        r"holocaust|crusades?|world cup|accident|attacks?)\b(?: (?:of|on|at|in) .{1,80})?)\Z",
        re.IGNORECASE,
    )


@cache
def _foreign() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    de = r"(?:wann|(?:in )?welche[mrs]? (?:jahr|tag|datum)|an welchem tag)"
    fr = r"(?:quand|(?:en )?quelle année|à quelle date|quel jour)"
    es = r"(?:cu[aá]ndo|(?:en )?(?:qu[eé]|cu[aá]l) (?:año|fecha|día))"
    thing_fr = r"(?:l'|le |la |les )?(?:(?:album|film|livre|roman) )?"
    thing_es = r"(?:(?:el |la |los |las )?(?:(?:álbum|película|libro|novela) )?)"
    it = r"-(?:t-)?(?:il|elle|ils|elles)"
    return (
        (
            "born",
            compiled(
                rf"{de} (?:wurde|ist|war) {ENTITY} geboren",
                rf"{de} {ENTITY} geboren (?:wurde|ist)",
                rf"(?:(?:was|wann) ist )?(?:das )?geburts(?:datum|tag|jahr) {OF_DE} {ENTITY}",
                rf"{fr} (?:est|était) née? {ENTITY}",
                rf"{fr} {ENTITY} est(?:{it})? née?",
                rf"(?:quelle est )?(?:la )?date de naissance {OF_FR}{ENTITY}",
                rf"{es} naci[oó] {ENTITY}",
                rf"(?:cu[aá]l es )?(?:la )?fecha de nacimiento {OF_ES} {ENTITY}",
            ),
        ),
        (
            "died",
            compiled(
                rf"{de} (?:starb|verstarb) {ENTITY}",
                rf"{de} (?:ist|wurde) {ENTITY} (?:gestorben|verstorben|ermordet)",
                rf"{fr} (?:est|était) (?:morte?|décédée?) {ENTITY}",
                rf"{fr} {ENTITY} est(?:{it})? (?:morte?|décédée?)",
                rf"{es} (?:muri[oó]|falleci[oó]) {ENTITY}",
            ),
        ),
        (
            "released",
            compiled(
                rf"{de} (?:erschien|kam) {_THING}{ENTITY}(?: heraus| raus)?",
                rf"{de} (?:ist|wurde) {_THING}{ENTITY} (?:erschienen|veröffentlicht|herausgekommen)",
                rf"{fr} est sortie? {thing_fr}{ENTITY}",
                rf"{fr} {thing_fr}{ENTITY} est(?:{it})? sortie?",
                rf"{fr} a été (?:publiée?|lancée?) {thing_fr}{ENTITY}",
                rf"(?:quelle est )?(?:la )?date de sortie {OF_FR}{ENTITY}",
                rf"{es} (?:sali[oó]|se (?:public[oó]|estren[oó]|lanz[oó])) {thing_es}{ENTITY}",
            ),
        ),
        (
            "founded",
            compiled(
                rf"{de} (?:wurde|ist) {_THING}{ENTITY} (?:gegründet|geschaffen)",
                rf"{fr} a été (?:fondée?|créée?) {ENTITY}",
                rf"{fr} {ENTITY} a{it} été (?:fondée?|créée?)",
                rf"{fr} {ENTITY} a été (?:fondée?|créée?)",
                rf"{es} (?:se (?:fund[oó]|cre[oó])|fue (?:fundad[oa]|cread[oa])) {ENTITY}",
            ),
        ),
        (
            "happened",
            compiled(
                rf"{de} (?:sank|fiel|begann|endete|war) {ENTITY}(?: statt)?",
                rf"{de} (?:ist|hat) {ENTITY} (?:gesunken|gefallen|begonnen|geendet|stattgefunden)",
                rf"{de} wurde {ENTITY} (?:gebaut|erfunden|entdeckt|unterzeichnet|eröffnet)",
                rf"{fr} a (?:coulé|commencé|fini|eu lieu) {ENTITY}",
                rf"{fr} {ENTITY} a{it} (?:coulé|commencé|pris fin|eu lieu)",
                rf"{fr} a été (?:construite?|inventée?|découverte?|signée?) {ENTITY}",
                rf"{es} (?:se hundi[oó]|ocurri[oó]|empez[oó]|comenz[oó]|termin[oó]|acab[oó]|cay[oó]) {ENTITY}",
                rf"{es} se (?:construy[oó]|invent[oó]|descubri[oó]|firm[oó]) {ENTITY}",
            ),
        ),
    )


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
        r"season)\b|.*\b(?:elected|appointed|awarded|married|named|inducted)\b",
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
    return entity_of(name, title=event == "released")


def event_date(text: str) -> Asked | None:
    """Gives the person or thing whose birth, death, release, foundation or happening is dated."""
    if re.match(r"when(?:'s| is) (?:the )?(?:next|a|my|your)\b", text, re.IGNORECASE):
        return None
    for event, patterns in (*_english(), *_foreign()):
        for found in matches(patterns, text):
            raw = found["entity"]
            if not _of_its_own().match(raw) and (name := _bare_name(event, raw)):
                return Asked(Intent.EVENT_DATE, name, event)
    found = _event_itself().match(text)
    name = entity_of(found["entity"]) if found else ""
    return Asked(Intent.EVENT_DATE, name, "happened") if name else None
