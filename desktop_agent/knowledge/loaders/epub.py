"""Books (EPUB 2 and 3), chapter by chapter: https://www.w3.org/TR/epub-33/."""

import posixpath
import re
from typing import Final
from urllib.parse import unquote

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.archive import Archive
from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.markup import first_heading, long_to_text
from desktop_agent.knowledge.loaders.xml_tree import XmlElement, parse_xml, words_of
from desktop_agent.web.extract.charset import decode
from desktop_agent.web.extract.facts.page_date import iso_date

_PROTECTED: Final = frozenset({"META-INF/rights.xml", "META-INF/license.lcpl"})
# an HTML parser takes XML's empty element for one that never ends
_EMPTY: Final = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)\b)([a-zA-Z][\w:-]{0,40})"
    r"(\s[^<>]{0,2000})?/>"
)


def load_epub(_body: bytes, archive: Archive, name: str) -> Loaded:
    """Gives a part for each chapter, in the order of the book, labelled with its title.

    Raises:
        Unreadable: it is protected against copying, or says nowhere what its chapters are.
    """
    if archive.names & _PROTECTED:
        raise Unreadable(
            f"{base_name(name)} is protected against copying.", "Look for a copy without that."
        )
    container = parse_xml(archive.read("META-INF/container.xml"))
    found = None if container is None else next(container.iter("{*}rootfile"), None)
    path = "" if found is None else found.get("full-path") or ""
    package = parse_xml(archive.read(path))
    if package is None:
        raise Unreadable(f"{base_name(name)} is broken: it does not say what its chapters are.")
    composer = Composer()
    for chapter in _chapters(package, path):
        markup = decode(archive.read(chapter))
        text = long_to_text(_EMPTY.sub(r"<\1\2></\1>", markup))
        composer.add(text, label=first_heading(text))
        if composer.full:
            break
    title = words_of(package, "title") or base_name(name)
    return composer.loaded(title, "application/epub+zip", date=iso_date(words_of(package, "date")))


def _chapters(package: XmlElement, path: str) -> list[str]:
    """Gives where the chapters are, each once."""
    folder = posixpath.dirname(path)
    files = {
        item.get("id"): posixpath.normpath(posixpath.join(folder, unquote(item.get("href") or "")))
        for item in package.iter("{*}item")
    }
    order = (files.get(each.get("idref"), "") for each in package.iter("{*}itemref"))
    return [each for each in dict.fromkeys(order) if each]
