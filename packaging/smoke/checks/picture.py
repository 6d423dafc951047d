"""What an X server shows, read from the file that Xvfb keeps its picture in (``-fbdir``)."""

import mmap
import struct
from pathlib import Path

_FIELDS = 25  # of the header of an X window dump, 32 bits each, the highest byte first
_COLOUR = 12  # bytes of an entry of its colour map


class Picture:
    """The screen, as it is at the moment of asking."""

    def __init__(self, file: Path) -> None:
        with file.open("rb") as opened:
            self._bytes = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack(f">{_FIELDS}I", self._bytes[: 4 * _FIELDS])
        self.width, self.height = header[4], header[5]
        self._line = header[12]
        self._begins = header[0] + _COLOUR * header[19]

    def colours(self, rows: range) -> int:
        """How many colours there are in these rows."""
        found = set[bytes]()
        for row in rows:
            start = self._begins + row * self._line
            line = self._bytes[start : start + 4 * self.width]
            found.update(line[at : at + 3] for at in range(0, len(line), 4))
        return len(found)

    def shows_anything(self) -> bool:
        """Whether something other than the bare, black screen is shown in its middle."""
        start = self._begins + (self.height // 2) * self._line + 2 * self.width
        return any(self._bytes[start : start + 4 * 64][at] for at in range(4 * 64) if at % 4 != 3)

    def save(self, file: Path) -> None:
        """Writes it as a picture."""
        from PySide6.QtGui import QImage

        pixels = self._bytes[self._begins : self._begins + self._line * self.height]
        image = QImage(pixels, self.width, self.height, self._line, QImage.Format.Format_RGB32)
        if not image.save(str(file)):
            raise OSError(f"the picture cannot be written to {file}")
