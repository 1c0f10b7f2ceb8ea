"""Temp on the instance store of RDS: a temporary tablespace there becomes the default; read replicas get a file of their own.

Source: Amazon RDS User Guide, Storing temporary data in an RDS for Oracle instance store; Using tempfiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, Step
from segtier.plan.checks.verify import must_hold
from segtier.plan.contract import Lists, TargetedRequest
from segtier.plan.moves.temp import there_and_back, weighed
from segtier.plan.options.temp import Temp
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.quoting import tablespace
from segtier.plan.sqlplus.script import header, review_folder
from segtier.plan.sqlplus.template import template
from segtier.plan.targets.rds.screen import screen

REPLICA = "52_replica_temp.sql"
_NOTES = (
    "The new tablespace becomes the default. Users that had the old default follow it; those with another one of their own keep"
    " it, unless move_temp_users is YES in settings.sql. The old one stays, so the way back is one call.",
    "RDS gives the file of the tablespace all of temp's share of the instance store; it does not grow. A temporary tablespace"
    " group may join it with one on a volume, for sorts beyond it.",
    "On a read replica the tablespace arrives without a file: 52_replica_temp.sql adds one on the replica's own instance store.",
)


def _name(request: TargetedRequest) -> str:
    return tablespace(request.targets.temp_tablespace)


def _replica(name: str, request: TargetedRequest) -> BundleFile:
    head = header(REPLICA, "gives the tablespace a file on a read replica (its master user)", request, mark="--")
    frame = template("rds/replica_head.sql", REVIEW=review_folder(request))
    return BundleFile(REPLICA, head + frame + template("rds/replica_temp.sql", TABLESPACE=name))


class TempOnRds(Temp):
    title = "Put temp on the instance store of RDS"

    def files(self, _: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        name = _name(request)
        move_user = ddl.TEMP_OF_USER.plsql(user="q(u.username)", tablespace=f"'\"{name}\"'")
        files = there_and_back(
            block("rds/temp_create.sql", **weighed(request), MOVE_USER=move_user),
            block("rds/temp_restore.sql", USER=ddl.TEMP_OF_USER.plsql(user="q(:s_owner)", tablespace="q(:s_to_ts)")),
            request,
            title=f"temporary tablespace on the instance store becomes the default ({request.target.terms.dba})",
            expected="1 tablespace: seconds",
            back="one call, and one statement",
        )
        return (*files, _replica(name, request))

    def needed_bytes(self, _: Lists, __: TargetedRequest) -> int:
        """Nothing of the volume."""
        return 0

    def checks(self, _: Lists, request: TargetedRequest) -> str:
        return block("rds/temp_look.sql", **weighed(request))

    def verified(self, _: Lists, request: TargetedRequest) -> str:
        name = _name(request)
        return template("temp/verify.sql", TABLESPACE=name, EACH="") + must_hold(
            (
                f"database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE' AND property_value <> '{name}'",
                f"other default temporary tablespace: {name} is not the default",
            ),
            (
                f"(SELECT COUNT(*) AS files FROM dba_temp_files WHERE tablespace_name = '{name}' AND status = 'ONLINE')"
                " WHERE files = 0",
                f"tablespace without an online file: {name}",
            ),
            (
                f"dba_temp_files WHERE tablespace_name = '{name}' AND file_name LIKE '/rdsdbdata%'",
                f"file(s) of {name} on a storage volume",
            ),
        )

    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        who = request.target.terms.dba
        return (
            Step(
                "50_temp.sql",
                who,
                "Creates the temporary tablespace on the instance store and makes it the default.",
                "none; running sorts stay where they are",
                "temp's share of the instance store",
                "90_rollback_temp.sql",
            ),
            Step(
                REPLICA,
                "its master user, each read replica",
                "Gives the tablespace a file there.",
                "none",
                "the same",
                "-",
            ),
        )

    def notes(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        return _NOTES

    def figures(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        return ()

    def screen(self, request: TargetedRequest) -> None:
        screen(request)
