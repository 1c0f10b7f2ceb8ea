"""Where the scripts run, and what they call the new tablespaces and disk groups: one option for each name of `Destination`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import click

from segtier.model.plan import Destination, Rds, TargetName, VolumeName, VolumeType

F = TypeVar("F", bound=Callable[..., Any])
_NAMES = {
    "data_tablespace": "Tablespace for tables.",
    "index_tablespace": "Tablespace for indexes.",
    "temp_tablespace": "Temporary tablespace.",
    "data_diskgroup": "Disk group for data.",
    "redo_diskgroup": "Disk group for redo.",
    "temp_diskgroup": "Disk group for temp.",
    "flash_diskgroup": "Disk group for the flash cache.",
}
_RDS: dict[str, tuple[Any, str]] = {
    "instance": (str, "Identifier of the DB instance."),
    "parameter_group": (str, "Parameter group of the instance."),
    "volume": (click.Choice(get_args(VolumeName)), "Additional storage volume."),
    "volume_type": (click.Choice(get_args(VolumeType)), "Storage type of the volume."),
    "volume_gib": (int, "Size of the volume in GiB.  [default: room for the SSD asked for]"),
    "iops": (int, "Provisioned IOPS of the volume; io2 needs them."),
    "cache_tenths": (int, "Tenths of the instance store for the flash cache: 0, 2, 4, 6, 8 or 10."),
    "temp_tenths": (int, "Tenths of the instance store for temp."),
}


def target_options(command: F) -> F:
    """Adds the names to a command, which receives them as keyword arguments for `make_targets`."""
    for name, (kind, words) in reversed(_RDS.items()):
        flag, preset = f"--rds-{name.replace('_', '-')}", getattr(Rds(), name)
        command = click.option(
            flag, f"rds_{name}", type=kind, default=preset, show_default=bool(preset), help=f"RDS: {words}"
        )(command)
    for name, words in reversed(_NAMES.items()):
        flag = "--" + name.replace("_", "-")
        preset = getattr(Destination(), name)
        command = click.option(flag, name, metavar="NAME", default=preset, show_default=True, help=words)(command)
    kinds = click.Choice(get_args(TargetName))
    where = "own: a machine of yours; rds: Amazon RDS for Oracle."
    return click.option("--target", type=kinds, default="own", show_default=True, help=where)(command)


def make_targets(options: dict[str, Any]) -> Destination:
    """Takes the names out of the options of a command."""
    rds = Rds(**{name: options.pop(f"rds_{name}") for name in _RDS})
    return Destination(**{name: options.pop(name) for name in _NAMES}, target=options.pop("target"), rds=rds)
