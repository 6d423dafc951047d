"""The composer: the question field with attachments, pickers and drafts."""
