"""Tools that models can call. Every tool replies with JSON text and never raises into the loop."""
