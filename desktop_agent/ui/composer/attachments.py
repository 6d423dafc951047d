"""What is attached to the question that is being written: read, checked, and made ready."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.errors import AgentError
from desktop_agent.core.file_names import shown_name
from desktop_agent.ui.composer.image_scaling import PreparedImage, prepare_file, prepare_image
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.tasks import Tasks

MOST_FILES = 10
_MOST_CHARACTERS = 200_000

FileReader = Callable[[Path], Coroutine[Any, Any, Attachment]]
"""Reads a file outside of the window's thread, as `Session.read_file` does; raises `AgentError`."""


@dataclass(slots=True)
class AttachedItem:
    """Something attached; ``ready`` is None while it is still being read."""

    key: int
    name: str
    ready: Attachment | None = None
    thumbnail: QImage | None = None


class Attachments(QObject):
    """Holds at most ten; ``changed`` is sent after each change, ``refused`` with the reason."""

    changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.items: list[AttachedItem] = []
        self.blind: Callable[[], str] = str
        """Gives the reason why no image can be attached now, or empty."""
        self._keys = itertools.count(1)
        self._read: FileReader | None = None
        self._tasks: Tasks | None = None

    def use(self, read: FileReader, tasks: Tasks) -> None:
        """Says by what files are read; before that none can be attached."""
        self._read, self._tasks = read, tasks

    @property
    def possible(self) -> bool:
        """True when files can be attached."""
        return self._read is not None

    @property
    def reading(self) -> bool:
        """True while a file is still being read."""
        return any(item.ready is None for item in self.items)

    @property
    def all(self) -> tuple[Attachment, ...]:
        """What is ready, in its order."""
        return tuple(item.ready for item in self.items if item.ready is not None)

    def add_files(self, paths: Sequence[Path]) -> None:
        """Reads files and attaches them."""
        for path in paths:
            if self._read is not None:
                self._start(shown_name(path.name), self._file(path))

    def add_image(self, image: QImage) -> None:
        """Attaches an image from the clipboard."""
        name = self.tr("Pasted image {0}.png").format(len(self.items) + 1)
        if image.isNull():
            self.refused.emit(self.tr("There is no image that can be read."))
        else:
            self._start(name, self._image(name, QImage(image)))

    def add_text(self, text: str) -> None:
        """Attaches a long text that was pasted."""
        name = self.tr("Pasted text {0}.txt").format(len(self.items) + 1)
        note = ""
        if len(text) > _MOST_CHARACTERS:
            note = self.tr("cut at {0} of {1} characters").format(
                f"{_MOST_CHARACTERS:,}", f"{len(text):,}"
            )
        if self._has_room():
            cut = Attachment(name, "text/plain", text[:_MOST_CHARACTERS], note=note)
            self.items.append(AttachedItem(next(self._keys), name, cut))
            self.changed.emit()

    def put(self, attachments: Sequence[Attachment]) -> None:
        """Attaches what is ready in the place of all that was attached."""
        self.items = [AttachedItem(next(self._keys), each.name, each) for each in attachments]
        self.changed.emit()
        for item in self.items:
            if item.ready is not None and item.ready.is_image and self._tasks is not None:
                self._tasks.start(
                    asyncio.to_thread(prepare_file, item.ready),
                    partial(self._show, item.key),
                    lambda _error: None,  # without a small picture it has an icon
                )

    def remove(self, key: int) -> None:
        """Takes one away."""
        self.items = [item for item in self.items if item.key != key]
        self.changed.emit()

    def clear(self) -> None:
        """Takes all away; what is still being read is not attached."""
        if self.items:
            self.items = []
            self.changed.emit()

    def _has_room(self) -> bool:
        if len(self.items) < MOST_FILES:
            return True
        self.refused.emit(self.tr("At most {0} files go with a question.").format(MOST_FILES))
        return False

    def _start(
        self, name: str, work: Coroutine[Any, Any, tuple[Attachment, QImage | None]]
    ) -> None:
        if self._tasks is None or not self._has_room():
            work.close()
            return
        item = AttachedItem(next(self._keys), name)
        self.items.append(item)
        self.changed.emit()
        self._tasks.start(
            work,
            lambda made: self._made(item.key, *made),
            lambda error: self._failed(item.key, error),
        )

    async def _file(self, path: Path) -> tuple[Attachment, QImage | None]:
        assert self._read is not None
        read = await self._read(path)
        if not read.is_image:
            return read, None
        self._refuse_image()
        made = await asyncio.to_thread(prepare_file, read)
        return made.attachment, made.thumbnail

    async def _image(self, name: str, image: QImage) -> tuple[Attachment, QImage | None]:
        self._refuse_image()
        bare = Attachment(name, "image/png")
        made: PreparedImage = await asyncio.to_thread(prepare_image, image, bare, photo=False)
        return replace(made.attachment, name=name), made.thumbnail

    def _refuse_image(self) -> None:
        if reason := self.blind():
            raise AgentError(reason)

    def _made(self, key: int, attachment: Attachment, thumbnail: QImage | None) -> None:
        for item in self.items:
            if item.key == key:
                item.ready, item.thumbnail = attachment, thumbnail
                self.changed.emit()

    def _show(self, key: int, made: PreparedImage) -> None:
        for item in self.items:
            if item.key == key:
                item.thumbnail = made.thumbnail
                self.changed.emit()

    def _failed(self, key: int, error: AgentError) -> None:
        known = any(item.key == key for item in self.items)
        self.remove(key)
        if known:
            self.refused.emit(localized_error(error))
