"""The clients: for programs with asyncio, and their twin for programs without."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from . import frames, lossless, uploads, watching
from .calls import Caller, Time, named
from .configuration import ClientConfiguration, Credentials
from .contract.facts import VERSION
from .contract.models import AccessParameter, BurstAccepted, BurstStatus
from .exchange import Flow
from .login import Login
from .segments import AsyncCore, Call, SyncCore, direct, directly
from .transports import AsyncTransport, Threaded, Transport, default_async_transport, default_transport

if TYPE_CHECKING:
    from .contract import asynchronous, synchronous


async def new_client(
    url: str, credentials: Credentials | None = None, configuration: ClientConfiguration | None = None
) -> Client:
    """A client that has signed in. Close it, or use it in `async with`.

    Args:
        url: The origin of the API, such as `https://example.com`.
        credentials: The name, key or token of the caller. Absent: the client reads public records only.

    Raises:
        ValueError: the address has no scheme, or the credentials do not fit each other or the method.
        APIError: the server gives no token for the name and the password.
    """
    client = Client(url, credentials, configuration)
    await client._core.run(client._login.headers(client._core.caller))
    return client


class _Base:
    """The parts that both clients share: the server and the credentials."""

    def __init__(
        self, url: str, credentials: Credentials | None, configuration: ClientConfiguration | None
    ) -> None:
        if not url.lower().startswith(("http://", "https://")):
            raise ValueError(f"the address of the server must begin with http:// or https://, found {url}")
        self._configuration = configuration or ClientConfiguration()
        self._login = Login(credentials or Credentials(), self._configuration)
        self._caller = Caller(url.rstrip("/"), self._login, self._configuration.timeout_s)

    @staticmethod
    def version() -> str:
        """The version of this package, which is that of the server that has its contract. Sends no request."""
        return VERSION


class Client(_Base):
    """A client for programs with asyncio."""

    raw_client: asynchronous.RawClient
    """All operations as chains of path segments, such as `raw_client.api.config.version.get()`."""

    def __init__(
        self,
        url: str,
        credentials: Credentials | None = None,
        configuration: ClientConfiguration | None = None,
    ) -> None:
        from .contract import asynchronous

        super().__init__(url, credentials, configuration)
        given = self._configuration.transport
        transport = given if isinstance(given, AsyncTransport) or given is None else Threaded(given)
        self._transport = transport or default_async_transport(self._configuration.ssl_context)
        self._core = AsyncCore(self._caller, self._transport)
        self.raw_client = asynchronous.RawClient(self._core)

    def query(self, /, run: int, path: str, *, array: bool = False, **query: Any) -> Call[Any]:
        """The value of a path over a run, with its digits: a fraction is a `Decimal`.

        Args:
            path: A JSONPath, or an SQL/JSON path.
            array: All matches as a list. Else the first one; None when there is none.
            query: Further parameters of `raw_client.api.sql.by_id(run).queryrun.get`.

        Raises:
            APIError: the path is not valid, or the caller may not read the run.
        """
        return self._core.run(_query(self._caller, run, path, array, query))

    def document(self, run: int) -> Call[Any]:
        """The document of a run, with its digits."""
        return self._core.run(_document(self._caller, run))

    def upload(
        self,
        source: uploads.Source,
        *,
        test: str,
        start: Time | None = None,
        stop: Time | None = None,
        owner: str | None = None,
        access: AccessParameter | None = None,
        description: str | None = None,
        schema: str | None = None,
        metadata: Any = None,
        again: bool = False,
        progress: uploads.Progress | None = None,
    ) -> Call[int]:
        """Uploads a document of up to 1 GB as a run, and returns the id of the run.

        A document that was uploaded with the same arguments does not become a second run, unless its run is in
        the trash or deleted. So repeat an interrupted upload: it continues where it was.

        Args:
            source: A path, bytes, or a file that is open for bytes. A gzip file is unpacked.
            test: Name of the test, or a path such as `$.benchmark`. A missing test is created.
            start: Epoch milliseconds, an ISO time, a `datetime` with its zone, or a path such as `$.begin`.
                Absent: where load drivers write it, or the last change of the file.
            stop: Likewise.
            schema: Written into the document as `$schema`. Only for documents that fit into a request.
            metadata: A value that is stored with the document.
            again: Make a new run of a document that was uploaded before.
            progress: Is called with the stored bytes and all bytes, by one thread at a time.

        Raises:
            APIError: the server refused the document, or the store did not take it.
            OSError: the file cannot be read.
            ValueError: the document is not UTF-8, or a `datetime` has no zone.
        """
        query = _run_query(test, owner, access, description, schema)
        parameters = uploads.Parameters(query, start, stop, metadata, again)
        return self._core.run(uploads.upload(self._caller, source, parameters, progress))

    def start(
        self,
        /,
        document: str | os.PathLike[str],
        *,
        parameters: Mapping[str, object] | None = None,
        **request: Any,
    ) -> Call[BurstAccepted]:
        """Starts a burst of a benchmark document.

        Args:
            document: The text of the document, or a path of it such as `Path("shop.hf.yaml")`.
            parameters: Values of the parameters of the document.
            request: Further members of `BurstRequest`, such as `maxErrors`.

        Raises:
            APIError: the document has problems, which `details` lists, or the caller may not start bursts.
        """
        return self._core.run(_start(self._caller, document, parameters, request))

    def watch(self, burst: str | BurstAccepted | BurstStatus) -> AsyncIterator[watching.Second]:
        """Yields each second of each phase of a burst while it runs, and ends with the burst.

        Raises:
            APIError: there is no such burst, or the server has not answered for 15 seconds.
        """
        return self._core.iterate(watching.watch(self._caller, _id_of(burst)))

    def label_values(
        self, /, test: int | str, library: frames.Library | None = None, **query: Any
    ) -> Call[Any]:
        """All label values of a test as a frame: a row for each dataset, and a column for each label.

        Args:
            test: The id of the test, or its name.
            library: Absent: pandas where it is installed, else polars.
            query: Further parameters of `raw_client.api.test.by_id(test).label_values.get`.

        Raises:
            ImportError: no library of frames is installed.
        """
        return self._core.run(frames.frame(self._caller, test, query, library))

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class SyncClient(_Base):
    """The twin of `Client` for programs without asyncio. Close it, or use it in `with`."""

    raw_client: synchronous.RawClient
    """All operations as chains of path segments, such as `raw_client.api.config.version.get()`."""

    def __init__(
        self,
        url: str,
        credentials: Credentials | None = None,
        configuration: ClientConfiguration | None = None,
    ) -> None:
        from .contract import synchronous

        super().__init__(url, credentials, configuration)
        given = self._configuration.transport
        if isinstance(given, AsyncTransport) and not hasattr(given, "close"):
            raise ValueError("a client without asyncio needs a transport without it")
        self._transport = cast("Transport | None", given) or default_transport(
            self._configuration.ssl_context
        )
        self._core = SyncCore(self._caller, self._transport)
        self.raw_client = synchronous.RawClient(self._core)

    query = direct(Client.query)
    document = direct(Client.document)
    start = direct(Client.start)
    upload = direct(Client.upload)
    label_values = direct(Client.label_values)
    watch = directly(Client.watch)

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> SyncClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _query(caller: Caller, run: int, path: str, array: bool, query: Mapping[str, Any]) -> Flow[Any]:
    asked = {"query": path, "array": array, **named(query)}
    result = yield from caller.call("GET", f"/api/sql/{quote(str(run), safe='')}/queryrun", asked)
    return lossless.loads(result["value"])


def _start(
    caller: Caller,
    document: str | os.PathLike[str],
    parameters: Mapping[str, object] | None,
    request: Mapping[str, Any],
) -> Flow[BurstAccepted]:
    text = document if isinstance(document, str) else Path(document).read_text("utf-8")
    given = {name: str(value) for name, value in (parameters or {}).items()}
    body = {"document": text, **({"parameters": given} if given else {}), **request}
    accepted: BurstAccepted = yield from caller.call("POST", "/api/burst", {}, {}, body, is_keyed=True)
    return accepted


def _document(caller: Caller, run: int) -> Flow[Any]:
    path = f"/api/run/{quote(str(run), safe='')}/data"
    return lossless.loads((yield from caller.call("GET", path, wants="text")))


def _id_of(burst: str | BurstAccepted | BurstStatus) -> str:
    return burst if isinstance(burst, str) else burst["id"]


def _run_query(
    test: str,
    owner: str | None,
    access: AccessParameter | None,
    description: str | None,
    schema: str | None,
) -> dict[str, Any]:
    given = {"test": test, "owner": owner, "access": access, "description": description, "schema": schema}
    return {name: value for name, value in given.items() if value is not None}
