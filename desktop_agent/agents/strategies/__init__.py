"""The strategies: how a question is answered, each readable from top to bottom."""
