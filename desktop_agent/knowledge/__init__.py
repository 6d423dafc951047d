"""The person's own documents: read, cut into chunks, indexed, found again."""
