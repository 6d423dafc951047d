"""Well-known software, and the sites that publish its versions."""

from collections.abc import Mapping

from desktop_agent.evidence.text.wordings import keys_by_word, table

_FILE = "question/software"


def _plain(name: str) -> str:
    """Return the name in lower case, without a trailing version number."""
    words = name.casefold().split()
    while len(words) > 1 and words[-1][:1].isdigit():
        words.pop()
    return " ".join(words)


def is_known(name: str) -> bool:
    """Return whether a name, with or without a version number, belongs to well-known software."""
    return bool(site_of(name) or index_of(name))


def site_of(name: str) -> str:
    """Return the domain of the software's own site, or "" if it is unknown."""
    sites: Mapping[str, str] = table(_FILE)["sites"]
    return sites.get(name.casefold()) or sites.get(_plain(name), "")


def index_of(name: str) -> str:
    """Return the domain of the package index that lists the software, or "" if none does."""
    return keys_by_word(_FILE, "in_index").get(_plain(name), "")
