"""Loaders for OpenDocument text documents, spreadsheets and presentations (OASIS ODF 1.3)."""

from collections.abc import Collection, Iterator
from html import escape
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.text import one_line
from desktop_agent.knowledge.loaders.archive import Archive, properties
from desktop_agent.knowledge.loaders.document import Composer, Loaded
from desktop_agent.knowledge.loaders.html import first_heading, long_to_text
from desktop_agent.knowledge.loaders.spreadsheets import Budget, Row, add_sheet
from desktop_agent.web.extract.html_tree import Element, parse_xml

MEDIA_TYPE: Final = "application/vnd.oasis.opendocument."
_TAGS: Final = {
    "list-item": "li", "list-header": "li", "table": "table", "table-row": "tr",
    "table-cell": "td", "covered-table-cell": "td",
}  # fmt: skip
_SIGNS: Final = {"s": " ", "tab": " ", "line-break": "<br>"}
_INLINE: Final = {
    "note-body": (" (", ")"),
    "annotation": (" [Comment: ", "]"),
    "desc": (" [", "] "),
}
"""Text before and after elements whose paragraphs belong to the sentence around them."""
_LEFT_OUT: Final = frozenset(
    ("annotation-end", "forms", "notes", "note-citation", "title", "tracked-changes")
)
_DUBLIN_CORE: Final = "{http://purl.org/dc/elements/1.1/}"  # author and date of a comment
_MOST_COLUMNS: Final = 1000


def load_opendocument(_body: bytes, archive: Archive, name: str) -> Loaded:
    """Load a text document, a workbook (one part per group of rows) or slides (one part each)."""
    archive.refuse_declarations()
    if b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise Unreadable(f"{name} needs a password.", "Save a copy without it.")
    content = parse_xml(archive.read("content.xml"))
    body = None if content is None else next(content.iter("{*}body"), None)
    composer, heading, note = Composer(), "", ""
    found = None if body is None else next(body.iterchildren("{*}*"), None)
    kind = "text" if found is None else found.tag.rpartition("}")[2]
    if found is not None and kind == "spreadsheet":
        budget = Budget()
        for sheet in found.iterchildren("{*}table"):
            add_sheet(composer, one_line(_value(sheet, "name"), 100), _rows(sheet, budget))
        note = "Not all of its cells were read: there are too many." if budget.spent else ""
    elif found is not None and kind == "presentation":
        for number, page in enumerate(found.iterchildren("{*}page"), 1):
            _add_slide(composer, page, number)
    elif found is not None:
        styles = [content, parse_xml(archive.read("styles.xml"))]
        text = long_to_text(_Markup(_numbered(styles)).of(found))
        heading = first_heading(text)
        composer.add(text)
    title, date = properties(archive, "meta.xml", ("date", "creation-date"))
    return composer.loaded(
        title or heading or name, MEDIA_TYPE + kind, kind="table" if kind == "spreadsheet" else "prose",
        date=date, note=note,
    )  # fmt: skip


def _value(element: Element, name: str) -> str:
    """Return the value of an attribute in any namespace."""
    return next((str(v) for key, v in element.attrib.items() if key.endswith(f"}}{name}")), "")


def _count(element: Element, name: str) -> int:
    value = _value(element, name)
    return int(value) if value.isdecimal() and len(value) < 10 else 1


def _numbered(roots: Collection[Element | None]) -> frozenset[str]:
    """Return the names of the list styles with numbers on the first level."""
    styles = (each for root in roots if root is not None for each in root.iter("{*}list-style"))
    numbers = "{*}list-level-style-number"
    return frozenset(
        _value(style, "name") for style in styles if style.find(numbers) is not None
        and style[0] is style.find(numbers)
    )  # fmt: skip


class _Markup:
    """Converts a document's XML to HTML, placing text boxes after their paragraphs."""

    def __init__(self, numbered: Collection[str] = ()) -> None:
        self._numbered = numbered
        self._lists: list[str] = []
        self._inline = 0
        self._block = [""]  # the open paragraph or heading, in each text box
        self._texts: list[list[str]] = [[]]
        self._boxes: list[str] = []

    def of(self, root: Element) -> str:
        from lxml import etree

        skipped = 0
        for event, element in etree.iterwalk(root, events=("start", "end")):
            starts, kind = event == "start", etree.QName(element).localname
            if element is not root and (kind in _LEFT_OUT or element.tag.startswith(_DUBLIN_CORE)):
                skipped += 1 if starts else -1
            elif not skipped:
                said = self._start(element, kind) if starts else self._end(kind)
                self._texts[-1].append(said)  # to the text of a box, or after it
                self._texts[-1].append(escape(element.text or "") if starts else "")
            if not (starts or skipped or element is root):
                self._texts[-1].append(escape(element.tail or ""))
        return "".join(self._texts[0])

    def _start(self, element: Element, kind: str) -> str:
        if kind in _INLINE:
            self._inline += 1
            self._texts.append([])
            return ""
        if kind in _SIGNS:
            return _SIGNS[kind]
        if kind == "a":
            address = _value(element, "href")
            known = address.startswith(("http:", "https:", "mailto:"))
            return f'<a href="{escape(address)}">' if known else "<a>"
        if self._inline:
            return " " if kind == "p" else ""
        match kind:
            case "p" | "h":
                level = min(_count(element, "outline-level"), 6) or 1
                self._block[-1] = f"h{level}" if kind == "h" else "p"
                return f"<{self._block[-1]}>"
            case "list":
                style, outer = _value(element, "style-name"), self._lists[-1:]
                numbered = style in self._numbered if style else outer == ["ol"]
                headings = next(element.iter("{*}h"), None) is not None
                self._lists.append("" if headings else "ol" if numbered else "ul")
                return f"<{self._lists[-1]}>" if self._lists[-1] else ""
            case "text-box":
                self._texts.append([])
                self._block.append("")
                return ""
        return self._tag(kind, "<")

    def _end(self, kind: str) -> str:
        if kind in _INLINE:
            self._inline -= 1
            before, after = _INLINE[kind]
            return f"{before}{' '.join(''.join(self._texts.pop()).split())}{after}"
        if kind == "a":
            return "</a>"
        if self._inline:
            return ""
        match kind:
            case "p" | "h":
                block, self._block[-1] = self._block[-1], ""
                boxes, self._boxes = "".join(self._boxes), []
                return f"</{block}>{boxes}"
            case "list":
                name = self._lists.pop()
                return f"</{name}>" if name else ""
            case "text-box":
                text = "".join(self._texts.pop())
                self._block.pop()
                if not self._block[-1]:
                    return text
                self._boxes.append(text)
                return ""
        return self._tag(kind, "</")

    def _tag(self, kind: str, opening: str) -> str:
        tag = _TAGS.get(kind, "")
        if tag == "li" and not self._lists[-1]:
            return ""
        return f"{opening}{tag}>" if tag else ""


# --- Spreadsheets and slides


def _rows(sheet: Element, budget: Budget) -> Iterator[Row]:
    """Yield the number and displayed cells of each non-empty row."""
    number = 0
    for row in sheet.iter("{*}table-row"):
        cells: list[str] = []
        for cell in row.iterchildren("{*}table-cell", "{*}covered-table-cell"):
            lines = ("".join(each.itertext()) for each in cell.iterchildren("{*}p"))
            repeated = min(_count(cell, "number-columns-repeated"), _MOST_COLUMNS)
            cells += [" ".join(" ".join(lines).split())] * repeated
            if len(cells) >= _MOST_COLUMNS:
                break
        while cells and not cells[-1]:
            cells.pop()
        again = _count(row, "number-rows-repeated")
        for each in range(again if cells else 0):
            if not budget.take(len(cells)):
                return
            yield number + each + 1, cells
        number += again


def _add_slide(composer: Composer, page: Element, number: int) -> None:
    titles = (each for each in page.iterchildren("{*}frame") if _value(each, "class") == "title")
    frame = next(titles, None)
    title = "" if frame is None else one_line(" ".join(frame.itertext()), 200)
    if title:
        page.remove(frame)
    blocks = [long_to_text(_Markup().of(page))]
    notes = page.find("{*}notes")
    if notes is not None and (said := long_to_text(_Markup().of(notes))):
        blocks.append(f"Notes: {said}")
    composer.add_slide(number, title, blocks)
