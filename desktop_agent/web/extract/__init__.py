"""Text extraction from response bodies; everything here runs in the worker process."""
