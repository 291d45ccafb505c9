"""Label values of a test as a frame of pandas or polars."""

from __future__ import annotations

import importlib.util
import io
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from .calls import linked, named
from .exchange import Flow, Reply

if TYPE_CHECKING:
    from .calls import Caller

Library = Literal["pandas", "polars"]
#: Rows of one request.
_ROWS = 10_000
#: Columns that every row has. A label with such a name gets a prefix, as in Parquet.
_OWN = ["runId", "datasetId", "start", "stop"]


def frame(caller: Caller, test: int | str, query: Mapping[str, Any], library: Library | None) -> Flow[Any]:
    """All label values of a test, a row for each dataset and a column for each label.

    Raises:
        ImportError: no library of frames is installed.
        ValueError: another library is named.
    """
    if library not in (None, "pandas", "polars"):
        raise ValueError(f"label_values makes frames of pandas or polars, found {library}")
    chosen = library or next((name for name in ("pandas", "polars") if _has(name)), None)
    if chosen is None:
        raise ImportError("A frame needs pandas or polars. raw_client gives label values without them")
    number = test
    # The name of a test may be digits. The API looks for an id only if no test has the name.
    if isinstance(test, str):
        found = yield from caller.call("GET", f"/api/test/byName/{quote(str(test), safe='')}")
        number = found["id"]
    # pandas reads Parquet with pyarrow only. CSV has texts for people, such as `(undefined)` for null.
    kind = "parquet" if chosen == "polars" or _has("pyarrow") else "json"
    asked = {"cursor": "", "limit": _ROWS, **named(query), "format": kind}
    frames = []
    while True:
        reply = yield from caller.call("GET", f"/api/test/{number}/labelValues", asked, wants="reply")
        frames.append(_frame_of(reply, chosen, kind))
        cursor = linked(reply, "cursor")
        if not cursor:
            return _joined(frames, chosen)
        asked["cursor"] = cursor


def _has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _frame_of(reply: Reply, library: str, kind: str) -> Any:
    module = __import__(library)
    if kind == "parquet":
        return module.read_parquet(io.BytesIO(reply.content))
    rows = [
        {name: row[name] for name in _OWN}
        | {f"label.{k}" if k in _OWN else k: _cell(v) for k, v in row["values"].items()}
        for row in json.loads(reply.content)
    ]
    made = module.DataFrame(rows, columns=None if rows else _OWN)
    return made.assign(
        **{name: module.to_datetime(made[name], unit="ms", utc=True) for name in ("start", "stop")}
    )


def _cell(value: Any) -> Any:
    """A list or an object is JSON text, as in Parquet."""
    return json.dumps(value) if isinstance(value, (dict, list)) else value


def _joined(frames: list[Any], library: str) -> Any:
    """A label may be in some pages only."""
    if len(frames) == 1:
        return frames[0]
    module = __import__(library)
    if library == "pandas":
        return module.concat(frames, ignore_index=True)
    return module.concat(frames, how="diagonal_relaxed")
