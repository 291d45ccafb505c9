"""Tests the clients against an API: `round.py URL KEY USER PASSWORD TARGET`. The user logs in with the password."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import sys
import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any
from unittest.mock import patch

import outcomes
import pandas
import polars

from downpour import (
    APIError,
    AuthMethod,
    Client,
    ClientConfiguration,
    Credentials,
    NoAnswer,
    Reply,
    Request,
    SyncClient,
    UrllibTransport,
    dumps,
    new_client,
)

url, key, user, password, target = sys.argv[1:]
WITH_KEY = Credentials(apikey=key)
WITH_PASSWORD = Credentials(user, password)
TIMES = {"start": 1_700_000_000_000, "stop": 1_700_000_060_000}
#: The two transports: the standard library, and httpx.
TRANSPORTS = {
    "urllib": lambda: ClientConfiguration(transport=UrllibTransport()),
    "httpx": ClientConfiguration,
}
DOCUMENT = f"""
name: gate
http: {{ host: '{target}', sharedConnections: 20 }}
phases:
- browse:
    constantRate:
      usersPerSec: 20
      duration: !param SECONDS 9
      scenario:
      - products:
        - httpRequest: {{ GET: / }}
"""


async def signed_in() -> None:
    """All ways to sign in work, with and without asyncio, over both transports."""
    async with await new_client(url) as anonymous:
        version = await anonymous.raw_client.api.config.version.get()
        assert version["version"] == Client.version() == SyncClient.version(), version
        refused = await error_of(anonymous.raw_client.api.run.list_.get())
        assert (refused.status, refused.code, refused.response_status_code) == (401, "UNAUTHORIZED", 401)
        assert refused.request_id and refused.hint and "Credentials" in refused.hint, refused
    by_token = await new_client(url, WITH_PASSWORD)
    token = by_token._login._token
    ways = [
        (WITH_KEY, AuthMethod.API_KEY, "admin"),
        (WITH_PASSWORD, AuthMethod.BEARER, user),
        (Credentials(token=token), AuthMethod.BEARER, user),
        (Credentials(token=lambda: token), AuthMethod.BEARER, user),
    ]
    if not os.environ.get("ISSUER"):
        ways.append((WITH_PASSWORD, AuthMethod.BASIC, user))
    for credentials, method, name in ways:
        for transport in (None, UrllibTransport()):
            configuration = ClientConfiguration(auth_method=method, transport=transport)
            async with await new_client(url, credentials, configuration) as client:
                assert (await client.raw_client.api.user.me.get())["user"] == name, (method, transport)
            with SyncClient(url, credentials, configuration) as direct:
                assert direct.raw_client.api.user.me.get()["user"] == name, (method, transport)
    await by_token.close()


async def wrong_password() -> None:
    error = await error_of(new_client(url, Credentials(user, "wrong password")))
    assert (error.status, error.code[:5]) == (401, "HTTP_") or error.code == "UNAUTHORIZED", error.code
    for credentials, method in [
        (Credentials(password="x"), None),
        (Credentials(username="x"), None),
        (WITH_KEY, AuthMethod.BASIC),
        (WITH_PASSWORD, AuthMethod.API_KEY),
    ]:
        try:
            await new_client(url, credentials, ClientConfiguration(auth_method=method))
        except ValueError as refused:
            assert password not in str(refused) and key not in str(refused)
        else:
            raise AssertionError(f"{credentials} with {method} is accepted")
    assert key not in repr(WITH_KEY) and password not in repr(WITH_PASSWORD)


def digits() -> None:
    """A document keeps its digits when it is uploaded, read and uploaded again."""
    text = '{"$schema":"urn:a","price":1.10,"large":12345678901234567890,"list":[1e400,-0]}'
    for configuration in TRANSPORTS.values():
        with SyncClient(url, WITH_KEY, configuration()) as client:
            run = client.upload(text.encode(), test="digits", **TIMES)
            assert client.query(run, "$.price") == Decimal("1.10")
            assert str(client.query(run, "$.price")) == "1.10"
            assert client.query(run, "$.large", array=True, schema_uri="urn:a") == [12345678901234567890]
            assert client.query(run, "$.missing") is None
            document = client.document(run)
            assert dumps(document) == text.replace("1e400", "1E+400"), dumps(document)
            again = client.upload(dumps(document["price"] and document).encode(), test="digits", **TIMES)
            assert again != run and client.raw_client.api.run.by_id(again).data.text() == dumps(document)
            part = client.raw_client.api.run.by_id(run)
            assert part.description.post("release 4.1") is None
            assert part.summary.get()["description"] == "release 4.1"
            etag = part.data.reply().headers["etag"]
            assert part.data.reply(headers={"if-none-match": etag}).status == 304
            try:
                client.query(run, "$.list[")
            except APIError as error:
                assert error.status == 400 and "column" in error.message, error
            else:
                raise AssertionError("a wrong path is accepted")


async def lists() -> None:
    """All pages of a list together have each run once, with a cursor and with `before`."""
    async with await new_client(url, WITH_KEY) as client:
        data = client.raw_client.api.run.data
        for start in (1, 2, 3):
            await data.post({"start": start}, test="pages", start=start, stop=9)
        pages = client.raw_client.api.run.list_.pages(test="pages", limit=1)
        assert [run["start"] async for page in pages for run in page["runs"]] == [3, 2, 1]
        entries: list[str] = []
        async for page in client.raw_client.api.audit.pages(limit=1):
            entries += [entry["operation"] for entry in page["entries"]]
            if len(entries) == 3:
                break
        with SyncClient(url, WITH_KEY) as direct:
            rows = [
                run
                for page in direct.raw_client.api.run.list_.pages(test="pages", limit=2)
                for run in page["runs"]
            ]
            assert len(rows) == 3
        query = {"test": "keyed", **TIMES}
        same = [await data.post({"a": 1}, **query, headers={"idempotency-key": "ci-7"}) for _ in range(2)]
        assert same[0] == same[1], same


async def uploads() -> None:
    """Documents of any size: in one request, compressed, in parts, from a path, from bytes and from a file."""
    small = {"startTime": 1_700_000_000_000, "endTime": 1_700_000_060_000, "a": 1}
    middle = {**small, "rows": [{"at": at, "name": f"{at} " * 100} for at in range(9_000)]}
    large = {**small, "rows": [os.urandom(2_000).hex() for _ in range(5_000)]}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size, document in {"small": small, "middle": middle, "large": large}.items():
            (folder / f"{size}.json").write_text(json.dumps(document))
        (folder / "packed.json.gz").write_bytes(gzip.compress((folder / "small.json").read_bytes()))
        async with await new_client(url, WITH_KEY) as client:
            for path in sorted(folder.iterdir()):
                seen: list[tuple[int, int]] = []
                run = await client.upload(
                    path, test="sizes", progress=lambda *one, into=seen: into.append(one)
                )
                expected = {"small": small, "middle": middle, "large": large, "packed": small}[
                    path.name.split(".")[0]
                ]
                assert await client.raw_client.api.run.by_id(run).data.get() == expected, path
                size = len(json.dumps(expected))
                assert seen[0] == (0, size) and seen[-1] == (size, size), seen
                assert seen == sorted(seen) and (len(seen) > 2) == (size > 16 * 1024 * 1024), (path, seen)
                summary = await client.raw_client.api.run.by_id(run).summary.get()
                assert (summary["start"], summary["stop"]) == (small["startTime"], small["endTime"]), summary
                assert await client.upload(path, test="sizes") == run, "the same document is another run"
                with path.open("rb") as file:
                    assert await client.upload(file, test="sizes", again=True) != run
            metadata = {"$schema": "urn:env", "cores": Decimal("4.50")}
            described = await client.upload(b'{"b":2}', test="sizes", metadata=metadata, access="PUBLIC")
            part = client.raw_client.api.run.by_id(described)
            assert "4.50" in await part.metadata.text()
            assert (await part.summary.get())["access"] == "PUBLIC"
        with SyncClient(url, WITH_KEY, TRANSPORTS["urllib"]()) as direct:
            seen = []
            run = direct.upload(
                folder / "large.json", test="sizes", again=True, progress=lambda *one: seen.append(one)
            )
            assert direct.raw_client.api.run.by_id(run).data.get() == large and len(seen) > 2


class Store(UrllibTransport):
    """Answers the first uploaded parts with these answers. The store answers all others."""

    def __init__(self, *answers: Reply | NoAnswer | None) -> None:
        super().__init__()
        self.answers = list(answers)
        self.parts = 0

    def send(self, request: Request) -> Reply:
        if request.method == "PUT":
            self.parts += 1
            answer = self.answers.pop(0) if self.answers else None
            if isinstance(answer, NoAnswer):
                raise answer
            if answer is not None:
                return answer
        return super().send(request)


def parts() -> None:
    """An interrupted upload continues, a part is sent again after a failure, and an expired address is renewed."""
    document = dumps({"startTime": 1, "endTime": 2, "rows": [os.urandom(2_000).hex() for _ in range(8_000)]})

    def upload(store: Store, again: bool) -> Any:
        with SyncClient(url, WITH_KEY, ClientConfiguration(transport=store)) as client:
            try:
                return client.upload(document.encode(), test="parts", again=again)
            except APIError as error:
                return error

    whole = Store()
    first = upload(whole, again=True)
    assert isinstance(first, int) and whole.parts == 2, whole.parts
    # Parts whose upload has begun still arrive, and no other part begins.
    cut = Store(None, Reply(507))
    error = upload(cut, again=False)
    assert (error.code, "disk is full" in error.message) == ("UPLOAD_FAILED", True), error
    rest = Store()
    run = upload(rest, again=False)
    assert isinstance(run, int) and run != first and rest.parts == 1, rest.parts
    assert upload(Store(), again=False) == run
    with SyncClient(url, WITH_KEY) as client:
        try:
            client.upload(document.encode(), test="parts", schema="urn:a")
        except APIError as refused:
            assert refused.code == "SCHEMA_NOT_WRITTEN", refused
        else:
            raise AssertionError("the schema is lost")
    with patch("downpour.uploads._PART_PAUSES_S", (0.01, 0.01, 0.01)):
        moody = Store(Reply(403), NoAnswer("reset"), Reply(503))
        assert isinstance(upload(moody, again=True), int) and moody.parts == whole.parts + 3
        error = upload(Store(NoAnswer("wrong certificate", may_pass=False)), again=True)
        assert error.code == "UPLOAD_FAILED" and "wrong certificate" in error.message, error


async def large_answers() -> None:
    """The client reads an answer of any size, also from its own address, and can return a link to it."""
    rows = {"rows": [{"at": at, "name": f"{at} " * 200} for at in range(9_000)]}
    async with await new_client(url, WITH_KEY) as client:
        run = await client.upload(json.dumps(rows).encode(), test="answers", **TIMES)
        assert await client.raw_client.api.run.by_id(run).data.get() == rows
        link = await client.raw_client.api.run.by_id(run).data.url()
        assert link.startswith("http") and not link.startswith(url)
        with SyncClient(url, WITH_KEY, TRANSPORTS["urllib"]()) as direct:
            assert direct.raw_client.api.run.by_id(run).data.get() == rows
            assert direct.query(run, "$.rows[8999].at") == 8999


async def frames() -> None:
    """The label values of a whole test can be read as a data frame."""
    async with await new_client(url, WITH_PASSWORD) as client:
        api = client.raw_client.api
        schema = await api.schema.post({"uri": "urn:frames:1", "name": "frames", "owner": "dev-team"})
        number = schema["id"] if isinstance(schema, dict) else schema
        for label, path in {"release": "$.release", "p99": "$.p99"}.items():
            extractor = {"name": label, "jsonpath": path, "isarray": False}
            await api.schema.by_id(number).labels.post(
                [{"name": label, "extractors": [extractor], "owner": "dev-team", "access": "PRIVATE"}]
            )
        for at in range(5):
            document = {"$schema": "urn:frames:1", "release": f"4.{at % 2}", "p99": 10.5 + at}
            await api.run.data.post(document, test="frames", start=at + 1, stop=at + 2, owner="dev-team")
        rows: list[Any] = []
        while len([row for row in rows if row["values"]]) < 5:
            await asyncio.sleep(0.2)
            test = (await api.test.by_name.by_name("frames").get())["id"]
            rows = await api.test.by_id(test).label_values.get()
        for library, kind in (
            ("pandas", pandas.DataFrame),
            ("polars", polars.DataFrame),
            (None, pandas.DataFrame),
        ):
            for limit in (2, 10_000):
                frame = await client.label_values("frames", library, sort="start", limit=limit)
                assert isinstance(frame, kind) and len(frame) == 5, frame
                assert sorted(frame["p99"]) == [10.5, 11.5, 12.5, 13.5, 14.5], frame
        with patch("downpour.frames._has", lambda name: name == "pandas"):
            table = await client.label_values("frames", filtering=True, multi_filter=False)
            assert set(table["p99"]) == set(frame["p99"]) and set(table.columns) == set(frame.columns), table
            assert set(table["release"]) == {"4.0", "4.1"}, table
            assert set(table["start"]) == set(frame["start"]), table
        await api.test.post({"name": str(test), "owner": "dev-team"})
        with SyncClient(url, WITH_PASSWORD) as direct:
            assert set(direct.label_values(test)["release"]) == {"4.0", "4.1"}
            assert direct.label_values(str(test)).empty


async def bursts() -> None:
    """A burst is watched to its end, and its run has all requests."""
    async with await new_client(url, WITH_KEY) as client:
        started = await client.start(DOCUMENT, parameters={"SECONDS": 3})
        seconds = [second async for second in client.watch(started)]
        assert [second["second"] for second in seconds] == list(range(len(seconds))), seconds
        assert len(seconds) >= 3 and {second["phase"] for second in seconds} == {"browse"}
        sent = sum(second["requestsPerSec"] for second in seconds)
        status = await client.raw_client.api.burst.by_id(started["id"]).get()
        # On a busy machine the numbers of the run may not be good enough for a verdict.
        assert status["state"] in ("passed", "inconclusive"), status
        run = (await client.raw_client.api.run.by_id(status["runId"]).summary.get())["outcome"]
        # The last second is shorter, so its rate is not a whole number.
        assert abs(sent - run["requests"]) < 1, (sent, run)
        with SyncClient(url, WITH_KEY) as direct:
            assert [one["second"] for one in direct.watch(started["id"])] == [
                one["second"] for one in seconds
            ]
        error = await error_of(anext_of(client.watch("b-20200101-000000-zzzz")))
        assert error.status == 404, error


async def anext_of(items: Any) -> Any:
    return await items.__anext__()


async def error_of(call: Any) -> APIError:
    try:
        await call
    except APIError as error:
        return error
    raise AssertionError("no error")


outcomes.run(
    {
        "every way to sign in, with and without asyncio, over both transports": signed_in,
        "credentials that do not fit are refused without their words": wrong_password,
        "a document keeps its digits on its way in and out": digits,
        "pages have every run once": lists,
        "documents of any size are uploaded with progress": uploads,
        "an upload in parts survives interruptions": parts,
        "large answers are read, and have links": large_answers,
        "label values are a frame of pandas or polars": frames,
        "a burst is watched to its end": bursts,
    }
    if not os.environ.get("ISSUER")
    else {"every way to sign in, with and without asyncio, over both transports": signed_in}
)
