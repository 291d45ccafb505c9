import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, suite, test } from 'node:test';
import { exitCodeOf } from '../../../bin/cli/exit-code.ts';
import { conduct } from '../../../functions/conductor-events.ts';
import { handler as drive } from '../../../functions/driver/drive.ts';
import type { DriveInput } from '../../../functions/driver/states/messages.ts';
import { burstStores } from '../../../functions/stores.ts';
import { phaseAt } from '../../../lib/driver/conducting/state.ts';
import { proofPath, proofToken } from '../../../lib/driver/http/preflight/ownership.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import type { Outcome } from '../../../lib/driver/statistics/partial.ts';
import { noRows } from '../../../lib/driver/statistics/wire/rows.ts';
import { environment } from '../../../lib/names/environment.ts';
import type { BurstEnd } from '../../../lib/store/bursts.ts';
import type { DriveReport } from '../../../lib/store/drives.ts';
import { openStores } from '../../../lib/store/stores.ts';
import { downpour } from '../../bin/downpour.ts';
import { suiteScope } from '../../local/scratch.ts';
import { type Cloud, context, openCloud } from './cloud.ts';

/**
 * Every way in which a run can end has its exit code. A run file succeeds. A missing argument, a missing
 * file, and a run that cannot start are failures.
 */
suite('outcomes of a run', () => {
  const scope = suiteScope();
  const arrivals = new EventEmitter();
  let server: Server;
  let status = 200;
  let body = 'ok';
  const paths: string[] = [];
  let cloud: Cloud;
  let count = 0;

  before(async () => {
    server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.statusCode = status;
      if (status === 503) response.setHeader('retry-after', '600');
      response.end(body);
      arrivals.emit('hit');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    cloud = await openCloud(scope);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    status = 200;
    cloud.instead.clear();
    delete process.env[environment.maxErrors];
  });

  type Order = {
    readonly kind?: string;
    readonly port?: number;
    /** YAML that is added to the document. */
    readonly more?: string;
    readonly maxErrors?: number;
    readonly stopOnFailure?: boolean;
    readonly connections?: number;
  };

  const document = ({ kind = 'atOnce: { users: 4, ', port, more = '', connections = 10 }: Order): string => `
name: outcome
http: { host: 'http://127.0.0.1:${port ?? (server.address() as AddressInfo).port}', sharedConnections: ${connections} }
phases:
- only:
    ${kind} scenario: [ fetch: [ httpRequest: { GET: / } ] ] }
${more}`;

  const begun = async (order: Order): Promise<string> => {
    count += 1;
    const { maxErrors, stopOnFailure } = order;
    const body = { shards: 2, stopOnFailure, ...(maxErrors === undefined ? {} : { maxErrors }) };
    await cloud.prepare(`o-${count}`, document(order), body);
    return `o-${count}`;
  };
  const ended = async (burst: string): Promise<readonly [BurstEnd['state'], number]> => {
    const { state } = (await burstStores().bursts.get(burst))!;
    return [state as BurstEnd['state'], exitCodeOf({ state })];
  };
  const outcomeOf = async (order: Order): Promise<readonly [BurstEnd['state'], number]> => {
    const burst = await begun(order);
    await cloud.run(burst);
    return ended(burst);
  };
  /** The run passes or is inconclusive, because problems of this machine never count against the target. */
  const wentWell = ([state, code]: readonly [string, number]): void =>
    assert.deepEqual([state, code], state === 'inconclusive' ? ['inconclusive', 4] : ['passed', 0]);

  test('a run file succeeds: passed, 0', async () => {
    wentWell(await outcomeOf({}));
  });

  test('no request is sent: inconclusive, 4', async () => {
    assert.deepEqual(await outcomeOf({ kind: 'noop: { duration: 10ms, ' }), ['inconclusive', 4]);
  });

  test('every answer is 500: failed, 1; unless the caller or the deployment lets them fail', async () => {
    status = 500;
    assert.deepEqual(await outcomeOf({}), ['failed', 1]);
    wentWell(await outcomeOf({ maxErrors: 1 }));
    process.env[environment.maxErrors] = '1';
    wentWell(await outcomeOf({}));
    assert.deepEqual(await outcomeOf({ maxErrors: 0 }), ['failed', 1]);
  });

  test('a target that asks for the load to stop is obeyed by all phases: failed, 1, with its words', async () => {
    status = 503;
    let hits = 0;
    const count = (): void => {
      hits += 1;
    };
    arrivals.on('hit', count);
    try {
      // If this machine stalls for a second, all users of that second start at once.
      const kind = (stops: boolean) =>
        `constantRate: { usersPerSec: 100, duration: ${stops ? 60 : 1}s, maxSessions: ${stops ? 99 : 999}, `;
      const more = (stops: boolean) => `
- later:
    constantRate: { usersPerSec: 9, duration: 1s, startAfter: only, scenario: [ fetch: [ httpRequest: { GET: / } ] ] }
failurePolicy: CONTINUE
ergonomics: { stopOnRetryAfter: ${stops} }
`;
      const burst = await begun({ kind: kind(true), more: more(true), maxErrors: 1 });
      await cloud.run(burst);
      assert.deepEqual(await ended(burst), ['failed', 1]);
      const { reason } = (await burstStores().bursts.get(burst))!;
      assert.match(reason ?? '', /asks for the load to stop: .* 503 and 'Retry-After: 600'/);
      // Two shards notice the stop one after the other, within one or two seconds.
      assert.ok(hits < 1_000, `${hits} requests`);
      hits = 0;
      // As many connections as sessions: after a stall, each user still has a connection.
      const going = { kind: kind(false), more: more(false), maxErrors: 1, connections: 999 };
      wentWell(await outcomeOf(going));
      assert.equal(hits > 100, true, `${hits} requests`);
    } finally {
      arrivals.off('hit', count);
    }
  });

  test('a target that does not state that it may be loaded gets no load where the deployment asks: failed, 1', async () => {
    const before = paths.length;
    process.env[environment.ownership] = 'load.example';
    try {
      const burst = await begun({});
      await cloud.run(burst);
      assert.deepEqual(await ended(burst), ['failed', 1]);
      const { reason = '' } = (await burstStores().bursts.get(burst))!;
      const token = proofToken('load.example', '127.0.0.1');
      assert.match(
        reason,
        new RegExp(
          `^127\\.0\\.0\\.1 does not permit this deployment to send load to it .*: put the token ${token} into`,
        ),
      );
      assert.deepEqual(paths.slice(before), [proofPath]);
      body = token;
      wentWell(await outcomeOf({}));
    } finally {
      delete process.env[environment.ownership];
      body = 'ok';
    }
  });

  test('no server answers: failed, 1', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => {
      closed.listen(0, '127.0.0.1', resolve);
    });
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    assert.deepEqual(await outcomeOf({ port }), ['failed', 1]);
  });

  test('a drive is ready too late: inconclusive, 4', async () => {
    cloud.instead.set('drive', (payload) => {
      const input = payload as unknown as DriveInput;
      return input.shard === 0 ? drive(input, context) : missed(input);
    });
    assert.deepEqual(await outcomeOf({}), ['inconclusive', 4]);
  });

  test('a drive is lost: incomplete, 3', async () => {
    cloud.instead.set('drive', async (payload) => {
      const input = payload as unknown as DriveInput;
      if (input.shard === 1) throw new Error('killed');
      return drive(input, context);
    });
    assert.deepEqual(await outcomeOf({}), ['incomplete', 3]);
  });

  test('a phase fails while it continues: failed, 1, without the rest of the load where that was requested', async () => {
    status = 500;
    const load = 'constantRate: { usersPerSec: 20, duration: 60s, maxSessions: 99, ';
    const burst = await begun({ kind: load, stopOnFailure: true });
    await cloud.run(burst);
    assert.deepEqual(await ended(burst), ['failed', 1]);
    const { runId = 0, reason } = (await burstStores().bursts.get(burst))!;
    assert.equal(reason, 'stopped early because phase only failed');
    const { phases, failures, info } = JSON.parse(
      new TextDecoder().decode(await openStores().runs.get(runId)),
    ) as RunDocument;
    assert.equal(info.cancelled, false);
    assert.ok((phases[0]?.delivery.fraction ?? 1) < 0.9, 'the rest of the load was not sent');
    // Requests that were on their way when the load stopped have no response.
    assert.match(
      failures[0]?.message ?? '',
      /requests failed \([\d.]+ %\), the limit is 1 %: \d+ responses 5xx/,
    );
  });

  test('a user stops it: stopped, 130', async () => {
    const burst = await begun({ kind: 'constantRate: { usersPerSec: 20, duration: 60s, maxSessions: 99, ' });
    const running = cloud.run(burst);
    await once(arrivals, 'hit');
    const stop = { type: 'StopRequested', reason: 'enough' } as const;
    await conduct(burst, stop);
    await running;
    assert.deepEqual(await ended(burst), ['stopped', 130]);
  });

  test('it is stopped where no function could run: stopped, 130', async () => {
    const burst = await begun({ kind: 'constantRate: { usersPerSec: 20, duration: 60s, maxSessions: 99, ' });
    const running = cloud.run(burst);
    await once(arrivals, 'hit');
    await burstStores().bursts.stopFlag(burst, 'enough');
    await running;
    assert.deepEqual(await ended(burst), ['stopped', 130]);
  });

  test('a user stops it and a drive is lost: stopped, 130, and no phase has failed', async () => {
    cloud.instead.set('drive', async (payload) => {
      const input = payload as unknown as DriveInput;
      if (input.shard === 0) return drive(input, context);
      const hit = once(arrivals, 'hit');
      const { burst, phase } = input;
      await burstStores().bursts.lease(burst, input, 'lost');
      const numbers = { shards: 2, segments: 1 };
      if ((await burstStores().bursts.count(burst, input, ['ready'], numbers)).length > 0)
        await conduct(burst, { type: 'PhaseReady', phase });
      await hit;
      await conduct(burst, { type: 'StopRequested', reason: 'enough' });
      throw new Error('killed');
    });
    const burst = await begun({ kind: 'constantRate: { usersPerSec: 20, duration: 60s, maxSessions: 99, ' });
    await cloud.run(burst);
    assert.deepEqual(await ended(burst), ['stopped', 130]);
    const { state } = (await burstStores().bursts.conductor(burst))!;
    assert.equal(phaseAt(state, 0).failed, undefined);
  });

  test('no argument, a missing file and a wrong document: refused, 2', async () => {
    for (const arguments_ of [['run'], ['run', 'no-such-file.yaml'], ['run', 'package.json']])
      assert.equal((await downpour(arguments_)).code, 2, arguments_.join(' '));
  });
});

/** Simulates a drive that reports that it is ready, and then comes too late for its start. */
async function missed(input: DriveInput): Promise<void> {
  const { bursts, objects } = burstStores();
  const { burst, phase, shard, segment } = input;
  const events = { ready: 'PhaseReady', finished: 'PhaseFinished', terminated: 'PhaseTerminated' } as const;
  const report = async (what: DriveReport): Promise<void> => {
    if ((await bursts.count(burst, input, [what], { shards: 2, segments: 1 })).length > 0)
      await conduct(burst, { type: events[what], phase });
  };
  await bursts.lease(burst, input, 'late');
  await report('ready');
  const outcome: Outcome = {
    result: 'missed',
    reason: 'ready 6.0 s after the start of its phase',
    planned: 2,
    started: 0,
    throttled: 0,
    sessionLimitExceeded: false,
    startedAt: 0,
    finishedAt: 0,
    terminatedAt: 0,
    skewMs: 0,
    cpuUs: 0,
    stallNsMax: 0,
    errors: [],
  };
  const partial = {
    version: 1,
    phase: 'only',
    shard,
    segment,
    lease: 'late',
    rows: noRows,
    sessions: [],
    outcome,
  } as const;
  await objects.putPartial(burst, phase, partial);
  await report('finished');
  await report('terminated');
}
