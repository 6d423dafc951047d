"""Chat models of Ollama, OpenAI-compatible servers and Anthropic."""
