import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aborted, interrupts } from '../../../bin/terminal/interrupts.ts';

test('the first Ctrl-C asks, the second insists, and an echo counts once', async () => {
  let nowMs = 0;
  const received = process.listenerCount('SIGTERM');
  const stopping = interrupts(() => nowMs);
  assert.equal(stopping.stopRequested.aborted, false);
  const stopRequested = aborted(stopping.stopRequested);
  process.kill(process.pid, 'SIGINT');
  await stopRequested;
  process.emit('SIGINT');
  assert.equal(stopping.leaveRequested.aborted, false);
  nowMs = 1_000;
  process.emit('SIGINT');
  await aborted(stopping.leaveRequested);
  assert.equal(process.listenerCount('SIGTERM'), received + 1);
  stopping[Symbol.dispose]();
  assert.equal(process.listenerCount('SIGTERM'), received);
});
