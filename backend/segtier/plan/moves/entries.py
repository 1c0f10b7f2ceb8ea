"""A list of operations as the scripts read it: for each the statement as it is expected to run, what it rewrites, one call.

The same list serves check, move, verify and record; the list of the way back holds the inverse of each operation. Names
reach a script only inside literals (`quoting.sql_literal`); the comment above an entry shows the statement for people.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence, Set
from itertools import groupby

from segtier.model.operation import Operation, Rewrite
from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.moves.held import Named, held_of, named_in, segment_of
from segtier.plan.moves.needs import needs_of
from segtier.plan.operations.kinds import kinds, version
from segtier.plan.sqlplus.quoting import shown, sql_literal, statement_literal
from segtier.plan.sqlplus.script import library, switch_to

LIBRARY = "lib_move.sql"
_COMMENT = 150
_WIDE = 500
"""Characters of names in one line; SQL*Plus takes 2499 in all (SP2-0027)."""
_APPENDED = 32
"""Lines put to a CLOB at once, which copies it each time; a text in PL/SQL holds 32,767 bytes, a name 128."""


def list_file(
    path: str,
    operations: Sequence[Operation],
    request: TargetedRequest,
    *,
    back: bool = False,
) -> BundleFile:
    """The entries, container by container; `back`: the inverse ones, last first."""
    ordered = list(reversed(operations)) if back else list(operations)
    named, needs = named_in(request), needs_of(operations, request)
    homes = _homes_of(operations)
    shared = "OFFLINE" in needs and any(table is None for _, table in homes)
    parts = []
    for pdb, group in groupby(ordered, key=lambda one: one.pdb or ""):
        mine = list(group)
        parts.append(switch_to(pdb))
        if shared and any(map(_builds_indexes, mine)):
            parts.append(_homes_of_all(homes.get((pdb, None), ()), back=back))
        parts += [_entry(one, homes.get((pdb, one.table), ()), named, needs, back=back) for one in mine]
    what = "how to roll back each statement, last first" if back else "the statements"
    title = f"{what}, read by the scripts; names are written as UNISTR escapes where needed"
    return library(path, title, "".join(parts), request)


def _homes_of(operations: Sequence[Operation]) -> dict[tuple[str, str | None], list[Rewrite]]:
    """Where indexes go that have an operation of their own, by container and table; None: nobody said of which table."""
    found: dict[tuple[str, str | None], list[Rewrite]] = {}
    for one in operations:
        if one.index is not None:
            rows = [row for row in one.moving if row.type is not None]
            found.setdefault((one.pdb or "", one.table), []).extend(rows)
    return found


def _builds_indexes(one: Operation) -> bool:
    """Where the table moves offline, its indexes are built anew with it."""
    return kinds()[one.kind].indexes.get("offline") == "rebuilt"


def _homes_of_all(rows: Sequence[Rewrite], *, back: bool) -> str:
    """Said once for all tables of the list: each looks up in the dictionary which of these indexes are its own.

    Lines within :s_homes: owner, name, part, type, from, to, apart by tabs.
    """
    lines = []
    for row in rows:
        source, target = (row.target, row.home) if back else (row.home, row.target)
        lines.append(_line((row.owner, row.name, row.subobject, row.type, source, target)))
    parts = (lines[first : first + _APPENDED] for first in range(0, len(lines), _APPENDED))
    joined = ("\n    || ".join(part) for part in parts)
    appended = "".join(f"BEGIN\n  :s_homes := :s_homes || ({each});\nEND;\n/\n" for each in joined)
    return f"BEGIN\n  :s_homes := CHR(10);\nEND;\n/\n{appended}"


def _entry(one: Operation, homes: Sequence[Rewrite], named: Named, needs: Set[str], *, back: bool) -> str:
    statement, otherwise = (one.inverse, one.inverse_otherwise) if back else (one.statement, one.otherwise)
    settings = _settings(one, named, needs, back=back)
    lines = _filled([f":s_{name} := {value};" for name, value in settings.items()])
    statements = {"sql": statement_literal(statement)}
    if "OFFLINE" in needs:
        statements["sql_offline"] = statement_literal(otherwise)
    lines += "".join(f"  :s_{name} := {value};\n" for name, value in statements.items())
    own = _rows(one, homes if "OFFLINE" in needs else ())
    rows = "".join(_row(number, row, back=back) for number, row in enumerate(own)) if "ROWS" in needs else ""
    return f"{_comment(one, statement, statements['sql'])}BEGIN\n{lines}{rows}END;\n/\n@@{LIBRARY}\n"


def _settings(one: Operation, named: Named, needs: Set[str], *, back: bool) -> dict[str, str]:
    """What the block reads of an operation, each as a literal: the same names for all operations of a plan."""
    kind, segment, since = kinds()[one.kind], segment_of(one, named), version(one.online_since)
    rebuilds = kind.indexes.get("offline") == "rebuilt"
    row = one.rewrites[0] if one.rewrites else _nameless(one)
    source, target = (row.target, row.home) if back else (row.home, row.target)
    found = [
        ("step", str(int(one.id[1:])), True),
        ("shape", f"'{kind.shape}'", True),
        ("online", f"'{one.online}'", True),
        ("since", "NULL" if since is None else f"{since[0]}.{since[1]:02}", True),
        ("rebuilds", "'YES'" if rebuilds else "'NO'", "OFFLINE" in needs),
        ("why", statement_literal(one.gate.split(". ")[0]), "OFFLINE" in needs),
        ("like", f"'{_like(one)}'", "UNTYPED" in needs),
        ("known", f"' {' '.join(held_of(segment))} '", "KNOWN" in needs),
        ("pdb", sql_literal(one.pdb), "PDB" in needs),
        ("owner", sql_literal(one.owner), True),
        ("table", sql_literal(one.table), True),
        ("index", sql_literal(one.index), True),
        ("part", sql_literal(one.part), True),
        ("kind", sql_literal(row.type), "NO_ROWS" in needs),
        ("from_ts", sql_literal(source), "NO_ROWS" in needs),
        ("to_ts", sql_literal(target), "NO_ROWS" in needs),
        ("parent", sql_literal(segment.parent_name if segment else None), "NESTED" in needs),
    ]
    return {name: value for name, value, read in found if read}


def _comment(one: Operation, statement: str, literal: str) -> str:
    """The statement for people, where its literal does not read so."""
    if f'"{statement}"' == f'"{literal[1:-1]}"':
        return ""
    text = f"{one.id} {_for_people(statement)}"
    return "".join(f"-- {part}\n" for part in textwrap.wrap(text, _COMMENT, break_long_words=True))


def _filled(assignments: Sequence[str]) -> str:
    """Several to a line, as long as it can be read."""
    lines = [""]
    for each in assignments:
        if lines[-1] and len(lines[-1]) + len(each) > _COMMENT:
            lines.append("")
        lines[-1] += f" {each}" if lines[-1] else each
    return "".join(f"  {line}\n" for line in lines)


def _for_people(statement: str) -> str:
    """The statement with every character that could mean something to SQL*Plus or to a terminal written as \\XXXX."""
    return "".join(char if char in '".,() ' else shown(char) for char in statement).rstrip(" -")


def _like(one: Operation) -> str:
    """What a segment of unknown type must turn out to be."""
    if one.index is not None:
        return "INDEX%"
    return "TABLE" if one.part is None else "TABLE%PARTITION"


def _rows(one: Operation, homes: Sequence[Rewrite]) -> list[tuple[str, Rewrite]]:
    """Its own rows, and the homes of indexes that have an operation of their own: where the table's move must build them."""
    rows = [(row.role, row) for row in one.rewrites] or [("moves", _nameless(one))]
    if not _builds_indexes(one):
        return list(rows)
    own = {
        (row.owner, row.name, row.subobject) for row in one.rewrites if row.role == "rebuilt" and row.target != row.home
    }
    return [*rows, *(("home", row) for row in homes if (row.owner, row.name, row.subobject) not in own)]


def _nameless(one: Operation) -> Rewrite:
    """The row of default attributes, which have no segment."""
    return Rewrite("moves", None, one.owner, one.index or one.table or "", None, None, one.target, None)


def _row(number: int, named: tuple[str, Rewrite], *, back: bool) -> str:
    role, row = named
    source, target = (row.target, row.home) if back else (row.home, row.target)
    fields = (row.owner, row.name, row.subobject, row.type, source, target, row.column, role)
    return f"  :s_rows := {':s_rows || ' if number else ''}{_line(fields)};\n"


def _line(fields: Sequence[str | None]) -> str:
    """What the script reads as one line, its fields apart by tabs."""
    literals = [sql_literal(field) for field in fields]
    between = " || CHR(9) || " if sum(map(len, literals)) < _WIDE else "\n    || CHR(9) || "
    return f"{between.join(literals)} || CHR(10)"
