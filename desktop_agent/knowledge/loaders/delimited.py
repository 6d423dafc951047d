"""CSV and its like, by groups of rows."""

import re
from collections.abc import Iterator
from typing import Final

from desktop_agent.knowledge.loaders.composing import MAX_CHARS, Composer
from desktop_agent.knowledge.loaders.file_name import base_name, suffix_of
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.suffixes import TABLES
from desktop_agent.knowledge.loaders.table_groups import add_rows
from desktop_agent.knowledge.loaders.text import load_prose, text_in
from desktop_agent.web.extract.formats.delimited import table_text
from desktop_agent.web.extract.readable import readable

_HEAD: Final = re.compile(r"(.*?)^(\| [^\n]* \|)\n(\|(?: --- \|)+)\n", re.MULTILINE | re.DOTALL)


def load_delimited(body: bytes, name: str) -> Loaded:
    """Gives the table with a part for each group of rows; rows are counted with their header.

    What is no table is given as text.
    """
    text = readable(text_in(body, name))[:MAX_CHARS]
    table = table_text(text)
    media_type = TABLES.get(suffix_of(name), "text/csv")
    head = _HEAD.match(table) if table is not text else None
    if head is None:
        return load_prose(text, name, media_type)
    above, header, ruler = head.groups()
    composer = Composer()
    composer.add(above)
    title = above.strip().partition("\n")[0]
    told = not header.startswith("| Column 1 |")
    first = len(above.split("\n\n")) + told
    columns = ruler.count("|") - 1
    add_rows(composer, header, columns, _numbered(table, head.end(), first))
    return composer.loaded(title or base_name(name), media_type, kind="table")


def _numbered(table: str, at: int, number: int) -> Iterator[tuple[int, str]]:
    while at < len(table):
        end = table.find("\n", at)
        end = len(table) if end < 0 else end
        yield number, table[at:end]
        at, number = end + 1, number + 1
