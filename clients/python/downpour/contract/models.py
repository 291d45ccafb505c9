# Written by `npm run generate` from schema/openapi.json. Do not edit.
"""The records of the API. An answer may have further members: keep what you do not know."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias
elif sys.version_info >= (3, 11):
    from typing import NotRequired

JsonType = Literal["object", "array", "string", "number", "boolean", "null"]
"""The type of a JSON value."""

Access = Literal["PUBLIC", "PROTECTED", "PRIVATE"]
"""The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API key.
PRIVATE: users with the role of a viewer in the owning team.
"""

AccessParameter = Literal["PUBLIC", "PROTECTED", "PRIVATE", "0", "1", "2"]
"""An Access as its name or its number."""

AccessChoice: TypeAlias = "Access | Literal[0, 1, 2] | None"
"""An Access as its name (preferred) or its number. Null is the same as absent."""

TimeChoice: TypeAlias = "int | str"
"""A time in epoch milliseconds (preferred), or an ISO 8601 date-time."""

TestIdChoice: TypeAlias = "int | str | None"
"""The id of a test as a number (preferred), or as a text of digits. Null is the same as absent."""

PathSegment: TypeAlias = "str | int"
"""The name of a member, or the index of an element."""

PlainValue: TypeAlias = "str | float | bool | list[Any] | None"
"""A JSON value other than an object."""

Dialect = Literal["jsonpath", "sql"]
"""A query language."""

RunState = Literal["passed", "failed", "inconclusive", "stopped", "incomplete"]
"""How a run ended. `inconclusive`: the load generator was unhealthy for too long, so the target
cannot be judged. `incomplete`: a part of the planned load was not sent or not measured.
"""

RunSort = Literal[
    "id",
    "start",
    "stop",
    "(stop - start)",
    "testid",
    "testname",
    "test.name",
    "name",
    "owner",
    "access",
    "description",
    "trashed",
    "datasets",
]
"""The column by which a list of runs is sorted. `name` means the name of the test, `datasets` the
number of datasets, and `(stop - start)` the duration.
"""

ServiceRole = Literal["user", "admin"]
"""Role of a key or user. `admin` may see and revoke everything."""

ApiKeyType = Literal["USER", "BROWSER"]
"""The type of an API key. Keys of both types act for a user. A browser key is valid for hours."""

CredentialKind = Literal["key", "password", "token"]
"""The kind of credentials of a request."""

DeploymentPlace = Literal["cloud", "one machine"]
"""Where a server runs."""

SortDirection = Literal["Ascending", "Descending"]
"""Order of a sorted list."""

Scope = Literal["read", "upload", "drive", "admin"]
"""A scope of an API key. `read`: read the records of its user. `upload`: upload runs and change
records. `drive`: start bursts and schedules. `admin`: manage users and teams. The roles of the
user apply as well.
"""

Executor = Literal["lambda", "fargate"]
"""Where drives run: `lambda` in functions, `fargate` in tasks, if the deployment has them. Absent
means the setting of the document's agents, or `lambda`.
"""

BurstState = Literal[
    "planning",
    "running",
    "merging",
    "passed",
    "failed",
    "inconclusive",
    "stopped",
    "incomplete",
]
"""The state of a burst. `inconclusive`: the load generator was unhealthy for too long, so the
target cannot be judged. `incomplete`: a part of the planned load was not sent or not measured.
"""

PhaseStatusStatus = Literal["NOT_STARTED", "SCHEDULED", "RUNNING", "FINISHED", "TERMINATED", "CANCELLED"]
"""The state of the phase. FINISHED: no new users start. TERMINATED: all users have ended."""

LimitSoFarCriterion = Literal[
    "errorRatio",
    "invalidRatio",
    "failedRatio",
    "meanResponseTime",
    "blockedRatio",
    "limit",
    "sessionLimit",
]
"""The kind of the limit. `limit` means a response time at a quantile."""

ChangeState = Literal["open", "confirmed"]
"""Whether a user has confirmed a change."""

VariableTarget: TypeAlias = "str | int"
"""Id of a variable, and after a semicolon the fingerprint. An annotation may name at most 100
variables, separated by commas. Variables that the caller may not see are left out when the text
names several.
"""

DatastoreKind = Literal["POSTGRES", "ELASTICSEARCH", "COLLECTORAPI"]
"""The type of a datastore. POSTGRES means the repository itself."""

WorkFailureWhat = Literal[
    "datasets",
    "labels",
    "datapoints",
    "recalculation",
    "index",
    "removal",
    "event",
    "webhook",
    "query",
]
"""The kind of work. `datapoints`: values of variables. `recalculation`: work on many runs.
`index`: the index of a large document. `removal`: deletion of a record, or of its last parts.
`event`, `webhook`: delivery of an event. `query`: a query of a datastore.
"""

SchemaChoice: TypeAlias = "dict[str, Any] | str | list[Any] | float | bool | None"
"""A JSON Schema as an object (preferred), or as its text. An empty object or a scalar means no
JSON Schema.
"""

LabelLocationType = Literal["FINGERPRINT", "MISSINGDATA_RULE", "VARIABLE", "VIEW"]
"""The kind of place."""

UserName = str
"""Name of a user."""

TeamName = str
"""Name of a team. It ends in `-team`."""

TeamRole = Literal["viewer", "uploader", "tester", "manager"]
"""A role in a team. `viewer`: read private records. `uploader`: upload runs. `tester`: change
records. `manager`: change the members.
"""

Password = str
"""A password of at least 8 characters. An API on one machine may set another minimum."""

TeamMembers = dict[str, list[TeamRole]]
"""Roles, by name of the user."""

DatasetListOfRunSort = Literal[
    "id",
    "runId",
    "ordinal",
    "start",
    "stop",
    "(stop - start)",
    "testid",
    "owner",
    "access",
    "description",
]

DatasetListOfSchemaSort = Literal[
    "id",
    "runId",
    "ordinal",
    "start",
    "stop",
    "(stop - start)",
    "testid",
    "owner",
    "access",
    "description",
]


class Outline(TypedDict):
    """The value at one path of a document."""

    path: str
    """The path in the usual notation, such as `$.stats[0]["99.0"]`."""
    type: JsonType
    """The type of a JSON value."""
    bytes: NotRequired[int]
    """Bytes of the value in the document. Absent when Downpour has not read all of the value."""
    count: NotRequired[int]
    """The number of members or elements. Absent for a scalar, and when Downpour has not read all
    of the value.
    """
    value: NotRequired[str]
    """The text of a scalar with all its digits. A string has its quotes. Absent when it is longer
    than 256 bytes.
    """
    items: list[OutlineItem]
    """Members or elements in the order of the document. Empty for a scalar. When an object repeats
    a name, the page has its last value.
    """
    next: NotRequired[str]
    """The cursor of the next page. Absent on the last page."""
    reads: int
    """The number of reads of the document and its index."""
    bytesRead: int
    """Bytes that Downpour read for this reply. 0 when they were in memory."""


class OutlineItem(TypedDict):
    """A member of an object, or an element of an array."""

    name: NotRequired[str]
    """The name of a member. Absent for an element."""
    index: NotRequired[int]
    """The index of an element, counted from 0. Absent for a member."""
    type: JsonType
    """The type of a JSON value."""
    bytes: int
    """Bytes of the value in the document."""
    count: NotRequired[int]
    """The number of members or elements. Absent for a scalar, and for a large object that Downpour
    has not read.
    """
    value: NotRequired[str]
    """The text of a scalar. Absent when it is longer than 256 bytes."""


class Error(TypedDict):
    """The reason why Downpour refused a request, or failed."""

    code: str
    """A stable code for programs."""
    message: str
    """The problem in a sentence, with the value that was expected."""
    details: NotRequired[Any]
    """More data for programs, for example a list of problems."""
    requestId: str
    """Id of the request, by which you find it in the log."""


class StoredReply(TypedDict):
    """The URL of a stored reply."""

    url: str
    """A GET of this URL returns the reply, for 15 minutes and without a key."""


class VersionInfo(TypedDict):
    """Facts about the server."""

    version: str
    """Version of the server."""
    commit: str
    """The commit from which the server was built. `unknown` when the build has no commit."""
    startTimestamp: int
    """When the server started. In AWS, when the present environment of the function started."""
    privacyStatement: NotRequired[str]
    """The privacy statement of the deployment. Absent when the deployment has no statement."""


class KeycloakConfig(TypedDict):
    """The issuer from which clients get tokens."""

    realm: str
    """Name of the realm at the issuer."""
    url: str
    """Address of the issuer."""
    clientId: str
    """The client id to use at the issuer."""


class WebConfig(TypedDict):
    """Settings that a client needs before it signs in."""

    version: str
    """Version of the server."""
    place: DeploymentPlace
    """Where the server runs."""
    keyHeader: str
    """Name of the header for an API key."""
    signIn: list[Literal["key", "password", "issuer"]]
    """The ways to sign in."""
    issuer: Issuer | None
    """The issuer whose tokens the server accepts. Null when it accepts only its own tokens."""
    anonymous: bool
    """Whether callers without credentials read public records."""


class Issuer(TypedDict):
    """An issuer of tokens (OpenID Connect)."""

    url: str
    """Address of the issuer, without `/.well-known/openid-configuration`."""
    clientId: str
    """The client id with which a page requests tokens."""
    audience: str
    """The audience that a token must contain."""


class FilterQueryResult(TypedDict):
    """The answer to a query."""

    valid: bool
    """Whether Downpour could evaluate the expression."""
    jsonpath: str
    """The expression as received. With `lenient`, the corrected expression."""
    errorCode: int
    """0 for success, 1 for a failure."""
    sqlState: str | None
    """The SQLSTATE of a failure, five characters."""
    reason: str | None
    """The problem, its position in the expression, and the value that was expected."""
    sql: str | None
    """Always null."""
    value: str | None
    """The result as JSON text: the first match, or `null` without a match. With `array`, an array
    of all matches. Null when `valid` is false.
    """
    explain: NotRequired[Explanation]
    """The cost of a query. Present only when the request has `explain`."""


class JsonpathValidation(TypedDict):
    """Whether a text is a valid expression."""

    valid: bool
    """Whether the text is a valid expression."""
    jsonpath: str
    """The text. With `lenient`, the corrected expression."""
    errorCode: int
    """0 for success, 1 for a failure."""
    sqlState: str | None
    """The SQLSTATE of a failure, five characters."""
    reason: str | None
    """The problem, its position in the expression, and the value that was expected."""
    sql: str | None
    """Always null."""


class Explanation(TypedDict):
    """The cost of a query. Present only when the request has `explain`."""

    way: str
    """How Downpour answered. `nothing`, `member`, `members`, `count`, `column`, `element` and
    `filter`: from the index of the run and ranges of the document. `scan`: it read a part of the
    document once. `parts`: it parsed the elements of an array in groups. `partial`: it parsed only
    members that the path can reach. `document` and `whole`: it parsed the whole document. `kept`:
    the document was in memory. `syntax` and `refused`: it did not evaluate the expression.
    """
    dialect: Dialect
    """The language in which Downpour evaluated the expression."""
    bytesRead: int
    """Bytes of the document and its index that Downpour read, without bytes that were in memory."""
    reads: int
    """The number of ranged reads."""
    milliseconds: float
    """Milliseconds that the function took, by the wall clock."""


class RunSummary(TypedDict):
    """A run without its document."""

    id: int
    """Id of the run."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    owner: str
    """The team that owns it."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    testid: int
    """Id of the test."""
    testname: str | None
    """Name of the test. Null when the test was deleted, or when the caller may not see it."""
    description: str | None
    """A description for people."""
    version: NotRequired[str]
    """The version of the description, which differs after each change. Send it as `replaces` to
    replace exactly this description. Only the reply to a request for one run has it.
    """
    trashed: bool
    """Whether it is in the trash."""
    hasMetadata: bool
    """Whether metadata was uploaded with the document."""
    datasets: list[int]
    """Ids of the run's datasets."""
    schemas: list[SchemaUsage]
    """Each place in the document or its metadata that names a known schema. Empty for a run in the
    trash. A list has the first 20 of each run.
    """
    validationErrors: list[ValidationError]
    """Violations of the JSON Schemas. A list has the first 10 of each of the first 100 runs with
    violations.
    """
    failures: NotRequired[list[WorkFailure]]
    """Work on the run that failed. Only members of the owning team see it. Absent when nothing
    failed, and in lists.
    """
    pending: NotRequired[PendingWork]
    """Work on a run that is not done yet. Absent when all work is done, and in lists. Failed work
    is in `failures`.
    """
    outcome: NotRequired[RunOutcome]
    """The outcome of a run that Downpour measured. Absent for documents of other tools, and for
    runs that an older release stored.
    """


class RunOutcome(TypedDict):
    """The outcome of a run that Downpour measured. Absent for documents of other tools, and for
    runs that an older release stored.
    """

    state: RunState
    """How the run ended."""
    benchmark: str
    """Name of the benchmark."""
    requests: int
    """The number of requests of all phases and metrics."""
    requestsPerSec: float | None
    """Requests per second of all requests outside warm-ups, as in reports. For documents without a
    total, all requests between the start and the end of the run. Null when the duration is
    unknown.
    """
    latencyNsP99: float | None
    """The 99th percentile of the response times of all requests outside warm-ups, in nanoseconds.
    Null when nothing was measured. For documents without a total, that of the metric with the most
    requests.
    """
    failed: NotRequired[int]
    """The number of failed requests of all phases and metrics. Absent when the document does not
    count these. This member and those below are also absent for runs that an older release stored.
    """
    latencyNsP50: NotRequired[float | None]
    """The median of the same requests as `latencyNsP99`, in nanoseconds."""
    definition: NotRequired[str]
    """A hash of the load that the benchmark describes. Runs with the same load have the same hash.
    Absent when the document has no hash.
    """
    reason: NotRequired[str]
    """The reason why the run did not pass, or its first failure. Absent when the document has no reason."""
    metrics: NotRequired[list[MetricOutcome]]
    """The metrics with the most requests, the largest number first. Metrics of warm-ups are last."""


class MetricOutcome(TypedDict):
    """The requests of one metric of one phase."""

    phase: str
    """Name of the phase, with its iteration and fork. At most 100 characters."""
    metric: str
    """Name of the metric. At most 100 characters."""
    requests: int
    """The number of requests."""
    failed: int | None
    """The number of failed requests. Null when the document does not count these."""
    requestsPerSec: NotRequired[float]
    """Requests per second during the phase, as in reports. Absent when the document has no rate,
    and for runs that an older release stored.
    """
    p50: float | None
    """The median of the response times in nanoseconds. Null when nothing was measured."""
    p99: float | None
    """The 99th percentile of the response times in nanoseconds. Null when nothing was measured."""


class RunExtended(TypedDict):
    """A run with its document."""

    id: int
    """Id of the run."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    owner: str
    """The team that owns it."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    testid: int
    """Id of the test."""
    testname: str | None
    """Name of the test. Null when the test was deleted, or when the caller may not see it."""
    description: str | None
    """A description for people."""
    data: Any
    """The uploaded document."""
    metadata: Any
    """Metadata that was uploaded with the document, or null."""
    trashed: bool
    """Whether it is in the trash."""
    datasets: list[int] | None
    """Ids of the run's datasets. Null when the run has no datasets."""
    schemas: list[SchemaUsage]
    """Each place in the document or its metadata that names a known schema. Empty for a run in the
    trash. A list has the first 20 of each run.
    """
    validationErrors: list[ValidationError]
    """Violations of the JSON Schemas."""
    failures: NotRequired[list[WorkFailure]]
    """Work on the run that failed. Only members of the owning team see it. Absent when nothing
    failed, and in lists.
    """
    pending: NotRequired[PendingWork]
    """Work on a run that is not done yet. Absent when all work is done, and in lists. Failed work
    is in `failures`.
    """


class RunsSummary(TypedDict):
    """One page of runs."""

    total: int
    """The number of runs on all pages. For a search or a filtered list with a cursor or with
    `next`, the number of runs in this reply.
    """
    runs: list[RunSummary]
    """The runs of this page."""
    next: NotRequired[str]
    """The cursor of the next page. Absent on the last page. Only searches, filtered lists and
    requests with a cursor have it.
    """
    looked: NotRequired[int]
    """For a search or a filtered list, the number of runs that Downpour has read since the first page."""
    left: NotRequired[int]
    """For a search or a filtered list, the number of runs still to read. With `from` or `to` it is
    an upper bound.
    """


class ApiKeyRequest(TypedDict):
    """An API key to create."""

    name: NotRequired[str | None]
    """Name of the key. Names that begin with `downpour.` (the name of the service in small
    letters) are reserved.
    """
    type: NotRequired[ApiKeyType]
    """The type of the key. `BROWSER` makes a key for one browser, which is valid for hours and
    appears in a separate list.
    """
    expiresInHours: NotRequired[int]
    """Hours until a browser key expires. Absent means 12. Only a key of the type `BROWSER` has it,
    and such a key has no `expiresInDays` and no `unusedDays`.
    """
    role: NotRequired[ServiceRole]
    """Role of the key. `admin` may see and revoke everything."""
    user: NotRequired[str]
    """The name of the user whose rights the key has. Absent means the caller's own user."""
    expiresInDays: NotRequired[int]
    """Days until the key expires. Absent means that the key has no fixed end."""
    unusedDays: NotRequired[int]
    """Days without use after which the key expires. 0 means never. Absent means 30, or never when
    `expiresInDays` is set.
    """
    scopes: NotRequired[list[Scope]]
    """Scopes of the key. The caller's key must have these scopes as well. Absent means read,
    upload and drive, and for the role `admin` all scopes.
    """
    dialect: NotRequired[Dialect]
    """The language of queries with this key that are valid in both languages. Absent means the
    setting of the deployment.
    """
    limits: NotRequired[KeyLimits]
    """Limits of bursts that are started with the key, below the limits of the deployment. Where a
    member is absent, the limit of the deployment applies. A key that is created with a limited key
    has the same limits or lower limits.
    """


class KeyLimits(TypedDict):
    """Limits of bursts that are started with the key, below the limits of the deployment. Where a
    member is absent, the limit of the deployment applies. A key that is created with a limited key
    has the same limits or lower limits.
    """

    usersPerSecMax: NotRequired[float]
    """The largest number of users that start per second, in all phases that may run at the same time."""
    sessionsMax: NotRequired[float]
    """The largest number of users at work at the same time, over all shards."""
    durationMsMax: NotRequired[float]
    """The largest duration of a run in milliseconds."""
    shardsMax: NotRequired[int]
    """The largest number of shards of a phase."""
    connectionsMax: NotRequired[float]
    """The largest number of open connections at the same time."""
    dollarsMax: NotRequired[float]
    """The largest estimated price of a run in US dollars."""
    burstsAtOnceMax: NotRequired[int]
    """The largest number of bursts at the same time."""


class ApiKeyResponse(TypedDict):
    """A key without its secret."""

    id: int
    """Id of the key."""
    name: str | None
    """Name of the key."""
    type: ApiKeyType
    """The type of the key. Keys of both types act for a user. A browser key is valid for hours."""
    role: ServiceRole
    """Role of the key."""
    user: str
    """The name of the user whose rights the key has."""
    prefix: str
    """The beginning of the key, by which you recognise it."""
    creation: int
    """When it was created."""
    access: int | None
    """When the key was last used, exact to a minute. Null when it was never used."""
    isRevoked: bool
    """True when the key is revoked, or expired more than a day ago."""
    expiresAt: NotRequired[int]
    """The fixed end of the key. Absent when it has no fixed end."""
    toExpiration: int | None
    """Days until the key expires without further use, rounded up. 0 or negative when it has
    expired. Null when it never expires.
    """
    scopes: list[Scope]
    """Scopes of the key."""
    limits: NotRequired[KeyLimits]
    """Limits of bursts that are started with the key, below the limits of the deployment. Where a
    member is absent, the limit of the deployment applies. A key that is created with a limited key
    has the same limits or lower limits.
    """
    dialect: NotRequired[Dialect]
    """The language of queries with this key that are valid in both languages. Absent means the
    setting of the deployment.
    """


class OnceRequest(TypedDict):
    """The role, scopes and lifetime of a browser key."""

    role: NotRequired[ServiceRole]
    """Role of the key."""
    scopes: NotRequired[list[Scope]]
    """Scopes of the key."""
    expiresInHours: NotRequired[int]
    """Hours from the exchange of the code until the key expires."""


class OnceCode(TypedDict):
    """A code with which a browser signs in once."""

    code: str
    """The code."""
    expiresAt: int
    """When the code expires."""


class OnceExchange(TypedDict):
    """A one-time code to exchange for a browser key."""

    code: str
    """The code."""
    name: NotRequired[str]
    """Name of the new key, for example the name of the browser. Absent means `browser`."""


class BrowserKey(TypedDict):
    """A key for one browser."""

    apiKey: str
    """The key."""
    expiresAt: int
    """When the key expires."""


class BurstRequest(TypedDict):
    """A benchmark that Downpour drives."""

    document: str
    """Text of the benchmark document, YAML or JSON."""
    file: NotRequired[str]
    """Name of the document's file. Messages show it."""
    parameters: NotRequired[dict[str, str]]
    """Values of the document's parameters by name."""
    shards: NotRequired[int]
    """Shards of each phase, at most as many as the deployment allows. Absent means as many as the
    plan needs.
    """
    executor: NotRequired[Executor]
    """Where drives run: `lambda` in functions, `fargate` in tasks, if the deployment has them.
    Absent means the setting of the document's agents, or `lambda`.
    """
    regions: NotRequired[dict[str, int]]
    """AWS regions that share each phase, with their weights. Absent means the regions of the
    document's agents, or the region of the deployment.
    """
    seed: NotRequired[int]
    """A number that fixes all random choices. A run with the same seed makes the same choices.
    Absent means a new seed.
    """
    maxErrors: NotRequired[float]
    """The share of the requests of a metric that may fail or be invalid. Above it, the run fails.
    A limit in the document has priority. Absent means the setting of the deployment, usually 0.01.
    """
    stopOnFailure: NotRequired[bool]
    """True stops the burst as soon as a phase has failed. Limits with a window and the share of
    failed requests are then judged while the phase runs. Absent means false: Downpour judges
    limits when a phase is over.
    """
    id: NotRequired[str]
    """Id of the burst, for clients that need to know it before the reply. It must be new. Absent
    means that Downpour makes an id.
    """
    files: NotRequired[SentFiles]
    """The files that the document needs. Upload them first. Paths are those in the document:
    relative to its folder, and inside it.
    """
    holdS: NotRequired[int]
    """Seconds for which you hold the burst. Renew the hold with `GET /api/burst/{id}?holdS=`. When
    the hold ends, the drives stop, so no load outlives the program that started it. Absent means
    that the burst runs on without you.
    """
    dryRun: NotRequired[bool]
    """True checks and plans the document as the deployment would, and starts nothing. The status
    is then 200, and the body is the plan. The files of the document need not be uploaded. Absent
    means false.
    """


class SentFiles(TypedDict):
    """The files that the document needs. Upload them first. Paths are those in the document:
    relative to its folder, and inside it.
    """

    upload: str
    """Id of the upload."""
    list: list[FileRef]
    """One entry for each path."""


class FileRef(TypedDict):
    """A file that the document needs."""

    path: str
    """Path as in the document."""
    sha256: str
    """SHA-256 of the content, in hexadecimal digits."""
    bytes: int
    """Bytes of the content."""


class FileUpload(TypedDict):
    """A file to upload."""

    sha256: str
    """SHA-256 of the content, in hexadecimal digits."""
    bytes: int
    """Bytes of the content."""
    content: NotRequired[str]
    """The content in Base64. Absent means that you PUT the content to a URL."""


class FilesRequest(TypedDict):
    """Files to upload."""

    files: list[FileUpload]
    """The files. List files with the same content once."""


class FilesAcceptedUrlsItem(TypedDict):
    sha256: str
    """SHA-256 of the file's content."""
    url: str
    """PUT the content of the file to this URL."""


class FilesAccepted(TypedDict):
    """The reply to a request for an upload of files."""

    upload: str
    """Id of the upload."""
    urls: list[FilesAcceptedUrlsItem]
    """The URLs for sending the files that had no `content` in the request, one URL for each file."""


class DeploymentFactsSchedules(TypedDict):
    """Whether the deployment can create schedules. Downpour tried it for this reply. Absent when
    the deployment has no schedules.
    """

    canMake: bool
    """True when Downpour could create a schedule that never starts. It deleted the schedule again."""
    problem: NotRequired[str]
    """The reason why the deployment cannot create schedules."""


class DeploymentFactsConcurrency(TypedDict):
    """Lambda's limits of concurrent executions for the account and region. Absent on one machine."""

    limit: int
    """Concurrent executions of all functions together."""
    unreserved: int
    """Concurrent executions that all functions without a reservation share."""
    drives: NotRequired[int]
    """Concurrent executions that this deployment reserves for its drives. Drives cannot use more.
    Absent means that drives share the unreserved executions.
    """


class DeploymentFacts(TypedDict):
    """Facts about a deployment. `downpour doctor` explains them."""

    now: int
    """The clock of the deployment, epoch milliseconds."""
    version: str
    """Version of the deployment."""
    place: DeploymentPlace
    """Whether the deployment runs in AWS or on one machine."""
    front: NotRequired[Literal["firewall", "private"]]
    """The entrance of the API: a firewall, or VPC endpoints. Absent means that callers reach the
    API directly.
    """
    targets: list[str]
    """Hosts to which the deployment may send load."""
    coresShard: int
    """CPU cores of a shard."""
    requestsPerSecShard: float
    """Requests per second that one core can send reliably."""
    requestsPerSecTls: NotRequired[float]
    """Requests per second with TLS that one core can send reliably. Absent when it was not measured."""
    calibratedAt: NotRequired[int]
    """When the rate of a core was measured on this machine, epoch milliseconds. Absent means that
    the rate is the default.
    """
    shardsMax: int
    """The largest number of shards of a phase."""
    schedules: NotRequired[DeploymentFactsSchedules]
    """Whether the deployment can create schedules. Downpour tried it for this reply. Absent when
    the deployment has no schedules.
    """
    concurrency: NotRequired[DeploymentFactsConcurrency]
    """Lambda's limits of concurrent executions for the account and region. Absent on one machine."""


class BurstAccepted(TypedDict):
    """A burst that Downpour accepted."""

    id: str
    """Id of the burst."""
    stopToken: str
    """A token that stops the burst without an API key (`POST /api/burst/stop`), also when no
    function can run. Only this reply has it. A repeated request with the same idempotency key gets
    a new token, and the old token stops working.
    """
    warnings: NotRequired[list[DocumentProblem]]
    """Warnings for the author of the document. Absent without warnings, and when the request is a repeat."""


class BurstForecast(TypedDict):
    """The plan of a burst that was not started."""

    shards: int
    """Shards of each phase."""
    executor: NotRequired[Executor]
    """Where drives run: `lambda` in functions, `fargate` in tasks, if the deployment has them.
    Absent means the setting of the document's agents, or `lambda`.
    """
    drivesAtOnce: int
    """Functions that generate load at the same time, in all phases that may run at the same time."""
    drivesMax: NotRequired[int]
    """The number of drives that can run at the same time. Absent when it is unknown or unlimited."""
    dollars: float
    """The estimated price in US dollars."""
    targets: list[str]
    """Addresses of the targets."""
    phases: list[ForecastPhase]
    """The phases in the order of the document."""
    parameters: list[DocumentParameter]
    """The parameters that the document reads."""
    files: list[str]
    """Paths of the files that the document needs."""
    problems: list[DocumentProblem]
    """Warnings for the author of the document. Errors refuse the request instead."""


class ForecastPhaseUsersPerSec(TypedDict):
    """The rate of new users. It changes in a straight line. Absent when users do not start at a rate."""

    initial: float
    """Users per second at the start of the phase."""
    target: float
    """Users per second at the end of the phase."""


class ForecastPhase(TypedDict):
    """A phase of a plan."""

    name: str
    """Name of the phase."""
    load: str
    """The users, for people: `100 users/s` or `25 users`. Empty for a phase without users."""
    start: str
    """The conditions of the start, for people: `at once`, `after warm`."""
    startMs: float
    """Milliseconds from the start of the burst to the earliest start of the phase."""
    durationMs: NotRequired[float]
    """Milliseconds during which users start. Absent when only the run shows it."""
    usersPerSec: NotRequired[ForecastPhaseUsersPerSec]
    """The rate of new users. It changes in a straight line. Absent when users do not start at a rate."""
    shards: int
    """Shards of the phase. 0 for a phase without users."""


class DocumentParameter(TypedDict):
    """A parameter that a document reads."""

    name: str
    """Name of the parameter."""
    default: NotRequired[str]
    """The value that the document uses without a given value. Absent when a value must be given."""


class BurstsSummary(TypedDict):
    """One page of bursts."""

    bursts: list[BurstSummary]
    """The bursts, the newest first."""
    next: NotRequired[str]
    """The position of the next page. Absent on the last page."""


class BurstSummary(TypedDict):
    """A burst without its phases."""

    id: str
    """Id of the burst."""
    benchmark: str
    """Name of the benchmark."""
    state: BurstState
    """The state of a burst. `inconclusive`: the load generator was unhealthy for too long, so the
    target cannot be judged. `incomplete`: a part of the planned load was not sent or not measured.
    """
    user: str
    """Name of the user who started the burst."""
    createdAt: int
    """When the burst was started."""
    endedAt: NotRequired[int]
    """When the burst ended. Absent while it runs."""
    runId: NotRequired[int]
    """Id of the run with the result. Absent until Downpour has stored the run."""
    reason: NotRequired[str]
    """The reason why the burst failed, was stopped, is inconclusive or is incomplete."""


class StopByToken(TypedDict):
    """The burst to stop, and its stop token."""

    burst: str
    """Id of the burst."""
    token: str
    """The stop token. The reply to the start of the burst had it."""


class StopExecution(TypedDict):
    """The result of the state machine that stops a burst."""

    status: Literal["SUCCEEDED", "FAILED", "TIMED_OUT"]
    """SUCCEEDED means that every drive stops within two seconds."""
    output: NotRequired[str]
    """The output of the state machine as JSON."""
    error: NotRequired[str]
    """`StopRefused` when the token is wrong or there is no such burst."""
    cause: NotRequired[str]
    """The reason of the error."""


class DocumentProblem(TypedDict):
    """An error or a warning about a document."""

    severity: Literal["error", "warning"]
    """Downpour refuses a document with an error. It drives a document with warnings."""
    path: list[PathSegment]
    """The place in the document: names of members and indexes from the root."""
    line: int
    """Line, counted from 1."""
    column: int
    """Column, counted from 1."""
    message: str
    """The problem in a sentence, with the value that was expected."""
    hint: NotRequired[str]
    """The next step, for example the nearest valid name."""


class BurstRefusal(TypedDict):
    """The reason why Downpour refused a document."""

    code: str
    """A stable code for programs."""
    message: str
    """The number of problems, in a sentence."""
    problems: list[DocumentProblem]
    """All problems of the document."""
    parameters: NotRequired[list[DocumentParameter]]
    """With `dryRun`: the parameters that the document reads. Absent when Downpour could not read
    the document.
    """
    files: NotRequired[list[str]]
    """With `dryRun`: paths of the files that the document needs. Absent when Downpour could not
    read the document.
    """
    requestId: NotRequired[str]
    """Id of the request, by which you find it in the log."""


class BurstStatus(TypedDict):
    """The state of a burst, while it runs and afterwards."""

    id: str
    """Id of the burst."""
    benchmark: str
    """Name of the benchmark."""
    test: NotRequired[str]
    """Name of the test to which the run belongs."""
    state: BurstState
    """The state of a burst. `inconclusive`: the load generator was unhealthy for too long, so the
    target cannot be judged. `incomplete`: a part of the planned load was not sent or not measured.
    """
    user: NotRequired[str]
    """Name of the user who started the burst."""
    createdAt: NotRequired[int]
    """When the user started it."""
    shards: NotRequired[int]
    """Shards of each phase. Absent until the burst is planned."""
    targets: NotRequired[list[str]]
    """Addresses of the targets. Absent until the burst is planned."""
    nextMs: NotRequired[int]
    """Milliseconds to wait before the next request. Absent when the burst is over and its state is final."""
    startedAt: NotRequired[int]
    """When the first phase started. Absent before."""
    endedAt: NotRequired[int]
    """When the burst ended. Absent while it runs."""
    runId: NotRequired[int]
    """Id of the run with the result. Absent until Downpour has stored the run."""
    reason: NotRequired[str]
    """The reason why the burst failed, was stopped, is inconclusive or is incomplete."""
    cost: NotRequired[BurstCost]
    """The price of a burst in AWS, at list prices in US dollars. Absent until the burst is planned."""
    phases: list[PhaseStatus]
    """The phases in the order of the document."""


class BurstCost(TypedDict):
    """The price of a burst in AWS, at list prices in US dollars. Absent until the burst is planned."""

    charged: bool
    """True when the burst runs in AWS. On one machine nothing is charged, and the prices are those
    of the same burst in AWS.
    """
    dollars: float
    """The price so far, without the bytes of request bodies. The run document has the final price."""
    estimate: NotRequired[float]
    """The price of the whole burst according to its plan."""


class PhaseStatus(TypedDict):
    """One phase of a burst."""

    name: str
    """Name of the phase, with its fork: `phase` or `phase/fork`."""
    status: PhaseStatusStatus
    """The state of the phase. FINISHED: no new users start. TERMINATED: all users have ended."""
    startsAt: NotRequired[int]
    """The start of the phase (T0). Absent until the start is fixed."""
    durationMs: NotRequired[int]
    """Milliseconds during which new users start."""
    isWarmup: bool
    """True for a warm-up. Its numbers do not count."""
    failed: bool
    """True when the phase has failed."""
    failure: NotRequired[str]
    """The reason of the failure."""
    expectedArrivals: float
    """The expected number of users, over all shards."""
    totals: PhaseTotals
    """Counts since the start of a phase."""
    live: NotRequired[PhaseSecond]
    """The latest complete second of a running phase, over all shards."""
    limits: NotRequired[list[LimitSoFar]]
    """The limits on the requests of the phase, with their values so far. Absent for phases that
    Downpour does not judge, and when there are no limits.
    """
    notices: NotRequired[list[str]]
    """Notices for people who watch the burst. The list has each sentence once."""


class LimitSoFar(TypedDict):
    """A limit and its value over all requests so far. The final verdict is in the run. It also
    considers the health of the load generator.
    """

    metric: NotRequired[str]
    """Name of the metric. Absent when the limit is for any metric and nothing is measured yet."""
    request: NotRequired[str]
    """The request, for example `GET /products`. Absent when it is unknown."""
    criterion: LimitSoFarCriterion
    """The kind of the limit. `limit` means a response time at a quantile."""
    quantile: NotRequired[float]
    """The quantile of a `limit`, from 0 to 1."""
    limit: float
    """The limit: a ratio, or nanoseconds."""
    windowMs: NotRequired[int]
    """Milliseconds of each window. Downpour judges a limit with a window at the end of the phase,
    so it has no value before. Absent means that the limit is for the whole phase.
    """
    isDefault: NotRequired[bool]
    """True for a default limit, which is not in the document."""
    measured: NotRequired[float]
    """The measured value in the unit of the limit. Response times are exact to 4 %. Absent when
    nothing is measured yet, and for limits that are judged at the end.
    """
    passed: NotRequired[bool]
    """Whether the value keeps the limit. Absent when there is no value."""
    requests: NotRequired[int]
    """The number of requests in the value. Absent when there is no value."""


class BurstSeconds(TypedDict):
    """Measurements of a burst, second by second."""

    id: str
    """Id of the burst."""
    state: BurstState
    """The state of a burst. `inconclusive`: the load generator was unhealthy for too long, so the
    target cannot be judged. `incomplete`: a part of the planned load was not sent or not measured.
    """
    phases: list[PhaseSeconds]
    """Phases with seconds or gaps after the given time, in the order of the document."""
    next: int
    """Send this as `after` in the next request. Epoch milliseconds. Later seconds may still
    change, so a client replaces seconds that it receives again.
    """
    more: bool
    """True when more seconds can be read now. A reply has at most 3,600 seconds of all phases together."""
    nextMs: NotRequired[int]
    """Milliseconds to wait before the next request. Absent when the burst is over and its state is final."""


class PhaseSeconds(TypedDict):
    """Measurements of one phase, second by second."""

    phase: int
    """Index of the phase in `phases` of the burst's status, counted from 0."""
    name: str
    """Name of the phase, with its fork: `phase` or `phase/fork`."""
    startsAt: int
    """The start of the phase (T0)."""
    seconds: SecondColumns
    """Measurements in columns of the same length. The columns are the members of PhaseSecond. Null
    means that nothing was measured. Latencies of several drives together are exact to 4 %.
    """
    gaps: list[SecondsGap]
    """Seconds that Downpour did not keep, because no client asked for them. The run has them."""


SecondsGap = TypedDict(
    "SecondsGap",
    {
        # The first missing second, counted from T0.
        "from": "int",
        # The last missing second, counted from T0.
        "to": "int",
    },
)
"""Consecutive seconds without measurements."""


class SecondColumns(TypedDict):
    """Measurements in columns of the same length. The columns are the members of PhaseSecond. Null
    means that nothing was measured. Latencies of several drives together are exact to 4 %.
    """

    second: list[int]
    """Whole seconds since T0, in ascending order."""
    requestsPerSec: list[float]
    """Requests sent in the second."""
    responsesPerSec: list[float]
    """Responses received in the second."""
    failedPerSec: list[float]
    """Failed requests in the second. Each request counts once."""
    errorsPerSec: list[float]
    """Timeouts, connection errors and internal errors in the second."""
    inFlight: list[int]
    """Requests without a response at the end of the second."""
    sessions: list[int]
    """Users at work."""
    usersDuePerSec: list[float]
    """Users that should start in the second."""
    usersStartedPerSec: list[float]
    """Users that started in the second."""
    latencyP50Ns: list[float | None]
    """Median of the latency, counted from the intended start of a request."""
    latencyP99Ns: list[float | None]
    """99th percentile of the latency, counted from the intended start of a request."""
    latenessP99Ns: list[float | None]
    """99th percentile of the lateness: how late users started."""


class PhaseTotals(TypedDict):
    """Counts since the start of a phase."""

    requests: int
    """Requests sent since the start of the phase."""
    responses: int
    """Responses received since the start of the phase."""
    failed: int
    """Requests that ended in an error or were invalid. Each request counts once."""
    errors: int
    """Timeouts, connection errors and internal errors since the start of the phase."""
    invalid: int
    """Responses that a handler marked as invalid."""


class PhaseSecond(TypedDict):
    """The latest complete second of a running phase, over all shards."""

    second: int
    """Whole seconds since T0."""
    requestsPerSec: float
    """Requests sent in the second."""
    responsesPerSec: float
    """Responses received in the second."""
    failedPerSec: float
    """Failed requests in the second. Each request counts once."""
    errorsPerSec: float
    """Timeouts, connection errors and internal errors in the second."""
    inFlight: int
    """Requests without a response at the end of the second."""
    sessions: int
    """Users at work."""
    usersDuePerSec: float
    """Users that should start in the second."""
    usersStartedPerSec: float
    """Users that started in the second."""
    latencyP50Ns: NotRequired[float]
    """Median of the latency, counted from the intended start of a request. Absent when no response
    was received.
    """
    latencyP99Ns: NotRequired[float]
    """99th percentile of the latency, counted from the intended start of a request. Absent when no
    response was received.
    """
    latenessP99Ns: NotRequired[float]
    """99th percentile of the lateness: how late users started. Absent when nothing was sent."""


class ActionRequestConfig(TypedDict):
    """The receiver of the events."""

    url: NotRequired[str | None]
    """A URL below an allowed site. It is required."""


class ActionRequestSecrets(TypedDict):
    """The secret with which Downpour signs its requests. Absent means that Downpour keeps the
    present secret, or makes a new one.
    """

    token: NotRequired[str | None]
    """`whsec_`, then 24 bytes or more in base64."""


class ActionRequest(TypedDict):
    """An action to create or change. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the action to change."""
    event: str
    """The kind of events to send: `change/new`, `run/new`, `run/failed` or `missing-data`. An
    action for all tests may also name `key/expiring`. Downpour sends that event 7, 2 and 1 days
    before an API key expires, when it expires, and a day later.
    """
    type: str
    """Must be `http`."""
    config: ActionRequestConfig
    """The receiver of the events."""
    secrets: NotRequired[ActionRequestSecrets | None]
    """The secret with which Downpour signs its requests. Absent means that Downpour keeps the
    present secret, or makes a new one.
    """
    testId: NotRequired[int | None]
    """Id of the test."""
    active: NotRequired[bool | None]
    """Whether Downpour sends events to this URL. Absent means true."""
    runAlways: NotRequired[bool | None]
    """Whether Downpour also sends events of tests whose notifications are off. Absent means false."""


class ActionConfig(TypedDict):
    """The receiver of the events."""

    url: str
    """A URL below an allowed site."""


class ActionSecrets(TypedDict):
    """Asterisks, except in the reply to the request that created the action."""

    token: NotRequired[str]
    """The secret with which Downpour signs its requests."""


class Action(TypedDict):
    """An action sends the events of a test to a URL."""

    id: int
    """Id of the action."""
    event: str
    """The kind of events that Downpour sends."""
    type: str
    """Always http."""
    config: ActionConfig
    """The receiver of the events."""
    testId: int
    """Id of the test. -1 means all tests."""
    active: bool
    """Whether Downpour sends events to this URL."""
    runAlways: bool
    """Whether Downpour also sends events of tests whose notifications are off."""
    secrets: ActionSecrets
    """Asterisks, except in the reply to the request that created the action."""


class ExportedAction(TypedDict):
    """An action without its secret."""

    id: int
    """Id of the action."""
    event: str
    """The kind of events that Downpour sends."""
    type: str
    """Always http."""
    config: ActionConfig
    """The receiver of the events."""
    testId: int
    """Id of the test. -1 means all tests."""
    active: bool
    """Whether Downpour sends events to this URL."""
    runAlways: bool
    """Whether Downpour also sends events of tests whose notifications are off."""


class AllowedSite(TypedDict):
    """Downpour may notify URLs that begin with this text."""

    id: int
    """Id of the site."""
    prefix: str
    """The beginning of each allowed URL."""


class ChangeDetectionRequest(TypedDict):
    """A model of change detection with its settings."""

    id: NotRequired[int | None]
    """Id of this entry. Absent or negative means a new entry."""
    model: str
    """The name of the model: `relativeDifference`, `fixedThreshold` or `eDivisive`."""
    config: NotRequired[dict[str, Any] | None]
    """Settings of the model. An absent setting has its default."""


class ChangeDetection(TypedDict):
    """A model of change detection with its settings."""

    id: int | None
    """Id of this entry."""
    model: str
    """Name of the model."""
    config: dict[str, Any]
    """All settings of the model."""


class VariableRequest(TypedDict):
    """A variable, which gives each dataset of a test one number. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the variable; absent or negative means a new one."""
    name: NotRequired[str | None]
    """Name of the variable. It must not be blank."""
    group: NotRequired[str | None]
    """Name of a group. Pages show the variables of a group together."""
    order: NotRequired[int | None]
    """The position in the list of variables. Absent means the position in the body."""
    labels: NotRequired[list[str] | None]
    """Names of the labels from which the variable is computed."""
    calculation: NotRequired[str | None]
    """A JavaScript function that returns the number. With one label it receives the value of the
    label, with several labels an object of their values. Downpour does not call it for a dataset
    without a value of any of the labels. Blank means that Downpour uses the value of the label.
    """
    changeDetection: NotRequired[list[ChangeDetectionRequest] | None]
    """Models that detect changes of this variable."""


class Variable(TypedDict):
    """A number of each dataset of a test. Downpour detects changes of its level."""

    id: int
    """Id of the variable."""
    testId: int
    """Id of the test."""
    name: str
    """Name of the variable."""
    group: str | None
    """Name of a group. Pages show the variables of a group together."""
    order: int
    """The position in the list of variables."""
    labels: list[str]
    """Names of the labels from which the variable is computed."""
    calculation: NotRequired[str]
    """JavaScript that computes the number. Absent when the variable has no function."""
    changeDetection: list[ChangeDetection]
    """Models that detect changes of this variable."""


class AlertingDashboard(TypedDict):
    """The variables of a test, grouped by panel."""

    testId: int
    """Id of the test."""
    uid: str
    """Always empty. Downpour creates no dashboard in another program."""
    url: str
    """Always empty."""
    panels: list[AlertingPanel]
    """The panels, sorted by name."""


class AlertingPanel(TypedDict):
    """Variables that a page shows together."""

    name: str
    """Name of the group. For a variable without a group, the name of the variable."""
    variables: list[Variable]
    """The variables, sorted by name."""


class Level(TypedDict):
    """Statistics of consecutive values with about the same level."""

    count: int
    """The number of values."""
    mean: float
    """The mean of the values."""
    deviation: float
    """The standard deviation of the values."""
    median: NotRequired[float]
    """The median of the values. Absent when the model does not use it."""
    min: NotRequired[float]
    """The smallest value. Absent when the model does not use it."""
    max: NotRequired[float]
    """The largest value. Absent when the model does not use it."""


class Change(TypedDict):
    """A change of the level of a variable, with the first dataset of the new level."""

    id: int
    """Id of the change."""
    testName: str
    """Name of the test."""
    testOwner: str
    """Team that owns the test."""
    variable: Variable
    """A number of each dataset of a test. Downpour detects changes of its level."""
    dataset: DatasetInfo
    """Ids of a dataset."""
    timestamp: int
    """Time of the datapoint."""
    confirmed: bool
    """True when a user has confirmed the change."""
    description: str | None
    """A text by a user, or else the explanation of the model."""
    model: str
    """The model that detected it."""
    fingerprint: dict[str, Any]
    """Fingerprint of the series."""
    before: NotRequired[Level]
    """Statistics of consecutive values with about the same level."""
    after: Level
    """Statistics of consecutive values with about the same level."""
    confidence: NotRequired[float]
    """The confidence of the model, from 0 to 1. Absent for models that only compare values."""
    explanation: str
    """The values that the model compared, in words."""


class DatasetInfo(TypedDict):
    """Ids of a dataset."""

    id: int
    """Id of the dataset."""
    runId: int
    """Id of the run."""
    ordinal: int
    """The position of the dataset in its run, counted from 0."""
    testId: int
    """Id of the test."""


class ChangeRequest(TypedDict):
    """A user's decision about a change."""

    id: int
    """Id of the change, as in the path."""
    confirmed: bool
    """True to confirm the change."""
    description: NotRequired[str | None]
    """A text about the change. Absent or null keeps the present text."""


class DatapointRecalculation(TypedDict):
    """The progress of a recalculation of datapoints."""

    percentage: int
    """The percentage of datasets that are done."""
    done: bool
    """True when the recalculation is over."""
    totalDatasets: int
    """The number of datasets found so far."""
    errors: int
    """The number of datasets that failed and will be tried again."""
    datasetsWithoutValue: list[DatasetInfo]
    """Always empty. The log of the test names datasets without a value."""


class LastDatapointsRequest(TypedDict):
    """The variables and their fingerprint."""

    variables: list[int]
    """Ids of the variables."""
    fingerprint: NotRequired[str | None]
    """A fingerprint as a JSON object. Absent or empty means the datasets without a fingerprint."""


class LastDatapoint(TypedDict):
    """The time of the last datapoint of a variable."""

    variable: int
    """Id of the variable."""
    timestamp: int
    """Time of the datapoint."""


class RunExpectation(TypedDict):
    """A run that a user or program announced."""

    id: int
    """Id of the expectation."""
    testId: int
    """Id of the test."""
    expectedBefore: int
    """The time by which the run must arrive, epoch milliseconds."""
    expectedBy: str
    """The person or program that expects the run."""
    backlink: str | None
    """An address with more information."""


class ChangeDetectionUpdate(TypedDict):
    """Settings by which Downpour groups and orders the datasets of a test."""

    timelineLabels: NotRequired[list[str] | None]
    """Names of the labels from which the time of a dataset is computed."""
    timelineFunction: NotRequired[str | None]
    """A JavaScript function that computes the time from these labels."""
    fingerprintLabels: NotRequired[list[str] | None]
    """Names of the labels by which Downpour groups datasets into series."""
    fingerprintFilter: NotRequired[str | None]
    """A JavaScript function that selects the datasets for change detection."""


class DetectionModel(TypedDict):
    """A method that detects changes."""

    name: str
    """Name of the model."""
    title: str
    """A name for people."""
    description: str
    """Description of the model."""
    ui: list[DetectionSetting]
    """Settings of the model."""
    defaults: dict[str, Any]
    """Default values of the settings."""


class DetectionSetting(TypedDict):
    """A setting of a model."""

    name: str
    """Name of the setting."""
    title: str
    """A name for people."""
    description: str
    """Meaning of the setting."""
    type: Literal["LOG_SLIDER", "ENUM", "NUMBER_BOUND"]
    """The form element for the setting."""
    properties: dict[str, Any]
    """Limits of the form element. A slider has `min`, `max`, `unit`, `discrete` and `scale`, by
    which its units are divided. An ENUM has `options`, with the title of each value.
    """


class MissingDataRuleRequest(TypedDict):
    """A missing-data rule: how often Downpour expects a dataset. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the rule. Absent, 0 or negative means a new rule."""
    name: NotRequired[str | None]
    """Name of the rule. Notifications show it."""
    labels: NotRequired[list[str] | None]
    """Names of the labels that the condition receives."""
    condition: NotRequired[str | None]
    """A JavaScript function that returns true for datasets that count. Blank means that all
    datasets count.
    """
    maxStaleness: int
    """The longest time without a dataset that counts, in milliseconds since the start of its run."""


class MissingDataRule(TypedDict):
    """A missing-data rule: how often Downpour expects a dataset."""

    id: int
    """Id of the rule."""
    testId: int
    """Id of the test."""
    name: str | None
    """Name of the rule. Notifications show it."""
    labels: list[str]
    """Names of the labels that the condition receives."""
    condition: str | None
    """A JavaScript function that returns true for datasets that count."""
    maxStaleness: int
    """The longest time without a dataset that counts, in milliseconds."""
    lastNotification: int | None
    """Time of the last notification."""


class AuditPage(TypedDict):
    """Entries of the audit, the latest first."""

    entries: list[AuditEntry]
    """The entries of this page."""
    next: NotRequired[str]
    """The position of the next page. Absent on the last page."""


class AuditEntry(TypedDict):
    """One request for a change."""

    at: int
    """When Downpour received the request."""
    requestId: str
    """Id of the request, by which you find it in the log."""
    user: str
    """Name of the user who sent the request."""
    by: CredentialKind
    """The kind of credentials of the request."""
    keyId: NotRequired[int]
    """Id of the API key. Absent when the request had no key."""
    operation: str
    """Name of the operation (`operationId`)."""
    path: NotRequired[dict[str, str]]
    """Variables of the path, such as ids. Absent when the path has no variables."""
    users: NotRequired[list[str]]
    """Users that the request changes and that the body names. Absent when the path names the user,
    and when the request changes no user.
    """
    made: NotRequired[list[int]]
    """Ids in the answer. Absent when the answer has no ids."""
    status: int
    """HTTP status of the answer."""


class SchemaExport(TypedDict):
    """A schema with its labels and transformers."""

    id: int
    """Id of the schema."""
    name: str
    """The unique name."""
    uri: str
    """The unique URI."""
    description: str | None
    """A description for people."""
    schema: dict[str, Any] | None
    """The JSON Schema of the documents. Null when there is no JSON Schema."""
    owner: str
    """The owning team."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    labels: list[Label]
    """The labels, sorted by id."""
    transformers: list[Transformer]
    """The transformers, sorted by id."""


class SchemaExportRequest(TypedDict):
    """A schema to create or change, with its labels and transformers. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the schema to change."""
    name: str
    """The name. It must be unique and not blank."""
    uri: str
    """The URI. It must be unique, and begin with `urn:`, `uri:`, `http:`, `https:`, `ftp:`,
    `file:` or `jar:`.
    """
    description: NotRequired[str | None]
    """A description for people."""
    schema: NotRequired[SchemaChoice]
    """The JSON Schema of the documents."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own team."""
    access: NotRequired[AccessChoice]
    """The users who may see the record, by name or number. Absent means PUBLIC."""
    labels: NotRequired[list[LabelRequest] | None]
    """Labels of the schema."""
    transformers: NotRequired[list[TransformerRequest] | None]
    """Transformers of the schema."""


class TestExport(TypedDict):
    """A test with all its parts."""

    id: int
    """Id of the test."""
    name: str
    """The unique name."""
    folder: str | None
    """The path of the folder. Null means the root."""
    description: str | None
    """A description for people."""
    owner: str
    """The owning team."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    datastoreId: int
    """Id of the datastore from which the test reads its documents."""
    timelineLabels: list[str] | None
    """Names of the labels from which the time of a datapoint is computed."""
    timelineFunction: str | None
    """A JavaScript function that computes the time from these labels."""
    fingerprintLabels: list[str] | None
    """Names of the labels by which Downpour groups datasets into series."""
    fingerprintFilter: str | None
    """A JavaScript function that selects the series for change detection."""
    compareUrl: str | None
    """A JavaScript function that returns a link to a page that compares runs."""
    transformers: list[Transformer]
    """The transformers of the test, without those that the caller may not see."""
    notificationsEnabled: bool
    """Whether Downpour notifies users of changes of this test."""
    automaticVariables: bool
    """Whether Downpour creates variables for runs of the load driver."""
    version: NotRequired[str]
    """The version of the test, which differs after each change. Send it as `replaces` to change
    exactly this version. Only the replies to requests for one test have it.
    """
    variables: list[Variable]
    """Variables of the test."""
    missingDataRules: list[MissingDataRule]
    """Rules that report missing data."""
    experiments: list[dict[str, Any]]
    """Profiles that compare datasets of the test."""
    actions: list[ExportedAction]
    """Actions of the test, sorted by id. Actions for all tests are not included."""
    subscriptions: dict[str, Any] | None
    """Users and teams that watch the test."""
    datastore: Datastore | None
    """The datastore from which the test reads its documents, without secrets. Absent when that is
    the repository itself.
    """


class TestExportRequest(TypedDict):
    """A test to create or change, with all its parts. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the test to change."""
    replaces: NotRequired[str | None]
    """The `version` of the test that the caller has read. Downpour changes the test only in this
    version. Absent means any version.
    """
    name: str
    """The name. It must be unique and not blank."""
    folder: NotRequired[str | None]
    """The path of the folder: names separated by slashes. Null or empty means the root."""
    description: NotRequired[str | None]
    """A description for people."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own team."""
    access: NotRequired[AccessChoice]
    """The users who may see the record, by name or number. Absent means PUBLIC."""
    datastoreId: NotRequired[int | None]
    """Id of the datastore from which the test reads its documents. Absent means 1, the repository itself."""
    timelineLabels: NotRequired[list[str] | None]
    """Names of the labels from which the time of a datapoint is computed."""
    timelineFunction: NotRequired[str | None]
    """A JavaScript function that computes the time from these labels."""
    fingerprintLabels: NotRequired[list[str] | None]
    """Names of the labels by which Downpour groups datasets into series."""
    fingerprintFilter: NotRequired[str | None]
    """A JavaScript function that selects datapoints. When it returns false, null, 0 or nothing,
    Downpour leaves the new datapoint out of change detection.
    """
    compareUrl: NotRequired[str | None]
    """A JavaScript function that returns a link to a page that compares runs."""
    notificationsEnabled: NotRequired[bool | None]
    """Whether Downpour notifies users of changes of this test. Absent means true."""
    automaticVariables: NotRequired[bool | None]
    """False: Downpour creates no variables for runs of the load driver. True: with the first such
    run it creates variables for p50, p99 and the failed share, unless the test has transformers,
    fingerprint labels or variables. Absent means the present setting.
    """
    transformers: NotRequired[list[TransformerName] | None]
    """The transformers of the test. Absent keeps the present transformers."""
    variables: NotRequired[list[VariableRequest] | None]
    """Variables of the test."""
    missingDataRules: NotRequired[list[MissingDataRuleRequest] | None]
    """Rules that report missing data."""
    experiments: NotRequired[list[dict[str, Any]] | None]
    """Profiles that compare datasets of the test."""
    actions: NotRequired[list[ActionRequest] | None]
    """Actions that send events of the test."""
    subscriptions: NotRequired[dict[str, Any] | None]
    """Users and teams that watch the test."""
    datastore: NotRequired[DatastoreRequest | None]
    """The datastore from which the test reads its documents. Downpour uses the team's datastore
    with the same name, type and URL. Otherwise it creates a datastore, to which you must add the
    secret.
    """


class TransformerName(TypedDict):
    """A transformer that a test uses. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """The id."""
    targetSchemaUri: NotRequired[str | None]
    """URI of the schema of its output. When the id is unknown, Downpour finds the transformer by this URI."""


DashboardRange = TypedDict(
    "DashboardRange",
    {
        # The first instant of the range.
        "from": "TimeChoice",
        # The last instant of the range, included.
        "to": "TimeChoice",
        # True adds the last datapoint before the range and the first one after it, so that lines
        # reach the edges of a chart.
        "oneBeforeAndAfter": "NotRequired[bool | None]",
    },
)
"""A range of time."""


class DashboardTarget(TypedDict):
    """A variable to read."""

    target: VariableTarget
    """Id of a variable, and after a semicolon the fingerprint. An annotation may name at most 100
    variables, separated by commas. Variables that the caller may not see are left out when the
    text names several.
    """
    type: NotRequired[str | None]
    """Must be `timeseries`."""


class DashboardQuery(TypedDict):
    """The variables, and the range of time."""

    range: DashboardRange
    """A range of time."""
    targets: list[DashboardTarget]
    """The variables."""


class DashboardSeries(TypedDict):
    """Datapoints of a variable."""

    target: str
    """Name of the variable."""
    variableId: int
    """Id of the variable."""
    datapoints: list[list[float]]
    """Each datapoint is an array of the value, the time in epoch milliseconds, and the id of the dataset."""


class AnnotationsQuery(TypedDict):
    """The variables, and the range of time."""

    range: DashboardRange
    """A range of time."""
    annotation: AnnotationTarget
    """The annotation of the dashboard. Downpour ignores other members."""


class AnnotationTarget(TypedDict):
    """The annotation of the dashboard. Downpour ignores other members."""

    query: VariableTarget
    """Id of a variable, and after a semicolon the fingerprint. An annotation may name at most 100
    variables, separated by commas. Variables that the caller may not see are left out when the
    text names several.
    """


class Annotation(TypedDict):
    """A change of a variable, as a dashboard shows it."""

    title: str
    """The variable and the place of the change."""
    text: str
    """Description of the change, as HTML."""
    isRegion: bool
    """Always false."""
    time: int
    """Epoch milliseconds."""
    timeEnd: int
    """Always 0."""
    tags: list[str]
    """Always empty."""
    changeId: int
    """Id of the change."""
    variableId: int
    """Id of the variable."""
    runId: int
    """Id of the run."""
    datasetOrdinal: int
    """The position of the dataset in its run."""


class Dataset(TypedDict):
    """A dataset with its document."""

    id: int
    """Id of the dataset."""
    runId: int
    """Id of the run."""
    ordinal: int
    """The position of the dataset in its run, counted from 0."""
    testid: int
    """Id of the test."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    owner: str
    """The team that owns the run."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    description: str | None
    """A description for people."""
    data: list[Any]
    """One element for each part of the run that names a schema, or the output of the transformers."""
    validationErrors: list[ValidationError] | None
    """Violations of JSON Schemas. Null when there are none."""


class DatasetSummary(TypedDict):
    """A dataset without its document."""

    id: int
    """Id of the dataset."""
    runId: int
    """Id of the run."""
    ordinal: int
    """The position of the dataset in its run, counted from 0."""
    testId: int
    """Id of the test."""
    testname: str | None
    """Name of the test. Null when the test was deleted, or when the caller may not see it."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    owner: str
    """The team that owns the run."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    description: str | None
    """A description for people."""
    schemas: list[SchemaUsage]
    """Elements of the dataset that name a known schema."""
    validationErrors: list[ValidationError] | None
    """Violations of JSON Schemas. Null when there are none."""
    view: NotRequired[dict[str, Any]]
    """Label values, by columns of a view and names of labels. The view is the requested one, else
    the default view of the test.
    """


class DatasetList(TypedDict):
    """One page of datasets."""

    total: int
    """The number of datasets on all pages."""
    datasets: list[DatasetSummary]
    """The datasets of this page."""


class ValidationErrorError(TypedDict):
    """The problem."""

    type: str
    """The keyword of JSON Schema that is violated, such as `required`. `No schema` means an
    element without a schema. `Execution error` means a JSON Schema that cannot be used.
    """
    message: str
    """The problem in a sentence."""
    path: NotRequired[str]
    """JSON pointer to the place in the validated part."""
    schemaPath: NotRequired[str]
    """JSON pointer to the violated keyword in the JSON Schema."""


class ValidationError(TypedDict):
    """A place where a document violates a JSON Schema."""

    schemaId: int | None
    """Id of the schema. Null when no schema is the cause."""
    error: ValidationErrorError
    """The problem."""


class SchemaUsage(TypedDict):
    """A place in a document that names a schema."""

    id: int
    """Id of the schema."""
    name: str
    """Name of the schema."""
    uri: str
    """URI of the schema."""
    source: Literal[0, 1]
    """Where the place is: 0 in the document, 1 in its metadata."""
    type: Literal[0, 1, 2]
    """The kind of the place: 0 the root object, 1 a member of it, 2 an element of a root array."""
    key: str | None
    """Name of the member or index of the element. Null for the root."""
    hasJsonSchema: bool
    """True when the schema has a JSON Schema, so Downpour validates such documents."""


class DatastoreRequest(TypedDict):
    """A server from which Downpour reads documents of runs. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the datastore to change."""
    name: str
    """A name for people."""
    type: str
    """The type, `ELASTICSEARCH` or `COLLECTORAPI` (in any case)."""
    owner: NotRequired[str | None]
    """The team that owns the datastore. Absent means the team of the caller. In a change, absent
    keeps the present team.
    """
    access: NotRequired[AccessChoice]
    """Access by name or number. PUBLIC means that tests of all teams may use the datastore. Absent
    means PRIVATE. In a change, absent keeps the present access.
    """
    config: DatastoreConfigRequest
    """The address and credentials of a datastore."""


class DatastoreConfigRequestAuthentication(TypedDict):
    """The credentials with which Downpour calls the datastore. Absent means no credentials."""

    type: NotRequired[str | None]
    """The kind of authentication: `none`, `api-key` or `username`."""
    apiKey: NotRequired[str | None]
    """The key for `api-key`."""
    username: NotRequired[str | None]
    """The name of the user for `username`."""
    password: NotRequired[str | None]
    """The password for `username`."""


class DatastoreConfigRequest(TypedDict):
    """The address and credentials of a datastore."""

    url: NotRequired[str | None]
    """A URL below an allowed site."""
    authentication: NotRequired[DatastoreConfigRequestAuthentication | None]
    """The credentials with which Downpour calls the datastore. Absent means no credentials."""


class Datastore(TypedDict):
    """A server from which Downpour reads documents of runs."""

    id: int
    """Id of the datastore. The repository itself has 1."""
    name: str
    """A name for people."""
    type: DatastoreKind
    """The type of the datastore."""
    owner: str
    """The team that owns the datastore."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    builtIn: bool
    """True for the repository itself."""
    config: DatastoreConfig
    """The address and credentials of a datastore, with masked secrets."""


class DatastoreConfigAuthentication(TypedDict):
    """The credentials with which Downpour calls the datastore. Asterisks replace secrets."""

    type: Literal["none", "api-key", "username"]
    """The kind of authentication."""
    apiKey: NotRequired[str]
    """The masked secret. Absent when there is no secret."""
    username: NotRequired[str]
    """Name of the user."""
    password: NotRequired[str]
    """The masked password. Absent when there is no password."""


class DatastoreConfig(TypedDict):
    """The address and credentials of a datastore, with masked secrets."""

    url: NotRequired[str]
    """The address. Absent for the repository itself."""
    builtIn: bool
    """True for the repository itself."""
    authentication: NotRequired[DatastoreConfigAuthentication]
    """The credentials with which Downpour calls the datastore. Asterisks replace secrets."""


class DatastoreType(TypedDict):
    """A type of datastore."""

    enumName: str
    """The name of the type, as in a datastore."""
    name: str
    """The same name."""
    label: str
    """A name for people."""
    supportedAuths: list[str]
    """Supported kinds of authentication."""
    builtIn: bool
    """True for the repository itself."""


class DatastoreTestResponse(TypedDict):
    """The result of a call to a datastore."""

    success: bool
    """True when the server answers like a datastore of this type."""
    msg: str
    """The answer of the server, or the reason of the failure."""


class ExperimentProfileRequest(TypedDict):
    """A profile to add or change. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the profile to change."""
    testId: NotRequired[int | None]
    """Id of the test. Downpour takes it from the path."""
    name: str
    """Name of the profile."""
    selectorLabels: NotRequired[list[str] | None]
    """Names of the labels that the selector receives."""
    selectorFilter: NotRequired[str | None]
    """A JavaScript function that returns true for datasets to compare. It receives the value of
    the label, or an object of values for several labels. Absent means that the value of the label
    itself decides.
    """
    baselineLabels: NotRequired[list[str] | None]
    """Names of the labels that the baseline's function receives."""
    baselineFilter: NotRequired[str | None]
    """A JavaScript function that returns true for datasets of the baseline."""
    comparisons: NotRequired[list[ExperimentComparison] | None]
    """The variables to compare, each with a model."""
    extraLabels: NotRequired[list[str] | None]
    """Names of labels whose values a result shows."""


class ExperimentComparison(TypedDict):
    """A variable to compare, and the model that compares it."""

    model: str
    """Name of the model."""
    config: NotRequired[dict[str, Any] | None]
    """Settings of the model."""
    variableId: NotRequired[int | None]
    """Id of the variable."""
    variableName: NotRequired[str | None]
    """Name of the variable. Downpour uses it when the id is unknown."""


class ExperimentProfile(TypedDict):
    """A profile: which datasets are compared with which baseline, and by which models."""

    id: int
    """Id of the profile."""
    testId: int
    """Id of the test."""
    name: str
    """Name of the profile."""
    selectorLabels: NotRequired[list[str] | None]
    """Names of the labels that the selector receives."""
    selectorFilter: NotRequired[str | None]
    """A JavaScript function that selects datasets."""
    baselineLabels: NotRequired[list[str] | None]
    """Names of the labels that the baseline's function receives."""
    baselineFilter: NotRequired[str | None]
    """A JavaScript function that selects datasets."""
    comparisons: NotRequired[list[ExperimentComparison] | None]
    """The variables to compare, each with a model."""
    extraLabels: NotRequired[list[str] | None]
    """Names of labels whose values a result shows."""


class ComparisonResult(TypedDict):
    """The value of a dataset, compared with the values of the baseline."""

    overall: Literal["BETTER", "SAME", "WORSE"]
    """The verdict."""
    experimentValue: float
    """The value of the dataset."""
    baselineValue: float
    """The mean of the baseline."""
    result: str
    """The difference in percent."""


class ExperimentResult(TypedDict):
    """The result of a profile for a dataset."""

    profile: ExperimentProfile | None
    """The profile. Null when no profile selects the dataset."""
    logs: list[LogEntry]
    """Failed comparisons with their reasons."""
    datasetInfo: DatasetInfo
    """Ids of a dataset."""
    baseline: list[DatasetInfo]
    """The datasets of the baseline, the newest first."""
    results: dict[str, ComparisonResult]
    """Results by name of the variable."""
    extraLabels: dict[str, Any] | None
    """Values of the extra labels of the profile."""
    notify: bool
    """Whether Downpour sends notifications for the test."""


class ExportedLabelValues(TypedDict):
    """The label values of a dataset."""

    values: dict[str, Any]
    """Values by name of the label."""
    runId: int
    """Id of the run."""
    datasetId: int
    """Id of the dataset."""
    start: int
    """When the run started, in epoch milliseconds."""
    stop: int
    """When the run stopped, in epoch milliseconds."""


class LabelValue(TypedDict):
    """The value of a label in a dataset."""

    id: int
    """Id of the label."""
    name: str
    """Name of the label."""
    schema: SchemaDescriptor
    """Name and URI of a schema."""
    value: Any
    """The value of the label."""


class LabelPreviewRequest(TypedDict):
    """A label to try. Downpour ignores unknown members."""

    name: NotRequired[str | None]
    """Name of the label."""
    schemaId: NotRequired[int | None]
    """Id of the schema. Downpour reads the first element of the dataset that names this schema.
    Absent means the first element.
    """
    extractors: NotRequired[list[ExtractorRequest] | None]
    """Extractors, which read the values for the function."""
    function: NotRequired[str | None]
    """A JavaScript function that computes the value of the label from the extracted values. Blank
    means no function.
    """


class LabelPreview(TypedDict):
    """The value that a label would have."""

    value: Any
    """The value, or the reason why there is no value."""
    output: str | None
    """Output of the function to its console, or the reason why an extractor failed."""


class Fingerprints(TypedDict):
    """The values of the labels by which a test groups its datasets."""

    values: list[FingerprintValue]
    """The values, one entry for each label."""


class FingerprintValue(TypedDict):
    """A value of a fingerprint label. An object has its members as children."""

    name: str
    """Name of the label or member."""
    value: PlainValue
    """The value. Null for an object."""
    children: list[FingerprintValue] | None
    """The members of an object."""


class ExtractorRequest(TypedDict):
    """An extractor: it reads a value of a document, which a function then receives."""

    name: NotRequired[str | None]
    """Name of the value for the function. It must not be blank."""
    jsonpath: NotRequired[str | None]
    """The path of the value. It must not be blank. Downpour checks the path when it reads a
    document, not when you save it.
    """
    isarray: NotRequired[bool | None]
    """True extracts all matches as an array, false the first match. Absent means false."""
    isArray: NotRequired[bool | None]
    """Another name of `isarray`. Downpour reads it when `isarray` is absent."""


class Extractor(TypedDict):
    """An extractor: it reads a value of a document, which a function then receives."""

    name: str
    """Name of the value for the function."""
    jsonpath: str
    """The path of the value."""
    isarray: bool
    """True extracts all matches as an array, false the first match."""


class LabelRequest(TypedDict):
    """A label to create or change. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the label to change."""
    replaces: NotRequired[str | None]
    """The `version` of the label that the caller has read. Downpour changes the label only in this
    version. Absent means any version.
    """
    name: NotRequired[str | None]
    """Name of the label. It must be unique in the schema, and not blank."""
    extractors: NotRequired[list[ExtractorRequest] | None]
    """Extractors, which read the values for the function."""
    function: NotRequired[str | None]
    """A JavaScript function that computes the value of the label from the extracted values. With
    one extractor it gets the value of this extractor. With several it gets an object of the values
    by the names of the extractors. Blank means no function.
    """
    filtering: NotRequired[bool | None]
    """True for a filtering label, whose values group runs, such as a branch. Absent means true."""
    metrics: NotRequired[bool | None]
    """True for a metrics label, whose values are measurements. Absent means true."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the owner of the schema."""
    access: NotRequired[AccessChoice]
    """The users who may see the label, by name or number. Absent means the access of the schema."""


class Label(TypedDict):
    """A label: a value that Downpour reads from each document of a schema."""

    id: int
    """Id of the label."""
    name: str
    """Name of the label, unique in the schema. Labels of the same name in several schemas mean the same."""
    extractors: list[Extractor]
    """Extractors, which read the values for the function."""
    function: str | None
    """A JavaScript function that computes the value of the label from the extracted values. With
    one extractor it gets the value of this extractor. With several it gets an object of the values
    by the names of the extractors.
    """
    filtering: bool
    """True for a filtering label, whose values group runs, such as a branch."""
    metrics: bool
    """True for a metrics label, whose values are measurements."""
    owner: str
    """The owning team."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    schemaId: int
    """Id of the schema."""
    version: NotRequired[str]
    """The version of the label, which differs after each change. Send it as `replaces` to change
    exactly this version. The export of a schema does not have it.
    """


class LabelInfo(TypedDict):
    """All labels of one name."""

    name: str
    """Name of the labels."""
    metrics: bool
    """True when one of them is a metrics label."""
    filtering: bool
    """True when one of them is a filtering label."""
    schemas: list[SchemaDescriptor]
    """The schemas that have a label of this name."""


class LogEntry(TypedDict):
    """An entry of a log."""

    id: int
    """Id of the entry."""
    level: int
    """The level: 0 debug, 1 info, 2 warning, 3 error."""
    timestamp: int
    """Epoch milliseconds."""
    message: str
    """The event in a sentence."""
    testId: int
    """Id of the test."""
    source: NotRequired[str]
    """The source of the entry. Only the log about datasets has it."""
    runId: NotRequired[int]
    """Id of the run."""
    datasetId: NotRequired[int]
    """Id of the dataset."""
    datasetOrdinal: NotRequired[int]
    """The position of the dataset in its run, counted from 0."""
    event: NotRequired[str]
    """The kind of event that was sent."""
    type: NotRequired[str]
    """The kind of the action."""


class TriedAgain(TypedDict):
    """The entries that Downpour tries again."""

    sent: int
    """The number of entries."""
    isAll: bool
    """True when this is all failed work. False means that you can send the request again for more."""


class RecalculationStatus(TypedDict):
    """The progress of a recalculation."""

    timestamp: int
    """When the recalculation began, in milliseconds since 1970. Without a recalculation, the present time."""
    totalRuns: int
    """The number of runs of the recalculation, including runs that the caller may not see."""
    finished: int
    """The number of runs that are done. Downpour tries failed runs again by itself."""
    datasets: int
    """The number of datasets that the recalculation made."""
    failure: NotRequired[WorkFailure]
    """The reason why a part failed at every attempt. Only members of the owning team see it.
    Absent when no part failed.
    """


class PendingWork(TypedDict):
    """Work on a run that is not done yet. Absent when all work is done, and in lists. Failed work
    is in `failures`.
    """

    datasets: bool
    """True when the datasets are not made yet."""
    labels: int
    """The number of datasets, among the first 100, whose label values are not made yet."""


class WorkFailure(TypedDict):
    """Work that failed at every attempt."""

    what: WorkFailureWhat
    """The kind of work. `datapoints`: values of variables. `recalculation`: work on many runs.
    `index`: the index of a large document. `removal`: deletion of a record, or of its last parts.
    `event`, `webhook`: delivery of an event. `query`: a query of a datastore.
    """
    runId: NotRequired[int]
    """Id of the run. Absent for a recalculation."""
    datasetId: NotRequired[int]
    """Id of the dataset. Absent when the work is about the whole run."""
    testId: NotRequired[int]
    """Id of the test. Absent when `runId` or `datasetId` identifies the work."""
    actionId: NotRequired[int]
    """Id of the action."""
    of: NotRequired[str]
    """The event, or a description of the runs or records. Absent when ids identify the work."""
    failedAt: int
    """When the last attempt failed, in milliseconds since 1970."""
    reason: str
    """The error of the last attempt."""
    again: str
    """The request that tries the work again."""


class WorkFailures(TypedDict):
    """A page of failures."""

    failures: list[WorkFailure]
    """The failures of this page."""
    next: NotRequired[str]
    """The cursor of the next page. Absent on the last page."""


class RunReport(TypedDict):
    """The parts of a report page."""

    markup: str
    """HTML of the sections, without scripts, styles and the surrounding document. All texts of the
    run are escaped.
    """
    data: str
    """The data of the charts: JSON, compressed with gzip, in Base64."""
    version: str
    """The version of Downpour that made the report."""


class RunComparisonOrderRunsItem(TypedDict):
    side: Literal["baseline", "candidate"]
    """The side of the run."""
    name: str
    """The name of the run, such as `run 12`."""
    startTime: int
    """Epoch milliseconds."""


class RunComparisonOrder(TypedDict):
    """The order of the runs in time."""

    runs: list[RunComparisonOrderRunsItem]
    """The runs of both sides, the earliest first."""
    interleaved: bool
    """True when neither side ended before the other began. A slow drift then affects both sides."""


class RunComparison(TypedDict):
    """The result of a comparison of runs."""

    outcome: Literal["worse", "not worse", "cannot tell", "invalid"]
    """The result. `invalid` means that these runs cannot be compared."""
    reason: str
    """The reason in a sentence."""
    cure: NotRequired[str]
    """An action that would give a result, or make the runs comparable."""
    baseline: list[ComparedRun]
    """The runs of the first side."""
    candidate: list[ComparedRun]
    """The runs of the second side."""
    order: RunComparisonOrder
    """The order of the runs in time."""
    differences: list[RunDifference]
    """Facts that are not the same in all runs. Differences of the definition are first."""
    problems: list[str]
    """Reasons why the runs cannot be compared."""
    warnings: list[str]
    """Reasons why the numbers may mislead."""
    gates: list[JudgedGate]
    """The limits with their results. Empty when the outcome is `invalid`."""
    explored: list[ExploredChange]
    """All measures without a limit. Empty when one run is compared with one run."""
    within: list[SpreadOfRuns]
    """The spread within each run, when one run is compared with one run. Otherwise empty."""


class ComparedRun(TypedDict):
    """A run of the comparison."""

    name: str
    """The name of the run, such as `run 12`."""
    id: NotRequired[int]
    """Id of the run."""
    benchmark: str
    """Name of the benchmark."""
    state: RunState
    """The state of the run."""
    startTime: int
    """Epoch milliseconds."""
    suspect: bool
    """True when the load generator may have distorted the numbers."""


class RunDifferenceValuesItem(TypedDict):
    value: str
    """The value as text."""
    runs: list[str]
    """Names of the runs."""


class RunDifference(TypedDict):
    """A fact that is not the same in all runs."""

    what: str
    """The fact, such as `target`."""
    values: list[RunDifferenceValuesItem]
    """Each value with its runs."""
    ofDefinition: bool
    """True: the load differs, so the runs cannot be compared. False: the fact may explain a change."""


class MeasuredSubject(TypedDict):
    """The requests that a measure is about: those of a phase, a metric or one request. Without
    members, all requests.
    """

    phase: NotRequired[str]
    """Name of the phase."""
    metric: NotRequired[str]
    """Name of the metric."""
    request: NotRequired[str]
    """The request, when the metric has several."""


class RunMeasure(TypedDict):
    """A measure: one number of each run, by which runs are compared."""

    name: str
    """Name of the measure, such as `p99`, `mean`, `errors` or `throughput`."""
    unit: Literal["ns", "share", "perSec"]
    """Unit of the values. `share` is a number from 0 to 1."""
    kind: Literal["ratio", "difference"]
    """The kind of change: a ratio (0.1 means 10 % more), or a difference (0.01 means one
    percentage point).
    """
    worse: Literal["higher", "lower"]
    """The direction in which the measure gets worse."""
    quantile: NotRequired[float]
    """The quantile, when the measure is a response time. From 0 to 1."""


class ChangeInterval(TypedDict):
    """A confidence interval of the change."""

    low: float
    """The lower end."""
    high: float
    """The upper end."""
    confidence: float
    """The probability that such an interval contains the true change, from 0 to 1."""


class JudgedGateCureRuns(TypedDict):
    """The runs to add."""

    baseline: int
    """The number of runs to add to the first side."""
    candidate: int
    """The number of runs to add to the second side."""


class JudgedGateCure(TypedDict):
    """An action that would give a result."""

    text: str
    """The action in words."""
    runs: NotRequired[JudgedGateCureRuns]
    """The runs to add."""


class JudgedGate(TypedDict):
    """A limit with its result."""

    subject: MeasuredSubject
    """The requests that a measure is about: those of a phase, a metric or one request. Without
    members, all requests.
    """
    measure: RunMeasure
    """A measure: one number of each run, by which runs are compared."""
    baseline: list[float]
    """The value of each run of the first side, in the order of its runs."""
    candidate: list[float]
    """The value of each run of the second side, in the order of its runs."""
    estimate: float
    """The estimated change (Hodges and Lehmann's shift)."""
    interval: NotRequired[ChangeInterval]
    """A confidence interval of the change."""
    p: float
    """The p value of the exact rank test."""
    visible: NotRequired[float]
    """The smallest change for the worse that such a comparison detects in 4 of 5 cases."""
    limit: float
    """The limit. 0.1 means 10 %, or 10 percentage points."""
    outcome: Literal["worse", "not worse", "cannot tell"]
    """The result of this limit."""
    level: float
    """The confidence level of the interval, after Holm's correction."""
    adjusted: float
    """The p value of a change beyond the limit, after Holm's correction."""
    reason: str
    """The reason in a sentence."""
    cure: NotRequired[JudgedGateCure]
    """An action that would give a result."""


class ExploredChange(TypedDict):
    """The change of a measure without a limit. It does not influence the outcome."""

    subject: MeasuredSubject
    """The requests that a measure is about: those of a phase, a metric or one request. Without
    members, all requests.
    """
    measure: RunMeasure
    """A measure: one number of each run, by which runs are compared."""
    baseline: list[float]
    """The value of each run of the first side, in the order of its runs."""
    candidate: list[float]
    """The value of each run of the second side, in the order of its runs."""
    estimate: float
    """The estimated change (Hodges and Lehmann's shift)."""
    interval: NotRequired[ChangeInterval]
    """A confidence interval of the change."""
    p: float
    """The p value of the exact rank test."""
    visible: NotRequired[float]
    """The smallest change for the worse that such a comparison detects in 4 of 5 cases."""
    adjusted: float
    """The p value after Benjamini and Hochberg's correction over all measures without a limit."""
    significant: bool
    """True when `adjusted` is at most 5 %."""


class SpreadOfRuns(TypedDict):
    """A response time in each of two runs, with its spread within the run."""

    subject: MeasuredSubject
    """The requests that a measure is about: those of a phase, a metric or one request. Without
    members, all requests.
    """
    measure: RunMeasure
    """A measure: one number of each run, by which runs are compared."""
    baseline: SpreadInRun
    """A number of a run, with a range of values that the same run could have had. Nanoseconds."""
    candidate: SpreadInRun
    """A number of a run, with a range of values that the same run could have had. Nanoseconds."""


class SpreadInRun(TypedDict):
    """A number of a run, with a range of values that the same run could have had. Nanoseconds."""

    value: float
    """The measured value."""
    low: NotRequired[float]
    """The lower end. Absent when there are too few responses."""
    high: NotRequired[float]
    """The upper end. Absent when there are too few responses."""
    widened: NotRequired[Any]
    """True when the range includes the variation over time."""


class RunRecordRequest(TypedDict):
    """A run to store. Downpour ignores unknown members, and the id."""

    testid: NotRequired[TestIdChoice]
    """Id of the test."""
    start: NotRequired[TimeChoice | None]
    """When the benchmark started."""
    stop: NotRequired[TimeChoice | None]
    """When the benchmark ended."""
    owner: NotRequired[str | None]
    """The team that owns it."""
    access: NotRequired[AccessChoice]
    """The users who may read the run."""
    description: NotRequired[str | None]
    """A description for people."""
    data: NotRequired[Any]
    """The document."""
    metadata: NotRequired[Any]
    """An object with a `$schema`, or an array of such objects."""


class RunCount(TypedDict):
    """The number of runs of a test."""

    total: int
    """All runs, inside and outside the trash."""
    active: int
    """Runs that are not in the trash."""
    trashed: int
    """Runs in the trash."""


class ScheduleRequest(TypedDict):
    """A schedule to create."""

    name: str
    """Name of the schedule. It must be new."""
    cron: str
    """The timetable: five fields of cron, a nickname such as `@daily`, or an expression of
    EventBridge, `cron(...)` with six fields or `rate(...)`.
    """
    timezone: NotRequired[str]
    """The time zone of the timetable, such as `Europe/Prague`. `rate(...)` needs no time zone."""
    document: str
    """Text of the benchmark document, YAML or JSON."""
    file: NotRequired[str]
    """Name of the document's file. Messages show it."""
    parameters: NotRequired[dict[str, str]]
    """Values of the document's parameters by name."""
    shards: NotRequired[int]
    """As in `POST /api/burst`."""
    seed: NotRequired[int]
    """A number that fixes all random choices of each run. Absent means a new seed for each run."""
    maxErrors: NotRequired[float]
    """As in `POST /api/burst`."""
    stopOnFailure: NotRequired[bool]
    """As in `POST /api/burst`."""
    files: NotRequired[SentFiles]
    """The files that the document needs. Upload them first. Paths are those in the document:
    relative to its folder, and inside it.
    """


class SchedulesSummary(TypedDict):
    """A list of schedules."""

    schedules: list[ScheduleSummary]
    """The schedules, sorted by name."""


class ScheduleSummaryLast(TypedDict):
    """The result of the schedule's last time. Absent before the first time."""

    at: int
    """The planned time, epoch milliseconds."""
    burst: NotRequired[str]
    """Id of the burst. Absent when no burst was started."""
    state: NotRequired[BurstState]
    """The state of the burst. Only the list of schedules has it, while Downpour lists the burst (30 days)."""
    runId: NotRequired[int]
    """Id of the run with the result. Absent until Downpour has stored the run, and where `state`
    is absent.
    """
    problem: NotRequired[str]
    """The reason why no burst was started."""


class ScheduleSummary(TypedDict):
    """A schedule."""

    name: str
    """Name of the schedule."""
    cron: str
    """The timetable in the form of cron. A timetable that cron cannot express has the form of EventBridge."""
    expression: str
    """The timetable in the form of EventBridge."""
    timezone: str
    """The time zone of the timetable."""
    benchmark: str
    """Name of the benchmark."""
    user: str
    """Name of the user who owns the bursts of the schedule."""
    keyId: int
    """Id of the API key that starts the bursts of the schedule."""
    createdAt: int
    """When the schedule was created, epoch milliseconds."""
    next: list[int]
    """The next three times of the schedule. Fewer when it ends before."""
    keyProblem: NotRequired[str]
    """Why the schedule will start no burst at one of these times: its API key is revoked, has
    expired, or ends before. Absent when the key is valid at these times.
    """
    last: NotRequired[ScheduleSummaryLast]
    """The result of the schedule's last time. Absent before the first time."""


class SchemaRequest(TypedDict):
    """A schema to create or change. Downpour ignores unknown members, so a client may send back
    what it has read.
    """

    id: NotRequired[int | None]
    """Id of the schema to change."""
    name: str
    """The name. It must be unique and not blank."""
    uri: str
    """The URI. It must be unique, and begin with `urn:`, `uri:`, `http:`, `https:`, `ftp:`,
    `file:` or `jar:`.
    """
    description: NotRequired[str | None]
    """A description for people."""
    schema: NotRequired[SchemaChoice]
    """The JSON Schema of the documents."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own team."""
    access: NotRequired[AccessChoice]
    """The users who may see the record, by name or number. Absent means PUBLIC."""


class Schema(TypedDict):
    """A schema."""

    id: int
    """Id of the schema."""
    name: str
    """The unique name."""
    uri: str
    """The unique URI."""
    description: str | None
    """A description for people."""
    schema: dict[str, Any] | None
    """The JSON Schema of the documents. Null when there is no JSON Schema."""
    owner: str
    """The owning team."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """


class SchemaDescriptor(TypedDict):
    """Name and URI of a schema."""

    id: int
    """Id of the schema."""
    name: str
    """The unique name."""
    uri: str
    """The unique URI."""


class SchemaQueryResult(TypedDict):
    """A page of schemas."""

    schemas: list[Schema]
    """The schemas of this page."""
    count: int
    """The number of schemas that the caller may see."""


class LabelLocation(TypedDict):
    """A place that uses a label."""

    type: LabelLocationType
    """The kind of place."""
    testId: int
    """Id of the test."""
    testName: str
    """Name of the test."""
    ruleId: NotRequired[int]
    """Id of the rule."""
    ruleName: NotRequired[str | None]
    """Name of the missing-data rule."""
    variableId: NotRequired[int]
    """Id of the variable."""
    variableName: NotRequired[str]
    """Name of the variable."""
    viewId: NotRequired[int]
    """Id of the view."""
    viewName: NotRequired[str]
    """Name of the view."""
    componentId: NotRequired[int]
    """Id of the column in the view."""
    header: NotRequired[str]
    """Header of the column."""


class TestRequest(TypedDict):
    """A test to create or change. Downpour ignores unknown members, so a client may send back what
    it has read.
    """

    id: NotRequired[int | None]
    """Id of the test to change."""
    replaces: NotRequired[str | None]
    """The `version` of the test that the caller has read. Downpour changes the test only in this
    version. Absent means any version.
    """
    name: str
    """The name. It must be unique and not blank."""
    folder: NotRequired[str | None]
    """The path of the folder: names separated by slashes. Null or empty means the root."""
    description: NotRequired[str | None]
    """A description for people."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own team."""
    access: NotRequired[AccessChoice]
    """The users who may see the record, by name or number. Absent means PUBLIC."""
    datastoreId: NotRequired[int | None]
    """Id of the datastore from which the test reads its documents. Absent means 1, the repository itself."""
    timelineLabels: NotRequired[list[str] | None]
    """Names of the labels from which the time of a datapoint is computed."""
    timelineFunction: NotRequired[str | None]
    """A JavaScript function that computes the time from these labels."""
    fingerprintLabels: NotRequired[list[str] | None]
    """Names of the labels by which Downpour groups datasets into series."""
    fingerprintFilter: NotRequired[str | None]
    """A JavaScript function that selects datapoints. When it returns false, null, 0 or nothing,
    Downpour leaves the new datapoint out of change detection.
    """
    compareUrl: NotRequired[str | None]
    """A JavaScript function that returns a link to a page that compares runs."""
    notificationsEnabled: NotRequired[bool | None]
    """Whether Downpour notifies users of changes of this test. Absent means true."""
    automaticVariables: NotRequired[bool | None]
    """False: Downpour creates no variables for runs of the load driver. True: with the first such
    run it creates variables for p50, p99 and the failed share, unless the test has transformers,
    fingerprint labels or variables. Absent means the present setting.
    """
    transformers: NotRequired[list[TransformerName] | None]
    """The transformers of the test. Absent keeps the present transformers."""


class Test(TypedDict):
    """A test."""

    id: int
    """Id of the test."""
    name: str
    """The unique name."""
    folder: str | None
    """The path of the folder. Null means the root."""
    description: str | None
    """A description for people."""
    owner: str
    """The owning team."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    datastoreId: int
    """Id of the datastore from which the test reads its documents."""
    timelineLabels: list[str] | None
    """Names of the labels from which the time of a datapoint is computed."""
    timelineFunction: str | None
    """A JavaScript function that computes the time from these labels."""
    fingerprintLabels: list[str] | None
    """Names of the labels by which Downpour groups datasets into series."""
    fingerprintFilter: str | None
    """A JavaScript function that selects the series for change detection."""
    compareUrl: str | None
    """A JavaScript function that returns a link to a page that compares runs."""
    transformers: list[Transformer]
    """The transformers of the test, without those that the caller may not see."""
    notificationsEnabled: bool
    """Whether Downpour notifies users of changes of this test."""
    automaticVariables: bool
    """Whether Downpour creates variables for runs of the load driver."""
    version: NotRequired[str]
    """The version of the test, which differs after each change. Send it as `replaces` to change
    exactly this version. Only the replies to requests for one test have it.
    """


class TestQueryResult(TypedDict):
    """A page of tests."""

    tests: list[Test]
    """The tests of this page."""
    count: int
    """The number of tests that the caller may see."""


class TestListing(TypedDict):
    """A page of the tests of a folder."""

    tests: list[TestSummary]
    """The tests of this page."""
    count: int
    """The number of tests of the folder that the caller may see."""


class TestSummary(TypedDict):
    """A test in a list."""

    id: int
    """Id of the test."""
    name: str
    """The unique name."""
    folder: str | None
    """The path of the folder. Null means the root."""
    description: str | None
    """A description for people."""
    datasets: int
    """The number of datasets of these runs."""
    runs: int
    """The number of runs outside the trash that the caller may see."""
    owner: str
    """The owning team."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    datastoreId: int
    """Id of the datastore from which the test reads its documents."""
    newest: NotRequired[RunOutcome]
    """The outcome of a run that Downpour measured. Absent for documents of other tools, and for
    runs that an older release stored.
    """
    outcomes: NotRequired[list[SmallOutcome]]
    """The last runs outside the trash that the caller may see, sorted by start. Present only when
    the request has `last`.
    """
    openChanges: NotRequired[int]
    """The number of changes that no user has confirmed or dismissed, among the latest 2,000
    changes of all tests. 100 means 100 or more. Present only when the request has `last`.
    """


class SmallOutcome(TypedDict):
    """The outcome of a run, in a list of tests."""

    id: int
    """Id of the run."""
    start: int
    """When the benchmark started."""
    state: RunState | None
    """How the run ended. Null for documents of other tools."""
    p99: float | None
    """The 99th percentile of the response times in nanoseconds (`latencyNsP99` of the run's outcome)."""


class RunTrend(TypedDict):
    """The outcomes of the runs of a test, in columns. Every column has one value for each run, in
    the same order. A value is null when the run does not have it, for example when an older
    release stored the run.
    """

    id: list[int]
    """Ids of the runs, sorted by start."""
    start: list[int]
    """When the benchmarks started."""
    state: list[RunState | None]
    """How the runs ended."""
    definition: list[str | None]
    """Hashes of the load."""
    series: list[TrendSeries]
    """The series. The first one is the total of each run. Then follow up to 20 metrics, those of
    the most runs first. A run has values for at most five metrics.
    """
    metricsLeft: int
    """The number of metrics that are left out, because there are more than 20."""
    more: bool
    """True when the test has earlier runs."""


class TrendSeries(TypedDict):
    """The numbers of all requests, or of one metric of one phase. One value for each run."""

    phase: str | None
    """Name of the phase. Null for the total."""
    metric: str | None
    """Name of the metric. Null for the total."""
    requests: list[int | None]
    """The number of requests."""
    failed: list[int | None]
    """The number of failed requests."""
    rate: list[float | None]
    """Requests per second during the phase of the metric. For the total, during all phases outside
    warm-ups. For runs that an older release stored, between the start and the end of the run.
    """
    p50: list[float | None]
    """The median of the response times in nanoseconds."""
    p99: list[float | None]
    """The 99th percentile of the response times in nanoseconds."""


class TransformerRequest(TypedDict):
    """A transformer to create or change. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the transformer to change."""
    name: NotRequired[str | None]
    """Name of the transformer. It must not be blank."""
    description: NotRequired[str | None]
    """A description for people."""
    targetSchemaUri: NotRequired[str | None]
    """URI of the schema that Downpour writes into the output, where the output names no schema."""
    extractors: NotRequired[list[ExtractorRequest] | None]
    """Extractors, which read the values for the function."""
    function: NotRequired[str | None]
    """A JavaScript function that makes datasets of the extracted values. With one extractor it
    gets the value of this extractor. With several it gets an object of the values by the names of
    the extractors. A list makes one dataset per element. An empty list makes none. Blank means no
    function.
    """
    owner: NotRequired[str | None]
    """The owning team. Absent means the owner of the schema."""
    access: NotRequired[AccessChoice]
    """The users who may see the transformer, by name or number. Absent means the access of the schema."""


class Transformer(TypedDict):
    """A transformer: it makes datasets of documents of a schema."""

    id: int
    """Id of the transformer."""
    name: str
    """Name of the transformer."""
    description: str | None
    """A description for people."""
    targetSchemaUri: str | None
    """URI of the schema that Downpour writes into the output, where the output names no schema."""
    extractors: list[Extractor]
    """Extractors, which read the values for the function."""
    function: str | None
    """A JavaScript function that makes datasets of the extracted values. With one extractor it
    gets the value of this extractor. With several it gets an object of the values by the names of
    the extractors. A list makes one dataset per element. An empty list makes none.
    """
    owner: str
    """The owning team."""
    access: Access
    """The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API
    key. PRIVATE: users with the role of a viewer in the owning team.
    """
    schemaId: int
    """Id of the schema."""
    schemaUri: str
    """URI of the schema."""
    schemaName: str
    """Name of the schema."""


class TransformerInfo(TypedDict):
    """Name of a transformer."""

    schemaId: int
    """Id of the schema."""
    schemaUri: str
    """URI of the schema."""
    schemaName: str
    """Name of the schema."""
    transformerId: int
    """Id of the transformer."""
    transformerName: str
    """Name of the transformer."""


class RunUploadRequest(TypedDict):
    """A document that will be uploaded in parts."""

    sizeBytes: int
    """Bytes of the document."""


class RunUpload(TypedDict):
    """An upload in parts."""

    id: int
    """Id of the upload. Its run will have the same id."""
    state: Literal["open", "uploaded", "stored", "gone"]
    """The state. `open`: parts are missing. `uploaded`: all parts have arrived, and the upload can
    be completed. `stored`: the run exists. `gone`: the parts expired, or Downpour refused the
    document.
    """
    sizeBytes: int
    """Bytes of the document."""
    partBytes: int
    """Bytes of every part except the last."""
    missing: list[RunUploadPart]
    """The missing parts."""
    expiresAt: int
    """When Downpour deletes the parts, in epoch milliseconds."""
    urlsExpireAt: int | None
    """When the URLs expire, in epoch milliseconds. Null when no parts are missing."""
    unread: NotRequired[str]
    """The reason why Downpour could not read the document. The next request to complete the upload
    reads it again. Absent when the reading did not fail.
    """


class RunUploadPart(TypedDict):
    """A part of a document."""

    number: int
    """Number of the part, counted from 1."""
    start: int
    """Offset of its first byte in the document."""
    bytes: int
    """The number of bytes."""
    url: str
    """PUT exactly this number of bytes to this URL."""


class Token(TypedDict):
    """A token with which a caller may send requests for some minutes."""

    access_token: str
    """A JSON Web Token."""
    token_type: Literal["Bearer"]
    """The scheme of the header `Authorization`."""
    expires_in: int
    """Seconds until the token expires."""
    refresh_expires_in: int
    """Always 0, because there is no refresh token."""


class Me(TypedDict):
    """The caller of a request."""

    user: str
    """Name of the user."""
    by: CredentialKind
    """The kind of credentials of the request."""
    keyId: int | None
    """Id of the API key. Null when the request has no key."""
    role: ServiceRole
    """The role: `admin` when the caller acts as an administrator."""
    scopes: list[Scope]
    """Scopes of the caller."""
    teams: list[TeamRoles]
    """Teams of the user. The user's own team is first."""
    limits: KeyLimits | None
    """Limits on bursts that are started with the key. Null when only the limits of the deployment apply."""
    expiresAt: int | None
    """When the credentials expire, epoch milliseconds. Null when there is no fixed end, or when it
    is unknown.
    """


class TeamRoles(TypedDict):
    """A team and the roles in it."""

    team: str
    """Name of the team."""
    roles: list[TeamRole]
    """Roles of the caller in the team."""


class TeamStorageTeamsItem(TypedDict):
    """A team."""

    team: str
    """Name of the team."""
    usedBytes: int
    """Bytes of the team's runs."""


class TeamStorage(TypedDict):
    """The storage of teams."""

    bytesMax: int | None
    """The largest number of bytes of each team. Null means no limit."""
    teams: list[TeamStorageTeamsItem]
    """The teams, sorted by name."""


class UserData(TypedDict):
    """A user."""

    id: NotRequired[str]
    """The same as the name. Downpour ignores it in a request."""
    username: UserName
    """Name of a user."""
    firstName: NotRequired[str]
    """First name."""
    lastName: NotRequired[str]
    """Last name."""
    email: NotRequired[str]
    """Email address."""


class NewUser(TypedDict):
    """A user to create."""

    user: UserData
    """A user."""
    password: NotRequired[Password]
    """A password of at least 8 characters. An API on one machine may set another minimum."""
    team: NotRequired[TeamName]
    """Name of a team. It ends in `-team`."""
    roles: NotRequired[list[TeamRole]]
    """Roles of the user in the team."""


class ViewRequest(TypedDict):
    """A view to add or change. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the view to change."""
    testId: NotRequired[int | None]
    """Id of the test."""
    name: str
    """Name of the view."""
    components: list[ViewComponentRequest]
    """Columns of the view."""


class ViewComponentRequest(TypedDict):
    """A column to add or change. Downpour ignores unknown members."""

    id: NotRequired[int | None]
    """Id of the column to change."""
    headerName: str
    """Text above the column."""
    headerOrder: NotRequired[int | None]
    """The position of the column."""
    labels: list[str]
    """Names of the labels that the column shows."""
    render: NotRequired[str | None]
    """A JavaScript function that returns the text of the cell from the values of the labels."""


class View(TypedDict):
    """A view: the columns of a list of datasets."""

    id: int
    """Id of the view."""
    testId: int
    """Id of the test."""
    name: str
    """Name of the view."""
    components: list[ViewComponent]
    """Columns of the view."""


class ViewComponent(TypedDict):
    """A column of a view."""

    id: int
    """Id of the column in the view."""
    headerName: str
    """Text above the column."""
    headerOrder: int
    """The position of the column."""
    labels: list[str]
    """Names of the labels that the column shows."""
    render: NotRequired[str]
    """A JavaScript function that returns the text of the cell from the values of the labels."""


class DoctorBurstAnswer(TypedDict):
    """The new burst."""

    id: str
    """Id of the burst."""
