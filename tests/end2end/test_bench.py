"""``bench`` as a shell sees it, against a model that answers each question in the same way always."""

import csv
import json
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from desktop_agent.bench.records import LONGEST_KEPT, read_records
from desktop_agent.storage.files import locked
from tests.end2end.world import Ended, World, wait_for
from tests.servers.duckduckgo import CHALLENGED, Result
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import Model
from tests.servers.search_replies import Status

Request = dict[str, Any]


class Done(Ended):
    """How ``bench`` ended and what it printed."""

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)

    @property
    def only(self) -> Any:
        (strategy,) = self.json["strategies"]
        return strategy


Run = Callable[..., Done]


@pytest.fixture
def run(run) -> Run:
    return lambda world, *arguments: Done(*run(world, "bench", *arguments))


def asked(request: Request) -> str:
    return str(next(each["content"] for each in request["messages"] if each["role"] == "user"))


def adds(request: Request) -> Reply:
    """Knows its sums but for every fourth, and every seventh it would rather not say."""
    if "format" in request:
        return Reply(json={"missing": [], "faults": [], "verdict": "ok"})
    found = re.search(r"(\d+) apples and (\d+)", asked(request))
    number = int(found[1]) if found else 0
    if number % 7 == 0:
        return Reply(text="I don't know.")
    return Reply(text=f"{number + 2 + (number % 4 == 0)}", prompt_tokens=10 + number)


def slowly(request: Request) -> Reply:
    return Reply(text=adds(request).text, prompt_tokens=10, delay_s=0.1)


@pytest.fixture
def sums(tmp_path) -> Path:
    path = tmp_path / "sums.jsonl"
    with path.open("w") as file:
        for number in range(1, 13):
            question = f"How many are {number} apples and 2 apples?"
            row = {"question": question, "answer": f"{number}+2\n#### {number + 2}"}
            file.write(json.dumps(row) + "\n")
    return path


@pytest.fixture
def single(sums, tmp_path) -> tuple[object, ...]:
    """The words that ask all sums, each in a single call."""
    return (*FRUIT, sums, "--strategy", "single", "--out", tmp_path / "out")


@pytest.fixture
def world(make_world) -> World:
    return make_world(replies=adds)


RIGHT, WRONG, UNTOLD, ALL = 8, 3, 1, 12
FRUIT = ("gsm8k", "--offline", "--concurrency", "4", "--data")


def test_the_results_are_counted_and_every_answer_is_recorded(world, run, single):
    done = run(world, *single, "--json")
    assert done.returncode == 0
    found = done.only
    assert (found["n"], found["correct"], found["abstained"]) == (ALL, RIGHT, UNTOLD)
    assert (found["failed"], found["whole"], found["model_calls"]) == (0, True, ALL)
    assert found["accuracy"] == RIGHT / ALL
    assert done.json["scored_by"] == "equal final numbers"
    setup, records = read_records(Path(found["records"]))
    assert (setup.strategy, setup.provider, setup.model) == ("single", "ollama", "m:latest")
    assert sum(record.correct for record in records.values()) == RIGHT
    assert all(record.model_calls == 1 and record.run_id for record in records.values())
    assert not any(request.get("tools") for request in world.ollama.requests)
    assert not any("web_search" in json.dumps(request) for request in world.ollama.requests)
    assert "12 of 12 questions" in done.stderr

    told = run(world, *single)
    assert len(world.ollama.requests) == ALL  # nothing was asked again
    assert re.search(rf"single\s+{RIGHT}/12\s+66.7%\s+39.1-86.2 %\s+{UNTOLD}\s+0", told.stdout)
    assert f"{RIGHT / 11:.1%} right of the 11 that it answered" in told.stdout


def wait_for_records(folder: Path, count: int) -> None:
    def written() -> int:
        return sum(path.read_bytes().count(b"\n") for path in folder.glob("*.jsonl"))

    wait_for(lambda: written() > count)


def totals(summary: dict[str, Any]) -> dict[str, Any]:
    timed = ("seconds_mean", "seconds_median", "seconds_p95", "records", "kept")
    return {name: value for name, value in summary.items() if name not in timed}


def test_killed_and_resumed_the_totals_are_those_of_a_whole_run(make_world, run, sums, tmp_path):
    world = make_world(replies=slowly)
    line = (*FRUIT, sums, "--strategy", "single", "--json", "--concurrency", "3")
    out = tmp_path / "killed"
    with world.start("bench", *map(str, (*line, "--out", out))) as process:
        wait_for_records(out, 3)
        process.kill()
        process.wait(60)
    (path,) = out.glob("*.jsonl")
    kept = read_records(path)[1]
    assert 3 <= len(kept) < ALL
    with path.open("ab") as file:
        file.write(b'{"type":"item","id":"11","dig')  # as a crash in the midst of a line leaves it

    before = len(world.ollama.requests)
    resumed = run(world, *line, "--out", out)
    assert len(world.ollama.requests) - before == ALL - len(kept)
    assert resumed.only["kept"] == len(kept)
    whole = run(world, *line, "--out", tmp_path / "whole")
    assert totals(resumed.only) == totals(whole.only)
    assert resumed.only["correct"] == RIGHT
    again = read_records(path)[1]
    assert {each: again[each] for each in kept} == kept


@pytest.mark.skipif(sys.platform == "win32", reason="the signals are those of POSIX")
def test_ctrl_c_ends_in_order_and_the_same_command_goes_on(make_world, run, single, tmp_path):
    world = make_world(replies=slowly)
    line = (*single, "--json", "--concurrency", "2")
    with world.start("bench", *map(str, line)) as process:
        wait_for_records(tmp_path / "out", 3)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert "Stopped. Answers so far are kept" in stderr
    (summary,) = json.loads(stdout)["strategies"]
    assert not summary["whole"]
    assert 3 <= summary["n"] < ALL
    assert run(world, *line).only["n"] == ALL


def test_two_strategies_are_held_against_each_other(world, run, sums, tmp_path):
    out = tmp_path / "out"
    line = (*FRUIT, sums, "--out", out, "--json", "--strategy")
    paths = [Path(run(world, *line, name).only["records"]) for name in ("verified", "single")]
    found = run(world, "compare", *paths, "--json").json
    neither = WRONG + UNTOLD
    assert found["pairs"] == {"both": RIGHT, "only_first": 0, "only_second": 0, "neither": neither}
    assert (found["difference"], found["p_value"], found["needed"]) == (0.0, 1.0, None)
    assert found["call_ratio"] == 2.0
    assert found["token_ratio"] > 1
    told = run(world, "compare", *paths).stdout
    assert "A: gsm8k, verified, ollama/m:latest" in told
    assert "A less B: +0.0 points" in told
    assert "No gain: as many right on one side as on the other." in told


def test_all_strategies_are_each_held_against_the_single_call(world, run, sums, tmp_path):
    line = (*FRUIT, sums, "--strategy", "all", "--limit", "1", "--out", tmp_path / "out")
    done = run(world, *line)
    assert done.returncode == 0
    told = done.stdout[done.stdout.index("Against the single call:") :]
    for strategy in ("evidence", "quick", "verified", "team"):
        assert f"- {strategy}: " in told
    assert "comparisons, p below 0.0" in told
    assert "2.0x the calls" in told
    told = told[told.index("Against the evidence without a model:") :]
    assert "- quick: better in 1, worse in 0 of 1;" in told


def test_no_more_questions_are_under_way_than_were_allowed(make_world, run, single):
    arrived: list[float] = []

    def reply(request: Request) -> Reply:
        arrived.append(time.monotonic())
        return Reply(text="1", delay_s=0.5)

    world = make_world(replies=reply)
    assert run(world, *single, "--limit", "6", "--concurrency", "3").returncode == 0
    gaps = [later - earlier for earlier, later in zip(arrived, arrived[3:], strict=False)]
    assert min(gaps) >= 0.5  # a fourth one waits for an answer
    assert arrived[2] - arrived[0] < 0.5  # three go together


@pytest.fixture
def facts(tmp_path) -> tuple[object, ...]:
    """The words that ask four questions of SimpleQA's form, each in a single call."""
    path = tmp_path / "facts.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["metadata", "problem", "answer"])
        rows.writerow(["{}", "Who painted the mill?", "Anna Berg"])
        rows.writerow(["{}", "When was the mill built?", "May 3, 1887"])
        rows.writerow(["{}", "Where is the mill?", "Norden"])
        rows.writerow(["{}", "Who owns the mill?", "Carl Dahl"])
    return ("simpleqa", "--data", path, "--strategy", "single", "--offline")


def answers(request: Request) -> Reply:
    """Two of four right in other words; as a judge it grades by the answer that it is shown."""
    if request["model"].startswith("judge"):
        said = asked(request)
        grades = {"Berg": "CORRECT", "1887": "CORRECT", "Süden": "INCORRECT"}
        grade = next((grades[each] for each in grades if f"\n{each}" in said), "NOT_ATTEMPTED")
        return Reply(json={"reason": "seen", "grade": grade})
    replies = {"painted": "Berg", "built": "1887", "Where": "Süden", "owns": "I have no idea."}
    return Reply(text=next(replies[each] for each in replies if each in asked(request)))


def test_a_judge_that_is_named_grades_and_the_report_says_which(make_world, run, facts, tmp_path):
    world = make_world(replies=answers)
    world.ollama.models["judge:latest"] = Model(name="judge")
    line = (*facts, "--model", "m", "--out", tmp_path / "out")
    by_words = run(world, *line, "--json")
    assert by_words.only["correct"] == 0
    assert by_words.json["scored_by"] == "equal words"

    refused = run(world, *line, "--judge", "judge")
    assert refused.returncode == 1
    assert "scored_by: 'equal words' -> 'the judge ollama/judge'" in refused.stderr

    judged = run(world, *line, "--judge", "ollama/judge", "--json", "--fresh")
    found = judged.only
    assert (found["correct"], found["answered"], found["abstained"]) == (2, 3, 1)
    assert judged.json["scored_by"] == "the judge ollama/judge"
    assert found["judge_tokens"] == 4 * 18
    assert found["model_calls"] == 4  # the judge's calls are not those of the strategy
    records = read_records(Path(found["records"]))[1].values()
    grades = [each.grade for each in records]
    assert grades == ["CORRECT", "CORRECT", "INCORRECT", "NOT_ATTEMPTED"]
    graded = [each for each in world.ollama.requests if each["model"].startswith("judge")]
    assert all("format" in each for each in graded)
    assert all("<<<UNTRUSTED_BLOCK" in asked(each) for each in graded)  # an answer is data
    assert "the judge ollama/judge" in run(world, *line, "--judge", "judge").stdout


@pytest.mark.parametrize("named", ["ollama/m", "M:latest"])
def test_a_model_does_not_grade_itself_unless_that_is_allowed(make_world, run, facts, named):
    world = make_world(replies=answers)
    refused = run(world, *facts, "--judge", named)
    assert refused.returncode == 1
    assert "is also the model that answers" in refused.stderr
    assert "--same-judge" in refused.stderr
    assert not world.ollama.requests


def test_a_judge_may_be_the_same_where_that_is_said_and_its_failure_is_told(make_world, run, facts):
    def reply(request: Request) -> Reply:
        if "format" in request:
            return Reply(text="no grade at all", ignores_schema=True)
        return answers(request)

    world = make_world(replies=reply)
    line = (*facts, "--judge", "m", "--same-judge", "--json")
    done = run(world, *line)
    assert done.returncode == 1
    assert done.only["failed"] == 4
    assert "The answer was not judged" in done.stderr
    world.ollama.script._function = lambda request: (
        Reply(json={"reason": "", "grade": "CORRECT"}) if "format" in request else answers(request)
    )
    assert run(world, *line).only["correct"] == 4  # what had failed is asked again


def test_records_of_other_settings_are_not_mixed_unless_begun_anew(world, run, single, tmp_path):
    line = (*single, "--limit", "2")
    assert run(world, *line).returncode == 0
    refused = run(world, *line, "--budget", "30")
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert "was created with different settings (budget_s: 600.0 -> 30.0)" in refused.stderr
    assert "--fresh" in refused.stderr
    anew = run(world, *line, "--budget", "30", "--fresh")
    assert anew.returncode == 0
    assert "The earlier records are kept as" in anew.stderr
    assert len(list((tmp_path / "out").glob("*.jsonl"))) == 2


def test_a_fault_of_one_strategy_does_not_hide_what_others_found(world, run, sums, tmp_path):
    line = (*FRUIT, sums, "--limit", "1", "--out", tmp_path / "out")
    assert run(world, *line, "--strategy", "quick", "--budget", "30").returncode == 0
    done = run(world, *line, "--strategy", "all", "--json")
    assert done.returncode == 1
    assert [each["setup"]["strategy"] for each in done.json["strategies"]] == ["single", "evidence"]
    assert "budget_s: 30.0 -> 600.0" in done.json["error"]
    assert "budget_s: 30.0 -> 600.0" in done.stderr


def test_two_benchmarks_do_not_write_to_one_file(world, run, sums, tmp_path):
    line = (*FRUIT, sums, "--strategy", "single", "--limit", "1", "--out", tmp_path)
    with locked(tmp_path / "gsm8k-single-ollama-m_latest.jsonl"):
        done = run(world, *line)
    assert done.returncode == 1
    assert "is in use by another process" in done.stderr
    assert run(world, *line).returncode == 0


def test_hostile_answers_do_not_break_the_records(make_world, run, single):
    hostile = ["3" * 300_000, "\ud800 4 \udfff", "\x00\x1b[2J\u2028\r\n5\n", "{" * 5_000, " "]
    world = make_world(replies=lambda request: hostile[len(world.ollama.requests) % 5])
    line = (*single, "--limit", "5")
    done = run(world, *line, "--json")
    assert done.returncode == 0
    assert done.only["n"] == 5
    records = read_records(Path(done.only["records"]))[1]
    assert len(records) == 5
    assert all(len(each.prediction) <= LONGEST_KEPT for each in records.values())
    assert run(world, *line, "--json").only["kept"] == 5
    assert "\x1b" not in run(world, *line).stdout


def test_who_says_nothing_in_time_has_abstained(make_world, run, single):
    world = make_world(replies=lambda request: Reply(text="3", delay_s=30))
    found = run(world, *single, "--limit", "1", "--budget", "0.3", "--json").only
    assert (found["abstained"], found["failed"]) == (1, 0)
    assert 0.3 <= found["seconds_mean"] < 5


def test_a_server_that_is_gone_is_told_and_does_not_spend_the_whole_file(make_world, run, single):
    world = make_world(replies=lambda request: Reply(status=400, error="broken"))
    line = (*single, "--concurrency", "1")
    done = run(world, *line, "--json")
    assert done.returncode == 1
    assert done.only["failed"] == 10
    assert "10 questions in a row failed" in done.stderr
    world.ollama.models.clear()
    none = run(world, *line)
    assert (none.returncode, none.stdout) == (1, "")
    assert "Traceback" not in none.stderr


def test_a_broken_data_file_is_told_by_its_line(make_world, run, sums):
    world = make_world()
    sums.write_text(sums.read_text() + "{")
    done = run(world, *FRUIT, sums)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{sums}, line 13: it is no JSON" in done.stderr
    assert "Expected: JSON Lines with" in done.stderr


SPIRIT = {
    "_id": "a1",
    "question": "If Gallu is a demon Lilu is what?",
    "answer": "a spirit",
    "supporting_facts": [["Alû", 0], ["Lilu", 0]],
    "context": [
        ["Alû", ["The Alû is a vengeful spirit.", " It has no mouth."]],
        ["Lilu", ["A lilu is a masculine word for a spirit."]],
    ],
}


@pytest.fixture
def spirits(tmp_path) -> Path:
    path = tmp_path / "hotpot.json"
    path.write_text(json.dumps([SPIRIT]))
    return path


def test_what_was_retrieved_is_held_against_supporting_facts(make_world, run, spirits, tmp_path):
    body = f"<h1>Alû</h1><p>{'The Alû is a vengeful spirit. ' * 8}</p>"
    page = f"<html><title>Alû - Wikipedia</title><body><main>{body}</main></body></html>"

    async def article(request: object) -> HTMLResponse:
        return HTMLResponse(page)

    with serve(Starlette(routes=[Route("/wiki/Al", article)])) as url:
        address = f"{url}/wiki/Al"
        world = make_world(
            replies=[
                Reply(tool_calls=[("web_search", {"query": "alu"})]),
                Reply(tool_calls=[("web_fetch", {"url": address})]),
                "Spirit.",
            ],
            duckduckgo=[[Result("Alû - Wikipedia", address, "A demon.")]],
        )
        line = ("hotpotqa", "--data", spirits, "--strategy", "quick", "--out", tmp_path)
        found = run(world, *line, "--json").only
    assert (found["correct"], found["f1"]) == (1, 1.0)
    assert (found["article_recall"], found["sentence_recall"]) == (0.5, 0.5)
    assert (found["searches"], found["blocked_items"]) == (1, 0)


def test_the_paragraphs_of_a_question_are_attached_if_asked_for(make_world, run, spirits, tmp_path):
    world = make_world(replies=["A spirit"])
    line = ("hotpotqa", "--data", spirits, "--strategy", "single", "--with-context")
    found = run(world, *line, "--out", tmp_path, "--json").only
    assert found["correct"] == 1
    assert found["article_recall"] is None  # it was handed over, not found
    assert "It has no mouth." in asked(world.ollama.requests[0])


def test_blocked_searches_are_counted_apart(make_world, run, spirits, tmp_path):
    world = make_world(
        replies=[Reply(tool_calls=[("web_search", {"query": "alu"})]), "A spirit"],
        duckduckgo=[CHALLENGED],
        tavily=[Status(503)],
        brave=[Status(503)],
    )
    line = ("hotpotqa", "--data", spirits, "--strategy", "quick", "--out", tmp_path)
    done = run(world, *line, "--json")
    found = done.only
    assert found["blocked_items"] == found["blocked_searches"] == found["blocked_correct"] == 1
    told = run(world, *line)
    assert "search was blocked 1 times in 1 questions, of which 1 were right" in told.stdout


def test_what_a_benchmark_reads_and_finds_is_kept_apart(world, run, sums, tmp_path):
    out = tmp_path / "out"
    done = run(world, *FRUIT, sums, "--strategy", "quick", "--limit", "1", "--out", out)
    assert done.returncode == 0, done.stderr
    assert len(list((out / "workspace" / "runs").glob("*.jsonl"))) == 1
    assert not (world.home / "data" / "runs").exists()
    assert (world.home / "data" / "ledger.jsonl").exists()
