"""The chat view: questions, answers and their details."""
