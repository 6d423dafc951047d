"""Files and images that go with a question."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file as a model is told of it: its ``text``, or, for an image, its ``data``.

    ``media_type`` is that of the file (``image/png``, ``application/pdf``); ``note`` says what a
    reader should know of the reading, such as that it was cut.
    """

    name: str
    media_type: str
    text: str = ""
    data: bytes = field(default=b"", repr=False)
    note: str = ""

    @property
    def is_image(self) -> bool:
        """True when there are pixels and no text."""
        return self.media_type.startswith("image/")
