"""The life cycle of runs: queueing, dispatch, resuming, schedules and approvals."""
