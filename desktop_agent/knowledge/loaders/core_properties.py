"""Title and date that an Office document says of itself (ECMA-376, part 2, section 11)."""

from desktop_agent.knowledge.loaders.archive import Archive
from desktop_agent.knowledge.loaders.xml_tree import parse_xml, words_of
from desktop_agent.web.extract.facts.page_date import iso_date


def core_properties(archive: Archive) -> tuple[str, str]:
    """Gives the title, and the day of the last change in ISO 8601; empty where it does not say."""
    root = parse_xml(archive.read("docProps/core.xml"))
    date = iso_date(words_of(root, "modified")) or iso_date(words_of(root, "created"))
    return words_of(root, "title"), date
