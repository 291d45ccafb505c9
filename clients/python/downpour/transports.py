"""Ways to send a request: the standard library, or httpx where it is installed."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import importlib.util
import ssl
import urllib.error
import urllib.request
import zlib
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .errors import NoAnswer
from .exchange import Reply, Request

if TYPE_CHECKING:
    import httpx


class Transport(Protocol):
    """Sends requests. It follows no redirect, and raises `NoAnswer` when no whole answer came."""

    def send(self, request: Request) -> Reply: ...

    def close(self) -> None: ...


@runtime_checkable
class AsyncTransport(Protocol):
    """Sends requests for programs with asyncio."""

    async def send(self, request: Request) -> Reply: ...

    async def aclose(self) -> None: ...


def default_transport(context: ssl.SSLContext | None) -> Transport:
    """The transport of a program without asyncio."""
    if not _has_httpx():
        return UrllibTransport(context)
    import httpx

    return HttpxTransport(httpx.Client(verify=context or True))


def default_async_transport(context: ssl.SSLContext | None) -> AsyncTransport:
    """The transport of a program with asyncio."""
    if not _has_httpx():
        return Threaded(UrllibTransport(context))
    import httpx

    return AsyncHttpxTransport(httpx.AsyncClient(verify=context or True))


def _has_httpx() -> bool:
    return importlib.util.find_spec("httpx") is not None


class UrllibTransport:
    """Sends requests with the standard library, which also reads the settings of proxies."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), _AsItCame())

    def send(self, request: Request) -> Reply:
        try:
            sent = {"accept-encoding": "gzip", **request.headers}
            asked = urllib.request.Request(request.url, request.content, sent, method=request.method)
            with self._opener.open(asked, timeout=request.timeout_s) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                content = response.read()
                if headers.get("content-encoding") == "gzip":
                    content = gzip.decompress(content)
                return Reply(response.status, headers, content)
        except urllib.error.URLError as error:
            raise _no_answer(error.reason if isinstance(error.reason, Exception) else error) from error
        except (OSError, EOFError, ValueError, zlib.error, http.client.HTTPException) as error:
            raise _no_answer(error) from error

    def close(self) -> None:
        self._opener.close()


class _AsItCame(urllib.request.HTTPErrorProcessor):
    """Returns redirects and refusals as other answers."""

    def http_response(self, request: urllib.request.Request, response: Any) -> Any:
        return response

    https_response = http_response


class HttpxTransport:
    """Sends requests with a client of httpx."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def send(self, request: Request) -> Reply:
        import httpx

        try:
            return _reply_of(self._client.request(**_arguments_of(request)))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _no_answer(error) from error

    def close(self) -> None:
        self._client.close()


class AsyncHttpxTransport:
    """Sends requests with an asynchronous client of httpx."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def send(self, request: Request) -> Reply:
        import httpx

        try:
            return _reply_of(await self._client.request(**_arguments_of(request)))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _no_answer(error) from error

    async def aclose(self) -> None:
        await self._client.aclose()


class Threaded:
    """Sends requests of a program with asyncio in threads."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def send(self, request: Request) -> Reply:
        return await asyncio.to_thread(self._transport.send, request)

    async def aclose(self) -> None:
        self._transport.close()


def _arguments_of(request: Request) -> dict[str, Any]:
    return {
        "method": request.method,
        "url": request.url,
        "headers": dict(request.headers),
        "content": request.content,
        "timeout": request.timeout_s,
        "follow_redirects": False,
    }


def _reply_of(response: httpx.Response) -> Reply:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Reply(response.status_code, headers, response.content)


def _no_answer(error: Exception) -> NoAnswer:
    reason = str(error) or type(error).__name__
    is_final = isinstance(error, (ssl.SSLCertVerificationError, ValueError)) or "CERTIFICATE" in reason
    return NoAnswer(reason, may_pass=not is_final)
