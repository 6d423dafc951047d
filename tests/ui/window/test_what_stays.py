"""What stays where it is: the keyboard, the open conversation and the text."""

from PySide6.QtCore import Qt

from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.window.person import CTRL, ask, click, open_row, press, titles, write

KEY = Qt.Key


async def test_what_is_taken_back_does_not_take_the_place_of_what_was_opened_since(open_window):
    window = open_window(scenes.approved(), scenes.from_memory())
    await ask(window, "Pumps")
    window.page.begin_new()
    await ask(window, "Boilers")
    await until(lambda: titles(window) == ["Boilers", "Pumps"])
    window.sidebar.view.setFocus()
    await press(window, KEY.Key_Delete)
    await until(lambda: titles(window) == ["Pumps"])
    open_row(window, "Pumps")
    await until(lambda: window._top._title.accessibleName() == "Pumps")
    click(window.sidebar.toast.action)
    await until(lambda: titles(window) == ["Boilers", "Pumps"])
    assert window._top._title.accessibleName() == "Pumps"


async def test_when_the_last_row_is_deleted_the_keyboard_stays_in_the_sidebar(open_window):
    window = open_window(scenes.approved())
    await ask(window, "What?")
    await until(lambda: titles(window) == ["What?"])
    window.activateWindow()
    window.side.show()
    window.sidebar.view.setFocus()
    await press(window, KEY.Key_Delete)
    await until(lambda: titles(window) == [])
    assert window.sidebar.head.new.hasFocus()
    await press(window, KEY.Key_Z, CTRL)
    await until(lambda: titles(window) == ["What?"])


async def test_ctrl_end_in_the_question_field_jumps_when_there_is_no_text_to_go_through(
    open_window,
):
    window = open_window(scenes.approved())
    await ask(window, "What?")
    window.activateWindow()
    went = []
    window.commands["chat.latest"].action.triggered.connect(lambda: went.append(True))
    window.composer.edit.setFocus()
    await press(window, KEY.Key_End, CTRL)
    assert went == [True]
    write(window, "words")
    await press(window, KEY.Key_Home, CTRL)
    await press(window, KEY.Key_End, CTRL)
    assert went == [True]
    assert window.composer.edit.textCursor().atEnd()


async def test_the_text_stays_where_it_is_when_the_scroll_bar_appears(open_window):
    window = open_window(scenes.approved())
    window.resize(900, 1800)
    await ask(window, "What?")
    bar = window.chat.verticalScrollBar()
    await until(lambda: bar.maximum() == 0)
    text = window.chat.last
    before = text.mapTo(window, text.rect().topLeft()).x(), text.width()
    window.resize(900, 500)
    await until(lambda: bar.maximum() > 0 and bar.isVisible())
    assert (text.mapTo(window, text.rect().topLeft()).x(), text.width()) == before
