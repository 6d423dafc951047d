"""The program as a shell sees it: what is printed where, and with which status it ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route

from desktop_agent.core.codec import event_from_json
from desktop_agent.core.events import RunFinished, RunStarted, TextDelta
from tests.end2end.world import World, build_world
from tests.servers.duckduckgo import CHALLENGED, Result, Status
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply

QUESTION = "Who is the lieutenant governor of Ohio?"
SEARCH = Reply(tool_calls=[("web_search", {"query": "ohio"})])
OK = Reply(json={"missing": [], "faults": [], "verdict": "ok"})
HIT = Result("Ohio \x1b[2J", "https://example.org/ohio", "Jim Tressel \x9b31m holds it.")
CONTROLS = {chr(code) for code in (*range(9), *range(11, 32), *range(0x7F, 0xA0))}


def verified(text: str = "It is \x1b[31mJim Tressel [1].") -> list[Any]:
    return [SEARCH, text, OK]


def recording(world: World) -> Path:
    (file,) = (world.home / "data" / "runs").glob("*.jsonl")
    return file


def test_the_answer_is_on_stdout_and_the_work_on_stderr(make_world, run):
    world = make_world(replies=verified(), duckduckgo=[[HIT]])
    done = run(world, "ask", QUESTION, "--strategy", "verified")
    assert done.returncode == 0
    assert done.stdout.startswith(
        "It is Jim Tressel [1?].\n\nVerdict: Not confirmed by its source.\n\nSources:\n[1] Ohio\n    https://example.org/ohio\n"
    )
    assert "unconfirmed: It is Jim Tressel. (the page could not be read)" in done.stdout
    assert "search duckduckgo “ohio” -> 1 result, " in done.stderr
    assert "verdict of the consulter: ok" in done.stderr
    assert "answered after" in done.stderr
    assert not CONTROLS & set(done.stdout + done.stderr)


def test_a_run_that_slept_is_over_when_it_is_answered_and_never_waits_for_the_user(make_world, run):
    sleeps = [
        Reply(tool_calls=[("sleep", {"mode": mode, "seconds": 0.1})])
        for mode in ("timer", "manual")
    ]
    world = make_world(replies=[*sleeps, "Done."])
    done = run(world, "ask", "Wait a little.", "--strategy", "quick")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Done.")
    assert "sleep: the arguments" in done.stderr.lower() or "'mode'" in done.stderr
    assert "is not over" not in done.stderr


def test_a_bare_answer_is_all_there_is_on_stdout(make_world, run):
    world = make_world(replies=verified("Jim Tressel"), duckduckgo=[[HIT]])
    done = run(world, "ask", "-", "--strategy", "verified", "--bare", stdin=f"{QUESTION}\n")
    assert (done.returncode, done.stdout) == (0, "Jim Tressel\n")
    assert QUESTION in world.ollama.requests[0]["messages"][-1]["content"]


def test_json_is_the_recorded_events_line_for_line_and_nothing_else(make_world):
    world = make_world(replies=verified(), duckduckgo=[[HIT]])
    done = world.run("ask", QUESTION, "--json", "--strategy", "verified")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    recorded = recording(world).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [json.loads(line) for line in recorded]
    events = [event_from_json(line) for line in lines]
    assert isinstance(events[0], RunStarted)
    assert isinstance(events[-1], RunFinished)
    assert not CONTROLS & set(done.stdout)


def test_options_of_the_command_win_over_the_settings_which_hold_without_them(make_world, run):
    world = make_world(replies=["Hello.", "Hello.", OK])
    done = run(
        world,
        *("ask", "Hello", "--json", "--strategy", "quick", "--budget", "7.5", "--model", "m"),
        DESKTOP_AGENT_AGENT__STRATEGY="verified",
        DESKTOP_AGENT_LLM__MODEL="other",
    )
    started = event_from_json(done.stdout.splitlines()[0])
    assert isinstance(started, RunStarted)
    assert (started.strategy, started.budget_s) == ("quick", 7.5)
    assert started.model.startswith("m")
    done = run(world, "ask", "Hello", "--json", DESKTOP_AGENT_AGENT__STRATEGY="verified")
    assert '"strategy":"verified"' in done.stdout.splitlines()[0]


def test_a_question_that_cannot_be_answered_ends_with_status_3(make_world, run):
    world = make_world()
    done = run(world, "ask", QUESTION, "--strategy", "evidence")
    assert done.returncode == 3
    assert "insufficient after" in done.stderr


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_a_failure_says_why_and_what_to_do(make_world, run, form):
    world = make_world()
    done = run(world, "ask", QUESTION, "--model", "absent", *form)
    assert done.returncode == 1
    assert "desktop-agent: Ollama does not have the model 'absent'." in done.stderr
    assert "models pull absent" in done.stderr
    if form:
        last = event_from_json(done.stdout.splitlines()[-1])
        assert isinstance(last, RunFinished)
        assert last.status == "failed"
    else:
        assert done.stdout == ""


def test_offline_refuses_a_provider_that_is_elsewhere(make_world, run):
    words = ("ask", QUESTION, "--offline", "--provider", "openai", "--model", "gpt")
    done = run(make_world(), *words, OPENAI_API_KEY="sk-1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "switched off" in done.stderr


def test_a_wrong_setting_is_named(make_world, run):
    done = run(make_world(), "doctor", DESKTOP_AGENT_LLM__NUM_CTX="many")
    assert done.returncode == 1
    assert "DESKTOP_AGENT_LLM__NUM_CTX" in done.stderr
    assert done.stdout == ""


def test_a_recording_is_played_event_for_event_with_nobody_to_ask(home, run):
    with build_world(home, replies=verified(), duckduckgo=[[HIT]]) as world:
        first = run(world, "ask", QUESTION, "--strategy", "verified")
    again = run(world, "replay", str(recording(world)))
    assert (again.returncode, again.stdout, again.stderr) == (0, first.stdout, first.stderr)


def test_a_recording_that_was_cut_short_is_played_to_its_end(make_world, run):
    world = make_world(replies=["Hello."])
    run(world, "ask", "Hello", "--strategy", "quick")
    file = recording(world)
    file.write_bytes(file.read_bytes()[:-30])
    done = run(world, "replay", str(file))
    assert done.returncode == 0
    assert done.stdout == (
        "Hello.\n\nVerdict: Stopped before it was finished \u00b7 Answered from the model's own knowledge.\n"
    )
    assert "the recording ends here" in done.stderr


@pytest.mark.parametrize("content", [None, '{"type":"tea_time"}\n'])
def test_what_is_no_recording_is_refused(make_world, run, tmp_path, content):
    file = tmp_path / "x.jsonl"
    if content is not None:
        file.write_text(content)
    done = run(make_world(), "replay", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert "x.jsonl" in done.stderr


def test_a_search_prints_numbered_results(make_world, run):
    world = make_world(duckduckgo=[[HIT]])
    done = run(world, "search", "ohio")
    assert done.returncode == 0
    assert done.stdout == ("1. Ohio\n   https://example.org/ohio\n   Jim Tressel holds it.\n")
    assert done.stderr.startswith("search duckduckgo “ohio” -> 1 result, ")
    report = json.loads(run(world, "search", "ohio", "--json").stdout)
    assert report["failed"] is False
    assert report["hits"][0]["url"] == "https://example.org/ohio"
    assert report["attempts"][0]["engine"] == "duckduckgo"


def test_a_search_that_every_engine_refused_is_a_failure_with_a_report(make_world, run):
    world = make_world(duckduckgo=[CHALLENGED], tavily=[Status(503)])
    done = run(world, "search", "ohio", "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["failed"] is True
    engines = {attempt["engine"] for attempt in report["attempts"]}
    assert engines == {"duckduckgo", "tavily", "brave"}
    assert "-> blocked" in done.stderr
    assert "desktop-agent: The search failed" in done.stderr


def test_a_genuine_zero_is_no_failure(make_world, run):
    done = run(make_world(), "search", "xyzzy")
    assert (done.returncode, done.stdout) == (3, "")
    assert "Nothing was found." in done.stderr


PAGE = (
    "<html><head><title>The \x1b]0;office</title></head><body><main><h1>Office</h1>"
    "<p>Jim Tressel \x9b2Jholds \x9b31mit, and has held it for a while.</p></main></body></html>"
)


def test_a_page_is_printed_without_what_would_act_on_a_terminal(make_world, run):
    pages = Starlette(routes=[Route("/office", lambda _request: HTMLResponse(PAGE))])
    with serve(pages) as base:
        world = make_world()
        done = run(world, "fetch", f"{base}/office")
        short = run(world, "fetch", f"{base}/office", "--format", "text", "--max-length", "9")
    assert done.returncode == 0
    assert "Jim Tressel holds it, and has held it for a while." in done.stdout
    assert f"<{base}/office>" in done.stderr
    assert not CONTROLS & set(done.stdout + done.stderr)
    assert "truncated at" in short.stdout
    assert "cut: 9" not in done.stderr


def test_a_page_that_is_longer_than_is_read_says_so(make_world, run):
    pages = Starlette(routes=[Route("/long", lambda _request: PlainTextResponse("word " * 30_000))])
    with serve(pages) as base:
        done = run(make_world(), "fetch", f"{base}/long", DESKTOP_AGENT_FETCH__MAX_BYTES="65536")
    assert "cut: only the first 0.0625 MiB of the page were read" in done.stderr


def test_an_address_that_is_not_public_is_refused(make_world, run):
    done = run(make_world(), "fetch", "http://127.0.0.1:1/", DESKTOP_AGENT_FETCH__ALLOW_HOSTS="")
    assert (done.returncode, done.stdout) == (1, "")
    assert "127.0.0.1" in done.stderr


def test_models_are_listed_pulled_and_removed(make_world, run):
    world = make_world()
    pulled = run(world, "models", "pull", "fresh")
    assert pulled.returncode == 0
    assert pulled.stdout == ""
    assert pulled.stderr.endswith("fresh is ready.\n")
    listed = run(world, "models", "list").stdout.splitlines()
    assert listed[0].split()[:2] == ["NAME", "SIZE"]
    assert {line.split()[0] for line in listed[1:]} == {"m:latest", "fresh:latest"}
    assert run(world, "models", "remove", "fresh").returncode == 0
    gone = run(world, "models", "remove", "fresh")
    assert gone.returncode == 1
    assert "fresh" in gone.stderr


def test_with_no_keyring_a_key_is_not_taken_only_to_be_forgotten(make_world, run):
    world = make_world()
    done = run(world, "keys", "set", "tavily", stdin="tvly-secret-1\n")
    assert done.returncode == 1
    assert "TAVILY_API_KEY" in done.stderr
    assert "tvly-secret-1" not in done.stdout + done.stderr
    listed = run(world, "keys", "list", BRAVE_API_KEY="BSA-1")
    assert (listed.returncode, listed.stdout) == (0, "brave\n")


def test_doctor_tells_what_works_and_what_to_do(make_world, run):
    world = make_world()
    done = run(world, "doctor")
    assert done.returncode == 0
    assert str(world.home) in done.stdout
    assert "Ollama" in done.stdout or "ollama" in done.stdout
    checks = json.loads(run(world, "doctor", "--json").stdout)
    assert {check["status"] for check in checks} <= {"ok", "warning"}
    failing = run(world, "doctor", DESKTOP_AGENT_LLM__OLLAMA_URL="http://127.0.0.1:1")
    assert failing.returncode == 1
    assert "failed" in failing.stdout


def test_no_key_reaches_a_stream_a_file_or_a_log(make_world, run):
    world = make_world(replies=verified(), duckduckgo=[CHALLENGED], tavily=[Status(401)])
    secret = "tvly-secret-2"
    for command in (["ask", QUESTION, "--strategy", "verified"], ["search", "ohio"], ["doctor"]):
        done = run(world, *command, TAVILY_API_KEY=secret)
        assert secret not in done.stdout + done.stderr
    files = [file for file in world.home.rglob("*") if file.is_file()]
    assert (world.home / "logs" / "desktop-agent.jsonl") in files
    assert not [file for file in files if secret.encode() in file.read_bytes()]


def test_the_text_of_the_answer_streams_as_json_before_the_run_is_over(make_world):
    world = make_world(replies=[Reply(text=["One", " two"], hang_after=2, hang_s=20)])
    with world.start("ask", "Count", "--json", "--strategy", "quick") as process:
        events = (event_from_json(line) for line in process.stdout)
        first = next(event for event in events if isinstance(event, TextDelta))
        assert first.text == "One"
        assert process.poll() is None
