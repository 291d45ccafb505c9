import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SteadyClock } from '../../lib/local/steady-clock.ts';

/** A jump of the wall clock does not change the instants of a burst that runs. */

test('a step of the wall clock counts when the last holder has let go', () => {
  let [wall, machine] = [10_000_000, 500];
  const clock = new SteadyClock(
    () => wall,
    () => machine,
  );
  const pass = (ms: number, step = 0): number => {
    machine += ms;
    wall += ms + step;
    return clock.now();
  };
  assert.equal(pass(1_000), 10_001_000);
  assert.equal(pass(0, -3_600_000), 6_401_000);
  const [one, other] = [clock.hold(), clock.hold()];
  assert.equal(pass(1_000, 3_600_000), 6_402_000);
  one[Symbol.dispose]();
  assert.equal(pass(1_000, -7_200_000), 6_403_000);
  other[Symbol.dispose]();
  assert.equal(pass(0), wall);
});
