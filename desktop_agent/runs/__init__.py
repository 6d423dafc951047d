"""The life cycle of runs: queueing, dispatching, resuming, scheduling and approval."""
