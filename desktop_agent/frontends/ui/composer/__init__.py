"""The composer: the question field with its attachments, pickers and drafts."""
