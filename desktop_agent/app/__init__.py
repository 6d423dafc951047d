"""The session that all frontends use, and its parts."""
