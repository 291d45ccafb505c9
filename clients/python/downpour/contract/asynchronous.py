# Written by `npm run generate` from schema/openapi.json. Do not edit.
"""All operations of the API as chains of path segments, for programs with asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ..segments import AsyncCore, AsyncSegment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from typing_extensions import Unpack

    from ..calls import Options
    from ..segments import Call, Text
    from . import models


class ConfigVersion(AsyncSegment):
    """The path `/api/config/version`."""

    def get(self, **options: Unpack[Options]) -> Call[models.VersionInfo]:
        """Read the version of the server.

        Needs no API key. The path with a slash at the end gives the same reply.
        """
        return self._call("GET", {}, options)


class ConfigKeycloak(AsyncSegment):
    """The path `/api/config/keycloak`."""

    def get(self, **options: Unpack[Options]) -> Call[models.KeycloakConfig]:
        """Find out where clients sign in.

        Needs no API key. The reply has the address, the realm and the client of the issuer whose
        tokens the deployment accepts. Without such an issuer, Downpour itself gives tokens for
        passwords. The address is then `DOWNPOUR_PUBLIC_URL`, which a deployment in AWS sets. When
        it has no value, only callers on the same machine get an address.
        """
        return self._call("GET", {}, options)


class ConfigWeb(AsyncSegment):
    """The path `/api/config/web`."""

    def get(self, **options: Unpack[Options]) -> Call[models.WebConfig]:
        """Read the settings that a client needs before it signs in.

        Needs no API key. The reply has the name of the header for API keys, the ways to sign in,
        and whether callers without credentials may read public records.
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
        """Check the connection to a datastore.

        Only testers of the team that owns the datastore may send this. Downpour sends a small
        request to the datastore, with the stored secret.
        """
        return self._call("GET", {}, options)


class ConfigDatastoreById(AsyncSegment):
    """The path `/api/config/datastore/{id}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.test = ConfigDatastoreByIdTest(core, f"{path}/test")

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a datastore.

        Only testers of the team that owns the datastore may send this. A datastore that a test
        uses cannot be deleted.
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

        The repository itself is first in the list. Secrets are masked.

        Args:
            team: Name of a team. The list then has only datastores that tests of this team may
                use: its own and those that are PUBLIC.
        """
        return self._call("GET", {"team": team}, options)

    def post(self, body: models.DatastoreRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Add a datastore.

        The caller needs the role of a tester in the team that owns the datastore. The URL must lie
        below an allowed site (`/api/action/allowedSites`). Administrators maintain these sites.

        Args:
            body: The datastore. Downpour ignores its id.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.DatastoreRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a datastore.

        Only testers of the team that owns the datastore may send this. A masked or absent secret
        stays as it is. When you change the user or the scheme, host or port of the URL, you must
        send the secret again. Otherwise a request could send the secret to another server.

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

        Downpour stores the body byte for byte, and creates the test when it does not exist.
        `test`, `start`, `stop` and `description` may be JSONPaths such as `$.name`, `$['name']` or
        `$[0]`. Downpour then takes the value from the document. When the test names a datastore,
        the body is a query for this datastore, of at most 64 KB. Each document that the query
        finds becomes a run, and the paths are looked up in this document. For Elasticsearch the
        query is `{index, type, query}`. With the type `doc`, `query` is the id of a document. With
        `search`, it is the search. With `multi-index`, it is `{metaQuery, targetIndex, docField}`:
        the document that `docField` names in `targetIndex` is added as `$doc`. For a collector the
        query is `{tag, imgName, newerThan, olderThan}`.

        Args:
            body: The document. `Content-Encoding` may be gzip, deflate, br or zstd. When the body
                is a JSON string that contains an object or array, Downpour stores that object or
                array. AWS limits a request to 6 MB, in which each quote, backslash and line break
                counts twice. Typical documents fit up to about 5 MB. A compressed document may
                have 4.5 MB, and 16 MB after decompression. Upload larger documents in parts (`POST
                /api/run/upload`).
            test: Name or numeric id of the test, or a JSONPath to one of them. A name of digits is
                first compared with the names of tests, then with their ids.
            start: When the benchmark started: epoch milliseconds (never seconds), an ISO date, an
                ISO date-time (UTC unless it has an offset), or a JSONPath.
            stop: When the benchmark ended, in a form that `start` allows.
            owner: The team that owns the run. Its name ends in `-team`. Absent means the only team
                in which the caller may upload, else the caller's own team. A caller who may upload
                in several teams must name a team.
            access: The users who may read the run. Absent means PRIVATE.
            schema: A URI that Downpour writes as `$schema` into the document. In a root object it
                replaces an older value. In a root array it is written into each element without a
                `$schema`.
            description: A text, or a JSONPath.
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

        A filtered list works as that of `GET /api/run/list`.

        Args:
            from_: Only runs that started at this time or later. Epoch milliseconds.
            to: Only runs that started before this time. Epoch milliseconds.
            state: Only runs that ended in this state. Repeat the parameter for several states.
                Documents of other tools have no state.
            benchmark: Only runs of the benchmark with this name.
            text: Words separated by blanks. The list has only runs that have each word in the name
                of the test, the name of the benchmark or the description of the run. Case does not
                matter.
            trashed: Whether the list includes runs in the trash.
            limit: The largest number of runs on a page. Absent, 0 or negative means all runs, at
                most 50,000 of them (413 RESULT_TOO_LARGE), or 1000 with a `cursor`.
            page: Number of the page, counted from 1.
            cursor: The `next` of the previous page, or empty for the first page. The cost of a
                page does not depend on its position. It needs `sort` by start, and replaces
                `page`. Runs that are stored or deleted meanwhile do not move other runs.
            sort: The column by which the list is sorted. A column other than `start` and `id`
                makes Downpour read all runs, so it allows at most 25,000 of them (400
                SORT_TOO_LARGE). The same holds for pages by `id` far from both ends.
            direction: The order of the sort column. Rows without a value are always last.
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

        A filtered list works as that of `GET /api/run/list`.

        Args:
            from_: Only runs that started at this time or later. Epoch milliseconds.
            to: Only runs that started before this time. Epoch milliseconds.
            state: Only runs that ended in this state. Repeat the parameter for several states.
                Documents of other tools have no state.
            benchmark: Only runs of the benchmark with this name.
            text: Words separated by blanks. The list has only runs that have each word in the name
                of the test, the name of the benchmark or the description of the run. Case does not
                matter.
            trashed: Whether the list includes runs in the trash.
            limit: The largest number of runs on a page. Absent, 0 or negative means all runs, at
                most 50,000 of them (413 RESULT_TOO_LARGE), or 1000 with a `cursor`.
            page: Number of the page, counted from 1.
            cursor: The `next` of the previous page, or empty for the first page. The cost of a
                page does not depend on its position. It needs `sort` by start, and replaces
                `page`. Runs that are stored or deleted meanwhile do not move other runs.
            sort: The column by which the list is sorted. A column other than `start` and `id`
                makes Downpour read all runs, so it allows at most 25,000 of them (400
                SORT_TOO_LARGE). The same holds for pages by `id` far from both ends.
            direction: The order of the sort column. Rows without a value are always last.
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

        With `query`, the list has only runs whose documents match. One reply reads up to 10,000
        runs and 64 MiB of documents, in the order of the list. When more runs remain, the reply
        has `next`. Send it as `cursor` to continue, until a reply has no `next`. All replies
        together equal one search. A run that is stored or deleted meanwhile may be missing, but no
        other run is lost or repeated. `from`, `to`, `state`, `benchmark` and `text` filter in the
        same way without reading documents. A filtered list that is sorted by start ends after
        `limit` runs, and `next` continues behind them.

        Args:
            test: Name or numeric id of a test. The list then has only runs of this test.
            query: The search. A text that begins with `$`, `lax $` or `strict $` is one expression
                in either query language. It matches a run in which it finds something, and a
                predicate matches when it is true. A text that begins with `@` is a condition that
                any value of the document may pass. Downpour reads it as SQL/JSON path (`$.** ?
                (@...)`) if possible, else as JSONPath (`$..[?@...]`). Any other text is a list of
                member names, separated by blanks or commas, at any depth. A name in quotes may
                contain blanks. `OR` joins up to 32 of all these. An expression that fails matches
                no run. Absent or blank means all runs.
            roles: The teams whose records are listed, separated by `;`. `__my` means the teams of
                the caller. Absent, empty or `__all` means all teams.
            match_all: True: a run must match all words. False: one word is enough.
            from_: Only runs that started at this time or later. Epoch milliseconds.
            to: Only runs that started before this time. Epoch milliseconds.
            state: Only runs that ended in this state. Repeat the parameter for several states.
                Documents of other tools have no state.
            benchmark: Only runs of the benchmark with this name.
            text: Words separated by blanks. The list has only runs that have each word in the name
                of the test, the name of the benchmark or the description of the run. Case does not
                matter.
            trashed: Whether the list includes runs in the trash.
            limit: The largest number of runs on a page. Absent, 0 or negative means all runs, at
                most 50,000 of them (413 RESULT_TOO_LARGE), or 1000 with a `cursor`.
            page: Number of the page, counted from 1.
            cursor: The `next` of the previous page, or empty for the first page. The cost of a
                page does not depend on its position. It needs `sort` by start, and replaces
                `page`. Runs that are stored or deleted meanwhile do not move other runs.
            sort: The column by which the list is sorted. A column other than `start` and `id`
                makes Downpour read all runs, so it allows at most 25,000 of them (400
                SORT_TOO_LARGE). The same holds for pages by `id` far from both ends.
            direction: The order of the sort column. Rows without a value are always last.
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

        With `query`, the list has only runs whose documents match. One reply reads up to 10,000
        runs and 64 MiB of documents, in the order of the list. When more runs remain, the reply
        has `next`. Send it as `cursor` to continue, until a reply has no `next`. All replies
        together equal one search. A run that is stored or deleted meanwhile may be missing, but no
        other run is lost or repeated. `from`, `to`, `state`, `benchmark` and `text` filter in the
        same way without reading documents. A filtered list that is sorted by start ends after
        `limit` runs, and `next` continues behind them.

        Args:
            test: Name or numeric id of a test. The list then has only runs of this test.
            query: The search. A text that begins with `$`, `lax $` or `strict $` is one expression
                in either query language. It matches a run in which it finds something, and a
                predicate matches when it is true. A text that begins with `@` is a condition that
                any value of the document may pass. Downpour reads it as SQL/JSON path (`$.** ?
                (@...)`) if possible, else as JSONPath (`$..[?@...]`). Any other text is a list of
                member names, separated by blanks or commas, at any depth. A name in quotes may
                contain blanks. `OR` joins up to 32 of all these. An expression that fails matches
                no run. Absent or blank means all runs.
            roles: The teams whose records are listed, separated by `;`. `__my` means the teams of
                the caller. Absent, empty or `__all` means all teams.
            match_all: True: a run must match all words. False: one word is enough.
            from_: Only runs that started at this time or later. Epoch milliseconds.
            to: Only runs that started before this time. Epoch milliseconds.
            state: Only runs that ended in this state. Repeat the parameter for several states.
                Documents of other tools have no state.
            benchmark: Only runs of the benchmark with this name.
            text: Words separated by blanks. The list has only runs that have each word in the name
                of the test, the name of the benchmark or the description of the run. Case does not
                matter.
            trashed: Whether the list includes runs in the trash.
            limit: The largest number of runs on a page. Absent, 0 or negative means all runs, at
                most 50,000 of them (413 RESULT_TOO_LARGE), or 1000 with a `cursor`.
            page: Number of the page, counted from 1.
            cursor: The `next` of the previous page, or empty for the first page. The cost of a
                page does not depend on its position. It needs `sort` by start, and replaces
                `page`. Runs that are stored or deleted meanwhile do not move other runs.
            sort: The column by which the list is sorted. A column other than `start` and `id`
                makes Downpour read all runs, so it allows at most 25,000 of them (400
                SORT_TOO_LARGE). The same holds for pages by `id` far from both ends.
            direction: The order of the sort column. Rows without a value are always last.
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
        """List names that complete a path.

        Downpour completes the text after the last dot. The text before it is an SQL/JSON path to
        the objects whose names you want. Names behind `@.`, and a word without a dot, are searched
        at any depth. The names come from the latest 100 runs that the caller may see, without
        documents above 256 KiB.

        Args:
            query: The beginning of a path. An empty text, or a text of several words, gets no
                names.
        """
        return self._call("GET", {"query": query}, options)


class RunRecalculateAll(AsyncSegment):
    """The path `/api/run/recalculateAll`."""

    def post(self, *, from_: Text, to: Text, **options: Unpack[Options]) -> Call[None]:
        """Make the datasets and label values of all runs in a range of time again.

        Only administrators may send this. Downpour works after the reply.

        Args:
            from_: The earliest start of the runs, included. Milliseconds since 1970, or an ISO
                8601 time.
            to: The latest start of the runs, included. Milliseconds since 1970, or an ISO 8601
                time.
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

        Downpour stores the document in the record byte for byte. When it is a JSON string that
        contains an object or array, Downpour stores that object or array. A test that does not
        exist is created.

        Args:
            body: The record.
            test: Name or numeric id of the test. Absent means the `testid` of the record.
            owner: The owning team. Absent means the owner in the record, else the only team in
                which the caller may upload, else the caller's own team.
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
            limit: The largest number of runs on a page. Absent, 0 or negative means all runs, at
                most 50,000 of them (413 RESULT_TOO_LARGE), or 1000 with a `cursor`.
            page: Number of the page, counted from 1.
            cursor: The `next` of the previous page, or empty for the first page. The cost of a
                page does not depend on its position. It needs `sort` by start, and replaces
                `page`. Runs that are stored or deleted meanwhile do not move other runs.
            sort: The column by which the list is sorted. A column other than `start` and `id`
                makes Downpour read all runs, so it allows at most 25,000 of them (400
                SORT_TOO_LARGE). The same holds for pages by `id` far from both ends.
            direction: The order of the sort column. Rows without a value are always last.
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
            limit: The largest number of runs on a page. Absent, 0 or negative means all runs, at
                most 50,000 of them (413 RESULT_TOO_LARGE), or 1000 with a `cursor`.
            page: Number of the page, counted from 1.
            cursor: The `next` of the previous page, or empty for the first page. The cost of a
                page does not depend on its position. It needs `sort` by start, and replaces
                `page`. Runs that are stored or deleted meanwhile do not move other runs.
            sort: The column by which the list is sorted. A column other than `start` and `id`
                makes Downpour read all runs, so it allows at most 25,000 of them (400
                SORT_TOO_LARGE). The same holds for pages by `id` far from both ends.
            direction: The order of the sort column. Rows without a value are always last.
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
        """Complete an upload and make a run of it.

        Takes the parameters of `POST /api/run/data`, except `schema`, because Downpour keeps the
        document byte for byte. Downpour reads a document above 64 MiB after the reply, which takes
        seconds: repeat the request until it succeeds. You may repeat it after any failure. A
        repeat of a successful request has the same answer. Downpour deletes a document that is not
        JSON.

        Args:
            body: Metadata to store with the document: an object with a `$schema`, or an array of
                such objects.
            test: Name or numeric id of the test, or a JSONPath to one of them.
            start: When the benchmark started: epoch milliseconds, an ISO date, an ISO date-time
                (UTC unless it has an offset), or a JSONPath.
            stop: When the benchmark ended, in a form that `start` allows.
            owner: The team that owns the run. Its name ends in `-team`. Absent means the only team
                in which the caller may upload, else the caller's own team. A caller who may upload
                in several teams must name a team.
            access: The users who may read the run. Absent means PRIVATE.
            description: A text, or a JSONPath.
            sha256: SHA-256 of the document, in hexadecimal digits. Downpour refuses and deletes a
                document with another hash.
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

        The reply has new URLs for the missing parts, so an interrupted upload can continue.
        """
        return self._call("GET", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete an upload.

        Downpour deletes the parts of the upload. A run that was already made of it stays.
        """
        return self._call("DELETE", {}, options)


class RunUpload(AsyncSegment):
    """The path `/api/run/upload`."""

    def by_id(self, id: int | str) -> RunUploadById:
        """Id of the upload. Its run will have the same id."""
        return RunUploadById(self._core, self._below(id))

    def post(
        self,
        body: models.RunUploadRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.RunUpload]:
        """Begin the upload of a large document.

        Use this for a document that is too large for one request, up to 1 GB. The reply has a URL
        for each part. PUT the bytes of each part to its URL, without an API key. You may send
        several parts at the same time, in any order, and send a failed part again. Then complete
        the upload. Downpour deletes parts after a day when the upload is not completed. It deletes
        a complete document without a run after two to four days.

        Args:
            body: The size of the document.
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
        """List the members or elements at one path of a run.

        Lists the names or indices at a path, each with its type, its size, and its value when it
        is short. Downpour does not read the whole of a large document. It reads the index of the
        run and one or two ranges of the document. `reads` and `bytesRead` report the cost.

        Args:
            path: A JSONPath (RFC 9535) that contains only names and indices. Absent or `$` means
                the whole document.
            limit: The largest number of items on a page.
            cursor: The `next` of the previous page, or empty for the first page.
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
        """List the members or elements at one path of a run. One page after the other.

        Lists the names or indices at a path, each with its type, its size, and its value when it
        is short. Downpour does not read the whole of a large document. It reads the index of the
        run and one or two ranges of the document. `reads` and `bytesRead` report the cost.

        Args:
            path: A JSONPath (RFC 9535) that contains only names and indices. Absent or `$` means
                the whole document.
            limit: The largest number of items on a page.
            cursor: The `next` of the previous page, or empty for the first page.
        """
        return self._pages("cursor", True, {"path": path, "limit": limit, "cursor": cursor}, options)


class RunByIdData(AsyncSegment):
    """The path `/api/run/{id}/data`."""

    def get(self, *, schema_uri: Text | None = None, **options: Unpack[Options]) -> Call[Any]:
        """Read the document of a run, byte for byte.

        Args:
            schema_uri: URI of a schema. Returns only the first part that names this schema: the
                document, a member of it, or an element of it.
        """
        return self._call("GET", {"schemaUri": schema_uri}, options)


class RunByIdHistograms(AsyncSegment):
    """The path `/api/run/{id}/histograms`."""

    def get(self, **options: Unpack[Options]) -> Call[str]:
        """Export the response times of a burst's run for each second, in the log format of
        HdrHistogram.

        Only runs of bursts have these. For other runs, `stats[].histograms` of the document has
        the response times of whole phases.
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

        One entry for each dataset, with its values or none. A run in the trash has no datasets.

        Args:
            filter: Either a JSON object of label values that a dataset must have. Or an SQL/JSON
                path that begins with the name of a label and must match its value, such as
                `$.throughput ? (@ > 100)`. The path may be in double quotes.
            multi_filter: True: a list in `filter` matches any of its values, as well as the list
                itself.
            sort: Downpour ignores this parameter and sorts by the ids of the datasets.
            direction: The order of the ids of the datasets.
            limit: The largest number of datasets on a page. Absent, 0 or negative means all
                datasets.
            page: Number of the page, counted from 0.
            include: The labels to return, as a repeated parameter or a comma list. Write a name
                with a comma in double quotes, and double each quote in it. `exclude` has priority.
            exclude: The labels to leave out, written as for `include`.
            format: The format. `csv` (or `Accept: text/csv`) returns a table with a column for
                each label. Its cells have values for people: `NaN`, and `(undefined)` for null.
                `parquet` (or `Accept: application/vnd.apache.parquet`) returns an Apache Parquet
                file with the same columns. Numbers become DOUBLE, so integers above 2^53 are
                rounded. Texts and booleans keep their type. Any other value, and a label with
                values of several types, becomes JSON text. Times become TIMESTAMP_MILLIS.
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

        As HTML, the reply is the page that `downpour report` writes: one file that loads nothing.
        As JSON, the reply has the parts of that page, for a page with its own scripts and styles.
        Runs of other tools have no report (404 NOT_MEASURED).

        Args:
            format: The format of the reply. Absent means the format that the header `Accept` asks
                for, else JSON.
            baseline: The runs to compare with: ids and ranges of ids, separated by commas, at most
                50 runs. Or the name of a test, which means its last runs. Absent means no
                comparison.
            last: The number of runs to compare with when `baseline` is a test. Only runs that
                passed or failed are used.
            allow_differences: True compares runs of different definitions. The reply lists the
                differences in any case.
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
            schema_uri: URI of a schema. Returns only the first element that names this schema.
        """
        return self._call("GET", {"schemaUri": schema_uri}, options)


class RunByIdRecalculate(AsyncSegment):
    """The path `/api/run/{id}/recalculate`."""

    def post(self, **options: Unpack[Options]) -> Call[list[int]]:
        """Make the datasets of a run again.

        The datasets get new ids. Downpour computes their label values after the reply.
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
        """Set or clear the `$schema` of a run or of a part of it.

        Downpour writes the document again. All bytes except the `$schema` stay the same. Then it
        makes the datasets, label values and validation of the run again. Documents above 16 MiB
        are refused, because writing them takes too long for a request.

        Args:
            body: The URI of a schema that exists and that the caller may see. An empty text
                removes the `$schema`.
            path: Name of a member of the root object, or index of an element of the root array.
                Absent or empty means the root object.
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

        A run in the trash keeps its document. Lists leave it out unless `trashed` is true.

        Args:
            is_trashed: True puts the run into the trash, false takes it out.
        """
        return self._call("POST", {"isTrashed": is_trashed}, options)


class RunByIdDescription(AsyncSegment):
    """The path `/api/run/{id}/description`."""

    def post(
        self,
        body: str | bytes,
        *,
        replaces: Text | None = None,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Describe a run.

        Args:
            body: The description.
            replaces: The `version` of the run that the caller has read. Downpour changes the
                description only in this version. Absent means any version.
        """
        return self._call("POST", {"replaces": replaces}, options, body)


class RunByIdUpdateAccess(AsyncSegment):
    """The path `/api/run/{id}/updateAccess`."""

    def post(self, *, owner: Text, access: models.AccessParameter, **options: Unpack[Options]) -> Call[None]:
        """Change the team that owns a run, or the users who may see it.

        The caller needs the role of a tester in the old and in the new team.

        Args:
            owner: The new owning team.
            access: The users who may see the record.
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
        """Delete a run in the trash for good.

        Downpour deletes the run at once, with its datasets, label values and datapoints. It
        deletes the document within the hour, after requests that may still read it. No other run
        gets the id. A repeated upload with the same idempotency key makes a new run.
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

        Downpour reads the expression in the same two languages as `GET /api/sql/{id}/queryrun`,
        and evaluates it over the empty object. An expression that is valid here is valid there.
        Downpour removes no blanks. An expression may begin with `lax` or `strict`, which other
        servers refuse. Errors that only the empty object causes do not make the expression
        invalid, such as a missing member in strict mode. The header `X-Downpour-Dialect` reports
        the language.

        Args:
            query: The expression, written as for `GET /api/sql/{id}/queryrun`.
            dialect: The language for an expression that is valid in both. Absent means the setting
                of the API key, else the setting of the deployment, else `jsonpath`. An expression
                that is valid in only one language always runs in that language.
            lenient: `true` (in any case) makes Downpour correct a text that is not a valid
                expression, for example `store.book` to `$.store.book`. The reply has the corrected
                expression in `jsonpath`. Otherwise Downpour refuses the text, and the reason
                suggests the correction.
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

        Downpour has two query languages: JSONPath (RFC 9535 and the forms of jsonpath-plus) and
        SQL/JSON path (PostgreSQL). It recognises the language from the syntax. For an expression
        that is valid in both languages, Downpour uses the parameter `dialect`, else the setting of
        the API key, else the setting of the deployment, else JSONPath. The header
        `X-Downpour-Dialect` reports the language. When an object has the same name twice, the last
        one counts. JSONPath keeps the digits and the order of the document. SQL/JSON path answers
        like PostgreSQL's jsonb: shorter names first, and numbers without exponents.

        Args:
            query: A JSONPath expression, percent-encoded where the URL needs it. `$`, `*`, `@`,
                quotes, brackets and commas need no encoding. Write a blank as `+` or `%20`.
            array: `true` (in any case) returns all matches as a JSON array. Any other value
                returns the first match.
            uri: URI of a schema. Downpour evaluates the expression over each part of the run that
                names this schema: the run itself, else its members or elements. The answer is the
                first match, or with `array` all matches of all parts.
            schema_uri: Another name of `uri`.
            dialect: The language for an expression that is valid in both. Absent means the setting
                of the API key, else the setting of the deployment, else `jsonpath`. An expression
                that is valid in only one language always runs in that language.
            lenient: `true` (in any case) makes Downpour correct a text that is not a valid
                expression, for example `store.book` to `$.store.book`. The reply has the corrected
                expression in `jsonpath`. Otherwise Downpour refuses the text, and the reason
                suggests the correction.
            explain: `true` (in any case) adds the cost of the query to the reply.
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

        Works as `GET /api/sql/{id}/queryrun`, with one difference. An expression that is valid in
        both languages runs as SQL/JSON path, unless the request or the API key sets the language.
        The reason: the document of a dataset is an array, and only SQL/JSON path finds members of
        its elements by their name alone, as in `$.value`.

        Args:
            query: A JSONPath expression, percent-encoded where the URL needs it.
            array: `true` (in any case) returns all matches as a JSON array. Any other value
                returns the first match.
            schema_uri: URI of a schema. Downpour evaluates the expression over each element that
                names this schema. The answer is the first match, or with `array` all matches of
                all elements. Without any match the answer is `null`.
            uri: Another name of `schemaUri`.
            dialect: The language for an expression that is valid in both. Absent means the setting
                of the API key, else the setting of the deployment, else `jsonpath`. An expression
                that is valid in only one language always runs in that language.
            lenient: `true` (in any case) makes Downpour correct a text that is not a valid
                expression, for example `store.book` to `$.store.book`. The reply has the corrected
                expression in `jsonpath`. Otherwise Downpour refuses the text, and the reason
                suggests the correction.
            explain: `true` (in any case) adds the cost of the query to the reply.
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
            body: The new name. Names that begin with `downpour.` (the name of the service in small
                letters) are reserved.
        """
        return self._call("PUT", {}, options, body)


class UserApikeyByIdRevoke(AsyncSegment):
    """The path `/api/user/apikey/{id}/revoke`."""

    def put(self, **options: Unpack[Options]) -> Call[None]:
        """Revoke an API key permanently."""
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
        """Id of the key."""
        return UserApikeyById(self._core, self._below(id))

    def post(self, body: models.ApiKeyRequest | bytes, **options: Unpack[Options]) -> Call[str]:
        """Create an API key.

        Only this reply shows the key. The key acts for the user of the caller, unless an
        administrator names another user. A key of the type `BROWSER` is for one browser: it is
        valid for hours, appears in a separate list, and Downpour deletes it when it has expired. A
        user has at most 20 browser keys. The next one revokes the oldest. When a key with a fixed
        end makes a key, the new key ends with it at the latest, unless the caller is an
        administrator.

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

        An administrator's key lists all keys, any other key the keys of its own user. Keys that
        expired more than 7 days ago are left out. Browser keys are in a separate list.

        Args:
            type: The type of the keys to list.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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

        An administrator's key lists all keys, any other key the keys of its own user. Keys that
        expired more than 7 days ago are left out. Browser keys are in a separate list.

        Args:
            type: The type of the keys to list.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
        """
        return self._pages("cursor", True, {"type": type, "limit": limit, "cursor": cursor}, options)


class UserOnceKey(AsyncSegment):
    """The path `/api/user/once/key`."""

    def post(self, body: models.OnceExchange | bytes, **options: Unpack[Options]) -> Call[models.BrowserKey]:
        """Get a browser key for a code.

        Needs no API key. Downpour refuses the second of two requests with the same code. An
        address that sends too many wrong codes has to wait some minutes.

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

        The code works once, within two minutes. `POST /api/user/once/key` exchanges it for a
        browser key of the caller's user. Put the code behind the `#` of a link, so that no log
        contains it: `http://127.0.0.1:8090/login#once=CODE`. The code stops working when the key
        that created it is revoked or expires.

        Args:
            body: The role, the scopes and the lifetime of the browser key.
        """
        return self._call("POST", {}, options, body)


class UserAdministrators(AsyncSegment):
    """The path `/api/user/administrators`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.UserData]]:
        """List the administrators."""
        return self._call("GET", {}, options)

    def post(self, body: list[models.UserName] | bytes, **options: Unpack[Options]) -> Call[None]:
        """Set the administrators.

        The request replaces the list. A user who is not in the body is no longer an administrator,
        even with an administrator's key. You cannot remove yourself.

        Args:
            body: Names of users.
        """
        return self._call("POST", {}, options, body)


class UserAllTeams(AsyncSegment):
    """The path `/api/user/allTeams`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.TeamName]]:
        """List all teams. Only administrators may send this."""
        return self._call("GET", {}, options)


class UserTeams(AsyncSegment):
    """The path `/api/user/teams`."""

    def get(self, **options: Unpack[Options]) -> Call[list[models.TeamName]]:
        """List the teams."""
        return self._call("GET", {}, options)


class UserStorage(AsyncSegment):
    """The path `/api/user/storage`."""

    def get(self, **options: Unpack[Options]) -> Call[models.TeamStorage]:
        """Read the storage of each team.

        The bytes of runs of the caller's teams. Administrators see all teams with runs. Documents
        and metadata count, including those of runs in the trash. Runs that were stored before the
        first release with this request do not count.
        """
        return self._call("GET", {}, options)


class UserMe(AsyncSegment):
    """The path `/api/user/me`."""

    def get(self, **options: Unpack[Options]) -> Call[models.Me]:
        """Read the user, the roles and the scopes of the caller.

        The user of the key, password or token, with its teams and roles. `expiresAt` is the fixed
        end of a key, or the end of a token of this service. It is null for other credentials.
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
            body: Name of a team of the caller.
        """
        return self._call("POST", {}, options, body)


class UserCreateUser(AsyncSegment):
    """The path `/api/user/createUser`."""

    def post(self, body: models.NewUser | bytes, **options: Unpack[Options]) -> Call[None]:
        """Create a user.

        Managers may create users in their teams. Administrators may also create users without a
        team. A team in which the new user has roles becomes the default team of that user.

        Args:
            body: The user.
        """
        return self._call("POST", {}, options, body)


class UserInfo(AsyncSegment):
    """The path `/api/user/info`."""

    def post(self, body: list[str] | bytes, **options: Unpack[Options]) -> Call[list[models.UserData]]:
        """Read the names of some users. Only managers and administrators may send this.

        Args:
            body: Names of users. Unknown names are left out of the reply.
        """
        return self._call("POST", {}, options, body)


class UserSearch(AsyncSegment):
    """The path `/api/user/search`."""

    def get(self, *, query: Text | None = None, **options: Unpack[Options]) -> Call[list[models.UserData]]:
        """Find users by a part of their names or addresses. Only managers and administrators may
        send this.

        Args:
            query: A part of a name or address. Absent or empty finds all users.
        """
        return self._call("GET", {"query": query}, options)


class UserTeamByTeamMembers(AsyncSegment):
    """The path `/api/user/team/{team}/members`."""

    def get(self, **options: Unpack[Options]) -> Call[models.TeamMembers]:
        """List the members of a team with their roles. Only managers of the team and
        administrators may send this.
        """
        return self._call("GET", {}, options)

    def post(self, body: models.TeamMembers | bytes, **options: Unpack[Options]) -> Call[None]:
        """Set the members of a team and their roles. Only managers of the team and administrators
        may send this.

        The request replaces the list. Users who are not in the body, or have no roles in it, are
        no longer members. Their keys lose the roles within seconds.

        Args:
            body: Roles, by name of the user.
        """
        return self._call("POST", {}, options, body)


class UserTeamByTeam(AsyncSegment):
    """The path `/api/user/team/{team}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.members = UserTeamByTeamMembers(core, f"{path}/members")

    def post(self, **options: Unpack[Options]) -> Call[None]:
        """Create a team. Only administrators may send this."""
        return self._call("POST", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a team. Only administrators may send this.

        Its members lose their roles in the team. The records of the team stay. A new team with the
        same name owns these records again.
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
        """Change the password of a user. Only the user and administrators may send this.

        Args:
            body: The new password. Downpour stores only a hash of it.
        """
        return self._call("PUT", {}, options, body)


class UserByUsername(AsyncSegment):
    """The path `/api/user/{username}`."""

    def __init__(self, core: AsyncCore, path: str) -> None:
        super().__init__(core, path)
        self.password = UserByUsernamePassword(core, f"{path}/password")

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Remove a user and revoke all of its keys.

        Administrators may send this, and managers who manage all teams of the user. The user's
        records stay. A new user with the same name owns these records again. You cannot remove
        yourself.
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

        Send this before the burst. The reply has the id of the upload. Name this id in the burst,
        together with the paths, hashes and sizes of the files. Send small files as `content`, up
        to 3 MB in one request. For each file without `content` the reply has a URL: PUT the bytes
        there within 15 minutes, with the header `x-amz-checksum-sha256` (the hash in Base64).
        Downpour deletes the files when the burst is over, or after two days when no burst used
        them.

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
        """Stop a burst without an API key and without a Lambda function.

        Use this when functions cannot run, for example because drives use all concurrent
        executions of the account. The reply to the start of the burst has the stop token. The
        status is always 200: read `status` in the body.

        Args:
            body: Id of the burst, and its stop token.
        """
        return self._call("POST", {}, options, body)


class BurstByIdSeconds(AsyncSegment):
    """The path `/api/burst/{id}/seconds`."""

    def get(self, *, after: int | None = None, **options: Unpack[Options]) -> Call[models.BurstSeconds]:
        """Read the measurements of a burst second by second.

        Measurements of each phase over all of its drives, for each second. Downpour keeps these
        while a client asks for them, so a later client reads the seconds that other clients have
        asked for. Drives keep their last ten seconds: ask at least every ten seconds to miss none.
        `gaps` lists seconds that Downpour did not keep. The run has all seconds when the burst is
        over. Send `next` of the last reply as `after` to read only new seconds.

        Args:
            after: Only seconds that began after this time, in epoch milliseconds. Absent means all
                seconds from the start.
        """
        return self._call("GET", {"after": after}, options)


class BurstByIdStop(AsyncSegment):
    """The path `/api/burst/{id}/stop`."""

    def put(self, **options: Unpack[Options]) -> Call[None]:
        """Stop a burst.

        Every shard stops within two seconds. Stopping a burst that has ended changes nothing.
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
            hold_s: Renews the hold of the user who started the burst, for so many seconds from
                now. When the hold ends, the drives stop.
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

        Downpour lists bursts for 30 days, and keeps their runs. A page may have fewer than `limit`
        bursts although more follow. Send `next` as `before` to read the next page.

        Args:
            limit: The largest number of bursts on a page.
            before: The `next` of the previous page. Absent for the first page.
            active: True lists only bursts that have not ended.
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

        Downpour lists bursts for 30 days, and keeps their runs. A page may have fewer than `limit`
        bursts although more follow. Send `next` as `before` to read the next page.

        Args:
            limit: The largest number of bursts on a page.
            before: The `next` of the previous page. Absent for the first page.
            active: True lists only bursts that have not ended.
        """
        return self._pages("before", False, {"limit": limit, "before": before, "active": active}, options)

    def post(
        self,
        body: models.BurstRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.BurstForecast | models.BurstAccepted]:
        """Start a burst.

        Downpour checks the document, plans it and starts it. The result becomes a run. Upload the
        files that the document names before (`POST /api/burst/files`). Downpour refuses commands
        around the run (`pre`, `post`), because these run on the machine of the user: `downpour
        run` runs them and sends the document without them. When the burst is over, Downpour
        deletes its document, parameters and files.

        Args:
            body: The benchmark document and its options.
        """
        return self._call("POST", {}, options, body, is_keyed=True)


class Doctor(AsyncSegment):
    """The path `/api/doctor`."""

    def get(self, **options: Unpack[Options]) -> Call[models.DeploymentFacts]:
        """Read facts about a deployment for `downpour doctor`.

        Only administrators may send this. `downpour doctor` explains the facts.
        """
        return self._call("GET", {}, options)

    def post(self, **options: Unpack[Options]) -> Call[models.DoctorBurstAnswer]:
        """Start a test burst of five seconds against this API itself.

        Only administrators may send this. The burst shows that the state machine, its functions
        and the stores work together. It sends 100 requests for the version. The host of the API
        need not be a target of the deployment.
        """
        return self._call("POST", {}, options)


class ActionGlobalById(AsyncSegment):
    """The path `/api/action/global/{id}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete an action for all tests.

        Only administrators may send this.
        """
        return self._call("DELETE", {}, options)


class ActionGlobal(AsyncSegment):
    """The path `/api/action/global`."""

    def by_id(self, id: int | str) -> ActionGlobalById:
        """Id of the action."""
        return ActionGlobalById(self._core, self._below(id))

    def post(self, body: models.ActionRequest | bytes, **options: Unpack[Options]) -> Call[models.Action]:
        """Create an action for the events of all tests.

        Only administrators may send this, because events of private tests are included. Otherwise
        it works as `POST /api/action`.

        Args:
            body: The action. Downpour ignores its `testId`.
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

        Only administrators may send this.

        Args:
            limit: The largest number of records on a page. Absent, 0 or negative means all
                records.
            page: Number of the page, counted from 0. Without `limit` there is only one page.
            sort: The column by which the list is sorted.
            direction: The order of the sort column.
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
            body: An http or https URL without a user name.
        """
        return self._call("POST", {}, options, body)


class ActionById(AsyncSegment):
    """The path `/api/action/{id}`."""

    def get(self, **options: Unpack[Options]) -> Call[models.Action]:
        """Read an action.

        Only callers who may change the action may send this.
        """
        return self._call("GET", {}, options)

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete an action of a test.

        Only callers who may change the action may send this.
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
        """Create an action, which sends events of a test to a URL.

        The URL must lie below an allowed site. The reply has the secret with which Downpour signs
        its requests. No later reply shows the secret. The caller needs the role of a tester in the
        team that owns the test.

        Args:
            body: The action.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.ActionRequest | bytes, **options: Unpack[Options]) -> Call[models.Action]:
        """Change an action.

        Downpour keeps the secret unless the body has another secret. Callers who may create the
        action may change it.

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
            test: Id of the test. Absent means all tests that the caller may see.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
            test: Id of the test. Absent means all tests that the caller may see.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
            fingerprint: A fingerprint: a JSON object with the values of the labels by which the
                test groups its datasets. Absent or empty means all datasets.
        """
        return self._call("GET", {"test": test, "fingerprint": fingerprint}, options)


class AlertingChanges(AsyncSegment):
    """The path `/api/alerting/changes`."""

    def get(
        self,
        *,
        var: int | None = None,
        test: int | None = None,
        state: models.ChangeState | None = None,
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
            state: `open` lists changes that no user has confirmed, `confirmed` lists the other
                changes. Absent means both.
            fingerprint: A fingerprint: a JSON object with the values of the labels by which the
                test groups its datasets. Absent or empty means all datasets.
            limit: The largest number of changes on a page. Absent means 100.
            cursor: Empty for the first page, or the cursor in the address of the next page. A page
                may have fewer than `limit` changes although more pages follow.
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
        state: models.ChangeState | None = None,
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
            state: `open` lists changes that no user has confirmed, `confirmed` lists the other
                changes. Absent means both.
            fingerprint: A fingerprint: a JSON object with the values of the labels by which the
                test groups its datasets. Absent or empty means all datasets.
            limit: The largest number of changes on a page. Absent means 100.
            cursor: Empty for the first page, or the cursor in the address of the next page. A page
                may have fewer than `limit` changes although more pages follow.
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

        A confirmed change stays, also when later values differ. The model relativeDifference then
        compares only with values after the change. Downpour does not report the same change again.
        A change point (eDivisive) is the same change when it is fewer than `persistence` values
        away, and moves the level in the same direction by about as much. Downpour reports any
        other change nearby. The caller needs the role of a tester in the team that owns the test.

        Args:
            body: The change. Downpour ignores unknown members.
        """
        return self._call("PUT", {}, options, body)

    def delete(self, *, state: models.ChangeState | None = None, **options: Unpack[Options]) -> Call[None]:
        """Dismiss a change.

        Downpour does not report the change again. The same holds for a change point (eDivisive)
        nearby that moves the level in the same direction by about as much. relativeDifference and
        fixedThreshold may report a single value. When you dismiss such a change, a level that
        begins at this value and lasts is reported once more. A larger, smaller or opposite change
        is always reported. The caller needs the role of a tester in the team that owns the test.

        Args:
            state: The state in which the caller saw the change. Downpour dismisses the change only
                in this state. Absent means any state.
        """
        return self._call("DELETE", {"state": state}, options)


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
            notify: Downpour ignores this parameter.
            debug: Downpour ignores this parameter.
            clear: Downpour ignores this parameter and replaces the datapoints one by one.
            from_: Downpour ignores this parameter and measures all datasets.
            to: Downpour ignores this parameter.
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

        Downpour removes the expectation when the next run of the test arrives. When no run arrives
        in time, Downpour sends an event. The caller needs the role of an uploader in the team that
        owns the test.

        Args:
            test: Name or id of the test.
            timeout: The time limit for the run, in seconds from now.
            expectedby: The person or program that expects the run. Absent means the caller.
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

        Sets the members of the same names of the test. The caller needs the role of a tester in
        the team that owns the test.

        Args:
            body: The new settings. Downpour removes a setting that is absent or null.
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
        """List the default change detection of a new variable."""
        return self._call("GET", {}, options)


class AlertingMissingdataruleById(AsyncSegment):
    """The path `/api/alerting/missingdatarule/{id}`."""

    def delete(self, **options: Unpack[Options]) -> Call[None]:
        """Delete a missing-data rule."""
        return self._call("DELETE", {}, options)


class AlertingMissingdatarule(AsyncSegment):
    """The path `/api/alerting/missingdatarule`."""

    def by_id(self, id: int | str) -> AlertingMissingdataruleById:
        """Id of the rule."""
        return AlertingMissingdataruleById(self._core, self._below(id))

    def get(self, *, test_id: int, **options: Unpack[Options]) -> Call[list[models.MissingDataRule]]:
        """List the missing-data rules of a test.

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
        """Create or change a missing-data rule.

        A rule without an id, or with an id of 0 or below, is created. A new rule counts only
        datasets that come later, and waits `maxStaleness` for the first dataset. The caller needs
        the role of a tester in the team that owns the test.

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
        """List the requested changes, the latest first.

        Only administrators may send this. Each valid request with a method other than GET makes
        one entry, also when Downpour refused it. A page may have fewer than `limit` entries
        although more follow. Send `next` as `before` to read the next page.

        Args:
            limit: The largest number of entries on a page.
            before: The `next` of the previous page. Absent for the first page.
            user: The user who sent the requests. Absent means all users.
            operation: Name of an operation (`operationId`). Absent means all operations.
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
        """List the requested changes, the latest first. One page after the other.

        Only administrators may send this. Each valid request with a method other than GET makes
        one entry, also when Downpour refused it. A page may have fewer than `limit` entries
        although more follow. Send `next` as `before` to read the next page.

        Args:
            limit: The largest number of entries on a page.
            before: The `next` of the previous page. Absent for the first page.
            user: The user who sent the requests. Absent means all users.
            operation: Name of an operation (`operationId`). Absent means all operations.
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

        Downpour ignores all ids in the body. The caller needs the role of a tester in each team
        that will own the schema, a label or a transformer.

        Args:
            body: The bundle.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.SchemaExportRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a schema with a bundle.

        The request finds the schema by its `id`. A label or transformer in the bundle replaces the
        one with the same id, else the one with the same name. Without such a match it is added.
        Labels and transformers that are not in the bundle stay. A second import of the same bundle
        changes nothing.

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
            name: Name of a label. The list then has only labels of this name. Empty means all
                labels.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
            name: Name of a label. The list then has only labels of this name. Empty means all
                labels.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
            id: Ids of schemas, to list only these. Absent means all schemas.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
            id: Ids of schemas, to list only these. Absent means all schemas.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
        """
        return self._pages("cursor", True, {"id": id, "limit": limit, "cursor": cursor}, options)


class SchemaFindUsages(AsyncSegment):
    """The path `/api/schema/findUsages`."""

    def get(self, *, label: Text, **options: Unpack[Options]) -> Call[list[models.LabelLocation]]:
        """Find the places that use a label.

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
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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

        Downpour adds all labels or none. The caller needs the role of a tester in the team that
        owns each label.

        Args:
            body: The labels. Null means no labels.
        """
        return self._call("POST", {}, options, body)

    def put(
        self,
        body: bytes | list[models.LabelRequest] | None,
        **options: Unpack[Options],
    ) -> Call[list[int]]:
        """Change labels of a schema.

        The request changes all labels of the body or none, and finds them by their ids. An absent
        member gets its default, except owner and access, which stay. With `replaces`, a label is
        changed only if no other user has changed it since the caller read it. The caller needs the
        role of a tester in the old and in the new owning team of each label.

        Args:
            body: The labels. Null means no labels.
        """
        return self._call("PUT", {}, options, body)


class SchemaByIdUpdateAccess(AsyncSegment):
    """The path `/api/schema/{id}/updateAccess`."""

    def post(self, *, owner: Text, access: models.AccessParameter, **options: Unpack[Options]) -> Call[None]:
        """Change the team that owns a schema, or the users who may see it.

        The caller needs the role of a tester in the old and in the new team.

        Args:
            owner: The new owning team.
            access: The users who may see the record.
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

        Downpour ignores an unknown id in the body, and rejects the id of an existing transformer.
        The caller needs the role of a tester in the owning team.

        Args:
            body: The transformer.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.TransformerRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a transformer of a schema.

        The body is the whole new transformer. Downpour finds the transformer by its `id`. An
        absent member gets its default, except owner and access, which stay. The caller needs the
        role of a tester in the old and in the new owning team.

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

        Downpour also deletes the labels and transformers of the schema, and removes the
        transformers from tests. You may use its name and URI again. When the deletion fails or
        takes longer than 20 seconds, Downpour finishes it afterwards.
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
            roles: The teams whose records are listed, separated by `;`. `__my` means the teams of
                the caller. Absent, empty or `__all` means all teams.
            limit: The largest number of records on a page. Absent, 0 or negative means all
                records.
            page: Number of the page, counted from 0. Without `limit` there is only one page.
            sort: The column by which the list is sorted.
            direction: The order of the sort column.
            name: A text that the name of each schema in the list must contain. Case does not
                matter.
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

        Downpour ignores an id in the body. The caller needs the role of a tester in the owning
        team.

        Args:
            body: The schema.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.SchemaRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a schema.

        The body is the whole new schema. Downpour finds the schema by its `id`. An absent member
        gets its default, except owner and access, which stay. The labels and transformers of the
        schema stay too. The caller needs the role of a tester in the old and in the new owning
        team.

        Args:
            body: The schema.
        """
        return self._call("PUT", {}, options, body)


class TestImport(AsyncSegment):
    """The path `/api/test/import`."""

    def post(self, body: models.TestExportRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Create a test from a bundle.

        The test and its parts get new ids. For a transformer with an unknown id, Downpour uses the
        first transformer with the same target schema. Without such a transformer, it leaves the
        transformer out. Actions follow the rules of `POST /api/action`, and one refused action
        refuses the whole bundle. An action without a secret gets a new secret, which no reply
        contains. Set a secret that the receiver knows with `PUT /api/action`. The caller needs the
        role of a tester in the owning team.

        Args:
            body: The bundle.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.TestExportRequest | bytes, **options: Unpack[Options]) -> Call[int]:
        """Change a test with a bundle.

        The request finds the test by its `id`. A part of the bundle replaces the part with the
        same id, else the part with the same name (for actions: the same event and URL). Without
        such a match it is added. Parts that are not in the bundle stay. An action keeps its secret
        unless the bundle has another secret, and a new action gets a new secret. Actions follow
        the rules of `POST /api/action`, and one refused action refuses the whole bundle.

        Args:
            body: The bundle.
        """
        return self._call("PUT", {}, options, body)


class TestByNameByName(AsyncSegment):
    """The path `/api/test/byName/{name}`."""

    def get(self, **options: Unpack[Options]) -> Call[models.Test]:
        """Find a test by its name or id."""
        return self._call("GET", {}, options)


class TestByName(AsyncSegment):
    """The path `/api/test/byName`."""

    def by_name(self, name: str) -> TestByNameByName:
        """Name of the test. When no test has this name, digits are read as an id."""
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
        """List the folders of tests that the caller may see, and the folders above them.

        Args:
            roles: The teams whose records are listed, separated by `;`. `__my` means the teams of
                the caller. Absent, empty or `__all` means all teams.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
        """List the folders of tests that the caller may see, and the folders above them. One page
        after the other.

        Args:
            roles: The teams whose records are listed, separated by `;`. `__my` means the teams of
                the caller. Absent, empty or `__all` means all teams.
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
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
            roles: The teams whose records are listed, separated by `;`. `__my` means the teams of
                the caller. Absent, empty or `__all` means all teams.
            folder: The folder. Tests in its subfolders are not listed. Absent or empty means the
                root, `*` means all folders.
            limit: The largest number of tests on a page. 0 or negative means all tests.
            page: Number of the page, counted from 1. 0 or negative means all tests.
            direction: The order of the names.
            name: A text that the name of each test in the list must contain. Case does not matter.
            last: The number of runs in `outcomes`. It adds `newest`, `outcomes` and `openChanges`
                to the first 100 tests of the page. Absent means that the reply has none of these
                members.
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
        """Export a test with all its parts.

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

        One entry for each dataset of a run that the caller may see. Without `sort`, the newest
        start is first. With a `cursor`, the cost of a page does not depend on its position.
        Without it, a page costs as much as all pages before. When the list is sorted by `stop`, or
        a filter selects few datasets, Downpour reads all datasets.

        Args:
            filter: Either a JSON object of label values that a dataset must have. Or an SQL/JSON
                path that begins with the name of a label and must match its value, such as
                `$.throughput ? (@ > 100)`. The path may be in double quotes.
            multi_filter: True: a list in `filter` matches any of its values, as well as the list
                itself.
            before: Only runs that stopped before this time: epoch milliseconds, or ISO 8601. Empty
                means no limit.
            after: Only runs that started after this time: epoch milliseconds, or ISO 8601. Empty
                means no limit.
            filtering: Whether the reply has filtering labels.
            metrics: Whether the reply has metrics labels.
            sort: `start` or `stop`, in any case. Any other text means the newest start first.
            direction: The order of the sort column.
            limit: The largest number of datasets on a page. Absent, 0 or negative means 10,000, or
                1000 with a `cursor`. When more datasets remain, the header `Link` has the address
                of the next page. When a `limit` has no `cursor`, only JSON that is sorted by
                `stop` has this header.
            page: Number of the page, counted from 0.
            cursor: Empty for the first page, or the cursor of an earlier reply. The cost of a page
                does not depend on its position. The header `Link` has the address of the next page
                (`rel="next"`), except on the last page. A page has `limit` rows (by default 1000),
                or fewer when a filter selects few. It allows sorting by start only, and replaces
                `page`.
            include: The labels to return, as a repeated parameter or a comma list. Write a name
                with a comma in double quotes, and double each quote in it. `exclude` has priority.
            exclude: The labels to leave out, written as for `include`.
            format: The format. `csv` (or `Accept: text/csv`) returns a table with a column for
                each label. Its cells have values for people: `NaN`, and `(undefined)` for null.
                `parquet` (or `Accept: application/vnd.apache.parquet`) returns an Apache Parquet
                file with the same columns. Numbers become DOUBLE, so integers above 2^53 are
                rounded. Texts and booleans keep their type. Any other value, and a label with
                values of several types, becomes JSON text. Times become TIMESTAMP_MILLIS.
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

        One entry for each dataset of a run that the caller may see. Without `sort`, the newest
        start is first. With a `cursor`, the cost of a page does not depend on its position.
        Without it, a page costs as much as all pages before. When the list is sorted by `stop`, or
        a filter selects few datasets, Downpour reads all datasets.

        Args:
            filter: Either a JSON object of label values that a dataset must have. Or an SQL/JSON
                path that begins with the name of a label and must match its value, such as
                `$.throughput ? (@ > 100)`. The path may be in double quotes.
            multi_filter: True: a list in `filter` matches any of its values, as well as the list
                itself.
            before: Only runs that stopped before this time: epoch milliseconds, or ISO 8601. Empty
                means no limit.
            after: Only runs that started after this time: epoch milliseconds, or ISO 8601. Empty
                means no limit.
            filtering: Whether the reply has filtering labels.
            metrics: Whether the reply has metrics labels.
            sort: `start` or `stop`, in any case. Any other text means the newest start first.
            direction: The order of the sort column.
            limit: The largest number of datasets on a page. Absent, 0 or negative means 10,000, or
                1000 with a `cursor`. When more datasets remain, the header `Link` has the address
                of the next page. When a `limit` has no `cursor`, only JSON that is sorted by
                `stop` has this header.
            page: Number of the page, counted from 0.
            cursor: Empty for the first page, or the cursor of an earlier reply. The cost of a page
                does not depend on its position. The header `Link` has the address of the next page
                (`rel="next"`), except on the last page. A page has `limit` rows (by default 1000),
                or fewer when a filter selects few. It allows sorting by start only, and replaces
                `page`.
            include: The labels to return, as a repeated parameter or a comma list. Write a name
                with a comma in double quotes, and double each quote in it. `exclude` has priority.
            exclude: The labels to leave out, written as for `include`.
            format: The format. `csv` (or `Accept: text/csv`) returns a table with a column for
                each label. Its cells have values for people: `NaN`, and `(undefined)` for null.
                `parquet` (or `Accept: application/vnd.apache.parquet`) returns an Apache Parquet
                file with the same columns. Numbers become DOUBLE, so integers above 2^53 are
                rounded. Texts and booleans keep their type. Any other value, and a label with
                values of several types, becomes JSON text. Times become TIMESTAMP_MILLIS.
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
            limit: The number of datasets that this reply reads. Absent means 1000 with a `cursor`,
                and all datasets without. The header `Link` has the address of the next page while
                datasets remain.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once. The next page may have the same value
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
            limit: The number of datasets that this reply reads. Absent means 1000 with a `cursor`,
                and all datasets without. The header `Link` has the address of the next page while
                datasets remain.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once. The next page may have the same value
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
            limit: The number of datasets that this reply reads. Absent means 1000 with a `cursor`,
                and all datasets without. The header `Link` has the address of the next page while
                datasets remain.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once. The next page may have the same value
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
            limit: The number of datasets that this reply reads. Absent means 1000 with a `cursor`,
                and all datasets without. The header `Link` has the address of the next page while
                datasets remain.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once. The next page may have the same value
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

        The different fingerprints of the datasets. Fingerprints that the filter of the test
        excludes from change detection are included. For a long value the list has its beginning,
        its length and its SHA-256.

        Args:
            limit: The number of datasets that this reply reads. Absent means 1000 with a `cursor`,
                and all datasets without. The header `Link` has the address of the next page while
                datasets remain.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once. The next page may have the same value
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

        The different fingerprints of the datasets. Fingerprints that the filter of the test
        excludes from change detection are included. For a long value the list has its beginning,
        its length and its SHA-256.

        Args:
            limit: The number of datasets that this reply reads. Absent means 1000 with a `cursor`,
                and all datasets without. The header `Link` has the address of the next page while
                datasets remain.
            cursor: Empty for the newest datasets, or the cursor in the address of the next page. A
                page has each value of its datasets once. The next page may have the same value
                again.
        """
        return self._pages("cursor", True, {"limit": limit, "cursor": cursor}, options)


class TestByIdRecalculate(AsyncSegment):
    """The path `/api/test/{id}/recalculate`."""

    def get(self, **options: Unpack[Options]) -> Call[models.RecalculationStatus]:
        """Read the progress of the last recalculation of a test.

        The numbers count the work on all runs of the test, for every caller. They include runs
        that the caller may not see, without their ids. When there was no recalculation, they count
        only runs that the caller may see.
        """
        return self._call("GET", {}, options)

    def post(self, **options: Unpack[Options]) -> Call[None]:
        """Make the datasets and label values of all runs of a test again.

        Downpour works after the reply, and new uploads do not wait for it. A second request
        replaces the recalculation that still runs. The caller needs the role of a tester in the
        owning team.
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
        """List failed work on the runs of a test.

        Each entry has the request that tries the work again. Recalculations of the test are first,
        then runs and their datasets, sorted by the id of the run. An entry disappears when the
        same work succeeds. Failures of runs that another team owns are left out.

        Args:
            limit: The largest number of entries that this reply reads.
            cursor: The `next` of the previous page.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.WorkFailures]:
        """List failed work on the runs of a test. One page after the other.

        Each entry has the request that tries the work again. Recalculations of the test are first,
        then runs and their datasets, sorted by the id of the run. An entry disappears when the
        same work succeeds. Failures of runs that another team owns are left out.

        Args:
            limit: The largest number of entries that this reply reads.
            cursor: The `next` of the previous page.
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

        Needs no schema, label or variable, because Downpour reads the records of the runs and no
        documents. Runs in the trash, and runs that the caller may not see, are left out. One reply
        looks at up to 2,000 runs.

        Args:
            last: The largest number of runs. The runs with the latest starts are returned.
            from_: Only runs that started at this time or later. Epoch milliseconds.
            to: Only runs that started before this time. Epoch milliseconds.
        """
        return self._call("GET", {"last": last, "from": from_, "to": to}, options)


class TestByIdTransformers(AsyncSegment):
    """The path `/api/test/{id}/transformers`."""

    def post(self, body: list[int] | bytes, **options: Unpack[Options]) -> Call[None]:
        """Set the transformers of a test, which make its datasets.

        Existing datasets stay as they are until they are recalculated.

        Args:
            body: Ids of all transformers of the test. They replace the present list.
        """
        return self._call("POST", {}, options, body)


class TestByIdMove(AsyncSegment):
    """The path `/api/test/{id}/move`."""

    def post(self, *, folder: Text | None = None, **options: Unpack[Options]) -> Call[None]:
        """Move a test to another folder.

        Args:
            folder: The new folder. Absent or empty means the root.
        """
        return self._call("POST", {"folder": folder}, options)


class TestByIdNotifications(AsyncSegment):
    """The path `/api/test/{id}/notifications`."""

    def post(self, *, enabled: bool, **options: Unpack[Options]) -> Call[None]:
        """Turn the notifications of a test on or off.

        Args:
            enabled: True: Downpour notifies users of changes of this test. False: it does not.
        """
        return self._call("POST", {"enabled": enabled}, options)


class TestByIdUpdateAccess(AsyncSegment):
    """The path `/api/test/{id}/updateAccess`."""

    def post(self, *, owner: Text, access: models.AccessParameter, **options: Unpack[Options]) -> Call[None]:
        """Change the team that owns a test, or the users who may see it.

        The caller needs the role of a tester in the old and in the new team. Users who may see a
        test also see the names of its labels, even of PRIVATE labels. Lists of label values leave
        such labels out.

        Args:
            owner: The new owning team.
            access: The users who may see the record.
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

        Downpour puts its runs into the trash, and those beyond the first 1,000 some time after the
        response. You may use its name again. When the deletion fails or takes longer than 20
        seconds, Downpour finishes it afterwards.
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
            roles: The teams whose records are listed, separated by `;`. `__my` means the teams of
                the caller. Absent, empty or `__all` means all teams.
            limit: The largest number of records on a page. Absent, 0 or negative means all
                records.
            page: Number of the page, counted from 0. Without `limit` there is only one page.
            sort: The column by which the list is sorted.
            direction: The order of the sort column.
        """
        return self._call(
            "GET",
            {"roles": roles, "limit": limit, "page": page, "sort": sort, "direction": direction},
            options,
        )

    def post(self, body: models.TestRequest | bytes, **options: Unpack[Options]) -> Call[models.Test]:
        """Create a test.

        Downpour ignores an id in the body. The caller needs the role of a tester in the owning
        team.

        Args:
            body: The test.
        """
        return self._call("POST", {}, options, body)

    def put(self, body: models.TestRequest | bytes, **options: Unpack[Options]) -> Call[models.Test]:
        """Change a test.

        The body is the whole new test. Downpour finds the test by its `id`. An absent member gets
        its default, except owner and access, which stay. With `replaces`, Downpour changes the
        test only if no other user has changed it since the caller read it. The caller needs the
        role of a tester in the old and in the new owning team.

        Args:
            body: The test.
        """
        return self._call("PUT", {}, options, body)


class ChangesSearch(AsyncSegment):
    """The path `/api/changes/search`."""

    def post(self, body: bytes | dict[str, Any] | None = None, **options: Unpack[Options]) -> Call[list[str]]:
        """List the possible targets.

        Args:
            body: Downpour ignores the body.
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
            body: The variables, and the range of time.
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
            body: The variables, and the range of time.
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
        """Check that the data source works."""
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
            limit: The largest number of records on a page. Absent, 0 or negative means all
                records.
            page: Number of the page, counted from 1.
            sort: The column by which the list is sorted.
            direction: The order of the sort column. Rows without a value are always last.
            filter: A JSON object of label values. The list then has only datasets with all these
                values. An object in it matches an object with the same members, and a list matches
                its elements in any order. Downpour reads all datasets of the test for it.
            view_id: Id of the view whose values the list has. Absent means the view with the name
                `Default`, and a negative id means no view.
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
            limit: The largest number of records on a page. Absent, 0 or negative means all
                records.
            page: Number of the page, counted from 1.
            sort: The column by which the list is sorted. `(stop - start)` is the duration, and
                `view_data:COLUMN:LABEL` is a label in a column of the view.
            direction: The order of the sort column. Rows without a value are always last.
            filter: A JSON object of label values. The list then has only datasets with all these
                values. An object in it matches an object with the same members, and a list matches
                its elements in any order. Downpour reads all datasets of the test for it.
            view_id: Id of the view whose values the list has. Absent means the view with the name
                `Default`, and a negative id means no view.
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
            limit: The largest number of records on a page. Absent, 0 or negative means all
                records.
            page: Number of the page, counted from 1.
            sort: The column by which the list is sorted.
            direction: The order of the sort column. Rows without a value are always last.
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
            view_id: Id of the view whose values the list has. Absent means the view with the name
                `Default`, and a negative id means no view.
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
        """Compute a label for a dataset without saving the label.

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
        """Id of the dataset. A recalculation makes new datasets with new ids."""
        return DatasetById(self._core, self._below(id))


class ExperimentModels(AsyncSegment):
    """The path `/api/experiment/models`."""

    def get(self, **options: Unpack[Options]) -> Call[list[dict[str, Any]]]:
        """List the models that compare values, with their settings."""
        return self._call("GET", {}, options)


class ExperimentRun(AsyncSegment):
    """The path `/api/experiment/run`."""

    def get(self, *, dataset_id: int, **options: Unpack[Options]) -> Call[list[models.ExperimentResult]]:
        """Compare a dataset with baselines, by the profiles of its test.

        Each profile that selects the dataset gives one result. When no profile selects the
        dataset, the reply has one result whose log states that. A baseline has datasets that the
        caller may see, among the newest 1,000 of the test.

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

        A profile without an id, or with an id below 1, is added.

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
        """Count the entries of a test's log about label values and change detection.

        Args:
            level: The lowest level of the entries: 0 debug, 1 info, 2 warning, 3 error.
            dataset_id: Id of a dataset. Only entries about this dataset.
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
        """Read a test's log about label values and change detection.

        Entries of runs that the caller may not see are left out. The caller needs the role of a
        tester in the owning team.

        Args:
            level: The lowest level of the entries: 0 debug, 1 info, 2 warning, 3 error.
            dataset_id: Id of a dataset. Only entries about this dataset.
            page: Number of the page, counted from 0.
            limit: The largest number of entries on a page.
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
        """Delete entries of a test's log about label values and change detection.

        Args:
            dataset_id: Id of a dataset. Only entries about this dataset.
            from_: Only entries of this time or later. Epoch milliseconds.
            to: Only entries before this time. Epoch milliseconds.
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
        """Count the entries of a test's log about the making of datasets.

        Args:
            level: The lowest level of the entries: 0 debug, 1 info, 2 warning, 3 error.
            run_id: Id of a run. Only entries about this run. 0 means any run.
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
        """Read a test's log about the making of datasets.

        Entries of runs that the caller may not see are left out. The caller needs the role of a
        tester in the owning team.

        Args:
            level: The lowest level of the entries: 0 debug, 1 info, 2 warning, 3 error.
            run_id: Id of a run. Only entries about this run. 0 means any run.
            page: Number of the page, counted from 0.
            limit: The largest number of entries on a page.
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
        """Delete entries of a test's log about the making of datasets.

        Args:
            run_id: Id of a run. Only entries about this run. 0 means any run.
            from_: Only entries of this time or later. Epoch milliseconds.
            to: Only entries before this time. Epoch milliseconds.
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
        """Count the entries of a test's log about notifications.

        Args:
            level: The lowest level of the entries: 0 debug, 1 info, 2 warning, 3 error.
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
        """Read a test's log about notifications.

        The log has each attempt to send an event, for actions of the test and for actions for all
        tests. Entries of runs that the caller may not see are left out. The caller needs the role
        of a tester in the owning team.

        Args:
            level: The lowest level of the entries: 0 debug, 1 info, 2 warning, 3 error.
            page: Number of the page, counted from 0.
            limit: The largest number of entries on a page.
        """
        return self._call("GET", {"level": level, "page": page, "limit": limit}, options)

    def delete(
        self,
        *,
        from_: int | None = None,
        to: int | None = None,
        **options: Unpack[Options],
    ) -> Call[None]:
        """Delete entries of a test's log about notifications.

        Args:
            from_: Only entries of this time or later. Epoch milliseconds.
            to: Only entries before this time. Epoch milliseconds.
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
        """Try failed work again.

        Only administrators may send this. Downpour tries up to 100 entries, the longest due first,
        with all attempts again. It works after the reply.
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
        """List all failed work, with the reasons.

        Only administrators may send this. Downpour tries work after a reply several times. This
        list has the work that failed each time, the longest due first. An entry disappears when
        the same work succeeds or is tried again. The list includes queries of datastores, removals
        and the delivery of events. Each event has its own entry, for 30 days. A run or dataset has
        only its last failure.

        Args:
            limit: The largest number of entries that this reply reads.
            cursor: The `next` of the previous page.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.WorkFailures]:
        """List all failed work, with the reasons. One page after the other.

        Only administrators may send this. Downpour tries work after a reply several times. This
        list has the work that failed each time, the longest due first. An entry disappears when
        the same work succeeds or is tried again. The list includes queries of datastores, removals
        and the delivery of events. Each event has its own entry, for 30 days. A run or dataset has
        only its last failure.

        Args:
            limit: The largest number of entries that this reply reads.
            cursor: The `next` of the previous page.
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
        """Compare two groups of runs.

        The reply is that of `downpour compare --json`. It states whether the runs of the second
        side are worse. Each run gives one number for each measure. A side has at most 50 runs.

        Args:
            baseline: The runs of the first side: ids and ranges of ids, separated by commas.
            candidate: The runs of the second side, which may be worse: ids and ranges of ids,
                separated by commas.
            gate: A measure that must not get worse, with its limit: MEASURE:LIMIT, or
                METRIC:MEASURE:LIMIT for one metric. You may repeat the parameter. Absent means
                `p99:10%` and `errors:1%`.
            allow_differences: True compares runs of different definitions. The reply lists the
                differences in any case.
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

        A burst that the schedule has started continues.
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
        """List the schedules that the caller may see, sorted by name.

        Args:
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
        """
        return self._call("GET", {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: Text | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[models.SchedulesSummary]:
        """List the schedules that the caller may see, sorted by name. One page after the other.

        Args:
            limit: The largest number of items in this reply. Absent means 1000 with a `cursor`,
                and all items without. When items remain, the header `Link` has the address of the
                next page.
            cursor: Empty for the first page, or the cursor in the address of the next page. Items
                that are stored or deleted meanwhile do not move other items.
        """
        return self._pages("cursor", True, {"limit": limit, "cursor": cursor}, options)

    def post(
        self,
        body: models.ScheduleRequest | bytes,
        **options: Unpack[Options],
    ) -> Call[models.ScheduleSummary]:
        """Create a schedule, which starts bursts of a benchmark.

        Checks the document as `POST /api/burst` does. Downpour keeps the document, its parameters
        and its files until you delete the schedule. At each time of the schedule Downpour starts a
        burst with the API key that created the schedule, and checks the document again. It starts
        no burst when the key is no longer valid, when the previous burst still runs, or when the
        start is more than 15 minutes late.

        Args:
            body: The benchmark and its timetable.
        """
        return self._call("POST", {}, options, body)


class UiView(AsyncSegment):
    """The path `/api/ui/view`."""

    def post(self, body: models.ViewRequest | bytes, **options: Unpack[Options]) -> Call[models.View]:
        """Add or change a view of a test.

        A view without an id, or with an id below 1, is added. The same holds for its columns.

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

        The view with the name `Default` cannot be deleted.
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
        """Read this contract (OpenAPI).

        Needs no API key. A browser gets a page, any other client JSON or YAML (OpenAPI 3.1).

        Args:
            format: The format. Absent means the format that the header `Accept` asks for, else
                YAML.
        """
        return self._call("GET", {"format": format}, options)


class RealmsByRealmProtocolOpenidConnectToken(AsyncSegment):
    """The path `/realms/{realm}/protocol/openid-connect/token`."""

    def post(self, body: Mapping[str, str], **options: Unpack[Options]) -> Call[models.Token]:
        """Get a token for a password.

        Needs no API key. Request and reply follow RFC 6749 section 4.3, at the path that clients
        of Keycloak use. Such clients need no other login server. Send the token as `Authorization:
        Bearer`. It has all rights of the user, expires after five minutes, and is invalid after a
        change of the password. A deployment that accepts the tokens of another issuer does not
        have this request. `GET /api/config/keycloak` has the address of the issuer.

        Args:
            body: Name and password of a user. Downpour ignores unknown members, such as
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
        """The realm that `GET /api/config/keycloak` returns."""
        return RealmsByRealm(self._core, self._below(realm))


class RawClient:
    """The segments that paths begin with."""

    def __init__(self, core: AsyncCore) -> None:
        self.api = Api(core, "/api")
        self.openapi = Openapi(core, "/openapi")
        self.realms = Realms(core, "/realms")
