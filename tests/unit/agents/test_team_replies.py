"""What verifier, searcher and answerer are understood to say."""

import pytest

from desktop_agent.agents.roles.team import (
    parse_answer,
    parse_query,
    parse_verification,
    same_in_substance,
)


@pytest.mark.parametrize(
    ("text", "enough", "said"),
    [
        ("<verify>YES.</verify>", True, "yes"),
        ("<verify>No, the date is missing</verify>", False, "no"),
        ("<verify>perhaps</verify>", False, ""),
        ("I would say yes, this is enough to answer it.", False, ""),
        ("", False, ""),
    ],
)
def test_only_a_clear_yes_is_enough(text: str, enough: bool, said: str) -> None:
    verdict = parse_verification(text)
    assert (verdict.enough, verdict.said) == (enough, said)
    assert bool(verdict.note) == (said == "")


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ('<search>"python release date"</search>', "python release date"),
        ("<Search> python\n release </SEARCH> done", "python release"),
        ("python release date", "python release date"),
        ("First I think.\nThen I search.", ""),
        ("", ""),
    ],
)
def test_a_query_is_one_line(text: str, query: str) -> None:
    assert parse_query(text) == query


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<answer>42 [1]</answer>", "42 [1]"),
        ("<answer>a\n\nb", "a\n\nb"),
        ("Plain words.", "Plain words."),
    ],
)
def test_an_answer_may_lack_its_tag(text: str, answer: str) -> None:
    assert parse_answer(text) == answer


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("latest Python version", "the latest version of Python", True),
        ("Radiohead latest album", "Radiohead first album", False),
        ("東京の人口", "東京の人口", True),
        ("?!", "?!", True),
    ],
)
def test_a_query_is_known_again_in_other_words(one: str, other: str, same: bool) -> None:
    assert same_in_substance(one, other) is same
