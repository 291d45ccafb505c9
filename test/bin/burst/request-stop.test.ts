import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { stopper } from '../../../bin/api/calls/stopper.ts';
import type { Api } from '../../../bin/api/client.ts';
import { requestStop, stillRunning, stopLost } from '../../../bin/burst/request-stop.ts';
import type { StopExecution } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';

/**
 * The command line asks for a stop until the API accepts it. If that fails, a message reports what still runs
 * and how to end it.
 */

const tooMany = new DownpourError('HTTP_429', 429, 'Too Many Requests');
const busy = new DownpourError('HTTP_503', 503, 'busy');

suite('a stop', () => {
  const request = async (answers: readonly (Error | undefined)[], msMax = 60_000) => {
    const pauses: number[] = [];
    const said: string[] = [];
    let times = 0;
    const stopBurst = async () => {
      const answer = answers[Math.min(times, answers.length - 1)];
      times += 1;
      if (answer !== undefined) throw answer;
      return { by: 'api' } as const;
    };
    const pause = async (ms: number) => void pauses.push(ms);
    const stopError = await requestStop({ stopBurst }, 'b1', {
      msMax,
      pause,
      say: (line) => said.push(line),
    });
    return { stopError, times, pauses, said };
  };

  test('is sent again until it is accepted', async () => {
    assert.deepEqual(await request([busy, busy, busy, busy, busy, undefined]), {
      stopError: undefined,
      times: 6,
      pauses: [200, 500, 1_000, 2_000, 2_000],
      said: ['The stop request failed (busy). Downpour repeats the request for up to 60 s.'],
    });
    assert.equal((await request([tooMany, undefined])).times, 2);
    assert.deepEqual((await request([undefined])).said, []);
  });

  test('is abandoned in the end, and at once when it is rejected or no server answers', async () => {
    assert.deepEqual(await request([busy], 0), { stopError: busy, times: 1, pauses: [], said: [] });
    const refused = new DownpourError('BURST_NOT_FOUND', 404, 'none');
    assert.deepEqual(await request([refused]), { stopError: refused, times: 1, pauses: [], said: [] });
    const gone = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    const absent = new DownpourError('API_UNREACHABLE', 503, 'gone', { cause: gone });
    assert.equal((await request([absent])).times, 1);
    await assert.rejects(request([new TypeError('bug')]), TypeError);
  });
});

suite('the way without functions', () => {
  const stopOf = (token: string | undefined, execution: object, failure: Error | undefined) => {
    const calls: unknown[][] = [];
    const stop = async (burst: string): Promise<void> => {
      calls.push(['stop', burst]);
      if (failure !== undefined) throw failure;
    };
    const stopByToken = async (request: object): Promise<StopExecution> => {
      calls.push(['stopByToken', request]);
      return execution as StopExecution;
    };
    return { stop: stopper({ stop, stopByToken }, () => token), calls };
  };

  test('is taken with the token of the burst when the API fails', async () => {
    const { stop, calls } = stopOf('secret', { status: 'SUCCEEDED' }, busy);
    assert.deepEqual(await stop('b1'), { by: 'token', failure: busy });
    assert.deepEqual(calls, [
      ['stop', 'b1'],
      ['stopByToken', { burst: 'b1', token: 'secret' }],
    ]);
  });

  test('is not taken when the API has heard, has refused, or no token is known', async () => {
    const received = stopOf('secret', {}, undefined);
    assert.deepEqual(await received.stop('b1'), { by: 'api' });
    assert.equal(received.calls.length, 1);
    const refused = new DownpourError('BURST_NOT_FOUND', 404, 'none');
    for (const { stop, calls } of [stopOf('secret', {}, refused), stopOf(undefined, {}, refused)]) {
      await assert.rejects(stop('b1'), refused);
      assert.equal(calls.length, 1);
    }
    await assert.rejects(stopOf(undefined, {}, busy).stop('b1'), busy);
  });

  test('may be refused too', async () => {
    const { stop } = stopOf('wrong', { status: 'FAILED', cause: 'the token is wrong' }, busy);
    await assert.rejects(stop('b1'), {
      code: 'STOP_REFUSED',
      status: 503,
      cause: busy,
      message: /the token is wrong/,
    });
  });
});

test('a stop request without an answer reports that the load continues, its end, and both ways to stop it', () => {
  const api = (token?: string) => ({ url: 'http://api', stopToken: () => token }) as Partial<Api> as Api;
  assert.deepEqual(stillRunning(api(), 'b1', undefined), [
    'Burst b1 could not be stopped: its load continues. Stop it with:',
    '  downpour stop b1',
  ]);
  const [, way] = stillRunning({ ...api(), data: './my runs' }, 'b1', undefined);
  assert.equal(way, "  downpour stop b1 --data './my runs'");
  const [first, , third] = stillRunning(api('s'), 'b1', 0);
  assert.match(first ?? '', /its load continues until about 1970-01-01T00:00:00.000Z/);
  assert.match(third ?? '', /POST http:\/\/api\/api\/burst\/stop .*'{"burst":"b1","token":"s"}'$/);
});

suite('a burst whose API stopped answering', () => {
  const lost = new DownpourError('BURST_LOST', 503, 'http://api stopped answering');
  const after = async (stopError: Error | undefined, error: unknown = lost) => {
    const said: string[] = [];
    const stopBurst = async () => {
      if (stopError !== undefined) throw stopError;
      return { by: 'api' } as const;
    };
    const api = { url: 'http://api', stopBurst, stopToken: () => undefined } as Partial<Api> as Api;
    const outcome = await stopLost(error, api, 'b1', undefined, (line) => said.push(line), { msMax: 0 }).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    return { outcome, said };
  };

  test('is stopped, and followed again when the stop was heard', async () => {
    assert.deepEqual(await after(undefined), {
      outcome: undefined,
      said: ['http://api stopped answering. Downpour now tries to stop the load of this run.'],
    });
  });

  test('is left with a note of what continues when the stop did not arrive', async () => {
    const { outcome } = await after(busy);
    assert.match(
      outcome?.message ?? '',
      /^http:\/\/api does not answer\nBurst b1 could not be stopped: its load continues/,
    );
  });

  test('is over when its API is gone with it', async () => {
    const gone = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    const absent = new DownpourError('API_UNREACHABLE', 503, 'gone', { cause: gone });
    assert.equal((await after(absent)).outcome, lost);
  });

  test('is stopped too when the API rejects the key during the run', async () => {
    const revoked = new DownpourError('UNAUTHORIZED', 401, 'http://api does not know the API key');
    const { outcome, said } = await after(undefined, revoked);
    assert.deepEqual([outcome, said.length], [undefined, 1]);
    assert.equal((await after(revoked, revoked)).outcome, revoked);
  });

  test('is not meant by any other failure', async () => {
    const bug = new TypeError('bug');
    assert.deepEqual(await after(undefined, bug), { outcome: bug, said: [] });
  });
});
