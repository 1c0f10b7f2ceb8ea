"""Classes met by several threads at once: a process that did not wait for the first of them would crash."""

from __future__ import annotations

import ast
import subprocess
import sys

from tests.source import trees

_THREADS = """
import sys, threading
from dataclasses import make_dataclass
from segtier.documents import decode
from segtier.typed import converted

sys.setswitchinterval(1e-6)
RAW = "{" + ",".join(f'"g{n}":{{' + ",".join(f'"f{m}":1' for m in range(30)) + "}" for n in range(10)) + "}"
for number in range(100):
    inner = make_dataclass(f"Inner{number}", [(f"f{m}", "int | None") for m in range(30)])
    outer = make_dataclass(f"Outer{number}", [(f"g{n}", inner) for n in range(10)])
    ready = threading.Barrier(4)

    def meet(turn):
        ready.wait()
        decode(RAW, outer) if turn % 2 else converted({f"f{m}": 1 for m in range(30)}, inner)

    threads = [threading.Thread(target=meet, args=(turn,)) for turn in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("fine")
"""


def test_threads_that_meet_a_class_at_once_do_not_crash() -> None:
    done = subprocess.run([sys.executable, "-c", _THREADS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


def test_no_other_file_makes_values_of_a_class_that_may_not_be_learned() -> None:
    """`convert` and `decode` of the library are called with a learned class, or as modules are read, by one thread."""
    alone = {
        "typed.py",
        "documents.py",
        "question/storage.py",
        "backtest/load.py",
        "oracle/volumes.py",
        "oracle/machines.py",
    }
    found = {
        name
        for name, tree in trees("msgspec")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and "msgspec" in ast.unparse(node.func)
        and node.func.attr in ("convert", "decode")
    }
    assert found == alone
