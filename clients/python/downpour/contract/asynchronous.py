# Written by `npm run generate` from schema/openapi.json. Do not edit.
"""All operations of the API as chains of path segments, for programs with asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ..segments import AsyncCore, AsyncSegment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from typing_extensions import Unpack

    from ..segments import Call, Options, Text
    from . import models


class ConfigVersion(AsyncSegment):
    """The path `/api/config/version`."""

    def get(self, **options: Unpack[Options]) -> Call[models.VersionInfo]:
        """Read the version of the server.

        Needs no API key. The same is answered with a slash at the end.
        """
        return self._call("GET", {}, options)


class ConfigKeycloak(AsyncSegment):
    """The path `/api/config/keycloak`."""

    def get(self, **options: Unpack[Options]) -> Call[models.KeycloakConfig]:
        """Find out where clients log in.

        Needs no API key. The answer has the address, realm and client of the issuer whose tokens
        the deployment takes. Without an issuer the service itself gives tokens for passwords, and
        the address is `DOWNPOUR_PUBLIC_URL`, which a deployment in AWS sets by itself. Without it,
        only callers on the machine of the service get an address.
        """
        return self._call("GET", {}, options)


class ConfigWeb(AsyncSegment):
    """The path `/api/config/web`."""

    def get(self, **options: Unpack[Options]) -> Call[models.WebConfig]:
        """Read the settings that a client needs before it signs in.

        Needs no API key. The answer has the name of the header for API keys, the ways to sign in,
        and whether callers without credentials read public records.
        """
        return self._call("GET", {}, options)


class ConfigDatastoreTypes(AsyncSegment):
    """The path `/api/config/datastore/types`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.DatastoreType]]:
        """List the types of datastores."""
        return self._call("GET", {}, options)


class ConfigDatastoreByIdTest(AsyncSegment):
    """The path `/api/config/datastore/{id}/test`."""

    def get(self, **options: Unpack[Options]) -> Call[models.DatastoreTestResponse]:
        """Try to reach a datastore.

        For testers of the team that owns it. It is asked something small, with the secret that it
        has.
        """
        return self._call("GET", {}, options)


class ConfigDatastoreById(AsyncSegment):
    """The path `/api/config/datastore/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.test = ConfigDatastoreByIdTest(core, f"{path}/test")

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a datastore.

        For testers of the team that owns it, when no test names it.
        """
        return self._call("DELETE", {}, options)


class ConfigDatastore(AsyncSegment):
    """The path `/api/config/datastore`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.types = ConfigDatastoreTypes(core, f"{path}/types")

    def by_id(self, id: int | str) -> ConfigDatastoreById:
        """Id of the datastore."""
        return ConfigDatastoreById(self._core, self._below(id))

    def get(self, *, team: Text | None = None, **options: Unpack[Options]) -> Call[list[models.Datastore]]:
        """List datastores.

        The repository itself comes first. Secrets are masked.

        Args:
            team: Only those that tests of this team may name, which are its own and those that are
                PUBLIC.
        """
        return self._call("GET", {"team": team}, options)

    def post(self, body: models.DatastoreRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Add a datastore.

        The caller needs the role of a tester in the team that owns it. Its URL lies below an
        allowed site (`/api/action/allowedSites`), which administrators list.

        Args:
            body: The datastore; its id is not looked at.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.DatastoreRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a datastore.

        Only testers of the team that owns the datastore may send this. A masked or absent secret
        stays as it is. When you change the scheme, host or port of the URL, or the user, you must
        give the secret again, so that no request can send it elsewhere.

        Args:
            body: The datastore.
        """
        return self._call("PUT", {}, options, body)


class Config(AsyncSegment):
    """The path `/api/config`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.version = ConfigVersion(core, f"{path}/version")
        self.keycloak = ConfigKeycloak(core, f"{path}/keycloak")
        self.web = ConfigWeb(core, f"{path}/web")
        self.datastore = ConfigDatastore(core, f"{path}/datastore")


class RunData(AsyncSegment):
    """The path `/api/run/data`."""

    def post(
        self,
        body: Any,
        *,
        test: Text,
        start: Text,
        stop: Text,
        owner: Text | None = None,
        access: models.AccessParameter | None = None,
        schema: Text | None = None,
        description: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[str | None]:
        """Upload a run.

        Stores the body byte for byte. A test that does not exist yet is created. `test`, `start`,
        `stop` and `description` may be a JSONPath (`$.name`, `$['name']`, `$[0]`), which is then
        looked up in the document. When the test names a datastore, the body is a query for it, of
        at most 64 KB, and each document that it finds becomes a run; the paths of `start`, `stop`
        and `description` are looked up in that document. Elasticsearch takes `{index, type,
        query}`: with the type `doc` the query is the id of a document, with `search` what is
        searched, and with `multi-index` `{metaQuery, targetIndex, docField}`, where the reply for
        the document of `targetIndex` that `docField` names comes as `$doc`. A collector takes
        `{tag, imgName, newerThan, olderThan}`.

        Args:
            body: The document. `Content-Encoding` may be gzip, deflate, br or zstd. Downpour
                unwraps a JSON string that holds an object or array. AWS gives a function at most 6
                MB, and the body travels as text in JSON. Each quote, backslash and line break
                counts twice, so typical documents fit up to about 5 MB. An encoded document
                travels in Base64: up to 4.5 MB encoded, 16 MB decoded.
            test: Name or numeric id of the test, or a path to one of these. A test whose name is
                these digits goes before one whose id they are.
            start: When the benchmark started - epoch milliseconds (digits are never seconds), an
                ISO date, an ISO date-time (UTC unless it says otherwise), or a path.
            stop: When the benchmark ended, in the forms of `start`.
            owner: The owning team, a name that ends in `-team`. Absent means the only team in
                which the caller uploads, else the caller's own team. A caller who uploads in
                several teams must name one.
            access: The users who may read the run. Absent means PRIVATE.
            schema: URI that Downpour writes as `$schema` into the document: into the root object,
                where it replaces an older value, or into the elements of a root array that have no
                `$schema`.
            description: Free text, or a path.
        """
        return self._call(
            "POST",
            {
                "test": test,
                "start": start,
                "stop": stop,
                "owner": owner,
                "access": access,
                "schema": schema,
                "description": description,
            },
            options,
            body,
            is_keyed=True,
        )


class RunListByTestId(AsyncSegment):
    """The path `/api/run/list/{testId}`."""

    def get(
        self,
        *,
        from_: int | None = None,
        to: int | None = None,
        state: Sequence[models.RunState] | None = None,
        benchmark: Text | None = None,
        text: Text | None = None,
        trashed: bool | None = None,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        sort: models.RunSort | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> Call[models.RunsSummary]:
        """List the runs of a test.

        A filtered list is walked as that of `/api/run/list`.

        Args:
            from_: Runs that started at this instant or later. Epoch milliseconds.
            to: Runs that started before this instant. Epoch milliseconds.
            state: Runs that ended in this state. Repeat it for several states. A document that
                Downpour did not write has no state.
            benchmark: Runs of the benchmark with this name.
            text: Words that are separated by blanks. Each must occur in the name of the test, in
                the name of the benchmark or in the description of the run, in capital or small
                letters.
            trashed: Whether trashed runs are listed too.
            limit: Runs on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            cursor: The `next` of another reply, or empty to begin with the first run: what follows
                costs what it shows, however deep it lies. By start only, and instead of `page`.
                Runs that come or go meanwhile move no others.
            sort: Column to sort by. Others than `start`, and `id` far from both ends, read all
                runs, so there may be 25,000 of them at most (400 SORT_TOO_LARGE).
            direction: Order of the column. Rows without a value come last either way.
        """
        return self._call(
            "GET",
            {
                "from": from_,
                "to": to,
                "state": state,
                "benchmark": benchmark,
                "text": text,
                "trashed": trashed,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "sort": sort,
                "direction": direction,
            },
            options,
        )

    def pages(
        self,
        *,
        from_: int | None = None,
        to: int | None = None,
        state: Sequence[models.RunState] | None = None,
        benchmark: Text | None = None,
        text: Text | None = None,
        trashed: bool | None = None,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        sort: models.RunSort | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.RunsSummary]:
        """List the runs of a test. One page after the other.

        A filtered list is walked as that of `/api/run/list`.

        Args:
            from_: Runs that started at this instant or later. Epoch milliseconds.
            to: Runs that started before this instant. Epoch milliseconds.
            state: Runs that ended in this state. Repeat it for several states. A document that
                Downpour did not write has no state.
            benchmark: Runs of the benchmark with this name.
            text: Words that are separated by blanks. Each must occur in the name of the test, in
                the name of the benchmark or in the description of the run, in capital or small
                letters.
            trashed: Whether trashed runs are listed too.
            limit: Runs on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            cursor: The `next` of another reply, or empty to begin with the first run: what follows
                costs what it shows, however deep it lies. By start only, and instead of `page`.
                Runs that come or go meanwhile move no others.
            sort: Column to sort by. Others than `start`, and `id` far from both ends, read all
                runs, so there may be 25,000 of them at most (400 SORT_TOO_LARGE).
            direction: Order of the column. Rows without a value come last either way.
        """
        return self._pages(
            "cursor",
            True,
            {
                "from": from_,
                "to": to,
                "state": state,
                "benchmark": benchmark,
                "text": text,
                "trashed": trashed,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "sort": sort,
                "direction": direction,
            },
            options,
        )


class RunList(AsyncSegment):
    """The path `/api/run/list`."""

    def by_test_id(self, test_id: int | str) -> RunListByTestId:
        """Id of the test."""
        return RunListByTestId(self._core, self._below(test_id))

    def get(
        self,
        *,
        test: Text | None = None,
        query: Text | None = None,
        roles: Text | None = None,
        match_all: bool | None = None,
        from_: int | None = None,
        to: int | None = None,
        state: Sequence[models.RunState] | None = None,
        benchmark: Text | None = None,
        text: Text | None = None,
        trashed: bool | None = None,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        sort: models.RunSort | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> Call[models.RunsSummary]:
        """List the runs that the caller may see.

        With `query` only the runs are listed whose documents it finds. One reply looks at up to
        10,000 runs and 64 MiB of documents, in the order of the list. When runs are left behind
        these, the reply has `next`: asked with it as `cursor`, the search goes on there, until a
        reply has none. Together the replies have what one search would have found; a run that
        comes or goes meanwhile is found or not, and no other one is lost or repeated. The
        parameters `from`, `to`, `state`, `benchmark` and `text` filter the list in the same way,
        but Downpour reads no document for them. A filtered list by start ends at `limit` runs, and
        `next` leads to the runs behind them.

        Args:
            test: Only runs of this test, by name or numeric id.
            query: The search. A text that begins with `$` (or `lax $`, `strict $`) is one
                expression in either language of queryrun. It must find something, or be true when
                it is a predicate of SQL/JSON path. A text that begins with `@` is a condition that
                some value of the document must pass. Downpour reads it as SQL/JSON path (`$.** ?
                (@...)`) when that is possible, else as JSONPath (`$..[?@...]`). Any other text is
                split at blanks and commas into names of members at any depth. A name in quotes may
                contain blanks. The word `OR` joins all of these, at most 32. An evaluation that
                fails finds nothing. Absent or blank means all runs.
            roles: Absent, empty or `__all` means all; `__my` what the caller's teams own; anything
                else is a list of teams, separated by `;`.
            match_all: Whether all words must be found, instead of one of them.
            from_: Runs that started at this instant or later. Epoch milliseconds.
            to: Runs that started before this instant. Epoch milliseconds.
            state: Runs that ended in this state. Repeat it for several states. A document that
                Downpour did not write has no state.
            benchmark: Runs of the benchmark with this name.
            text: Words that are separated by blanks. Each must occur in the name of the test, in
                the name of the benchmark or in the description of the run, in capital or small
                letters.
            trashed: Whether trashed runs are listed too.
            limit: Runs on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            cursor: The `next` of another reply, or empty to begin with the first run: what follows
                costs what it shows, however deep it lies. By start only, and instead of `page`.
                Runs that come or go meanwhile move no others.
            sort: Column to sort by. Others than `start`, and `id` far from both ends, read all
                runs, so there may be 25,000 of them at most (400 SORT_TOO_LARGE).
            direction: Order of the column. Rows without a value come last either way.
        """
        return self._call(
            "GET",
            {
                "test": test,
                "query": query,
                "roles": roles,
                "matchAll": match_all,
                "from": from_,
                "to": to,
                "state": state,
                "benchmark": benchmark,
                "text": text,
                "trashed": trashed,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "sort": sort,
                "direction": direction,
            },
            options,
        )

    def pages(
        self,
        *,
        test: Text | None = None,
        query: Text | None = None,
        roles: Text | None = None,
        match_all: bool | None = None,
        from_: int | None = None,
        to: int | None = None,
        state: Sequence[models.RunState] | None = None,
        benchmark: Text | None = None,
        text: Text | None = None,
        trashed: bool | None = None,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        sort: models.RunSort | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.RunsSummary]:
        """List the runs that the caller may see. One page after the other.

        With `query` only the runs are listed whose documents it finds. One reply looks at up to
        10,000 runs and 64 MiB of documents, in the order of the list. When runs are left behind
        these, the reply has `next`: asked with it as `cursor`, the search goes on there, until a
        reply has none. Together the replies have what one search would have found; a run that
        comes or goes meanwhile is found or not, and no other one is lost or repeated. The
        parameters `from`, `to`, `state`, `benchmark` and `text` filter the list in the same way,
        but Downpour reads no document for them. A filtered list by start ends at `limit` runs, and
        `next` leads to the runs behind them.

        Args:
            test: Only runs of this test, by name or numeric id.
            query: The search. A text that begins with `$` (or `lax $`, `strict $`) is one
                expression in either language of queryrun. It must find something, or be true when
                it is a predicate of SQL/JSON path. A text that begins with `@` is a condition that
                some value of the document must pass. Downpour reads it as SQL/JSON path (`$.** ?
                (@...)`) when that is possible, else as JSONPath (`$..[?@...]`). Any other text is
                split at blanks and commas into names of members at any depth. A name in quotes may
                contain blanks. The word `OR` joins all of these, at most 32. An evaluation that
                fails finds nothing. Absent or blank means all runs.
            roles: Absent, empty or `__all` means all; `__my` what the caller's teams own; anything
                else is a list of teams, separated by `;`.
            match_all: Whether all words must be found, instead of one of them.
            from_: Runs that started at this instant or later. Epoch milliseconds.
            to: Runs that started before this instant. Epoch milliseconds.
            state: Runs that ended in this state. Repeat it for several states. A document that
                Downpour did not write has no state.
            benchmark: Runs of the benchmark with this name.
            text: Words that are separated by blanks. Each must occur in the name of the test, in
                the name of the benchmark or in the description of the run, in capital or small
                letters.
            trashed: Whether trashed runs are listed too.
            limit: Runs on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            cursor: The `next` of another reply, or empty to begin with the first run: what follows
                costs what it shows, however deep it lies. By start only, and instead of `page`.
                Runs that come or go meanwhile move no others.
            sort: Column to sort by. Others than `start`, and `id` far from both ends, read all
                runs, so there may be 25,000 of them at most (400 SORT_TOO_LARGE).
            direction: Order of the column. Rows without a value come last either way.
        """
        return self._pages(
            "cursor",
            True,
            {
                "test": test,
                "query": query,
                "roles": roles,
                "matchAll": match_all,
                "from": from_,
                "to": to,
                "state": state,
                "benchmark": benchmark,
                "text": text,
                "trashed": trashed,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "sort": sort,
                "direction": direction,
            },
            options,
        )


class RunAutocomplete(AsyncSegment):
    """The path `/api/run/autocomplete`."""

    def get(self, *, query: Text, **options: Unpack[Options]) -> Call[list[str]]:
        """List the names that may follow in a path.

        The text after the last dot is the beginning of a name. The text before it is an SQL/JSON
        path to the objects whose names you want. `@.x` and a bare word are searched at any depth.
        The names come from the documents of the latest 100 runs that the caller may see, without
        documents above 256 KiB.

        Args:
            query: The path as far as it is typed. Several words, and a blank text, have no names.
        """
        return self._call("GET", {"query": query}, options)


class RunRecalculateAll(AsyncSegment):
    """The path `/api/run/recalculateAll`."""

    def post(self, *, from_: Text, to: Text, **options: Unpack[Options]) -> Call[None]:
        """Make the datasets and label values of all runs that started between two times again.

        It goes on behind the reply. Both ends are included. For administrators.

        Args:
            from_: The earliest start, in milliseconds since 1970 or as an ISO time.
            to: The latest start.
        """
        return self._call("POST", {"from": from_, "to": to}, options)


class RunTest(AsyncSegment):
    """The path `/api/run/test`."""

    def post(
        self,
        body: models.RunRecordRequest | bytes,
        *,
        test: Text | None = None,
        owner: Text | None = None,
        access: models.AccessParameter | None = None,
        **options: Unpack[Options],
    ) -> Call[list[int]]:
        """Upload a run as a record.

        The document in it is stored byte for byte; a JSON string that holds an object or array is
        unwrapped. A test that is named and does not exist yet is created.

        Args:
            body: The record.
            test: Name or numeric id of the test. Absent means the `testid` of the record.
            owner: The owning team. Absent means that of the record, else the only team in which
                the caller uploads, else the caller's own.
            access: The users who may read the run. Absent means the access in the record, else
                PRIVATE.
        """
        return self._call(
            "POST",
            {"test": test, "owner": owner, "access": access},
            options,
            body,
            is_keyed=True,
        )


class RunCount(AsyncSegment):
    """The path `/api/run/count`."""

    def get(self, *, test_id: int, **options: Unpack[Options]) -> Call[models.RunCount]:
        """Count the runs of a test that the caller may see.

        Args:
            test_id: Id of the test.
        """
        return self._call("GET", {"testId": test_id}, options)


class RunBySchema(AsyncSegment):
    """The path `/api/run/bySchema`."""

    def get(
        self,
        *,
        uri: Text,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        sort: models.RunSort | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> Call[models.RunsSummary]:
        """List the runs that name a schema.

        Args:
            uri: URI of the schema.
            limit: Runs on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            cursor: The `next` of another reply, or empty to begin with the first run: what follows
                costs what it shows, however deep it lies. By start only, and instead of `page`.
                Runs that come or go meanwhile move no others.
            sort: Column to sort by. Others than `start`, and `id` far from both ends, read all
                runs, so there may be 25,000 of them at most (400 SORT_TOO_LARGE).
            direction: Order of the column. Rows without a value come last either way.
        """
        return self._call(
            "GET",
            {
                "uri": uri,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "sort": sort,
                "direction": direction,
            },
            options,
        )

    def pages(
        self,
        *,
        uri: Text,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        sort: models.RunSort | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.RunsSummary]:
        """List the runs that name a schema. One page after the other.

        Args:
            uri: URI of the schema.
            limit: Runs on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            cursor: The `next` of another reply, or empty to begin with the first run: what follows
                costs what it shows, however deep it lies. By start only, and instead of `page`.
                Runs that come or go meanwhile move no others.
            sort: Column to sort by. Others than `start`, and `id` far from both ends, read all
                runs, so there may be 25,000 of them at most (400 SORT_TOO_LARGE).
            direction: Order of the column. Rows without a value come last either way.
        """
        return self._pages(
            "cursor",
            True,
            {
                "uri": uri,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "sort": sort,
                "direction": direction,
            },
            options,
        )


class RunUploadByIdComplete(AsyncSegment):
    """The path `/api/run/upload/{id}/complete`."""

    def post(
        self,
        body: Any | None = None,
        *,
        test: Text,
        start: Text,
        stop: Text,
        owner: Text | None = None,
        access: models.AccessParameter | None = None,
        description: Text | None = None,
        sha256: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[str]:
        """Complete an upload, and make a run of it.

        For a document of more than 64 MiB the first request begins the reading, which takes
        seconds. Repeat the request until it succeeds. It takes the parameters of an upload in one
        request, except `schema`, because Downpour keeps the document byte for byte. You may repeat
        it after any failure. A repeat of a finished request has the same answer. A document that
        is not JSON is deleted.

        Args:
            body: Metadata that is stored with the document - an object with a `$schema`, or an
                array of such.
            test: Name or numeric id of the test, or a path.
            start: When the benchmark started - epoch milliseconds, an ISO date, an ISO date-time
                (UTC unless it says otherwise), or a path.
            stop: When the benchmark ended, in the forms of `start`.
            owner: The owning team, a name that ends in `-team`. Absent means the only team in
                which the caller uploads, else the caller's own team. A caller who uploads in
                several teams must name one.
            access: The users who may read the run. Absent means PRIVATE.
            description: Free text, or a path.
            sha256: SHA-256 of the document, hexadecimal. Downpour refuses and deletes a document
                with another hash.
        """
        return self._call(
            "POST",
            {
                "test": test,
                "start": start,
                "stop": stop,
                "owner": owner,
                "access": access,
                "description": description,
                "sha256": sha256,
            },
            options,
            body,
        )


class RunUploadById(AsyncSegment):
    """The path `/api/run/upload/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.complete = RunUploadByIdComplete(core, f"{path}/complete")

    def get(self, **options: Unpack[Options]) -> Call[models.RunUpload]:
        """List the missing parts of an upload.

        With new URLs for the parts that are not there yet, so an upload that was interrupted can
        go on.
        """
        return self._call("GET", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Give up an upload.

        Its parts are deleted. A run that was made of it stays.
        """
        return self._call("DELETE", {}, options)


class RunUpload(AsyncSegment):
    """The path `/api/run/upload`."""

    def by_id(self, id: int | str) -> RunUploadById:
        """Id of the upload, which its run will have."""
        return RunUploadById(self._core, self._below(id))

    def post(
        self,
        body: models.RunUploadRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.RunUpload]:
        """Begin the upload of a large document.

        Use this for a document that does not fit into a request, up to 1 GB. The answer has a URL
        for each part. PUT the bytes of each part there, without an API key, in any order, several
        at a time, and again when a part fails. Then complete the upload. Downpour deletes the
        parts of an upload that is not completed after a day. It deletes a joined document without
        a run after two to four days.

        Args:
            body: How large the document is.
        """
        return self._call("POST", {}, options, body, is_keyed=True)


class RunByIdOutline(AsyncSegment):
    """The path `/api/run/{id}/outline`."""

    def get(
        self,
        *,
        path: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.Outline]:
        """List what is at one place of a run's document.

        The names or indices at a place, each with its type, its size and its value when it is
        short. Downpour does not read the whole document: for a large document the index of the run
        answers, with one or two ranged reads of the document. `reads` and `bytesRead` report the
        cost.

        Args:
            path: A JSONPath (RFC 9535) of names and indices only. Absent or `$` means the whole
                document.
            limit: Items on a page.
            cursor: The `next` of another reply, or empty for the first page.
        """
        return self._call("GET", {"path": path, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        path: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.Outline]:
        """List what is at one place of a run's document. One page after the other.

        The names or indices at a place, each with its type, its size and its value when it is
        short. Downpour does not read the whole document: for a large document the index of the run
        answers, with one or two ranged reads of the document. `reads` and `bytesRead` report the
        cost.

        Args:
            path: A JSONPath (RFC 9535) of names and indices only. Absent or `$` means the whole
                document.
            limit: Items on a page.
            cursor: The `next` of another reply, or empty for the first page.
        """
        return self._pages("cursor", True, {"path": path, "limit": limit, "cursor": cursor}, options)


class RunByIdData(AsyncSegment):
    """The path `/api/run/{id}/data`."""

    def get(self, *, schema_uri: Text | None = None, **options: Unpack[Options]) -> Call[Any]:
        """Read the document of a run, byte for byte.

        Args:
            schema_uri: Only the part that names this schema - the document, the first of its
                members or the first of its elements.
        """
        return self._call("GET", {"schemaUri": schema_uri}, options)


class RunByIdHistograms(AsyncSegment):
    """The path `/api/run/{id}/histograms`."""

    def get(self, **options: Unpack[Options]) -> Call[str]:
        """Export the response times of a burst's run by second, in the log format of HdrHistogram.

        Only runs that a burst made have them. The document of any run has those of whole phases in
        `stats[].histograms`.
        """
        return self._call("GET", {}, options)


class RunByIdLabelValues(AsyncSegment):
    """The path `/api/run/{id}/labelValues`."""

    def get(
        self,
        *,
        filter: Text | None = None,
        multi_filter: bool | None = None,
        sort: Text | None = None,
        direction: models.SortDirection | None = None,
        limit: int | None = None,
        page: int | None = None,
        include: Sequence[Text] | None = None,
        exclude: Sequence[Text] | None = None,
        format: Literal["json", "csv", "parquet"] | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.ExportedLabelValues]]:
        """List the label values of a run.

        One entry for each dataset that has any; none for a run that is not there.

        Args:
            filter: A JSON object of values by label, which a dataset must have; or an SQL/JSON
                path whose first step is the name of a label, and which finds something in its
                value, such as `$.throughput ? (@ > 100)`.
            multi_filter: Whether a list in `filter` means any of its values as well as the list
                itself.
            sort: Ignored; they are sorted by the ids of the datasets.
            direction: Order of the ids of the datasets.
            limit: Datasets on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 0.
            include: Only these labels, repeated or as a comma list. Write a name with a comma in
                double quotes, and double the quotes in it. Labels that `exclude` names are left
                out.
            exclude: All but these labels, written as for `include`.
            format: `csv` asks for a table with a column for each label, as does `Accept:
                text/csv`. Its cells show values as people see them: `NaN`, `(undefined)` for null.
                `parquet` asks for an Apache Parquet file with the same columns, as does `Accept:
                application/vnd.apache.parquet`: numbers are DOUBLE (whole ones above 2^53 are
                rounded), texts and truth values are themselves, anything else and a label with
                values of several kinds is JSON in a text; times are TIMESTAMP_MILLIS.
        """
        return self._call(
            "GET",
            {
                "filter": filter,
                "multiFilter": multi_filter,
                "sort": sort,
                "direction": direction,
                "limit": limit,
                "page": page,
                "include": include,
                "exclude": exclude,
                "format": format,
            },
            options,
        )


class RunByIdReport(AsyncSegment):
    """The path `/api/run/{id}/report`."""

    def get(
        self,
        *,
        format: Literal["json", "html"] | None = None,
        baseline: Text | None = None,
        last: int | None = None,
        allow_differences: bool | None = None,
        **options: Unpack[Options],
    ) -> Call[models.RunReport]:
        """Read the report of a run that Downpour made.

        As HTML the reply is the page that `downpour report` writes, in one file that loads
        nothing. As JSON the reply has the parts of this page for a page with its own script and
        styles. A run of another tool has no report (404 NOT_MEASURED).

        Args:
            format: The form of the reply. Absent: as the header `Accept` asks, else JSON.
            baseline: Runs to compare this run with: ids and ranges of ids with commas between
                them, at most 50 runs, or the name of a test, which means its last runs. Absent
                means no comparison.
            last: The number of runs in the baseline when it is a test. Only runs that passed or
                failed count.
            allow_differences: True to judge runs of different definitions. Their differences are
                reported either way.
        """
        return self._call(
            "GET",
            {"format": format, "baseline": baseline, "last": last, "allowDifferences": allow_differences},
            options,
        )


class RunByIdMetadata(AsyncSegment):
    """The path `/api/run/{id}/metadata`."""

    def get(self, *, schema_uri: Text | None = None, **options: Unpack[Options]) -> Call[Any]:
        """Read the metadata of a run, byte for byte.

        Args:
            schema_uri: Only the first element that names this schema.
        """
        return self._call("GET", {"schemaUri": schema_uri}, options)


class RunByIdRecalculate(AsyncSegment):
    """The path `/api/run/{id}/recalculate`."""

    def post(self, **options: Unpack[Options]) -> Call[list[int]]:
        """Make the datasets of a run again.

        Each has a new id. Their label values follow behind the reply.
        """
        return self._call("POST", {}, options)


class RunByIdSchema(AsyncSegment):
    """The path `/api/run/{id}/schema`."""

    def post(
        self,
        body: str | bytes | None = None,
        *,
        path: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[dict[str, str]]:
        """Set or clear the `$schema` of a run, or of a part of it, after its upload.

        The document is written anew; all but the `$schema` keeps its bytes. The datasets, label
        values and validation of the run are made again. A document of more than 16 MiB is refused:
        it cannot be written anew while its caller waits.

        Args:
            body: The URI of a schema that there is and that the caller may see. An empty text
                clears it.
            path: The name of a member of the root object, or the index of an element of the root
                array. Absent or empty means the root object.
        """
        return self._call("POST", {"path": path}, options, body)


class RunByIdSummary(AsyncSegment):
    """The path `/api/run/{id}/summary`."""

    def get(self, **options: Unpack[Options]) -> Call[models.RunSummary]:
        """Read a run without its document."""
        return self._call("GET", {}, options)


class RunByIdTrash(AsyncSegment):
    """The path `/api/run/{id}/trash`."""

    def post(self, *, is_trashed: bool | None = None, **options: Unpack[Options]) -> Call[None]:
        """Put a run into the trash, or take it out again.

        A run in the trash is listed only where it is asked for; its document stays.

        Args:
            is_trashed: False takes it out.
        """
        return self._call("POST", {"isTrashed": is_trashed}, options)


class RunByIdDescription(AsyncSegment):
    """The path `/api/run/{id}/description`."""

    def post(self, body: str | bytes, **options: Unpack[Options]) -> Call[None]:
        """Describe a run.

        Args:
            body: The text.
        """
        return self._call("POST", {}, options, body)


class RunByIdUpdateAccess(AsyncSegment):
    """The path `/api/run/{id}/updateAccess`."""

    def post(self, *, owner: Text, access: models.AccessParameter, **options: Unpack[Options]) -> Call[None]:
        """Give a run to another team, or change who may see it.

        The caller needs the role of a tester in both teams.

        Args:
            owner: The team that is to own it.
            access: The users who may see it.
        """
        return self._call("POST", {"owner": owner, "access": access}, options)


class RunById(AsyncSegment):
    """The path `/api/run/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.outline = RunByIdOutline(core, f"{path}/outline")
        self.data = RunByIdData(core, f"{path}/data")
        self.histograms = RunByIdHistograms(core, f"{path}/histograms")
        self.label_values = RunByIdLabelValues(core, f"{path}/labelValues")
        self.report = RunByIdReport(core, f"{path}/report")
        self.metadata = RunByIdMetadata(core, f"{path}/metadata")
        self.recalculate = RunByIdRecalculate(core, f"{path}/recalculate")
        self.schema = RunByIdSchema(core, f"{path}/schema")
        self.summary = RunByIdSummary(core, f"{path}/summary")
        self.trash = RunByIdTrash(core, f"{path}/trash")
        self.description = RunByIdDescription(core, f"{path}/description")
        self.update_access = RunByIdUpdateAccess(core, f"{path}/updateAccess")

    def get(self, **options: Unpack[Options]) -> Call[models.RunExtended]:
        """Read a run with its document."""
        return self._call("GET", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a run of the trash for good.

        The run is gone at once, with its datasets, label values and measured values. Its document
        is deleted within the hour, when no request can be reading it any more. No other run gets
        its id. An upload that is repeated under its idempotency key makes a new run.
        """
        return self._call("DELETE", {}, options)


class Run(AsyncSegment):
    """The path `/api/run`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.data = RunData(core, f"{path}/data")
        self.list_ = RunList(core, f"{path}/list")
        self.autocomplete = RunAutocomplete(core, f"{path}/autocomplete")
        self.recalculate_all = RunRecalculateAll(core, f"{path}/recalculateAll")
        self.test = RunTest(core, f"{path}/test")
        self.count = RunCount(core, f"{path}/count")
        self.by_schema = RunBySchema(core, f"{path}/bySchema")
        self.upload = RunUpload(core, f"{path}/upload")

    def by_id(self, id: int | str) -> RunById:
        """Id of the run."""
        return RunById(self._core, self._below(id))


class SqlTestjsonpath(AsyncSegment):
    """The path `/api/sql/testjsonpath`."""

    def get(
        self,
        *,
        query: Text,
        dialect: models.Dialect | None = None,
        lenient: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.JsonpathValidation]:
        """Check a JSONPath without a run.

        Downpour reads the expression as `GET /api/sql/{id}/queryrun` does, in the same two
        languages, and evaluates it over the empty object. An expression that is valid here is
        valid there. Nothing is trimmed, and an expression may begin with `lax` or `strict`, which
        other servers with this operation refuse. An error that only the empty object causes (a
        member that strict mode misses, an absent operand) does not make the expression invalid.
        The header `X-Downpour-Dialect` reports the language.

        Args:
            query: The expression, in the form that queryrun takes.
            dialect: The language for an expression that is valid in both. Absent: the setting of
                the API key, else that of the deployment, else `jsonpath`. An expression that is
                valid in only one language runs in that language.
            lenient: The word `true` in any case makes Downpour correct a text that is no
                expression, such as `store.book` for `$.store.book`. `jsonpath` in the reply is the
                expression that was evaluated. Without it Downpour refuses the text, and the reason
                names the corrected expression.
        """
        return self._call("GET", {"query": query, "dialect": dialect, "lenient": lenient}, options)


class SqlByIdQueryrun(AsyncSegment):
    """The path `/api/sql/{id}/queryrun`."""

    def get(
        self,
        *,
        query: Text,
        array: Text | None = None,
        uri: Text | None = None,
        schema_uri: Text | None = None,
        dialect: models.Dialect | None = None,
        lenient: Text | None = None,
        explain: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.FilterQueryResult]:
        """Evaluate a JSONPath over a run.

        Downpour has two query languages and recognises the language from the syntax: JSONPath (RFC
        9535 and the forms of jsonpath-plus) and SQL/JSON path (PostgreSQL). An expression that is
        valid in only one language runs in that language. For an expression that is valid in both,
        Downpour uses the parameter `dialect`, else the setting of the API key, else that of the
        deployment, else JSONPath. The header `X-Downpour-Dialect` reports the language. When an
        object has a name twice, the last one counts. JSONPath answers with the digits and the
        order of the document. SQL/JSON path answers as PostgreSQL's jsonb does: shorter names
        first, exponents written out.

        Args:
            query: A JSONPath expression, percent-encoded where the URL needs it. `$`, `*`, `@`,
                quotes, brackets and commas need no encoding. Write a blank as `+` or `%20`.
            array: The word `true` in any case asks for all matches as a JSON array; anything else
                for the first match.
            uri: Evaluates the expression over what names this schema in the run: the run itself,
                else its members or elements, one by one, over the first of them, or with `array`
                over all, whose matches are put together.
            schema_uri: Another name of `uri`.
            dialect: The language for an expression that is valid in both. Absent: the setting of
                the API key, else that of the deployment, else `jsonpath`. An expression that is
                valid in only one language runs in that language.
            lenient: The word `true` in any case makes Downpour correct a text that is no
                expression, such as `store.book` for `$.store.book`. `jsonpath` in the reply is the
                expression that was evaluated. Without it Downpour refuses the text, and the reason
                names the corrected expression.
            explain: The word `true` in any case adds what the answer has cost.
        """
        return self._call(
            "GET",
            {
                "query": query,
                "array": array,
                "uri": uri,
                "schemaUri": schema_uri,
                "dialect": dialect,
                "lenient": lenient,
                "explain": explain,
            },
            options,
        )


class SqlByIdQuerydataset(AsyncSegment):
    """The path `/api/sql/{id}/querydataset`."""

    def get(
        self,
        *,
        query: Text,
        array: Text | None = None,
        schema_uri: Text | None = None,
        uri: Text | None = None,
        dialect: models.Dialect | None = None,
        lenient: Text | None = None,
        explain: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.FilterQueryResult]:
        """Evaluate a JSONPath over a dataset.

        As queryrun does over a run, with one difference: what both dialects accept runs as
        SQL/JSON path where neither the request nor the API key says otherwise. The document of a
        dataset is an array, and only that dialect finds members of its elements by their name
        alone, as in `$.value`.

        Args:
            query: A JSONPath expression, percent-encoded where the URL needs it.
            array: The word `true` in any case asks for all matches as a JSON array; anything else
                for the first match.
            schema_uri: Evaluates the expression over the elements that name this schema, one by
                one: over the first of them, or with `array` over all, whose matches are put
                together. Without any match the answer is `null`.
            uri: Another name of `schemaUri`.
            dialect: The language for an expression that is valid in both. Absent: the setting of
                the API key, else that of the deployment, else `jsonpath`. An expression that is
                valid in only one language runs in that language.
            lenient: The word `true` in any case makes Downpour correct a text that is no
                expression, such as `store.book` for `$.store.book`. `jsonpath` in the reply is the
                expression that was evaluated. Without it Downpour refuses the text, and the reason
                names the corrected expression.
            explain: The word `true` in any case adds what the answer has cost.
        """
        return self._call(
            "GET",
            {
                "query": query,
                "array": array,
                "schemaUri": schema_uri,
                "uri": uri,
                "dialect": dialect,
                "lenient": lenient,
                "explain": explain,
            },
            options,
        )


class SqlById(AsyncSegment):
    """The path `/api/sql/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.queryrun = SqlByIdQueryrun(core, f"{path}/queryrun")
        self.querydataset = SqlByIdQuerydataset(core, f"{path}/querydataset")


class Sql(AsyncSegment):
    """The path `/api/sql`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.testjsonpath = SqlTestjsonpath(core, f"{path}/testjsonpath")

    def by_id(self, id: int | str) -> SqlById:
        """Id of the run."""
        return SqlById(self._core, self._below(id))


class UserApikeyByIdRename(AsyncSegment):
    """The path `/api/user/apikey/{id}/rename`."""

    def put(self, body: str | bytes, **options: Unpack[Options]) -> Call[None]:
        """Give an API key another name.

        Args:
            body: The name. Names that begin with `downpour.` (the service's name in small letters)
                are reserved.
        """
        return self._call("PUT", {}, options, body)


class UserApikeyByIdRevoke(AsyncSegment):
    """The path `/api/user/apikey/{id}/revoke`."""

    def put(self, **options: Unpack[Options]) -> Call[None]:
        """Revoke an API key for ever."""
        return self._call("PUT", {}, options)


class UserApikeyById(AsyncSegment):
    """The path `/api/user/apikey/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.rename = UserApikeyByIdRename(core, f"{path}/rename")
        self.revoke = UserApikeyByIdRevoke(core, f"{path}/revoke")


class UserApikey(AsyncSegment):
    """The path `/api/user/apikey`."""

    def by_id(self, id: int | str) -> UserApikeyById:
        """Id of the key as listed."""
        return UserApikeyById(self._core, self._below(id))

    def post(self, body: models.ApiKeyRequest | bytes, **options: Unpack[Options]) -> Call[str]:
        """Create an API key.

        Only this reply shows the key. It acts for the caller's user unless an administrator names
        another. A key of the type `BROWSER` is for one browser: it lasts hours, is listed apart,
        and Downpour deletes it when it has expired. A user has at most 20 browser keys. A further
        key revokes the oldest of them.

        Args:
            body: The name, the scopes and the limits of the key.
        """
        return self._call("POST", {}, options, body)

    def get(
        self,
        *,
        type: models.ApiKeyType | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.ApiKeyResponse]]:
        """List API keys.

        An administrator's key lists all keys, another key those of its own user. Keys that expired
        more than 7 days ago are left out. Browser keys are listed apart.

        Args:
            type: The type of the keys to list.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._call("GET", {"type": type, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        type: models.ApiKeyType | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.ApiKeyResponse]]:
        """List API keys. One page after the other.

        An administrator's key lists all keys, another key those of its own user. Keys that expired
        more than 7 days ago are left out. Browser keys are listed apart.

        Args:
            type: The type of the keys to list.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._pages("cursor", True, {"type": type, "limit": limit, "cursor": cursor}, options)


class UserOnceKey(AsyncSegment):
    """The path `/api/user/once/key`."""

    def post(self, body: models.OnceExchange | bytes, **options: Unpack[Options]) -> Call[models.BrowserKey]:
        """Get a browser key for a code.

        Needs no API key. A code works once, and the second of two requests with one code is
        refused. An address that sends too many wrong codes has to wait some minutes.

        Args:
            body: The code, and a name for the key.
        """
        return self._call("POST", {}, options, body)


class UserOnce(AsyncSegment):
    """The path `/api/user/once`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.key = UserOnceKey(core, f"{path}/key")

    def post(self, body: models.OnceRequest | bytes, **options: Unpack[Options]) -> Call[models.OnceCode]:
        """Create a code that signs a browser in once.

        The code is good once, for two minutes. `POST /api/user/once/key` exchanges it for a
        browser key of the caller's user. Put the code behind the `#` of a link, so that no log has
        it: `http://127.0.0.1:8090/login#once=CODE`. The code ends with the key that made it.

        Args:
            body: The rights of the browser key.
        """
        return self._call("POST", {}, options, body)


class UserAdministrators(AsyncSegment):
    """The path `/api/user/administrators`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.UserData]]:
        """List the administrators."""
        return self._call("GET", {}, options)

    def post(self, body: list[models.UserName] | bytes, **options: Unpack[Options]) -> Call[None]:
        """Set the administrators.

        A user who is not in the list is no administrator from now on, whatever keys the user has.
        You cannot remove yourself.

        Args:
            body: Names of users.
        """
        return self._call("POST", {}, options, body)


class UserAllTeams(AsyncSegment):
    """The path `/api/user/allTeams`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.TeamName]]:
        """List all teams, for administrators."""
        return self._call("GET", {}, options)


class UserTeams(AsyncSegment):
    """The path `/api/user/teams`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.TeamName]]:
        """List the teams."""
        return self._call("GET", {}, options)


class UserStorage(AsyncSegment):
    """The path `/api/user/storage`."""

    def get(self, **options: Unpack[Options]) -> Call[models.TeamStorage]:
        """Read how many bytes of runs each team keeps.

        The storage of the caller's teams, and for administrators of all teams that keep runs.
        Documents and metadata count, also those of runs in the trash, until they are deleted for
        good. Runs count since the first release that has this request.
        """
        return self._call("GET", {}, options)


class UserMe(AsyncSegment):
    """The path `/api/user/me`."""

    def get(self, **options: Unpack[Options]) -> Call[models.Me]:
        """Read the user, the roles and the scopes of the caller.

        The user of the key, password or token, with its teams and roles. `expiresAt` is the fixed
        end of a key, or the end of a token of this service; other credentials have none here.
        """
        return self._call("GET", {}, options)


class UserRoles(AsyncSegment):
    """The path `/api/user/roles`."""

    def get(self, **options: Unpack[Options]) -> Call[list[str]]:
        """List the roles of the caller."""
        return self._call("GET", {}, options)


class UserDefaultTeam(AsyncSegment):
    """The path `/api/user/defaultTeam`."""

    def get(self, **options: Unpack[Options]) -> Call[str]:
        """Read the default team of the caller."""
        return self._call("GET", {}, options)

    def post(self, body: models.TeamName | bytes, **options: Unpack[Options]) -> Call[None]:
        """Set the default team of the caller.

        Args:
            body: A team of the caller.
        """
        return self._call("POST", {}, options, body)


class UserCreateUser(AsyncSegment):
    """The path `/api/user/createUser`."""

    def post(self, body: models.NewUser | bytes, **options: Unpack[Options]) -> Call[None]:
        """Create a user.

        For managers of the team, and for administrators, who need not name one.

        Args:
            body: The user.
        """
        return self._call("POST", {}, options, body)


class UserInfo(AsyncSegment):
    """The path `/api/user/info`."""

    def post(self, body: list[str] | bytes, **options: Unpack[Options]) -> Call[list[models.UserData]]:
        """Read the names of some users, for managers and administrators.

        Args:
            body: Names of users. Those that are not there are left out of the answer.
        """
        return self._call("POST", {}, options, body)


class UserSearch(AsyncSegment):
    """The path `/api/user/search`."""

    def get(self, *, query: Text | None = None, **options: Unpack[Options]) -> Call[list[models.UserData]]:
        """Find users by a part of their names or address, for managers and administrators.

        Args:
            query: The text to search for. Absent or empty finds all.
        """
        return self._call("GET", {"query": query}, options)


class UserTeamByTeamMembers(AsyncSegment):
    """The path `/api/user/team/{team}/members`."""

    def get(self, **options: Unpack[Options]) -> Call[models.TeamMembers]:
        """List the members of a team with their roles, for its managers and administrators."""
        return self._call("GET", {}, options)

    def post(self, body: models.TeamMembers | bytes, **options: Unpack[Options]) -> Call[None]:
        """Set the members of a team and their roles, for its managers and administrators.

        Users who are not named, or with no role, belong to the team no more. Keys know it within
        seconds.

        Args:
            body: Roles by user.
        """
        return self._call("POST", {}, options, body)


class UserTeamByTeam(AsyncSegment):
    """The path `/api/user/team/{team}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.members = UserTeamByTeamMembers(core, f"{path}/members")

    def post(self, **options: Unpack[Options]) -> Call[None]:
        """Create a team, for administrators."""
        return self._call("POST", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a team, for administrators.

        Its members lose their roles in it. Its records stay, and a new team of the same name owns
        them again.
        """
        return self._call("DELETE", {}, options)


class UserTeam(AsyncSegment):
    """The path `/api/user/team`."""

    def by_team(self, team: models.TeamName) -> UserTeamByTeam:
        """Name of the team."""
        return UserTeamByTeam(self._core, self._below(team))


class UserByUsernamePassword(AsyncSegment):
    """The path `/api/user/{username}/password`."""

    def put(self, body: models.Password | bytes, **options: Unpack[Options]) -> Call[None]:
        """Change the password of a user, for that user and for administrators.

        Args:
            body: The password. It is not kept, only what tells whether it is given again.
        """
        return self._call("PUT", {}, options, body)


class UserByUsername(AsyncSegment):
    """The path `/api/user/{username}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.password = UserByUsernamePassword(core, f"{path}/password")

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Remove a user and revoke all of its keys.

        Administrators and managers of all teams of the user may send this. The user's records
        stay. You cannot remove yourself.
        """
        return self._call("DELETE", {}, options)


class User(AsyncSegment):
    """The path `/api/user`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.apikey = UserApikey(core, f"{path}/apikey")
        self.once = UserOnce(core, f"{path}/once")
        self.administrators = UserAdministrators(core, f"{path}/administrators")
        self.all_teams = UserAllTeams(core, f"{path}/allTeams")
        self.teams = UserTeams(core, f"{path}/teams")
        self.storage = UserStorage(core, f"{path}/storage")
        self.me = UserMe(core, f"{path}/me")
        self.roles = UserRoles(core, f"{path}/roles")
        self.default_team = UserDefaultTeam(core, f"{path}/defaultTeam")
        self.create_user = UserCreateUser(core, f"{path}/createUser")
        self.info = UserInfo(core, f"{path}/info")
        self.search = UserSearch(core, f"{path}/search")
        self.team = UserTeam(core, f"{path}/team")

    def by_username(self, username: models.UserName) -> UserByUsername:
        """Name of the user."""
        return UserByUsername(self._core, self._below(username))


class BurstFiles(AsyncSegment):
    """The path `/api/burst/files`."""

    def post(
        self,
        body: models.FilesRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.FilesAccepted]:
        """Upload the files of a burst.

        Comes before the burst: it answers the id of the upload, which the burst then names
        together with paths, hashes and sizes. Small files come as `content`, up to 3 MB of them in
        one request. For each file without `content` the answer has a URL that takes its bytes with
        PUT and the header `x-amz-checksum-sha256` (the hash in Base64) within 15 minutes, and
        nothing else. The files are deleted when the burst is over, and after two days when no
        burst used them.

        Args:
            body: Files to upload.
        """
        return self._call("POST", {}, options, body)


class BurstStop(AsyncSegment):
    """The path `/api/burst/stop`."""

    def post(
        self,
        body: models.StopByToken | bytes,
        **options: Unpack[Options],
    ) -> Call[models.StopExecution]:
        """Stop a burst without an API key, and without any function.

        For when functions cannot run, for example because drives take all that an account may run
        at once. The stop token is what the start of the burst has answered. The answer is 200
        whatever becomes of it: look at `status`.

        Args:
            body: Which burst, and its token.
        """
        return self._call("POST", {}, options, body)


class BurstByIdSeconds(AsyncSegment):
    """The path `/api/burst/{id}/seconds`."""

    def get(self, *, after: int | None = None, **options: Unpack[Options]) -> Call[models.BurstSeconds]:
        """Read the seconds of a burst from its start.

        Measurements of each phase, second by second, over all of its drives. Downpour keeps them
        while somebody watches: a client that comes later reads the seconds that others have
        watched. The drives keep their last ten seconds, so a client that asks every ten seconds
        misses none. Seconds that were not kept are in `gaps`. The run has all seconds when the
        burst is over. Ask with `next` of the last reply as `after` to read the new seconds only.

        Args:
            after: Only seconds that began after this time, epoch milliseconds. Absent means from
                the start.
        """
        return self._call("GET", {"after": after}, options)


class BurstByIdStop(AsyncSegment):
    """The path `/api/burst/{id}/stop`."""

    def put(self, **options: Unpack[Options]) -> Call[None]:
        """Stop a burst.

        Every shard reads the stop within two seconds. Stopping a burst that has ended changes
        nothing.
        """
        return self._call("PUT", {}, options)


class BurstById(AsyncSegment):
    """The path `/api/burst/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.seconds = BurstByIdSeconds(core, f"{path}/seconds")
        self.stop = BurstByIdStop(core, f"{path}/stop")

    def get(self, *, hold_s: int | None = None, **options: Unpack[Options]) -> Call[models.BurstStatus]:
        """Read the progress of a burst.

        Args:
            hold_s: The user who started the burst holds it for so many seconds from now. Without
                another such request within them, its drives stop.
        """
        return self._call("GET", {"holdS": hold_s}, options)


class Burst(AsyncSegment):
    """The path `/api/burst`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.files = BurstFiles(core, f"{path}/files")
        self.stop = BurstStop(core, f"{path}/stop")

    def by_id(self, id: str) -> BurstById:
        """Id of the burst."""
        return BurstById(self._core, self._below(id))

    def get(
        self,
        *,
        limit: int | None = None,
        before: Text | None = None,
        active: bool | None = None,
        **options: Unpack[Options],
    ) -> Call[models.BurstsSummary]:
        """List the bursts that the caller may see, the newest first.

        Bursts are listed for 30 days; their runs stay. A page may hold fewer than `limit` bursts
        although there are more: it goes on where `next` says.

        Args:
            limit: Bursts on a page.
            before: The `next` of the page before; absent for the first one.
            active: Only bursts that have not ended.
        """
        return self._call("GET", {"limit": limit, "before": before, "active": active}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        before: Text | None = None,
        active: bool | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.BurstsSummary]:
        """List the bursts that the caller may see, the newest first. One page after the other.

        Bursts are listed for 30 days; their runs stay. A page may hold fewer than `limit` bursts
        although there are more: it goes on where `next` says.

        Args:
            limit: Bursts on a page.
            before: The `next` of the page before; absent for the first one.
            active: Only bursts that have not ended.
        """
        return self._pages("before", False, {"limit": limit, "before": before, "active": active}, options)

    def post(
        self,
        body: models.BurstRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.BurstForecast | models.BurstAccepted]:
        """Start a burst.

        Checks the document, plans it and starts it. The result becomes a run. Files that the
        document names are uploaded before (`POST /api/burst/files`). Commands around the run
        (`pre`, `post`) are refused: they run where a document is submitted from, so `downpour run`
        runs them and sends the document with both of them empty. When the burst is over, its
        document, parameters and files are deleted.

        Args:
            body: The benchmark and how to cut it.
        """
        return self._call("POST", {}, options, body, is_keyed=True)


class Doctor(AsyncSegment):
    """The path `/api/doctor`."""

    def get(self, **options: Unpack[Options]) -> Call[models.DeploymentFacts]:
        """Report the facts by which `downpour doctor` judges a deployment.

        For administrators. `downpour doctor` says what the facts mean.
        """
        return self._call("GET", {}, options)

    def post(self, **options: Unpack[Options]) -> Call[models.DoctorBurstAnswer]:
        """Start a burst of five seconds at this API itself.

        For administrators. It proves that the state machine, its functions and the stores work
        together, with 100 requests for the version. The host of the API need not be among the
        targets of the deployment.
        """
        return self._call("POST", {}, options)


class ActionGlobalById(AsyncSegment):
    """The path `/api/action/global/{id}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete an action for all tests.

        Administrators only.
        """
        return self._call("DELETE", {}, options)


class ActionGlobal(AsyncSegment):
    """The path `/api/action/global`."""

    def by_id(self, id: int | str) -> ActionGlobalById:
        """Id of the action."""
        return ActionGlobalById(self._core, self._below(id))

    def post(self, body: models.ActionRequest | bytes, **options: Unpack[Options]) -> Call[models.Action]:
        """Create an action for the events of all tests.

        Administrators only, since events of private tests are among them. As that of a test
        otherwise.

        Args:
            body: The action; its test is not looked at.
        """
        return self._call("POST", {}, options, body)


class ActionList(AsyncSegment):
    """The path `/api/action/list`."""

    def get(
        self,
        *,
        limit: int | None = None,
        page: int | None = None,
        sort: Literal["id"] | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.Action]]:
        """List the actions for all tests.

        Administrators only.

        Args:
            limit: Records on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 0; without `limit` there is one.
            sort: Column to sort by.
            direction: Order of the column.
        """
        return self._call(
            "GET",
            {"limit": limit, "page": page, "sort": sort, "direction": direction},
            options,
        )


class ActionTestById(AsyncSegment):
    """The path `/api/action/test/{id}`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.Action]]:
        """List the actions of a test.

        The caller needs the role of a tester in the team that owns the test.
        """
        return self._call("GET", {}, options)


class ActionTest(AsyncSegment):
    """The path `/api/action/test`."""

    def by_id(self, id: int | str) -> ActionTestById:
        """Id of the test."""
        return ActionTestById(self._core, self._below(id))


class ActionAllowedSitesById(AsyncSegment):
    """The path `/api/action/allowedSites/{id}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Remove a site from the allowed sites.

        Only administrators may send this. From now on Downpour sends nothing to actions below the
        site.
        """
        return self._call("DELETE", {}, options)


class ActionAllowedSites(AsyncSegment):
    """The path `/api/action/allowedSites`."""

    def by_id(self, id: int | str) -> ActionAllowedSitesById:
        """Id of the site."""
        return ActionAllowedSitesById(self._core, self._below(id))

    def get(self, **options: Unpack[Options]) -> Call[list[models.AllowedSite]]:
        """List the sites that may be notified of events."""
        return self._call("GET", {}, options)

    def post(self, body: str | bytes, **options: Unpack[Options]) -> Call[models.AllowedSite]:
        """Allow a site.

        Only administrators may send this. Downpour may notify URLs with the scheme, host and port
        of the site, and a path at or below its path.

        Args:
            body: A URL of HTTP without a user.
        """
        return self._call("POST", {}, options, body)


class ActionById(AsyncSegment):
    """The path `/api/action/{id}`."""

    def get(self, **options: Unpack[Options]) -> Call[models.Action]:
        """Read an action.

        Only callers who may change the action get this.
        """
        return self._call("GET", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete an action of a test.

        Only callers who may change the action get this.
        """
        return self._call("DELETE", {}, options)


class Action(AsyncSegment):
    """The path `/api/action`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.global_ = ActionGlobal(core, f"{path}/global")
        self.list_ = ActionList(core, f"{path}/list")
        self.test = ActionTest(core, f"{path}/test")
        self.allowed_sites = ActionAllowedSites(core, f"{path}/allowedSites")

    def by_id(self, id: int | str) -> ActionById:
        """Id of the action."""
        return ActionById(self._core, self._below(id))

    def post(self, body: models.ActionRequest | bytes, **options: Unpack[Options]) -> Call[models.Action]:
        """Create an action, which sends the events of a test to a URL.

        The URL must lie below an allowed site. The reply has the secret that requests are signed
        with; it is not shown again. The caller needs the role of a tester in the team that owns
        the test.

        Args:
            body: The action.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.ActionRequest | bytes, **options: Unpack[Options]) -> Call[models.Action]:
        """Change an action.

        The secret stays unless the body has another one. A caller who may create the action may
        change it.

        Args:
            body: The action with its id.
        """
        return self._call("PUT", {}, options, body)


class AlertingVariables(AsyncSegment):
    """The path `/api/alerting/variables`."""

    def get(
        self,
        *,
        test: int | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.Variable]]:
        """List the variables of a test, or of all tests.

        Args:
            test: Id of the test; absent means all that the caller may see.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._call("GET", {"test": test, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        test: int | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.Variable]]:
        """List the variables of a test, or of all tests. One page after the other.

        Args:
            test: Id of the test; absent means all that the caller may see.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._pages("cursor", True, {"test": test, "limit": limit, "cursor": cursor}, options)

    def post(
        self,
        body: list[models.VariableRequest] | bytes,
        *,
        test: int,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Set the variables of a test.

        The request finds variables by their ids. A variable without an id, or with a negative id,
        is new. Variables that the body does not name are deleted with their datapoints and
        changes. The request does not change values that are already measured; recalculate for
        that. The caller needs the role of a tester in the team that owns the test.

        Args:
            body: The variables.
            test: Id of the test.
        """
        return self._call("POST", {"test": test}, options, body)


class AlertingDashboard(AsyncSegment):
    """The path `/api/alerting/dashboard`."""

    def get(
        self,
        *,
        test: int,
        fingerprint: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.AlertingDashboard]:
        """List the variables of a test by panel.

        Args:
            test: Id of the test.
            fingerprint: JSON object of the labels that tell series apart; absent or empty means
                all of them.
        """
        return self._call("GET", {"test": test, "fingerprint": fingerprint}, options)


class AlertingChanges(AsyncSegment):
    """The path `/api/alerting/changes`."""

    def get(
        self,
        *,
        var: int | None = None,
        test: int | None = None,
        state: Literal["open", "confirmed"] | None = None,
        fingerprint: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.Change]]:
        """List the changes of a variable, of a test, or of all tests.

        With `var`, the reply has all changes of the variable, the oldest datapoint first. Without
        `var`, it has a page of the changes of all variables, and the change that Downpour detected
        last comes first. The reply leaves out dismissed changes, and changes at runs or tests that
        the caller may not see. A page costs five reads, and one more for each 500 changes that it
        passes.

        Args:
            var: Id of the variable. It cannot be combined with `test`, `limit` and `cursor`.
            test: Id of the test; absent means all tests that the caller may see.
            state: `open` means changes that no user has confirmed, `confirmed` the others; absent
                means both.
            fingerprint: JSON object of the labels that tell series apart; absent or empty means
                all of them.
            limit: Changes on a page; absent means 100.
            cursor: Empty for the first page, or the cursor in the address of the next page. A page
                may hold fewer than `limit` changes although more follow.
        """
        return self._call(
            "GET",
            {
                "var": var,
                "test": test,
                "state": state,
                "fingerprint": fingerprint,
                "limit": limit,
                "cursor": cursor,
            },
            options,
        )

    def pages(
        self,
        *,
        var: int | None = None,
        test: int | None = None,
        state: Literal["open", "confirmed"] | None = None,
        fingerprint: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.Change]]:
        """List the changes of a variable, of a test, or of all tests. One page after the other.

        With `var`, the reply has all changes of the variable, the oldest datapoint first. Without
        `var`, it has a page of the changes of all variables, and the change that Downpour detected
        last comes first. The reply leaves out dismissed changes, and changes at runs or tests that
        the caller may not see. A page costs five reads, and one more for each 500 changes that it
        passes.

        Args:
            var: Id of the variable. It cannot be combined with `test`, `limit` and `cursor`.
            test: Id of the test; absent means all tests that the caller may see.
            state: `open` means changes that no user has confirmed, `confirmed` the others; absent
                means both.
            fingerprint: JSON object of the labels that tell series apart; absent or empty means
                all of them.
            limit: Changes on a page; absent means 100.
            cursor: Empty for the first page, or the cursor in the address of the next page. A page
                may hold fewer than `limit` changes although more follow.
        """
        return self._pages(
            "cursor",
            True,
            {
                "var": var,
                "test": test,
                "state": state,
                "fingerprint": fingerprint,
                "limit": limit,
                "cursor": cursor,
            },
            options,
        )


class AlertingChangeById(AsyncSegment):
    """The path `/api/alerting/change/{id}`."""

    def put(self, body: models.ChangeRequest | bytes, **options: Unpack[Options]) -> Call[None]:
        """Confirm a change, or describe it.

        A confirmed change stays, also when later values differ. relativeDifference does not
        compare with the level before it any more. Downpour does not report the change again: a
        change point (eDivisive) is the same change when it is fewer than `persistence` values
        away, and changes the level in the same direction by about as much. Downpour reports any
        other change nearby. The caller needs the role of a tester in the team that owns the test.

        Args:
            body: The change; what else it has is ignored.
        """
        return self._call("PUT", {}, options, body)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Dismiss a change.

        Downpour does not find the change again, nor a change point (eDivisive) nearby that changes
        the level in the same direction by about as much. relativeDifference and fixedThreshold may
        report a single value. If you dismiss such a change before change points find it too, you
        state that this value is no change. Change points then report a level that begins there and
        stays once more. They always report a larger, smaller or opposite change. The caller needs
        the role of a tester in the team that owns the test.
        """
        return self._call("DELETE", {}, options)


class AlertingChange(AsyncSegment):
    """The path `/api/alerting/change`."""

    def by_id(self, id: int | str) -> AlertingChangeById:
        """Id of the change."""
        return AlertingChangeById(self._core, self._below(id))


class AlertingRecalculate(AsyncSegment):
    """The path `/api/alerting/recalculate`."""

    def post(
        self,
        *,
        test: int,
        notify: Text | None = None,
        debug: Text | None = None,
        clear: Text | None = None,
        from_: Text | None = None,
        to: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Compute the datapoints of a test again.

        Downpour computes the datapoints again in the background, from the stored label values.
        Changes of variables, fingerprints and time lines then apply to older values too. Confirmed
        and dismissed changes stay. Downpour notifies no one of the changes that it finds. A
        recalculation of the test that is still running is replaced. The caller needs the role of a
        tester in the team that owns the test.

        Args:
            test: Id of the test.
            notify: Is not looked at.
            debug: Is not looked at.
            clear: Is not looked at: datapoints are replaced one by one.
            from_: Is not looked at: all datasets are measured.
            to: Is not looked at.
        """
        return self._call(
            "POST",
            {"test": test, "notify": notify, "debug": debug, "clear": clear, "from": from_, "to": to},
            options,
        )

    def get(self, *, test: int, **options: Unpack[Options]) -> Call[models.DatapointRecalculation]:
        """Read the progress of the recalculation of datapoints.

        Args:
            test: Id of the test.
        """
        return self._call("GET", {"test": test}, options)


class AlertingDatapointLast(AsyncSegment):
    """The path `/api/alerting/datapoint/last`."""

    def post(
        self,
        body: models.LastDatapointsRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[list[models.LastDatapoint]]:
        """Read when each variable got its last datapoint.

        Args:
            body: The variables and their fingerprint.
        """
        return self._call("POST", {}, options, body)


class AlertingDatapoint(AsyncSegment):
    """The path `/api/alerting/datapoint`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.last = AlertingDatapointLast(core, f"{path}/last")


class AlertingExpectRun(AsyncSegment):
    """The path `/api/alerting/expectRun`."""

    def post(
        self,
        *,
        test: Text,
        timeout: int,
        expectedby: Text | None = None,
        backlink: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Announce a run.

        The next run of the test takes the expectation back. When none comes in time, an event
        tells it. The caller needs the role of an uploader in the team that owns the test.

        Args:
            test: Name or id of the test.
            timeout: Seconds from now.
            expectedby: The person or program that expects it. Absent means the caller.
            backlink: An address with more information, for the people who are notified.
        """
        return self._call(
            "POST",
            {"test": test, "timeout": timeout, "expectedby": expectedby, "backlink": backlink},
            options,
        )


class AlertingExpectations(AsyncSegment):
    """The path `/api/alerting/expectations`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.RunExpectation]]:
        """List the runs that are expected."""
        return self._call("GET", {}, options)


class AlertingChangeDetection(AsyncSegment):
    """The path `/api/alerting/changeDetection`."""

    def post(
        self,
        body: models.ChangeDetectionUpdate | bytes,
        *,
        test_id: int,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Set how a test groups and orders its datasets.

        The same members as the test has. The caller needs the role of a tester in the team that
        owns the test.

        Args:
            body: An absent or null member is removed.
            test_id: Id of the test.
        """
        return self._call("POST", {"testId": test_id}, options, body)


class AlertingChangeDetectionModels(AsyncSegment):
    """The path `/api/alerting/changeDetectionModels`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.DetectionModel]]:
        """List the models of change detection."""
        return self._call("GET", {}, options)


class AlertingDefaultChangeDetectionConfigs(AsyncSegment):
    """The path `/api/alerting/defaultChangeDetectionConfigs`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.ChangeDetection]]:
        """List the change detection that the original suggests for a new variable."""
        return self._call("GET", {}, options)


class AlertingMissingdataruleById(AsyncSegment):
    """The path `/api/alerting/missingdatarule/{id}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a rule of missing data."""
        return self._call("DELETE", {}, options)


class AlertingMissingdatarule(AsyncSegment):
    """The path `/api/alerting/missingdatarule`."""

    def by_id(self, id: int | str) -> AlertingMissingdataruleById:
        """Id of the rule."""
        return AlertingMissingdataruleById(self._core, self._below(id))

    def get(self, *, test_id: int, **options: Unpack[Options]) -> Call[list[models.MissingDataRule]]:
        """List the rules of missing data of a test.

        Args:
            test_id: Id of the test.
        """
        return self._call("GET", {"testId": test_id}, options)

    def post(
        self,
        body: models.MissingDataRuleRequest | bytes,
        *,
        test_id: int,
        **options: Unpack[Options],
    ) -> Call[int]:
        """Create or change a rule of missing data.

        A rule without an id, or with an id of 0 or below, is created. A rule counts datasets from
        then on, and waits `maxStaleness` for the first one. The caller needs the role of a tester
        in the team that owns the test.

        Args:
            body: The rule.
            test_id: Id of the test.
        """
        return self._call("POST", {"testId": test_id}, options, body)


class Alerting(AsyncSegment):
    """The path `/api/alerting`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.variables = AlertingVariables(core, f"{path}/variables")
        self.dashboard = AlertingDashboard(core, f"{path}/dashboard")
        self.changes = AlertingChanges(core, f"{path}/changes")
        self.change = AlertingChange(core, f"{path}/change")
        self.recalculate = AlertingRecalculate(core, f"{path}/recalculate")
        self.datapoint = AlertingDatapoint(core, f"{path}/datapoint")
        self.expect_run = AlertingExpectRun(core, f"{path}/expectRun")
        self.expectations = AlertingExpectations(core, f"{path}/expectations")
        self.change_detection = AlertingChangeDetection(core, f"{path}/changeDetection")
        self.change_detection_models = AlertingChangeDetectionModels(core, f"{path}/changeDetectionModels")
        self.default_change_detection_configs = AlertingDefaultChangeDetectionConfigs(
            core,
            f"{path}/defaultChangeDetectionConfigs",
        )
        self.missingdatarule = AlertingMissingdatarule(core, f"{path}/missingdatarule")


class Audit(AsyncSegment):
    """The path `/api/audit`."""

    def get(
        self,
        *,
        limit: int | None = None,
        before: Text | None = None,
        user: Text | None = None,
        operation: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.AuditPage]:
        """List the requested changes, the latest first, for administrators.

        Each request with a method other than GET that is valid leaves one entry, refused ones
        included. A page may hold fewer than `limit` entries although there are more: it goes on
        where `next` says.

        Args:
            limit: Entries on a page.
            before: The `next` of the page before; absent for the first one.
            user: The user whose requests are listed. Absent means all users.
            operation: Which operation, by its name in this contract; absent means all.
        """
        return self._call(
            "GET",
            {"limit": limit, "before": before, "user": user, "operation": operation},
            options,
        )

    def pages(
        self,
        *,
        limit: int | None = None,
        before: Text | None = None,
        user: Text | None = None,
        operation: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.AuditPage]:
        """List the requested changes, the latest first, for administrators. One page after the
        other.

        Each request with a method other than GET that is valid leaves one entry, refused ones
        included. A page may hold fewer than `limit` entries although there are more: it goes on
        where `next` says.

        Args:
            limit: Entries on a page.
            before: The `next` of the page before; absent for the first one.
            user: The user whose requests are listed. Absent means all users.
            operation: Which operation, by its name in this contract; absent means all.
        """
        return self._pages(
            "before",
            False,
            {"limit": limit, "before": before, "user": user, "operation": operation},
            options,
        )


class SchemaImport(AsyncSegment):
    """The path `/api/schema/import`."""

    def post(self, body: models.SchemaExportRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Create a schema from a bundle.

        All ids in the body are ignored. The caller needs the role of a tester in the teams that
        are to own the schema, its labels and its transformers.

        Args:
            body: The bundle.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.SchemaExportRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a schema by a bundle.

        The request finds the schema by its `id`. A label or transformer replaces the label or
        transformer of the schema with the same id, else with the same name, else it is added.
        Others stay. A second import of the same bundle changes nothing.

        Args:
            body: The bundle.
        """
        return self._call("PUT", {}, options, body)


class SchemaAllLabels(AsyncSegment):
    """The path `/api/schema/allLabels`."""

    def get(
        self,
        *,
        name: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.LabelInfo]]:
        """List the labels of all schemas.

        Args:
            name: Only the label of this name; empty means all of them.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._call("GET", {"name": name, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        name: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.LabelInfo]]:
        """List the labels of all schemas. One page after the other.

        Args:
            name: Only the label of this name; empty means all of them.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._pages("cursor", True, {"name": name, "limit": limit, "cursor": cursor}, options)


class SchemaDescriptors(AsyncSegment):
    """The path `/api/schema/descriptors`."""

    def get(
        self,
        *,
        id: Sequence[int] | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.SchemaDescriptor]]:
        """List the names and URIs of schemas.

        Args:
            id: Only the schemas of these ids; absent means all of them.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._call("GET", {"id": id, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        id: Sequence[int] | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.SchemaDescriptor]]:
        """List the names and URIs of schemas. One page after the other.

        Args:
            id: Only the schemas of these ids; absent means all of them.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._pages("cursor", True, {"id": id, "limit": limit, "cursor": cursor}, options)


class SchemaFindUsages(AsyncSegment):
    """The path `/api/schema/findUsages`."""

    def get(self, *, label: Text, **options: Unpack[Options]) -> Call[list[models.LabelLocation]]:
        """Find where a label is used.

        Args:
            label: Name of the label.
        """
        return self._call("GET", {"label": label}, options)


class SchemaIdByUriByUri(AsyncSegment):
    """The path `/api/schema/idByUri/{uri}`."""

    def get(self, **options: Unpack[Options]) -> Call[int]:
        """Find a schema by its URI."""
        return self._call("GET", {}, options)


class SchemaIdByUri(AsyncSegment):
    """The path `/api/schema/idByUri`."""

    def by_uri(self, uri: str) -> SchemaIdByUriByUri:
        """The URI, percent-encoded. Slashes in it need no encoding."""
        return SchemaIdByUriByUri(self._core, self._below(uri))


class SchemaAllTransformers(AsyncSegment):
    """The path `/api/schema/allTransformers`."""

    def get(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.TransformerInfo]]:
        """List the transformers of all schemas.

        Args:
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.TransformerInfo]]:
        """List the transformers of all schemas. One page after the other.

        Args:
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._pages("cursor", True, {"limit": limit, "cursor": cursor}, options)


class SchemaByIdExport(AsyncSegment):
    """The path `/api/schema/{id}/export`."""

    def get(self, **options: Unpack[Options]) -> Call[models.SchemaExport]:
        """Export a schema with its labels and transformers."""
        return self._call("GET", {}, options)


class SchemaByIdLabelsByLabelId(AsyncSegment):
    """The path `/api/schema/{id}/labels/{labelId}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a label of a schema."""
        return self._call("DELETE", {}, options)


class SchemaByIdLabels(AsyncSegment):
    """The path `/api/schema/{id}/labels`."""

    def by_label_id(self, label_id: int | str) -> SchemaByIdLabelsByLabelId:
        """Id of the label."""
        return SchemaByIdLabelsByLabelId(self._core, self._below(label_id))

    def get(self, **options: Unpack[Options]) -> Call[list[models.Label]]:
        """List the labels of a schema."""
        return self._call("GET", {}, options)

    def post(
        self,
        body: bytes | list[models.LabelRequest] | None,
        **options: Unpack[Options],
    ) -> Call[list[int]]:
        """Add labels to a schema.

        All of them or none. The caller needs the role of a tester in the team that owns each.

        Args:
            body: The labels; null means none.
        """
        return self._call("POST", {}, options, body)

    def put(
        self,
        body: bytes | list[models.LabelRequest] | None,
        **options: Unpack[Options],
    ) -> Call[list[int]]:
        """Change labels of a schema.

        The request changes all labels of the body or none, and finds them by their ids. An absent
        member gets its default, except owner and access, which stay. The caller needs the role of
        a tester in the old and in the new owning team of each label.

        Args:
            body: The labels; null means none.
        """
        return self._call("PUT", {}, options, body)


class SchemaByIdUpdateAccess(AsyncSegment):
    """The path `/api/schema/{id}/updateAccess`."""

    def post(self, *, owner: Text, access: models.AccessParameter, **options: Unpack[Options]) -> Call[None]:
        """Give a schema to another team, or change who may see it.

        The caller needs the role of a tester in both teams.

        Args:
            owner: The team that is to own it.
            access: The users who may see it.
        """
        return self._call("POST", {"owner": owner, "access": access}, options)


class SchemaByIdTransformersByTransformerId(AsyncSegment):
    """The path `/api/schema/{id}/transformers/{transformerId}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a transformer of a schema.

        A transformer that a test uses cannot be deleted.
        """
        return self._call("DELETE", {}, options)


class SchemaByIdTransformers(AsyncSegment):
    """The path `/api/schema/{id}/transformers`."""

    def by_transformer_id(self, transformer_id: int | str) -> SchemaByIdTransformersByTransformerId:
        """Id of the transformer."""
        return SchemaByIdTransformersByTransformerId(self._core, self._below(transformer_id))

    def get(self, **options: Unpack[Options]) -> Call[list[models.Transformer]]:
        """List the transformers of a schema."""
        return self._call("GET", {}, options)

    def post(self, body: models.TransformerRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Add a transformer to a schema.

        An id in the body is ignored. The caller needs the role of a tester in the owning team.

        Args:
            body: The transformer.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.TransformerRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a transformer of a schema.

        The whole new transformer, found by its `id`. An absent member gets its default, except
        owner and access, which stay. The caller needs the role of a tester in the old and in the
        new owning team.

        Args:
            body: The transformer.
        """
        return self._call("PUT", {}, options, body)


class SchemaById(AsyncSegment):
    """The path `/api/schema/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.export = SchemaByIdExport(core, f"{path}/export")
        self.labels = SchemaByIdLabels(core, f"{path}/labels")
        self.update_access = SchemaByIdUpdateAccess(core, f"{path}/updateAccess")
        self.transformers = SchemaByIdTransformers(core, f"{path}/transformers")

    def get(self, **options: Unpack[Options]) -> Call[models.Schema]:
        """Read a schema."""
        return self._call("GET", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a schema.

        Its labels and transformers go with it, also from the tests that use them. Its name and URI
        are free again.
        """
        return self._call("DELETE", {}, options)


class Schema(AsyncSegment):
    """The path `/api/schema`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.import_ = SchemaImport(core, f"{path}/import")
        self.all_labels = SchemaAllLabels(core, f"{path}/allLabels")
        self.descriptors = SchemaDescriptors(core, f"{path}/descriptors")
        self.find_usages = SchemaFindUsages(core, f"{path}/findUsages")
        self.id_by_uri = SchemaIdByUri(core, f"{path}/idByUri")
        self.all_transformers = SchemaAllTransformers(core, f"{path}/allTransformers")

    def by_id(self, id: int | str) -> SchemaById:
        """Id of the schema."""
        return SchemaById(self._core, self._below(id))

    def get(
        self,
        *,
        roles: Text | None = None,
        limit: int | None = None,
        page: int | None = None,
        sort: Literal["id", "name", "uri", "owner", "access"] | None = None,
        direction: models.SortDirection | None = None,
        name: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.SchemaQueryResult]:
        """List the schemas that the caller may see.

        Args:
            roles: Absent, empty or `__all` means all; `__my` what the caller's teams own; anything
                else is a list of teams, separated by `;`.
            limit: Records on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 0; without `limit` there is one.
            sort: Column to sort by.
            direction: Order of the column.
            name: Only schemas whose name has this in it, in capital or small letters.
        """
        return self._call(
            "GET",
            {
                "roles": roles,
                "limit": limit,
                "page": page,
                "sort": sort,
                "direction": direction,
                "name": name,
            },
            options,
        )

    def post(self, body: models.SchemaRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Create a schema.

        An id in the body is ignored. The caller needs the role of a tester in the owning team.

        Args:
            body: The schema.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.SchemaRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a schema.

        The whole new schema, found by its `id`. An absent member gets its default, except owner
        and access, which stay. Its labels and transformers stay too. The caller needs the role of
        a tester in the old and in the new owning team.

        Args:
            body: The schema.
        """
        return self._call("PUT", {}, options, body)


class TestImport(AsyncSegment):
    """The path `/api/test/import`."""

    def post(self, body: models.TestExportRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Create a test from a bundle.

        The test and its parts get new ids. For a transformer with an unknown id Downpour uses the
        first transformer that makes the same schema, and without such a transformer leaves it out.
        Actions follow the rules of `POST /api/action`, and a refused action refuses the whole
        bundle. An action without a secret gets a new secret, which no reply contains: set a secret
        that the receiver knows with `PUT /api/action`. The caller needs the role of a tester in
        the owning team.

        Args:
            body: The bundle.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.TestExportRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a test by a bundle.

        The request finds the test by its `id`. A part replaces the part of the test with the same
        id, else with the same name (actions: the same event and URL), else it is added. Others
        stay. An action keeps its secret unless the bundle has another one, and a new action gets a
        new secret. Actions follow the rules of `POST /api/action`, and a refused action refuses
        the whole bundle.

        Args:
            body: The bundle.
        """
        return self._call("PUT", {}, options, body)


class TestByNameByName(AsyncSegment):
    """The path `/api/test/byName/{name}`."""

    def get(self, **options: Unpack[Options]) -> Call[models.Test]:
        """Find a test by its name, or else by its id."""
        return self._call("GET", {}, options)


class TestByName(AsyncSegment):
    """The path `/api/test/byName`."""

    def by_name(self, name: str) -> TestByNameByName:
        """Name of the test; where no test has this name, digits are an id."""
        return TestByNameByName(self._core, self._below(name))


class TestFolders(AsyncSegment):
    """The path `/api/test/folders`."""

    def get(
        self,
        *,
        roles: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[str | None]]:
        """List the folders of tests that the caller may see, with all that contain them.

        Args:
            roles: Absent, empty or `__all` means all; `__my` what the caller's teams own; anything
                else is a list of teams, separated by `;`.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._call("GET", {"roles": roles, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        roles: Text | None = None,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[str | None]]:
        """List the folders of tests that the caller may see, with all that contain them. One page
        after the other.

        Args:
            roles: Absent, empty or `__all` means all; `__my` what the caller's teams own; anything
                else is a list of teams, separated by `;`.
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._pages("cursor", True, {"roles": roles, "limit": limit, "cursor": cursor}, options)


class TestSummary(AsyncSegment):
    """The path `/api/test/summary`."""

    def get(
        self,
        *,
        roles: Text | None = None,
        folder: Text | None = None,
        limit: int | None = None,
        page: int | None = None,
        direction: models.SortDirection | None = None,
        name: Text | None = None,
        last: int | None = None,
        **options: Unpack[Options],
    ) -> Call[models.TestListing]:
        """List the tests of a folder with the numbers of their runs and datasets.

        Args:
            roles: Absent, empty or `__all` means all; `__my` what the caller's teams own; anything
                else is a list of teams, separated by `;`.
            folder: The folder, without those in it. Absent or empty means the root, `*` all
                folders.
            limit: Tests on a page; 0 or below means all of them.
            page: Number of the page, counted from 1; 0 means all of them.
            direction: Order of the names.
            name: Only tests whose name has this in it, in capital or small letters.
            last: Adds `newest`, `outcomes` and `openChanges` to the first 100 tests of the page.
                This is the number of runs in `outcomes`. Absent means that the reply has none of
                these members.
        """
        return self._call(
            "GET",
            {
                "roles": roles,
                "folder": folder,
                "limit": limit,
                "page": page,
                "direction": direction,
                "name": name,
                "last": last,
            },
            options,
        )


class TestByIdExport(AsyncSegment):
    """The path `/api/test/{id}/export`."""

    def get(self, **options: Unpack[Options]) -> Call[models.TestExport]:
        """Export a test with all that belongs to it.

        Secrets are left out. The caller needs the role of a tester in the owning team.
        """
        return self._call("GET", {}, options)


class TestByIdLabelValues(AsyncSegment):
    """The path `/api/test/{id}/labelValues`."""

    def get(
        self,
        *,
        filter: Text | None = None,
        multi_filter: bool | None = None,
        before: Text | None = None,
        after: Text | None = None,
        filtering: bool | None = None,
        metrics: bool | None = None,
        sort: Text | None = None,
        direction: models.SortDirection | None = None,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        include: Sequence[Text] | None = None,
        exclude: Sequence[Text] | None = None,
        format: Literal["json", "csv", "parquet"] | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.ExportedLabelValues]]:
        """List the label values of a test.

        One entry for each dataset of a run that the caller may see, the newest start first unless
        it is sorted. By start a page costs what it and the pages before it have, and behind a
        `cursor` what it has itself; sorted by `stop`, or with a filter that selects few, all
        datasets are walked.

        Args:
            filter: A JSON object of values by label, which a dataset must have; or an SQL/JSON
                path whose first step is the name of a label, and which finds something in its
                value, such as `$.throughput ? (@ > 100)`.
            multi_filter: Whether a list in `filter` means any of its values as well as the list
                itself.
            before: Only runs that stop before it, in epoch milliseconds or ISO 8601; empty means
                all of them.
            after: Only runs that start after it, in epoch milliseconds or ISO 8601; empty means
                all of them.
            filtering: Whether labels that tell runs apart are shown.
            metrics: Whether labels that are measured are shown.
            sort: `start` or `stop`, in any case; anything else means the newest start first.
            direction: Order of the column that is sorted by.
            limit: Datasets on a page. Absent, 0 or below means 10,000, or 1000 with a `cursor`.
                Where more are left, the header `Link` has the address of the next page.
            page: Number of the page, counted from 0.
            cursor: Empty for the first page, or the cursor of an earlier reply. The cost of a page
                does not grow with its position. The header `Link` of the reply has the address of
                the next page (`rel="next"`), except on the last page. A page has `limit` rows, or
                1000 without a limit, or fewer when few are selected. Sorts by start only, and
                replaces `page`.
            include: Only these labels, repeated or as a comma list. Write a name with a comma in
                double quotes, and double the quotes in it. Labels that `exclude` names are left
                out.
            exclude: All but these labels, written as for `include`.
            format: `csv` asks for a table with a column for each label, as does `Accept:
                text/csv`. Its cells show values as people see them: `NaN`, `(undefined)` for null.
                `parquet` asks for an Apache Parquet file with the same columns, as does `Accept:
                application/vnd.apache.parquet`: numbers are DOUBLE (whole ones above 2^53 are
                rounded), texts and truth values are themselves, anything else and a label with
                values of several kinds is JSON in a text; times are TIMESTAMP_MILLIS.
        """
        return self._call(
            "GET",
            {
                "filter": filter,
                "multiFilter": multi_filter,
                "before": before,
                "after": after,
                "filtering": filtering,
                "metrics": metrics,
                "sort": sort,
                "direction": direction,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "include": include,
                "exclude": exclude,
                "format": format,
            },
            options,
        )

    def pages(
        self,
        *,
        filter: Text | None = None,
        multi_filter: bool | None = None,
        before: Text | None = None,
        after: Text | None = None,
        filtering: bool | None = None,
        metrics: bool | None = None,
        sort: Text | None = None,
        direction: models.SortDirection | None = None,
        limit: int | None = None,
        page: int | None = None,
        cursor: Text | None = None,
        include: Sequence[Text] | None = None,
        exclude: Sequence[Text] | None = None,
        format: Literal["json", "csv", "parquet"] | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.ExportedLabelValues]]:
        """List the label values of a test. One page after the other.

        One entry for each dataset of a run that the caller may see, the newest start first unless
        it is sorted. By start a page costs what it and the pages before it have, and behind a
        `cursor` what it has itself; sorted by `stop`, or with a filter that selects few, all
        datasets are walked.

        Args:
            filter: A JSON object of values by label, which a dataset must have; or an SQL/JSON
                path whose first step is the name of a label, and which finds something in its
                value, such as `$.throughput ? (@ > 100)`.
            multi_filter: Whether a list in `filter` means any of its values as well as the list
                itself.
            before: Only runs that stop before it, in epoch milliseconds or ISO 8601; empty means
                all of them.
            after: Only runs that start after it, in epoch milliseconds or ISO 8601; empty means
                all of them.
            filtering: Whether labels that tell runs apart are shown.
            metrics: Whether labels that are measured are shown.
            sort: `start` or `stop`, in any case; anything else means the newest start first.
            direction: Order of the column that is sorted by.
            limit: Datasets on a page. Absent, 0 or below means 10,000, or 1000 with a `cursor`.
                Where more are left, the header `Link` has the address of the next page.
            page: Number of the page, counted from 0.
            cursor: Empty for the first page, or the cursor of an earlier reply. The cost of a page
                does not grow with its position. The header `Link` of the reply has the address of
                the next page (`rel="next"`), except on the last page. A page has `limit` rows, or
                1000 without a limit, or fewer when few are selected. Sorts by start only, and
                replaces `page`.
            include: Only these labels, repeated or as a comma list. Write a name with a comma in
                double quotes, and double the quotes in it. Labels that `exclude` names are left
                out.
            exclude: All but these labels, written as for `include`.
            format: `csv` asks for a table with a column for each label, as does `Accept:
                text/csv`. Its cells show values as people see them: `NaN`, `(undefined)` for null.
                `parquet` asks for an Apache Parquet file with the same columns, as does `Accept:
                application/vnd.apache.parquet`: numbers are DOUBLE (whole ones above 2^53 are
                rounded), texts and truth values are themselves, anything else and a label with
                values of several kinds is JSON in a text; times are TIMESTAMP_MILLIS.
        """
        return self._pages(
            "cursor",
            True,
            {
                "filter": filter,
                "multiFilter": multi_filter,
                "before": before,
                "after": after,
                "filtering": filtering,
                "metrics": metrics,
                "sort": sort,
                "direction": direction,
                "limit": limit,
                "page": page,
                "cursor": cursor,
                "include": include,
                "exclude": exclude,
                "format": format,
            },
            options,
        )


class TestByIdFilteringLabels(AsyncSegment):
    """The path `/api/test/{id}/filteringLabels`."""

    def get(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[dict[str, list[Any]]]:
        """List the values of filtering labels.

        Args:
            limit: Datasets that this reply looks at. Absent means 1000 with a `cursor`, and all of
                them without. The header `Link` has the address of the next page while datasets are
                left.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once, and the next page may have the same value
                again.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[dict[str, list[Any]]]:
        """List the values of filtering labels. One page after the other.

        Args:
            limit: Datasets that this reply looks at. Absent means 1000 with a `cursor`, and all of
                them without. The header `Link` has the address of the next page while datasets are
                left.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once, and the next page may have the same value
                again.
        """
        return self._pages("cursor", True, {"limit": limit, "cursor": cursor}, options)


class TestByIdFilteringLabelValues(AsyncSegment):
    """The path `/api/test/{id}/filteringLabelValues`."""

    def get(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[dict[str, Any]]]:
        """List the combinations of values of filtering labels.

        Args:
            limit: Datasets that this reply looks at. Absent means 1000 with a `cursor`, and all of
                them without. The header `Link` has the address of the next page while datasets are
                left.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once, and the next page may have the same value
                again.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[dict[str, Any]]]:
        """List the combinations of values of filtering labels. One page after the other.

        Args:
            limit: Datasets that this reply looks at. Absent means 1000 with a `cursor`, and all of
                them without. The header `Link` has the address of the next page while datasets are
                left.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once, and the next page may have the same value
                again.
        """
        return self._pages("cursor", True, {"limit": limit, "cursor": cursor}, options)


class TestByIdFingerprint(AsyncSegment):
    """The path `/api/test/{id}/fingerprint`."""

    def get(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.Fingerprints]]:
        """List the fingerprints of a test.

        The values of its fingerprint labels in its datasets, each once. Values that its filter of
        fingerprints keeps out of change detection are included. For a long value the list has the
        beginning, its length and its SHA-256.

        Args:
            limit: Datasets that this reply looks at. Absent means 1000 with a `cursor`, and all of
                them without. The header `Link` has the address of the next page while datasets are
                left.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once, and the next page may have the same value
                again.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[list[models.Fingerprints]]:
        """List the fingerprints of a test. One page after the other.

        The values of its fingerprint labels in its datasets, each once. Values that its filter of
        fingerprints keeps out of change detection are included. For a long value the list has the
        beginning, its length and its SHA-256.

        Args:
            limit: Datasets that this reply looks at. Absent means 1000 with a `cursor`, and all of
                them without. The header `Link` has the address of the next page while datasets are
                left.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once, and the next page may have the same value
                again.
        """
        return self._pages("cursor", True, {"limit": limit, "cursor": cursor}, options)


class TestByIdRecalculate(AsyncSegment):
    """The path `/api/test/{id}/recalculate`."""

    def get(self, **options: Unpack[Options]) -> Call[models.RecalculationStatus]:
        """Read the progress of the last recalculation of a test.

        The numbers count the whole work on all runs of the test, for every caller. A caller learns
        how many runs and datasets there are, but not their ids. Without a recalculation the
        numbers count the runs that the caller may see.
        """
        return self._call("GET", {}, options)

    def post(self, **options: Unpack[Options]) -> Call[None]:
        """Make the datasets and label values of all runs of a test again.

        It goes on behind the reply, and new uploads do not wait for it. A second call begins anew
        in the place of the first. The caller needs the role of a tester in the owning team.
        """
        return self._call("POST", {}, options)


class TestByIdFailures(AsyncSegment):
    """The path `/api/test/{id}/failures`."""

    def get(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.WorkFailures]:
        """List the work on the runs of a test that failed, and how to try again.

        Recalculations of the test come first, then runs and their datasets by the number of the
        run. It is here until the same succeeds. Failures of runs that another team owns are left
        out.

        Args:
            limit: How many to look at.
            cursor: The `next` of the page before.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.WorkFailures]:
        """List the work on the runs of a test that failed, and how to try again. One page after
        the other.

        Recalculations of the test come first, then runs and their datasets by the number of the
        run. It is here until the same succeeds. Failures of runs that another team owns are left
        out.

        Args:
            limit: How many to look at.
            cursor: The `next` of the page before.
        """
        return self._pages("cursor", False, {"limit": limit, "cursor": cursor}, options)


class TestByIdTrend(AsyncSegment):
    """The path `/api/test/{id}/trend`."""

    def get(
        self,
        *,
        last: int | None = None,
        from_: int | None = None,
        to: int | None = None,
        **options: Unpack[Options],
    ) -> Call[models.RunTrend]:
        """Read the outcomes of the last runs of a test.

        It needs no schema, label or variable. Downpour reads the rows of the runs and no
        documents. Runs in the trash, and runs that the caller may not see, are left out. One reply
        looks at up to 2,000 runs.

        Args:
            last: The number of runs, counted from the latest start.
            from_: Runs that started at this instant or later. Epoch milliseconds.
            to: Runs that started before this instant. Epoch milliseconds.
        """
        return self._call("GET", {"last": last, "from": from_, "to": to}, options)


class TestByIdTransformers(AsyncSegment):
    """The path `/api/test/{id}/transformers`."""

    def post(self, body: list[int] | bytes, **options: Unpack[Options]) -> Call[None]:
        """Set the transformers that make the datasets of a test.

        Datasets that there are stay as they are until they are made anew.

        Args:
            body: Ids of all transformers that the test is to use.
        """
        return self._call("POST", {}, options, body)


class TestByIdMove(AsyncSegment):
    """The path `/api/test/{id}/move`."""

    def post(self, *, folder: Text | None = None, **options: Unpack[Options]) -> Call[None]:
        """Move a test to another folder.

        Args:
            folder: The folder. Absent or empty means the root.
        """
        return self._call("POST", {"folder": folder}, options)


class TestByIdNotifications(AsyncSegment):
    """The path `/api/test/{id}/notifications`."""

    def post(self, *, enabled: bool, **options: Unpack[Options]) -> Call[None]:
        """Turn the notifications of a test on or off.

        Args:
            enabled: Whether Downpour notifies people of changes of this test.
        """
        return self._call("POST", {"enabled": enabled}, options)


class TestByIdUpdateAccess(AsyncSegment):
    """The path `/api/test/{id}/updateAccess`."""

    def post(self, *, owner: Text, access: models.AccessParameter, **options: Unpack[Options]) -> Call[None]:
        """Give a test to another team, or change who may see it.

        The caller needs the role of a tester in both teams. Users who may see a test see the names
        of the labels that it names, also those of PRIVATE labels. The values of such labels stay
        hidden.

        Args:
            owner: The team that is to own it.
            access: The users who may see it.
        """
        return self._call("POST", {"owner": owner, "access": access}, options)


class TestById(AsyncSegment):
    """The path `/api/test/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.export = TestByIdExport(core, f"{path}/export")
        self.label_values = TestByIdLabelValues(core, f"{path}/labelValues")
        self.filtering_labels = TestByIdFilteringLabels(core, f"{path}/filteringLabels")
        self.filtering_label_values = TestByIdFilteringLabelValues(core, f"{path}/filteringLabelValues")
        self.fingerprint = TestByIdFingerprint(core, f"{path}/fingerprint")
        self.recalculate = TestByIdRecalculate(core, f"{path}/recalculate")
        self.failures = TestByIdFailures(core, f"{path}/failures")
        self.trend = TestByIdTrend(core, f"{path}/trend")
        self.transformers = TestByIdTransformers(core, f"{path}/transformers")
        self.move = TestByIdMove(core, f"{path}/move")
        self.notifications = TestByIdNotifications(core, f"{path}/notifications")
        self.update_access = TestByIdUpdateAccess(core, f"{path}/updateAccess")

    def get(self, **options: Unpack[Options]) -> Call[models.Test]:
        """Read a test."""
        return self._call("GET", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a test.

        Its runs go to the trash. Its name is free again.
        """
        return self._call("DELETE", {}, options)


class Test(AsyncSegment):
    """The path `/api/test`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.import_ = TestImport(core, f"{path}/import")
        self.by_name = TestByName(core, f"{path}/byName")
        self.folders = TestFolders(core, f"{path}/folders")
        self.summary = TestSummary(core, f"{path}/summary")

    def by_id(self, id: int | str) -> TestById:
        """Id of the test."""
        return TestById(self._core, self._below(id))

    def get(
        self,
        *,
        roles: Text | None = None,
        limit: int | None = None,
        page: int | None = None,
        sort: Literal["id", "name", "folder", "owner", "access"] | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> Call[models.TestQueryResult]:
        """List the tests that the caller may see.

        Args:
            roles: Absent, empty or `__all` means all; `__my` what the caller's teams own; anything
                else is a list of teams, separated by `;`.
            limit: Records on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 0; without `limit` there is one.
            sort: Column to sort by.
            direction: Order of the column.
        """
        return self._call(
            "GET",
            {"roles": roles, "limit": limit, "page": page, "sort": sort, "direction": direction},
            options,
        )

    def post(self, body: models.TestRequest | bytes, **options: Unpack[Options]) -> Call[models.Test]:
        """Create a test.

        An id in the body is ignored. The caller needs the role of a tester in the owning team.

        Args:
            body: The test.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.TestRequest | bytes, **options: Unpack[Options]) -> Call[models.Test]:
        """Change a test.

        The whole new test, found by its `id`. An absent member gets its default, except owner and
        access, which stay. The caller needs the role of a tester in the old and in the new owning
        team.

        Args:
            body: The test.
        """
        return self._call("PUT", {}, options, body)


class ChangesSearch(AsyncSegment):
    """The path `/api/changes/search`."""

    def post(self, body: bytes | dict[str, Any] | None = None, **options: Unpack[Options]) -> Call[list[str]]:
        """List the targets.

        Args:
            body: Is not looked at.
        """
        return self._call("POST", {}, options, body)


class ChangesQuery(AsyncSegment):
    """The path `/api/changes/query`."""

    def post(
        self,
        body: models.DashboardQuery | bytes,
        **options: Unpack[Options],
    ) -> Call[list[models.DashboardSeries]]:
        """Read the datapoints of variables.

        Args:
            body: Which variables, and the time.
        """
        return self._call("POST", {}, options, body)


class ChangesAnnotations(AsyncSegment):
    """The path `/api/changes/annotations`."""

    def post(
        self,
        body: models.AnnotationsQuery | bytes,
        **options: Unpack[Options],
    ) -> Call[list[models.Annotation]]:
        """Read the changes of variables.

        Args:
            body: Which variables, and the time.
        """
        return self._call("POST", {}, options, body)


class Changes(AsyncSegment):
    """The path `/api/changes`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.search = ChangesSearch(core, f"{path}/search")
        self.query = ChangesQuery(core, f"{path}/query")
        self.annotations = ChangesAnnotations(core, f"{path}/annotations")

    def get(self, **options: Unpack[Options]) -> Call[dict[str, Any]]:
        """Check that the data source answers."""
        return self._call("GET", {}, options)


class DatasetListByRunByRunId(AsyncSegment):
    """The path `/api/dataset/list/byRun/{runId}`."""

    def get(
        self,
        *,
        limit: int | None = None,
        page: int | None = None,
        sort: models.DatasetListOfRunSort | None = None,
        direction: models.SortDirection | None = None,
        filter: Text | None = None,
        view_id: int | None = None,
        **options: Unpack[Options],
    ) -> Call[models.DatasetList]:
        """List the datasets of a run.

        Args:
            limit: Records on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            sort: Column to sort by.
            direction: Order of the column. Rows without a value come last either way.
            filter: A JSON object of values by label: datasets whose label values contain them all.
                An object contains its members, a list its elements in any order, anything else
                itself. All datasets of the test are walked for it.
            view_id: Id of the view whose values are shown. Absent means the one of the name
                `Default`.
        """
        return self._call(
            "GET",
            {
                "limit": limit,
                "page": page,
                "sort": sort,
                "direction": direction,
                "filter": filter,
                "viewId": view_id,
            },
            options,
        )


class DatasetListByRun(AsyncSegment):
    """The path `/api/dataset/list/byRun`."""

    def by_run_id(self, run_id: int | str) -> DatasetListByRunByRunId:
        """Id of the run."""
        return DatasetListByRunByRunId(self._core, self._below(run_id))


class DatasetListByTestByTestId(AsyncSegment):
    """The path `/api/dataset/list/byTest/{testId}`."""

    def get(
        self,
        *,
        limit: int | None = None,
        page: int | None = None,
        sort: Text | None = None,
        direction: models.SortDirection | None = None,
        filter: Text | None = None,
        view_id: int | None = None,
        **options: Unpack[Options],
    ) -> Call[models.DatasetList]:
        """List the datasets of a test.

        Args:
            limit: Records on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            sort: Column to sort by; `view_data:COLUMN:LABEL` sorts by a label in a column of the
                view.
            direction: Order of the column. Rows without a value come last either way.
            filter: A JSON object of values by label: datasets whose label values contain them all.
                An object contains its members, a list its elements in any order, anything else
                itself. All datasets of the test are walked for it.
            view_id: Id of the view whose values are shown. Absent means the one of the name
                `Default`.
        """
        return self._call(
            "GET",
            {
                "limit": limit,
                "page": page,
                "sort": sort,
                "direction": direction,
                "filter": filter,
                "viewId": view_id,
            },
            options,
        )


class DatasetListByTest(AsyncSegment):
    """The path `/api/dataset/list/byTest`."""

    def by_test_id(self, test_id: int | str) -> DatasetListByTestByTestId:
        """Id of the test."""
        return DatasetListByTestByTestId(self._core, self._below(test_id))


class DatasetListBySchema(AsyncSegment):
    """The path `/api/dataset/list/bySchema`."""

    def get(
        self,
        *,
        uri: Text,
        limit: int | None = None,
        page: int | None = None,
        sort: models.DatasetListOfSchemaSort | None = None,
        direction: models.SortDirection | None = None,
        **options: Unpack[Options],
    ) -> Call[models.DatasetList]:
        """List the datasets that name a schema.

        Args:
            uri: URI of the schema.
            limit: Records on a page; absent, 0 or below means all of them.
            page: Number of the page, counted from 1.
            sort: Column to sort by.
            direction: Order of the column. Rows without a value come last either way.
        """
        return self._call(
            "GET",
            {"uri": uri, "limit": limit, "page": page, "sort": sort, "direction": direction},
            options,
        )


class DatasetList(AsyncSegment):
    """The path `/api/dataset/list`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.by_run = DatasetListByRun(core, f"{path}/byRun")
        self.by_test = DatasetListByTest(core, f"{path}/byTest")
        self.by_schema = DatasetListBySchema(core, f"{path}/bySchema")


class DatasetByIdSummary(AsyncSegment):
    """The path `/api/dataset/{id}/summary`."""

    def get(self, *, view_id: int | None = None, **options: Unpack[Options]) -> Call[models.DatasetSummary]:
        """Read a dataset without its document.

        Args:
            view_id: Id of the view whose values are shown. Absent means the one of the name
                `Default`.
        """
        return self._call("GET", {"viewId": view_id}, options)


class DatasetByIdLabelValues(AsyncSegment):
    """The path `/api/dataset/{id}/labelValues`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.LabelValue]]:
        """List the label values of a dataset."""
        return self._call("GET", {}, options)


class DatasetByIdPreviewLabel(AsyncSegment):
    """The path `/api/dataset/{id}/previewLabel`."""

    def post(
        self,
        body: models.LabelPreviewRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.LabelPreview]:
        """Try a label in a dataset without saving it.

        The caller needs the role of a tester in the team that owns the run.

        Args:
            body: The label.
        """
        return self._call("POST", {}, options, body)


class DatasetById(AsyncSegment):
    """The path `/api/dataset/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.summary = DatasetByIdSummary(core, f"{path}/summary")
        self.label_values = DatasetByIdLabelValues(core, f"{path}/labelValues")
        self.preview_label = DatasetByIdPreviewLabel(core, f"{path}/previewLabel")

    def get(self, **options: Unpack[Options]) -> Call[models.Dataset]:
        """Read a dataset with its document."""
        return self._call("GET", {}, options)


class Dataset(AsyncSegment):
    """The path `/api/dataset`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.list_ = DatasetList(core, f"{path}/list")

    def by_id(self, id: int | str) -> DatasetById:
        """Id of the dataset. Each time when datasets are made anew they have new ids."""
        return DatasetById(self._core, self._below(id))


class ExperimentModels(AsyncSegment):
    """The path `/api/experiment/models`."""

    def get(self, **options: Unpack[Options]) -> Call[list[dict[str, Any]]]:
        """List the models that compare values, with their settings."""
        return self._call("GET", {}, options)


class ExperimentRun(AsyncSegment):
    """The path `/api/experiment/run`."""

    def get(self, *, dataset_id: int, **options: Unpack[Options]) -> Call[list[models.ExperimentResult]]:
        """Compare a dataset by the profiles of its test.

        Each profile that selects the dataset gives a result. When no profile selects it, one
        result states that in its log. A baseline has datasets that the caller may see, from the
        newest 1,000 of the test.

        Args:
            dataset_id: Id of the dataset.
        """
        return self._call("GET", {"datasetId": dataset_id}, options)


class ExperimentByTestIdProfilesByProfileId(AsyncSegment):
    """The path `/api/experiment/{testId}/profiles/{profileId}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a profile of a test."""
        return self._call("DELETE", {}, options)


class ExperimentByTestIdProfiles(AsyncSegment):
    """The path `/api/experiment/{testId}/profiles`."""

    def by_profile_id(self, profile_id: int | str) -> ExperimentByTestIdProfilesByProfileId:
        """Id of the profile."""
        return ExperimentByTestIdProfilesByProfileId(self._core, self._below(profile_id))

    def get(self, **options: Unpack[Options]) -> Call[list[models.ExperimentProfile]]:
        """List the profiles of a test."""
        return self._call("GET", {}, options)

    def post(self, body: models.ExperimentProfileRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Add or change a profile of a test.

        One without an id, or with one below 1, is added.

        Args:
            body: The profile.
        """
        return self._call("POST", {}, options, body)


class ExperimentByTestId(AsyncSegment):
    """The path `/api/experiment/{testId}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.profiles = ExperimentByTestIdProfiles(core, f"{path}/profiles")


class Experiment(AsyncSegment):
    """The path `/api/experiment`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.models = ExperimentModels(core, f"{path}/models")
        self.run = ExperimentRun(core, f"{path}/run")

    def by_test_id(self, test_id: int | str) -> ExperimentByTestId:
        """Id of the test."""
        return ExperimentByTestId(self._core, self._below(test_id))


class LogDatasetBySourceByTestIdCount(AsyncSegment):
    """The path `/api/log/dataset/{source}/{testId}/count`."""

    def get(
        self,
        *,
        level: int | None = None,
        dataset_id: int | None = None,
        **options: Unpack[Options],
    ) -> Call[int]:
        """Count the entries of the log of a test for its datasets.

        Args:
            level: Entries of this level and above, 0 debug, 1 info, 2 warning, 3 error.
            dataset_id: Entries of this dataset.
        """
        return self._call("GET", {"level": level, "datasetId": dataset_id}, options)


class LogDatasetBySourceByTestId(AsyncSegment):
    """The path `/api/log/dataset/{source}/{testId}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.count = LogDatasetBySourceByTestIdCount(core, f"{path}/count")

    def get(
        self,
        *,
        level: int | None = None,
        dataset_id: int | None = None,
        page: int | None = None,
        limit: int | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.LogEntry]]:
        """Read the log of a test for its datasets.

        Entries of runs that the caller may not see are left out. The caller needs the role of a
        tester in the owning team.

        Args:
            level: Entries of this level and above, 0 debug, 1 info, 2 warning, 3 error.
            dataset_id: Entries of this dataset.
            page: Counted from 0.
            limit: Entries on a page.
        """
        return self._call(
            "GET",
            {"level": level, "datasetId": dataset_id, "page": page, "limit": limit},
            options,
        )

    def delete(
        self,
        *,
        dataset_id: int | None = None,
        from_: int | None = None,
        to: int | None = None,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Delete entries of the log of a test for its datasets.

        Args:
            dataset_id: Entries of this dataset.
            from_: Entries of this instant and later. Epoch milliseconds.
            to: Entries before this instant. Epoch milliseconds.
        """
        return self._call("DELETE", {"datasetId": dataset_id, "from": from_, "to": to}, options)


class LogDatasetBySource(AsyncSegment):
    """The path `/api/log/dataset/{source}`."""

    def by_test_id(self, test_id: int | str) -> LogDatasetBySourceByTestId:
        """Id of the test."""
        return LogDatasetBySourceByTestId(self._core, self._below(test_id))


class LogDataset(AsyncSegment):
    """The path `/api/log/dataset`."""

    def by_source(self, source: str) -> LogDatasetBySource:
        """The source of the entries, such as `labels`."""
        return LogDatasetBySource(self._core, self._below(source))


class LogTransformationByTestIdCount(AsyncSegment):
    """The path `/api/log/transformation/{testId}/count`."""

    def get(
        self,
        *,
        level: int | None = None,
        run_id: int | None = None,
        **options: Unpack[Options],
    ) -> Call[int]:
        """Count the entries of the log of a test for the making of datasets.

        Args:
            level: Entries of this level and above, 0 debug, 1 info, 2 warning, 3 error.
            run_id: Entries of this run. 0 means any.
        """
        return self._call("GET", {"level": level, "runId": run_id}, options)


class LogTransformationByTestId(AsyncSegment):
    """The path `/api/log/transformation/{testId}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.count = LogTransformationByTestIdCount(core, f"{path}/count")

    def get(
        self,
        *,
        level: int | None = None,
        run_id: int | None = None,
        page: int | None = None,
        limit: int | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.LogEntry]]:
        """Read the log of a test for the making of datasets.

        Entries of runs that the caller may not see are left out. The caller needs the role of a
        tester in the owning team.

        Args:
            level: Entries of this level and above, 0 debug, 1 info, 2 warning, 3 error.
            run_id: Entries of this run. 0 means any.
            page: Counted from 0.
            limit: Entries on a page.
        """
        return self._call("GET", {"level": level, "runId": run_id, "page": page, "limit": limit}, options)

    def delete(
        self,
        *,
        run_id: int | None = None,
        from_: int | None = None,
        to: int | None = None,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Delete entries of the log of a test for the making of datasets.

        Args:
            run_id: Entries of this run. 0 means any.
            from_: Entries of this instant and later. Epoch milliseconds.
            to: Entries before this instant. Epoch milliseconds.
        """
        return self._call("DELETE", {"runId": run_id, "from": from_, "to": to}, options)


class LogTransformation(AsyncSegment):
    """The path `/api/log/transformation`."""

    def by_test_id(self, test_id: int | str) -> LogTransformationByTestId:
        """Id of the test."""
        return LogTransformationByTestId(self._core, self._below(test_id))


class LogActionByTestIdCount(AsyncSegment):
    """The path `/api/log/action/{testId}/count`."""

    def get(self, *, level: int | None = None, **options: Unpack[Options]) -> Call[int]:
        """Count the entries of the log of a test for its actions.

        Args:
            level: Entries of this level and above, 0 debug, 1 info, 2 warning, 3 error.
        """
        return self._call("GET", {"level": level}, options)


class LogActionByTestId(AsyncSegment):
    """The path `/api/log/action/{testId}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.count = LogActionByTestIdCount(core, f"{path}/count")

    def get(
        self,
        *,
        level: int | None = None,
        page: int | None = None,
        limit: int | None = None,
        **options: Unpack[Options],
    ) -> Call[list[models.LogEntry]]:
        """Read the log of a test for its actions.

        The log has each attempt to notify an action of the test or of all tests. Entries of runs
        that the caller may not see are left out. The caller needs the role of a tester in the
        owning team.

        Args:
            level: Entries of this level and above, 0 debug, 1 info, 2 warning, 3 error.
            page: Counted from 0.
            limit: Entries on a page.
        """
        return self._call("GET", {"level": level, "page": page, "limit": limit}, options)

    def delete(
        self,
        *,
        from_: int | None = None,
        to: int | None = None,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Delete entries of the log of a test for its actions.

        Args:
            from_: Entries of this instant and later. Epoch milliseconds.
            to: Entries before this instant. Epoch milliseconds.
        """
        return self._call("DELETE", {"from": from_, "to": to}, options)


class LogAction(AsyncSegment):
    """The path `/api/log/action`."""

    def by_test_id(self, test_id: int | str) -> LogActionByTestId:
        """Id of the test."""
        return LogActionByTestId(self._core, self._below(test_id))


class Log(AsyncSegment):
    """The path `/api/log`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.dataset = LogDataset(core, f"{path}/dataset")
        self.transformation = LogTransformation(core, f"{path}/transformation")
        self.action = LogAction(core, f"{path}/action")


class WorkFailuresAgain(AsyncSegment):
    """The path `/api/work/failures/again`."""

    def post(self, **options: Unpack[Options]) -> Call[models.TriedAgain]:
        """Try again the work that was given up.

        Up to 100 things, the longest due first, each as if it had never been tried. It goes on
        behind the reply. For administrators.
        """
        return self._call("POST", {}, options)


class WorkFailures(AsyncSegment):
    """The path `/api/work/failures`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.again = WorkFailuresAgain(core, f"{path}/again")

    def get(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.WorkFailures]:
        """List all work that was given up, with the reasons.

        Downpour tries work behind a reply several times. This list has the work that failed each
        time, the longest due first, until the same work succeeds or is tried again. It includes
        queries of datastores, removals, and events that could not be delivered, each by itself and
        for 30 days. A run or dataset has its last failure only, and a later success removes it.
        Only administrators may send this.

        Args:
            limit: How many to look at.
            cursor: The `next` of the page before.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.WorkFailures]:
        """List all work that was given up, with the reasons. One page after the other.

        Downpour tries work behind a reply several times. This list has the work that failed each
        time, the longest due first, until the same work succeeds or is tried again. It includes
        queries of datastores, removals, and events that could not be delivered, each by itself and
        for 30 days. A run or dataset has its last failure only, and a later success removes it.
        Only administrators may send this.

        Args:
            limit: How many to look at.
            cursor: The `next` of the page before.
        """
        return self._pages("cursor", False, {"limit": limit, "cursor": cursor}, options)


class Work(AsyncSegment):
    """The path `/api/work`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.failures = WorkFailures(core, f"{path}/failures")


class Compare(AsyncSegment):
    """The path `/api/compare`."""

    def get(
        self,
        *,
        baseline: Text,
        candidate: Text,
        gate: Sequence[Text] | None = None,
        allow_differences: bool | None = None,
        **options: Unpack[Options],
    ) -> Call[models.RunComparison]:
        """Compare runs with runs.

        Answers the same as `downpour compare --json`: whether the runs of the second side are
        worse. Each run gives one number for each measure. A side has at most 50 runs.

        Args:
            baseline: Ids of the runs to compare with, as ids and ranges of ids with commas between
                them.
            candidate: Ids of the runs that may be worse, in the same form.
            gate: A measure that may not get worse, and its limit: MEASURE:LIMIT, or
                METRIC:MEASURE:LIMIT for one metric. May be repeated. Absent means `p99:10%` and
                `errors:1%`.
            allow_differences: True to judge runs of different definitions. Their differences are
                reported either way.
        """
        return self._call(
            "GET",
            {
                "baseline": baseline,
                "candidate": candidate,
                "gate": gate,
                "allowDifferences": allow_differences,
            },
            options,
        )


class ScheduleByNameRun(AsyncSegment):
    """The path `/api/schedule/{name}/run`."""

    def post(self, **options: Unpack[Options]) -> Call[models.BurstAccepted]:
        """Start the burst of a schedule now."""
        return self._call("POST", {}, options, is_keyed=True)


class ScheduleByName(AsyncSegment):
    """The path `/api/schedule/{name}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.run = ScheduleByNameRun(core, f"{path}/run")

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a schedule, its document and its files.

        A burst that it has started goes on.
        """
        return self._call("DELETE", {}, options)


class Schedule(AsyncSegment):
    """The path `/api/schedule`."""

    def by_name(self, name: str) -> ScheduleByName:
        """Name of the schedule."""
        return ScheduleByName(self._core, self._below(name))

    def get(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[models.SchedulesSummary]:
        """List the schedules that the caller may see, by their names.

        Args:
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.SchedulesSummary]:
        """List the schedules that the caller may see, by their names. One page after the other.

        Args:
            limit: Items of this reply. Absent means 1000 with a `cursor`, and all of them without.
                The header `Link` of a reply that does not end the list has the address of the next
                page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that come or go meanwhile move no others.
        """
        return self._pages("cursor", True, {"limit": limit, "cursor": cursor}, options)

    def post(
        self,
        body: models.ScheduleRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.ScheduleSummary]:
        """Create a schedule, which starts bursts of a benchmark.

        Checks the document as `POST /api/burst` does, and keeps it with its parameters and files
        until the schedule is deleted. At each of its times a burst is started as if its author had
        asked for it, with the API key that made the schedule: it is checked anew, and it is left
        out when the key is no longer good, when the burst before it is still under way, or when
        more than 15 minutes have passed.

        Args:
            body: The benchmark, and when it is driven.
        """
        return self._call("POST", {}, options, body)


class UiView(AsyncSegment):
    """The path `/api/ui/view`."""

    def post(self, body: models.ViewRequest | bytes, **options: Unpack[Options]) -> Call[models.View]:
        """Add or change a view of a test.

        A view without an id, or with one below 1, is added. The same holds for its columns.

        Args:
            body: The view.
        """
        return self._call("POST", {}, options, body)


class UiViews(AsyncSegment):
    """The path `/api/ui/views`."""

    def post(self, body: list[models.ViewRequest] | bytes, **options: Unpack[Options]) -> Call[None]:
        """Add or change several views of one test.

        Args:
            body: The views.
        """
        return self._call("POST", {}, options, body)


class UiByTestIdViews(AsyncSegment):
    """The path `/api/ui/{testId}/views`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.View]]:
        """List the views of a test."""
        return self._call("GET", {}, options)


class UiByTestIdViewByViewId(AsyncSegment):
    """The path `/api/ui/{testId}/view/{viewId}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a view of a test.

        The one of the name `Default` stays.
        """
        return self._call("DELETE", {}, options)


class UiByTestIdView(AsyncSegment):
    """The path `/api/ui/{testId}/view`."""

    def by_view_id(self, view_id: int | str) -> UiByTestIdViewByViewId:
        """Id of the view."""
        return UiByTestIdViewByViewId(self._core, self._below(view_id))


class UiByTestId(AsyncSegment):
    """The path `/api/ui/{testId}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.views = UiByTestIdViews(core, f"{path}/views")
        self.view = UiByTestIdView(core, f"{path}/view")


class Ui(AsyncSegment):
    """The path `/api/ui`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.view = UiView(core, f"{path}/view")
        self.views = UiViews(core, f"{path}/views")

    def by_test_id(self, test_id: int | str) -> UiByTestId:
        """Id of the test."""
        return UiByTestId(self._core, self._below(test_id))


class Api(AsyncSegment):
    """The path `/api`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.config = Config(core, f"{path}/config")
        self.run = Run(core, f"{path}/run")
        self.sql = Sql(core, f"{path}/sql")
        self.user = User(core, f"{path}/user")
        self.burst = Burst(core, f"{path}/burst")
        self.doctor = Doctor(core, f"{path}/doctor")
        self.action = Action(core, f"{path}/action")
        self.alerting = Alerting(core, f"{path}/alerting")
        self.audit = Audit(core, f"{path}/audit")
        self.schema = Schema(core, f"{path}/schema")
        self.test = Test(core, f"{path}/test")
        self.changes = Changes(core, f"{path}/changes")
        self.dataset = Dataset(core, f"{path}/dataset")
        self.experiment = Experiment(core, f"{path}/experiment")
        self.log = Log(core, f"{path}/log")
        self.work = Work(core, f"{path}/work")
        self.compare = Compare(core, f"{path}/compare")
        self.schedule = Schedule(core, f"{path}/schedule")
        self.ui = Ui(core, f"{path}/ui")


class Openapi(AsyncSegment):
    """The path `/openapi`."""

    def get(
        self,
        *,
        format: Literal["json", "yaml", "html"] | None = None,
        **options: Unpack[Options],
    ) -> Call[dict[str, Any]]:
        """Read this contract.

        Needs no API key. As a page for a browser, else as JSON or YAML (OpenAPI 3.1).

        Args:
            format: As what. Absent: as the header `Accept` says, else YAML.
        """
        return self._call("GET", {"format": format}, options)


class RealmsByRealmProtocolOpenidConnectToken(AsyncSegment):
    """The path `/realms/{realm}/protocol/openid-connect/token`."""

    def post(self, body: Mapping[str, str], **options: Unpack[Options]) -> Call[models.Token]:
        """Get a token for a password.

        Needs no API key. Request and reply follow RFC 6749 section 4.3, at the path that clients
        of Keycloak use, so clients that log in with a name and a password need no login server.
        Send the token as `Authorization: Bearer`. It has all rights of the user, lasts five
        minutes, and ends with the password. A deployment that takes the tokens of another issuer
        does not have this request. `GET /api/config/keycloak` has the address of the issuer.

        Args:
            body: The name of a user and the password. Downpour ignores other members, such as
                `client_id`.
        """
        return self._call("POST", {}, options, body, is_form=True)


class RealmsByRealmProtocolOpenidConnect(AsyncSegment):
    """The path `/realms/{realm}/protocol/openid-connect`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.token = RealmsByRealmProtocolOpenidConnectToken(core, f"{path}/token")


class RealmsByRealmProtocol(AsyncSegment):
    """The path `/realms/{realm}/protocol`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.openid_connect = RealmsByRealmProtocolOpenidConnect(core, f"{path}/openid-connect")


class RealmsByRealm(AsyncSegment):
    """The path `/realms/{realm}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.protocol = RealmsByRealmProtocol(core, f"{path}/protocol")


class Realms(AsyncSegment):
    """The path `/realms`."""

    def by_realm(self, realm: str) -> RealmsByRealm:
        """As `GET /api/config/keycloak` says it."""
        return RealmsByRealm(self._core, self._below(realm))


class RawClient:
    """The segments that paths begin with."""

    def __init__(self, core: AsyncCore) -> None:
        self.api = Api(core, "/api")
        self.openapi = Openapi(core, "/openapi")
        self.realms = Realms(core, "/realms")
