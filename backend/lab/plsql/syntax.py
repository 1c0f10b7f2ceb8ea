"""From the text of an anonymous block to a tree."""

from __future__ import annotations

from functools import lru_cache

from lab.plsql.tree import (
    NULL,
    TRUE,
    Assign,
    Binary,
    Bind,
    Block,
    Body,
    Call,
    Case,
    Code,
    Collection,
    Cursor,
    Execute,
    Exit,
    Expression,
    Field,
    ForRange,
    ForRows,
    If,
    In,
    IsNull,
    Literal,
    Loop,
    Name,
    Not,
    Query,
    Raise,
    Return,
    Routine,
    Select,
    Statement,
    Variable,
)  # fmt: skip
from lab.plsql.words import NotKnown, Token, tokens

_CONSTANTS = {"NULL": None, "TRUE": True, "FALSE": False}
_ENDS = ("END", "ELSE", "ELSIF", "EXCEPTION", "WHEN")


@lru_cache(maxsize=512)
def read(text: str) -> Block:
    """The block; raises NotKnown."""
    reader = _Reader(text)
    reader.took("DECLARE")
    return reader.block()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._at = 0
        self._tables: set[str] = set()
        """Types that are tables of something."""
        self._rows: list[str] = []
        """Loops over rows that are being read: names of their rows."""

    def ahead(self, *words: str) -> bool:
        found = self._tokens[self._at : self._at + len(words)]
        return [token.value for token in found] == list(words) and all(token.kind != "text" for token in found)

    def took(self, *words: str) -> bool:
        if not self.ahead(*words):
            return False
        self._at += len(words)
        return True

    def need(self, *words: str) -> None:
        if not self.took(*words):
            raise NotKnown(f"{' '.join(words)} is wanted at: {self._text[self._tokens[self._at].at :][:80]!r}")

    def next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def until(self, *ends: str) -> tuple[Token, ...]:
        """Tokens up to the first of `ends` that stands outside parentheses."""
        start, depth = self._at, 0
        while depth or not any(self.ahead(end) for end in ends):
            depth += self.ahead("(") - self.ahead(")")
            self.next()
        return tuple(self._tokens[start : self._at])

    def block(self) -> Block:
        declared = []
        while not self.ahead("BEGIN"):
            one = self._declared()
            declared += [] if one is None else [one]
        self.need("BEGIN")
        body, handlers = self._body(), []
        if self.took("EXCEPTION"):
            while self.took("WHEN"):
                name = self.next().value
                self.need("THEN")
                handlers.append((name, self._body()))
        self.need("END")
        if not self.ahead(";") and self._at < len(self._tokens):
            self.next()
        return Block(tuple(declared), body, tuple(handlers))

    def _declared(self) -> Variable | Collection | Code | Cursor | Routine | None:
        if self.took("PROCEDURE") or self.took("FUNCTION"):
            return self._routine()
        if self.took("PRAGMA"):
            self.need("EXCEPTION_INIT", "(")
            name = self.next().value
            self.need(",", "-")
            code = -int(self.next().value)
            self.need(")", ";")
            return Code(name, code)
        if self.took("TYPE"):
            name, rest = self.next().value, self.until(";")
            self.need(";")
            if rest[1].value == "TABLE":
                self._tables.add(name)
            return None
        if self.took("CURSOR"):
            name = self.next().value
            self.need("IS")
            query = self.until(";")
            self.need(";")
            return Cursor(name, self._query(query))
        name, type_ = self.next().value, self.until(";", ":=")
        value = self.expression() if self.took(":=") else NULL
        self.need(";")
        return Collection(name) if type_[0].value in self._tables else Variable(name, value)

    def _routine(self) -> Routine:
        name, parameters = self.next().value, []
        while self.took("(") or self.took(","):
            parameters.append(self.next().value)
            if any(token.value == "OUT" for token in self.until(",", ")")):
                raise NotKnown(f"a parameter that gives something back, of {name}")
        if parameters:
            self.need(")")
        self.until("IS")
        self.need("IS")
        block = self.block()
        self.need(";")
        return Routine(name, tuple(parameters), block)

    def _body(self) -> Body:
        found: list[Statement] = []
        while not any(self.ahead(word) for word in _ENDS):
            if not self.took("NULL", ";"):
                found.append(self._statement())
        return tuple(found)

    def _statement(self) -> Statement:  # noqa: PLR0911  # one for each kind
        if self.took("IF"):
            return self._if()
        if self.took("RETURN"):
            return self._closed(Return(NULL if self.ahead(";") else self.expression()))
        if self.took("RAISE"):
            return self._closed(Raise())
        if self.took("EXIT"):
            return self._closed(Exit(self.expression() if self.took("WHEN") else TRUE))
        if self.took("LOOP"):
            return Loop(TRUE, self._looped())
        if self.took("WHILE"):
            condition = self.expression()
            self.need("LOOP")
            return Loop(condition, self._looped())
        if self.took("FOR"):
            return self._for()
        if self.ahead("SELECT"):
            return self._select()
        if self.took("EXECUTE", "IMMEDIATE"):
            return self._execute()
        if self.took("DECLARE") or self.ahead("BEGIN"):
            return self._closed(self.block())
        to = self._primary()
        if self.took(":="):
            return self._closed(Assign(to, self.expression()))
        if not isinstance(to, Call | Name | Field):
            raise NotKnown(f"a statement that begins with {to}")
        return self._closed(to)

    def _closed(self, statement: Statement) -> Statement:
        self.need(";")
        return statement

    def _if(self) -> If:
        otherwise: Body = ()
        whens = []
        while True:
            condition = self.expression()
            self.need("THEN")
            whens.append((condition, self._body()))
            if not self.took("ELSIF"):
                break
        if self.took("ELSE"):
            otherwise = self._body()
        self.need("END", "IF", ";")
        return If(tuple(whens), otherwise)

    def _query(self, words: tuple[Token, ...]) -> Query:
        return Query(words, frozenset(self._rows))

    def _looped(self, row: str | None = None) -> Body:
        self._rows += [] if row is None else [row]
        body = self._body()
        del self._rows[len(self._rows) - (row is not None) :]
        self.need("END", "LOOP", ";")
        return body

    def _for(self) -> ForRange | ForRows:
        name = self.next().value
        self.need("IN")
        if self.ahead("(", "SELECT"):
            self.need("(")
            query = self.until(")")
            self.need(")", "LOOP")
            return ForRows(name, self._query(query), self._looped(name))
        first = self.expression()
        if isinstance(first, Name) and self.took("LOOP"):
            return ForRows(name, first.name, self._looped(name))
        self.need("..")
        last = self.expression()
        self.need("LOOP")
        return ForRange(name, first, last, self._looped())

    def _select(self) -> Select:
        picked = self.until("INTO")
        self.need("INTO")
        into = [self._primary()]
        while self.took(","):
            into.append(self._primary())
        rest = self.until(";")
        self.need(";")
        return Select(self._query(picked + rest), tuple(into))

    def _execute(self) -> Execute:
        text = self.expression()
        into: list[Expression] = []
        using: list[Expression] = []
        while self.took("INTO") or (into and self.took(",")):
            into.append(self._primary())
        while self.took("USING") or (using and self.took(",")):
            using.append(self.expression())
        self.need(";")
        return Execute(text, tuple(into), tuple(using))

    def expression(self) -> Expression:
        left = self._and()
        while self.took("OR"):
            left = Binary("OR", left, self._and())
        return left

    def _and(self) -> Expression:
        left = self._not()
        while self.took("AND"):
            left = Binary("AND", left, self._not())
        return left

    def _not(self) -> Expression:
        return Not(self._not()) if self.took("NOT") else self._compared()

    def _compared(self) -> Expression:
        left = self._sum()
        for sign in ("=", "<>", "<=", ">=", "<", ">"):
            if self.took(sign):
                return Binary(sign, left, self._sum())
        if self.took("IS", "NOT", "NULL"):
            return Not(IsNull(left))
        if self.took("IS", "NULL"):
            return IsNull(left)
        negated = self.took("NOT")
        found: Expression = left
        if self.took("IN"):
            self.need("(")
            found = In(left, self._listed())
        elif self.took("LIKE"):
            found = Binary("LIKE", left, self._sum())
        elif negated:
            raise NotKnown(f"NOT before {self.next().value}")
        return Not(found) if negated else found

    def _listed(self) -> tuple[Expression, ...]:
        """After the opening parenthesis, to the closing one; a name before `=>` is left out."""
        found = []
        while not self.took(")"):
            if self._tokens[self._at + 1].value == "=>":
                self._at += 2
            found.append(self.expression())
            self.took(",")
        return tuple(found)

    def _sum(self) -> Expression:
        left = self._product()
        while any(self.ahead(sign) for sign in ("||", "+", "-")):
            left = Binary(self.next().value, left, self._product())
        return left

    def _product(self) -> Expression:
        left = self._signed()
        while any(self.ahead(sign) for sign in ("*", "/")):
            left = Binary(self.next().value, left, self._signed())
        return left

    def _signed(self) -> Expression:
        return Binary("-", Literal(0), self._signed()) if self.took("-") else self._primary()

    def _primary(self) -> Expression:
        kind, value, at = self.next()
        if kind == "text":
            return Literal(value[1:-1].replace("''", "'") or None)
        if kind == "number":
            return Literal(float(value) if "." in value else int(value))
        if kind == "bind":
            return Bind(value[1:].lower())
        if value == "(":
            found = self.expression()
            self.need(")")
            return found
        if kind != "word":
            raise NotKnown(f"{value} at: {self._text[at : at + 60]!r}")
        if value == "CASE":
            return self._case()
        if value in _CONSTANTS:
            return Literal(_CONSTANTS[value])
        found = Name(value)
        while True:
            if self.took("."):
                found = Field(found, self.next().value)
            elif self.took("("):
                found = Call(found, self._listed())
            else:
                return found

    def _case(self) -> Case:
        subject = None if self.ahead("WHEN") else self.expression()
        whens, otherwise = [], NULL
        while self.took("WHEN"):
            when = self.expression()
            self.need("THEN")
            whens.append((when if subject is None else Binary("=", subject, when), self.expression()))
        if self.took("ELSE"):
            otherwise = self.expression()  # type: ignore[assignment]
        self.need("END")
        return Case(tuple(whens), otherwise)
