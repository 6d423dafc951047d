"""HTML pages that were saved: their main content, as it is read on the web."""

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.markup import to_text
from desktop_agent.web.extract.charset import decode
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.pipeline import extract


def load_html(body: bytes, name: str) -> Loaded:
    """Gives the main content as markdown; where that is refused (a login form), the whole page.

    Raises:
        Unreadable: it holds no text.
    """
    title = published = note = ""
    try:
        page = extract(Document(body, "text/html", None, base_name(name)))
        title, text, published = page.title, page.text, page.published
        note = "Only its first 60,000 elements were read." if page.cut else ""
    except Unreadable:
        text = to_text(decode(body))
    if not text:
        raise Unreadable(f"{base_name(name)} holds no text.")
    composer = Composer()
    composer.add(text)
    return composer.loaded(title or base_name(name), "text/html", date=published, note=note)
