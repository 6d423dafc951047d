"""The events whose dates are asked for: their verbs and the labels of their rows, in seven languages.

Verbs and labels are written without accents, for flattened text.
"""

import re
from dataclasses import dataclass
from functools import cache

from desktop_agent.evidence.pack import Reading

_VERBS = {
    "born": r"born|geboren|geb\.|nee?\b|naci(?:o|da|do)|nat[oa]\b|nacque|nasceu|nascid[oa]|birth",
    "died": r"died|death|passed away|dead|gestorben|starb|verstarb|morte? (?:le|en|a)|meurt|decede[e]?|murio|fallecio|fallecid[oa]|mort[oa]\b|mori\b|morreu|faleceu|overleden|overleed|stierf|assassinated|killed",
    "founded": r"founded|established|incorporated|formed|created|started|launched|set up|gegrundet|grundung|fondee?|creee?|fundad[oa]|fondat[oa]|opgericht|criad[oa]|creada|formation",
    "released": r"released|premiered?|published|came out|launched|debuted|opened in (?:theat|cinema)|on sale|veroffentlicht|erschien(?:en)?|sortie?|sort\b|publiee?|estren(?:ad[oa]|o)|lanzad[oa]|publicad[oa]|uscit[oa]|pubblicat[oa]|distribuit[oa]|lancad[oa]|estreou|uitgebracht|verschenen|release date|first appeared",
}
_LABELS = {
    "born": "born|birth|date of birth|birth date|birthdate|birthday|geboren|geburtsdatum|geburtstag|naissance|nee?|ne le|date de naissance|nacimiento|fecha de nacimiento|nascita|data di nascita|nascimento|data de nascimento|geboortedatum",
    "died": "died|death|date of death|death date|gestorben|todesdatum|sterbedatum|deces|mort|date de deces|fallecimiento|muerte|fecha de fallecimiento|morte|data di morte|falecimento|overleden|sterfdatum",
    "founded": "founded|established|formation|founded on|date founded|year founded|incorporated|inception|created|grundung|gegrundet|grundungsdatum|fondation|creation|date de creation|fundacion|fecha de fundacion|fondazione|data di fondazione|fundacao|opgericht|oprichting",
    "released": "release date|release dates|released|initial release|first release|first released|first appeared|publication date|published|first published|original release|date of release|premiere|theatrical release|erscheinungsdatum|erscheinungsjahr|veroffentlichung|erschienen|date de sortie|sortie|fecha de estreno|estreno|lanzamiento|fecha de lanzamiento|data di uscita|uscita|pubblicazione|data de lancamento|lancamento|releasedatum|uitgebracht|release",
}
_WHEN = "date|dates|date and time|datum|fecha|data|when|time"

# what a question asks with, the verbs of a text that answer it, the labels that do
_HAPPENINGS = (
    ("open", r"\b(?:open|inaugurat|eroffn|ouvert|ouvri|inaugur|abri|abiert|apert|abert|geopend)", r"opened|inaugurated|eroffnet|inaugure[es]*|ouvert[es]*|abrio|inaugurad[oa]|inaugurat[oa]|aberto|geopend", "opened|opening|opening date|date opened|inaugurated|inauguration|grand opening|eroffnung|eroffnet|ouverture|inauguracion|apertura|inaugurazione|abertura|established|opened to the public"),
    ("complete", r"\b(?:complet|built|finish|construct|gebaut|fertig|constru|costru)", r"completed|finished|built|fertiggestellt|gebaut|acheve[es]*|construi[dt]?[oaes]*|terminad[oa]|completat[oa]|gebouwd|voltooid", "completed|completion|completed on|built|year built|construction finished|fertigstellung|fertiggestellt|achevement|terminacion|completamento|voltooid"),
    ("end", r"\b(?:end|ended|ends|over|conclud\w*|finish\w*|endete|zu ende|fin\b|termin|acab|fini|eind)", r"ended|came to an end|concluded|endete|prit fin|termino|fini\b|acabou|eindigde|finished", f"ended|end|end date|{_WHEN}"),
    ("begin", r"\b(?:begin|began|begun|start|broke out|break out|begann|commenc|empez|comenz|inizi|comec|begon)", r"began|started|broke out|begann|commenca|commence|empezo|comenzo|inizio|comecou|begon", f"began|start|start date|{_WHEN}"),
    ("sink", r"\b(?:s[aiu]nk|sunk|sank|sinking)\b", r"sank|sunk|foundered|went down|sinks", f"sank|sunk|{_WHEN}"),
    ("sign", r"\b(?:sign|unterzeichn|firm|assin|onderteken)", r"signed|unterzeichnet|signee?|firmad[oa]|firmat[oa]|assinad[oa]|ondertekend", f"signed|date signed|unterzeichnet|signature|{_WHEN}"),
    ("land", r"\bland", r"landed|touched down|landing|gelandet|aterrizo", f"landed|landing|landing date|{_WHEN}"),
    ("launch", r"\blaunch", r"launched|lifted off|launch|gestartet|lance[es]*|lanzad[oa]", f"launched|launch date|launch|{_WHEN}"),
    ("fall", r"\b(?:fall|fell|fallen)\b", r"fell|fallen|took place|came down|opened|fiel|tomba|cayo|cadde|caiu|viel", _WHEN),
    ("discover", r"\b(?:discover|found|entdeck|decouv|descub|scopert|descob|ontdek)", r"discovered|found|entdeckt|decouverte?|descubiert[oa]|scopert[oa]|descobert[oa]|ontdekt", "discovered|discovery date|date discovered|discovery"),
    ("invent", r"\binvent", r"invented|patented|erfunden|inventee?", "invented|inception|introduced"),
)  # fmt: skip
_TOOK_PLACE = (
    r"took place|takes place|was held|were held|is held|occurred|happened|began|started|fell|landed|sank|erupted|collapsed|struck|"
    r"was (?:signed|fought|discovered|invented|launched|adopted|ratified|abolished|assassinated|introduced|proclaimed|declared)|"
    r"were (?:signed|held)|fand|begann|fiel|eut lieu|a eu lieu|se celebro|tuvo lugar|ocurrio|cayo|si tenne|avvenne|cadde|aconteceu|ocorreu|caiu|vond plaats|viel"
)


@dataclass(frozen=True, slots=True)
class EventKind:
    """An event: the pattern of its verbs, that of its labels, and whether a span's last day counts."""

    name: str
    verb: re.Pattern[str]
    label: re.Pattern[str]
    last: bool = False

    @property
    def of_life(self) -> bool:
        """True for birth and death."""
        return self.name in ("born", "died")


@cache
def _kind(name: str, verbs: str, labels: str, *, last: bool = False) -> EventKind:
    verb = re.compile(rf"(?<![\w-])(?:{verbs})(?![a-z])", re.IGNORECASE)
    return EventKind(name, verb, re.compile(labels), last)


def event_kind(reading: Reading) -> EventKind:
    """Gives the event that a question asks for; what happened is told from the question's verb."""
    if reading.detail in _VERBS:
        return _kind(reading.detail, _VERBS[reading.detail], _LABELS[reading.detail])
    rest = re.sub(re.escape(reading.entity), " ", reading.text, flags=re.IGNORECASE)
    for name, asked, verbs, labels in _HAPPENINGS:
        if re.search(asked, rest, re.IGNORECASE):
            return _kind(name, verbs, labels, last=name == "end")
    return _kind("happen", _TOOK_PLACE, f"{_WHEN}|signed|held")
