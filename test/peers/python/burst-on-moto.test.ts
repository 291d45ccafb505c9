import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, suite, test } from 'node:test';
import { handler as awaitStart } from '../../../functions/driver/await-start.ts';
import type { AwaitStartInput, DriveInput } from '../../../functions/driver/states/messages.ts';
import { burstStores } from '../../../functions/stores.ts';
import { groupsFor } from '../../../lib/driver/planning/sharding/merge-tree.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { environment } from '../../../lib/names/environment.ts';
import { type Cloud, openCloud } from '../../functions/driver/cloud.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { type MotoMachine, motoMachine } from './moto.ts';

/**
 * `burst.asl.json` runs to its end on an interpreter that is not ours, with the real functions. Bursts run
 * side by side, because moto takes seconds to see that a map is over.
 */

/**
 * The behaviour in which moto differs from the service. When moto is corrected, remove the entry here and in
 * its test.
 */
const excused = {
  'a catcher that leads back to its own state is lost, and the state goes on':
    'AwaitStart asks again on the service; here the phase is settled as if it had been cancelled',
  'a failed child never fails its map':
    'Clean is never reached from a phase; here the burst goes on to Merge',
} as const;

type Ended = Awaited<ReturnType<MotoMachine['run']>>;

suite('burst.asl.json on moto', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  const seen = new Map<string, number>();
  const drives: DriveInput[] = [];
  const calls: string[] = [];
  let cloud: Cloud;
  let machine: MotoMachine;
  let target = '';

  before(async () => {
    target = await listening(
      scope,
      createServer((request, response) => {
        if (request.method === 'GET') seen.set(request.url ?? '', (seen.get(request.url ?? '') ?? 0) + 1);
        response.end('ok');
      }),
    );
    cloud = await openCloud(scope);
    const arn = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;
    machine = await motoMachine(scope, cloud.definition(arn), invoke);
    // The functions answer tokens of this machine.
    process.env.AWS_ENDPOINT_URL_SFN = machine.url;
  });

  /** The functions, or what a burst has instead of them. */
  const instead = new Map<string, (payload: never) => Promise<Json>>();
  const invoke = (name: string, payload: Json): Promise<Json> => {
    const { burst } = payload as { readonly burst: string };
    calls.push(`${burst} ${name}`);
    if (name === 'drive') drives.push(payload as unknown as DriveInput);
    const other = instead.get(`${burst} ${name}`);
    return other === undefined ? cloud.invoke(name, payload) : other(payload as never);
  };
  const callsOf = (burst: string): readonly string[] =>
    calls.filter((call) => call.startsWith(`${burst} `)).map((call) => call.split(' ')[1] ?? '');
  const failing =
    (error: string, message: string, times = Number.POSITIVE_INFINITY) =>
    (name: string, burst: string): void => {
      let left = times;
      instead.set(`${burst} ${name}`, async (payload: Json) => {
        left -= 1;
        if (left < 0) return cloud.invoke(name, payload);
        throw new StatesError(error, JSON.stringify({ errorType: error, errorMessage: message }));
      });
    };
  const phase = (name: string, burst: string, more = ''): string =>
    `- ${name}: { atOnce: { users: 4, ${more}scenario: [ get: [ { httpRequest: { GET: /${burst}/${name} } } ] ] } }\n`;
  const run = async (burst: string, phases: string, shards = 2): Promise<Ended> => {
    const head = `name: ${burst}\nhttp: { host: '${target}', sharedConnections: 20 }\nphases:\n`;
    await cloud.prepare(burst, head + phases, { shards });
    return machine.run(burst);
  };
  const stateOf = async (burst: string) => (await burstStores().bursts.get(burst))?.state;
  const sentTo = (burst: string): number =>
    [...seen].reduce((sum, [path, count]) => sum + (path.startsWith(`/${burst}/`) ? count : 0), 0);

  test('carries bursts as our own interpreter does', { concurrency: true }, async (t) => {
    await Promise.all([
      t.test('two phases, one strictly after the other, of two drives each', async () => {
        const burst = 'm-two';
        const ended = await run(burst, phase('a', burst) + phase('b', burst, 'startAfterStrict: a, '));
        assert.equal(ended.status, 'SUCCEEDED', ended.cause);
        assert.match((await stateOf(burst)) ?? '', /^(passed|inconclusive)$/);
        assert.equal(sentTo(burst), 8);
      }),

      t.test('a pause behind a phase, which ends with a whole second behind its own', async () => {
        const burst = 'm-pause';
        const pause = '- pause: { noop: { duration: 1500ms, startAfter: a } }\n';
        const ended = await run(burst, phase('a', burst) + pause);
        assert.equal(ended.status, 'SUCCEEDED', ended.cause);
        // moto cuts the milliseconds off as the service does, and then up to a second more.
        assert.match((await stateOf(burst)) ?? '', /^(passed|inconclusive|incomplete)$/);
        assert.equal(sentTo(burst), 4);
      }),

      t.test('eighty drives of twenty shards and four segments, each once, merged in groups', async () => {
        const burst = 'm-cut';
        instead.set(`${burst} drive`, async () => ({ result: 'missed' }));
        process.env[environment.segmentMsMax] = '1000';
        const rate =
          '- a: { constantRate: { usersPerSec: 20, duration: 4s, scenario: [ get: [ { httpRequest: { GET: / } } ] ] } }\n';
        const ended = await run(burst, rate, 20).finally(() => delete process.env[environment.segmentMsMax]);
        assert.equal(ended.status, 'SUCCEEDED', ended.cause);
        const pairs = drives.filter((drive) => drive.burst === burst);
        assert.deepEqual(
          new Set(pairs.map(({ shard, segment }) => `${shard}/${segment}`)),
          new Set(Array.from({ length: 80 }, (_, n) => `${n % 20}/${Math.floor(n / 20)}`)),
        );
        assert.equal(pairs.length, 80);
        const names = callsOf(burst);
        assert.equal(names.filter((name) => name === 'mergeGroup').length, groupsFor(80));
        assert.ok(names.lastIndexOf('mergeGroup') < names.indexOf('settle'));
      }),

      t.test(
        'a document that is refused is not planned again, and its words come through whole',
        async () => {
          const burst = 'm-refused';
          failing('DownpourError', 'line 1: "quoted"\n\\ and more')('plan', burst);
          const { status, error, cause } = await run(burst, phase('a', burst));
          assert.deepEqual([status, error], ['FAILED', 'DownpourError']);
          assert.equal(JSON.parse(cause ?? '').errorMessage, 'line 1: "quoted"\n\\ and more');
          assert.deepEqual(callsOf(burst), ['plan', 'clean']);
        },
      ),

      t.test('a Plan that fails once is tried again', async () => {
        const burst = 'm-again';
        failing('Error', 'once', 1)('plan', burst);
        const ended = await run(burst, phase('a', burst));
        assert.equal(ended.status, 'SUCCEEDED', ended.cause);
        assert.equal(callsOf(burst).filter((name) => name === 'plan').length, 2);
        assert.equal(sentTo(burst), 4);
      }),

      t.test('a drive that is throttled is invoked again, once it can be', async () => {
        const burst = 'm-throttled';
        failing('Lambda.TooManyRequestsException', 'Rate Exceeded.', 2)('drive', burst);
        const ended = await run(burst, phase('a', burst));
        assert.equal(ended.status, 'SUCCEEDED', ended.cause);
        assert.equal(callsOf(burst).filter((name) => name === 'drive').length, 4);
        assert.ok(!callsOf(burst).includes('driveLost'));
        assert.equal(sentTo(burst), 4);
      }),

      t.test(
        'drives that fail are not invoked again, and the phase fails before anything is sent',
        async () => {
          const burst = 'm-lost';
          failing('Error', 'out of memory')('drive', burst);
          const ended = await run(burst, phase('a', burst));
          assert.equal(ended.status, 'SUCCEEDED', ended.cause);
          const names = callsOf(burst);
          assert.deepEqual(
            ['drive', 'driveLost'].map((name) => names.filter((each) => each === name).length),
            [2, 2],
          );
          assert.deepEqual([await stateOf(burst), sentTo(burst)], ['incomplete', 0]);
        },
      ),

      t.test(
        excused['a catcher that leads back to its own state is lost, and the state goes on'],
        async () => {
          const burst = 'm-silent';
          // The first call gets no answer. The second gets an answer from the service.
          let asked = 0;
          instead.set(`${burst} awaitStart`, async (input: AwaitStartInput) => {
            asked += 1;
            if (asked > 1) await awaitStart(input);
            return null;
          });
          const ended = await run(burst, phase('a', burst));
          assert.equal(ended.status, 'SUCCEEDED', ended.cause);
          assert.deepEqual([asked, sentTo(burst)], [1, 0]);
        },
      ),

      t.test(excused['a failed child never fails its map'], async () => {
        const burst = 'm-broken';
        failing('Error', 'settle is broken')('settle', burst);
        const ended = await run(burst, phase('a', burst));
        assert.equal(ended.status, 'SUCCEEDED', ended.cause);
        // The reason is left all the same, where Clean would find it.
        const { fault } = (await burstStores().bursts.get(burst)) ?? {};
        assert.match(fault?.cause ?? '', /settle is broken/);
        assert.ok(!callsOf(burst).includes('clean'));
      }),
    ]);
  });
});
