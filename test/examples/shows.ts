import assert from 'node:assert/strict';
import { listRows } from '../../lib/driver/statistics/wire/row-cursor.ts';
import type { Ran } from './run-plan.ts';

/**
 * Facts that a run of an example must show in addition to its success. Counts are listed only when a busy
 * machine does not change them.
 */
export type Shows = {
  /** The errors that the run reports. Absent: it reports none. */
  readonly errors?: readonly string[];
  /** The number of requests that the example makes invalid on purpose. */
  readonly invalid?: number;
  readonly also?: (ran: Ran) => void;
};

export const shows: Readonly<Record<string, Shows>> = {
  https: { also: routes({ 'GET /products': 10, 'POST /login': 10 }) },
  iterations: {
    also: (ran) =>
      assert.deepEqual(
        requestsOf(ran, ({ phase }) => (phase.startsWith('hold/') ? phase : '')),
        {
          'hold/000': 10,
          'hold/001': 20,
          'hold/002': 30,
          '': ran.counts.requests - 60,
        },
      ),
  },
  staircase: {
    also: ({ partials }) =>
      assert.deepEqual([...new Set(partials.map(({ phase }) => phase))].sort(), [
        ...['initialRampUp/look', 'initialRampUp/search'],
        ...['rampUp/000/look', 'rampUp/000/search', 'rampUp/001/look', 'rampUp/001/search'],
        ...['steadyState/000/look', 'steadyState/000/search', 'steadyState/001/look'],
        ...['steadyState/001/search', 'steadyState/002/look', 'steadyState/002/search'],
      ]),
  },
  'start-with': {
    also: ({ partials }) => {
      const [lookers, searchers] = ['lookers', 'searchers'].map((name) =>
        partials.find(({ phase }) => phase === name),
      );
      assert.ok(lookers && searchers);
      assert.ok(searchers.outcome.startedAt - lookers.outcome.startedAt >= 500);
    },
  },
  forks: { also: routes({ 'GET /products': 210, 'GET /search': 90, 'GET /health': 1 }) },
  parameters: { also: metrics({ 'search yellow umbrella': 20 }) },
  templates: { also: routes({ 'GET /products': 5, 'GET /health': 5, 'GET /search': 45 }) },
  loops: {
    also: (ran) => {
      assert.equal(ran.counts.routes['GET /products'], 9);
      assert.equal(linesLike(ran, /^looked at 3 pages$/), 3);
    },
  },
  sequences: {
    also: (ran) => {
      routes({ 'GET /products': 4, 'GET /search': 4, 'GET /products/{id}': 8 })(ran);
      assert.equal(linesLike(ran, /sequence 'detail' has no free instance/), 4);
    },
  },
  'for-each': {
    also: (ran) => {
      routes({ 'GET /products': 3, 'GET /products/{id}': 60 })(ran);
      assert.equal(linesLike(ran, /^asking for 20 products$/), 3);
    },
  },
  queue: { also: routes({ 'GET /products': 3, 'GET /products/{id}': 60, 'GET /health': 3 }) },
  waiting: { also: metrics({ list: 5, search: 5, bargain: 5, last: 5 }) },
  conditions: {
    also: (ran) =>
      assert.equal(linesLike(ran, /^somebody from (Norway|Niger|Spain) looks at \//), ran.log.length),
  },
  arrays: {
    also: (ran) => {
      assert.equal(
        linesLike(ran, /^2 in the basket, 1 of them a coat, second raincoat, any (umbrella|raincoat)$/),
        2,
      );
      assert.equal(linesLike(ran, /^1 large size$/), 2);
    },
  },
  collections: { also: (ran) => assert.equal(linesLike(ran, /^60 names, 20 in the last page$/), 2) },
  'json-extract': {
    also: (ran) => assert.equal(linesLike(ran, /^5 names of 200, the second costs 13$/), 3),
  },
  'json-replace': {
    also: (ran) => {
      const name = Buffer.from('light yellow umbrella').toString('base64');
      assert.equal(linesLike(ran, new RegExp(`^orders {"id":17,"name":"${name}","priceCents":[2-5]}$`)), 3);
    },
  },
  'html-resources': {
    also: (ran) => {
      metrics({ page: 10, style: 10, script: 10, picture: 60 })(ran);
      assert.equal(linesLike(ran, /^the page is complete, yes$/), 10);
    },
  },
  'form-login': {
    also: (ran) => {
      routes({ 'GET /': 5, 'POST /sign-in': 5, 'GET /account': 5 })(ran);
      assert.equal(linesLike(ran, /^signed in as customer-\d+$/), 5);
    },
  },
  bodies: {
    also: metrics({
      'with a pattern': 3,
      'as it is': 3,
      'from a variable': 3,
      'from a file': 3,
      'a form': 3,
    }),
  },
  patterns: {
    also: (ran) => {
      const line =
        /^order-(\d{8})-([0-9a-f]+) blue rain barrel rain blue barrel blue_rain_barrel \$\{words\}$/;
      for (const text of ran.log) {
        const [, decimal, hexadecimal] = line.exec(text) ?? [];
        assert.equal(Number(decimal), Number.parseInt(hexadecimal ?? '', 16), text);
      }
      assert.equal(ran.log.length, 2);
    },
  },
  'shared-maps': {
    also: (ran) => assert.equal(new Set(ran.log.filter((line) => / is back$/.test(line))).size, 5),
  },
  'shared-counters': {
    also: (ran) => {
      const expected = Array.from({ length: 20 }, (_, at) => {
        const tens = Math.floor((at + 1) / 10);
        return `order ${(at % 10) + 1}, after ${tens} times ten`;
      });
      assert.deepEqual(ran.log, expected);
    },
  },
  'agent-data': { also: routes({ 'POST /sign-in': 1, 'GET /account': 10 }) },
  'global-counters': {
    also: ({ partials }) => {
      const [{ globalCounters } = {}] = partials;
      assert.equal(globalCounters?.sales?.orders, '20');
      assert.ok(Number(globalCounters?.sales?.revenue) >= 20 * 990);
    },
  },
  'status-handlers': {
    also: (ran) => {
      const kept = (line: RegExp): number => linesLike(ran, line);
      assert.equal(kept(/^status 200, 0 missing$/) + kept(/^status 404, 1 missing$/), 10);
      const exact = extension(ran, 'exact_status');
      assert.equal(exact.status_200, kept(/^200 for product \d+$/));
      assert.equal(exact.status_200 + (exact.status_404 ?? 0), 10);
    },
  },
  'metric-rules': {
    also: (ran) => {
      const counted = requestsOf(ran, ({ metric }) => metric);
      assert.equal(counted.product, 30);
      const others = ['products', 'page 3', 'search', 'health'].map((name) => counted[name] ?? 0);
      assert.equal(
        others.reduce((sum, count) => sum + count, 0),
        30,
      );
    },
  },
  'two-targets': { also: metrics({ 'by endpoint': 5, 'by authority': 5, 'by address': 5 }) },
  'transfer-sizes': {
    also: (ran) => {
      const { sent = 0, received = 0 } = extension(ran, 'bytes of lists');
      assert.ok(sent > 20 * 50 && received > 20 * 2_000, JSON.stringify({ sent, received }));
    },
  },
  stopwatch: { also: metrics({ findAndLook: 10, find: 10, look: 10 }) },
  'custom-sla': {
    also: (ran) => {
      const counted = requestsOf(ran, ({ metric }) => metric);
      assert.deepEqual([counted.purchase, counted.checkout], [counted['open cart'], counted['open cart']]);
    },
  },
  compensation: {
    also: (ran) => {
      const counted = requestsOf(ran, ({ metric }) => metric);
      assert.equal(counted['product as planned'], counted.product);
    },
  },
  gzip: { also: metrics({ list: 10, bargain: 10 }) },
  compression: {
    also: (ran) => {
      metrics({ compressed: 10, bargain: 10, plain: 10 })(ran);
      const bytesOf = (name: string): number =>
        ran.rows.reduce(
          (sum, { metric, counters }) => sum + (metric === name ? counters.bytesReceived : 0),
          0,
        );
      assert.ok(bytesOf('compressed') < bytesOf('plain') / 2);
    },
  },
  redirects: {
    also: (ran) => {
      metrics({ 'old address': 5, front_redirect_0: 5, 'not followed': 5 })(ran);
      routes({ 'GET /home': 10, 'GET /': 5 })(ran);
      assert.equal(linesLike(ran, /^the form goes to \/sign-in$/), 5);
    },
  },
  'hot-rod': {
    also: metrics({ product: 5, 'cache put': 5, 'cache get': 5 }),
  },
  headers: {
    also: (ran) => {
      const times = ran.rows.filter(({ metric }) => metric === 'in the shop');
      assert.equal(
        times.reduce((sum, { counters }) => sum + counters.responses, 0),
        20,
      );
      assert.equal(extension(ran, 'countHeaders')['x-backend-time'], 20);
    },
  },
  'invalid-responses': {
    invalid: 1,
    also: (ran) => {
      const [all, none] = [linesLike(ran, / found for /), linesLike(ran, /^0 found for snow$/)];
      const failed = ran.rows.reduce((sum, { counters }) => sum + counters.invalid, 0);
      assert.deepEqual([all, failed, ran.counts.routes['GET /health']], [10, none, 10]);
    },
  },
  failing: {
    errors: ["careful: phase 'careful', sequence 'search', step 2 of 2 (fail): the shop sells no snow"],
    also: (ran) => assert.equal(ran.counts.routes['GET /health'], 3),
  },
  'random-items': { also: routes({ 'GET /search': 20 }) },
  'random-rows': { also: routes({ 'POST /sign-in': 20 }) },
  'random-files': { also: routes({ 'POST /cart': 20 }) },
  'session-limit': {
    also: ({ partials: [partial] }) => {
      assert.equal(partial?.outcome.sessionLimitExceeded, true);
      assert.ok(partial.sessions.every(([, , most]) => most <= 5));
    },
  },
  agents: {
    also: ({ partials }) =>
      assert.deepEqual(
        partials.map(({ outcome }) => outcome.planned).sort((one, other) => one - other),
        [10, 20],
      ),
  },
};

type Counted = { readonly phase: string; readonly metric: string };

/** The number of requests of a phase, of a metric, or of both. */
function requestsOf({ partials }: Ran, nameOf: (counted: Counted) => string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { phase, rows } of partials)
    for (const { metric, counters } of listRows(rows)) {
      const name = nameOf({ phase, metric });
      sums[name] = (sums[name] ?? 0) + counters.requests;
    }
  return sums;
}

function metrics(expected: Readonly<Record<string, number>>): (ran: Ran) => void {
  return (ran) =>
    assert.deepEqual(
      requestsOf(ran, ({ metric }) => metric),
      expected,
    );
}

function routes(expected: Readonly<Record<string, number>>): (ran: Ran) => void {
  return ({ counts }) => assert.deepEqual({ ...counts.routes }, expected);
}

const linesLike = ({ log }: Ran, line: RegExp): number => log.filter((text) => line.test(text)).length;

/** The sums of a group of the statistics over all rows. */
function extension({ rows }: Ran, group: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { extensions = {} } of rows)
    for (const [name, count] of Object.entries(extensions[group]?.counts ?? {}))
      sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
