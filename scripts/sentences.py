"""Write the approved sentences anew, and say which changed.

backend/.venv/bin/python scripts/sentences.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backend"))

from tests.collected_sentences import write


def main() -> None:
    for line in write():
        print(line)


if __name__ == "__main__":
    main()
