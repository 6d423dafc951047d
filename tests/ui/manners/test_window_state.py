"""The window comes back where it was, and where one can see it."""

import pytest
from PySide6.QtCore import QByteArray, QEvent, QRect, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QWidget

from desktop_agent.frontends.ui.window.layout import WindowState


@pytest.fixture
def make_window(theme, tmp_path):
    made = []

    def make():
        window = QMainWindow()
        splitter = QSplitter()
        for _ in range(3):
            splitter.addWidget(QWidget())
        window.setCentralWidget(splitter)
        window.open_chat = ""
        state = WindowState(tmp_path, window)
        state.keep("panes", splitter.saveState, splitter.restoreState)
        state.keep(
            "chat", lambda: window.open_chat, lambda text: setattr(window, "open_chat", text)
        )
        state.restore()
        window.show()
        made.append(window)
        return window, splitter, state

    yield make
    for window in made:
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def can_be_seen(window):
    return window.screen().availableGeometry().contains(window.geometry().center())


def test_everything_is_as_it_was_and_a_window_that_is_shown_already_stays_where_it_is(make_window):
    window, splitter, state = make_window()
    window.setGeometry(40, 30, 700, 500)
    splitter.setSizes([100, 400, 200])
    window.open_chat = "c-1"
    sizes = splitter.sizes()
    state.remember()
    window.setGeometry(60, 50, 650, 490)
    state.restore()
    assert window.geometry() == QRect(60, 50, 650, 490)
    again, panes, _ = make_window()
    assert again.geometry() == QRect(40, 30, 700, 500)
    assert panes.sizes() == sizes
    assert again.open_chat == "c-1"


def test_a_maximised_window_is_maximised_again_and_one_off_the_screen_is_brought_back(make_window):
    window, _, state = make_window()
    window.setGeometry(5000, 4000, 700, 500)
    state.remember()
    again, _, state = make_window()
    assert can_be_seen(again)
    again.showMaximized()
    QTest.qWait(10)
    state.remember()
    third, _, _ = make_window()
    assert third.windowState() & Qt.WindowState.WindowMaximized


@pytest.mark.parametrize(
    "text",
    [
        "not a settings file \x00\xff",
        "[General]\ngeometry=@ByteArray(broken)\npanes=@Invalid()\nchat=@Invalid()\n",
    ],
)
def test_a_spoiled_file_does_no_harm(make_window, tmp_path, text):
    (tmp_path / "window.ini").write_text(text, encoding="latin-1")
    window, _, state = make_window()
    assert can_be_seen(window)
    state.remember()
    assert isinstance(
        QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat).value("geometry"),
        QByteArray,
    )
