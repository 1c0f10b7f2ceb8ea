"""The tools; a new one is a file here and its name in the table."""

from segtier.agents.tool import Tool
from segtier.agents.tools import answer, compare, evidence, frontier, list_databases, options, plan, segments

TOOLS: dict[str, Tool] = {
    one.name: one
    for one in (
        list_databases.TOOL,
        answer.TOOL,
        options.TOOL,
        frontier.TOOL,
        segments.TOOL,
        evidence.TOOL,
        plan.TOOL,
        compare.TOOL,
    )
}

__all__ = ["TOOLS"]
