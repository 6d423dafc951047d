"""Formulas typeset by the worker: shown, copied, and left as text where that fails."""

import pytest
from PySide6.QtGui import QTextCursor

from desktop_agent.core.errors import Unreadable
from desktop_agent.frontends.ui.markdown.citation_chips import words_of
from desktop_agent.frontends.ui.markdown.formulas import FORMULA_KIND, OBJECT, plain_text, whole
from desktop_agent.frontends.ui.widgets.formula_worker import answer
from desktop_agent.frontends.ui.widgets.formulas import FormulaKey, Formulas
from tests.ui.conftest import until
from tests.ui.markdown.conftest import fragments

TEXT = r"""So $\frac{a}{b}$ and $\nosuch{x}$ and $\frac{1}{$ [1].

$$
\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}
$$

End."""


@pytest.fixture
async def typesetting(theme):
    formulas = theme.formulas = Formulas(theme)
    yield formulas
    theme.formulas = None
    await formulas.aclose()


def objects(view):
    return [form for _, form in fragments(view.document()) if form.objectType() == FORMULA_KIND]


async def test_formulas_are_typeset_and_copied_or_stay_text(typesetting, make_view):
    view = make_view()
    view.show_markdown(TEXT)
    await until(lambda: view.settled and len(objects(view)) == 2)
    await until(lambda: not typesetting._coming)
    assert "nosuch x" in view.toPlainText()
    inline = view.document().firstBlock().layout().lineAt(0)
    plain = make_view()
    plain.show_markdown("So it is.")
    await until(lambda: plain.settled)
    assert inline.height() > plain.document().firstBlock().layout().lineAt(0).height()
    view.selectAll()
    copied = view.createMimeDataFromSelection()
    assert not copied.hasHtml()
    assert " ".join(copied.text().split()) == (
        r"So $\frac{a}{b}$ and $\nosuch{x}$ and $\frac{1}{$ [1]. "
        r"$$\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}$$ End."
    )
    assert words_of(whole(view.document())).startswith(r"So $\frac{a}{b}$ and")
    picture = view.grab(view.cursorRect(view.document().find(OBJECT)).adjusted(-12, 0, 0, 0))
    shades = {picture.toImage().pixelColor(x, y).lightness() for x in range(12) for y in range(19)}
    assert max(shades) - min(shades) > 80


of_the_library = pytest.mark.filterwarnings("ignore:path is deprecated:DeprecationWarning")
"""ziamath finds its font so."""


def width_of(latex):
    return answer({"latex": latex, "display": True}, b"").head["width"]


@of_the_library
def test_brackets_around_a_sum_are_as_tall_as_the_sum():
    head = answer({"latex": r"\left(\sum_{j\in N}a_j\right)", "display": True}, b"").head
    assert 1.5 < head["ascent"] + head["descent"] < 3.5


@of_the_library
def test_signs_commas_and_accents_are_spaced_as_tex_does():
    assert width_of("a=-b") < width_of("a-b=") < width_of("a=-b") + 1
    assert width_of("a:=b") < width_of("a=b") + 0.5
    assert width_of("(a,b)") < width_of("(a{,}b)") + 0.25
    assert width_of(r"\hat{m}") < width_of(r"\widehat{mm}")


async def test_a_streamed_formula_is_typeset_before_the_text_ends(typesetting, make_view):
    view = make_view()
    view.append("First $x^2$ is")
    await until(lambda: typesetting.find(FormulaKey("x^2")) is not None)
    view.append(" written, then more")
    await until(lambda: view.settled)
    assert len(objects(view)) == 1
    assert OBJECT in view.toPlainText()
    view.resize(200, 300)
    view.show_markdown("$$" + "+".join(f"a_{{{n}}}" for n in range(60)) + "$$")
    await until(lambda: view.settled and objects(view))
    assert view.document().idealWidth() <= view.viewport().width() + 1  # a wide one is reduced


def test_a_part_of_a_text_is_copied_with_its_formulas_only(theme, make_view, qtbot):
    view = make_view()
    view.show_markdown("Before $x^2$ after, and $y$ last.")
    qtbot.waitUntil(lambda: view.settled)
    cursor = QTextCursor(view.document())
    cursor.setPosition(0)
    cursor.setPosition(view.toPlainText().index("after") + 5, QTextCursor.MoveMode.KeepAnchor)
    assert plain_text(cursor) == "Before $x^2$ after"


@pytest.mark.parametrize(
    "latex",
    [r"\frac{1}{", r"\SI{5}{m}", r"\text{中}", r"\newcommand{\a}{\a\a}\a", r"\text{<image/>}", ""],
)
def test_the_worker_refuses_what_it_cannot_set(latex):
    with pytest.raises(Unreadable, match=r"\."):
        answer({"latex": latex, "display": False}, b"")
