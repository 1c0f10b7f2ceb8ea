"""The parameter group as Terraform text; the volume is not in it: hashicorp/aws has no argument for additional volumes.

Source: registry.terraform.io, aws_db_parameter_group; hashicorp/terraform-provider-aws issue 46093 (open in 2026).
"""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import header
from segtier.plan.targets.rds.instance_store import Shares
from segtier.plan.template import template

TERRAFORM = "parameters.tf"


def terraform_file(divided: Shares, request: TargetedRequest) -> BundleFile:
    group = request.targets.rds.parameter_group
    parameters = "\n\n".join(_parameter(name, value) for name, value in divided.parameters.items())
    default = f'  default     = "{group}"' if group else ""
    text = template("rds/parameters.tf", DEFAULT=default, PARAMETERS=parameters)
    return BundleFile(TERRAFORM, header(TERRAFORM, "the parameter group as Terraform", request, mark="#") + text)


def _parameter(name: str, value: str) -> str:
    return f'  parameter {{\n    name         = "{name}"\n    value        = "{value}"\n    apply_method = "pending-reboot"\n  }}'
