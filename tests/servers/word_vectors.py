"""Vectors in which texts that share words are near: a stand-in for an embedding model.

Each word has a direction of its own, drawn from its hash; a text is the sum of its words' directions,
so the cosine of two texts grows with the share of words that they have in common. The same text
gives the same vector on every machine.
"""

import hashlib
import math
import re
from collections import Counter

_WORD = re.compile(r"\w+")


def word_vector(text: str, dimensions: int) -> list[float]:
    """Gives the vector of a text, of length 1; of one without words all zeros."""
    counted = Counter(word.removesuffix("s") for word in _WORD.findall(text.lower()))
    total = [0.0] * dimensions
    for word, count in counted.items():
        weight = 1 + math.log(count)
        for place, sign in enumerate(_signs(word, dimensions)):
            total[place] += weight * sign
    length = math.sqrt(sum(number * number for number in total))
    return [number / length for number in total] if length else total


def _signs(word: str, dimensions: int) -> list[int]:
    bits = int.from_bytes(hashlib.shake_128(word.encode()).digest((dimensions + 7) // 8), "big")
    return [1 if bits >> place & 1 else -1 for place in range(dimensions)]
