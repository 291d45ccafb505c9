import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burstId } from '../../../lib/driver/conducting/burst-id.ts';

/**
 * Ids of bursts begin with the second in UTC, so they sort by time. The rest is drawn from characters that
 * people do not confuse.
 */

const instant = Date.UTC(2026, 10, 20, 5, 36, 33, 999);

test('An id names its second in UTC and four drawn characters', () => {
  const draws = [19, 3, 15, 9, 0];
  assert.equal(
    burstId(instant, () => draws.shift()!),
    'b-20261120-053633-k3f9',
  );
});

test('Every character can be drawn, and none is i, l, o or u', () => {
  const drawn = Array.from({ length: 32 }, (_, index) =>
    burstId(instant, (most) => {
      assert.equal(most, 32);
      return index;
    }).slice(-4),
  );
  assert.equal(new Set(drawn).size, 32);
  assert.match(drawn.join(''), /^[0-9a-hjkmnp-tv-z]+$/);
});

test('Later seconds sort behind earlier ones', () => {
  const last = burstId(instant, (most) => most - 1);
  const first = burstId(instant + 1, () => 0);
  assert.ok(last < first);
});
