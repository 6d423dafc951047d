"""Extract text from response bodies. Runs only in the worker process."""
