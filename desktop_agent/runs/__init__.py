"""The life cycle of runs: queue, dispatch, resume, schedules, approvals."""
