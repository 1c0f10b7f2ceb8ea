"""Faults put into the scripts by hand, each of a kind that somebody could make: the laws must find every one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from segtier.model.option import OptionName


class Fault(NamedTuple):
    name: str
    option: OptionName
    file: str
    """The end of its path."""
    text: str
    instead: str


FAULTS = (
    Fault(
        "a standby is not looked for",
        "segments",
        "lib_move.sql",
        "WHERE target = 'STANDBY' AND status",
        "WHERE target = 'GONE' AND status",
    ),
    Fault(
        "a rebuild is not logged",
        "segments",
        "lib_move.sql",
        "|| l_home || ' ONLINE'",
        "|| l_home || ' ONLINE NOLOGGING'",
    ),
    Fault(
        "a rebuild leaves servers",
        "segments",
        "lib_move.sql",
        "|| l_home || ' ONLINE'",
        "|| l_home || ' ONLINE PARALLEL 16'",
    ),
    Fault(
        "nothing is rebuilt after an offline move",
        "segments",
        "lib_move.sql",
        "(i.status = 'UNUSABLE' OR (:s_mode",
        "(i.status = 'NEVER' OR (:s_mode",
    ),
    Fault(
        "what died before its rebuild stays",
        "segments",
        "lib_move.sql",
        "IF :s_mode <> 'CHECK' AND :s_rebuilds = 'YES' THEN",
        "IF :s_mode = 'NEVER' THEN",
    ),
    Fault(
        "online is not taken back for an object column",
        "segments",
        "lib_move.sql",
        "IF l_online AND online_blockers > 0 THEN",
        "IF l_online AND online_blockers < 0 THEN",
    ),
    Fault(
        "room at home is not asked for",
        "segments",
        "lib_move.sql",
        "stop_if(l_room < p_bytes,",
        "stop_if(l_room < 0,",
    ),
    Fault(
        "the way back ends at the SSD",
        "segments",
        "lib_move.sql",
        "CASE r(p).role WHEN 'moves' THEN NVL(r(p).now_in, r(p).dst)",
        "CASE r(p).role WHEN 'moves' THEN r(p).src",
    ),
    Fault(
        "what is there is moved again",
        "segments",
        "lib_move.sql",
        "IF all_there THEN",
        "IF FALSE THEN",
    ),
    Fault(
        "new partitions are not taken back",
        "segments",
        "lib_move.sql",
        "WHEN :s_shape = 'DEFAULTS' AND r(1).now_in = 'DEFAULT' THEN 'DEFAULT'",
        "WHEN :s_shape = 'DEFAULTS' THEN 'DEFAULT'",
    ),
    Fault(
        "indexes are looked for in the schema of the DBA",
        "segments",
        "lib_move.sql",
        "EXECUTE IMMEDIATE 'ALTER SESSION SET CURRENT_SCHEMA = ' || q(:s_owner);",
        "NULL;",
    ),
    Fault(
        "the recovery area is not asked for room",
        "segments",
        "lib_move.sql",
        "stop_if(l_free < p_bytes,",
        "stop_if(l_free < 0,",
    ),
    Fault(
        "locked statistics are gathered",
        "segments",
        "70_after.sql",
        "stattype_locked IS NOT NULL",
        "stattype_locked = 'NEVER'",
    ),
    Fault(
        "old redo comes back with one member",
        "redo",
        "50_redo.sql",
        "WHERE group# = g.group# ORDER BY member)",
        "WHERE group# = g.group# AND member NOT LIKE '%1.log' ORDER BY member)",
    ),
    Fault(
        "users of temp are not recorded",
        "temp",
        "50_temp.sql",
        "AND :s_guard_ok = 'YES' ORDER BY",
        "AND :s_guard_ok = 'NEVER' ORDER BY",
    ),
    Fault(
        "files at the SSD are recorded as old ones",
        "all",
        "lib_move_datafile.sql",
        "IF l_name IS NULL THEN",
        "IF l_name IS NOT NULL THEN",
    ),
)


def with_fault(files: Mapping[str, str], fault: Fault) -> dict[str, str] | None:
    """The scripts with the fault in them; None where this bundle has no such text."""
    path = next((one for one in files if one.endswith(fault.file) and fault.text in files[one]), None)
    return None if path is None else {**files, path: files[path].replace(fault.text, fault.instead)}
