"""Text extraction from response bodies. This code runs only in the worker process."""
