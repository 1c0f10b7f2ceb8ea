"""STORAGE (FLASH_CACHE KEEP | NONE) of segments, with the way back; nothing is rewritten.

KEEP has no limit of its own. Source: SQL Language Reference, storage_clause.
"""

from __future__ import annotations

from collections.abc import Iterable

from segtier.model.plan import BundleFile, PlanSegment
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.block import block, entry, record, replay
from segtier.plan.sqlplus.quoting import container, identifier_fault, sql_literal
from segtier.plan.sqlplus.script import library, script, switch_to
from segtier.plurals import plural

NAME = "51_flash_cache_use.sql"
RECORDED = "old_flash_cache_use.sql"
_LIST = "list_flash_cache_use.sql"
_LIBRARY = "lib_flash_cache_use.sql"
_KINDS = ("TABLE", "INDEX", "TABLE PARTITION", "INDEX PARTITION")
_OBJECT = "q(:s_owner) || '.' || q(:s_name)"
_RECORDED = f"BEGIN\n  :s_mode := 'RECORD';\n  :s_handled := 0;\nEND;\n/\n@@{_LIST}\n"
_Used = tuple[PlanSegment, str]


def flash_cache_use_files(request: TargetedRequest, cache_bytes: int | None) -> tuple[BundleFile, ...]:
    """Nothing where no segment is to be kept or kept out. `cache_bytes`: None where its size is not known."""
    used = used_segments(request)
    if not used:
        return ()
    root = any(segment.pdb for segment, _ in used)
    kept = [segment for segment, use in used if use == "KEEP"]
    body = block(
        "cache/use_all.sql",
        RECORD=record(RECORDED, NAME.replace(".sql", ".log"), _RECORDED),
        COUNT=str(len(used)),
        KEPT=str(len(kept)),
        NONE=str(len(used) - len(kept)),
        KEPT_BYTES=str(sum(segment.size_bytes or 0 for segment in kept)),
        CACHE_BYTES=str(cache_bytes or "NULL"),
    )
    entries = "".join(_entry(segment, use) for segment, use in used)
    who = request.target.terms.dba
    expected = f"{plural(len(used), 'segment')}: seconds, nothing is rewritten"
    return (
        script(NAME, f"what the flash cache keeps and what it leaves out ({who})", body, request, expected=expected, root=root),
        script(
            "90_rollback_flash_cache_use.sql",
            "the segments get their old FLASH_CACHE back",
            "BEGIN\n  :s_mode := 'RUN';\nEND;\n/\n" + replay(RECORDED),
            request,
            expected=expected,
            root=root,
        ),
        library(_LIST, "the segments with their FLASH_CACHE, read by the script", entries, request),
        library(_LIBRARY, "gives one segment its FLASH_CACHE, called by the list", _library(), request),
    )  # fmt: skip


def used_segments(request: TargetedRequest) -> list[_Used]:
    """Tables, indexes and their partitions with KEEP or NONE; others keep what they have."""
    asked = [(one, "KEEP") for one in request.flash_keep] + [(one, "NONE") for one in request.flash_none]
    taken = {(one.pdb, one.owner, one.name, one.subobject): (one, use) for one, use in asked if _can(one)}
    return sorted(
        taken.values(), key=lambda used: (used[0].pdb or "", used[0].owner, used[0].name, used[0].subobject or "")
    )


def _can(segment: PlanSegment) -> bool:
    names = (segment.owner, segment.name, *([segment.subobject] if segment.subobject else []))
    plain = segment.pdb is None or container(segment.pdb) is not None
    return segment.type in _KINDS and plain and not any(identifier_fault(name, 128) for name in names)


def _entry(segment: PlanSegment, use: str) -> str:
    values = {"pdb": segment.pdb, "owner": segment.owner, "name": segment.name, "sub": segment.subobject}
    values |= {"kind": segment.type, "to_ts": use}
    lines = "".join(f"  :s_{name} := {sql_literal(value)};\n" for name, value in values.items())
    return f"{switch_to(segment.pdb or '')}BEGIN\n{lines}END;\n/\n@@{_LIBRARY}\n"


def _library() -> str:
    binds: Iterable[str] = ("pdb", "owner", "name", "sub", "kind")
    recorded = entry({**{name: f"lit(:s_{name})" for name in binds}, "to_ts": "lit(l_now)"}, calls=_LIBRARY)
    return block(
        "cache/use.sql",
        ENTRY=recorded,
        TABLE=ddl.USE_TABLE.plsql(table=_OBJECT, use=":s_to_ts"),
        INDEX=ddl.USE_INDEX.plsql(index=_OBJECT, use=":s_to_ts"),
        TABLE_PARTITION=ddl.USE_TABLE_PART.plsql(table=_OBJECT, partition="q(:s_sub)", use=":s_to_ts"),
        INDEX_PARTITION=ddl.USE_INDEX_PART.plsql(index=_OBJECT, partition="q(:s_sub)", use=":s_to_ts"),
    )
