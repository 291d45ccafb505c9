"""A client of Downpour, a load driver and a repository of its results.

client = await new_client(url, Credentials(apikey=key))
version = await client.raw_client.api.config.version.get()
"""

from .client import Client, SyncClient, new_client
from .configuration import AuthMethod, ClientConfiguration, Credentials
from .errors import APIError, NoAnswer
from .exchange import Reply, Request
from .lossless import dumps, loads
from .transports import (
    AsyncHttpxTransport,
    AsyncTransport,
    HttpxTransport,
    Threaded,
    Transport,
    UrllibTransport,
)
from .watching import Second

__all__ = [
    "APIError",
    "AsyncHttpxTransport",
    "AsyncTransport",
    "AuthMethod",
    "Client",
    "ClientConfiguration",
    "Credentials",
    "HttpxTransport",
    "NoAnswer",
    "Reply",
    "Request",
    "Second",
    "SyncClient",
    "Threaded",
    "Transport",
    "UrllibTransport",
    "dumps",
    "loads",
    "new_client",
]
