"""Search results: addresses, dates and text as engines send them, and what is remembered of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.web.search.hits import hits_from, iso_time, normalised_url
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
def test_addresses_are_the_same_if_they_lead_to_one_page(one, other, same):
    assert (normalised_url(one) == normalised_url(other)) is same


@given(JSON, st.text())
def test_no_json_address_or_date_raises(value, text):
    assert isinstance(normalised_url(f"http://{text}") + iso_time(text), str)
    for hit in hits_from(value, "brave", snippet="s", date="d", most=5):
        assert hit.url.startswith(("http://", "https://"))
