"""Core value types: questions, events, pages, answers and budgets. No I/O."""
