"""Requests and answers, and the steps of a flow.

A flow is a generator that decides what to do next and does no input or output itself. It yields a step and
gets its result. So one flow serves programs with and without asyncio: see `driving`.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, TypeVar, Union

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """A request, as a transport sends it. Its result is a `Reply`, or `NoAnswer` is raised."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Names are in lower case."""
    content: bytes | None = None
    timeout_s: float = 100.0
    """Seconds without a byte after which the request fails."""


@dataclass(frozen=True)
class Reply:
    """An answer as it came: the status, the headers and the exact bytes."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names are in lower case."""
    content: bytes = b""

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def json(self) -> Any:
        """The value of the body.

        Raises:
            ValueError: the body is no JSON.
        """
        return json.loads(self.content)


@dataclass(frozen=True)
class Pause:
    """Waits."""

    seconds: float


@dataclass(frozen=True)
class Work:
    """Does what takes long without a request, such as reading a file. Its result is that of the task."""

    task: Callable[[], Any]


@dataclass(frozen=True)
class Together:
    """Runs flows at the same time to their ends, and then raises the error of the first that failed."""

    flows: Sequence[Flow[Any]]


@dataclass(frozen=True)
class Item:
    """Hands a value to the caller, who iterates over the flow."""

    value: Any


Step = Union[Request, Pause, Work, Together, Item]
Flow = Generator[Step, Any, T]
