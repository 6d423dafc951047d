"""One file a role: prompt, parser and step."""
