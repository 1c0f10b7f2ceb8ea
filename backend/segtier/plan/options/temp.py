"""Temp on flash: a new temporary tablespace that becomes the default."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, Step
from segtier.plan.checks.screening import listed_as, name_taken
from segtier.plan.checks.verify import must_hold
from segtier.plan.contract import MEASURED, Lists, Scripts, TargetedRequest
from segtier.plan.moves.temp import known_temp, temp_bytes, temp_files, weighed
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.quoting import code_text, shown, tablespace
from segtier.plan.sqlplus.template import template
from segtier.units import format_bytes

_STEP = Step(
    "50_temp.sql",
    "SYSDBA",
    "Creates the temporary tablespace and makes it the default.",
    "none; running sorts stay where they are",
    "the whole size at once",
    "90_rollback_temp.sql",
)

_NOTES = (
    "The new tablespace becomes the default. Users that had the old default follow it; those with another one of their own keep"
    " it, unless move_temp_users is YES in settings.sql (50_temp.sql and 80_verify.sql list them). The old one stays, a group"
    " too, so the way back is one statement, and one for each user that was moved.",
    "Sessions use the new one from their next sort on.",
    "In a container database each container has its own default: run the scripts, 80_verify.sql too, in each PDB where temp"
    " moves.",
    "A standby receives the tablespace without its file (Data Guard Concepts and Administration): each standby that is open for"
    " reading needs `ALTER TABLESPACE ... ADD TEMPFILE`, which 50_temp.sql prints, or its readers get ORA-25153.",
    "Undo stays: its tablespace belongs to an instance and open transactions hold it; its blocks are written in the background.",
    "Temp is written heavily: look at the endurance of the device.",
)


def _tablespace(request: TargetedRequest) -> str:
    return tablespace(request.targets.temp_tablespace)


def _each(request: TargetedRequest) -> str:
    pdbs = sorted({file.pdb for file in (request.known.temp_files if request.known else None) or () if file.pdb})
    return f". Each has a default of its own: {', '.join(map(shown, pdbs))}" if pdbs else ""


_AFTER = (
    MEASURED,
    "Roll back when `direct path read temp` and `direct path write temp` of the busy hour do not wait less on average than"
    " before, or when ORA-01652 says that the new tablespace is too small.",
)


class Temp(Scripts):
    title = "Move temp to SSD"
    after = _AFTER

    def files(self, _: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        return temp_files(request)

    def needed_bytes(self, _: Lists, request: TargetedRequest) -> int:
        return temp_bytes(request) or 0

    def checks(self, _: Lists, request: TargetedRequest) -> str:
        return block("temp/look.sql", **weighed(request))

    def verified(self, _: Lists, request: TargetedRequest) -> str:
        name = _tablespace(request)
        return template("temp/verify.sql", TABLESPACE=name, EACH=_each(request)) + must_hold(
            (
                f"database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE' AND property_value <> '{name}'",
                f"other default temporary tablespace: {name} is not the default",
            ),
            (
                f"dba_temp_files WHERE tablespace_name = '{name}'"
                " AND (status <> 'ONLINE' OR INSTR(file_name, :s_flash_start) <> 1)",
                f"file(s) of {name} outside the SSD or not online",
            ),
        )

    def steps(self, _: TargetedRequest) -> Sequence[Step]:
        return (_STEP,)

    def notes(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        return _NOTES

    def figures(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        size = temp_bytes(request)
        text = "as big as the present default (no peak in the inputs)" if size is None else format_bytes(size)
        yield f"Size of the new temporary tablespace: {text}. It does not grow by itself."

    def known(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        temp = known_temp(request)
        if temp:
            yield f"Temporary tablespace today: {code_text(temp[0])}, {format_bytes(temp[1])}"

    def asked(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        if known_temp(request) is None and not request.temp_peak_bytes:
            yield "The size of today's temporary tablespace"

    def going_back(self, _: Lists, __: TargetedRequest) -> str:
        return (
            "It is never too late: the old tablespace stays as it is until somebody drops it, and the default goes back to it"
            " at once."
        )

    def check_names(self, _: Lists, request: TargetedRequest) -> None:
        for each in listed_as({("", _tablespace(request))}, request):
            if each.contents not in (None, "TEMPORARY"):
                raise name_taken(each, f"holds {each.contents} segments")
