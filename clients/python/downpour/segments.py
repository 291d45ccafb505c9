"""The parts that the generated classes of path segments share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Literal, TypeVar, Union, cast
from urllib.parse import quote

from .calls import Caller, Options
from .driving import iterate, iterate_async, run, run_async
from .exchange import Flow, Reply
from .transports import AsyncTransport, Transport

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec, Unpack

    P = ParamSpec("P")

T = TypeVar("T")

#: The result of an asynchronous call: await it.
Call = Coroutine[Any, Any, T]
#: A text. A number, a truth value or a time with its zone is written as text.
Text = Union[str, float, datetime]
Verb = Literal["get", "put", "post", "delete"]


class AsyncCore:
    """Runs flows for programs with asyncio."""

    def __init__(self, caller: Caller, transport: AsyncTransport) -> None:
        self.caller = caller
        self.transport = transport

    def run(self, flow: Flow[T]) -> Call[T]:
        return run_async(flow, self.transport)

    def iterate(self, flow: Flow[None]) -> AsyncIterator[Any]:
        return iterate_async(flow, self.transport)


class SyncCore:
    """Runs flows for programs without asyncio."""

    def __init__(self, caller: Caller, transport: Transport) -> None:
        self.caller = caller
        self.transport = transport

    def run(self, flow: Flow[T]) -> T:
        return run(flow, self.transport)

    def iterate(self, flow: Flow[None]) -> Iterator[Any]:
        return iterate(flow, self.transport)


class Segment:
    """A segment of paths: its operations, and the segments below it."""

    _core: Any

    def __init__(self, core: AsyncCore | SyncCore, path: str) -> None:
        self._core = core
        self._path = path

    def __repr__(self) -> str:
        return f"<{self._path}>"

    @staticmethod
    def _known(options: Options) -> Options:
        """The options of a call. A misspelt parameter is an error, because without it the call asks for more."""
        unknown = sorted(set(options) - set(Options.__annotations__))
        if unknown:
            raise TypeError(f"this operation has no parameter {', '.join(unknown)}")
        return options

    def _below(self, value: object) -> str:
        return f"{self._path}/{quote(str(value), safe='')}"

    def _call(
        self,
        method: str,
        query: Mapping[str, Any],
        options: Options,
        body: Any = None,
        is_form: bool = False,
        is_keyed: bool = False,
    ) -> Call[Any]:
        call = self._core.caller.call
        flow = call(method, self._path, query, self._known(options), body, is_form=is_form, is_keyed=is_keyed)
        return cast("Call[Any]", self._core.run(flow))

    def _pages(
        self, cursor: str, begins_empty: bool, query: Mapping[str, Any], options: Options
    ) -> AsyncIterator[Any]:
        flow = self._core.caller.pages(self._path, cursor, begins_empty, query, self._known(options))
        return cast("AsyncIterator[Any]", self._core.iterate(flow))

    def _as(
        self, wants: str, verb: str, query: Mapping[str, Any] | None, options: Options, body: Any = None
    ) -> Call[Any]:
        call = self._core.caller.call
        flow = call(verb.upper(), self._path, query, self._known(options), body, wants=wants)
        return cast("Call[Any]", self._core.run(flow))


class AsyncSegment(Segment):
    """A segment of paths in a program with asyncio."""

    _core: AsyncCore

    def reply(
        self,
        verb: Verb = "get",
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> Call[Reply]:
        """Calls the operation, and returns its answer as it came. Only this way returns a 304.

        Args:
            query: The parameters under their names in the contract, also those that this client does not know.
        """
        return self._as("reply", verb, query, options, body)

    def text(
        self,
        verb: Verb = "get",
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> Call[str]:
        """Calls the operation, and returns the text of its answer, with the digits of its numbers."""
        return self._as("text", verb, query, options, body)

    def url(
        self, verb: Verb = "get", *, query: Mapping[str, Any] | None = None, **options: Unpack[Options]
    ) -> Call[str]:
        """Calls the operation, and returns a link to its answer, which needs no key and works for 15 minutes."""
        return self._as("url", verb, query, options)


def direct(call: Callable[Concatenate[Any, P], Call[T]]) -> Callable[Concatenate[Any, P], T]:
    """The same call in a program without asyncio, where the core returns the value."""
    return call  # type: ignore[return-value]


def directly(
    call: Callable[Concatenate[Any, P], AsyncIterator[T]],
) -> Callable[Concatenate[Any, P], Iterator[T]]:
    """The same pages in a program without asyncio."""
    return call  # type: ignore[return-value]


class SyncSegment(Segment):
    """A segment of paths in a program without asyncio."""

    _core: SyncCore

    reply = direct(AsyncSegment.reply)
    text = direct(AsyncSegment.text)
    url = direct(AsyncSegment.url)
