"""What stands between a reader and a page: pages that are served in place of the one asked for."""
