"""Runs from their first event to the last: queue, dispatch, resume, schedules, approvals."""
