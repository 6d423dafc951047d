"""Formatting and comparison of answers, quantities, and the choice between revisions."""
