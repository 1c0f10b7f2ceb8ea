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
    """Folder of this host; where nothing else is set, of the uploaded files, the database and the broker, too."""
    database_url: str | None = None
    """SQLAlchemy URL: `postgresql+psycopg://…`; None = SQLite in `data_dir`."""
    database_password: SecretStr | None = None
    """Its password, where the URL holds none. Any signs: Segtier encodes them."""
    broker_url: str | None = None
    """Celery URL: `redis://…`; None = files in `data_dir`."""
    broker_password: SecretStr | None = None
    """Its password, where the URL holds none."""
    files: str | None = None
    """Where uploaded files are kept: `s3://BUCKET` or `s3://BUCKET/PREFIX`, for several hosts; None = in `data_dir`."""
    files_endpoint: str | None = None
    """Address of an object store that is not Amazon's: `https://s3.example.com`."""
    files_region: str | None = None
    """Its region; None = as AWS's own tools are set up, else `us-east-1`."""
    files_key_id: str | None = None
    """Who asks the object store; None = as AWS's own tools are set up, or the role of the machine."""
    files_secret_key: SecretStr | None = Field(default=None, validate_default=True)
    """The secret key that goes with it."""
    migrations_dir: Path = places.migrations()
    """Folder of the database's migrations."""
    ui_dir: Path = places.pages()
    """The built user interface; without it only the API is served."""
    host: str = "127.0.0.1"
    """Address to listen on; another than this machine's own needs an admin, or a `secret` that somebody chose."""
    port: int = Field(default=8765, ge=0, le=65_535)
    """0 = any free port."""
    secret: SecretStr | None = None
    """What every request has to show until there is an admin; None = one of its own, in the file 'secret' of `data_dir`."""
    allowed_hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    """Names a browser may call this server by (JSON list); anything else is refused, against DNS rebinding."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Proxies whose `X-Forwarded-For` says where a sign-in comes from (JSON list of addresses and networks)."""
    oidc_issuer: str | None = None
    """OpenID provider that people may sign in with, as it calls itself: `https://id.example.com/realms/staff`; None = none."""
    oidc_client_id: str = Field(default="", validate_default=True)
    """What the provider calls this installation."""
    oidc_client_secret: SecretStr | None = None
    """What it knows this installation by; None = a public client."""
    oidc_label: str = "your organisation"
    """Sign in with …, on the page."""
    oidc_scopes: str = "openid profile email"
    """What the provider is asked for; some want one more before they tell of groups."""
    oidc_name_claim: str = "preferred_username"
    """The claim that is the user's name here."""
    oidc_role_claim: str = "groups"
    """The claim that holds the groups, with dots where it is within another: `realm_access.roles`."""
    oidc_roles: dict[str, Role] = Field(default={}, validate_default=True)
    """The role of each group (JSON): `{"dba": "analyst", "*": "viewer"}`; `*` is everybody. Others may not sign in."""
    head_max_s: float = Field(default=15.0, gt=0)
    """A connection that has not sent the whole head of a request for this long is closed."""
    silence_max_s: float = Field(default=30.0, gt=0)
    """The same for one that stops in the middle of a body, or stops reading the answer."""
    body_max_s: float = Field(default=30.0, gt=0)
    """Time limit for a whole body; `body_least_bytes_s` adds more for the bytes that came."""
    body_least_bytes_s: float = Field(default=2_000.0, gt=0)
    """The least long-run rate of a body, in bytes per second. Several uploads at once may share a slow line."""
    stranger_body_max_s: float = Field(default=10.0, gt=0)
    """Time limit for a whole body where nobody is signed in: a name and a password."""
    upload_max_bytes: int = Field(default=512 * 1024**2, gt=0)
    """Of one request: a file, or an archive of thousands."""
    report_max_bytes: int = Field(default=256 * 1024**2, gt=0)
    """Of one report or export, by itself or in an archive; a worker holds it in memory."""
    archive_max_files: int = Field(default=20_000, gt=0)
    """Files in one archive, archives within it included."""
    archive_max_bytes: int = Field(default=16 * 1024**3, gt=0)
    """What one archive may unpack to; that much goes to where files are kept."""
    archive_max_depth: int = Field(default=3, ge=1)
    """Archives within archives: 1 takes none."""
    archive_max_ratio: int = Field(default=200, ge=1)
    """Bytes out for each byte in; more is a zip bomb."""
    lease_s: float = Field(default=30.0, gt=0)
    """A job whose worker is seen to give no sign of life for this long is taken up by another.

    Twice what a sign of life waits for a busy SQLite file (15 s) before it fails and is tried again. With the reaper's
    round a lost job is taken up well within a minute; one whose worker was seen to die is taken up at once.
    """
    deleted_grace_s: float = Field(default=60.0, gt=0)
    """Stored bytes that no upload names any more are removed once this process has seen them stand still for so long."""
    reap_every_s: float = Field(default=3.0, gt=0)
    """How often jobs, workers and stored bytes are looked at for signs of life."""
    ask_every_s: float = Field(default=2.0, gt=0)
    """A worker looks into the queue this often, also where the broker told it nothing."""
    losses_max: int = Field(default=10, ge=1)
    """A job whose reader or worker was killed this often is set aside (quarantined): several in a row may be bad luck."""
    faults_max: int = Field(default=3, ge=1)
    """A job that Segtier itself failed on this often is set aside: a fault of the program comes back at each try."""
    worker_silent_s: float = Field(default=30.0, gt=0)
    """A worker process that gives no pulse for this long (stopped, or hanging) is killed and replaced."""
    stalled_s: float = Field(default=300.0, gt=0)
    """A worker that makes no step for this long, its readers' own limits apart, is replaced."""
    read_cpu_s: float = Field(default=5.0, gt=0)
    """Processor time to read one file, beside `read_cpu_s_per_mb` for each MB of it (20 times that where it is packed)."""
    read_cpu_s_per_mb: float = Field(default=2.0, ge=0)
    """The same for each MB of the file."""
    read_memory_bytes: int = Field(default=1024**3, ge=256 * 1024**2)
    """Memory of one reader process."""
    advice_cpu_s: float = Field(default=60.0, gt=0)
    """Processor time for one answer, beside `advice_cpu_s_per_mb` for each MB of the documents it follows from."""
    advice_cpu_s_per_mb: float = Field(default=2.0, ge=0)
    """The same for each MB of the documents."""
    advice_memory_bytes: int = Field(default=2 * 1024**3, ge=512 * 1024**2)
    """Memory of one process that works out answers."""
    answers_max_bytes: int = Field(default=2 * 1024**3, ge=0)
    """Room for answers that are kept, those asked for last; as many as there are databases stay whatever they take."""
    read_silence_s: float = Field(default=120.0, gt=0)
    """A reader that neither works nor ends is replaced after this long."""
    worker_fresh_s: float = Field(default=30.0, gt=0)
    """`/readyz` counts a worker as alive for this long after its last sign of life."""
    events_days: int = Field(default=30, ge=1)
    """Events that happened more days ago are forgotten, and what was sent of them to webhooks."""
    uploads_days: int | None = Field(default=None, ge=1)
    """Uploads are deleted so many days after they came, with all that was read of them; None = when somebody deletes them.
    Plans that were ever approved, their bundles, sealed forecasts and scores stay."""
    erase_names: bool = False
    """For owners who must erase names: after `uploads_days` plans and sealed forecasts go too, and the audit entry of what is
    deleted has its identifier and digests, but not its name."""
    event_streams_max: int = Field(default=100, ge=0)
    """Streams of events that one server process keeps open at a time."""
    metrics_port: int | None = Field(default=None, ge=0, le=65_535)
    """Where figures for Prometheus are, at `/metrics`, for whoever can reach it; None = nowhere, 0 = any free port."""
    metrics_host: str = "127.0.0.1"
    """Address of `metrics_port`."""
    webhook_networks: tuple[str, ...] = ()
    """Private networks webhooks may go to, beside public addresses (JSON list, as `["10.1.0.0/16"]`)."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """What the log holds: lines of this level and above."""
    log_format: Literal["text", "json"] = "text"
    """`text`, or `json`: each line of the log is an object."""
    access_log: bool = False
    """One line per request, beside the lines of refused and failed ones, which are always there."""
    backups_every_h: float = Field(default=24.0, gt=0)
    """`segtier backups` takes a backup each time so many hours have passed."""
    backups_keep: int = Field(default=14, ge=1)
    """It keeps so many of its own backups and deletes older ones; others in the folder stay."""

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
