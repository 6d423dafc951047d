"""Word documents, by way of HTML."""

import io
from typing import Any, Final

from desktop_agent.knowledge.loaders.archive import Archive
from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.core_properties import core_properties
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.markup import first_heading, long_to_text

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_STYLES: Final = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Code'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
"""


def load_docx(body: bytes, archive: Archive, name: str) -> Loaded:
    """Gives the text with its headings, lists, tables and notes as markdown."""
    import mammoth

    archive.refuse_declarations()
    done = mammoth.convert_to_html(
        io.BytesIO(body),
        style_map=_STYLES,
        convert_image=_without_image,
        include_embedded_style_map=False,
    )
    text = long_to_text(done.value)
    title, date = core_properties(archive)
    composer = Composer()
    composer.add(text)
    return composer.loaded(title or first_heading(text) or base_name(name), MEDIA_TYPE, date=date)


def _without_image(image: Any) -> list[Any]:
    """Gives a picture's alternative text; its bytes are neither read nor loaded from elsewhere."""
    from mammoth import html

    said = image.alt_text
    return [html.text(f" [{said}] ")] if said else []
