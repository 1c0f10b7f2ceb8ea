"""Random databases: kinds x releases x editions x containers x standby x logging, and what lies in the way now and then."""

from __future__ import annotations

from random import Random

from lab.plsql.database import GIB, OWNER, Emulated, File, Index, Leaf, Lob, RedoGroup, Table, Tablespace, User

RELEASES = ("11.2.0.4.0", "12.1.0.2.0", "12.2.0.1.0", "18.0.0.0.0", "19.0.0.0.0", "21.0.0.0.0", "23.0.0.0.0")
HOMES = ("USERS", "INDX")
_PARTS = ("P1", "P2", "P3")


class Dice:
    """Draws of one seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.objects = Random(~seed)

    def rarely(self, one_in: int = 8) -> bool:
        return self.random.randrange(one_in) == 0

    def either(self) -> bool:
        return self.random.random() < 0.5

    def leaf(self, home: str = "USERS", name: str | None = None, position: int = 1, within: str | None = None) -> Leaf:
        where = "ARCHIVE" if self.rarely(10) else home
        size = self.random.choice((GIB // 16, GIB, 3 * GIB))
        return Leaf(where, not self.rarely(6), name, position, within, usable=True, bytes=size)


def a_database(seed: int) -> tuple[Emulated, Dice]:
    """The database of that seed, and the dice for what is asked of it."""
    dice = Dice(seed)
    draw = dice.random
    release = draw.choice(RELEASES)
    new = not release.startswith("11")
    standby = draw.random() < 0.35
    tablespaces = {name: _tablespace(dice, name) for name in ("USERS", "INDX", "ARCHIVE")}
    temp = draw.choice((2, 8, 8, 8, 8)) * GIB
    emulated = Emulated(
        tables=_tables(dice),
        tablespaces={**tablespaces, **{name: Tablespace(contents="TEMPORARY") for name in ("TEMP", "TEMP_OF_BATCH")}},
        standby=standby,
        forced="YES" if draw.random() < 0.3 else "NO",
        container=draw.choice((None, None, None, "YES", "NO")) if new and release[:4] != "12.1" else None,
        pdb="SHOP" if new and dice.either() else None,
        release=release,
        compatible="12.1.0" if new and dice.rarely(6) else None,
        enterprise=draw.random() < 0.75,
        archivelog=standby or dice.either(),
        mirrored=not dice.rarely(4),
        temp_files=[File(1, "TEMP", "+DATA/temp.dbf", temp, temp)],
        redo=_redo(dice, standby=standby),
        users={OWNER: _user(dice), "BATCH": User(draw.choice(("TEMP", "TEMP_OF_BATCH")))},
    )
    emulated.recovery = dice.objects.choice((None, None, 400 * GIB, 400 * GIB, 6 * GIB))
    for number, name in enumerate(tablespaces, 4):
        size = emulated.used(name) + (draw.choice((0, GIB)) if dice.rarely(6) else 60 * GIB)
        emulated.files.append(File(number, name, f"+DATA/{name.lower()}.dbf", size, size + draw.choice((0, GIB))))
    return emulated, dice


def _tablespace(dice: Dice, name: str) -> Tablespace:
    odd = name == "ARCHIVE"
    return Tablespace(
        forced="YES" if dice.rarely(6) else "NO",
        status="READ ONLY" if odd and dice.rarely(3) else "ONLINE",
        block_size=16384 if odd and dice.rarely(4) else 8192,
        algorithm="AES256" if odd and dice.rarely(4) else None,
    )


def _user(dice: Dice) -> User:
    most = dice.random.choice((-1, 200 * GIB))
    return User(unlimited=dice.either(), quotas=dict.fromkeys(("USERS", "INDX", "ARCHIVE"), most))


def _redo(dice: Dice, *, standby: bool) -> list[RedoGroup]:
    members = dice.random.choice((1, 1, 2))
    found = [
        RedoGroup(
            number, thread, [f"+DATA/redo{number}_{at}.log" for at in range(members)],
            status=state, archived=state != "CURRENT",
        )
        for thread in range(1, 1 + dice.random.choice((1, 1, 2)))
        for number, state in ((2 * thread - 1, "CURRENT"), (2 * thread, "INACTIVE"))
    ]  # fmt: skip
    if standby:
        found.append(RedoGroup(11, 1, ["+DATA/stby.log"], status="UNASSIGNED", standby=True))
    return found


def _tables(dice: Dice) -> list[Table]:
    kinds = (_heap, _heap, _heap, _with_lobs, _partitioned, _subpartitioned, _organized, _nested, _logged)
    found: list[Table] = []
    for number in range(1, dice.random.choice((2, 3, 3))):
        found += dice.random.choice(kinds)(dice, f"T{number}")
    return found


def _indexes(dice: Dice, name: str) -> list[Index]:
    """An ordinary one or two, now and then one in parts, of several servers, a bitmap join index, or one that is UNUSABLE."""
    found = [Index(f"{name}_PK", [dice.leaf("INDX")], degree=dice.random.choice(("1", "1", "4")))]
    if dice.either():
        parts = [dice.leaf("INDX", f"H{at}", at) for at in (1, 2)]
        found.append(Index(f"{name}_HASH", parts) if dice.rarely(3) else Index(f"{name}_DT", [dice.leaf("INDX")]))
    if dice.rarely(12):
        found.append(Index(f"{name}_JOIN", [dice.leaf("INDX")], "BITMAP", join=True))
    if dice.rarely(20):
        found[0].leaves[0].usable = False
    return found


def _heap(dice: Dice, name: str) -> list[Table]:
    table = Table(name, [dice.leaf()], _indexes(dice, name), degree=dice.random.choice(("1", "1", "8")))
    table.objects, table.mview, table.busy = dice.rarely(10), dice.rarely(12), dice.rarely(20)
    table.objects |= dice.objects.randrange(4) == 0
    table.statistics_locked = dice.rarely(10)
    return [table]


def _lob(dice: Dice, name: str, column: str, rows: list[Leaf]) -> Lob:
    data, index = [], []
    for at, of in enumerate(rows, 1):
        own = None if of.name is None else f"SYS_LOB_P{name}{column}{at}"
        data.append(dice.leaf(of.tablespace, own, at, of.within and f"L{of.within}"))
        index.append(
            Leaf(data[-1].tablespace, name=own and f"SYS_IL_P{at}", position=at, within=data[-1].within, bytes=65536)
        )
        data[-1].of = of.name
    cache, secure = dice.random.choice(("NO", "NO", "YES", "CACHEREADS")), dice.either()
    return Lob(
        column, f"SYS_LOB{name}{column}$$", data, Index(f"SYS_IL{name}{column}$$", index, local=True), secure, cache
    )


def _with_lobs(dice: Dice, name: str) -> list[Table]:
    (table,) = _heap(dice, name)
    table.lobs = [_lob(dice, name, column, table.leaves) for column in ("NOTE", "PHOTO")[: dice.random.choice((1, 2))]]
    return [table]


def _partitioned(dice: Dice, name: str) -> list[Table]:
    rows = [dice.leaf("USERS", part, at) for at, part in enumerate(_PARTS[: dice.random.choice((2, 3))], 1)]
    named = dice.random.choice(("", "", "I"))  # parts of a local index go by their place, whatever they are called
    local = [dice.leaf("INDX", f"{named}{leaf.name}", leaf.position) for leaf in rows]
    indexes = [Index(f"{name}_L", local, local=True, default=dice.random.choice((None, "INDX")))]
    if dice.either():
        indexes.append(Index(f"{name}_G", [dice.leaf("INDX")]))
    lobs = [_lob(dice, name, "NOTE", rows)] if dice.rarely(3) else []
    return [Table(name, rows, indexes, lobs, default=dice.random.choice(("USERS", "ARCHIVE")), mview=dice.rarely(12))]


def _subpartitioned(dice: Dice, name: str) -> list[Table]:
    rows, local = [], []
    named = dice.random.choice(("", "", "I"))
    for part in _PARTS[:2]:
        for at in (1, 2):
            rows.append(dice.leaf("USERS", f"{part}_S{at}", at, part))
            local.append(dice.leaf("INDX", f"{named}{part}_S{at}", at, f"{named}{part}"))
    return [Table(name, rows, [Index(f"{name}_L", local, local=True)], default="USERS")]


def _organized(dice: Dice, name: str) -> list[Table]:
    parts = dice.rarely(3)
    names = _PARTS[:2] if parts else (None,)

    def leaves() -> list[Leaf]:
        return [dice.leaf("USERS", part, at) for at, part in enumerate(names, 1)]

    top = Index(f"SYS_IOT_TOP_{name}", leaves(), "IOT - TOP", local=True, default="USERS" if parts else None)
    found = [Table(name, [], [top])]
    found[0].objects = dice.rarely(12)
    if dice.either():
        found[0].indexes.append(Index(f"{name}_IX", [dice.leaf("INDX")]))
    if dice.either():
        found.append(Table(f"SYS_IOT_OVER_{name}", leaves(), iot_type="IOT_OVERFLOW", iot=name))
    elif not parts and dice.rarely(3):
        mapping = leaves()
        mapping[0].tablespace = top.leaves[0].tablespace
        found.append(Table(f"SYS_IOT_MAP_{name}", mapping, iot_type="IOT_MAPPING", iot=name))
    return found


def _nested(dice: Dice, name: str) -> list[Table]:
    (parent,) = _heap(dice, name)
    return [parent, Table(f"{name}_NT", [dice.leaf()], [Index(f"{name}_NT_IX", [dice.leaf("INDX")])], parent=name)]


def _logged(dice: Dice, name: str) -> list[Table]:
    (master,) = _heap(dice, name)
    own = Table(f"MLOG$_{name}", [dice.leaf()], [Index(f"I_MLOG$_{name}", [dice.leaf("INDX")])], master=name)
    return [master, own]
