"""The plan of a deep run: what it is called, and looking it over before it runs."""
