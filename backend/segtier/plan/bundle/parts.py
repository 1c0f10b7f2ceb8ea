"""plan.md of a combination: what to do before, the storage, then the parts in order and the room of all of them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.model.option import SPECS, OptionName, specs
from segtier.model.plan import BundleFile, Step
from segtier.plan.bundle.appendix import assumptions, inputs
from segtier.plan.bundle.folders import path_of
from segtier.plan.bundle.one_option import Written
from segtier.plan.bundle.plan_md import about, bullets, how, order, override_banner
from segtier.plan.contract import Scripts, TargetedRequest
from segtier.plan.sqlplus.quoting import markdown_text
from segtier.units import format_bytes

_HOW = """\
## The parts

Each part has a folder of its own with its plan, checks, scripts and way back. Before anything is made, run
`steps/00_precheck.sql` in every folder: the first counts the room of all parts together, each later one that of the parts
still to come. Then prepare the SSD, and do one part after the other, each to its `verify/80_verify.sql`. You may stop after
any part: what is done stays and works by itself. The way back runs from the last part to the first.

"""


@dataclass(frozen=True, slots=True)
class Part:
    folder: str
    option: OptionName
    written: Written

    @property
    def files(self) -> tuple[BundleFile, ...]:
        return (*self.written.files, *self.written.pages)


def page_of_parts(
    storage: Sequence[Step], parts: Sequence[Part], needs: Mapping[OptionName, int], request: TargetedRequest
) -> str:
    """The text above all parts; what one part needs to be told stands in its own plan.md."""
    sections = (
        f"# {markdown_text(request.title) or 'Combination'}: {', then '.join(SPECS[part.option].label for part in parts)}\n",
        override_banner(request),
        about(request, request.verdict_text),
        how(request, "that folder, and those of a part from its own"),
        request.target.terms.once + order(storage).removeprefix("## What runs\n\n") if storage else "",
        _HOW + _table(parts, request),
        _room(needs, request),
        bullets("What was assumed", assumptions(request)),
        bullets("What you should know", [*request.target.notes(request), *_notes(parts, request)]),
        bullets("What this was made from", inputs(request)),
        bullets(
            "Doubts about the inputs, and choices made among them",
            [markdown_text(each) for each in request.warnings],
        ),
    )
    return "\n".join(section for section in sections if section)


def _table(parts: Sequence[Part], request: TargetedRequest) -> str:
    rows = [
        f"| {number} | `{part.folder}/` | {_scripts(part, request).title} | {_files(part)} |"
        for number, part in enumerate(parts, 1)
    ]
    return "| | Folder | What | Scripts, in order |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def _room(needs: Mapping[OptionName, int], request: TargetedRequest) -> str:
    rows = [
        f"| {name} | {format_bytes(size) if size else request.target.terms.unplaced} |" for name, size in needs.items()
    ]
    total = f"| together | {format_bytes(sum(needs.values()))} of {format_bytes(request.tier.usable_bytes)} |"
    return "## Room\n\n| Part | Created at once |\n|---|---|\n" + "\n".join([*rows, total]) + "\n"


def _scripts(part: Part, request: TargetedRequest) -> Scripts:
    return replace(request, option=part.option).scripts


def _notes(parts: Sequence[Part], request: TargetedRequest) -> list[str]:
    return [
        note
        for part in parts
        for note in _scripts(part, request).beside(specs(other.option for other in parts if other is not part))
    ]


def _files(part: Part) -> str:
    return ", ".join(f"`{path_of(step.file)}`" for step in part.written.steps)
