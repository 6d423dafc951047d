"""How two texts are made comparable, by HotpotQA's rule and by ours."""

import re
import string
import unicodedata
from collections import Counter

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = frozenset(string.punctuation)
_LABEL = re.compile(
    r"^\W*(?:(?:the|my) )?(?:final |correct |short )?answer(?:\s+is|\s*[:=])\s*", re.IGNORECASE
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NOT_WORDS = re.compile(r"(?<!\d)\.|\.(?!\d)|(?<=\w)-|-(?!\d)|[^\w.-]|_")
_DECIMAL_ZEROS = re.compile(r"\b(\d+)\.0+\b")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_MONTHS = """january february march april may june july august september october november
december"""
_CHOICE = re.compile(
    r"^\W*(?:(?:option|choice)\s+)?([a-z])(?:[).:,*]|\s*$|\s+(?=\W|because\b|since\b|as\b))",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"[=+^<>\\|\u00b1\u00d7\u00f7\u2200-\u22ff]")
_UNSEEN = re.compile(r"\s+|\$|\\[()\[\]]")

_ONE_WORD = frozenset({"yes", "no", "noanswer"})


def as_hotpotqa(text: str) -> str:
    """Lower case, without punctuation (ASCII), articles and needless space.

    Source: ``normalize_answer`` of the evaluation script that HotpotQA publishes, in which it
    follows SQuAD (P. Rajpurkar et al., 2016).
    """
    bare = "".join(sign for sign in text.lower() if sign not in _PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def span_f1(prediction: str, gold: str) -> float:
    """Gives the F1 of the words of two texts by HotpotQA's rule; a yes or no is right or wrong."""
    one, other = as_hotpotqa(prediction), as_hotpotqa(gold)
    if one != other and (one in _ONE_WORD or other in _ONE_WORD):
        return 0.0
    said, wanted = one.split(), other.split()
    same = sum((Counter(said) & Counter(wanted)).values())
    if not same:
        return 0.0
    precision, recall = same / len(said), same / len(wanted)
    return 2 * precision * recall / (precision + recall)


def as_plain_words(text: str) -> str:
    """Gives the words of a short answer, so that two spellings of one answer are equal.

    Case, accents, English articles, punctuation but that of decimals, thousands separators,
    the zeros of ``5.0``, the ending of ``5th``, a leading "The answer is" and the order of day, month
    and year do not count.
    """
    folded = unicodedata.normalize("NFKD", _LABEL.sub("", text).casefold())
    folded = "".join(sign for sign in folded if not unicodedata.combining(sign))
    folded = _NOT_WORDS.sub(" ", _THOUSANDS.sub("", folded.replace("\u2212", "-")))
    folded = _ORDINAL.sub(r"\1", _DECIMAL_ZEROS.sub(r"\1", folded))
    words = _ARTICLES.sub(" ", folded).split()
    months = set(_MONTHS.split())
    is_date = not months.isdisjoint(words) and all(
        word in months or word.isdigit() for word in words
    )
    return " ".join(sorted(words) if is_date else words)


def same_answer(one: str, other: str) -> bool:
    """True for two spellings of one short answer; in formulas each sign but space counts."""
    if _FORMULA.search(one) or _FORMULA.search(other):
        return _formula(one) == _formula(other)
    words = as_plain_words(one), as_plain_words(other)
    # what holds no word at all is compared as it stands
    return words[0] == words[1] if all(words) else one.strip() == other.strip()


def _formula(text: str) -> str:
    text = unicodedata.normalize("NFKC", _LABEL.sub("", text)).replace("\u2212", "-")
    return _UNSEEN.sub("", text).strip("*_\"'.`")


def chosen_letter(text: str) -> str:
    """Gives the letter that a choice begins with, as in ``(B)`` or ``B. text``; empty without one."""
    match = _CHOICE.match(_LABEL.sub("", text))
    return match[1].upper() if match else ""
