"""A turn as pieces of HTML, each a whole block: what the web page and the paper are made of.

Nothing in them loads anything. What a person or a model wrote is escaped; only ``http`` and
``https`` addresses become links.
"""

from collections.abc import Iterator
from html import escape

from desktop_agent.core.citations import SIGNS, legend, quote_against, reason_of
from desktop_agent.core.research import Claim, Mark
from desktop_agent.ui import evidence_words
from desktop_agent.ui.export import words
from desktop_agent.ui.export.exported import ExportedConversation, ExportedSource, ExportedTurn
from desktop_agent.ui.export.html_markdown import CitationLinks, markdown_pieces
from desktop_agent.ui.markdown.inline_writer import openable


def heading(conversation: ExportedConversation) -> str:
    """Gives the title of all, and below it where it is kept and when it was begun."""
    tags = (f"#{tag}" for tag in conversation.tags)
    begun = words.moment(conversation.created) if conversation.created else ""
    about = " · ".join(each for each in (conversation.folder, *tags, begun) if each)
    below = f'<p class="about">{escape(about)}</p>' if about else ""
    return f"<h1>{escape(words.title_of(conversation.title))}</h1>{below}"


def turn_pieces(turn: ExportedTurn, number: int, links: CitationLinks) -> Iterator[str]:
    """Yields the question, the blocks of the answer, its sources and what became of its claims.

    ``number`` counts the turns from 1; ``links`` says where a citation of a source leads to.
    """
    yield f'<h2 class="question">{_lines(turn.question)}</h2>'
    if turn.attachments:
        names = escape(", ".join(turn.attachments))
        yield f'<p class="about">{escape(words.tr("Attached: {0}")).format(names)}</p>'
    note = words.note_on(turn)
    if note:
        yield f'<p class="note">{escape(note)}</p>'
    yield from markdown_pieces(turn.answer, turn.claims, number, links)
    if verdict := words.verdict_on(turn):
        yield f'<p class="note">{escape(verdict)}</p>'
    if turn.sources:
        yield f'<h3 class="part">{escape(words.tr("Sources"))}</h3>'
    for source in turn.sources:
        yield _source(source, number)
    yield from _claims(turn.claims)
    about = words.about_turn(turn)
    if about:
        yield f'<p class="about">{escape(about)}</p>'


def source_anchor(turn: int, source: int) -> str:
    """Gives the name of the place in the page where a source stands."""
    return f"turn{turn}-source{source}"


def _source(source: ExportedSource, turn: int) -> str:
    title = escape(" ".join(source.title.split()) or source.url)
    if openable(source.url):
        address = escape(source.url)
        title = f'<a href="{address}" rel="noreferrer noopener">{title}</a>'
        where = f'<br><span class="address">{address}</span>'
    else:
        where = f'<br><span class="address">{escape(source.url)}</span>' if source.url else ""
    quotes = "".join(f"<blockquote>{escape(quote)}</blockquote>" for quote in source.quotes)
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
    reason = " ".join((quote_against(claim) or reason_of(claim)).split())
    told = f" ({escape(reason)})" if reason else ""
    sentence = escape(" ".join(claim.text.split()))
    sentence = f"<s>{sentence}</s>" if claim.struck else sentence
    word = evidence_words.struck() if claim.struck else evidence_words.mark(mark)
    sign = f'<span class="{mark}">{SIGNS[mark]} {escape(word)}</span>'
    return f"<li>{sign}: {sentence}{told}</li>"


def _lines(text: str) -> str:
    return "<br>".join(escape(line) for line in text.strip().splitlines())
