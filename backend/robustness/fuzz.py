"""Coverage-guided fuzzing of one reader, or of all: what must hold (`readers.py`) is tried on ever stranger files.

Needs the `fuzz` extra (requirements/fuzz.txt). A fault does not stop the run: its input is kept and counted once per
place in the code. At the end the smallest inputs that together reach every line the run reached go to `corpus/READER/`,
where an ordinary test replays them.

Run: `python robustness/fuzz.py READER|all [--seconds 60] [--write]`; `--write` puts the counts into docs/internals/robustness.md.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

CORPUS = Path(__file__).with_name("corpus")
PROCESSES = 2
MOST_BYTES, MOST_KEPT_BYTES, MOST_INPUT_S, MOST_RSS_MB = 16_384, 60_000, 10, 1_024
_EXECUTED = re.compile(r"stat::number_of_executed_units:\s*(\d+)")


@dataclass(frozen=True)
class Run:
    """What one reader's run counted."""

    reader: str
    seconds: int
    executions: int
    faults: int
    lines: int
    """Lines of segtier.reports the kept inputs reach."""
    kept: int
    kept_bytes: int


def fuzz_in_process(name: str, folder: Path, seconds: int, seed: int) -> None:
    """The child: never returns, libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["segtier.reports", "segtier.documents"]):
        from robustness.readers import READERS, hold
    from robustness.mutation import mutate

    reader, faults = READERS[name], folder / "faults"

    def one_input(data: bytes) -> None:
        try:
            hold(reader, data)
        except Exception as fault:  # any exception is what is looked for
            _keep_fault(faults, data, fault)

    def change(data: bytes, most_bytes: int, number: int) -> bytes:
        return mutate(data, most_bytes, number, atheris.Mutate)

    flags = [f"-max_total_time={seconds}", f"-max_len={MOST_BYTES}", f"-timeout={MOST_INPUT_S}", f"-seed={seed}"]
    flags += [f"-rss_limit_mb={MOST_RSS_MB}", "-print_final_stats=1", f"-artifact_prefix={faults}/hard-"]
    atheris.Setup([sys.argv[0], *flags, str(folder / "inputs")], one_input, custom_mutator=change)
    atheris.Fuzz()


def _keep_fault(folder: Path, data: bytes, fault: Exception) -> None:
    """One input per place the exception came from."""
    frames = [one for one in traceback.extract_tb(fault.__traceback__) if "segtier" in one.filename]
    last = frames[-1] if frames else None
    place = f"{type(fault).__name__}-{Path(last.filename).stem}-{last.lineno}" if last else type(fault).__name__
    if not (folder / place).exists():
        (folder / place).write_bytes(data)
        (folder / f"{place}.txt").write_text("".join(traceback.format_exception(fault)))


def run(name: str, seconds: int) -> Run:
    """Fuzz in a process of its own, starting from the seeds and the kept inputs; keep what reaches more lines."""
    from robustness.readers import READERS

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "inputs").mkdir()
        (folder / "faults").mkdir()
        for data in [*READERS[name].seeds(), *kept_inputs(name)]:
            (folder / "inputs" / _name(data)).write_bytes(data)
        child = [sys.executable, __file__, name, "--seconds", str(seconds), "--child", scratch]
        ended = subprocess.run(child, capture_output=True, text=True, errors="replace", check=False)
        executed = _EXECUTED.search(ended.stderr)
        if executed is None:
            print(ended.stderr[-2000:], file=sys.stderr)
        faults = _show_faults(name, folder / "faults")
        kept, lines = _smallest_cover(name, [path.read_bytes() for path in (folder / "inputs").iterdir()])
    _replace_kept(name, kept)
    return Run(name, seconds, int(executed[1]) if executed else 0, faults, lines, len(kept), sum(map(len, kept)))


def _show_faults(name: str, folder: Path) -> int:
    inputs = [path for path in sorted(folder.iterdir()) if path.is_file() and path.suffix != ".txt"]
    for path in inputs:
        saved = Path(tempfile.gettempdir()) / f"fault-{name}-{path.name}"
        saved.write_bytes(path.read_bytes())
        words = path.with_name(f"{path.name}.txt")
        print(f"FAULT {name}: input in {saved}\n{words.read_text()[-900:] if words.exists() else ''}", flush=True)
    return len(inputs)


def kept_inputs(name: str) -> list[bytes]:
    """The committed inputs of a reader, sorted by name."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


def _name(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def _replace_kept(name: str, kept: list[bytes]) -> None:
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*"):
        path.unlink()
    for data in kept:
        (folder / _name(data)).write_bytes(data)


def _smallest_cover(name: str, inputs: list[bytes]) -> tuple[list[bytes], int]:
    """From the smallest input on, each that reaches a line no smaller one did, as far as the room goes."""
    from robustness.readers import READERS

    reached: set[tuple[str, int]] = set()
    kept: list[bytes] = []
    for data in sorted(inputs, key=lambda one: (len(one), one)):
        new = _lines_of(READERS[name].read, data) - reached
        if new and sum(map(len, kept)) + len(data) <= MOST_KEPT_BYTES:
            reached |= new
            kept.append(data)
    return kept, len(reached)


def _lines_of(read: Callable[[bytes], object], data: bytes) -> set[tuple[str, int]]:
    """Lines of segtier.reports that the reading of an input runs through."""
    lines: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if "segtier/reports" not in frame.f_code.co_filename:
            return None
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        read(data)
    except Exception:  # refusals, and faults that have been told already
        pass
    finally:
        sys.settrace(None)
    return lines


def shown(runs: list[Run]) -> str:
    from robustness.report import table

    headings = ["reader", "seconds", "executions", "faults", "lines reached", "kept inputs", "kept bytes"]
    rows = [[str(value) for value in asdict(one).values()] for one in runs]
    executions, faults = sum(one.executions for one in runs), sum(one.faults for one in runs)
    kept, size = sum(one.kept for one in runs), sum(one.kept_bytes for one in runs)
    last = f"{len(runs)} readers, {executions} executions, {faults} faults, {kept} kept inputs of {size} bytes."
    return f"{table(headings, rows)}\n\n{last}"


def main() -> int:
    """Print the counts; 1 where there is a fault."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("reader")
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--write", action="store_true")
    options.add_argument("--child", type=Path)
    given = options.parse_args()
    if given.child is not None:
        fuzz_in_process(given.reader, given.child, given.seconds, given.seed)
    from robustness.readers import READERS
    from robustness.report import write_block

    names = list(READERS) if given.reader == "all" else [given.reader]
    with ThreadPoolExecutor(PROCESSES) as pool:
        runs = list(pool.map(lambda name: run(name, given.seconds), names))
    print(shown(runs))
    if given.write:
        write_block(
            "fuzzing", f"`python robustness/fuzz.py {given.reader} --seconds {given.seconds}`:\n\n{shown(runs)}"
        )
    return int(any(one.faults for one in runs))


if __name__ == "__main__":
    sys.exit(main())
