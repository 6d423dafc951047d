"""Convert LaTeX to readable Unicode text such as α² + x₁.

Formulas that cannot be converted are returned as written.
"""

import logging
import re
from functools import cache, lru_cache
from typing import Any

_MOST = 1_500
"""Maximum length of a formula that is converted; longer formulas are shown as written."""
_SCRIPT = re.compile(r"([_^])(?:\{([^{}\\]{1,12})\}|([0-9A-Za-z+\-*']))")
_SUPER = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyz",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
        strict=True,
    )
) | {"T": "ᵀ", "'": "\u2032"}
_SUB = dict(
    zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_GROUP = re.compile(r"([_^])\{((?:[^{}]|\{[^{}]*\}){2,})\}")
_ALONE = re.compile(r"[\w.∂√]*")
_SIZED = re.compile(r"\\(?:left|right|middle|[bB]igg?[lmr]?)(?![A-Za-z])\s*\.?")
"""Commands that set the size of a bracket; a full stop after one stands for no bracket."""
_NAMED = re.compile(
    r"\\(log|ln|lg|exp|sin|cos|tan|min|max|lim|sup|inf|det|dim|gcd)\s+(?=[^\W_]|\\[A-Za-z])"
)
_OPERATOR = re.compile(r"\s*([=≤≥≠≈→←↔⇒⇔∈±×·<>])\s*")  # noqa: RUF001 - signs of mathematics


@lru_cache(maxsize=512)
def readable(latex: str) -> str:
    """Return a formula as one line of Unicode text, with rows separated by semicolons.

    The first call takes 100 ms to load the converter.
    """
    source = " ".join(latex.split())
    if not source or len(source) > _MOST:
        return source
    try:
        plain = _NAMED.sub(r"\\\1\\ ", _SIZED.sub("", source))
        text = _reader().latex_to_text(_GROUP.sub(_grouped, _SCRIPT.sub(_raised, plain)))
    except Exception:  # noqa: BLE001 - the library raises all kinds of errors for invalid LaTeX
        return source
    rows = [" ".join(row.split()) for row in text.splitlines() if row.strip()]
    return _OPERATOR.sub(r" \1 ", "; ".join(rows)).strip() or source


def _raised(found: re.Match[str]) -> str:
    """Convert an exponent or index to superscripts or subscripts if Unicode has all of them."""
    letters = _SUPER if found[1] == "^" else _SUB
    inside = (found[2] or found[3] or "").replace(" ", "")
    if inside and all(letter in letters for letter in inside):
        # a superscript letter would become part of the name of a preceding macro
        return "{}" + "".join(letters[letter] for letter in inside)
    return found[0]


def _grouped(found: re.Match[str]) -> str:
    """Put a group in parentheses, because the conversion drops its braces."""
    return f"{found[1]}{{({found[2]})}}"


def _unknown(node: Any) -> str:
    """Return an unknown macro's name as text, so that nothing is lost."""
    return f"\\{node.macroname} "


@cache
def _reader() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db  # type: ignore[import-untyped]

    def fraction(node: Any, l2tobj: Any) -> str:
        parts = [l2tobj.nodelist_to_text([part]).strip() for part in node.nodeargd.argnlist]
        return "/".join(part if _ALONE.fullmatch(part) else f"({part})" for part in parts)

    logging.getLogger("pylatexenc").setLevel(
        logging.CRITICAL
    )  # an incomplete formula is not an error
    context = get_default_latex_context_db()
    macros = [MacroTextSpec(name, simplify_repl=fraction) for name in ("frac", "dfrac", "tfrac")]
    context.add_context_category("fractions", prepend=True, macros=macros)
    context.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=_unknown))
    return LatexNodes2Text(latex_context=context, math_mode="text", strict_latex_spaces=False)
