"""Answers made of every construct, from a seed: the same for the same seed."""

import random

_WORDS = (
    *("heat", "pump", "the", "of", "a", "measured", "efficiency", "season", "air", "source", "is"),
    *("in", "winter", "and", "*often*", "**never**", "`code()`", "~~gone~~", "café", "naïve", "№"),
    *("because", "results", "table", "over", "about", "half", "energy", "[1]", "[2, 3]", "10 %"),
)
_CJK = "热泵的季节性能系数在寒冷气候下通常低于三但是仍然比直接电加热节省大约一半的能源日本語のテキストも混ざる"
_CODE = (
    ("python", 'def f(x):\n    """Doc."""\n    return [n * 2 for n in range(x)]  # all'),
    ("json", '{\n  "name": "value",\n  "list": [1, 2, 3]\n}'),
    ("", "plain text\n  in a box"),
    ("bash", 'for f in *.txt; do\n  echo "$f"\ndone'),
)


def mixed_answer(seed: int, chars: int, *, exotic: bool = False) -> str:
    """Gives about that many characters; ``exotic`` adds footnotes, mathematics, late links."""
    dice = random.Random(seed)
    parts: list[str] = []
    length = 0
    while length < chars:
        part = _part(dice, exotic=exotic)
        parts.append(part)
        length += len(part)
    text = "".join(parts)[:chars]
    if exotic:
        text += "\n\n[late]: https://example.org/late\n"
    return text


def _prose(dice: random.Random, least: int = 20, most: int = 90) -> str:
    words = [dice.choice(_WORDS) for _ in range(dice.randint(least, most))]
    if dice.random() < 0.2:
        words.insert(len(words) // 2, _CJK[: dice.randint(5, len(_CJK))])
    if dice.random() < 0.3:
        words.append("[a link](https://example.org/page)")
    return " ".join(words).capitalize() + "."


def _part(dice: random.Random, *, exotic: bool) -> str:
    kinds = ["prose"] * 5 + ["list", "numbers", "table", "code", "heading", "quote", "rule", "cjk"]
    if exotic:
        kinds += ["math", "late", "tasks", "nested"]
    return _MAKERS[dice.choice(kinds)](dice) + "\n\n"


def _lines(dice: random.Random, mark: str) -> str:
    return "\n".join(mark + _prose(dice, 3, 15) for _ in range(dice.randint(2, 7)))


def _table(dice: random.Random) -> str:
    rows = "\n".join(
        f"| {_prose(dice, 1, 3)} | {dice.randint(1, 9999)} | {_CJK[:4]} |"
        for _ in range(dice.randint(2, 14))
    )
    return f"| name | value | 中文 |\n|:--|--:|:-:|\n{rows}"


def _code(dice: random.Random) -> str:
    language, code = dice.choice(_CODE)
    return f"```{language}\n{(code + chr(10)) * dice.randint(1, 3)}```"


def _math(dice: random.Random) -> str:
    inline = dice.choice((r"$\alpha^2 + x_1$", r"\(\frac{a}{b}\)", "it costs $5 and $10"))
    block = dice.choice(("$$\n\\sum_{i=1}^n i\n$$", r"\[ E = mc^2 \]", "$$x$$"))
    return f"So {inline} it is.\n\n{block}"


_MAKERS = {
    "prose": _prose,
    "list": lambda dice: _lines(dice, "- "),
    "numbers": lambda dice: _lines(dice, "1. "),
    "tasks": lambda dice: _lines(dice, "- [x] ") + "\n- [ ] open",
    "nested": lambda dice: f"- top\n  - inner\n    - deep\n\n    {_prose(dice)}\n- next",
    "table": _table,
    "code": _code,
    "heading": lambda dice: "#" * dice.randint(1, 4) + " " + _prose(dice, 2, 6),
    "quote": lambda dice: _lines(dice, "> ") + "\n> > deeper",
    "rule": lambda dice: "---",
    "cjk": lambda dice: "".join(dice.choice(_CJK) for _ in range(dice.randint(40, 200))) + "。",
    "math": _math,
    "late": lambda dice: "See [late] and [this][late].",
}
