"""A table with numbers becomes a chart, which can be copied."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from desktop_agent.frontends.ui.chat.chart import ChartDialog
from desktop_agent.frontends.ui.markdown.tables import chart_data
from tests.ui.markdown.conftest import settle

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
