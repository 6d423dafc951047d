"""The form of answer that a question asks for, judging by its wording."""

import re
from dataclasses import dataclass
from functools import cache

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.focus import Focus, focus_of

# --- Sets of patterns, searched in one pass


@dataclass(frozen=True, slots=True)
class Cues:
    """Case-insensitive cues for the type of a question.

    Some patterns must match at its start, the others can match anywhere in it.
    """

    first: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()


def _any_of(lines: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines) or r"(?!)", re.IGNORECASE)


@cache
def _patterns(cues: Cues) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return _any_of(cues.first), _any_of(cues.anywhere)


def shows(cues: Cues, text: str) -> bool:
    """Return whether one of the cues matches the text."""
    first, anywhere = _patterns(cues)
    return first.match(text) is not None or anywhere.search(text) is not None


_CLAUSE = r"(?:^|[,;:.\u2013\u2014-] ?|\b(?:and|but|or|then|also|know|tell me|me|und|et|y|e|en) )"
"""Positions at which a question word asks something.

Elsewhere, it may be part of a name, as in How to Kill a Mockingbird.
"""
_MEASURE = (
    r"(?:many|much|old|long|far|tall|high|big|large|deep|fast|quick|heavy|often|hot|cold|wide|thick|"
    r"thin|small|close|near|late|early|loud|strong|bright|expensive|rich|steep|soon|short|warm|slow|"
    r"young|broad|dense|frequently|powerful|distant|cheap)"
)
EXPLANATORY = Cues(
    first=(
        r"how(?:'s|'d|'re)\b",
        (
            r"(?:please )?(?:explain|compare|contrast|describe|discuss|outline|summari[sz]e|elaborate|"
            r"analy[sz]e|evaluate|justify|interpret|illustrate|tell (?:me|us) (?:more )?about)\b"
        ),
        r"(?:the )?differences?\b",
        (
            r"what(?:'s| is| was| are| were)? (?:the )?(?:main |real |true |key )?(?:reasons?|causes?|"
            r"point|purpose|significance|importance|meaning behind|idea behind|relationship|"
            r"connection|history|implications?|consequences?|effects?|impact|role) (?:of|for|behind|"
            r"between|why|to|on)\b"
        ),
        (
            r"what (?:causes|caused|causing|makes|made|led to|leads to|happens|would happen|drives|"
            r"triggers)\b"
        ),
        r"what happened to\b",
        r"(?:an? )?(?:overview|explanation|introduction|summary|history) (?:of|to)\b",
        r"in what (?:way|sense|respect)s?\b",
        r"(?:erkläre?|vergleiche|beschreibe)\b",
        r"(?:explique[rz]?|compare[rz]?|décri[stvrez]+)\b",
        r"comment (?!s'appelle|se nomme|s'intitule|va\b)",
        r"(?:¿ ?)?por ?qu[eéê]\b",
        r"(?:explica|expliqu[eé]|compara|describe)\b",
        r"c[oó]mo (?!se llama|se titula)",
        r"como (?!se (?:chama|intitula))",
        r"perch[eéè]\b",
        r"come (?!si (?:chiama|intitola))",
        r"(?:spiega|confronta|descrivi)\b",
        r"(?:explique|porqu[eê])\b",
        r"waarom\b",
        r"(?:leg uit|vergelijk|beschrijf)\b",
        (
            r"hoe (?!veel\b|oud\b|lang\b|ver\b|hoog\b|groot\b|zwaar\b|diep\b|vaak\b|snel\b|duur\b|"
            r"heet\b)\w"
        ),
    ),
    anywhere=(
        rf"{_CLAUSE}why\b",
        rf"{_CLAUSE}how (?!{_MEASURE}\b|about\b)\w",
        r"(?:\band |, |\bcan you |\bplease )(?:explain|compare|contrast|describe|discuss)\b",
        r"\bdifferences? between\b",
        r"\bhow (?:is|are|does|do) .{1,80} differ",
        r"\b(?:pros and cons|advantages|disadvantages|benefits and|drawbacks of)\b",
        r"\bstep by step\b",
        rf"{_CLAUSE}(?:warum|wieso|weshalb)\b",
        (
            rf"{_CLAUSE}wie (?!viele?\b|alt\b|lange?\b|weit\b|hoch\b|groß\b|schwer\b|tief\b|oft\b|is\b|was\b|zingt\b|zong\b|"
            r"heeft\b|werd\b|speelt\b|schreef\b|schnell\b|teuer\b|heißt\b|heisst\b|lautet\b|heiß\b|breit\b)\w"
        ),
        r"\bunterschied(?:e)? zwischen\b",
        rf"{_CLAUSE}pourquoi\b",
        r"\bdifférences? entre\b",
        r"\bdiferen(?:cia|ça)s? entre\b",
        r"\bdifferenz[ae] (?:tra|fra)\b",
        r"\bverschil tussen\b",
    ),
)
_QUANTITY = (
    r"(?:population|height|length|area|distance|speed|temperature|weight|mass|age|price|cost|size|depth|"
    r"width|diameter|radius|circumference|density|boiling point|melting point|freezing point|gdp|"
    r"atomic (?:number|mass|weight)|square root|cube root|sum|product of \d|quotient|average|median|"
    r"probability|volume|rate|ratio|percentage|percent|proportion|fraction|amount|total|"
    r"elevation|altitude|capacity|voltage|frequency|wavelength|half-life|life expectancy|net worth|"
    r"salary|budget|revenue|exchange rate|inflation rate|unemployment rate|duration|factorial|"
    r"derivative|remainder|strike rate|maximum speed|top speed|market cap(?:itali[sz]ation)?|wingspan|"
    r"power output|calori(?:es|c)|interest rate|value of (?:pi|e)\b|world record time|tax rate|score)"
)
NUMERIC = Cues(
    first=(
        r"(?:calculate|compute|solve|convert|multiply|divide|add|subtract|count|estimate)\b",
        r"(?:what|which) (?:percentage|percent|fraction|proportion|share|number)\b",
        (
            r"(?:what|how)(?:'s| is| was| are| were| will be)? (?:the |an? |its )?(?:(?!name|title|"
            rf"word|term)[\w'-]{{1,20}} ){{0,4}}?{_QUANTITY}\b(?! (?:name|holder|sign|plate|unit)\b)"
        ),
        rf"(?:the )?(?:[\w'-]{{1,20}} )?{_QUANTITY} of (?!the\Z)\w",
        (
            r"(?:\S{1,25} ){1,4}(?:price|population|gdp|net worth|height|weight|market cap|"
            r"exchange rate)$"
        ),
        r"\d{1,9}(?:\.\d{1,6})? ?[a-z°]{1,12} (?:in|to|into) [a-z°]{1,12}$",
        r"berechne\b",
        r"calcule[rz]?\b",
        (
            r"quel(?:le)? (?:est|était) (?:la |le |l')(?:taille|hauteur|population|distance|"
            r"superficie|âge|prix|longueur|température|vitesse)\b"
        ),
        r"quel âge\b",
        r"calcula\b",
        (
            r"cu[aá]l es (?:la|el) (?:población|altura|distancia|superficie|precio|longitud|"
            r"temperatura|velocidad|edad)\b"
        ),
        r"calcola\b",
        r"hoe ?(?:veel|oud|lang|ver|hoog|groot|zwaar|diep|vaak|snel|duur|heet(?= (?:is|wordt)))\b",
        r"bereken\b",
        r"wie alt\b",
    ),
    anywhere=(
        rf"\bhow (?:(?:very|too|so) )?{_MEASURE}\b",
        (
            r"\d\s?(?:[-+*/\u00d7\u00f7^%]|plus|minus|times|divided by|to the power of|"
            r"mod)(?: of)?\s?\(?\d"
        ),
        r"\d\s?(?:%|percent) of\b",
        r"(?<!version )(?<!phone )(?<!model )(?<!serial )\bnumber of\b(?! the beast)",
        r"\bwie ?(?:viele?n?|alt|lange?|weit|hoch|groß|schwer|tief|oft|schnell|teuer|heiß|breit)\b",
        r"\bcombien\b",
        r"\bcu[aá]nt[oa]s?\b",
        r"\bquant[ioae]\b(?! ai\b)",
        r"\bquant[oa]s\b",
    ),
)
_AMOUNT = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|[2-9]|[1-9]\d|several|some|all|a few|"
    r"at least \w+|every)"
)
LIST = Cues(
    first=(
        r"(?:list|enumerate)\b",
        (
            r"(?:name|give|mention|state|identify|suggest|recommend|show|cite|"
            rf"specify)(?: me)? (?:the )?{_AMOUNT}\b"
        ),
        rf"{_AMOUNT} (?:\w{{1,20}} )?\w{{2,20}}s (?:of|that|in|by|from|which|who)\b",
        rf"(?:which|what|who)(?: are| were)?(?: the)? {_AMOUNT} (?!percent)\w",
        r"top \d",
        r"what(?:'s| is| are) (?:some|the top \d)\b",
        (
            rf"(?:in|between|during|from) (?:which|what) (?:{_AMOUNT} )?(?:years|countries|cities|"
            r"states|fields)\b"
        ),
        r"which ones\b",
        r"what all\b",
        r"welche [\wäöüß-]{2,25}en\b(?! (?:ist|wurde|war)\b)",
        (
            r"(?:welche) (?!version\b|band\b|gruppe\b|rolle\b|farbe\b|sprache\b|"
            r"stadt\b)[\wäöüß-]{2,25}(?:en|er|n|s)\b(?! ist\b| hat\b| wurde\b| war\b)"
        ),
        r"(?:nenne|liste|zähle)\b(?! die hauptstadt| den| das)",
        r"quel(?:le)?s (?!est\b)\w",
        r"(?:liste[rz]?|cite[rz]?|énumère[rz]?|nomme[rz]? (?:deux|trois|quatre|cinq))\b",
        r"(?:qu[eé] (?!es\b)\w{3,20}s|cu[aá]les) (?!es\b)\w",
        r"(?:lista|enumera|nombra (?:dos|tres|cuatro|cinco))\b",
        (
            r"(?:quali|elenca|quais|liste|enumere|welke \w{3,20}(?:en|s)|noem (?:drie|vier|vijf)|"
            r"som op)\b"
        ),
    ),
    anywhere=(
        r"\b(?:a|the|full|complete) list of\b",
        r"\bwhat else\b",
    ),
)
BOOLEAN = Cues(
    first=(
        (
            r"(?!was (?:ist|sind|bedeutet|heißt|heisst|kostet|macht|war)\b)(?:is|are|was|were|am|do|"
            r"does|did|has|have|had|can|could|will|would|shall|should|may|might|must|isn't|aren't|"
            r"wasn't|weren't|don't|doesn't|didn't|hasn't|haven't|can't|couldn't|won't|wouldn't|"
            r"shouldn't|ain't|cannot)\b(?!:)"
        ),
        r"(?:true or false|whether|if)\b",
        (
            r"(?:ist|sind|war|waren|hat|haben|hatte|kann|können|darf|dürfen|gibt es|wird|werden|wurde|"
            r"stimmt|muss|soll|lebt|macht)\b"
        ),
        r"(?:est-ce (?:que|qu')|est-il|est-elle|y a-t-il|peut-on|a-t-on|faut-il|existe-t-il)",
        (
            r"(?!(?:quand|où|comment|qui|que|en quelle)\b)\S+(?: \S+){0,2} (?:est|sont|a|ont|"
            r"peut)-(?:t-)?(?:il|elle|ils|elles)\b"
        ),
        (
            r"(?:es|son|est[aá]n?|fue|fueron|hay|puede[ns]?|tiene[ns]?|existe[n]?|es verdad que|"
            r"es cierto que)\b"
        ),
        (
            r"(?:è|sono|era|ha|hanno|può|possono|esiste|c'è|é|são|foi|há|pode|podem|tem|existe|zijn|"
            r"heeft|hebben|kan|kunnen|mag|bestaat)\b"
        ),
    ),
    anywhere=(
        r"\b(?:true|yes) or (?:false|no)\b",
        (
            r", (?:right|correct|yes|no|true|isn't (?:it|he|she|that)|aren't they|doesn't (?:it|he|"
            r"she)|didn't (?:it|he|she|they)|wasn't (?:it|he|she)|is (?:it|he|she)|don't they|"
            r"nicht wahr|n'est-ce pas|verdad|vero)$"
        ),
    ),
)


# --- Classification

_LOWEST_PLURAL = 4


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r"\"[^\"]{1,200}\"|(?<!\w)'[^']{2,120}'(?!\w)")


@cache
def _plural_question() -> re.Pattern[str]:
    """Match ``which European countries border …``, with up to three words before the verb."""
    return re.compile(
        r"(?:^|, |\b(?:in|on|of|for|from|to|at|between|during|with) )(?:which|what) "
        r"((?:\S{1,30} ){0,3}?)(\S{1,30})"
        r"(?= (?:is|are|was|were|did|do|does|has|have|had|can|could|will|would|should|may|must)\b)",
        re.IGNORECASE,
    )


@cache
def _plural_lead() -> re.Pattern[str]:
    """Match ``which sea creatures glow``, a plural with at most one adjective before it."""
    return re.compile(
        r"^(?:[Ww]hich|[Ww]hat|WHICH|WHAT) (?:(?:[A-Z]\S{1,20}|[a-z-]{1,20}(?:an|ish|ese|ic|al|ous|ive|ing|ed|y|"
        r"est|ern)) )?([a-z-]{4,20}) (?!of\b)\w"
    )


@cache
def _plural_of() -> re.Pattern[str]:
    return re.compile(
        r"^(?:what|which|who)(?: are| were|'re) (?:the |some |all |all the |its )?"
        r"((?:[^\s,]{1,25} ){0,3}?)([^\s,]{3,25})(?= (?:of|in|for|to|that|who|which|from|on|by|at|with|"
        r"used|called|known|involved|spoken)\b|$)",
        re.IGNORECASE,
    )


@cache
def _choice() -> re.Pattern[str]:
    """Match ``Is Python or Rust faster``, which asks for a choice and not for yes or no."""
    return re.compile(r"\bor\b(?! (?:not|no|false)\b)", re.IGNORECASE)


_SINGULAR_WORDS = """always bus business campus census chaos class corps does gas glass goddess has is its lens mars
    news paris physics politics mathematics economics series species sports status success this thus
    us was process address press access princess actress boss cause causes makes happens does rhymes
    comes lies gives means virus analysis basis crisis thesis canvas atlas christmas athletics
    electronics texas kansas illinois gps"""
_SINGULAR_IN_S = frozenset(_SINGULAR_WORDS.split())
_JOINTS = frozenset({"in", "of", "on", "at", "from", "for", "to", "with"})
_PLURAL = frozenset(
    {"people", "men", "women", "children", "mice", "geese", "feet", "teeth", "criteria", "media"}
)


def _is_plural(word: str) -> bool:
    plain = word.strip(".,;:'\"()").casefold()
    if plain in _PLURAL:
        return True
    ends = plain.endswith("s") and not plain.endswith(("ss", "us", "is", "'s"))
    return ends and plain not in _SINGULAR_IN_S and len(plain) >= _LOWEST_PLURAL


def _head(before: list[str], last: str) -> str:
    """Return the head noun of a phrase: ``city`` in ``city in Athens``."""
    words = [*before, last]
    joints = [index for index, word in enumerate(words) if word.casefold() in _JOINTS]
    return words[joints[0] - 1] if joints and joints[0] else last


def _asks_list(text: str) -> bool:
    if shows(LIST, text):
        return True
    if found := _plural_question().search(text):
        return _is_plural(_head(found[1].split(), found[2]))
    if found := _plural_of().match(text):
        return _is_plural(found[2]) and "coordinates" not in found[2].casefold()
    found = _plural_lead().match(text)
    return found is not None and _is_plural(found[1])


def question_type(text: str) -> QuestionType:
    """Return the form of answer that a question asks for.

    Cues for an explanation take precedence, followed by lists, numbers, and yes or no. A question
    without any cue is factual. Quoted text is ignored because it is usually a title.
    """
    return type_of(focus_of(text))


def type_of(focus: Focus) -> QuestionType:
    """Return the form of answer for a question that has already been extracted."""
    text = _quoted().sub("X", focus.text)
    if shows(EXPLANATORY, text):
        return QuestionType.EXPLANATORY
    if shows(NUMERIC, text):
        return QuestionType.NUMERIC
    if _asks_list(text):
        return QuestionType.LIST
    if shows(BOOLEAN, text) and not _choice().search(text):
        return QuestionType.BOOLEAN
    return QuestionType.FACTUAL
