import pytest

from desktop_agent.llm.embedding import prefix_of

REPRESENT = ("Represent this sentence for searching relevant passages: ", "")
E5 = ("query: ", "passage: ")
NOMIC = ("search_query: ", "search_document: ")


@pytest.mark.parametrize(
    ("model", "wanted"),
    [
        ("nomic-embed-text:latest", NOMIC),
        ("hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0", NOMIC),
        ("mxbai-embed-large:latest", REPRESENT),
        ("snowflake-arctic-embed2:latest", ("query: ", "")),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", ("query: ", "")),
        ("embeddinggemma:300m", ("task: search result | query: ", "title: none | text: ")),
        ("BAAI/bge-base-en-v1.5", REPRESENT),
        ("jeffh/intfloat-multilingual-e5-large:f16", E5),
        ("bge-m3:latest", ("", "")),
        ("all-minilm:latest", ("", "")),
        ("text-embedding-3-small", ("", "")),
    ],
)
def test_each_family_gets_what_its_card_says(model, wanted):
    assert (prefix_of(model, "query"), prefix_of(model, "document")) == wanted


@pytest.mark.parametrize(
    ("model", "begins"),
    [
        ("qwen3-embedding:0.6b", "Instruct: Given a web search query"),
        ("multilingual-e5-large-instruct", "Instruct: Given a web search query"),
        ("bge-large-zh-v1.5", "为这个句子"),
    ],
)
def test_a_model_that_follows_instructions_is_told_the_task_with_the_query_alone(model, begins):
    assert prefix_of(model, "query").startswith(begins)
    assert prefix_of(model, "document") == ""
