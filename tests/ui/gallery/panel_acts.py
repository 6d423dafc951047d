"""What is done to the window before a picture: in the panels, the sidebar and the dialogs."""

import asyncio

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.gallery import acts
from tests.ui.gallery.studio import Prepare

# --- the panels at the right


async def reasoning(window: MainWindow) -> None:
    """The steps, as they are being taken."""
    window.show_panel(window.side.reasoning)
    await acts.begun(window)


async def whole_tree(window: MainWindow) -> None:
    """Every step unfolded."""
    window.show_panel(window.side.reasoning)
    await acts.asked(window)
    window.side.reasoning.tree.expandAll()
    window.side.reasoning.tree.scrollToTop()


async def detail(window: MainWindow) -> None:
    """One step at length, and a filter."""
    await whole_tree(window)
    view = window.side.reasoning.tree
    model = window.side.reasoning.model
    step = model.index(1, 0)
    view.setCurrentIndex(model.index(0, 0, step))
    view.activated.emit(view.currentIndex())


async def sources(window: MainWindow) -> None:
    """What the answer rests on, with the marks."""
    window.show_panel(window.side.sources)
    await acts.to_the_top(window)
    window.side.sources.view.expandAll()


async def snapshot(window: MainWindow) -> None:
    """The stored page at the words that are cited."""
    await sources(window)
    window.side.sources.point_at(1)
    window.side.sources.view.open_snapshot()
    await asyncio.sleep(0.6)


async def discoveries(window: MainWindow) -> None:
    """Findings worth keeping."""
    await acts.asked(window)
    window.show_panel(window.side.discoveries)


async def saved_discovery(window: MainWindow) -> None:
    """Words of the answer have just been saved."""
    await acts.asked(window)
    body = acts.last(window).body
    body.setTextCursor(body.document().find("A rule of thumb"))
    window.commands["discoveries.save"].action.trigger()
    await acts.until(lambda: window.toast.text)


async def dragged_in(window: MainWindow) -> None:
    """Files are dragged over the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("notes.txt")])
    enter = QDragEnterEvent(
        QPoint(200, 200),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, enter)


async def ledger(window: MainWindow) -> None:
    """What went out over the network."""
    await acts.asked(window)
    window.show_panel(window.side.ledger)
    await asyncio.sleep(0.3)


# --- the sidebar


async def search(window: MainWindow) -> None:
    """Words are looked for in all conversations."""
    window.sidebar.focus_search()
    QTest.keyClicks(window.sidebar.head.search, "heat pump")
    await asyncio.sleep(0.5)


async def rename(window: MainWindow) -> None:
    """A conversation is given another name."""
    window.activateWindow()
    window.sidebar.view.setFocus()
    window.sidebar.view.go_to(window.sidebar.conversations[3].id)
    window.sidebar.rename_current()
    await asyncio.sleep(0.1)


async def deleted(window: MainWindow) -> None:
    """A conversation was deleted, and can be taken back."""
    window.sidebar.view.go_to(window.sidebar.conversations[3].id)
    window.sidebar.delete_current()
    await asyncio.sleep(0.3)


async def menu(window: MainWindow) -> None:
    """What can be done with a conversation."""
    view = window.sidebar.view
    view.go_to(window.sidebar.conversations[3].id)
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    await asyncio.sleep(0.1)


# --- dialogs


def settings(page: str) -> Prepare:
    """The settings at a page."""

    async def prepare(window: MainWindow) -> None:
        window.dialogs.open_settings(page)
        await asyncio.sleep(0.3)

    return prepare


async def failed_test(window: MainWindow) -> None:
    """A server was tried, and does not answer."""
    dialog = window.dialogs.open_settings("servers")
    await asyncio.sleep(0.2)
    tests = [each for each in dialog.findChildren(QPushButton) if each.text().startswith("Test")]
    tests[0].click()
    await asyncio.sleep(0.4)


async def downloading(window: MainWindow) -> None:
    """A model is being downloaded, and one waits."""
    window.dialogs.open_settings("models")
    for name in ("qwen3:8b", "gemma3:4b"):
        window.downloads.start(name)
    await asyncio.sleep(1.6)


async def settings_search(window: MainWindow) -> None:
    """Words are looked for in the settings."""
    dialog = window.dialogs.open_settings()
    dialog.search.setText("time")
    await asyncio.sleep(0.3)


async def palette(window: MainWindow) -> None:
    """The command palette with some letters typed."""
    window.dialogs.open_palette()
    await asyncio.sleep(0.2)
    field = window.dialogs.palette.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "so")
    await asyncio.sleep(0.2)


async def whole_palette(window: MainWindow) -> None:
    """The command palette as it opens."""
    window.dialogs.open_palette()
    await asyncio.sleep(0.2)
    field = window.dialogs.palette.findChild(QLineEdit)
    assert field is not None
    QTest.keyClick(field, Qt.Key.Key_Down)


async def cheat_sheet(window: MainWindow) -> None:
    """All keys."""
    window.dialogs.open_cheat_sheet()
    await asyncio.sleep(0.2)
