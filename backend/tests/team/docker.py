"""`docker compose` for a machine without an engine: the words that the documents use. Anything else is refused.

SEGTIER_TRIAL_PROJECT and SEGTIER_TRIAL_STATE name the folders; `on_path` writes a `docker` that runs this.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tests.team import images
from tests.team.engine import Engine, Failed

PROJECT, STATE = "SEGTIER_TRIAL_PROJECT", "SEGTIER_TRIAL_STATE"


def on_path(folder: Path) -> None:
    """A `docker` in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    backend = Path(__file__).resolve().parents[2]
    program = folder / "docker"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={backend} exec {sys.executable} -m tests.team.docker "$@"\n')
    program.chmod(0o755)


def main() -> int:
    given = parser().parse_args()
    if given.verb == "build":
        print(f"built in {images.build(Path(os.environ[PROJECT])):.0f} s", flush=True)
        return 0
    engine = Engine(Path(os.environ[PROJECT]), Path(os.environ[STATE]))
    try:
        return _done(engine, given)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1


def _done(engine: Engine, given: argparse.Namespace) -> int:
    match given.verb:
        case "up":
            engine.up(*given.services, anew=given.force_recreate, with_needs=not given.no_deps)
        case "run":
            return engine.run(given.service, given.command, with_needs=not given.no_deps, mounts=given.v)
        case "exec":
            return engine.exec(given.service, given.command)
        case "stop":
            engine.stop(*(given.services or engine.services))
        case "start":
            engine.start(*(given.services or engine.services))
        case "ps":
            for name, state in engine.ps().items():
                print(f"{name:12} {state}")
        case "down":
            engine.down()
        case "rm":
            for name in given.names:
                engine.remove_volume(name.removeprefix("segtier_"))
    return 0


def parser() -> argparse.ArgumentParser:
    """The words that are understood."""
    docker = argparse.ArgumentParser(description=__doc__)
    kinds = docker.add_subparsers(required=True)
    verbs = kinds.add_parser("compose").add_subparsers(dest="verb", required=True)
    kinds.add_parser("volume").add_subparsers(dest="verb", required=True).add_parser("rm").add_argument(
        "names", nargs="+"
    )
    verbs.add_parser("build")
    verbs.add_parser("ps")
    verbs.add_parser("down")
    up = verbs.add_parser("up")
    up.add_argument("-d", action="store_true", required=True)
    up.add_argument("--wait", action="store_true", required=True)
    up.add_argument("--force-recreate", action="store_true")
    up.add_argument("--no-deps", action="store_true")
    up.add_argument("services", nargs="*")
    for verb in ("stop", "start"):
        verbs.add_parser(verb).add_argument("services", nargs="*")
    run, into = verbs.add_parser("run"), verbs.add_parser("exec")
    run.add_argument("--rm", action="store_true", required=True)
    run.add_argument("--no-deps", action="store_true")
    run.add_argument("-v", action="append", default=[])
    for one in (run, into):
        one.add_argument("-T", action="store_true")
        one.add_argument("service")
        one.add_argument("command", nargs=argparse.REMAINDER)
    return docker


if __name__ == "__main__":
    sys.exit(main())
