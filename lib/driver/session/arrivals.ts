import type { Schedule } from '../schedule/schedule.ts';
import { Alarm, earlyNs } from './alarm.ts';
import type { Crowd } from './crowd.ts';
import type { Session } from './session.ts';

/** A model of arrivals at work: who starts when, and who takes over a session that became free. */
export type Arriving = {
  /** Called at the start of the segment. */
  begin(): void;
  /** No new users from now on. */
  finish(): void;
  readonly planned: number;
  /** Arrivals that found no free session. */
  readonly throttled: number;
  close(): void;
};

/** The open model: users come when the schedule says so, whatever the target does. */
export class OpenModel implements Arriving {
  planned = 0;
  throttled = 0;
  readonly #crowd: Crowd;
  readonly #schedule: Schedule;
  readonly #nowNs: () => number;
  readonly #alarm: Alarm;
  /** Planned instants of users who wait for a free session, first in, first out. */
  readonly #waiting: number[] = [];
  #waitingHead = 0;
  #nextNs = 0;
  #finished = false;

  constructor(crowd: Crowd, schedule: Schedule, nowNs: () => number) {
    this.#crowd = crowd;
    this.#schedule = schedule;
    this.#nowNs = nowNs;
    this.#alarm = new Alarm(() => this.#tick());
    crowd.successor = (session) => this.#successor(session);
  }

  begin(): void {
    this.#nextNs = this.#schedule.next();
    this.#tick();
  }

  finish(): void {
    if (this.#finished) return;
    this.#admitDue();
    this.#finished = true;
    this.#alarm.cancel();
    // Arrivals that never came, because the run was stopped, were planned all the same.
    for (let guard = 0; this.#nextNs !== Infinity && guard < plannedCountMax; guard += 1) {
      this.planned += 1;
      this.#nextNs = this.#schedule.next();
    }
  }

  readonly #tick = (): void => {
    if (this.#finished) return;
    this.#admitDue();
    if (this.#nextNs !== Infinity) this.#arm(this.#nextNs - this.#nowNs());
  };

  /** Late arrivals are not skipped: everything due starts now, each with its own intended instant. */
  #admitDue(): void {
    while (this.#nextNs <= this.#nowNs() && !this.#finished) {
      const intendedNs = this.#nextNs;
      this.#nextNs = this.#schedule.next();
      this.planned += 1;
      if (!this.#crowd.admit(intendedNs, intendedNs)) {
        this.throttled += 1;
        this.#waiting.push(intendedNs);
      }
    }
  }

  /** So close that sleeping costs more than asking the clock again, once the event loop has turned. */
  #arm(waitNs: number): void {
    if (waitNs <= 2 * earlyNs) setImmediate(this.#tick);
    else this.#alarm.set(waitNs);
  }

  close(): void {
    this.#alarm.close();
  }

  /**
   * A user who waited for a session starts as soon as one is free (reference section 5.3). Latency counts from the
   * planned arrival; lateness from now, because the wait was the session limit's and not the generator's.
   */
  #successor(session: Session): void {
    const intendedNs = this.#finished ? undefined : this.#waiting[this.#waitingHead];
    if (intendedNs === undefined) {
      this.#crowd.rest(session);
      return;
    }
    this.#waitingHead += 1;
    this.#crowd.begin(session, intendedNs, this.#nowNs());
  }
}

const plannedCountMax = 50_000_000;

/** The closed model: a fixed number of users; with `again`, each starts anew as soon as it ends. */
export class ClosedModel implements Arriving {
  readonly planned: number;
  readonly throttled = 0;
  readonly #crowd: Crowd;
  readonly #nowNs: () => number;
  #finished = false;

  constructor(crowd: Crowd, users: number, again: boolean, nowNs: () => number) {
    this.#crowd = crowd;
    this.planned = users;
    this.#nowNs = nowNs;
    if (!again) return;
    crowd.successor = (session) => {
      if (this.#finished) {
        this.#crowd.rest(session);
        return;
      }
      const now = this.#nowNs();
      this.#crowd.begin(session, now, now);
    };
  }

  begin(): void {
    for (let user = 0; user < this.planned; user += 1) {
      const now = this.#nowNs();
      this.#crowd.admit(now, now);
    }
  }

  finish(): void {
    this.#finished = true;
  }

  close(): void {}
}
