import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { handler as reap } from '../../../functions/driver/reap.ts';
import type { ExecutionEnd } from '../../../functions/driver/states/messages.ts';
import { startConducting } from '../../../lib/driver/conducting/state.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { node } from '../../driver/conducting/graphs.ts';
import { main, planOf } from '../../driver/run/records.ts';
import { burstRecord } from '../burst-record.ts';
import { openMemory } from '../memory.ts';

/**
 * A burst whose execution was ended from outside is ended too. Its drives stop, and no list shows it as
 * running for ever.
 */

const memory = openMemory();

suite('an execution that did not come to its own end', () => {
  const begun = (more: Partial<BurstRecord> = {}, id = 'b-1'): void => {
    memory.records.set(id, burstRecord(id, more));
    const state = startConducting({
      graph: [node('main')],
      failurePolicy: 'CANCEL',
      leadMs: 2_000,
      startedAt: Date.now(),
    });
    memory.conductors.set(id, { version: 1, state });
    memory.documents.set(id, { text: 'name: x', parameters: {} });
    memory.plans.set(id, { ...planOf([main]), burst: id });
  };
  const after = async (
    status: ExecutionEnd['status'],
    execution = 'b-1',
    input: { readonly burst?: string } = { burst: 'b-1' },
  ) => {
    await reap({ execution, input: JSON.stringify(input), status });
    const { burst = 'b-1' } = input;
    const { state, reason } = memory.records.get(burst) ?? {};
    const stop = memory.conductors.get(burst)?.state.stop?.reason;
    return { state, reason, stop, hasDocument: memory.documents.has(burst) };
  };

  beforeEach(() => begun());

  test('ends its burst with the reason, stops its drives and forgets its document', async () => {
    const reasons = {
      ABORTED: 'the execution of the state machine for the burst was aborted',
      TIMED_OUT: 'the execution of the state machine for the burst took longer than a burst may take',
      FAILED: 'the execution of the state machine for the burst failed',
    } as const;
    for (const [status, cause] of Object.entries(reasons)) {
      begun({}, status);
      const reason = `the burst failed and could not continue: ${cause}`;
      assert.deepEqual(await after(status as ExecutionEnd['status'], status, { burst: status }), {
        state: 'incomplete',
        reason,
        stop: reason,
        hasDocument: false,
      });
    }
  });

  test('changes nothing of a burst that has ended, and nothing without a burst', async () => {
    begun({ state: 'passed', endedAt: 7 });
    assert.equal((await after('FAILED')).state, 'passed');
    begun();
    assert.equal((await after('ABORTED', 'x', {})).state, 'running');
    assert.equal((await after('ABORTED', 'nobody', { burst: 'nobody' })).state, undefined);
    assert.equal(memory.records.get('b-1')?.state, 'running');
  });

  test('is not broken when another execution carries the burst on; when that execution breaks, it is', async () => {
    begun({ carriedBy: 'b-1-end' });
    assert.equal((await after('ABORTED')).state, 'running');
    assert.equal((await after('ABORTED', 'b-1-rest')).state, 'running');
    assert.equal((await after('ABORTED', 'b-1-end')).state, 'incomplete');
  });
});

suite('a burst that should be over', () => {
  const overdueAt = Date.UTC(2026, 10, 22, 3);
  const reaped = async (more: Partial<BurstRecord>) => {
    memory.records.set('b-2', burstRecord('b-2', { overdueAt, state: 'planning', ...more }));
    memory.documents.set('b-2', { text: 'name: x', parameters: {} });
    await reap({ overdue: 'b-2' });
    const { state, reason } = memory.records.get('b-2') ?? {};
    return { state, reason, hasDocument: memory.documents.has('b-2') };
  };

  test('and never began is ended, and its document goes', async () => {
    const reason =
      'the burst failed and could not continue: the execution of the state machine for the burst never started';
    assert.deepEqual(await reaped({}), { state: 'incomplete', reason, hasDocument: false });
  });

  test('and is at work, or waits for ever, is ended too', async () => {
    const reason =
      'the burst failed and could not continue: the burst did not end before 2026-11-22T03:00:00.000Z';
    assert.deepEqual(await reaped({ isStarted: true, state: 'running' }), {
      state: 'incomplete',
      reason,
      hasDocument: false,
    });
  });

  test('and is over is left alone, and an unknown one does not count', async () => {
    assert.equal((await reaped({ state: 'passed', endedAt: 7 })).state, 'passed');
    await reap({ overdue: 'nobody' });
  });
});
