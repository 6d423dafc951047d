"""Parse questions, extract answers, check claims and ground answers, all without a model."""
