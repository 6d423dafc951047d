"""The searcher: writes one search query for what is still missing."""

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.tags import tagged
from desktop_agent.agents.team.prompt import TeamTalk
from desktop_agent.agents.turn import Ask, turn

AGENT = "searcher"

_PART = """\
You are the searcher. Something is still missing. Write one short search query of key words that \
would find it, different from the queries so far: <search>query</search>. No other word."""
_MOST = 200


async def next_query(ctx: RunContext, talk: TeamTalk) -> str:
    """Gives the next query, or "" when the reply held none; raises as `turn`."""
    ask = Ask(AGENT, "What to search for next", "work", talk.told(_PART))
    return parse_query((await turn(ctx, ask)).text)


def parse_query(text: str) -> str:
    """Reads a query: one line, without quotation marks around it; "" where there is none."""
    said = tagged(text, "search")
    if said is None:
        lines = [line for line in text.strip().splitlines() if line.strip()]
        said = lines[0] if len(lines) == 1 and "<" not in lines[0] else ""
    words = " ".join(said.split())
    if len(words) > 1 and words[0] == words[-1] and words[0] in "\"'`":
        words = words[1:-1].strip()
    return words[:_MOST]
