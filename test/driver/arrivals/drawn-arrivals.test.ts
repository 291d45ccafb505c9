import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnFor } from '../../../lib/driver/arrivals/drawn-arrivals.ts';
import { assignmentOf, targetAt } from '../session/shards.ts';

test('the first thread of a drive draws the numbers of a drive with one thread, and each other its own', () => {
  const whole = assignmentOf({ target: targetAt(80), scenario: [{ a: ['noop'] }] });
  const first = (index?: number): number =>
    drawnFor(
      { ...whole, ...(index === undefined ? {} : { thread: { index, count: 3 } }) },
      'arrivals',
    ).next();
  assert.equal(first(0), first());
  assert.equal(new Set([0, 1, 2].map(first)).size, 3);
});
