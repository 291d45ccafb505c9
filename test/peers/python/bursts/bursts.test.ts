import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, suite, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { DriveInput } from '../../../../functions/driver/states/messages.ts';
import { burstStores } from '../../../../functions/stores.ts';
import { burstStates } from '../../../../lib/functions/state-functions.ts';
import type { Json } from '../../../../lib/local/state-machine/interpreter/json.ts';
import { environment } from '../../../../lib/names/environment.ts';
import { type Cloud, openCloud } from '../../../functions/driver/cloud.ts';
import { listening, suiteScope } from '../../../local/scratch.ts';
import {
  agreed,
  type Case,
  cases,
  otherRegion,
  type Seen,
  seen,
  segmentMsMax,
  stopHash,
  stopToken,
} from './cases.ts';
import { type Ended, type Interpreter, other, ours, passOn } from './interpreters.ts';

/**
 * Two interpreters of other projects run the definitions with the real functions. Each burst must end there
 * as on the interpreter of this project, with the same calls. The bursts run at the same time, because moto
 * notices the end of a map only after seconds.
 */

/**
 * Cases in which an interpreter differs from Step Functions. The test of a case fails when the interpreter no
 * longer differs, so that its row is removed.
 */
const excused: Readonly<Partial<Record<Interpreter['name'], Readonly<Record<string, string>>>>> = {
  moto: {
    silent: 'a catcher that leads back to its own state is lost, and the phase is settled as if cancelled',
    broken: 'a failed child never fails its map, so Clean is never reached from a phase',
  },
};

/**
 * A state that waits with a token asks again after 20 s. The number of its calls depends on the speed of this
 * machine, so it is not compared.
 */
const asksAgain = new Set(['awaitStart', 'awaitRegions']);

/**
 * On a busy machine, moto starts the execution that ends a burst too late. So moto does not run these cases.
 */
const leftOut = new Set(['moto later', 'moto pause']);

suite('burst.asl.json and stop.asl.json on other interpreters', { timeout: 900_000 }, () => {
  const scope = suiteScope();
  const hits = new Map<string, number>();
  const calls = new Map<string, string[]>();
  const drives = new Map<string, string[]>();
  const instead = new Map<string, (payload: never) => Promise<unknown>>();
  let arrived = Promise.withResolvers<void>();
  let cloud: Cloud;
  let target = '';
  const expected = new Map<string, Seen>();
  const interpreters: Interpreter[] = [];

  before(async () => {
    target = await listening(
      scope,
      createServer(({ url = '', method }, response) => {
        const [, burst = '', phase] = url.split('/');
        if (phase === 'refused') response.statusCode = 503;
        if (method === 'GET') hits.set(burst, (hits.get(burst) ?? 0) + 1);
        arrived.resolve();
        arrived = Promise.withResolvers();
        response.end('ok');
      }),
    );
    cloud = await openCloud(scope, [otherRegion]);
    process.env[environment.segmentMsMax] = String(segmentMsMax);
    for (const name of Object.keys(burstStates)) cloud.instead.set(name, (payload) => invoked(name, payload));
    const first = process.env.AWS_ENDPOINT_URL_SFN ?? '';
    const [moto, ministack] = await Promise.all(
      (['moto', 'ministack'] as const).map((name) => other(scope, name, cloud, otherRegion)),
    );
    assert.ok(moto !== undefined && ministack !== undefined);
    interpreters.push(ours(cloud), moto, ministack);
    const endpoints = new Map([
      ['burst', first],
      ...[moto, ministack].map((each) => [each.name, each.url] as const),
    ]);
    process.env.AWS_ENDPOINT_URL_SFN = await listening(scope, passOn(endpoints));
  });

  async function invoked(name: string, payload: Json): Promise<unknown> {
    const { burst } = payload as { readonly burst: string };
    add(calls, burst, name);
    if (name === 'drive') {
      const { phase, shard, segment } = payload as unknown as DriveInput;
      add(drives, burst, `${phase}/${shard}/${segment}`);
    }
    const other = instead.get(`${burst} ${name}`);
    return other === undefined ? cloud.direct(name, payload) : other(payload as never);
  }

  async function run(one: Case, on: Interpreter): Promise<Seen> {
    const burst = `${on.name}-${one.id}`;
    const head = `name: ${burst}\nhttp: { host: '${target}', sharedConnections: 20 }\nphases:\n`;
    for (const [name, call] of Object.entries(one.instead?.(cloud.direct) ?? {}))
      instead.set(`${burst} ${name}`, call);
    await cloud.prepare(burst, head + one.phases(burst), { machine: on.stateMachineArn, ...one.body });
    if (one.stopAt !== undefined) await burstStores().bursts.putStopHash(burst, stopHash);
    const running = on.run(burst);
    if (one.stopAt !== undefined) {
      while ((hits.get(burst) ?? 0) < one.stopAt) await arrived.promise;
      const { status, error, cause } = await on.stop(burst, stopToken);
      assert.equal(status, 'SUCCEEDED', `${error}: ${cause}`);
    }
    let ended: Ended = await running;
    if (one.endedBy !== undefined) ended = await on.ended(one.endedBy(burst));
    const names = (calls.get(burst) ?? []).filter((name) => !asksAgain.has(name));
    return seen(burst, ended, {
      sent: hits.get(burst) ?? 0,
      calls: Object.fromEntries(
        [...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]),
      ),
      drives: (drives.get(burst) ?? []).toSorted(),
    });
  }

  /**
   * The interpreter of this project must give the expected result. Each other interpreter must give the same
   * result as this interpreter.
   */
  async function checked(t: TestContext, on: Interpreter, one: Case): Promise<void> {
    const reason = excused[on.name]?.[one.id];
    await t.test(reason === undefined ? one.holds : `excused: ${reason}`, { timeout: 200_000 }, async () => {
      const found = await run(one, on).catch((error: Error) => error);
      if (on.name === 'ours' && !(found instanceof Error)) expected.set(one.id, found);
      const want = expected.get(one.id) ?? assert.fail(found instanceof Error ? found : 'ours has not ended');
      const agrees = !(found instanceof Error) && isDeepStrictEqual(agreed(one, found), agreed(one, want));
      if (reason !== undefined) return assert.ok(!agrees, 'it agrees: remove the excuse');
      if (found instanceof Error) throw found;
      one.expect(found);
      assert.deepEqual(agreed(one, found), agreed(one, want));
    });
  }

  for (const name of ['ours', 'moto', 'ministack'] as const)
    test(name, { concurrency: true, timeout: 600_000 }, async (t) => {
      const on = interpreters.find((each) => each.name === name);
      assert.ok(on);
      const left = cases.filter(({ id }) => !leftOut.has(`${name} ${id}`));
      const next = async (): Promise<void> => {
        for (let one = left.shift(); one !== undefined; one = left.shift()) await checked(t, on, one);
      };
      await Promise.all(Array.from({ length: 4 }, next));
    });
});

function add(lists: Map<string, string[]>, key: string, value: string): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}
