"""PDF text by page, from small files written by hand (PDF 1.4, ISO 32000)."""

import time
import zlib
from collections.abc import Sequence

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.pdf import (
    HYPHEN,
    READING_S,
    paragraphs,
    read_pdf,
    without_running_lines,
)
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document

_PICTURE = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x7f EI Q"


def pdf(
    *pages: str,
    title: str = "",
    dates: str = "",
    stream: bytes | None = None,
    pictures: Sequence[int] = (),
) -> bytes:
    """Return a PDF with lines of text on each page; ``stream`` replaces their packed content.

    The pages with the numbers ``pictures`` have a picture as large as the page.
    """
    count = len(pages)
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, text in enumerate(pages):
        lines = "".join(f"({line}) Tj 0 -20 Td " for line in text.split("\n"))
        drawn = f"BT /F1 12 Tf 72 700 Td {lines}ET {_PICTURE if n + 1 in pictures else ''}"
        packed = stream or zlib.compress(drawn.encode())
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * n} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + packed + b"\nendstream")
    objects.append(f"<< /Title ({title}) {dates} >>".encode())
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    tail = f"trailer << /Size {size} /Root 1 0 R /Info {size - 1} 0 R >>\nstartxref\n{len(out)}\n"
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{tail}%%EOF\n".encode()


def test_each_page_is_under_a_heading_with_its_number():
    body = pdf("The tide rises.\nIt falls.", "", "And rises.", title="Tides")
    title, text, published = read_pdf(body, "http://p/t.pdf")
    assert (title, published) == ("Tides", "")
    assert text == "## Page 1\n\nThe tide rises.\nIt falls.\n\n## Page 2\n\n## Page 3\n\nAnd rises."


def test_a_broken_pdf_is_told_as_such_and_one_that_was_cut_gives_what_came():
    for body in (b"%PDF-1.4\n", b"%PDF-1.4\n" + b"\0" * 5000, pdf("x")[:60], pdf("x")[:-99]):
        with pytest.raises(Unreadable, match=r"The PDF http://p/ is damaged or incomplete"):
            read_pdf(body, "http://p/")
    body = pdf(*(f"The tide of day {number} rises." for number in range(20)))
    assert "day 0 rises" in read_pdf(body[:-7], "http://p/")[1]


def test_a_pdf_of_pictures_alone_and_one_that_needs_a_password_say_so():
    with pytest.raises(Unreadable, match="no text, only images: it is a scan of 2 pages") as told:
        read_pdf(pdf("", ""), "http://p/")
    assert "text recognition" in told.value.remedy
    part = read_pdf(pdf("", "The tide rises.", "", "It falls.", pictures=(1, 3)), "http://p/")[1]
    assert part.endswith("It falls.\n\n[Pictures without text: pages 1, 3.]")
    assert read_pdf(pdf("", "The tide rises."), "http://p/")[1].endswith("rises.")  # a blank page
    # the standard security handler with a user password that nobody told (ISO 32000-1, 7.6.3)
    entry = f"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{'4f' * 32}> /U <{'55' * 32}> >>"
    body = pdf("secret").replace(b"trailer << ", f"trailer << /ID [<00> <00>] {entry} ".encode())
    with pytest.raises(Unreadable, match="The PDF http://p/ needs a password"):
        read_pdf(body, "http://p/")


def test_heads_and_page_numbers_are_left_out_lines_joined_and_divided_words_made_whole():
    first = (
        "The bore is a tidal wave that runs up the river and is remark-",
        "able to see. It comes twice a day in spring and in autumn and",
        "is well known.",
    )
    texts = ("\n".join(first), "It is summer.", "It is autumn.", "It is winter.")
    body = pdf(*(f"Book of Tides\n{text}\n{n + 3}" for n, text in enumerate(texts)))
    text = read_pdf(body, "http://p/")[1]
    assert "Book of Tides" not in text
    assert text.startswith(
        "## Page 1\n\nThe bore is a tidal wave that runs up the river and is remarkable to see. "
        "It comes twice a day in spring and in autumn and is well known.\n\n## Page 2\n\nIt is summer."
    )


def test_two_columns_come_one_after_the_other():
    columns = "BT /F1 9 Tf 72 700 Td (Left one) Tj 0 -12 Td (left two) Tj ET "
    columns += "BT /F1 9 Tf 320 700 Td (Right one) Tj 0 -12 Td (right two) Tj ET"
    body = pdf("x", stream=zlib.compress(columns.encode()))
    assert read_pdf(body, "http://p/")[1].split("\n\n", 1)[1].split() == [
        *("Left", "one", "left", "two"),
        *("Right", "one", "right", "two"),
    ]


def placed(*texts: tuple[float, float, str], size: int = 9) -> bytes:
    """Return a page with texts at places, drawn in the given order."""
    drawn = "".join(f"1 0 0 1 {x} {y} Tm ({text}) Tj " for x, y, text in texts)
    return pdf("x", stream=zlib.compress(f"BT /F1 {size} Tf {drawn}ET".encode()))


TABLE = [
    ("State", "Permits", "Long Gun"),
    ("Alabama", "18,870", "22,650"),
    ("Alaska", "", "3,209"),
    ("District of Columbia", "8", "2"),
]


@pytest.mark.parametrize("order", ["by rows", "by columns"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_table_keeps_its_rows_and_cells_in_whatever_order_it_is_drawn(order, turned):
    cells = [
        (72 + 120 * x, 600 - 14 * y, t) for y, row in enumerate(TABLE) for x, t in enumerate(row)
    ]
    cells = [cell for cell in cells if cell[2]]
    if order == "by columns":
        cells.sort()
    if turned:  # a page that is printed sideways
        drawn = "".join(f"0 1 -1 0 {600 - y} {x} Tm ({text}) Tj " for x, y, text in cells)
        body = pdf("x", stream=zlib.compress(f"BT /F1 9 Tf {drawn}ET".encode()))
    else:
        body = placed((72, 640, "Background checks of the year in the states of the union"), *cells)
    text = read_pdf(body, "http://p/")[1]
    if not turned:
        assert "of the union\n\n|" in text
    assert text.split("\n\n")[-1] == (
        "| State | Permits | Long Gun |\n| --- | --- | --- |\n| Alabama | 18,870 | 22,650 |\n"
        "| Alaska | | 3,209 |\n| District of Columbia | 8 | 2 |"
    )


def test_columns_of_prose_and_lists_are_no_table():
    prose = [f"the water of the river rises to {n} m and" for n in range(6)]
    columns = [(72 + 200 * x, 600 - 12 * y, text) for x in (0, 1) for y, text in enumerate(prose)]
    listed = [(72, 400 - 12 * y, f"{y}.") for y in range(5)]
    listed += [(90, 400 - 12 * y, "Read the gauge at the bridge of the town") for y in range(5)]
    assert "|" not in read_pdf(placed(*columns, *listed), "http://p/")[1]


def test_text_that_is_drawn_twice_comes_once_and_a_number_is_apart_from_its_heading():
    bold = [(72 + dx, 700, "Seeing all needs") for dx in (0, 0.3)]
    text = read_pdf(placed(*bold, (72, 680, "1.Survey"), (72, 660, "3.2Tides")), "http://p/")[1]
    assert text == "## Page 1\n\nSeeing all needs\n1. Survey\n3.2 Tides"


def test_a_page_whose_fonts_do_not_name_their_letters_is_told_as_such():
    text = read_pdf(pdf("The tide rises.", "#$%&'*+,-/:;<=>", "It falls 3.5 m."), "http://p/")[1]
    assert text.endswith("[Unreadable text: the fonts don't identify their characters: page 2.]")


def test_a_pdf_that_takes_long_is_read_as_far_as_time_allows_and_says_so():
    ticks = iter(range(100))
    body = pdf(*(f"page {number}" for number in range(10)))
    text = read_pdf(body, "http://p/", clock=lambda: next(ticks) * READING_S / 4)[1]
    assert text.endswith("## Page 4\n\npage 3\n\n[Only 4 of 10 pages were read.]")


@pytest.mark.parametrize(
    ("told", "title"),
    [("Microsoft Word - tides.doc", "tides.doc"), ("untitled", ""), ("  A\tB ", "A B")],
)
def test_a_title_is_what_the_file_says_and_no_program_and_a_date_its_last_change(told, title):
    dates = "/CreationDate (D:20230908101500+02'00') /ModDate (D:20240102)"
    found = extract(Document(pdf("x", title=told, dates=dates), "", None, "http://p/"))
    assert (found.title, found.published) == (title, "2024-01-02")
    unset = "/CreationDate (D:19700101000000Z) /ModDate (never)"
    assert read_pdf(pdf("x", dates=unset), "http://p/")[2] == ""


LINES = [
    "The Severn bore is a tidal bore seen on the tidal reaches",
    "of the River Severn in the west of England. It is formed",
    "when the rising tide moves into the Bristol Channel.",
]


def test_a_line_that_ended_early_ends_its_paragraph_and_japanese_is_joined_without_a_space():
    line = "潮津波は川を流れに逆らってさかのぼる波です満潮の水が狭い湾に入り込み引くよりも速く水位"
    assert paragraphs([[line, line]]) == [line * 2]
    items = [f"• {LINES[0]}", f"• {LINES[1]}", f"2. {LINES[0]}"]
    page = [*LINES[:2], "by the tide.", *LINES[:2], *items]
    assert paragraphs([page])[0].split("\n\n") == [
        f"{LINES[0]} {LINES[1]} by the tide.",
        f"{LINES[0]} {LINES[1]}",
        "\n".join(items),
    ]


@pytest.mark.parametrize("mark", ["-", HYPHEN, "\ufffe", "\u00ad"])
def test_a_divided_word_is_whole_again(mark):
    first = "The bore is a remarkable thing that anybody may see and re"
    page = [first + mark, "member. A well-known one runs up the river here and is well", "known."]
    if mark != "-":
        page[:2] = [first + mark + page[1]]
    assert "see and remember. A well-known" in paragraphs([page])[0]
    text = f"a well{HYPHEN}known thing and a re{HYPHEN}markable one"
    found = paragraphs([[text], ["It is well-known."]])[0]  # as it is written elsewhere
    assert found == "a well-known thing and a remarkable one"


def pages(count: int, *, head: str = "", foot: str = "") -> list[list[str]]:
    """Return pages with words of their own between a head and a foot, in which # is the page."""
    words = ("tide", "river", "bore", "wave", "coast", "water", "moon", "flood", "stream", "sea")
    made = []
    for number in range(count):
        body = [f"{words[number % 10]} {words[(number * 3 + n) % 10]} no {n}" for n in range(4)]
        lines = [head.replace("#", str(number + 7)), *body, foot.replace("#", str(number + 7))]
        made.append([line for line in lines if line])
    return made


def test_what_comes_on_two_pages_or_differs_in_another_number_stays():
    assert without_running_lines(pages(2, head="Tides")) == pages(2, head="Tides")
    assert without_running_lines([["Confidential", "Tides"]] * 5) == [["Confidential", "Tides"]] * 5
    made = pages(6)
    for number, page in enumerate(made):
        page.append(f"Total {number * number}")
    assert without_running_lines(made) == made


def test_pages_of_a_lot_of_anything_take_their_time_once():
    began = time.process_time()
    for line in ("a" * 150_000, "a-" * 60_000, HYPHEN * 60_000, "1 " * 60_000):
        paragraphs(without_running_lines([[line], [line]]))
    paragraphs(
        [["word of a line that is divid-"] * 3_000, ["word of a line that is divid-x"] * 3_000]
    )
    far = [(x, 700 - y, "ab") for x in (1, 99999, 1e30) for y in range(0, 600, 2)]
    read_pdf(placed(*far), "http://p/")
    assert time.process_time() - began < 4  # 0.1 s on a quiet machine
