"""Uploads of documents of any size up to 1 GB, as runs."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, BinaryIO, Callable, Union
from urllib.parse import urlsplit

from . import lossless
from .calls import Caller, Time, time_of
from .contract.facts import INVOCATION_BYTES_MAX, LARGE_UPLOAD_BYTES_MAX, UPLOAD_BYTES_MAX
from .contract.models import RunUpload, RunUploadPart
from .errors import APIError, NoAnswer
from .exchange import Flow, Pause, Reply, Request, Together, Work

Source = Union[str, "os.PathLike[str]", bytes, BinaryIO]
#: Gets the bytes that are stored so far, and all bytes.
Progress = Callable[[int, int], None]

#: Room in a request for the URL, the headers and the additions of the platform.
_AROUND_BYTES = 32 * 1024
#: Smaller bodies are not compressed.
_COMPRESSED_FROM = 16 * 1024
#: Parts that are sent at the same time. Each is in memory.
_PARTS_AT_ONCE = 4
_PART_TIMEOUT_S = 300.0
_PART_PAUSES_S = (1.0, 3.0, 10.0)
#: Members in which load drivers write the start and the stop of a run.
_TIME_PLACES = (
    ("$.info.startTime", "$.info.terminateTime"),
    ("$.startTime", "$.endTime"),
    ("$.start", "$.stop"),
)
#: The server may try four times to read a document, which takes half an hour with the pauses.
_READING_ATTEMPTS_MAX = 1_800


@dataclass(frozen=True)
class Parameters:
    """The parameters of a run, and its metadata."""

    query: Mapping[str, Any]
    start: Time | None
    stop: Time | None
    metadata: Any
    again: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", time_of("start", self.start))
        object.__setattr__(self, "stop", time_of("stop", self.stop))

    def times(self, changed_at_s: float) -> list[dict[str, Any]]:
        """Start and stop where they are given, else the places where they may be, and the last change."""
        changed = round(changed_at_s * 1000)
        places = [*_TIME_PLACES, (changed, changed)]
        pairs = [
            (start if self.start is None else self.start, stop if self.stop is None else self.stop)
            for start, stop in places
        ]
        return [{"start": start, "stop": stop} for start, stop in dict.fromkeys(pairs)]

    def key(self, digest: str) -> str:
        """The same document with the same parameters is the same run, however often it is sent."""
        words = [digest, sorted(self.query.items()), self.start, self.stop, lossless.dumps(self.metadata)]
        nonce = secrets.token_hex(16) if self.again else ""
        return hashlib.sha256(json.dumps([*words, nonce]).encode()).hexdigest()


def upload(caller: Caller, source: Source, parameters: Parameters, progress: Progress | None) -> Flow[int]:
    """Uploads a document, and returns the id of its run.

    A document that fits into a request goes with one, compressed where that helps. The parts of a larger one go
    to the store, and those that an interrupted upload has stored are not sent again.
    """
    with ExitStack() as stack:
        content: _Content = yield Work(lambda: _Content(source, stack))
        if content.size > LARGE_UPLOAD_BYTES_MAX:
            large = f"it has {content.size} bytes, at most {LARGE_UPLOAD_BYTES_MAX} are kept"
            raise APIError("UPLOAD_TOO_LARGE", "POST /api/run/upload", large)
        tell = progress or (lambda sent, all: None)
        tell(0, content.size)
        whole = content.size <= UPLOAD_BYTES_MAX
        bodies = (yield Work(lambda: _bodies_of(caller, content, parameters.metadata))) if whole else []
        if not bodies:
            return (yield from _upload_parts(caller, content, parameters, tell))
        run = yield from _upload_whole(caller, content, parameters, bodies)
        tell(content.size, content.size)
        return run


class _Content:
    """The bytes of a document, and their hash. They need not fit into memory."""

    def __init__(self, source: Source, stack: ExitStack) -> None:
        if isinstance(source, (bytes, bytearray)):
            self._file: BinaryIO = io.BytesIO(source)
        elif isinstance(source, (str, os.PathLike)):
            self._file = stack.enter_context(open(source, "rb"))
        elif hasattr(source, "read") and not isinstance(source, io.TextIOBase):
            self._file = source
        else:
            raise TypeError(
                "source must be a path, bytes or a file that is open for bytes: dumps(value).encode()"
            )
        self.changed_at_s = _changed_at_s(source)
        if not self._file.seekable():
            copy = stack.enter_context(tempfile.TemporaryFile())
            shutil.copyfileobj(self._file, copy)
            copy.seek(0)
            self._file = copy
        self._start = self._file.tell()
        if self._file.read(2) == b"\x1f\x8b":
            self._file.seek(self._start)
            plain = stack.enter_context(tempfile.TemporaryFile())
            with gzip.open(self._file) as packed:
                shutil.copyfileobj(packed, plain)
            self._file, self._start = plain, 0
        self._lock = threading.Lock()
        hashed, self.size = hashlib.sha256(), 0
        self._file.seek(self._start)
        while chunk := self._file.read(1024 * 1024):
            hashed.update(chunk)
            self.size += len(chunk)
        self.sha256 = hashed.hexdigest()

    def read(self, start: int, count: int) -> bytes:
        with self._lock:
            self._file.seek(self._start + start)
            return self._file.read(count)


def _changed_at_s(source: Source) -> float:
    if isinstance(source, (str, os.PathLike)):
        return os.stat(source).st_mtime
    return time.time()


@dataclass(frozen=True)
class _Body:
    content: bytes
    headers: Mapping[str, str]


def _bodies_of(caller: Caller, content: _Content, metadata: Any) -> list[_Body]:
    """Bodies of one request: the best one first. None when the document is too large for a request."""
    document = content.read(0, content.size)
    document.decode("utf-8")
    body, kind = (document, "application/json") if metadata is None else _form_of(document, metadata)
    plain = _Body(body, {"content-type": kind})
    bodies = [plain] if _text_bytes(body) + _AROUND_BYTES <= INVOCATION_BYTES_MAX else []
    is_near = urlsplit(caller.origin).hostname in ("localhost", "127.0.0.1", "::1")
    if bodies and (is_near or len(body) < _COMPRESSED_FROM):
        return bodies
    packed = gzip.compress(body, mtime=0)
    if (len(packed) + 2) // 3 * 4 + _AROUND_BYTES > INVOCATION_BYTES_MAX:
        return bodies
    return [_Body(packed, {**plain.headers, "content-encoding": "gzip"}), *bodies]


def _text_bytes(body: bytes) -> int:
    """The bytes of a text inside JSON, which writes some characters as two or six."""
    twos = sum(body.count(one) for one in b'"\\\n\r\t')
    sixes = sum(body.count(one) for one in range(0x20)) - sum(body.count(one) for one in b"\n\r\t")
    return len(body) + twos + 5 * (sixes + body.count(0x7F))


def _form_of(document: bytes, metadata: Any) -> tuple[bytes, str]:
    mark = f"----downpour-{secrets.token_hex(16)}"
    parts = {"data": document, "metadata": lossless.dumps(metadata).encode()}
    lines = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
        f"Content-Type: application/json\r\n\r\n".encode()
        + part
        + b"\r\n"
        for name, part in parts.items()
    ]
    return b"".join([*lines, f"--{mark}--\r\n".encode()]), f"multipart/form-data; boundary={mark}"


def _upload_whole(
    caller: Caller, content: _Content, parameters: Parameters, bodies: list[_Body]
) -> Flow[int]:
    def send(times: Mapping[str, Any], body: _Body) -> Flow[int]:
        headers = {**body.headers, "idempotency-key": parameters.key(content.sha256 + json.dumps(times))}
        query = {**parameters.query, **times}
        call = caller.call("POST", "/api/run/data", query, {"headers": headers}, body.content, is_keyed=True)
        return int((yield from call))

    def attempt(times: Mapping[str, Any]) -> Flow[int]:
        best, *plainer = bodies
        try:
            return (yield from send(times, best))
        except APIError as error:
            # A proxy may not accept a compressed body.
            if not plainer or error.code not in ("UNSUPPORTED_ENCODING", "BODY_NOT_DECODED"):
                raise
        return (yield from send(times, plainer[0]))

    return (yield from _with_times(parameters.times(content.changed_at_s), attempt))


def _with_times(all_times: list[dict[str, Any]], attempt: Callable[[dict[str, Any]], Flow[int]]) -> Flow[int]:
    """Tries the places of the times, one after the other."""
    for times in all_times[:-1]:
        try:
            return (yield from attempt(times))
        except APIError as error:
            if error.code not in ("START_INVALID", "STOP_INVALID"):
                raise
    return (yield from attempt(all_times[-1]))


def _upload_parts(caller: Caller, content: _Content, parameters: Parameters, tell: Progress) -> Flow[int]:
    if "schema" in parameters.query:
        large = "is too large for a request, and Downpour writes no schema into it: write $schema into it"
        raise APIError("SCHEMA_NOT_WRITTEN", "POST /api/run/upload", large)
    started = yield from _begun(caller, content.size, f"parts-{parameters.key(content.sha256)}")
    if started["state"] == "stored":
        tell(content.size, content.size)
        return started["id"]
    sending = _Sending(caller, content, started, tell)
    yield Together([sending.flow() for _ in range(min(_PARTS_AT_ONCE, len(started["missing"])))])

    def attempt(times: dict[str, Any]) -> Flow[int]:
        path = f"/api/run/upload/{started['id']}/complete"
        asked = {**parameters.query, **times, "sha256": content.sha256}
        for _ in range(_READING_ATTEMPTS_MAX):
            try:
                call = caller.call("POST", path, asked, {"is_repeatable": True}, parameters.metadata)
                return int((yield from call))
            except APIError as error:
                if error.code != "UPLOAD_INDEXING":
                    raise
            yield Pause(1.0)
        raise APIError("UPLOAD_INDEXING", f"POST {path}", "has been reading the document for half an hour")

    return (yield from _with_times(parameters.times(content.changed_at_s), attempt))


def _begun(caller: Caller, size: int, key: str) -> Flow[RunUpload]:
    """An upload whose parts were deleted begins again with another key."""
    for attempt in range(10):
        headers = {"idempotency-key": f"{key}-{attempt}" if attempt else key}
        body = {"sizeBytes": size}
        started: RunUpload = yield from caller.call(
            "POST", "/api/run/upload", {}, {"headers": headers}, body, is_keyed=True
        )
        if started["state"] != "gone":
            break
    return started


class _Sending:
    """The parts of an upload on their way to the store."""

    def __init__(self, caller: Caller, content: _Content, started: RunUpload, tell: Progress) -> None:
        self._caller = caller
        self._content = content
        self._id = started["id"]
        self._waiting = list(started["missing"])
        self._urls = {part["number"]: part["url"] for part in started["missing"]}
        self._size = started["sizeBytes"]
        self._stored = self._size - sum(part["bytes"] for part in self._waiting)
        self._tell = tell
        self._lock = threading.Lock()
        tell(self._stored, self._size)

    def flow(self) -> Flow[None]:
        """Sends one part after the other. After an error no other part begins."""
        while True:
            with self._lock:
                if not self._waiting:
                    return
                part = self._waiting.pop(0)
            try:
                yield from self._send(part)
            except Exception:
                self._waiting.clear()
                raise
            with self._lock:
                self._stored += part["bytes"]
                self._tell(self._stored, self._size)

    def _send(self, part: RunUploadPart) -> Flow[None]:
        number, count = part["number"], part["bytes"]
        body: bytes = yield Work(lambda: self._content.read(part["start"], count))
        if len(body) < count:
            raise APIError("FILE_CHANGED", f"PUT part {number}", "became shorter on the way")
        headers = {"content-type": "application/octet-stream"}
        for pause_s in (*_PART_PAUSES_S, None):
            try:
                reply: Reply = yield Request("PUT", self._urls[number], headers, body, _PART_TIMEOUT_S)
                if reply.status == 200:
                    return
                problem = "its disk is full" if reply.status == 507 else f"it answered {reply.status}"
                is_final = reply.status == 507
            except NoAnswer as error:
                reply, problem, is_final = Reply(0), str(error), not error.may_pass
            if pause_s is None or is_final:
                break
            if reply.status == 403:
                # The URL has expired.
                fresh: RunUpload = yield from self._caller.call("GET", f"/api/run/upload/{self._id}")
                self._urls.update({one["number"]: one["url"] for one in fresh["missing"]})
            else:
                yield Pause(pause_s)
        raise APIError("UPLOAD_FAILED", f"PUT part {number}", f"was not stored: {problem}", reply=reply)
