"""Writing, sending, queueing and editing questions, and the files that go with them."""

import asyncio

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, Qt, QUrl
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.messages import Attachment
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.frontends.ui.composer.attachments import LONGEST_SIDE, MOST_FILES, prepare_file
from tests.ui.composer.card_page import CardPage
from tests.ui.conftest import until
from tests.ui.manners.activation import activated

MODELS = (
    ModelInfo("qwen3:4b", capabilities=("completion", "tools")),
    ModelInfo("llava:7b", capabilities=("completion", "vision")),
)


async def read(path):
    """Reads as the program does, but for the process that is kept for hostile files."""
    if not path.exists():
        raise Unreadable(f"{path.name} no longer exists.")
    return Attachment(path.name, "text/plain", await asyncio.to_thread(path.read_text))


@pytest.fixture
async def page(theme, tasks, place):
    """A composer alone in a window, and what it has sent."""
    page = place(CardPage(theme, tasks, read_file=read), 640, 480)
    page.asked, page.replaced, page.drafts = [], [], []
    page.composer.asked.connect(lambda question, _instead_of: page.asked.append(question))
    page.composer.asked.connect(lambda _question, instead_of: page.replaced.append(instead_of))
    page.composer.draft_changed.connect(page.drafts.append)
    ready = ProviderState(ok=True, provider="ollama", model="qwen3:4b")
    page.composer.model.show_state(ready, MODELS)
    await activated(page)
    page.composer.edit.setFocus()
    return page


ENTER, ESC = Qt.Key.Key_Return, Qt.Key.Key_Escape


def write(page, text, key=None):
    QTest.keyClicks(page.composer.edit, text)
    if key is not None:
        QTest.keyClick(page.composer.edit, key)


def texts(page):
    return [question.text for question in page.asked]


@pytest.mark.parametrize("way", ["it failed", "the button", "escape"])
async def test_after_a_run_that_failed_or_was_stopped_the_queue_waits_for_the_person(page, way):
    page.composer.set_running(True)
    write(page, "second", ENTER)
    if way == "the button":
        page.composer.button.click()
    elif way == "escape":
        QTest.keyClick(page.composer.edit, ESC)
    else:
        page.composer.note_end("failed")
    assert len(page.stops) == (way != "it failed")
    page.composer.set_running(False)
    await asyncio.sleep(0.05)
    assert page.asked == []
    assert page.composer.queue.held
    QTest.keyClick(page.composer.edit, ENTER)
    assert texts(page) == ["second"]


async def test_while_a_run_goes_on_one_button_queues_and_another_stops(page):
    page.composer.set_running(True)
    assert page.composer.button.accessibleName() == "Stop"
    write(page, "next")
    assert page.composer.button.accessibleName() == "Add to queue"
    assert page.composer.stop_button.isVisible()
    page.composer.button.click()
    assert [each.text for each in page.composer.queue.questions] == ["next"]
    assert not page.composer.stop_button.isVisible()
    write(page, "x")
    page.composer.stop_button.click()
    assert page.stops == [True]


async def test_a_queued_question_can_be_taken_back_and_removed(page):
    page.composer.set_running(True)
    for text in ("one", "two"):
        write(page, text, ENTER)

    def buttons(name):
        found = page.composer.queue.findChildren(QToolButton)
        return [b for b in found if b.accessibleName().startswith(name) and not b.isHidden()]

    buttons("Edit")[0].click()
    assert page.composer.edit.toPlainText() == "one"
    QTest.keyClick(
        next(b for b in buttons("Remove") if b.parent().accessibleName() == "two"),
        Qt.Key.Key_Delete,
    )
    assert page.composer.queue.questions == []
    assert not page.composer.queue.isVisible()


async def test_editing_an_earlier_question_gives_back_what_was_being_written(page):
    write(page, "half a thought")
    page.composer.save_draft()
    page.composer.edit_question(7, "What?")
    assert page.composer.editing_bar.isVisible()
    write(page, " Why?")
    page.composer.save_draft()
    assert page.drafts == ["half a thought"], "what is edited is no draft"
    write(page, "", ENTER)
    assert (texts(page), page.replaced) == (["What? Why?"], [7])
    assert page.composer.edit.toPlainText() == "half a thought"
    assert not page.composer.editing_bar.isVisible()


async def test_the_context_is_told_from_sixty_percent_on_and_warned_of_beyond_it(page):
    page.composer.put("word " * 400)
    await asyncio.sleep(0.2)
    assert not page.composer.context.isVisible()  # the size of the context is unknown
    page.composer.context.set_context(4000, 1800)
    await asyncio.sleep(0.2)
    assert not page.composer.context.isVisible()
    page.composer.context.set_context(4000, 2000)
    await until(page.composer.context.isVisible)
    assert page.composer.context.text() == "context 64% full"
    assert page.composer.context.property("tone") == ""
    page.composer.context.set_context(4000, 3600)
    await until(lambda: page.composer.context.property("tone") == "warn")
    assert page.composer.context.text() == "context 100% full"
    page.composer.put("字" * 400)
    page.composer.context.set_context(1000, 200)
    await until(lambda: page.composer.context.text() == "context 67% full")


async def test_the_windows_own_escape_does_not_take_it_from_editing(page):
    stopped = []
    action = QAction(page)
    action.setShortcut("Esc")
    action.triggered.connect(lambda: stopped.append(True))
    page.addAction(action)
    page.composer.edit_question(7, "What?")
    QTest.keyClick(page.composer.edit, ESC)
    assert not page.composer.editing_bar.isVisible()
    assert stopped == []
    QTest.keyClick(page.composer.edit, ESC)
    assert stopped == [True]
    page.composer.set_running(True)
    page.composer.edit_question(7, "What?")
    QTest.keyClick(page.composer.edit, ESC)
    assert page.composer.edit.toPlainText() == ""
    assert page.stops == [], "one Esc does one thing"


def picture(width=40, height=30, form=QImage.Format.Format_RGB32, colour="#d0722a"):
    image = QImage(width, height, form)
    image.fill(QColor(colour))
    return image


def encoded(image, kind="PNG"):
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())


def mime(*urls, text=None, image=None):
    data = QMimeData()
    if urls:
        data.setUrls([QUrl.fromLocalFile(u) if u.startswith("/") else QUrl(u) for u in urls])
    if text is not None:
        data.setText(text)
    if image is not None:
        data.setImageData(image)
    return data


async def settled(page):
    await until(lambda: not page.composer.attachments.reading)


async def test_dropped_files_are_read_and_go_with_the_question(page, tmp_path):
    for name in ("notes.md", "table.csv"):
        (tmp_path / name).write_text(f"text of {name}")
    page.composer.take(mime(str(tmp_path / "notes.md"), str(tmp_path / "table.csv")))
    assert page.composer.attachments.reading
    QTest.keyClicks(page.composer.edit, "What do they say?")
    QTest.keyClick(page.composer.edit, Qt.Key.Key_Return)
    assert (page.asked, page.composer.note.text()) == ([], "Wait until the file has been read.")
    await settled(page)
    QTest.keyClick(page.composer.edit, Qt.Key.Key_Return)
    (draft,) = page.asked
    assert [each.name for each in draft.attachments] == ["notes.md", "table.csv"]
    assert draft.attachments[0].text == "text of notes.md"
    assert page.composer.attachments.items == []


async def test_a_dropped_link_and_words_that_come_with_a_picture_are_text(page):
    page.composer.take(mime("https://example.org/a?b=1"))
    assert page.composer.edit.toPlainText() == "https://example.org/a?b=1"
    page.composer.edit.clear()
    page.composer.take(mime(text="a table", image=picture()))
    assert page.composer.edit.toPlainText() == "a table"
    assert page.composer.attachments.items == []


async def test_a_pasted_picture_is_scaled_down_where_the_model_can_see(page):
    page.composer.model.choose("llava:7b")
    page.composer.take(mime(image=picture(4000, 1000)))
    await settled(page)
    (attached,) = page.composer.attachments.all
    image = QImage.fromData(QByteArray(attached.data))
    assert (image.width(), image.height()) == (LONGEST_SIDE, LONGEST_SIDE // 4)
    assert attached.is_image
    assert "1568" in attached.note


async def test_a_blind_model_is_shown_no_picture_and_another_is_named(page):
    page.composer.take(mime(image=picture()))
    await settled(page)
    assert page.composer.attachments.items == []
    assert page.composer.note.text() == "qwen3:4b can't read images. Choose one of these: llava:7b."
    page.composer.model.choose("llava:7b")
    page.composer.take(mime(image=picture()))
    await settled(page)
    page.composer.model.choose("qwen3:4b")
    QTest.keyClicks(page.composer.edit, "What is this?")
    QTest.keyClick(page.composer.edit, Qt.Key.Key_Return)
    assert page.asked == []
    assert "can't read images" in page.composer.note.text()
    assert page.composer.edit.toPlainText() == "What is this?"
    page.composer.model.show_state(
        page.composer.model.state, [ModelInfo("qwen3:4b")]
    )  # nothing is known of it
    page.composer.take(mime(image=picture()))
    await settled(page)
    assert len(page.composer.attachments.all) == 2


async def test_at_most_ten_files_go_with_a_question(page, tmp_path):
    paths = [tmp_path / f"{number}.txt" for number in range(12)]
    for path in paths:
        path.write_text("x")
    page.composer.attachments.add_files(paths)
    await settled(page)
    assert len(page.composer.attachments.all) == MOST_FILES
    assert "up to 10 files" in page.composer.note.text()


async def test_a_file_is_taken_away_by_its_button_and_by_a_key(page, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("x")
    page.composer.attachments.add_files([tmp_path / "a.txt", tmp_path / "b.txt"])
    await settled(page)

    async def button(name):
        await asyncio.sleep(0.05)  # until it is shown
        found = page.composer.findChildren(QToolButton)
        shown = (b for b in found if b.isVisible())
        return next(b for b in shown if b.accessibleName() == name)

    (await button("Remove a.txt")).click()
    QTest.keyClick(await button("Remove b.txt"), Qt.Key.Key_Delete)
    assert page.composer.attachments.items == []


async def test_a_very_long_paste_becomes_a_file_which_needs_a_question(page):
    page.composer.take(mime(text="x" * 250_000))
    (attached,) = page.composer.attachments.all
    assert len(attached.text) == 200_000
    assert attached.note == "cut off at 200,000 of 250,000 characters"
    assert page.composer.edit.toPlainText() == ""
    QTest.keyClick(page.composer.edit, Qt.Key.Key_Return)
    assert page.asked == []
    assert page.composer.note.isVisible()


def test_an_image_keeps_nothing_that_a_camera_or_program_wrote_into_it():
    image = picture()
    image.setText("Comment", "taken at 51.4769 N, 0.0005 W")
    written = encoded(image)
    assert b"51.4769" in written or b"Comment" in written
    made = prepare_file(Attachment("a.png", "image/png", data=written))
    assert b"Comment" not in made.data
    assert QImage.fromData(QByteArray(made.data)).textKeys() == []


@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
def test_a_photo_is_a_jpeg_and_what_is_transparent_stays_a_png(kind):
    photo = prepare_file(Attachment("a", f"image/{kind.lower()}", data=encoded(picture(), kind)))
    assert photo.media_type == "image/jpeg"
    assert photo.data.startswith(b"\xff\xd8\xff")
    clear = picture(form=QImage.Format.Format_ARGB32, colour="#00000000")
    kept = prepare_file(Attachment("a.png", "image/png", data=encoded(clear)))
    assert kept.media_type == "image/png"
    pixel = QImage.fromData(QByteArray(kept.data)).pixelColor(1, 1)
    assert pixel.alpha() == 0


def test_an_image_that_is_broken_or_claims_to_be_enormous_is_refused_with_its_name():
    header = encoded(picture())
    bomb = header[:16] + (60_000).to_bytes(4, "big") * 2 + header[24:]
    for body in (b"", b"\x89PNG\r\n\x1a\nbroken", b"GIF89a" + b"\0" * 40, bomb):
        with pytest.raises(Unreadable, match=r"x\.png"):
            prepare_file(Attachment("x.png", "image/png", data=body))
