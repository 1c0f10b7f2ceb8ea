"""docker-compose.yml keeps its promises, and the trial reads it, its variables and the documents' commands as docker does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from segtier.settings import SECRETS, Settings
from tests.team.compose_file import FILE, ROOT, Service, env_file, seconds, services
from tests.team.docker import parser

GUIDE = next((ROOT / "docs").rglob("team.md"))


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Service]:
    (tmp_path / ".env").write_text((ROOT / ".env.example").read_text("utf-8"))
    return services(tmp_path, {})


def test_only_the_proxy_can_be_reached_and_only_from_here(found: dict[str, Service]) -> None:
    assert [name for name, one in found.items() if "ports" in one.given] == ["proxy"]
    assert found["proxy"].given["ports"] == ["127.0.0.1:8765:8080"]
    assert set(found["postgres"].given["networks"]) == set(found["redis"].given["networks"]) == {"back"}


def test_no_password_is_in_it_or_in_an_environment(found: dict[str, Service]) -> None:
    for service in found.values():
        given = service.given.get("environment", {})
        assert [name for name in given if "PASSWORD" in name and not name.endswith("_FILE")] == []
        assert {Path(value).name for name, value in given.items() if name.endswith("_FILE")} <= set(
            service.given.get("secrets", [])
        )


def test_each_service_is_checked_pinned_and_confined(found: dict[str, Service]) -> None:
    assert [name for name, one in found.items() if one.health is None] == ["migrate"]
    for service in found.values():
        tag = service.image.partition("@")[0].rpartition(":")[2]
        assert re.match(r"\d+\.\d+", tag), service.image
        assert "no-new-privileges:true" in service.given["security_opt"]
        assert service.name == "postgres" or (service.given["read_only"], service.given["cap_drop"]) == (True, ["ALL"])
        for needed, condition in service.depends_on.items():
            assert condition == ("service_completed_successfully" if needed == "migrate" else "service_healthy")


def test_segtier_gets_every_setting(found: dict[str, Service], tmp_path: Path) -> None:
    """What .env says reaches each process, but for what the file has to say itself."""
    said = {"SEGTIER_LOG_FORMAT": "json", "SEGTIER_UPLOADS_DAYS": "90", "SEGTIER_ALLOWED_HOSTS": '["ssd.example"]'}
    (tmp_path / ".env").write_text("".join(f"{name}='{value}'\n" for name, value in said.items()))
    for name in ("migrate", "api", "worker", "backup"):
        environment = services(tmp_path, {})[name].environment
        assert {key: environment.get(key) for key in said} == said
        own = {key.removeprefix("SEGTIER_").removesuffix("_FILE").lower() for key in found[name].environment}
        assert own <= Settings.model_fields.keys() | set(SECRETS)


LINES = (
    ("A=b", {"A": "b"}),
    ('A=\'["x", "y"]\'  # why', {"A": '["x", "y"]'}),
    ('export A="b c"', {"A": "b c"}),
    ("A=", {"A": ""}),
    ("  # A=b\n\nB=c # d\n", {"B": "c"}),
    ("A=s3://b/c#d", {"A": "s3://b/c#d"}),
)


@pytest.mark.parametrize(("text", "wanted"), LINES)
def test_a_file_of_variables(tmp_path: Path, text: str, wanted: dict[str, str]) -> None:
    (tmp_path / ".env").write_text(text)
    assert env_file(tmp_path / ".env") == wanted


def test_a_line_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SEGTIER PORT 8765")
    with pytest.raises(ValueError, match="SEGTIER PORT"):
        env_file(tmp_path / ".env")


def commands(text: str) -> list[str]:
    """Each `docker compose …` of a document or a script, up to what the shell says next."""
    return re.findall(r"(?<![`\w])docker (?:compose|volume) [a-z][^\n#&;|`]*", text)


@pytest.mark.parametrize("path", [GUIDE, ROOT / "deploy" / "upgrade.sh"], ids=lambda path: path.name)
def test_the_commands_people_read_are_those_the_trial_runs(path: Path, found: dict[str, Service]) -> None:
    read = [
        one
        for one in commands(path.read_text("utf-8"))
        if not re.search(r"\b(logs|config|imagetools)\b|--profile", one)
    ]
    assert len(read) > 3
    for line in read:
        words = [word for word in shlex.split(line)[1:] if not re.fullmatch(r"\|\||\d?>.*", word)]
        given = parser().parse_args(words)
        named = [getattr(given, "service", None)] if hasattr(given, "service") else getattr(given, "services", [])
        assert set(named) <= set(found), line


def test_times() -> None:
    assert (seconds("30s"), seconds("2m"), seconds("1h")) == (30, 120, 3600)
    assert yaml.safe_load(FILE.read_text("utf-8"))["name"] == "segtier"
