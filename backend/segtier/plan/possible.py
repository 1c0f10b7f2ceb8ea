"""What must hold of the database before anything of a request can be planned."""

from __future__ import annotations

from segtier.errors import Infeasible
from segtier.model.device import SAY_SHARED
from segtier.oracle.gates import engineered
from segtier.oracle.releases import release_of
from segtier.plan.contract import Scripts, TargetedRequest

_OLDEST = {False: (11, 1), True: (11, 2)}
"""By whether the whole instance is changed."""


def screen_request(request: TargetedRequest) -> Scripts:
    """The scripts of its option. Raises Refused or Infeasible where nothing of the request can be planned."""
    scripts = request.scripts
    release, oldest = release_of(request.database), _OLDEST[request.spec.whole_instance]
    if release is not None and release[:2] < oldest:
        raise Infeasible(
            f"these scripts are for {'.'.join(map(str, oldest))} and later; this is {request.database.release}",
            code="release-too-old",
        )
    own_flash = engineered(request.database)
    if own_flash is not None:
        raise Infeasible(own_flash, code="engineered-storage")
    scripts.screen(request)
    if request.database.rac is True and not request.tier.shared and not request.spec.per_node:
        raise Infeasible(
            "a cluster keeps data, redo and temp on storage that every node sees; this SSD sits inside one server",
            code="rac-local-flash",
            advice=f"Use the SSD as Smart Flash Cache on every node, or SSD that all nodes share. {SAY_SHARED}",
        )
    return scripts
