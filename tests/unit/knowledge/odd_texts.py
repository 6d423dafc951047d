"""Texts that no person writes: random letters, digits, dumps, runs, characters of all scripts."""

import random
import string
from collections.abc import Callable
from typing import Final

_SIZE: Final = 6_000
_SIGNS: Final = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "→", "e\u0301", "\u2028", "═", "☃", "ß", "漢", "ﷺ", "𝕏", " ",
    "\t", "🇫🇷",
)  # fmt: skip


def odd_texts(each: int = 24, seed: int = 20260131) -> dict[str, list[str]]:
    """Gives some texts of each kind, the same ones for the same seed."""
    chance = random.Random(seed)
    return {name: [make(chance) for _ in range(each)] for name, make in _KINDS.items()}


def _letters(alphabet: str, size: int = _SIZE) -> Callable[[random.Random], str]:
    def made(chance: random.Random) -> str:
        lines, left = [], size
        while left > 0:
            lines.append("".join(chance.choices(alphabet, k=min(left, chance.randint(4, 90)))))
            left -= len(lines[-1])
        return "\n".join(lines)

    return made


def _words(alphabet: str, least: int, most: int) -> Callable[[random.Random], str]:
    def made(chance: random.Random) -> str:
        lengths = (chance.randint(least, most) for _ in range(_SIZE // 9))
        return " ".join("".join(chance.choices(alphabet, k=length)) for length in lengths)

    return made


def _span(first: int, last: int) -> str:
    return "".join(map(chr, range(first, last + 1)))


def _numbers(chance: random.Random) -> str:
    return "\n".join(
        ",".join(f"{chance.uniform(-1000, 1000):.{chance.randint(0, 6)}f}" for _ in range(8))
        for _ in range(_SIZE // 70)
    )


def _dump(chance: random.Random) -> str:
    return "\n".join(
        f"{at:08x}: {' '.join(f'{chance.randrange(65536):04x}' for _ in range(8))}  "
        + "".join(chr(chance.randint(33, 126)) if chance.random() < 0.4 else "." for _ in range(16))
        for at in range(0, _SIZE // 4, 16)
    )


def _scripts(chance: random.Random) -> str:
    made = ""
    while len(made) < _SIZE:
        first = (
            chance.randint(5, 0x1FFF) * 16 if chance.random() < 0.7 else chance.randint(5, 127) * 64
        )
        if not 0xD7C0 <= first < 0xE000:
            made += "".join(chr(chance.randint(first, first + 63)) for _ in range(40))
            made += chance.choice((" ", "\n", ". "))
    return made


def _runs(chance: random.Random) -> str:
    alphabet = string.printable + "═─░█…·　é漢"
    return "".join(
        chance.choice(alphabet) * int(chance.paretovariate(0.4) % 120 + 1)
        + chance.choice(("", "\n", " ", "x"))
        for _ in range(_SIZE // 20)
    )


_KINDS: Final[dict[str, Callable[[random.Random], str]]] = {
    "hexadecimal": _letters("0123456789abcdef"),
    "letters": _letters(string.ascii_letters),
    "base64": _letters(string.ascii_letters + string.digits + "+/"),
    "ASCII": _letters(_span(33, 126)),
    "ASCII with spaces": _letters(_span(32, 126) + "\n "),
    "words": _words(string.ascii_lowercase, 2, 12),
    "codes": _words(string.ascii_uppercase + string.digits, 4, 14),
    "digits": _words(string.digits, 1, 20),
    "numbers": _numbers,
    "dump": _dump,
    "emoji": _letters(_span(0x1F300, 0x1FAFF), _SIZE // 3),
    "signs": lambda chance: "".join(chance.choices(_SIGNS, k=_SIZE // 3)),
    "scripts": _scripts,
    "runs": _runs,
    "Han": _letters(_span(0x4E00, 0x9FFF), _SIZE // 2),
    "Hangul": _letters(_span(0xAC00, 0xD7A3), _SIZE // 2),
    "Cyrillic": _words(_span(0x430, 0x44F), 2, 11),
    "Arabic": _words(_span(0x621, 0x64A), 2, 11),
    "Devanagari": _words(_span(0x900, 0x97F), 2, 11),
    "Latin with marks": _words(string.ascii_lowercase + _span(0xC0, 0x24F), 2, 11),
}
