from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.bench.scoring import final_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("18", "18"),
        ("$18", "18"),
        ("**18** dollars", "18"),
        ("16 - 3 - 4 = 9, so 9*2 = 18.", "18"),
        ("16-3=13", "13"),
        ("It takes 4 hours.\n#### 1,234", "1234"),
        ("#### 12 dollars\nas 3 + 9", "12"),
        ("\\boxed{70{,}000} m", "70000"),
        ("\\boxed{5}, that is 5 of 9", "5"),
        ("70,000", "70000"),
        ("70 000", "70000"),
        ("70\u202f000", "70000"),
        ("70\u00a0000 €", "70000"),
        ("1'000", "1000"),
        ("1.000.000", "1000000"),
        ("1,2,3", "3"),
        ("$-5", "-5"),
        ("-$5", "-5"),
        ("\u22125", "-5"),
        ("from 10-12", "12"),
        ("- 18", "18"),
        ("5%", "5"),
        ("5 \\%", "5"),
        ("1/2", "0.5"),
        ("½", "0.5"),
        (".5", "0.5"),
        ("2e3", "2000"),
        ("18k", "18000"),
        ("18 kg", "18"),
        ("18 thousand", "18000"),
        ("$1.5 million", "1500000"),
        ("3.50", "3.5"),
        ("007", "7"),
        ("\uff11\uff18", "18"),
    ],
)
def test_the_final_number_is_found(text: str, number: str):
    assert final_number(text) == Decimal(number)


@pytest.mark.parametrize("text", ["", "none", "eighteen", "x1", "5/0", "#### none\n5"])
def test_there_may_be_none(text: str):
    assert final_number(text) in (None, Decimal(1))
    if text != "x1":
        assert final_number(text) is None


@given(st.integers(-(10**12), 10**12))
def test_separators_signs_and_units_do_not_change_a_number(number: int):
    for text in (
        f"{number}",
        f"{number:,}",
        f"{number:,}.00",
        f"${number:,}",
        f"= {number} apples.",
    ):
        assert final_number(text) == number


@given(st.text(max_size=300))
def test_any_text_is_survived(text: str):
    found = final_number(text)
    assert found is None or found == found
