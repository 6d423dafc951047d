"""The life cycle of runs: queueing, dispatch, resuming, scheduling and approvals."""
