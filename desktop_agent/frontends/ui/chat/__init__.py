"""The chat: questions, answers and what belongs below them."""
