"""What the files of a bundle for RDS are for, beside those of its options."""

from __future__ import annotations

from segtier.model.plan import Step
from segtier.plan.contract import NOTHING

DBA, _CLI = "master user", "AWS CLI"


def common_steps() -> tuple[Step, ...]:
    return (
        Step("00_precheck.sql", DBA, "Looks, changes nothing, prints PASS or FAIL.", "none", NOTHING, "-"),
        Step(
            "10_volume.sh",
            _CLI,
            "Adds the storage volume; --apply. Shows those there are.",
            "none; a backup follows",
            "the price of the volume",
            "90_remove_volume.sh, when it is empty",
        ),
        Step(
            "20_parameters.sh",
            _CLI,
            "Divides the instance store by the parameter group; --apply. The same as parameters.tf.",
            "a reboot",
            NOTHING,
            "90_rollback_parameters.sh, with a reboot",
        ),
        Step(
            "80_verify.sql",
            DBA,
            "One query per thing that must hold, the expected answer above it.",
            "none",
            NOTHING,
            "-",
        ),
    )
