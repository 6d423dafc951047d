"""The strategies for answering a question; each one can be read from top to bottom."""
