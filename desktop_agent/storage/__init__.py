"""Everything that is kept on this machine: settings, keys, runs, snapshots, discoveries, logs."""
