"""Real loopback servers that speak the wire protocols of the outside world."""
