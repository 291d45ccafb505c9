import { Worker } from 'node:worker_threads';
import type { Alarm } from '../../../lib/driver/clock.ts';
import { HeadStart } from './head-start.ts';

/**
 * Wakes the event loop at an instant, accurate to some hundredths of a millisecond and nearly without busy
 * waiting. A timer of the event loop is accurate to a millisecond, which would appear in every latency of a
 * fast target. So a separate thread sleeps in the kernel (`Atomics.wait` takes fractions of a millisecond)
 * and posts a message. All alarms of a process share that thread.
 *
 * The thread knows the instant of the next `set` in advance. It sleeps until then without being woken to
 * learn of it.
 *
 * A sleep and two wake-ups of threads cost some 30 µs of CPU. For a shorter wait, the alarm reads the clock
 * at each turn of the event loop, which serves its sockets meanwhile.
 */
export class KernelAlarm implements Alarm {
  readonly #sleeper: Sleeper;
  readonly #place: number;
  readonly #ring: () => void;
  #dueNs = 0;
  /**
   * How the alarm waits: in the sleeping thread, or in the event loop by reading the clock until its instant.
   */
  #waits: 'thread' | 'clock' | undefined;
  #turning = false;

  constructor(ring: () => void) {
    this.#ring = ring;
    sleeper ??= new Sleeper();
    this.#sleeper = sleeper;
    this.#place = this.#sleeper.enter(() => this.#woken());
  }

  set(waitNs: number, followingNs = Infinity): void {
    const sinceNs = nowNs();
    const headStartNs = this.#sleeper.headStart.ns;
    this.#dueNs = sinceNs + waitNs;
    if (waitNs - headStartNs > spinNsMax) {
      this.#waits = 'thread';
      const wakeNs = sinceNs - headStartNs;
      this.#sleeper.post(this.#place, wakeNs + waitNs, wakeNs + followingNs);
    } else this.#watchClock();
  }

  cancel(): void {
    this.#waits = undefined;
  }

  close(): void {
    this.#waits = undefined;
    this.#sleeper.leave(this.#place);
  }

  #woken(): void {
    const leftNs = this.#dueNs - nowNs();
    // A message may belong to an earlier instant of this alarm. The thread then sleeps until the latest one.
    if (this.#waits !== 'thread' || leftNs > this.#sleeper.headStart.nsMax + slackNs) return;
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

/** When the thread wakes too early by at most this number of nanoseconds, it does not sleep again. */
const slackNs = 5_000;

const nowNs = (): number => performance.now() * 1e6;

/** The largest number of concurrent alarms in one process. */
const placesMax = 1024;
const never = Infinity;

/** The sleeping thread, which remains for later alarms. It never keeps the process alive. */
let sleeper: Sleeper | undefined;

class Sleeper {
  /**
   * The shared counters. First the number of messages from the sleeping thread, and the number of places ever
   * used. A place belongs to one alarm. Then the turn of each place, and the prepared turn of each place. A
   * turn is one message to that alarm. A turn is prepared while the thread sleeps until the following instant
   * of the place.
   */
  readonly #turns: Int32Array;
  /** The shared instants of each place: the one to wake at, and the following one. */
  readonly #instants: Float64Array;
  readonly #listeners: ((() => void) | undefined)[] = [];
  readonly #free: number[] = [];
  readonly headStart = new HeadStart();

  constructor() {
    const shared = new SharedArrayBuffer(16 * placesMax + 4 * (2 * placesMax + 2));
    this.#instants = new Float64Array(shared, 0, 2 * placesMax);
    this.#turns = new Int32Array(shared, 16 * placesMax);
    const worker = new Worker(sleeping, {
      eval: true,
      execArgv: [],
      workerData: { shared, placesMax, slackNs },
    });
    worker.on('message', (place: number) => this.#listeners[place]?.());
    worker.unref();
  }

  enter(listener: () => void): number {
    const place = this.#free.pop() ?? this.#listeners.length;
    if (place >= placesMax)
      throw new Error(
        `a bug in Downpour: one process cannot have more than ${placesMax} timers at the same time`,
      );
    this.#listeners[place] = listener;
    Atomics.store(this.#turns, 1, this.#listeners.length);
    return place;
  }

  leave(place: number): void {
    this.post(place, never, never);
    this.#listeners[place] = undefined;
    this.#free.push(place);
  }

  /** Wakes the event loop at an instant. Wakes the thread only when it would sleep too long. */
  post(place: number, wakeNs: number, followingNs: number): void {
    const preparedNs = this.#instants[2 * place + 1] ?? never;
    this.#instants[2 * place] = wakeNs;
    this.#instants[2 * place + 1] = followingNs;
    // The thread and this method run at the same time. The thread writes its prepared turn and then compares
    // the number of posts. This method adds a post and then reads the prepared turn. So at least one of them
    // sees the write of the other.
    const turn = Atomics.add(this.#turns, place + 2, 1);
    Atomics.add(this.#turns, 0, 1);
    const prepared = Atomics.load(this.#turns, placesMax + place + 2) === turn;
    if (!prepared || Math.abs(preparedNs - wakeNs) > slackNs) Atomics.notify(this.#turns, 0);
  }
}

/**
 * The code of the sleeping thread. It is plain JavaScript in a text, because a bundle has no separate file
 * for it.
 */
const sleeping = `
const { workerData: { shared, placesMax, slackNs }, parentPort } = require('node:worker_threads');
const { readlinkSync, writeFileSync } = require('node:fs');
try {
  // By default Linux lets a thread sleep up to 50 us longer than requested, to wake several at once.
  writeFileSync('/proc/' + readlinkSync('/proc/thread-self').split('/').pop() + '/timerslack_ns', '1');
} catch {
  // Systems other than Linux have no such file (timerslack_ns), and some systems forbid to write it. The
  // thread then wakes later, and head-start.ts wakes it earlier by as much.
}
const instants = new Float64Array(shared, 0, 2 * placesMax);
const turns = new Int32Array(shared, 16 * placesMax);
const seen = new Int32Array(placesMax);
const wakes = new Float64Array(placesMax).fill(Infinity);
const followings = new Float64Array(placesMax).fill(Infinity);
for (;;) {
  const posts = Atomics.load(turns, 0);
  const places = Atomics.load(turns, 1);
  const soonNs = performance.now() * 1e6 + slackNs;
  let nextNs = Infinity;
  for (let place = 0; place < places; place += 1) {
    const turn = Atomics.load(turns, place + 2);
    if (turn !== seen[place]) {
      seen[place] = turn;
      wakes[place] = instants[2 * place];
      followings[place] = instants[2 * place + 1];
      Atomics.store(turns, placesMax + place + 2, ~turn);
    }
    if (wakes[place] <= soonNs) {
      wakes[place] = followings[place];
      followings[place] = Infinity;
      Atomics.store(turns, placesMax + place + 2, wakes[place] === Infinity ? ~turn : turn);
      parentPort.postMessage(place);
    }
    if (wakes[place] < nextNs) nextNs = wakes[place];
  }
  Atomics.wait(turns, 0, posts, nextNs / 1e6 - performance.now());
}
`;
