"""How long the answers of the tools for programs are, brief and in full: `python -m benchmarks.tool_answers`.

The questions are those of the tests: over the sample, and over reports of real databases where those lie beside the checkout.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from segtier.agents.brief import MOST_BYTES, text_of
from segtier.agents.databases import by_database
from segtier.agents.files import FilesDesk
from segtier.agents.server import all_tools, called
from segtier.cli.support.input_files import input_files
from segtier.cli.support.inputs import read_inputs
from tests.corpus import files
from tests.sample_hours import write_few_hours
from tests.tool_questions import OF_REAL_REPORTS, OF_THE_SAMPLE, REAL_REPORTS

Question = tuple[str, dict[str, Any]]


def main() -> None:
    tools = all_tools().model_dump(mode="json", by_alias=True, exclude_none=True)
    print(f"tools/list  {len(text_of(tools).encode()):,} bytes\n\n{'brief':>8} {'full':>9}  question")
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        sample = write_few_hours(Path(folder))
        sizes += [*_sizes([sample / "before"], [sample / "after"], OF_THE_SAMPLE)]
        for path in files("awr-html-"):
            if any(part in path.name for part in REAL_REPORTS):
                sizes += [*_sizes([path], [], OF_REAL_REPORTS)]
    brief, full = (sorted(column) for column in zip(*sizes, strict=True))
    print(f"\n{len(sizes)} questions: brief at most {brief[-1]:,} bytes, median {brief[len(brief) // 2]:,}", end="; ")
    print(f"full at most {full[-1]:,}, median {full[len(full) // 2]:,}; limit {MOST_BYTES:,}")


def _sizes(before: Sequence[Path], after: Sequence[Path], questions: Sequence[Question]) -> Iterator[tuple[int, int]]:
    first, second = read_inputs(tuple(before), 1), read_inputs(tuple(after), 1, after=True) if after else None
    documents = second.documents if second else ()
    desk = FilesDesk(
        by_database(first.documents, documents, first.inventories),
        lambda: [(one.name, one.load) for one in input_files((*before, *after)) if one.problem is None],
    )
    for tool, asked in questions:
        sizes = [_size(desk, tool, asked | {"detail": detail}) for detail in ("brief", "full")]
        print(f"{sizes[0]:8,} {sizes[1]:9,}  {tool} {json.dumps(asked)}")
        yield sizes[0], sizes[1]


def _size(desk: FilesDesk, tool: str, asked: dict[str, Any]) -> int:
    given: Any = called(desk, tool, asked)
    if given.is_error:
        raise SystemExit(f"{tool} {asked}: {given.content}")
    return len(given.content[0].text.encode())


if __name__ == "__main__":
    main()
