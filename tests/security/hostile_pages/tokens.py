"""Words of a language in which random pages are written that a parser takes seriously."""

_TAGS = (
    "html", "head", "body", "title", "main", "article", "section", "nav", "aside", "header",
    "footer", "div", "p", "span", "b", "i", "em", "strong", "a", "img", "figure", "figcaption",
    "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "caption",
    "h1", "h2", "h3", "pre", "code", "blockquote", "br", "hr", "sup", "sub", "script", "style",
    "noscript", "template", "svg", "math", "select", "option", "form", "button", "details",
    "summary", "time", "cite", "q", "del", "kbd", "ruby", "rt", "frameset", "plaintext", "x-y",
)  # fmt: skip
_WHOLE = (
    '<a href="/x">', "<a href='http://[/'>", "<a href=javascript:x>", "<a href=#n>", "<base href=//h>",
    '<img src="x.png" alt="A [tide] at *six*">', "<td colspan=9 rowspan=99999>", "<td colspan=-1>",
    "<th colspan=1000>", "<ol start=99999999999999999999>", "<li value=x>", "<p id=n>", "<p hidden>",
    '<div style="display:none">', "<div aria-hidden=true>", '<div class="comment sidebar post">',
    '<code class="language-py">', '<pre lang="c++">', '<html lang="de-AT-1996">', "<p dir=rtl>",
    "<meta charset=utf-16>", '<meta name=author content="A">', "<meta name=date content=2024-02-30>",
    "<meta property=og:title content=T>", '<meta http-equiv=refresh content="0;url=/y">',
    '<link rel=canonical href="/c">', '<time datetime="2024-13-45T99:99Z">',
    '<script type="application/ld+json">{"@type":"Product","name":["x",{"@id":1}],"offers":[{}]}</script>',
    '<script type="application/ld+json">{"@graph":[{"datePublished":20240101}]}</script>',
    "<div itemscope itemtype=https://schema.org/Recipe itemprop=a>", '<b itemprop="name d e">',
    '<script type="math/tex">x^2</script>', "<math alttext='x_1'><mi>x</mi><mo>=</mo><mn>1</mn></math>",
    '<sup id="fnref1"><a href="#fn1">1</a></sup>', '<li id="fn1">', "<!-- c -->", "<!--", "-->", "<![CDATA[",
    "]]>", "<!doctype html>", "<?xml version='1.0' encoding='koi8-r'?>", "<", ">", "</", '"', "'", "=", "&",
    "&amp;", "&#0;", "&#31;", "&#x0c", "&#xFFFF;", "\x1f", "\x0b", "&#xD800;", "&#x110000;", "&nbsp;", "&nosuch;", "\0", "\x0c", "\r\n", "\n\n", "\t", " ",
    "word ", "The tide rises, and falls twice a day; the flats are bare in between. ", "1,234.5 kg", "15 %",
    "2024-02-29", "March 3, 2021", "| a | b |", "```", "`", "**", "[x](y)", "# ", "- ", "1. ", "> ", "\\",
    "\u4e2d\u6587\u3002", "\u0627\u0644\u0645\u062f", "\u202e", "\u0301", "\U0001f600", "\ufeff", "\ufffe",
    "please enable javascript", "Subscribe to continue reading", "Accept all cookies", "404 not found",
    "<rss><channel><title>t", "<item><title>i</title><link>/l</link><pubDate>Mon, 99 Jan</pubDate></item>",
    "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type=html>&lt;b&gt;", "<!ENTITY a '&a;'>",
    '{"a": [1, null, "x"]}', "[[[[", "1e999", "a,b\n1,2\n", '"a""b",', "\u001b$B", "+AGE-",
)  # fmt: skip
TOKENS = (*(f"<{tag}>" for tag in _TAGS), *(f"</{tag}>" for tag in _TAGS), *_WHOLE)
MEDIA_TYPES = (
    "text/html", "application/xhtml+xml", "", "text/plain", "application/json", "text/xml", "application/xml",
    "text/csv",    "application/rss+xml", "application/atom+xml", "application/pdf", "text/markdown",
)  # fmt: skip
CHARSETS = (None, "utf-8", "windows-1252", "shift_jis", "utf-16le", "iso-2022-jp", "gb18030", "big5",
            "euc-kr", "x-user-defined", "replacement", "idna", "")  # fmt: skip
