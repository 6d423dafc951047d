"""What is seen before the first question."""
