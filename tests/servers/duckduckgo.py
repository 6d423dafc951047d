"""A fake DuckDuckGo lite.

The markup follows pages that were captured in April 2026: single-quoted classes, four rows per
result, tables without results before them; links are direct after POST and wrapped after GET.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qsl, quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tests.servers.search_replies import Engine, Held, Result, Slow, Status, Zero


@dataclass(frozen=True)
class Results:
    """A page of results; each advertisement takes a number of its own before them."""

    hits: Sequence[Result]
    ads: Sequence[Result] = ()


Reply = Results | Sequence[Result] | Zero | Status | Slow | Held

NOTICE = "<tr><td>&nbsp;</td><td>No results.</td></tr>"

CHALLENGE = """<!DOCTYPE html><html lang="en"><head><title>DuckDuckGo</title></head><body>
<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=lite&amp;cc=botnet" method="POST">
<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
<div class="anomaly-modal__description">Please complete the following challenge.</div>
</form></body></html>"""

# what a refused User-Agent gets: a page that only sends the browser elsewhere
REFRESH = (
    '<html><head><meta http-equiv="refresh" content="0; url=https://duckduckgo.com/"></head></html>'
)

DRIFT = """<html><body><main><article><h2><a href="https://example.org/">A result</a></h2>
<p>In markup of tomorrow.</p></article></main></body></html>"""
CHALLENGED = Status(202, CHALLENGE)
"""The page that asks to pick the ducks, with the status it usually has."""
DRIFTED = Status(200, DRIFT)
"""Results in markup that no selector of ours knows."""


def _wrapped(url: str) -> str:
    return f"//duckduckgo.com/l/?uddg={quote(url, safe='')}&rut={'0' * 64}"


def _ad(number: int, ad: Result) -> str:
    target = f"https://duckduckgo.com/y.js?ad_domain={quote(ad.url, safe='')}"
    return f"""<tr class="result-sponsored"><td valign="top">{number}.&nbsp;</td><td>
<a rel="nofollow" href="{escape(_wrapped(target))}" class='result-link'>{escape(ad.title)}</a>
(Sponsored link - <a href="https://duckduckgo.com/help/ads" class='result-link'>more info</a>)
</td></tr><tr class="result-sponsored"><td>&nbsp;</td>
<td class='result-snippet'>{escape(ad.snippet)}</td></tr>"""


def _row(number: int, hit: Result, *, wrap: bool) -> str:
    href = _wrapped(hit.url) if wrap else hit.url
    stamp = f"<span class='timestamp'>{hit.date}.0000000</span>" if hit.date else ""
    return f"""<tr><td valign="top">{number}.&nbsp;</td><td>
<a rel="nofollow" href="{escape(href)}" class='result-link'>{escape(hit.title)}</a></td></tr>
<tr><td>&nbsp;&nbsp;&nbsp;</td><td class='result-snippet'>{escape(hit.snippet)}</td></tr>
<tr><td>&nbsp;&nbsp;&nbsp;</td><td><span class='link-text'>{escape(hit.url)}</span> {stamp}</td></tr>
<tr><td>&nbsp;</td><td>&nbsp;</td></tr>"""


def page(query: str, rows: str) -> str:
    """Gives a lite page with these table rows where the results are."""
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head><title>{escape(query)} at DuckDuckGo</title></head><body>
<form action="/lite/" method="post"><input class='query' name="q" value="{escape(query)}"></form>
<table border="0"><tr><td></td><td>
<form class="next_form" action="/lite/" method="post"><input type="hidden" name="vqd" value="4-2">
</form></td></tr></table>
<p class='extra'>&nbsp;</p><table border="0"></table><table border="0">{rows}</table>
</body></html>"""


def results_page(query: str, results: Results, *, wrap: bool = False) -> str:
    """Gives the lite page of these results; ``wrap`` turns links into redirects, as GET does."""
    first = len(results.ads) + 1
    rows = "".join(_ad(number, ad) for number, ad in enumerate(results.ads, 1))
    rows += "".join(_row(n, hit, wrap=wrap) for n, hit in enumerate(results.hits, first))
    return page(query, rows)


class FakeDuckDuckGo(Engine):
    """Serves ``app`` at any path; a plain list of `Result` is a page of results."""

    def __init__(self, replies: Sequence[Reply]) -> None:
        super().__init__(replies, "/{path:path}", methods=["GET", "POST"])

    @staticmethod
    def url(base: str) -> str:
        """The setting ``search.duckduckgo_url`` for a server at ``base``."""
        return f"{base}/lite/"

    async def _answer(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode(), keep_blank_values=True))
        reply = await self._script.next(request, form)
        query = form.get("q") or request.query_params.get("q", "")
        match reply:
            case Status():
                return HTMLResponse(reply.text, reply.status, headers=dict(reply.headers))
            case Zero():
                return HTMLResponse(page(query, NOTICE))
            case _:
                found = reply if isinstance(reply, Results) else Results(reply)
                return HTMLResponse(results_page(query, found, wrap=request.method == "GET"))
