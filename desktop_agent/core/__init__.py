"""Core value types: questions, events, pages, answers and budgets. This package does no I/O."""
