"""Two rankings made into one."""

import pytest

from desktop_agent.knowledge.retriever import rrf


def test_what_both_name_comes_before_what_one_names_first() -> None:
    fused = rrf([(0.5, ["a", "b", "c"]), (0.5, ["d", "b", "e"])])
    assert [item for item, _ in fused] == ["b", "a", "d", "c", "e"]


def test_a_score_is_the_sum_of_weight_by_k_and_rank_from_zero() -> None:
    fused = dict(rrf([(0.5, ["a", "b"]), (0.5, ["b"])]))
    assert fused == {"a": pytest.approx(0.5 / 60), "b": pytest.approx(0.5 / 61 + 0.5 / 60)}
    assert dict(rrf([(1.0, ["a"])], k=1)) == {"a": 1.0}


def test_the_heavier_ranking_decides() -> None:
    rankings = ["a", "b"], ["b", "a"]
    assert rrf([(0.9, rankings[0]), (0.1, rankings[1])])[0][0] == "a"
    assert rrf([(0.1, rankings[0]), (0.9, rankings[1])])[0][0] == "b"


def test_a_ranking_without_weight_adds_nothing_not_even_items() -> None:
    assert [item for item, _ in rrf([(0.0, ["x"]), (1.0, ["a"])])] == ["a"]
    assert rrf([]) == ()
    assert rrf([(0.5, []), (0.5, [])]) == ()


def test_equals_keep_the_order_of_the_rankings() -> None:
    assert [item for item, _ in rrf([(0.5, ["a"]), (0.5, ["b"])])] == ["a", "b"]
