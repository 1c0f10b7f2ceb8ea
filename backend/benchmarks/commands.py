"""What a short command costs: processor time of the whole process, its start included, beside a bare Python.

Run: `python benchmarks/commands.py [PROGRAM [ROUNDS]]`. PROGRAM is the `segtier` of another checkout, which runs in turn with
this one's; the ratio is this one to that one, of their least times. Takes the reports of the corpus where it lies beside the
repository, else one of the project's sample. What is promised, on a quiet machine: `--version` 0.05 s, `parse` of 1.3 MB 0.20 s,
`advise` on 0.3 MB 0.40 s.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.samples import oltp_sample

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
PARSED, ADVISED = (
    "awr-html-19.0.0.0.0-rac-xydb1-18175-18176.html",
    "awr-html-12.2.0.1.0-pdb-rac-idcdb1-56288-56289.html",
)
OURS = str(Path(sys.executable).with_name("segtier"))
ROUNDS = 10


def processor_s(command: Sequence[str]) -> float:
    """User and system time of one run, as the kernel counted it."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    return used.ru_utime + used.ru_stime


def reports(folder: Path) -> tuple[Path, Path]:
    """The one to parse and the one to advise on."""
    if CORPUS.is_dir():
        return CORPUS / PARSED, CORPUS / ADVISED
    file = next(one for one in oltp_sample() if one.name.endswith(".html"))
    path = folder / Path(file.name).name
    path.write_bytes(file.data)
    return path, path


def main(folder: Path, other: str | None, rounds: int) -> None:
    parsed, advised = reports(folder)
    commands = (["--version"], ["--help"], ["parse", str(parsed)], ["advise", str(advised)])
    bare = min(processor_s([sys.executable, "-c", "pass"]) for _ in range(rounds))
    print(f"processor time in s, least of {rounds} runs in turn; a bare Python {bare:.3f}")
    for words in commands:
        programs = [OURS] if other is None else [OURS, other]
        for program in programs:
            processor_s([program, *words])  # what is compiled once is not counted
        runs = [[processor_s([program, *words]) for program in programs] for _ in range(rounds)]
        least = [min(times) for times in zip(*runs, strict=True)]
        compared = "" if other is None else f", there {least[1]:.3f}, ratio {least[0] / least[1]:.2f}"
        size = f" ({Path(words[1]).stat().st_size / 1e6:.2f} MB)" if len(words) > 1 else ""
        print(f"segtier {words[0]}{size}: {least[0]:.3f}{compared}")


if __name__ == "__main__":
    given = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        main(Path(scratch), given[0] if given else None, int(given[1]) if len(given) > 1 else ROUNDS)
