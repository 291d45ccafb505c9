"""Tests the clients against servers with faults, over both transports, with and without asyncio."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Callable
from unittest.mock import patch

import httpx
import outcomes
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from downpour import (
    APIError,
    AsyncHttpxTransport,
    Client,
    ClientConfiguration,
    Credentials,
    HttpxTransport,
    SyncClient,
    UrllibTransport,
)
from downpour.contract.facts import VERSION
from downpour.driving import run
from downpour.exchange import Flow, Together, Work


@dataclass
class Server:
    """Answers each connection with the next text, as it is, and closes it."""

    url: str
    texts: list[str | None]
    seen: list[str] = field(default_factory=list)


@contextmanager
def serving(
    *texts: str | None, ends: threading.Event | None = None, tls: ssl.SSLContext | None = None
) -> Iterator[Server]:
    """Starts a server with these answers. None: no answer comes until `ends`. The last text is repeated."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(f"{'https' if tls else 'http'}://127.0.0.1:{listener.getsockname()[1]}", list(texts))

    def serve() -> None:
        for number in range(1_000):
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            try:
                connection = tls.wrap_socket(connection, server_side=True) if tls else connection
            except OSError:
                continue
            with connection:
                server.seen.append(read_request(connection))
                text = server.texts[min(number, len(server.texts) - 1)]
                if text is None:
                    assert ends is not None
                    ends.wait(30)
                else:
                    connection.sendall(text.encode(errors="surrogateescape"))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.close()


def read_request(connection: socket.socket) -> str:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65_536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(
        (int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")), 0
    )
    while len(body) < length:
        body += connection.recv(65_536)
    return f"{head.decode()}\r\n\r\n{body.decode()}"


def answer(status: int, body: Any, **headers: str) -> str:
    text = body if isinstance(body, str) else json.dumps(body)
    kind = "" if isinstance(body, str) else "content-type: application/json\r\n"
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    length = "" if "content_length" in headers else f"content-length: {len(text.encode())}\r\n"
    return f"HTTP/1.1 {status} Any\r\nconnection: close\r\n{kind}{length}{lines}\r\n{text}"


#: A call of each kind: the value, or the error.
def over_httpx(url: str, call: Callable[[Any], Any], **more: Any) -> Any:
    return direct(url, call, HttpxTransport(httpx.Client()), **more)


def over_urllib(url: str, call: Callable[[Any], Any], **more: Any) -> Any:
    return direct(url, call, UrllibTransport(), **more)


def direct(url: str, call: Callable[[Any], Any], transport: Any, **more: Any) -> Any:
    client = SyncClient(url, Credentials(apikey="secret"), ClientConfiguration(transport=transport, **more))
    try:
        return call(client)
    except APIError as error:
        return error
    finally:
        client.close()


def awaited_over_httpx(url: str, call: Callable[[Any], Any], **more: Any) -> Any:
    return asyncio.run(awaited(url, call, lambda: AsyncHttpxTransport(httpx.AsyncClient()), **more))


def awaited_over_urllib(url: str, call: Callable[[Any], Any], **more: Any) -> Any:
    return asyncio.run(awaited(url, call, UrllibTransport, **more))


async def awaited(url: str, call: Callable[[Any], Any], transport: Callable[[], Any], **more: Any) -> Any:
    client = Client(url, Credentials(apikey="secret"), ClientConfiguration(transport=transport(), **more))
    try:
        return await call(client)
    except APIError as error:
        return error
    finally:
        await client.close()


WAYS = [over_httpx, over_urllib, awaited_over_httpx, awaited_over_urllib]


def version_of(client: Any) -> Any:
    return client.raw_client.api.config.version.get()


def start(client: Any) -> Any:
    return client.start("name: x")


def late() -> None:
    """A request ends after its time limit, and its error names the limit."""
    for way in WAYS:
        ends = threading.Event()
        with serving(None, ends=ends) as server:
            error = way(server.url, version_of, timeout_s=0.2)
            assert (error.status, error.code) == (0, "UNREACHABLE"), error
            assert "timed out" in str(error) or "Timeout" in str(error), error
            ends.set()


def left_alone() -> None:
    """A caller need not wait for a late server."""

    async def main() -> None:
        ends = threading.Event()
        with serving(None, ends=ends) as server:
            async with Client(server.url) as client:
                call = asyncio.ensure_future(version_of(client))
                while not server.seen:
                    await asyncio.sleep(0.01)
                call.cancel()
                try:
                    await call
                except asyncio.CancelledError:
                    ends.set()
                else:
                    raise AssertionError("it was not cancelled")

    asyncio.run(main())


def busy() -> None:
    """When a server is busy, the client repeats a read and does not repeat a change."""
    texts = [
        answer(503, {}, retry_after="0"),
        answer(429, "", retry_after="0"),
        answer(200, {"version": "3"}),
    ]
    for way in WAYS:
        with serving(*texts) as server:
            assert way(server.url, version_of) == {"version": "3"}
        with serving(*texts) as server:
            error = way(server.url, lambda client: client.raw_client.api.run.by_id(7).delete())
            assert (error.status, error.code, len(server.seen)) == (503, "HTTP_503", 1), error


def elsewhere() -> None:
    """The client does not send its key to another host to which an answer redirects."""
    for way in WAYS:
        with serving(answer(200, {"a": 1})) as far:
            with serving(answer(303, "there", location=f"{far.url}/answers/1?x=a%2Fb")) as server:
                value = way(server.url, lambda client: client.raw_client.api.run.by_id(7).data.get())
                assert value == {"a": 1}, value
                assert "secret" in server.seen[0] and "secret" not in far.seen[0]
                assert far.seen[0].startswith("GET /answers/1?x=a%2Fb "), far.seen


def round_and_round() -> None:
    """Redirects in a circle end with an error."""
    for way in WAYS:
        with serving(answer(303, "there", location="/again")) as server:
            error = way(server.url, version_of)
            assert (error.status, error.code, len(server.seen)) == (303, "HTTP_303", 4), error


def garbage() -> None:
    """A server that speaks another protocol gives no answer, and a page of another program is no value."""
    for way in WAYS:
        with serving("220 mail.test ESMTP\r\n") as server:
            assert way(server.url, version_of).code == "UNREACHABLE"
        torn = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff"
        packed = torn.decode(errors="surrogateescape")
        with serving(answer(200, packed, content_length=str(len(torn)), content_encoding="gzip")) as server:
            assert way(server.url, version_of).code == "UNREACHABLE"
        for body, kind in [
            ("<h1>Hello</h1>", "text/html"),
            ('{"version":', "application/json"),
            ("NaN", "application/json"),
        ]:
            with serving(answer(200, body, content_type=kind)) as server:
                error = way(server.url, version_of)
                assert (error.status, error.code, error.body) == (200, "FOREIGN", body), error
                assert error.hint and "another program" in error.hint
        assert way("http://127.0.0.1:1", version_of).code == "UNREACHABLE"


def cut() -> None:
    """After a cut answer, the client repeats a start with the same idempotency key, and repeats no read."""
    whole = answer(202, {"id": "b-1", "stopToken": "s"})
    texts = [whole[:-5], "", whole]

    async def pause(_: float) -> None:
        pass

    for way in WAYS:
        with patch("time.sleep"), patch("asyncio.sleep", pause), serving(*texts) as server:
            assert way(server.url, start)["id"] == "b-1"
            keys = {
                line
                for seen in server.seen
                for line in seen.splitlines()
                if line.lower().startswith("idempotency-key")
            }
            assert len(server.seen) == 3 and len(keys) == 1, server.seen
        with serving(*texts) as server:
            assert way(server.url, version_of).code == "UNREACHABLE"
            assert len(server.seen) == 1


def foreign_certificates() -> None:
    """The client does not repeat a request after an untrusted certificate. With a TLS context, it can trust it."""
    with tempfile.TemporaryDirectory() as folder:
        file = certificate(Path(folder))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        trusting = ssl.create_default_context(cafile=str(file))
        own = [UrllibTransport(trusting), HttpxTransport(httpx.Client(verify=trusting))]
        with serving(answer(202, {"id": "b-1", "stopToken": "s"}), tls=context) as server:
            for way in WAYS:
                error = way(server.url, start)
                assert (error.code, "certificate verify failed" in error.message) == ("UNREACHABLE", True), (
                    error
                )
            for transport in own:
                assert direct(server.url, start, transport)["id"] == "b-1"
            with SyncClient(server.url, configuration=ClientConfiguration(ssl_context=trusting)) as client:
                assert start(client)["id"] == "b-1"
        assert len(server.seen) == len(own) + 1


def certificate(folder: Path) -> Path:
    """Writes a file with a new key and a self-signed certificate for this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(timezone.utc)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now - timedelta(days=1))
    builder = builder.not_valid_after(now + timedelta(days=1))
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    signed = builder.add_extension(here, False).sign(key, hashes.SHA256())
    encoding = serialization.Encoding.PEM
    form = serialization.PrivateFormat.PKCS8
    secret = key.private_bytes(encoding, form, serialization.NoEncryption())
    file = folder / "here.pem"
    file.write_bytes(secret + signed.public_bytes(encoding))
    return file


def interrupted() -> None:
    """An interrupt ends flows that run at the same time, before their next step."""
    steps: list[int] = []

    def step() -> None:
        steps.append(1)
        time.sleep(0.01)
        if len(steps) == 20:
            os.kill(os.getpid(), signal.SIGINT)

    def many() -> Flow[None]:
        for _ in range(1_000):
            yield Work(step)

    def whole() -> Flow[None]:
        yield Together([many(), many()])

    try:
        run(whole(), UrllibTransport())
    except KeyboardInterrupt:
        assert len(steps) < 1_000, len(steps)
    else:
        raise AssertionError("the interrupt is lost")


def renewed() -> None:
    """A token is used until shortly before its end, and then renewed."""
    with serving(answer(200, {})) as server:
        place = answer(200, {"realm": "r m", "url": server.url, "clientId": "c"})
        tokens = [answer(200, {"access_token": f"t{number}", "expires_in": 100}) for number in (1, 2)]
        server.texts[:] = [
            place,
            tokens[0],
            answer(200, {}),
            answer(200, {}),
            place,
            tokens[1],
            answer(200, {}),
        ]
        with patch("downpour.login.time") as clock:
            client = SyncClient(server.url, Credentials("ada", "a&b"))
            for now in (1_000, 1_069, 1_071):
                clock.monotonic.return_value = now
                version_of(client)
            client.close()
    sent = [re.search(r"authorization: Bearer (\w+)", seen, re.IGNORECASE) for seen in server.seen]
    assert [found and found[1] for found in sent] == [None, None, "t1", "t1", None, None, "t2"], server.seen
    assert server.seen[1].startswith("POST /realms/r%20m/protocol/openid-connect/token ")
    assert server.seen[1].endswith("grant_type=password&client_id=c&username=ada&password=a%26b")


def other_versions() -> None:
    """A newer server has more members, and an older one does not know a request: the error names the version."""
    for way in WAYS:
        with serving(answer(200, {"version": "9.0.0", "startTimestamp": 1, "moon": "full"})) as server:
            assert way(server.url, version_of)["moon"] == "full"
        unknown = {"code": "REQUEST_INVALID", "message": "the parameter 'moon' is unknown", "requestId": "1"}
        with serving(answer(400, unknown)) as server:
            error = way(server.url, lambda client: client.raw_client.api.run.list_.reply(query={"moon": 1}))
            assert (error.status, error.message) == (400, unknown["message"]), error
            assert "GET /api/run/list?moon=1 " in server.seen[0]
        # This is the answer of a deployment and of `downpour serve` to an unknown operation.
        for status, body in [
            (403, {"message": "Missing Authentication Token"}),
            (404, {"message": "Not Found"}),
        ]:
            with serving(answer(status, body)) as server:
                error = way(server.url, version_of)
                assert error.hint and VERSION in error.hint and "config.version" in error.hint, error


def lost_while_watched() -> None:
    """A connection that is lost for a while does not end the watch, and each second comes once."""
    columns = ["requestsPerSec", "latencyP99Ns"]

    def seconds(numbers: list[int], after: int, **more: Any) -> str:
        column = {"second": numbers, **{name: [n if n else None for n in numbers] for name in columns}}
        phase = {"phase": 0, "name": "browse", "startsAt": 1_000, "seconds": column, "gaps": []}
        body = {"id": "b-1", "state": "running", "phases": [phase], "next": after, "more": False, **more}
        return answer(200, body)

    texts = [
        seconds([0, 1, 2], 2_000, nextMs=1),
        "",
        answer(502, "<h1>Bad Gateway</h1>", content_type="text/html"),
        seconds([2, 3], 3_000, more=True, nextMs=1),
        seconds([3, 4], 4_000),
    ]

    async def all_of(client: Any) -> Any:
        return [second async for second in client.watch("b-1")]

    with patch("downpour.watching._PAUSE_S", 0.01):
        for way in WAYS:
            with serving(*texts) as server:
                whole = (
                    all_of if way.__name__.startswith("awaited") else lambda client: list(client.watch("b-1"))
                )
                rows = way(server.url, whole)
                assert [row["second"] for row in rows] == [0, 1, 2, 3, 4], rows
                assert rows[0] == {"second": 0, "phase": "browse", "at": 1_000}, rows[0]
                assert rows[4] == {
                    "second": 4,
                    "requestsPerSec": 4,
                    "latencyP99Ns": 4,
                    "phase": "browse",
                    "at": 5_000,
                }
                asked = [seen.split(" ")[1].rpartition("/")[2] for seen in server.seen]
                assert asked == ["seconds", *["seconds?after=2000"] * 3, "seconds?after=3000"], asked


def mistaken() -> None:
    """A misspelt parameter is an error, a key may end with a line break, and no error shows it."""
    with serving(answer(200, {}), answer(200, 5)) as server:
        key = Credentials(apikey="dpr_secret\n")
        client = SyncClient(server.url, key, ClientConfiguration(transport=UrllibTransport()))
        version_of(client)
        assert "api-key: dpr_secret\r\n" in server.seen[0].lower(), server.seen
        client.upload(b"{}", test="a", start=0, stop=1)
        assert "start=0&stop=1" in server.seen[1], server.seen
        wrong: list[tuple[type[Exception], str, Callable[[], object]]] = [
            (TypeError, "no parameter tset", lambda: client.raw_client.api.run.list_.get(**{"tset": 1})),
            (TypeError, "source must be", lambda: client.upload({"a": 1}, test="a")),  # type: ignore[arg-type]
            (
                ValueError,
                "the API key is",
                lambda: SyncClient(server.url, Credentials(apikey="dpr_\nsecret")),
            ),
            (ValueError, "the API key is", lambda: SyncClient(server.url, Credentials(apikey=""))),
            (ValueError, "must begin with http://", lambda: SyncClient("127.0.0.1:8090")),
            (ValueError, "found csv", lambda: client.label_values("a", "csv")),  # type: ignore[arg-type]
            (TypeError, "write Credentials(", lambda: SyncClient(server.url, "secret")),  # type: ignore[arg-type]
        ]
        for kind, words, call in wrong:
            try:
                call()
            except kind as error:
                assert words in str(error) and "secret" not in str(error), error
            else:
                raise AssertionError(words)


def refused() -> None:
    """The text of a refused benchmark has its first error, and its details are all problems."""
    problems = [
        {"severity": "warning", "line": 1, "message": "w"},
        {"severity": "error", "line": 2, "message": "'http' is missing"},
    ]
    body = {"code": "BENCHMARK_REFUSED", "message": "the benchmark has 1 problem", "problems": problems}
    for way in WAYS:
        with serving(answer(400, body)) as server:
            error = way(server.url, lambda client: client.start("name: x"))
            assert error.details == problems, error.details
            words = "the benchmark has 1 problem: line 2: 'http' is missing (BENCHMARK_REFUSED)"
            assert str(error) == words, str(error)


def times() -> None:
    """A datetime with its zone is an instant in every call, and one without a zone is an error."""
    summer = datetime(2024, 6, 10, 8, 0, 0, 123456, timezone(timedelta(hours=2)))
    before = datetime(1969, 12, 31, 23, 59, 59, 999000, timezone.utc)
    with serving(answer(200, 5)) as server, SyncClient(server.url, Credentials(apikey="k")) as client:
        client.upload(b"{}", test="a", start=before, stop=summer)
        client.raw_client.api.run.data.post({}, test="a", start=before, stop=summer)
        assert all("start=-1&stop=1717999200123" in text for text in server.seen), server.seen
        bare = summer.replace(tzinfo=None)
        for call in (
            lambda: client.upload(b"{}", test="a", start=0, stop=bare),
            lambda: client.raw_client.api.run.data.post({}, test="a", start=0, stop=bare),
        ):
            try:
                call()
            except ValueError as error:
                assert "has no time zone: use" in str(error), error
            else:
                raise AssertionError("a time without a zone was sent")
        assert len(server.seen) == 2, server.seen


tests = [
    late,
    left_alone,
    busy,
    elsewhere,
    round_and_round,
    garbage,
    cut,
    foreign_certificates,
    interrupted,
    renewed,
    other_versions,
    lost_while_watched,
    mistaken,
    refused,
    times,
]
outcomes.run({(test.__doc__ or "").split("\n")[0].rstrip("."): test for test in tests})
