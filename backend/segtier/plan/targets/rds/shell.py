"""The shell scripts for the AWS CLI and the rds.env they read: the volume, the parameter group, and their way back."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.model.plan import BundleFile
from segtier.plan.bundle.folders import path_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.script import header, review_folder
from segtier.plan.sqlplus.template import template
from segtier.plan.targets.rds.instance_store import PARTS, Shares, parts_of, shares, uses_store
from segtier.plan.targets.rds.screen import NAME
from segtier.plan.targets.rds.volume import uses_volume, volume_gib

ENV = "rds.env"
VOLUME, PARAMETERS = "10_volume.sh", "20_parameters.sh"
REMOVE_VOLUME, PARAMETERS_BACK = "90_remove_volume.sh", "90_rollback_parameters.sh"
TERRAFORM = "parameters.tf"


def instance_files(request: TargetedRequest) -> list[BundleFile]:
    """What is done to the DB instance from outside, for all parts at once."""
    files = [*_volume(request), *_parameters(request)]
    return [_env(request), *files] if files else []


def _volume(request: TargetedRequest) -> Iterable[BundleFile]:
    if not uses_volume(request) or request.place_there:
        return
    rds, gib = request.targets.rds, volume_gib(request)
    slots = {"VOLUME": rds.volume, "TYPE": rds.volume_type, "GIB": str(gib)}
    yield _script(
        VOLUME, f"adds {rds.volume}, {rds.volume_type}, {gib} GiB", request, template("rds/volume.sh", **slots)
    )
    yield _script(REMOVE_VOLUME, f"removes {rds.volume}", request, template("rds/remove_volume.sh", VOLUME=rds.volume))


def _parameters(request: TargetedRequest) -> Iterable[BundleFile]:
    divided = shares(request) if uses_store(request) else None
    if divided is None:
        return
    wanted = "\n".join(
        f"{name} {value} {'yes' if PARTS[name] in parts_of(request) else 'no'}"
        for name, value in divided.parameters.items()
    )
    group = template("rds/group.sh")
    body = group + template("rds/parameters.sh", WANTED=wanted)
    yield _script(PARAMETERS, "divides the instance store between flash cache and temp", request, body)
    yield _script(PARAMETERS_BACK, "sets it back", request, group + template("rds/parameters_back.sh"))
    yield _terraform(divided, request)


def _script(path: str, title: str, request: TargetedRequest, body: str) -> BundleFile:
    head = header(path, f"{title} (AWS CLI)", request, mark="#")
    frame = template("rds/head.sh", SCRIPT=path_of(path), NAME=NAME, REVIEW=review_folder(request))
    return BundleFile(path, f"#!/usr/bin/env bash\n{head}{frame}{body}", executable=True)


def _env(request: TargetedRequest) -> BundleFile:
    rds = request.targets.rds
    values = {
        "INSTANCE": rds.instance,
        "PARAMETER_GROUP": rds.parameter_group,
        "IOPS": "" if rds.iops is None else str(rds.iops),
    }
    return BundleFile(ENV, header(ENV, "yours to fill in", request, mark="#") + template("rds/rds.env", **values))


def _terraform(divided: Shares, request: TargetedRequest) -> BundleFile:
    """The parameter group; the volume is not in it: hashicorp/aws has no argument for additional volumes.

    Source: registry.terraform.io, aws_db_parameter_group; hashicorp/terraform-provider-aws issue 46093 (open in 2026).
    """
    group = request.targets.rds.parameter_group
    parameters = "\n\n".join(
        f'  parameter {{\n    name         = "{name}"\n    value        = "{value}"\n    apply_method = "pending-reboot"\n  }}'
        for name, value in divided.parameters.items()
    )
    default = f'  default     = "{group}"' if group else ""
    text = template("rds/parameters.tf", DEFAULT=default, PARAMETERS=parameters)
    return BundleFile(TERRAFORM, header(TERRAFORM, "the parameter group as Terraform", request, mark="#") + text)
