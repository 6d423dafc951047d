"""Lists of rows under headings: the conversations, the runs."""
