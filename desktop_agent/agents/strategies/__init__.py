"""The strategies: the way of a question, readable from top to bottom."""
