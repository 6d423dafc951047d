"""What a reader sees although scripts and form controls stand for it: formulas and ticked boxes."""

from desktop_agent.web.extract.tree.html_tree import Element, tag


def show_formulas_and_boxes(root: Element) -> None:
    """Makes MathJax's scripts into ``<math>``, and the boxes of task lists into ``[x]`` and ``[ ]``.

    To be called before `html_tree.remove_unseen`, which takes scripts and controls out.
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
    """True for a box that only tells whether something is done; others are for the reader to tick."""
    for element in (control, *list(control.iterancestors())[:3]):
        if "task" in (element.get("class") or ""):
            return True
        if tag(element) == "li":
            break
    return control.get("disabled") is not None
