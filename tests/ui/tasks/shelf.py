"""Runs in every state, as the page of runs may find them."""

import time
from datetime import UTC, datetime
from typing import Any

from desktop_agent.core.runs import RunOrigin, RunRecord, RunState, Sleeping


def ago(seconds: float) -> str:
    """Gives a moment before now as the desk writes it."""
    return datetime.fromtimestamp(time.time() - seconds, UTC).isoformat(timespec="seconds")


def run(
    run_id: str, question: str, state: RunState, origin: RunOrigin = "person", **fields: Any
) -> RunRecord:
    usual: dict[str, Any] = {
        "asked": ago(300),
        "strategy": "deep",
        "model": "qwen3:4b",
        "budget_s": 300.0,
    }
    return RunRecord(run_id, question, state, origin, **(usual | fields))


def filled(conversation: str = "") -> tuple[RunRecord, ...]:
    """One run in each state; where a conversation is named, those that a model began come from it."""
    now = time.time()
    at = {"began": ago(280), "conversation_id": "c-1", "turn_id": 1}
    over = {**at, "elapsed_s": 140.0}
    below = {"parent_conversation_id": conversation, **at}
    noon = Sleeping("s-1", "timer", now - 60, now + 847, "the result is due at noon")
    pause = Sleeping("s-2", "manual", now - 754, now + 3600, by_person=True)
    return (
        run("working",
            "How have the costs of battery storage for households changed since 2020, and why?",
            "running", doing="Searching for “home battery price per kWh 2026”", elapsed_s=127.0, **at),
        run("late", "Which heat pumps keep their full output below -15 °C?", "running", "model",
            parent_run_id="chat-1", strategy="verified", doing="Reading example.org",
            elapsed_s=281.0, **below),
        run("timer", "Has the vote on the building code been held?", "asleep", "model",
            elapsed_s=41.0, sleeping=noon, **below),
        run("paused", "Compare the warranty terms of the three largest makers of solar inverters",
            "asleep", sleeping=pause, elapsed_s=66.0, **at),
        run("asking", "What would insulating a roof of 120 m² cost today?", "asking",
            doing="The tool read_file of the server notes wants to be called", elapsed_s=18.0, **at),
        run("queued", "Summarise the new rules for balcony solar systems", "queued"),
        run("weekly", "What is new about the price of copper?", "queued", "schedule",
            schedule_id="s-7", strategy="auto"),
        run("answered", "When was the first grid-scale sodium-ion battery connected?", "answered",
            "schedule", asked=ago(9_000), ended=ago(8_800),
            answer="The first grid-scale sodium-ion battery went into service in May 2024 [1].",
            **over),
        run("unsure", "How many households in the district heat with wood?", "insufficient",
            asked=ago(90_000), ended=ago(89_000), strategy="evidence", **(over | {"model": ""})),
        run("failed", "List the recalls of e-bike batteries in 2025", "failed",
            asked=ago(180_000), ended=ago(179_900),
            error="Ollama does not answer at http://127.0.0.1:11434.", **over),
        run("stopped", "Who owns the patents on solid-state electrolytes?", "stopped", "chat",
            asked=ago(190_000), ended=ago(189_900), **over),
    )  # fmt: skip
