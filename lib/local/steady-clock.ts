/**
 * The milliseconds of a monotonic clock that all processes of this machine share. No correction of the time
 * changes it.
 */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/**
 * The wall clock of this machine without its steps, such as a correction of the time. Between `hold` and its
 * disposal, the time follows the monotonic clock. So no phase of a burst waits for an hour, or starts too
 * early. At other times it is the wall clock.
 */
export class SteadyClock {
  readonly #wallMs: () => number;
  readonly #machineMs: () => number;
  #originMs: number;
  #holders = 0;

  constructor(wallMs: () => number = () => Date.now(), machine: () => number = machineMs) {
    this.#wallMs = wallMs;
    this.#machineMs = machine;
    this.#originMs = this.#wallMs() - this.#machineMs();
  }

  /** The time in epoch milliseconds at which `machineMs` was 0. */
  get originMs(): number {
    if (this.#holders === 0) this.#originMs = this.#wallMs() - this.#machineMs();
    return this.#originMs;
  }

  /** The present time in epoch milliseconds. */
  now(): number {
    return Math.floor(this.originMs + this.#machineMs());
  }

  /** Keeps the clock free of steps until the returned object is disposed of. */
  hold(): Disposable {
    void this.originMs;
    this.#holders += 1;
    return {
      [Symbol.dispose]: () => {
        this.#holders -= 1;
      },
    };
  }
}

/** The clock of the bursts of this process and of the functions that it hosts. */
export const steadyClock = new SteadyClock();

/**
 * Calls `call` once after some milliseconds. The timer does not keep the process alive. The returned function
 * cancels the call.
 */
export function after(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
