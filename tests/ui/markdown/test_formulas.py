"""Formulas typeset by the worker, and charts of tables with numbers."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from desktop_agent.core.errors import Unreadable
from desktop_agent.frontends.ui.chat.chart import ChartDialog
from desktop_agent.frontends.ui.markdown.citation_chips import words_of
from desktop_agent.frontends.ui.markdown.formulas import FORMULA_KIND, OBJECT, plain_text, whole
from desktop_agent.frontends.ui.markdown.tables import chart_data
from desktop_agent.frontends.ui.widgets.formula_worker import answer
from desktop_agent.frontends.ui.widgets.formulas import FormulaKey, Formulas
from tests.ui.conftest import until
from tests.ui.markdown.conftest import fragments, settle

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


COSTS = """| Item | Heat pump | Gas boiler |
| --- | ---: | ---: |
| Installation | 14,200 EUR [1] | 8,100 EUR |
| Subsidy | -3,000 EUR | – |
| Running cost | 980 EUR | 1,340 EUR |
"""
YEARS = [("Year", "Visitors", "Staff"), *((str(2000 + n), str(100 * n), str(n)) for n in range(9))]


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ([("Town", "Height"), ("A", "12 m"), ("B", "1.5 m")], ["Height"]),
        ([("Town", "Height", "Note"), ("A", "12 m", "old"), ("B", "15 m", "new")], ["Height"]),
        ([("Town", "Share"), ("A", "12 %"), ("B", "n/a"), ("C", "30 %")], ["Share"]),
        (YEARS, ["Visitors", "Staff"]),
        ([("Town", "Built"), ("A", "between 1871 and 1874"), ("B", "1900")], None),
        ([("Town", "Say"), ("A", "one of the 3 oldest lights of the coast"), ("B", "2")], None),
        ([("Town", "Height"), ("A", "12 m")], None),
        ([("Tool", "Version"), ("A", "7.4.2"), ("B", "12.10.2020")], None),
        ([("Town", "Mayor"), ("A", "Ann"), ("B", "Bo")], None),
        ([], None),
    ],
)
def test_columns_of_numbers_are_told_from_text(rows, names):
    data = chart_data(rows)
    assert (data and [each.name for each in data.series]) == names


def test_figures_are_read_with_their_separators_and_years_are_labels():
    cells = ("1,234.5", "1,340", "-3.25", "14 200", "1.234.567")
    data = chart_data([("A", "B"), *((f"row {n}", cell) for n, cell in enumerate(cells))])
    assert data.series[0].values == (1234.5, 1340, -3.25, 14200, 1234567)
    assert chart_data(YEARS).labels[-1] == "2008"


def hovered(view, word):
    at = view.cursorRect(view.document().find(word)).center()
    QTest.mouseMove(view.viewport(), QPoint(1, 1))
    QTest.mouseMove(view.viewport(), at)
    return view._hovering


def labelled(dialog, text):
    return next(each for each in dialog.findChildren(QPushButton) if each.text() == text)


def test_one_click_shows_the_numbers_and_another_copies_or_saves_them(theme, make_view, tmp_path):
    view = make_view()
    view.show_markdown(f"Costs:\n\n{COSTS}\nNo numbers:\n\n| A | B |\n| - | - |\n| x | y |\n")
    settle(view)
    assert not hovered(view, "x").isVisible()
    button = hovered(view, "980")
    assert button.isVisible()
    wanted = []
    view.chart_wanted.connect(wanted.append)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = ChartDialog(theme, *wanted, view)
    dialog.open()
    said = dialog.view.accessibleDescription()
    assert said == (
        "Installation: 14,200 EUR, 8,100 EUR; Subsidy: -3,000 EUR, –; "
        "Running cost: 980 EUR, 1,340 EUR"
    )
    assert [dialog.columns.itemText(at) for at in range(3)] == [
        "All columns",
        "Heat pump",
        "Gas boiler",
    ]
    QTest.mouseClick(labelled(dialog, "Copy"), Qt.MouseButton.LeftButton)
    image = QApplication.clipboard().image()
    accent = QColor(view._theme.colours.accent).rgb()
    bar = [
        (x, y) for x in range(0, 1360, 20) for y in range(0, 200, 4) if image.pixel(x, y) == accent
    ]
    assert len({x for x, _ in bar}) > 20  # the bar of the installation is the longest
    dialog.save(tmp_path / "c.svg")
    dialog.save(tmp_path / "c.png")
    assert "Running cost" in (tmp_path / "c.svg").read_text()
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    dialog.columns.setCurrentIndex(2)
    assert "980" not in dialog.view.accessibleDescription()
    dialog.close()
    QApplication.processEvents()
    rows = "".join(f"| Town {n} | {n * 3} km |\n" for n in range(20))
    view.show_markdown(f"| Town | Way |\n| --- | --- |\n{rows}\n")
    settle(view)
    assert hovered(view, "57 km").isVisible()
    assert len(view._numbers._data.labels) == 20  # a long table is one chart
