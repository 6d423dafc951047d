"""Small documents of each kind, made here."""

import io
import zipfile
from collections.abc import Mapping
from functools import partial

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)
_STYLES = f"<w:styles {_W}>" + "".join(
    f'<w:style w:type="paragraph" w:styleId="H{n}"><w:name w:val="heading {n}"/></w:style>'
    for n in (1, 2, 3)
) + "</w:styles>"  # fmt: skip
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>The tides</dc:title><dcterms:created>2022-01-01T00:00:00Z</dcterms:created>"
    "<dcterms:modified>2023-05-06T07:08:09Z</dcterms:modified></cp:coreProperties>"
)


def packed(files: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return out.getvalue()


def paragraph(text: str, style: str = "", more: str = "") -> str:
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{styled}<w:r><w:t xml:space="preserve">{text}</w:t></w:r>{more}</w:p>'


def docx(
    body: str, files: Mapping[str, str] | None = None, head: str = "", rels: str = ""
) -> bytes:
    document = (
        f'<?xml version="1.0"?>{head}<w:document {_W} {_R}><w:body>{body}</w:body></w:document>'
    )
    main = f'<Relationship Id="r1" Type="{_KINDS}/officeDocument" Target="word/document.xml"/>'
    own = f'<Relationship Id="s1" Type="{_KINDS}/styles" Target="styles.xml"/>{rels}'
    return packed(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": f'<Relationships xmlns="{_RELS}">{main}</Relationships>',
            "word/_rels/document.xml.rels": f'<Relationships xmlns="{_RELS}">{own}</Relationships>',
            "word/document.xml": document,
            "word/styles.xml": _STYLES,
            **(files or {}),
        }
    )


def docx_table(*rows: tuple[str, ...]) -> str:
    lines = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{line}</w:tr>" for line in lines) + "</w:tbl>"


def docx_with_note(note: str, kind: str = "footnote") -> bytes:
    call = f'<w:r><w:{kind}Reference w:id="2"/></w:r>'
    notes = f'<w:{kind}s {_W}><w:{kind} w:id="2">{paragraph(note)}</w:{kind}></w:{kind}s>'
    rels = f'<Relationship Id="n1" Type="{_KINDS}/{kind}s" Target="{kind}s.xml"/>'
    return docx(paragraph("The moon pulls.", more=call), {f"word/{kind}s.xml": notes}, rels=rels)


docx_with_comment = partial(docx_with_note, kind="comment")


def epub(chapters: Mapping[str, str], files: Mapping[str, str] | None = None) -> bytes:
    """Return a book; ``chapters`` maps file names to markup."""
    items = "".join(f'<item id="c{n}" href="{path}"/>' for n, path in enumerate(chapters))
    order = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<metadata><dc:title>A book of tides</dc:title><dc:date>2001-02-03</dc:date></metadata>"
        f"<manifest>{items}</manifest><spine>{order}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    )
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "OEBPS/book.opf": package,
            **{f"OEBPS/{path.replace('%20', ' ')}": text for path, text in chapters.items()},
            **(files or {}),
        }
    )


def open_document(kind: str, body: str, styles: str = "", manifest: str = "") -> bytes:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "table", "draw", "presentation", "style")
    )
    spaces += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    spaces += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
    content = (
        f"<office:document-content {spaces}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:{kind}>{body}"
        f"</office:{kind}></office:body></office:document-content>"
    )
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return packed({"mimetype": mimetype, "content.xml": content, "META-INF/manifest.xml": manifest})


odt = partial(open_document, "text")
