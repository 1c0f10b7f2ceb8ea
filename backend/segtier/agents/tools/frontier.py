"""How much SSD."""

from __future__ import annotations

from segtier.agents.asked import Asked
from segtier.agents.brief import Shape, Some, fields
from segtier.agents.desk import Desk
from segtier.agents.tool import FiguresFrom, Tool
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.model.advice import FrontierPiece
from segtier.model.placement import Frontier, FrontierPoint


@dataclass(frozen=True, slots=True, kw_only=True)
class TheFrontier:
    frontier: Frontier | None
    """Null where no segment with a known size may move."""
    knee: FrontierPoint | None
    """The point that `frontier.knee` counts to."""
    figures_from: tuple[FiguresFrom, ...]


def _run(desk: Desk, asked: Asked) -> TheFrontier:
    found = desk.case(asked.database).look(
        asked.question, lambda answer: decode(answer.piece("frontier"), FrontierPiece)
    )
    basis = FiguresFrom(("response_ratio",), "options", {"option": "segments"})
    sizes = FiguresFrom(("bytes", "moves"), "segments", {"sort": "density", "direction": "desc"})
    line = found.frontier
    knee = None if line is None or line.knee is None else line.points[line.knee]
    return TheFrontier(frontier=line, knee=knee, figures_from=(basis, sizes))


_BRIEF: Shape = {
    "frontier": fields("exact", "kept_free_pct") | {"points": Some(most=30, spread=True)},
    "knee": None,
    "figures_from": None,
}


TOOL = Tool(
    "frontier",
    "How much SSD",
    "What the best segments save for every amount of SSD, each point with its range, and the knee beyond which "
    "more SSD gains less than on average.",
    Asked,
    TheFrontier,
    _run,
    brief=_BRIEF,
)
