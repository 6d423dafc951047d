"""Tools that a model may call. Every tool answers with JSON text and never raises into the loop."""
