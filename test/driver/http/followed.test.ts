import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FollowRedirect } from '../../../lib/driver/model/benchmark.ts';
import { type Random, randomFor } from '../../../lib/driver/random.ts';
import { type Handler, listen, runShard, targetAt, totals } from '../session/shards.ts';

/**
 * A server redirects its users at random, and the users follow. The server and the users count the same
 * requests.
 */

const users = 40;

/** The numbers of the server's answers, by kind. */
type Counts = { redirects: number; refreshes: number; found: number; notFound: number };

type Site = { readonly byStatus: boolean; readonly byPage: boolean; readonly longest: number };

const answered = 'this is the response';

function siteOf({ byStatus, byPage, longest }: Site, random: Random, counts: Counts): Handler {
  let delayed = false;
  return (request, response, { url }) => {
    if (request.headers['x-preserve'] !== 'repeat me') {
      response.writeHead(500).end('a header is missing');
      return;
    }
    const hop = Number(url.split('=')[1] ?? 0);
    const next = `/${random.next() < 0.5 ? 'again' : 'elsewhere'}?hop=${hop + 1}`;
    const draw = random.next();
    if (hop < longest && draw < 0.3 && byStatus) {
      counts.redirects += 1;
      response.writeHead(303, { location: next }).end('moved');
    } else if (hop < longest && draw < 0.6 && byPage) {
      counts.refreshes += 1;
      const seconds = delayed ? 0 : 1;
      delayed = true;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<html><head><meta http-equiv="refresh" content="${seconds}; url=${next}"></head></html>`);
    } else if (draw < 0.8) {
      counts.found += 1;
      response.end(answered);
    } else {
      counts.notFound += 1;
      response.writeHead(404).end('not found, sort of');
    }
  };
}

async function visit(followRedirect: FollowRedirect, site: Site, steps?: readonly unknown[]) {
  const counts: Counts = { redirects: 0, refreshes: 0, found: 0, notFound: 0 };
  const server = await listen(siteOf(site, randomFor(11, 'site', 0, followRedirect), counts));
  try {
    const request = {
      GET: '/somewhere',
      headers: { 'x-preserve': 'repeat me' },
      handler: { followRedirect, body: { store: 'text' } },
    };
    const wrong = { stringCondition: { fromVar: 'text', notEqualTo: answered } };
    const { rows, outcome } = await runShard({
      scenario: {
        orderedSequences: [
          { redirectMe: steps ?? [{ unset: 'text' }, { httpRequest: request }, fail(wrong)] },
        ],
        sequences: [
          {
            redirectMe_redirect: [
              {
                httpRequest: {
                  ...request,
                  GET: { fromVar: 'location' },
                  handler: { body: { store: 'text' } },
                },
              },
            ],
          },
        ].filter(() => steps !== undefined),
      },
      target: targetAt(server.port),
      arrivals: { kind: 'atOnce', users },
    });
    assert.deepEqual([outcome.result, outcome.started], ['completed', users]);
    const first = totals(rows, 'redirectMe');
    const others = rows.filter(({ metric }) => metric !== 'redirectMe');
    assert.ok(others.length > 0 && others.every(({ metric }) => /^redirectMe_redirect/.test(metric)));
    return { counts, first, next: totals(others), all: totals(rows), seen: server.seen.length };
  } finally {
    server.close();
  }
}

const fail = (condition: object) => ({ fail: { message: 'wrong response', ...condition } });

suite('Users who are redirected', () => {
  test('row 127: by hand, with a status action, a header filter and a sequence, count up', async () => {
    const byHand = {
      httpRequest: {
        GET: '/somewhere',
        headers: { 'x-preserve': 'repeat me' },
        handler: {
          followRedirect: 'NEVER',
          status: { action: { '301, 302, 303, 307, 308': [{ set: 'redirect <- true' }] } },
          header: {
            filter: {
              header: { value: 'location' },
              processor: [{ store: 'location' }, { newSequence: 'redirectMe_redirect' }],
            },
          },
          body: {
            conditional: {
              boolCondition: { fromVar: 'redirect', value: false },
              processor: { store: 'text' },
            },
          },
        },
      },
    };
    const { counts, first, next, seen } = await visit(
      'NEVER',
      { byStatus: true, byPage: false, longest: 1 },
      [
        { set: 'redirect <- false' },
        { unset: 'location' },
        { unset: 'text' },
        byHand,
        { awaitVar: 'text' },
        fail({ stringCondition: { fromVar: 'text', notEqualTo: answered } }),
      ],
    );
    assert.ok(counts.redirects > 0);
    assert.deepEqual([first.status3xx, next.status3xx], [counts.redirects, 0]);
    assert.deepEqual(first.status2xx + next.status2xx, counts.found);
    assert.deepEqual([first.status4xx + next.status4xx, seen], [counts.notFound, users + counts.redirects]);
  });

  test('row 128: by location, get the final response under either name, with their headers repeated', async () => {
    const { counts, first, next, all } = await visit('LOCATION_ONLY', {
      byStatus: true,
      byPage: false,
      longest: 5,
    });
    assert.ok(counts.redirects > 0);
    assert.equal(first.requests, users);
    assert.equal(first.status2xx + next.status2xx, users - counts.notFound);
    assert.equal(first.status3xx + next.status3xx, counts.redirects);
    assert.equal(first.status4xx + next.status4xx, counts.notFound);
    assert.deepEqual([all.status5xx, all.requests], [0, users + counts.redirects]);
  });

  test('row 129: by pages, at once or after a second, get no status of a redirect', async () => {
    const { counts, first, next, all } = await visit('HTML_ONLY', {
      byStatus: false,
      byPage: true,
      longest: 5,
    });
    assert.ok(counts.refreshes > 0);
    assert.equal(first.status2xx + next.status2xx, users + counts.refreshes - counts.notFound);
    assert.deepEqual([all.status3xx, all.status4xx, all.status5xx], [0, counts.notFound, 0]);
  });

  test('row 130: by one behind the other, as often as they come', async () => {
    const { counts, first, next, all } = await visit('ALWAYS', { byStatus: true, byPage: true, longest: 8 });
    assert.ok(counts.redirects > 0 && counts.refreshes > 0);
    assert.equal(first.requests, users);
    assert.equal(next.requests, counts.redirects + counts.refreshes);
    assert.deepEqual([all.status3xx, all.status4xx], [counts.redirects, counts.notFound]);
    assert.equal(all.status2xx, counts.refreshes + users - counts.notFound);
  });

  test('by a refresh that is relative to the base of its page', async () => {
    const server = await listen((_request, response, { url }) => {
      const page = '<base href="../assets/"><base href=/no/><meta http-equiv=refresh content="0; url=next">';
      if (url === '/pages/first') response.end(page);
      else response.end('last');
    });
    try {
      await runShard({
        scenario: [
          { test: [{ httpRequest: { GET: '/pages/first', handler: { followRedirect: 'ALWAYS' } } }] },
        ],
        target: targetAt(server.port),
      });
      assert.deepEqual(
        server.seen.map(({ url }) => url),
        ['/pages/first', '/assets/next'],
      );
    } finally {
      server.close();
    }
  });

  test('row 131: by a relative location and a relative refresh behind it, get where these lead', async () => {
    const server = await listen((_request, response, { url }) => {
      if (url === '/redirect/me/relatively') response.writeHead(302, { location: 'elsewhere/now' }).end();
      else if (url === '/redirect/me/elsewhere/now')
        response.end('<html><meta http-equiv="refresh" content="0; url=../../here"></html>');
      else if (url === '/redirect/here') response.end('here');
      else response.writeHead(404).end(url);
    });
    try {
      const { rows } = await runShard({
        scenario: [
          {
            test: [
              { httpRequest: { GET: '/redirect/me/relatively', handler: { followRedirect: 'ALWAYS' } } },
            ],
          },
        ],
        target: targetAt(server.port),
      });
      assert.deepEqual([totals(rows, 'test').status3xx, totals(rows, 'test').responses], [1, 1]);
      assert.deepEqual([totals(rows, 'test_redirect_0').status2xx, server.seen.length], [2, 3]);
    } finally {
      server.close();
    }
  });
});
