"""The names and texts of the settings, as the window says them; the table has its own for the file."""

from functools import partial

from PySide6.QtCore import QCoreApplication


def option_words() -> dict[str, tuple[str, str]]:
    """Gives title and text of each option by its key, in the language of the window."""
    return (
        _model()
        | _search()
        | _pages_and_answers()
        | _deep()
        | _documents()
        | _background()
        | _mcp()
        | _updates()
        | _window()
    )


def _model() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "llm.provider": (tr("Provider"), tr("Who runs the model; without one, pages are quoted")),
        "llm.model": (tr("Model"), tr("Name of the model; empty picks an installed one")),
        "llm.ollama_url": (tr("Address of Ollama"), tr("Where Ollama listens")),
        "llm.openai_url": (
            tr("Address of the OpenAI-compatible server"),
            tr("Mostly ends with /v1"),
        ),
        "llm.anthropic_url": (tr("Address of Anthropic"), tr("Without /v1 at its end")),
        "llm.num_ctx": (
            tr("Context"),
            tr("Most tokens of conversation and sources that a model is given; more needs memory"),
        ),
        "llm.max_tokens": (tr("Longest reply"), tr("Most tokens of one reply")),
        "llm.temperature": (
            tr("Temperature"),
            tr("Low is steady, high is varied; unset leaves it to the model"),
        ),
        "llm.think": (
            tr("Thinking"),
            tr("Whether a model that can think does so; automatic leaves it to the model"),
        ),
        "llm.connect_timeout_s": (tr("Wait for the server"), tr("Until the connection is made")),
        "llm.first_token_timeout_s": (
            tr("Wait for the first word"),
            tr("A model that is not in memory yet loads slowly"),
        ),
        "llm.between_tokens_timeout_s": (
            tr("Wait between words"),
            tr("Until a silent model is given up"),
        ),
        "llm.max_retries": (tr("Retries"), tr("How often a call is tried again before its reply")),
    }


def _search() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "search.engines": (
            tr("Engines"),
            tr("In the order they are asked: duckduckgo, tavily, brave, searxng"),
        ),
        "search.duckduckgo_url": (tr("Address of DuckDuckGo"), tr("Its page without scripts")),
        "search.duckduckgo_region": (
            tr("Region of DuckDuckGo"),
            tr("Such as de-de; wt-wt is none"),
        ),
        "search.tavily_url": (tr("Address of Tavily"), tr("Its interface for programs")),
        "search.tavily_keyless": (
            tr("Tavily without a key"),
            tr("It allows a few searches when none is stored"),
        ),
        "search.brave_url": (tr("Address of Brave"), tr("Its interface for programs")),
        "search.searxng_url": (tr("Your own SearXNG"), tr("Its address; empty leaves it out")),
        "search.duckduckgo_interval_s": (
            tr("Pause between searches at DuckDuckGo"),
            tr("Shorter pauses bring challenges sooner"),
        ),
        "search.brave_interval_s": (
            tr("Pause between searches at Brave"),
            tr("Its free plan allows one a second"),
        ),
        "search.count": (tr("Results"), tr("How many are asked for")),
        "search.cache_ttl_s": (
            tr("Remember results"),
            tr("The same search is not sent again for so long; 0 turns it off"),
        ),
        "search.timeout_s": (tr("Wait for an engine"), tr("Until the next one is asked")),
        "search.cooldown_s": (
            tr("Rest after a challenge"),
            tr("Doubles each time, up to the longest rest"),
        ),
        "search.cooldown_max_s": (tr("Longest rest"), tr("After challenges in a row")),
    }


def _pages_and_answers() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "fetch.allow_hosts": (
            tr("Allowed hosts of your own network"),
            tr("host or host:port, by commas; all others there are never read"),
        ),
        "fetch.max_bytes": (tr("Largest page"), tr("Bytes after decompression")),
        "fetch.timeout_s": (tr("Wait for a page"), tr("In all, from the first connection on")),
        "fetch.max_redirects": (tr("Redirects"), tr("Most that are followed")),
        "fetch.links": (
            tr("Pages a model may open"),
            tr("Strict: only what you, a search or a page's own site named"),
        ),
        "agent.strategy": (tr("Strategy"), tr("How a question is answered unless you say")),
        "agent.max_tool_iterations": (
            tr("Rounds of tools"),
            tr("How often a model may search or read before it must answer"),
        ),
        "agent.team_rounds": (
            tr("Rounds of the team"),
            tr("Most rounds of verifier and searcher"),
        ),
        "agent.budget_s": (tr("Time for an answer"), tr("When it is spent, what is there is used")),
    }


def _deep() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "agent.max_subtasks": (
            tr("Parts of a plan"),
            tr("Most parts that deep research makes of a question"),
        ),
        "agent.parallel_subtasks": (
            tr("Parts at once"),
            tr("How many parts are worked on beside each other"),
        ),
        "agent.review_plan": (
            tr("Review plans"),
            tr("Deep research shows its plan before it runs, so that you can change it"),
        ),
        "agent.first_answer": (
            tr("Answer at once, then research"),
            tr("Deep research begins with a plain answer, and is never worse than that"),
        ),
        "swarm.models": (
            tr("Members"),
            tr(
                "Models that are asked the same, one a line: model, provider/model, or with the "
                "address of another host behind an @; with fewer than two, one model is asked "
                "several times"
            ),
        ),
        "swarm.samples": (
            tr("Samples"),
            tr("How often the one model is asked where no members are named"),
        ),
        "swarm.quorum": (
            tr("Quorum"),
            tr("Answers that have to agree for the others not to be waited for"),
        ),
        "swarm.timeout_s": (tr("Wait for a member"), tr("Until it is left out")),
        "swarm.cooperate": (
            tr("Second round"),
            tr("Members that disagree are shown each other's answers, once"),
        ),
        "sandbox.timeout_s": (tr("Time for code"), tr("When it is spent, the code is ended")),
        "sandbox.memory_mb": (
            tr("Memory for code"),
            tr("In MiB; code that wants more is ended"),
        ),
    }


def _documents() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "knowledge.embedding_provider": (
            tr("Search by meaning"),
            tr("Who makes the vectors for it; without one, documents are searched by words alone"),
        ),
        "knowledge.embedding_model": (
            tr("Embedding model"),
            tr("Its name; empty picks one that Ollama has"),
        ),
        "knowledge.chunk_tokens": (tr("Length of a passage"), tr("Most tokens of one")),
        "knowledge.chunk_overlap": (
            tr("Overlap"),
            tr("Tokens that two passages of a long text share"),
        ),
        "knowledge.results": (tr("Passages found"), tr("How many a search gives")),
        "knowledge.rrf_k": (
            tr("Constant of the fusion"),
            tr("The k of Reciprocal Rank Fusion; the higher, the less the first places count"),
        ),
        "knowledge.vector_weight": (
            tr("Weight of meaning"),
            tr("In the fusion with words, which have the rest; 0 leaves meaning out"),
        ),
        "knowledge.rerank": (
            tr("Order by the chat model"),
            tr("Lets it put the best passages in order, which takes some seconds a search"),
        ),
        "knowledge.watch": (tr("Follow changes"), tr("Index files anew as they change")),
        "knowledge.pages": (
            tr("Pages and discoveries"),
            tr("Index the pages that were read, and what was found"),
        ),
        "knowledge.max_file_mb": (tr("Largest file"), tr("In MiB; larger ones are left out")),
        "knowledge.engine": (
            tr("Store of the index"),
            tr("LanceDB is an extra for over 100,000 passages; taken at the next start"),
        ),
        "knowledge.lancedb_uri": (
            tr("Index made elsewhere"),
            tr("A LanceDB table, as a folder or s3 address, that is searched as well"),
        ),
    }


def _background() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "sleep.max_s": (tr("Longest sleep"), tr("Seconds after which a run that sleeps goes on")),
        "background.parallel": (
            tr("Runs at once"),
            tr("How many work in the background side by side; others wait for their turn"),
        ),
        "background.per_run": (
            tr("Runs that a model may begin"),
            tr("In one run; 0 lets it begin none"),
        ),
        "background.notify": (
            tr("Tell when a run has ended"),
            tr("A long one, or one in the background, while you look at something else"),
        ),
        "background.notify_after_s": (
            tr("A run is long from"),
            tr("Seconds from which on you are told of its end"),
        ),
        "background.keep_in_tray": (
            tr("Go on in the tray"),
            tr("When the window is closed while runs or scheduled questions are to come"),
        ),
    }


def _mcp() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "mcp.enabled": (tr("Use MCP servers"), tr("Whether their tools are offered to models")),
        "mcp.timeout_s": (tr("Longest call of a tool"), tr("Seconds that a tool may take")),
        "mcp.start_timeout_s": (
            tr("Longest start of a server"),
            tr("Seconds that it may take to start; the first time some load what they need"),
        ),
    }


def _updates() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "updates.check": (
            tr("Look once a day for a newer version"),
            tr("Asks for a signed list and sends nothing about you; off makes no connection"),
        ),
        "updates.url": (
            tr("Address of updates"),
            tr("A mirror of your own; empty is what this build names. Who signs stays the same"),
        ),
    }


def _window() -> dict[str, tuple[str, str]]:
    tr = partial(QCoreApplication.translate, "Options")
    return {
        "network.offline": (
            tr("Network switched off"),
            tr("Forbids every connection but those to this computer"),
        ),
        "appearance.theme": (tr("Colours"), tr("Light, dark, or as the system has it")),
        "appearance.font_size": (tr("Text size"), tr("In points; 0 follows the system")),
        "appearance.language": (tr("Language"), tr("Of the window; taken at the next start")),
        "appearance.reduced_motion": (
            tr("Reduced motion"),
            tr("Keeps everything still; off follows the system where it tells"),
        ),
    }
