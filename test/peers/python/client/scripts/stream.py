"""Uploads a document that comes from a generator, is interrupted halfway and continues: URL, key, megabytes."""

from __future__ import annotations

import io
import resource
import sys
import time
from typing import Any

from outcomes import run

from downpour import APIError, AuthMethod, ClientConfiguration, Credentials, SyncClient
from downpour.exchange import Reply, Request
from downpour.transports import UrllibTransport

url, key, megabytes = sys.argv[1], sys.argv[2], int(sys.argv[3])
size = megabytes * 1024 * 1024
#: Four parts of 16 MB are in memory at the same time. The document is larger than this bound.
GROWTH_BYTES_MAX = 112 * 1024 * 1024


class Stream(io.RawIOBase):
    """A document with this number of bytes. It can be read only once, and makes each row when the row is read."""

    def __init__(self) -> None:
        self._left = size
        self._at = 0
        self._rest = b'{"rows":['

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        if not self._rest:
            self._rest = self._next()
        count = min(len(into), len(self._rest))
        into[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        self._left -= count
        return count

    def _next(self) -> bytes:
        end = b'0],"start":1,"stop":2}'
        spare = self._left - len(end)
        if spare > 200_000:
            self._at += 1
            name = f"row {self._at} " * 100
            row = f'{{"at":{self._at},"name":"{name}"}},'.encode()
            return row * 80
        return b" " * spare + end if self._left > 0 else b""


class Store(UrllibTransport):
    """Counts the parts, and refuses further parts after this number."""

    def __init__(self, parts_max: float) -> None:
        super().__init__()
        self.parts_max = parts_max
        self.parts = 0

    def send(self, request: Request) -> Reply:
        if request.method == "PUT":
            if self.parts >= self.parts_max:
                return Reply(507)
            self.parts += 1
        return super().send(request)


def upload(store: Store, seen: list[int]) -> Any:
    configuration = ClientConfiguration(AuthMethod.API_KEY, transport=store)
    with SyncClient(url, Credentials(apikey=key), configuration) as client:
        try:
            return client.upload(
                Stream(), test=f"stream {megabytes}", progress=lambda sent, all: seen.append(sent)
            )
        except APIError as error:
            return error


def peak_bytes() -> int:
    # The system reports kilobytes, except macOS, which reports bytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def stream() -> None:
    before, started = peak_bytes(), time.process_time()
    first, second = Store(megabytes // 32), Store(float("inf"))
    error = upload(first, [])
    assert isinstance(error, APIError) and error.code == "UPLOAD_FAILED", error
    seen: list[int] = []
    number = upload(second, seen)
    assert isinstance(number, int), number
    assert seen[0] == 0 < seen[1] < seen[-1] == size and seen == sorted(seen), seen
    assert upload(Store(0), []) == number, "the same document is another run"
    growth = peak_bytes() - before
    cpu = time.process_time() - started
    figures = f"{megabytes} MB, {first.parts} + {second.parts} parts, {growth >> 20} MB of memory, {cpu:.1f} s of CPU"
    print(figures, file=sys.stderr)
    assert growth < GROWTH_BYTES_MAX, figures


run({"a stream is uploaded in bounded memory, and continues after an interruption": stream})
