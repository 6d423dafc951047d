"""Questions for the current holder of an office, title or record."""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import entity_of, without_article, without_time
from desktop_agent.evidence.question.patterns import Asked

# --- Offices, titles and records by name: pattern fragments
#
# ``ROLE`` is alone or before ``of``; ``PLAIN_ROLE`` may follow the name of its body (``Nvidia
# CEO``) without forming a person's name (``Stephen King``).

_CHIEF = (
    r"chief executive(?: officer)?|chief (?:financial|operating|technology|technical|product|marketing|"
    r"information|scientific|medical|legal|people|data|security) officer|ceo|cfo|cto|coo|cmo|cio"
)
_STATE = (
    r"(?:deputy |vice[- ])?(?:prime minister|president|chancellor|premier)|"
    r"(?:deputy |lieutenant |lt\.? )?governor(?:[- ]general)?|(?:deputy |lord )?mayor|first minister|"
    r"chief minister|chief justice|chief of staff|first lady|head of (?:state|government)|"
    r"(?:minister|secretary) of (?:state|defen[cs]e|the treasury|health|education|finance|justice|"
    r"labou?r|agriculture|energy|transportation|commerce|the interior|foreign affairs|the army)|"
    r"(?:foreign|home|finance|defen[cs]e|interior|health|education|justice|environment|transport|"
    r"culture|treasury) (?:minister|secretary)|chancellor of the exchequer|press secretary|"
    r"secretary[- ]general|attorney[- ]general|surgeon general|solicitor general|"
    r"(?:director|auditor|inspector)[- ]general|leader of the opposition|"
    r"(?:majority|minority|opposition|party|supreme) leader|national security advis[eo]r"
)
_BODY = (
    r"chair(?:man|woman|person)?|head coach|managing director|executive director|artistic director|"
    r"music director|editor[- ]in[- ]chief|chief editor|chief conductor|principal conductor|"
    r"high commissioner|commissioner|poet laureate|archbishop|ombudsman|monarch|"
    r"(?<=house )speaker|(?<=commons )speaker|(?<=lord )speaker|(?<=senate )president"
)
_FOREIGN = (
    r"bundeskanzler(?:in)?|bundespräsident(?:in)?|präsident(?:in)?|kanzler(?:in)?|ministerpräsident(?:in)?|"
    r"premierminister(?:in)?|(?:ober)?bürgermeister(?:in)?|vorstandsvorsitzende[r]?|vorstandschef(?:in)?|"
    r"geschäftsführer(?:in)?|außenminister(?:in)?|finanzminister(?:in)?|könig(?:in)?|papst|"
    r"bundestrainer(?:in)?|trainer(?:in)?|generalsekretär(?:in)?|"
    r"présidente?|premi(?:er|ère) ministre|maire|pdg|directeur général|directrice générale|direct(?:eur|rice)(?= (?:du|de l|de la|des)\b)|roi|reine|"
    r"pape|secrétaire général|ministre (?:de|des|du) \w+|chancelier|entraîneur|"
    r"president[ea]|primer(?:a)? ministr[oa]|alcald(?:e|esa)|director(?:a)? ejecutiv[oa]|rey|reina|papa|"
    r"secretari[oa] general|canciller|gobernador(?:a)?|ministr[oa] de \w+|entrenador(?:a)?|"
    r"(?:vorstands|konzern)?chef(?:in)?|\w+minister(?:in)?|sélectionneu(?:r|se)|entraîneure|premier|"
    r"allena(?:tore|trice)|ministr[oa] (?:dell'|dell[ae] |del |dei |di |d[ao]s? )\w+|commissario tecnico|"
    r"direttore(?= (?:generale|del|della|dell|dei|di)\b)|direttrice(?= (?:generale|del|della|dei|di)\b)|"
    r"treinador(?:a)?|governador(?:a)?|bondscoach|"
    r"primo ministro|sindac[oa]|amministratore delegato|re|regina|primeiro-ministro|prefeito|rei|rainha|"
    r"minister-president|burgemeester|koning(?:in)?"
)
_SHORT = (
    r"king|queen|emperor|empress|sultan|emir|pope|dalai lama|prince|bishop|speaker|captain|coach|manager|"
    r"principal|dean|rector|provost|director|editor|host|owner|head|conductor|leader|ambassador|"
    r"senator|pm|potus"
)
ROLE = rf"(?:{_CHIEF}|{_STATE}|{_BODY}|{_FOREIGN}|{_SHORT})"
PLAIN_ROLE = rf"(?:{_CHIEF}|{_STATE}|{_BODY})"
RECORD = r"(?:(?:world|olympic|national|european|guinness world) )?record(?: holder)?"
CHAMPION = (
    r"champions?|(?:world )?(?:number one|no\.? ?1|#1)|welt(?:meister(?:in)?)|\w*weltmeister(?:in)?|"
    r"weltrekordhalter(?:in)?|champion(?:ne)? du monde|campe[oó]n(?:a)?(?: del mundo| mundial)?"
)
SUPERLATIVE = (
    r"(?:(?:richest|wealthiest|oldest|tallest|shortest|fastest|strongest|heaviest|smallest|"
    r"highest[- ]paid|most \w+)(?: living)?) (?:person|man|woman|human(?: being)?|people|billionaire|"
    r"player|athlete|footballer|youtuber|streamer|twin|head of state|monarch)"
)


# --- Offices of any name: ``who is the head gardener at Sissinghurst today``
#
# Asking who holds it *now* implies that it is something that one holds.

_TODAY = (
    r"(?:(?:right |just )?now|today|these days|nowadays|at (?:the moment|present|this time)|currently|"
    r"presently|this (?:year|season)|as of (?:now|today))"
)
_OF = r"(?:of|at|for|in|to|on|with)"
_AGENT = (
    r"(?:\w{2,20}(?:er|or|ist|ian|ant|ent|man|woman|person|ess|ary|ate|ic|ef|rd|ar|eon|ee|al|ain|head)|"
    r"cook|monk|abbot|vicar|priest|nurse|pilot|scribe|bard|deputy|judge|coach|guide|piper)"
)
"""Endings of English agent nouns, such as gardener, curator, librarian and chef."""


@cache
def _shapes() -> tuple[re.Pattern[str], ...]:
    who = r"(?:who(?: is|'s)|who (?:currently |now )?(?:serves|works|acts) as)"
    lines = (
        rf"{who} (?:currently |now |presently )?the (?P<role>\S.{{1,90}}?),? {_TODAY}",
        rf"{who} (?:the )?(?:current|present|incumbent|serving) (?P<role>\S.{{1,90}}?)(?:,? {_TODAY})?",
        rf"{who} (?P<role>(?-i:[a-z])[\w'-]*(?: [\w'-]+){{0,4}}? {_OF} .{{2,60}}?),? {_TODAY}",
        rf"{who} (?:currently |now )(?P<role>(?-i:[a-z])[\w'-]*(?: [\w'-]+){{0,4}}? {_OF} .{{2,60}})",
    )
    return tuple(re.compile(rf"{line}\Z", re.IGNORECASE) for line in lines)


@cache
def _owned() -> re.Pattern[str]:
    """Match ``Kew's current head of arboretum`` and ``Kew's head gardener now``."""
    return re.compile(
        rf"who(?: is|'s) (?P<of>\S.{{1,80}}?)(?:'s|(?<=s)') (?:(?P<now>current|present) )?"
        rf"(?P<role>\S.{{1,60}}?)(?P<today>,? {_TODAY})?\Z",
        re.IGNORECASE,
    )


@cache
def _no_role() -> re.Pattern[str]:
    """Match words for a person or a judgement rather than an office."""
    return re.compile(
        r"""\b(?:man|woman|guys?|girl|boy|lady|kid|child(?!ren's)|baby|person|people|ones?|someone|character|
        employer|advert|commercial|photo|picture|video|clip|girlfriend|boyfriend|wife|husband|partner|spouse|fianc\w+|lover|crush|father|mother|son|daughter|
        brother|sister|friend|rival|enemy|target|top|main|biggest|hottest|richest|strongest|tallest|
        \w+iest|most|least|better|winner|winning|guest|suspect|victim|killer|favou?rite|frontrunner|
        actor|actress|playing|dating|(?:the|a)\ voice|responsible|famous|popular|alive|living|here|there|(?-i:who)|that|which|
        whose|and|or|leading|trend|trending|love\ interest|album|song|artist|reason|story)\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _agent() -> re.Pattern[str]:
    return re.compile(rf"(?:[\w'-]+ ){{0,4}}?{_AGENT}\Z", re.IGNORECASE)


@cache
def _first_of() -> re.Pattern[str]:
    return re.compile(rf" {_OF} ")


def any_role(text: str) -> Asked | None:
    """Parse a question with ``now``, ``today`` or ``current`` for an office's holder, or None."""
    for number, shape in enumerate(_shapes()):
        found = shape.match(text)
        if found and (asked := _asked(found["role"], bare=number > 1)):
            return asked
    found = _owned().match(text)
    if found is None or not (found["now"] or found["today"]):
        return None
    role, of = found["role"], entity_of(found["of"])
    if not of or not _agent_of(role) or _no_role().search(role):
        return None
    return Asked(Intent.TITLE_HOLDER, f"{role} of {of}", role)


def _agent_of(phrase: str) -> str:
    """Return the agent noun part of a phrase, or ""."""
    head = _first_of().split(phrase, maxsplit=1)[0]
    return head if _agent().match(head) or head.split()[-1] in {"head", "chief"} else ""


def _asked(phrase: str, *, bare: bool) -> Asked | None:
    name = entity_of(phrase)
    if not name or _no_role().search(name):
        return None
    head = _first_of().split(name, maxsplit=1)[0]
    titled = not bare and head[:1].isupper()  # the Astronomer Royal, the Black Rod
    if not titled and not _agent_of(name):
        return None
    return Asked(Intent.TITLE_HOLDER, name, head)


_NOW = r"(?:current(?:ly)?|present|incumbent|reigning|sitting|acting|defending|undisputed|new|now)"
_NOW_FOREIGN = (
    r"(?:aktuelle[rsn]?|derzeitige[rsn]?|jetzige[rsn]?|amtierende[rsn]?|gegenwärtige[rsn]?|neue[rsn]?|"
    r"actuel(?:le)?|nouveau|nouvelle|actual|nuevo|nueva|attuale|atual|huidige)"
)
_IS = r"(?: is|'s)"


@cache
def _leads() -> tuple[re.Pattern[str], ...]:
    """Openings before the office."""
    lines = (
        rf"(?:who|which (?:person|man|woman|politician|player|athlete)){_IS}(?: {_NOW})? ",
        r"who (?:currently |now |presently )?(?:serves|works|acts|is serving|is acting) as ",
        r"(?:who(?: is|'s) )?(?:the )?(?:current )?(?:holder|owner) of (?=.{1,80} record\Z)",
        r"who (?:currently |now )?(?:holds|has|held|owns) (?:the (?:office|post|position|title|job|role) of )?",
        rf"(?:what{_IS} |tell me )?(?:the )?name of ",
        r"name |who (?=.{1,150} is\Z)",
        r"wer ist (?:(?:derzeit|aktuell|momentan|jetzt|gerade|zurzeit|heute) )?",
        r"wie hei(?:ß|ss)t ",
        r"(?:qui est|comment s'appelle|quel est le nom (?:de|du)) ",
        r"(?:qui[eé]n es|c[oó]mo se llama|chi è|quem é|wie is) ",
    )
    return tuple(re.compile(line, re.IGNORECASE) for line in lines)


@cache
def _trimmed() -> re.Pattern[str]:
    return re.compile(
        rf"(?:the|our|der|die|das|le|la|l'|el|il|o|a|de)?(?<!\w) ?(?:{_NOW}|{_NOW_FOREIGN}) |"
        r"(?:the|our|der|die|le|la|el|il|o|de) |l'",
        re.IGNORECASE,
    )


@cache
def _offices() -> tuple[re.Pattern[str], ...]:
    of = r"(?:of|for|at|to|on|from|von|der|des|vom|du|d'|de|del|della|dell'|di|do|da|van|beim?|bij|al|alla)"
    return tuple(
        re.compile(rf"{line}\Z", re.IGNORECASE)
        for line in (
            rf"(?P<role>{ROLE})(?: actuel(?:le)?| actual)?(?:(?: {of}| d') ?(?P<body>\S.{{0,90}}))?",
            rf"(?P<body>\S.{{0,90}}?)'s? (?:{_NOW} )?(?P<role>{ROLE})",
            rf"(?P<body>\S.{{0,90}}?) (?P<role>{PLAIN_ROLE})",
        )
    )


@cache
def _titles() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"{line}\Z", re.IGNORECASE)
        for line in (
            rf"(?:\S.{{0,80}}? )??(?P<role>{RECORD})(?: (?:in|for|of|at) .{{1,80}})?",
            rf"(?:\S.{{0,80}}? )??(?P<role>{CHAMPION})(?: (?:in|of|im|in der|du|de|des|del) .{{1,80}})?",
            rf"(?P<role>{SUPERLATIVE})(?: (?:in|on|of|alive) ?.{{0,60}})?",
        )
    )


@cache
def _not_now() -> re.Pattern[str]:
    """Match words for a fictional holder or one other than the current holder."""
    return re.compile(
        r"""\b(?:1[0-9]|20)\d\d\b|\b(?:first|second|third|\d{1,3}(?:st|nd|rd|th)|former|ex|previous|past|
        last|next|future|fictional|best|worst|greatest|favou?rite|successful|famous|only|was|were|
        ever|all[- ]time|history|became|when|before|after|during|until|movie|film|novel|book|anime|
        video\ game|tv|episode|cartoon|comics?|married|wife|husband|daughter|son|salary|and\ (?:what|
        how|when|where|why|who)|youngest|erste[rn]?|ehemalige[rn]?|frühere[rn]?|premier\ président
        |ancien(?:ne)?|primer|anterior|lion\ king|burger\ king|night\ king|mean(?:ing)?|stand\ for)\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _institution() -> re.Pattern[str]:
    """Match bodies whose director or editor holds an office, unlike the director of a film."""
    return re.compile(
        r"(?:the )?(?:(?-i:[A-Z]{2,6})\b|(?:nasa|fbi|cia|nsa|imf|nato|ecb|mi[56])\b|.*\b(?:agency|institut\w*|office|bureau|\w*museum|bank|laborator\w+|lab|"
        r"cent(?:er|re)|university|library|service|council|commission|department|academy|society|"
        r"organi[sz]ation|foundation|orchestra|philharmonic|opera|theatre|magazine|times|post|"
        r"journal|gallery|club|united|city|team|national|fund|school|hospital|intelligence|budget)\b)",
        re.IGNORECASE,
    )


def _phrase(text: str) -> tuple[str, bool, bool]:
    """Return the text after the lead, and two flags.

    The flags are true if there was a lead, and if there was an article or ``current``.
    """
    led = False
    for lead in _leads():
        if found := lead.match(text):
            text, led = text[found.end() :], True
            break
    text = re.sub(r"(?<=\w) is(?: called| named)?\Z", "", text) if led else text
    marked = False
    for _ in range(3):
        found = _trimmed().match(text)
        if found is None:
            break
        text, marked = text[found.end() :], True
    return text, led, marked


def title_holder(text: str, year: int) -> Asked | None:
    """Parse a question for the current holder of an office, title or record, or return None.

    ``year`` is the current year. A question that names this year is treated as current, but one
    that names another year is about history. Possessives are inverted (``Nvidia's CEO`` becomes
    ``CEO of Nvidia``); all other words stay as they are.
    """
    phrase, led, marked = _phrase(re.sub(rf"[\s,]+(?:in|for|as of) {year}\Z", "", text))
    phrase = without_time(phrase) if not re.search(r"\b(?:1\d|20)\d\d\Z", phrase) else phrase
    if _not_now().search(phrase):
        return None
    for pattern in _titles():
        found = pattern.match(phrase)
        if found and (led or marked) and (name := entity_of(phrase)):
            return Asked(Intent.TITLE_HOLDER, name, found["role"])
    return _office(phrase, led=led, marked=marked) or any_role(text)


@cache
def _country() -> re.Pattern[str]:
    return re.compile(
        r" in (?P<where>(?:the )?(?:uk|us|usa|u\.[ks]\.(?:a\.)?|eu|united (?:kingdom|states(?: of america)?)|"
        r"(?:great )?britain|england|scotland|wales|ireland|france|germany|spain|italy|austria|switzerland|"
        r"portugal|poland|sweden|norway|denmark|finland|netherlands|belgium|greece|canada|australia|"
        r"new zealand|india|japan|china|brazil|mexico|south africa|parliament|westminster))\Z",
        re.IGNORECASE,
    )


def _without_country(phrase: str) -> str:
    """Turn ``president in France`` into ``of France`` and shorten ``Commons Speaker in the UK``.

    ``Speaker of the House of Commons in Canada`` stays as it is because the country distinguishes
    it.
    """
    found = _country().search(phrase)
    if found is None or re.search(r" (?:of|for|at) ", phrase[: found.start()], re.IGNORECASE):
        return phrase
    head = phrase[: found.start()]
    named = re.search(r"\b(?:commons|lords|senate|house|royal)\b", head, re.IGNORECASE)
    return head if named else f"{head} of {found['where']}"


def _office(phrase: str, *, led: bool, marked: bool) -> Asked | None:
    phrase = _without_country(phrase)
    for shape, pattern in enumerate(_offices()):
        found = pattern.match(phrase)
        if found is None:
            continue
        role, body = found["role"], found["body"] or ""
        if not (led or marked or body) or not _is_office(role, body, marked=marked, led=led):
            continue
        of = without_article(body) if shape == 1 else body
        name = entity_of(f"{role} of {of}" if shape == 1 else phrase)
        if name and (not body or body == "us" or entity_of(body)):
            return Asked(Intent.TITLE_HOLDER, name, role)
    return None


def _is_office(role: str, body: str, *, marked: bool, led: bool) -> bool:
    """Return False if the words mean the director of a film, for example, or just a person."""
    if re.fullmatch(
        r"(?:director|editor|host|owner|head|conductor|producer|leader|manager)",
        role,
        re.IGNORECASE,
    ):
        return bool(body) and (_institution().match(body) is not None or role.lower() == "manager")
    if not body and re.fullmatch(
        r"(?:captain|coach|head coach|principal|dean|chair)", role, re.IGNORECASE
    ):
        return False
    return led or marked or bool(body)
