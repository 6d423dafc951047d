"""The date that stands beside the headline, for readers.

A date near a headline is not always the page's: an album's page begins with the day of its
release. So it counts only where its line says that it was published or changed then, or where the
line is little more than the date and its element is marked as one.
"""

import re
from collections.abc import Iterator

from desktop_agent.web.extract.facts.written_date import written_date
from desktop_agent.web.extract.tree.html_tree import Element, tag

_BEFORE = 200  # characters of text above the headline
_AFTER = 700  # and below it
_LONGEST_LINE = 160
_LITTLE_BESIDE = 40  # characters beside the date: an author, a time
_LABEL = 30  # characters of the text before that may say what date it is
_ABOVE = 12  # elements that a line may stand in
_MOST = 2  # of publication and of the last change; more are those of other pages
_LOOKED_AT = 20_000  # nodes; a menu may be long
_SKIPPED = frozenset(
    ("script", "style", "template", "td", "th", "dd", "li", "nav", "footer", "select", "option")
)
_APART = frozenset(("table", "dl", "nav", "footer", "aside", "form"))
_SAYS_SO = re.compile(
    r"publi|posted|updated|last (?:change|modif|edit|review)|written on|created|dated?\b|first (?:seen|appeared)"
    r"|veröffentlicht|aktualisiert|stand:|erstellt|mis (?:à jour|en ligne)|posté|modifié|actualizado|atualizado"
    r"|aggiornato|pubblicato|gepubliceerd|geplaatst|bijgewerkt|opublikowan|aktualizacja|опубликован|обновлен"
    r"|公開|更新|発表|投稿|发布|發布|更新|게시|등록|입력|수정|نشر|تحديث",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"date|time|publish|posted|byline|meta\b|meta[-_]|[-_]meta|author", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def byline_dates(root: Element, language: str) -> list[str]:
    """Gives the days in ISO 8601 that stand near the first ``<h1>``, two at most; none without one."""
    found: list[str] = []
    before = ""
    for owner, text in _lines(root):
        if len(text) <= _LONGEST_LINE and _YEAR.search(text):
            day, start, end = written_date(text, language)
            said = _SAYS_SO.search(f"{before} {text[:start]}")
            its_own = said or _is_marked(owner, len(text) - (end - start))
            if day and its_own and not _is_in_a_table(owner):
                found.append(day)
        if len(found) == _MOST:
            break
        before = text[-_LABEL:]
    return found


def _is_in_a_table(element: Element) -> bool:
    return any(tag(each) in _APART for each in _with_ancestors(element))


def _is_marked(element: Element, beside: int) -> bool:
    if beside > _LITTLE_BESIDE:
        return False
    if tag(element) == "time":
        return True
    for _ in range(3):
        if element is None:
            break
        if _MARKED.search((element.get("class") or "")[:200]):
            return True
        element = element.getparent()
    return False


def _lines(root: Element) -> Iterator[tuple[Element, str]]:
    """Yields texts around the first headline with the elements that they stand in."""
    above: list[tuple[Element, str]] = []
    headline = None
    below = 0
    for owner, text in _texts(root):
        if headline is None:
            headline = next((e for e in _with_ancestors(owner) if e.tag == "h1"), None)
            if headline is None:
                above.append((owner, text))
                continue
            yield from _last(above)
        below += len(text)
        if below > _AFTER:
            return
        yield owner, text


def _with_ancestors(element: Element) -> Iterator[Element]:
    yield element
    for ancestor, _ in zip(element.iterancestors(), range(_ABOVE), strict=False):
        yield ancestor


def _last(above: list[tuple[Element, str]]) -> list[tuple[Element, str]]:
    size = 0
    for count, (_, text) in enumerate(reversed(above)):
        size += len(text)
        if size > _BEFORE:
            return above[len(above) - count :]
    return above


def _texts(root: Element) -> Iterator[tuple[Element, str]]:
    """Yields pieces of text in page order; one that is cut by inline elements comes in pieces."""
    body = root.find("body")
    for count, element in enumerate((root if body is None else body).iter()):
        if count == _LOOKED_AT:
            return
        if tag(element) not in _SKIPPED:
            text = " ".join((element.text or "").split())
            if text:
                yield element, text
        text = " ".join((element.tail or "").split())
        parent = element.getparent()
        if text and parent is not None and tag(parent) not in _SKIPPED:
            yield parent, text
