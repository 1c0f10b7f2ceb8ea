"""The emulated database against what the manuals say of each statement: effects and refusals, a row each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lab.plsql.database import GIB, OWNER, Emulated, File, Index, Leaf, Lob, RedoGroup, Table, Tablespace, User
from lab.plsql.machine import Machine, Raised
from lab.plsql.refusals import Waits
from lab.plsql.statements import call, execute
from lab.plsql.views import views
from lab.plsql.words import NotKnown


def a_database(**changes: Any) -> Emulated:
    """A table with an index and a LOB, a partitioned one, an index-organized one; redo and temp."""
    orders = Table("ORDERS", [Leaf("USERS")], [Index("PK", [Leaf("INDX")])])
    orders.lobs = [Lob("NOTE", "LOB1", [Leaf("USERS")], Index("IL1", [Leaf("USERS")]))]
    parts = [Leaf("USERS", name=name, position=at) for at, name in enumerate(("P1", "P2"), 1)]
    local = [Leaf("INDX", name=name, position=at) for at, name in enumerate(("L1", "L2"), 1)]
    sales = Table("SALES", parts, [Index("LOCAL", local, local=True), Index("GLOBAL", [Leaf("INDX")])])
    top = Table("TOP", [], [Index("IOT", [Leaf("USERS")], "IOT - TOP"), Index("SECOND", [Leaf("INDX")])])
    names = ("USERS", "INDX", "SSD_DATA", "SSD_INDX")
    spaces = {name: Tablespace() for name in names} | {"TEMP": Tablespace(contents="TEMPORARY")}
    redo = [RedoGroup(at, 1, [f"+DATA/g{at}"], status="CURRENT" if at == 1 else "INACTIVE") for at in (1, 2, 3)]
    temp = [File(1, "TEMP", "+DATA/temp.dbf", 8 * GIB, 8 * GIB)]
    return Emulated([orders, sales, top], spaces, redo=redo, temp_files=temp, **changes)


def a_table(name: str, **changes: Any) -> Callable[[Emulated], None]:
    def change(emulated: Emulated) -> None:
        for word, value in changes.items():
            setattr(emulated.table(name), word, value)

    return change


def a_tablespace(name: str, **changes: Any) -> Callable[[Emulated], None]:
    def change(emulated: Emulated) -> None:
        for word, value in changes.items():
            setattr(emulated.tablespaces[name], word, value)

    return change


def a_user(**quotas: int) -> Callable[[Emulated], None]:
    return lambda emulated: emulated.users.update({OWNER: User(unlimited=False, quotas=quotas)})


def full(name: str) -> Callable[[Emulated], None]:
    return lambda emulated: emulated.files.append(File(9, name, "+DATA/f", GIB // 2, GIB // 2))


def the_release(release: str, **changes: Any) -> Callable[[Emulated], None]:
    def change(emulated: Emulated) -> None:
        emulated.release = release
        for word, value in changes.items():
            setattr(emulated, word, value)

    return change


def an_index(**changes: Any) -> Callable[[Emulated], None]:
    def change(emulated: Emulated) -> None:
        for word, value in changes.items():
            setattr(emulated.index("PK"), word, value)

    return change


def as_it_is(_: Emulated) -> None:
    pass


MOVE = 'ALTER TABLE "SOE"."ORDERS" MOVE TABLESPACE "SSD_DATA"'
ONLINE = 'ALTER TABLE "SOE"."ORDERS" MOVE ONLINE TABLESPACE "SSD_DATA"'
PART = 'ALTER TABLE "SOE"."SALES" MOVE PARTITION "P2" TABLESPACE "SSD_DATA" UPDATE INDEXES'
DROP_2 = "ALTER DATABASE DROP LOGFILE GROUP 2"
REBUILD = 'ALTER INDEX "SOE"."PK" REBUILD TABLESPACE "SSD_INDX"'
REFUSED: list[tuple[str, Callable[[Emulated], None], str, int]] = [
    ("lock", a_table("ORDERS", busy=True), MOVE, -54),
    ("before 12.2", the_release("12.1.0.2.0"), ONLINE, -25148),
    ("COMPATIBLE before 12.2", the_release("19.0.0.0.0", compatible="12.1.0"), ONLINE, -25148),
    ("a part before 12.1", the_release("11.2.0.4.0"), f"{PART} ONLINE", -14020),
    ("Standard Edition moves", the_release("19.0.0.0.0", enterprise=False), ONLINE, -439),
    ("Standard Edition builds", the_release("19.0.0.0.0", enterprise=False), f"{REBUILD} ONLINE", -439),
    ("object columns", a_table("ORDERS", objects=True), ONLINE, -14808),
    ("bitmap join index", an_index(join=True), ONLINE, -14808),
    ("domain index", an_index(type="FUNCTION-BASED DOMAIN"), ONLINE, -14808),
    ("bitmap join index online", an_index(join=True), f"{REBUILD} ONLINE", -8108),
    ("LOBs of an IOT", a_table("TOP", objects=True), ONLINE.replace("ORDERS", "TOP"), -14808),
    ("a journal is left", an_index(journal=True), f"{REBUILD} ONLINE", -8104),
    ("read only", a_tablespace("SSD_DATA", status="READ ONLY"), MOVE, -1647),
    ("read only at home", a_tablespace("INDX", status="READ ONLY"), ONLINE, -1647),
    ("no such tablespace", lambda emulated: emulated.tablespaces.pop("SSD_DATA"), MOVE, -959),
    ("block sizes of parts", a_tablespace("SSD_DATA", block_size=16384), PART, -14519),
    ("room", full("SSD_DATA"), MOVE, -1652),
    ("room of the indexes at home", full("INDX"), ONLINE, -1652),
    ("sort space", lambda emulated: setattr(emulated.temp_files[0], "most", GIB // 2), REBUILD, -1652),
    ("no quota", a_user(USERS=-1), MOVE, -1950),
    ("quota", a_user(SSD_DATA=GIB // 2), MOVE, -1536),
    ("a partitioned index as a whole", as_it_is, REBUILD.replace("PK", "LOCAL"), -14086),
    ("no such table", as_it_is, MOVE.replace("ORDERS", "GONE"), -942),
    ("no such index", as_it_is, REBUILD.replace("PK", "GONE"), -1418),
    ("current redo", as_it_is, "ALTER DATABASE DROP LOGFILE GROUP 1", -1623),
    ("active redo", lambda emulated: setattr(emulated.redo[1], "status", "ACTIVE"), DROP_2, -1624),
    ("redo not archived", lambda emulated: setattr(emulated.redo[1], "archived", False), DROP_2, -350),
    ("two groups", lambda emulated: emulated.redo.pop(), DROP_2, -1567),
    ("redo that is there", as_it_is, "ALTER DATABASE ADD LOGFILE THREAD 1 GROUP 3 ('+X') SIZE 1 BLOCKSIZE 512", -1184),
    ("temp that is none", as_it_is, 'ALTER DATABASE DEFAULT TEMPORARY TABLESPACE "USERS"', -10615),
    ("files on Standard Edition", the_release("19.0.0.0.0", enterprise=False), "ALTER DATABASE MOVE DATAFILE 1 TO '+X'", -439),
    ("files that are not there", as_it_is, "ALTER DATABASE MOVE DATAFILE 77 TO '+X'", -1516),
]  # fmt: skip


@pytest.mark.parametrize(("change", "statement", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused_and_nothing_is_done(change: Callable[[Emulated], None], statement: str, code: int) -> None:
    emulated = a_database()
    change(emulated)
    before = [(name, leaf.tablespace, leaf.usable) for name, leaf in emulated.segments()]
    with pytest.raises(Raised) as refused:
        execute(emulated, statement, [])
    assert refused.value.code == code
    assert before == [(name, leaf.tablespace, leaf.usable) for name, leaf in emulated.segments()]


DONE: list[tuple[str, str, dict[str, str], set[str]]] = [
    ("offline", MOVE, {"ORDERS": "SSD_DATA", "PK": "INDX", "LOB1": "USERS"}, {"PK"}),
    ("online", ONLINE, {"ORDERS": "SSD_DATA", "PK": "INDX"}, set()),
    ("with a LOB", f'{MOVE} LOB ("NOTE") STORE AS SECUREFILE (TABLESPACE "SSD_DATA")',
     {"LOB1": "SSD_DATA", "IL1": "SSD_DATA"}, {"PK"}),
    ("a part", PART, {"P2": "SSD_DATA", "P1": "USERS", "L2": "INDX"}, set()),
    ("index-organized", ONLINE.replace("ORDERS", "TOP"), {"IOT": "SSD_DATA", "SECOND": "INDX"}, set()),
    ("an index", REBUILD, {"PK": "SSD_INDX"}, set()),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "where", "unusable"), [row[1:] for row in DONE], ids=[row[0] for row in DONE])
def test_where_segments_are_and_what_is_unusable(statement: str, where: dict[str, str], unusable: set[str]) -> None:
    emulated = a_database()
    execute(emulated, statement, [])
    found = {leaf.name or name: leaf.tablespace for name, leaf in emulated.segments()}
    assert {name: found[name] for name in where} == where
    assert {name for name, leaf in emulated.segments() if not leaf.usable} == unusable


def test_online_waits_for_an_open_transaction_and_what_is_not_known_is_named() -> None:
    emulated = a_database()
    emulated.table("ORDERS").busy = True
    with pytest.raises(Waits, match="ORDERS"):
        execute(emulated, ONLINE, [])
    with pytest.raises(NotKnown, match="SHRINK"):
        execute(emulated, 'ALTER TABLE "SOE"."ORDERS" SHRINK SPACE', [])
    with pytest.raises(NotKnown, match=r"DBMS_SQL\.PARSE"):
        call(emulated, "DBMS_SQL.PARSE", [])


def test_a_redo_group_goes_after_a_switch_and_a_checkpoint() -> None:
    emulated = a_database()
    for statement in (
        "ALTER SYSTEM ARCHIVE LOG CURRENT",
        "ALTER SYSTEM CHECKPOINT GLOBAL",
        "ALTER DATABASE DROP LOGFILE GROUP 1",
    ):
        execute(emulated, statement, [])
    assert [(one.number, one.status) for one in emulated.redo] == [(2, "CURRENT"), (3, "INACTIVE")]


def test_the_old_default_of_temp_takes_its_users_along() -> None:
    emulated = a_database(users={OWNER: User(), "BATCH": User("TEMP_OF_BATCH")})
    emulated.tablespaces["SSD_T"] = Tablespace(contents="TEMPORARY")
    execute(emulated, 'ALTER DATABASE DEFAULT TEMPORARY TABLESPACE "SSD_T"', [])
    assert {name: user.temporary for name, user in emulated.users.items()} == {OWNER: "SSD_T", "BATCH": "TEMP_OF_BATCH"}


SAID: list[tuple[str, str, Any]] = [
    ("an empty text is NULL", ":x := CASE WHEN '' IS NULL THEN 1 ELSE 2 END;", 1),
    ("NULL joined", ":x := 'a' || NULL || 'b';", "ab"),
    ("NULL is not equal", ":x := CASE WHEN NULL <> 'a' THEN 1 ELSE 2 END;", 2),
    ("NOT IN with NULL", ":x := CASE WHEN 'a' NOT IN ('b', NULL) THEN 1 ELSE 2 END;", 2),
    ("AND of NULL", ":x := CASE WHEN NULL = 1 AND 1 = 2 THEN 1 WHEN NOT (NULL = 1 AND 1 = 2) THEN 2 END;", 2),
    ("LIKE", ":x := CASE WHEN 'P_1' LIKE 'P%1' THEN 1 END;", 1),
    ("a loop that is left", "FOR i IN 1 .. 9 LOOP :x := i; EXIT WHEN i = 3; END LOOP;", 3),
    ("the row of a loop", "FOR g IN (SELECT group# FROM v$log) LOOP"
     " SELECT COUNT(*) INTO :x FROM v$log l WHERE l.group# = g.group#; END LOOP;", 1),
    ("an alias hides the row", "FOR l IN (SELECT 9 AS group# FROM dual) LOOP"
     " SELECT COUNT(*) INTO :x FROM v$log l WHERE l.group# = 1; END LOOP;", 1),
    ("no row", "BEGIN SELECT name INTO :x FROM v$database WHERE 1 = 2; EXCEPTION WHEN NO_DATA_FOUND THEN :x := 7; END;", 7),
    ("an error has its code", "BEGIN raise_application_error(-20100, 'no');"
     " EXCEPTION WHEN OTHERS THEN :x := SQLCODE; END;", -20100),
    ("names are written and read", ":x := UNISTR(ASCIISTR('a\\é'));", "a\\é"),
]  # fmt: skip


class Nothing:
    """No statement is run."""

    def execute(self, _: Machine, statement: str, __: Any) -> tuple[Any, ...]:
        raise NotKnown(statement)

    def call(self, name: str, _: Any) -> Any:
        raise NotKnown(name)


@pytest.mark.parametrize(("text", "value"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_the_language(text: str, value: Any) -> None:
    binds: dict[str, Any] = {}
    Machine(views(a_database(), "ORCL"), binds, Nothing(), "ORCL").run(f"BEGIN {text} END;")
    assert binds["x"] == value


UNKNOWN = ("GOTO out;", ":x := y;", "SELECT 1 INTO :x FROM v$nothing;", ":x := SOUNDEX('a');", ":x := 1 MOD 2;")


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_the_language_does_not_know_is_named(text: str) -> None:
    with pytest.raises(NotKnown):
        Machine(views(a_database(), "ORCL"), {}, Nothing(), "ORCL").run(f"BEGIN {text} END;")
