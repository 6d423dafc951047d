"""Answers in the format that their question asks for: comparison, quantities, revisions."""
