"""Parts a question, has the parts worked on, and puts them together."""
