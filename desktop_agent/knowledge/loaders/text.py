"""Loaders for text files (Markdown, prose, source code, data) and Jupyter notebooks."""

import json
import re
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.messages import JsonObject
from desktop_agent.knowledge.loaders.document import (
    MAX_CHARS,
    Composer,
    Loaded,
    file_types,
    suffix_of,
)
from desktop_agent.knowledge.loaders.html import first_heading
from desktop_agent.web.extract.csv_json import json_text
from desktop_agent.web.extract.encoding import decode
from desktop_agent.web.extract.facts.page_date import iso_date
from desktop_agent.web.extract.markdown.code import fenced

_MOST_BYTES: Final = 4 * MAX_CHARS
_SAMPLE: Final = 1_000_000  # characters
_MOST_LOST: Final = 0.02
_MOST_FRONT: Final = 20_000
_FRONT: Final = re.compile(
    r"(?:---|\+\+\+)[ \t]*\n(.*?)\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL
)
_FIELD: Final = re.compile(
    r"^(title|date)[ \t]*[:=][ \t]*(.{1,400})$", re.MULTILINE | re.IGNORECASE
)
_TITLE: Final = re.compile(r"^#[ \t]+(.{1,300}?)[ \t#]*$|^(.{1,200})\n=+[ \t]*$", re.MULTILINE)
_MOST_BEFORE_TITLE: Final = 3000


def text_in(body: bytes, name: str) -> str:
    r"""Decode a text file and normalize its line endings to ``\n``."""
    text = decode(
        body[:_MOST_BYTES], None, "xml" if suffix_of(name) in {".xml", ".xsd"} else "none"
    )
    sample = text[:_SAMPLE]
    lost = sample.count("\ufffd") + sample.count("\0")
    if lost > _MOST_LOST * len(sample):
        raise Unreadable(f"{name} is not text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def load_text(body: bytes, name: str) -> Loaded:
    """Load a text file as Markdown, prose, source code or data, depending on its suffix."""
    text, types, suffix = text_in(body, name), file_types(), suffix_of(name)
    if media_type := types.code.get(suffix) or types.data.get(suffix):
        laid_out = json_text(text) if media_type == "application/json" else text
        composer = Composer()
        composer.add(laid_out, first_line=1 if laid_out == text else 0)
        return composer.loaded(name, media_type, kind="code")
    return load_prose(text, name, types.text.get(suffix, "text/plain"))


def load_prose(text: str, name: str, media_type: str) -> Loaded:
    """Load prose, with the title and date from the front matter.

    The title defaults to the first heading or, failing that, the file name.
    """
    title = date = ""
    front = _FRONT.match(text[:_MOST_FRONT]) if text.startswith(("---", "+++")) else None
    if front:
        fields = {key.lower(): value.strip(" \t\"'") for key, value in _FIELD.findall(front[1])}
        title, date = fields.get("title", ""), iso_date(fields.get("date", ""))
        # as code with the same number of lines: its last line would be read as a heading
        fenced = f"```{'yaml' if text[0] == '-' else 'toml'}\n{front[1]}\n```\n"
        text = fenced + text[front.end() :]
    if not title:
        found = _TITLE.search(text[:_MOST_BEFORE_TITLE])
        title = (found[1] or found[2]) if found else ""
    composer = Composer()
    composer.add(text, first_line=1)
    return composer.loaded(title or name, media_type, date=date)


# --- Jupyter notebooks (https://nbformat.readthedocs.io)

_MOST_OUTPUT: Final = 1000  # characters of a cell's output
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")


def load_notebook(body: bytes, name: str) -> Loaded:
    """Load a notebook: its text cells, its code as fenced blocks, and the start of each output."""
    book = json.loads(text_in(body, name))
    language = _language(book.get("metadata", {}))
    texts = [(cell["cell_type"], _cell_text(cell, language)) for cell in book["cells"]]
    titles = (first_heading(text) for kind, text in texts if kind == "markdown")
    composer = Composer()
    composer.add("\n\n".join(text for _, text in texts if text))
    title = next(filter(None, titles), name)
    return composer.loaded(title, "application/x-ipynb+json")


def _language(metadata: JsonObject) -> str:
    kernel, info = metadata.get("kernelspec", {}), metadata.get("language_info", {})
    language = str(info.get("name") or kernel.get("language", "python"))
    return language.lower() if language.isalnum() and len(language) <= 20 else "python"


def _cell_text(cell: JsonObject, language: str) -> str:
    source = "".join(cell["source"])  # text, or a list of lines
    if cell["cell_type"] != "code":
        return source.strip("\n")
    printed = "\n".join(map(_printed, cell.get("outputs", ()))).strip()
    printed = _ESCAPES.sub("", printed[: 2 * _MOST_OUTPUT])
    if len(printed) > _MOST_OUTPUT:
        printed = f"{printed[:_MOST_OUTPUT].rstrip()}\u2026"
    blocks = [fenced(source, language) if source.strip() else ""]
    if printed:
        blocks.append(f"Output:\n\n{fenced(printed, '')}")
    return "\n\n".join(filter(None, blocks))


def _printed(output: JsonObject) -> str:
    if "ename" in output:
        return f"{output['ename']}: {output['evalue']}"[:_MOST_OUTPUT]
    if "data" in output:
        return "".join(output["data"].get("text/plain", ""))
    return "".join(output.get("text", ""))
