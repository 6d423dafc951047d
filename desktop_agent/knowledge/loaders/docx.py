"""Word documents, by way of HTML."""

import io
from typing import Any, Final

from desktop_agent.knowledge.loaders.archive import Archive
from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.core_properties import core_properties
from desktop_agent.knowledge.loaders.docx_plain import plain_markup
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.markup import first_heading, long_to_text

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_LONG: Final = 8_000_000  # bytes of markup
_STYLES: Final = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Code'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
"""


def load_docx(body: bytes, archive: Archive, name: str) -> Loaded:
    """Gives the text with its headings, lists, tables and notes as markdown.

    A document of over a thousand pages is read without its lists and notes, and says so.
    """
    archive.refuse_declarations()
    is_long = archive.size("word/document.xml") > _LONG
    text = long_to_text(plain_markup(archive) if is_long else _markup(body))
    title, date = core_properties(archive)
    composer = Composer()
    composer.add(text)
    return composer.loaded(
        title or first_heading(text) or base_name(name),
        MEDIA_TYPE,
        date=date,
        note="It is very long: its notes were not read." if is_long else "",
    )


def _markup(body: bytes) -> str:
    import mammoth

    done = mammoth.convert_to_html(
        io.BytesIO(body),
        style_map=_STYLES,
        convert_image=_without_image,
        include_embedded_style_map=False,
    )
    return str(done.value)


def _without_image(image: Any) -> list[Any]:
    """Gives a picture's alternative text; its bytes are neither read nor loaded from elsewhere."""
    from mammoth import html

    said = image.alt_text
    return [html.text(f" [{said}] ")] if said else []
