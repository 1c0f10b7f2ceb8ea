"""The device as a library, compiled on the machine at hand; its digest says which device a row was measured on."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from pathlib import Path

from lab.ground.device.memory import CDevice
from lab.ground.device.model import MODELS
from segtier.errors import NotUsable

HERE = Path(__file__).parent
SOURCES = ("shim.c", "queue.c")
_FLAGS = "-std=gnu11 -O2 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -U_FORTIFY_SOURCE -U_FILE_OFFSET_BITS".split()
"""The last two: some distributions set them, and the C library then defines the very calls that are defined here."""


def compiler() -> str | None:
    """The machine's C compiler."""
    return shutil.which("cc")


def build(folder: Path) -> Path:
    """The library, in this folder. Raises NotUsable without a compiler, or where the layouts differ."""
    cc = compiler()
    if cc is None:
        raise NotUsable("there is no C compiler (cc)", code="no-compiler", advice="Install one: apt-get install gcc")
    library = folder / "ground.so"
    sources = [str(HERE / name) for name in SOURCES]
    done = subprocess.run(
        [cc, *_FLAGS, "-o", str(library), *sources, "-ldl"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotUsable(f"cc cannot compile the device: {done.stderr.strip()[:500]}", code="no-compiler")
    library.chmod(0o755)
    theirs = load(library).ground_layout()
    if theirs != ctypes.sizeof(CDevice):
        raise NotUsable(f"device.h has {theirs:,} bytes, memory.py {ctypes.sizeof(CDevice):,}", code="other-layout")
    return library


def load(library: Path) -> ctypes.CDLL:
    """Its functions, with their types."""
    loaded = ctypes.CDLL(str(library))
    loaded.ground_layout.restype = ctypes.c_int64
    loaded.ground_seed.argtypes, loaded.ground_seed.restype = [ctypes.c_uint64], None
    loaded.ground_answer.restype = ctypes.c_int64
    loaded.ground_answer.argtypes = [
        ctypes.POINTER(CDevice),
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_uint64,
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.POINTER(ctypes.c_int64),
    ]
    return loaded


def digest() -> str:
    """Of the sources and the models: sixteen digits."""
    files = [*(HERE / name for name in ("device.h", *SOURCES)), *sorted(MODELS.glob("*.yaml"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:16]
