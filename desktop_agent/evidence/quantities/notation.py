"""Mathematical notation as plain text: LaTeX, superscripts, vulgar fractions, other digits."""

import re
import unicodedata

MOST = 4000
"""Texts are read up to this many characters: a number that needs more is no answer."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = re.compile(r"(?<=[0-9)π])[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,6}")
_VULGAR = re.compile("[¼-¾⅐-⅞]")
_SIGNS = str.maketrans({
    "\u2212": "-", "\u2010": "-", "\u2011": "-", "\ufe63": "-", "\uff0d": "-", "\u00d7": "*", "·": "*", "⋅": "*",
    "∙": "*", "÷": "/", "\u2044": "/", "\u2215": "/", "√": "sqrt", "\u202f": "\u00a0", "\u2009": "\u00a0",
    "\u2007": "\u00a0", "\u200b": "", "\u200e": "", "\u200f": "", "\u2060": "", "𝜋": "π", "ϖ": "π",
})  # fmt: skip
_COMMANDS = {
    "cdot": "*", "times": "*", "pi": "π", "div": "/", "approx": "≈", "circ": "°", "degree": "°", "sqrt": "sqrt",
    "left": "", "right": "", "displaystyle": "", "quad": " ", "qquad": " ", "pm": "±", "ldots": "…", "dots": "…",
    "pounds": "£", "euro": "€", "infty": "∞", "exp": "e^",
}  # fmt: skip
_MIXED = re.compile(r"(?<=\d)\s?\\[dt]?frac\s?\{(\d{1,9})\}\s?\{(\d{1,9})\}")
_SHORT_FRACTION = re.compile(r"\\[dt]?frac\s?(\d)\s?(\d)")
_FRACTION = re.compile(r"\\[dt]?frac\s?\{([^{}]{1,300})\}\s?\{([^{}]{1,300})\}")
_ROOT = re.compile(r"\\sqrt\s?\{([^{}]{1,300})\}")
_RAISED_GROUP = re.compile(r"\^\s?\{([^{}]{1,300})\}")
_WRAPPED = re.compile(
    r"\\(?:boxed|fbox|text|textbf|textit|mathrm|mathbf|mathit|mathbb|mathcal|operatorname|mbox|rm)\s?\{([^{}]{0,300})\}"
)
_COMMAND = re.compile(r"\\([A-Za-z]{1,16})")
_ESCAPED = re.compile(r"\\([$%#&_{}])")
_SPACING = re.compile(r"\\[,;:! ]|(?<=\d)~(?=\d)")
_MATHS = re.compile(
    r"\$\$([^$]{1,600})\$\$|\$([^$\n]{0,600}\\[^$\n]{0,600})\$"
    r"|\$([^$\s]{1,100})\$(?!\d)|\$([^$\n]{0,200}=[^$\n]{0,200})\$(?!\d)|\$((?:[^$\n0-9]|(?<!\$)\d)[^$\n]{0,600})\$(?=\s*(?:[.,;:!?)*]|$))"
)
_NESTED = 12
_DOLLAR = "\ue000"


def plain_notation(text: str) -> str:
    r"""Gives a text's formulas as one would type them: ``\frac{3}{4}`` as ``((3)/(4))``, ``10⁻³`` as ``10^(-3)``.

    Only the last `MOST` characters are read. What is no formula stays as it is.
    """
    text = text[-MOST:]
    if not text.isascii():
        text = _plain_signs(text)
    if "\\" in text or "$" in text or "{" in text:
        text = _without_latex(text)
    return text.replace("**", "^") if _is_power(text) else text


def _is_power(text: str) -> bool:
    return re.search(r"[\d)]\s?\*\*\s?[(\d-]", text) is not None and text.count("**") == 1


def _plain_signs(text: str) -> str:
    text = _RAISED.sub(lambda match: f"^({match.group().translate(_SUPERSCRIPTS)})", text)
    text = _VULGAR.sub(_vulgar, text).translate(_SIGNS)
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(sign)) if not sign.isascii() and sign.isdecimal() else sign
        for sign in text
    )


def _vulgar(match: re.Match[str]) -> str:
    apart = unicodedata.normalize("NFKC", match.group())
    before = match.string[match.start() - 1 : match.start()]
    return f" {apart}" if before.isdigit() else apart


def _without_latex(text: str) -> str:
    text = text.replace(r"\$", _DOLLAR)
    text = _MATHS.sub(lambda match: next(part for part in match.groups() if part), text)
    text = text.replace(_DOLLAR, "$")
    text = re.sub(r"\\[()\[\]]", " ", text.replace("{,}", ","))
    if "\\" not in text and "{" not in text:
        return text
    text = _SPACING.sub("\u00a0", text)
    text = _SHORT_FRACTION.sub(r"\\frac{\1}{\2}", text)
    for _ in range(_NESTED):
        before = text
        text = _MIXED.sub(r" \1/\2", text)
        text = _FRACTION.sub(r"((\1)/(\2))", text)
        text = _ROOT.sub(r"sqrt(\1)", text)
        text = _WRAPPED.sub(r" \1 ", text)
        text = _RAISED_GROUP.sub(r"^(\1)", text)
        if text == before:
            break
    text = _COMMAND.sub(lambda match: _COMMANDS.get(match.group(1), match.group()), text)
    text = _ESCAPED.sub(r"\1", text)
    return re.sub(r"\^\(?\s?°\)?", "°", text)
