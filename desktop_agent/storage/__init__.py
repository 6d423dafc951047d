"""Local storage of settings, keys, conversations, runs, page snapshots, discoveries and logs."""
