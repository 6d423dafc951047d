"""What verifier and searcher are understood to say."""

import pytest

from desktop_agent.agents.evidence_gathering import parse_query
from desktop_agent.agents.strategies.team import parse_verdict, same_in_substance


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<verify>YES.</verify>", "yes"),
        ("<verify>No, the date is missing</verify>", "no"),
        ("<verify>perhaps</verify>", ""),
        ("I would say yes, this is enough to answer it.", ""),
    ],
)
def test_only_a_clear_yes_is_enough(text: str, said: str):
    assert parse_verdict(text) == said


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ('<search>"python release date"</search>', "python release date"),
        ("<Search> python\n release </SEARCH> done", "python release"),
        ("python release date", "python release date"),
    ],
)
def test_a_query_is_one_line(text: str, query: str):
    assert parse_query(text) == query


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("latest Python version", "the latest version of Python", True),
        ("Radiohead latest album", "Radiohead first album", False),
        ("東京の人口", "東京の人口", True),
        ("?!", "?!", True),
    ],
)
def test_a_query_is_known_again_in_other_words(one: str, other: str, same: bool):
    assert same_in_substance(one, other) is same
