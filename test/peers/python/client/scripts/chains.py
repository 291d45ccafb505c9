"""Calls every operation by its chain, and prints the requests: `chains.py`. Arguments have values of any kind."""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import Any

from downpour import Client, ClientConfiguration, Reply, Request, SyncClient
from downpour.segments import Segment

ADDRESS = "http://downpour"
VERBS = ("get", "put", "post", "delete")


class Seen:
    """Answers each request with an empty answer."""

    def __init__(self) -> None:
        self.requests: list[str] = []

    def send(self, request: Request) -> Reply:
        path = request.url.removeprefix(ADDRESS).partition("?")[0]
        self.requests.append(f"{request.method} {path}")
        return Reply(204)

    def close(self) -> None:
        pass


def calls(segment: Any) -> list[Any]:
    """All calls at a segment and below it, with a call for each of its own verbs."""
    own = [getattr(segment, verb) for verb in VERBS if hasattr(segment, verb)]
    children = [child for child in vars(segment).values() if isinstance(child, Segment)]
    by = [
        name for name in dir(segment) if name.startswith("by_") and inspect.ismethod(getattr(segment, name))
    ]
    children += [getattr(segment, name)(f"{{{name}}}") for name in by]
    return own + [call for child in children for call in calls(child)]


def arguments(call: Any) -> dict[str, Any]:
    parameters = inspect.signature(call).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty and one.kind is not one.VAR_KEYWORD]
    assert call.__doc__ and all(f"{name}:" in call.__doc__ for name in needed), call
    return {name: {} if name == "body" else "x" for name in needed}


async def awaited(client: Client) -> None:
    for segment in vars(client.raw_client).values():
        for call in calls(segment):
            await call(**arguments(call))


def direct(client: SyncClient) -> None:
    for segment in vars(client.raw_client).values():
        for call in calls(segment):
            call(**arguments(call))


seen = {"with asyncio": Seen(), "without asyncio": Seen()}
asyncio.run(awaited(Client(ADDRESS, configuration=ClientConfiguration(transport=seen["with asyncio"]))))
direct(SyncClient(ADDRESS, configuration=ClientConfiguration(transport=seen["without asyncio"])))
print(json.dumps({kind: transport.requests for kind, transport in seen.items()}))
