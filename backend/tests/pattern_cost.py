"""What a regular expression can cost, told from its automaton instead of a clock.

A backtracking search takes more than linear time where one text can be parted between two loops in many ways: there is a
word that leads loop p back to p, loop p to loop q, and loop q back to q. Searching adds a loop in front, which passes over
any character. A loop whose end is a match at once costs nothing: the search is over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from re import _compiler, _parser  # the parsed form has no public name
from typing import Any

_ALPHABET = frozenset(map(chr, range(256))) | frozenset("’\u202f\u0663Ω")
_UNBOUNDED = 1_000
"""Repeats allowed so many times or more count as endless."""
_COPIES = 3
"""A repeat with an end is written out so often at most: more copies make no other loop."""
_ASSERTIONS = frozenset({"AT", "ASSERT", "ASSERT_NOT"})


@dataclass
class Automaton:
    """Leaves (one character each) and what may follow them."""

    leaves: dict[int, frozenset[str]] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)
    """Node after each leaf."""
    starts: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Leaves at each node."""
    steps: dict[int, list[tuple[int, frozenset[str], bool]]] = field(default_factory=lambda: defaultdict(list))
    """From node to node without a character: where to, characters that may not come next, is it an assertion."""
    nodes: int = 0

    def node(self) -> int:
        self.nodes += 1
        return self.nodes

    def leaf(self, start: int, characters: frozenset[str]) -> int:
        end, name = self.node(), len(self.leaves)
        self.leaves[name], self.ends[name] = characters, end
        self.starts[start].append(name)
        return end

    def step(self, start: int, end: int, barred: frozenset[str] = frozenset(), *, asserts: bool = False) -> None:
        self.steps[start].append((end, barred, asserts))

    def after(self, node: int, seen: tuple[int, ...] = ()) -> Iterator[tuple[int | None, frozenset[str], bool]]:
        """Each way on from a node: the next leaf (None: the node itself, as a place to stop), its characters."""
        for leaf in self.starts[node]:
            yield leaf, self.leaves[leaf], False
        for end, barred, asserts in self.steps[node]:
            if end not in seen:
                for leaf, characters, asserted in self.after(end, (*seen, node)):
                    yield leaf, characters - barred, asserted or asserts
        yield None if node != self.nodes else -1, frozenset(), False


def costs(pattern: re.Pattern[Any], *, searched: bool, whole: bool) -> str | None:
    """How the pattern can take more than linear time; None where it cannot.

    `searched`: it is tried at each place of a text; `whole`: it has to match to the end.
    """
    parsed = _parser.parse(
        pattern.pattern, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    )
    made = Automaton()
    begin = made.node()
    first = _restarts(parsed, pattern.flags, made, begin) if searched else begin
    end = _build(parsed, parsed, pattern.flags, made, first)
    last = made.node()
    made.step(end, last)
    ways = {leaf: list(made.after(node)) for leaf, node in made.ends.items()}
    follows = {
        leaf: [(to, chars) for to, chars, _ in found if to is not None and to >= 0 and chars]
        for leaf, found in ways.items()
    }
    free = {leaf for leaf, found in ways.items() if any(to == -1 and not asserted for to, _, asserted in found)}
    loops = [leaf for leaf in made.leaves if leaf in _reached(follows, leaf)]
    for one in loops:
        around = _reached(follows, one)
        targets = [to for to, _ in follows[one] if one in _reached(follows, to) or to == one]
        if len(targets) != len(set(targets)):
            return f"a repeat within a repeat: {_shown(made.leaves[one])}"
        for other in loops:
            if other == one or other not in around or (other in free and not whole):
                continue
            if _shared_word(follows, one, other):
                return f"two repeats share characters: {_shown(made.leaves[one])} and {_shown(made.leaves[other])}"
    return None


def _restarts(parsed: Any, flags: int, made: Automaton, begin: int) -> int:
    """The loop in front of a search, and what a pattern asks of the character before it."""
    first, argument = (str(parsed[0][0]), parsed[0][1]) if len(parsed) else ("", None)
    if first == "AT" and str(argument) in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
        if str(argument) == "AT_BEGINNING_STRING" or not flags & re.MULTILINE:
            return begin
        before = frozenset("\n")
    elif first == "ASSERT_NOT" and argument[0] < 0 and len(argument[1]) == 1:
        before = _ALPHABET - _characters(parsed, argument[1][0], flags)
    else:
        before = _ALPHABET
    loop = made.leaf(begin, _ALPHABET)
    made.step(loop, begin)
    if before == _ALPHABET:
        return begin
    return made.leaf(begin, before)


def _build(part: Any, parsed: Any, flags: int, made: Automaton, start: int) -> int:
    for operation, argument in part:
        start = _one(str(operation), argument, parsed, flags, made, start)
    return start


def _one(operation: str, argument: Any, parsed: Any, flags: int, made: Automaton, start: int) -> int:
    match operation:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _repeat(operation, argument, parsed, flags, made, start)
        case "SUBPATTERN":
            return _build(argument[3], parsed, flags, made, start)
        case "ATOMIC_GROUP":
            return _build(argument, parsed, flags, made, start)
        case "BRANCH":
            end = made.node()
            for branch in argument[1]:
                made.step(_build(branch, parsed, flags, made, start), end)
            return end
        case "GROUPREF":
            return made.leaf(start, _ALPHABET)
    if operation in _ASSERTIONS:
        if operation != "AT" and argument[0] > 0:
            _build(argument[1], parsed, flags, made, start)  # looked at, and left again
        end = made.node()
        made.step(start, end, asserts=True)
        return end
    return made.leaf(start, _characters(parsed, (getattr(_parser, operation), argument), flags))


def _repeat(operation: str, argument: Any, parsed: Any, flags: int, made: Automaton, start: int) -> int:
    least, most, body = argument
    out = made.node()
    alone = operation == "POSSESSIVE_REPEAT" and len(body) == 1
    barred = _characters(parsed, body[0], flags) if alone else frozenset()
    endless = most >= _UNBOUNDED
    for _ in range(min(least - endless, _COPIES)):
        start = _build(body, parsed, flags, made, start)
    if endless:
        entry = made.node()
        made.step(start, entry)
        end = _build(body, parsed, flags, made, entry)
        made.step(end, entry)
        made.step(end, out, barred)
    else:
        for _ in range(min(most - least, _COPIES)):
            made.step(start, out)
            start = _build(body, parsed, flags, made, start)
    if not endless or least == 0:
        made.step(start, out, barred)
    return out


def _characters(parsed: Any, item: Any, flags: int) -> frozenset[str]:
    """What one leaf matches, as the expression engine itself says."""
    alone = _compiler.compile(_parser.SubPattern(parsed.state, [item]), flags & ~re.DEBUG)
    return frozenset(character for character in _ALPHABET if alone.fullmatch(character))


def _reached(follows: dict[int, list[tuple[int, frozenset[str]]]], leaf: int) -> set[int]:
    """The leaves that can come after one."""
    found: set[int] = set()
    todo = [leaf]
    while todo:
        for to, _ in follows[todo.pop()]:
            if to not in found:
                found.add(to)
                todo.append(to)
    return found


def _shared_word(follows: dict[int, list[tuple[int, frozenset[str]]]], one: int, other: int) -> bool:
    """Is there a word from `one` to itself that also leads from `one` to `other` and from `other` to itself?"""
    begin, goal = (one, one, other), (one, other, other)
    seen, todo = {begin}, [begin]
    while todo:
        first, second, third = todo.pop()
        for a, a_chars in follows[first]:
            for b, b_chars in follows[second]:
                if not a_chars & b_chars:
                    continue
                for c, c_chars in follows[third]:
                    if a_chars & b_chars & c_chars and (a, b, c) not in seen:
                        if (a, b, c) == goal:
                            return True
                        seen.add((a, b, c))
                        todo.append((a, b, c))
    return False


def _shown(characters: frozenset[str]) -> str:
    return "".join(sorted(filter(str.isprintable, characters)))[:40]
