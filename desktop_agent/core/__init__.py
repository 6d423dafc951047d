"""The core value types (questions, events, pages, answers, budgets). This package does no I/O."""
