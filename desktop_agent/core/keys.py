"""The API keys that the program knows of."""

from collections.abc import Mapping

KEY_VARIABLES: Mapping[str, str] = {
    "tavily": "TAVILY_API_KEY",
    "brave": "BRAVE_API_KEY",
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
}
"""The keys by name, and the environment variable that wins over what is stored."""
