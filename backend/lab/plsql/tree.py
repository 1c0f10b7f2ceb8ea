"""What a block is made of: its expressions, statements and declarations."""

from __future__ import annotations

from dataclasses import dataclass

from lab.plsql.words import Token


@dataclass(frozen=True, slots=True)
class Literal:
    value: object


@dataclass(frozen=True, slots=True)
class Bind:
    name: str


@dataclass(frozen=True, slots=True)
class Name:
    name: str


@dataclass(frozen=True, slots=True)
class Field:
    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function, a method of a collection, or an element of one: known when it runs."""

    of: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Binary:
    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not:
    of: Expression


@dataclass(frozen=True, slots=True)
class IsNull:
    of: Expression


@dataclass(frozen=True, slots=True)
class In:
    of: Expression
    among: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Case:
    whens: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression


Expression = Literal | Bind | Name | Field | Call | Binary | Not | IsNull | In | Case


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A statement of SQL, as it stands; each is itself alone, so that it is put into words once."""

    tokens: tuple[Token, ...]
    rows: frozenset[str] = frozenset()
    """Loops around it: names of their rows."""


@dataclass(frozen=True, slots=True)
class If:
    whens: tuple[tuple[Expression, Body], ...]
    otherwise: Body


@dataclass(frozen=True, slots=True)
class Return:
    value: Expression


@dataclass(frozen=True, slots=True)
class Raise:
    pass


@dataclass(frozen=True, slots=True)
class Exit:
    when: Expression


@dataclass(frozen=True, slots=True)
class Loop:
    while_: Expression
    body: Body


@dataclass(frozen=True, slots=True)
class ForRange:
    name: str
    first: Expression
    last: Expression
    body: Body


@dataclass(frozen=True, slots=True)
class ForRows:
    name: str
    rows: Query | str
    """A query, or the name of a cursor."""
    body: Body


@dataclass(frozen=True, slots=True)
class Select:
    query: Query
    into: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Execute:
    text: Expression
    into: tuple[Expression, ...]
    using: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Assign:
    to: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Collection:
    name: str


@dataclass(frozen=True, slots=True)
class Code:
    """An exception with the code of its PRAGMA."""

    name: str
    code: int


@dataclass(frozen=True, slots=True)
class Cursor:
    name: str
    query: Query


@dataclass(frozen=True, slots=True)
class Routine:
    name: str
    parameters: tuple[str, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Block:
    declared: tuple[Variable | Collection | Code | Cursor | Routine, ...]
    body: Body
    handlers: tuple[tuple[str, Body], ...]


Statement = (
    If | Return | Raise | Exit | Loop | ForRange | ForRows | Select | Execute | Assign | Call | Name | Block | Field
)
Body = tuple[Statement, ...]
NULL, TRUE = Literal(None), Literal(True)
