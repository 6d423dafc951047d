"""From folders to the index, in the background: scanned, read, embedded, resumed, watched."""
