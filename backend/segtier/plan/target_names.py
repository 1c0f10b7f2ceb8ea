"""Names of the tablespaces a plan makes, held against those an inventory lists: a name that is taken is refused early."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from segtier.errors import Infeasible
from segtier.model.inventory import Tablespace
from segtier.model.operation import Operation
from segtier.plan.arrivals import Key, arrivals
from segtier.plan.contract import TargetedRequest


def check_tablespaces(lists: Sequence[Operation], request: TargetedRequest) -> None:
    """Raises Infeasible (`name-taken`) where a target exists with other contents or with files outside the flash."""
    for each in listed_as({each.key for each in arrivals(lists)}, request):
        if each.contents not in (None, "PERMANENT"):
            raise name_taken(each, f"holds {each.contents} segments")
        if _lies_elsewhere(each, request):
            raise name_taken(each, f"has files outside {request.place.setting}")


def listed_as(names: Collection[Key], request: TargetedRequest) -> list[Tablespace]:
    """The tablespaces of these names (container, tablespace) that the inventory lists."""
    listed = (request.known.tablespaces if request.known else None) or ()
    return [each for each in listed if (each.pdb or "", each.name) in names]


def _lies_elsewhere(taken: Tablespace, request: TargetedRequest) -> bool:
    place = request.place
    files = (request.known.datafiles if request.known else None) or ()
    mine = [file for file in files if (file.pdb, file.tablespace) == (taken.pdb, taken.name)]
    return not place.asked and any(not file.name.startswith(place.start) for file in mine)


def name_taken(taken: Tablespace, why: str) -> Infeasible:
    return Infeasible(
        f"tablespace {taken.name} exists already and {why}, by the inventory",
        code="name-taken",
        advice="Choose another name for the tablespace on SSD.",
    )
