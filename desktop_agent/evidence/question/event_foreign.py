"""Questions for the date of an event in other languages than English."""

import re
from collections.abc import Iterator
from functools import cache

from desktop_agent.evidence.question.event_south_dutch import (
    LEADS,
    dutch,
    italian,
    portuguese,
)
from desktop_agent.evidence.question.wording import (
    ENTITY,
    OF_DE,
    OF_ES,
    OF_FR,
    Wordings,
    compiled,
    matches,
)

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
    """Gives every wording that fits, with the event it tells of."""
    for language, lead in _leads():
        if when := lead.match(text):
            for event, patterns in _WORDINGS[language]():
                yield from ((event, found) for found in matches(patterns, when["rest"]))
    if _noun().search(text):
        for event, patterns in _nouns():
            yield from ((event, found) for found in matches(patterns, text))
