"""`segtier.toml`: what goes before what, what a file may not say, and where each default is from."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from segtier.cli.main import _COMMANDS
from segtier.cli.support.config_file import VARIABLE
from segtier.cli.support.defaults import OF_A_COMMAND, TAKING, question_words
from tests.command_line import one_problem, segtier


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The file of the folder, and that of the user."""
    folder, user = tmp_path / "here", tmp_path / "home"
    for one in (folder, user / "segtier"):
        one.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(user))
    monkeypatch.delenv(VARIABLE, raising=False)
    return folder / "segtier.toml", user / "segtier" / "segtier.toml"


def said_of(command: str, *arguments: object) -> dict[str, Any]:
    """The values that apply to the command, by option."""
    done = segtier("config", command, "--format", "json", *arguments)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)["commands"][command]
    return {word: one["value"] for word, one in found.items()}


@pytest.mark.parametrize(
    ("folder", "user", "said"),
    [
        ("", "", {}),
        ('ssd = "1TB"', "", {"ssd": "1TB"}),
        ('ssd = "1TB"', 'ssd = "2TB"', {"ssd": "1TB"}),
        ('ssd = "1TB"', 'headroom = 20', {"ssd": "1TB", "headroom": 20}),
        ('ssd = "1TB"', 'device = "sas-emlc-800"\ncount = 4', {"ssd": "1TB"}),
        ('window = "average"', 'hours-from = 2024-03-12', {"window": "average"}),
        ('ssd = "1TB"\n[advise]\nssd = "2TB"\nformat = "csv"', "", {"ssd": "2TB", "format": "csv"}),
        ('ssd = "1TB"\n[advise]\ndevice = "sas-emlc-800"', "", {"device": "sas-emlc-800"}),
        ('[segments]\nssd = "2TB"', "", {}),
        ('errors = "json"', "", {}),
        ('[advise]\nssd = "3TB"', 'ssd = "1TB"', {"ssd": "3TB"}),
        ('ssd = "1TB"', '[advise]\nssd = "3TB"', {"ssd": "1TB"}),
    ],
)  # fmt: skip
def test_the_nearest_file_counts(homes: tuple[Path, Path], folder: str, user: str, said: dict[str, Any]) -> None:
    for path, text in zip(homes, (folder, user), strict=True):
        if text:
            path.write_text(text)
    assert said_of("advise") == said


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ('sdd = "1TB"', "bad-config", "ssd"),
        ('format = "csv"', "bad-config", "[advise]"),
        ('[advize]\nssd = "1TB"', "bad-config", "advise"),
        ('[serve]\nhost = "0.0.0.0"', "bad-config", "advise"),
        ('[advise]\nformt = "csv"', "bad-config", "format"),
        ("[advise]\nbudget = 5", "bad-config", "budget"),
        ('[compare]\nwindow = "average"', "bad-config", "window"),
        ('errors = "xml"', "bad-config", "json"),
        ('ssd = ["1TB"', "bad-config", "TOML"),
        ("mirror = 1", "bad-config", "true or false"),
        ("ssd = true", "bad-config", "ssd"),
        ('window = "sometimes"', "bad-value", "sometimes"),
        ('ssd = "much"', "bad-capacity", "much"),
        ('[advise]\nformat = "jsn"', "bad-value", "json"),
        ('token = "x"', "secret-in-config", "docs/operate/accounts.md"),
        ('[advise]\npassword = "x"', "secret-in-config", "SEGTIER_DB_PASSWORD"),
        ('pin = ["segt_abcdefgh"]', "secret-in-config", "docs/operate/accounts.md"),
    ],
)
def test_what_it_may_not_say(homes: tuple[Path, Path], text: str, code: str, named: str) -> None:
    homes[0].write_text(text)
    command = "compare" if "[compare]" in text else "advise"
    done = segtier(command, *[homes[0]] * (2 if command == "compare" else 1))
    problem = one_problem(done)
    assert (done.returncode, problem["code"]) == (2, code), problem
    assert named in f"{problem['message']} {problem['advice']}"
    assert "segtier.toml" in done.stderr
    assert "segt_abcdefgh" not in done.stderr


def test_what_is_typed_goes_before(homes: tuple[Path, Path], hour: Path) -> None:
    homes[0].write_text('ssd = "150GB"\nmirror = true\nheadroom = 5\n[segments]\ntop = 2\nformat = "json"\n')
    done = segtier("segments", hour)
    assert len(json.loads(done.stdout)["items"]) == 2
    assert "--ssd 150GB, --mirror, --headroom 5" in done.stderr
    typed = segtier("segments", hour, "--device", "sas-emlc-800", "--top", "3")
    assert len(json.loads(typed.stdout)["items"]) == 3
    assert "--ssd" not in typed.stderr, "a device replaces all that the file says of the SSD"
    assert "--headroom 5" in typed.stderr


def test_a_file_that_is_named_stands_alone(homes: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    homes[0].write_text('ssd = "1TB"')
    homes[1].write_text("headroom = 20")
    other = homes[0].with_name("other.toml")
    other.write_text("count = 3")
    assert said_of("advise", "--config", other) == {"count": 3}
    monkeypatch.setenv(VARIABLE, str(other))
    assert said_of("advise") == {"count": 3}
    assert said_of("advise", f"--config={homes[0]}") == {"ssd": "1TB"}
    monkeypatch.setenv(VARIABLE, "gone.toml")
    assert one_problem(segtier("config"))["code"] == "bad-config"


def test_no_key_is_the_name_of_a_command() -> None:
    assert not {*question_words(), *OF_A_COMMAND, "errors"} & {*_COMMANDS}


def test_the_commands_that_take_defaults_are_those_that_ask() -> None:
    asking = {name for name in _COMMANDS if name != "config" and "--ssd" in _options(name)}
    assert asking == {*TAKING}


def _options(name: str) -> set[str]:
    command = importlib.import_module(f"segtier.cli.commands.{name.replace('-', '_')}").command
    return {word for one in command.params for word in one.opts}


@pytest.fixture(scope="module")
def hour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from segtier.samples import oltp_sample

    path = tmp_path_factory.mktemp("hour") / "awr.html"
    path.write_bytes(next(one.data for one in oltp_sample() if one.name.endswith(".html")))
    return path
