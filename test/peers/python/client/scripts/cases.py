"""Runs the cases that the clients of all languages share with the clients for Python: `cases.py cases.json`."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from functools import partial
from typing import Any, Callable
from unittest.mock import patch

import outcomes

from downpour import APIError, Client, ClientConfiguration, Credentials, NoAnswer, Reply, Request, SyncClient

ORIGIN = "http://api.test"
#: Answers that only a browser can have.
HIDDEN = "hidden"


class Scripted:
    """Checks each request of a case, and gives its answer."""

    def __init__(self, exchanges: list[dict[str, Any]]) -> None:
        self.exchanges = exchanges
        self.seen: list[Request] = []

    def send(self, request: Request) -> Reply:
        self.seen.append(request)
        assert len(self.seen) <= len(self.exchanges), f"a further request: {request.method} {request.url}"
        exchange = self.exchanges[len(self.seen) - 1]
        if "answer" not in exchange:
            raise NoAnswer(exchange["lost"])
        answer = exchange["answer"]
        headers = {"content-type": "application/json"} if "json" in answer else {}
        body = json.dumps(answer["json"]) if "json" in answer else answer.get("text", "")
        return Reply(answer["status"], {**headers, **answer.get("headers", {})}, body.encode())

    def close(self) -> None:
        pass


def hold(case: dict[str, Any], call: Callable[..., tuple[Any, list[Any]]]) -> None:
    transport = Scripted(case["exchanges"])
    value, read, pauses = call(case, transport)
    if "error" in case:
        assert isinstance(value, APIError), value
        facts = {
            "status": value.status,
            "code": value.code,
            "message": value.message,
            "details": value.details,
            "requestId": value.request_id,
        }
        assert {k: v for k, v in facts.items() if v is not None} == case["error"], facts
    elif "reply" in case:
        headers = {name: value.headers.get(name) for name in case["reply"]["headers"]}
        assert {"status": value.status, "headers": headers, "text": value.text} == case["reply"], value
    else:
        assert value == case.get("value"), value
    assert read == case.get("pages", []), read
    assert [round(pause * 1000) for pause in pauses] == case.get("pausesMs", []), pauses
    assert len(transport.seen) == len(case["exchanges"])
    for exchange, seen in zip(case["exchanges"], transport.seen):
        hold_request(exchange["request"], seen, transport.seen[0])


def hold_request(expected: dict[str, Any], seen: Request, first: Request) -> None:
    assert (seen.method, parts_of(seen.url)) == (expected["method"], parts_of(expected["url"])), seen
    for name, value in expected.get("headers", {}).items():
        assert seen.headers.get(name) == (first.headers[name] if value == "*" else value), (
            name,
            seen.headers,
        )
        assert value != "*" or re.fullmatch(r"\S{16,}", seen.headers[name])
    for name in expected.get("absent", []):
        assert name not in seen.headers, seen.headers
    text = (seen.content or b"").decode()
    assert "json" not in expected or json.loads(text) == expected["json"], text
    assert text == expected.get("text", text), text


def parts_of(url: str) -> tuple[str, list[str]]:
    """Sorts the parameters of an address, because their order has no meaning."""
    path, _, query = (url if "://" in url else ORIGIN + url).partition("?")
    return path, sorted(query.split("&"), key=lambda pair: pair.partition("=")[0])


def client_of(kind: Any, case: dict[str, Any], transport: Scripted) -> tuple[Any, dict[str, str]]:
    """Makes the client of a case, and returns the headers for which it has no option."""
    options = case.get("options", {})
    headers = dict(options.get("headers", {}))
    credentials = Credentials(apikey=options.get("apiKey"))
    if "authorization" in headers and credentials.apikey is None:
        credentials = Credentials(token=headers.pop("authorization").split(" ")[1])
    configuration = ClientConfiguration(service=options.get("service", "downpour"), transport=transport)
    return kind(ORIGIN, credentials, configuration), headers


def prepared(client: Any, headers: dict[str, str], call: dict[str, Any]) -> Any:
    """Follows the chain of an operation, and calls the operation."""
    first = call["path"][0]
    chain = client.raw_client if first == "realms" else client.raw_client.api
    for segment in call["path"]:
        if isinstance(segment, str):
            chain = getattr(chain, {"list": "list_"}.get(segment, snake(segment)))
        else:
            by = next(
                name for name in dir(chain) if name.startswith("by_") and callable(getattr(chain, name))
            )
            chain = getattr(chain, by)(segment["by"])
    body = next((call[kind] for kind in ("json", "text", "form") if kind in call), None)
    body = call["bytes"].encode() if "bytes" in call else body
    options: dict[str, Any] = {"headers": {**headers, **call.get("headers", {})}}
    if "isRepeatable" in call:
        options["is_repeatable"] = call["isRepeatable"]
    if "as" in call:
        return getattr(chain, call["as"])(call["verb"], query=call.get("query"), **options)
    query = {snake(name): value for name, value in call.get("query", {}).items()}
    return getattr(chain, call["verb"])(*([] if body is None else [body]), **query, **options)


def snake(name: str) -> str:
    return re.sub(r"\W+", "_", re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)).lower()


def without_asyncio(case: dict[str, Any], transport: Scripted) -> Any:
    pauses: list[float] = []
    read: list[Any] = []
    with patch("time.sleep", pauses.append):
        client, headers = client_of(SyncClient, case, transport)
        try:
            value = prepared(client, headers, case["call"])
            if case["call"]["verb"] == "pages":
                for page in value:
                    read.append(page)
                value = None
        except APIError as error:
            value = error
    return value, read, pauses


def with_asyncio(case: dict[str, Any], transport: Scripted) -> Any:
    pauses: list[float] = []
    read: list[Any] = []

    async def main() -> Any:
        client, headers = client_of(Client, case, transport)
        try:
            result = prepared(client, headers, case["call"])
            if case["call"]["verb"] != "pages":
                return await result
            async for page in result:
                read.append(page)
        except APIError as error:
            return error

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    with patch("asyncio.sleep", pause):
        value = asyncio.run(main())
    return value, read, pauses


cases = json.load(open(sys.argv[1]))
kinds = {"with asyncio": with_asyncio, "without asyncio": without_asyncio}
outcomes.run(
    {
        f"{case['name']}, {kind}": partial(hold, case, call)
        for case in cases
        for kind, call in kinds.items()
        if not any(HIDDEN in exchange.get("answer", {}) for exchange in case["exchanges"])
    }
)
