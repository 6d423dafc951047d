"""PDF, Word, OpenDocument, slides and books: what is kept of their form, and their parts."""

import io
from copy import deepcopy

import pptx
import pytest

from desktop_agent.knowledge.loaders.html import long_to_text
from desktop_agent.knowledge.loaders.load import load
from tests.unit.knowledge.loaders.making import (
    CORE,
    docx,
    docx_table,
    docx_with_comment,
    docx_with_note,
    epub,
    odt,
    open_document,
    paragraph,
)
from tests.unit.web.extract.test_pdf import pdf


def texts_of(loaded):
    return [loaded.text[part.start : part.end].strip() for part in loaded.parts]


def test_each_page_of_a_pdf_that_has_text_is_a_part_with_its_number():
    loaded = load(pdf("The sea rises.\n## Page 7\ntext", "", "It falls.", title="Tides"), "a.pdf")
    assert loaded.title == "Tides"
    assert [part.page for part in loaded.parts] == [1, 3]
    assert texts_of(loaded)[1] == "## Page 3\n\nIt falls."
    long = load(pdf(*["The sea rises."] * 2100), "long.pdf")  # more than of a page of the web
    assert (long.parts[-1].page, long.note) == (2100, "")


def test_a_word_document_keeps_headings_tables_lists_and_says_its_date():
    body = (
        paragraph("Tides", "H1")
        + paragraph("The moon pulls.")
        + paragraph("Heights", "H2")
        + docx_table(("Place", "Metres"), ("Fundy", "16 | 17"))
    )
    loaded = load(docx(body, {"docProps/core.xml": CORE}), "a.docx")
    assert loaded.text == (
        "# Tides\n\nThe moon pulls.\n\n## Heights\n\n"
        "| Place | Metres |\n| --- | --- |\n| Fundy | 16 \\| 17 |"
    )
    assert (loaded.title, loaded.date) == ("The tides", "2023-05-06")
    assert load(docx(paragraph("Tides", "H1")), "a.docx").title == "Tides"
    assert load(docx(paragraph("Tides")), "a.docx").title == "a.docx"
    for noted in (docx_with_note("Newton, 1687."), docx_with_comment("Newton, 1687.")):
        text = load(noted, "a.docx").text
        assert text.startswith("The moon pulls.")
        assert "Newton, 1687." in text


def test_markup_of_any_length_is_read_to_its_end_and_lists_are_not_torn():
    items = "".join(f"<li><p>Item {n}</p></li>" for n in range(1_200))
    markup = "".join(f"<p>Paragraph {n}.</p>" for n in range(2_400)) + f"<ol>{items}</ol><p>End</p>"
    text = long_to_text(markup)
    assert text.count("Paragraph") == 2_400
    assert "1199. Item 1198" in text
    assert text.endswith("End")


def test_a_picture_of_a_word_document_is_given_by_its_description():
    picture = (
        '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
        'wordprocessingDrawing"><wp:docPr id="1" descr="A map of the bay"/><a:graphic '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic '
        'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill>'
        '<a:blip r:embed="p1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline>'
        "</w:drawing></w:r>"
    )
    rel = (
        '<Relationship Id="p1" Target="media/map.png" Type="http://schemas.openxmlformats.org/'
        'officeDocument/2006/relationships/image"/>'
    )
    made = docx(paragraph("See"), {"word/media/map.png": "x"}, rels=rel)
    assert load(made, "a.docx").text == "See"
    made = docx(paragraph("See", more=picture), {"word/media/map.png": "x"}, rels=rel)
    assert load(made, "a.docx").text == "See [A map of the bay]"


def test_an_opendocument_text_keeps_all_that_stands_in_it_where_it_stands():
    note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Newton"
    note += "</text:p></text:note-body></text:note>"
    comment = (
        "<office:annotation><dc:creator>Ada</dc:creator><text:p>Sure?</text:p></office:annotation>"
    )
    box = "<draw:frame><draw:text-box><text:p>A box.</text:p></draw:text-box></draw:frame>"
    link = '<text:a xlink:href="https://example.org/a">pulls</text:a>'
    item = "<text:list-item><text:p>{}</text:p>{}</text:list-item>"
    inner = f"<text:list>{item.format('noon', '')}</text:list>"
    table = "".join(
        "<table:table-row>" + "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>"
        for cell in row) + "</table:table-row>" for row in ("ab", "12")
    )  # fmt: skip
    loaded = load(
        odt(
            '<text:h text:outline-level="2">Tides</text:h>'
            f"<text:p>{box}The moon<text:s/>{link}{note} water{comment}.</text:p>"
            f'<text:list text:style-name="N">{item.format("one", inner)}{item.format("two", "")}'
            f"</text:list><text:list>{item.format('rope', '')}</text:list>"
            f"<table:table>{table}</table:table>",
            styles='<text:list-style style:name="N"><text:list-level-style-number/></text:list-style>',
        ),
        "a.odt",
    )
    assert loaded.text == (
        "## Tides\n\nThe moon [pulls](https://example.org/a) (Newton) water [Comment: Sure?].\n\n"
        "A box.\n\n1. one\n   1. noon\n2. two\n\n- rope\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"
    )


def test_an_opendocument_sheet_has_cells_as_they_are_shown_and_slides_have_notes():
    cell = '<table:table-cell table:number-columns-repeated="{}">{}</table:table-cell>'
    row = '<table:table-row table:number-rows-repeated="{}">{}</table:table-row>'
    place = cell.format(1, "<text:p>Fundy</text:p>") + cell.format(2, "<text:p>25 %</text:p>")
    rows = row.format(1, cell.format(3, "<text:p>Head</text:p>")) + row.format(
        2, cell.format(9, "")
    )
    rows += row.format(1, place) + row.format(1_000_000, cell.format(16_384, ""))
    loaded = load(
        open_document("spreadsheet", f'<table:table table:name="A">{rows}</table:table>'), "a.ods"
    )
    assert loaded.text == (
        "## A\n\n| Head | Head | Head |\n| --- | --- | --- |\n| Fundy | 25 % | 25 % |"
    )
    assert loaded.parts[0].first_line == 4
    frame = "<draw:frame {}><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    title = frame.format('presentation:class="title"', "The moon")
    notes = f"<presentation:notes>{frame.format('', 'Slowly.')}</presentation:notes>"
    page = f"<draw:page>{title}{frame.format('', 'It pulls.')}{notes}</draw:page>"
    loaded = load(open_document("presentation", page), "a.odp")
    assert loaded.text == "## Slide 1: The moon\n\nIt pulls.\n\nNotes: Slowly."
    assert (loaded.parts[0].page, loaded.parts[0].label) == (1, "The moon")


@pytest.fixture
def slides():
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "The moon"
    frame = slide.placeholders[1].text_frame
    frame.text = "It pulls"
    inner = frame.add_paragraph()
    inner.text, inner.level = "the water", 1
    slide.notes_slide.notes_text_frame.text = "Say it slowly."
    loose = deepcopy(slide.notes_slide.notes_placeholder._element)  # no place of its own
    (place,) = loose.iter("{*}ph")
    place.getparent().remove(place)
    slide.notes_slide.shapes._spTree.append(loose)
    deck.slides.add_slide(deck.slide_layouts[6])
    last = deck.slides.add_slide(deck.slide_layouts[5])
    table = last.shapes.add_table(2, 2, 0, 0, 9999, 9999).table
    for at, text in (((0, 0), "Place"), ((0, 1), "Metres"), ((1, 0), "Fundy"), ((1, 1), "16")):
        table.cell(*at).text = text
    deck.core_properties.title = "On tides"
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def test_each_slide_is_a_part_with_its_number_and_title(slides):
    loaded = load(slides, "a.pptx")
    assert loaded.title == "On tides"
    assert [(part.page, part.label) for part in loaded.parts] == [(1, "The moon"), (3, "")]
    first, last = texts_of(loaded)
    assert first == (
        "## Slide 1: The moon\n\n- It pulls\n  - the water\n\nNotes: Say it slowly.\n\nSay it slowly."
    )
    assert last == "## Slide 3\n\n| Place | Metres |\n| --- | --- |\n| Fundy | 16 |"


def test_each_chapter_of_a_book_is_a_part_in_the_order_of_the_book():
    loaded = load(
        epub(
            {
                "two%20b.xhtml": '<html><head><title/><script src="x"/></head><body>'
                "<h1>The <em>moon</em></h1><p>It pulls.</p></body></html>",
                "one.xhtml": "<html><body><h2>The sun</h2><p>It pulls too.</p></body></html>",
                "end.xhtml": "<html><nav><p>Part one</p></nav><footer>Colophon</footer></html>",
            }
        ),
        "a.epub",
    )
    assert (loaded.title, loaded.date) == ("A book of tides", "2001-02-03")
    assert [part.label for part in loaded.parts] == ["The moon", "The sun", ""]
    assert texts_of(loaded)[1:] == ["## The sun\n\nIt pulls too.", "Part one\n\nColophon"]
