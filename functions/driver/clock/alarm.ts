import { Worker } from 'node:worker_threads';
import type { Alarm } from '../../../lib/driver/clock.ts';
import { HeadStart } from './head-start.ts';

/**
 * Wakes the event loop at an instant, accurate to some hundredths of a millisecond and nearly without busy
 * waiting. A timer of the event loop is accurate to a millisecond, which would appear in every latency of a
 * fast target. So a separate thread sleeps in the kernel (`Atomics.wait` takes fractions of a millisecond)
 * and posts a message. All alarms of a process share that thread.
 *
 * Two sleeps and wake-ups of threads cost some 50 µs of CPU. For a shorter wait, the alarm reads the clock at
 * each turn of the event loop, which serves its sockets meanwhile.
 */
export class KernelAlarm implements Alarm {
  readonly #sleeper: Sleeper;
  readonly #place: number;
  readonly #ring: () => void;
  #dueNs = 0;
  /** The part that will wake the event loop: the thread, or reads of the clock. */
  #waits: 'thread' | 'clock' | undefined;
  #turning = false;

  constructor(ring: () => void) {
    this.#ring = ring;
    sleeper ??= new Sleeper();
    this.#sleeper = sleeper;
    this.#place = this.#sleeper.enter((turn) => this.#woken(turn));
  }

  set(waitNs: number): void {
    this.#dueNs = nowNs() + waitNs;
    const sleepNs = waitNs - this.#sleeper.headStart.ns;
    if (sleepNs > spinNsMax) {
      this.#waits = 'thread';
      this.#sleeper.post(this.#place, sleepNs);
    } else this.#watchClock();
  }

  cancel(): void {
    this.#waits = undefined;
  }

  close(): void {
    this.#waits = undefined;
    this.#sleeper.leave(this.#place);
  }

  #woken(turn: number): void {
    if (this.#waits !== 'thread' || turn !== this.#sleeper.turnOf(this.#place)) return;
    const leftNs = this.#dueNs - nowNs();
    this.#sleeper.headStart.woken(leftNs);
    if (leftNs > 0) this.#watchClock();
    else this.#rings();
  }

  #watchClock(): void {
    this.#waits = 'clock';
    if (this.#turning) return;
    this.#turning = true;
    setImmediate(this.#look);
  }

  readonly #look = (): void => {
    this.#turning = false;
    if (this.#waits !== 'clock') return;
    if (nowNs() < this.#dueNs) this.#watchClock();
    else this.#rings();
  };

  #rings(): void {
    this.#waits = undefined;
    this.#ring();
  }
}

/** The shortest sleep in nanoseconds for which the thread is used. */
const spinNsMax = 30_000;

const nowNs = (): number => performance.now() * 1e6;

/** The largest number of concurrent alarms in one process. */
const placesMax = 1024;
const never = -1;

/** The sleeping thread, which remains for later alarms. It never keeps the process alive. */
let sleeper: Sleeper | undefined;

class Sleeper {
  /**
   * The shared counters: the number of posts, the number of places ever used, and the turn of each place.
   * Each turn is one `post`.
   */
  readonly #turns: Int32Array;
  readonly #waits: Float64Array;
  readonly #listeners: (((turn: number) => void) | undefined)[] = [];
  readonly #free: number[] = [];
  readonly headStart = new HeadStart();

  constructor() {
    const shared = new SharedArrayBuffer(8 * placesMax + 4 * (placesMax + 2));
    this.#waits = new Float64Array(shared, 0, placesMax);
    this.#turns = new Int32Array(shared, 8 * placesMax, placesMax + 2);
    const worker = new Worker(sleeping, {
      eval: true,
      execArgv: [],
      workerData: { shared, placesMax },
    });
    worker.on('message', (message: number) => {
      const place = message % placesMax;
      this.#listeners[place]?.((message - place) / placesMax);
    });
    worker.unref();
  }

  enter(listener: (turn: number) => void): number {
    const place = this.#free.pop() ?? this.#listeners.length;
    if (place >= placesMax) throw new Error(`more than ${placesMax} alarms in one process`);
    this.#listeners[place] = listener;
    Atomics.store(this.#turns, 1, this.#listeners.length);
    return place;
  }

  leave(place: number): void {
    this.post(place, never);
    this.#listeners[place] = undefined;
    this.#free.push(place);
  }

  turnOf(place: number): number {
    return Atomics.load(this.#turns, place + 2);
  }

  post(place: number, waitNs: number): void {
    this.#waits[place] = waitNs;
    // The atomic additions make the earlier write visible to the thread.
    Atomics.add(this.#turns, place + 2, 1);
    Atomics.add(this.#turns, 0, 1);
    Atomics.notify(this.#turns, 0);
  }
}

/**
 * The code of the sleeping thread. It is plain JavaScript in a text, because a bundle has no separate file
 * for it.
 */
const sleeping = `
const { workerData: { shared, placesMax }, parentPort } = require('node:worker_threads');
const { readlinkSync, writeFileSync } = require('node:fs');
try {
  // By default Linux lets a thread sleep up to 50 us longer than requested, to wake several at once.
  writeFileSync('/proc/' + readlinkSync('/proc/thread-self').split('/').pop() + '/timerslack_ns', '1');
} catch {
  // Other systems have no such file, and some forbid the write. The thread then wakes later, and the head
  // start grows by as much.
}
const waits = new Float64Array(shared, 0, placesMax);
const turns = new Int32Array(shared, 8 * placesMax, placesMax + 2);
const seen = new Int32Array(placesMax);
const dues = new Float64Array(placesMax).fill(Infinity);
for (;;) {
  const posts = Atomics.load(turns, 0);
  const places = Atomics.load(turns, 1);
  const now = performance.now();
  let next = Infinity;
  for (let place = 0; place < places; place += 1) {
    const turn = Atomics.load(turns, place + 2);
    if (turn !== seen[place]) {
      seen[place] = turn;
      dues[place] = waits[place] < 0 ? Infinity : now + waits[place] / 1e6;
    }
    if (dues[place] <= now) {
      dues[place] = Infinity;
      parentPort.postMessage(turn * placesMax + place);
    } else if (dues[place] < next) next = dues[place];
  }
  Atomics.wait(turns, 0, posts, next - performance.now());
}
`;
