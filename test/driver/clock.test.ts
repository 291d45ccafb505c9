import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pause } from '../../lib/driver/clock.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A pause ends when its time is over or its signal aborts. It leaves no timer and no listener. */

suite('a pause', () => {
  const start = (ms: number, signal?: AbortSignal) => {
    const time = new VirtualClock();
    let over = false;
    void pause(time.clock, ms, signal).then(() => {
      over = true;
    });
    return { time, isOver: () => over };
  };

  test('ends when its time is over and not before', async () => {
    const { time, isOver } = start(5);
    await time.pass(4);
    assert.equal(isOver(), false);
    await time.pass(2);
    assert.equal(isOver(), true);
  });

  test('is one for a millisecond, and takes no time for nothing or less', async () => {
    for (const [ms, waiting] of [
      [1, 1],
      [0, 0],
      [-1, 0],
    ] as const) {
      const { time, isOver } = start(ms);
      assert.equal(time.waiting, waiting);
      await time.pass(0);
      assert.equal(isOver(), waiting === 0);
    }
  });

  test('ends as soon as its signal aborts, without a timer or a listener that stays', async () => {
    const over = new AbortController();
    let listeners = 0;
    const { signal } = over;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const one = start(5, signal);
    await one.time.pass(10);
    assert.deepEqual([one.isOver(), listeners], [true, 0], 'a pause that is over listens no more');
    const other = start(5, signal);
    over.abort();
    await other.time.pass(0);
    assert.deepEqual([other.isOver(), other.time.waiting], [true, 0]);
    const late = start(5, signal);
    await late.time.pass(0);
    assert.deepEqual([late.isOver(), late.time.waiting], [true, 0]);
  });
});
