"""Names of the tablespaces a plan makes, held against those an inventory lists: a name that is taken is refused early."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.errors import Infeasible
from segtier.model.inventory import Tablespace
from segtier.model.plan import PlanRequest
from segtier.plan.moves.lists import MoveList
from segtier.plan.place import EXAMPLE, place_of
from segtier.plan.quoting import tablespace
from segtier.plan.sizing import key_of


def check_target_names(lists: Sequence[MoveList], request: PlanRequest) -> None:
    """Raises Infeasible (`name-taken`) where a target exists with other contents or with files outside the flash."""
    for each in _taken(lists, request):
        contents = "TEMPORARY" if request.option == "temp" else "PERMANENT"
        if each.contents not in (None, contents):
            raise _refusal(each, f"holds {each.contents} segments")
        if request.option != "temp" and _lies_elsewhere(each, request):
            raise _refusal(each, f"has files outside {place_of(request).setting}")


def _taken(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[Tablespace]:
    listed = (request.known.tablespaces if request.known else None) or ()
    wanted = {key_of(move) for each in lists for move in each.moves}
    if request.option == "temp":
        wanted = {("", tablespace(request.targets.temp_tablespace))}
    return [each for each in listed if (each.pdb or "", each.name) in wanted]


def _lies_elsewhere(taken: Tablespace, request: PlanRequest) -> bool:
    where = place_of(request).setting
    files = (request.known.datafiles if request.known else None) or ()
    mine = [file for file in files if (file.pdb, file.tablespace) == (taken.pdb, taken.name)]
    return where != EXAMPLE and any(not file.name.startswith(f"{where}/") for file in mine)


def _refusal(taken: Tablespace, why: str) -> Infeasible:
    return Infeasible(
        f"tablespace {taken.name} exists already and {why}, by the inventory",
        code="name-taken",
        advice="Choose another name for the tablespace on flash.",
    )
