import { arrivalBounds } from '../arrivals/limits.ts';
import type { Alarm, Clock } from '../clock.ts';
import { Retries } from '../http/strategies/retries.ts';
import { Lookahead } from '../schedule/lookahead.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Users } from '../statistics/users.ts';
import type { Session } from './session.ts';
import type { SessionPool } from './session-pool.ts';

/**
 * The arrivals of a phase while it runs. It decides when users start, and which user gets a session that
 * becomes free.
 */
export type ArrivalProcess = {
  /** Starts the arrivals. Called at the start of the segment. */
  begin(): void;
  /** Ends the arrivals: no new users start after this call. */
  finish(): void;
  readonly planned: number;
  /** The number of arrivals that found no free session. */
  readonly throttled: number;
  close(): void;
};

/** The open model: users arrive at the instants of the schedule, even when the target is slow. */
export class OpenModel implements ArrivalProcess {
  planned = 0;
  throttled = 0;
  readonly #sessions: SessionPool;
  readonly #schedule: Lookahead;
  readonly #users: Users;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  /** The planned instants of users who wait for a free session, first in, first out. */
  #waiting: number[] = [];
  #waitingHead = 0;
  #nextNs: number;
  #finished = false;

  constructor(sessions: SessionPool, schedule: Schedule, users: Users, clock: Clock) {
    this.#sessions = sessions;
    this.#schedule = new Lookahead(schedule);
    this.#users = users;
    this.#clock = clock;
    this.#nextNs = this.#schedule.next();
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
    const nowNs = this.#clock.nowNs();
    for (const dueNs of this.#waiting.slice(this.#waitingHead)) this.#users.waited(dueNs, nowNs);
    // When the run is stopped, users whose planned start is still in the future also count as planned.
    for (let guard = 0; this.#nextNs !== Infinity && guard < arrivalBounds.plannedCountMax; guard += 1) {
      this.planned += 1;
      this.#nextNs = this.#schedule.next();
    }
  }

  readonly #tick = (): void => {
    if (this.#finished) return;
    this.#admitDue();
    if (this.#nextNs === Infinity) return;
    const followingNs = this.#schedule.firstFrom(this.#nextNs + arrivalBounds.apartNs);
    const nowNs = this.#clock.nowNs();
    this.#alarm.set(this.#nextNs - nowNs, followingNs - nowNs);
  };

  /** Starts every user who is due by now, each with its own planned instant. Late users are not skipped. */
  #admitDue(): void {
    for (
      let nowNs = this.#clock.nowNs();
      this.#nextNs <= nowNs && !this.#finished;
      nowNs = this.#clock.nowNs()
    ) {
      const intendedNs = this.#nextNs;
      this.#nextNs = this.#schedule.next();
      this.planned += 1;
      this.#users.due(intendedNs);
      if (this.#sessions.admit(intendedNs, intendedNs)) {
        this.#users.started(nowNs);
      } else {
        this.throttled += 1;
        this.#waiting.push(intendedNs);
      }
    }
  }

  close(): void {
    this.#alarm.close();
  }

  /**
   * Starts the first waiting user in a session that has become free. Latency counts from the planned arrival.
   * Lateness counts from the instant at which the session should have become free. The time before that
   * instant is a wait because of the session limit. Both a slow target and a busy generator can cause it. So
   * Downpour counts this wait separately, and compares it with the health of the machine.
   */
  #takeOver(session: Session): void {
    const intendedNs = this.#finished ? undefined : this.#waiting[this.#waitingHead];
    if (intendedNs === undefined) {
      this.#sessions.release(session);
      return;
    }
    this.#waitingHead += 1;
    // Frees the entries of users who have their session, once they are more than half of all entries.
    if (this.#waitingHead * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#waitingHead);
      this.#waitingHead = 0;
    }
    const nowNs = this.#clock.nowNs();
    this.#users.waited(intendedNs, nowNs);
    this.#users.started(nowNs);
    this.#sessions.begin(session, intendedNs, Math.max(intendedNs, session.dueNs));
  }
}

/**
 * The closed model: a fixed number of users. With `again`, each user starts again as soon as it has ended, or
 * after a pause when it could not connect.
 */
export class ClosedModel implements ArrivalProcess {
  readonly planned: number;
  readonly throttled = 0;
  readonly #sessions: SessionPool;
  readonly #users: Users;
  readonly #clock: Clock;
  readonly #retries: Retries;
  #finished = false;

  constructor(sessions: SessionPool, planned: number, again: boolean, users: Users, clock: Clock) {
    this.#sessions = sessions;
    this.planned = planned;
    this.#users = users;
    this.#clock = clock;
    this.#retries = new Retries(clock);
    if (!again) return;
    sessions.handOnTo((session) => {
      // Without a pause, a user would try thousands of times in a second while the target is down.
      if (session.couldNotConnect) this.#retries.later(() => this.#startAgain(session));
      else this.#startAgain(session);
    });
  }

  begin(): void {
    for (let user = 0; user < this.planned; user += 1) {
      const nowNs = this.#clock.nowNs();
      this.#users.due(nowNs);
      if (this.#sessions.admit(nowNs, nowNs)) this.#users.started(nowNs);
    }
  }

  finish(): void {
    this.#finished = true;
  }

  close(): void {
    this.#retries.close();
  }

  #startAgain(session: Session): void {
    if (this.#finished) {
      this.#sessions.release(session);
      return;
    }
    const nowNs = this.#clock.nowNs();
    this.#users.due(nowNs);
    this.#users.started(nowNs);
    this.#sessions.begin(session, nowNs, nowNs);
  }
}
