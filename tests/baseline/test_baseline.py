"""A recording says the same twice; else nothing could be learnt from comparing two."""

from tests.baseline.comparison import differences
from tests.baseline.questions import record_questions

_ASKED = ("quick, a page", "verified, revised", "team, a second search")


def test_a_recording_of_three_questions_is_the_same_twice(home, tmp_path):
    folders = tmp_path / "before", tmp_path / "after"
    for folder in folders:
        assert record_questions(folder, _ASKED.__contains__) == len(_ASKED)
    assert not list(differences(*folders))
    assert len(list(folders[0].rglob("*.jsonl"))) == 2 * len(_ASKED)
