"""Export conversations as HTML with marked citations, but no scripts or external resources."""

import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from PySide6.QtCore import QLocale

from desktop_agent.core.citations import MARKS, SIGNS, legend, marked_text, quote_against, reason_of
from desktop_agent.core.conversations import HTML_MARK
from desktop_agent.core.research import Claim, Mark
from desktop_agent.frontends.ui.export import conversation as words
from desktop_agent.frontends.ui.export.conversation import (
    ExportedConversation,
    ExportedSource,
    ExportedTurn,
)
from desktop_agent.frontends.ui.markdown.inline_writer import ADDRESS, openable
from desktop_agent.frontends.ui.markdown.mathematics import readable
from desktop_agent.frontends.ui.markdown.parser import (
    NESTING_MOST,
    add_mathematics,
    keep_line_breaks,
    task_mark,
)
from desktop_agent.frontends.ui.wording import labels
from desktop_agent.frontends.ui.wording.dates import moment
from desktop_agent.system.resources import resource_path

Env = MutableMapping[str, Any]
CitationLinks = Callable[[int], str]
"""A function that returns the link target for a citation of source n, or "" for no link."""


# from the private use area, so that no character of a text is mistaken for a mark
_MARK_OF: dict[str, Mark] = {chr(0xE0F0 + index): mark for index, mark in enumerate(MARKS)}
_CODES: dict[Mark, str] = {mark: code for code, mark in _MARK_OF.items()}
_CODE = "".join(_MARK_OF)
_CITED = rf"\[\d{{1,3}}[{_CODE}]?(?:\s{{0,3}},\s{{0,3}}\d{{1,3}}[{_CODE}]?){{0,40}}\](?!\()"
_SPECIAL = re.compile(f"(?P<cited>{_CITED})|(?P<address>{ADDRESS.pattern})")
_NUMBER = re.compile(rf"(\d{{1,3}})([{_CODE}]?)")


def markdown_html(text: str, claims: Sequence[Claim], links: CitationLinks) -> str:
    """Return the HTML of an answer."""
    clean = "".join("\ufffd" if char in _MARK_OF else char for char in text)
    parser = _parser()
    env: dict[str, Any] = {"cited": links, "open_links": []}
    marked = marked_text(clean.replace("\r\n", "\n"), claims, _CODES)
    tokens = parser.parse(marked, env)
    for index, token in enumerate(tokens):
        keep_line_breaks(token)
        if token.type.startswith("heading_"):  # smaller than that of the question
            token.tag = "h3" if token.tag == "h1" else "h4"
        elif token.type == "inline" and tokens[index - 2].type == "list_item_open":
            mark, children = task_mark("", token.children or [])
            box = [Token("text", "", 0, content=f"{mark} ")] if mark else []
            token.children = [*box, *children]
    return str(parser.renderer.render(tokens, parser.options, env))


class _Renderer(RendererHTML):
    """Renders markdown-it tokens as HTML. Every rule escapes its input."""

    def renderToken(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        token = tokens[idx]
        if not token.tag:
            return ""  # the default for an unknown block would be "<>"
        if token.type in ("th_open", "td_open"):
            # Qt drops the borders of a cell that has its own style
            side = str(token.attrGet("style") or "").removeprefix("text-align:")
            return f'<{token.tag} align="{escape(side)}">' if side else f"<{token.tag}>"
        return super().renderToken(tokens, idx, options, env)

    def text(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: Env) -> str:
        content = tokens[idx].content
        if env["open_links"]:
            return escape(_signed(content))
        parts, at = [], 0
        for found in _SPECIAL.finditer(content):
            parts.append(escape(content[at : found.start()]))
            if found["cited"]:
                parts.append(_citation(found["cited"], env["cited"]))
            else:
                parts.append(_anchor(found["address"]) + escape(found["address"]) + "</a>")
            at = found.end()
        return "".join(parts) + escape(content[at:])

    def link_open(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: Env) -> str:
        href = str(tokens[idx].attrGet("href") or "")
        env["open_links"].append("</a>" if openable(href) else "</span>")
        return _anchor(href) if openable(href) else "<span>"

    def link_close(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, env: Env
    ) -> str:
        return str(env["open_links"].pop()) if env["open_links"] else ""

    def image(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: Env) -> str:
        # no image is ever loaded: show its description
        return f"<em>{escape(tokens[idx].content or 'image')}</em>"

    def mathematics(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: Env
    ) -> str:
        token = tokens[idx]
        html = f"<i>{escape(readable(_signed(token.content)))}</i>"
        return f'<p class="math">{html}</p>\n' if token.block else html


_MATH = ("math_inline", "math_inline_double", "math_block")


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    parser.enable(["table", "strikethrough"])
    add_mathematics(parser)
    for name in _MATH:
        parser.add_render_rule(name, _Renderer.mathematics)
    parser.options["maxNesting"] = NESTING_MOST
    return parser


def _anchor(href: str) -> str:
    return f'<a href="{escape(href)}" rel="noreferrer noopener">'


def _citation(text: str, links: CitationLinks) -> str:
    """Return the HTML of a citation such as ``[1, 2]``: a marked, linked chip for each number."""
    chips = []
    for found in _NUMBER.finditer(text):
        number, mark = int(found[1]), _MARK_OF.get(found[2])
        sign = SIGNS[mark] if mark is not None else ""
        kind = f"cite {mark}" if mark is not None else "cite"
        tip = f' title="{escape(labels.mark(mark))}"' if mark is not None else ""
        href = links(number)
        if href:
            chips.append(f'<a class="{kind}" href="{escape(href)}"{tip}>[{number}{sign}]</a>')
        else:
            chips.append(f'<span class="{kind}"{tip}>[{number}{sign}]</span>')
    return "".join(chips)


def _signed(text: str) -> str:
    for code, mark in _MARK_OF.items():
        text = text.replace(code, SIGNS[mark])
    return text


# --- HTML pieces of a turn, each a whole block, for the web page and for paper
#
# They load nothing: text from users and models is escaped, and only web addresses become links.


def heading(conversation: ExportedConversation) -> str:
    """Return the title as HTML, with the folder, tags and creation date below it."""
    tags = (f"#{tag}" for tag in conversation.tags)
    begun = moment(conversation.created) if conversation.created else ""
    about = " · ".join(each for each in (conversation.folder, *tags, begun) if each)
    below = f'<p class="about">{escape(about)}</p>' if about else ""
    return f"<h1>{escape(words.title_of(conversation.title))}</h1>{below}"


def turn_pieces(turn: ExportedTurn, number: int, links: CitationLinks) -> Iterator[str]:
    """Yield a turn's HTML: question, answer, sources, and claims that are not fully supported."""
    question = "<br>".join(escape(line) for line in turn.question.strip().splitlines())
    yield f'<h2 class="question">{question}</h2>'
    if turn.attachments:
        names = escape(", ".join(turn.attachments))
        yield f'<p class="about">{escape(words.tr("Attached: {0}")).format(names)}</p>'
    note = words.note_on(turn)
    if note:
        yield f'<p class="note">{escape(note)}</p>'
    yield markdown_html(turn.answer, turn.claims, links)
    if verdict := words.verdict_on(turn):
        yield f'<p class="verdict">{escape(verdict)}</p>'
    if turn.sources:
        yield f'<h4 class="part">{escape(words.tr("Sources"))}</h4>'
    for source in turn.sources:
        yield _source(source, number)
    yield from _claims(turn.claims)
    about = words.about_turn(turn)
    if about:
        yield f'<p class="about">{escape(about)}</p>'


def source_anchor(turn: int, source: int) -> str:
    """Return the anchor name for a source of a turn."""
    return f"turn{turn}-source{source}"


def _source(source: ExportedSource, turn: int) -> str:
    title = escape(" ".join(source.title.split()) or source.url)
    if openable(source.url):
        title = f"{_anchor(source.url)}{title}</a>"
    where = f'<br><span class="address">{escape(source.url)}</span>' if source.url else ""
    quotes = "".join(
        f"<blockquote>{escape(words.sentence(quote))}</blockquote>" for quote in source.quotes
    )
    about = escape(words.about_source(source))
    return (
        f'<div class="source" id="{source_anchor(turn, source.number)}">'
        f'<p class="source">{source.number}. {title}{where}<br>'
        f'<span class="about">{about}</span></p>{quotes}</div>'
    )


def _claims(claims: tuple[Claim, ...]) -> Iterator[str]:
    if not claims:
        return
    yield f'<p class="about">{escape(legend())}</p>'
    weak = [each for each in claims if each.mark != "supported"]
    weak.sort(key=lambda each: not each.struck)
    if weak:
        yield f'<ul class="claims">{"".join(_claim(each) for each in weak)}</ul>'


def _claim(claim: Claim) -> str:
    mark: Mark = claim.mark
    reason = words.sentence(quote_against(claim) or reason_of(claim))
    told = f" ({escape(reason)})" if reason else ""
    sentence = escape(words.sentence(claim.text))
    sentence = f"<s>{sentence}</s>" if claim.struck else sentence
    word = labels.struck() if claim.struck else labels.mark(mark)
    sign = f'<span class="{mark}">{SIGNS[mark]} {escape(word)}</span>'
    return f"<li>{sign}: {sentence}{told}</li>"


# --- Self-contained HTML file: no scripts, fonts or images

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy that restricts the browser to the styles inside the page."""


def conversation_html(conversation: ExportedConversation) -> str:
    """Return a self-contained HTML page with styles for light mode, dark mode and print."""
    title = escape(words.title_of(conversation.title))
    style = resource_path("export", "page.css").read_text(encoding="utf-8")
    turns = "\n".join(
        _turn(turn, number) for number, turn in enumerate(conversation.turns, start=1)
    )
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="{escape(QLocale().bcp47Name())}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"{HTML_MARK}\n"
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<header>{heading(conversation)}</header>\n{turns}\n</main>\n</body>\n</html>\n"
    )


def _turn(turn: ExportedTurn, number: int) -> str:
    known = {each.number for each in turn.sources}

    def link(source: int) -> str:
        return f"#{source_anchor(number, source)}" if source in known else ""

    pieces = "\n".join(turn_pieces(turn, number, link))
    return f'<article id="turn{number}">\n{pieces}\n</article>'
