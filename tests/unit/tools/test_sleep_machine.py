"""The states of a run that sleeps: what each thing does in each of them."""

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import Sleeping
from desktop_agent.tools.sleep import Moment, SleepMachine, WakeUp

NOW = Moment(100.0, 5_000.0)
PAST = Sleeping("z1", "timer", 4_990.0, 5_010.0, "later")


def at(seconds, wall=None):
    """So many seconds later, on both clocks or on each its own."""
    return Moment(NOW.monotonic + seconds, NOW.wall + (seconds if wall is None else wall))


def in_state(state):
    machine = SleepMachine(60)
    if state == "paused":
        machine.pause()
    elif state in ("drowsy", "asleep"):
        machine.ask("event", 0, "t1", "why")
    if state == "asleep":
        machine.fall_asleep(NOW)
    if state == "ended":
        machine.stop(NOW)
    return machine


ACTS = {
    "ask": lambda machine: machine.ask("timer", 10),
    "take_up": lambda machine: machine.take_up(PAST),
    "pause": lambda machine: machine.pause(),
    "resume": lambda machine: machine.resume(at(1)),
    "fall_asleep": lambda machine: machine.fall_asleep(NOW),
    "put_off": lambda machine: machine.put_off(at(1)),
    "task_ended": lambda machine: machine.task_ended("t1", "answered", at(1)),
    "tick": lambda machine: machine.tick(at(1)),
    "stop": lambda machine: machine.stop(at(1)),
}
REFUSED = AgentError
EVENT = Sleeping("z1", "event", 5_000.0, 5_060.0, "why", "t1")
RESUMED, STOPPED = "resumed by the user", "stopped"
TABLE = {
    "awake": {
        "ask": ("z1", "drowsy"),
        "take_up": (True, "drowsy"),
        "pause": (True, "drowsy"),
        "resume": (None, "awake"),
        "fall_asleep": (None, "awake"),
        "put_off": (None, "awake"),
        "task_ended": (None, "awake"),
        "tick": (None, "awake"),
        "stop": (None, "ended"),
    },
    "drowsy": {
        "ask": (REFUSED, "drowsy"),
        "take_up": (False, "drowsy"),
        "pause": (True, "drowsy"),
        "resume": (WakeUp("z1", RESUMED, 0.0), "awake"),
        "fall_asleep": (EVENT, "asleep"),
        "put_off": (None, "drowsy"),
        "task_ended": (None, "drowsy"),
        "tick": (None, "drowsy"),
        "stop": (None, "ended"),
    },
    "paused": {
        "ask": ("z1", "drowsy"),
        "take_up": (True, "drowsy"),
        "pause": (False, "drowsy"),
        "resume": (WakeUp("p1", RESUMED, 0.0), "awake"),
        "fall_asleep": (
            Sleeping("p1", "manual", 5_000.0, 5_060.0, by_person=True),
            "asleep",
        ),
        "put_off": (None, "drowsy"),
        "task_ended": (None, "drowsy"),
        "tick": (None, "drowsy"),
        "stop": (None, "ended"),
    },
    "asleep": {
        "ask": (REFUSED, "asleep"),
        "take_up": (False, "asleep"),
        "pause": (False, "asleep"),
        "resume": (WakeUp("z1", RESUMED, 1.0), "awake"),
        "fall_asleep": (None, "asleep"),
        "put_off": (WakeUp("z1", STOPPED, 1.0), "drowsy"),
        "task_ended": (WakeUp("z1", "background run t1 ended: answered", 1.0), "awake"),
        "tick": (None, "asleep"),
        "stop": (WakeUp("z1", STOPPED, 1.0), "ended"),
    },
    "ended": {
        "ask": (REFUSED, "ended"),
        "take_up": (False, "ended"),
        "pause": (False, "ended"),
        "resume": (None, "ended"),
        "fall_asleep": (None, "ended"),
        "put_off": (None, "ended"),
        "task_ended": (None, "ended"),
        "tick": (None, "ended"),
        "stop": (None, "ended"),
    },
}


@pytest.mark.parametrize(
    ("state", "act"), [(state, act) for state in TABLE for act in ACTS], ids="-".join
)
def test_every_act_does_in_every_state_what_the_table_says(state, act):
    machine = in_state(state)
    gives, then = TABLE[state][act]
    if gives is REFUSED:
        with pytest.raises(AgentError):
            ACTS[act](machine)
    else:
        assert ACTS[act](machine) == gives
    assert machine.state == then


def test_a_timer_is_over_when_either_clock_says_so():
    for over in (at(10, wall=0), at(0, wall=10), at(10)):
        machine = SleepMachine(60)
        machine.ask("timer", 10)
        machine.fall_asleep(NOW)
        assert machine.tick(at(9.999)) is None
        assert machine.tick(over) == WakeUp("z1", "timer expired", 10.0)


def test_no_sleep_of_any_mode_is_longer_than_the_most():
    for mode in ("timer", "event", "manual"):
        machine = SleepMachine(60)
        machine.ask(mode, 1e9, "t1")
        sleeping = machine.fall_asleep(NOW)
        assert sleeping.until - sleeping.since == 60
        assert machine.tick(at(59.9)) is None
        assert machine.tick(at(60)).slept_s == 60


def test_the_end_of_a_task_between_asking_and_gate_is_kept():
    machine = in_state("drowsy")
    machine.task_ended("t1", "failed", NOW)
    machine.fall_asleep(NOW)
    assert machine.tick(NOW) == WakeUp("z1", "background run t1 ended: failed", 0.0)


def test_what_was_put_off_goes_on_to_its_old_end():
    machine = SleepMachine(60)
    machine.ask("timer", 10)
    machine.fall_asleep(NOW)
    machine.put_off(at(4))
    assert machine.fall_asleep(at(6)).until == NOW.wall + 10
    assert machine.tick(at(9.9)) is None
    assert machine.tick(at(10)).slept_s == 10


def test_a_sleep_of_an_earlier_process_keeps_its_end_and_later_ids_are_higher():
    machine = SleepMachine(60)
    machine.take_up(Sleeping("z7", "timer", 4_990.0, 5_010.0))
    machine.fall_asleep(NOW)
    assert machine.seconds_left(NOW) == 10
    assert machine.tick(at(10)) == WakeUp("z7", "timer expired", 20.0)
    assert machine.ask("timer", 1) == "z8"


def test_a_clock_put_back_before_a_restored_sleep_began_makes_it_no_longer():
    machine = SleepMachine(60)
    machine.take_up(Sleeping("z1", "timer", 9_000.0, 9_020.0))
    machine.fall_asleep(NOW)
    assert machine.seconds_left(NOW) == 20
    assert machine.tick(at(20)).slept_s == 20
