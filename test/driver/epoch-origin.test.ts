import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochOriginMs } from '../../lib/driver/epoch-origin.ts';

/** A machine that takes time for each reading of a clock, and stops the process before some readings. */
function machine(originMs: number, stopsMs: (reading: number) => number) {
  const readingMs = 0.004;
  let [nowMs, readings] = [1_000.3, 0];
  const read = (): number => {
    nowMs += readingMs + stopsMs(readings++);
    return nowMs;
  };
  return { wallMs: () => Math.floor(originMs + read()), nowMs: read };
}

const originMs = 1_700_000_000_000.7;
const worstMs = 0.02;

test('the origin of the monotonic clock is known to a fraction of a millisecond', () => {
  const found = epochOriginMs(machine(originMs, () => 0));
  assert.ok(Math.abs(found - originMs) < worstMs, String(found - originMs));
});

test('a machine that stops the process between two readings does not move the origin', () => {
  for (let stopped = 0; stopped < 600; stopped += 1) {
    const found = epochOriginMs(machine(originMs, (reading) => (reading === stopped ? 20 : 0)));
    assert.ok(Math.abs(found - originMs) < worstMs, `stopped at ${stopped}: ${found - originMs}`);
  }
});
