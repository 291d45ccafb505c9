import { Worker } from 'node:worker_threads';

/**
 * Wakes the event loop at an instant, to about a tenth of a millisecond and without spinning. A timer of the event
 * loop is a millisecond coarse, and that millisecond would stand in every latency of a fast target. So a thread of its
 * own sleeps in the kernel (`Atomics.wait` takes fractions of a millisecond) and posts a message.
 */
export class Alarm {
  private readonly worker: Worker;
  private readonly turn: Int32Array;
  private readonly wait: Float64Array;
  private readonly ring: () => void;
  private armed = false;

  /** `ring` is called once for each `set` that was not replaced by a later one; never before its instant by more than `earlyNs`. */
  constructor(ring: () => void) {
    const shared = new SharedArrayBuffer(16);
    this.turn = new Int32Array(shared, 0, 1);
    this.wait = new Float64Array(shared, 8, 1);
    this.ring = ring;
    this.worker = new Worker(sleeper, { eval: true, execArgv: [], workerData: { shared, earlyNs } });
    this.worker.on('message', (turn: number) => {
      if (!this.armed || turn !== this.turn[0]) return;
      this.armed = false;
      this.ring();
    });
    this.worker.unref();
  }

  /** Rings in so many nanoseconds; replaces what was set before. */
  set(waitNs: number): void {
    this.armed = true;
    this.post(Math.max(0, waitNs));
  }

  cancel(): void {
    this.armed = false;
  }

  async close(): Promise<void> {
    this.armed = false;
    this.post(never);
    await this.worker.terminate();
  }

  private post(waitNs: number): void {
    this.wait[0] = waitNs;
    // The atomic add publishes what was written before it.
    Atomics.add(this.turn, 0, 1);
    Atomics.notify(this.turn, 0);
  }
}

/** The kernel wakes a sleeper about 50 µs late; the rest of the way is asked of the clock. */
export const earlyNs = 80_000;

const never = -1;

/** Runs in the thread. Plain JavaScript: it has no file of its own, so that a bundle carries it. */
const sleeper = `
const { workerData, parentPort } = require('node:worker_threads');
const turn = new Int32Array(workerData.shared, 0, 1);
const wait = new Float64Array(workerData.shared, 8, 1);
let seen = 0;
for (;;) {
  Atomics.wait(turn, 0, seen);
  const now = performance.now();
  seen = Atomics.load(turn, 0);
  if (wait[0] < 0) break;
  const due = now + (wait[0] - workerData.earlyNs) / 1e6;
  for (let left = due - now; left > 0 && Atomics.load(turn, 0) === seen; left = due - performance.now()) {
    Atomics.wait(turn, 0, seen, left);
  }
  if (Atomics.load(turn, 0) === seen) parentPort.postMessage(seen);
}
`;
