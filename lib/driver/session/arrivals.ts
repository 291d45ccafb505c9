import type { Alarm, Clock } from '../clock.ts';
import { driving } from '../limits.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Session } from './session.ts';
import type { SessionPool } from './session-pool.ts';

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
  readonly #sessions: SessionPool;
  readonly #schedule: Schedule;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** Planned instants of users who wait for a free session, first in, first out. */
  readonly #waiting: number[] = [];
  #waitingHead = 0;
  #nextNs: number;
  #finished = false;

  constructor(sessions: SessionPool, schedule: Schedule, clock: Clock) {
    this.#sessions = sessions;
    this.#schedule = schedule;
    this.#clock = clock;
    this.#nextNs = schedule.next();
    this.#alarm = clock.alarm(this.#tick);
    sessions.handOnTo((session) => this.#takeOver(session));
  }

  begin(): void {
    this.#tick();
  }

  finish(): void {
    if (this.#finished) return;
    this.#admitDue();
    this.#finished = true;
    this.#alarm.cancel();
    // Arrivals that never came, because the run was stopped, were planned all the same.
    for (let guard = 0; this.#nextNs !== Infinity && guard < driving.plannedCountMax; guard += 1) {
      this.planned += 1;
      this.#nextNs = this.#schedule.next();
    }
  }

  readonly #tick = (): void => {
    if (this.#finished) return;
    this.#admitDue();
    if (this.#nextNs !== Infinity) this.#alarm.set(this.#nextNs - this.#clock.nowNs());
  };

  /** Late arrivals are not skipped: everything due starts now, each with its own intended instant. */
  #admitDue(): void {
    while (this.#nextNs <= this.#clock.nowNs() && !this.#finished) {
      const intendedNs = this.#nextNs;
      this.#nextNs = this.#schedule.next();
      this.planned += 1;
      if (!this.#sessions.admit(intendedNs, intendedNs)) {
        this.throttled += 1;
        this.#waiting.push(intendedNs);
      }
    }
  }

  close(): void {
    this.#alarm.close();
  }

  /**
   * A user who waited for a session starts as soon as one is free. Latency counts from the planned arrival; lateness
   * from now, because the wait was the session limit's and not the generator's.
   */
  #takeOver(session: Session): void {
    const intendedNs = this.#finished ? undefined : this.#waiting[this.#waitingHead];
    if (intendedNs === undefined) {
      this.#sessions.rest(session);
      return;
    }
    this.#waitingHead += 1;
    this.#sessions.begin(session, intendedNs, this.#clock.nowNs());
  }
}

/** The closed model: a fixed number of users; with `again`, each starts anew as soon as it ends. */
export class ClosedModel implements Arriving {
  readonly planned: number;
  readonly throttled = 0;
  readonly #sessions: SessionPool;
  readonly #clock: Clock;
  #finished = false;

  constructor(sessions: SessionPool, users: number, again: boolean, clock: Clock) {
    this.#sessions = sessions;
    this.planned = users;
    this.#clock = clock;
    if (!again) return;
    sessions.handOnTo((session) => {
      if (this.#finished) return this.#sessions.rest(session);
      const now = this.#clock.nowNs();
      this.#sessions.begin(session, now, now);
    });
  }

  begin(): void {
    for (let user = 0; user < this.planned; user += 1) {
      const now = this.#clock.nowNs();
      this.#sessions.admit(now, now);
    }
  }

  finish(): void {
    this.#finished = true;
  }

  close(): void {}
}
