import pytest

from desktop_agent.bench.scoring import is_abstention


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "I don't know.",
        "I don\u2019t know",
        "I do not know the answer.",
        "Insufficient evidence",
        "**Insufficient evidence**",
        "Insufficient information to tell.",
        "I'm sorry, but I can't help with that.",
        "Sorry, I could not find it.",
        "Unfortunately, I was unable to find the award.",
        "I am not sure.",
        "I'm unable to verify this.",
        "Unable to determine.",
        "Unknown",
        "N/A",
        "Not specified.",
        "It is not possible to determine the year.",
        "There is not enough information.",
        "There is no reliable information on that.",
        "As an AI, I have no access to that.",
        "I don't have enough information.",
        "The model gave no answer, and nothing was found that could be quoted.",
    ],
)
def test_who_says_that_they_do_not_know_abstains(text: str):
    assert is_abstention(text)


@pytest.mark.parametrize(
    "text",
    [
        "Michio Sugeno",
        "Unknown Pleasures",
        "The Unknown Soldier",
        "No",
        "none",
        "0",
        "I Don't Mind",
        "Sorry Not Sorry",
        "Not Afraid",
        "I was born in 1967",
        "The answer is 5, although I am not sure.",
        "I don't know. " * 100 + "It is 5.",
    ],
)
def test_an_answer_is_no_abstention(text: str):
    assert not is_abstention(text)
