import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { formatProblem } from '../../../lib/driver/document/format-problems.ts';

const folder = join(import.meta.dirname, '../../data/broken');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/**
 * A broken document. `mends` are replacements after which it is accepted, so the reported problems are all
 * problems.
 */
type Broken = {
  readonly file: string;
  readonly problems: readonly string[];
  readonly mends?: readonly (readonly [from: string, to: string])[];
};

const broken: readonly Broken[] = [
  {
    file: '01-empty.yaml',
    problems: ['1:1 document: the document is empty, expected a mapping with name, http and phases'],
  },
  {
    file: '02-list-at-the-top.yaml',
    problems: ['1:1 document: the document is a list, expected a mapping with name, http and phases'],
  },
  {
    file: '03-tab.yaml',
    problems: ['3:1 document: a tab cannot indent a line; use spaces'],
    mends: [['\thost', '  host']],
  },
  {
    file: '04-open-quote.yaml',
    problems: ['1:7 document: this quote is never closed'],
    mends: [['"shop', '"shop"']],
  },
  {
    file: '05-open-bracket.yaml',
    problems: ["3:1 document: expected '}' before this, because an earlier bracket is not closed"],
    mends: [['localhost:8080', 'localhost:8080}']],
  },
  {
    file: '06-second-colon.yaml',
    problems: [
      "8:10 document: a mapping cannot begin in the middle of this line, found a second ': '; put the value in quotes, or on a line of its own",
    ],
    mends: [['status: fine', "'status: fine'"]],
  },
  {
    file: '07-two-documents.yaml',
    problems: ["4:1 document: a second document begins here, expected only one; remove the '---'"],
    mends: [['---\n', '']],
  },
  {
    file: '08-indentation.yaml',
    problems: ['4:1 document: this line is not indented like the members before it'],
    mends: [[' port', '  port']],
  },
  {
    file: '09-duplicate-keys.yaml',
    problems: [
      "5:3 http.host: 'host' is written twice in the same mapping",
      "8:1 usersPerSec: 'usersPerSec' is written twice in the same mapping",
      "15:9 scenario[0].front[0].httpRequest.headers.accept: 'accept' is written twice in the same mapping",
    ],
  },
  {
    file: '10-unknown-alias.yaml',
    problems: [
      "15:7 phases[1].main.constantRate.usersPerSec: must be a number above 0, or a mapping with base and increment, found 'ten'",
      "17:17 phases[1].main.constantRate.scenario: alias '*browse' has no anchor '&browse' before it",
    ],
    mends: [
      ['ten', '10'],
      ['*browse', '*browsing'],
    ],
  },
  {
    file: '11-anchor-twice.yaml',
    problems: ["4:20 usersPerSec: anchor '&here' is defined twice"],
    mends: [['&here 10', '10']],
  },
  {
    file: '12-alias-in-itself.yaml',
    problems: ["10:9 scenario[1].back: alias '*all' contains itself"],
    mends: [['*all', '[noop]']],
  },
  {
    file: '13-parameters.yaml',
    problems: [
      "3:16 http.host: parameter 'HOST' has no value and no default; give the value with -P HOST=VALUE",
      '4:3 http.port: must be a port from 1 to 65535, found 99999',
      "5:21 usersPerSec: parameter 'RATE' has no value and no default; give the value with -P RATE=VALUE",
      "10:18 scenario[0].front[0].httpRequest.GET: !param has no name; write '!param NAME' or '!param NAME default'",
    ],
    mends: [
      ['HOST', 'HOST localhost'],
      ['99999', '8080'],
      ['RATE', 'RATE 10'],
      ['GET: !param', "GET: !param PATH '/'"],
    ],
  },
  {
    file: '14-templates.yaml',
    problems: [
      '1:22 name[1]: a part of !concat must be a single value, not a list or mapping',
      "3:3 http.item: unknown property 'item' of !foreach; did you mean 'items'?",
      "3:3 http: !foreach has no 'do'; write the part to repeat below 'do'",
      "4:14 http.separator: separator '(?=,)' is not a regular expression that Downpour supports; write the separator without look-around and back-references",
      "5:10 http.param: 'two words' is not the name of a parameter; write one word, as in !param NAME",
      "6:1 usersPerSec: must be a number above 0, or a mapping with base and increment, found '1x' (made by !concat)",
      "7:20 duration: !foreach belongs before a mapping with 'items' and 'do'",
      '8:22 maxDuration: !concat belongs before a list of values; write for example !concat [a, !param NAME]',
      "14:7 scenario[0].front[1].thinkTime: must be a number with a unit ns, us, ms, s, m or h, such as 20ms, found 'front' (for item 1 of ITEM)",
      "14:7 scenario[1].back[1].thinkTime: must be a number with a unit ns, us, ms, s, m or h, such as 20ms, found 'back' (for item 2 of ITEM)",
      "15:7 scenario[0].front[2]: unknown step 'stpo' (for item 1 of ITEM and 1 more); did you mean 'stop'?",
    ],
    mends: [
      ['[nightly]', 'nightly'],
      ['  item: a, b\n', '  items: localhost\n'],
      ['(?=,)', ' *, *'],
      ['param: two words', 'param: HOST\n  do: {host: !param HOST}'],
      ['[1, x]', '[1, 0]'],
      ['!foreach 10s', '10s'],
      ['!concat 20s', '!concat [20, s]'],
      ['thinkTime: !param ITEM', 'thinkTime: 1s'],
      ['stpo', 'stop'],
    ],
  },
  {
    file: '15-unknown-tag.yaml',
    problems: [
      "2:16 http: unknown tag '!include'; expected one of !param, !concat, !foreach",
      "4:21 duration: unknown tag '!duration'; expected one of !param, !concat, !foreach",
    ],
  },
  {
    file: '16-unknown-at-the-top.yaml',
    problems: [
      "2:1 htttp: unknown property 'htttp'; did you mean 'http'?",
      "4:1 phase: unknown property 'phase'; did you mean 'phases'?",
      "13:1 retries: unknown property 'retries'",
    ],
    mends: [
      ['htttp', 'http'],
      ['phase:', 'phases:'],
      ['retries: 3\n', ''],
    ],
  },
  {
    file: '17-nothing-given.yaml',
    problems: ["1:1 document: 'http' is missing", "1:1 document: 'name' is missing"],
  },
  {
    file: '18-ergonomics.yaml',
    problems: [
      "5:3 ergonomics.autoRangeChek: unknown property 'autoRangeChek'; did you mean 'autoRangeCheck'?",
      "6:3 ergonomics.stopOnInvalid: must be true or false, found 'yes'; write true",
      '7:3 ergonomics.userAgentFromSession: must be true or false, found 0',
      "8:3 ergonomics.followRedirect: must be NEVER, LOCATION_ONLY, HTML_ONLY or ALWAYS, found 'alwys'; did you mean 'ALWAYS'?",
    ],
    mends: [
      ['Chek', 'Check'],
      ['yes', 'true'],
      [': 0', ': false'],
      ['alwys', 'never'],
    ],
  },
  {
    file: '19-http-bounds.yaml',
    problems: [
      "4:3 http.protocol: must be http or https, found 'HTPS'; did you mean 'https'?",
      '5:3 http.port: must be a port from 1 to 65535, found 65536',
      '6:3 http.pipeliningLimit: must be a whole number of at least 1, found 0',
      '7:3 http.maxHttp2Streams: must be a whole number of at least 1, found 1.5',
      "8:3 http.connectionStrategy: must be SHARED_POOL, SESSION_POOLS, OPEN_ON_REQUEST or ALWAYS_NEW, found 'SHARED'",
      "9:3 http.requestTimeout: must be a whole number with a unit ms, s, m or h, such as 30s, or none, found '1.5s'; write '1500ms'",
      "10:3 http.keepAlive: unknown property 'keepAlive'",
    ],
    mends: [
      ['HTPS', 'HTTPS'],
      ['65536', '65535'],
      ['Limit: 0', 'Limit: 1'],
      ['1.5\n', '15\n'],
      ['SHARED\n', 'SHARED_POOL\n'],
      ['1.5s', '1500ms'],
      ['  keepAlive: true\n', ''],
    ],
  },
  {
    file: '20-ports.yaml',
    problems: [
      "4:3 http[0].port: must be a port from 1 to 65535, found '80.5'",
      '7:3 http[1].port: must be a port from 1 to 65535, found 0',
      "9:3 http[2].host: host 'localhost:70000' has port 70000, expected a port from 1 to 65535",
      '12:3 http[3].port: port 8081 is given although host ends with port 8080; give the port only once',
    ],
  },
  {
    file: '21-hosts.yaml',
    problems: [
      "3:3 http[0].host: host 'http://localhost:8080/shop' has a path; remove '/shop' here, and write the path into httpRequest",
      "4:3 http[1].host: host 'ftp://localhost' has the unknown scheme 'ftp', expected http or https",
      "5:3 http[2].host: host 'local host' is malformed, expected a host name such as example.com, example.com:8080 or https://example.com",
      '7:3 http[3].protocol: protocol http contradicts the scheme https in host; give the protocol only once',
      '8:3 http[4].host: must not be empty',
      "9:3 http[5]: 'host' is missing",
      "10:3 http[6].host: host 'http://::1:8080' is malformed, expected a host name such as example.com, example.com:8080 or https://example.com; write an IPv6 address in brackets, such as [::1]:8080",
      "11:3 http[7].host: host 'https://${SHOP}' is a variable, but Downpour needs the host before the run starts; write 'host: !param SHOP http://localhost:8080', and set another host with -P SHOP=URL",
      "12:3 http[8].host: host '...@localhost:8080' contains a user name and a password; remove them, and add the header 'authorization' to httpRequest",
      "13:3 http[9].host: host 'wss://localhost' has the unknown scheme 'wss', expected http or https; Downpour does not support websockets",
      "14:3 http[10].host: host 'http://[fe80::1%25eth0]' is malformed, expected a host name such as example.com, example.com:8080 or https://example.com; write the name of the host, or an IPv6 address without a zone",
    ],
  },
  {
    file: '22-targets-twice.yaml',
    problems: [
      '4:3 http[1].host: another http entry has the same address http://localhost:8080; give each of the two entries its own name',
      "7:3 http[3].name: another http entry already has the name 'stock'; give each http entry its own name",
    ],
    mends: [
      ['http://localhost:8080', 'http://localhost:8083'],
      ['- name: stock\n  host: localhost:8082', '- name: stock 2\n  host: localhost:8082'],
    ],
  },
  {
    file: '23-connections.yaml',
    problems: [
      '4:3 http[0].sharedConnections: must be a whole number of at least 1, or a mapping with core, max and buffer, found 0',
      '7:5 http[1].sharedConnections.core: core (20) is above max (10) in the same sharedConnections; reduce core, or increase max',
      '9:5 http[1].sharedConnections.buffer: buffer (30) is above max (10) in the same sharedConnections; reduce buffer, or increase max',
      "10:5 http[1].sharedConnections.keepAliveTime: must be a whole number with a unit ms, s, m or h, such as 30s, found '1 day'; write '24h'",
      "12:3 http[2].sharedConnections: 'max' is missing",
      "12:3 http[2].sharedConnections: 'buffer' is missing",
      "14:5 http[2].sharedConnections.maximum: unknown property 'maximum'; expected one of core, max, buffer, keepAliveTime",
    ],
  },
  {
    file: '24-addresses.yaml',
    problems: [
      "8:5 http.addresses[3]: '127.0.0.256' is not an address, expected an IP address or a host name, such as 10.0.0.7, 10.0.0.7:8080 or [::1]:8080",
      "10:5 http.addresses[5]: 'shop.example.com/shop' is not an address, expected an IP address or a host name, such as 10.0.0.7, 10.0.0.7:8080 or [::1]:8080",
      "11:5 http.addresses[6]: 'http://127.0.0.1' is not an address, expected an IP address or a host name, such as 10.0.0.7, 10.0.0.7:8080 or [::1]:8080",
    ],
    mends: [
      ['  - 127.0.0.256\n  - shop.example.com:8080\n  - shop.example.com/shop\n  - http://127.0.0.1\n', ''],
    ],
  },
  {
    file: '25-http-versions.yaml',
    problems: [
      '5:3 http[0].allowHttp2: neither HTTP/1.x nor HTTP/2 is allowed, so no request can be sent; remove allowHttp1x or allowHttp2, or set one of them to true',
      "6:3 http[1].host: warning: the certificate of localhost is not verified, because no trustManager is given; write 'trustManager: { storeType: SYSTEM }' to verify the certificate as a browser does",
      "7:3 http[1].directHttp2: directHttp2 works only without TLS: with TLS the handshake chooses HTTP/2; remove directHttp2, and write 'allowHttp1x: false' to use only HTTP/2",
      '10:3 http[2].directHttp2: directHttp2 contradicts allowHttp2: false; remove directHttp2 or allowHttp2',
      '12:3 http[3].maxHttp2Streams: must be a whole number of at least 1, found 0',
      '14:3 http[4].allowHttp1x: must be true or false, found 1',
    ],
    mends: [
      ['  allowHttp1x: false\n  allowHttp2: false\n', ''],
      ['  directHttp2: true\n', ''],
      ['  allowHttp2: false\n', ''],
      ['maxHttp2Streams: 0', 'maxHttp2Streams: 1'],
      ['allowHttp1x: 1', 'allowHttp1x: false'],
    ],
  },
  {
    file: '26-phase-kinds.yaml',
    problems: [
      "6:5 phases[0].one.constantRat: unknown phase kind 'constantRat'; did you mean 'constantRate'?",
      "8:3 phases[1].two: expected exactly one phase kind here, found 'noop' and 'atOnce'; check the indentation",
      "17:3 phases[2]: expected exactly one phase here, found 'three' and 'four'; check the indentation, or begin each phase with its own '-'",
      '21:3 phases[3]: expected exactly one phase, found none',
      '22:3 phases[4].five: expected exactly one phase kind, found none',
      '24:5 phases[5].six.always: must be a mapping, found nothing',
      "25:3 phases[6]: must be a mapping with one phase, found 'seven'",
      "26:3 phases[7].eight: expected exactly one phase kind here, found 'always', 'users' and 'duration'; indent 'users' and 'duration' further, below 'always'",
      '27:5 phases[7].eight.always: must be a mapping, found nothing',
    ],
  },
  {
    file: '27-phase-fields.yaml',
    problems: [
      "7:7 phases[0].browse.constantRate.userPerSec: unknown property 'userPerSec'; did you mean 'usersPerSec'?",
      "8:7 phases[0].browse.constantRate.durations: unknown property 'durations'; did you mean 'duration'?",
      "9:7 phases[0].browse.constantRate.variance: must be true or false, found 'no'; write false",
      "10:7 phases[0].browse.constantRate.maxUnfinishedSessions: unknown property 'maxUnfinishedSessions'; did you mean 'maxSessions'?",
      "16:5 phases[1].rush.atOnce: 'users' is missing",
      "17:7 phases[1].rush.atOnce.usersPerSec: unknown property 'usersPerSec'",
      "18:7 phases[1].rush.atOnce.maxSessions: unknown property 'maxSessions'",
      "22:7 phases[2].rest.noop.users: unknown property 'users'; expected one of startTime, startAfter, startAfterStrict, startWith, duration, maxDuration, maxIterations, isWarmup, judged, customSla, scenario, forks",
    ],
  },
  {
    file: '28-bounds.yaml',
    problems: [
      '4:1 threads: must be a whole number of at least 1, found 0',
      '8:7 phases[0].a.always.users: must be a whole number of at least 1, or a mapping with base and increment, found 0',
      '16:7 phases[1].b.atOnce.users: must be a whole number of at least 1, or a mapping with base and increment, found 1.5',
      '20:7 phases[2].c.constantRate.usersPerSec: must be a number above 0, or a mapping with base and increment, found -1',
      '21:7 phases[2].c.constantRate.maxSessions: must be a whole number of at least 1, found 0',
      '22:7 phases[2].c.constantRate.maxIterations: must be a whole number of at least 1, found 0',
      '28:9 phases[3].d.constantRate.usersPerSec.base: must be a number above 0, found 0; write a small number instead, such as 0.1',
      "29:9 phases[3].d.constantRate.usersPerSec.increment: must be a number, found 'ten'",
      "34:7 phases[4].e.constantRate.usersPerSec: 'increment' is missing; write 'increment: 0', or only the number in place of base and increment",
    ],
  },
  {
    file: '29-ramps.yaml',
    problems: [
      '8:7 phases[0].up.increasingRate.targetUsersPerSec: targetUsersPerSec 10 must be above initialUsersPerSec 20 in increasingRate; raise targetUsersPerSec, or use the phase kind decreasingRate',
      '17:7 phases[1].level.increasingRate.targetUsersPerSec: targetUsersPerSec 10 must be above initialUsersPerSec 10 in increasingRate; raise targetUsersPerSec, or use the phase kind constantRate',
      '23:7 phases[2].down.decreasingRate.targetUsersPerSec: targetUsersPerSec 20 must be below initialUsersPerSec 10 in decreasingRate; lower targetUsersPerSec, or use the phase kind increasingRate',
      "27:5 phases[3].half.decreasingRate: 'targetUsersPerSec' is missing",
    ],
    mends: [
      ['initialUsersPerSec: 20', 'initialUsersPerSec: 5'],
      [
        'initialUsersPerSec: 10\n      targetUsersPerSec: 10',
        'initialUsersPerSec: 9\n      targetUsersPerSec: 10',
      ],
      [
        'initialUsersPerSec: 10\n      targetUsersPerSec: 20',
        'initialUsersPerSec: 30\n      targetUsersPerSec: 20',
      ],
      [
        'initialUsersPerSec: 10\n      duration',
        'initialUsersPerSec: 10\n      targetUsersPerSec: 1\n      duration',
      ],
    ],
  },
  {
    file: '30-times.yaml',
    problems: [
      "4:3 http.requestTimeout: requestTimeout must be above 0; write 'none' for no limit",
      '9:7 phases[0].a.always.startTime: time -5 must be a whole number with a unit ms, s, m or h, such as 30s',
      "10:7 phases[0].a.always.duration: must be a whole number with a unit ms, s, m or h, such as 30s, found '1.5s'; write '1500ms'",
      "11:7 phases[0].a.always.maxDuration: must be a whole number with a unit ms, s, m or h, such as 30s, found '1 day'; write '24h'",
      '19:7 phases[1].b.constantRate.duration: duration of constantRate must be above 0; write a longer time, such as 30s',
      "23:7 phases[2].c.noop.startTime: must be a whole number with a unit ms, s, m or h, such as 30s, found '5us'",
      "24:7 phases[2].c.noop.duration: the duration '99999999999999999h' is too long; write a shorter duration, such as 30s",
      '27:7 phases[3].d.noop.duration: must be a whole number with a unit ms, s, m or h, such as 30s, found a list',
    ],
  },
  {
    file: '31-no-duration.yaml',
    problems: [
      "6:5 phases[0].constant.constantRate: 'duration' is missing: users of constantRate start only during this time; add for example 'duration: 30s'",
      "13:5 phases[1].rising.increasingRate: 'duration' is missing: users of increasingRate start only during this time; add for example 'duration: 30s'",
      "18:5 phases[2].falling.decreasingRate: 'duration' is missing: users of decreasingRate start only during this time; add for example 'duration: 30s'",
    ],
    mends: [
      ['usersPerSec: 10', 'usersPerSec: 10\n      duration: 1s'],
      ['targetUsersPerSec: 20', 'targetUsersPerSec: 20\n      duration: 1m'],
      ['targetUsersPerSec: 10', 'targetUsersPerSec: 10\n      duration: 1h'],
    ],
  },
  {
    file: '32-scenario-and-forks.yaml',
    problems: [
      "6:5 phases[0].both.constantRate: has both 'scenario' and 'forks', expected exactly one of them",
      "19:5 phases[1].neither.constantRate: 'scenario' or 'forks' is missing, expected exactly one of them",
    ],
  },
  {
    file: '33-forks.yaml',
    problems: [
      '17:7 phases[1].weightless.atOnce.forks: no fork has a weight above 0, so no user can start; give at least one fork a weight above 0',
      "30:9 phases[2].twice.atOnce.forks[1].a: fork 'a' is defined twice; rename or remove one of the two",
      "32:9 phases[2].twice.atOnce.forks[2].b: warning: fork 'b' has no scenario, so its share of the users sends nothing; add a scenario, or write 'weight: 0' to give its users to the other forks",
      "33:11 phases[2].twice.atOnce.forks[2].b.wait: unknown property 'wait'; expected one of weight, scenario",
      "34:11 phases[2].twice.atOnce.forks[2].b.weight: must be a number, found 'heavy'",
      '38:7 phases[3].empty.atOnce.forks: must not be empty, expected at least one item',
      `39:3 phases[4]["single/only"]: phase 'single/only' has the same name as fork 'only' of phase 'single'; give phase 'single/only' another name`,
    ],
  },
  {
    file: '34-phases-twice.yaml',
    problems: [
      "9:3 phases[2].browse: phase 'browse' is defined twice; rename or remove one of the two",
      "11:3 phases[3].buy: phase 'buy' is defined twice; rename or remove one of the two",
    ],
    mends: [
      ['browse', 'look'],
      ['buy', 'pay'],
    ],
  },
  {
    file: '35-unknown-references.yaml',
    problems: [
      "18:7 phases[1].browse.noop.startAfter: there is no phase 'rampup'; did you mean 'rampUp'?",
      "21:9 phases[1].browse.noop.startAfterStrict[1].phase: there is no phase 'ramp'; did you mean 'rampUp'?",
      "23:9 phases[1].browse.noop.startAfterStrict[2].fork: phase 'rampUp' has no fork 'serch'; did you mean 'search'?",
      "25:9 phases[1].browse.noop.startAfterStrict[3].iteration: iteration 'previous' needs phases with iterations, but phase 'browse' has no iterations; leave 'iteration' out, or give phase 'browse' a maxIterations above 1",
      "27:9 phases[1].browse.noop.startAfterStrict[4].iteration: must be none, previous or same, found 'next'",
      "28:9 phases[1].browse.noop.startAfterStrict[5]: 'phase' is missing",
      "34:9 phases[2].buy.noop.startAfter.frk: unknown property 'frk'; did you mean 'fork'?",
      '35:7 phases[2].buy.noop.startAfterStrict: must not be empty, expected at least one item',
    ],
  },
  {
    file: '36-cycles.yaml',
    problems: [
      "7:7 phases[0].alone.noop.startAfter: phase 'alone' waits for itself, so it can never start; remove this reference",
      '13:7 phases[2].b.noop.startAfterStrict: these phases wait for each other, so none of them can start: a -> c -> b -> a; remove startAfter, startAfterStrict or startWith from one of these phases',
    ],
    mends: [
      ['startAfter: alone', 'startAfter: b'],
      ['startAfterStrict: a', 'startTime: 1s'],
    ],
  },
  {
    file: '37-staircase.yaml',
    problems: [
      "4:1 staircase: 'staircase' makes its own phases, but the document also has 'phases'; remove one of the two",
      "4:1 staircase: 'incrementUsersPerSec' is missing in the staircase; add for example 'incrementUsersPerSec: 5'",
      "4:1 staircase: the staircase has both 'scenario' and 'forks'; remove one of the two",
      '5:3 staircase.initialUsersPerSec: must be a number above 0, found 0; write a small number instead, such as 0.1',
      '7:3 staircase.steadyStateDuration: steadyStateDuration must be above 0; write a longer time, such as 30s',
      "8:3 staircase.rampUpTime: unknown property 'rampUpTime'; expected one of initialRampUpDuration, steadyStateDuration, rampUpDuration, initialUsersPerSec, incrementUsersPerSec, maxIterations, maxSessions, scenario, forks, customSla",
    ],
  },
  {
    file: '38-shortcut-and-phases.yaml',
    problems: [
      "4:1 usersPerSec: 'usersPerSec' is for a benchmark with a single phase, but 'phases' is given; move 'usersPerSec' into a phase",
      "5:1 duration: 'duration' is for a benchmark with a single phase, but 'phases' is given; move 'duration' into a phase",
      "6:1 maxSessions: 'maxSessions' is for a benchmark with a single phase, but 'phases' is given; move 'maxSessions' into a phase",
    ],
    mends: [['usersPerSec: 10\nduration: 10s\nmaxSessions: 20\n', '']],
  },
  {
    file: '39-half-a-shortcut.yaml',
    problems: [
      "1:1 document: 'usersPerSec' is missing: a benchmark without 'phases' has a single phase, which needs 'usersPerSec'; add 'usersPerSec', or write 'phases'",
      "1:1 document: 'scenario' is missing: a benchmark without 'phases' has a single phase, which needs 'scenario'; add 'scenario', or write 'phases'",
      "1:1 document: 'duration' is missing: users of constantRate start only during this time; add for example 'duration: 30s'",
    ],
    mends: [['maxSessions', 'usersPerSec: 5\nduration: 1s\nscenario: [front: [noop]]\nmaxSessions']],
  },
  {
    file: '40-iterations-and-starts.yaml',
    problems: [
      '7:7 phases[0].browse.constantRate.usersPerSec: in iteration 3: usersPerSec falls to 0, but must stay above 0; increase its base, or reduce maxIterations',
      "12:7 phases[0].browse.constantRate.startWith: phase 'browse' has both startWith and startAfter; remove one of the two",
      "13:7 phases[0].browse.constantRate.startAfter: there is no phase 'rset'; did you mean 'rest'?",
      "16:11 phases[0].browse.constantRate.customSla.page.meanResponseTime: warning: time '20' has no unit, so Downpour reads it as nanoseconds; write '20ms' for milliseconds, or '20s' for seconds",
      "26:9 phases[1].rest.noop.startWith.delay: must be a whole number with a unit ms, s, m or h, such as 30s, found 'soon'",
      "30:7 phases[2].rush.atOnce.usersPerThread: the phase has both 'usersPerAgent' and 'usersPerThread'; give only one of users, usersPerAgent, usersPerThread",
      "31:7 phases[2].rush.atOnce.startAfter: there is no phase 'browse/003'; did you mean 'browse/001'?",
    ],
  },
  {
    file: '41-document-keys.yaml',
    problems: [
      '4:1 statisticsCollectionPeriod: warning: Downpour collects statistics and checks limits (SLAs) every second, not every 500 ms; leave statisticsCollectionPeriod out, or write 1000',
      '5:1 triggerUrl: must not be empty',
    ],
  },
  {
    file: '42-agents.yaml',
    problems: [
      "8:3 agents[2].one: agent 'one' is declared twice; rename or remove one of the two",
      "9:5 agents[2].one.threads: must be a whole number of at least 1, found 'many'",
      '14:5 agents[4].four.labels: must be text, found a list',
      "15:3 agents[5].default: agent 'default' must be a mapping of the properties that all agents share; write for example 'default: { threads: 4 }'",
    ],
  },
  {
    file: '43-unknown-steps.yaml',
    problems: [
      "8:5 scenario[0].front[0].htpRequest: unknown step 'htpRequest'; did you mean 'httpRequest'?",
      "10:5 scenario[0].front[1]: unknown step 'stpo'; did you mean 'stop'?",
      "11:5 scenario[0].front[2]: step 'httpRequest' has no body; write 'httpRequest:' and its fields",
      "12:5 scenario[0].front[3]: unknown step 'log hello'; write 'log: ...' with a colon and a space",
      '13:5 scenario[0].front[4]: must be a step, found 5',
      '14:4 scenario[0].front[5]: must be a step, found nothing',
      "16:5 scenario[1].back[0].sleep: unknown step 'sleep'; did you mean 'thinkTime'?",
      "21:9 scenario[1].back[1].loop.steps[0].randomint: unknown step 'randomint'; did you mean 'randomInt'?",
    ],
  },
  {
    file: '45-steps-without-bodies.yaml',
    problems: [
      '8:5 scenario[0].front[0].httpRequest: must be a mapping, found nothing',
      '9:5 scenario[0].front[1].randomInt: must be a mapping or text, found nothing',
      "10:5 scenario[0].front[2].set: 'var' is missing",
      '11:5 scenario[0].front[3].thinkTime: must be a number with a unit ns, us, ms, s, m or h, such as 20ms, found nothing',
      "12:5 scenario[0].front[4].stop: must be a mapping or nothing, found 'now'",
      '14:5 scenario[1].back[0].loop: must be a mapping, found nothing',
      "15:3 scenario[2].empty: warning: sequence 'empty' has no steps; add its steps, or remove it",
      '16:3 scenario[3].nothing: must be a list of steps, found nothing',
    ],
  },
  {
    file: '46-two-keys-in-a-step.yaml',
    problems: [
      "8:5 scenario[0].front[0]: expected exactly one step here, found 'httpRequest' and 'log'; check the indentation, or begin each step with its own '-'",
      "11:5 scenario[0].front[1]: expected exactly one step here, found 'log', 'set' and 'stop'; check the indentation, or begin each step with its own '-'",
      "14:3 scenario[1]: expected exactly one sequence here, found 'middle' and 'back'; check the indentation, or begin each sequence with its own '-'",
    ],
    mends: [
      ['    log: seen', '  - log: seen'],
      ['    set', '  - set'],
      ['    stop:', '  - stop:'],
      ['  back:', '- back:'],
    ],
  },
  {
    file: '47-shorthands.yaml',
    problems: [
      "8:5 scenario[0].front[0].randomInt: randomInt needs toVar; write 'randomInt: name <- 1 .. 10'",
      "9:5 scenario[0].front[1].set: set needs var and exactly one of value, intArray and objectArray; write 'set: name <- value'",
      "10:5 scenario[0].front[2].setInt: must be a whole number from -2147483648 to 2147483647, found 'many'",
      "11:5 scenario[0].front[3].addToInt: addToInt needs var and a whole number value that is not 0; write 'addToInt: name += 1'",
      "12:5 scenario[0].front[4].thinkTime: warning: time '5' has no unit, so Downpour reads it as nanoseconds; write '5ms' for milliseconds, or '5s' for seconds",
    ],
    mends: [
      ['page =', 'page <-'],
      ['mood =', 'mood <-'],
      ['many', '5'],
      ['+= 0', '+= 1'],
      ["'5'", '5ms'],
    ],
  },
  {
    file: '48-step-bodies.yaml',
    problems: [
      "10:7 scenario[0].front[0].httpRequest.method: must be GET, HEAD, POST, PUT, DELETE, OPTIONS, PATCH, TRACE or CONNECT, found 'FETCH'",
      "11:7 scenario[0].front[0].httpRequest.headrs: unknown property 'headrs'; did you mean 'headers'?",
      "13:7 scenario[0].front[0].httpRequest.headers: must be a mapping of header names, found 'text/html'",
      "14:7 scenario[0].front[0].httpRequest.sync: must be true or false, found 'no'; write false",
      "15:7 scenario[0].front[0].httpRequest.timeout: must be a whole number with a unit ms, s, m or h, such as 30s, found 'fast'",
      "17:9 scenario[0].front[0].httpRequest.body.patern: unknown property 'patern'; did you mean 'pattern'?",
      "18:5 scenario[0].front[1].randomInt: 'toVar' is missing",
      "19:7 scenario[0].front[1].randomInt.to: unknown property 'to'; expected one of toVar, min, max",
      "20:7 scenario[0].front[1].randomInt.min: must be a whole number, or a mapping with value or fromVar, found 'low'",
      '23:7 scenario[0].front[2].randomItem.list: must not be empty, expected at least one item',
      "25:7 scenario[0].front[3].thinkTime.duration: must be a number with a unit ns, us, ms, s, m or h, such as 20ms, found '1.5 sec'; write '1.5s'",
      "26:7 scenario[0].front[3].thinkTime.random: must be CONSTANT, LINEAR or NEGATIVE_EXPONENTIAL, found 'GAUSS'",
      '30:7 scenario[1].back[0].loop.repeats: must be a whole number of at least 1, found 0',
      '31:7 scenario[1].back[0].loop.steps: must not be empty, expected at least one item',
      '32:5 scenario[1].back[1].thinkTime: duration must be at most 24h',
    ],
  },
  {
    file: '49-handlers.yaml',
    problems: [
      "12:11 scenario[0].front[0].httpRequest.handler.status[0].rang: unknown status handler 'rang'; did you mean 'range'?",
      "14:11 scenario[0].front[0].httpRequest.handler.status[2]: unknown status handler 'stat'; did you mean 'stats'?",
      "16:11 scenario[0].front[0].httpRequest.handler.header.filtr: unknown header handler 'filtr'; did you mean 'filter'?",
      "21:13 scenario[0].front[0].httpRequest.handler.body[0].json.tovar: unknown property 'tovar'; did you mean 'toVar'?",
      "22:11 scenario[0].front[0].httpRequest.handler.body[1].jsn: unknown processor 'jsn'; did you mean 'json'?",
      "23:11 scenario[0].front[0].httpRequest.handler.body[2]: expected exactly one processor here, found 'store' and 'count'; check the indentation, or begin each processor with its own '-'",
      "26:11 scenario[0].front[0].httpRequest.handler.onCompletion[0]: unknown action 'stop'; 'stop' is a step and not an action: put the step into its own sequence, and start this sequence with the action 'newSequence: NAME' (docs/steps.md, An if around requests)",
      '27:11 scenario[0].front[0].httpRequest.handler.onCompletion[1]: must be an action, found 7',
      "29:11 scenario[0].front[0].httpRequest.handler.rawBytes.recorder: unknown raw-bytes handler 'recorder'; expected 'transferSizeRecorder'",
    ],
  },
  {
    file: '50-request-targets.yaml',
    problems: [
      "10:5 scenario[0].front[0].httpRequest: the document has several http targets, so the request must name one of them; add 'endpoint' or 'authority'",
      "14:7 scenario[0].front[1].httpRequest.authority: no http target has the authority 'localhost:8082'; use the host and port of an entry of 'http'",
      "17:7 scenario[0].front[2].httpRequest.endpoint: no http target has the name 'shoop'; use the name of an entry of 'http'",
      '22:7 scenario[0].front[3].httpRequest.endpoint: httpRequest has both endpoint and authority; remove one of the two',
      "24:5 scenario[0].front[4].httpRequest: httpRequest needs a method and a path; write for example 'GET: /path'",
    ],
  },
  {
    file: '51-sequences.yaml',
    problems: [
      '8:7 phases[0].none.atOnce.scenario: the scenario has no initial sequence, so its users would do nothing; list the first sequence under initialSequences',
      "15:7 phases[1].named.atOnce.scenario: sequence 'back' is defined twice; rename or remove one of the two",
      `16:9 phases[1].named.atOnce.scenario[0]["front[many]"]: sequence name 'front[many]' is malformed, expected 'name' or 'name[N]' with a whole number N`,
      "26:9 phases[2].listed.atOnce.scenario.initialSequence: unknown property 'initialSequence'; did you mean 'initialSequences'?",
      "29:9 phases[2].listed.atOnce.scenario.orderedSequences: must be a list of sequences, found 'front'",
    ],
  },
  {
    file: '52-variables.yaml',
    problems: [
      "10:5 scenario[0].front[2].setInt: variable 'mood' is used as a whole number here, but as text or an array in scenario[0].front[1].set; use two variables with different names; 'setInt' sets a whole number, and 'stringToInt' reads one from a text",
      "11:5 scenario[0].front[3].set: a step cannot set the built-in variable 'hyperfoil.run.id'; choose a name that does not begin with 'hyperfoil.'",
      "13:7 scenario[0].front[4].httpRequest.GET: variable 'pgae' has no value, because no step sets it; did you mean 'page'?",
      "13:7 scenario[0].front[4].httpRequest.GET: variable 'hyperfoil.run' is not a built-in variable; did you mean 'hyperfoil.run.id'?",
    ],
    mends: [
      ['setInt: mood', 'setInt: count'],
      ['  - set: hyperfoil.run.id <- mine\n', ''],
      ['pgae', 'page'],
      ['.run}', '.run.id}'],
    ],
  },
  {
    file: '53-everywhere.yaml',
    problems: [
      "1:1 nam: unknown property 'nam'; did you mean 'name'?",
      "3:3 http.host: host 'localhost:8080/shop' has a path; remove '/shop' here, and write the path into httpRequest",
      "4:3 http.prot: unknown property 'prot'; did you mean 'port'?",
      "10:7 phases[0].browse.constantRate.usersPerSec: must be a number above 0, or a mapping with base and increment, found 'ten'",
      "11:7 phases[0].browse.constantRate.duration: warning: time '10' has no unit, so Downpour reads it as seconds; write '10s' for seconds, or '10ms' for milliseconds",
      "12:7 phases[0].browse.constantRate.startAfter: there is no phase 'warmUp'; did you mean 'warmup'?",
      "15:11 phases[0].browse.constantRate.scenario[0].front[0].htpRequest: unknown step 'htpRequest'; did you mean 'httpRequest'?",
      "20:3 phases[2].browse: phase 'browse' is defined twice; rename or remove one of the two",
    ],
  },
  {
    file: '54-json.json',
    problems: ['6:3 document: a comma is missing before this'],
    mends: [
      ['"10s"', '"10s",'],
      [', "port": 8081', ''],
      ['": 0', '": 1'],
    ],
  },
  {
    file: '55-json-values.json',
    problems: [
      '3:37 http.port: port 8081 is given although host ends with port 8080; give the port only once',
      '4:2 usersPerSec: must be a number above 0, or a mapping with base and increment, found 0; write a small number instead, such as 0.1',
      "6:26 scenario[0].front[0]: unknown step 'nop'; did you mean 'noop'?",
    ],
  },
  {
    file: '56-merge.yaml',
    problems: [
      '7:7 phases[0].browse.constantRate.usersPerSec: must be a number above 0, or a mapping with base and increment, found 0; write a small number instead, such as 0.1',
      "16:7 phases[1].again.constantRate.startAfter: there is no phase 'brows'; did you mean 'browse'?",
      "19:11 phases[2].text.constantRate: '<<' must point to another mapping, or to a list of them",
    ],
  },
  {
    file: '57-steps-beside-a-refused-one.yaml',
    problems: [
      "10:7 scenario[0].front[0].httpRequest.bogus: unknown property 'bogus'",
      '11:5 scenario[0].front[1].randomInt: randomInt has min 9 above max 1; reduce min, or increase max',
      "17:7 scenario[1].back[0].loop.repeats: must be a whole number of at least 1, found 'three'",
      '19:9 scenario[1].back[0].loop.steps[0].randomInt: randomInt has min 9 above max 1; reduce min, or increase max',
    ],
  },
  {
    file: '58-sequence-without-dash.yaml',
    problems: [
      "10:9 phases[0].main.constantRate.scenario.front: unknown property 'front'; write '- front:' if this is an item of a list",
    ],
    mends: [['        front:', '      - front:']],
  },
  {
    file: '70-hotrod.yaml',
    problems: [
      '3:3 hotrod[0].uri: uri is malformed; expected a URI such as hotrod://localhost:11222',
      "5:3 hotrod[1].uri: 'b:99999' in uri is not the address of a server; expected a host with or without a port, such as localhost or localhost:11222",
      "5:3 hotrod[1].uri: uri has the unknown option 'max_retries'; expected one of sasl_mechanism, sni_host_name, socket_timeout, trust_ca",
      "5:3 hotrod[1].uri: uri has the unknown sasl_mechanism 'MD5'; expected one of PLAIN, DIGEST-MD5, SCRAM-SHA-1, SCRAM-SHA-256, SCRAM-SHA-384, SCRAM-SHA-512",
      "5:3 hotrod[1].uri: socket_timeout '2s' in uri must be a whole number of milliseconds above 0; write for example socket_timeout=2000",
      '5:3 hotrod[1].uri: uri has a user without a password, or a password without a user; write both, as in hotrod://USER:PASSWORD@localhost:11222',
      "6:20 hotrod[1].caches[1]: cache 'stock' is listed twice; remove one of the two, because a request gives only the name of a cache",
      "7:3 hotrod[2].uri: the user or the password in uri has a malformed percent-escape; write '%25' for the character '%'",
      '7:3 hotrod[2].uri: uri has no trust_ca, so Downpour cannot verify the certificate of the server; name the file with the trusted certificates, such as trust_ca=/etc/ssl/certs/ca-certificates.crt',
      '8:3 hotrod[2].caches: must not be empty, expected at least one item',
      "9:3 hotrod[3]: 'uri' is missing",
      "9:3 hotrod[3].caches: must be a list of caches, found 'more'",
      "15:5 scenario[0].front[1].hotrodRequest: hotrodRequest has several operations: put, get; write either 'put: CACHE' or 'get: CACHE'",
      "16:22 scenario[0].front[2].hotrodRequest.operation: unknown operation 'DELETE'; expected PUT or GET",
      "17:5 scenario[0].front[3].hotrodRequest: 'cacheName' is missing; add for example 'cacheName: stock'",
      "17:38 scenario[0].front[3].hotrodRequest.key: variable 'k' has no value, because no step sets it; set the variable in an earlier step, or correct its name",
      "18:5 scenario[0].front[4].hotrodRequest: 'value' is missing: put needs a value; add for example 'value: many'",
      "18:34 scenario[0].front[4].hotrodRequest.cacheName: the cache is given twice, in 'put' and in 'cacheName'; remove one of the two",
      "19:5 scenario[0].front[5].hotrodRequest: 'key' is missing; add for example 'key: apples'",
      "19:34 scenario[0].front[5].hotrodRequest.value: warning: 'get' needs no value, so Downpour ignores this value; remove 'value'",
      "20:5 scenario[0].front[6].httpRequest: the request needs a target, but the document has no http target; add an entry to 'http'",
    ],
  },
  {
    file: '71-hotrod-requests.yaml',
    problems: [
      "9:22 scenario[0].front[0].hotrodRequest.get: no hotrod entry lists the cache 'stok'; did you mean 'stock'?",
      "10:5 scenario[0].front[1].hotrodRequest: hotrodRequest has several operations: put, get; write either 'put: CACHE' or 'get: CACHE'",
      "11:22 scenario[0].front[2].hotrodRequest.operation: unknown operation 'DELETE'; expected PUT or GET",
      "12:5 scenario[0].front[3].hotrodRequest: 'cacheName' is missing; add for example 'cacheName: stock'",
      "13:5 scenario[0].front[4].hotrodRequest: 'value' is missing: put needs a value; add for example 'value: many'",
      "13:34 scenario[0].front[4].hotrodRequest.cacheName: the cache is given twice, in 'put' and in 'cacheName'; remove one of the two",
      "14:5 scenario[0].front[5].hotrodRequest: 'key' is missing; add for example 'key: apples'",
      "14:34 scenario[0].front[5].hotrodRequest.value: warning: 'get' needs no value, so Downpour ignores this value; remove 'value'",
      "15:22 scenario[0].front[6].hotrodRequest.put: variable 'k' has no value, because no step sets it; set the variable in an earlier step, or correct its name",
      "15:54 scenario[0].front[6].hotrodRequest.value.fromVar: variable 'v' has no value, because no step sets it; set the variable in an earlier step, or correct its name",
      "16:5 scenario[0].front[7].httpRequest: the request needs a target, but the document has no http target; add an entry to 'http'",
    ],
  },
  {
    file: '72-tls.yaml',
    problems: [
      "4:3 http[0].sslHandshakeTimeout: sslHandshakeTimeout must be above 0; write 'none' for no limit",
      '6:5 http[0].keyManager.certFile: certFile is given without keyFile; add keyFile, the file with the private key of the certificate',
      "8:5 http[0].trustManager.storeType: unknown storeType 'FOO'; expected one of JKS, PKCS12, SYSTEM",
      "11:5 http[1].keyManager.keyFile: '/etc/client.key' is an absolute path; put the file next to the document, and write a relative path, such as 'data.csv'",
      '11:5 http[1].keyManager.keyFile: keyFile is given without certFile; add certFile, the file with the certificate of this key',
      '12:5 http[1].keyManager.storeType: warning: storeType has no effect without storeFile; add storeFile, or remove storeType',
      '13:5 http[1].keyManager.alias: warning: alias has no effect without storeFile; add storeFile, or remove alias',
      '16:5 http[1].trustManager.storeFile: storeType SYSTEM means the public certificate authorities and uses no storeFile; remove storeType or storeFile',
      "19:5 http[2].keyManager.storeType: unknown storeType 'PKCS11'; did you mean 'PKCS12'?",
      '20:5 http[2].keyManager.storeFile: keyManager has both a key store (storeFile) and PEM files (certFile, keyFile); give either storeFile, or certFile and keyFile',
      "20:5 http[2].keyManager.storeFile: the password of the key store is missing; give it as a parameter, such as 'password: !param STORE_PASSWORD'",
      '23:3 http[2].trustManager: trustManager names no trust store and no certificate; give storeFile or certFile, or storeType SYSTEM for the public certificate authorities',
      '24:5 http[2].trustManager.password: warning: password has no effect without storeFile; add storeFile, or remove password',
      '26:3 http[3].keyManager: keyManager has no certificate; give storeFile, or certFile and keyFile',
      "29:5 http[3].trustManager.certFile: '../ca.crt' leads out of the document's folder; put the file next to the document, and write a relative path, such as 'data.csv'",
      '30:5 http[3].trustManager.password: warning: password has no effect without storeFile; add storeFile, or remove password',
      '33:5 http[4].keyManager.password: must be text, found a mapping; write the value as one text in quotes',
      "34:3 http[4].trustManager: must be a mapping, found 'SYSTEM'",
      "36:3 http[5].keyManager: warning: keyManager has no effect, because requests to six.example go without TLS; remove keyManager, or write 'protocol: https'",
      "38:3 http[5].trustManager: warning: trustManager has no effect, because requests to six.example go without TLS; remove trustManager, or write 'protocol: https'",
    ],
  },
  {
    file: '73-item-without-space.yaml',
    problems: ["12:1 document: this list item has no space after its '-'; write '- b:'"],
    mends: [['-b:', '- b:']],
  },
  {
    file: '74-indented-item-without-space.yaml',
    problems: ["12:3 document: this list item has no space after its '-'; write '- b:'"],
    mends: [['-b:', '- b:']],
  },
  {
    file: '75-words-of-other-tools.yaml',
    problems: [
      "2:1 http: 'host' is missing",
      "3:3 http.baseUrl: unknown property 'baseUrl'; did you mean 'host'?",
      "4:3 http.connections: unknown property 'connections'; did you mean 'sharedConnections'?",
      "5:1 stages: unknown property 'stages'; did you mean 'phases'?",
    ],
  },
  {
    file: '76-words-of-other-tools-in-phases.yaml',
    problems: [
      "2:1 http: 'host' is missing",
      "3:3 http.baseUrl: unknown property 'baseUrl'; did you mean 'host'?",
      "4:3 http.connections: unknown property 'connections'; did you mean 'sharedConnections'?",
      "7:5 phases[0].a.rampUp: unknown phase kind 'rampUp'; did you mean 'increasingRate'?",
      "10:5 phases[1].b.constantRate: 'scenario' or 'forks' is missing, expected exactly one of them",
      "10:5 phases[1].b.constantRate: 'usersPerSec' is missing",
      "11:7 phases[1].b.constantRate.rps: unknown property 'rps'; did you mean 'usersPerSec'?",
      "13:7 phases[1].b.constantRate.after: unknown property 'after'; did you mean 'startAfter'?",
      "14:7 phases[1].b.constantRate.flow: unknown property 'flow'; did you mean 'scenario'?",
      "16:5 phases[2].c.atOnce: 'users' is missing",
      "17:7 phases[2].c.atOnce.vus: unknown property 'vus'; did you mean 'users'?",
      "21:13 phases[2].c.atOnce.scenario[0].front[0].httpRequest.url: unknown property 'url'; did you mean 'GET'?",
      "22:13 phases[2].c.atOnce.scenario[0].front[0].httpRequest.checks: unknown property 'checks'; did you mean 'handler'?",
      "26:15 phases[2].c.atOnce.scenario[0].front[1].httpRequest.handler.status: must be a status handler, found 200; write '{ range: 200 }'",
      "30:15 phases[2].c.atOnce.scenario[0].front[2].httpRequest.handler.status: unknown status handler '200-299'; write '{ range: 200-299 }'",
    ],
  },
  {
    file: '77-steps-without-a-sequence.yaml',
    problems: [
      "5:5 phases[0].a.increasingRate: 'initialUsersPerSec' is missing",
      "5:5 phases[0].a.increasingRate: 'targetUsersPerSec' is missing",
      "6:7 phases[0].a.increasingRate.from: unknown property 'from'; did you mean 'initialUsersPerSec'?",
      "7:7 phases[0].a.increasingRate.to: unknown property 'to'; did you mean 'targetUsersPerSec'?",
      "10:9 phases[0].a.increasingRate.scenario[0].httpRequest: must be a list of steps, found a mapping; 'httpRequest' is a step: write '- main:' above it, which names a sequence, and indent the step below",
      "13:9 phases[0].a.increasingRate.scenario[1].thinkTime: must be a list of steps, found '1s'; 'thinkTime' is a step: write '- main:' above it, which names a sequence, and indent the step below",
    ],
  },
  {
    file: '78-colon-after-a-value.yaml',
    problems: [
      "4:11 document: a mapping cannot begin in the middle of this line, found a second ': '; put the value in quotes, or on a line of its own",
    ],
    mends: [['1s:', '1s']],
  },
  {
    file: '79-habits-of-other-formats.yaml',
    problems: [
      "3:3 http.host: host '!param HOST http://localhost:8080' is malformed, expected a host name such as example.com, example.com:8080 or https://example.com",
      "3:9 http.host: warning: '!param HOST' inside a text stays in the text; remove the quotes around it",
      "4:29 http.sharedConnections: parameter 'CONNECTIONS=20' has no value and no default; write a space before the default, as in '!param CONNECTIONS 20'",
      "5:1 usersPerSec: must be a number above 0, or a mapping with base and increment, found '5,5'; write 5.5",
      "6:1 duration: must be a whole number with a unit ms, s, m or h, such as 30s, found 'PT2S'; write '2s'",
      `11:16 scenario[0].front[0].httpRequest.GET: warning: YAML reads the quote “ as a part of the value; write " or ' in its place if it encloses the value`,
      `12:11 scenario[0].front[0].httpRequest.sla: must be a mapping, found 'p99 < 250ms'; write for example 'limits: { "0.99": 250ms }' on the next line, indented`,
      "15:11 scenario[0].front[1].httpRequest.json: unknown property 'json'; did you mean 'body'?",
    ],
    mends: [
      ['"!param HOST http://localhost:8080"', '!param HOST http://localhost:8080'],
      ['CONNECTIONS=20', 'CONNECTIONS 20'],
      ['5,5', '5.5'],
      ['PT2S', '2s'],
      ['“/products”', '"/products"'],
      ['sla: p99 < 250ms', 'sla: { limits: { "0.99": 250ms } }'],
      ['json:', 'body:'],
    ],
  },
  {
    file: '80-kind-of-phase-without-a-phase.yaml',
    problems: [
      "3:1 atOnce: unknown property 'atOnce'; write 'atOnce' in a phase, as in 'phases: [ main: { atOnce: ... } ]'",
    ],
  },
  {
    file: '81-units-comments-and-hosts.yaml',
    problems: [
      "3:5 http[0].host: host 'https:localhost' is malformed; write 'https://localhost'",
      "4:5 http[1].host: host 'http//localhost:8080' is malformed; write 'http://localhost:8080'",
      "6:5 http[2].host: host 'localhost:eighty' is malformed, expected a host name such as example.com, example.com:8080 or https://example.com; write the port as a number, such as 8080",
      "7:5 http[3].host: host 'localhost:8083\u00a0' is malformed, expected a host name such as example.com, example.com:8080 or https://example.com",
      '7:11 http[3].host: warning: YAML reads the character U+00A0, which looks like a space, as a part of the value; remove the character',
      "8:1 usersPerSec: must be a number above 0, or a mapping with base and increment, found '50 users/s'; write 50",
      "9:1 duration: must be a whole number with a unit ms, s, m or h, such as 30s, found '1m30'; write '90s'",
      `11:1 ["/* all */ scenarios"]: unknown property '/* all */ scenarios'; a comment begins with '#' and ends with the line`,
      "14:9 scenario[0].front[0].httpRequest: must be a mapping, found 'GET:/products'; write 'GET: /products' on the next line, indented",
      "17:11 scenario[0].front[1].httpRequest.url: unknown property 'url'; did you mean 'path'?",
      "18:11 scenario[0].front[1].httpRequest.query: unknown property 'query'; write the query into the path, as in 'GET: /products?limit=10'",
      `19:28 scenario[0].front[1].httpRequest.sla.limits["0.99"]: must be a number with a unit ns, us, ms, s, m or h, such as 20ms, found '0.5 sec'; write '0.5s'`,
      `19:45 scenario[0].front[1].httpRequest.sla.limits["0.5"]: must be a number with a unit ns, us, ms, s, m or h, such as 20ms, found '20 µs'; write '20us'`,
    ],
    mends: [
      ['https:localhost', 'https://localhost'],
      ['http//localhost', 'http://localhost'],
      ['eighty', '8081'],
      ['localhost:8083\u00a0', 'localhost:8083'],
      ['50 users/s', '50'],
      ['1m30', '90s'],
      ['"/* all */ scenarios": 1', '# all scenarios'],
      ['GET:/products', '{ endpoint: slashes, GET: /products }'],
      ['url:', 'endpoint: slashes\n          path:'],
      ['          query: limit=10\n', ''],
      ['0.5 sec', '0.5s'],
      ['20 µs', '20us'],
    ],
  },
];

describe('a broken document is refused with every problem and its place', () => {
  for (const { file, problems } of broken) {
    it(file, () => {
      const { benchmark, problems: found } = parseBenchmark(read(file));
      const lines = found.map((problem) => formatProblem(file, problem).slice(file.length + 1));
      assert.deepEqual(lines, problems);
      assert.equal(benchmark, undefined);
    });
  }

  it('has an expectation for every document of the folder', () => {
    assert.deepEqual(
      broken.map(({ file }) => file),
      readdirSync(folder).sort(),
    );
  });
});

describe('a document is accepted after its fault is mended as the message says', () => {
  for (const { file, mends = [] } of broken) {
    if (mends.length === 0) continue;
    it(file, () => {
      const mended = mends.reduce((text, [from, to]) => {
        assert.ok(text.includes(from), `nothing to mend: ${from}`);
        return text.replace(from, () => to);
      }, read(file));
      const { benchmark, problems } = parseBenchmark(mended);
      assert.deepEqual(
        problems
          .filter(({ severity }) => severity === 'error')
          .map((problem) => formatProblem(file, problem)),
        [],
      );
      assert.ok(benchmark);
    });
  }
});
