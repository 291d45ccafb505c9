// Plain JavaScript, as the launcher is: it says something before it loads what is large.
import { Worker } from 'node:worker_threads';

/** States of a thread that writes signs, in one word that both threads share. */
export const states = /** @type {const} */ ({ unbegun: 0, running: 1, ending: 2, ended: 3 });

/**
 * Milliseconds that the end of the signs waits for its thread, which may be stuck with a reader that takes
 * nothing.
 */
const endMs = 1_000;

/**
 * Signs of life while this thread loads modules and so can serve no timer: a thread of their own writes at
 * once what takes the time, and each second after how long already. A terminal has one line that is drawn
 * again, all else a line each.
 *
 * @param {NodeJS.WriteStream} stream standard output or standard error
 * @param {string} doing
 * @returns {() => void} ends them: the line is gone, and no other is written
 */
export function beginSigns(stream, doing) {
  const fd = stream === process.stdout ? 1 : 2;
  const isLive = stream.isTTY === true && process.env.TERM !== 'dumb';
  const state = new Int32Array(new SharedArrayBuffer(4));
  /** @type {Order} */
  const workerData = { state, fd, isLive, doing, columns: stream.columns || 80 };
  const thread = new Worker(new URL('first-signs-thread.js', import.meta.url), { workerData, execArgv: [] });
  // A machine without room for one more thread shows no signs, and does the rest.
  thread.on('error', () => Atomics.store(state, 0, states.ended));
  thread.unref();
  return () => {
    if (Atomics.compareExchange(state, 0, states.unbegun, states.ended) === states.unbegun) return;
    Atomics.compareExchange(state, 0, states.running, states.ending);
    Atomics.notify(state, 0);
    Atomics.wait(state, 0, states.ending, endMs);
  };
}

/**
 * @typedef {{
 *   readonly state: Int32Array<SharedArrayBuffer>, readonly fd: number, readonly isLive: boolean,
 *   readonly doing: string, readonly columns: number,
 * }} Order
 */

/**
 * Has signs end right before a program writes its first text to standard output or standard error, else when
 * it ends.
 * @param {() => void} end
 */
export function endAtFirstText(end) {
  const streams = [process.stdout, process.stderr];
  process.once('exit', end);
  for (const stream of streams) {
    /** @type {(...text: any[]) => boolean} */
    const first = (...text) => {
      // The methods of the class are there again.
      for (const each of streams) Reflect.deleteProperty(each, 'write');
      process.off('exit', end);
      end();
      return Reflect.apply(stream.write, stream, text);
    };
    stream.write = first;
  }
}
