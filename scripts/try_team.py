"""Try the team's set-up for real: build the image, run every service of docker-compose.yml from it, back up, restore, upgrade.

    python3 scripts/try_team.py [--before COMMIT] [--after COMMIT] [--keep]

Prints the image's size and the seconds of each step. Needs what `make test` installs. Without Docker or Podman it needs root.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BACKEND = Path(__file__).resolve().parents[1] / "backend"


def main() -> int:
    command = [str(BACKEND / ".venv" / "bin" / "python"), "-m", "tests.team.trial", *sys.argv[1:]]
    return subprocess.run(command, cwd=BACKEND, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
