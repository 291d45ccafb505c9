import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withKeyedMutex } from '../../../lib/repository/records/keyed-mutex.ts';

test('calls with one name run one after the other, also after a failure, and other names do not wait', async () => {
  const seen: string[] = [];
  const of = {};
  const call = (name: string, says: string, held: Promise<unknown> = Promise.resolve()) =>
    withKeyedMutex(of, name, async () => {
      seen.push(`${says} begins`);
      await held;
      seen.push(`${says} ends`);
      return says;
    });
  const held = Promise.withResolvers<never>();
  const first = call('a', 'first', held.promise);
  const second = call('a', 'second');
  assert.equal(await call('b', 'other'), 'other');
  assert.equal(await withKeyedMutex({}, 'a', async () => 'elsewhere'), 'elsewhere');
  assert.deepEqual(seen, ['first begins', 'other begins', 'other ends']);
  held.reject(new Error('no'));
  await assert.rejects(first, /no/);
  assert.equal(await second, 'second');
  assert.deepEqual(seen.slice(3), ['second begins', 'second ends']);
});
