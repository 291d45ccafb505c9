"""The flow of one call: its headers, its repeats, its redirect and its answer."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Protocol, TypedDict, Union
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

from . import lossless
from .contract.facts import VERSION
from .errors import APIError, NoAnswer
from .exchange import Flow, Item, Pause, Reply, Request

#: Epoch milliseconds, an ISO time, a path of a document, or a time with its zone.
Time = Union[str, int, datetime]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_REDIRECTS_MAX = 3
#: Pauses before the repeats. A server may ask for others, up to the longest.
_PAUSES_S = (0.3, 1.0, 3.0)
_PAUSE_S_MAX = 10.0
_OVERLOAD = (429, 503)
_FAILURES = (*_OVERLOAD, 500, 502, 504)


class Options(TypedDict, total=False):
    """Options that every call takes besides its own arguments."""

    headers: Mapping[str, str]
    """Further headers, such as `if-none-match`, or an `idempotency-key` of your own."""
    timeout_s: float
    """Seconds without a byte of the answer after which the request fails."""
    is_repeatable: bool
    """Whether to repeat the request when its answer was lost or has the status 429, 500, 502, 503 or 504.
    Absent: true with an idempotency key; a GET is repeated for the statuses 429 and 503.
    """


class Login(Protocol):
    """The credentials of a caller."""

    def headers(self, caller: Caller) -> Flow[dict[str, str]]:
        """The headers that tell the server who sends the next request."""
        ...


@dataclass(frozen=True)
class Caller:
    """Calls operations of one server."""

    origin: str
    login: Login
    timeout_s: float

    def at(self, origin: str) -> Caller:
        """The same caller at another server."""
        return replace(self, origin=origin.rstrip("/"))

    def call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        options: Options | None = None,
        body: Any = None,
        *,
        is_form: bool = False,
        is_keyed: bool = False,
        is_open: bool = False,
        wants: str = "value",
    ) -> Flow[Any]:
        """Sends a request, again where that is safe, and returns the value of its answer.

        Args:
            wants: `value`, `text`, `reply`, `url` of the stored answer, or `page` for the reply and the value.

        Raises:
            APIError: the operation gave no value.
        """
        what = f"{method} {path}"
        given = options or {}
        # URLs resolve dots, so such a request would call another operation.
        if re.search(r"/\.{0,2}(/|$)", path):
            problem = "is not a path of the API, because a part of it is empty, '.' or '..'"
            raise APIError("PATH_INVALID", what, problem)
        content, kind = content_of(body, is_form=is_form)
        headers = {"user-agent": f"downpour-python/{VERSION}"}
        if kind:
            headers["content-type"] = kind
        if not is_open:
            headers.update((yield from self.login.headers(self)))
        if is_keyed:
            headers["idempotency-key"] = secrets.token_hex(16)
        headers.update({name.lower(): value for name, value in (given.get("headers") or {}).items()})
        search = search_of({**(query or {}), **({"redirect": False} if wants == "url" else {})})
        timeout_s = given.get("timeout_s") or self.timeout_s
        request = Request(method, self.origin + path + search, headers, content, timeout_s)
        allowed = given.get("is_repeatable")
        is_safe = is_keyed if allowed is None else allowed
        reads = method == "GET" and allowed is not False
        passing = _FAILURES if is_safe else _OVERLOAD if reads else ()
        for pause_s in (*_PAUSES_S, None):
            try:
                reply = yield from following(request)
            except NoAnswer as error:
                if pause_s is None or not is_safe or not error.may_pass:
                    raise APIError("UNREACHABLE", what, f"has no answer: {error}") from error
                yield Pause(pause_s)
                continue
            wait_s = pause_of(reply, pause_s) if reply.status in passing else None
            if wait_s is None:
                return answer_of(reply, what, wants)
            yield Pause(wait_s)
        raise AssertionError("the last attempt returns or raises")

    def pages(
        self,
        path: str,
        cursor: str,
        begins_empty: bool,
        query: Mapping[str, Any],
        options: Options | None = None,
    ) -> Flow[None]:
        """Reads a list page by page, as far as the caller goes."""
        asked = {cursor: "" if begins_empty else None, **{k: v for k, v in query.items() if v is not None}}
        while True:
            reply, page = yield from self.call("GET", path, asked, options, wants="page")
            yield Item(page)
            following_page = page.get("next") if isinstance(page, dict) else None
            asked[cursor] = following_page or linked(reply, cursor)
            if not asked[cursor]:
                return


def content_of(body: Any, *, is_form: bool) -> tuple[bytes | None, str | None]:
    """The bytes of a body and their type. Bytes are sent as they are."""
    if body is None:
        return None, None
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body), "application/json"
    if isinstance(body, str):
        return body.encode(), "text/plain; charset=utf-8"
    if is_form:
        return urlencode(body).encode(), "application/x-www-form-urlencoded"
    return lossless.dumps(body).encode(), "application/json"


def named(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters under their names in the contract, such as `schemaUri` for `schema_uri`."""
    return {
        re.sub(r"_([a-z])", lambda found: found[1].upper(), name.rstrip("_")): value
        for name, value in arguments.items()
    }


def search_of(query: Mapping[str, Any]) -> str:
    """The parameters of a URL. A list is repeated, and an absent value is left out."""
    pairs = [
        (name, str(one).lower() if isinstance(one, bool) else str(time_of(name, one)))
        for name, value in query.items()
        for one in (value if isinstance(value, (list, tuple, set)) else [value])
        if one is not None
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def time_of(name: str, value: Any) -> Any:
    """A time in epoch milliseconds. Any other value is returned as it is.

    Raises:
        ValueError: the time has no zone, so it could mean several instants.
    """
    if not isinstance(value, datetime):
        return value
    if value.utcoffset() is None:
        raise ValueError(
            f"{name}={value!r} has no time zone: use datetime.now(timezone.utc) or .astimezone()"
        )
    return (value - _EPOCH) // timedelta(milliseconds=1)


def following(request: Request) -> Flow[Reply]:
    """A large answer is at an address of its own (303), which must not get the credentials."""
    reply: Reply = yield request
    for _ in range(_REDIRECTS_MAX):
        if reply.status != 303:
            break
        address = urljoin(request.url, reply.headers.get("location", ""))
        reply = yield Request("GET", address, timeout_s=request.timeout_s)
    return reply


def pause_of(reply: Reply, pause_s: float | None) -> float | None:
    """The pause before a repeat; None when the answer is final."""
    asked = reply.headers.get("retry-after")
    if pause_s is None or not asked:
        return pause_s
    try:
        asked_s = float(asked) if asked.isdigit() else parsedate_to_datetime(asked).timestamp() - time.time()
    except (TypeError, ValueError):
        return pause_s
    return None if asked_s > _PAUSE_S_MAX else max(0.0, asked_s)


def answer_of(reply: Reply, what: str, wants: str) -> Any:
    is_ok = 200 <= reply.status < 300
    kind = reply.headers.get("content-type", "")
    if wants == "reply" and (is_ok or reply.status == 304):
        return reply
    text = reply.text
    body = parsed(text) if not kind or "json" in kind else text
    if not is_ok:
        raise APIError(
            f"HTTP_{reply.status}", what, f"was answered with status {reply.status}", reply=reply, body=body
        )
    if wants == "text":
        return text
    is_text = re.match(r"text/(?!html)", kind) is not None
    if text == "":
        value: Any = "" if is_text and reply.status == 200 else None
    elif is_text or body is not text:
        value = body
    else:
        form = "and the answer does not have the form that a Downpour server sends"
        foreign = f"was answered with {kind or 'no content type'}, {form}"
        raise APIError("FOREIGN", what, foreign, reply=reply, body=body)
    if wants == "page":
        return reply, value
    return value["url"] if wants == "url" else value


def parsed(text: str) -> Any:
    """The value of a text in JSON, or the same text."""
    try:
        return json.loads(text, parse_constant=lossless.refuse)
    except ValueError:
        return text


def linked(reply: Reply, name: str) -> str | None:
    """The cursor in the header `Link` (RFC 8288) of a list that has no room for it."""
    found = re.search(r'<([^>]*)>; *rel="?next', reply.headers.get("link", ""))
    cursors = parse_qs(urlsplit(found[1]).query).get(name) if found else None
    return cursors[0] if cursors else None
