import type { Clock } from '../clock.ts';
import type { CompiledScenario } from '../model/session.ts';
import type { Recorder } from '../statistics/recording/recorder.ts';
import { sessions } from './limits.ts';
import { Session, type SessionHost } from './session.ts';

export type SessionPoolEnvironment = {
  /** The clock of the drive. Its instants count from T0 of the phase. */
  readonly clock: Clock;
  /**
   * The thread of the drive on which this pool is, and the number of threads. Session number s of the drive
   * is on the thread s modulo `count`. Absent: the drive has one thread.
   */
  readonly thread?: { readonly index: number; readonly count: number };
  readonly recorder: Recorder;
  /** Called with the error when a step threw an error, so that the phase fails. */
  readonly failed: (error: unknown) => void;
  /** True when the phase starts no new users. */
  readonly finished: () => boolean;
  /** Called when the last user has ended. */
  readonly empty: () => void;
};

/**
 * The sessions of one shard. The pool makes a session when it is first needed, uses it again for later users,
 * and has at most `sessionsMax` sessions.
 */
export class SessionPool {
  readonly #scenario: CompiledScenario;
  readonly #sessionsMax: number;
  readonly #environment: SessionPoolEnvironment;
  readonly #host: SessionHost;
  readonly #free: Session[] = [];
  readonly #all: Session[] = [];
  readonly #ended: Session[] = [];
  #handingOn = false;
  #latestNs = 0;
  #active = 0;
  #started = 0;
  #successor: (session: Session) => void = (session) => this.release(session);

  constructor(scenario: CompiledScenario, sessionsMax: number, environment: SessionPoolEnvironment) {
    this.#scenario = scenario;
    this.#sessionsMax = sessionsMax;
    this.#environment = environment;
    const { clock, failed, finished } = environment;
    this.#host = { clock, failed, finished, ended: (session) => this.#end(session) };
  }

  /** The number of active users. */
  get active(): number {
    return this.#active;
  }

  /** The number of users who have started since the beginning of the phase. */
  get started(): number {
    return this.#started;
  }

  /**
   * Sets the function that is called with a session whose user has ended. In it, the arrivals start another
   * user (`begin`) or free the session (`release`).
   */
  handOnTo(successor: (session: Session) => void): void {
    this.#successor = successor;
  }

  /** Starts a user in a free session. False when no session is free. Instants are nanoseconds since T0. */
  admit(intendedNs: number, dueNs: number): boolean {
    const session = this.#free.pop() ?? this.#create();
    if (session === undefined) return false;
    this.begin(session, intendedNs, dueNs);
    return true;
  }

  begin(session: Session, intendedNs: number, dueNs: number): void {
    this.#started += 1;
    this.#active += 1;
    this.#countSessions(dueNs);
    session.start(intendedNs, dueNs);
  }

  release(session: Session): void {
    this.#free.push(session);
    if (this.#active === 0) this.#environment.empty();
  }

  /** The places in the document of the steps at which users wait although nothing can end their wait. */
  get stuckAt(): ReadonlySet<string> {
    return new Set(this.#all.flatMap(({ stuckAt }) => stuckAt ?? []));
  }

  /** True when every active user waits for something that cannot happen. */
  get areStuck(): boolean {
    return this.#all.every(({ active, stuckAt }) => !active || stuckAt !== undefined);
  }

  /** Ends every user of this shard at once. */
  stop(): void {
    this.handOnTo((session) => this.release(session));
    for (const session of this.#all) if (session.active) session.stop();
  }

  #create(): Session | undefined {
    if (this.#all.length >= this.#sessionsMax) return undefined;
    const { index, count } = this.#environment.thread ?? { index: 0, count: 1 };
    const session = new Session(index + count * this.#all.length, this.#scenario, this.#host);
    this.#all.push(session);
    return session;
  }

  #end(session: Session): void {
    this.#active -= 1;
    this.#countSessions(session.dueNs);
    if (!session.stopped) this.#environment.recorder.sessionTime(session.dueNs - session.intendedNs);
    this.#ended.push(session);
    if (!this.#handingOn) this.#handOn();
  }

  /**
   * Passes sessions whose users have ended to the arrivals, one after the other in a loop. Without the loop,
   * a scenario that never waits would call itself endlessly. For the same reason other events of the event
   * loop get their turn after some sessions.
   */
  #handOn(): void {
    this.#handingOn = true;
    for (let handed = 0; handed < sessions.handedOnPerTurnMax; handed += 1) {
      const session = this.#ended.pop();
      if (session === undefined) {
        this.#handingOn = false;
        return;
      }
      this.#successor(session);
    }
    this.#environment.clock.soon(() => this.#handOn());
  }

  /**
   * Records the number of active sessions at an instant that the caller already knows. So the clock is not
   * read again.
   */
  #countSessions(atNs: number): void {
    if (atNs > this.#latestNs) this.#latestNs = atNs;
    this.#environment.recorder.sessions(Math.floor(this.#latestNs / 1e9), this.#active);
  }
}
