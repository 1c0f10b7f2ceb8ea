"""A policy out of YAML: what is there is read as it stands, what cannot be meant is refused with its line.

Bounds: 256 KiB, 200 rules, no aliases; nothing in it is run (safe loader, nodes only).
"""

from __future__ import annotations

from typing import Any, get_args

import yaml

from segtier.errors import UnreadableInput
from segtier.policy.rule import Counts, Kind, Policy, Reader, Rule, Severity
from segtier.policy.rules import KINDS
from segtier.policy.values import Wrong, line_of, not_there, one_of, pairs, text

MOST_BYTES = 256 * 1024
MOST_RULES = 200
_MOST_NESTED, _MOST_PARTS = 10, 20_000
_NAME, _TEXT = 120, 500
_ADVICE = "Write rules, each with a name, a kind and its limit: docs/integrate/check.md."
_KINDS = {kind.name: kind for kind in KINDS}
_COUNTS = one_of(get_args(Counts))
_COMMON: dict[str, Reader] = {
    "name": text(_NAME),
    "kind": one_of(list(_KINDS)),
    "severity": one_of(get_args(Severity)),
    "unknown": _COUNTS,
    "text": text(_TEXT),
}


def read_policy(data: bytes, file: str) -> Policy:
    """The policy in the bytes of a file of that name. Raises UnreadableInput with the line."""
    try:
        return _policy(_root(data), file)
    except Wrong as wrong:
        where = file if wrong.line is None else f"{file}, line {wrong.line}"
        raise UnreadableInput(f"{where}: {wrong.text}", code="bad-policy", advice=_ADVICE, line=wrong.line) from wrong


def _root(data: bytes) -> yaml.Node:
    if len(data) > MOST_BYTES:
        raise Wrong(f"this is {len(data):,} bytes long; a policy has at most {MOST_BYTES:,}")
    try:
        _look_through(data)
        root: yaml.Node | None = yaml.compose(data, yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as fault:
        mark = getattr(fault, "problem_mark", None)
        words = getattr(fault, "problem", None) or "this is no YAML"
        raise Wrong(str(words), int(mark.line) + 1 if mark else None) from fault
    if root is None:
        raise Wrong("there is nothing in it")
    return root


def _look_through(data: bytes) -> None:
    """Ends early: what is nested takes the parser the square of its depth."""
    depth = 0
    for number, event in enumerate(yaml.parse(data, yaml.SafeLoader)):
        line = int(event.start_mark.line) + 1 if event.start_mark else None
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if number > _MOST_PARTS:
            raise Wrong("this is more than a policy has", line)
        if depth > _MOST_NESTED:
            raise Wrong("this is nested too deep for a policy", line)
        if isinstance(event, yaml.AliasEvent):
            raise Wrong("aliases are not taken; write it out", line)


def _policy(root: yaml.Node, file: str) -> Policy:
    found = _fields(root, {"name": text(_NAME), "unknown": _COUNTS, "rules": _nodes}, "policy", ("rules",))
    rules: dict[str, Rule] = {}
    for node in found["rules"]:
        rule = _rule(node, found.get("unknown"))
        if rule.name in rules:
            raise Wrong(f"the name {rule.name!r} is given in line {rules[rule.name].line} already", rule.line)
        rules[rule.name] = rule
    return Policy(found.get("name", "policy"), file, tuple(rules.values()))


def _nodes(node: yaml.Node) -> list[yaml.Node]:
    if not isinstance(node, yaml.SequenceNode) or not 0 < len(node.value) <= MOST_RULES:
        raise Wrong(f"here a list of 1 to {MOST_RULES} rules is wanted", line_of(node))
    return list(node.value)


def _rule(node: yaml.Node, unknown: Counts | None) -> Rule:
    kind = _kind_of(node)
    required = ("name", "kind", *(key for key in kind.keys if key not in kind.optional))
    found = _fields(node, {**_COMMON, **kind.keys}, f"rule of kind {kind.name}", required)
    severity: Severity = found.get("severity", "error")
    stated: Counts | None = found.get("unknown", unknown)
    try:
        limit = kind.make(**{key.replace("-", "_"): found[key] for key in kind.keys if key in found})
    except Wrong as wrong:
        raise Wrong(wrong.text, wrong.line or line_of(node)) from wrong
    return Rule(
        name=found["name"],
        kind=kind.name,
        limit=limit,
        severity=severity,
        unknown=_counts(severity, stated),
        text=found.get("text", ""),
        line=line_of(node),
    )


def _kind_of(node: yaml.Node) -> Kind:
    """Which keys a rule may have hangs on its kind, so that is read first."""
    for word, value, _line in pairs(node, "rule"):
        if word == "kind":
            return _KINDS[_COMMON["kind"](value)]
    raise Wrong(f"this rule has no kind; known are {', '.join(_KINDS)}", line_of(node))


def _counts(severity: Severity, stated: Counts | None) -> Counts:
    """A rule that only warns never fails, known or not."""
    if severity == "warning":
        return "warn" if stated in (None, "fail") else stated
    return stated or "fail"


def _fields(node: yaml.Node, readers: dict[str, Reader], what: str, required: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word, value, line in pairs(node, what):
        if word not in readers:
            raise Wrong(f"a {what} has no key {word[:60]!r}: {not_there(word, readers)}", line)
        try:
            found[word] = readers[word](value)
        except Wrong as wrong:
            raise Wrong(wrong.text if word == "rules" else f"{word}: {wrong.text}", wrong.line or line) from wrong
    for word in required:
        if word not in found:
            raise Wrong(f"this {what} has no {word!r}", line_of(node))
    return found
