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
"""Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE: the
viewers of the owning team.
"""

AccessParameter = Literal["PUBLIC", "PROTECTED", "PRIVATE", "0", "1", "2"]
"""An Access by its name or its number."""

AccessChoice: TypeAlias = "Access | Literal[0, 1, 2] | None"
"""An Access by its name, which is preferred, or its number. Null is like an absent member."""

TimeChoice: TypeAlias = "int | str"
"""A time in epoch milliseconds, which is preferred, or as an ISO 8601 date-time."""

TestIdChoice: TypeAlias = "int | str | None"
"""The id of a test as a number, which is preferred, or as the digits. Null is like an absent member."""

PathSegment: TypeAlias = "str | int"
"""The name of a member, or the index of an element."""

ScalarValue: TypeAlias = "str | float | bool | None"
"""A JSON value without members."""

Dialect = Literal["jsonpath", "sql"]
"""A query language."""

RunState = Literal["passed", "failed", "inconclusive", "stopped", "incomplete"]
"""How a run ended. `inconclusive`: the generator was not healthy for too long to judge the target.
`incomplete`: something that was planned was not delivered.
"""

RunSort = Literal[
    "id",
    "start",
    "stop",
    "testid",
    "testname",
    "test.name",
    "owner",
    "access",
    "description",
    "trashed",
]
"""A column of a list of runs."""

ServiceRole = Literal["user", "admin"]
"""Role of a key or of a user. `admin` sees and revokes everything."""

ApiKeyType = Literal["USER", "BROWSER"]
"""Keys of both types act as a user. A browser key lasts hours."""

CredentialKind = Literal["key", "password", "token"]
"""The credentials of a request."""

DeploymentPlace = Literal["cloud", "one machine"]
"""Where a server runs."""

SortDirection = Literal["Ascending", "Descending"]
"""Order of a sorted list."""

Scope = Literal["read", "upload", "drive", "admin"]
"""Scope of a key. `read` allows to read the records of its user, `upload` to upload runs and
change records, `drive` to start bursts and schedules, `admin` to manage users and teams. The roles
of the user apply as well.
"""

Executor = Literal["lambda", "fargate"]
"""The service of AWS that runs the drives: functions of Lambda, or tasks of Fargate where the
deployment has them. Absent means what the agents of the document say, or `lambda`.
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
"""`inconclusive`: the generator was not healthy for too long to judge the target. `incomplete`:
something that was planned was not delivered.
"""

PhaseStatusStatus = Literal["NOT_STARTED", "SCHEDULED", "RUNNING", "FINISHED", "TERMINATED", "CANCELLED"]
"""FINISHED: no new users; TERMINATED: all users gone."""

LimitSoFarCriterion = Literal[
    "errorRatio",
    "invalidRatio",
    "failedRatio",
    "meanResponseTime",
    "blockedRatio",
    "limit",
    "sessionLimit",
]
"""The kind of limit. `limit` is a response time at a quantile."""

DatastoreKind = Literal["POSTGRES", "ELASTICSEARCH", "COLLECTORAPI"]
"""The type of a datastore. POSTGRES is the repository itself."""

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
"""The kind of work. `datapoints`: values of variables; `recalculation`: of many runs; `index`: of
a large document; `removal`: of the rest of a run; `event`, `webhook`: delivery of an event;
`query`: of a datastore.
"""

SchemaChoice: TypeAlias = "dict[str, Any] | str | list[Any] | float | bool | None"
"""A JSON Schema as an object, which is preferred, or as its text. An empty object or a scalar means none."""

LabelLocationType = Literal["FINGERPRINT", "MISSINGDATA_RULE", "VARIABLE", "VIEW"]
"""Purpose of the label."""

UserName = str
"""Name of a user."""

TeamName = str
"""Name of a team; it ends in `-team`."""

TeamRole = Literal["viewer", "uploader", "tester", "manager"]
"""Role in a team. `viewer` reads private records, `uploader` uploads runs, `tester` changes
records, `manager` changes the members.
"""

Password = str
"""A password of at least 8 characters, where one machine does not say otherwise."""

TeamMembers = dict[str, list[TeamRole]]
"""Roles in a team by user."""

DatasetListOfRunSort = Literal[
    "id",
    "runId",
    "ordinal",
    "start",
    "stop",
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
    "testid",
    "owner",
    "access",
    "description",
]


class Outline(TypedDict):
    """One place of a document."""

    path: str
    """The path of the place as people write it: `$.stats[0]["99.0"]`."""
    type: JsonType
    """The type of a JSON value."""
    bytes: NotRequired[int]
    """Bytes of its text in the document. Absent when Downpour has not read the whole place."""
    count: NotRequired[int]
    """Members or elements. Absent for a scalar, and when Downpour has not read the whole place."""
    value: NotRequired[str]
    """The text of a scalar as the document has it, with all its digits; a string has its quotes.
    Absent when it is longer than 256 bytes.
    """
    items: list[OutlineItem]
    """Its members or elements in the order of the document; none for a scalar. For a name that an
    object repeats, the last value of the page.
    """
    next: NotRequired[str]
    """The cursor of the next page; absent: this is the last."""
    reads: int
    """Reads of the document and its index."""
    bytesRead: int
    """Bytes that were read for this reply. Zero when they were in memory."""


class OutlineItem(TypedDict):
    """A member of an object, or an element of an array."""

    name: NotRequired[str]
    """The name of a member."""
    index: NotRequired[int]
    """The index of an element, counted from 0."""
    type: JsonType
    """The type of a JSON value."""
    bytes: int
    """Bytes of its text in the document."""
    count: NotRequired[int]
    """Members or elements. Absent for a scalar, and for a large object that Downpour has not read."""
    value: NotRequired[str]
    """The text of a scalar, as in the place itself."""


class Error(TypedDict):
    """Why a request was refused or failed."""

    code: str
    """Stable word to branch on."""
    message: str
    """The problem, and the value that was expected."""
    details: NotRequired[Any]
    """Particulars for programs, for example a list of problems."""
    requestId: str
    """Finds the request in the log."""


class StoredReply(TypedDict):
    """The place of a reply."""

    url: str
    """Gives the reply with its content type, for 15 minutes and without a key."""


class VersionInfo(TypedDict):
    """About the server."""

    version: str
    """Version of the server."""
    commit: str
    """The commit from which the server was built. `unknown` when the build has no commit."""
    startTimestamp: int
    """When it started. In AWS that is one environment of a function."""
    privacyStatement: NotRequired[str]
    """The privacy statement of the deployment. Absent when it has none."""


class KeycloakConfig(TypedDict):
    """Where clients get tokens."""

    realm: str
    """Name of the realm."""
    url: str
    """Address of the server of identities."""
    clientId: str
    """As whom a client asks there."""


class WebConfig(TypedDict):
    """Settings that a client needs before it signs in."""

    version: str
    """Version of the server."""
    place: DeploymentPlace
    """Where the server runs."""
    keyHeader: str
    """Name of the header for an API key."""
    signIn: list[Literal["key", "password", "issuer"]]
    """Ways to sign in."""
    issuer: Issuer | None
    """The issuer whose tokens the server accepts. Null where the server accepts none of another issuer."""
    anonymous: bool
    """Whether callers without credentials read public records."""


class Issuer(TypedDict):
    """An issuer of tokens (OpenID Connect)."""

    url: str
    """Address of the issuer, without `/.well-known/openid-configuration`."""
    clientId: str
    """The client for which a page requests tokens."""
    audience: str
    """The audience that a token must name."""


class FilterQueryResult(TypedDict):
    """The answer to a filter query."""

    valid: bool
    """Whether the expression could be evaluated."""
    jsonpath: str
    """The expression as received; the corrected one where `lenient` took that."""
    errorCode: int
    """0 for success, 1 for a failure."""
    sqlState: str | None
    """Five-character state of a failure."""
    reason: str | None
    """The problem, its place, and the value that was expected."""
    sql: str | None
    """Always null."""
    value: str | None
    """JSON text: the first match or `null`; with `array` an array of all matches, `[]` when there
    are none. Null when not valid.
    """
    explain: NotRequired[Explanation]
    """The cost of an answer. Only `explain` asks for it."""


class JsonpathValidation(TypedDict):
    """Whether a text is an expression."""

    valid: bool
    """Whether the text is an expression."""
    jsonpath: str
    """The text; the corrected one where `lenient` took that."""
    errorCode: int
    """0 for success, 1 for a failure."""
    sqlState: str | None
    """Five-character state of a failure."""
    reason: str | None
    """The problem, its place, and the value that was expected."""
    sql: str | None
    """Always null."""


class Explanation(TypedDict):
    """The cost of an answer. Only `explain` asks for it."""

    way: str
    """How the query was answered. `nothing`, `member`, `members`, `count`, `column`, `element` and
    `filter`: by the run's index and ranges of the document. `scan`: a part of the document was
    read through once. `parts`: the elements of an array were parsed some at a time. `partial`:
    only the members that the path can reach were parsed. `document` and `whole`: all of it was.
    `kept`: on a document in memory. `syntax` and `refused`: not at all.
    """
    dialect: Dialect
    """As which dialect the expression ran."""
    bytesRead: int
    """Bytes read of the document and its index, without what was in memory."""
    reads: int
    """Ranged reads."""
    milliseconds: float
    """Wall-clock milliseconds in the function."""


class RunSummary(TypedDict):
    """A run without its document."""

    id: int
    """Id of the run."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    owner: str
    """Owning team."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    testid: int
    """Id of the test."""
    testname: str | None
    """Name of the test; null when it is gone, or hidden from the caller."""
    description: str | None
    """Free text."""
    trashed: bool
    """Soft-deleted."""
    hasMetadata: bool
    """Whether metadata was uploaded with the document."""
    datasets: list[int]
    """Ids of the run's datasets."""
    schemas: list[SchemaUsage]
    """Where the document and its metadata name schemas that there are. None for a run in the
    trash; a list shows the first 20 of each run.
    """
    validationErrors: list[ValidationError]
    """Errors that the JSON Schemas of these found in it. A list has the first 10 of each of the
    first 100 runs that have errors.
    """
    failures: NotRequired[list[WorkFailure]]
    """Work on the run that failed, for members of its team. Absent when nothing failed, and in lists."""
    pending: NotRequired[PendingWork]
    """Work that is still to be done for a run. Absent when no work is left, and in lists. Work
    that was given up is a failure.
    """
    outcome: NotRequired[RunOutcome]
    """The measurements of Downpour in a run. Absent from a RunSummary for documents of another
    shape, and for runs that were stored before this member existed.
    """


class RunOutcome(TypedDict):
    """The measurements of Downpour in a run. Absent from a RunSummary for documents of another
    shape, and for runs that were stored before this member existed.
    """

    state: RunState
    """How it ended."""
    benchmark: str
    """Name of the benchmark."""
    requests: int
    """Requests of all phases and metrics."""
    requestsPerSec: float | None
    """Those over the time from its start to its end; null when that is not known."""
    latencyNsP99: float | None
    """p99 of all requests outside warm-ups, in nanoseconds. Null when nothing was measured. For
    documents without a total it is that of the metric with the most requests.
    """
    failed: NotRequired[int]
    """Failed requests of all phases and metrics. Absent when the document does not count them.
    This member and those below are also absent for runs that were stored before they existed.
    """
    latencyNsP50: NotRequired[float | None]
    """The median of the same requests as `latencyNsP99`, in nanoseconds."""
    definition: NotRequired[str]
    """A hash of the load that the benchmark describes. Runs of equal load have equal hashes.
    Absent when the document has none.
    """
    reason: NotRequired[str]
    """Why the run did not pass: its reason, or its first failure. Absent when the document has none."""
    metrics: NotRequired[list[MetricOutcome]]
    """The metrics with the most requests, the largest first. Metrics of warm-ups come last."""


class MetricOutcome(TypedDict):
    """The requests of one metric of one phase."""

    phase: str
    """Name of the phase, with its iteration and fork. At most 100 characters."""
    metric: str
    """Name of the metric. At most 100 characters."""
    requests: int
    """Its requests."""
    failed: int | None
    """Its failed requests. Null when the document does not count them."""
    p50: float | None
    """The median of its response times in nanoseconds. Null when nothing was measured."""
    p99: float | None
    """The p99 of its response times in nanoseconds. Null when nothing was measured."""


class RunExtended(TypedDict):
    """A run with its document."""

    id: int
    """Id of the run."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    owner: str
    """Owning team."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    testid: int
    """Id of the test."""
    testname: str | None
    """Name of the test; null when it is gone, or hidden from the caller."""
    description: str | None
    """Free text."""
    data: Any
    """The uploaded document."""
    metadata: Any
    """Metadata that was uploaded with it, or null."""
    trashed: bool
    """Soft-deleted."""
    datasets: list[int] | None
    """Ids of the run's datasets; null when there are none."""
    schemas: list[SchemaUsage]
    """Where the document and its metadata name schemas that there are. None for a run in the
    trash; a list shows the first 20 of each run.
    """
    validationErrors: list[ValidationError]
    """Errors that the JSON Schemas of these found in it. A list has none."""
    failures: NotRequired[list[WorkFailure]]
    """Work on the run that failed, for members of its team. Absent when nothing failed, and in lists."""
    pending: NotRequired[PendingWork]
    """Work that is still to be done for a run. Absent when no work is left, and in lists. Work
    that was given up is a failure.
    """


class RunsSummary(TypedDict):
    """One page of runs."""

    total: int
    """The number of runs on all pages. For a search or a filtered list with a cursor or with
    `next`, the number that this reply found.
    """
    runs: list[RunSummary]
    """The runs of this page."""
    next: NotRequired[str]
    """The cursor of what follows, where runs are left: of a search, and of a list that was asked
    with a cursor.
    """
    looked: NotRequired[int]
    """For a search or a filtered list, the number of runs that it read since its first reply."""
    left: NotRequired[int]
    """For a search or a filtered list, the number of runs that it has still to read, as counted
    now. With `from` or `to` it is an upper bound, because Downpour does not count runs by time.
    """


class ApiKeyRequest(TypedDict):
    """A key to be created."""

    name: NotRequired[str | None]
    """Name of the key. Names that begin with `downpour.` (the service's name in small letters) are
    reserved.
    """
    type: NotRequired[ApiKeyType]
    """`BROWSER` makes a key of some hours for one browser. Downpour lists such keys apart."""
    expiresInHours: NotRequired[int]
    """Hours until a browser key expires. Absent means 12. Only the type `BROWSER` has it, and that
    type has neither `expiresInDays` nor `unusedDays`.
    """
    role: NotRequired[ServiceRole]
    """`admin` sees and revokes everything."""
    user: NotRequired[str]
    """Whom the key acts for. Absent means the caller's own user."""
    expiresInDays: NotRequired[int]
    """Days until it expires. Absent means on no day that is set."""
    unusedDays: NotRequired[int]
    """Days without use after which it expires, 0 for never. Absent means 30, and never where
    `expiresInDays` sets a day.
    """
    scopes: NotRequired[list[Scope]]
    """Scopes of the key, within those of the key that creates it. Absent means read, upload and
    drive; for the role `admin` it means all.
    """
    dialect: NotRequired[Dialect]
    """As what its queries run that both dialects accept. Absent means what the deployment says."""
    limits: NotRequired[KeyLimits]
    """Bounds for bursts that are started with a key, below those of the deployment. For an absent
    member only the bound of the deployment applies. A key that a limited key creates has at least
    the same limits.
    """


class KeyLimits(TypedDict):
    """Bounds for bursts that are started with a key, below those of the deployment. For an absent
    member only the bound of the deployment applies. A key that a limited key creates has at least
    the same limits.
    """

    usersPerSecMax: NotRequired[float]
    """Arrivals per second of everything that may run at once."""
    sessionsMax: NotRequired[float]
    """Users at work at once, over all shards."""
    durationMsMax: NotRequired[float]
    """Length of a run in milliseconds."""
    shardsMax: NotRequired[int]
    """Shards of one phase."""
    connectionsMax: NotRequired[float]
    """Connections that may be open at once."""
    dollarsMax: NotRequired[float]
    """Estimated price of a run in US dollars."""
    burstsAtOnceMax: NotRequired[int]
    """Bursts that have not ended."""


class ApiKeyResponse(TypedDict):
    """A key without its secret."""

    id: int
    """Id of the key."""
    name: str | None
    """Name of the key."""
    type: ApiKeyType
    """Both types act as a user. A browser key lasts hours."""
    role: ServiceRole
    """Role of the key."""
    user: str
    """Whom it acts for."""
    prefix: str
    """The beginning of the key's text, to recognise it."""
    creation: int
    """When it was created."""
    access: int | None
    """When it was last used, to the minute; null when never."""
    isRevoked: bool
    """Whether it was revoked or expired more than a day ago."""
    expiresAt: NotRequired[int]
    """When the key expires, whether it is used or not. Absent for a key without such a time."""
    toExpiration: int | None
    """Days until it expires when it is not used before, the begun one included; 0 or less
    afterwards; null when it never does.
    """
    scopes: list[Scope]
    """Scopes of the key."""
    limits: NotRequired[KeyLimits]
    """Bounds for bursts that are started with a key, below those of the deployment. For an absent
    member only the bound of the deployment applies. A key that a limited key creates has at least
    the same limits.
    """
    dialect: NotRequired[Dialect]
    """As what its queries run that both dialects accept. Absent when the deployment decides."""


class OnceRequest(TypedDict):
    """The rights of the browser key that a code gives."""

    role: NotRequired[ServiceRole]
    """Role of the key, as for a key that is created."""
    scopes: NotRequired[list[Scope]]
    """Scopes of the key, as for a key that is created."""
    expiresInHours: NotRequired[int]
    """Hours from the exchange until the key expires."""


class OnceCode(TypedDict):
    """A code that signs a browser in once."""

    code: str
    """The code."""
    expiresAt: int
    """When the code ends."""


class OnceExchange(TypedDict):
    """A code to exchange."""

    code: str
    """The code."""
    name: NotRequired[str]
    """Name of the key, for example of the browser. Absent means `browser`."""


class BrowserKey(TypedDict):
    """A key for one browser."""

    apiKey: str
    """The key."""
    expiresAt: int
    """When the key expires."""


class BurstRequest(TypedDict):
    """A benchmark to be driven."""

    document: str
    """Text of the benchmark document, YAML or JSON."""
    file: NotRequired[str]
    """Name of the file, for messages."""
    parameters: NotRequired[dict[str, str]]
    """Values of the document's parameters by name."""
    shards: NotRequired[int]
    """Functions per phase, within the ceiling of the deployment. Absent means as many as the plan
    finds necessary.
    """
    executor: NotRequired[Executor]
    """The service of AWS that runs the drives: functions of Lambda, or tasks of Fargate where the
    deployment has them. Absent means what the agents of the document say, or `lambda`.
    """
    regions: NotRequired[dict[str, int]]
    """Regions whose functions share each phase, by their weights. Absent means the regions of the
    document's agents, or that of the deployment.
    """
    seed: NotRequired[int]
    """Repeats the randomness of a run. Absent means a fresh one."""
    maxErrors: NotRequired[float]
    """Part of the requests of a metric that may fail or be invalid; above it the run fails. A
    limit that the document writes itself wins. Absent means what the deployment says, usually
    0.01.
    """
    stopOnFailure: NotRequired[bool]
    """Stop the burst as soon as a phase has failed, also by a limit with a window or by a share of
    failed requests while the phase goes on. Absent means false: limits are judged when a phase is
    over.
    """
    id: NotRequired[str]
    """Id of the burst, for who must know it before. There must be none of this id. Absent means a new one."""
    files: NotRequired[SentFiles]
    """The files that the document needs, uploaded before. Paths are those of the document,
    relative to its folder and never out of it.
    """
    holdS: NotRequired[int]
    """Seconds for which you hold the burst. You renew the hold with `GET /api/burst/{id}?holdS=`;
    when you do not, the drives stop, so no load outlives the program that started it. Absent means
    that the burst goes on without you.
    """
    dryRun: NotRequired[bool]
    """Check and plan only, as the deployment would, and start nothing: the answer is 200 with what
    it would be. Files need not have been uploaded. Absent means false.
    """


class SentFiles(TypedDict):
    """The files that the document needs, uploaded before. Paths are those of the document,
    relative to its folder and never out of it.
    """

    upload: str
    """Id of the upload."""
    list: list[FileRef]
    """One entry for each path."""


class FileRef(TypedDict):
    """One file that a document needs."""

    path: str
    """Path as written in the document."""
    sha256: str
    """SHA-256 of its content, in hex."""
    bytes: int
    """Size of its content."""


class FileUpload(TypedDict):
    """One file to upload."""

    sha256: str
    """SHA-256 of its content, in hex."""
    bytes: int
    """Size of its content."""
    content: NotRequired[str]
    """Its content in Base64. Absent means that it is put to a URL."""


class FilesRequest(TypedDict):
    """Files to upload."""

    files: list[FileUpload]
    """Each content once."""


class FilesAcceptedUrlsItem(TypedDict):
    sha256: str
    """Hash of the file."""
    url: str
    """Takes its bytes with PUT."""


class FilesAccepted(TypedDict):
    """An upload."""

    upload: str
    """Id of the upload."""
    urls: list[FilesAcceptedUrlsItem]
    """One for each file without content."""


class DeploymentFactsSchedules(TypedDict):
    """Whether it can make schedules, which was tried. Absent where it has none."""

    canMake: bool
    """Whether the deployment could create a schedule that is never due. It was removed again."""
    problem: NotRequired[str]
    """Why not."""


class DeploymentFactsConcurrency(TypedDict):
    """Executions at once of the account and region. Absent on one machine."""

    limit: int
    """Executions of all functions together."""
    unreserved: int
    """Executions that functions without a reservation of their own share."""
    drives: NotRequired[int]
    """Executions that this deployment reserved for its drives. Drives get no more. Absent: drives
    share the rest.
    """


class DeploymentFacts(TypedDict):
    """Facts by which `downpour doctor` judges a deployment."""

    now: int
    """The clock of the deployment, epoch milliseconds."""
    version: str
    """Its version."""
    place: DeploymentPlace
    """Where it runs."""
    front: NotRequired[Literal["firewall", "private"]]
    """The front of the API: a firewall, or endpoints of VPCs. Absent: callers reach it directly."""
    targets: list[str]
    """Hosts that may be loaded."""
    coresShard: int
    """Processors of a shard."""
    requestsPerSecShard: float
    """Requests per second that one processor is trusted with."""
    requestsPerSecTls: NotRequired[float]
    """The same with TLS. Absent: it was not measured."""
    calibratedAt: NotRequired[int]
    """When that was measured here, epoch milliseconds. Absent: it is what most machines can be
    trusted with.
    """
    shardsMax: int
    """Most shards of one phase."""
    schedules: NotRequired[DeploymentFactsSchedules]
    """Whether it can make schedules, which was tried. Absent where it has none."""
    concurrency: NotRequired[DeploymentFactsConcurrency]
    """Executions at once of the account and region. Absent on one machine."""


class BurstAccepted(TypedDict):
    """A burst that was taken on."""

    id: str
    """Id of the burst."""
    stopToken: str
    """Stops the burst without an API key (`POST /api/burst/stop`), also where no function can run.
    Answered this once: when the request is repeated under its idempotency key, a new one takes its
    place.
    """
    warnings: NotRequired[list[DocumentProblem]]
    """Warnings for the author of the document. Absent when there are none, and when the request is
    a repeat.
    """


class BurstForecast(TypedDict):
    """A burst as it would be, which was not started."""

    shards: int
    """Functions per phase."""
    executor: NotRequired[Executor]
    """The service of AWS that runs the drives: functions of Lambda, or tasks of Fargate where the
    deployment has them. Absent means what the agents of the document say, or `lambda`.
    """
    drivesAtOnce: int
    """Functions that generate load at the same time, of all phases that may run at once."""
    drivesMax: NotRequired[int]
    """The number of drives that can run here at once. Absent: unknown or unlimited."""
    dollars: float
    """Estimated price in US dollars."""
    problems: list[DocumentProblem]
    """Warnings for the author of the document, and no errors."""


class BurstsSummary(TypedDict):
    """One page of bursts."""

    bursts: list[BurstSummary]
    """The newest first."""
    next: NotRequired[str]
    """Where the next page begins. Absent on the last one."""


class BurstSummary(TypedDict):
    """One burst, without its phases."""

    id: str
    """Id of the burst."""
    benchmark: str
    """Name of the benchmark."""
    state: BurstState
    """`inconclusive`: the generator was not healthy for too long to judge the target.
    `incomplete`: something that was planned was not delivered.
    """
    user: str
    """The user who started it."""
    createdAt: int
    """When it was started."""
    endedAt: NotRequired[int]
    """When it ended. Absent before."""
    runId: NotRequired[int]
    """The run that holds its result. Absent until that is stored."""
    reason: NotRequired[str]
    """Why it failed, was stopped, is inconclusive or incomplete."""


class StopByToken(TypedDict):
    """Which burst to stop."""

    burst: str
    """Id of the burst."""
    token: str
    """Its stop token."""


class StopExecution(TypedDict):
    """A synchronous execution of the state machine that stops a burst."""

    status: Literal["SUCCEEDED", "FAILED", "TIMED_OUT"]
    """SUCCEEDED: every drive reads the stop within two seconds."""
    output: NotRequired[str]
    """The answer of the execution, as JSON."""
    error: NotRequired[str]
    """`StopRefused` when the token is wrong, or when there is no such burst."""
    cause: NotRequired[str]
    """Why it failed."""


class DocumentProblem(TypedDict):
    """One thing wrong or worth knowing in a document."""

    severity: Literal["error", "warning"]
    """An error refuses the document."""
    path: list[PathSegment]
    """Member names and indexes from the root."""
    line: int
    """Line, counted from 1."""
    column: int
    """Column, counted from 1."""
    message: str
    """The problem, and the value that was expected."""
    hint: NotRequired[str]
    """A hint for the next step, for example the nearest known name."""


class BurstRefusal(TypedDict):
    """Why a document was not driven."""

    code: str
    """Stable word to branch on."""
    message: str
    """How many problems there are."""
    problems: list[DocumentProblem]
    """All of them."""
    requestId: NotRequired[str]
    """Finds the request in the log."""


class BurstStatus(TypedDict):
    """A burst while it runs and afterwards."""

    id: str
    """Id of the burst."""
    benchmark: str
    """Name of the benchmark."""
    test: NotRequired[str]
    """Name of the test that the run belongs to."""
    state: BurstState
    """`inconclusive`: the generator was not healthy for too long to judge the target.
    `incomplete`: something that was planned was not delivered.
    """
    user: NotRequired[str]
    """The user who started it."""
    createdAt: NotRequired[int]
    """When the user started it."""
    shards: NotRequired[int]
    """Functions per phase. Absent until the burst is planned."""
    targets: NotRequired[list[str]]
    """Addresses of the targets. Absent until the burst is planned."""
    nextMs: NotRequired[int]
    """Milliseconds that a client should wait until it asks again. Absent when the burst is over
    and nothing changes any more.
    """
    startedAt: NotRequired[int]
    """When its first phase was released. Absent before."""
    endedAt: NotRequired[int]
    """When it ended. Absent before."""
    runId: NotRequired[int]
    """The run that holds its result. Absent until that is stored."""
    reason: NotRequired[str]
    """Why it failed, was stopped, is inconclusive or incomplete."""
    cost: NotRequired[BurstCost]
    """The price of a burst in AWS at list prices, in US dollars. Absent until it is planned."""
    phases: list[PhaseStatus]
    """Its phases in the order of the document."""


class BurstCost(TypedDict):
    """The price of a burst in AWS at list prices, in US dollars. Absent until it is planned."""

    charged: bool
    """Whether it runs in AWS. On one machine nothing is charged, and the dollars are what it would
    have cost there.
    """
    dollars: float
    """So far, without the bodies of requests; the run document says what it was in the end."""
    estimate: NotRequired[float]
    """The price of the whole burst that the plan expects."""


class PhaseStatus(TypedDict):
    """One phase of a burst."""

    name: str
    """`phase` or `phase/fork`."""
    status: PhaseStatusStatus
    """FINISHED: no new users; TERMINATED: all users gone."""
    startsAt: NotRequired[int]
    """Its T0. Absent until it is released."""
    durationMs: NotRequired[int]
    """How long new users start."""
    isWarmup: bool
    """Whether its numbers count."""
    failed: bool
    """Whether it failed."""
    failure: NotRequired[str]
    """Why."""
    expectedArrivals: float
    """Users expected over all shards."""
    totals: PhaseTotals
    """Counts since the start of a phase."""
    live: NotRequired[PhaseSecond]
    """The latest complete second of a running phase, over all shards."""
    limits: NotRequired[list[LimitSoFar]]
    """The limits of the requests of the phase. Absent for phases that are not judged, and when
    there are none.
    """
    notices: NotRequired[list[str]]
    """Notices for people who watch the burst, each sentence once."""


class LimitSoFar(TypedDict):
    """One limit and its value over all requests so far. The run has the verdict, which also takes
    the health of the generator into account.
    """

    metric: NotRequired[str]
    """The metric. Absent when the document does not fix it and nothing is measured."""
    request: NotRequired[str]
    """The request, for example `GET /products`. Absent when it has no such words."""
    criterion: LimitSoFarCriterion
    """The kind of limit. `limit` is a response time at a quantile."""
    quantile: NotRequired[float]
    """For `limit`, from 0 to 1."""
    limit: float
    """A ratio or nanoseconds."""
    windowMs: NotRequired[int]
    """Length of the windows that are judged one by one. Downpour judges such a limit at the end of
    the phase, so it has no value before. Absent: the whole phase is judged.
    """
    isDefault: NotRequired[bool]
    """True for a limit that the document does not write."""
    measured: NotRequired[float]
    """The value in the unit of the limit. Response times are exact to 4 %. Absent: nothing is
    measured yet, or it is judged at the end.
    """
    passed: NotRequired[bool]
    """Whether the value keeps the limit. Absent without a value."""
    requests: NotRequired[int]
    """Requests that the value is about. Absent without a value."""


class BurstSeconds(TypedDict):
    """Seconds of a burst."""

    id: str
    """Id of the burst."""
    state: BurstState
    """`inconclusive`: the generator was not healthy for too long to judge the target.
    `incomplete`: something that was planned was not delivered.
    """
    phases: list[PhaseSeconds]
    """Phases that have begun and have seconds or gaps after the given time, in the order of the document."""
    next: int
    """The value of `after` for the next request, epoch milliseconds. Seconds after it may still
    change or come, so a client replaces the seconds that it reads again.
    """
    more: bool
    """Whether more seconds are there now. A reply has at most 3,600 seconds of all phases together."""
    nextMs: NotRequired[int]
    """As in the status of the burst."""


class PhaseSeconds(TypedDict):
    """Seconds of one phase."""

    phase: int
    """Position of the phase in the status of the burst."""
    name: str
    """`phase` or `phase/fork`."""
    startsAt: int
    """Its T0."""
    seconds: SecondColumns
    """Measurements as columns of the same length. The members are those of a second of the status
    of a burst. Null means that nothing was measured. Latencies of more than one drive are exact to
    4 %.
    """
    gaps: list[SecondsGap]
    """Seconds that no client watched, by time. They are in the run."""


SecondsGap = TypedDict(
    "SecondsGap",
    {
        # The first second without a measurement since T0.
        "from": "int",
        # The last one.
        "to": "int",
    },
)
"""Consecutive seconds without measurements."""


class SecondColumns(TypedDict):
    """Measurements as columns of the same length. The members are those of a second of the status
    of a burst. Null means that nothing was measured. Latencies of more than one drive are exact to
    4 %.
    """

    second: list[int]
    """Whole seconds since T0, in rising order."""
    requestsPerSec: list[float]
    """Requests sent."""
    responsesPerSec: list[float]
    """Responses received."""
    failedPerSec: list[float]
    """Requests that failed, each once."""
    errorsPerSec: list[float]
    """Timeouts, connection errors and internal errors."""
    inFlight: list[int]
    """Requests without a response at the end of the second."""
    sessions: list[int]
    """Users at work."""
    usersDuePerSec: list[float]
    """Users that became due."""
    usersStartedPerSec: list[float]
    """Users that started."""
    latencyP50Ns: list[float | None]
    """Median of the latency from the intended start."""
    latencyP99Ns: list[float | None]
    """99th percentile of the latency from the intended start."""
    latenessP99Ns: list[float | None]
    """99th percentile of the start lateness."""


class PhaseTotals(TypedDict):
    """Counts since the start of a phase."""

    requests: int
    """Requests sent."""
    responses: int
    """Responses received."""
    failed: int
    """Requests that ended in an error or were invalid, each once."""
    errors: int
    """Timeouts, connection errors and internal errors."""
    invalid: int
    """Responses marked invalid."""


class PhaseSecond(TypedDict):
    """The latest complete second of a running phase, over all shards."""

    second: int
    """Whole seconds since T0."""
    requestsPerSec: float
    """Requests sent in that second."""
    responsesPerSec: float
    """Responses received in it."""
    failedPerSec: float
    """Requests that failed in it, each once."""
    errorsPerSec: float
    """Timeouts, connection errors and internal errors in it."""
    inFlight: int
    """Requests without a response at its end."""
    sessions: int
    """Users at work."""
    usersDuePerSec: float
    """Users that became due in it: the rate that was asked for."""
    usersStartedPerSec: float
    """Users that started in it."""
    latencyP50Ns: NotRequired[float]
    """Median of the latency from the intended start. Absent when nothing came back."""
    latencyP99Ns: NotRequired[float]
    """99th percentile of the latency from the intended start. Absent when nothing came back."""
    latenessP99Ns: NotRequired[float]
    """99th percentile of the start lateness. Absent when nothing was sent."""


class ActionRequestSecrets(TypedDict):
    """The secret of signatures; absent means a new one, or the one there is."""

    token: NotRequired[str | None]
    """`whsec_` and 24 bytes or more in base64."""


class ActionRequest(TypedDict):
    """Whom to tell of events. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the action to change."""
    event: str
    """change/new, run/new, run/failed or missing-data; of all tests key/expiring too, which tells
    of API keys 7, 2 and 1 days before their end, at it and a day later.
    """
    type: str
    """Only http."""
    config: ActionConfig
    """Where to."""
    secrets: NotRequired[ActionRequestSecrets | None]
    """The secret of signatures; absent means a new one, or the one there is."""
    testId: NotRequired[int | None]
    """Id of the test."""
    active: NotRequired[bool | None]
    """Absent means true."""
    runAlways: NotRequired[bool | None]
    """Whether Downpour also sends events of tests whose notifications are off. Absent means false."""


class ActionConfig(TypedDict):
    """Where to."""

    url: str
    """A URL below an allowed site."""


class ActionSecrets(TypedDict):
    """Asterisks, but in the reply that made it."""

    token: NotRequired[str]
    """The secret of signatures."""


class Action(TypedDict):
    """Whom to tell of events."""

    id: int
    """Id of the action."""
    event: str
    """The events that Downpour sends."""
    type: str
    """Always http."""
    config: ActionConfig
    """Where to."""
    testId: int
    """-1: events of all tests."""
    active: bool
    """Whether Downpour sends events to this URL."""
    runAlways: bool
    """Whether Downpour also sends events of tests whose notifications are off."""
    secrets: ActionSecrets
    """Asterisks, but in the reply that made it."""


class ExportedAction(TypedDict):
    """Whom to tell of events, without the secret."""

    id: int
    """Id of the action."""
    event: str
    """The events that Downpour sends."""
    type: str
    """Always http."""
    config: ActionConfig
    """Where to."""
    testId: int
    """-1: events of all tests."""
    active: bool
    """Whether Downpour sends events to this URL."""
    runAlways: bool
    """Whether Downpour also sends events of tests whose notifications are off."""


class AllowedSite(TypedDict):
    """Downpour may notify URLs that begin with this text."""

    id: int
    """Id of the site."""
    prefix: str
    """Beginning of the URLs."""


class ChangeDetectionRequest(TypedDict):
    """The models of change detection and their settings."""

    id: NotRequired[int | None]
    """Id of the setting; absent or negative means a new one."""
    model: str
    """relativeDifference, fixedThreshold or eDivisive."""
    config: NotRequired[dict[str, Any] | None]
    """Settings of the model; what is absent has its default."""


class ChangeDetection(TypedDict):
    """The models of change detection and their settings."""

    id: int | None
    """Id of the setting."""
    model: str
    """Name of the model."""
    config: dict[str, Any]
    """All settings of the model."""


class VariableRequest(TypedDict):
    """A number that each dataset of a test has. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the variable; absent or negative means a new one."""
    name: NotRequired[str | None]
    """Must not be blank."""
    group: NotRequired[str | None]
    """Variables of a group are shown together."""
    order: NotRequired[int | None]
    """Its place among the others. Absent means as in the body."""
    labels: NotRequired[list[str] | None]
    """Names of the labels that it is made of."""
    calculation: NotRequired[str | None]
    """JavaScript that makes the number of the value of the label, or of an object with those of
    several. Blank means none.
    """
    changeDetection: NotRequired[list[ChangeDetectionRequest] | None]
    """The models that detect its changes."""


class Variable(TypedDict):
    """A number that each dataset of a test has, and that is watched."""

    id: int
    """Id of the variable."""
    testId: int
    """Id of the test."""
    name: str
    """The name."""
    group: str | None
    """Variables of a group are shown together."""
    order: int
    """Its place among the others."""
    labels: list[str]
    """Names of the labels that it is made of."""
    calculation: NotRequired[str]
    """JavaScript that computes the number. Absent when the variable has no function."""
    changeDetection: list[ChangeDetection]
    """The models that detect its changes."""


class AlertingDashboard(TypedDict):
    """Variables by the panels that show them."""

    testId: int
    """Id of the test."""
    uid: str
    """Always empty: no dashboard is made elsewhere."""
    url: str
    """Always empty."""
    panels: list[AlertingPanel]
    """By name."""


class AlertingPanel(TypedDict):
    """Variables that are shown together."""

    name: str
    """The group, or the name of a variable that has none."""
    variables: list[Variable]
    """By name."""


class Level(TypedDict):
    """Values that belong together."""

    count: int
    """How many."""
    mean: float
    """Their mean."""
    deviation: float
    """Their standard deviation."""
    median: NotRequired[float]
    """Their median; absent where the model does not use it."""


class Change(TypedDict):
    """At this dataset the level of a variable became another one."""

    id: int
    """Id of the change."""
    testName: str
    """Name of the test."""
    variable: Variable
    """A number that each dataset of a test has, and that is watched."""
    dataset: DatasetInfo
    """Which dataset."""
    timestamp: int
    """Time of the datapoint."""
    confirmed: bool
    """Whether somebody says that it is one."""
    description: str | None
    """The explanation, or what somebody wrote instead."""
    model: str
    """The model that detected it."""
    fingerprint: dict[str, Any]
    """Fingerprint of the series."""
    before: NotRequired[Level]
    """Values that belong together."""
    after: Level
    """Values that belong together."""
    confidence: NotRequired[float]
    """How sure the model is, 0 to 1; absent where it compares and does not estimate."""
    explanation: str
    """The values that the model compared."""


class DatasetInfo(TypedDict):
    """Which dataset."""

    id: int
    """Id of the dataset."""
    runId: int
    """Id of the run."""
    ordinal: int
    """Its place in the run."""
    testId: int
    """Id of the test."""


class ChangeRequest(TypedDict):
    """An answer of a person to a change."""

    id: int
    """As in the path."""
    confirmed: bool
    """Whether it is one."""
    description: NotRequired[str | None]
    """Absent or null leaves it."""


class DatapointRecalculation(TypedDict):
    """How far the recalculation of a test is."""

    percentage: int
    """Datasets that were found."""
    done: bool
    """Whether it is over."""
    totalDatasets: int
    """Datasets that have been found."""
    errors: int
    """Those that failed and are tried again."""
    datasetsWithoutValue: list[DatasetInfo]
    """Always empty: the log says which have none."""


class LastDatapointsRequest(TypedDict):
    """The variables and their fingerprint."""

    variables: list[int]
    """Ids of variables."""
    fingerprint: NotRequired[str | None]
    """JSON object; absent or empty means the datasets that have none."""


class LastDatapoint(TypedDict):
    """When a variable was measured last."""

    variable: int
    """Id of the variable."""
    timestamp: int
    """Time of the datapoint."""


class RunExpectation(TypedDict):
    """A run that is expected."""

    id: int
    """Id of the expectation."""
    testId: int
    """Id of the test."""
    expectedBefore: int
    """Until when."""
    expectedBy: str
    """By whom."""
    backlink: str | None
    """Where more is found."""


class ChangeDetectionUpdate(TypedDict):
    """How datasets of a test are grouped and ordered."""

    timelineLabels: NotRequired[list[str] | None]
    """Labels that the time is made of."""
    timelineFunction: NotRequired[str | None]
    """JavaScript that makes it."""
    fingerprintLabels: NotRequired[list[str] | None]
    """Labels that tell series apart."""
    fingerprintFilter: NotRequired[str | None]
    """JavaScript that tells which of them count."""


class DetectionModel(TypedDict):
    """A way to tell changes."""

    name: str
    """Its name."""
    title: str
    """For people."""
    description: str
    """Description of the model."""
    ui: list[DetectionSetting]
    """Its settings."""
    defaults: dict[str, Any]
    """Their defaults."""


class DetectionSetting(TypedDict):
    """A setting of a model."""

    name: str
    """Its name."""
    title: str
    """For people."""
    description: str
    """Meaning of the setting."""


class MissingDataRuleRequest(TypedDict):
    """Datasets are expected at least so often. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the rule; absent or not above 0 means a new one."""
    name: NotRequired[str | None]
    """Information for the people who are notified."""
    labels: NotRequired[list[str] | None]
    """Labels that the condition is handed."""
    condition: NotRequired[str | None]
    """JavaScript that tells which datasets count. Blank means all."""
    maxStaleness: int
    """Milliseconds from the start of the last run that counts."""


class MissingDataRule(TypedDict):
    """Datasets are expected at least so often."""

    id: int
    """Id of the rule."""
    testId: int
    """Id of the test."""
    name: str | None
    """Information for the people who are notified."""
    labels: list[str]
    """Labels that the condition is handed."""
    condition: str | None
    """JavaScript that tells which datasets count."""
    maxStaleness: int
    """Milliseconds."""
    lastNotification: int | None
    """Time of the last notification."""


class AuditPage(TypedDict):
    """Entries of the audit, the latest first."""

    entries: list[AuditEntry]
    """One requested change."""
    next: NotRequired[str]
    """Where the next page begins; absent at the end."""


class AuditEntry(TypedDict):
    """One request for a change."""

    at: int
    """When it came."""
    requestId: str
    """Finds the request in the log."""
    user: str
    """The user who sent the request."""
    by: CredentialKind
    """The credential of the user."""
    keyId: NotRequired[int]
    """Id of the key; absent without one."""
    operation: str
    """Name of the operation in this contract."""
    path: NotRequired[dict[str, str]]
    """Variables of the path, such as ids; absent where the path has none."""
    users: NotRequired[list[str]]
    """The users that the change is about, when the body names them. Absent when the path names the
    user, and when the change is about no user.
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
    """Its unique name."""
    uri: str
    """Its unique URI."""
    description: str | None
    """A description for people."""
    schema: dict[str, Any] | None
    """JSON Schema of the documents; null for none."""
    owner: str
    """The owning team."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    labels: list[Label]
    """By id."""
    transformers: list[Transformer]
    """By id."""


class SchemaExportRequest(TypedDict):
    """A schema with its labels and transformers as they are to be. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the schema to be changed."""
    name: str
    """Unique, and not blank."""
    uri: str
    """Unique; begins with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`."""
    description: NotRequired[str | None]
    """A description for people."""
    schema: NotRequired[SchemaChoice]
    """JSON Schema of the documents."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own."""
    access: NotRequired[AccessChoice]
    """The users who may see it, by name or number. Absent means PUBLIC."""
    labels: NotRequired[list[LabelRequest] | None]
    """Labels that read its documents."""
    transformers: NotRequired[list[TransformerRequest] | None]
    """Transformers that make datasets of its documents."""


class TestExport(TypedDict):
    """A test with all that belongs to it."""

    id: int
    """Id of the test."""
    name: str
    """Its unique name."""
    folder: str | None
    """Null is the root."""
    description: str | None
    """A description for people."""
    owner: str
    """The owning team."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    datastoreId: int
    """Where its data comes from."""
    timelineLabels: list[str] | None
    """Labels that make the time of a point."""
    timelineFunction: str | None
    """JavaScript that makes the time of them."""
    fingerprintLabels: list[str] | None
    """Labels that tell series apart."""
    fingerprintFilter: str | None
    """JavaScript that leaves series out."""
    compareUrl: str | None
    """JavaScript that makes a link to compare runs."""
    transformers: list[Transformer]
    """Transformers that make its datasets, without those that the caller may not see."""
    notificationsEnabled: bool
    """Whether Downpour notifies people of its changes."""
    automaticVariables: bool
    """Whether Downpour makes variables for runs of the load driver."""
    variables: list[Variable]
    """Variables of its datasets."""
    missingDataRules: list[MissingDataRule]
    """When its data is late."""
    experiments: list[dict[str, Any]]
    """Profiles that compare its datasets."""
    actions: list[ExportedAction]
    """Its actions, by id; those for all tests are of none."""
    subscriptions: dict[str, Any] | None
    """Users and teams that watch it."""
    datastore: Datastore | None
    """Where its data comes from when that is not the repository itself, without secrets."""


class TestExportRequest(TypedDict):
    """A test with all that is to belong to it. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the test to be changed."""
    name: str
    """Unique, and not blank."""
    folder: NotRequired[str | None]
    """Names separated by slashes. Null or empty means the root."""
    description: NotRequired[str | None]
    """A description for people."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own."""
    access: NotRequired[AccessChoice]
    """The users who may see it, by name or number. Absent means PUBLIC."""
    datastoreId: NotRequired[int | None]
    """Where its data comes from. Absent means 1."""
    timelineLabels: NotRequired[list[str] | None]
    """Labels that make the time of a point."""
    timelineFunction: NotRequired[str | None]
    """JavaScript that makes the time of them."""
    fingerprintLabels: NotRequired[list[str] | None]
    """Labels that tell series apart."""
    fingerprintFilter: NotRequired[str | None]
    """JavaScript that leaves new datapoints out where it answers false, null, 0 or nothing."""
    compareUrl: NotRequired[str | None]
    """JavaScript that makes a link to compare runs."""
    notificationsEnabled: NotRequired[bool | None]
    """Whether Downpour notifies people of its changes. Absent means true."""
    automaticVariables: NotRequired[bool | None]
    """False: Downpour makes no variables for runs of the load driver. Absent means the present
    setting. By default Downpour makes variables for p50, p99 and the failed share with the first
    such run, unless the test has transformers, fingerprint labels or variables.
    """
    transformers: NotRequired[list[TransformerName] | None]
    """Transformers that make its datasets. Absent means those that it has."""
    variables: NotRequired[list[VariableRequest] | None]
    """Variables of its datasets."""
    missingDataRules: NotRequired[list[MissingDataRuleRequest] | None]
    """When its data is late."""
    experiments: NotRequired[list[dict[str, Any]] | None]
    """Profiles that compare its datasets."""
    actions: NotRequired[list[ActionRequest] | None]
    """Actions that are notified of its events."""
    subscriptions: NotRequired[dict[str, Any] | None]
    """Users and teams that watch it."""
    datastore: NotRequired[DatastoreRequest | None]
    """Where its data comes from: the one of the same name, type and URL that its team has, else a
    new one, which waits for its secret.
    """


class TransformerName(TypedDict):
    """A transformer that a test uses. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Its id."""
    targetSchemaUri: NotRequired[str | None]
    """URI of what it makes. It is found by this where its id is not known."""


DashboardRange = TypedDict(
    "DashboardRange",
    {
        # Its beginning.
        "from": "TimeChoice",
        # Its end, included.
        "to": "TimeChoice",
        # Also the datapoints next to it, so that lines come into view and leave it.
        "oneBeforeAndAfter": "NotRequired[bool | None]",
    },
)
"""A range of time."""


class DashboardTarget(TypedDict):
    """A variable."""

    target: str
    """Its id, and behind a semicolon the fingerprint."""
    type: NotRequired[str | None]
    """Only timeseries."""


class DashboardQuery(TypedDict):
    """Which variables, and the time."""

    range: DashboardRange
    """A range of time."""
    targets: list[DashboardTarget]
    """The variables."""


class DashboardSeries(TypedDict):
    """Datapoints of a variable."""

    target: str
    """Name of the variable."""
    variableId: int
    """Its id."""
    datapoints: list[list[float]]
    """Each a value, its time in epoch milliseconds, and the id of the dataset."""


class AnnotationsQuery(TypedDict):
    """Which variables, and the time."""

    range: DashboardRange
    """A range of time."""
    annotation: AnnotationTarget
    """The annotation of the dashboard. Downpour ignores other members."""


class AnnotationTarget(TypedDict):
    """The annotation of the dashboard. Downpour ignores other members."""

    query: str
    """Ids of at most 100 variables, separated by commas, and behind a semicolon the fingerprint.
    The reply leaves out variables that the caller may not see when there are several.
    """


class Annotation(TypedDict):
    """A change."""

    title: str
    """Where it is."""
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
    """Place of the dataset in the run."""


class Dataset(TypedDict):
    """A dataset with its document."""

    id: int
    """Id of the dataset."""
    runId: int
    """Id of its run."""
    ordinal: int
    """Its number within the run, from 0."""
    testid: int
    """Id of the test."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    owner: str
    """Owning team of the run."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    description: str | None
    """The error is about the whole run, or the run names no schema."""
    data: list[Any]
    """One element for each part of the run that names a schema, or what transformers made of it."""
    validationErrors: list[ValidationError] | None
    """Violations of JSON Schemas; null when there are none."""


class DatasetSummary(TypedDict):
    """A dataset without its document."""

    id: int
    """Id of the dataset."""
    runId: int
    """Id of its run."""
    ordinal: int
    """Its number within the run, from 0."""
    testId: int
    """Id of the test."""
    testname: str | None
    """Name of the test; null when it is gone or hidden from the caller."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    owner: str
    """Owning team of the run."""
    start: int
    """When the benchmark started."""
    stop: int
    """When the benchmark ended."""
    description: str | None
    """The error is about the whole run, or the run names no schema."""
    schemas: list[SchemaUsage]
    """Which elements name schemas that there are."""
    validationErrors: list[ValidationError] | None
    """Violations of JSON Schemas; null when there are none."""
    view: NotRequired[dict[str, Any]]
    """Values by the columns of a view and the names of labels: of the requested view, else of the
    default view of the test.
    """


class DatasetList(TypedDict):
    """One page of datasets."""

    total: int
    """How many datasets there are on all pages."""
    datasets: list[DatasetSummary]
    """The datasets of this page."""


class ValidationErrorError(TypedDict):
    """Kind of the problem."""

    type: str
    """The keyword that does not hold, such as `required`; `No schema` for an element without one;
    `Execution error` for a JSON Schema that cannot be used.
    """
    message: str
    """The problem in a sentence."""
    path: NotRequired[str]
    """JSON pointer into the part that was validated."""
    schemaPath: NotRequired[str]
    """JSON pointer into the JSON Schema."""


class ValidationError(TypedDict):
    """Where a document is not as a JSON Schema wants it."""

    schemaId: int | None
    """Id of the schema, or null when no schema is the cause."""
    error: ValidationErrorError
    """Kind of the problem."""


class SchemaUsage(TypedDict):
    """A place of a document that names a schema."""

    id: int
    """Id of the schema."""
    name: str
    """Its name."""
    uri: str
    """Its URI."""
    source: Literal[0, 1]
    """0 in the document and 1 in its metadata."""
    type: Literal[0, 1, 2]
    """0 the root object, 1 a member of it, 2 an element of a root array."""
    key: str | None
    """Name of the member or index of the element; null for the root."""
    hasJsonSchema: bool
    """Whether documents of this schema are validated."""


class DatastoreRequest(TypedDict):
    """Where documents of runs are asked for. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the datastore to change."""
    name: str
    """For people."""
    type: str
    """ELASTICSEARCH or COLLECTORAPI, in any case."""
    owner: NotRequired[str | None]
    """The team that owns it. Absent means the team of the caller, or the one there is."""
    access: NotRequired[AccessChoice]
    """By name or number. PUBLIC means that tests of all teams may name it. Absent means PRIVATE,
    or what there is.
    """
    config: DatastoreConfigRequest
    """How a datastore is reached."""


class DatastoreConfigRequestAuthentication(TypedDict):
    """The credentials with which Downpour calls the datastore. Absent means none."""

    type: NotRequired[str | None]
    """none, api-key or username."""
    apiKey: NotRequired[str | None]
    """Key, for the type api-key."""
    username: NotRequired[str | None]
    """Credential, for the type username."""
    password: NotRequired[str | None]
    """Credential, for the type username."""


class DatastoreConfigRequest(TypedDict):
    """How a datastore is reached."""

    url: NotRequired[str | None]
    """A URL below an allowed site."""
    authentication: NotRequired[DatastoreConfigRequestAuthentication | None]
    """The credentials with which Downpour calls the datastore. Absent means none."""


class Datastore(TypedDict):
    """Where documents of runs are asked for."""

    id: int
    """Id of the datastore. The repository itself has 1."""
    name: str
    """For people."""
    type: DatastoreKind
    """Its type."""
    owner: str
    """The team that owns it."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    builtIn: bool
    """Whether it is the repository itself."""
    config: DatastoreConfig
    """How it is reached."""


class DatastoreConfigAuthentication(TypedDict):
    """The credentials with which Downpour calls the datastore. Asterisks replace secrets."""

    type: Literal["none", "api-key", "username"]
    """How."""
    apiKey: NotRequired[str]
    """Asterisks where there is one."""
    username: NotRequired[str]
    """Password of the user."""
    password: NotRequired[str]
    """Asterisks where there is one."""


class DatastoreConfig(TypedDict):
    """How it is reached."""

    url: NotRequired[str]
    """Absent of the repository itself."""
    builtIn: bool
    """Whether it is the repository itself."""
    authentication: NotRequired[DatastoreConfigAuthentication]
    """The credentials with which Downpour calls the datastore. Asterisks replace secrets."""


class DatastoreType(TypedDict):
    """A type of datastores."""

    enumName: str
    """The settings of a datastore of this type."""
    name: str
    """The same."""
    label: str
    """For people."""
    supportedAuths: list[str]
    """Ways to say who asks."""
    builtIn: bool
    """Whether it is the repository itself."""


class DatastoreTestResponse(TypedDict):
    """The result of a call to a datastore."""

    success: bool
    """Whether it answers as one of its type."""
    msg: str
    """How."""


class ExperimentProfileRequest(TypedDict):
    """A profile as it is to be. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the profile to be changed."""
    testId: NotRequired[int | None]
    """The path says it."""
    name: str
    """Its name."""
    selectorLabels: NotRequired[list[str] | None]
    """Labels that tell which datasets are compared."""
    selectorFilter: NotRequired[str | None]
    """JavaScript that gets the value of the label or an object of several. Absent means that the
    value itself says it.
    """
    baselineLabels: NotRequired[list[str] | None]
    """Labels that tell which datasets are the baseline."""
    baselineFilter: NotRequired[str | None]
    """JavaScript as for the selector."""
    comparisons: NotRequired[list[ExperimentComparison] | None]
    """The variable that is compared."""
    extraLabels: NotRequired[list[str] | None]
    """Labels that are shown with a result."""


class ExperimentComparison(TypedDict):
    """How a variable is compared."""

    model: str
    """Name of the model."""
    config: NotRequired[dict[str, Any] | None]
    """Settings of the model."""
    variableId: NotRequired[int | None]
    """Id of the variable."""
    variableName: NotRequired[str | None]
    """Name of the variable, where its id is not known."""


class ExperimentProfile(TypedDict):
    """Which datasets are compared with which, and how."""

    id: int
    """Id of the profile."""
    testId: int
    """Id of the test."""
    name: str
    """Its name."""
    selectorLabels: NotRequired[list[str] | None]
    """Labels that tell which datasets are compared."""
    selectorFilter: NotRequired[str | None]
    """JavaScript."""
    baselineLabels: NotRequired[list[str] | None]
    """Labels that tell which datasets are the baseline."""
    baselineFilter: NotRequired[str | None]
    """JavaScript."""
    comparisons: NotRequired[list[ExperimentComparison] | None]
    """The variable that is compared."""
    extraLabels: NotRequired[list[str] | None]
    """Labels that are shown with a result."""


class ComparisonResult(TypedDict):
    """A value and those of the baseline."""

    overall: Literal["BETTER", "SAME", "WORSE"]
    """How it is judged."""
    experimentValue: float
    """The value."""
    baselineValue: float
    """Mean of the baseline."""
    result: str
    """The difference in percent."""


class ExperimentResult(TypedDict):
    """The result of a profile for a dataset."""

    profile: ExperimentProfile | None
    """Null when no profile selects the dataset."""
    logs: list[LogEntry]
    """Comparisons that failed, with their reasons."""
    datasetInfo: DatasetInfo
    """Which dataset."""
    baseline: list[DatasetInfo]
    """The newest first."""
    results: dict[str, ComparisonResult]
    """By the names of variables."""
    extraLabels: dict[str, Any] | None
    """Values of the labels that are shown with it."""
    notify: bool
    """Whether Downpour sends notifications."""


class ExportedLabelValues(TypedDict):
    """The label values of a dataset."""

    values: dict[str, Any]
    """Values by the names of the labels."""
    runId: int
    """Id of the run."""
    datasetId: int
    """Id of the dataset."""
    start: int
    """When the run started, in epoch milliseconds."""
    stop: int
    """When it stopped, in epoch milliseconds."""


class LabelValue(TypedDict):
    """The value of a label in a dataset."""

    id: int
    """Id of the label."""
    name: str
    """Name of the label."""
    schema: SchemaDescriptor
    """Name and URI of a schema."""
    value: Any
    """The value."""


class LabelPreviewRequest(TypedDict):
    """A label that is tried. Members that are not known are ignored."""

    name: NotRequired[str | None]
    """Its name."""
    schemaId: NotRequired[int | None]
    """Id of its schema: the first element of the dataset that names it is read. Absent means the
    first element.
    """
    extractors: NotRequired[list[ExtractorRequest] | None]
    """Values that it is made of."""
    function: NotRequired[str | None]
    """JavaScript that makes one value of them. Blank means none."""


class LabelPreview(TypedDict):
    """The value that a label would have."""

    value: Any
    """The value, or the reason for its absence."""
    output: str | None
    """Output of the function to its console, or the reason why an extractor cannot be read."""


class Fingerprints(TypedDict):
    """Label values by which a test groups its datasets."""

    values: list[FingerprintValue]
    """By label."""


class FingerprintValue(TypedDict):
    """A value of a fingerprint, or the values in it."""

    name: str
    """Name of the label or of a member."""
    value: ScalarValue
    """Null where there are children."""
    children: list[FingerprintValue] | None
    """Members of an object."""


class ExtractorRequest(TypedDict):
    """A value of a document that a function is handed."""

    name: NotRequired[str | None]
    """Name of the value for the function. Must not be blank."""
    jsonpath: NotRequired[str | None]
    """Where the value is. Must not be blank; looked at when it is used, not when it is saved."""
    isarray: NotRequired[bool | None]
    """All values that are found rather than the first. Absent means false."""
    isArray: NotRequired[bool | None]
    """The same where `isarray` is absent."""


class Extractor(TypedDict):
    """A value of a document that a function is handed."""

    name: str
    """Name of the value for the function."""
    jsonpath: str
    """Where the value is."""
    isarray: bool
    """All values that are found rather than the first."""


class LabelRequest(TypedDict):
    """A label as it is to be. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the label to be changed."""
    name: NotRequired[str | None]
    """Unique in the schema, and not blank."""
    extractors: NotRequired[list[ExtractorRequest] | None]
    """Values that it is made of."""
    function: NotRequired[str | None]
    """JavaScript that makes one value of them. Blank means none."""
    filtering: NotRequired[bool | None]
    """Whether it tells runs apart. Absent means true."""
    metrics: NotRequired[bool | None]
    """Whether it is measured. Absent means true."""
    owner: NotRequired[str | None]
    """The owning team. Absent means that of the schema."""
    access: NotRequired[AccessChoice]
    """The users who may see it, by name or number. Absent means the access of the schema."""


class Label(TypedDict):
    """A value that documents of a schema have."""

    id: int
    """Id of the label."""
    name: str
    """Unique in the schema; the same name means the same in all schemas."""
    extractors: list[Extractor]
    """Values that it is made of."""
    function: str | None
    """JavaScript that makes one value of them."""
    filtering: bool
    """Whether it tells runs apart."""
    metrics: bool
    """Whether it is measured."""
    owner: str
    """The owning team."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    schemaId: int
    """Id of the schema."""


class LabelInfo(TypedDict):
    """The labels of one name."""

    name: str
    """The name."""
    metrics: bool
    """Whether one of them is measured."""
    filtering: bool
    """Whether one of them tells runs apart."""
    schemas: list[SchemaDescriptor]
    """The schemas that have one."""


class LogEntry(TypedDict):
    """An entry of a log."""

    id: int
    """Id of the entry."""
    level: int
    """0 debug, 1 info, 2 warning, 3 error."""
    timestamp: int
    """Epoch milliseconds."""
    message: str
    """The event."""
    testId: int
    """Id of the test."""
    source: NotRequired[str]
    """The source of the entry, in a log for datasets."""
    runId: NotRequired[int]
    """Id of the run."""
    datasetId: NotRequired[int]
    """Id of the dataset."""
    datasetOrdinal: NotRequired[int]
    """Number of the dataset in its run."""
    event: NotRequired[str]
    """The event that an action was sent."""
    type: NotRequired[str]
    """Kind of the action."""


class TriedAgain(TypedDict):
    """The work to try again."""

    sent: int
    """How many things."""
    isAll: bool
    """False: another request tries more."""


class RecalculationStatus(TypedDict):
    """How far a recalculation is."""

    timestamp: int
    """When it began, in milliseconds since 1970; now, where there was none."""
    totalRuns: int
    """Runs that it goes through, with those that are hidden from the caller."""
    finished: int
    """Runs that it is through with; those that failed are tried again by themselves."""
    datasets: int
    """Datasets that were made."""
    failure: NotRequired[WorkFailure]
    """Why a part of it was given up, for members of the team of the test; absent when none was."""


class PendingWork(TypedDict):
    """Work that is still to be done for a run. Absent when no work is left, and in lists. Work
    that was given up is a failure.
    """

    datasets: bool
    """Whether its datasets are still to be made."""
    labels: int
    """The number of its datasets, among the first 100, whose label values are still to be made."""


class WorkFailure(TypedDict):
    """Work that failed at every attempt."""

    what: WorkFailureWhat
    """The kind of work. `datapoints`: values of variables; `recalculation`: of many runs; `index`:
    of a large document; `removal`: of the rest of a run; `event`, `webhook`: delivery of an event;
    `query`: of a datastore.
    """
    runId: NotRequired[int]
    """Id of the run; absent of a recalculation."""
    datasetId: NotRequired[int]
    """Id of the dataset; absent where it is about all of a run."""
    testId: NotRequired[int]
    """Id of the test; absent where the run or dataset says it."""
    actionId: NotRequired[int]
    """Id of the action."""
    of: NotRequired[str]
    """The event, or a description of the runs. Absent when the ids identify the work."""
    failedAt: int
    """When it was given up, in milliseconds since 1970."""
    reason: str
    """The error of the last attempt."""
    again: str
    """The request that tries again."""


class WorkFailures(TypedDict):
    """A page of failures."""

    failures: list[WorkFailure]
    """Those of this page."""
    next: NotRequired[str]
    """The cursor of the next page; absent: this is the last."""


class RunReport(TypedDict):
    """The parts of a report page."""

    markup: str
    """HTML of the sections, without a document around them, scripts or styles. All texts of the
    run are escaped.
    """
    data: str
    """The values that charts draw: JSON, compressed with gzip, in Base64."""
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
    """True if neither side ended before the other began, so that a drift affects both."""


class RunComparison(TypedDict):
    """The result of a comparison of runs."""

    outcome: Literal["worse", "not worse", "cannot tell", "invalid"]
    """`invalid`: these runs cannot be compared."""
    reason: str
    """One sentence."""
    cure: NotRequired[str]
    """An action that would give an answer, or make the runs comparable."""
    baseline: list[ComparedRun]
    """The runs of this side."""
    candidate: list[ComparedRun]
    """The runs of this side."""
    order: RunComparisonOrder
    """The order of the runs in time."""
    differences: list[RunDifference]
    """Facts that are not the same in all runs, those of the definition first."""
    problems: list[str]
    """Reasons why the runs cannot be compared."""
    warnings: list[str]
    """Reasons to read the numbers with care."""
    gates: list[JudgedGate]
    """Empty when the outcome is `invalid`."""
    explored: list[ExploredChange]
    """All other measures. Empty when one run is compared with one run."""
    within: list[SpreadOfRuns]
    """One run against one run: the spread within each. Empty otherwise."""


class ComparedRun(TypedDict):
    """A run of a comparison."""

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
    """True if the load generator may have distorted the numbers."""


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
    """The requests of a measurement: all requests when it is empty, else those of a phase, a
    metric or one request.
    """

    phase: NotRequired[str]
    """Name of the phase."""
    metric: NotRequired[str]
    """Name of the metric."""
    request: NotRequired[str]
    """Which of several requests with this metric."""


class RunMeasure(TypedDict):
    """One number of a run that is compared."""

    name: str
    """`p99`, `mean`, `errors`, `throughput` and so on."""
    unit: Literal["ns", "share", "perSec"]
    """Unit of the values. `share`: 0 to 1."""
    kind: Literal["ratio", "difference"]
    """Changes are ratios (0.1: 10 % more) or differences (0.01: one percentage point)."""
    worse: Literal["higher", "lower"]
    """The direction of a change for the worse."""
    quantile: NotRequired[float]
    """The quantile of response times, 0 to 1."""


class ChangeInterval(TypedDict):
    """The range of the true change."""

    low: float
    """The lower end."""
    high: float
    """The upper end."""
    confidence: float
    """The probability with which such intervals contain the true value, 0 to 1."""


class JudgedGateCureRuns(TypedDict):
    """Runs to add."""

    baseline: int
    """Runs to add to the baseline."""
    candidate: int
    """Runs to add to the candidate."""


class JudgedGateCure(TypedDict):
    """An action that would give an answer."""

    text: str
    """The action in words."""
    runs: NotRequired[JudgedGateCureRuns]
    """Runs to add."""


class JudgedGate(TypedDict):
    """A limit with the result of the runs."""

    subject: MeasuredSubject
    """The requests of a measurement: all requests when it is empty, else those of a phase, a
    metric or one request.
    """
    measure: RunMeasure
    """One number of a run that is compared."""
    baseline: list[float]
    """The value of each run, in the order of the side."""
    candidate: list[float]
    """The value of each run, in the order of the side."""
    estimate: float
    """Hodges and Lehmann's shift."""
    interval: NotRequired[ChangeInterval]
    """The range of the true change."""
    p: float
    """The p value of the exact rank test."""
    visible: NotRequired[float]
    """The smallest change for the worse that such a comparison finds 4 times in 5."""
    limit: float
    """0.1 is 10 %, or 10 percentage points."""
    outcome: Literal["worse", "not worse", "cannot tell"]
    """The result of this gate."""
    level: float
    """The level of the interval, after Holm's correction."""
    adjusted: float
    """The p value of a change beyond the limit after Holm's correction."""
    reason: str
    """One sentence."""
    cure: NotRequired[JudgedGateCure]
    """An action that would give an answer."""


class ExploredChange(TypedDict):
    """The change of a measure without a limit. It decides nothing."""

    subject: MeasuredSubject
    """The requests of a measurement: all requests when it is empty, else those of a phase, a
    metric or one request.
    """
    measure: RunMeasure
    """One number of a run that is compared."""
    baseline: list[float]
    """The value of each run, in the order of the side."""
    candidate: list[float]
    """The value of each run, in the order of the side."""
    estimate: float
    """Hodges and Lehmann's shift."""
    interval: NotRequired[ChangeInterval]
    """The range of the true change."""
    p: float
    """The p value of the exact rank test."""
    visible: NotRequired[float]
    """The smallest change for the worse that such a comparison finds 4 times in 5."""
    adjusted: float
    """p after Benjamini and Hochberg's correction over all of these."""
    stands: bool
    """True if `adjusted` is at most 5 %."""


class SpreadOfRuns(TypedDict):
    """A response time of one run and of another, each with its spread within the run."""

    subject: MeasuredSubject
    """The requests of a measurement: all requests when it is empty, else those of a phase, a
    metric or one request.
    """
    measure: RunMeasure
    """One number of a run that is compared."""
    baseline: SpreadInRun
    """A number of one run with the range of values that the same run could have had. Nanoseconds."""
    candidate: SpreadInRun
    """A number of one run with the range of values that the same run could have had. Nanoseconds."""


class SpreadInRun(TypedDict):
    """A number of one run with the range of values that the same run could have had. Nanoseconds."""

    value: float
    """The value."""
    low: NotRequired[float]
    """The lower end. Absent with too few responses."""
    high: NotRequired[float]
    """The upper end. Absent with too few responses."""
    widened: NotRequired[Any]
    """True if the range includes the variation over time."""


class RunRecordRequest(TypedDict):
    """A run to store. Downpour ignores other members, such as an id."""

    testid: NotRequired[TestIdChoice]
    """Id of the test."""
    start: NotRequired[TimeChoice | None]
    """When the benchmark started."""
    stop: NotRequired[TimeChoice | None]
    """When the benchmark ended."""
    owner: NotRequired[str | None]
    """Owning team."""
    access: NotRequired[AccessChoice]
    """The users who may read the run."""
    description: NotRequired[str | None]
    """Free text."""
    data: NotRequired[Any]
    """The document."""
    metadata: NotRequired[Any]
    """An object or an array of objects, each with `$schema`."""


class RunCount(TypedDict):
    """How many runs of a test there are."""

    total: int
    """All of them."""
    active: int
    """Those outside the trash."""
    trashed: int
    """Those in the trash."""


class ScheduleRequest(TypedDict):
    """A benchmark to be driven again and again."""

    name: str
    """Name of the schedule. It must be new."""
    cron: str
    """When it is driven: five fields of cron, a nickname such as `@daily`, or EventBridge's
    `cron(...)` with six fields and `rate(...)`.
    """
    timezone: NotRequired[str]
    """Time zone of the calendar, such as `Europe/Prague`. Rates count hours."""
    document: str
    """Text of the benchmark document, YAML or JSON."""
    file: NotRequired[str]
    """Name of the file, for messages."""
    parameters: NotRequired[dict[str, str]]
    """Values of the document's parameters by name."""
    shards: NotRequired[int]
    """As for a burst."""
    seed: NotRequired[int]
    """Repeats the randomness in each run. Absent means a fresh one each time."""
    maxErrors: NotRequired[float]
    """As for a burst."""
    stopOnFailure: NotRequired[bool]
    """As for a burst."""
    files: NotRequired[SentFiles]
    """The files that the document needs, uploaded before. Paths are those of the document,
    relative to its folder and never out of it.
    """


class SchedulesSummary(TypedDict):
    """Schedules."""

    schedules: list[ScheduleSummary]
    """By their names."""


class ScheduleSummaryLast(TypedDict):
    """How its last time went. Absent before the first."""

    at: int
    """The time that was meant, epoch milliseconds."""
    burst: NotRequired[str]
    """Id of the burst that was started."""
    problem: NotRequired[str]
    """Why none was."""


class ScheduleSummary(TypedDict):
    """One schedule."""

    name: str
    """Its name."""
    cron: str
    """Its timetable as cron writes it, or as it was given where only EventBridge can say it."""
    expression: str
    """The same as EventBridge takes it."""
    timezone: str
    """Time zone of the calendar."""
    benchmark: str
    """Name of the benchmark."""
    user: str
    """The user whose bursts it starts."""
    createdAt: int
    """When it was made, epoch milliseconds."""
    next: list[int]
    """Its next three times; fewer when it ends before."""
    last: NotRequired[ScheduleSummaryLast]
    """How its last time went. Absent before the first."""


class SchemaRequest(TypedDict):
    """A schema as it is to be. Members that are not known are ignored, so that what a client has
    read can be sent back.
    """

    id: NotRequired[int | None]
    """Id of the schema to be changed."""
    name: str
    """Unique, and not blank."""
    uri: str
    """Unique; begins with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`."""
    description: NotRequired[str | None]
    """A description for people."""
    schema: NotRequired[SchemaChoice]
    """JSON Schema of the documents."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own."""
    access: NotRequired[AccessChoice]
    """The users who may see it, by name or number. Absent means PUBLIC."""


class Schema(TypedDict):
    """A schema."""

    id: int
    """Id of the schema."""
    name: str
    """Its unique name."""
    uri: str
    """Its unique URI."""
    description: str | None
    """A description for people."""
    schema: dict[str, Any] | None
    """JSON Schema of the documents; null for none."""
    owner: str
    """The owning team."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """


class SchemaDescriptor(TypedDict):
    """Name and URI of a schema."""

    id: int
    """Id of the schema."""
    name: str
    """Its unique name."""
    uri: str
    """Its unique URI."""


class SchemaQueryResult(TypedDict):
    """A page of schemas."""

    schemas: list[Schema]
    """The page."""
    count: int
    """How many schemas the caller may see."""


class LabelLocation(TypedDict):
    """A place that uses a label."""

    type: LabelLocationType
    """Purpose of the label."""
    testId: int
    """Id of the test."""
    testName: str
    """Name of the test."""
    ruleId: NotRequired[int]
    """Id of the rule."""
    ruleName: NotRequired[str | None]
    """Name of the rule."""
    variableId: NotRequired[int]
    """Id of the variable."""
    variableName: NotRequired[str]
    """Name of the variable."""
    viewId: NotRequired[int]
    """Id of the view."""
    viewName: NotRequired[str]
    """Name of the view."""
    componentId: NotRequired[int]
    """Id of the column."""
    header: NotRequired[str]
    """Header of the column."""


class TestRequest(TypedDict):
    """A test as it is to be. Members that are not known are ignored, so that what a client has
    read can be sent back.
    """

    id: NotRequired[int | None]
    """Id of the test to be changed."""
    name: str
    """Unique, and not blank."""
    folder: NotRequired[str | None]
    """Names separated by slashes. Null or empty means the root."""
    description: NotRequired[str | None]
    """A description for people."""
    owner: NotRequired[str | None]
    """The owning team. Absent means the caller's own."""
    access: NotRequired[AccessChoice]
    """The users who may see it, by name or number. Absent means PUBLIC."""
    datastoreId: NotRequired[int | None]
    """Where its data comes from. Absent means 1."""
    timelineLabels: NotRequired[list[str] | None]
    """Labels that make the time of a point."""
    timelineFunction: NotRequired[str | None]
    """JavaScript that makes the time of them."""
    fingerprintLabels: NotRequired[list[str] | None]
    """Labels that tell series apart."""
    fingerprintFilter: NotRequired[str | None]
    """JavaScript that leaves new datapoints out where it answers false, null, 0 or nothing."""
    compareUrl: NotRequired[str | None]
    """JavaScript that makes a link to compare runs."""
    notificationsEnabled: NotRequired[bool | None]
    """Whether Downpour notifies people of its changes. Absent means true."""
    automaticVariables: NotRequired[bool | None]
    """False: Downpour makes no variables for runs of the load driver. Absent means the present
    setting. By default Downpour makes variables for p50, p99 and the failed share with the first
    such run, unless the test has transformers, fingerprint labels or variables.
    """
    transformers: NotRequired[list[TransformerName] | None]
    """Transformers that make its datasets. Absent means those that it has."""


class Test(TypedDict):
    """A test."""

    id: int
    """Id of the test."""
    name: str
    """Its unique name."""
    folder: str | None
    """Null is the root."""
    description: str | None
    """A description for people."""
    owner: str
    """The owning team."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    datastoreId: int
    """Where its data comes from."""
    timelineLabels: list[str] | None
    """Labels that make the time of a point."""
    timelineFunction: str | None
    """JavaScript that makes the time of them."""
    fingerprintLabels: list[str] | None
    """Labels that tell series apart."""
    fingerprintFilter: str | None
    """JavaScript that leaves series out."""
    compareUrl: str | None
    """JavaScript that makes a link to compare runs."""
    transformers: list[Transformer]
    """Transformers that make its datasets, without those that the caller may not see."""
    notificationsEnabled: bool
    """Whether Downpour notifies people of its changes."""
    automaticVariables: bool
    """Whether Downpour makes variables for runs of the load driver."""


class TestQueryResult(TypedDict):
    """A page of tests."""

    tests: list[Test]
    """The page."""
    count: int
    """How many tests the caller may see."""


class TestListing(TypedDict):
    """A page of the tests of a folder."""

    tests: list[TestSummary]
    """The page."""
    count: int
    """How many tests of the folder the caller may see."""


class TestSummary(TypedDict):
    """A test in a list."""

    id: int
    """Id of the test."""
    name: str
    """Its unique name."""
    folder: str | None
    """Null is the root."""
    description: str | None
    """A description for people."""
    datasets: int
    """Progress on these runs."""
    runs: int
    """Its runs that the caller may see, without the trash."""
    owner: str
    """The owning team."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
    """
    datastoreId: int
    """Where its data comes from."""
    newest: NotRequired[RunOutcome]
    """The measurements of Downpour in a run. Absent from a RunSummary for documents of another
    shape, and for runs that were stored before this member existed.
    """
    outcomes: NotRequired[list[SmallOutcome]]
    """Its last runs that the caller may see, without the trash, in the order of their starts. Only
    `last` asks for them.
    """
    openChanges: NotRequired[int]
    """Its changes that no user has confirmed or dismissed, among the latest 2,000 changes of all
    tests. 100 means 100 or more. Only `last` asks for it.
    """


class SmallOutcome(TypedDict):
    """A run in a line of its test."""

    id: int
    """Id of the run."""
    start: int
    """When the benchmark started."""
    state: RunState | None
    """How it ended. Null for documents of another shape."""
    p99: float | None
    """The `latencyNsP99` of its outcome, in nanoseconds."""


class RunTrend(TypedDict):
    """The outcomes of the runs of a test, in columns. Every column has one value for each run, in
    the same order. A value is null when the run lacks it, for example when it was stored by an
    older release.
    """

    id: list[int]
    """Ids of the runs, in the order of their starts."""
    start: list[int]
    """When the benchmarks started."""
    state: list[RunState | None]
    """How the runs ended."""
    definition: list[str | None]
    """Hashes of the load."""
    series: list[TrendSeries]
    """First the total of each run, then up to 20 metrics, those of the most runs first. The row of
    a run has at most five metrics.
    """
    metricsLeft: int
    """Metrics that are left out because there are more than 20."""
    more: bool
    """Whether the test has earlier runs in this time."""


class TrendSeries(TypedDict):
    """The numbers of all requests, or of one metric of one phase."""

    phase: str | None
    """Name of the phase; null for the total."""
    metric: str | None
    """Name of the metric; null for the total."""
    requests: list[int | None]
    """Requests."""
    failed: list[int | None]
    """Failed requests."""
    rate: list[float | None]
    """Requests per second of the time from the start of the run to its end."""
    p50: list[float | None]
    """Medians of the response times in nanoseconds."""
    p99: list[float | None]
    """The p99 of the response times in nanoseconds."""


class TransformerRequest(TypedDict):
    """A transformer as it is to be. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the transformer to be changed."""
    name: NotRequired[str | None]
    """Must not be blank."""
    description: NotRequired[str | None]
    """A description for people."""
    targetSchemaUri: NotRequired[str | None]
    """URI of what it makes where that names none."""
    extractors: NotRequired[list[ExtractorRequest] | None]
    """Values that it is made of."""
    function: NotRequired[str | None]
    """JavaScript that makes datasets of them. Blank means none."""
    owner: NotRequired[str | None]
    """The owning team. Absent means that of the schema."""
    access: NotRequired[AccessChoice]
    """The users who may see it, by name or number. Absent means the access of the schema."""


class Transformer(TypedDict):
    """How datasets are made of documents of a schema."""

    id: int
    """Id of the transformer."""
    name: str
    """Its name."""
    description: str | None
    """A description for people."""
    targetSchemaUri: str | None
    """URI of what it makes where that names none."""
    extractors: list[Extractor]
    """Values that it is made of."""
    function: str | None
    """JavaScript that makes datasets of them."""
    owner: str
    """The owning team."""
    access: Access
    """Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE:
    the viewers of the owning team.
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
    """Its name."""


class RunUploadRequest(TypedDict):
    """A document that is to come in parts."""

    sizeBytes: int
    """Bytes of the document."""


class RunUpload(TypedDict):
    """A document on its way into the store."""

    id: int
    """The id that its run will have."""
    state: Literal["open", "uploaded", "stored", "gone"]
    """`open`: parts are missing. `uploaded`: all are there, and it can be completed. `stored`:
    there is a run of it. `gone`: its parts expired, or the document was refused.
    """
    sizeBytes: int
    """Bytes of the document."""
    partBytes: int
    """Bytes of every part but the last."""
    missing: list[RunUploadPart]
    """The parts that are not there yet."""
    expiresAt: int
    """When its parts are gone, in epoch milliseconds."""
    urlsExpireAt: int | None
    """When the URLs take nothing any more, in epoch milliseconds; null where there are none."""
    unread: NotRequired[str]
    """Why reading the document was given up; the next completion begins it anew. Absent: it was not."""


class RunUploadPart(TypedDict):
    """A part of a document."""

    number: int
    """From 1."""
    start: int
    """Offset of its first byte."""
    bytes: int
    """Its length."""
    url: str
    """Takes exactly this many bytes with PUT."""


class Token(TypedDict):
    """A token that lets a caller in for some minutes."""

    access_token: str
    """A JSON Web Token."""
    token_type: Literal["Bearer"]
    """How it is shown."""
    expires_in: int
    """Seconds for which it is good."""
    refresh_expires_in: int
    """0: there is no token to get another one with."""


class Me(TypedDict):
    """The caller of a request."""

    user: str
    """Name of the user."""
    by: CredentialKind
    """The credentials of the request."""
    keyId: int | None
    """Id of the API key. Null without one."""
    role: ServiceRole
    """Whether the caller acts as an administrator."""
    scopes: list[Scope]
    """Scopes of the caller."""
    teams: list[TeamRoles]
    """Teams of the user, its own team first."""
    limits: KeyLimits | None
    """Limits of the bursts that the key starts. Null where the limits of the deployment apply."""
    expiresAt: int | None
    """Epoch milliseconds. Null: no fixed end is known."""


class TeamRoles(TypedDict):
    """A team and the roles in it."""

    team: str
    """Name of the team."""
    roles: list[TeamRole]
    """Roles of the caller."""


class TeamStorageTeamsItem(TypedDict):
    """A team."""

    team: str
    """Its name."""
    usedBytes: int
    """Bytes of its runs."""


class TeamStorage(TypedDict):
    """Storage of teams."""

    bytesMax: int | None
    """Bytes that each team may keep; null: any number."""
    teams: list[TeamStorageTeamsItem]
    """Teams by name."""


class UserData(TypedDict):
    """A user."""

    id: NotRequired[str]
    """The same as the name. Ignored in a request."""
    username: UserName
    """Name of a user."""
    firstName: NotRequired[str]
    """First name."""
    lastName: NotRequired[str]
    """Last name."""
    email: NotRequired[str]
    """Address."""


class NewUser(TypedDict):
    """A user to be made."""

    user: UserData
    """A user."""
    password: NotRequired[Password]
    """A password of at least 8 characters, where one machine does not say otherwise."""
    team: NotRequired[TeamName]
    """Name of a team; it ends in `-team`."""
    roles: NotRequired[list[TeamRole]]
    """Roles in the team."""


class ViewRequest(TypedDict):
    """A view as it is to be. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the view to be changed."""
    testId: NotRequired[int | None]
    """Id of the test."""
    name: str
    """Its name."""
    components: list[ViewComponentRequest]
    """Its columns."""


class ViewComponentRequest(TypedDict):
    """A column as it is to be. Members that are not known are ignored."""

    id: NotRequired[int | None]
    """Id of the column to be changed."""
    headerName: str
    """Text above the column."""
    headerOrder: NotRequired[int | None]
    """Its place among the columns."""
    labels: list[str]
    """Labels that it shows."""
    render: NotRequired[str | None]
    """JavaScript that makes of the values what is shown."""


class View(TypedDict):
    """How datasets of a test are listed."""

    id: int
    """Id of the view."""
    testId: int
    """Id of the test."""
    name: str
    """Its name."""
    components: list[ViewComponent]
    """Its columns."""


class ViewComponent(TypedDict):
    """A column of a list of datasets."""

    id: int
    """Id of the column."""
    headerName: str
    """Text above the column."""
    headerOrder: int
    """Its place among the columns."""
    labels: list[str]
    """Labels that it shows."""
    render: NotRequired[str]
    """JavaScript that makes of the values what is shown."""


class DoctorBurstAnswer(TypedDict):
    """Which burst."""

    id: str
    """Id of the burst."""
