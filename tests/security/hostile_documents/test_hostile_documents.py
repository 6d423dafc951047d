"""Files made to hang, swell, crash or spy: each is refused by name or read, quickly and in bounds."""

import io
import resource
import time
import zipfile

import openpyxl
import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.chunking import chunk
from desktop_agent.knowledge.loaders.load import load
from tests.unit.knowledge.loaders.making import docx, epub, packed, paragraph
from tests.unit.web.extract.test_pdf import pdf

_SECONDS = 20  # of the 60 that the worker has; a busy machine takes several times as long
_LAUGHS = (
    '<!DOCTYPE w [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)


def read_in_bounds(body: bytes, name: str) -> str:
    """Gives the text, or why there is none; in little time either way."""
    begun = time.process_time()
    try:
        loaded = load(body, name)
        chunk(loaded, tokens=512, overlap=50)
        said = loaded.text
    except Unreadable as error:
        said = error.message
    assert time.process_time() - begun < _SECONDS
    said.encode()
    return said


def bomb(path: str, files: dict[str, bytes], megabytes: int) -> bytes:
    """Gives an archive in which one file is almost nothing, many times over."""
    out = io.BytesIO(packed(files))
    with (
        zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open(path, "w") as file,
    ):
        for _ in range(megabytes):
            file.write(b" " * 1_000_000)
    return out.getvalue()


@pytest.mark.parametrize(
    ("path", "files", "name"),
    [
        ("word/document.xml", {}, "bomb.docx"),
        ("xl/worksheets/sheet1.xml", {"xl/workbook.xml": b"<a/>"}, "bomb.xlsx"),
        ("ppt/slides/slide1.xml", {"ppt/presentation.xml": b"<a/>"}, "bomb.pptx"),
        ("OEBPS/a.xhtml", {"META-INF/container.xml": b"<a/>"}, "bomb.epub"),
        ("content.xml", {"mimetype": b"application/vnd.oasis.opendocument.text"}, "bomb.odt"),
    ],
)
def test_a_zip_bomb_is_refused_before_it_is_unpacked(path, files, name):
    body = bomb(path, files, 20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "unpacks to more than 300 times its size" in read_in_bounds(body, name)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 15_000  # KiB


def test_many_files_that_are_too_much_together_are_refused():
    body = bytearray(packed({"word/document.xml": "<a/>", "a.bin": "a", "b.bin": "b"}))
    for name in (b"a.bin", b"b.bin"):  # in the list at the archive's end, packed and unpacked
        at = body.rindex(name) - 46
        body[at + 20 : at + 28] = (250_000_000).to_bytes(4, "little") * 2
    assert "unpacks to more than 400 MB" in read_in_bounds(bytes(body), "many.docx")


def test_too_many_files_are_refused():
    files = {f"word/{n}": b"" for n in range(10_001)}
    said = read_in_bounds(packed({**files, "word/document.xml": b"<a/>"}), "many.docx")
    assert "contains 10,002 files" in said


def test_archives_within_archives_are_not_read():
    inner = packed({"secret.txt": "The sea rises."})
    assert "archive" in read_in_bounds(packed({"inner.zip": inner}), "outer.zip")
    body = docx(paragraph("Only this."), {"word/embeddings/inner.zip": inner})
    assert read_in_bounds(body, "a.docx") == "Only this."


def test_an_archive_that_lies_about_sizes_is_refused():
    body = bytearray(bomb("word/document.xml", {}, 20))
    at = body.rindex(b"PK\1\2")
    body[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    assert "damaged" in read_in_bounds(bytes(body), "a.docx")


def test_an_encrypted_archive_is_said_to_need_a_password():
    body = bytearray(docx(paragraph("x")))
    at = body.index(b"PK\1\2")
    body[at + 8] |= 1
    assert "needs a password" in read_in_bounds(bytes(body), "a.docx")


@pytest.mark.parametrize(
    "head",
    [
        _LAUGHS,
        '<!DOCTYPE w [<!ENTITY i SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE w SYSTEM "http://127.0.0.1:9/evil.dtd">',
        '<!DOCTYPE w [<!ENTITY % p SYSTEM "http://127.0.0.1:9/evil.dtd"> %p;]>',
    ],
)
def test_a_word_document_that_declares_entities_is_refused(head):
    said = read_in_bounds(docx(paragraph("&i;&i;"), head=head), "a.docx")
    assert "declares entities in document.xml" in said


def test_entities_in_another_encoding_are_found_too():
    text = f'<?xml version="1.0" encoding="utf-16"?>{_LAUGHS}<w:document/>'
    body = packed({"word/document.xml": text.encode("utf-16")})
    assert "declares entities" in read_in_bounds(body, "a.docx")


@pytest.mark.parametrize(
    "head", [_LAUGHS, '<!DOCTYPE w [<!ENTITY i SYSTEM "file:///etc/passwd">]>']
)
def test_entities_in_a_book_or_in_plain_xml_stay_what_they_are(head):
    book = epub({"a.xhtml": f"{head}<html><body><p>It rises. &i;</p></body></html>"})
    for body, name in ((book, "a.epub"), (f"{head}<a>&i;</a>".encode(), "a.xml")):
        said = read_in_bounds(body, name)
        assert "root:" not in said
        assert len(said) < 10_000
    package = f'{head}<package><manifest><item id="a" href="&i;"/></manifest></package>'
    said = read_in_bounds(epub({"a.xhtml": "<p>x</p>"}, {"OEBPS/book.opf": package}), "a.epub")
    assert "root:" not in said


@pytest.mark.parametrize(
    "kind", ["attachedTemplate", "image", "hyperlink", "oleObject", "subDocument"]
)
def test_nothing_outside_a_word_document_is_loaded(kind, tmp_path):
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"root:x:0:0")
    space = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    picture = (
        '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
        'wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/'
        'main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/'
        'picture"><pic:blipFill><a:blip r:link="x1" r:embed="x1"/></pic:blipFill></pic:pic>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )
    for target in (secret.as_uri(), "http://127.0.0.1:9/evil"):
        rel = (
            f'<Relationship Id="x1" Type="{space}/{kind}" Target="{target}" TargetMode="External"/>'
        )
        said = read_in_bounds(docx(paragraph("It rises.", more=picture), rels=rel), "a.docx")
        assert "It rises." in said
        assert "root:" not in said


@pytest.mark.parametrize("depth", [200, 20_000])
def test_markup_nested_without_end_is_read_or_refused(depth):
    nested = "<w:tbl><w:tr><w:tc>" * depth + paragraph("x") + "</w:tc></w:tr></w:tbl>" * depth
    read_in_bounds(docx(nested), "deep.docx")
    book = epub({"a.xhtml": "<div>" * depth + "It rises." + "</div>" * depth})
    assert "It rises." in read_in_bounds(book, "deep.epub")
    read_in_bounds(packed({"xl/workbook.xml": "<a>" * depth + "</a>" * depth}), "deep.xlsx")
    read_in_bounds(packed({"ppt/presentation.xml": "<a>" * depth + "</a>" * depth}), "deep.pptx")
    nested = "<text:list><text:list-item>" * depth
    content = f'<o xmlns:text="t"><text:text>{nested}</o>'
    mimetype = "application/vnd.oasis.opendocument.text"
    read_in_bounds(packed({"mimetype": mimetype, "content.xml": content}), "deep.odt")
    read_in_bounds(b"<a>" * depth, "deep.xml")
    read_in_bounds(b'{"cells":' + b"[" * depth + b"]" * depth + b"}", "deep.ipynb")
    read_in_bounds(b"[" * depth + b"]" * depth, "deep.json")


def sheet(markup: str) -> bytes:
    """Gives a workbook whose sheet is as told."""
    book = openpyxl.Workbook()
    book.active["A1"] = "x"
    out = io.BytesIO()
    book.save(out)
    made = zipfile.ZipFile(out)
    files = {name: made.read(name) for name in made.namelist()}
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    files["xl/worksheets/sheet1.xml"] = f'<worksheet xmlns="{space}">{markup}</worksheet>'.encode()
    return packed(files)


def cell(place: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>It rises.</t></is></c>'


@pytest.mark.parametrize(
    "markup",
    [
        f'<dimension ref="A1:XFD1048576"/><sheetData><row r="1">{cell("A1")}</row></sheetData>',
        f'<dimension ref="A1:ZZZZZZZ99999999999999"/><sheetData><row>{cell("A1")}</row></sheetData>',
        f'<sheetData><row r="1">{cell("A1")}</row><row r="1048576">{cell("XFD1048576")}</row></sheetData>',
        f'<sheetData><row r="1">{cell("A1")}</row><row r="999999999999">{cell("A999999999999")}</row></sheetData>',
        f'<sheetData><row r="1">{cell("A1")}</row><row r="0">{cell("A0")}</row></sheetData>',
        "<sheetData>" + f'<row r="1">{cell("A1")}</row>' * 1000 + "</sheetData>",
    ],
)  # fmt: skip
def test_a_sheet_that_claims_to_be_enormous_is_read_within_bounds(markup):
    said = read_in_bounds(sheet(markup), "a.xlsx")
    assert "It rises." in said or "ZZZ" in markup


def test_a_sheet_whose_rows_are_all_as_wide_as_can_be_is_cut():
    rows = "".join(f'<row r="{n}">{cell(f"XFD{n}")}</row>' for n in range(1, 1000))
    body = sheet(f"<sheetData>{rows}</sheetData>")
    with pytest.raises(
        Unreadable, match="contains no text"
    ):  # in the columns that a table may have
        load(body, "wide.xlsx")
    read_in_bounds(body, "wide.xlsx")


@pytest.mark.parametrize("kind", ["multipart/mixed", "message/rfc822"])
@pytest.mark.parametrize("depth", [50, 10_000])
def test_parts_of_a_mail_nested_without_end_are_read_or_refused(kind, depth):
    lines = ["Subject: deep"]
    for n in range(depth):
        own = f"{kind}; boundary=b{n}" if kind.startswith("multipart") else kind
        lines += [f"Content-Type: {own}", "", *([f"--b{n}"] if "boundary" in own else [])]
    read_in_bounds("\n".join([*lines, "", "It rises."]).encode(), "deep.eml")


def test_a_mail_of_very_many_parts_is_read_within_bounds():
    part = "--b\nContent-Type: text/plain\n\nIt rises.\n"
    head = "Subject: many\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
    assert "It rises." in read_in_bounds((head + part * 4000 + "--b--").encode(), "many.eml")
    said = read_in_bounds((head + part * 50_000 + "--b--").encode(), "many.eml")
    assert said == "many.eml has more parts than an email can have."


def test_an_encrypted_pdf_is_said_to_need_a_password():
    key = "<" + "00" * 32 + ">"
    encrypt = (
        f"/Encrypt << /Filter /Standard /V 1 /R 2 /O {key} /U {key} /P -4 >> /ID [{key} {key}]"
    )
    body = pdf("The sea rises.").replace(b"trailer << ", f"trailer << {encrypt} ".encode())
    assert "needs a password" in read_in_bounds(body, "a.pdf")


def test_delimited_text_made_to_be_slow_is_read_within_bounds():
    for body in (b'"' * 50_000, b'a,"' + b"x\n" * 50_000, b"," * 90_000, b"a,b\n" * 30_000):
        read_in_bounds(body, "a.csv")


def test_names_cannot_put_anything_into_a_message():
    for name in ("a\ud800.docx", "a\n\x1b[2J.docx", "\u202egpj.docx", "../" * 999 + "a.docx"):
        with pytest.raises(Unreadable) as refused:
            load(b"PK\3\4", name)
        refused.value.message.encode()
        assert "\n" not in refused.value.message
        assert "\x1b" not in refused.value.message
        assert len(refused.value.message) < 300
