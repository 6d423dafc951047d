"""The terminal: progress on stderr, results on stdout, an exit status that scripts can rely on."""
