import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { states } from './first-signs.js';

/** @type {import('./first-signs.js').Order} */
const { state, fd, isLive, doing, columns } = workerData;

if (Atomics.compareExchange(state, 0, states.unbegun, states.running) === states.unbegun) {
  const begunMs = performance.now();
  let line = doing;
  while (Atomics.load(state, 0) === states.running) {
    write(isLive ? `\r${line.slice(0, columns - 1)}\x1b[K` : `${line}\n`);
    Atomics.wait(state, 0, states.running, 1_000);
    line = `${doing}, ${Math.round((performance.now() - begunMs) / 1_000)} s`;
  }
  if (isLive) write('\r\x1b[K');
  Atomics.store(state, 0, states.ended);
  Atomics.notify(state, 0);
}

/**
 * Writes a message. When the reader is slow or has closed, the message is lost.
 * @param {string} text
 */
function write(text) {
  try {
    writeSync(fd, text);
  } catch {}
}
