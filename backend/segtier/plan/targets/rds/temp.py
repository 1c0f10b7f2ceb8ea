"""Temp on the instance store of RDS: a temporary tablespace there becomes the default; read replicas get a file of their own.

Source: Amazon RDS User Guide, Storing temporary data in an RDS for Oracle instance store; Using tempfiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, Step
from segtier.plan import ddl
from segtier.plan.block import block
from segtier.plan.contract import Lists, TargetedRequest
from segtier.plan.moves.temp import RECORDED, weighed
from segtier.plan.must_hold import must_hold
from segtier.plan.options.temp import Temp
from segtier.plan.quoting import tablespace
from segtier.plan.recording import entry, record, replay
from segtier.plan.reviewed import review_folder
from segtier.plan.sqlplus import header, library, script
from segtier.plan.targets.rds.screen import screen
from segtier.plan.template import template

REPLICA = "52_replica_temp.sql"
_LIBRARY = "lib_restore_temp.sql"
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
        name, slots = _name(request), weighed(request)
        recorded = template(
            "temp/record.sql",
            **slots,
            DEFAULT=entry({"owner": "'NULL'", "to_ts": "lit(l_default)"}, calls=_LIBRARY),
            USER=entry({"owner": "lit(u.username)", "to_ts": "lit(u.temporary_tablespace)"}, calls=_LIBRARY),
        )
        quoted = f"'\"{name}\"'"
        move_user = ddl.TEMP_OF_USER.plsql(user="q(u.username)", tablespace=quoted)
        create = block("rds/temp_create.sql", **slots, MOVE_USER=move_user) + template("temp/users.sql")
        restore = block(
            "rds/temp_restore.sql", USER=ddl.TEMP_OF_USER.plsql(user="q(:s_owner)", tablespace="q(:s_to_ts)")
        )
        return (
            script(
                "50_temp.sql",
                f"temporary tablespace on the instance store becomes the default ({request.target.terms.dba})",
                record(RECORDED, "50_temp.log", recorded) + "SET ECHO ON\n" + create,
                request,
                expected="1 tablespace: seconds",
            ),
            _replica(name, request),
            script(
                "90_rollback_temp.sql",
                "the old temporary tablespace becomes the default again",
                template("temp/back.sql", REPLAY=replay(RECORDED), TABLESPACE=name),
                request,
                expected="seconds: one call, and one statement for each user that was moved",
            ),
            library(
                _LIBRARY, "restores the default or one user's tablespace, called by the rollback", restore, request
            ),
        )

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
