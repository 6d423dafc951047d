"""Small XML files to trees, without entities, external files or the network."""

from typing import Any, TypeAlias

# lxml ships no types
XmlElement: TypeAlias = Any


def parse_xml(body: bytes) -> XmlElement | None:
    """Gives the root element; None where it is no XML."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, remove_comments=True,
        remove_pis=True, recover=True,
    )  # fmt: skip
    try:
        return etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def words_of(root: XmlElement | None, name: str) -> str:
    """Gives the text of the first element of a local name; empty where there is none."""
    if root is None:
        return ""
    found = next(root.iter(f"{{*}}{name}"), None)
    return "" if found is None else " ".join("".join(found.itertext()).split())
