"""Whether two short answers say the same, by the form of answer that the question asks for."""

import re

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.grounding.dates import date_of
from desktop_agent.evidence.grounding.folding import folded, words
from desktop_agent.evidence.quantities.comparison import same_quantity, same_value
from desktop_agent.evidence.quantities.final_number import final_number
from desktop_agent.evidence.quantities.notation import plain_notation
from desktop_agent.evidence.quantities.quantity import parse_quantity

_LONGEST = 2000
_MOST_ITEMS = 100
_MARKUP = re.compile(r"[*_`]{1,3}|<[^<>\n]{1,40}>|\[\s?[A-Z]?\d{1,3}\s?\]")
_BOLD = re.compile(r"\s{0,8}\*\*([^*\n]{1,200})\*\*")
_LEAD = re.compile(
    r"^(?:so |therefore |thus )?(?:(?:the |my )?(?:final |correct |short )?answer(?: is| would be)?|(?:it|this|that) (?:is|was|would be)"
    r"|it s|they (?:are|were)|die antwort (?:ist|lautet)|es ist|la reponse est|c est|la respuesta es|es) (?=\S)"
)
_ARTICLES = frozenset(("the", "a", "an"))
_SENTENCE = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=\d[)%])|(?<=.\d))[.!?](?=\s|$)")
_ITEM = re.compile(r"[,;\n•]|(?<=\s)(?:and|und|et|y|&)(?=\s)", re.IGNORECASE)
_BULLET = re.compile(r"^\s{0,8}(?:[-*•]|\(?\d{1,3}[.)])\s{1,4}", re.MULTILINE)
_YES_WORDS = "yes true correct right yeah yep ja wahr oui vrai si verdadero cierto sim vero waar"
_NO_WORDS = "no false incorrect wrong nope nein falsch non faux falso nao onwaar nee"
_YES, _NO = frozenset(_YES_WORDS.split()), frozenset(_NO_WORDS.split())


def normalise_answer(text: str) -> str:
    """Gives a short answer in the form in which it is compared.

    No case, accents, punctuation, mark-up, articles or lead-in ("the answer is"); of a longer text
    its bold beginning or its first sentence.
    """
    short = _head(text)
    told = _LEAD.sub("", " ".join(words(short)))
    kept = [word for word in told.split() if word not in _ARTICLES]
    return folded(" ".join(kept or told.split()))


def same_answer(a: str, b: str, kind: QuestionType) -> bool:
    """Tells whether two answers to one question agree.

    Numbers are compared by value, yes and no by the first that is said, lists as sets in any
    order, anything else by `normalise_answer`, dates and measures in any way of writing them.
    """
    if kind is QuestionType.NUMERIC:
        same = same_value(final_number(a), final_number(b))
        return normalise_answer(a) == normalise_answer(b) if same is None else same
    if kind is QuestionType.BOOLEAN:
        said = polarity(a), polarity(b)
        return (
            said[0] == said[1] if None not in said else normalise_answer(a) == normalise_answer(b)
        )
    if kind is QuestionType.LIST:
        return _same_items(answer_items(a), answer_items(b))
    return _same_text(a, b)


def polarity(text: str) -> bool | None:
    """Gives yes or no as a text says it first, in seven languages; None where it says neither."""
    for word in words(_head(text))[:12]:
        if word in _YES:
            return True
        if word in _NO:
            return False
    return None


def answer_items(text: str) -> tuple[str, ...]:
    """Gives the parts of a list in their order, normalised, none twice."""
    text = _cut(text)
    text = re.sub(r"^[^\n:]{0,120}:(?=\s)", "", text, count=1)
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    parts = _ITEM.split(_MARKUP.sub(" ", _BULLET.sub("\n", text)))[:_MOST_ITEMS]
    items = dict.fromkeys(normalise_answer(part) for part in parts)
    return tuple(item for item in items if item and item != "and")


def _same_items(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(one) != len(other):
        return False
    left = [item for item in other if item not in one]
    for item in one:
        if item in other:
            continue
        match = next((candidate for candidate in left if same_value(item, candidate)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _same_text(a: str, b: str) -> bool:
    one, other = normalise_answer(a), normalise_answer(b)
    if one == other:
        return bool(one) or a.strip() == b.strip()
    first, second = (date_of(_head(text).strip(), words(_head(text))) for text in (a, b))
    if first is not None and second is not None:
        return first == second
    numbers = parse_quantity(_head(a)), parse_quantity(_head(b))
    if numbers[0] is None or numbers[1] is None or numbers[0].noun or numbers[1].noun:
        return False
    return same_quantity(numbers[0], numbers[1])


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST]


def _head(text: str) -> str:
    """Gives the part of a text that is its answer: its bold beginning, else its first sentence."""
    text = _cut(text).strip()
    if bold := _BOLD.match(text):
        return bold.group(1).strip(" .:")
    text = plain_notation(_MARKUP.sub("", text)).strip()
    text = text.split("\n", 1)[0]
    end = _SENTENCE.search(text)
    return text[: end.start()] if end else text
