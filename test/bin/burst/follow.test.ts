import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, connect } from '../../../bin/api/client.ts';
import { follow } from '../../../bin/burst/follow.ts';
import { aborted } from '../../../bin/terminal/interrupts.ts';
import type { BurstStatus, PhaseStatus } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { apiKey, startApi } from '../api.ts';

const running: BurstStatus = { id: 'b1', benchmark: 'shop', state: 'running', phases: [] };
const never = new AbortController().signal;

test('when the API has gone, following it reports what became of the burst', async () => {
  const server = await startApi({ statuses: [running] });
  const statuses = follow(connect({ url: server.url, apiKey }), 'b1', never, { silenceMs: 0 });
  assert.equal((await statuses.next()).value?.state, 'running');
  await server[Symbol.asyncDispose]();
  await assert.rejects(statuses.next(), (error: Error & { status?: number; code?: string }) => {
    assert.deepEqual([error.code, error.status], ['BURST_LOST', 503]);
    assert.match(
      error.message,
      /^http.* stopped answering: if the process of that API has ended, the load of burst b1 has ended too; start the API again, and it stores a run of what was measured \(`downpour watch b1` shows its end\)$/,
    );
    return true;
  });
});

test('the commands about a lost burst have the data folder of the command', async () => {
  const unreachable = new DownpourError('API_UNREACHABLE', 503, 'nobody');
  const { api } = scripted([unreachable]);
  await assert.rejects(follow({ ...api, data: './other' }, 'b1', never, { silenceMs: -1 }).next(), {
    message: /\(`downpour watch b1 --data \.\/other` shows its end\)$/,
  });
});

test('a deployed burst continues when no command follows it', async () => {
  const unreachable = new DownpourError('API_UNREACHABLE', 503, 'nobody');
  const { api } = scripted([unreachable], 'https://api.example.com');
  await assert.rejects(follow(api, 'b1', never, { silenceMs: -1 }).next(), {
    code: 'BURST_LOST',
    message:
      /burst b1 may still run; `downpour bursts` shows its state, and `downpour runs` shows its run at the end$/,
    cause: unreachable,
  });
});

test('a silence passes, a refusal does not', async () => {
  const busy = new DownpourError('HTTP_500', 500, 'busy');
  const tooMany = new DownpourError('HTTP_429', 429, 'Too Many Requests');
  const { api } = scripted([busy, tooMany, { ...running, state: 'passed' }]);
  assert.deepEqual(await all(follow(api, 'b1', never, { pause: async () => undefined as never })), [
    'passed',
  ]);
  const refused = scripted([new DownpourError('BURST_NOT_FOUND', 499, 'none')]);
  await assert.rejects(follow(refused.api, 'b1', never).next(), { code: 'BURST_NOT_FOUND' });
});

test('the status is requested every half second, and sooner where a change is near', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const until = (status: PhaseStatus['status'], durationMs: number): BurstStatus => ({
    ...running,
    phases: [{ status, startsAt: 0, durationMs } as PhaseStatus],
  });
  const expected: readonly [BurstStatus, number][] = [
    [{ ...until('RUNNING', 60_000), state: 'planning' }, 150],
    [running, 150],
    [until('NOT_STARTED', 60_000), 150],
    [until('RUNNING', 60_000), 500],
    [until('RUNNING', 1_300), 350],
    [until('RUNNING', 1_300), 50],
    [until('RUNNING', 800), 150],
    [{ ...until('RUNNING', 60_000), state: 'merging' }, 50],
  ];
  const { api } = scripted([...expected.map(([status]) => status), { ...running, state: 'failed' }]);
  const pauses: (number | undefined)[] = [];
  const pause = async (ms?: number) => {
    pauses.push(ms);
    t.mock.timers.setTime(Date.now() + (ms ?? 0));
    return undefined as never;
  };
  await all(follow(api, 'b1', never, { pause }));
  assert.deepEqual(
    pauses,
    expected.map(([, ms]) => ms),
  );
});

test('the end of a burst of this process shortens one pause, and the others are longer', async () => {
  const ended = Promise.withResolvers<unknown>();
  const merging: BurstStatus = { ...running, state: 'merging' };
  const { api } = scripted([merging, merging, merging, { ...running, state: 'passed' }]);
  const pauses: (number | undefined)[] = [];
  const pause = async (ms?: number, _?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) => {
    pauses.push(ms);
    if (pauses.length !== 2) assert.equal(signal?.aborted, false);
    else {
      ended.resolve(undefined);
      await aborted(signal as AbortSignal);
    }
    return undefined as never;
  };
  await all(follow({ ...api, ended: () => ended.promise }, 'b1', never, { pause: pause as never }));
  assert.deepEqual(pauses, [500, 500, 500]);
});

test('an end while the status is on its way shortens the pause after it', async () => {
  const ended = Promise.withResolvers<unknown>();
  const { api } = scripted([running, { ...running, state: 'passed' }]);
  const burst = async (id: string): Promise<BurstStatus> => {
    ended.resolve(undefined);
    await new Promise(setImmediate);
    return api.burst(id);
  };
  const isShort: (boolean | undefined)[] = [];
  const pause = async (_ms?: number, _?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) => {
    isShort.push(signal?.aborted);
    return undefined as never;
  };
  await all(follow({ ...api, burst, ended: () => ended.promise }, 'b1', never, { pause: pause as never }));
  assert.deepEqual(isShort, [true]);
});

test('a user who leaves during a pause leaves at once', async () => {
  const leave = new AbortController();
  const { api, asked } = scripted([running]);
  const statuses = follow(api, 'b1', leave.signal);
  await statuses.next();
  const next = statuses.next();
  leave.abort();
  assert.deepEqual([(await next).done, asked()], [true, 1]);
});

test('the user who stops a burst reads "by you", not the name of their key', async () => {
  const stopped: BurstStatus = { ...running, state: 'stopped', reason: 'stopped by admin' };
  await using server = await startApi({ statuses: [stopped], stopped });
  const api = connect({ url: server.url, apiKey });
  assert.equal((await api.burst('b1')).reason, 'stopped by admin');
  await api.stopBurst('b1');
  assert.equal((await api.burst('b1')).reason, 'stopped by you');
});

/** An API that answers with these statuses in turn, and then always with the last one. */
function scripted(answers: readonly (BurstStatus | Error)[], url = 'http://127.0.0.1:1') {
  let asked = 0;
  const burst = async (): Promise<BurstStatus> => {
    asked += 1;
    const answer = answers[Math.min(asked, answers.length) - 1];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  };
  return { api: { url, burst } as Partial<Api> as Api, asked: () => asked };
}

async function all(statuses: AsyncIterable<BurstStatus>): Promise<readonly string[]> {
  const states: string[] = [];
  for await (const { state } of statuses) states.push(state);
  return states;
}
