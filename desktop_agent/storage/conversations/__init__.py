"""Kept conversations: one SQLite file with all that was asked, answered and observed."""
