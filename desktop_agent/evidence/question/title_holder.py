"""Questions for who holds an office, a title or a record now."""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.any_role import any_role
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.entity import entity_of, without_article, without_time
from desktop_agent.evidence.question.roles import CHAMPION, PLAIN_ROLE, RECORD, ROLE, SUPERLATIVE

_NOW = r"(?:current(?:ly)?|present|incumbent|reigning|sitting|acting|defending|undisputed|new|now)"
_NOW_FOREIGN = (
    r"(?:aktuelle[rsn]?|derzeitige[rsn]?|jetzige[rsn]?|amtierende[rsn]?|gegenwärtige[rsn]?|neue[rsn]?|"
    r"actuel(?:le)?|nouveau|nouvelle|actual|nuevo|nueva|attuale|atual|huidige)"
)
_IS = r"(?: is|'s)"


@cache
def _leads() -> tuple[re.Pattern[str], ...]:
    """What stands before the office; those of the second half leave it to the office to tell."""
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
    """Words that mean another holder than the present one, or one of fiction."""
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
    """What has a director or an editor that is an office, unlike a film."""
    return re.compile(
        r"(?:the )?(?:(?-i:[A-Z]{2,6})\b|(?:nasa|fbi|cia|nsa|imf|nato|ecb|mi[56])\b|.*\b(?:agency|institut\w*|office|bureau|\w*museum|bank|laborator\w+|lab|"
        r"cent(?:er|re)|university|library|service|council|commission|department|academy|society|"
        r"organi[sz]ation|foundation|orchestra|philharmonic|opera|theatre|magazine|times|post|"
        r"journal|gallery|club|united|city|team|national|fund|school|hospital|intelligence|budget)\b)",
        re.IGNORECASE,
    )


def _phrase(text: str) -> tuple[str, bool, bool]:
    """Gives what follows the lead, whether there was a lead, and whether an article or ``current``."""
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
    """Gives the office, title or record whose present holder is asked for, or None.

    ``year`` is the present one: naming it changes nothing, naming another makes it history. A
    possessive is turned (``Nvidia's CEO`` becomes ``CEO of Nvidia``); else the words stay as they are.
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
    """Gives ``president in France`` an ``of``, and takes the end off ``Commons Speaker in the UK``.

    ``Speaker of the House of Commons in Canada`` stays: the country keeps it apart from another's.
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
    """False where the same words name a film's director or a person alone."""
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
