"""Local storage: settings, keys, runs, snapshots, discoveries and logs."""
