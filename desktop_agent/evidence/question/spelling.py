"""The slips of the keyboard that would hide what a question asks.

Only the question's own words are mended, never names: an entity stays spelt as the person wrote it.
"""

import re
from collections.abc import Mapping
from functools import cache

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
"""Words of another language or short names: mended only where English words stand around them."""


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"(?<![\w'-])[A-Za-z][a-z]{1,12}(?![\w'-])")


@cache
def _english() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:the|who|whos|what|whats|which|when|how|of|are|was|were|does|did|do)\b", re.IGNORECASE
    )


def mended(text: str) -> str:
    """Gives the text with common typing errors of question words put right."""
    english = _english().search(text) is not None

    def meant(match: re.Match[str]) -> str:
        word = match[0]
        slip = word if match.start() else word.casefold()  # a later capital makes it a name
        if slip not in _MEANT or (slip in _FOREIGN and not english):
            return word
        right = _MEANT[slip]
        return right.capitalize() if word[0].isupper() else right

    return _word().sub(meant, text)
