"""What the files of a bundle for one's own machine are for, beside those of its options."""

from __future__ import annotations

from segtier.model.plan import Step
from segtier.oracle.platforms import platform_of
from segtier.plan.by_platform import CHECKLIST, has_checklist, is_windows
from segtier.plan.contract import NOTHING, TargetedRequest
from segtier.plan.disk_group import existing_group

_PRECHECK = {
    False: "Looks, changes nothing, prints PASS or FAIL.",
    True: "Looks, changes nothing, prints PASS or FAIL and every statement. Run it again after {making}.",
}

_LOOKS = "Looks at the disks, their health and what is on them. Fill in segtier.env first; --apply"


def common_steps(request: TargetedRequest) -> tuple[Step, ...]:
    making = "30" if existing_group(request) else "20 and after 30"
    return (
        Step(
            "00_precheck.sql",
            "SYSDBA",
            _PRECHECK[request.spec.by_name].format(making=making),
            "none",
            NOTHING,
            "-",
        ),
        _ground(request),
        Step(
            "20_asm_diskgroups.sql",
            "SYSASM (grid)",
            "Creates the disk group on the SSD.",
            "none",
            "the disks lose their content",
            f"as SYSASM `DROP DISKGROUP {request.place.group or 'NAME'}`; it refuses while files are in it",
        ),
        Step(
            "80_verify.sql",
            "SYSDBA",
            "One query per thing that must hold, the expected answer above it.",
            "none",
            NOTHING,
            "-",
        ),
    )


def _ground(request: TargetedRequest) -> Step:
    """What is done below the files, as the platform has it."""
    nodes = "" if request.database.rac is False else ", every node"
    who = f"{'Administrator' if is_windows(request) else 'root'}{nodes}, before 20"
    if has_checklist(request):
        return Step(CHECKLIST, who, "The steps of this platform, to be ticked one by one.", "none", NOTHING, "-")
    what = f"{_LOOKS} gives them names, owners and mode 0660 through udev, or makes a file system."
    back = "as root: rm /etc/udev/rules.d/97-segtier-*.rules, udevadm control --reload"
    if platform_of(request.database) == "solaris":
        what, back = f"{_LOOKS} gives the slices their owner and mode 0660.", "chown root:sys on the slices"
    return Step("10_os_setup.sh", who, what, "none", NOTHING, back)
