"""Mathematics, lists, code and links; the same text whatever way it came."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from desktop_agent.frontends.ui.export.html_format import markdown_html
from desktop_agent.frontends.ui.markdown.mathematics import readable
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from tests.ui.markdown.conftest import fragments, hrefs, render, settle


def shown(make_view, text):
    view = make_view()
    view.show_markdown(text)
    settle(view)
    return view


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\alpha^2 + x_1", "α² + x₁"),
        (r"\frac{a}{b}", "a/b"),
        (r"T\left(\frac{n}{2}\right) = O(\log n)", "T(n/2) = O(log n)"),
        (r"\frac{a+b}{c}", "(a+b)/c"),
        (r"\sum_{i=1}^n i", "∑ᵢ₌₁ⁿ i"),
        (r"x \in \mathbb{R}^{n}", "x ∈ ℝⁿ"),
        (r"e^{\pi k}", "e^(πk)"),
        (r"\nosuch{x}", "\\nosuch x"),
        (r"\frac", r"\frac"),
        ("{" * 3_000, "{" * 3_000),
    ],
)
def test_a_formula_reads_well_and_loses_nothing(latex, text):
    assert readable(latex) == text


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("$x^2$", "x²"),
        (r"so \(x^2\) it is", "so x² it is"),
        ("$$\nx^2\n$$", "x²"),
        ("\\[\nx^2\n\\]", "x²"),
        ("Sum:\n$$\nx^2\n$$", "Sum: x²"),
        ("it costs $5 and $10", "it costs $5 and $10"),
        ("$5-$10, or US$6", "$5-$10, or US$6"),
        ("`$x^2$`", "$x^2$"),
        (r"\[foo]", "[foo]"),
        ("$$\nx^2", "$$ x^2"),
    ],
)
def test_mathematics_is_told_from_money(make_view, text, reads):
    assert " ".join(shown(make_view, text).toPlainText().split()) == reads


def test_the_latex_of_a_formula_is_in_its_tip(make_view):
    view = shown(make_view, r"So $\alpha^2$ is.")
    [(_, form)] = [each for each in fragments(view.document()) if each[1].toolTip()]
    assert form.toolTip() == r"\alpha^2"


def test_a_long_nested_list_keeps_its_numbers_while_it_is_frozen_in_parts(make_view):
    text = "1. one\n   1. a\n   1. b\n      - x\n      - y\n   1. c\n\n      more of c\n1. two\n"
    view = make_view()
    for character in text:
        view.append(character)
        view._go_on()
    view.finish()
    settle(view)
    lines = [line.replace("\t", " ") for line in view.toPlainText().splitlines()]
    assert lines == ["1. one", "1. a", "2. b", "▪ x", "▪ y", "3. c", "more of c", "2. two"]


def test_code_has_its_colours_once_its_block_has_closed(make_view):
    view = make_view()
    view.append('```python\ndef f():\n    """Doc\n    string."""\n')
    settle(view)
    assert len({form.foreground().color().name() for _, form in fragments(view.document())}) == 1
    view.append("```\n")
    settle(view)
    colours = {text: form.foreground().color().name() for text, form in fragments(view.document())}
    assert colours["def"] != colours['"""Doc']
    [start, end] = [colours[text] for text in colours if '"""' in text]
    assert start == end


def test_code_names_its_language_and_the_mouse_over_it_offers_a_copy(make_view):
    view = shown(make_view, "text\n\n```python\na = 1\nb = 2\n```\n\nmore")
    first = view.cursorRect(view.document().find("a = 1")).center()
    header = QPoint(10, first.y() - 26)
    picture = view.grab(QRect(12, header.y() - 8, 60, 20)).toImage()
    dots = {picture.pixel(x, y) for x in range(60) for y in range(20)}
    assert len(dots) > 5  # the language, in grey letters
    button = view.findChild(QToolButton, "hoverButton")
    for at in (header, first, view.cursorRect(view.document().find("b = 2")).center()):
        QTest.mouseMove(view.viewport(), QPoint(1, 1))
        QTest.mouseMove(view.viewport(), at)
        assert button.isVisible()
        assert button.geometry().bottom() < first.y()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "a = 1\nb = 2"


LINES = (
    "Roses are red,\nViolets are blue,\nSugar is sweet,\nAnd so are you.",
    "Dr. Ada Quill\n14 Harbour Lane\nOstra 2210\nKallo",
    "**Opening hours**\nMonday to Friday: 9 to 17\nSaturday: 10 to 14",
    "床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。",
    "The lamp goes round above the sleeping bay,\nand counts the ships that never came to stay;\nthe keeper climbs, the keeper trims the flame,\nand no one on the water knows his name.",
    "I walk the long road home again tonight,\nthe rain behind me and the town in sight",
)
WRAPPED = (
    "The Ostra lighthouse is 47 metres tall and was built of granite between\n1871 and 1874. It stands on a reef 3 km from the harbour. In storms the\ncauseway is under water.",
    "Der Leuchtturm von Ostra ist 47 Meter hoch und wurde aus Granit\ngebaut. Er steht auf einem Riff drei Kilometer vor dem Hafen.",
    "this text was wrapped at fifty columns by an old\nmail program, which is why none of its lines has\nmore than that, though it is ordinary prose",
    "One sentence fills this whole line and goes on well beyond the eighty columns of a terminal.\nAnother follows.",
)


@pytest.mark.parametrize(
    ("text", "kept"), [(text, True) for text in LINES] + [(text, False) for text in WRAPPED]
)
def test_lines_of_a_poem_stay_apart_and_wrapped_prose_is_joined(make_view, text, kept):
    lines = text.replace("**", "").split("\n")
    assert shown(make_view, text).toPlainText() == ("\n" if kept else " ").join(lines)
    page = markdown_html(text, (), lambda _number: "")
    assert page.count("<br") == (len(lines) - 1 if kept else 0)


@pytest.fixture
def styles(theme):
    return TextStyles(theme.colours, theme.font, theme.mono)


def cut(text, points):
    edges = [0, *sorted({point % (len(text) + 1) for point in points}), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


PIECES = st.sampled_from(
    [
        *("- item", "* star", "- ", "  - nested", "1. one", "2. two", "10) ten"),
        *("para", "para [ref] and [1]", "[ref]: https://e.org/", "**bold", "    code", "\ttab"),
        *("# head", "#", "===", "---", "- - -", "***", "> quote", ">", "<div>", "<!-- x"),
        *("```", "```python", "~~~", "  ```", "", "", "  ", "x\ry", "+", "text  "),
        *("| a | b |", "|---|---|", "| c | d |", "a | b", "-|-", "||"),
    ]
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(PIECES, max_size=40), cuts=st.lists(st.integers(0, 10_000), max_size=30))
def test_any_text_cut_anywhere_reads_the_same_as_the_whole(styles, lines, cuts):
    text = "\n".join(lines)
    assert render(styles, cut(text, cuts)).toPlainText() == render(styles, [text]).toPlainText()


def test_an_item_below_an_empty_one_reads_the_same_wherever_the_text_was_cut(styles):
    begin, end = "- item\n#\n```\n```\n- \r\n\n  - nested\n", "- item\n+"
    cut_there = render(styles, [begin, end]).toPlainText()
    assert cut_there == render(styles, [begin + end]).toPlainText()


def test_a_task_is_a_box_and_an_image_its_description(styles):
    text = "- [x] done\n- [ ] ![a chart of sales](http://127.0.0.1:1/x.png)"
    assert render(styles, [text]).toPlainText() == "☑\tdone\n☐\ta chart of sales"


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a](https://example.org/x)", ["https://example.org/x"]),
        ("[a](javascript:alert(1))", []),
        ("[a](file:///etc/passwd)", []),
        ("[a](ftp://example.org/)", []),
        ("so it is [1].", ["cite:1"]),
        ("so it is [1, 22].", ["cite:1", "cite:22"]),
        ("`a[1]` is code", []),
        ("see https://example.org/a_b, then", ["https://example.org/a_b"]),
        ("(https://example.org/)", ["https://example.org/"]),
        ("[2024] is a year", []),
    ],
)
def test_only_web_addresses_and_citations_are_links(styles, text, links):
    assert hrefs(render(styles, [text])) == links
