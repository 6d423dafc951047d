import pytest

from desktop_agent.llm.embedding import Prefixes, prefixes_of

REPRESENT = Prefixes("Represent this sentence for searching relevant passages: ")
E5 = Prefixes("query: ", "passage: ")


@pytest.mark.parametrize(
    ("model", "wanted"),
    [
        ("nomic-embed-text:latest", Prefixes("search_query: ", "search_document: ")),
        ("hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0", prefixes_of("nomic-embed-text")),
        ("nomic-embed-text-v2-moe:latest", prefixes_of("nomic-embed-text")),
        ("mxbai-embed-large:latest", REPRESENT),
        ("snowflake-arctic-embed:335m", REPRESENT),
        ("snowflake-arctic-embed2:latest", Prefixes("query: ")),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", Prefixes("query: ")),
        ("embeddinggemma:300m", Prefixes("task: search result | query: ", "title: none | text: ")),
        ("bge-large:335m", REPRESENT),
        ("BAAI/bge-base-en-v1.5", REPRESENT),
        ("jeffh/intfloat-multilingual-e5-large:f16", E5),
        ("intfloat/e5_base_v2", E5),
        ("bge-m3:latest", Prefixes()),
        ("all-minilm:latest", Prefixes()),
        ("granite-embedding:278m", Prefixes()),
        ("text-embedding-3-small", Prefixes()),
    ],
)
def test_each_family_gets_what_its_card_says(model, wanted):
    assert prefixes_of(model) == wanted


@pytest.mark.parametrize("model", ["qwen3-embedding:0.6b", "multilingual-e5-large-instruct"])
def test_a_model_that_follows_instructions_is_told_the_task_with_the_query_alone(model):
    prefixes = prefixes_of(model)
    assert prefixes.query.startswith("Instruct: Given a web search query")
    assert "\nQuery:" in prefixes.query
    assert prefixes.document == ""


def test_a_chinese_model_is_asked_in_chinese():
    assert prefixes_of("bge-large-zh-v1.5").query.startswith("为这个句子")
