"""Ways to carry out a question: one file each, the flow readable from top to bottom."""
