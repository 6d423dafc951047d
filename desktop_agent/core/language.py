"""Guess the language of text from its script and, for Latin script, its function words.

The guess is rough: use it only to rank results, never to reject them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

STOP_WORDS: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": """a about above after again against all also am an and any are as at be because been
            before being below between both but by can could did do does doing during each few for
            from further get give had has have having he her here hers him his how i if in into is
            it its just know me more most my no nor not of off on once only or other our ours out
            over own please same she should show so some such tell than that the their theirs them
            then there these they this those through to too under until up us very was we were what
            when where which while who whom whose why will with would you your yours find explain
            many much""",
        "de": """aber als am an auch auf aus bei bin bis bist da damit dann das dass dem den der des
            die dir doch du durch ein eine einem einen einer eines er es für gibt hat haben hatte
            ich ihr im in ins ist ja kann kein keine man mein mir mit nach nicht noch nur oder sein
            seine sich sie sind so über um und uns unter vom von vor war waren warum was welche
            welcher welches wenn wer werden wie wieviel wieviele wird wo wurde wurden zu zum zur""",
        "fr": """à au aux avec ce ces cette c'est comment comme dans de des du elle en est et était
            être eu il ils je la le les leur lui ma mais me mes moi mon ne nous on ont ou où par
            pas plus pour pourquoi qu que quel quelle quelles quels quand qui sa se ses si son sont
            sur ta te tes toi ton tu un une vos votre vous y a combien""",
        "es": """a al algo como cómo con cuál cuáles cuando cuándo cuánto cuántos de del desde donde
            dónde el ella ellos en entre era es esta está este esto fue ha hay la las le lo los más
            me mi muy no nos o para pero por porque qué que quién quien se ser si sin sobre son su
            sus también te tiene un una unos y ya""",
        "it": """a al alla alle anche ai che chi ci come con cosa cui da dal dalla degli dei del
            della delle di dove e è era gli ha hanno i il in io la le lo loro ma mi nel nella non o
            per perché più qual quale quali quando quanti quanto se si sono sua sul sulla suo tra
            un una uno com'è cos'è dov'è""",
        "pt": """a ao aos as às com como da das de do dos e é ela ele em entre era essa esse esta
            está este eu foi há isso já la mais mas me meu muito na nas não no nos o onde os ou
            para pela pelo por porque qual quais quando quantos que quem se sem ser seu são sua
            também tem um uma você""",
        "nl": """aan al als bij dan dat de der deze die dit door een en er geen had heb hebben heeft
            het hij hoe hoeveel ik in is je kan maar me met mij na naar niet nog of om onder ook op
            over te tot uit van veel voor waar waarom wanneer was wat we welke wie wij worden wordt
            zijn zo zou""",
    }.items()
}
"""Lower-case function words by language, for languages written in Latin script."""

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SCRIPTS = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "HALFWIDTH": "CJK", "FULLWIDTH": "CJK"}
_ENOUGH_WORDS = 2
_LOOKED_AT = 600
"""Number of characters examined, which is enough to recognise a language."""


def script_of(text: str) -> str:
    """Return the dominant script of the text (LATIN, CJK, …), or "" if it has no letters."""
    looked_at = text[:_LOOKED_AT]
    if looked_at.isascii():  # the usual case; looking up character names is slow
        return "LATIN" if any(map(str.isalpha, looked_at)) else ""
    letters = Counter(
        unicodedata.name(letter, "").partition(" ")[0] for letter in looked_at if letter.isalpha()
    )
    scripts: Counter[str] = Counter()
    for name, number in letters.items():
        scripts[_SCRIPTS.get(name, name)] += number
    return scripts.most_common(1)[0][0] if scripts else ""


def function_words_in(text: str) -> dict[str, frozenset[str]]:
    """Map each language in `STOP_WORDS` to those of its function words that occur in the text."""
    words = frozenset(_WORD.findall(text[:_LOOKED_AT].casefold().replace("\u2019", "'")))
    return {name: words & stop for name, stop in STOP_WORDS.items()}


def latin_language_of(text: str, enough: int = _ENOUGH_WORDS) -> str:
    """Return the language with the most function words in the text.

    Return "" if there is a tie or there are fewer than ``enough`` function words.
    """
    words = _WORD.findall(text[:_LOOKED_AT].casefold().replace("\u2019", "'"))
    counts = {name: sum(word in stop for word in words) for name, stop in STOP_WORDS.items()}
    first, second = sorted(counts.values(), reverse=True)[:2]
    if first < enough or first == second:
        return ""
    return max(counts, key=lambda name: counts[name])


def differs(question: str, text: str) -> bool:
    """Return whether the text is clearly in a different language from the question."""
    scripts = script_of(question), script_of(text)
    if "" in scripts:
        return False
    if scripts[0] != scripts[1]:
        return True
    if scripts[0] != "LATIN":
        return False
    languages = latin_language_of(question), latin_language_of(text)
    return "" not in languages and languages[0] != languages[1]
