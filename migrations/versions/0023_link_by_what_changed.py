"""What databases and exports list, counted as documents come and go, and indexes for what follows from the documents.

Revision ID: 0023
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_NAMED = "dbid IS NOT NULL OR database_name IS NOT NULL"
_ANONYMOUS = "dbid IS NULL AND database_name IS NULL"
_LATEST = ["database_id", "end_time", "digest", "release", "rac", "platform"]
_AT_ONCE = 200
_ROWS_AT_ONCE = 5_000

_REPORTS = sa.table(
    "reports",
    *(sa.column(name) for name in ("id", "database_id", "dbid", "database_name", "linked_by")),
    sa.column("sample", sa.Boolean()),
    sa.column("compared", sa.Boolean()),
    sa.column("segment_names", sa.LargeBinary()),
)
_SHARED = """
INSERT INTO shared_segments (report_id, database_id, segments)
SELECT mine.report_id, theirs.database_id, count(*) FROM export_segments mine
JOIN listed_segments theirs ON theirs.segment = mine.segment
JOIN reports ON reports.id = mine.report_id
JOIN databases ON databases.id = theirs.database_id AND databases.sample = reports.sample
GROUP BY mine.report_id, theirs.database_id
"""
_UNSETTLED = f"""
INSERT INTO unsettled (report_id, place) SELECT id, CASE WHEN sample THEN 'sample' ELSE 'own' END FROM reports
WHERE {_ANONYMOUS} AND (linked_by IS NULL OR linked_by <> 'chosen')
"""


def upgrade() -> None:
    """Databases count as told of under no name yet: each is worked out as a whole once, when it is touched next."""
    op.add_column("databases", sa.Column("told_name", sa.String(200)))
    op.add_column("reports", sa.Column("compared", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("databases", sa.Column("called", sa.String(600), nullable=False, server_default=""))
    op.add_column("reports", sa.Column("called", sa.String(600)))
    listed, exports = _add_tables()
    _fill_called()
    _add_indexes()
    _fill_listed(listed)
    _fill_exports(exports)
    op.execute(_SHARED)
    op.execute(_UNSETTLED)


def downgrade() -> None:
    op.create_index("ix_reports_dbid_database_name", "reports", ["dbid", "database_name"])
    for index in (
        "ix_reports_database_id_database_name_dbid",
        "ix_reports_latest",
        "ix_reports_in_batches",
        "ix_reports_called",
        "ix_reports_exports",
        "ix_reports_exports_in_batches",
    ):
        op.drop_index(index, "reports")
    op.drop_index("ix_databases_called", "databases")
    for table in ("unsettled", "shared_segments", "export_segments", "listed_segments"):
        op.drop_table(table)
    for table, column in (
        ("reports", "called"),
        ("reports", "compared"),
        ("databases", "called"),
        ("databases", "told_name"),
    ):
        op.drop_column(table, column)


def _add_tables() -> tuple[sa.Table, sa.Table]:
    listed = op.create_table(
        "listed_segments",
        sa.Column("database_id", sa.String(32), nullable=False),
        sa.Column("segment", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reports", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("database_id", "segment", name="pk_listed_segments"),
        _belongs("listed_segments", "database_id", "databases"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_listed_segments_segment_database_id", "listed_segments", ["segment", "database_id"])
    exports = op.create_table(
        "export_segments",
        sa.Column("report_id", sa.String(32), nullable=False),
        sa.Column("segment", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("report_id", "segment", name="pk_export_segments"),
        _belongs("export_segments", "report_id", "reports"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_export_segments_segment_report_id", "export_segments", ["segment", "report_id"])
    op.create_table(
        "shared_segments",
        sa.Column("report_id", sa.String(32), nullable=False),
        sa.Column("database_id", sa.String(32), nullable=False),
        sa.Column("segments", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("report_id", "database_id", name="pk_shared_segments"),
        _belongs("shared_segments", "report_id", "reports"),
        _belongs("shared_segments", "database_id", "databases"),
    )
    op.create_index("ix_shared_segments_database_id", "shared_segments", ["database_id"])
    op.create_table(
        "unsettled",
        sa.Column("report_id", sa.String(32), nullable=False),
        sa.Column("place", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("report_id", name="pk_unsettled"),
        _belongs("unsettled", "report_id", "reports"),
    )
    op.create_index("ix_unsettled_place", "unsettled", ["place"])
    return listed, exports


def _belongs(table: str, column: str, parents: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{parents}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE")


def _add_indexes() -> None:
    op.create_index("ix_reports_database_id_database_name_dbid", "reports", ["database_id", "database_name", "dbid"])
    _add_partial("ix_reports_latest", _LATEST, _NAMED)
    _add_partial("ix_reports_in_batches", ["batch", "database_id"], _NAMED)
    _add_partial("ix_reports_called", ["called", "sample", "database_id"], "called IS NOT NULL")
    _add_partial("ix_reports_exports", ["sample", "linked_by"], _ANONYMOUS)
    _add_partial("ix_reports_exports_in_batches", ["batch"], _ANONYMOUS)
    op.create_index("ix_databases_called", "databases", ["called"])
    op.drop_index("ix_reports_dbid_database_name", "reports")


def _add_partial(name: str, columns: list[str], where: str) -> None:
    op.create_index(name, "reports", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def _fill_called() -> None:
    """As Python has it: SQLite makes capitals of ASCII alone."""
    for table, name, which in (("databases", "name", "1 = 1"), ("reports", "database_name", "dbid IS NULL")):
        names = op.get_bind().execute(sa.text(f"SELECT DISTINCT {name} FROM {table} WHERE {which}")).scalars().all()
        change = sa.text(f"UPDATE {table} SET called = :called WHERE {name} = :name AND {which}")
        for one in names:
            if one is not None:
                op.get_bind().execute(change, {"called": one.upper(), "name": one})


def _fill_listed(listed: sa.Table) -> None:
    """One database after the other: all segments of all of them may be many."""
    one = _REPORTS.c
    named = sa.or_(one.dbid.is_not(None), one.database_name.is_not(None))
    for database_id in _databases():
        counts: Counter[int] = Counter()
        for packed in _rows(sa.select(one.segment_names).where(one.database_id == database_id, named)):
            counts.update(_numbers(packed.segment_names))
        _insert(listed, ({"database_id": database_id, "segment": n, "reports": found} for n, found in counts.items()))


def _fill_exports(exports: sa.Table) -> None:
    """Those that are linked by their segments, or not linked: not by choice, and not with the files they came with."""
    one = _REPORTS.c
    decided = sa.func.coalesce(one.linked_by, "").in_(("chosen", "batch"))
    wanted = (one.dbid.is_(None), one.database_name.is_(None), ~decided)
    for report_id in op.get_bind().execute(sa.select(one.id).where(*wanted)).scalars().all():
        mine = one.id == report_id
        packed = op.get_bind().execute(sa.select(one.segment_names).where(mine)).scalar_one()
        _insert(exports, ({"report_id": report_id, "segment": number} for number in _numbers(packed)))
        op.get_bind().execute(sa.update(_REPORTS).where(mine).values(compared=True))


def _databases() -> list[str]:
    return list(op.get_bind().execute(sa.text("SELECT id FROM databases ORDER BY id")).scalars())


def _rows(query: sa.Select) -> Iterator[sa.Row]:
    yield from op.get_bind().execute(query.execution_options(yield_per=_AT_ONCE))


def _insert(table: sa.Table, rows: Iterable[dict[str, object]]) -> None:
    rest = iter(rows)
    while some := list(islice(rest, _ROWS_AT_ONCE)):
        op.get_bind().execute(table.insert(), some)


def _numbers(packed: bytes) -> set[int]:
    """As `store/listed.numbers`; nothing of what is no list of names."""
    try:
        names = zlib.decompress(packed).decode().split("\n")
    except (zlib.error, UnicodeDecodeError):
        return set()
    digests = (hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names if name)
    return {int.from_bytes(digest, "big", signed=True) for digest in digests}
