"""Search results: addresses, dates and text as engines send them, and what is remembered of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.web.search.hits import hits_from, iso_time, normalised_url, plain
from tests.unit.web.search.searching import JSON


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://example.org/a", "http://www.example.org/a/", True),
        ("https://EXAMPLE.org./a", "https://example.org:443/a#part", True),
        ("https://example.org/?b=2&a=1", "https://example.org?a=1&b=2&utm_source=x&fbclid=y", True),
        ("https://example.org/a", "https://example.org/A", False),
        ("https://example.org/?id=1", "https://example.org/?id=2", False),
    ],
)
def test_addresses_are_the_same_if_they_lead_to_one_page(one: str, other: str, same: bool):
    assert (normalised_url(one) == normalised_url(other)) is same


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026-01-20T09:43:00.0000000", "2026-01-20T09:43:00"),
        ("2026-01-20", "2026-01-20"),
        ("Tue, 20 Jan 2026 10:43:00 +0100", "2026-01-20T09:43:00Z"),
        ("2026-13-40", ""),
        (None, ""),
    ],
)
def test_dates_are_iso_or_nothing(text: object, date: str):
    assert iso_time(text) == date


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<strong>Cats</strong> &amp; dogs", "Cats & dogs"),
        ("1 &lt; 2 and 3 < 4", "1 < 2 and 3 < 4"),
        ("a\n  b\u00a0c", "a b c"),
        ("&lt;script&gt;", "<script>"),
        (None, ""),
    ],
)
def test_text_is_one_line_without_tags_and_entities(html: object, text: str):
    assert plain(html) == text


@given(JSON, st.text())
def test_no_json_address_or_date_raises(value: Any, text: str):
    assert isinstance(normalised_url(f"http://{text}") + iso_time(text), str)
    for hit in hits_from(value, "brave", snippet="s", date="d", most=5):
        assert hit.url.startswith(("http://", "https://"))
