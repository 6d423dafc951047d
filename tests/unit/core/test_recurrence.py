"""Rules and the words for them, in local time over the changes of the clock."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.errors import AgentError
from desktop_agent.runs.recurrence import (
    EXAMPLES,
    RecurrencePattern,
    checked_rule,
    moments,
    next_after,
    pattern_of,
    read_when,
    rule_of,
    rule_words,
    to_wall,
)

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [
    BERLIN,
    ZoneInfo("America/New_York"),
    ZoneInfo("Australia/Lord_Howe"),  # half an hour
    ZoneInfo("America/Sao_Paulo"),
    ZoneInfo("Asia/Kathmandu"),
    ZoneInfo("Pacific/Apia"),  # left a whole day out in 2011
    UTC,
]
NOW = datetime(2026, 11, 22, 18, 30, 17, tzinfo=UTC)


def walls(rule, after, zone=BERLIN, count=4, start=None):
    found = islice(moments(checked_rule(rule), start or after, after, zone), count)
    return [to_wall(moment, zone).strftime("%m-%d %H:%M") for moment in found]


def test_a_week_day_keeps_its_time_of_day_over_both_changes_of_the_clock():
    rule = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0"
    spring = walls(rule, datetime(2026, 3, 20, tzinfo=UTC))
    assert spring == ["03-23 08:00", "03-30 08:00", "04-06 08:00", "04-13 08:00"]
    autumn = walls(rule, datetime(2026, 10, 20, tzinfo=UTC))
    assert autumn == ["10-26 08:00", "11-02 08:00", "11-09 08:00", "11-16 08:00"]


def test_a_time_that_is_left_out_comes_an_hour_later_and_only_that_day_and_once():
    found = walls("FREQ=DAILY;BYHOUR=2;BYMINUTE=30", datetime(2026, 3, 28, tzinfo=UTC))
    assert found == ["03-28 02:30", "03-29 03:30", "03-30 02:30", "03-31 02:30"]
    # two times that the change puts on the same minute are one
    twice, after = "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30", datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert walls(twice, after, count=3) == ["03-29 03:30", "03-30 02:30", "03-30 03:30"]


def test_a_time_that_is_doubled_comes_once_at_the_first_of_both():
    rule, after = "FREQ=DAILY;BYHOUR=2;BYMINUTE=30", datetime(2026, 10, 24, 12, tzinfo=UTC)
    assert next_after(rule, after, after, BERLIN) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    between = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)  # within the second of both
    assert walls(rule, between, count=1) == ["10-26 02:30"]


def test_hours_are_hours_that_pass_whatever_the_clock_shows():
    start = datetime(2026, 3, 28, 22, 0, tzinfo=UTC)
    found = list(islice(moments("FREQ=HOURLY;INTERVAL=2", start, start, BERLIN), 4))
    assert found == [start + timedelta(hours=2 * each) for each in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;UNTIL=20200101",
        "FREQ=DAILY;BYHOUR=8;BYMINUTE=0;COUNT=3",
    ],
)
def test_a_rule_that_never_comes_again_has_no_next_time(rule):
    start = datetime(2019, 6, 1, tzinfo=UTC)
    assert next_after(checked_rule(rule), start, NOW, BERLIN) is None


def test_until_counts_the_whole_of_its_day_and_a_count_from_the_start():
    start = datetime(2026, 11, 1, tzinfo=UTC)
    daily = "FREQ=DAILY;BYHOUR=20;BYMINUTE=0"
    assert len(list(moments(f"{daily};UNTIL=20261105", start, start, BERLIN))) == 5
    late = datetime(2026, 11, 3, tzinfo=UTC)
    assert len(list(moments(f"{daily};COUNT=4", start, late, BERLIN))) == 2


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("FREQ=SECONDLY", "at most once a minute"),
        ("FREQ=HOURLY;BYMINUTE=0,30", "use DAILY"),
        ("FREQ=NEVER", "FREQ must be"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "exclude each other"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL must be"),
        ("FREQ=DAILY;OFTEN=1", "unknown parameter 'OFTEN'"),
    ],
)
def test_what_is_no_rule_is_refused_with_the_reason_and_an_example(rule, told):
    with pytest.raises(AgentError) as refused:
        checked_rule(rule)
    assert told in refused.value.message
    assert "FREQ=WEEKLY" in refused.value.remedy


def times(first: int, last: int) -> st.SearchStrategy[datetime]:
    return st.datetimes(datetime(first, 1, 1), datetime(last, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


CLOCK = {"hour": st.integers(0, 23), "minute": st.integers(0, 59)}
PATTERNS = st.one_of(
    st.builds(RecurrencePattern, st.sampled_from(["minutes", "hours"]), every=st.integers(1, 500)),
    st.builds(
        RecurrencePattern,
        st.just("days"),
        every=st.integers(1, 4),
        weekdays=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
        **CLOCK,
    ),
    st.builds(RecurrencePattern, st.just("gap"), every=st.integers(2, 90), **CLOCK),
    st.builds(RecurrencePattern, st.just("month"), day=st.integers(1, 31) | st.just(-1), **CLOCK),
)


@given(PATTERNS)
def test_a_rule_comes_back_as_the_pattern_and_from_its_words_as_itself(pattern):
    rule = checked_rule(rule_of(pattern))
    assert rule_of(pattern_of(rule)) == rule
    assert pattern_of(rule).frequency == pattern.frequency
    assert read_when(rule_words(rule), NOW, BERLIN).rule == rule


@given(
    PATTERNS,
    times(2009, 2040),
    st.timedeltas(timedelta(0), timedelta(days=400)),
    st.sampled_from(ZONES),
)
def test_the_next_times_come_in_order_on_whole_minutes_none_skipped(pattern, start, later, zone):
    rule = rule_of(pattern)
    after = start + later
    found = list(islice(moments(rule, start, after, zone), 4))
    assert len(found) == 4
    assert all(a < b for a, b in zip([after, *found], found, strict=False))
    assert all(not (each.second or each.microsecond) for each in found)
    # from just before a time, that time is the next
    assert next_after(rule, start, found[2] - timedelta(seconds=1), zone) == found[2]
    assert next_after(rule, start, found[1], zone) == found[2]


@given(st.text(max_size=60) | st.lists(st.sampled_from(
    [*" ".join(EXAMPLES).split(), "every", "at", "25:00", "32nd", "pm", "0", "RRULE:", "week"]
), max_size=6).map(" ".join))  # fmt: skip
def test_any_words_are_read_as_a_time_to_come_or_refused_with_examples(words):
    when = remedy = None
    try:
        when = read_when(words, NOW, BERLIN)
    except AgentError as refused:
        remedy = refused.remedy
    assert remedy or when.first > NOW
    if when is not None and when.rule:
        assert checked_rule(when.rule) == when.rule


@pytest.mark.parametrize(
    ("words", "rule", "first"),
    [
        ("every Monday 8:00", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0", "2026-11-23 08:00"),
        ("weekdays at 9", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0", "2026-11-23 09:00"),
        ("every sat, sun and wed at 8 pm", "FREQ=WEEKLY;BYDAY=WE,SA,SU;BYHOUR=20;BYMINUTE=0", "2026-11-22 20:00"),
        ("every 2 hours", "FREQ=HOURLY;INTERVAL=2", "2026-11-22 21:30"),
        ("monthly on the 1st 6:00", "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=6;BYMINUTE=0", "2026-12-01 06:00"),
        ("2026-12-24 18:00", "", "2026-12-24 18:00"),
        ("tomorrow 9:00", "", "2026-11-23 09:00"),
        ("in 2 hours", "", "2026-11-22 21:31"),
        ("rrule:freq=daily; byhour=8;byminute=15", "FREQ=DAILY;BYHOUR=8;BYMINUTE=15", "2026-11-23 08:15"),
    ],
)  # fmt: skip
def test_words_are_read_in_local_time(words, rule, first):
    when = read_when(words, NOW, BERLIN)
    assert (when.rule, to_wall(when.first, BERLIN).strftime("%Y-%m-%d %H:%M")) == (rule, first)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "it is empty"),
        ("every blursday 8:00", "“blursday” is no day"),
        ("every monday", "no time of day"),
        ("daily 13pm", "“13pm” is no time of day"),
        ("monthly on the 32nd 6:00", "“32nd” is no day of a month"),
        ("in 2 fortnights", "“fortnights” is not known"),
        ("2025-01-01 9:00", "has passed already"),
    ],
)
def test_what_is_not_understood_is_named(words, told):
    with pytest.raises(AgentError) as refused:
        read_when(words, NOW, BERLIN)
    assert told in refused.value.message
    assert refused.value.remedy
