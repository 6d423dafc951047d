"""Bodies that were made to hang, swell or crash whoever reads them."""

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

PROSE = "The tide rises and falls twice a day, and the mud flats are bare in between. " * 4


@dataclass(frozen=True)
class Attack:
    """A body; ``size`` is how often its part is repeated, ``reads`` what must come through.

    ``reads`` empty: either a partial text or a clear error will do. ``costs_worker``: the worker
    may be stopped or end over it.
    """

    make: Callable[[int], bytes]
    size: int
    content_type: str = "text/html"
    reads: str = ""
    costs_worker: bool = False

    def body(self, share: float = 1) -> bytes:
        """Gives it, or a smaller one of its kind."""
        return self.make(max(1, int(self.size * share)))


def _nested(tag: str, count: int) -> bytes:
    return f"<title>Deep</title><{tag}>".encode() + f"<{tag}>".encode() * count + b"Bottom"


def _before(part: str, count: int) -> bytes:
    """A normal paragraph, then the part again and again."""
    return f"<title>T</title><p>{PROSE}</p>{part * count}".encode()


def _numbered(form: str, head: str, tail: str, count: int) -> bytes:
    return (head + "".join(form.format(n=n) for n in range(count)) + tail).encode()


def _in_head(form: str, count: int) -> bytes:
    return (form.replace("@", "a" * count) + f"<p>{PROSE}").encode()


def _json_ld(count: int) -> bytes:
    items = json.dumps([{"@type": "Article", "name": f"n{n}"} for n in range(count)])
    return f'<script type="application/ld+json">{items}</script><p>{PROSE}'.encode()


def _deep_json_ld(count: int) -> bytes:
    deep = '{"@graph":[' * count
    return f'<script type="application/ld+json">{deep}</script><p>{PROSE}'.encode()


def _classes(count: int) -> bytes:
    words = " ".join(f"c{n}" for n in range(count))
    return f'<div class="{words}"><p>{PROSE}</p></div>'.encode()


def _entity_bomb(root: str, count: int) -> bytes:
    entities = '<!ENTITY a "lol">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * count}">' for n in range(9)
    )
    return (
        f'<?xml version="1.0"?><!DOCTYPE {root} [{entities}]>'
        f"<{root}><channel><title>Feed</title><item><title>&j;</title></item></channel></{root}>"
    ).encode()


def _external_entity(root: str, count: int) -> bytes:
    return (
        f'<?xml version="1.0"?><!DOCTYPE {root} [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        f"<{root}><channel><item><title>Here: &x;</title></item></channel></{root}>"
    ).encode() * count


def _columns(count: int) -> bytes:
    row = "<tr>" + "<td>cell</td>" * count + "</tr>"
    return f"<title>T</title><p>{PROSE}</p><table>{row * 10}</table>".encode()


def _loop_pdf(count: int) -> bytes:
    kids = "2 0 R " * count
    return (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        f"2 0 obj<</Type/Pages/Parent 2 0 R/Kids[{kids}]/Count 99999>>endobj\n"
        "trailer<</Root 1 0 R>>\n%%EOF"
    ).encode()


def _pdf_with(stream: bytes) -> bytes:
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R>>endobj\n"
        + f"4 0 obj<</Filter/FlateDecode/Length {len(stream)}>>stream\n".encode()
        + stream
        + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    )


def _pdf_bomb(megabytes: int) -> bytes:
    packer = zlib.compressobj(9)
    parts = [packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH) for _ in "ab"]
    return _pdf_with(parts[0] + parts[1] * (megabytes - 1) + packer.flush())


def _cut_pdf(length: int) -> bytes:
    return _pdf_with(zlib.compress(b"BT (x) Tj ET" * 1000))[:length]


PAGES: dict[str, Attack] = {
    **{
        f"{tag} in {tag}": Attack(partial(_nested, tag), 100_000)
        for tag in (
            "div", "span", "b", "ul", "table", "blockquote", "font", "a href=/x", "svg", "template",
            "select", "form",
        )
    },
    "unclosed everything": Attack(
        partial(_before, "<p><b><i><a href=/x><li><td><div><span><table><h2>word "), 50_000
    ),
    "one line of words": Attack(partial(_before, "word "), 2_000_000, reads="The tide rises"),
    "attributes on one tag": Attack(
        # libxml2 compares each with all before it
        partial(_numbered, "a{n}=1 ", "<p ", f">{PROSE}"), 1_000_000, costs_worker=True
    ),
    "many attributes on many tags": Attack(
        partial(_before, "<p a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8>x"), 100_000, reads="The tide rises"
    ),
    "attribute that never ends": Attack(partial(_before, '<p title="'), 500_000),
    "bare angles": Attack(partial(_before, "<"), 5_000_000, reads="The tide rises"),
    "entities": Attack(partial(_before, "&amp;"), 1_000_000, reads="The tide rises"),
    "lone surrogates": Attack(partial(_before, "&#xD800;&#xDFFF;"), 200_000, reads="The tide"),
    "columns": Attack(_columns, 5_000),
    "spans": Attack(
        partial(_before, "<table><tr><td colspan=1000 rowspan=65534>x<td>y<tr><td>z</table>"),
        3_000,
        reads="The tide rises",
    ),
    "one table of spans": Attack(
        lambda n: f"<p>{PROSE}<table>".encode()
        + b"<tr>" + b"<td colspan=1000 rowspan=65534>x" * 200 + b"<tr><td>z" * n,
        20_000,
    ),
    "spaces": Attack(partial(_before, " \n\t"), 1_600_000, reads="The tide rises"),
    "NUL": Attack(partial(_before, "\0"), 1_000_000),
    "combining marks": Attack(partial(_before, "\u0301"), 1_000_000, reads="The tide rises"),
    "invalid UTF-8": Attack(
        lambda n: f"<p>{PROSE}".encode() + b"\xff\xc3\xe2\x82" * n,
        1_000_000,
        "text/html; charset=utf-8",
        "The tide rises",
    ),
    "comments that never end": Attack(partial(_before, "<!--"), 1_000_000, reads="The tide rises"),
    "end tags alone": Attack(partial(_before, "</div>"), 800_000, reads="The tide rises"),
    "bases": Attack(
        partial(_before, "<base href=javascript:x><base href=//0><a href=x>y</a>"), 50_000
    ),
    "a data URL": Attack(
        partial(_in_head, "<p><a href='data:text/html,@'>x</a><img src='data:image/png;base64,@'>"),
        2_000_000,
        reads="The tide rises",
    ),
    "links": Attack(partial(_before, "<a href=/x>y</a> "), 250_000),
    "links with long addresses": Attack(
        partial(_before, f"<a href=/{'../' * 600}>y</a> "), 2_500, reads="The tide rises"
    ),
    "class words": Attack(_classes, 200_000, reads="The tide rises"),
    "hidden": Attack(
        partial(_before, '<div style="display:none">x</div>'), 120_000, reads="The tide rises"
    ),
    "styles": Attack(
        lambda n: b"<p style='" + b"display" * n + b"'>" + PROSE.encode(), 600_000,
        reads="The tide rises",
    ),
    "items": Attack(partial(_before, "<li>x"), 800_000),
    "marks of Markdown": Attack(partial(_before, "*_[](<!"), 600_000),
    **{
        f"endless {name}": Attack(partial(_in_head, form), 1_000_000, reads="The tide rises")
        for name, form in {
            "title": "<title>@</title>",
            "digits": "<meta name=date content='" + "1-" * 500_000 + "@'>",
            "time": "<time datetime='2023-01-@'>@</time>",
            "charset": "<meta charset='@'>",
            "JSON-LD text": '<script type="application/ld+json">{"name":"@"}</script>',
            "broken JSON-LD": '<script type="application/ld+json">{"name":"@</script>',
            "enable javascript": "<script></script><p>please enable @ javascript @</p>",
        }.items()
    },
    "JSON-LD of 5 MB": Attack(_json_ld, 130_000),
    "deep JSON-LD": Attack(_deep_json_ld, 400_000, reads="The tide rises"),
    "deep microdata": Attack(
        lambda n: b"<div itemscope itemtype=T itemprop=p>" * n + PROSE.encode(), 100_000
    ),
    "wide microdata": Attack(
        partial(_before, "<div itemscope itemtype=T><b itemprop=p>x</b></div>"), 70_000
    ),
    "deep JSON": Attack(lambda n: b"[" * n, 2_000_000, "application/json"),
    "a huge JSON number": Attack(
        lambda n: b'{"n": ' + b"9" * n + b"}", 4_000_000, "application/json"
    ),
    "XML entity bomb": Attack(partial(_entity_bomb, "lolz"), 10, "text/xml"),
    "feed entity bomb": Attack(partial(_entity_bomb, "rss"), 10, "application/rss+xml"),
    "external entity": Attack(partial(_external_entity, "rss"), 1, "application/rss+xml"),
    "deep XML": Attack(lambda n: b"<a>" * n, 1_000_000, "application/xml"),
    "deep feed": Attack(
        lambda n: b"<rss><channel><item>" + b"<a>" * n, 500_000, "application/rss+xml"
    ),
    "CSV quote that never ends": Attack(lambda n: b'"' + b"x,\n" * n, 1_500_000, "text/csv"),
    "cut PDF": Attack(_cut_pdf, 300, "application/pdf"),
    "PDF whose pages hold themselves": Attack(_loop_pdf, 50_000, "application/pdf"),
    "PDF bomb": Attack(_pdf_bomb, 1_500, "application/pdf", costs_worker=True),
    "PDF of brackets": Attack(
        lambda n: b"%PDF-1.4\n1 0 obj" + b"[" * n, 2_000_000, "application/pdf"
    ),
    "gzip in the body": Attack(lambda n: gzip.compress(b"x" * n), 1_000_000, "text/html"),
    "UTF-16 of nothing": Attack(lambda n: b"\xff\xfe" + b"\0" * n, 4_000_000),
    "bytes of every kind": Attack(lambda n: b"<p>" + bytes(range(1, 256)) * n, 15_000),
}  # fmt: skip
