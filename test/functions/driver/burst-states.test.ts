import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, mock, suite, test } from 'node:test';
import { conduct } from '../../../functions/conductor-events.ts';
import { handler as awaitStart } from '../../../functions/driver/await-start.ts';
import { handler as driveLost } from '../../../functions/driver/drive-lost.ts';
import { handler as merge } from '../../../functions/driver/merge.ts';
import { handler as plan } from '../../../functions/driver/plan.ts';
import { handler as settle } from '../../../functions/driver/settle.ts';
import { repository } from '../../../functions/repository.ts';
import { burstStores } from '../../../functions/stores.ts';
import { type ConductorState, phaseAt, startConducting } from '../../../lib/driver/conducting/state.ts';
import { isBroken } from '../../../lib/driver/judging/sla.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { paceOf } from '../../../lib/driver/planning/pacing/lead-time.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import type { PhaseResult } from '../../../lib/driver/run/settle-phase.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import { environment } from '../../../lib/names/environment.ts';
import { measuredOf, readMeasured } from '../../../lib/report/comparison/runs/measured-document.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { node, scheduled, terminatedPhase } from '../../driver/conducting/graphs.ts';
import { main, planFrom, planOf } from '../../driver/run/records.ts';
import { completed, partialOf } from '../../driver/statistics/partials.ts';
import { listening, suiteScope } from '../../local/scratch.ts';
import { burstRecord } from '../burst-record.ts';
import { openMemory } from '../memory.ts';

/** Each state of the state machine, one invocation at a time, with stores in memory. */

const memory = openMemory();
const record = (id: string, more: Partial<BurstRecord> = {}): BurstRecord =>
  burstRecord(id, { state: 'planning', ...more });

/** Stores a burst that has begun: its record, its plan and its conductor. */
function begun(id: string, graph: readonly GraphPhase[] = [node('main')], shards = 2): void {
  memory.records.set(id, record(id));
  memory.plans.set(id, { ...planOf([main], shards), burst: id });
  const state = startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 2_000, startedAt: Date.now() });
  memory.conductors.set(id, { version: 1, state });
}

function stateOf(id: string): ConductorState {
  const state = memory.conductors.get(id)?.state;
  assert.ok(state);
  return state;
}
function endOf(id: string) {
  const { state, reason, endedAt, runId } = memory.records.get(id) ?? {};
  return { state, reason, runId, isEnded: endedAt !== undefined };
}
function setState(id: string, changed: Partial<ConductorState>): void {
  memory.conductors.set(id, { version: 1, state: { ...stateOf(id), ...changed } });
}

beforeEach(() => {
  memory.requests.length = 0;
});

suite('an event', () => {
  test('changes nothing before the burst has begun', async () => {
    assert.equal(await conduct('nobody', { type: 'Tick' }), undefined);
    assert.equal(memory.conductors.has('nobody'), false);
  });

  test('is applied, and answers the waiting state with what the conductor decided', async () => {
    begun('b-event');
    await awaitStart({ burst: 'b-event', phase: 0, token: 't0' });
    const [asked] = memory.requests;
    assert.equal(asked?.taskToken, 't0');
    const { burst, phase, decision, drives } = JSON.parse(String(asked?.output));
    assert.deepEqual([burst, phase, decision, drives], ['b-event', 0, 'released', 2]);
    assert.equal(phaseAt(stateOf('b-event'), 0).answered, true);
  });

  test('is written after other writers, with a pause between two attempts', async () => {
    begun('b-rival');
    const { bursts } = burstStores();
    const { replaceConductor } = bursts;
    let refusals = 3;
    bursts.replaceConductor = async (...input) => {
      refusals -= 1;
      return refusals < 0 && replaceConductor(...input);
    };
    await conduct('b-rival', { type: 'StopRequested', reason: 'enough' });
    bursts.replaceConductor = replaceConductor;
    assert.equal(stateOf('b-rival').stop?.reason, 'enough');
  });
});

suite('AwaitStart', () => {
  test("stores its token next to the conductor's state, which does not grow", async () => {
    begun('b-wait', [node('a', { startTimeMs: 60_000 })]);
    await awaitStart({ burst: 'b-wait', phase: 0, token: 't1' });
    const { version } = memory.conductors.get('b-wait') ?? {};
    await awaitStart({ burst: 'b-wait', phase: 0, token: 't2' });
    assert.equal((await burstStores().bursts.token('b-wait', 0))?.token, 't2');
    assert.notEqual(phaseAt(stateOf('b-wait'), 0).token, 't1');
    assert.equal(phaseAt(stateOf('b-wait'), 0).token?.length, 12);
    assert.equal(memory.conductors.get('b-wait')?.version, version, 'to wait again is not worth a write');
  });

  test('fails for a burst without a conductor', async () => {
    await assert.rejects(
      awaitStart({ burst: 'nobody', phase: 0, token: 't' }),
      /burst nobody is not in the table of bursts/,
    );
  });
});

suite('DriveLost', () => {
  const killed = { error: 'Runtime.ExitError', cause: '{"errorMessage":"killed"}' };
  const onLambda = async (work: () => Promise<void>): Promise<void> => {
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:1';
    await work().finally(() => delete process.env.AWS_LAMBDA_RUNTIME_API);
  };

  test('ends the load of all phases on one machine whose process was killed', async () => {
    begun('b-alone', [node('main', { shards: 10 })], 10);
    const refused = { error: 'Lambda.TooManyRequestsException', cause: 'no room' };
    await driveLost({ burst: 'b-alone', phase: 0, shard: 0, segment: 1, ...refused });
    assert.equal(stateOf('b-alone').stop, undefined);
    await driveLost({ burst: 'b-alone', phase: 0, shard: 1, segment: 1, ...killed });
    const reason = 'load generator 2 was lost, so the others stop too: killed';
    assert.deepEqual([stateOf('b-alone').stop?.reason, stateOf('b-alone').stop?.failed], [reason, 0]);
  });

  test('fails the phase for so many that the rest is no quorum, and repeated nothing', () =>
    onLambda(async () => {
      begun('b-gone');
      await conduct('b-gone', { type: 'PhaseWaiting', phase: 0, token: 't' });
      await driveLost({ burst: 'b-gone', phase: 0, shard: 0, segment: 0, ...killed });
      await driveLost({ burst: 'b-gone', phase: 0, shard: 0, segment: 0, ...killed });
      assert.equal(phaseAt(stateOf('b-gone'), 0).failed, undefined);
      await driveLost({ burst: 'b-gone', phase: 0, shard: 1, segment: 0, ...killed });
      assert.match(
        phaseAt(stateOf('b-gone'), 0).failed ?? '',
        /^only 0 of 2 shards were ready in time, so nothing was sent: killed$/,
      );
      const { version } = memory.conductors.get('b-gone') ?? {};
      await driveLost({ burst: 'b-gone', phase: 0, shard: 1, segment: 0, ...killed });
      assert.equal(memory.conductors.get('b-gone')?.version, version);
    }));

  test('delays no phase for one drive of ten', () =>
    onLambda(async () => {
      begun('b-nine', [node('main', { shards: 10 })], 10);
      await conduct('b-nine', { type: 'PhaseWaiting', phase: 0, token: 't' });
      for (let shard = 1; shard < 10; shard += 1)
        await burstStores().bursts.count('b-nine', { phase: 0, shard, segment: 0 }, ['ready'], {
          shards: 10,
          segments: 1,
        });
      await driveLost({ burst: 'b-nine', phase: 0, shard: 0, segment: 0, ...killed });
      const { readyAt, t0, failed } = phaseAt(stateOf('b-nine'), 0);
      assert.deepEqual([readyAt === undefined, t0 === undefined, failed], [false, false, undefined]);
    }));

  test('has no waiting state for a later segment', () =>
    onLambda(async () => {
      begun('b-later');
      await driveLost({ burst: 'b-later', phase: 0, shard: 0, segment: 1, ...killed });
      assert.ok(![...memory.counted].some((key) => key.includes('b-later')));
    }));
});

suite('Settle', () => {
  const ready = (id: string, shards = 2, graph = [node('main')]): void => {
    begun(id, graph, shards);
    setState(id, { phases: [scheduled({ t0: 1_000, readyAt: 900 })], origin: 1_000 });
  };
  const deliver = (id: string, shard: number, lease = `l${shard}`, failed = 0): void => {
    const key = `${id} 0/${shard}/0`;
    memory.leases.set(key, { lease: `l${shard}` });
    const seen = Array.from({ length: 10 }, (_, n) => ({
      metric: 'browse',
      step: 0,
      second: n,
      latencyNs: 1e6,
      valid: n >= failed,
    }));
    memory.partials.set(key, partialOf(seen, { shard, lease, outcome: completed() }));
  };
  const resultOf = (id: string): PhaseResult => {
    const result = memory.results.get(`${id} 0`);
    assert.ok(result);
    return result;
  };

  test('keeps what every drive delivered under its lease, and states that the phase has ended', async () => {
    ready('b-settle', 40);
    for (let shard = 0; shard < 40; shard += 1) deliver('b-settle', shard);
    await settle({ burst: 'b-settle', phase: 0, groups: 0, rest: false });
    const { merged, failed, incomplete } = resultOf('b-settle');
    assert.deepEqual([merged.drives.length, failed, incomplete], [40, undefined, undefined]);
    const phase = phaseAt(stateOf('b-settle'), 0);
    assert.deepEqual([phase.status, phase.failed], ['TERMINATED', undefined]);
  });

  test('reads sixteen partials at a time', async () => {
    ready('b-many', 20);
    for (let shard = 0; shard < 20; shard += 1) deliver('b-many', shard);
    const { objects } = burstStores();
    const { partial } = objects;
    let [open, most] = [0, 0];
    objects.partial = async (...input) => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return partial(...input);
    };
    await settle({ burst: 'b-many', phase: 0, groups: 0, rest: false });
    objects.partial = partial;
    assert.equal(most, 16);
  });

  test('fails the phase for a drive that is missing, unless the burst was stopped', async () => {
    for (const [id, stop] of [
      ['b-missing', undefined],
      ['b-stopped', { at: 1, reason: 'enough' }],
    ] as const) {
      ready(id);
      deliver(id, 0);
      deliver(id, 1, 'of another');
      if (stop) setState(id, { stop });
      await settle({ burst: id, phase: 0, groups: 0, rest: false });
      assert.match(resultOf(id).incomplete ?? '', /1 shard/);
      assert.equal(phaseAt(stateOf(id), 0).failed, stop ? undefined : resultOf(id).incomplete);
    }
  });

  test("judges by the caller's share of failures, else by the deployment's", async () => {
    const broken = async (id: string, maxErrors?: number): Promise<boolean[]> => {
      ready(id, 1);
      memory.plans.set(id, { ...planFrom({ shards: 1 }), burst: id });
      memory.records.set(id, record(id, maxErrors === undefined ? {} : { maxErrors }));
      deliver(id, 0, 'l0', 2);
      await settle({ burst: id, phase: 0, groups: 0, rest: false });
      return resultOf(id).verdicts.map(isBroken);
    };
    const [strict, lenient] = [await broken('b-m1', 0), await broken('b-m2', 1)];
    assert.deepEqual([strict.includes(true), lenient.includes(true)], [true, false]);
    process.env[environment.maxErrors] = '1';
    assert.deepEqual(await broken('b-m3'), lenient);
    assert.deepEqual(await broken('b-m4', 0), strict);
    delete process.env[environment.maxErrors];
  });

  test('counts what was sent of a phase before its drives heard that it is cancelled, and does not judge it', async () => {
    const cancelled = { ...scheduled({ t0: 1_000 }), status: 'CANCELLED', endedAt: 5 } as const;
    ready('b-late');
    setState('b-late', { phases: [cancelled], stop: { at: 5, reason: 'enough' } });
    await settle({ burst: 'b-late', phase: 0, groups: 0, rest: false });
    assert.equal(memory.results.has('b-late 0'), false, 'nothing was sent');
    deliver('b-late', 0, 'l0', 10);
    await settle({ burst: 'b-late', phase: 0, groups: 0, rest: false });
    const { verdicts, failed, incomplete, notices } = resultOf('b-late');
    assert.deepEqual([verdicts, failed, incomplete], [[], undefined, undefined]);
    assert.deepEqual(notices, [
      'this phase was cancelled, and 10 requests were sent before its shards were notified',
    ]);
    assert.equal(phaseAt(stateOf('b-late'), 0).status, 'CANCELLED');
    const { run } = await merge({ burst: 'b-late' });
    const document = JSON.parse(new TextDecoder().decode(memory.bodies.get(run))) as RunDocument;
    const { total, state, phases, notices: remarks } = document;
    assert.deepEqual([total?.summary.requestCount, state], [10, 'stopped']);
    assert.deepEqual([phases[0]?.status, phases[0]?.delivery.lost], ['CANCELLED', []]);
    assert.deepEqual(remarks, [{ phase: 'main', message: notices?.[0] }]);
  });

  test('has nothing to do for a pause or a phase that was cancelled', async () => {
    ready('b-noop', 2, [node('main', { noop: true })]);
    await settle({ burst: 'b-noop', phase: 0, groups: 0, rest: false });
    ready('b-cancel');
    setState('b-cancel', { phases: [{ status: 'CANCELLED', answered: true, endedAt: 5 }] });
    await settle({ burst: 'b-cancel', phase: 0, groups: 0, rest: false });
    assert.deepEqual([memory.results.has('b-noop 0'), memory.results.has('b-cancel 0')], [false, false]);
  });

  test('fails for a burst without a conductor', async () => {
    await assert.rejects(
      settle({ burst: 'nobody', phase: 0, groups: 0, rest: false }),
      /burst nobody is not in the table of bursts/,
    );
  });
});

suite('Merge', () => {
  const settled = (id: string): PhaseResult => {
    begun(id);
    setState(id, { origin: 10_000, phases: [terminatedPhase(20_000, 21_000)] });
    const result: PhaseResult = {
      version: 1,
      phase: 0,
      verdicts: [],
      merged: new Merger('main').result(),
    };
    memory.results.set(`${id} 0`, result);
    return result;
  };
  const documentOf = (run: number): RunDocument =>
    JSON.parse(new TextDecoder().decode(memory.bodies.get(run))) as RunDocument;

  test('stores the run of the team under the key of the burst, then the end of the burst', async () => {
    const known = memory.table.items.get('runs')?.size ?? 0;
    settled('b-merge');
    const answer = await merge({ burst: 'b-merge' });
    const { run, state } = answer;
    const document = documentOf(run);
    assert.deepEqual(answer, { burst: 'b-merge', state: document.state, run });
    const {
      owner,
      access,
      start,
      stop,
      uploadedAt,
      testId = 0,
      outcome,
    } = (await repository().runs.get(run)) ?? {};
    const testName = (await repository().tests.byId(testId))?.name;
    assert.deepEqual(
      { owner, access, start, stop, uploadedAt, testName },
      {
        owner: 'ada-team',
        access: 'PRIVATE',
        start: 10_000,
        stop: 21_000,
        uploadedAt: 21_000,
        testName: 'shop',
      },
    );
    assert.equal(outcome?.state, state);
    assert.match(memory.histograms.get(run) ?? '', /^#\[Logged with downpour .*, run of burst b-merge\]\n/);
    const measured = readMeasured(memory.measured.get(run) ?? assert.fail());
    assert.deepEqual(measured, JSON.parse(JSON.stringify(measuredOf(document))));
    const { endedAt, runId, state: end } = memory.records.get('b-merge') ?? {};
    assert.deepEqual([endedAt, runId, end], [21_000, run, state]);
    assert.deepEqual(await merge({ burst: 'b-merge' }), answer);
    assert.equal(memory.table.items.get('runs')?.size, known + 1);
  });

  test('starts a run without a start at the creation of its burst, and names where it ran', async () => {
    begun('b-unstarted');
    setState('b-unstarted', { stop: { at: 6_000, reason: 'enough' } });
    process.env[environment.version] = '1.2.3';
    const { run, state } = await merge({ burst: 'b-unstarted' });
    const { info, version } = documentOf(run);
    assert.deepEqual([info.startTime, info.cancelled, version, state], [5_000, true, '1.2.3', 'stopped']);
    assert.equal(memory.records.get('b-unstarted')?.reason, 'enough');
    delete process.env[environment.version];
  });

  test('advises what helps where the drives ran', async () => {
    const advised = async (id: string): Promise<string | undefined> => {
      const merger = new Merger('main');
      for (const shard of [0, 1])
        merger.accept(partialOf([], { shard, outcome: completed({ result: 'missed' }) }));
      memory.results.set(`${id} 0`, { ...settled(id), merged: merger.result() });
      return documentOf((await merge({ burst: id })).run).health.diagnosis?.advice;
    };
    assert.match(String(await advised('b-here')), /^end other programs/);
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:1';
    assert.match(String(await advised('b-cloud')), /longer leadMs/);
    delete process.env.AWS_LAMBDA_RUNTIME_API;
  });

  test('fails for a burst without a record or a conductor', async () => {
    await assert.rejects(
      merge({ burst: 'nobody' }),
      /burst nobody is not in the table of bursts, so its measurements cannot be merged/,
    );
    memory.records.set('b-half', record('b-half'));
    await assert.rejects(
      merge({ burst: 'b-half' }),
      /burst b-half is not in the table of bursts, so its measurements cannot be merged/,
    );
    assert.equal(memory.records.get('b-half')?.state, 'merging');
  });
});

suite('Plan', () => {
  const scope = suiteScope();
  let port = 0;
  before(async () => {
    const server = createServer((_, response) => response.end());
    port = Number(new URL(await listening(scope, server)).port);
  });
  const document = (port: number, users = 3): string =>
    `name: shop\nhttp: { host: 'http://127.0.0.1:${port}', sharedConnections: 4 }\nphases:\n- main:\n    atOnce:\n      users: ${users}\n      scenario:\n      - fetch: [ httpRequest: { GET: / } ]\n`;
  const given = (id: string, text: string, more: Partial<BurstRecord> = {}): void => {
    memory.records.set(id, record(id, more));
    memory.documents.set(id, { text, parameters: {} });
  };

  test('keeps the plan, begins to conduct, and answers the number of phases', async () => {
    given('b-plan', document(port), { shards: 2 });
    process.env[environment.leadMs] = '700';
    const before = Date.now();
    assert.deepEqual(await plan({ burst: 'b-plan' }), {
      burst: 'b-plan',
      chains: [{ first: 0, step: 1, last: 0 }],
    });
    delete process.env[environment.leadMs];
    const { burst, seed, plannedAt, shards } = memory.plans.get('b-plan') ?? {};
    assert.deepEqual([burst, seed, plannedAt, shards], ['b-plan', 7, 5_000, 2]);
    const { leadMs, at, failurePolicy, graph, stop } = stateOf('b-plan');
    assert.deepEqual([leadMs, failurePolicy, graph.length, stop], [700, 'CANCEL', 1, undefined]);
    assert.ok(at >= before && at <= Date.now());
    assert.equal(endOf('b-plan').state, 'running');
  });

  test('calls drives as early as their number and the region need, unless the deployment says otherwise', async () => {
    given('b-pace', document(port), { shards: 2 });
    await plan({ burst: 'b-pace' });
    const { leadMs, launchMs, readyMs, graceMs } = stateOf('b-pace');
    assert.deepEqual({ leadMs, launchMs, readyMs, graceMs }, paceOf({ drives: 2, region: 'large' }));
    given('b-900', document(port, 900).replace('sharedConnections: 4', 'sharedConnections: 900'), {
      shards: 900,
    });
    process.env.AWS_REGION = 'eu-central-1';
    await plan({ burst: 'b-900' });
    process.env.AWS_REGION = 'us-east-1';
    assert.equal(stateOf('b-900').leadMs, paceOf({ drives: 900, region: 'other' }).leadMs);
    assert.ok(stateOf('b-900').leadMs > leadMs);
  });

  test('hands on a stop that came before it', async () => {
    given('b-early', document(port));
    await burstStores().bursts.requestStop('b-early', 'stopped by ada');
    await plan({ burst: 'b-early' });
    assert.equal(stateOf('b-early').stop?.reason, 'stopped by ada');
  });

  test('finds none for a burst without a record or a document', async () => {
    memory.documents.set('b-p1', { text: document(port), parameters: {} });
    memory.records.set('b-p2', record('b-p2'));
    for (const burst of ['b-p1', 'b-p2'])
      await assert.rejects(plan({ burst }), {
        code: 'BURST_NOT_FOUND',
        status: 404,
        message: `there is no burst ${burst}`,
      });
  });

  test('refuses a document with its errors, each at its place, and without its warnings', async () => {
    given(
      'b-wrong',
      document(port, 0).replace('GET: /', 'GET: /, x: 1').replace('http: {', 'http: { requestTimeout: 30,'),
    );
    await assert.rejects(plan({ burst: 'b-wrong' }), (error: Error & { code: string; status: number }) => {
      assert.deepEqual([error.code, error.status], ['BENCHMARK_REFUSED', 400]);
      const lines = error.message.split('\n');
      assert.match(lines[0] ?? '', /^shop\.yaml:6:7 phases\[0\]\.main\.atOnce\.users: must be/);
      assert.match(lines[1] ?? '', /^shop\.yaml:8:\d+ .*unknown property 'x'/);
      assert.equal(lines.length, 2, error.message);
      return true;
    });
    assert.equal(memory.plans.has('b-wrong'), false);
  });

  test('fails a burst whose target cannot be reached, and conducts nothing', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => {
      closed.listen(0, '127.0.0.1', resolve);
    });
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    given('b-away', document(port));
    await assert.rejects(plan({ burst: 'b-away' }), { code: 'TARGET_UNREACHABLE', status: 400 });
    const { state, reason, isEnded } = endOf('b-away');
    assert.deepEqual([state, isEnded, memory.conductors.has('b-away')], ['failed', true, false]);
    assert.match(reason ?? '', /cannot reach http:\/\/127\.0\.0\.1/);
  });
});

after(() => mock.restoreAll());
