"""What stands below an answer: its draft and its sources."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton

from desktop_agent.core.research import Source
from desktop_agent.frontends.ui.chat.answer_sources import SourceRow, SourcesList, parted
from desktop_agent.frontends.ui.chat.verdict_view import DraftFold


@pytest.fixture
def shown(app):
    made = []

    def show(widget):
        made.append(widget)
        widget.show()
        return widget

    yield show
    for widget in made:
        widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize(
    ("answer", "offered"),
    [("It is 3.", ["Show draft"]), ("It is 4.", ["Show draft", "Draft → Refined"])],
)
def test_changes_are_offered_only_where_the_answer_is_other_than_the_draft(
    theme, shown, answer, offered
):
    fold = shown(DraftFold(theme, "It is 3.\n", answer))
    assert [b.text() for b in fold.findChildren(QPushButton) if b.isVisible()] == offered


def test_sources_stand_in_the_order_of_their_numbers(theme, shown):
    sources = [Source(number, "A page", f"https://{number}.example.org/") for number in (1, 3, 2)]
    listed = SourcesList(theme)
    for some in parted(sources):
        listed.add(some)
    rows = shown(listed).findChildren(SourceRow)
    assert [row.source.number for row in sorted(rows, key=lambda row: row.y())] == [1, 2, 3]
