import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../bin/api/client.ts';
import { check } from '../../bin/document/read-document.ts';
import { isFinal } from '../../lib/driver/model/run-state.ts';

/** A target that belongs to the person who runs this: the deployment's own version, which needs no key. */
export type Target = { readonly url: string; readonly path: string };

/** Documents of this suite, with the requests that each of them plans. */
export const documents = (target: Target) => ({
  /** 50 requests in five seconds, spread evenly. */
  short: { text: documentOf('account-short', target, 10, '5s'), requests: 50 },
  /** A burst that is stopped long before its end. */
  stopped: { text: documentOf('account-stopped', target, 5, '60s'), requests: 300 },
});

function documentOf(name: string, { url, path }: Target, rate: number, duration: string): string {
  const steps = [{ httpRequest: { GET: path } }];
  const phase = {
    constantRate: { usersPerSec: rate, duration, variance: false, scenario: [{ ask: steps }] },
  };
  return JSON.stringify({ name, http: { host: url, sharedConnections: 10 }, phases: [{ load: phase }] });
}

/** The price of all of it in AWS, by the planner's own estimate. */
export async function priceOf(target: Target): Promise<number> {
  const plans = await Promise.all(
    Object.values(documents(target)).map(({ text }) =>
      check('account', text, { param: {} }, { DOWNPOUR_URL: target.url }),
    ),
  );
  return plans.reduce((sum, { plan, problems }) => {
    assert.ok(plan, problems.map(({ message }) => message).join('; '));
    return sum + plan.estimate.dollars;
  }, 0);
}

/**
 * The duties of a deployment in any place: run a burst and count all of it, stop another burst, answer
 * queries, keep an upload and revoke a key. Each line that it prints was asserted.
 */
export async function exercise(api: Api, target: Target, say: (line: string) => void): Promise<void> {
  const { short, stopped } = documents(target);
  const first = await ended(api, await api.startBurst({ document: short.text }));
  // A busy machine is reported. The run counts all the same.
  assert.match(first.state, /^(passed|inconclusive)$/, first.reason);
  assert.ok(first.runId);
  const counts = await api.query(first.runId, '$.stats[*].total.summary.requestCount', { array: true });
  assert.deepEqual(JSON.parse(counts.value ?? ''), [short.requests]);
  say(`a burst of ${short.requests} requests is counted to the last`);

  const second = await api.startBurst({ document: stopped.text });
  await until(api, second, ({ phases }) => phases.some(({ status }) => status === 'RUNNING'));
  await api.stopBurst(second);
  const end = await ended(api, second);
  assert.equal(end.state, 'stopped', end.reason);
  say('a burst that is stopped ends as stopped');

  const uploaded = await api.upload(
    { body: new TextEncoder().encode('{"a":[1,2]}') },
    { test: 'account', start: '1', stop: '2' },
  );
  assert.equal((await api.query(Number(uploaded), '$.a', {})).value, '[1,2]');
  say('an upload is kept and can be queried');

  const before = (await api.keys()).length;
  await api.createKey('account suite');
  const made = (await api.keys()).find(({ name, isRevoked }) => name === 'account suite' && !isRevoked);
  assert.ok(made);
  await api.revokeKey(made.id);
  const after = await api.keys();
  assert.equal(after.length, before + 1);
  assert.equal(after.find(({ id }) => id === made.id)?.isRevoked, true);
  say('a key is made and revoked');
}

type Status = Awaited<ReturnType<Api['burst']>>;

const ended = (api: Api, burst: string): Promise<Status> => until(api, burst, ({ state }) => isFinal(state));

async function until(api: Api, burst: string, holds: (status: Status) => boolean): Promise<Status> {
  for (;;) {
    const status = await api.burst(burst);
    if (holds(status) || isFinal(status.state)) return status;
    await pause(250);
  }
}
