"""What stands between a reader and a page is named, and what is a page is never taken for it."""

import json
import time

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.system.resources import toml_resource
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.walls import Wall, pattern
from desktop_agent.web.extract.worker_messages import Document, ExtractedDocument
from tests.unit.web.extract.facts_of import script
from tests.unit.web.extract.languages import PHRASES

URL = "https://site.example/page"
PROSE = "The tidal bore runs up the river with the flood and breaks on the banks. "
LONG = f"<p>{PROSE * 4}</p>" * 6

SCRIPTS = "no readable text without JavaScript"
CONSENT = "only a question about cookies"
MISSING = "says that it does not exist"
LOGIN = "asks for a login"
BOT = "a check for robots"
REGION = "not shown in this region"
PARKED = "placeholder of a domain"

KEYBOARD = "Skip to main content. Use the arrow keys to move through the menu, and press Escape to close it."
PASSWORD = "<form><input name=user><input type=password><button>Go</button></form>"
COOKIES = """<div><h2>{start}</h2><p>We and our 837 partners store and/or access information on a
    device, for personalised ads and content, ad measurement and audience research. Some rely on
    legitimate interest.</p><p>See our privacy policy. Accept all. Reject all. Manage options.</p></div>"""


def read(html: str, url: str = URL, form: str = "markdown") -> ExtractedDocument:
    return extract(Document(html.encode(), "text/html", "utf-8", url, form))  # type: ignore[arg-type]


def refused(html: str, url: str = URL) -> str:
    with pytest.raises(Unreadable) as caught:
        read(html, url)
    assert url in caught.value.message
    assert caught.value.remedy
    return caught.value.message


@pytest.mark.parametrize("title", PHRASES["missing"])
def test_a_page_that_is_served_well_and_says_that_there_is_none_is_refused(title):
    assert MISSING in refused(f"<title>{title}</title><p>Try the search, or go home.</p>")
    assert MISSING in refused(f"<title>Site</title><h1>{title}</h1><p>Go home.</p>")


@pytest.mark.parametrize(
    "html",
    [
        f"<title>How to design a 404 page</title><h1>How to design a 404 page</h1><p>{PROSE}",
        f"<title>404 Not Found - HTTP</title><h1>404 Not Found</h1>{LONG}",
        f"<title>Tides</title><h1>Tides</h1><p>{PROSE}<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>",
        f"<h1>Tides</h1><p>{PROSE * 3}</p><div class=banner>We value your privacy. Accept all. Reject all.",
        "<div id=app></div><h1>Opening hours</h1><p>Daily, nine to five.<script>1</script>",
        f"<title>Tides</title><header>{PASSWORD}</header><h1>Tides</h1><p>{PROSE}",
        f"<title>Tides</title><h1>Tides</h1><p>{PROSE}</p>{PASSWORD}",
        f"<main><p>{KEYBOARD}</p>{LONG}</main><script src=app.js></script>",
        "<p>OK",
    ],
)
def test_a_page_with_a_sign_of_a_wall_beside_or_in_its_text_is_read(html):
    for url in (URL, "https://consent.org/age", "https://docs.x.example/auth/tokens"):
        assert read(html, url).text


@pytest.mark.parametrize("title", PHRASES["login"])
def test_a_page_that_asks_for_a_login_is_refused(title):
    assert LOGIN in refused(f"<title>{title}</title>{PASSWORD}<p>New here?")
    assert LOGIN in refused(f"<title>Site</title><h1>{title}</h1>{PASSWORD}")


@pytest.mark.parametrize(
    ("said", "html"),
    [
        (LOGIN, f"<title>Site</title><h1>Log in to continue</h1>{PASSWORD}"),
        (BOT, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Checking"),
        (BOT, "<title>site.example</title><script>window._cf_chl_opt={}</script><h2>Verify you are human</h2>"),
        (BOT, "<title>Access Denied</title><p>You don't have permission to access \"/x\" on this server.<p>Reference #18.2"),
        (CONSENT, COOKIES.format(start="Before you continue to Videos")),
        (SCRIPTS, "<div id=app></div><noscript>JavaScript muss aktiviert sein.</noscript><script>1</script>"),
        (SCRIPTS, "<p>JavaScriptを有効にしてください。<script>1</script>"),
        (SCRIPTS, f"<main><p>{KEYBOARD}</p></main><script src=app.js></script>"),
        (SCRIPTS, """<div id=__next></div><noscript>You need to enable JavaScript to run this app.</noscript>
           <footer>© 2024 Site</footer><script src=app.js></script>"""),
        (PARKED, "<title>x</title><script src=//c.parkingcrew.net/p.js></script><p>Boats Ships Tides"),
        *((REGION, f"<title>Site</title><p>{text}</p>") for text in PHRASES["region"]),
    ],
)  # fmt: skip
def test_a_page_that_shows_a_wall_and_nothing_else_is_refused_by_its_kind(said, html):
    assert said in refused(html)


def test_the_address_tells_of_a_login_or_of_a_question_about_cookies():
    html = f"<title>Site</title>{PASSWORD}<p>New here?"
    assert LOGIN in refused(html, "https://accounts.site.example/v3/start")
    html = "<title>Before you continue</title><p>Some words"
    assert CONSENT in refused(html, "https://consent.youtube.com/m?continue=x")


def test_a_text_that_stands_in_json_ld_alone_is_read_in_every_form():
    data = {"@type": "NewsArticle", "articleBody": f"{PROSE}\n\nSecond & &quot;third&quot;."}
    page = f"<title>Tides & bores</title><div id=root></div>{script(data)}"
    assert read(page).text == f'# Tides & bores\n\n{PROSE.strip()}\n\nSecond & "third".'
    assert PROSE.strip() in read(page, form="text").text
    assert f"<p>{PROSE.strip()}</p>" in read(page, form="html").text
    body = f"<p>{PROSE}</p><h2>More</h2><script>bad()</script><p>end</p>"
    data = json.dumps({"@type": "Article", "articleBody": body}).replace("</", "<\\/")
    text = read(f"<div id=root></div>{script(data)}").text
    assert text == f"{PROSE.strip()}\n\n## More\n\nend"
    data = {"@type": "Article", "articleBody": "Other words."}
    assert "Other words" not in read(f"<h1>Tides</h1><p>{PROSE}</p>{script(data)}").text


def paid(**said: object) -> str:
    return script({"@type": "NewsArticle", "isAccessibleForFree": False, **said})


@pytest.mark.parametrize("note", PHRASES["paywall"])
def test_the_beginning_of_a_paid_text_is_read_and_named(note):
    found = read(f"<article><h1>Tides</h1><p>{PROSE * 5}</p><div class=paywall><p>{note}</p></div>")
    assert found.wall == Wall.PAYWALL
    assert "tidal bore" in found.text


def test_what_is_declared_as_paid_is_a_preview_if_it_is_short_or_lacks_words():
    short = f"<article><h1>Tides</h1><p>{PROSE * 5}</p></article>"
    whole = f"<article><h1>Tides</h1><div class='text rest'>{LONG}</div></article>"
    part = {"@type": "WebPageElement", "isAccessibleForFree": "False", "cssSelector": ".rest"}
    previews = (
        short + paid(),
        short + paid(isAccessibleForFree="False"),
        short + paid(isAccessibleForFree=True, hasPart=part),
        short + paid(wordCount="800"),
        whole + paid(wordCount=2000),
    )
    assert {read(html).wall for html in previews} == {Wall.PAYWALL}
    served = (
        short,
        short + paid(isAccessibleForFree=True),
        short + paid(wordCount=75),
        whole + paid(hasPart=part),
        f"<article><h1>Tides</h1>{LONG}{LONG}</article>{paid()}",
    )
    assert {read(html).wall for html in served} == {""}


@pytest.mark.parametrize(
    "html",
    [
        f"<h1>How paywalls work</h1><p>{PROSE * 5} Readers see “Subscribe to continue reading” and leave.",
        f"<h1>Tides</h1>{LONG}{LONG}<p>Subscribe to continue reading</p>",
        f"<header><a href=/s>Subscribe</a> Already a subscriber? Log in</header><h1>Tides</h1><p>{PROSE * 3}",
    ],
)
def test_a_page_about_paywalls_or_beside_an_offer_is_no_preview(html):
    assert read(html).wall == ""


@pytest.mark.parametrize(
    "cue",
    [
        name
        for name in toml_resource("reader", "walls.toml")
        if name not in {"apps", "paywall_stems"}
    ],
)
def test_no_text_keeps_the_phrases_busy(cue):
    for unit in ("to continue reading ", "javascript ", "a", "cookies 1 ", "not available "):
        text = unit * (30_000 // len(unit))
        began = time.process_time()
        pattern(cue).match(text)
        pattern(cue).fullmatch(text[:200])
        if cue in ("paywall", "consent"):
            pattern(cue).search(text)
        assert time.process_time() - began < 2
