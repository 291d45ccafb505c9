// Plain JavaScript like the launcher, because it prints before large modules are loaded.
import { Worker } from 'node:worker_threads';

/** States of a thread that writes signs, in one word that both threads share. */
export const states = /** @type {const} */ ({ unbegun: 0, running: 1, ending: 2, ended: 3 });

/**
 * Milliseconds that the end of the signs waits for its thread, which may be stuck with a reader that takes
 * nothing.
 */
const endMs = 1_000;

/**
 * Prints signs of life while this thread loads modules, when it can serve no timer. Another thread prints at
 * once what Downpour is doing, and each second for how long. A terminal gets one line that is drawn again,
 * and any other output gets a line for each sign.
 *
 * @param {NodeJS.WriteStream} stream standard output or standard error
 * @param {string} doing
 * @returns {() => void} ends the signs and removes their line
 */
export function beginSigns(stream, doing) {
  const fd = stream === process.stdout ? 1 : 2;
  const isLive = stream.isTTY === true && process.env.TERM !== 'dumb';
  const state = new Int32Array(new SharedArrayBuffer(4));
  /** @type {Order} */
  const workerData = { state, fd, isLive, doing, columns: stream.columns || 80 };
  const thread = new Worker(new URL('first-signs-thread.js', import.meta.url), { workerData, execArgv: [] });
  // A machine without room for another thread prints no signs, and continues.
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
 * Ends the signs right before the program writes its first text to standard output or standard error, or when
 * the program ends.
 * @param {() => void} end
 */
export function endAtFirstText(end) {
  const streams = [process.stdout, process.stderr];
  process.once('exit', end);
  for (const stream of streams) {
    /** @type {(...text: any[]) => boolean} */
    const first = (...text) => {
      // Without these members, the methods of the class are used again.
      for (const each of streams) Reflect.deleteProperty(each, 'write');
      process.off('exit', end);
      end();
      return Reflect.apply(stream.write, stream, text);
    };
    stream.write = first;
  }
}
