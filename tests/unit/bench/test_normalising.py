import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.bench.scoring import normalize_hotpotqa, normalize_words, same_answer, span_f1


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("The Aristocats", "aristocats"),
        ("a  spirit.", "spirit"),
        ("Hank Williams, Jr.", "hank williams jr"),
        ('Eddie "The Eagle" Edwards', "eddie eagle edwards"),
        ("two-time", "twotime"),
        ("an", ""),
        ("Alû", "alû"),
    ],
)
def test_hotpotqa_is_normalised_as_its_script_does(text: str, normal: str):
    assert normalize_hotpotqa(text) == normal


@pytest.mark.parametrize(
    ("prediction", "gold", "f1"),
    [
        ("aristocats", "The Aristocats", 1.0),
        ("The Aristocats film", "The Aristocats", 2 / 3),
        ("Columbus", "Columbus, Ohio", 2 / 3),
        ("Ohio Ohio", "Columbus, Ohio", 0.5),
        ("yes", "yes", 1.0),
        ("yes both", "yes", 0.0),
        ("yes", "no", 0.0),
        ("no answer was given", "no", 0.0),
        ("no one", "noanswer", 0.0),
        ("", "Ohio", 0.0),
        ("Oregon", "Ohio", 0.0),
    ],
)
def test_the_f1_of_words_is_that_of_hotpotqa(prediction: str, gold: str, f1: float):
    assert span_f1(prediction, gold) == pytest.approx(f1)


@given(st.text(max_size=40), st.text(max_size=40))
def test_f1_is_a_share_and_the_same_both_ways(one: str, other: str):
    assert 0.0 <= span_f1(one, other) <= 1.0
    assert span_f1(one, other) == pytest.approx(span_f1(other, one))


@given(st.text(max_size=60))
def test_plain_words_stay_as_they_are_and_an_answer_is_its_own_equal(text: str):
    words = normalize_words(text)
    assert words == " ".join(words.split())
    assert same_answer(text, text)
    assert same_answer(f" {text}\n", text)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("$x^2 + 1$", "x^2+1", True),
        ("\\(x^2\\)", "x^2", True),
        ("X^2", "x^2", False),
        ("x<5", "x>5", False),
        ("-5", "\u22125", True),
        ("Smith-Jones", "smith jones", True),
        ("May 3, 1887", "3 May 1887", True),
        ("May 3", "March 5", False),
        ("A beats B", "B beats A", False),
        ("!", "?", False),
        ("\u738b\u7ae0\u9633", "\u738b\u7ae0\u9633\u3002", True),
    ],
)
def test_two_spellings_of_an_answer_are_one(one: str, other: str, same: bool):
    assert same_answer(one, other) is same
