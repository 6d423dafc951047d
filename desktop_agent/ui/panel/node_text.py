"""Rows of the reasoning panel as plain text."""

from desktop_agent.ui.panel.node import Node


def outline(node: Node) -> str:
    """Gives a node and all below it, two spaces a level; the nameless root is left out."""
    lines: list[str] = []
    waiting = [(node, 0)]
    while waiting:
        each, depth = waiting.pop()
        below = depth + 1
        if each.kind != "row":
            lines += ["  " * depth + line for line in each.body.strip().splitlines()]
        elif each.title and each.code:
            lines.append("  " * depth + _headed(each))
            lines += ["  " * below + line for line in each.code.splitlines()]
        elif each.title:
            lines.append("  " * depth + _headed(each))
        else:
            below = depth
        waiting.extend((child, below) for child in reversed(each.children))
    return "\n".join(lines)


def full_text(node: Node) -> str:
    """Gives all that a row has to say: its longer text, or else its line and those below it."""
    if node.code:
        return node.code + node.body
    if node.pieces:
        return node.body
    bodies = [child for child in node.children if child.kind == "body"]
    return bodies[0].body if len(node.children) == 1 and bodies else outline(node)


def _headed(node: Node) -> str:
    return f"{node.title} ({node.detail})" if node.detail else node.title
