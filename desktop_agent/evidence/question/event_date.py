"""Questions for the date of an event, such as a birth, death, release or foundation."""

import re
from collections.abc import Iterator
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import entity_of, without_place
from desktop_agent.evidence.question.patterns import (
    ENTITY,
    OF_DE,
    OF_ES,
    OF_FR,
    Asked,
    Wordings,
    compiled,
    matches,
)

# --- Wordings in Italian, Portuguese and Dutch

_THE_IT = (
    r"(?:(?-i:il |lo |la |i |gli |le |l')?(?:film|album|libro|romanzo|disco|canzone|brano) )?"
    r"(?-i:il |lo |la |i |gli |le |l')?"
)
_THE_PT = r"(?:(?-i:os? |as? )?(?:filme|álbum|livro|romance|disco|música|canção) )?(?-i:os? |as? )?"
_THE_NL = r"(?:(?-i:de |het )?(?:film|album|boek|roman|plaat|nummer) )?(?-i:de |het )?"
_BEEN = r"(?:è stat[oa]|fu|venne|sono stat[ie]|furono)"

LEADS = {
    "it": r"(?:quando|(?:in |a )?(?:che|quale|qual è l'|qual è la) ?(?:anno|data|giorno))",
    "pt": r"(?:quando|(?:em )?(?:que|qual) (?:ano|data|dia))(?: é que)?",
    "nl": r"(?:wanneer|(?:in |op )?welke? (?:jaar|datum|dag))",
}
"""Phrases that ask for a time, up to but excluding the verb."""


@cache
def italian() -> Wordings:
    """Return the wordings that follow ``quando``."""
    e = f"{_THE_IT}{ENTITY}"
    return (
        (
            "born",
            compiled(rf"(?:è|e'|era) nat[oa] {e}", rf"(?:nacque|nasceva) {e}", rf"{e} è nat[oa]"),
        ),
        (
            "died",
            compiled(
                rf"(?:è|e'|era) (?:mort[oa]|decedut[oa]|scompars[oa]) {e}",
                rf"(?:morì|moriva) {e}",
                rf"{e} è (?:mort[oa]|decedut[oa]|scompars[oa])",
            ),
        ),
        (
            "released",
            compiled(
                rf"(?:(?:è|e') uscit[oa]|uscì|esce) {e}",
                rf"{_BEEN} (?:pubblicat|rilasciat|lanciat)[oaie] {e}",
                rf"{e} è uscit[oa]",
            ),
        ),
        (
            "founded",
            compiled(
                rf"{_BEEN} (?:fondat|creat|istituit)[oaie] {e}",
                rf"{e} {_BEEN} (?:fondat|creat|istituit)[oaie]",
                rf"(?:(?:è|e') nata|nacque) la (?:band|società|ditta) {ENTITY}",
            ),
        ),
        (
            "happened",
            compiled(
                rf"{_BEEN} (?:apert|inaugurat|costruit|inventat|scopert|firmat|completat)[oaie] {e}",
                rf"{e} {_BEEN} (?:apert|inaugurat|costruit|inventat|scopert|firmat|completat)[oaie]",
                rf"(?:ha aperto|aprì|affondò|scoppiò|cadde|iniziò|cominciò|finì|crollò) {e}",
                rf"(?:è|e') (?:affondat|scoppiat|cadut|iniziat|cominciat|finit|crollat)[oa] {e}",
            ),
        ),
    )


@cache
def portuguese() -> Wordings:
    """Return the wordings that follow ``quando``."""
    e = f"{_THE_PT}{ENTITY}"
    made = r"(?:inaugurad|construíd|inventad|descobert|assinad|abert|concluíd)[oa]s?"
    return (
        ("born", compiled(rf"nasceu {e}", rf"{e} nasceu")),
        ("died", compiled(rf"(?:morreu|faleceu) {e}", rf"{e} (?:morreu|faleceu)")),
        (
            "released",
            compiled(
                rf"foi (?:lançad|publicad)[oa] {e}",
                rf"{e} foi (?:lançad|publicad)[oa]",
                rf"(?:saiu|estreou|se estreou) {e}",
            ),
        ),
        (
            "founded",
            compiled(
                rf"(?:foi|foram) (?:fundad|criad)[oa]s? {e}",
                rf"{e} (?:foi|foram) (?:fundad|criad)[oa]s?",
                rf"se fundou {e}",
            ),
        ),
        (
            "happened",
            compiled(
                rf"foi {made} {e}",
                rf"{e} foi {made}",
                rf"(?:abriu|afundou|começou|terminou|acabou|aconteceu|ocorreu|caiu) {e}",
                rf"{e} (?:abriu|afundou|começou|terminou|acabou|aconteceu|ocorreu|caiu)",
            ),
        ),
    )


@cache
def dutch() -> Wordings:
    """Return the wordings that follow ``wanneer``."""
    e = f"{_THE_NL}{ENTITY}"
    return (
        ("born", compiled(rf"(?:is|werd) {e} geboren", rf"{e} geboren (?:is|werd)")),
        (
            "died",
            compiled(
                rf"(?:is|werd) {e} (?:overleden|gestorven|vermoord|doodgegaan)",
                rf"(?:overleed|stierf) {e}",
                rf"ging {e} dood",
            ),
        ),
        (
            "released",
            compiled(
                rf"(?:is|werd) {e} (?:uitgekomen|uitgebracht|verschenen|gepubliceerd)",
                rf"kwam {e} uit",
                rf"verscheen {e}",
            ),
        ),
        ("founded", compiled(rf"(?:is|werd) {e} (?:opgericht|gesticht|gestart)")),
        (
            "happened",
            compiled(
                rf"(?:is|werd) {e} (?:geopend|gebouwd|uitgevonden|ontdekt|ondertekend|voltooid|gezonken)",
                rf"ging {e} open",
                rf"(?:begon|eindigde|zonk|viel|brak) {e}(?: uit)?",
            ),
        ),
    )


# --- Questions in languages other than English

_THING_DE = r"(?:das (?:album|buch|lied) |der (?:film|roman|song) |die (?:band|firma) )?"
_THING_FR = r"(?:l'|le |la |les )?(?:(?:album|film|livre|roman) )?"
_THING_ES = r"(?:(?:el |la |los |las )?(?:(?:álbum|película|libro|novela) )?)"
_IT = r"-(?:t-)?(?:il|elle|ils|elles)"


@cache
def _leads() -> tuple[tuple[str, re.Pattern[str]], ...]:
    lines = {
        "de": r"(?:wann|(?:in )?welche[mrs]? (?:jahr|tag|datum)|an welchem tag)",
        "fr": r"(?:quand|(?:en )?quelle année|à quelle date|quel jour)",
        "es": r"(?:cu[aá]ndo|(?:en )?(?:qu[eé]|cu[aá]l) (?:año|fecha|día))",
        **LEADS,
    }
    return tuple(
        (language, re.compile(rf"{line} (?P<rest>.+)\Z", re.IGNORECASE))
        for language, line in lines.items()
    )


@cache
def _german() -> Wordings:
    return (
        (
            "born",
            compiled(rf"(?:wurde|ist|war) {ENTITY} geboren", rf"{ENTITY} geboren (?:wurde|ist)"),
        ),
        (
            "died",
            compiled(
                rf"(?:starb|verstarb) {ENTITY}",
                rf"(?:ist|wurde) {ENTITY} (?:gestorben|verstorben|ermordet)",
                rf"{ENTITY} (?:gestorben|verstorben) ist",
            ),
        ),
        (
            "released",
            compiled(
                rf"(?:erschien|kam) {_THING_DE}{ENTITY}(?: heraus| raus)?",
                rf"(?:ist|wurde) {_THING_DE}{ENTITY} (?:erschienen|veröffentlicht|herausgekommen)",
            ),
        ),
        ("founded", compiled(rf"(?:wurde|ist) {_THING_DE}{ENTITY} (?:gegründet|geschaffen)")),
        (
            "happened",
            compiled(
                rf"(?:sank|fiel|begann|endete|war) {ENTITY}(?: statt)?",
                rf"(?:ist|hat) {ENTITY} (?:gesunken|gefallen|begonnen|geendet|stattgefunden)",
                rf"(?:wurde|ist) {ENTITY} (?:(?:fertig)?gebaut|erfunden|entdeckt|unterzeichnet|"
                r"(?:wieder)?eröffnet|eingeweiht|fertiggestellt)",
                rf"(?:hat|machte) {ENTITY} (?:eröffnet|geöffnet|aufgemacht|auf)",
                rf"eröffnete {ENTITY}",
            ),
        ),
    )


@cache
def _french() -> Wordings:
    return (
        (
            "born",
            compiled(
                rf"(?:est|était) née? {ENTITY}",
                rf"(?:est-ce que )?{ENTITY} est(?:{_IT})? née?",
                rf"naquit {ENTITY}",
            ),
        ),
        (
            "died",
            compiled(
                rf"(?:est|était) (?:morte?|décédée?) {ENTITY}",
                rf"(?:mourut|décéda) {ENTITY}",
                rf"{ENTITY} est(?:{_IT})? (?:morte?|décédée?)",
            ),
        ),
        (
            "released",
            compiled(
                rf"est sortie? {_THING_FR}{ENTITY}",
                rf"{_THING_FR}{ENTITY} est(?:{_IT})? sortie?",
                rf"a été (?:publiée?|lancée?) {_THING_FR}{ENTITY}",
            ),
        ),
        (
            "founded",
            compiled(
                rf"a été (?:fondée?|créée?) {ENTITY}",
                rf"{ENTITY} a(?:{_IT})? été (?:fondée?|créée?)",
            ),
        ),
        (
            "happened",
            compiled(
                rf"a (?:coulé|commencé|fini|eu lieu) {ENTITY}",
                rf"{ENTITY} a{_IT} (?:coulé|commencé|pris fin|eu lieu)",
                rf"a été (?:construite?|inventée?|découverte?|signée?|inaugurée?|ouverte?) {ENTITY}",
                rf"{ENTITY} a(?:{_IT})? été (?:construite?|inaugurée?|ouverte?|signée?)",
                rf"(?:a ouvert|ouvrit) {ENTITY}",
                rf"{ENTITY} a{_IT} ouvert",
            ),
        ),
    )


@cache
def _spanish() -> Wordings:
    return (
        ("born", compiled(rf"naci[oó] {ENTITY}")),
        ("died", compiled(rf"(?:muri[oó]|falleci[oó]) {ENTITY}")),
        (
            "released",
            compiled(rf"(?:sali[oó]|se (?:public[oó]|estren[oó]|lanz[oó])) {_THING_ES}{ENTITY}"),
        ),
        (
            "founded",
            compiled(rf"(?:se (?:fund[oó]|cre[oó])|fue (?:fundad[oa]|cread[oa])) {ENTITY}"),
        ),
        (
            "happened",
            compiled(
                r"(?:se hundi[oó]|ocurri[oó]|empez[oó]|comenz[oó]|termin[oó]|acab[oó]|cay[oó]) "
                rf"{ENTITY}",
                rf"se (?:construy[oó]|invent[oó]|descubri[oó]|firm[oó]|inaugur[oó]|abri[oó]) {ENTITY}",
                rf"fue (?:construid|inaugurad|inventad|descubiert|abiert|firmad)[oa] {ENTITY}",
                rf"abri[oó] {ENTITY}",
            ),
        ),
    )


@cache
def _nouns() -> Wordings:
    return (
        (
            "born",
            compiled(
                rf"(?:(?:was|wann) ist )?(?:das )?geburts(?:datum|tag|jahr) {OF_DE} {ENTITY}",
                rf"(?:quelle est )?(?:la )?date de naissance {OF_FR}{ENTITY}",
                rf"(?:cu[aá]l es )?(?:la )?fecha de nacimiento {OF_ES} {ENTITY}",
            ),
        ),
        ("released", compiled(rf"(?:quelle est )?(?:la )?date de sortie {OF_FR}{ENTITY}")),
    )


@cache
def _noun() -> re.Pattern[str]:
    return re.compile(r"\b(?:geburts\w+|date de|fecha de)\b", re.IGNORECASE)


_WORDINGS = {
    "de": _german,
    "fr": _french,
    "es": _spanish,
    "it": italian,
    "pt": portuguese,
    "nl": dutch,
}


def foreign_events(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield every matching wording in a language other than English, with its event."""
    for language, lead in _leads():
        if when := lead.match(text):
            for event, patterns in _WORDINGS[language]():
                yield from ((event, found) for found in matches(patterns, when["rest"]))
    if _noun().search(text):
        for event, patterns in _nouns():
            yield from ((event, found) for found in matches(patterns, text))


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
    """Match an apposition between a person and a life event, such as ``, a Danish writer,``."""
    return r"(?:, .{1,200},)?" if event in {"born", "died"} else ""


@cache
def _when() -> re.Pattern[str]:
    return re.compile(rf"{_WHEN} (?P<rest>.+)\Z", re.IGNORECASE)


@cache
def _after_when() -> Wordings:
    """Return the wordings after ``when``: passive, active, and with somebody as the subject."""
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
def _event_nouns() -> Wordings:
    """Return noun wordings: ``release date of Abbey Road``, ``Paul McCartney's birthday``."""
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
def _event_noun() -> re.Pattern[str]:
    return re.compile(r"\b(?:date|birthday|birthdate|dob|year)\b", re.IGNORECASE)


@cache
def _event_itself() -> re.Pattern[str]:
    """Match events that need no verb, as in ``when was the Battle of Hastings``."""
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
    """Match a common noun before a name, as in ``Canadian politician David Sweet``."""
    return re.compile(
        r".{0,60}\s(?!(?:van|von|der|den|del|della|de|dos|das|du|di|da|bin|ibn|el|al|la|le|y|e|und|"
        r"the|of|and|for|ter|ten|zu|af)\s)[a-z]{3,}\s(?=[^\W\d_a-z])"
    )


@cache
def _of_its_own() -> re.Pattern[str]:
    """Match subjects that are neither events nor people, such as opening hours or habits."""
    return re.compile(
        r"(?:the )?(?:next|new|last time|first time|best time|right time|deadline|store|shop|sun|moon|"
        r"season|(?:an? )?(?:new |last )?(?:album|book|film|movie|song|single|record)\Z|who (?:sang|sings|wrote|performed|performs|recorded|made))\b|(?-i:his|her|their|its|my|our|this|that) |.*\b(?:elected|appointed|awarded|married|named|inducted)\b",
        re.IGNORECASE,
    )


def _bare_name(event: str, raw: str) -> str:
    """Return the name without appositions, bracketed notes, occupations or authors."""
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
    """Yield every matching wording with its event."""
    when = _when().match(text)
    if when:
        for event, patterns in _after_when():
            yield from ((event, found) for found in matches(patterns, when["rest"]))
        if itself := _event_itself().match(when["rest"]):
            yield "happened", itself
    if _event_noun().search(text):
        for event, patterns in _event_nouns():
            yield from ((event, found) for found in matches(patterns, text))
    yield from foreign_events(text)


def event_date(text: str) -> Asked | None:
    """Parse a question for the date of an event; return None for any other question."""
    if re.match(r"when(?:'s| is) (?:the )?(?:next|a|my|your)\b", text, re.IGNORECASE):
        return None
    for event, found in _readings(text):
        raw = found["entity"]
        if not _of_its_own().match(raw) and (name := _bare_name(event, raw)):
            return Asked(Intent.EVENT_DATE, name, event)
    return None
