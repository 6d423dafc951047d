import pytest

from desktop_agent.evidence.claims.statement import negations, unsure
from desktop_agent.evidence.text.language import words


@pytest.mark.parametrize(
    "text",
    [
        "It is not a planet", "It isn't a planet", "It was never built",
        "It is no longer a member", "It hardly rains", "The company denies it",
        "It failed to open", "Es ist kein Planet", "Er starb nicht in Leipzig",
        "Il n'est pas mort", "Nunca llegó",
    ],
)  # fmt: skip
def test_a_negation_is_seen(text: str) -> None:
    assert negations(words(text))


@pytest.mark.parametrize(
    "text",
    [
        "It is not only a planet",
        "No. 5 is a symphony",
        "It did not open until 1990",
        "Nicht nur Bach lebte dort",
    ],
)
def test_what_only_looks_like_a_negation_is_none(text: str) -> None:
    assert not negations(words(text))


def test_a_month_is_no_doubt() -> None:
    assert not unsure(words("It opened in May"))
    assert unsure(words("It may open"))
