"""Reads a page: the guard, the request hop by hop, the body, the worker that extracts."""
