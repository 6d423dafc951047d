"""What keeps the program well: newer versions, add-ons, backups, and what is told of failures."""
