"""Rewrite a page's formulas as ``math`` elements that contain TeX in dollar signs."""

import re
from typing import Final

from desktop_agent.web.extract.html_tree import HEADINGS, Element, parse, remove, tag

_TEX_TYPES = ("application/x-tex", "application/x-latex", "latex", "tex", "text/latex")
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)
_MOST: Final = 5_000  # characters of one formula
_SCRIPTS = {"msup": "^", "mover": "^", "msub": "_", "munder": "_"}
_JOINED = {"mtr": " & ", "mtable": r" \\ "}
_BOTH = frozenset(("msubsup", "munderover"))
# elements around one formula, of MediaWiki, KaTeX, MathJax 2 to 4, and of generators that leave TeX
# for scripts; much of what they contain is hidden or is drawn a second time
_DRAWN = r"katex(?:-display)?|mwe-math-element\S*|MathJax\w*|mjx-\w+"
_HOLDER = re.compile(rf"(?:^|\s)(?:{_DRAWN}|math|math-\w+|arithmatex)(?=\s|$)")
_RENDERING = re.compile(r"(?:^|\s)(?:MathJax|mjx-)")
_IMAGE = re.compile(r"(?:^|\s)(?:mwe-math-fallback-image-\w+|tex|latex|texrender)(?:\s|$)")
_DISPLAY = re.compile(r"(?:^|[\s_-])(?:[dD]isplay|block)(?=\s|$)")
_TEXT: Final = ("p", "ul", "ol", "table", *HEADINGS)
DELIMITED: Final = re.compile(
    r"\\\((.{1,5000}?)\\\)|(\\\[|\$\$)(.{1,5000}?)(?:\\\]|\$\$)", re.DOTALL
)
"""TeX within text, as MathJax recognizes it."""
_ONE_DOLLAR = re.compile(r"\$([^$]+)\$")
_DOLLAR = re.compile(r"(?<!\\)\$")


def write_formulas(root: Element) -> None:
    """Rewrite all formulas. Must run before invisible elements and scripts are removed."""
    for script in list(root.iter("script")):
        kind = (script.get("type") or "").lower().replace(" ", "")
        if kind.startswith(("math/tex", "math/latex")):
            while _is_rendering(before := script.getprevious()):
                remove(before)
            _write(script, script.text or "", shown="mode=display" in kind)
    for holder in list(root.iter("*")):
        names = holder.get("class")
        if (names and _HOLDER.search(names)) or holder.tag == "mjx-container":
            _write_holder(holder)
    for math in list(root.iter("math")):
        if len(math) or math.get("alttext"):
            _write(math, _source(math), shown=_is_display(math))
    for image in list(root.iter("img")):
        if _is_formula(image):
            _write(image, image.get("alt"), shown=_is_display(image))


def in_dollars(tex: str, *, shown: bool) -> str:
    """Wrap TeX in dollar signs: one for inline formulas, two for displayed ones."""
    tex = " ".join(tex.split())[:_MOST]
    if wrapped := DELIMITED.fullmatch(tex) or _ONE_DOLLAR.fullmatch(tex):
        tex = wrapped[wrapped.lastindex or 0].strip()
    tex = _DOLLAR.sub(r"\\$", tex)
    if styled := _STYLE.match(tex):
        tex = styled[1].strip()
    if not tex:
        return ""
    return f"$${tex}$$" if shown else f"${tex}$"


def _is_rendering(element: Element | None) -> bool:
    """Return whether MathJax rendered this element from the script directly after it."""
    if element is None or (element.tail or "").strip():
        return False
    return _RENDERING.search(element.get("class") or "") is not None


def _write_holder(holder: Element) -> None:
    maths = list(holder.iter("math"))
    if len(maths) > 1 or next(holder.iterdescendants(*_TEXT), None) is not None:
        return
    text = (holder.text or "").strip()
    if maths:
        tex = _source(maths[0])
    elif images := [each for each in holder.iter("img") if _is_formula(each)]:
        tex = images[0].get("alt")
    elif drawn := holder.get("data-mathml"):
        tree = parse(drawn)
        tex = "" if tree is None else _source(tree)
    else:
        is_tex = DELIMITED.fullmatch(text) or _ONE_DOLLAR.fullmatch(text)
        tex = text if is_tex and not len(holder) else ""
    if tex:
        shown = text.startswith(("$$", r"\[")) or any(map(_is_display, holder.iter()))
        _write(holder, tex, shown=shown)


def _is_formula(image: Element) -> bool:
    return bool(image.get("alt")) and _IMAGE.search(image.get("class") or "") is not None


def _is_display(element: Element) -> bool:
    how = element.get("display") or element.get("mode") or ""
    return how in {"block", "display", "true"} or bool(_DISPLAY.search(element.get("class") or ""))


def _write(element: Element, tex: str, *, shown: bool) -> None:
    element.tag, element.text = "math", in_dollars(tex, shown=shown)
    del element[:]
    element.attrib.clear()  # it may be hidden


def _source(math: Element) -> str:
    for note in math.iter("annotation"):
        if (note.get("encoding") or "").lower() in _TEX_TYPES:
            return "".join(note.itertext())
    return math.get("alttext") or _tex(math)


def _tex(element: Element) -> str:
    """Convert MathML to TeX, descending at most `html_tree.MAX_DEPTH` levels."""
    name = tag(element)
    if name.startswith("annotation"):
        return ""
    if not len(element):
        return (element.text or "").strip()
    parts = [_tex(child) for child in element]
    if len(parts) == 2 and name in _SCRIPTS:
        return f"{_group(parts[0])}{_SCRIPTS[name]}{_group(parts[1])}"
    if len(parts) == 3 and name in _BOTH:
        return f"{_group(parts[0])}_{_group(parts[1])}^{_group(parts[2])}"
    if name == "mfrac" and len(parts) == 2:
        return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
    if name == "mroot" and len(parts) == 2:
        return rf"\sqrt[{parts[1]}]{{{parts[0]}}}"
    text = _JOINED.get(name, "").join(parts)
    return rf"\sqrt{{{text}}}" if name == "msqrt" else text


def _group(part: str) -> str:
    return part if len(part) == 1 else f"{{{part}}}"
