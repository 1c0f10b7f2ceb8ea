"""Write backend/clients/segtier_client/types.py from the OpenAPI document (`make openapi`); --check fails where it is stale."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import set_up

DOCUMENT = set_up.FRONTEND / "src" / "api" / "openapi.json"
TYPES = set_up.BACKEND / "clients" / "segtier_client" / "types.py"
HEAD = '"""The answers and questions of the API: written by `make openapi`, not by hand."""\n\n# ruff: noqa\n'
OPTIONS = (
    "--input-file-type=openapi",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.11",
    "--enum-field-as-literal=all",
    "--formatters=builtin",
    "--use-standard-collections",
    "--use-union-operator",
    "--use-schema-description",
    "--no-use-closed-typed-dict",
    "--disable-timestamp",
    "--disable-warnings",
)
FOREIGN, OWN = "from typing_extensions import TypedDict\n", "from typing import TypedDict\n"
"""What it imports is in the library of the Python we ask for."""


def main() -> int:
    current = written()
    if "--check" not in sys.argv:
        TYPES.write_text(current, encoding="utf-8")
        return 0
    if TYPES.is_file() and TYPES.read_text(encoding="utf-8") == current:
        return 0
    print(f"{TYPES.relative_to(set_up.ROOT)} is stale: run make openapi and commit the result.", file=sys.stderr)
    return 1


def written() -> str:
    program = set_up.VENV / "bin" / "datamodel-codegen"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "types.py"
        subprocess.run([program, "--input", DOCUMENT, "--output", file, *OPTIONS], check=True)
        text = file.read_text(encoding="utf-8")
    _, _, body = text.partition("from __future__")
    return HEAD + "\nfrom __future__" + body.replace(FOREIGN, OWN)


if __name__ == "__main__":
    raise SystemExit(main())
