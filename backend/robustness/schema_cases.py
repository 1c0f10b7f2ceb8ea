"""Schemathesis against the running product: what it makes of the OpenAPI document, with all its checks but one.

Beside `api_cases.py`, which makes requests of our own, this is the generator and the judge of others: statuses, media types,
headers and bodies that are declared, no crash, what is not valid refused, methods and `Allow`, strangers refused. Left out is
"what the schema allows is accepted": no schema says which text is a size or which cursor was given out.

Needs the `schemathesis` extra (requirements/schemathesis.txt). Run:
`python robustness/schema_cases.py sqlite|postgresql [--seconds 600] [--seed 1] [--kept FILE] [--write]`; ends with 1 where there
was a fault. With `--kept` the lines of several runs, each with a seed of its own, stand together.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.report import write_block
from tests.client import Client
from tests.stack import SETUPS, Product, a_setup

PROGRAM = Path(sys.executable).with_name("schemathesis")
LEFT_OUT = ("addUser", "signIn", "deleteDatabase", "streamEvents")
"""The first user shuts the secret out, which the requests show; tries to sign in are counted; the sample is needed; a stream
never ends, and the program holds a header that it made up itself against it."""
READ_S = 300.0
_COUNTS = re.compile(r"^Test cases:\n  (.+)$", re.MULTILINE)
_FAILED = re.compile(r"^  ❌ (.+: \d+)$", re.MULTILINE)
_TOLD = re.compile(r": ([\d,]+) cases, ")
_CASES = re.compile(r"([\d,]+) generated")


@dataclass(frozen=True)
class Outcome:
    cases: int
    counts: str
    """As Schemathesis says it."""
    failed: tuple[str, ...]
    said: str


def run(product: Product, seconds: int, seed: int) -> Outcome:
    """The edges of each parameter first, then at random until the time is spent."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "schemathesis.toml"
        settings.write_text(_settings(product))
        command = [
            *(str(PROGRAM), "--config-file", str(settings)),
            *("run", f"{product.url.partition('/?')[0]}/openapi.json", "--phases", "examples,coverage,fuzzing"),
            *("--header", f"Authorization: Bearer {product.secret}"),
            *("--exclude-checks", "positive_data_acceptance", "--continue-on-failure", "--no-shrink", "--no-color"),
            *("--max-time", str(seconds), "--seed", str(seed), "--generation-allow-x00", "false"),
            *("--generation-database", "none", "--request-timeout", "120", "--warnings", "off"),
            *(part for name in LEFT_OUT for part in ("--exclude-operation-id", name)),
        ]
        said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    counts = _COUNTS.search(said)
    cases = _CASES.search(said)
    if counts is None or cases is None:
        raise RuntimeError(f"schemathesis did not count:\n{said[-3000:]}")
    failed = tuple(_FAILED.findall(said.partition("\nFailures:")[2]))
    return Outcome(int(cases[1].replace(",", "")), counts[1], failed, said)


def _settings(product: Product) -> str:
    """Identifiers of the sample, by the names of parameters: else nearly all requests would ask for what is not there."""
    with Client(product.url) as client:
        uploads = client.post("/samples/oltp")["uploads"]
        done = client.finished(*(one["id"] for one in uploads), within_s=READ_S)
        (database,) = {one["database_id"] for one in done if one["database_id"]}
        known = {
            "database_id": database,
            "report_id": client.get(f"/databases/{database}/reports")["items"][0]["id"],
            "upload_id": done[0]["id"],
            "job_id": done[0]["job_id"],
            "scenario_id": client.post(f"/databases/{database}/scenarios", json={"name": "kept"})["id"],
            "source": done[0]["sha256"],
        }
    return "[parameters]\n" + "\n".join(f"{name} = {json.dumps(value)}" for name, value in known.items()) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("setup", choices=SETUPS)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="lines of the runs before; this one is put behind them")
    parser.add_argument("--write", action="store_true", help="put the counts into docs/internals/robustness.md")
    arguments = parser.parse_args()
    with a_setup(arguments.setup) as setup, Product(setup, "--port", "0") as product:
        outcome = run(product, arguments.seconds, arguments.seed)
    if outcome.failed:
        print(outcome.said)
    text = _said(arguments, outcome)
    if arguments.kept is not None:
        with arguments.kept.open("a+") as kept:
            kept.write(text + "\n")
            kept.seek(0)
            text = _together(kept.read().splitlines())
    print(text)
    if arguments.write:
        write_block("schema cases", text)
    return 1 if outcome.failed else 0


def _said(arguments: argparse.Namespace, outcome: Outcome) -> str:
    command = f"schema_cases.py {arguments.setup} --seconds {arguments.seconds} --seed {arguments.seed}"
    faults = "; ".join(outcome.failed) or "no faults"
    return f"`python robustness/{command}`: {outcome.cases:,} cases, {faults}."


def _together(lines: list[str]) -> str:
    cases = sum(int(match[1].replace(",", "")) for line in lines if (match := _TOLD.search(line)))
    return "\n".join([*(f"* {line}" for line in lines), "", f"Together {cases:,} cases."])


if __name__ == "__main__":
    raise SystemExit(main())
