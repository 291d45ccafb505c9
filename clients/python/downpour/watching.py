"""The seconds of a burst while it runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from .contract.models import BurstSeconds, PhaseSecond
from .errors import APIError
from .exchange import Flow, Item, Pause

if TYPE_CHECKING:
    from .calls import Caller

#: A burst goes on without its watchers, so a connection that is lost for a while is no reason to give up.
_SILENCE_S_MAX = 15.0
_PAUSE_S = 1.0


class Second(PhaseSecond):
    """The measurements of one second of a phase. A latency without a response is absent."""

    phase: str
    """`phase` or `phase/fork`."""
    at: int
    """When the second began, in epoch milliseconds."""


def watch(caller: Caller, burst: str) -> Flow[None]:
    """Yields each second of each phase once, when it does not change any more, until the burst is over."""
    path = f"/api/burst/{quote(burst, safe='')}/seconds"
    after: int | None = None
    while True:
        seconds = yield from _heard(caller, path, after)
        is_over = "nextMs" not in seconds and not seconds["more"]
        for row in rows_of(seconds):
            if is_over or row["at"] <= seconds["next"]:
                yield Item(row)
        if is_over:
            return
        after = seconds["next"]
        if not seconds["more"]:
            yield Pause(seconds.get("nextMs", _PAUSE_S * 1000) / 1000)


def _heard(caller: Caller, path: str, after: int | None) -> Flow[BurstSeconds]:
    lost_at = time.monotonic() + _SILENCE_S_MAX
    while True:
        try:
            seconds: BurstSeconds = yield from caller.call("GET", path, {"after": after})
            return seconds
        except APIError as error:
            may_pass = error.status >= 500 or error.code == "UNREACHABLE"
            if not may_pass or time.monotonic() > lost_at:
                raise
        yield Pause(_PAUSE_S)


def rows_of(seconds: BurstSeconds) -> list[Second]:
    """The seconds of all phases in the order of their time."""
    rows: list[dict[str, Any]] = []
    for phase in seconds["phases"]:
        columns = cast("dict[str, list[Any]]", phase["seconds"])
        for values in zip(*columns.values()):
            row = {name: value for name, value in zip(columns, values) if value is not None}
            rows.append({**row, "phase": phase["name"], "at": phase["startsAt"] + row["second"] * 1000})
    return cast("list[Second]", sorted(rows, key=lambda row: row["at"]))
