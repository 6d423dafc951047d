"""Convert a page's formulas to TeX, using their TeX annotations or else their MathML."""

import re
from typing import Final

from desktop_agent.web.extract.html_tree import Element, remove, tag

_TEX_TYPES = ("application/x-tex", "application/x-latex", "latex", "tex", "text/latex")
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)
_IMAGE = re.compile(r"(?:^|\s)(?:mwe-math-fallback-image-\w+|tex|latex|texrender)(?:\s|$)")
_DISPLAY_IMAGE = re.compile(r"-display(?:\s|$)")
_WRAPPED = re.compile(r"\$\$?([^$]*)\$\$?")
_DOLLAR = re.compile(r"(?<!\\)\$")
_MOST: Final = 5_000  # characters of one formula
_SCRIPTS = {"msup": "^", "mover": "^", "msub": "_", "munder": "_"}
_JOINED = {"mtr": " & ", "mtable": r" \\ "}
_BOTH = frozenset(("msubsup", "munderover"))


def write_formulas(root: Element) -> None:
    """Replace formulas with ``math`` elements that contain TeX in dollar signs."""
    for math in list(root.iter("math")):
        tex = _annotation(math) or math.get("alttext") or _tex(math)
        shown = math.get("display") == "block" or math.get("mode") == "display"
        math.text = _dollars(tex, display=shown)
        del math[:]
    for image in list(root.iter("img")):
        classes, alt = image.get("class") or "", image.get("alt") or ""
        if not alt or not _IMAGE.search(classes):
            continue
        parent = image.getparent()
        if len(parent) < 5 and next(parent.iter("math"), None) is not None:
            remove(image)  # repeats the formula next to it
        else:
            image.tag = "math"
            image.text = _dollars(alt, display=_DISPLAY_IMAGE.search(classes) is not None)


def _dollars(tex: str, *, display: bool) -> str:
    tex = " ".join(tex.split())[:_MOST]
    if wrapped := _WRAPPED.fullmatch(tex):
        tex = wrapped[1]
    tex = _DOLLAR.sub(r"\\$", tex)
    styled = _STYLE.match(tex)
    if styled and _closes_last(tex):
        tex = styled[1].strip()
    if not tex:
        return ""
    return f"$${tex}$$" if display else f"${tex}$"


def _closes_last(tex: str) -> bool:
    """Return whether the brace that opens the text is closed by its last character."""
    depth = 0
    for index, character in enumerate(tex):
        depth += (character == "{") - (character == "}")
        if not depth:
            return index == len(tex) - 1
    return False


def _annotation(math: Element) -> str:
    for note in math.iter("annotation"):
        if (note.get("encoding") or "").lower() in _TEX_TYPES:
            return "".join(note.itertext())
    return ""


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
    return _JOINED[name].join(parts) if name in _JOINED else _drawn(name, parts)


def _drawn(name: str, parts: list[str]) -> str:
    if name == "mfrac" and len(parts) == 2:
        return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
    if name == "mroot" and len(parts) == 2:
        return rf"\sqrt[{parts[1]}]{{{parts[0]}}}"
    text = "".join(parts)
    return rf"\sqrt{{{text}}}" if name == "msqrt" else text


def _group(part: str) -> str:
    return part if len(part) == 1 else f"{{{part}}}"


# --- Formulas in scripts, and checkboxes of task lists


def show_formulas_and_boxes(root: Element) -> None:
    """Make formulas and checkboxes visible before invisible elements are removed.

    MathJax scripts become ``<math>``, and the checkboxes of task lists become ``[x]`` and ``[ ]``.
    Call this before `html_tree.remove_unseen`, which removes scripts and form controls.
    """
    for script in list(root.iter("script")):
        kind = (script.get("type") or "").lower().replace(" ", "")
        if kind.startswith(("math/tex", "math/latex")):
            _to_formula(script, display="mode=display" in kind)
    for control in list(root.iter("input")):
        if (control.get("type") or "").lower() == "checkbox" and _is_of_a_task(control):
            box = "[x]" if control.get("checked") is not None else "[ ]"
            control.tail = f"{box} {(control.tail or '').lstrip()}"


def _to_formula(script: Element, *, display: bool) -> None:
    tex = script.text or ""
    script.text = None
    script.tag = "math"
    script.attrib.clear()
    script.set("alttext", tex)
    if display:
        script.set("display", "block")


def _is_of_a_task(control: Element) -> bool:
    """Return whether a checkbox belongs to a task list rather than to a form."""
    for element in (control, *list(control.iterancestors())[:3]):
        if "task" in (element.get("class") or ""):
            return True
        if tag(element) == "li":
            break
    return control.get("disabled") is not None
