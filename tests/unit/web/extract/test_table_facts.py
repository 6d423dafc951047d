"""Tables and definition lists to facts."""

import pytest

from tests.unit.web.extract.facts_of import facts_of


def tables(html: str) -> list[tuple[str, str, str]]:
    return facts_of(html, "table")


BOX = """<h1>Ada Lovelace</h1><table class=infobox><tbody>
  <tr><th colspan=2>The Countess of Lovelace</th></tr>
  <tr><td colspan=2><img src=x alt=Portrait></td></tr>
  <tr><th>Born</th><td>Augusta Ada Byron<br><span style="display:none">(1815-12-10)</span>
    10 December 1815<sup>[1]</sup><br>London, England</td></tr>
  <tr><th>Known&nbsp;for:</th><td><ul><li>Mathematics</li><li>Computing</li></ul></td></tr>
  <tr><th>Signature</th><td></td></tr><tr><th>Website</th><td>—</td></tr></tbody></table>"""
SPANS = """<table><thead><tr><th rowspan=2>Title</th><th rowspan=2>Year</th>
  <th colspan=2>Peak position</th></tr><tr><th>US</th><th>UK</th></tr></thead><tbody>
  <tr><th scope=row>SOUR</th><td rowspan=2>2021</td><td colspan=2>1</td></tr>
  <tr><th scope=row>Happier Than Ever</th><td>1</td><td>1</td></tr>
  <tr><td colspan=4>Certified albums only</td></tr></tbody></table>"""
TERMS = """<h3>Details</h3><dl><dt>Author:</dt><dd>Mary Shelley</dd>
  <div><dt>Published</dt><dt>Printed</dt><dd>1818</dd><dd>1831</dd></div></dl>"""


@pytest.mark.parametrize(
    ("html", "facts"),
    [
        (  # a box beside an article gives a fact a row
            BOX,
            [
                ("The Countess of Lovelace", "Born", "Augusta Ada Byron, 10 December 1815, London, England"),
                ("The Countess of Lovelace", "Known for", "Mathematics, Computing"),
            ],
        ),
        (  # a box without a title is about the heading above, or its caption
            "<h1>Python</h1><table><tr><th>Stable release<td>3.13.0<tr><th>License<td>PSF</table>",
            [("Python", "Stable release", "3.13.0"), ("Python", "License", "PSF")],
        ),
        (  # two columns with a header are no box
            "<table><tr><th>Version<th>Released<tr><td>3.12<td>2023<tr><td>3.13<td>2024</table>",
            [("3.12", "Released", "2023"), ("3.13", "Released", "2024")],
        ),
        (  # bold cells at the top are a header
            "<table><tr><td><b>City</b><td><strong>Country</strong><td><b>In</b><tr><td>Lagos<td>Nigeria<td>2</table>",
            [("Lagos", "Country", "Nigeria"), ("Lagos", "In", "2")],
        ),
        (  # a table within a layout
            "<table><tr><td>Menu<td><table><tr><th>Capital<td>Canberra</table></td></tr><tr><td>Foot</table>",
            [("", "Capital", "Canberra")],
        ),
        ("<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>", []),  # columns without names
        (  # spans are flattened in both directions
            SPANS,
            [
                ("SOUR", "Year", "2021"),
                ("SOUR", "Peak position US", "1"),
                ("SOUR", "Peak position UK", "1"),
                ("Happier Than Ever", "Year", "2021"),
                ("Happier Than Ever", "Peak position US", "1"),
                ("Happier Than Ever", "Peak position UK", "1"),
            ],
        ),
        (  # a list of definitions gives a fact a term
            TERMS,
            [
                ("Details", "Author", "Mary Shelley"),
                ("Details", "Published", "1818"),
                ("Details", "Printed", "1818"),
                ("Details", "Published", "1831"),
                ("Details", "Printed", "1831"),
            ],
        ),
    ],
)  # fmt: skip
def test_tables_and_lists_of_definitions_are_understood(html, facts):
    assert tables(html) == facts


@pytest.mark.parametrize(
    "html",
    [
        "<table role=presentation><tr><th>Name<td>Value</table>",
        "<table><tr><td>one column</td></tr><tr><td>again</td></tr></table>",
        f"<table><tr><td>Menu<td>{'Long text. ' * 60}<tr><td>Foot<td>Imprint</table>",
        "<nav><table><tr><th>Name<td>Value</table></nav>",
        "<table></table><dl></dl><dl><dd>alone</dl><dl><dt>alone</dl>",
        "<table hidden><tr><th>Name<td>Value</table>",
    ],
)
def test_what_lays_a_page_out_says_nothing(html):
    assert tables(html) == []
