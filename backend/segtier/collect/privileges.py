"""What a user needs to collect: one list, from the catalogue, for messages and for docs/use/privileges.md.

`make collector` writes the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from segtier.collect.catalogue import DIAGNOSTICS_PACK, NO_LICENCE, STATSPACK, Licence, Query, queries
from segtier.collect.compose import aliases_of
from segtier.collect.dictionary import View, views
from segtier.dataclass import dataclass

ROLE = "SELECT_CATALOG_ROLE"
REPORT_PACKAGE = "SYS.DBMS_WORKLOAD_REPOSITORY"
_PLAIN = re.compile(r"[A-Za-z][\w$#]*")


@dataclass(frozen=True, slots=True)
class Privilege:
    """SELECT on one view or table; `files` are the names of the queries that read it."""

    object_name: str
    licence: Licence
    files: tuple[str, ...]


def create_session(user: str) -> str:
    return f"GRANT CREATE SESSION TO {grantee(user)};"


def grant_role(user: str) -> str:
    return f"GRANT {ROLE} TO {grantee(user)};"


def grant_report(user: str) -> str:
    return f"GRANT EXECUTE ON {REPORT_PACKAGE} TO {grantee(user)};"


def grant_select(object_name: str, user: str) -> str:
    return f"GRANT SELECT ON {object_name} TO {grantee(user)};"


def grantee(user: str) -> str:
    """The user as a GRANT names it: quoted where it must be, without the user it stands proxy for."""
    name = user.strip()
    if name.endswith("]"):  # PROXY[USER]
        name = name.partition("[")[0]
    return name.upper() if _PLAIN.fullmatch(name) else '"' + name.strip('"').replace('"', '""') + '"'


def object_of(view: View, dba: str = "dba") -> str:
    """What the privilege is given on: v$log is a synonym of SYS.V_$LOG."""
    return f"{view.owner}.{view.table_name.replace('{dba}', dba.upper())}"


def views_of(query: Query) -> tuple[View, ...]:
    """Every view a query may read, the ones of subqueries included."""
    texts = [part.source for part in query.parts]
    texts += [choice.expression for part in query.parts for column in part.columns for choice in column.choices]
    names = [name for text in texts for group in aliases_of(text).values() for name in group]
    return tuple(views()[name] for name in dict.fromkeys(names))


def privileges(dba: str = "dba") -> tuple[Privilege, ...]:
    """All of them; what a query without a licence reads needs none, whoever else reads it. `dba` is dba or cdb."""
    readers: dict[str, list[Query]] = {}
    for query in queries():
        for view in views_of(query):
            readers.setdefault(object_of(view, dba), []).append(query)
    readers.setdefault("SYS.DBA_TAB_COLUMNS", [])
    found = (
        Privilege(name, _licence(reading), tuple(query.name for query in reading)) for name, reading in readers.items()
    )
    return tuple(sorted(found, key=lambda one: one.object_name))


_LOOKED_AT = frozenset(
    f"SYS.{one}" for one in ("V_$DATABASE", "GV_$INSTANCE", "V_$CONTAINERS", "V_$PARAMETER", "DBA_TAB_COLUMNS")
)
"""What the collector reads of every database, to know what it is connected to (`live/look.py`)."""


def grant_statements(user: str, *, diagnostics_pack: bool, dba: str = "dba", history: bool = False) -> tuple[str, ...]:
    """The single grants, for a user who is not to have the role. `history`: to read the history of another database alone."""
    pack = DIAGNOSTICS_PACK if diagnostics_pack else STATSPACK
    needed = (
        one
        for one in privileges(dba)
        if one.licence == pack or (one.licence == NO_LICENCE and (not history or one.object_name in _LOOKED_AT))
    )
    selects = [grant_select(one.object_name, user) for one in needed]
    return (create_session(user), *selects, *((grant_report(user),) if diagnostics_pack else ()))


def grant_script(user: str | None, *, diagnostics_pack: bool, history: bool = False) -> tuple[str, ...]:
    """`grant_statements` as lines to run, with comments that say for whom and where they fail; None names nobody yet."""
    name = user or "segtier"
    lines = grant_statements(name, diagnostics_pack=diagnostics_pack, history=history)
    statspack = {grant_select(one.object_name, name) for one in privileges() if one.licence == STATSPACK}
    for_whom = (
        f"For {grantee(name)}" if user else f"{grantee(name)} stands for the user: --user NAME puts another name in"
    )
    only_there = [line for line in lines if line in statspack]
    return (
        f"-- {for_whom}. To be run by SYS, in the container that is read.",
        *(line for line in lines if line not in statspack),
        *(("-- Only where Statspack is installed; elsewhere these fail with ORA-00942.",) if only_there else ()),
        *only_there,
    )


def page() -> str:
    """docs/use/privileges.md."""
    return _PAGE.format(
        session=create_session("segtier"),
        role=grant_role("segtier"),
        report=grant_report("segtier"),
        perfstat=_block(grant_select(one.object_name, "segtier") for one in privileges() if one.licence == STATSPACK),
        single=_block(_only(NO_LICENCE)),
        pack=_block((*_only(DIAGNOSTICS_PACK), grant_report("segtier"))),
        root=_block(
            grant_select(one.object_name, "c##segtier") for one in privileges("cdb") if "CDB_" in one.object_name
        ),
    )


def _only(licence: Licence) -> Sequence[str]:
    return [grant_select(one.object_name, "segtier") for one in privileges() if one.licence == licence]


def _block(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _licence(reading: Sequence[Query]) -> Licence:
    licences = {query.licence for query in reading} or {NO_LICENCE}
    return NO_LICENCE if NO_LICENCE in licences else min(licences)


_PAGE = """# What the user of `segtier collect` needs

`segtier collect` only reads. It needs these grants and never logs on as SYSDBA. Replace `SEGTIER` with the user's name, or let
`segtier collect --grants --user NAME` print the single grants for that name. We have not run these grants on Oracle.

## Grant the role

```sql
{session}
{role}
```

With `--diagnostics-pack`, for the AWR reports, also:

```sql
{report}
```

Without the pack, if Statspack is installed (these fail with ORA-00942 if it is not), also:

```sql
{perfstat}
```

## Or grant each view

If you leave one out, its file is missing from the bundle, and the run names the grant.

```sql
{session}
{single}
```

With `--diagnostics-pack` also:

```sql
{pack}
```

## Container databases

To read one PDB, make the grants above in that PDB. To read all containers, connect to the root as a common user. Make the same
grants in the root, with the `CDB_` views instead of the `DBA_` views, and let the user see the containers' rows:

```sql
ALTER USER C##SEGTIER SET CONTAINER_DATA = ALL CONTAINER = CURRENT;
{root}
```
"""
