"""A source as one writes it down elsewhere."""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from desktop_agent.ui.turn import host_of

ReferenceForm = Literal["plain", "markdown", "bibtex"]
_BIBTEX: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{each: "\\" + each for each in "&%$#_{}"},
}
_MARKDOWN = re.compile(r"([\\`*_\[\]<>])")
_ADDRESS: Mapping[str, str] = {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E"}


def reference(form: ReferenceForm, title: str, url: str, read_at: str = "") -> str:
    """Gives a reference; ``read_at`` is ISO 8601 or empty, and only its day is told.

    BibTeX is an ``@online`` entry as biblatex knows it.
    """
    title = " ".join(title.split()) or url
    day = read_at[:10]
    forms: Mapping[ReferenceForm, Callable[[str, str, str], str]] = {
        "plain": _plain,
        "markdown": _markdown,
        "bibtex": _bibtex,
    }
    return forms[form](title, url, day)


def _plain(title: str, url: str, day: str) -> str:
    read = f" (read {day})" if day else ""
    return f"{title}. {host_of(url)}. {url}{read}"


def _markdown(title: str, url: str, day: str) -> str:
    address = "".join(_ADDRESS.get(each, each) for each in url)
    read = f", read {day}" if day else ""
    shown = _MARKDOWN.sub(r"\\\1", title)
    return f"[{shown}]({address}) ({host_of(url)}{read})"


def _bibtex(title: str, url: str, day: str) -> str:
    words = re.findall(r"[a-z0-9]+", f"{host_of(url).split('.')[0]} {title}".lower())
    fields = {
        "title": "{" + "".join(_BIBTEX.get(each, each) for each in title) + "}",
        "organization": "".join(_BIBTEX.get(each, each) for each in host_of(url)),
        "url": "".join({"{": "%7B", "}": "%7D", "\\": "%5C"}.get(each, each) for each in url),
        "urldate": day,
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@online{{{'-'.join(words[:4]) or 'source'},", *lines, "}"])
