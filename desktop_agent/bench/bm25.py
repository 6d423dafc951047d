"""Textbook BM25 as a baseline, without stemming, stop words or any of the program's own rules.

Source: S. Robertson, H. Zaragoza (2009), The Probabilistic Relevance Framework: BM25 and Beyond.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

from desktop_agent.bench.scoring import fold_words

_K1, _B = 1.2, 0.75
_CHUNK = 400
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])|\n+")


def tokens(text: str) -> list[str]:
    """Return a text's words, folded; each Chinese or Japanese character counts as a word."""
    return _TOKEN.findall(fold_words(text))


def ranked(question: str, texts: Sequence[str]) -> list[str]:
    """Return the texts sorted by BM25 score, best first; ties keep their order."""
    bags = [Counter(tokens(text)) for text in texts]
    lengths = [sum(bag.values()) for bag in bags]
    mean = sum(lengths) / len(texts) if any(lengths) else 1.0
    scores = [0.0] * len(texts)
    for word in dict.fromkeys(tokens(question)):
        holding = sum(word in bag for bag in bags)
        rarity = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
        for at, bag in enumerate(bags):
            damped = bag[word] + _K1 * (1 - _B + _B * lengths[at] / mean)
            scores[at] += rarity * bag[word] * (_K1 + 1) / damped
    return [texts[at] for at in sorted(range(len(texts)), key=lambda at: -scores[at])]


def sentences(text: str) -> list[str]:
    """Split a text after each full stop, question mark, exclamation mark and line break."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def chunks(text: str) -> list[str]:
    """Split a text into chunks of at most 400 characters, at spaces where possible."""
    found, rest = [], text.strip()
    while len(rest) > _CHUNK:
        space = rest.rfind(" ", 0, _CHUNK + 1)
        cut = space if space > 0 else _CHUNK
        found.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [*found, rest] if rest else found
