/** A place where the specification of the format, the original driver and this one differ. */
export type Departure = {
  /** Keys as a document writes them. */
  readonly what: string;
  readonly specification: string;
  readonly original: string;
  readonly here: string;
  readonly why: string;
  /** What shows that it is so here. */
  readonly shown: Shown;
};

/** A document, with what is said of it (nothing: it loads without a word), or the name of the test that holds it. */
export type Shown = { readonly document: string; readonly says?: string } | { readonly test: string };

const look = '[look: [httpRequest: {GET: /}]]';
const shop = 'name: shop\nhttp: {host: shop}\n';
/** A document of these phases. */
const phases = (...list: readonly string[]): string =>
  `${shop}phases:\n${list.map((each) => `- ${each}`).join('\n')}`;
/** A document of one phase that lasts a second. */
const phase = (kind: string, body: string): string =>
  phases(`p: {${kind}: {${body}, duration: 1s, scenario: ${look}}}`);
const forked = (forks: string): string => phases(`p: {atOnce: {users: 2, forks: {${forks}}}}`);
const shopOverTls = (more: string): string =>
  `name: shop\nhttp: {host: 'https://shop', ${more}}\nphases: [p: {noop: }]`;
const pause = (name: string, body: string): string => `${name}: {noop: {${body}}}`;

const wins = 'The specification wins.';
const silent = 'It says nothing.';
const rfc6265 = 'RFC 6265bis, as browsers do.';
const rfc9111 = 'RFC 9111, as browsers do.';

/** All of them, by the part of the document. */
export const departures: { readonly [part: string]: readonly Departure[] } = {
  'The document': [
    {
      what: 'a document without `phases`',
      specification: '`phases` is not required.',
      original: 'Loads it; a run of it fails.',
      here: 'Loads it with a warning; a run of it is refused with that reason.',
      why: 'All three agree but for the moment of the refusal: nothing starts before it.',
      shown: { document: `${shop}agents: {one: }`, says: 'there is nothing to run' },
    },
    {
      what: 'a document without `http`',
      specification: '`http` is required.',
      original: 'Loads it.',
      here: 'Refuses it.',
      why: wins,
      shown: { document: 'name: shop', says: "'http' is missing" },
    },
    {
      what: '`failurePolicy`, `statisticsCollectionPeriod`, `customSla`, `triggerUrl`, `pre`, `post`, `hotrod`',
      specification: 'Other keys of the document are rejected.',
      original: 'Knows them.',
      here: 'Knows them; what is not built is refused by its name.',
      why: 'Documents written for the original use them, and a refusal would say that they are misspelt.',
      shown: {
        document: `${phases('p: {noop: }')}\nfailurePolicy: CONTINUE\nstatisticsCollectionPeriod: 1000`,
      },
    },
    {
      what: 'a key written twice',
      specification: silent,
      original: 'The last one counts, or an error.',
      here: 'An error.',
      why: 'Nobody means it.',
      shown: { document: `${shop}name: other`, says: 'name' },
    },
    {
      what: 'the order of `http` and `ergonomics`',
      specification: silent,
      original: '`ergonomics` must come after `http`.',
      here: 'Any order.',
      why: 'A mapping has none.',
      shown: {
        document: `name: shop\nergonomics: {stopOnInvalid: false}\nhttp: {host: shop}\nphases: [p: {noop: }]`,
      },
    },
    {
      what: 'a time without a unit, `duration: 10`',
      specification: 'An integer is allowed; its unit is not said.',
      original: 'Seconds, although it calls them milliseconds.',
      here: 'Seconds, with a warning.',
      why: 'Documents run as their authors saw them run.',
      shown: { document: phases('p: {noop: {duration: 10}}'), says: 'is read as seconds' },
    },
  ],
  Agents: [
    {
      what: '`threads`',
      specification: 'Event loops of an agent.',
      original: 'Any number; a user starts on any event loop that has a free session.',
      here: 'At most 64. Sessions are divided over the event loops like connections, and a user starts on the one that its arrival belongs to.',
      why: 'Nothing is locked on the way of a request, and a seed repeats a run. The division is the original one.',
      shown: { test: 'have its users, sessions and arrivals, each once, and a connection each' },
    },
    {
      what: 'a list of bare names, `agents: [one, two]`',
      specification: 'A mapping, or a list of one-entry mappings.',
      original: 'Takes the second name for a property of the first.',
      here: 'Two agents.',
      why: 'It cannot mean anything else.',
      shown: { test: 'row 8: loads with its agents, however these are written' },
    },
    {
      what: '`hyperfoil.agents`',
      specification: silent,
      original: '0 when no agents are declared.',
      here: 'The shards of the phase, at least 1.',
      why: 'Scenarios divide data by it and by `hyperfoil.agent.id`, which has to fit the shards that really run.',
      shown: { test: 'name the phase with its iteration and its fork, and count the iteration' },
    },
  ],
  'Kinds of phases': [
    {
      what: 'rates and users of 0, ends of ramps included',
      specification: 'Numbers above 0.',
      original: '0 is allowed, and two of its examples use it.',
      here: 'Refused; the message says to write a small number such as 0.1.',
      why: wins,
      shown: { document: phase('constantRate', 'usersPerSec: 0'), says: 'such as 0.1' },
    },
    {
      what: '`{base}` without `increment`, or without `base`',
      specification: 'Both are required.',
      original: 'What is missing is 0.',
      here: 'Refused, with what to write instead.',
      why: wins,
      shown: {
        document: phase('always', 'users: {base: 2}'),
        says: "'increment' is missing, write 'increment: 0'",
      },
    },
    {
      what: 'a rate without `duration`',
      specification: '`duration` is optional in every kind.',
      original: 'An error for kinds with a rate.',
      here: 'An error for kinds with a rate.',
      why: 'The specification gives no default, and a rate without an end has no number of users.',
      shown: {
        document: phases(`p: {constantRate: {usersPerSec: 2, scenario: ${look}}}`),
        says: "'duration' is missing",
      },
    },
    {
      what: '`increasingRate` that falls, `decreasingRate` that rises',
      specification: silent,
      original: 'An error, in every iteration.',
      here: 'An error that names the other kind.',
      why: 'The name says the direction; one of the two is a mistake.',
      shown: {
        document: phase('increasingRate', 'initialUsersPerSec: 2, targetUsersPerSec: 1'),
        says: 'or use decreasingRate',
      },
    },
    {
      what: '`constantPerSec`, `rampPerSec`',
      specification: 'Other keys are rejected.',
      original: 'Old names, with a warning.',
      here: 'Old names, with a warning.',
      why: 'Older documents use them.',
      shown: {
        document: phase('constantPerSec', 'usersPerSec: 2'),
        says: 'is an old name, write constantRate',
      },
    },
    {
      what: '`usersPerAgent`, `usersPerThread`',
      specification: 'Other keys are rejected; `users` is required.',
      original: 'Exactly one of the three.',
      here: 'Exactly one of the three. Without agents there is one, with the `threads` of the document.',
      why: 'Documents written for the original use them.',
      shown: { document: phase('always', 'usersPerAgent: 2') },
    },
    {
      what: '`noop` without `scenario` or `forks`',
      specification: 'Exactly one of the two in every kind.',
      original: 'Neither is needed.',
      here: 'Neither is needed; what is there never runs, and a warning says so.',
      why: 'A noop phase executes nothing, as the specification says of it.',
      shown: { document: phases('p: {noop: }') },
    },
    {
      what: '`maxDuration` shorter than `duration`',
      specification: silent,
      original: 'Looked at only when the duration is over.',
      here: 'Taken to be as long as the duration, with a warning.',
      why: 'The same, said aloud.',
      shown: { document: phase('always', 'users: 1, maxDuration: 1ms'), says: 'is taken to be as long' },
    },
    {
      what: '`staircase` without `steadyStateDuration`, `incrementUsersPerSec`, `maxIterations` or work to do',
      specification: 'All of its keys are optional; `scenario` and `forks` are none of them.',
      original: 'Needs the three, and `scenario` or `forks`.',
      here: 'Needs the three, and exactly one of `scenario` and `forks`.',
      why: 'Without them nothing says how high, how long or what.',
      shown: {
        document: `${shop}staircase: {maxIterations: 2, scenario: ${look}}`,
        says: 'a staircase needs it',
      },
    },
    {
      what: '`isWarmup`, `customSla`, `sessionLimitPolicy`, `startWith`',
      specification: 'Other keys are rejected.',
      original: 'Knows them.',
      here: 'Knows them.',
      why: 'Documents written for the original use them.',
      shown: { document: phase('always', 'users: 1, isWarmup: true, customSla: {m: {errorRatio: 0.5}}') },
    },
  ],
  'Forks and scenarios': [
    {
      what: 'a single fork',
      specification: 'At least one.',
      original: 'Refused.',
      here: 'A fork as any other: `p/fork`, and `p` that covers it.',
      why: wins,
      shown: { document: forked(`one: {scenario: ${look}}`) },
    },
    {
      what: 'a fork without `scenario`',
      specification: 'Optional.',
      original: 'Refused.',
      here: 'Takes its share of the users, who send nothing and leave; a warning says so.',
      why: wins,
      shown: {
        document: forked(`one: {scenario: ${look}}, two: {}`),
        says: 'comes, sends nothing and leaves',
      },
    },
    {
      what: '`scenario: {}`',
      specification: 'All three lists are optional.',
      original: 'Refused.',
      here: 'Users who send nothing, with a warning.',
      why: wins,
      shown: {
        document: phases('p: {atOnce: {users: 1, scenario: {}}}'),
        says: 'its users would do nothing',
      },
    },
    {
      what: '`sequences` without an initial sequence',
      specification: 'Lists are optional.',
      original: 'Refused.',
      here: 'Refused, with the list that is missing.',
      why: 'The sequences that are written could never start.',
      shown: {
        document: phases(`p: {atOnce: {users: 1, scenario: {sequences: ${look}}}}`),
        says: 'list the first sequence under initialSequences',
      },
    },
  ],
  'Which phase follows which': [
    {
      what: '`fork` in a reference',
      specification: 'Names a fork.',
      original: 'Reads it and waits for all forks.',
      here: 'Waits for that fork.',
      why: wins,
      shown: { test: 'of forks without iterations by text and by mapping is the same' },
    },
    {
      what: '`startAfter: p/a`, `p/000`, `p/000/a`',
      specification: 'A phase name.',
      original: 'The name of a run-time phase.',
      here: 'Both kinds of names.',
      why: 'The names that results show can be referred to.',
      shown: { document: phases(pause('p', 'maxIterations: 2'), pause('q', 'startAfter: p/001')) },
    },
    {
      what: '`startWith` with `iteration: same`',
      specification: silent,
      original: 'The previous iteration.',
      here: 'The same iteration.',
      why: 'The original has a slip there.',
      shown: { test: 'of forks and iterations means the first of them' },
    },
    {
      what: '`startWith` a phase of forks or iterations',
      specification: silent,
      original: 'When all of it is over, because only then its covering phase starts.',
      here: 'When its first iteration starts, with all forks of that.',
      why: 'Starting with a phase cannot mean after it.',
      shown: { test: 'of forks and iterations means the first of them' },
    },
    {
      what: '`startWith` in a `noop` phase',
      specification: silent,
      original: 'Ignored.',
      here: 'Obeyed.',
      why: 'A pause that starts with another phase is what the document says.',
      shown: { test: 'starts its delay after it, to the millisecond, however long that is' },
    },
    {
      what: '`maxIterations`',
      specification: 'Any number of at least 1.',
      original: 'Any number.',
      here: 'At most as many phases, with iterations and forks unrolled, as [limits](limits.md) says.',
      why: 'The state of a burst is one item of a table.',
      shown: { document: phases(pause('p', 'maxIterations: 1000')), says: 'makes too many phases' },
    },
  ],
  Limits: [
    {
      what: 'percentiles of `sla.limits`',
      specification: silent,
      original: '0.99 is given, and the 0.99th percentile is checked.',
      here: '0.99 is the 99th percentile.',
      why: 'What its documents say.',
      shown: { test: 'is checked as every limit is' },
    },
    {
      what: '`blockedRatio`, `errorRatio`, `invalidRatio` that are not written',
      specification: 'Optional; no default is said.',
      original: 'No waiting at all, and any number of errors.',
      here: '1 % of each, judged when all is over; they cancel nothing.',
      why: 'A pool that is just large enough makes somebody wait, and a run of errors is no success.',
      shown: { test: 'Each default limit holds at its bound and breaks above it' },
    },
    {
      what: 'a request that times out',
      specification: silent,
      original: 'Counted as a timeout and as a connection error.',
      here: 'Counted once, as a timeout.',
      why: 'One request is one error.',
      shown: { test: 'Errors are connection errors, timeouts and internal errors' },
    },
  ],
  'Cookies and the client cache': [
    {
      what: 'a cookie with an empty value',
      specification: silent,
      original: 'Deletes the cookie.',
      here: 'Is kept and sent; only an expiry deletes.',
      why: rfc6265,
      shown: { test: 'with an empty value is kept' },
    },
    {
      what: 'the `path` of a cookie beside that of its request',
      specification: silent,
      original: 'The cookie is refused.',
      here: 'Is kept for that path.',
      why: `${rfc6265} A login that sets cookies for the rest of the site works so.`,
      shown: { test: 'for a path beside that of its request is kept' },
    },
    {
      what: 'the `domain` of a cookie',
      specification: silent,
      original: 'Any end of the host, `op.example.com` for `shop.example.com`.',
      here: 'The host or a domain above it, no public suffix. A cookie that is refused gives a notice.',
      why: rfc6265,
      shown: { test: 'is stopped at a dot' },
    },
    {
      what: 'several cookies of a request',
      specification: silent,
      original: 'A header for each.',
      here: 'One header, longer paths first.',
      why: rfc6265,
      shown: { test: 'go together in one header, longer paths first' },
    },
    {
      what: 'a `cookie` header in a request',
      specification: silent,
      original: 'Is sent beside those of the cookies that responses have set.',
      here: 'One header: those that the document writes first, then kept ones of other names.',
      why: 'Who writes a cookie means that one.',
      shown: { test: 'join those that the document gives, which win by their names' },
    },
    {
      what: 'how many cookies a user has',
      specification: silent,
      original: '16; more are dropped with an error in its log.',
      here: '100; more are dropped with a notice.',
      why: 'RFC 6265bis asks for 50 of each domain.',
      shown: { test: 'beyond as many as one user may have is refused, unless one of them is over' },
    },
    {
      what: '`useHttpCache` with several targets',
      specification: 'To be switched off for all of them.',
      original: 'Users cache all targets when one has it on.',
      here: 'Each target as it says.',
      why: 'Switched off for all it is off, and a target that says `false` is meant.',
      shown: { test: 'row 124: each target has a cache unless it says otherwise' },
    },
    {
      what: 'a response with neither `max-age` nor `expires`',
      specification: silent,
      original: 'Is fresh as long as its user.',
      here: 'Is fresh for a tenth of the time since `last-modified`; without that it is not, and only a validator keeps it.',
      why: `${rfc9111} Most responses say nothing of caching, and their requests reach the target.`,
      shown: { test: 'without a lifetime is fresh for a tenth of the time since its change' },
    },
    {
      what: 'a stored response that is stale',
      specification: silent,
      original: 'Is fetched anew; with validators only when it says `no-cache`, or the request does.',
      here: 'The target is asked by `if-none-match`, else `if-modified-since`; a 304 makes it fresh again.',
      why: rfc9111,
      shown: { test: 'asks for what may have changed, and is told that it has not' },
    },
    {
      what: 'a response with `vary`',
      specification: silent,
      original: 'Is not stored.',
      here: 'Is stored, and used for requests with the same values of those headers; with `*` it is not.',
      why: `${rfc9111} Nearly every page that may be compressed has it.`,
      shown: { test: 'stands beside one that was chosen by other headers' },
    },
    {
      what: '`if-match` in a request',
      specification: silent,
      original: 'Chooses among the stored responses.',
      here: 'Goes to the target.',
      why: rfc9111,
      shown: { test: 'with if-match is for the target' },
    },
    {
      what: 'a cache hit',
      specification: silent,
      original: 'Takes a connection and gives it back unused.',
      here: 'Needs none. The first one of a target gives a notice.',
      why: 'Who has the answer does not wait for a connection.',
      shown: { test: 'answers without a connection' },
    },
  ],
  Requests: [
    {
      what: '`compression`',
      specification: silent,
      original: 'Only `gzip`; a response in another encoding is passed on as it is.',
      here: '`gzip`, `br`, `zstd` and `deflate`; a response in any of them, or several, is inflated. One in an unknown encoding, cut off or too large is invalid, and its handlers see no body.',
      why: 'A handler cannot read what nobody has inflated.',
      shown: { test: 'is invalid and not more when its body is damaged, and its handlers see none of it' },
    },
    {
      what: 'the metric of requests that follow a redirect',
      specification: silent,
      original: '`SEQUENCE_redirect_` and eight random hexadecimal digits.',
      here: '`SEQUENCE_redirect_N`, where N is the number of the request among those of its scenario, its `stepId`.',
      why: 'Runs can be compared; who looks for the beginning of the name finds it.',
      shown: {
        test: 'is followed to the end, counted as requests of its own, and seen by handlers at the end only',
      },
    },
    {
      what: 'how many redirects are followed, and where to',
      specification: silent,
      original: 'Any number; a target that no document names fails the phase.',
      here: 'At most as many as [limits](limits.md) says; such a request is invalid, as one that leads to no target of the document, and a message says why.',
      why: 'A circle would never end, and a link of the target is no mistake of the document.',
      shown: { test: 'that comes too often makes its request invalid' },
    },
    {
      what: 'what is sent again behind a redirect',
      specification: silent,
      original:
        'Headers and body, evaluated anew; a `HEAD` becomes a `GET`; a body is repeated with `GET` as well.',
      here: 'Headers and body as they were sent. To another origin without `authorization`, `proxy-authorization`, `cookie` and `host`; with `GET` without a body and the headers that describe one. A `HEAD` stays one.',
      why: 'RFC 9110 section 15.4: credentials are for one origin, and 307 repeats the same request.',
      shown: { test: 'takes along nothing that is meant for the first one only' },
    },
    {
      what: 'a refresh without a URL, or later than an hour',
      specification: silent,
      original: 'Loads the same page again; waits.',
      here: 'Is no redirect.',
      why: 'The page keeps itself up to date, and its user has arrived.',
      shown: { test: 'has whole seconds and a URL, written in any of the ways of HTML' },
    },
    {
      what: '`compensateInternalLatency` that is not written',
      specification: 'False: response times count from the start of the request.',
      original: 'The same.',
      here: 'True: response times count from the planned start. An explicit `false` does what the original does, with the latency beside it.',
      why: 'A generator that is late must not make a slow target look fast.',
      shown: {
        test: 'row 78: requests are timed from instants 100 ms apart when it is on, and from when they were ready when it is off',
      },
    },
    {
      what: 'what `compensateInternalLatency` counts from the planned start',
      specification: 'Requests of phases with a rate.',
      original: 'The first step of an initial sequence, and not for users who waited for a session.',
      here: 'The first request of each user, and a stopwatch that is the first step, for users who waited for a session as well; pauses that the scenario asks for move the start.',
      why: 'The wait was real for every one of them.',
      shown: { test: 'row 37: counts from the planned arrival, and a second step does not' },
    },
  ],
  'Versions of HTTP': [
    {
      what: '`directHttp2: true`',
      specification: 'HTTP/2 in clear text without an upgrade.',
      original: 'Refuses it: not supported.',
      here: 'Speaks HTTP/2 from the first byte. Over TLS it is refused, because the handshake agrees on HTTP/2 there.',
      why: wins,
      shown: { test: 'HTTP/2 known ahead' },
    },
    {
      what: '`allowHttp1x: false` beside `allowHttp2: false`',
      specification: silent,
      original: 'Loads it and cannot connect.',
      here: 'Refuses it with its place.',
      why: 'No request could be sent.',
      shown: {
        document: 'name: shop\nhttp: {host: shop, allowHttp1x: false, allowHttp2: false}\n',
        says: 'neither HTTP/1.x nor HTTP/2 is allowed',
      },
    },
    {
      what: 'what asks for an upgrade to HTTP/2',
      specification: silent,
      original: '`GET /`, when a connection opens.',
      here: '`OPTIONS *`, when a connection opens; it is no request of the run and is not counted.',
      why: 'No page of the target is made that no user asked for.',
      shown: { test: 'an upgrade is asked for by a request to the server itself' },
    },
    {
      what: 'a request that a target has not processed when it says goodbye (GOAWAY)',
      specification: silent,
      original: 'A connection error.',
      here: 'A connection error as well; the connection takes no more requests, ends what was processed, and another follows.',
      why: 'The same outcome; it is named here because servers say goodbye after a number of requests, nginx after 1,000.',
      shown: {
        test: 'GOAWAY: what it has processed ends well, what is above fails, and the connection closes',
      },
    },
  ],
  'TLS of targets': [
    {
      what: 'paths in `keyManager` and `trustManager`',
      specification: silent,
      original: 'Reads them where it runs, wherever they lie.',
      here: 'Takes them from beside the document, and they travel with it.',
      why: 'What sends the load is another machine, which has none of its files.',
      shown: {
        document: shopOverTls('trustManager: {certFile: /etc/ssl/ca.crt}'),
        says: "'/etc/ssl/ca.crt' is an absolute path",
      },
    },
    {
      what: 'a `storeType` that nobody knows, a store without a password, a certificate without its key',
      specification: silent,
      original: 'Loads it; the run fails when it begins.',
      here: 'Refuses it with its place. Types are JKS and PKCS12, which both take either kind of file.',
      why: 'Nothing starts with a mistake that can be seen before.',
      shown: {
        document: shopOverTls('trustManager: {storeType: FOO}'),
        says: "unknown storeType 'FOO'",
      },
    },
    {
      what: '`storeType: SYSTEM` of a `trustManager`',
      specification: silent,
      original: 'Knows no such type: to verify certificates of public authorities takes a store of them.',
      here: 'Trusts the public authorities, as a browser does.',
      why: 'Everybody is trusted without a `trustManager`, and this is the shortest way to change that.',
      shown: { document: shopOverTls('trustManager: {storeType: SYSTEM}') },
    },
    {
      what: 'a store with several keys and no `alias`',
      specification: silent,
      original: 'Shows one of them, as its run time and the server see fit.',
      here: 'Refuses it and names the keys.',
      why: 'A run that shows another certificate than was meant measures something else.',
      shown: { test: 'several keys' },
    },
    {
      what: 'sessions of TLS',
      specification: silent,
      original: 'Resumes them where its run time does.',
      here: 'Every connection to a target but the first ones resumes the newest session.',
      why: 'Clients do so, and a handshake in full costs both sides many times as much.',
      shown: { test: 'connections after the first resume its session, over ${over}' },
    },
  ],
  'What handlers read': [
    {
      what: 'names in a query of `json`',
      specification: silent,
      original: 'Compares as many letters as the shorter name has: `.id` takes `identifier` as well.',
      here: 'Compares the whole name, however its letters are escaped.',
      why: 'A value of another member is a wrong value.',
      shown: { test: 'a name is compared as a whole and however it is written' },
    },
    {
      what: 'malformed JSON, JSON that is cut off',
      specification: silent,
      original: 'Takes most of it and looks for matches.',
      here: 'An internal error of the request, with the byte. Control characters inside strings, a byte order mark and an empty body are taken.',
      why: 'A match in the wrong place would go unseen.',
      shown: { test: 'ends a request with malformed JSON as an internal error' },
    },
    {
      what: '`json: variable <- query`',
      specification: silent,
      original: 'Documents it and fails over it.',
      here: 'Means the same as `query -> variable`.',
      why: 'What its documents say.',
      shown: { test: 'stores the first match, in both short forms' },
    },
    {
      what: '`json: query -> variable` as a step',
      specification: '`json` takes a plain string.',
      original: 'Refuses it, because `fromVar` is missing.',
      here: 'Refuses it and shows the long form.',
      why: 'There is nothing to read from.',
      shown: { test: 'a step needs fromVar, also in its short form' },
    },
    {
      what: '`delete` together with `replace`, and a range from 2 down to 1',
      specification: silent,
      original: 'Replaces; selects nothing.',
      here: 'Refuses both.',
      why: 'Neither can be meant.',
      shown: { test: 'json cannot both delete and replace what a query selects' },
    },
    {
      what: '`delete` and `unquote`',
      specification: silent,
      original: 'Decodes escapes in the whole document that it passes on.',
      here: 'Passes on valid JSON: what is not deleted stays as it is.',
      why: 'Decoded quotes would end strings.',
      shown: { test: 'passes the document on without what it deletes' },
    },
    {
      what: 'attributes in `parseHtml`',
      specification: silent,
      original:
        'Finds them unquoted or in double quotes, also in comments, and passes them as they are written.',
      here: 'Reads HTML: any quotes, references such as `&amp;` decoded, nothing in comments and scripts.',
      why: 'That is what a browser would fetch.',
      shown: { test: 'with character references' },
    },
    {
      what: 'the URL of an embedded resource',
      specification: silent,
      original: 'Passes an absolute URL as it is, a relative one as a path.',
      here: 'A path where the default target has it, else a whole URL; nothing for `data:` and the like.',
      why: 'The path alone would go to the wrong target.',
      shown: { test: 'Where there are several targets, the URL of a resource says which of them has it' },
    },
    {
      what: '`fetchResource` and other hosts',
      specification: silent,
      original: 'Fetches them from the default target when `ignoreExternal` is false.',
      here: 'Never fetches them.',
      why: 'Load goes to the targets of a benchmark and to nobody else.',
      shown: { test: 'a page completes without waiting for its resources, and other hosts get no requests' },
    },
    {
      what: '`gzipInflator` over data that is not compressed',
      specification: silent,
      original: 'Drops the first fragment.',
      here: 'Passes all of it on.',
      why: 'It is a body like any other.',
      shown: { test: 'passes other data as it is, from its first fragment on' },
    },
    {
      what: 'several gzip members in one body',
      specification: silent,
      original: 'A value each.',
      here: 'One value.',
      why: 'They are one body; that is what gzip means by it.',
      shown: { test: 'takes several members for one value, and zeros behind them for padding' },
    },
  ],
};
