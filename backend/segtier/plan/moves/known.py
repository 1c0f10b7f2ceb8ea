"""What the moving scripts add where an inventory is known: the facts go along as bind variables and are held against now.

Without an inventory every part is empty, and the scripts are those that look everything up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from segtier.model.plan import PlanRequest, PlanSegment
from segtier.plan import plsql
from segtier.plan.quoting import sql_literal
from segtier.plan.sqlplus import fill, knows_segments

_WORD = re.compile(r"[A-Z0-9_/.+-]+")
_HELD = {"logging": "LOGGING", "compression": "COMPRESSION", "index_type": "INDEX_TYPE", "materialized_view": "MVIEW"}
"""Facts a script can hold against the dictionary of the moment, and its words for them."""
_CHECKED = {"LOGGING": ("TABLE", "INDEX"), "COMPRESSION": ("TABLE",), "INDEX_TYPE": ("INDEX",), "MVIEW": ("TABLE",)}

_HOLDS_TABLE = """\
    check_known('MVIEW', CASE WHEN l_mviews > 0 THEN 'YES' ELSE 'NO' END);
    check_known('LOGGING', l_table.logging);
    check_known('COMPRESSION', CASE l_table.compression WHEN 'ENABLED' THEN NVL(l_table.compress_for, 'BASIC') ELSE 'NO' END);
"""
HOLDS_INDEX = """\
    check_known('INDEX_TYPE', l_index.index_type);
    check_known('LOGGING', l_index.logging);
    IF :s_mode <> 'UNDO' AND :s_parent IS NOT NULL
      AND (l_index.table_name <> :s_parent OR l_index.table_owner <> :s_parent_owner) THEN
      stop(l_label || ': is on table ' || q(l_index.table_name) || ' now, the inventory said ' || q(:s_parent)
        || '. Collect again and make the plan again.');
    END IF;
"""
_CHECK_INDEXES = """\
  PROCEDURE check_indexes IS
    l_table VARCHAR2(1000) := CHR(10) || q(:s_owner) || '.' || q(%%NAME%%) || CHR(9);
  BEGIN
    IF NVL(DBMS_LOB.INSTR(:s_known_indexes, l_table), 0) = 0 THEN
      RETURN;
    END IF;
    FOR i IN (SELECT owner, index_name FROM dba_indexes
               WHERE table_owner = :s_owner AND table_name = %%NAME%% AND index_type NOT IN ('LOB', 'IOT - TOP', 'DOMAIN')
               ORDER BY owner, index_name) LOOP
      IF DBMS_LOB.INSTR(:s_known_indexes, l_table || q(i.owner) || '.' || q(i.index_name) || CHR(10)) = 0 THEN
%%NEW_INDEX%%\
      ELSE
        say('  note: index ' || q(i.owner) || '.' || q(i.index_name) || ' becomes UNUSABLE and is rebuilt.');
      END IF;
    END LOOP;
  END;
"""
_NEW_INDEX_TOLD = """\
        say('  note: index ' || q(i.owner) || '.' || q(i.index_name) || ', not in the inventory, becomes UNUSABLE and is'
          || ' rebuilt.');
"""
_NEW_INDEX_STOPS = f"""\
        IF :s_mode <> 'UNDO' THEN
          stop(l_label || ': index ' || q(i.owner) || '.' || q(i.index_name) || ' is not in the inventory and would become'
            || ' UNUSABLE. Collect again and make the plan again.');
        END IF;
{_NEW_INDEX_TOLD}"""


def with_parts(text: str, request: PlanRequest, name: str = ":s_name") -> str:
    """`text` of a library with its table's bind variable, and the parts of the inventory filled in or left out."""
    known = knows_segments(request)
    complete = request.known is not None and request.known.dependents_complete
    new = _NEW_INDEX_STOPS if complete else _NEW_INDEX_TOLD
    parts = {
        "KNOWN": plsql.RECORD_KNOWN,
        "CHECK_KNOWN": plsql.CHECK_KNOWN,
        "MVIEW": " AND INSTR(:s_known, ' MVIEW=YES ') = 0",
        "KEEP_MVIEWS": "    l_mviews := l_count;\n",
        "L_MVIEWS": "    l_mviews NUMBER;\n",
        "BLOCKING_MVIEWS": _BLOCKING_MVIEWS,
        "HOLDS_TABLE": _HOLDS_TABLE,
        "HOLDS_INDEX": HOLDS_INDEX,
        "CHECK_INDEXES": fill(_CHECK_INDEXES, NEW_INDEX=new),
        "CALL_CHECK_INDEXES": "  IF NOT l_online THEN\n    check_indexes;\n  END IF;\n",
        "OR_MVIEW": ", a materialized view",
        "LOBS_STAY": " unless list_lobs.sql moves them",
    }
    return fill(fill(text, **(parts if known else dict.fromkeys(parts, ""))), NAME=name)


_BLOCKING_MVIEWS = """\
         + (SELECT COUNT(*) FROM dba_mviews WHERE owner = :s_owner AND container_name = %%NAME%%)
"""


def binds(segment: PlanSegment) -> dict[str, str | None]:
    """What the list says of a segment beside its name and place."""
    part = (segment.facts or {}).get("table_partition")
    return {
        "parent_owner": segment.parent_owner,
        "parent": segment.parent_name,
        "column": segment.column,
        "part": part if isinstance(part, str) else None,
        "known": f" {' '.join(_said(segment))} ",
    }


def _said(segment: PlanSegment) -> Sequence[str]:
    kind = (segment.type or "-").split()[0]
    said = []
    for fact, word in _HELD.items():
        value = (segment.facts or {}).get(fact)
        text = {True: "YES", False: "NO"}.get(value, str(value).upper().replace(" ", "_"))  # type: ignore[arg-type]
        if value is not None and kind in _CHECKED[word] and _WORD.fullmatch(text):
            said.append(f"{word}={text}")
    return said


def known_indexes(tables: Sequence[PlanSegment], request: PlanRequest, pdb: str) -> str:
    """A block that names the indexes of the tables that are rewritten, as the inventory does; those of another container go."""
    if request.known is None or request.known.dependents is None:
        return ""
    lines = []
    for owner, name in sorted({(table.owner, table.parent_name or table.name) for table in tables}):
        found = [
            one
            for one in request.known.dependents
            if (one.pdb or "") == pdb and (one.parent_owner, one.parent_name) == (owner, name)
        ]
        lines += [_line(owner, name, _quoted(one.owner, one.name)) for one in found]
        if not found and request.known.dependents_complete:
            lines.append(_line(owner, name, "'-'"))
    body = "".join(f"  :s_known_indexes := :s_known_indexes || {line};\n" for line in lines)
    return f"BEGIN\n  :s_known_indexes := CHR(10);\n{body}END;\n/\n"


def _line(owner: str, name: str, index: str) -> str:
    return f"CHR(10) || {_quoted(owner, name)} || CHR(9) || {index} || CHR(10)"


def _quoted(owner: str, name: str) -> str:
    return f"'\"' || {sql_literal(owner)} || '\".\"' || {sql_literal(name)} || '\"'"


def outage(kind: str, segment: PlanSegment) -> str | None:
    """Why such a segment cannot move online on any release, by what the inventory says; None where it may.

    Source: Error Messages, ORA-14808 (object types, domain and bitmap join indexes forbid an online move).
    """
    facts = segment.facts or {}
    if kind == "lobs":
        return "a LOB moves with its table, which has no online form"
    if kind == "nested":
        return "the storage of a nested table has no online move"
    if kind == "iots":
        return "an overflow segment moves offline only" if segment.type == "TABLE" else None
    if facts.get("bitmap_join_index") is True:
        return "a bitmap join index cannot follow ONLINE"
    return "it is the container of a materialized view" if facts.get("materialized_view") is True else None
