"""The value types of the program: questions, events, pages, answers, budgets. No I/O."""
