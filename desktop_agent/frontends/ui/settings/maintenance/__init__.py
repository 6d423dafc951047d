"""Backups, updates, diagnostics and crash reports."""
