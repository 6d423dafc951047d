"""The words that an embedding model wants before a text, to know a query from a document.

A model that was trained with them finds clearly less without them; one that was not takes them for
a part of the text. Servers add none of their own accord. A change here makes the vectors that an
index already holds those of another model.

Sources, by family, are the models' own cards:

- nomic-embed-text: https://huggingface.co/nomic-ai/nomic-embed-text-v1.5
- mxbai-embed-large: https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1
- snowflake-arctic-embed: https://huggingface.co/Snowflake/snowflake-arctic-embed-m-v1.5,
  its second generation: https://huggingface.co/Snowflake/snowflake-arctic-embed-l-v2.0
- embeddinggemma: https://huggingface.co/google/embeddinggemma-300m
- qwen3-embedding: https://huggingface.co/Qwen/Qwen3-Embedding-0.6B
- e5: https://huggingface.co/intfloat/multilingual-e5-large, those that follow instructions:
  https://huggingface.co/intfloat/multilingual-e5-large-instruct
- bge, of one language each: https://huggingface.co/BAAI/bge-large-en-v1.5

bge-m3, all-minilm, paraphrase-multilingual, granite-embedding, jina-embeddings-v2 and OpenAI's want
none.
"""

import re
from dataclasses import dataclass

from desktop_agent.llm.embedding import TextKind


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What goes before a query and before a document; empty where nothing does."""

    query: str = ""
    document: str = ""

    def of(self, kind: TextKind) -> str:
        """Gives that of a kind."""
        return self.query if kind == "query" else self.document


_TASK = "Given a web search query, retrieve relevant passages that answer the query"
_REPRESENT = "Represent this sentence for searching relevant passages: "
_REPRESENT_IN_CHINESE = "为这个句子生成表示以用于检索相关文章："  # noqa: RUF001 - the card's own colon

_FAMILIES: tuple[tuple[re.Pattern[str], Prefixes], ...] = tuple(
    (re.compile(pattern), prefixes)
    for pattern, prefixes in (
        (r"nomic-embed-text", Prefixes("search_query: ", "search_document: ")),
        (r"arctic-embed(2|.*v2\.0)", Prefixes("query: ")),
        (r"mxbai-embed|arctic-embed", Prefixes(_REPRESENT)),
        (r"bge-(small|base|large)-zh", Prefixes(_REPRESENT_IN_CHINESE)),
        (r"bge-(small|base|large)", Prefixes(_REPRESENT)),
        (r"embedding-?gemma", Prefixes("task: search result | query: ", "title: none | text: ")),
        (r"qwen3-embedding", Prefixes(f"Instruct: {_TASK}\nQuery:")),
        (r"\be5-.*instruct", Prefixes(f"Instruct: {_TASK}\nQuery: ")),
        (r"\be5-", Prefixes("query: ", "passage: ")),
    )
)
"""The first pattern that is in a name, in lower case and with dashes, says what it wants."""


def prefixes_of(model: str) -> Prefixes:
    """Gives what a model wants, by its name, as in ``hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0``."""
    name = model.lower().replace("_", "-")
    return next((prefixes for pattern, prefixes in _FAMILIES if pattern.search(name)), Prefixes())
