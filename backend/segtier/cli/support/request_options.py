"""Options every advising command shares: the flash at hand and what is known about the machine.

Each is received under the name of the field of the question it fills in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from segtier.cli.support.usage import said_by_options
from segtier.model.constraints import HOLDS, TOGETHER
from segtier.model.device import StorageToday
from segtier.model.request import AdviceRequest
from segtier.model.timeline import DEFAULT_WINDOW, WINDOWS
from segtier.question import Question, compose_request, read_storage, typed_over

F = TypeVar("F", bound=Callable[..., Any])


def _read_storage(_ctx: click.Context, _param: click.Parameter, path: Path | None) -> StorageToday | None:
    with said_by_options():
        return None if path is None else read_storage(path.read_bytes(), path.name, is_yaml=True)


def _read_measured(_ctx: click.Context, _param: click.Parameter, paths: tuple[Path, ...]) -> tuple[str, ...]:
    if not paths:
        return ()
    from segtier.cli.support.measured_files import read_measured

    return read_measured(paths)


_OPTIONS = (
    click.option("--ssd", metavar="SIZE", help="Usable SSD after mirroring: 700GB (decimal) or 652GiB."),
    click.option("--device", metavar="ID", help="Device of the catalogue; with --count and --mirror."),
    click.option("--count", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many of the device."),
    click.option("--mirror", "mirrored", is_flag=True, help="Devices are mirrored in pairs."),
    click.option("--shared/--not-shared", default=None, help="All RAC nodes reach the SSD."),
    click.option("--attachment", type=click.Choice(["server-pcie", "sas", "san"]), help="How the SSD is attached."),
    click.option(
        "--measured",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=_read_measured,
        help="What was measured on all of that SSD: JSON of fio, rows of DBA_RSRC_IO_CALIBRATE, AWR report of SLOB.",
    ),
    click.option(
        "--figure",
        "figures",
        multiple=True,
        metavar="NAME=VALUE",
        help="One measured figure of it: 'read_us=212 (180-260)', read_iops=350000; docs/measured-flash.md.",
    ),
    click.option(
        "--flash-cache-os/--no-flash-cache-os",
        default=None,
        help="The database server runs Oracle Linux or Solaris (Smart Flash Cache runs nowhere else).",
    ),
    click.option(
        "--storage",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=_read_storage,
        help="YAML: today's storage groups with media, spindles, raid and what they hold.",
    ),
    click.option(
        "--users", type=click.FloatRange(min=1, max=1e6), help="Sessions that make the load (with --think-time)."
    ),
    click.option(
        "--think-time",
        "think_time_s",
        type=click.FloatRange(min=0, max=86_400),
        help="Seconds a user thinks between two requests.",
    ),
    click.option(
        "--response-limit",
        "response_limit_s",
        type=click.FloatRange(min=0, max=3600, min_open=True),
        default=1.0,
        show_default=True,
        help="Seconds: count the users each option carries at this response time.",
    ),
    click.option("--price", type=click.FloatRange(min=0, max=1e12, min_open=True), help="What all of the SSD costs."),
    click.option(
        "--headroom",
        "headroom_pct",
        type=click.FloatRange(min=0, max=100, max_open=True),
        default=10.0,
        show_default=True,
        help="Per cent of the SSD kept free.",
    ),
    click.option("--max-moves", "most_moves", type=click.IntRange(0, 1_000_000), help="Move at most so many segments."),
    click.option(
        "--move-at-most", metavar="SIZE", help="Move at most so many bytes: what a change window has time for."
    ),
    click.option(
        "--pin",
        "pinned",
        multiple=True,
        metavar="NAME",
        help="OWNER.NAME goes to SSD whatever it saves; * for any letters.",
    ),
    click.option("--exclude", "excluded", multiple=True, metavar="NAME", help="OWNER.NAME stays where it is."),
    click.option(
        "--together",
        type=click.Choice(TOGETHER),
        default="segment",
        show_default=True,
        help="Each segment by itself, or a table with its partitions, indexes and LOBs.",
    ),
    click.option(
        "--set",
        "sets",
        multiple=True,
        metavar="LABEL=NAMES",
        help="Forecast these segments beside the best: yesterday=OWNER.NAME,OWNER.NAME.",
    ),
    click.option(
        "--assume",
        multiple=True,
        metavar="NAME=VALUE",
        help="State an input of the forecast: disk_utilisation=0.6. Names: --format json --piece options, assumptions.",
    ),
    click.option(
        "--machine-iops",
        "machine_requests_per_s",
        type=click.FloatRange(min=0, max=1e9, min_open=True),
        help="Requests a second the machine lets through to all of its storage.",
    ),
    click.option("--machine-rate", metavar="SIZE", help="Bytes a second the machine lets through: 800MB/s."),
    click.option(
        "--hold",
        type=click.Choice(HOLDS),
        default="window",
        show_default=True,
        help="The best placement for the hours of the forecast, or one that is good in every hour of the inputs.",
    ),
)
_HOURS = (
    click.option(
        "--window",
        type=click.Choice(WINDOWS),
        default=DEFAULT_WINDOW,
        show_default=True,
        help="Which of several intervals to forecast: the busiest of the usual load, the busiest of all, the one at the 95th "
        "percentile, or all on average.",
    ),
    click.option(
        "--hours-from",
        metavar="TIME",
        help="Forecast the intervals from this time on, whatever the window: 2024-03-12T11:00 by the database's clock, or a day.",
    ),
    click.option("--hours-to", metavar="TIME", help="... and before this time (a day counts whole)."),
)


def request_options(command: F) -> F:
    """Adds the shared options to a command; it receives them as keyword arguments for `make_request`."""
    for option in reversed((*_OPTIONS, *_HOURS)):
        command = option(command)
    return command


def storage_options(command: F) -> F:
    """The same for a command that chooses the hours itself: no --window, no --hours-from."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def make_request(**options: Any) -> AdviceRequest:
    """The request these options mean. Raises WrongOption for impossible ones."""
    with said_by_options():
        return compose_request(make_question(**options))


def make_question(*, measured: Sequence[str] = (), figures: Sequence[str] = (), **options: Any) -> Question:
    """What is typed goes before what files measured."""
    return Question(figures=typed_over(measured, figures) if measured else tuple(figures), **options)


@click.command()
@request_options
def _any(**_options: Any) -> None:
    pass


ASKED = {option.opts[0].removeprefix("--"): option for option in _any.params}
"""The shared options by what people call them."""
WORDS = {option.name: word for word, option in ASKED.items() if option.name in Question.__dataclass_fields__}
"""What each field of a question is called on the command line."""


def typed_value(option: click.Parameter, typed: Sequence[str], folder: Path) -> Any:
    """The value of a field that was typed into a file of that folder. Raises click.BadParameter."""
    texts = [str(folder / text) for text in typed] if isinstance(option.type, click.Path) else list(typed)
    if not option.multiple and len(texts) != 1:
        raise click.BadParameter("one value, not a list")
    return option.process_value(click.Context(_any), texts if option.multiple else texts[0])
