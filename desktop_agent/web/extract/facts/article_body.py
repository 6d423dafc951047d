"""The text of a page that stands in its JSON-LD alone, as on pages that scripts put together."""

import re
from html import escape, unescape

from desktop_agent.web.extract.tree import html_tree
from desktop_agent.web.extract.tree.html_tree import Element

_MARKUP = re.compile(
    r"</?(?:p|br|div|h[1-6]|ul|ol|li|a|strong|em|table)\b[^<>]{0,300}>", re.IGNORECASE
)
_ENCODED = re.compile(r"&lt;/?(?:p|br|div|h[1-6]|ul|li)\b", re.IGNORECASE)


def article_body(title: str, body: str) -> Element | None:
    """Gives ``articleBody`` below its title as a tree of what is seen; None where it has no words.

    It is plain text by its definition, and markup on many pages.
    """
    if _ENCODED.search(body[:2000]):
        body = unescape(body)
    if not body.strip():
        return None
    if not _MARKUP.search(body):
        lines = (escape(unescape(line.strip()), quote=False) for line in body.splitlines())
        body = "".join(f"<p>{line}</p>" for line in lines if line)
    heading = f"<h1>{escape(title, quote=False)}</h1>" if title else ""
    root = html_tree.parse(f"<article>{heading}{body}</article>")
    if root is not None:
        html_tree.remove_unseen(root)
    return root
