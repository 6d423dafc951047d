"""Which rows of the reasoning panel hold some words, with the rows that they stand under."""

from desktop_agent.ui.panel.node import Node


def matching(root: Node, words: str) -> dict[int, list[Node]]:
    """Gives, by the id of a node, the children that are shown; a row that holds all of ``words`` shows all below it."""
    wanted = words.casefold().split()
    order: list[Node] = []
    waiting = list(root.children)
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(node.children)
    hits = {id(node) for node in order if _holds(node, wanted)}
    below: set[int] = set()
    for node in reversed(order):  # children come before their parents
        if (id(node) in hits or id(node) in below) and node.parent is not None:
            below.add(id(node.parent))
    kept = hits | below
    shown: dict[int, list[Node]] = {}
    whole: set[int] = set()
    for node in (root, *order):  # and here after them
        if id(node) in hits or id(node.parent) in whole:
            whole.add(id(node))
        if id(node) in whole:
            shown[id(node)] = node.children
        else:
            shown[id(node)] = [child for child in node.children if id(child) in kept]
    return shown


def _holds(node: Node, wanted: list[str]) -> bool:
    head = f"{node.title} {node.detail} {node.url}".casefold()
    if all(word in head for word in wanted):
        return True
    if not (node.pieces or node.code):
        return False
    text = f"{head} {node.code} {node.body}".casefold()
    return all(word in text for word in wanted)
