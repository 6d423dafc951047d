"""The composer and what goes with a question."""
