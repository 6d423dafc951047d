"""Detection of the question in a user's text, without greetings, thanks and background story."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

# --- Typos that would hide what a question asks
#
# Only question words are corrected, never names: an entity stays spelt as the user wrote it.

_MEANT: Mapping[str, str] = {
    "whos": "who's",
    "whats": "what's",
    "wheres": "where's",
    "whens": "when's",
    "hows": "how's",
    "wat": "what",
    "waht": "what",
    "wht": "what",
    "whn": "when",
    "wehn": "when",
    "wen": "when",
    "wich": "which",
    "whch": "which",
    "whcih": "which",
    "hwo": "how",
    "hw": "how",
    "woh": "who",
    "teh": "the",
    "hte": "the",
    "adn": "and",
    "si": "is",
    "lastest": "latest",
    "latets": "latest",
    "lates": "latest",
    "latst": "latest",
    "newst": "newest",
    "neweset": "newest",
    "recnt": "recent",
    "curent": "current",
    "currrent": "current",
    "currnet": "current",
    "curently": "currently",
    "currenlty": "currently",
    "verison": "version",
    "vesion": "version",
    "versoin": "version",
    "verion": "version",
    "ablum": "album",
    "albumn": "album",
    "albun": "album",
    "relase": "release",
    "realease": "release",
    "relaese": "release",
    "relased": "released",
    "realeased": "released",
    "presidant": "president",
    "presedent": "president",
    "presdient": "president",
    "govenor": "governor",
    "govener": "governor",
    "primeminister": "prime minister",
    "minster": "minister",
    "champoin": "champion",
    "borned": "born",
    "foundet": "founded",
    "founed": "founded",
    "diffrence": "difference",
    "diference": "difference",
    "explian": "explain",
    "explane": "explain",
    "comapre": "compare",
    "calcualte": "calculate",
    "caculate": "calculate",
    "manny": "many",
}
_FOREIGN = frozenset({"si", "wat", "wen", "hw", "hte"})
"""Foreign words and short names that are treated as typos only among English words."""


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"(?<![\w'-])[A-Za-z][a-z]{1,12}(?![\w'-])")


@cache
def _english() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:the|who|whos|what|whats|which|when|how|of|are|was|were|does|did|do)\b", re.IGNORECASE
    )


def mended(text: str) -> str:
    """Correct common typos in question words."""
    english = _english().search(text) is not None

    def meant(match: re.Match[str]) -> str:
        word = match[0]
        slip = word if match.start() else word.casefold()  # a later capital makes it a name
        if slip not in _MEANT or (slip in _FOREIGN and not english):
            return word
        right = _MEANT[slip]
        return right.capitalize() if word[0].isupper() else right

    return _word().sub(meant, text)


_EDGE = 1_000
"""Number of characters searched for the question at each end of a long text."""
_LONGEST = 300
_MOST_PEELS = 6
_MOST_SENTENCES = 12
_STRAIGHT = str.maketrans({
    "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u00b4": "'", "`": "'", "\u201c": '"',
    "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"', "\uff1f": "?",
    "\u00bf": " ", "\u00a1": " ", "\u00a0": " ", "\u202f": " ",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Focus:
    """A question on one line, with straight quotes and without its end mark.

    ``marked`` is true if the question ended with a question mark. ``several`` is true if the text
    asks more than one question.
    """

    text: str
    marked: bool = False
    several: bool = False


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(
        r"(?<=[?\u3002])\s*(?=[\s\w\"'])|(?<=\w\w\w[.])(?<!Mrs[.])(?<!Prof[.])(?<!feat[.])"
        r"(?<!Inc[.])(?<!Gen[.])(?<!Gov[.])(?<!Sen[.])(?<!Rev[.])(?<!Capt[.])\s+|\n+"
    )


@cache
def _address() -> re.Pattern[str]:
    """Match greetings and polite openings before a question in the supported languages."""
    return re.compile(
        r"""(?:
        (?:hi|hello|hey|hiya|yo|greetings|good\ (?:morning|evening|afternoon)|hallo|bonjour|salut|hola
            |ciao)(?:\ (?:there|all|everyone|again|guys))?\b[\s,!:.\-]{1,4}
        |(?:so|ok|okay|well|um|uh|hmm|now|right|alright|please|pls|plz|kindly|bitte|thanks|sorry|
            excuse\ me|just)\b(?:[,:!.\-]\ ?|\ )
        |(?:(?:i\ have\ |just\ )?(?:a|one|another)?\ ?(?:quick|simple|small|short|silly|stupid)?\ ?
            question)(?:\ for\ you)?\s?[:,.\-]\s?
        |(?:can|could|would|will)\ (?:you|u|anyone|someone|anybody)\ (?:please\ |kindly\ |maybe\ )?
            (?=(?:tell|show|give|find|remind|list|name|explain|describe|compare|calculate|define|help|
            let|look|say|summari[sz]e|compute|convert|search)\b)
        |(?:tell|show|remind|give)\ (?:me|us)(?!\ (?:about|more|a\ list|an\ (?:over|ex)|some)\b)[,:]?[ ]
        |help\ me\ (?:to\ )?(?:find|understand)(?:\ out)?[ ]
        |(?:find\ out|look\ up|find|let\ me\ know|search(?:\ the\ web|\ online)?\ for|google)
            (?:\ for\ me)?\ (?=\S)
        |(?:do|does|did)\ (?:you|u|anyone|anybody|someone|somebody)\ (?:happen\ to\ )?(?:know|remember)
            (?!\ (?:about|how\ to)\b),?[ ]
        |i(?:'d|\ would)?\ (?:really\ )?(?:like|love|want|need|wish|wanted)\ to\ (?:know|find\ out|learn|understand
            |ask)(?:\ you)?(?!\ more)[,:]?[ ]
        |i(?:'m\ looking\ for|\ am\ looking\ for|\ need|\ want)\ (?=the\ )
        |i(?:'m|\ am|\ was)?\ (?:just\ )?(?:curious|wonder(?:ing)?|trying\ to\ (?:find\ out|remember))
            (?:\ about|\ to\ know)?[,:]?[ ]
        |(?:any\ idea|what\ i\ (?:want|need)\ to\ know\ is|my\ question\ is|the\ question\ is)[,:]?[ ]
        |(?:kannst|können|könntest|könnten|weißt|weisst|wissen)\ (?:du|sie)(?:\ mir)?(?:\ bitte)?
            (?:\ sagen)?,?[ ]
        |ich\ (?:möchte|will|würde\ gerne?)\ (?:gerne?\ )?wissen,?\ |sag(?:\ mir|\ mal|en\ sie\ mir),?[ ]
        |(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous)\ (?:me\ )?dire,?[ ]
        |(?:dis|dites)-moi,?\ |je\ (?:voudrais|veux|souhaite)\ savoir,?\ |(?:sais-tu|savez-vous),?[ ]
        |(?:puedes|podrías|puede|podría)\ decirme,?\ |d[ií]me,?\ |(?:me\ gustaría|quiero)\ saber,?[ ]
        |(?:sabes|sabe\ usted),?\ |por\ favor,?\ |s'il\ (?:te|vous)\ plaît,?[ ]
        )""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _closing() -> re.Pattern[str]:
    return re.compile(
        r"""[\s,;:.!?\-]{0,4}(?:\b(?:please|pls|plz|thanks(?:\ (?:a\ lot|in\ advance|so\ much))?
        |thank\ you(?:\ (?:very|so)\ much)?|thx|if\ you\ know|by\ the\ way|btw|for\ me|bitte|danke
        |merci|gracias|por\ favor|s'il\ (?:te|vous)\ plaît|in\ one\ (?:word|sentence))\b)?
        [\s?!.,;:\u3002]{0,8}$""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _asking() -> re.Pattern[str]:
    return re.compile(
        r"(?:who|what|which|when|where|why|how|name|list|explain|compare|calculate|define|describe|"
        r"is|are|was|were|does|do|did|can|in (?:what|which)|on (?:what|which)|tell me|give me|"
        r"wer|was|wann|wie|warum|welche[rsnm]?|qui|que|quel(?:le)?s?|quand|combien|pourquoi|"
        r"qui[eé]n|qu[eé]|cu[aá]l|cu[aá]ndo|cu[aá]nt[oa]s?|d[oó]nde)(?:'s)?\b",
        re.IGNORECASE,
    )


def without_courtesies(sentence: str) -> str:
    """Strip greetings, polite requests, thanks and the end mark from a sentence."""
    for _ in range(_MOST_PEELS):
        found = _address().match(sentence)
        if found is None or not sentence[found.end() :].strip(" ?!.,"):
            break
        sentence = sentence[found.end() :].lstrip(" ,:-")
    for _ in range(2):
        found = _closing().search(sentence, max(len(sentence) - 60, 0))
        if found is None or not sentence[: found.start()].strip():
            break
        sentence = sentence[: found.start()]
    return sentence.strip()


def focus_of(text: str) -> Focus:
    """Find the question in a text.

    This is the first of several questions, or the first sentence if there is no question. Only the
    two ends of a long text are searched, and the question is cut at 300 characters.
    """
    if len(text) > 2 * _EDGE:
        text = f"{text[:_EDGE]}\n{text[-_EDGE:]}"
    lines = _sentence_end().split(text.translate(_STRAIGHT).strip())
    sentences = [line for line in (" ".join(line.split()) for line in lines if line) if line]
    marked = [line for line in sentences if line.endswith("?")]
    asked = [line for line in marked if " " in line] or marked
    if asked:
        return Focus(_bare(asked[0]), marked=True, several=len(asked) > 1)
    bare = [line for line in map(_bare, sentences[:_MOST_SENTENCES]) if line]
    asking = [line for line in bare if _asking().match(line)] or bare
    return Focus(asking[0] if asking else "")


def _bare(sentence: str) -> str:
    return without_courtesies(mended(sentence[:_LONGEST]))
