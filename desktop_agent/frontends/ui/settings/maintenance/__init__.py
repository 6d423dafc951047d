"""Settings for backups, updates, diagnostics and crash reports."""
