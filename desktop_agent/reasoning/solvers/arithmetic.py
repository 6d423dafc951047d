"""An arithmetic expression and nothing else: ``what is 17 * 23 - 4``."""

import re

from desktop_agent.evidence.quantities.expression import evaluate
from desktop_agent.reasoning.solvers.solved import Solved, exact, rounded
from desktop_agent.reasoning.solvers.wording import ASK

_WORDS = (
    ("multiplied by", "*"), ("times", "*"), ("divided by", "/"), ("plus", "+"), ("minus", "-"), ("to the power of", "^"),
    ("raised to the power of", "^"), ("raised to the", "^"), ("squared", "^2"), ("cubed", "^3"),
    ("the square root of", "sqrt"), ("square root of", "sqrt"), ("factorial", "!"),
)  # fmt: skip
_ASKED = re.compile(
    rf"{ASK}(?P<told>(?:how much is )?)(?P<expression>[-\d\s.+*/^()!x]*(?:sqrt ?[\d(]|\d)[-\d\s.+*/^()!xsqrt]*?)(?: ?= ?\??)?"
)
_VERB = re.compile(r"(?:calculate|compute|evaluate|simplify|find|work out|determine) ")
_OPERATOR = re.compile(r"[\d)!] ?[-+*/^] ?[\d(s-]|sqrt|\d!")
_UNSURE = re.compile(r"[-+*/^] ?\+|[-+*/^] - |/ ?[\d.]+ ?\(|/ ?\([^()]*\) ?\(")  # 6/2(1+2)
_DATED = re.compile(r"\d+/\d+/\d+|\d+(?:-\d+){2,}|\d+:\d+")
_TIGHT = re.compile(r"\d+[/-]\d+")
_MOST_DIGITS = 1200


def solve_arithmetic(text: str) -> Solved | None:
    """Computes an expression of figures, operators, roots, powers and factorials, exactly where it can be."""
    rooted = "square root of" in text  # of what is added behind it, too?
    for word, sign in _WORDS:
        text = re.sub(rf"\b{word}\b", sign, text)
    text = re.sub(r"(?<=[\d)]) x (?=[\d(])", " * ", text)
    text = re.sub(r"(?<=\d) (?=[!^])", "", text)
    match = _ASKED.fullmatch(text)
    if match is None or (rooted and not re.search(r"sqrt \d+(?:\.\d+)?$", text)):
        return None
    expression = match.group("expression").strip()
    if (
        "x" in expression
        or not _OPERATOR.search(expression)
        or _DATED.search(expression)
        or _UNSURE.search(expression)
    ):
        return None
    if _TIGHT.fullmatch(expression) and not _VERB.match(text):
        return None  # 9/11, 24/7 and 7-11 are names as often as sums
    sole = re.fullmatch(r"\d+!", expression)
    if re.search(r"\d \d", expression) or (expression.endswith("!") and not sole):
        return None
    amount = evaluate(expression)
    if amount is None:
        return None
    shown = exact(amount.value) if amount.exact else rounded(amount.value, 12)
    if len(shown) > _MOST_DIGITS:
        return None
    line = f"{expression} = {shown}"
    if "/" in shown:
        line += f" = {rounded(amount.value)}"
    return Solved(shown, "arithmetic", line)
