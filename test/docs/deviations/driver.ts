/**
 * The proof of a row of docs/compatibility.md. A document: Downpour reports the text `reports` about it, or
 * nothing when `reports` is absent. A test: its name is in a test file.
 */
export type Proof = { readonly document: string; readonly reports?: string } | { readonly test: string };

const look = '[look: [httpRequest: {GET: /}]]';
const shop = 'name: shop\nhttp: {host: shop}\n';
/** A document with these phases. */
const phases = (...list: readonly string[]): string =>
  `${shop}phases:\n${list.map((each) => `- ${each}`).join('\n')}`;
/** A document with one phase that lasts a second. */
const phase = (kind: string, body: string): string =>
  phases(`p: {${kind}: {${body}, duration: 1s, scenario: ${look}}}`);
const forked = (forks: string): string => phases(`p: {atOnce: {users: 2, forks: {${forks}}}}`);
const shopOverTls = (more: string): string =>
  `name: shop\nhttp: {host: 'https://shop', ${more}}\nphases: [p: {noop: }]`;
const pause = (name: string, body: string): string => `${name}: {noop: {${body}}}`;

/** The proof of each row, by its first cell. */
export const proofs: { readonly [subject: string]: Proof } = {
  'A document without `phases`': {
    document: `${shop}agents: {one: }`,
    reports: 'so Downpour has nothing to run',
  },
  'A document without `http`': { document: 'name: shop', reports: "'http' is missing" },
  'The keys `failurePolicy`, `statisticsCollectionPeriod`, `customSla`, `triggerUrl`, `pre`, `post` and `hotrod`':
    {
      document: `${phases('p: {noop: }')}\nfailurePolicy: CONTINUE\nstatisticsCollectionPeriod: 1000`,
    },
  'A `statisticsCollectionPeriod` other than 1000': {
    document: `${phases('p: {noop: }')}\nstatisticsCollectionPeriod: 5000`,
    reports: 'collects statistics and checks limits (SLAs) every second',
  },
  '`triggerUrl`': { test: 'starts nothing without --triggered' },
  'A key that is written twice': { document: `${shop}name: other`, reports: 'name' },
  'A list of mappings in place of a mapping, such as `GET: [pattern: /]`': {
    document: phases(`p: [atOnce: [{users: 1}, {scenario: ${look}}]]`),
  },
  'A key without a value, such as `handler:`': {
    document: phase('always', 'users: 1').replace('{GET: /}', '{GET: /, handler: }'),
    reports: 'must be a mapping, found nothing',
  },
  'An empty list, such as `onCompletion: []` or `startAfter: []`': {
    document: phase('always', 'users: 1').replace(
      '{GET: /}',
      '{GET: /, sla: [], handler: {onCompletion: []}}',
    ),
    reports: 'must not be empty, expected at least one item',
  },
  'The order of `http` and `ergonomics`': {
    document: `name: shop\nergonomics: {stopOnInvalid: false}\nhttp: {host: shop}\nphases: [p: {noop: }]`,
  },
  'A time without a unit, such as `duration: 10`': {
    document: phases('p: {noop: {duration: 10}}'),
    reports: 'has no unit, so Downpour reads it as seconds',
  },
  'A short time without a unit, such as `thinkTime: 5`': {
    document: phase('always', 'users: 1').replace('httpRequest:', 'thinkTime: 5, httpRequest:'),
    reports: 'has no unit, so Downpour reads it as nanoseconds',
  },
  '`yes` and `no` in place of `true` and `false`': {
    document: phase('always', 'users: 1').replace('{GET: /}', '{GET: /, sync: yes}'),
    reports: "must be true or false, found 'yes'",
  },
  '`threads`': { test: 'have its users, sessions and arrivals, each once, and a connection each' },
  'A list of names, `agents: [one, two]`': {
    test: 'row 8: loads with its agents, however these are written',
  },
  '`hyperfoil.agents`': { test: 'name the phase with its iteration and its fork, and count the iteration' },
  'Rates and numbers of users that are 0': {
    document: phase('constantRate', 'usersPerSec: 0'),
    reports: 'such as 0.1',
  },
  'Ramps that begin or end at 0': {
    document: phase('increasingRate', 'initialUsersPerSec: 0, targetUsersPerSec: 2'),
  },
  '`{base}` without `increment`, or `increment` without `base`': {
    document: phase('always', 'users: {base: 2}'),
    reports: "'increment' is missing, write 'increment: 0'",
  },
  'A rate without `duration`': {
    document: phases(`p: {constantRate: {usersPerSec: 2, scenario: ${look}}}`),
    reports: "'duration' is missing",
  },
  '`increasingRate` that falls, `decreasingRate` that rises': {
    document: phase('increasingRate', 'initialUsersPerSec: 2, targetUsersPerSec: 1'),
    reports: 'or use the phase kind decreasingRate',
  },
  '`constantPerSec`, `rampPerSec`': {
    document: phase('constantPerSec', 'usersPerSec: 2'),
    reports: 'is the old name of this phase kind, write constantRate',
  },
  '`usersPerAgent`, `usersPerThread`': { document: phase('always', 'usersPerAgent: 2') },
  '`noop` without `scenario` or `forks`': { document: phases('p: {noop: }') },
  '`maxDuration` shorter than `duration`': {
    document: phase('always', 'users: 1, maxDuration: 1ms'),
    reports: 'uses the value of duration for both',
  },
  'Users who wait for something that cannot happen, in a phase without `maxDuration`': {
    test: 'a phase without maxDuration ends when nothing can continue the users who remain',
  },
  '`staircase` without `steadyStateDuration`, `incrementUsersPerSec`, `maxIterations`, or without work': {
    document: `${shop}staircase: {maxIterations: 2, scenario: ${look}}`,
    reports: 'is missing in the staircase',
  },
  '`isWarmup`, `customSla`, `sessionLimitPolicy`, `startWith`': {
    document: phase('always', 'users: 1, isWarmup: true, customSla: {m: {errorRatio: 0.5}}'),
  },
  'A single fork': { document: forked(`one: {scenario: ${look}}`) },
  'A fork without `scenario`': {
    document: forked(`one: {scenario: ${look}}, two: {}`),
    reports: 'share of the users sends nothing',
  },
  '`scenario: {}`': {
    document: phases('p: {atOnce: {users: 1, scenario: {}}}'),
    reports: 'its users would do nothing',
  },
  'A name alone in place of a step, such as `- clearHttpCache`': {
    document: phase('always', 'users: 1').replace('httpRequest:', 'clearHttpCache, httpRequest:'),
    reports: "step 'clearHttpCache' has no body, write 'clearHttpCache:'",
  },
  '`key` of `thinkTime`': {
    document: phase('always', 'users: 1').replace(
      'httpRequest:',
      'thinkTime: {duration: 1s, key: k}, httpRequest:',
    ),
    reports: "unknown property 'key'",
  },
  'Two sequences with one name': {
    document: phase('always', 'users: 1').replace(look, '[look: [noop], look: [noop]]'),
    reports: "sequence 'look' is defined twice",
  },
  '`sequences` without an initial sequence': {
    document: phases(`p: {atOnce: {users: 1, scenario: {sequences: ${look}}}}`),
    reports: 'list the first sequence under initialSequences',
  },
  'Several sequences of one user that can continue at once': {
    test: 'sequences that wait for one variable continue in the order of their start',
  },
  '`fork` in a reference': { test: 'of forks without iterations by text and by mapping is the same' },
  '`startAfter: p/a`, `p/000`, `p/000/a`': {
    document: phases(pause('p', 'maxIterations: 2'), pause('q', 'startAfter: p/001')),
  },
  '`startWith` with `iteration: same`': { test: 'of forks and iterations means the first of them' },
  '`startWith` a phase that has forks or iterations': {
    test: 'of forks and iterations means the first of them',
  },
  '`startWith` in a `noop` phase': {
    test: 'starts its delay after it, to the millisecond, however long that is',
  },
  '`maxIterations`': {
    document: phases(pause('p', 'maxIterations: 1000')),
    reports: 'makes too many phases',
  },
  'Percentiles of `sla.limits`': { test: 'is checked as every limit is' },
  'Absent `blockedRatio`, `errorRatio` and `invalidRatio`': {
    test: 'Each default limit holds at its bound and breaks above it',
  },
  'Waiting for connections while no response arrives, with an absent `blockedRatio`': {
    test: 'Waiting in a few seconds in which responses stalled breaks no limit by default, and is reported',
  },
  'A user who waits for a connection until it is stopped': {
    test: 'the time that users waited for a connection counts, also when they were stopped before they had one',
  },
  'A request that times out': { test: 'Errors are connection errors, timeouts and internal errors' },
  'A cookie with an empty value': { test: 'with an empty value is kept' },
  'A cookie whose `path` does not match the request': {
    test: 'for a path beside that of its request is kept',
  },
  'The `domain` of a cookie': { test: 'is stopped at a dot' },
  'A `Secure` cookie over plain HTTP from this machine (`localhost`, 127.0.0.1)': {
    test: 'with secure may come from the machine itself',
  },
  'A cookie of a response that redirects': { test: 'come and go with the redirects on the way' },
  'Several cookies of a request': { test: 'go together in one header, longer paths first' },
  'A `cookie` header in a request of the document': {
    test: 'join those that the document gives, which win by their names',
  },
  'The number of cookies of a user': {
    test: 'beyond as many as one user may have is refused, unless one of them is over',
  },
  '`useHttpCache` with several targets': {
    test: 'row 124: each target has a cache unless it says otherwise',
  },
  'A response with neither `max-age` nor `expires`': {
    test: 'without a lifetime is fresh for a tenth of the time since its change',
  },
  'A stored response that is stale': {
    test: 'validates a response that may have changed, and the target confirms it',
  },
  'A response with `vary`': { test: 'is stored in addition to a response for other request headers' },
  '`if-match` in a request': { test: 'with if-match is for the target' },
  'A cache hit': { test: 'answers without a connection' },
  '`compression`': {
    test: 'is invalid and not more when its body is damaged, and its handlers see none of it',
  },
  'The metric of requests that follow a redirect': {
    test: 'is followed to the end, counted as requests of its own, and seen by handlers at the end only',
  },
  'The number of redirects, and their targets': { test: 'that comes too often makes its request invalid' },
  'The request that follows a redirect': { test: 'takes along nothing that is meant for the first one only' },
  'The headers and the body of a request that waits for a connection': {
    test: 'a request that waits for a connection keeps the values that its step read',
  },
  'An empty body with `compression`, such as that of status 204': {
    test: 'passes an empty body to its handlers, as without compression',
  },
  'A refresh without a URL, or after more than an hour': {
    test: 'has whole seconds and a URL, written in any of the ways of HTML',
  },
  '`<base href>` in a page with resources or a refresh': {
    test: 'the base of one page is not that of the next',
  },
  '`<link>` with a `rel` that loads nothing, such as `canonical` or `next`': {
    test: 'links come in the order of the page',
  },
  'Absent `compensateInternalLatency`': {
    test: 'row 78: requests are timed from instants 100 ms apart when it is on, and from when they were ready when it is off',
  },
  'The requests whose time `compensateInternalLatency` counts from the planned start': {
    test: 'row 37: counts from the planned arrival, and a second step does not',
  },
  'The second in which a request counts': {
    test: 'send requests that count in the second in which they were due, however late',
  },
  'A `POST`, `PUT` or `PATCH` without a body': { test: 'POST without a body' },
  'A form with its own header `content-type`': { test: 'keeps the content type that its author writes' },
  'A request without a response, with `stopOnInvalid: false`': {
    test: 'completes after a timeout and after a connection error',
  },
  'An interim response, such as status 103': {
    test: 'interim responses stay out of sight, trailers end a response',
  },
  'A connection that closes with GOAWAY while a response is slow': {
    test: 'opens another connection while its target closes one after a slow response',
  },
  '`directHttp2: true`': { test: 'HTTP/2 known ahead' },
  '`allowHttp1x: false` together with `allowHttp2: false`': {
    document: 'name: shop\nhttp: {host: shop, allowHttp1x: false, allowHttp2: false}\n',
    reports: 'neither HTTP/1.x nor HTTP/2 is allowed',
  },
  'The request that asks for an upgrade to HTTP/2': {
    test: 'an upgrade is requested from the server itself',
  },
  'A request that the target did not process: it closed with GOAWAY or refused the stream with REFUSED_STREAM':
    { test: 'is sent up to five times more to a target that closes its connections in good order' },
  'More requests at once than the target allows (`SETTINGS_MAX_CONCURRENT_STREAMS`)': {
    test: 'a connection carries as many requests as the target allows, and no more',
  },
  'A response over HTTP/2 with less or more content than its `content-length`': {
    test: 'less content than its length',
  },
  '`allowHttp1x: false` with a target whose TLS selects no version': {
    test: 'a server whose handshake says nothing of protocols',
  },
  'An HTTP/2 connection on which the target has become silent': {
    test: 'a connection on which the target answers neither requests nor a ping is closed',
  },
  'A fragment in a path, such as `GET: /page#part`': {
    document: `${shop}phases: [p: {atOnce: {users: 1, scenario: [look: [httpRequest: {GET: '/page#part'}]]}}]`,
    reports: 'the part after # in',
  },
  'A host name beyond ASCII, such as `host: http://bücher.example`': {
    test: 'are ASCII in every target of a document, and requests find them by either',
  },
  'Capital letters in the name of a header, over HTTP/2': { test: 'a request and its response' },
  'Values of headers beyond ASCII': {
    test: 'values are sent as UTF-8, and a received value is sent back with the same bytes',
  },
  'A user whose sequences are over while requests with `sync: false` are in flight': {
    test: 'keeps its user until it is over',
  },
  '`closeConnection` while other requests are in flight on the connection, with HTTP/2 or pipelining': {
    test: 'closeConnection lets the other requests of the connection end, also over HTTP/1.1',
  },
  'A target that closes a connection after a response, before it answers the next request': {
    test: 'a target that closes behind every response, without a word of it, costs nothing',
  },
  'A target that announces a keep-alive time, as in `Keep-Alive: timeout=5`': {
    test: 'announce a keep-alive time of ${idleSeconds} s',
  },
  'A user of `always` who could not connect, with `OPEN_ON_REQUEST` or `ALWAYS_NEW`': {
    test: 'starts a closed user who could not connect again after 50 ms',
  },
  'A target that accepts a connection and closes it without a byte': {
    test: 'pauses after a socket that the target closed without a byte',
  },
  'A response over HTTP/1.1 whose lines end with LF only, with a blank before a colon, or with an empty line before its status':
    { test: "'refused' : 'taken'}: ${each.name}" },
  'Paths in `keyManager` and `trustManager`': {
    document: shopOverTls('trustManager: {certFile: /etc/ssl/ca.crt}'),
    reports: "'/etc/ssl/ca.crt' is an absolute path",
  },
  'An unknown `storeType`, a store without a password, a certificate without its key': {
    document: shopOverTls('trustManager: {storeType: FOO}'),
    reports: "unknown storeType 'FOO'",
  },
  '`storeType: SYSTEM` of a `trustManager`': { document: shopOverTls('trustManager: {storeType: SYSTEM}') },
  'An expired certificate of a target, which the `trustManager` contains itself': {
    test: 'an expired certificate that trustManager contains itself',
  },
  'A store with several keys and no `alias`': { test: 'several keys' },
  'TLS sessions': { test: 'connections after the first resume its session, over ${over}' },
  'Names in a query of `json`': { test: 'a name is compared as a whole and however it is written' },
  'A range with an end in a query of `json`, such as `.list[1:2]`': { test: "['.list[1:2]', ['11', '12']]" },
  'The query `.` of `json`': {
    document: phase('always', 'users: 1').replace(
      '{GET: /}',
      '{GET: /, handler: {body: {json: {query: ., toVar: v}}}}',
    ),
    reports: "JSON query '.' is malformed",
  },
  'A header field of a response with 4 KB or more': { test: 'a header field of 12,000 bytes is read' },
  'Regular expressions in `replace`, `metric` and `separator`': {
    document: phase('always', 'users: 1').replace(
      'GET: /',
      "GET: '/${replace/[a-z&&[^b]]/c/:hyperfoil.run.id}'",
    ),
    reports: "'&&' in a class",
  },
  'Malformed JSON, and JSON that is cut off': {
    test: 'ends a request with malformed JSON as an internal error',
  },
  '`json: variable <- query`': { test: 'stores the first match, in both short forms' },
  '`json: query -> variable` as a step': { test: 'a step needs fromVar, also in its short form' },
  '`delete` together with `replace`, and a range from 2 to 1': {
    test: 'json has both delete and replace for the matches of its query: give one of the two',
  },
  '`delete` and `unquote`': { test: 'passes the document on without what it deletes' },
  '`json` with `delete` or `replace`, for a response that arrives in chunks': {
    test: 'row 59: in fragments of 1, 2, 3, 5, 7 and 11 bytes',
  },
  'Blanks around a number in text, such as `12 `': { test: 'a number with blanks around it is read' },
  'A value inside an array or object, read by `json` as a step': {
    test: 'reads values inside an object and an array',
  },
  'A `conditional` whose condition becomes true while the response arrives': {
    test: 'sees what a processor before it stored of the same value',
  },
  '`array` with a smaller `maxSize` than the size of its array': {
    test: 'keeps the size of a larger array, and stores no more than maxSize values in it',
  },
  'A variable that a header handler and a body handler of one request write': {
    test: 'has the values of its body in a variable that a header handler wrote too',
  },
  '`set` with `objectArray` or `intArray` that a user runs again': {
    test: 'an array that is set again is new',
  },
  'Unset variables in `pushSharedMap`, and variables that a map does not have in `pullSharedMap`': {
    test: 'are pulled by a matching entry, and variables that the map does not have are unset',
  },
  'Numbers in `pushSharedMap` and `publishAgentData`': {
    test: 'row 46: ten users push and ten pull, then no map is left and variables do not change',
  },
  'The metric of `recordHeaderTime`': {
    test: 'row 82: recordHeaderTime lands in the metric named after the header, as responses without requests',
  },
  'An absolute path of a data file, such as `/tmp/users.csv`': {
    document: `${shop}phases: [p: {atOnce: {users: 1, scenario: [look: [randomItem: {file: /tmp/users.csv, toVar: user}]]}}]`,
    reports: "'/tmp/users.csv' is an absolute path",
  },
  'A blank line of a CSV file': {
    test: 'begin after the header line when the document sets this, at random or in order',
  },
  'Attributes in `parseHtml`': { test: 'with character references' },
  '`<script src="app.js" />` in a page': { test: 'a script does not end at />, as in browsers' },
  'The URL of an embedded resource': {
    test: 'If there are several targets, the URL of a resource decides which target has it',
  },
  'The metric of `fetchResource`, when `metric` is absent': {
    test: 'downloads so many at once, drops what finds no place, and completes once',
  },
  '`fetchResource` and other hosts': {
    test: 'a page completes without waiting for its resources, and other hosts get no requests',
  },
  '`gzipInflator` with data that is not compressed': {
    test: 'passes other data as it is, from its first fragment on',
  },
  'Several gzip members in one body': {
    test: 'takes several members for one value, and zeros behind them for padding',
  },
  'Req/Sec': { test: 'are those that were answered in a second, whenever they were due' },
  'Bytes read': { test: 'the figures of a test, in their places to the character' },
  'Deviation of Req/Sec, and the share of latencies around the mean': {
    test: 'the deviation of samples is divided by one less',
  },
  'The line of errors': { test: 'scripts that read the output of wrk read this' },
  '`maxSessions` of the test of wrk2': {
    test: 'wrk2: even arrivals, and sessions for those who may have to wait',
  },
  'The warm-up phase': { test: 'wrk: as many users as connections, again and again, first to warm up' },
  'A header without a colon, a script, fewer connections than threads': {
    test: 'usage errors exit 2, say what was expected and suggest the nearest name',
  },
  'Many drivers without `agents`': { test: 'a run sends what was planned, is kept, and can be queried' },
};
