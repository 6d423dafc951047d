"""The strategies for answering a question, one per module."""
