"""From a body to text; everything here runs in the worker process."""
