import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import { withListeners } from '../../../lib/repository/pipeline/notify/listeners.ts';
import { all } from '../../../lib/repository/ports/table.ts';
import { type Action, isAllowed } from '../../../lib/repository/records/actions/actions.ts';
import { isSecret, secretOf, signedHeaders } from '../../../lib/repository/records/actions/signature.ts';
import { nameOfEvent, type RepositoryEvent } from '../../../lib/repository/records/alerting/events.ts';
import { entriesOf } from '../../../lib/repository/records/log/log.ts';
import type { OutboxEntry } from '../../../lib/repository/work/work.ts';
import { openQueuedWork } from '../work/queue.ts';

/**
 * An event is sent, signed, to the actions that subscribe to it, until they have received it. Other actions
 * receive nothing.
 */

const secret = secretOf(Buffer.alloc(32, 7));

/**
 * Opens a repository whose events go to a server of the test.
 * @param answers the statuses of the answers, and 0 for no answer. Later answers are 204.
 */
async function open(answers: readonly number[] = []) {
  const { context, queued, drain, step, table, time, work, warnings } = openQueuedWork(handlers);
  const { repository } = context;
  const posted: { url: string; headers: Readonly<Record<string, string>>; body: string }[] = [];
  const published: RepositoryEvent[] = [];
  const left = [...answers];
  Object.assign(context, {
    outside: {
      publish: async (event: RepositoryEvent) => void published.push(event),
      post: async (url: string, headers: Readonly<Record<string, string>>, body: string) => {
        posted.push({ url, headers, body });
        time.now += 5_000;
        const answer = left.shift() ?? 204;
        if (answer === 0) throw new Error('example.com cannot be reached');
        return { status: answer, ...(answer === 503 && { retryAfterS: 90 }) };
      },
    },
  });
  const made = await repository.tests.create({ name: 'shop', owner: 'ada-team', access: 'PUBLIC' });
  const testId = made?.id ?? 0;
  await repository.actions.addSite('https://example.com/hooks');
  const event: RepositoryEvent = {
    kind: 'missing-data',
    testId,
    testName: 'shop',
    missing: { rule: 'nightly' },
  };
  let ids = 0;
  return {
    repository,
    work,
    posted,
    published,
    queued,
    testId,
    event,
    step,
    warnings,
    time,
    /** The log of the test for its actions, the oldest first. */
    logs: async () => {
      const caller = { keyId: 1, user: 'ada', role: 'user' } as const;
      const location = { kind: 'action', test: testId } as const;
      const entries = await all(entriesOf(repository, caller, location, { now: 1_000_000 }));
      return entries.toReversed().map(({ id: _, timestamp: __, ...entry }) => entry);
    },
    action: async (given: Partial<Action> = {}) => {
      ids += 1;
      const action = {
        id: ids,
        event: 'missing-data' as const,
        url: `https://example.com/hooks/${ids}`,
        secret,
      };
      await repository.actions.put({ ...action, active: true, runAlways: false, ...given });
      return ids;
    },
    tell: async (reported: RepositoryEvent = event) => {
      const due = work.entry({ kind: 'event', event: reported }, 'now');
      await table.write([due.write]);
      await work.send([due]);
      await drain();
    },
  };
}

suite('an event', () => {
  test('goes to the bus, and to the actions for its kind and its test that are switched on', async () => {
    const { action, tell, posted, published, event, testId } = await open();
    await action();
    await action({ testId });
    await action({ testId: testId + 1 });
    await action({ event: 'change/new' });
    await action({ active: false });
    await tell();
    assert.deepEqual(published, [event]);
    assert.deepEqual(posted.map(({ url }) => url).sort(), [
      'https://example.com/hooks/1',
      'https://example.com/hooks/2',
    ]);
    assert.deepEqual(JSON.parse(posted[0]?.body ?? ''), {
      type: 'missing-data',
      timestamp: new Date(1_000_000).toISOString(),
      data: event,
    });
  });

  test('goes to more actions than one transaction can write, and to the bus once', async () => {
    const { action, tell, posted, published, event } = await open();
    for (let n = 1; n <= 200; n += 1) await action();
    await tell();
    assert.deepEqual(published, [event]);
    assert.deepEqual([posted.length, new Set(posted.map(({ url }) => url)).size], [200, 200]);
  });

  test('about a key belongs to no test, and goes to the actions for all tests', async () => {
    const { action, tell, posted, published, testId } = await open();
    const key = { id: 7, name: 'ci', user: 'ada', end: 2_000_000, toExpiration: 1 };
    const event = 'key/expiring';
    const all = await action({ event });
    await action({ event, testId });
    await action();
    await tell({ kind: event, key });
    assert.deepEqual(published, [{ kind: event, key }]);
    assert.deepEqual(
      posted.map(({ url, body }) => [url, JSON.parse(body).data.key]),
      [[`https://example.com/hooks/${all}`, key]],
    );
  });

  test('of a test without notifications goes only to actions that run always', async () => {
    const { action, tell, posted, published, repository, testId } = await open();
    await action();
    const always = await action({ runAlways: true });
    await repository.tests.change(testId, (one) => ({ ...one, notificationsEnabled: false }));
    await tell();
    assert.deepEqual(published, []);
    assert.deepEqual(
      posted.map(({ url }) => url),
      [`https://example.com/hooks/${always}`],
    );
  });

  test('has one name, in whatever order a table gives its members back', () => {
    const key = { id: 5, name: null, user: 'ada', end: 9, toExpiration: 1 };
    const { id, ...others } = key;
    const name = nameOfEvent({ kind: 'key/expiring', key });
    assert.equal(nameOfEvent({ key: { ...others, id }, kind: 'key/expiring' }), name);
    assert.notEqual(nameOfEvent({ kind: 'key/expiring', key: { ...key, toExpiration: 2 } }), name);
  });

  test('is sent again until it is accepted, with the same id and content, and delays no other event', async () => {
    const { action, tell, posted } = await open([500, 204, 302]);
    await action();
    await action();
    await tell();
    const times = Map.groupBy(posted, ({ headers }) => headers['webhook-id']);
    assert.deepEqual([...times.values()].map((list) => list.length).sort(), [1, 3]);
    assert.match([...times.keys()][0] ?? '', /^msg_1_[0-9a-f]{32}$/);
    assert.equal(new Set(posted.map(({ body }) => body)).size, 1);
    assert.equal(new Set(posted.map(({ headers }) => headers['webhook-timestamp'])).size, 4);
  });

  test('is sent no more where it is answered 410, and nowhere that is not allowed any more', async () => {
    const { action, tell, posted, repository, warnings } = await open([410]);
    const id = await action();
    await tell();
    assert.equal((await repository.actions.find(id))?.active, false);
    await action({ url: 'https://other.example.com/hooks' });
    await tell();
    assert.equal(posted.length, 1);
    assert.match(warnings.join(), /no longer begins with an allowed site/);
  });
});

suite('a receiver that asks for a repeat later', () => {
  test('is called after that time', async () => {
    const { action, tell, repository, time } = await open([503, 503, 503, 503, 503]);
    await action();
    const delays = new Set<number>();
    const { write } = repository.table;
    const watched: typeof write = (writes) => {
      for (const each of writes)
        if ('update' in each && each.set?.sweepAt !== undefined)
          delays.add(Number(each.set.sweepAt) - time.now - 600_000);
      return write(writes);
    };
    Object.assign(repository.table, { write: watched });
    await tell();
    assert.deepEqual([...delays], [90_000, 320_000]);
  });
});

suite('the log of a test for its actions', () => {
  test('that cannot be written does not send the event again', async () => {
    const { action, tell, posted, warnings, repository, testId } = await open();
    await action({ testId });
    Object.assign(repository.table, { newIds: () => Promise.reject(new Error('the table is busy')) });
    await tell();
    assert.equal(posted.length, 1);
    assert.match(warnings.join(), /the log of test \d+ does not have the entry: action 1 was sent/);
  });

  test('reports what became of each try, without the URL', async () => {
    const { action, tell, logs, testId } = await open([500, 204, 410]);
    const own = await action({ testId });
    await tell();
    await tell();
    await action({ testId, url: 'https://other.example.com/hooks' });
    await tell();
    const alike = { event: 'missing-data', type: 'http', testId };
    assert.deepEqual(await logs(), [
      {
        ...alike,
        level: 2,
        message: `the receiver of action ${own} answered with status 500, and Downpour tries again`,
      },
      { ...alike, level: 1, message: `action ${own} was sent, and the receiver answered with status 204` },
      {
        ...alike,
        level: 2,
        message: `the receiver of action ${own} answered with status 410, so Downpour switched the action off`,
      },
      {
        ...alike,
        level: 3,
        message:
          'action 2 was not sent: its URL no longer begins with an allowed site (GET /api/action/allowedSites lists them)',
      },
    ]);
  });

  test('has the reason of a missing answer, but shows the host of an action for all tests only to administrators', async () => {
    const failed = async (isOfTest: boolean) => {
      const { action, tell, logs, testId } = await open([0]);
      await action(isOfTest ? { testId } : {});
      await tell();
      return (await logs())[0]?.message;
    };
    assert.equal(
      await failed(true),
      'action 1 could not be sent, and Downpour tries again: example.com cannot be reached',
    );
    assert.equal(await failed(false), 'action 1 could not be sent, and Downpour tries again');
  });

  test('shows what is about a run to those who may see the run', async () => {
    const { action, tell, logs, testId, posted } = await open();
    await action({ event: 'run/new' });
    const run = { id: 7, start: 1, stop: 2, owner: 'ada-team' };
    await tell({ kind: 'run/new', testId, testName: 'shop', run });
    assert.deepEqual([posted.length, await logs()], [1, []]);
  });

  test('has nothing of an event that is of no test', async () => {
    const { action, tell, logs } = await open();
    await action({ event: 'key/expiring' });
    await tell({ kind: 'key/expiring', key: { id: 7, name: 'ci', user: 'ada', end: 2, toExpiration: 1 } });
    assert.deepEqual(await logs(), []);
  });
});

suite('an event without a recipient', () => {
  const run: OutboxEntry['task'] = { kind: 'datasets', run: 7 };
  const left = async (more: Partial<Action>, hasBus = false) => {
    const { action, repository, testId, work } = await open();
    await action({ event: 'run/new', testId, ...more });
    const test = (await repository.tests.byId(testId)) ?? assert.fail('no test');
    const reported = { id: 1, start: 1, stop: 2, owner: 'ada-team' };
    const event = { kind: 'run/new', testId, testName: 'shop', run: reported } as const;
    const due = [run, { kind: 'event', event } as const].map((task) => work.entry(task, 'now'));
    return (await withListeners({ repository, hasBus }, test, due, 1)).map(({ task }) => task.kind);
  };

  test('makes no task, unlike an event for an action or a bus, and unlike all other work', async () => {
    assert.deepEqual(await left({}), ['datasets', 'event']);
    assert.deepEqual(await left({ active: false }), ['datasets']);
    assert.deepEqual(await left({ active: false }, true), ['datasets', 'event']);
  });
});

suite('a signature', () => {
  test('is that of Standard Webhooks', () => {
    const headers = signedHeaders(secret, 'msg_1', 1_700_000_000_999, '{"a":1}');
    const key = Buffer.from(secret.slice(6), 'base64');
    const expected = createHmac('sha256', key).update('msg_1.1700000000.{"a":1}').digest('base64');
    assert.deepEqual(headers, {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${expected}`,
    });
  });

  test('needs a secret of 24 bytes or more', () => {
    assert.ok(isSecret(secret) && isSecret(secretOf(Buffer.alloc(24, 1))));
    for (const text of ['', 'whsec_', secret.slice(6), secretOf(Buffer.alloc(23, 1)), `${secret} `])
      assert.equal(isSecret(text), false, text);
  });
});

suite('an allowed site', () => {
  const sites = [
    { id: 1, prefix: 'https://example.com/hooks' },
    { id: 2, prefix: 'http://127.0.0.1:8080' },
  ];
  const cases: readonly [url: string, isBelow: boolean][] = [
    ['https://example.com/hooks', true],
    ['https://example.com/hooks/', true],
    ['https://EXAMPLE.com:443/hooks/a?b=c', true],
    ['https://example.com/hooks-of-others', false],
    ['https://example.com/', false],
    ['https://example.com/hooks/../admin', false],
    ['https://example.com.evil.org/hooks', false],
    ['https://example.com@evil.org/hooks', false],
    ['https://user:secret@example.com/hooks', false],
    ['http://example.com/hooks', false],
    ['http://127.0.0.1:8080/x', true],
    ['http://127.0.0.1:80801/x', false],
    ['ftp://example.com/hooks', false],
    ['hooks', false],
  ];
  for (const [url, isBelow] of cases)
    test(`${isBelow ? 'allows' : 'refuses'} ${url}`, () => assert.equal(isAllowed(url, sites), isBelow));
});
