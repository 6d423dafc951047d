"""BM25 as textbooks have it, for baselines: no stems, no stop words, no rules of the program.

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
    """Return the folded words of a text; each Chinese or Japanese character is a word."""
    return _TOKEN.findall(fold_words(text))


def ranked(question: str, texts: Sequence[str]) -> list[str]:
    """Return the texts in the order of their BM25 scores, best first; ties keep their order."""
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
    """Split a text after each full stop, question mark, exclamation mark and line."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def chunks(text: str) -> list[str]:
    """Cut a text into pieces of at most 400 characters, at spaces where there are any."""
    found, rest = [], text.strip()
    while len(rest) > _CHUNK:
        space = rest.rfind(" ", 0, _CHUNK + 1)
        cut = space if space > 0 else _CHUNK
        found.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [*found, rest] if rest else found
