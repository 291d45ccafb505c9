import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Environment } from '../../../lib/local/function-host/execution-environment.ts';
import { Pool, type PoolOptions } from '../../../lib/local/function-host/pool.ts';

/** A pool whose environments only record calls. Their names are a, b, c in the order of their start. */
function poolOf(options: Partial<PoolOptions> = {}) {
  const started: string[] = [];
  const killed: string[] = [];
  const rested: string[] = [];
  const environments = new Map<string, Environment>();
  const activeMs = new Map<string, number>();
  const start = (): Environment => {
    const name = 'abcdefgh'.charAt(started.length);
    started.push(name);
    const end = Promise.withResolvers<string>();
    const kill = (): void => {
      killed.push(name);
      end.resolve('killed');
    };
    const never = new Promise<never>(() => undefined);
    const rest = (): void => {
      rested.push(name);
    };
    const environment = {
      load: () => never,
      invoke: () => never,
      ended: end.promise,
      kill,
      rest,
      configure: () => undefined,
      keep: async () => undefined,
      hasAnswered: () => true,
      activeMs: () => activeMs.get(name) ?? 0,
      running: new Set<string>(),
    };
    environments.set(name, environment);
    return environment;
  };
  const pool = new Pool({
    start,
    gathers: false,
    environmentsMax: 2,
    processors: 2,
    invocationsMax: 1,
    overflow: 'wait',
    idleMax: 8,
    restMs: 100,
    idleMs: 1000,
    waitMs: 500,
    ...options,
  });
  const nameOf = (environment: Environment): string =>
    [...environments].find(([, each]) => each === environment)?.[0] ?? 'unknown';
  return {
    pool,
    started,
    killed,
    rested,
    take: async (isLong = false) => nameOf(await pool.take({ long: isLong ? 'long' : undefined })),
    takeFor: async (long: string, caller?: string) => nameOf(await pool.take({ long, caller })),
    withdraw: (name: string) => pool.withdraw(environments.get(name) as Environment),
    answered: (name: string) => pool.answered(environments.get(name) as Environment),
    giveBack: (name: string) => pool.giveBack(environments.get(name) as Environment),
    compute: (name: string, ms: number) => activeMs.set(name, (activeMs.get(name) ?? 0) + ms),
    kill: (name: string) => environments.get(name)?.kill(),
    idle: (count: number) => pool.idle(count).map(nameOf),
  };
}

/** The environment that an invocation gets after a wait. */
async function later(t: TestContext, taken: Promise<string>): Promise<string> {
  t.mock.timers.tick(100);
  return taken;
}

/** Waits until the callbacks of all settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a pool of environments', () => {
  test('starts one for each invocation, and takes the one used last first', async () => {
    const { take, giveBack, started } = poolOf({ environmentsMax: 3 });
    assert.deepEqual([await take(), await take(), await take()], ['a', 'b', 'c']);
    for (const name of ['c', 'a', 'b']) giveBack(name);
    assert.equal(await take(), 'c');
    giveBack('c');
    assert.equal(await take(), 'c');
    assert.equal(started.length, 3);
  });

  test('shares them evenly when there may be no more, as far as each may be shared', async () => {
    const { take, giveBack } = poolOf({ invocationsMax: 2, overflow: 'refuse' });
    assert.deepEqual([await take(), await take(), await take(), await take()], ['a', 'b', 'a', 'b']);
    await assert.rejects(take(), { status: 429, code: 'TooManyRequestsException' });
    giveBack('b');
    assert.equal(await take(), 'b');
  });

  test('lets those who wait have what is given back, first come first served', async () => {
    const { take, giveBack, started } = poolOf({ environmentsMax: 1 });
    await take();
    const order: string[] = [];
    const turns = ['first', 'second'].map((name) => take().then(() => order.push(name)));
    await settled();
    assert.deepEqual(order, []);
    giveBack('a');
    await turns[0];
    assert.deepEqual(order, ['first']);
    giveBack('a');
    await turns[1];
    assert.deepEqual([order, started], [['first', 'second'], ['a']]);
  });

  test('replaces an environment that ends, for the waiting invocations', async () => {
    const { take, kill, giveBack } = poolOf({ environmentsMax: 1 });
    await take();
    const next = take();
    kill('a');
    assert.equal(await next, 'b');
    giveBack('a');
    const last = take();
    giveBack('b');
    assert.equal(await last, 'b');
  });

  test('ends those without work after a while, and at once above a number', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, giveBack, killed } = poolOf({ environmentsMax: 3, idleMax: 2 });
    for (const _ of 'abc') await take();
    for (const name of 'ab') giveBack(name);
    t.mock.timers.tick(999);
    assert.equal(await take(), 'b');
    t.mock.timers.tick(1);
    assert.deepEqual(killed, ['a']);
    await settled();
    assert.equal(await take(), 'd');
    for (const name of 'bcd') giveBack(name);
    assert.deepEqual(killed, ['a', 'd']);
    t.mock.timers.tick(1000);
    assert.deepEqual(killed, ['a', 'd', 'b', 'c']);
  });

  test('has some ready, counting those that are, and no more than it may', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, idle, killed, started } = poolOf({ environmentsMax: 5, idleMax: 3 });
    await take();
    assert.deepEqual(idle(1), ['b']);
    assert.deepEqual(idle(2), ['b', 'c']);
    assert.deepEqual(idle(4), ['b', 'c', 'd']);
    assert.equal(await take(), 'd');
    assert.deepEqual(idle(9), ['b', 'c', 'e']);
    assert.deepEqual(idle(1), ['e']);
    assert.equal(started.length, 5);
    t.mock.timers.tick(1000);
    assert.deepEqual(killed.toSorted(), ['b', 'c', 'e']);
  });

  test('that is closed kills all, and refuses those who wait and those who come', async () => {
    const { pool, take, killed, started } = poolOf();
    await Promise.all([take(), take()]);
    const refused = assert.rejects(take(), { status: 503 });
    await pool.close();
    await refused;
    assert.deepEqual(
      [killed, started],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
    );
    await assert.rejects(take(), { status: 503, code: 'ServiceException' });
  });
});

describe('a pool that gathers short invocations', () => {
  const gathering = (environmentsMax = 3) =>
    poolOf({ gathers: true, environmentsMax, invocationsMax: Number.POSITIVE_INFINITY });

  test('lets short invocations share an environment, and a long one have its own', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, giveBack } = gathering();
    assert.deepEqual([await take(), await take()], ['a', 'a']);
    assert.equal(await later(t, take(true)), 'b');
    assert.equal(await take(), 'a');
    for (const _ of 'aaa') giveBack('a');
    assert.equal(await take(true), 'a', 'a long one takes what is idle');
    giveBack('b');
    assert.equal(await take(), 'b', 'an environment is open to short invocations again after a long one');
    assert.equal(await take(), 'b');
  });

  test('starts another environment for a short invocation that has waited for a long one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, started } = gathering();
    await take(true);
    const waiting = [take(), take()];
    t.mock.timers.tick(99);
    await settled();
    assert.deepEqual(started, ['a']);
    t.mock.timers.tick(1);
    assert.deepEqual(await Promise.all(waiting), ['b', 'b']);
  });

  test('starts no other environment for a long invocation when the first one is free in time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, giveBack, started } = gathering();
    await take(true);
    const second = take(true);
    t.mock.timers.tick(99);
    giveBack('a');
    assert.equal(await second, 'a');
    t.mock.timers.tick(1000);
    assert.deepEqual(started, ['a']);
  });

  test('lets a short one in when the long one ends first', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, giveBack, started } = gathering();
    await take(true);
    const waiting = take();
    giveBack('a');
    assert.equal(await waiting, 'a');
    t.mock.timers.tick(1000);
    assert.deepEqual(started, ['a']);
  });

  test('lets one without work rest, and the others go', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, giveBack, killed, rested, started } = gathering();
    assert.deepEqual([await take(true), await later(t, take(true))], ['a', 'b']);
    for (const name of 'ab') giveBack(name);
    t.mock.timers.tick(99);
    assert.deepEqual([killed, rested], [[], []]);
    t.mock.timers.tick(1);
    assert.deepEqual([killed, rested], [['a'], ['b']]);
    await settled();
    assert.equal(await take(), 'b');
    giveBack('b');
    t.mock.timers.tick(999);
    assert.deepEqual([killed, rested], [['a'], ['b', 'b']]);
    t.mock.timers.tick(1);
    assert.deepEqual(killed, ['a', 'b']);
    assert.equal(started.length, 2);
  });

  test('keeps room for short ones, and for long ones of another function', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, takeFor, giveBack, started } = poolOf({
      gathers: true,
      environmentsMax: 4,
      longMax: 3,
      invocationsMax: Number.POSITIVE_INFINITY,
    });
    assert.deepEqual([await takeFor('query'), await later(t, takeFor('query'))], ['a', 'b']);
    const third = takeFor('query');
    t.mock.timers.tick(1000);
    assert.deepEqual(started, ['a', 'b'], 'the third one of a function waits');
    assert.equal(await later(t, takeFor('upload')), 'c', 'one of another function does not');
    const fourth = takeFor('other');
    const short = take();
    t.mock.timers.tick(1000);
    assert.equal(await short, 'd', 'nor does a short one');
    giveBack('c');
    assert.equal(await fourth, 'c', 'who came later goes first where only that one may');
    giveBack('a');
    assert.equal(await third, 'a');
  });

  test('gives nothing to an environment that does not begin an invocation, until it answers', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, giveBack, withdraw, answered, started } = gathering();
    assert.deepEqual([await take(), await take()], ['a', 'a']);
    withdraw('a');
    const next = take();
    t.mock.timers.tick(100);
    assert.equal(await next, 'b');
    giveBack('b');
    answered('a');
    assert.deepEqual([await take(), await take()], ['b', 'b']);
    assert.deepEqual(started, ['a', 'b']);
  });

  test('starts no other while the running ones keep all processors busy, for three seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, compute, started } = gathering(4);
    assert.deepEqual([await take(true), await later(t, take(true))], ['a', 'b']);
    const third = take(true);
    for (let tenth = 0; tenth < 29; tenth += 1) {
      for (const name of 'ab') compute(name, 90);
      t.mock.timers.tick(100);
    }
    assert.deepEqual(started, ['a', 'b']);
    t.mock.timers.tick(100);
    assert.equal(await third, 'c');
  });

  test('starts another one as soon as a processor is free', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, compute } = gathering(4);
    assert.deepEqual([await take(true), await later(t, take(true))], ['a', 'b']);
    const third = take(true);
    for (const name of 'ab') compute(name, 90);
    t.mock.timers.tick(100);
    compute('a', 90);
    assert.equal(await later(t, third), 'c');
  });

  test('makes all wait where there may be no more', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { take, giveBack, started } = gathering(1);
    await take();
    const long = take(true);
    t.mock.timers.tick(1000);
    await settled();
    assert.deepEqual(started, ['a']);
    giveBack('a');
    assert.equal(await long, 'a');
  });
});

describe('a pool whose invocations have callers', () => {
  const bounded = (environmentsMax = 3, callerMax = 1) =>
    poolOf({ gathers: true, environmentsMax, callerMax, invocationsMax: 1 });

  test('keeps environments for other callers', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { takeFor, giveBack, started } = bounded(4, 2);
    assert.deepEqual([await takeFor('query', 'eve'), await later(t, takeFor('label', 'eve'))], ['a', 'b']);
    const third = takeFor('plan', 'eve');
    t.mock.timers.tick(200);
    await settled();
    assert.deepEqual(started, ['a', 'b']);
    const other = later(t, takeFor('query', 'ada'));
    assert.equal(await other, 'c', 'the limit of one caller does not limit another');
    assert.equal(await later(t, takeFor('plan')), 'd', 'nor of the machine');
    giveBack('b');
    assert.equal(await third, 'b');
  });

  test('lets callers take turns, regardless of their number and order of invocations', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { takeFor, giveBack } = bounded(1);
    await takeFor('query', 'eve');
    const order: string[] = [];
    const callers = ['eve', 'eve', 'eve', 'ada', 'bob', 'ada'];
    const turns = callers.map((caller) => takeFor('query', caller).then(() => order.push(caller)));
    for (const _ of callers) {
      giveBack('a');
      await settled();
    }
    await Promise.all(turns);
    assert.deepEqual(order, ['eve', 'ada', 'bob', 'eve', 'ada', 'eve']);
  });

  test('gives a waiting caller its turn before callers that come later, although it had turns before', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { takeFor, giveBack } = bounded(1);
    await takeFor('query', 'eve 0');
    let isServed = false;
    const ada = takeFor('query', 'ada').then(() => takeFor('query', 'ada'));
    void ada.then(() => {
      isServed = true;
    });
    for (let n = 1; n < 3; n += 1) takeFor('query', `eve ${n}`).catch(() => undefined);
    for (let n = 3; n < 8 && !isServed; n += 1) {
      takeFor('query', `eve ${n}`).catch(() => undefined);
      giveBack('a');
      await settled();
    }
    assert.ok(isServed);
  });

  test('refuses an invocation whose turn did not come in time, but none of the machine', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { takeFor, giveBack } = bounded(1);
    await takeFor('query', 'eve');
    const own = takeFor('query');
    const refused = assert.rejects(takeFor('query', 'eve'), { status: 429 });
    t.mock.timers.tick(500);
    await refused;
    giveBack('a');
    assert.equal(await own, 'a');
  });

  test('has the place of an environment that has ended for the same caller', async () => {
    const { takeFor, kill } = bounded();
    assert.equal(await takeFor('query', 'eve'), 'a');
    const next = takeFor('query', 'eve');
    kill('a');
    assert.equal(await next, 'b');
  });
});
