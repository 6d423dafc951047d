"""Files of all kinds to text with places; runs in the worker process, never in the program itself."""
