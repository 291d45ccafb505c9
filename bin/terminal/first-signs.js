// Plain JavaScript like the launcher, because it prints before large modules are loaded.
import { Worker } from 'node:worker_threads';

/** The states of a thread that writes messages, in one word of memory that both threads share. */
export const states = /** @type {const} */ ({ unbegun: 0, running: 1, ending: 2, ended: 3 });

/**
 * Milliseconds that the program waits for the thread to end. The thread may be stuck when no program reads
 * its output.
 */
const endMs = 1_000;

/**
 * Prints messages while this thread loads modules and cannot run timers. Another thread prints at once what
 * Downpour is doing, and each second for how long. On a terminal one line is drawn again and again, and any
 * other output gets a line for each message.
 *
 * @param {NodeJS.WriteStream} stream standard output or standard error
 * @param {string} doing
 * @returns {() => void} ends the messages and removes their line
 */
export function beginSigns(stream, doing) {
  const fd = stream === process.stdout ? 1 : 2;
  const isLive = stream.isTTY === true && process.env.TERM !== 'dumb';
  const state = new Int32Array(new SharedArrayBuffer(4));
  /** @type {Order} */
  const workerData = { state, fd, isLive, doing, columns: stream.columns || 80 };
  const thread = new Worker(new URL('first-signs-thread.js', import.meta.url), { workerData, execArgv: [] });
  // If the system cannot start another thread, the program continues without messages.
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
 * Ends the messages right before the program writes its first text to standard output or standard error, or
 * when the program ends.
 * @param {() => void} end
 */
export function endAtFirstText(end) {
  const streams = [process.stdout, process.stderr];
  process.once('exit', end);
  for (const stream of streams) {
    /** @type {(...text: any[]) => boolean} */
    const first = (...text) => {
      // Deleting the replaced methods makes the methods of the class available again.
      for (const each of streams) Reflect.deleteProperty(each, 'write');
      process.off('exit', end);
      end();
      return Reflect.apply(stream.write, stream, text);
    };
    stream.write = first;
  }
}
