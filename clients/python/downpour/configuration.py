"""How a client signs in, and how it sends requests."""

from __future__ import annotations

import enum
import ssl
from dataclasses import dataclass, field
from typing import Callable, Union

from .transports import AsyncTransport, Transport


class AuthMethod(enum.Enum):
    """How a client signs in."""

    API_KEY = "API_KEY"
    """An API key, in the header of the service."""
    BEARER = "BEARER"
    """The token of `Credentials`, or a token that the client gets for the name and the password."""
    BASIC = "BASIC"
    """The name and the password, in every request."""


@dataclass(frozen=True)
class Credentials:
    """The name, key or token of the caller."""

    username: str | None = None
    password: str | None = field(default=None, repr=False)
    apikey: str | None = field(default=None, repr=False)
    token: Union[str, Callable[[], str], None] = field(default=None, repr=False)
    """A token of the issuer that the server trusts. A function is called for each request."""


@dataclass(frozen=True)
class ClientConfiguration:
    """How a client signs in, and how it sends requests."""

    auth_method: AuthMethod | None = None
    """Absent: `API_KEY` with a key, else `BEARER`."""
    service: str = "downpour"
    """The `<service>` of the header `X-<service>-API-Key`, when a deployment has changed it."""
    timeout_s: float = 100.0
    """Seconds without a byte of the answer after which a request fails."""
    ssl_context: ssl.SSLContext | None = None
    """The certificates that the client trusts. Absent: those of the system."""
    transport: Union[Transport, AsyncTransport, None] = None
    """Sends the requests. Absent: httpx where it is installed, else the standard library."""
