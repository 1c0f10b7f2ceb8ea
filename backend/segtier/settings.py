"""Every environment variable Segtier reads, typed. Only the edges (api, cli, jobs) read this."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlsplit, urlunsplit

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from segtier import places
from segtier.model.account import Role
from segtier.openid.addresses import is_safe
from segtier.setting_files import SecretFiles

_DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql+psycopg")
_BUCKET = re.compile(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9._-]+)*/?")
SECRETS = (
    "database_url",
    "database_password",
    "broker_url",
    "broker_password",
    "files_secret_key",
    "secret",
    "oidc_client_secret",
)
"""Each may come from a file too: `SEGTIER_<NAME>_FILE`."""
_ENDPOINT = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?/?|https?://\[[0-9A-Fa-f:]+\](:\d{1,5})?/?")


class Settings(BaseSettings):
    """Set as `SEGTIER_<NAME>`, for example `SEGTIER_DATA_DIR=/var/lib/segtier`.

    The defaults run everything on one machine: SQLite and a broker of files, both in `data_dir`.
    """

    model_config = SettingsConfigDict(
        env_prefix="SEGTIER_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )

    data_dir: Path = places.data()
    """Folder of this host. Unless you set more, it holds the uploaded files, the database and the broker."""
    database_url: str | None = None
    """SQLAlchemy URL: `postgresql+psycopg://…`; None = SQLite in `data_dir`."""
    database_password: SecretStr | None = None
    """Its password, if the URL holds none. Any characters: Segtier encodes them."""
    broker_url: str | None = None
    """Celery URL: `redis://…`; None = files in `data_dir`."""
    broker_password: SecretStr | None = None
    """Its password, if the URL holds none."""
    files: str | None = None
    """Where uploaded files are stored: `s3://BUCKET` or `s3://BUCKET/PREFIX`, for several hosts; None = in `data_dir`."""
    files_endpoint: str | None = None
    """Address of an object store other than Amazon's: `https://s3.example.com`."""
    files_region: str | None = None
    """Its region; None = as AWS's tools are configured, otherwise `us-east-1`."""
    files_key_id: str | None = None
    """Its access key; None = as AWS's tools are configured, or the machine's role."""
    files_secret_key: SecretStr | None = Field(default=None, validate_default=True)
    """The secret of that key."""
    migrations_dir: Path = places.migrations()
    """Folder of the database migrations."""
    ui_dir: Path = places.pages()
    """The built pages; without them Segtier serves only the API."""
    host: str = "127.0.0.1"
    """Address to listen on. Any but this machine's own needs an admin, or a `secret` that you chose."""
    port: int = Field(default=8765, ge=0, le=65_535)
    """0 = any free port."""
    secret: SecretStr | None = None
    """What every request shows until there is an admin; None = a generated one, in the file 'secret' of `data_dir`."""
    allowed_hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """Names by which browsers may call this server (JSON list). Segtier refuses others, against DNS rebinding."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Proxies that may name the browser's address in `X-Forwarded-For` (JSON list of addresses and networks)."""
    oidc_issuer: str | None = None
    """OpenID provider, as it calls itself: `https://id.example.com/realms/staff`."""
    oidc_client_id: str = Field(default="", validate_default=True)
    """The provider's name for this installation."""
    oidc_client_secret: SecretStr | None = None
    """The secret that goes with it; None = a public client."""
    oidc_label: str = "your organisation"
    """The words after "Sign in with" on the page."""
    oidc_scopes: str = "openid profile email"
    """Scopes to ask for; some providers need one more to send groups."""
    oidc_name_claim: str = "preferred_username"
    """The claim that becomes the user's name."""
    oidc_role_claim: str = "groups"
    """The claim that holds the groups, with dots inside another: `realm_access.roles`."""
    oidc_roles: dict[str, Role] = Field(default={}, validate_default=True)
    """The role of each group (JSON): `{"dba": "analyst", "*": "viewer"}`; `*` is everybody. Others may not sign in."""
    head_max_s: float = Field(default=15.0, gt=0)
    """Time limit for the head of a request."""
    silence_max_s: float = Field(default=30.0, gt=0)
    """Time limit for a pause in the middle of a body, or in reading the answer."""
    body_max_s: float = Field(default=30.0, gt=0)
    """Time limit for a whole body; `body_least_bytes_s` adds time for the bytes that came."""
    body_least_bytes_s: float = Field(default=2_000.0, gt=0)
    """Lowest average rate of a body, in bytes a second."""
    stranger_body_max_s: float = Field(default=10.0, gt=0)
    """Time limit for a body without sign-in."""
    upload_max_bytes: int = Field(default=512 * 1024**2, gt=0)
    """Of one request: a file, or an archive of thousands."""
    report_max_bytes: int = Field(default=256 * 1024**2, gt=0)
    """Of one report or export, also in an archive; a worker holds it in memory."""
    archive_max_files: int = Field(default=20_000, gt=0)
    """Files in one archive, with those of archives inside."""
    archive_max_bytes: int = Field(default=16 * 1024**3, gt=0)
    """Size of one archive when unpacked."""
    archive_max_depth: int = Field(default=3, ge=1)
    """Archives inside archives: 1 allows none."""
    archive_max_ratio: int = Field(default=200, ge=1)
    """Bytes out for each byte in; more is a zip bomb."""
    lease_s: float = Field(default=30.0, gt=0)
    """Another worker takes a job after this long without a sign of life from its worker; at once if that was seen to die."""
    # Twice what a sign of life waits for a busy SQLite file (15 s) before it fails and is tried again. With the reaper's round a
    # lost job is taken up well within a minute.
    deleted_grace_s: float = Field(default=60.0, gt=0)
    """Wait before bytes that no upload names any more are deleted."""
    reap_every_s: float = Field(default=3.0, gt=0)
    """How often Segtier looks for lost jobs, dead workers and deleted bytes."""
    ask_every_s: float = Field(default=2.0, gt=0)
    """How often a worker looks into the queue, even if the broker sent nothing."""
    losses_max: int = Field(default=10, ge=1)
    """Segtier sets a job aside (quarantined) after its reader or worker was killed this often."""
    faults_max: int = Field(default=3, ge=1)
    """Segtier sets a job aside after it failed on it this often itself."""
    worker_silent_s: float = Field(default=30.0, gt=0)
    """A worker process without a sign of life for this long is killed and replaced."""
    stalled_s: float = Field(default=300.0, gt=0)
    """A worker without progress for this long is replaced."""
    read_cpu_s: float = Field(default=5.0, gt=0)
    """Processor time to read one file, plus `read_cpu_s_per_mb` for each MB (20 times that if packed)."""
    read_cpu_s_per_mb: float = Field(default=2.0, ge=0)
    """See `read_cpu_s`."""
    read_memory_bytes: int = Field(default=1024**3, ge=256 * 1024**2)
    """Memory of one reader process."""
    advice_cpu_s: float = Field(default=60.0, gt=0)
    """Processor time for one answer, plus `advice_cpu_s_per_mb` for each MB of its documents."""
    advice_cpu_s_per_mb: float = Field(default=2.0, ge=0)
    """See `advice_cpu_s`."""
    advice_memory_bytes: int = Field(default=2 * 1024**3, ge=512 * 1024**2)
    """Memory of one process that calculates answers."""
    answers_max_bytes: int = Field(default=2 * 1024**3, ge=0)
    """Space for calculated answers. The latest of each database always stays."""
    read_silence_s: float = Field(default=120.0, gt=0)
    """A reader that neither works nor ends for this long is replaced."""
    worker_fresh_s: float = Field(default=30.0, gt=0)
    """`/readyz` counts a worker as alive for this long after its last sign of life."""
    events_days: int = Field(default=30, ge=1)
    """Days to keep events and webhook messages."""
    uploads_days: int | None = Field(default=None, ge=1)
    """Days after which uploads are deleted, with all that Segtier read from them; None = never. Plans that were ever approved
    stay, with their bundles, sealed forecasts and scores."""
    erase_names: bool = False
    """For owners who must erase names: after `uploads_days`, plans and sealed forecasts go too, and audit entries of deletions
    hold identifier and digests, not the name."""
    event_streams_max: int = Field(default=100, ge=0)
    """Event streams that one server process keeps open at a time."""
    metrics_port: int | None = Field(default=None, ge=0, le=65_535)
    """Port of the Prometheus figures at `/metrics`, without a password; None = off, 0 = any free port."""
    metrics_host: str = "127.0.0.1"
    """Address of `metrics_port`."""
    webhook_networks: tuple[str, ...] = ()
    """Private networks that webhooks may go to (JSON list, such as `["10.1.0.0/16"]`)."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """Lowest level in the log."""
    log_format: Literal["text", "json"] = "text"
    """`text`, or `json`: each line is an object."""
    access_log: bool = False
    """Log successful requests too. Refused and failed ones are always logged."""
    backups_every_h: float = Field(default=24.0, gt=0)
    """Hours between backups of `segtier backups`."""
    backups_keep: int = Field(default=14, ge=1)
    """How many of its own backups it keeps. It never deletes others."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the program reads no .env by itself
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - it would take every file of a folder
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, SecretFiles(settings_cls, SECRETS)

    @field_validator("database_url")
    @classmethod
    def _is_known(cls, url: str | None) -> str | None:
        from sqlalchemy.engine import make_url  # noqa: PLC0415 - takes half a second, for who sets it
        from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

        try:
            known = url is None or make_url(url).drivername in _DRIVERS
        except ArgumentError:
            known = False
        if not known:
            raise ValueError("it is neither postgresql+psycopg://USER:PASSWORD@HOST/DATABASE nor sqlite:///FILE")
        return url

    @field_validator("database_password", "broker_password")
    @classmethod
    def _goes_with_its_url(cls, password: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        name = str(info.field_name).replace("password", "url")
        url = info.data.get(name)
        if password is not None and name in info.data:
            if url is None or not urlsplit(url).netloc:
                raise ValueError(f"SEGTIER_{name.upper()} needs to be set, and to name a host")
            if urlsplit(url).password is not None:
                raise ValueError(f"SEGTIER_{name.upper()} holds a password too; keep one of them")
        return password

    @field_validator("files")
    @classmethod
    def _is_a_bucket(cls, place: str | None) -> str | None:
        if place is not None and not _BUCKET.fullmatch(place):
            raise ValueError("it is not s3://BUCKET or s3://BUCKET/PREFIX of letters, digits and . _ - /")
        return place

    @field_validator("files_endpoint")
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        if url is not None and not _ENDPOINT.fullmatch(url):
            raise ValueError("it is not http://HOST or https://HOST, with a port where it needs one")
        return url

    @field_validator("files_secret_key")
    @classmethod
    def _goes_with_its_key(cls, secret: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if (secret is None) != (info.data.get("files_key_id") is None):
            raise ValueError("SEGTIER_FILES_KEY_ID and SEGTIER_FILES_SECRET_KEY go together")
        return secret

    @field_validator("oidc_issuer")
    @classmethod
    def _is_reached_safely(cls, url: str | None) -> str | None:
        if url is not None and not is_safe(url):
            raise ValueError("it does not begin with https://")
        return url

    @field_validator("oidc_client_id", "oidc_roles")
    @classmethod
    def _goes_with_the_issuer(cls, given: Any, info: ValidationInfo) -> Any:
        if not given and info.data.get("oidc_issuer") is not None:
            raise ValueError("SEGTIER_OIDC_ISSUER needs it")
        return given

    @field_validator("trusted_proxies")
    @classmethod
    def _are_proxies(cls, proxies: tuple[str, ...]) -> tuple[str, ...]:
        for one in proxies:
            ip_network(one)
        return proxies

    @field_validator("webhook_networks")
    @classmethod
    def _are_networks(cls, networks: tuple[str, ...]) -> tuple[str, ...]:
        from segtier.webhooks.addresses import checked_network  # noqa: PLC0415 - for who sets it

        return tuple(checked_network(network) for network in networks)

    @property
    def effective_database_url(self) -> str:
        if self.database_url is None:
            return f"sqlite:///{self.data_dir.resolve() / 'segtier.db'}"
        return _with_password(self.database_url, self.database_password)

    @property
    def effective_broker_url(self) -> str:
        return _with_password(self.broker_url, self.broker_password) if self.broker_url else "filesystem://"


def _with_password(url: str, password: SecretStr | None) -> str:
    if password is None:
        return url
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user}:{quote(password.get_secret_value(), safe='')}@{host}"))
