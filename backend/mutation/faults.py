"""The small faults that can be put into a source text, and where.

Cosmic Ray makes them: a sum becomes a difference, `<` becomes `<=`, a number is one more or less, a condition is negated, a
loop makes no turn. Of its operators only those are taken whose fault can go unseen: `<<` for `+` fails at once and
says nothing of the tests.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider
from parso.python.tree import Function, IfStmt, Operator
from parso.tree import BaseNode, NodeOrLeaf

_SWAPS = "Add_Sub Sub_Add Mul_Div Div_Mul FloorDiv_Mul Mod_Mul Pow_Mul BitOr_BitAnd BitAnd_BitOr".split()
_COMPARISONS = "Eq_NotEq NotEq_Eq Lt_LtE Lt_Gt LtE_Lt LtE_GtE Gt_GtE Gt_Lt GtE_Gt GtE_LtE Is_IsNot IsNot_Is".split()
OPERATORS = (
    *(f"ReplaceBinaryOperator_{swap}" for swap in _SWAPS),
    *(f"ReplaceComparisonOperator_{swap}" for swap in _COMPARISONS),
    *("ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Not", "AddNot"),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer"),
    *("NumberReplacer", "ZeroIterationForLoop"),
)
_BINARY = {"arith_expr", "term", "expr", "and_expr", "power"}
_GUARDS = {"frozen", "slots", "kw_only", "strict"}
"""Arguments that guard against our own mistakes; without them the same figures come out."""


@dataclass(frozen=True, order=True)
class Place:
    """Where something can be changed: its first character, and the lines of the statement it is part of."""

    line: int
    column: int
    statement: tuple[int, int]
    in_function: bool
    """Run by calls, not while the module is imported."""


@dataclass(frozen=True, order=True)
class Fault:
    place: Place
    operator: str
    occurrence: int
    """Of the operator in the file, counted from 0."""


def faults(text: str) -> dict[Place, list[Fault]]:
    """Every fault of a source text by its place, in the order of the text."""
    found: dict[Place, list[Fault]] = defaultdict(list)
    seen = dict.fromkeys(OPERATORS, 0)
    for node in ast_nodes(get_ast(text)):
        for name in OPERATORS:
            for (line, column), _ in _operator(name).mutation_positions(node):
                if not _is_spared(node):
                    place = Place(line, column, _statement(node, line), _is_in_function(node))
                    found[place].append(Fault(place, name, seen[name]))
                seen[name] += 1
    return {place: found[place] for place in sorted(found)}


def with_fault(text: str, fault: Fault) -> str | None:
    """The text with the fault in it; None where Python takes it for the same text or for none at all."""
    try:
        changed: str | None = mutate_code(text, _operator(fault.operator), fault.occurrence)
    except AttributeError:
        return None  # Cosmic Ray cannot put another in place of an exception with a dot in its name
    try:
        return changed if changed and ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text)) else None
    except SyntaxError:
        return None


@cache
def _operator(name: str):  # type: ignore[no-untyped-def]  # Cosmic Ray has no types
    return OperatorProvider()[name]()


def _is_spared(node: NodeOrLeaf) -> bool:
    """Annotations, decorators and guards; what is no sum though it has the sign of one."""
    if isinstance(node, Operator) and node.value in "+-*/**//%|&" and (node.parent and node.parent.type not in _BINARY):
        return True
    if isinstance(node, Operator) and node.value in "|&" and not _is_in_function(node):
        return True  # another name for types
    if isinstance(node, IfStmt) and node.children[1].get_code(include_prefix=False) == "TYPE_CHECKING":
        return True
    return any(_holds_no_figure(child, parent) for child, parent in _ancestry(node))


def _holds_no_figure(child: NodeOrLeaf, parent: BaseNode) -> bool:
    if parent.type == "annassign":
        return child is parent.children[1]
    if isinstance(parent, Function):
        return child is parent.annotation
    if parent.type == "argument":
        return parent.children[0].get_code(include_prefix=False) in _GUARDS
    return parent.type in ("tfpdef", "decorator")


def _is_in_function(node: NodeOrLeaf) -> bool:
    return any(
        parent.type in ("funcdef", "lambdef") and child is parent.children[-1] for child, parent in _ancestry(node)
    )


def _statement(node: NodeOrLeaf, line: int) -> tuple[int, int]:
    """First and last line of the simple statement around a node, or of the head of a compound one."""
    around = [parent for _, parent in _ancestry(node)]
    simple = next((one for one in around if one.type == "simple_stmt"), None)
    if simple is not None:
        return simple.start_pos[0], simple.children[-1].start_pos[0]
    inner = list(takewhile(lambda one: one.type not in ("suite", "file_input"), [node, *around]))
    return inner[-1].start_pos[0] if inner else line, line


def _ancestry(node: NodeOrLeaf) -> Iterator[tuple[NodeOrLeaf, BaseNode]]:
    """Each ancestor with the child of it that leads to the node."""
    while node.parent is not None:
        yield node, node.parent
        node = node.parent
