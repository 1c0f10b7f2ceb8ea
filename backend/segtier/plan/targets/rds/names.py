"""Names of Amazon RDS as its API takes them: the same patterns stand in the shell scripts, which read rds.env as data.

Source: Amazon RDS API Reference, CreateDBInstance (DBInstanceIdentifier) and CreateDBParameterGroup.
"""

from __future__ import annotations

import re

from segtier.errors import Refused
from segtier.model.plan import Rds
from segtier.plan.quoting import shown

NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*"
"""As RDS keeps them: small letters, digits, single hyphens, a letter first. A `default.` group cannot be changed."""
LONGEST = {"instance": 63, "parameter group": 255}
LEAST_IOPS, MOST_IOPS = 1_000, 256_000
"""Source: Amazon RDS User Guide, Amazon RDS DB instance storage."""


def check_names(rds: Rds) -> None:
    """Raises Refused for what no shell script may carry; empty is asked for in rds.env."""
    for what, name in (("instance", rds.instance), ("parameter group", rds.parameter_group)):
        if name and (len(name) > LONGEST[what] or not re.fullmatch(NAME, name, re.ASCII)):
            raise Refused(
                f"{what} name {shown(name[:60])} cannot be used",
                code="bad-name",
                advice=f"Use up to {LONGEST[what]} small letters, digits and single hyphens, a letter first; no default group.",
            )
    if rds.iops is not None and not LEAST_IOPS <= rds.iops <= MOST_IOPS:
        raise Refused(f"IOPS are {LEAST_IOPS} to {MOST_IOPS}, not {rds.iops}", code="bad-iops")
