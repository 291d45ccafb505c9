import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { handler as clean } from '../../../functions/driver/clean.ts';
import { ending } from '../../../functions/driver/ending/limits.ts';
import { handler as phaseLost } from '../../../functions/driver/phase-lost.ts';
import { burstStores } from '../../../functions/stores.ts';
import { type ConductorState, startConducting } from '../../../lib/driver/conducting/state.ts';
import { merging } from '../../../lib/driver/planning/sharding/limits.ts';
import { groupsFor } from '../../../lib/driver/planning/sharding/merge-groups.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { mergeDrives } from '../../../lib/driver/run/merge-drives.ts';
import type { Partial as DrivePartial } from '../../../lib/driver/statistics/partial.ts';
import { driverFunctions } from '../../../lib/functions/driver.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { node, notStarted, scheduled } from '../../driver/conducting/graphs.ts';
import { main, phaseOf, planOf } from '../../driver/run/records.ts';
import { completed, partialOf } from '../../driver/statistics/partials.ts';
import { burstRecord } from '../burst-record.ts';
import { openMemory } from '../memory.ts';

/** A burst whose state machine has failed ends, and keeps all of its measurements. */

const memory = openMemory();
// Drives that still work would delay each end, so this store reports that none works.
burstStores().bursts.atWork = async () => 0;
const machine = 'arn:aws:states:eu-central-1:1:stateMachine:burst';
const start = 'the burst failed and could not continue: ';

/** Stores a burst of two phases. The first one is running. */
function begun(id: string, shards = 2, more: Partial<BurstRecord> = {}): void {
  memory.records.set(id, burstRecord(id, more));
  const later = phaseOf('later', main.arrivals);
  memory.plans.set(id, { ...planOf([main, later], shards), burst: id });
  const graph = [node('main', { shards }), node('later', { shards })];
  const state = startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 2_000, startedAt: 1_000 });
  const phases = [scheduled({ t0: 1_000, readyAt: 900 }), notStarted];
  memory.conductors.set(id, { version: 1, state: { ...state, phases, origin: 1_000 } });
}

function stateOf(id: string): ConductorState {
  return memory.conductors.get(id)?.state ?? assert.fail();
}

/** Stores the result of a drive of the first phase: ten requests. */
function deliver(id: string, shard: number): DrivePartial {
  const key = `${id} 0/${shard}/0`;
  const seen = Array.from({ length: 10 }, (_, n) => ({
    metric: 'browse',
    step: 0,
    second: n,
    latencyNs: 1e6,
    valid: true,
  }));
  const partial = partialOf(seen, { shard, lease: `l${shard}`, outcome: completed() });
  memory.leases.set(key, { lease: `l${shard}` });
  memory.partials.set(key, partial);
  return partial;
}

const cleaned = (burst: string, execution = burst, cause = 'killed') =>
  clean({ burst, execution, error: 'Error', cause });

function runOf(id: string): RunDocument {
  const { runId = 0 } = memory.records.get(id) ?? {};
  return JSON.parse(new TextDecoder().decode(memory.bodies.get(runId))) as RunDocument;
}

const sentIn = ({ total }: RunDocument): number | undefined => total?.summary.requestCount;
const messagesOf = ({ notices }: RunDocument): string => notices.map(({ message }) => message).join('\n');

beforeEach(() => {
  memory.requests.length = 0;
});

suite('Clean', () => {
  test('has what was measured settled by an execution of its own, and stops its drives', async () => {
    begun('b-1', 2, { machine });
    await cleaned('b-1');
    const { state, fault, carriedBy } = memory.records.get('b-1') ?? {};
    assert.deepEqual([state, fault?.cause, carriedBy], ['running', 'killed', 'b-1-rest']);
    assert.equal(memory.flags.get('b-1')?.stop, `${start}killed`);
    const input = JSON.stringify({ burst: 'b-1', ending: true });
    assert.deepEqual(memory.requests, [{ stateMachineArn: machine, name: 'b-1-rest', input }]);
    assert.ok(memory.plans.has('b-1'), 'the plan is needed to settle it');
  });

  test('settles with best effort for that execution, and for an execution that could not start', async () => {
    for (const [id, execution, refusal] of [
      ['b-2', 'b-2-rest', undefined],
      ['b-3', 'b-3', new Error('slow down')],
    ] as const) {
      begun(id, 2, { machine });
      for (const shard of [0, 1]) deliver(id, shard);
      memory.stepFunctions = async () => {
        if (refusal) throw refusal;
        return {};
      };
      await cleaned(id, execution);
      memory.stepFunctions = async () => ({});
      const { state, reason, endedAt } = memory.records.get(id) ?? {};
      assert.deepEqual([state, reason, endedAt !== undefined], ['incomplete', `${start}killed`, true]);
      const run = runOf(id);
      assert.deepEqual([run.state, run.reason, run.info.cancelled], [state, reason, false]);
      assert.deepEqual(
        run.phases.map(({ status }) => status),
        ['TERMINATED', 'CANCELLED'],
      );
      assert.equal(sentIn(run), 20);
      assert.equal(memory.plans.has(id), false, 'the document is forgotten');
    }
  });

  test('takes what groups have merged, reads the drives of the others while there is time, and names the rest', async () => {
    const shards = merging.sourcesMax + 6;
    begun('b-4', shards);
    const plan = memory.plans.get('b-4') ?? assert.fail();
    const partials = Array.from({ length: shards }, (_, shard) => deliver('b-4', shard));
    const groups = groupsFor(shards);
    const perGroup = Math.floor(shards / groups);
    // The merged result of the first group exists, although the results of its drives are deleted.
    const first = async function* () {
      yield* partials.slice(0, perGroup);
    };
    const leases = new Map(partials.map(({ shard, lease }) => [`${shard}/0`, lease]));
    memory.groups.set('b-4 0 0', await mergeDrives(plan, 0, first(), leases));
    for (const { shard } of partials.slice(0, perGroup)) memory.partials.delete(`b-4 0/${shard}/0`);
    const { objects } = burstStores();
    const { partial } = objects;
    objects.partial = async (burst, phase, shard, segment) => {
      if (shard === shards - 1) throw new Error('damaged');
      return partial(burst, phase, shard, segment);
    };
    await cleaned('b-4');
    objects.partial = partial;
    const run = runOf('b-4');
    assert.equal(sentIn(run), (shards - 1) * 10);
    assert.match(
      messagesOf(run),
      /the measurements of 1 load generator could not be read, so the run does not contain these measurements/,
    );
  });

  test('settles no phase again that is settled, and reports why it cannot settle a phase', async () => {
    begun('b-5');
    for (const shard of [0, 1]) deliver('b-5', shard);
    const { objects } = burstStores();
    const { phase } = objects;
    objects.phase = async (burst, index) => {
      const known = await phase(burst, index);
      if (known === undefined && index === 0) throw new Error('the bucket is away');
      return known;
    };
    await cleaned('b-5');
    objects.phase = phase;
    const run = runOf('b-5');
    assert.match(messagesOf(run), /the measurements of this phase could not be merged: the bucket is away/);
    assert.equal(run.phases[0]?.delivery.lost.length, 2);

    begun('b-6');
    const merged = memory.results.get('b-5 0') ?? assert.fail();
    memory.results.set('b-6 0', { ...merged, notices: ['settled before'] });
    for (const shard of [0, 1]) deliver('b-6', shard);
    await cleaned('b-6');
    assert.match(messagesOf(runOf('b-6')), /^settled before$/m);
  });

  test('that died tries less the next time: what is settled, and then no run at all', async () => {
    const after = async (id: string, endings: number): Promise<BurstRecord | undefined> => {
      begun(id, 2, { endings });
      for (const shard of [0, 1]) deliver(id, shard);
      await cleaned(id);
      return memory.records.get(id);
    };
    await after('b-7', 1);
    assert.equal(sentIn(runOf('b-7')), undefined, 'nothing was settled before');
    const { state, reason, runId, endings } = (await after('b-8', 2)) ?? {};
    assert.deepEqual([state, runId, endings], ['incomplete', undefined, 3]);
    assert.equal(
      reason,
      `${start}killed; the measurements of the burst could not be added up, so the run has no results`,
    );
  });

  test('counts no attempt that ends while drives may be at work', async (t) => {
    begun('b-10');
    t.mock.method(burstStores().bursts, 'atWork', async () => {
      throw new Error('the process ends');
    });
    await assert.rejects(cleaned('b-10'), /the process ends/);
    assert.equal(memory.records.get('b-10')?.endings, undefined);
  });

  test('keeps the stop that a user requested before', async () => {
    begun('b-9');
    memory.flags.set('b-9', { stop: 'stopped by ada' });
    await cleaned('b-9');
    const { state, reason, info } = runOf('b-9');
    assert.deepEqual([state, reason, info.cancelled], ['incomplete', `${start}killed`, true]);
    assert.equal(stateOf('b-9').stop?.reason, 'stopped by ada');
  });

  test('takes the cause as it is, or the error without a cause', async () => {
    const reasonOf = async (burst: string, cause: string) => {
      memory.records.set(burst, burstRecord(burst));
      await clean({ burst, execution: burst, error: 'States.Timeout', cause });
      return memory.records.get(burst)?.reason;
    };
    const cause = '{"errorType":"Error","errorMessage":"the \\"disk\\" is full","trace":["at x';
    assert.equal(await reasonOf('b-c0', cause), `${start}the \\"disk\\" is full`);
    assert.equal(await reasonOf('b-c1', 'killed'), `${start}killed`);
    assert.equal(await reasonOf('b-c2', ''), `${start}States.Timeout`);
    assert.equal(await reasonOf('b-c3', '{"errorMessage": "cut o'), `${start}cut o`);
  });

  test('leaves the end of a burst as it is, and needs no conductor', async () => {
    memory.records.set('b-c4', burstRecord('b-c4', { state: 'passed', endedAt: 7, runId: 3, machine }));
    memory.records.set('b-c5', burstRecord('b-c5', { state: 'planning', machine }));
    for (const burst of ['b-c4', 'b-c5', 'nobody']) await cleaned(burst);
    assert.deepEqual(
      ['b-c4', 'b-c5', 'nobody'].map((id) => memory.records.get(id)?.state),
      ['passed', 'incomplete', undefined],
    );
    assert.deepEqual(memory.requests, [], 'no execution is needed where nothing has begun');
  });
});

suite('PhaseLost', () => {
  test('leaves the reason, which the machine does not hand on, to Clean', async () => {
    memory.records.set('b-lost', burstRecord('b-lost'));
    const cause = '{"errorType":"Error","errorMessage":"the table is away"}';
    await phaseLost({ burst: 'b-lost', error: 'Error', cause });
    const { error } = new StatesError('States.ExceedToleratedFailureThreshold');
    const threshold = 'The specified tolerated failure threshold was exceeded';
    await clean({ burst: 'b-lost', execution: 'b-lost', error, cause: threshold });
    assert.equal(memory.records.get('b-lost')?.reason, `${start}the table is away`);
  });
});

test('the fallback leaves half of the time of its function for the merge', () => {
  const { timeoutS } = driverFunctions.find(({ name }) => name === 'driver/clean') ?? assert.fail();
  assert.equal(ending.fallbackMsMax, (timeoutS * 1000) / 2);
});
