"""What the collector reads and what its user needs, as the API shows them: from the catalogue both collectors run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from segtier.api.schemas.base import Answer
from segtier.collect import COLLECTOR_FILES
from segtier.collect.catalogue import DIAGNOSTICS_PACK, NO_LICENCE, STATSPACK, Licence, Query, queries
from segtier.collect.privileges import create_session, grant_report, grant_role, grant_select, privileges, views_of
from segtier.collect.script import VERSION

_USER = "segtier"


class CollectedFile(Answer):
    """One file of a bundle. `heavy`: only where asked for. `one_row_for`: what makes the file long."""

    file: str
    title: str
    views: list[str]
    licence: Licence
    heavy: bool
    one_row_for: str | None

    @classmethod
    def of(cls, query: Query) -> CollectedFile:
        return cls(
            file=query.file,
            title=query.title,
            views=[view.name.replace("{dba}", "dba") for view in views_of(query)],
            licence=query.licence,
            heavy=query.heavy,
            one_row_for=query.long,
        )


class Grant(Answer):
    """One statement for the user SEGTIER. `way`: needed always, or the role, or instead of the role."""

    statement: str
    licence: Licence
    way: Literal["always", "role", "single"]


class Collector(Answer):
    """`scripts` are downloaded from `/api/v1/collector/{file}`; `version` is theirs."""

    version: str
    scripts: list[str]
    files: list[CollectedFile]
    grants: list[Grant]

    @classmethod
    def offered(cls) -> Collector:
        return cls(
            version=VERSION,
            scripts=list(COLLECTOR_FILES),
            files=[CollectedFile.of(query) for query in queries()],
            grants=list(_grants()),
        )


def _grants() -> Iterator[Grant]:
    """The role opens the views of the dictionary and of AWR; Statspack's tables and AWR's package it does not."""
    yield Grant(statement=create_session(_USER), licence=NO_LICENCE, way="always")
    yield Grant(statement=grant_role(_USER), licence=NO_LICENCE, way="role")
    for one in privileges():
        way: Literal["always", "single"] = "always" if one.licence == STATSPACK else "single"
        statement = grant_select(one.object_name, _USER)
        yield Grant(statement=statement, licence=one.licence, way=way)
    yield Grant(statement=grant_report(_USER), licence=DIAGNOSTICS_PACK, way="always")
