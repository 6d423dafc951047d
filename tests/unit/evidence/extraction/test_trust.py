import pytest

from desktop_agent.evidence.records import Intent
from desktop_agent.evidence.trust import registrable_domain, trust_of, trust_table
from desktop_agent.system.resources import toml_resource


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("https://someone.blogspot.com/x", "someone.blogspot.com"),
        ("https://en.wikipedia.org/wiki/Adele", "wikipedia.org"),
        ("http://EXAMPLE.org.:8080/", "example.org"),
        ("http://127.0.0.1:9000/x", "127.0.0.1"),
        ("https://xn--bcher-kva.de/x", "xn--bcher-kva.de"),
        ("http://[broken", ""),
        ("", ""),
    ],
)
def test_the_registrable_domain_is_that_of_the_owner(url, domain):
    assert registrable_domain(url) == domain


def test_every_entry_has_a_trust_and_a_reason():
    table = trust_table()
    assert len(table) >= 120
    for sites in toml_resource("domain_trust.toml").values():
        assert all(len(entry["reason"]) > 8 for entry in sites.values())
    for domain, entry in table.items():
        scores = {name: score for name, score in entry.items() if name != "reason"}
        assert scores.keys() <= {"trust", *Intent}, domain
        assert all(0 <= score <= 1 for score in scores.values()), domain


@pytest.mark.parametrize(
    ("url", "intent", "entity", "least", "most"),
    [
        ("https://never-heard-of.xyz/", Intent.GENERAL, "x", 0.5, 0.5),
        ("https://musicbrainz.org/x", Intent.TITLE_HOLDER, "CEO of Nvidia", 0.8, 0.9),
        ("https://www.python.org/downloads/", Intent.LATEST_VERSION, "Python", 0.9, 1),
        ("https://godotengine.org/", Intent.LATEST_VERSION, "Godot", 0.9, 1),
        ("https://github.com/godotengine/godot", Intent.LATEST_VERSION, "Godot", 0.7, 0.75),
        ("https://python.blogspot.com/", Intent.LATEST_VERSION, "Python", 0, 0.4),
        ("https://www.whitehouse.gov/", Intent.TITLE_HOLDER, "president", 0.9, 0.9),
        ("https://lotr.fandom.com/x", Intent.EVENT_DATE, "The Hobbit", 0.3, 0.45),
        ("http://127.0.0.1/", Intent.GENERAL, "x", 0.5, 0.5),
    ],
)
def test_trust_depends_on_site_and_intent(url, intent, entity, least, most):
    assert least <= trust_of(url, intent, entity) <= most
