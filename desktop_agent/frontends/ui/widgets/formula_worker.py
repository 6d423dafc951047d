"""The worker process that typesets LaTeX formulas.

Typesetting takes 5 to 30 ms per formula in Python, and the formulas come from models and web pages.
"""

import sys
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element, fromstring

from desktop_agent.core.errors import Unreadable
from desktop_agent.system.worker_protocol import Reply, serve

FORMULA_ARGUMENT = "--formula-worker"
"""Argument with which a frozen app starts itself as this worker; see ``__main__``."""
INK = "#010203"
"""The colour of the formulas, which the window replaces with that of the text."""
_EM = 32.0
"""Size in pixels at which formulas are set; lengths in replies are in units of this size."""
_ALLOWED = frozenset(("svg", "path", "rect", "g", "line", "polyline", "polygon"))
_SPACE = "{http://www.w3.org/2000/svg}"
_SIGNS = frozenset("\u2212+±∓")
_CLOSING = frozenset(")]}⟩|‖!")


def main(memory_mb: int) -> None:
    """Typeset formulas on request; see `system.worker_protocol.serve`."""
    serve(memory_mb, answer, load=lambda: _typeset("x", display=False))


def answer(request: dict[str, Any], _body: bytes) -> Reply:
    """Return a formula as SVG, with its width, ascent and descent in em.

    Raises:
        Unreadable: the LaTeX is invalid, or the font lacks one of its characters.
    """
    try:
        return _typeset(request["latex"], display=request["display"])
    except Unreadable:
        raise
    except Exception as error:  # noqa: BLE001 - the library raises all kinds of errors for invalid LaTeX
        raise Unreadable(f"The formula cannot be typeset ({type(error).__name__}).") from None


def _typeset(latex: str, *, display: bool) -> Reply:
    from ziamath.tex import tex2mml
    from ziamath.zmath import Math

    _prepare_library()
    root = fromstring(tex2mml(latex, inline=not display))  # noqa: S314 - as the library would
    root.set("mathcolor", INK)
    for part in root.iter():
        _tidy(part)
    formula = Math(root, size=_EM, margin=0)
    if any((part.text or "").startswith("\\") for part in formula.element.iter()):
        raise Unreadable("The formula has an unknown command.")
    if not all(formula.font.glyphindex(char) for char in latex if not char.isspace()):
        raise Unreadable("The font for formulas lacks a character.")
    svg = formula.svgxml()
    if any(part.tag.removeprefix(_SPACE) not in _ALLOWED for part in svg.iter()):
        raise Unreadable("The formula holds more than lines and letters.")
    width, height = formula.getsize()
    descent = max(0.0, -formula.getyofst())
    sizes = {"width": width, "ascent": height - descent, "descent": descent}
    head = {name: length / _EM for name, length in sizes.items()}
    return Reply(head, [formula.svg().encode("utf-8")])


@cache
def _prepare_library() -> None:
    from ziamath.config import config
    from ziamath.operators import operators

    config.svg2 = False  # Qt draws no symbols of SVG 2
    for parameters in operators.values():
        if "largeop" in parameters:  # else brackets around a sum are 60 em tall
            parameters["stretchy"] = "false"
    operators[",", "infix"]["rspace"] = "thinmathspace"


def _tidy(part: Element) -> None:
    """Space ``:=`` and number signs as TeX does, and use a narrow accent for ``hat``."""
    children = list(part)
    if _tag(part) == "mover" and part.get("accent") == "true" and children[1].text == "\u0302":
        children[1].text = "\u02c6"
    before: Element | None = None
    for child in children:
        text_before = before.text if before is not None else ""
        after_operator = before is None or (_tag(before) == "mo" and text_before not in _CLOSING)
        if _tag(child) == "mo" and child.text in _SIGNS and after_operator:
            child.set("form", "prefix")
        if _tag(child) == "mo" and child.text == "=" and before is not None and text_before == ":":
            part.remove(before)
            child.text = "\u2254"
        before = child


def _tag(part: Element) -> str:
    """Return an element's name without its namespace."""
    return part.tag.rpartition("}")[2]


if __name__ == "__main__":
    main(int(sys.argv[1]))
