import pytest

from desktop_agent.evidence.records import Intent
from desktop_agent.evidence.trust import registrable_domain, trust_of


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("https://someone.blogspot.com/x", "someone.blogspot.com"),
        ("https://en.wikipedia.org/wiki/Adele", "wikipedia.org"),
        ("http://EXAMPLE.org.:8080/", "example.org"),
        ("http://127.0.0.1:9000/x", "127.0.0.1"),
        ("http://[broken", ""),
    ],
)
def test_the_registrable_domain_is_that_of_the_owner(url, domain):
    assert registrable_domain(url) == domain


@pytest.mark.parametrize(
    ("url", "intent", "entity", "least", "most"),
    [
        ("https://musicbrainz.org/x", Intent.TITLE_HOLDER, "CEO of Nvidia", 0.8, 0.9),
        ("https://www.python.org/downloads/", Intent.LATEST_VERSION, "Python", 0.9, 1),
        ("https://github.com/godotengine/godot", Intent.LATEST_VERSION, "Godot", 0.7, 0.75),
        ("https://python.blogspot.com/", Intent.LATEST_VERSION, "Python", 0, 0.4),
        ("http://127.0.0.1/", Intent.GENERAL, "x", 0.5, 0.5),
    ],
)
def test_trust_depends_on_site_and_intent(url, intent, entity, least, most):
    assert least <= trust_of(url, intent, entity) <= most
