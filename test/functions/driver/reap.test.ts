import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { ReapInput } from '../../../functions/driver/messages.ts';
import { handler as reap } from '../../../functions/driver/reap.ts';
import { startConducting } from '../../../lib/driver/conducting/state.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { node } from '../../driver/conducting/graphs.ts';
import { openMemory } from '../memory.ts';

/** A burst whose execution did not come to its own end is ended: its drives are told to stop, and it does not run for ever. */

suite('an execution that did not come to its own end', () => {
  const memory = openMemory();
  const begun = (more: Partial<BurstRecord> = {}): void => {
    const record = {
      id: 'b-1',
      benchmark: 'shop',
      file: 'shop.yaml',
      seed: 7,
      user: 'ada',
      createdAt: 5_000,
    };
    memory.records.set('b-1', { ...record, state: 'running', ...more });
    const state = startConducting({
      ...{ graph: [node('main')], failurePolicy: 'CANCEL', leadMs: 2_000, startedAt: Date.now() },
    });
    memory.conductors.set('b-1', { version: 1, state });
    memory.documents.set('b-1', { text: 'name: x', parameters: {} });
  };
  const after = async (status: ReapInput['status'], execution = 'b-1', input: object = { burst: 'b-1' }) => {
    await reap({ execution, input: JSON.stringify(input), status });
    const { state, reason } = memory.records.get('b-1') ?? {};
    const stop = memory.conductors.get('b-1')?.state.stop?.reason;
    return { state, reason, stop, hasDocument: memory.documents.has('b-1') };
  };

  beforeEach(() => begun());

  test('ends its burst with the reason, stops its drives and forgets its document', async () => {
    const reasons = {
      ABORTED: 'its execution was aborted',
      TIMED_OUT: 'its execution took longer than a burst may take',
      FAILED: 'its execution failed',
    } as const;
    for (const [status, cause] of Object.entries(reasons)) {
      begun();
      const reason = `the burst could not be carried on: ${cause}`;
      assert.deepEqual(await after(status as ReapInput['status']), {
        ...{ state: 'incomplete', reason, stop: reason, hasDocument: false },
      });
    }
  });

  test('changes nothing of a burst that has ended, and nothing where there is none', async () => {
    begun({ state: 'passed', endedAt: 7 });
    assert.equal((await after('FAILED')).state, 'passed');
    begun();
    assert.equal((await after('ABORTED', 'x', {})).state, 'running');
    assert.equal((await after('ABORTED', 'nobody', { burst: 'nobody' })).state, 'running');
  });

  test('is none that was ended because another carries the burst on; when that one breaks, it is', async () => {
    begun({ endsEarly: true });
    assert.equal((await after('ABORTED')).state, 'running');
    const input = { burst: 'b-1', ending: true };
    assert.equal((await after('ABORTED', 'b-1-end', input)).state, 'incomplete');
  });
});
