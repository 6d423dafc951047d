"""The form of a corrected number."""

import pytest

from desktop_agent.agents.roles.numeric_verifier import in_form_of


@pytest.mark.parametrize(
    ("old", "new", "formed"),
    [
        ("42", "43", "43"),
        ("42 km", "43", "43 km"),
        ("42 km", "43 km", "43 km"),
        ("42 km", "43000 m", "43000 m"),
        ("$1,200", "1250", "$1250"),
        ("12 apples", "13", "13 apples"),
        ("12 apples", "13 apples", "13 apples"),
        ("12 %", "15 %", "15 %"),
        ("12 %", "0.15", "0.15"),
        ("3 million", "2500000", "2500000"),
        ("about five", "6", "6"),
        ("42 km", "none", "none"),
        ("-5 °C", "-6", "-6 °C"),
        ("3/4", "0.8", "0.8"),
    ],
)
def test_a_new_number_takes_the_form_of_the_old_one(old, new, formed):
    assert in_form_of(old, new) == formed
